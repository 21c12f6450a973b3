"""What is said of an action before it is taken: what it costs, and the die that it needs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meuse.engine.frames import Frame
from meuse.games.ghost_division.rules.engineering import Engineering
from meuse.games.ghost_division.rules.exploitation import Exploit
from meuse.games.ghost_division.rules.headquarters import EnhanceMoves
from meuse.games.ghost_division.rules.niwi import Drop
from meuse.games.ghost_division.rules.okw import OkwOrder
from meuse.games.ghost_division.rules.recruiting import FormKampfgruppe, Recruit
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import fight

FORCE = '[units]\nrommel = "M12"\npz38-1 = "M12"'
BANK = '[units]\npi-58 = "S12"\n[fog]\nS12 = { kind = "obstacle", shown = true }'


def at(text: str, frame: Frame, *actions: str) -> Callable[[], Desk]:
    return lambda: Desk(text, frame).do(*actions)


@pytest.mark.parametrize(("moment", "stakes"), [
    pytest.param(at(FORCE, EnhanceMoves()), {"enhance rommel": "1 OP"}, marks=pytest.mark.rule("14.1a")),
    pytest.param(lambda: fight("i-6, kg-b", "fi-infantry"), {"enhance kg-b": "1 OP"}, marks=pytest.mark.rule("14.2a")),
    pytest.param(at(FORCE, Exploit()), {"exploit rommel": "2 OP", "exploit pz38-1": "2 OP"},
                 marks=pytest.mark.rule("22.1a")),
    pytest.param(at("", OkwOrder(0)), {"countermand": "3 OP"}, marks=pytest.mark.rule("9.1b")),
    pytest.param(at('[units]\nheavy-art-1 = "pool"', Recruit(setup=True)), {"recruit heavy-art-1": "4 OP"},
                 marks=pytest.mark.rule("10.2a")),
    pytest.param(at('[units]\nheavy-art-1 = "pool"', Recruit(setup=False)), {"recruit heavy-art-1": "6 OP"},
                 marks=pytest.mark.rule("10.2a")),
    pytest.param(at(FORCE + '\nkg-b = "scrap"', FormKampfgruppe()), {"form kg-b": "3 OP"},
                 marks=pytest.mark.rule("14.6a")),
    pytest.param(at(BANK, Engineering(), "work pi-58"), {
        "bridge S12-S13": "Meuse, 4 to 6: 50 %", "bridgehead S12-S13": "Meuse, 4 to 6: 50 %",
        "clear S12": "3 to 6: 67 %",
    }, marks=pytest.mark.rule("23.1a", "23.2a")),
])
def test_the_price_or_the_chance_is_said_beforehand(moment: Callable[[], Desk], stakes: dict[str, str]) -> None:
    """And of nothing that is free and certain."""
    assert moment().stakes == stakes


@pytest.mark.rule("34.1a")
def test_the_drop_of_the_kommando_has_the_same_price_everywhere() -> None:
    desk = Desk('options = { niwi = "on" }', Drop())
    assert desk.stakes == {action: "3 OP" for action in desk.legal if action != "pass"}
