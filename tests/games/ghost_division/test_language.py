"""The sentences of the log: dice in words, and what belongs to a battle's report."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.contract import Event

GAME = meuse.make_game("ghost-division")

VOLLEY = {"side": "german", "column": "anti_tank", "dice": [2, 5], "results": ["none", "hit"], "round": 1}


def test_a_volley_is_told_in_words_and_its_dice_in_small_print() -> None:
    line = GAME.line(Event("volley", "20.7a", VOLLEY))
    assert line.text == "German Anti-Tank fire with 2 dice: 1 Hit."
    assert line.note == "Dice 2 and 5."


@pytest.mark.parametrize(("what", "data", "said"), [
    ("recon", {"unit": "pi-58", "grid": "M18", "die": 4, "modifier": -1, "result": "nothing"},
     "Pi 58 looks at M18 near Houffalize and sees nothing (die 4, -1)."),
    ("units drawn", {"formation": "2-ch-ard", "units": ["be-artillery-1", "be-chasseurs-1", "be-chasseurs-2"]},
     "2 Ch Ard brings a Belgian artillery battalion and 2 Chasseurs Ardennais battalions."),
    ("hit", {"unit": "fi-infantry-1", "hits": 1}, "The infantry battalion is hit and has 1 Hit."),
    ("op", {"change": -12, "op": -3, "why": "Fuel for others"}, "12 OP gone, none in hand: Fuel for others."),
])
def test_plain_words(what: str, data: dict[str, object], said: str) -> None:
    assert GAME.describe(Event(what, "1.0a", data)) == said


@pytest.mark.parametrize(("mission", "level"), [("cas", 0), ("intercept", 0), ("strike", -2)])
def test_air_units_that_support_a_battle_belong_to_it(mission: str, level: int) -> None:
    """Otherwise its report would end before its first die; those of a strike come before their own fight."""
    sent = {"unit": "stuka-1", "grid": "M18", "mission": mission}
    assert GAME.line(Event("air unit sent", "28.3b", sent)).level == level
