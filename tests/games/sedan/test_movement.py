"""9.0 Movement, 9.1 restrictions, 9.2 roads, 9.3 stacks."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.corps import CHART, TERRAIN, corps, cost, game
from tests.games.sedan.table import do, explain, happened, legal, piece, refused, table

LEADERS = {"X": '"HQ 55" = "2729"', "VII": '"HQ 36" = "2729"', "XIX": '"HQ 1 Pz" = "2729"', "2A-Cav": ""}


def shuttle(*hexes: str, times: int) -> list[str]:
    """So many steps to and fro between hexes."""
    return [f"step {hexes[i % len(hexes)]}" for i in range(times)]


# 9.0


@pytest.mark.rule("9.0a")
def test_activated_units_and_their_headquarters_may_move_and_nobody_else() -> None:
    match = corps('"HQ 55" = "2629"\n"147 55" = "2629"\n"331 55" = "3629"\n"21 Col 3 DIC" = "2629"\n"GD" = "2929"',
                  chit="X")
    assert [a for a in legal(match) if a.startswith("move ")] == ["move fr-147-55-di", "move fr-hq-55"]
    refused(match, "move fr-331-55-di", "6.0b")
    refused(match, "move fr-21-col-3-dic", "6.0a")
    refused(match, "move de-gd-gd", "2.6c")
    do(match, "move fr-hq-55", "step 2529", "stop", "move fr-147-55-di", "step 2529", "stop")
    assert piece(match, "fr-hq-55")["hex"] == piece(match, "fr-147-55-di")["hex"] == "2529"


@pytest.mark.rule("9.0b", "9.0f")
@pytest.mark.parametrize(
    ("chit", "name", "unit", "points"),
    [
        ("X", "147 55", "fr-147-55-di", 4),
        ("2A-Cav", "11 Cur 5 DLC", "fr-11-cur-5-dlc", 6),
        ("2A-Cav", "15 5 DLC", "fr-15-5-dlc", 8),
        ("VII", "118 36", "de-118-36-id", 6),
        ("XIX", "I/1 1 Pz", "de-i-1-1-pz", 10),
        ("XIX", "SR 1 1 Pz", "de-1-1-pz", 12),
    ],
)
@pytest.mark.parametrize("reduced", ["false", "true"])
def test_a_unit_has_as_many_points_as_its_last_numeral(
    chit: str, name: str, unit: str, points: int, reduced: str
) -> None:
    match = corps(f'"{name}" = {{ hex = "2729", reduced = {reduced} }}\n{LEADERS[chit]}', chit=chit)
    do(match, f"move {unit}", *shuttle("2629", "2729", times=points))
    refused(match, "step 2629", "9.0f", "has 0 left")


@pytest.mark.rule("9.0b")
@pytest.mark.parametrize(
    ("chit", "unit", "points"), [("X", "fr-hq-55", 4), ("VII", "de-hq-36", 6), ("XIX", "de-hq-1-pz", 12)]
)
def test_a_headquarters_too_has_as_many_points_as_its_last_numeral(chit: str, unit: str, points: int) -> None:
    match = corps(f'"{unit}" = "2729"', chit=chit)
    do(match, f"move {unit}", *shuttle("2629", "2729", times=points))
    refused(match, "step 2629", "9.0f")


@pytest.mark.rule("9.0c")
def test_a_unit_finishes_its_move_before_the_next_one_starts_and_does_not_take_it_up_again() -> None:
    match = corps('"HQ 55" = "2629"\n"147 55" = "2629"\n"331 55" = "2729"', chit="X")
    do(match, "move fr-147-55-di", "step 2529")
    refused(match, "move fr-331-55-di", "9.0c")
    refused(match, "end", "9.0c")
    do(match, "stop")
    refused(match, "move fr-147-55-di", "9.0c")
    do(match, "move fr-331-55-di", "stop")
    refused(match, "move fr-331-55-di", "9.0c")


FIGHT_FIRST = """
"HQ 1 Pz" = "3213"
"I/1 1 Pz" = "3214"
"II/1 1 Pz" = "3213"
"SR 2 2 Pz" = "due"
"331 55" = "3315"
"""


@pytest.mark.rule("9.0d")
def test_a_unit_that_fought_first_neither_moves_nor_works_afterwards() -> None:
    match = corps(FIGHT_FIRST, mode="open")
    do(match, "activate", "combat-move", "attack 3315", "with de-i-1-1-pz", "attack", "guns 0")
    refused(match, "move de-i-1-1-pz", "9.0d")
    refused(match, "demolish 3214-3315", "9.0d")
    refused(match, "attack 3315", "3.3d")
    do(match, "move de-ii-1-1-pz", "step 3313", "stop")
    do(match, "enter de-2-2-pz", "step 5405", "stop")
    assert happened(do(match, "end"), "chit done"), "no second Combat mode for the newcomer"


@pytest.mark.rule("9.0d")
def test_attacks_wait_until_the_move_mode_is_over() -> None:
    match = corps('"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2720"\n"331 55" = "2620"')
    for action in ("attack 2620", "with de-i-1-1-pz", "overrun"):
        refused(match, action, "9.0d")
    do(match, "end", "attack 2620")


@pytest.mark.rule("9.0d")
def test_once_the_fighting_has_begun_nobody_moves_any_more() -> None:
    match = corps(FIGHT_FIRST, mode="open")
    do(match, "activate", "move-combat", "move de-ii-1-1-pz", "stop", "end")
    refused(match, "move de-i-1-1-pz", "10.0e")
    refused(match, "enter de-2-2-pz", "10.0e")
    do(match, "attack 3315", "with de-i-1-1-pz")
    refused(match, "move de-i-1-1-pz", "10.1b")


@pytest.mark.rule("9.0e")
@pytest.mark.parametrize(
    ("terrain", "start", "to"),
    [
        ("clear", "2629", "2529"),
        ("light woods", "2013", "2014"),
        ("heavy woods", "2015", "2115"),
        ("town", "2314", "2315"),
        ("city", "3314", "3414"),
        ("maginot", "4019", "4119"),
    ],
)
@pytest.mark.parametrize(
    ("chit", "unit"),
    [
        ("XIX", "de-i-1-1-pz"), ("XIX", "de-1-1-pz"), ("XIX", "de-37-1-pz"), ("XIX", "de-hq-2-pz"),
        ("XXI", "fr-hq-3-dcr"), ("XXI", "fr-hq-3-dim"), ("XXXXI", "de-hq-2"),
        ("VII", "de-118-36-id"), ("VII", "de-hq-68"), ("2A-Cav", "fr-11-cur-5-dlc"), ("X", "fr-hq-71"),
    ],
)
def test_every_hex_costs_what_the_chart_says_for_the_class_of_the_unit(
    chit: str, unit: str, terrain: str, start: str, to: str
) -> None:
    leader = {"XIX": "HQ 1 Pz", "VII": "HQ 36"}.get(chit, unit)
    match = corps("\n".join(f'"{name}" = "{start}"' for name in {unit, leader}), chit=chit)
    board = game().board
    assert board.terrain[board.grid.bit[to]] == terrain
    do(match, f"move {unit}")
    motorized, other = TERRAIN[terrain]
    assert cost(match, to) == (motorized if chit in ("XIX", "XXI", "XXXXI") else other)


@pytest.mark.rule("9.0e")
def test_a_unit_goes_only_to_the_next_hex_and_pays_for_each() -> None:
    match = corps('"HQ 1 Pz" = "2015"\n"I/1 1 Pz" = "2015"')
    do(match, "move de-i-1-1-pz")
    refused(match, "step 2215", "9.0e")
    do(match, "step 2115", "step 2215")
    refused(match, "step 2114", "9.0f")
    do(match, "step 2116", "step 2016")
    refused(match, "step 2015", "9.0f")


@pytest.mark.rule("9.0e")
@pytest.mark.parametrize(("unit", "chit", "expected"), [("de-i-1-1-pz", "XIX", 3), ("de-118-36-id", "VII", 2)])
def test_wading_a_stream_costs_extra(unit: str, chit: str, expected: int) -> None:
    match = corps(f'"HQ 1 Pz" = "3716"\n"HQ 36" = "3716"\n"{unit}" = "3716"', chit=chit)
    do(match, f"move {unit}")
    assert cost(match, "3717") == expected
    do(match, "step 3717")
    assert cost(match, "3817") == 1


@pytest.mark.rule("9.0f")
def test_a_unit_may_stop_with_points_left_but_not_enter_a_hex_it_cannot_pay() -> None:
    match = corps('"HQ 1 Pz" = "2013"\n"I/1 1 Pz" = "2013"\n"II/1 1 Pz" = "2013"')
    do(match, "move de-i-1-1-pz", *shuttle("1914", "2013", times=8), "step 1914", "step 2013")
    refused(match, "step 2014", "9.0f")
    do(match, "stop", "move de-ii-1-1-pz", *shuttle("1914", "2013", times=8))
    assert cost(match, "2014") == 2
    do(match, "step 2014", "stop")
    assert piece(match, "de-ii-1-1-pz")["hex"] == "2014"


@pytest.mark.rule("9.0f")
def test_one_point_left_does_not_buy_a_hex_of_two() -> None:
    match = corps('"HQ 1 Pz" = "2013"\n"I/1 1 Pz" = "2013"')
    do(match, "move de-i-1-1-pz", *shuttle("1914", "2013", times=8), "step 1914")
    do(match, "step 2015")
    refused(match, "step 2014", "9.0f")


@pytest.mark.rule("9.0g")
def test_points_are_neither_lent_to_a_neighbour_nor_kept_for_tomorrow() -> None:
    match = corps('"HQ 55" = "2629"\n"147 55" = "2629"\n"331 55" = "2629"', chit="X", more='dice = ["X"]')
    do(match, "move fr-147-55-di", "stop")
    do(match, "move fr-331-55-di", *shuttle("2529", "2629", times=4))
    refused(match, "step 2529", "9.0f")
    do(match, "stop", "end", "done", "activate", "move-combat")
    assert match.view(None)["turn"] == 3
    do(match, "move fr-147-55-di", *shuttle("2529", "2629", times=4))
    refused(match, "step 2529", "9.0f")


# 9.1


MEUSE = '"HQ 1 Pz" = "3613"\n"I/1 1 Pz" = "{unit}"\n'


@pytest.mark.rule("9.1a", "9.1b")
def test_a_unit_that_starts_beside_the_meuse_may_row_over_with_its_whole_move() -> None:
    match = corps(MEUSE.format(unit="3514"))
    do(match, "move de-i-1-1-pz")
    assert cost(match, "3515") == "whole move"
    do(match, "step 3515")
    assert piece(match, "de-i-1-1-pz")["hex"] == "3515"
    assert legal(match) == ["stop"]
    refused(match, "step 3416", "9.1b")


@pytest.mark.rule("9.1a", "9.1b")
def test_a_unit_that_had_to_walk_to_the_meuse_does_not_row_over() -> None:
    match = corps(MEUSE.format(unit="3613"))
    do(match, "move de-i-1-1-pz", "step 3514")
    refused(match, "step 3515", "9.1a")


@pytest.mark.rule("9.1a", "9.1b")
def test_starting_beside_another_stretch_of_the_river_is_not_enough() -> None:
    match = corps(MEUSE.format(unit="3615"))
    do(match, "move de-i-1-1-pz", "step 3514")
    refused(match, "step 3515", "9.1a")


@pytest.mark.rule("9.1a")
def test_a_bridge_carries_a_unit_over_in_mid_move_until_it_is_blown() -> None:
    match = corps(MEUSE.format(unit="3514"))
    do(match, "move de-i-1-1-pz", "step 3414", "step 3415", "step 3315")
    assert piece(match, "de-i-1-1-pz")["hex"] == "3315"
    blown = corps(MEUSE.format(unit="3514"), more='blown = ["3414-3415"]')
    do(blown, "move de-i-1-1-pz", "step 3414")
    refused(blown, "step 3415", "9.1a")
    beside = corps(MEUSE.format(unit="3414"), more='blown = ["3414-3415"]')
    do(beside, "move de-i-1-1-pz", "step 3415")
    assert legal(beside) == ["stop"]


@pytest.mark.rule("9.1c")
def test_nobody_rows_over_out_of_an_enemy_zone() -> None:
    match = corps(MEUSE.format(unit="3514") + '"11 Cur 5 DLC" = "3614"')
    do(match, "move de-i-1-1-pz")
    refused(match, "step 3515", "9.1c")


@pytest.mark.rule("9.1c", "8.0m")
def test_nobody_rows_over_into_an_enemy_zone() -> None:
    match = corps(MEUSE.format(unit="3514") + '"147 55" = "3416"')
    do(match, "move de-i-1-1-pz")
    refused(match, "step 3515", "8.0m")


ASSAULT = """
"147 55" = {{ hex = "3415", reduced = true }}
"HQ {division}" = "3413"
"{bridge}" = "3414"
"{water}" = "3314"
"""


@pytest.mark.rule("9.1d")
@pytest.mark.parametrize(
    ("chit", "division", "bridge", "water"),
    [("VII", "36", "118 36", "87 36"), ("XIX", "1 Pz", "SR 1 1 Pz", "GD"), ("XIX", "1 Pz", "I/1 1 Pz", "II/1 1 Pz")],
)
def test_an_advance_crosses_the_meuse_only_by_a_bridge(chit: str, division: str, bridge: str, water: str) -> None:
    units = ASSAULT.format(division=division, bridge=bridge, water=water)
    match = corps(units, chit=chit, mode="combat", result="-/1R2")
    ids = {name: next(c.id for c in game().counters if c.name == name) for name in (bridge, water)}
    do(match, "attack 3415", "all", "attack", "guns 0")
    assert piece(match, "fr-147-55-di")["place"] == "eliminated"
    assert legal(match) == [f"advance {ids[bridge]}", "done"]
    refused(match, f"advance {ids[water]}", "9.1d")
    do(match, f"advance {ids[bridge]}")
    assert piece(match, ids[bridge])["hex"] == "3415"


def driven_back(hex: str, by: str, units: str = "", more: str = "") -> tuple[Match, list[meuse.Event]]:
    """A regiment is sent two hexes back by the panzers in a neighbouring hex."""
    units = f'"147 55" = "{hex}"\n"HQ 1 Pz" = "{by}"\n"I/1 1 Pz" = "{by}"\n{units}'
    match = corps(units, mode="combat", more=more, result="-/R2")
    return match, do(match, f"attack {hex}", "with de-i-1-1-pz", "attack", "guns 0")


ROUND_SEDAN = '"II/1 1 Pz" = "3512"\n"I/2 1 Pz" = "3313"'
"""They control the hexes by which a unit at 3514 could get away on the east bank."""


@pytest.mark.rule("9.1d")
def test_a_retreat_crosses_the_meuse_by_a_bridge() -> None:
    _, events = driven_back("3514", "3614", ROUND_SEDAN)
    assert [r["hex"] for r in happened(events, "retreat")] == ["3414", "3415"]


@pytest.mark.rule("9.1d")
def test_a_unit_with_its_back_to_the_meuse_is_lost_once_the_bridge_is_blown() -> None:
    match, events = driven_back("3514", "3614", ROUND_SEDAN, 'blown = ["3414-3415"]')
    assert happened(events, "retreat") == []
    assert piece(match, "fr-147-55-di")["place"] == "eliminated"


@pytest.mark.rule("9.1d")
def test_a_retreat_goes_round_rather_than_over_the_meuse() -> None:
    match, _ = driven_back("3514", "3614", more='blown = ["3414-3415"]')
    do(match, "step 3414")
    refused(match, "step 3415", "9.1d")
    do(match, "step 3314")


@pytest.mark.rule("9.1e")
def test_a_retreat_may_wade_a_stream() -> None:
    match, _ = driven_back("3315", "3415")
    assert "step 3216" in legal(match), "3216 lies over the Bar, where there is no bridge"
    do(match, "step 3216")
    assert piece(match, "fr-147-55-di")["hex"] == "3216"


HUNGRY = """
"HQ 1 Pz" = "4113"
"SR 1 1 Pz" = { hex = "4113", unsupplied = 2 }
"11 Cur 5 DLC" = "4114"
"""


@pytest.mark.rule("9.1f")
def test_a_unit_slowed_by_hunger_may_always_move_one_hex() -> None:
    """Heavy woods four, the Semois two, out of an enemy zone one: seven points, and it has six."""
    match = corps(HUNGRY)
    do(match, "move de-1-1-pz")
    assert piece(match, "de-1-1-pz")["move"] == 6
    assert cost(match, "4213") == 7
    do(match, "step 4213")
    assert piece(match, "de-1-1-pz")["hex"] == "4213"
    refused(match, "step 4214", "9.0f")


@pytest.mark.rule("9.1f")
def test_the_one_free_hex_is_the_first_and_lifts_no_ban() -> None:
    match = corps('"HQ 1 Pz" = "4113"\n"SR 1 1 Pz" = { hex = "4113", unsupplied = 2 }')
    do(match, "move de-1-1-pz", "step 4014", "step 4113")
    refused(match, "step 4213", "9.0f")
    river = corps('"HQ 1 Pz" = "3716"\n"SR 1 1 Pz" = { hex = "3716", unsupplied = 2 }\n"147 55" = "3718"')
    do(river, "move de-1-1-pz")
    refused(river, "step 3717", "8.0m")


@pytest.mark.rule("9.1f")
@pytest.mark.parametrize("hungry", [0, 1])
def test_a_unit_that_hunger_has_not_slowed_has_no_free_hex(hungry: int) -> None:
    match = corps(f'"4 503" = {{ hex = "4113", unsupplied = {hungry} }}\n"HQ 55" = "4014"\n"GD" = "4114"', chit="X")
    do(match, "move fr-4-503-gbc")
    assert cost(match, "4213") == 7
    refused(match, "step 4213", "9.0f")


@pytest.mark.rule("9.1g")
@pytest.mark.parametrize(
    ("unit", "supplied", "out"),
    [
        ("de-1-1-pz", 12, 6), ("de-i-1-1-pz", 10, 5), ("fr-15-5-dlc", 8, 4), ("fr-5-5-dlc", 8, 4),
        ("de-hq-1-pz", 12, 6), ("fr-hq-55", 4, 2), ("de-hq-36", 6, 3),
        ("fr-147-55-di", 4, 4), ("de-118-36-id", 6, 6), ("fr-11-cur-5-dlc", 6, 6),
    ],
)
def test_without_supply_motors_and_headquarters_go_half_as_far(unit: str, supplied: int, out: int) -> None:
    for hungry, points in ((0, supplied), (1, supplied), (2, out), (3, out)):
        match = corps(f'"{unit}" = {{ hex = "2629", unsupplied = {hungry} }}')
        assert piece(match, unit)["move"] == points


@pytest.mark.rule("9.1g")
def test_half_of_an_odd_allowance_is_rounded_up() -> None:
    odd = Sedan(overlay={"units": {"units": {"de-hq-1-pz": {"move": 11}}}})
    hungry = {"hex": "2629", "unsupplied": 2}
    match = Match(odd, situation={"game": "sedan", "activation": "XIX", "mode": "move", "units": {"HQ 1 Pz": hungry}})
    assert piece(match, "de-hq-1-pz")["move"] == 6


@pytest.mark.rule("9.1g")
def test_a_hungry_panzer_battalion_goes_five_hexes() -> None:
    match = corps('"HQ 1 Pz" = "2629"\n"I/1 1 Pz" = { hex = "2629", unsupplied = 2 }')
    do(match, "move de-i-1-1-pz", *shuttle("2529", "2629", times=5))
    refused(match, "step 2629", "9.0f")


# 9.2


@pytest.mark.rule("9.2a")
def test_along_a_road_a_unit_goes_two_hexes_a_point() -> None:
    """French foot, four points: eight hexes of the road to Reims, and not the ninth."""
    match = corps('"HQ 55" = "2827"\n"147 55" = "2927"', chit="X")
    road = ["2827", "2728", "2628", "2528", "2428", "2328", "2329", "2229"]
    do(match, "move fr-147-55-di")
    for hex in road:
        assert cost(match, hex) == 0.5
        (step,) = happened(do(match, f"step {hex}"), "step")
        assert step["road"] is True
    refused(match, "step 2129", "9.0f")


@pytest.mark.rule("9.2a")
def test_two_road_hexes_without_a_road_between_them_cost_the_ordinary_rate() -> None:
    match = corps('"HQ 1 Pz" = "4019"\n"I/1 1 Pz" = "4019"')
    do(match, "move de-i-1-1-pz")
    assert cost(match, "4018") == 0.5
    assert cost(match, "4119") == 2, "a fort, and no road from here"


@pytest.mark.rule("9.2a")
def test_the_road_rate_makes_light_of_woods() -> None:
    match = corps('"HQ 1 Pz" = "3809"\n"I/1 1 Pz" = "3809"')
    do(match, "move de-i-1-1-pz")
    assert cost(match, "3710") == 0.5
    assert cost(match, "3709") == 4


MARKED = '"HQ 55" = "2827"\n"147 55" = "2728"'


@pytest.mark.rule("9.2c")
def test_a_unit_that_ends_its_march_on_the_road_keeps_its_marker_over_the_turn() -> None:
    match = corps(MARKED, chit="X", more='dice = ["X"]')
    do(match, "move fr-147-55-di", "step 2628", "stop")
    assert piece(match, "fr-147-55-di")["road"] is True
    do(match, "end", "done")
    assert match.view(None)["turn"] == 3
    assert piece(match, "fr-147-55-di")["road"] is True
    do(match, "activate", "move-combat", "move fr-147-55-di", "step 2528", "step 2529", "stop")
    assert "road" not in piece(match, "fr-147-55-di"), "its last hex was not entered by road"


@pytest.mark.rule("9.2c", "9.2d")
def test_a_marker_of_yesterday_may_be_kept_or_dropped() -> None:
    marked = ('"HQ 55" = "2827"\n"147 55" = { hex = "2728", road = true }\n"331 55" = "2728"\n'
              '"21 Col 3 DIC" = { hex = "2628", road = true }')
    match = corps(marked, chit="X")
    refused(match, "unmark fr-331-55-di", "9.2d")
    refused(match, "unmark fr-21-col-3-dic", "6.0a")
    do(match, "move fr-331-55-di", "stop", "unmark fr-147-55-di")
    assert "road" not in piece(match, "fr-147-55-di")
    do(match, "move fr-147-55-di", "step 2628", "stop")
    assert piece(match, "fr-147-55-di")["road"] is True
    refused(match, "unmark fr-147-55-di", "9.0c")


@pytest.mark.rule("9.2d", "9.0d")
def test_a_unit_that_has_fought_may_drop_its_old_road_move_marker_too() -> None:
    match = table('turn = 3\nactivation = "X"\nreinforcements = "none"\ndice = [4, 5]\n'
                  '[air]\ngerman = {}\nfrench = {}\n'
                  '[units]\n"HQ 55" = "3418"\n"147 55" = { hex = "3415", road = true }\n"331 55" = "3416"\n'
                  '"GD" = "3414"')
    do(match, "activate", "combat-move", "attack 3414", "with fr-147-55-di", "attack", "guns 0")
    refused(match, "move fr-147-55-di", "9.0d")
    refused(match, "unmark fr-331-55-di", "9.2d")
    do(match, "unmark fr-147-55-di")
    refused(match, "unmark fr-147-55-di", "9.2d")
    do(match, "move fr-331-55-di", "step 3415", "stop", "end")
    assert piece(match, "fr-147-55-di")["hex"] == piece(match, "fr-331-55-di")["hex"] == "3415"


@pytest.mark.rule("9.2d")
def test_road_movement_may_be_called_off_for_the_ordinary_cost() -> None:
    """Four points: two road hexes for one, then three at the ordinary rate."""
    match = corps(MARKED, chit="X")
    do(match, "move fr-147-55-di", "step 2628", "step 2528", "offroad 2428", "offroad 2328", "offroad 2329")
    refused(match, "offroad 2229", "9.0f")
    refused(match, "step 2229", "9.0f")
    do(match, "stop")
    assert "road" not in piece(match, "fr-147-55-di")


@pytest.mark.rule("9.2d")
def test_there_is_nothing_to_call_off_away_from_the_road() -> None:
    match = corps(MARKED, chit="X")
    do(match, "move fr-147-55-di")
    refused(match, "offroad 2729", "9.2d")


@pytest.mark.rule("9.2e", "13.0h")
def test_a_roadblock_takes_the_road_rate_from_who_enters_its_hex_but_not_from_who_leaves_it() -> None:
    match = corps(MARKED, chit="X", more='roadblocks = ["2628"]')
    do(match, "move fr-147-55-di")
    assert cost(match, "2628") == 1
    refused(match, "offroad 2628", "9.2d")
    (step,) = happened(do(match, "step 2628"), "step")
    assert step["road"] is False
    assert cost(match, "2528") == 0.5
    do(match, "step 2528", "step 2428", "step 2328", "step 2329", "step 2229", "step 2129")
    refused(match, "step 2229", "9.0f")


# 9.3


STACK = """
"HQ 1 Pz" = "2629"
"I/1 1 Pz" = "2629"
"SR 1 1 Pz" = "2629"
"II/1 1 Pz" = "2529"
"""


@pytest.mark.rule("9.3a")
def test_units_that_begin_together_may_move_together() -> None:
    match = corps(STACK)
    do(match, "move de-i-1-1-pz")
    refused(match, "join de-ii-1-1-pz", "9.3a")
    do(match, "join de-1-1-pz", "join de-hq-1-pz", "step 2529")
    refused(match, "join de-ii-1-1-pz", "9.3a")
    assert match.view(None)["moving"] == ["de-i-1-1-pz", "de-1-1-pz", "de-hq-1-pz"]
    do(match, "step 2429", "stop")
    assert {piece(match, u)["hex"] for u in ("de-i-1-1-pz", "de-1-1-pz", "de-hq-1-pz")} == {"2429"}
    refused(match, "move de-1-1-pz", "9.0c")


@pytest.mark.rule("9.3a")
def test_a_unit_that_has_moved_into_the_hex_does_not_join_a_stack_there() -> None:
    match = corps(STACK)
    do(match, "move de-ii-1-1-pz", "step 2629", "stop", "move de-i-1-1-pz")
    refused(match, "join de-ii-1-1-pz", "9.3a")


@pytest.mark.rule("9.3b", "9.3c")
def test_a_stack_goes_as_far_as_its_slowest_member_unless_it_is_dropped_off() -> None:
    match = corps(STACK)
    do(match, "move de-i-1-1-pz", "join de-1-1-pz", *shuttle("2630", "2629", times=10))
    refused(match, "step 2630", "9.0f")
    do(match, "drop de-i-1-1-pz", "step 2630", "step 2629")
    assert piece(match, "de-i-1-1-pz")["hex"] == "2629"
    refused(match, "step 2630", "9.0f")


@pytest.mark.rule("9.3b")
def test_every_member_of_a_stack_pays_its_own_cost() -> None:
    """In heavy woods lorries pay four of their eight points, horses two of their six."""
    match = corps('"15 5 DLC" = "2015"\n"11 Cur 5 DLC" = "2015"', chit="2A-Cav")
    do(match, "move fr-11-cur-5-dlc", "join fr-15-5-dlc", "step 2115", "step 2215")
    refused(match, "step 2114", "9.0f")
    do(match, "drop fr-15-5-dlc", "step 2114")
    refused(match, "step 2115", "9.0f")
    assert piece(match, "fr-15-5-dlc")["hex"] == "2215"
    assert piece(match, "fr-11-cur-5-dlc")["hex"] == "2114"


@pytest.mark.rule("9.3c")
def test_a_member_dropped_off_is_done_and_the_rest_may_drop_more() -> None:
    match = corps(STACK)
    do(match, "move de-i-1-1-pz", "join de-1-1-pz", "join de-hq-1-pz")
    refused(match, "drop de-1-1-pz", "9.3c")
    do(match, "step 2628", "drop de-1-1-pz", "step 2528", "drop de-hq-1-pz", "step 2428", "stop")
    assert [piece(match, u)["hex"] for u in ("de-1-1-pz", "de-hq-1-pz", "de-i-1-1-pz")] == ["2628", "2528", "2428"]
    refused(match, "move de-1-1-pz", "9.0c")
    assert "road" not in piece(match, "de-1-1-pz"), "it left the fields for the road"
    assert piece(match, "de-hq-1-pz")["road"] is True


@pytest.mark.rule("8.0h", "9.3c")
def test_nobody_is_dropped_off_by_a_stack_that_has_been_stopped() -> None:
    match = corps('"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2820"\n"II/1 1 Pz" = "2820"\n"331 55" = "2620"')
    do(match, "move de-i-1-1-pz", "join de-ii-1-1-pz", "step 2720")
    assert legal(match) == ["stop"]
    refused(match, "drop de-i-1-1-pz", "9.3c")


@pytest.mark.rule("9.0e", "9.1b", "9.2a", "4.0a")
@pytest.mark.parametrize(("units", "actions", "rule"), [
    ('"HQ 1 Pz" = "2520"\n"I/1 1 Pz" = "2520"', ["move de-i-1-1-pz", "step 2519"], "9.0e"),
    ('"HQ 1 Pz" = "2728"\n"I/1 1 Pz" = "2728"', ["move de-i-1-1-pz", "step 2628"], "9.2a"),
    ('"HQ 1 Pz" = "2728"\n"I/1 1 Pz" = "2728"', ["move de-i-1-1-pz", "offroad 2628"], "9.0e"),
    ('"HQ 1 Pz" = "3514"\n"I/1 1 Pz" = "3514"', ["move de-i-1-1-pz", "step 3515"], "9.1b"),
    ('"HQ 1 Pz" = "due"', ["enter de-hq-1-pz", "step 5408"], "9.2a"),
    ('"HQ 1 Pz" = "due"', ["enter de-hq-1-pz", "offroad 5408"], "4.0a"),
])
def test_a_step_is_told_with_the_rule_that_it_goes_by(units: str, actions: list[str], rule: str) -> None:
    told = [event.rule for event in do(corps(units), *actions) if event.what == "step"]
    assert told == [rule]


@pytest.mark.rule("9.1a")
def test_the_meuse_is_explained_as_closed_after_a_single_step() -> None:
    match = corps('"HQ 1 Pz" = "3513"\n"I/1 1 Pz" = "3513"')
    do(match, "move de-i-1-1-pz", "step 3514")
    told = explain(match, "step 3515")
    assert (told.total, [part.rule for part in told.parts]) == ("not allowed", ["9.1a"])


@pytest.mark.rule("9.0e", "8.0j")
@pytest.mark.parametrize(("chit", "hq", "unit", "id"), [
    ("XIX", "HQ 1 Pz", "I/1 1 Pz", "de-i-1-1-pz"), ("VII", "HQ 36", "118 36", "de-118-36-id"),
])
def test_a_step_is_explained_part_by_part(chit: str, hq: str, unit: str, id: str) -> None:
    match = corps(f'"{hq}" = "2720"\n"{unit}" = "2720"\n"331 55" = "2620"', chit=chit)
    do(match, f"move {id}")
    told = explain(match, "step 2820")
    assert told.total == 2
    assert [(part.label, part.value, part.rule) for part in told.parts] == [
        ("clear", 1, "9.0e"), ("leaving an enemy zone of control", 1, "8.0j"),
    ]


IN_THE_WOODS = '"15 5 DLC" = "1501"\n"11 Cur 5 DLC" = "1501"'
"""Dragoons on wheels with 8 points and horsemen with 6. Behind 1501 lie Heavy Woods in 1601 and light ones in 1602: the
wheels pay 4 and 2 there and have 2 left, the horses 2 and 1 and have 3 left."""
RIDE_AND_DRIVE = ["move fr-15-5-dlc", "join fr-11-cur-5-dlc", "step 1601", "step 1602"]


@pytest.mark.rule("9.3b", "9.0f")
def test_the_member_of_a_stack_that_has_least_left_is_named_when_it_cannot_pay() -> None:
    match = corps(IN_THE_WOODS, chit="2A-Cav")
    do(match, *RIDE_AND_DRIVE)
    refused(match, "step 1601", "9.0f", "1601 costs 4, but 15 5 DLC has 2 left")


@pytest.mark.rule("9.3b")
@pytest.mark.parametrize(("order", "points"), [
    (["move fr-15-5-dlc", "join fr-11-cur-5-dlc"], 4), (["move fr-11-cur-5-dlc", "join fr-15-5-dlc"], 2),
])
def test_a_step_is_explained_for_the_unit_that_was_picked_first(order: list[str], points: int) -> None:
    match = corps(IN_THE_WOODS, chit="2A-Cav")
    do(match, *order)
    assert cost(match, "1601") == points


@pytest.mark.rule("9.2a")
def test_a_step_by_road_is_explained_as_such() -> None:
    match = corps('"HQ 1 Pz" = "2728"\n"I/1 1 Pz" = "2728"')
    do(match, "move de-i-1-1-pz")
    told = explain(match, "step 2628")
    assert (told.total, [(part.label, part.value) for part in told.parts]) == (0.5, [("Road Movement", 0.5)])


@pytest.mark.rule("9.3b", "9.0f")
@pytest.mark.parametrize(("actions", "part"), [
    (["move fr-15-5-dlc"], ("movement points left", "8")),
    (["move fr-15-5-dlc", "step 1601"], ("movement points left", "4")),
    (["move fr-15-5-dlc", "join fr-11-cur-5-dlc"], ("slowed by 11 Cur 5 DLC", "6 of 8 points")),
    (RIDE_AND_DRIVE, ("slowed by 15 5 DLC", "2 of 3 points")),
], ids=["alone", "alone and on the way", "two", "two on the way"])
def test_who_slows_a_stack_is_explained_by_what_each_has_left(actions: list[str], part: tuple[str, str]) -> None:
    match = corps(IN_THE_WOODS, chit="2A-Cav")
    do(match, *actions)
    assert [(p.label, p.value) for p in explain(match, "stack").parts][1:] == [part]


@pytest.mark.rule("9.2d", "9.0f")
def test_whoever_can_pay_for_the_road_only_does_not_call_it_off() -> None:
    match = corps('"HQ 55" = "2728"\n"147 55" = "2728"', chit="X")
    do(match, "move fr-147-55-di", *shuttle("2628", "2728", times=7))
    assert "step 2728" in legal(match)
    refused(match, "offroad 2728", "9.0f", "2728 costs 1, but 147 55 has 0.5 left")


def on_other_roads(motorized: float, other: float, chit: str, **units: str) -> Match:
    """A Move mode in which roads have another price."""
    chart = {**CHART, "road": {"motorized": motorized, "other": other}}
    plain = {"game": "sedan", "turn": 2, "activation": chit, "mode": "move", "reinforcements": "none", "units": units}
    return Match(Sedan(overlay={"charts": chart}), seed=1, situation=plain)


@pytest.mark.rule("9.2d")
def test_a_road_that_saves_nothing_is_not_used() -> None:
    match = on_other_roads(1, 1, "X", **{"HQ 55": "2728", "147 55": "2728"})
    do(match, "move fr-147-55-di")
    assert "offroad 2628" not in legal(match)
    assert [event["road"] for event in happened(do(match, "step 2628"), "step")] == [False]


@pytest.mark.rule("9.2a", "9.3b")
def test_a_stack_in_which_somebody_cannot_pay_for_the_road_goes_across_country() -> None:
    """With roads dear for horses, the third hex would cost them 3 of their last 2 points."""
    match = on_other_roads(0.5, 3, "2A-Cav", **{"15 5 DLC": "2728", "11 Cur 5 DLC": "2728"})
    do(match, "move fr-15-5-dlc", "join fr-11-cur-5-dlc", "step 2628", "offroad 2728")
    assert [event["road"] for event in happened(do(match, "step 2628"), "step")] == [False]
    assert explain(match, "stack").parts[1].value == "1 of 5.5 points"


@pytest.mark.rule("4.0c", "9.0f")
def test_a_reinforcement_that_can_pay_for_the_road_only_does_not_call_it_off() -> None:
    bog = Sedan(overlay={"charts": {"terrain": {"light woods": {"motorized": 90}}}})
    match = Match(bog, seed=1, situation={"game": "sedan", "turn": 2, "activation": "XIX", "mode": "move",
                                          "units": {"HQ 1 Pz": "due"}})
    do(match, "enter de-hq-1-pz")
    assert legal(match) == ["step 5408", "stop"]
    refused(match, "offroad 5408", "9.0f")
