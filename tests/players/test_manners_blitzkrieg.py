"""Plans for an impulse of Blitzkrieg in the West: what they change is seen in what is done."""

from __future__ import annotations

from random import Random
from typing import Any

import meuse
from meuse.engine.contract import CHANCE
from meuse.games.blitzkrieg.rules.guesses import in_order
from meuse.players import make_player
from meuse.players.search import offer_for
from meuse.players.search.offer import Script
from meuse.players.search.searcher import Effort, Search
from meuse.players.search.simulate import Ahead, roll
from meuse.players.staff.blitzkrieg.officer import BlitzStaff
from meuse.players.staff.blitzkrieg.orders import BlitzOrders
from meuse.players.staff.blitzkrieg.outlook import Knowledge
from meuse.players.staff.blitzkrieg.plans import FOURTH, LINES
from tests.players.occasions import deeds, fallen, occasions


def test_first_impulses_have_plans_that_differ_in_what_is_done() -> None:
    for m, p, side in occasions("blitzkrieg", "sichelschnitt"):
        offer: Any = offer_for(m.game)
        if p.impulse < 2:
            scripts = offer.scripts(p, side)
            courses = {Ahead(m.game, offer, side, s).play(p.copy(), "1").deeds for s in scripts[:10]}
            assert len(courses) >= 7


def test_an_attack_that_a_plan_leaves_out_is_not_made_and_one_that_it_adds_is() -> None:
    left, added = 0, 0
    for m, p, side in occasions("blitzkrieg", "sichelschnitt"):
        offer: Any = offer_for(m.game)
        own = deeds(m, p, side, Script("own", BlitzOrders()))
        for script in offer.scripts(p, side):
            orders = script.plan
            if orders.leave:
                assert f"attack {orders.leave}" not in deeds(m, p, side, script)
                left += f"attack {orders.leave}" in own
            if orders.strike:
                added += f"attack {orders.strike}" in deeds(m, p, side, script) and f"attack {orders.strike}" not in own
    assert left >= 3, "the staff would have made it"
    assert added >= 3


def test_who_is_less_bound_to_his_post_attacks_more() -> None:
    made = dict.fromkeys((1.0, 0.0), 0)
    for m, p, side in occasions("blitzkrieg", "sichelschnitt"):
        for bound in made:
            done = deeds(m, p, side, Script("own", BlitzOrders(bound=bound)))
            made[bound] += sum(action.startswith("attack ") for action in done)
    assert made[0.0] > made[1.0]


def test_the_searcher_is_less_bound_than_the_staff_and_may_do_as_the_staff_does() -> None:
    for scenario, allied in (("sichelschnitt", 0.0), ("case-red", 0.2)):
        bound = {"axis": 0.0, "allied": allied}
        for m, p, side in occasions("blitzkrieg", scenario):
            offer: Any = offer_for(m.game)
            scripts = {script.name: script.plan for script in offer.scripts(p, side)}
            assert scripts["as planned"].bound == bound[side]
            assert scripts["as the staff"] == BlitzOrders()


def test_attacks_and_ways_that_are_remembered_are_those_that_would_be_worked_out_anew() -> None:
    """Two officers who go by what others have worked out do as one who starts from nothing."""
    for m, p, _ in occasions("blitzkrieg", "case-red")[:2]:
        game, known = m.game, Knowledge(m.game)
        courses = []
        for know in (known, known, None):
            q, dice, done = p.copy(), Random(3), []
            minds = {s: BlitzStaff(game, s, Random(s), know=know) for s in game.sides}
            while (actors := game.actors(q)) and (q.turn, q.active) == (p.turn, p.active):
                if actors[0] == CHANCE:
                    roll(game, q, dice)
                    continue
                done.append(minds[actors[0]].choose(q))
                game.apply(q, actors[0], done[-1])
            courses.append(done)
        assert known.parties, "there were battles"
        assert courses[0] == courses[1] == courses[2]


