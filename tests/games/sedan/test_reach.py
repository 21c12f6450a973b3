"""The reach seen ahead is exactly what moving step by step allows."""

from __future__ import annotations

import heapq
from itertools import count
from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.rules.reach import Reach
from meuse.players import make_player
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, explain, inside, legal, piece, reach, table

WHOLE_MOVE = 999


def by_steps(g: Sedan, p: SedanPosition) -> dict[int, int]:
    """Every hex the mover can get to by the engine's own legal steps, at its least cost."""
    side, k = p.who[0], g.movement_class[p.frames[-1].movers[0]]
    order = count()
    queue = [(0, next(order), p.copy())]
    found: dict[int, int] = {}
    while queue:
        cost, _, at = heapq.heappop(queue)
        moving = at.frames[-1]
        if moving.hex in found:
            continue
        found[moving.hex] = cost
        for action in g.legal(at, side):
            if action.startswith("step"):
                after = at.copy()
                g.apply(after, side, action)
                spent = after.frames[-1].spent[k]
                heapq.heappush(queue, (spent if spent > moving.spent[k] else WHOLE_MOVE, next(order), after))
    return found


def positions_with_movers(seed: int, wanted: int) -> list[tuple[Sedan, SedanPosition]]:
    """Positions of a staff game, with its bridges and zones of control, in which one unit begins to move."""
    g = meuse.make_game("sedan", "encirclement")
    rng = Random(seed)
    players = {side: make_player("staff", g, side, rng) for side in g.sides}
    p = g.start()
    found: list[tuple[Sedan, SedanPosition]] = []
    while p.who and len(found) < wanted:
        frame = p.frames[-1]
        if isinstance(frame, Moving) and frame.hex >= 0 and not frame.steps and rng.random() < 0.15:
            found.append((g, p.copy()))
        chance = p.who == (meuse.CHANCE,)
        action = rng.choice(g.outcomes(p))[0] if chance else players[p.who[0]].choose(p.copy())
        g.apply(p, p.who[0], action)
    return found


@pytest.mark.rule("9.0e", "9.0f", "9.2a", "8.0j")
@pytest.mark.parametrize("seed", [1, 2])
def test_reach_agrees_with_moving_step_by_step(seed: int) -> None:
    for g, p in positions_with_movers(seed, 25):
        reach = Reach(g, p, p.frames[-1])
        walked = by_steps(g, p)
        assert set(reach.hexes()) == set(walked)
        assert {h: c for h, c in walked.items() if c < WHOLE_MOVE} == reach.cost


@pytest.mark.rule("9.0e", "9.2a", "9.2d")
def test_paths_lead_where_they_say_for_what_they_say() -> None:
    for g, p in positions_with_movers(3, 12):
        start = p.frames[-1]
        k = g.movement_class[start.movers[0]]
        reach = Reach(g, p, start)
        for hex in reach.cost:
            if hex == start.hex:
                continue
            for off_road in (False, True):
                price = reach.off_road_cost(hex) if off_road else reach.cost[hex]
                if price is None:
                    assert reach.way(hex, off_road=True) == []
                    continue
                after = walk(g, p, reach.way(hex, off_road), off_road)
                assert (after.hex, after.spent[k]) == (hex, price)
                assert not (off_road and after.by_road)


def walk(g: Sedan, p: SedanPosition, path: list[int], off_road: bool) -> Moving:
    at, side = p.copy(), p.who[0]
    for hex in path:
        off = f"offroad {g.hex_name(hex)}"
        last = off_road and hex == path[-1] and off in g.legal(at, side)
        g.apply(at, side, off if last else f"step {g.hex_name(hex)}")
    moving: Moving = at.frames[-1]
    return moving


@pytest.mark.rule("9.0f")
def test_a_unit_that_has_spent_everything_reaches_nothing_more() -> None:
    """Eight hexes of road at half a point are the four points of a regiment."""
    match = corps('"HQ 55" = "2728"\n"147 55" = "2728"', chit="X")
    do(match, "move fr-147-55-di", *["step 2628", "step 2728"] * 4)
    assert [action for action in legal(match) if action.startswith("step")] == []
    assert set(reach(match, "fr-147-55-di")) <= {"2728"}


@pytest.mark.rule("9.0f")
def test_what_a_unit_cannot_pay_for_is_out_of_its_reach() -> None:
    swamp = Sedan(overlay={"charts": {"terrain": {"clear": {"motorized": 20}}}})
    plain = {"game": "sedan", "turn": 2, "activation": "XIX", "mode": "move", "reinforcements": "none",
             "units": {"HQ 1 Pz": "2520", "I/1 1 Pz": "2520"}}
    match = Match(swamp, seed=1, situation=plain)
    do(match, "move de-i-1-1-pz")
    found = reach(match, "de-i-1-1-pz")
    beside = swamp.grid.names_of(swamp.grid.near[swamp.grid.bit["2520"]])
    assert [hex for hex in beside if hex in found] == [hex for hex in beside if f"step {hex}" in legal(match)]
    assert not set(beside) <= set(found)
    g, p = inside(match)
    assert not Reach(g, p, p.frames[-1]).single


@pytest.mark.rule("9.1f")
def test_what_a_starving_unit_can_pay_for_does_not_cost_its_whole_move() -> None:
    match = corps('"HQ 1 Pz" = "2520"\n"I/1 1 Pz" = { hex = "2520", unsupplied = 2 }')
    found = reach(match, "de-i-1-1-pz")
    assert found["2519"] == {"cost": 1, "path": ["2519"], "actions": ["move de-i-1-1-pz", "step 2519"]}
    assert "whole move" not in [way["cost"] for way in found.values()]


