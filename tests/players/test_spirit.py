"""What the searcher does unless it finds something better: read from a file a scenario, by side and turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import meuse
from meuse.games import GAMES, game_class
from meuse.lab.luck import Onward
from meuse.players.search import offer_for
from meuse.players.search.simulate import Ahead
from meuse.players.search.spirit import Spirit, own_plan, read_spirit
from meuse.players.staff.blitzkrieg.orders import BlitzOrders
from tests.players.occasions import occasions

SCENARIOS = [(name, scenario) for name in sorted(GAMES) for scenario in game_class(name).scenarios]
BOLDER = Spirit("", {"axis": {2: {"daring": 0.5}, 4: {"bound": 0.0}}})


@pytest.mark.parametrize(("turn", "plan"), [
    (1, BlitzOrders()), (2, BlitzOrders(daring=0.5)), (3, BlitzOrders(daring=0.5)), (4, BlitzOrders(bound=0.0)),
    (7, BlitzOrders(bound=0.0)),
])
def test_changes_hold_from_their_turn_until_others_do(turn: int, plan: BlitzOrders) -> None:
    assert own_plan(BOLDER, BlitzOrders, "axis", turn) == plan
    assert own_plan(BOLDER, BlitzOrders, "allied", turn) == BlitzOrders(), "the other side's are the staff's"


def test_without_a_file_it_is_the_staff_s_own_plan(tmp_path: Path) -> None:
    assert own_plan(read_spirit(tmp_path / "none.json"), BlitzOrders, "axis", 1) == BlitzOrders()


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_file_names_parameters_of_the_plan_that_it_changes(name: str, scenario: str) -> None:
    offer: Any = offer_for(meuse.make_game(name, scenario))
    known = msgspec.structs.asdict(offer.Plan())
    for side, by_turn in offer.spirit.sides.items():
        assert side in offer.game.sides
        for changes in by_turn.values():
            assert changes.keys() <= known.keys()
            assert all(known[parameter] != value for parameter, value in changes.items()), "it does change something"
    assert bool(offer.spirit.sides) == bool(offer.spirit.found), "where it comes from is said"


@pytest.mark.parametrize(("name", "scenario"), [
    ("mansteins-war", "fall-rot"), ("mansteins-war", "campaign"), ("blitzkrieg", "case-red"), ("sedan", "encirclement"),
])
def test_the_searcher_starts_from_it(name: str, scenario: str) -> None:
    met = set()
    for m, p, side in occasions(name, scenario):
        offer: Any = offer_for(m.game)
        first = offer.scripts(p, side)[0].plan
        assert first == offer.own(side, p.turn)
        met.add(side)
    assert met == set(m.game.sides)


def test_where_his_answer_is_played_through_the_enemy_follows_his_own_and_staffs_are_left_as_they_are(
        monkeypatch: pytest.MonkeyPatch) -> None:
    m, p, side = occasions("mansteins-war", "sickle-cut")[0]
    offer: Any = offer_for(m.game)
    plans: dict[str, Any] = {}
    officer = offer.officer

    def seen(who: str, rng: Any, script: Any) -> Any:
        plans[who] = script.plan if script else None
        return officer(who, rng, script)

    monkeypatch.setattr(offer, "officer", seen)
    enemy = next(other for other in m.game.sides if other != side)
    script = offer.scripts(p, side)[-1]
    Ahead(m.game, offer, side, script).play(p.copy(), "1")
    assert plans == {side: script.plan, enemy: offer.own(enemy, p.turn)}
    assert plans[enemy] != offer.Plan()
    Onward(m.game, offer, side, None).end(p.copy(), "1")
    assert plans == {side: None, enemy: None}


def test_at_the_dawns_of_the_encirclement_the_enemy_is_taken_for_a_staff() -> None:
    for m, p, side in occasions("sedan", "encirclement"):
        offer: Any = offer_for(m.game)
        assert all(offer.enemy(p, other) is None for other in m.game.sides if other != side)