def test_an_army_goes_for_the_hex_that_it_is_sent_to_until_it_has_fallen() -> None:
    m, p, _ = occasions("blitzkrieg", "sichelschnitt")[0]
    bit = m.game.grid.bit
    plan = Knowledge(m.game, BlitzOrders(army=FOURTH.name, aim="4015")).axis
    usual = Knowledge(m.game).axis
    assert plan.aims(p, FOURTH) == [bit["4015"], *usual.aims(p, FOURTH)[:2]]
    fallen = p.copy()
    fallen.taken |= m.game.one[bit["4015"]]
    assert plan.aims(fallen, FOURTH) == usual.aims(fallen, FOURTH)


def test_the_allies_may_take_the_line_behind_or_the_one_before() -> None:
    for scenario in ("sichelschnitt", "case-red"):
        m, p, _ = next(o for o in occasions("blitzkrieg", scenario) if o[2] == "allied")
        offer: Any = offer_for(m.game)
        names = [line.name for line in LINES]
        now = names.index(Knowledge(m.game).allied.line(p, "french").name)
        for script in offer.scripts(p, "allied"):
            if script.plan.hold:
                there = names.index(Knowledge(m.game, script.plan).allied.line(p, "french").name)
                assert script.name == f"to {names[there]}"
                assert abs(there - now) == 1
        assert any(script.plan.hold for script in offer.scripts(p, "allied"))


def test_closed_stacks_in_order_look_the_same_and_are_the_same_for_all_guesses() -> None:
    for m, p, side in occasions("blitzkrieg", "sichelschnitt"):
        n, g = m.game.sides.index(side), m.game
        worlds = [in_order(g, q, n) for q in (p, *(g.determinize(p, side, Random(k)) for k in range(3)))]
        assert len({tuple(world.at) for world in worlds}) == 1
        assert g.view(worlds[0], side) == g.view(p, side)
        stacks = {tuple(sorted((hex, stack[-1]) for hex, stack in world.stacks.items())) for world in worlds}
        assert len(stacks) == 1


def test_the_die_of_a_battle_falls_alike_whatever_else_is_done() -> None:
    """Two plans that make the same attack meet the same die there."""
    m, p, side = next(o for o in occasions("blitzkrieg", "sichelschnitt") if o[2] == "axis")
    offer: Any = offer_for(m.game)
    dice = [fallen(m, p, side, script) for script in offer.scripts(p, side)[:2]]
    both = dice[0].keys() & dice[1].keys()
    assert len(both) >= 5
    assert all(dice[0][matter] == dice[1][matter] for matter in both)


def test_the_searcher_looks_at_one_guess_and_thinks_most_about_first_impulses() -> None:
    m, p, side = next(o for o in occasions("blitzkrieg", "sichelschnitt") if o[2] == "allied")
    offer: Any = offer_for(m.game)
    search = Search(m.game, offer, p, side, "1", Effort(simulations=8))
    search.run()
    assert all(len(w.ahead.kept) == 1 for w in search.weighed if w.results)
    there = occasions("blitzkrieg", "sichelschnitt")
    thought = {n: [offer.weight(q) for _, q, s in there if s == n] for n in m.game.sides}
    for weights in thought.values():
        assert weights == sorted(weights, reverse=True)
        assert abs(sum(weights) - 3.0) < 1e-9


def test_plans_can_be_asked_for_to_the_last_decision_of_the_game() -> None:
    """Advice may be asked for in the midst of an impulse, and the last one ends with the game."""
    game = meuse.make_game("blitzkrieg")
    units = {"de-kleist": "2731", "de-1-pz": "2730", "de-iv": "2730", "fr-i": "2727", "fr-6-army": "2724"}
    offer: Any = offer_for(game)
    p = game.set_up({"game": "blitzkrieg", "turn": 7, "side": "axis", "phase": "first movement", "units": units})
    minds, dice = {side: make_player("staff", game, side, Random(side)) for side in game.sides}, Random(1)
    asked = set()
    while actors := game.actors(p):
        if actors[0] == CHANCE:
            roll(game, p, dice)
            continue
        if offer.occasion(p, actors[0]) is not None:
            assert offer.scripts(p, actors[0])[0].name == "as planned"
            asked.add((actors[0], p.phase))
        game.apply(p, actors[0], minds[actors[0]].choose(p))
    assert {"axis", "allied"} == {side for side, _ in asked}
    assert any("combat" in phase for _, phase in asked)
