"""Plans that are held for a whole game: drawn by what they made against the staff, and kept to the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

import meuse
from meuse.games import GAMES, game_class
from meuse.games.sedan.rules.stacking import StackingCheck
from meuse.players import make_player
from meuse.players.search import offer_for
from meuse.players.search.newcomers import Tried, can_make, chances, draw, held
from meuse.players.search.offer import Held, Script
from meuse.players.search.searcher import SearchPlayer

SHARES = (0.55, 0.4, 0.2, 0.0)
SCENARIOS = [(name, scenario) for name in sorted(GAMES) for scenario in game_class(name).scenarios]


@pytest.mark.parametrize("wanted", [0.3, 0.4, 0.5])
def test_plans_are_drawn_so_that_the_wanted_share_comes_out(wanted: float) -> None:
    likely = chances(SHARES, wanted)
    assert sum(c * s for c, s in zip(likely, SHARES, strict=True)) == pytest.approx(wanted, abs=0.001)
    assert likely == sorted(likely, reverse=True), "the better, the likelier"
    assert sum(likely) == pytest.approx(1.0)


@pytest.mark.parametrize(("wanted", "nearest"), [(0.9, 0.55), (0.0, 0.2875)])
def test_what_no_mixture_makes_is_met_as_nearly_as_can_be(wanted: float, nearest: float) -> None:
    """No better than the best plan, and no worse than any by lot: a bad plan is never sought."""
    made = sum(c * s for c, s in zip(chances(SHARES, wanted), SHARES, strict=True))
    assert made == pytest.approx(nearest, abs=0.01)


def test_draws_follow_the_chances() -> None:
    plans = [Held(Script(str(share), None), share) for share in SHARES]
    drawn = Counter(draw(plans, 0.4, Random(n)).name for n in range(400))
    assert set(drawn) == {str(share) for share in SHARES}
    assert sum(float(name) * n for name, n in drawn.items()) / 400 == pytest.approx(0.4, abs=0.03)


def test_only_plans_that_were_tried_are_held() -> None:
    found = held({"old": msgspec.Struct(), "new": msgspec.Struct()}, {"old": Tried(3.0, 12)})
    assert [(plan.script.name, plan.share) for plan in found] == [("old", 0.25)]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_trials_speak_of_the_plans_that_the_staff_declares(name: str, scenario: str) -> None:
    """And on a side at least they bracket a quarter of the points, so that a novice can be made of them."""
    offer: Any = offer_for(meuse.make_game(name, scenario))
    if offer.trials is None:
        assert not any(offer.held(side) for side in offer.game.sides)
        return
    assert offer.trials.command.startswith(f"meuse lab plans {name} --scenario {scenario} ")
    for side in offer.game.sides:
        assert set(offer.trials.sides[side]) == set(offer.plans(side))
        assert max(plan.share for plan in offer.held(side)) > 0.25
    assert any(can_make(offer.held(side), 0.25) for side in offer.game.sides)


def test_a_novice_of_sedan_holds_one_plan_through_all_activations() -> None:
    m = meuse.new("sedan", scenario="race-to-the-meuse", seed=5)
    minds = {side: make_player("staff{level=novice}", m.game, side, Random(side)) for side in m.game.sides}
    plans: dict[str, set[str]] = {side: set() for side in m.game.sides}
    chits: set[str] = set()
    while m.actors and m.position.turn < 3:
        side, mind = m.actors[0], minds[m.actors[0]]
        assert not isinstance(m.position.frames[-1], StackingCheck), "a novice crowds no hex"
        assert isinstance(mind, SearchPlayer)
        m.apply(side, mind.choose(m.game.determinize(m.position, side, Random(0))))
        chits.add(m.position.chit)
        if mind.script is not None:
            plans[side].add(mind.script.name)
            assert mind.script in [plan.script for plan in mind.offer.held(side)]
    assert len(chits) > 4
    assert [len(names) for names in plans.values()] == [1, 1]


def test_where_no_plan_is_poor_enough_a_novice_chooses_at_each_activation(monkeypatch: pytest.MonkeyPatch) -> None:
    m = meuse.new("mansteins-war", scenario="fall-rot", seed=5)
    novice = make_player("staff{level=novice}", m.game, "german", Random(1))
    assert isinstance(novice, SearchPlayer)
    fair = [Held(plan.script, max(0.45, plan.share)) for plan in novice.offer.held("german")]
    poor = [Held(plan.script, 0.0) for plan in fair]
    assert not can_make(fair, 0.25)
    assert not can_make([*fair, poor[0]], 0.25), "one poor plan among many is seldom drawn"
    assert not can_make([], 1.0)
    assert can_make([*fair, *poor], 0.25)
    monkeypatch.setattr(novice.offer, "held", lambda side: fair)
    other = make_player("staff", m.game, "allied", Random(2))
    while novice.thought is None and m.position.turn == m.game.start().turn:
        side = m.actors[0]
        m.apply(side, (novice if side == "german" else other).choose(m.position.copy()))
    assert novice.thought is not None, "it has weighed plans for what is at hand"


def test_another_goes_on_with_the_plan_that_is_held() -> None:
    m = meuse.new("sedan", scenario="race-to-the-meuse", seed=5)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    while offer.occasion(m.position, "german") is None or m.actors[0] != "german":
        m.apply(m.actors[0], minds[m.actors[0]].choose(m.position.copy()))
    first, second = (make_player("staff{level=novice}", m.game, "german", Random(n)) for n in (1, 2))
    assert isinstance(first, SearchPlayer)
    assert isinstance(second, SearchPlayer)
    first.choose(m.position.copy())
    second.recall(first.memory)
    later: Any = m.position.copy()
    later.turn += 1
    second.choose(later)
    assert second.script == first.script
