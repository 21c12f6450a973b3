"""Plans for an impulse of Manstein's War: what they leave out or add is seen in what is done, and all are different."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.contract import Outcome
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.players import make_player
from meuse.players.search import offer_for
from meuse.players.search.offer import Script
from meuse.players.search.simulate import Ahead
from meuse.players.staff.mansteins_war.offer import SEARCHERS
from meuse.players.staff.mansteins_war.orders import MansteinOrders
from meuse.players.staff.mansteins_war.outlook import Knowledge, Outlook
from tests.players.occasions import SEED, deeds, fallen, occasions


def test_impulses_have_plans_that_differ_in_what_is_done() -> None:
    """Six manners that all come to the same moves are no choice: the searcher would keep to the staff's own plan."""
    different = []
    for m, p, side in occasions("mansteins-war", "sickle-cut"):
        offer: Any = offer_for(m.game)
        if side == "german":
            courses = {Ahead(m.game, offer, side, s).play(p.copy(), "1").deeds for s in offer.scripts(p, side)}
            different.append(len(courses))
    assert len(different) == 5
    assert sum(different) >= 5 * 5


@pytest.mark.parametrize("scenario", ["sickle-cut", "fall-rot"])
def test_an_attack_that_a_plan_leaves_out_is_not_made_and_one_that_it_adds_is(scenario: str) -> None:
    left, added = 0, 0
    for m, p, side in occasions("mansteins-war", scenario):
        offer: Any = offer_for(m.game)
        for script in offer.scripts(p, side):
            orders = script.plan
            if orders.leave:
                assert f"attack {orders.leave}" not in deeds(m, p, side, script)
                left += f"attack {orders.leave}" in deeds(m, p, side, Script("own", MansteinOrders()))
            if orders.strike:
                added += f"attack {orders.strike}" in deeds(m, p, side, script)
    assert left >= 3, "the staff would have made it"
    assert added >= 3


def test_an_aim_draws_the_panzers() -> None:
    m, p, side = next(o for o in occasions("mansteins-war", "fall-rot") if o[1].marker == o[0].game.marker_by_id["pgk"])
    grid = m.game.grid
    corps = [m.game.by_id[id] for id in ("de-19-corps", "de-41-corps")]

    def nearest(aim: str) -> int:
        offer: Any = offer_for(m.game)
        end, officer = p.copy(), offer.officer(side, Random(1), Script("aim", MansteinOrders(aim=aim, daring=-99.0)))
        while (actors := m.game.actors(end)) and actors[0] == side and offer.horizon(end) == offer.horizon(p):
            m.game.apply(end, side, officer.choose(end))
        return sum(grid.distance(end.at[u], grid.bit["1641"]) for u in corps if end.at[u] >= 0)

    assert nearest("1641") < nearest("0539"), "Nancy, or Le Havre"


def test_an_aim_takes_the_allies_from_their_posts() -> None:
    m, p, _ = occasions("mansteins-war", "sickle-cut")[0]
    paris = m.game.board.cell_of["Paris"]
    usual, drawn = (Outlook(Knowledge(m.game, MansteinOrders(aim=aim)), p, ALLIED).posts for aim in ("", "0941"))
    assert sum(post == paris for post in drawn.values()) > 5
    assert sum(post == paris for post in usual.values()) < 3


def test_nobody_pursues_and_nobody_flies_who_is_told_not_to() -> None:
    usual, kept = [], []
    for m, p, side in occasions("mansteins-war", "sickle-cut"):
        usual += deeds(m, p, side, Script("own", MansteinOrders()))
        kept += deeds(m, p, side, Script("kept", MansteinOrders(pursue=False, fly=False)))
    for verb in ("pursue", "fly"):
        assert any(action.startswith(f"{verb} ") for action in usual)
        assert not any(action.startswith(f"{verb} ") for action in kept)


def test_plans_do_not_go_by_what_is_hidden() -> None:
    for m, p, side in occasions("mansteins-war", "campaign"):
        offer: Any = offer_for(m.game)
        worlds = [m.game.determinize(p, side, Random(n)) for n in range(4)]
        assert len({str(offer.scripts(world, side)) for world in [p, *worlds]}) == 1


@pytest.mark.parametrize("scenario", ["sickle-cut", "fall-rot"])
def test_a_novice_holds_one_plan_through_all_impulses(scenario: str) -> None:
    m = meuse.new("mansteins-war", scenario=scenario, seed=SEED)
    minds: dict[str, Any] = {side: make_player("staff{level=novice}", m.game, side, Random(side))
                             for side in m.game.sides}
    plans: dict[str, set[str]] = {side: set() for side in m.game.sides}
    week = m.position.turn
    while m.actors and m.position.turn == week:
        side = m.actors[0]
        m.apply(side, minds[side].choose(m.game.determinize(m.position, side, Random(0))))
        if minds[side].script is not None:
            plans[side].add(minds[side].script.name)
    assert [len(names) for names in plans.values()] == [1, 1]
    assert all(plans[side] <= set(offer_for(m.game).plans(side)) for side in m.game.sides)  # type: ignore[attr-defined]


def test_a_place_to_hold_draws_more_of_the_allies_and_leaves_the_others_posted() -> None:
    m, p, _ = occasions("mansteins-war", "sickle-cut")[0]
    antwerp = m.game.board.cell_of["Antwerp"]
    usual, held = (Outlook(Knowledge(m.game, MansteinOrders(hold=hold)), p, ALLIED).posts for hold in ("", "1335"))
    assert sum(post == antwerp for post in held.values()) > sum(post == antwerp for post in usual.values())
    assert sum(post != antwerp for post in held.values()) > 10


