"""12.0 OKW Events, 9.1b countermanding orders."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.rules.okw import OkwRoll
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import do, table

WEST_OF_MEUSE = '"pz38-1" = "N13"'
WEST_OF_SAMBRE = '"pz38-1" = "N10"'


def rolled(units: str, die: int, more: str = "") -> Desk:
    return Desk(f"{more}\n[units]\n{units}", OkwRoll()).chance(die)


# 12.0, 12.1


@pytest.mark.rule("12.0a")
@pytest.mark.parametrize(
    ("die", "event"), [(1, "halt"), (2, "flanks"), (3, "diverted"), (4, "none"), (5, "totenkopf"), (6, "fifth")]
)
def test_one_die_is_looked_up_in_the_table(die: int, event: str) -> None:
    desk = rolled("", die)
    (told,) = desk.told("okw event")
    assert (told["die"], told["net"], told["event"], told["modifiers"]) == (die, die, event, [])
    assert told["order"] is (event in ("halt", "flanks", "diverted"))


@pytest.mark.rule("11.0b")
def test_the_roll_opens_every_turn() -> None:
    match = table('phase = "A"\ndice = [4]\n[units]\n"fighter-1" = "pool"')
    assert match.view(None)["phase"] == "B1"
    assert match.legal("german") == ["done", "recruit fighter-1"]


@pytest.mark.rule("12.1a", "34.2d")
@pytest.mark.parametrize(
    ("units", "op", "net"),
    [
        ("", 40, 4), (WEST_OF_MEUSE, 40, 5), (WEST_OF_SAMBRE, 40, 6), ('"pz38-1" = "N14"', 40, 4),
        ('"pz38-1" = "M9"', 40, 5), ('"pz38-1" = "S12"', 40, 5), ('"pz38-1" = "S13"', 40, 4),
        ("", 15, 3), ("", 16, 4), (WEST_OF_SAMBRE, 15, 5),
        ('"niwi" = "M8"', 40, 6), ('"stuka-1" = "available"', 40, 4), ('"pz38-1" = "assembly"', 40, 4),
    ],
)
def test_all_modifiers_that_apply_are_added(units: str, op: int, net: int) -> None:
    desk = rolled(units, 4, f"op = {op}")
    assert desk.told("okw event")[0]["net"] == net


@pytest.mark.rule("12.1a")
def test_results_beyond_the_ends_use_the_first_and_the_last_row() -> None:
    assert rolled("", 1, "op = 10").told("okw event")[0] | {"says": ""} == {
        "die": 1, "modifiers": [["15 OP or fewer", -1]], "net": 0, "name": "Halt Order", "event": "halt", "says": "",
        "order": True,
    }
    assert rolled(WEST_OF_SAMBRE, 6).told("okw event")[0]["event"] == "commendation"


# 9.1b


@pytest.mark.rule("9.1b", "9.1a")
@pytest.mark.parametrize(("die", "price"), [(1, 3), (2, 2), (3, 2)])
def test_an_order_is_countermanded_for_its_price_and_then_ignored(die: int, price: int) -> None:
    desk = rolled('"stuka-1" = "available"', die)
    assert desk.legal == ["countermand", "obey"]
    desk.do("countermand")
    assert desk.op == 40 - price
    assert desk.orders == []
    assert desk.place("stuka-1") == "available"
    assert desk.over


@pytest.mark.rule("9.1b")
@pytest.mark.parametrize(("op", "asked"), [(4, True), (3, False)])
def test_who_cannot_pay_must_obey(op: int, asked: bool) -> None:
    desk = rolled('"pz38-1" = "N13"', 1, f"op = {op}")
    assert desk.over is not asked
    assert desk.orders == ([] if asked else ["halt"])


@pytest.mark.rule("9.1b")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_only_orders_can_be_countermanded(die: int) -> None:
    assert rolled("", die).over


@pytest.mark.rule("9.1b")
def test_nothing_else_is_done_before_the_decision() -> None:
    rolled("", 1).refused("done", "9.1b")


# what the rows do


@pytest.mark.rule("12.0a")
def test_a_halt_order_bars_exploitation() -> None:
    assert rolled("", 1).do("obey").orders == ["halt"]


@pytest.mark.rule("12.0a")
def test_guard_the_flanks_waits_for_the_operations_phase_to_fix_its_column() -> None:
    assert rolled("", 2).do("obey").orders == []
    match = table('phase = "A"\ndice = [2]\n[units]\n"pz38-1" = "N14"\n"krad-7" = "M16"\n"i-6" = "assembly"')
    do(match, "obey")
    assert match.view(None)["phase"] == "D2"
    assert match.view(None)["orders"] == ["flanks 14"]


@pytest.mark.rule("12.0a")
def test_one_available_air_unit_picked_at_random_is_diverted() -> None:
    desk = rolled('"stuka-1" = "available"\n"stuka-2" = "maintenance"\n"fighter-1" = "available"', 3).do("obey")
    assert desk.odds() == {"stuka-1": 1, "fighter-1": 1}
    desk.chance("fighter-1")
    assert (desk.place("fighter-1"), desk.place("stuka-1")) == ("maintenance", "available")
    alone = rolled('"stuka-1" = "available"', 3).do("obey")
    assert alone.over
    assert alone.place("stuka-1") == "maintenance"
    assert rolled("", 3).do("obey").over


@pytest.mark.rule("10.1b", "12.0a")
@pytest.mark.parametrize(("die", "formation", "units", "op"), [(5, "SS-T", 5, 1), (6, "5 Pz", 7, 2)])
def test_a_formation_is_released_at_no_cost_and_the_second_time_gives_points(
    die: int, formation: str, units: int, op: int
) -> None:
    desk = Desk('force = "start"', OkwRoll()).chance(die)
    (told,) = desk.told("released")
    assert told["formation"] == formation
    assert len(told["units"]) == units
    assert all(desk.place(id) == "assembly" for id in told["units"])
    assert list(desk.pieces.values()).count("reinforcements") == 12 - units
    assert desk.op == 40
    desk.open(OkwRoll()).chance(die)
    assert desk.op == 40 + op


@pytest.mark.rule("12.0a")
def test_the_main_effort_readies_up_to_two_air_units() -> None:
    units = WEST_OF_MEUSE + '\n"stuka-1" = "maintenance"\n"stuka-2" = "maintenance"\n"fighter-1" = "maintenance"'
    desk = rolled(units, 6)
    assert desk.told("okw event")[0]["event"] == "effort"
    desk.do("ready stuka-2")
    desk.refused("ready stuka-2", "12.0a")
    desk.do("ready fighter-1")
    assert desk.over
    assert [desk.place(id) for id in ("stuka-1", "stuka-2", "fighter-1")] == ["maintenance", "available", "available"]
    assert rolled(units, 6).do("done").over
    assert rolled(WEST_OF_MEUSE, 6).over


@pytest.mark.rule("12.0a", "9.0a")
@pytest.mark.parametrize(("op", "after"), [(30, 33), (49, 50)])
def test_a_commendation_raises_operations_points(op: int, after: int) -> None:
    assert rolled(WEST_OF_SAMBRE, 6, f"op = {op}").op == after


COSTLY = GhostDivision(None, {}, {"charts": {"okw": {"rows": [
    {"from": 1, "name": "Luftwaffe diverted", "event": "diverted", "countermand": 4, "op": -4, "says": "."},
    {"from": 4, "name": "Fuel for others", "event": "fuel", "op": -8, "says": "OP -8."},
    {"from": 6, "name": "SS-Totenkopf released", "event": "totenkopf", "op": -18, "says": "."},
]}}})


@pytest.mark.rule("12.0a", "3.6a")
@pytest.mark.parametrize(("op", "left", "over"), [(20, 12, False), (8, 0, True)])
def test_a_row_that_costs_points_can_end_the_game(op: int, left: int, over: bool) -> None:
    desk = Desk(f"op = {op}", OkwRoll(), game=COSTLY).chance(5)
    assert desk.told("op")[0]["change"] == -8
    assert (desk.p.op, desk.p.outcome is not None) == (left, over)


@pytest.mark.rule("12.0a", "3.6a")
@pytest.mark.parametrize(("op", "left", "over"), [(20, 2, False), (18, 0, True)])
def test_a_formation_that_has_come_already_can_cost_points_and_the_game(op: int, left: int, over: bool) -> None:
    desk = Desk(f'op = {op}\nforce = "start"', OkwRoll(), game=COSTLY).chance(6)
    assert desk.p.op == op
    desk.open(OkwRoll()).chance(6)
    assert (desk.p.op, desk.p.outcome is not None) == (left, over)


@pytest.mark.rule("12.0a")
@pytest.mark.parametrize(("place", "left"), [("available", 20), ("maintenance", 16), ("pool", 16)])
def test_a_diversion_without_an_available_air_unit_costs_points(place: str, left: int) -> None:
    desk = Desk(f'op = 20\n[units]\n"stuka-1" = "{place}"', OkwRoll(), game=COSTLY).chance(1).do("obey")
    assert desk.p.op == left


@pytest.mark.rule("12.0a")
@pytest.mark.parametrize(("die", "event"), [(4, "none"), (5, "totenkopf"), (6, "fifth")])
def test_an_air_unit_is_diverted_by_its_own_event_only(die: int, event: str) -> None:
    desk = rolled('"stuka-1" = "available"', die)
    assert desk.told("okw event")[0]["event"] == event
    assert desk.place("stuka-1") == "available"
