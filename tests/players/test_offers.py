"""What the staffs' estimates see: the same position is not better for being looked at a moment later."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meuse
from meuse.players import make_player
from meuse.players.search import offer_for
from meuse.players.search.simulate import Ahead


def test_a_new_turn_of_sedan_begins_with_all_of_its_time() -> None:
    """The cup is filled only after supply and the air allotment; the turn has not passed meanwhile."""
    m = meuse.new("sedan", seed=5)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    seen: list[tuple[int, float]] = []
    while m.actors and m.position.turn < 4:
        side = m.actors[0]
        p: Any = m.position
        if not seen or seen[-1][0] != p.turn:
            seen.append((p.turn, offer.standing.left(p)))
        m.apply(side, minds[side].choose(m.game.determinize(p, side, Random(0))))
    fresh: Any = m.game.start()
    assert offer.standing.left(fresh) == m.game.last_turn  # type: ignore[attr-defined]
    assert [turn for turn, _ in seen] == [1, 2, 3]
    assert all(4 - turn < left <= 5 - turn for turn, left in seen)


def test_the_french_at_the_bank_count_in_sedan() -> None:
    m = meuse.situation("""
game = "sedan"
turn = 3
activation = "X"
[units]
"I/1 1 Pz" = "3414"
"147 55" = "3415"
""")
    offer: Any = offer_for(m.game)
    guarded, bare = m.position.copy(), m.position.copy()
    u = m.game.by_id["fr-147-55-di"]  # type: ignore[attr-defined]
    bare.put(m.game, u, m.game.grid.bit["2425"])  # type: ignore[attr-defined]
    assert offer.estimate(guarded) < offer.estimate(bare)


def test_the_searcher_does_not_read_what_is_hidden_in_manstein_s_war() -> None:
    """Of two positions that its side cannot tell apart it thinks the same."""
    m = meuse.new("mansteins-war", seed=8)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    while offer.occasion(m.position, side := m.actors[0]) is None:
        m.apply(side, minds[side].choose(m.game.determinize(m.position, side, Random(0))))
    worlds = [m.game.determinize(m.position, side, Random(n)) for n in range(6)]
    assert len({str(m.game.save(world)) for world in worlds}) > 1, "something is hidden"
    thoughts = []
    for world in worlds[:3]:
        mind: Any = make_player("search{simulations=3}", m.game, side, Random(1))
        mind.choose(world)
        thoughts.append(mind.thought)
    assert thoughts[0] == thoughts[1] == thoughts[2]


def test_a_corps_of_sedan_keeps_its_sector_while_others_choose_theirs() -> None:
    """What one corps decides is taken over by the next activation; its manner of attack is not."""
    m = meuse.new("sedan", seed=5)
    offer: Any = offer_for(m.game)
    p: Any = m.position.copy()
    p.chit = "XIX"
    east = next(s for s in offer.scripts(p, "german") if s.plan.sector == "mouzon")
    p.chit = "III"
    later = offer.scripts(p, "german", east)
    assert {s.plan.sector for s in later} == {"mouzon"}
    assert {s.plan.north for s in later} == {"fumay", "montherme", "charleville"}
    hard = next(s for s in later if s.name.endswith("attacking"))
    assert offer.scripts(p, "german", hard)[0].plan.attack_at == offer.Plan().attack_at


@pytest.mark.parametrize(("name", "scenario"), [("sedan", "race-to-the-meuse"), ("mansteins-war", "sickle-cut")])
def test_a_plan_goes_on_from_its_first_die_as_if_played_from_the_start(name: str, scenario: str) -> None:
    m = meuse.new(name, scenario=scenario, seed=9)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    met: set[Any] = set()
    while len(met) < 10:
        side, p = m.actors[0], m.position
        occasion = offer.occasion(p, side)
        if occasion is not None and occasion not in met:
            met.add(occasion)
            kept, fresh = (Ahead(m.game, offer, side, offer.scripts(p, side)[-1]) for _ in range(2))
            worlds = [m.game.determinize(p, side, Random(n % 2)) for n in range(3)]
            courses = [kept.play(world.copy(), str(n)) for n, world in enumerate(worlds)]
            assert courses[2] == fresh.play(worlds[2], "2"), occasion
        m.apply(side, minds[side].choose(m.game.determinize(p, side, Random(0))))