@pytest.mark.rule("9.3b")
def test_the_reach_of_a_mixed_stack_is_what_all_its_members_can_pay() -> None:
    match = table('scenario = "encirclement"\nturn = 6\nactivation = "X"\nmode = "move"\n'
                  '[units]\n"HQ 55" = "2520"\n"4 503" = "2520"')
    do(match, "move fr-4-503-gbc", "join fr-hq-55")
    found = reach(match, "fr-hq-55", "french")
    assert found
    for hex, way in found.items():
        after = match.copy()
        do(after, *way["actions"])
        assert piece(after, "fr-hq-55")["hex"] == piece(after, "fr-4-503-gbc")["hex"] == hex


@pytest.mark.rule("9.1f", "5.2j")
def test_foot_soldiers_keep_their_points_without_supply_and_so_have_no_hex_for_nothing() -> None:
    swamp = Sedan(overlay={"charts": {"terrain": {"clear": {"other": 20}}}})
    plain = {"game": "sedan", "turn": 2, "activation": "X", "mode": "move", "reinforcements": "none",
             "units": {"HQ 55": "2520", "147 55": {"hex": "2520", "unsupplied": 2}}}
    match = Match(swamp, seed=1, situation=plain)
    do(match, "move fr-147-55-di")
    beside = swamp.grid.names_of(swamp.grid.near[swamp.grid.bit["2520"]])
    found = reach(match, "fr-147-55-di")
    assert [hex for hex in beside if hex in found] == [hex for hex in beside if f"step {hex}" in legal(match)]
    assert not set(beside) <= set(found)


@pytest.mark.rule("9.1b")
def test_whoever_has_rowed_over_the_meuse_reaches_nothing_more_on_the_road_beyond() -> None:
    match = corps('"HQ 1 Pz" = "3413"\n"I/1 1 Pz" = "3414"', more='blown = ["3414-3415"]')
    do(match, "move de-i-1-1-pz", "step 3415")
    g, p = inside(match)
    assert Reach(g, p, p.frames[-1]).hexes() == [g.grid.bit["3415"]]


@pytest.mark.rule("9.2a")
def test_what_is_reached_by_road_alone_is_in_reach() -> None:
    match = corps('"HQ 55" = "2728"\n"147 55" = "2728"', chit="X")
    do(match, "move fr-147-55-di")
    g, p = inside(match)
    ahead = Reach(g, p, p.frames[-1])
    by_road = {g.hex_name(h) for h in ahead.cost if ahead.off_road_cost(h) is None} - {"2728"}
    assert by_road
    assert by_road <= set(reach(match, "fr-147-55-di"))


@pytest.mark.rule("9.3b", "9.0f")
def test_the_reach_of_a_stack_on_its_way_is_counted_for_whoever_has_least_left() -> None:
    """After Heavy and Light Woods the wheels have 2 points left and pay 2 for 1701, the horses 3 and pay 1."""
    match = corps('"15 5 DLC" = "1501"\n"11 Cur 5 DLC" = "1501"', chit="2A-Cav")
    do(match, "move fr-15-5-dlc", "join fr-11-cur-5-dlc", "step 1601", "step 1602")
    assert reach(match, "fr-15-5-dlc")["1701"]["cost"] == 2


@pytest.mark.rule("9.0f")
def test_what_has_been_spent_shortens_the_reach() -> None:
    match = corps('"HQ 55" = "2520"\n"147 55" = "2520"', chit="X")
    do(match, "move fr-147-55-di", "step 2519", "step 2520", "step 2519")
    found = reach(match, "fr-147-55-di")
    assert found
    for hex, way in found.items():
        after = match.copy()
        do(after, *way["actions"])
        assert piece(after, "fr-147-55-di")["hex"] == hex


@pytest.mark.rule("9.0f")
def test_whoever_has_spent_everything_has_no_way_on() -> None:
    match = corps('"HQ 55" = "2728"\n"147 55" = "2728"', chit="X")
    do(match, "move fr-147-55-di", *["step 2628", "step 2728"] * 4)
    told = explain(match, "way fr-147-55-di 2628")
    assert (told.total, told.parts[-1].rule) == ("out of reach", "9.0f")


def in_a_swamp(movement_class: str, chit: str, **units: Any) -> Match:
    """A Move mode in which open country costs 20 points."""
    swamp = Sedan(overlay={"charts": {"terrain": {"clear": {movement_class: 20}}}})
    plain = {"game": "sedan", "turn": 2, "activation": chit, "mode": "move", "reinforcements": "none", "units": units}
    return Match(swamp, seed=1, situation=plain)


@pytest.mark.rule("9.1f")
def test_the_one_hex_of_a_starving_unit_is_in_its_reach_as_the_whole_move_and_nothing_after_it() -> None:
    match = in_a_swamp("motorized", "XIX", **{"HQ 1 Pz": "2520", "I/1 1 Pz": {"hex": "2520", "unsupplied": 2}})
    assert reach(match, "de-i-1-1-pz")["2519"]["cost"] == "whole move"
    do(match, "move de-i-1-1-pz", "step 2519")
    assert reach(match, "de-i-1-1-pz") == {}


@pytest.mark.rule("9.1f", "5.2j")
def test_hungry_foot_soldiers_have_no_way_into_what_they_cannot_pay_for() -> None:
    match = in_a_swamp("other", "X", **{"HQ 55": "2520", "147 55": {"hex": "2520", "unsupplied": 2}})
    told = explain(match, "way fr-147-55-di 2519")
    assert (told.total, told.parts[-1].rule) == ("out of reach", "9.0f")