def test_the_allies_may_stand_a_line_farther_back() -> None:
    game: Any = meuse.make_game("mansteins-war", "sickle-cut")
    p = game.start()
    plan = Knowledge(game).allied
    assert plan.line(p, "french").name == "the Dyle and the Meuse"
    assert plan.line(p, "french", 1).name == "the Somme and the Aisne"
    assert plan.line(p, "french", 9).name == "the Seine and the Marne", "there is none behind it"
    assert plan.posts(p, "french", 1) != plan.posts(p, "french")


def test_the_allies_have_places_to_hold_and_a_line_to_fall_back_to() -> None:
    names = [script.name for m, p, side in occasions("mansteins-war", "fall-rot") if side == "allied"
             for script in offer_for(m.game).scripts(p, side)]
    assert "behind the next line" in names
    assert sum(name.startswith("hold ") for name in names) > 4


def test_a_value_is_learned_from_leads_and_told_as_a_chance_by_the_levels() -> None:
    offer: Any = offer_for(meuse.make_game("mansteins-war", "fall-rot"))
    usual = SEARCHERS["fall-rot"].usual
    ends = [Outcome("allied", "marginal", {"german": usual + n, "allied": 0}) for n in (-1, 0, 1)]
    assert [offer.target(end) for end in ends] == [0.0, 0.5, 1.0], "whoever has won"
    assert [offer.margin(end) for end in ends] == [-1.0, 0.0, 1.0]
    m = meuse.new("mansteins-war", scenario="fall-rot", seed=SEED)
    chance = offer.forecast(m.position)
    offer.even -= 4
    assert offer.forecast(m.position) > chance, "the less is asked of the Germans, the better for them"


@pytest.mark.parametrize("scenario", ["sickle-cut", "fall-rot"])
def test_an_end_is_worth_what_the_levels_say(scenario: str) -> None:
    game: Any = meuse.make_game("mansteins-war", scenario)
    offer: Any = offer_for(game)
    plain = {"game": game.name, "scenario": scenario, "phase": "inter-phase", "turn": game.terms.last_turn}
    m = meuse.Match(game, seed=1, situation=plain)
    assert m.outcome is not None
    assert m.outcome.winner == "allied", "the Germans hold nothing"
    assert offer.forecast(m.position) == 0.0
    assert offer.value(m.position, "allied") > 0.85


def test_markers_that_will_be_loaded_are_counted() -> None:
    """Else a week's last impulse would be judged as if the next had none."""
    game = meuse.make_game("mansteins-war", "fall-rot")
    offer: Any = offer_for(game)
    assert offer.measure(game.start())[-2:] == [5.0, 4.0]
    _, p, _ = occasions("mansteins-war", "fall-rot")[0]
    assert offer.measure(p)[-2:] == [float(markers.bit_count()) for markers in p.bins]
    assert sum(offer.measure(p)[-2:]) == 8.0, "one has been drawn"


def test_a_plan_is_played_through_the_enemys_answer() -> None:
    for m, p, side in occasions("mansteins-war", "sickle-cut"):
        offer: Any = offer_for(m.game)
        ahead, enemy = Ahead(m.game, offer, side, offer.scripts(p, side)[0]), 1 - m.game.sides.index(side)
        run = ahead._begun(p.copy(), "1")
        ahead._go(run, "1", Random(0))
        q, theirs = run.position, offer.markers[enemy]
        answered = (q.played & theirs).bit_count() - (p.played & theirs).bit_count()
        if p.bins[enemy]:
            assert (q.turn, answered, q.marker) == (p.turn, 1, -1) or q.turn == p.turn + 1
        else:
            assert offer.horizon(q) != offer.horizon(p)
            assert answered <= 0, "nobody is left to answer; at the week's end what was played is put by"


def test_the_die_of_a_battle_falls_alike_whatever_else_is_done() -> None:
    there = [o for o in occasions("mansteins-war", "fall-rot") if o[2] == "german"]
    m, p, side = there[0]
    offer: Any = offer_for(m.game)
    dice = [fallen(m, p, side, script) for script in offer.scripts(p, side)[:2]]
    both = dice[0].keys() & dice[1].keys()
    assert any("CombatDie" in matter for matter in both)
    assert all(dice[0][matter] == dice[1][matter] for matter in both)


def test_armies_count_by_what_they_may_still_do() -> None:
    """With the last marker drawn only points are left; the weeks to come count as well."""
    m, p, _ = occasions("mansteins-war", "fall-rot", 2)[-1]
    offer: Any = offer_for(m.game)
    q = p.copy()
    q.bins = (0, 0)
    assert q.turn == m.game.terms.last_turn
    assert not any(offer.measure(q)), "a marker is in play, none is to come"
    first = occasions("mansteins-war", "fall-rot")[0][1]
    whole, now = offer.standing.measure(first), offer.measure(first)
    assert [round(n / w, 3) for n, w in zip(now[:5], whole[:5], strict=True)] == [round(16 / 17, 3)] * 5


def test_places_count_by_the_troops_about_them_beside_those_who_hold_them() -> None:
    game: Any = meuse.make_game("mansteins-war", "sickle-cut")
    offer: Any = offer_for(game)
    p, antwerp = game.start(), game.board.cell_of["Antwerp"]
    for u in range(len(game.counters)):
        if p.at[u] >= 0:
            p.put(game, u, -1)
    assert offer.standing.exposed(p) == [0.0] * 4
    p.put(game, game.by_id["de-19-corps"], game.grid.bit["1435"])
    close, reach, *lost = offer.standing.exposed(p)
    assert 0 < close <= reach
    assert lost == [0.0, 0.0]
    p.put(game, next(c.index for c in game.counters if c.nation == "belgian" and c.move), antwerp)
    assert offer.standing.exposed(p)[0] < close, "it is held now"
