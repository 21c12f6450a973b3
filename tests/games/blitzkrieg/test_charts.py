"""2.4 The tables: their shapes, what the rules fix of them, and that odds and dice never hurt."""

from __future__ import annotations

import re
from typing import Any

import pytest

from meuse.engine.contract import BadInput
from meuse.games.blitzkrieg.box.chartfile import ALL, Table
from tests.games.blitzkrieg.box import BOX, CHARTS, with_data

TABLES: tuple[Table, ...] = ("probe", "assault", "combined_arms")


@pytest.mark.rule("15.6a", by="data")
@pytest.mark.parametrize(
    ("attack", "defence", "heading"),
    [
        (20, 13, "150-199"), (10, 13, "50-99"), (1, 30, "0-49"), (12, 8, "150-199"), (119, 80, "100-149"),
        (10, 1, "600+"),
    ],
)
def test_columns_of_the_combat_tables(attack: int, defence: int, heading: str) -> None:
    assert BOX.crt.columns[BOX.crt.column(attack, defence)] == heading


@pytest.mark.rule("15.8a", by="data")
def test_shifts_stay_on_the_table() -> None:
    assert BOX.crt.columns[BOX.crt.shifted(BOX.crt.column(2, 1), -2)] == "100-149"
    assert BOX.crt.columns[BOX.crt.shifted(BOX.crt.column(10, 1), -1)] == "500-599"
    assert BOX.crt.shifted(8, 3) == 8
    assert BOX.crt.shifted(0, -1) == 0


@pytest.mark.rule("2.4a", by="data")
def test_the_three_tables_use_every_result() -> None:
    assert {code for rows in BOX.crt.rows.values() for row in rows for code in row} == set(CHARTS.results)
    assert BOX.crt.result("combined_arms", 8, 6) == "RT4"
    assert BOX.crt.result("probe", 0, 1) == "A1R"


def worth(code: Any) -> int:
    """A result as the attacker sees it: losses and retreat of three units against two."""
    result = CHARTS.results[code]

    def cost(toll: Any, units: int) -> int:
        killed, fatigued = (units if n == ALL else n for n in (toll.eliminate, toll.fatigue))
        return 4 * killed + 2 * fatigued + 2 * toll.retreat

    return cost(result.defender, 2) - cost(result.attacker, 3)


@pytest.mark.parametrize("table", TABLES)
def test_odds_and_dice_never_hurt_the_attacker(table: Table) -> None:
    rows = BOX.crt.rows[table]
    for line in [*rows, *zip(*rows, strict=True)]:
        values = [worth(code) for code in line]
        assert values == sorted(values), line


@pytest.mark.rule("N.c", "15.6b", by="data")
def test_what_the_tables_are_for() -> None:
    def mean(table: Table, column: int, side: str) -> float:
        tolls = [getattr(CHARTS.results[BOX.crt.result(table, column, die)], side) for die in range(1, 7)]
        return sum(2 if t.fatigue == ALL else t.fatigue for t in tolls) / 6

    for column in range(2, 9):
        assert mean("assault", column, "defender") > mean("probe", column, "defender")
        assert mean("assault", column, "attacker") >= mean("combined_arms", column, "attacker")
    for table in TABLES:
        results = [CHARTS.results[BOX.crt.result(table, 0, die)] for die in range(1, 7)]
        assert all(r.defender.fatigue == r.defender.retreat == r.defender.eliminate == 0 for r in results)


@pytest.mark.rule("16.2.3a", "16.2.2_2a", by="data")
def test_pursuit_is_granted_by_results() -> None:
    assert {code for code, r in CHARTS.results.items() if r.mech_pursuit} == {"DP3", "RT4", "DE"}
    assert {code for code, r in CHARTS.results.items() if r.advance} == {"A2R", "AP"}
    for code, r in CHARTS.results.items():
        assert not (r.pursuit and r.advance), code
        assert r.mech_pursuit == 0 or r.mech_pursuit > r.pursuit, code
        assert bool(r.defender.retreat or r.defender.eliminate) == bool(r.pursuit), code


@pytest.mark.rule("25.1a", "25.3a", by="data")
def test_the_air_superiority_table() -> None:
    assert BOX.air_table.result(24, 6) == (2, 3), "the example of the rules"
    assert BOX.air_table.result(20, 6) == (2, 3)
    assert BOX.air_table.result(0, 6) == (0, 0)
    assert BOX.air_table.result(500, 6) == (6, 6)
    for line in [*BOX.air_table.rows, *zip(*BOX.air_table.rows, strict=True)]:
        losses = [2 * killed + fatigued for killed, fatigued in line]
        assert losses == sorted(losses)


@pytest.mark.rule("26.1a", "26.7.1b", by="data")
def test_the_ground_attack_table() -> None:
    table = BOX.ground_table
    assert [table.column(n) for n in (0, 1, 2, 3, 4, 5, 6, 7, 9, 50)] == [0, 0, 1, 2, 3, 4, 4, 5, 6, 6]
    assert table.column(9, 1) == 6
    assert table.column(1, -1) == 0
    assert table.on_units(table.column(6, 1), 5) == "FT"
    assert table.on_feature(6, 2)
    assert not table.on_feature(0, 5)
    order = ("-", "T", "F", "FT", "2F")
    for line in [*table.rows, *zip(*table.rows, strict=True)]:
        ranks = [order.index(code) for code in line]
        assert ranks == sorted(ranks)


@pytest.mark.rule("12.3.1a", "11.1a", "13.1.2a", "15.10.1a", by="data")
def test_the_terrain_chart() -> None:
    shown = {word: (e.foot, e.mech, e.land, e.air, e.zoc, e.jam) for word, e in CHARTS.terrain.items()}
    assert shown == {
        "clear": (1, 1, 0, 0, True, False), "broken": (2, 2, -1, 0, True, False), "rough": (2, 3, -2, -1, True, True),
        "mountain": (3, 4, -3, -1, False, True),
    }
    fort = CHARTS.features["fort"]
    assert (fort.land, fort.reduced) == (-3, -1)
    assert CHARTS.features["entrenched"].land == CHARTS.features["entrenched"].air == -1


@pytest.mark.rule("7.2a", "7.2b", by="data")
def test_shock_thresholds_in_the_order_of_rolling() -> None:
    assert list(CHARTS.shock.thresholds.items()) == [
        ("netherlands", 8), ("belgium", 19), ("france", 51), ("britain", 50), ("germany", 45),
    ]
    great, small = CHARTS.shock.effects.great, CHARTS.shock.effects.small
    assert great.crisis == 6, "no great power collapses on the very first point"
    assert (small.none, small.paralysis, small.crisis) == (1, 2, 2)
    assert great.stands == ("britain",)


@pytest.mark.rule("N.n", "N.i", "N.m", by="data")
def test_german_losses_weigh_more() -> None:
    events, german = CHARTS.shock.events, CHARTS.shock.german
    for key in ("hq", "corps", "mech_division", "division"):
        assert getattr(german, key) > getattr(events, key)
    assert events.airfield_seized > 0
    assert events.fortress_coup > 0
    assert events.city_terrorised > 0


@pytest.mark.rule("36.4a", "10.8b", "10.8c", by="data")
def test_what_shock_buys() -> None:
    assert CHARTS.shock.events.flooding == 5
    reserves = CHARTS.reserves
    assert (reserves.corps, reserves.corps_in_june, reserves.division) == (2, 1, 1)
    assert CHARTS.campaign.turns[reserves.june - 1] == "7 June"
    assert all("May" in day for day in CHARTS.campaign.turns[: reserves.june - 1])


@pytest.mark.rule("17.2.2a", "N.g", "24.5.2a", by="data")
def test_recovery_gets_harder_for_germany() -> None:
    german = CHARTS.recovery.nations["german"]
    assert list(german) == sorted(german, reverse=True)
    assert len(german) == len(CHARTS.campaign.turns)
    assert german[0] > CHARTS.recovery.nations["french"][0]


@pytest.mark.rule("25.4a", "25.4.2a", by="data")
def test_anti_aircraft_levels() -> None:
    levels = CHARTS.anti_aircraft
    assert (levels.axis, levels.allied, levels.after_french_collapse) == (4, 3, -1)


@pytest.mark.rule("4.1.1c", by="data")
def test_the_italian_table() -> None:
    assert list(CHARTS.italy.index) == sorted(CHARTS.italy.index)
    assert CHARTS.italy.corps_leaves == 6


@pytest.mark.rule("12.4.2a", "12.4.2d", "12.4.2e", by="data")
def test_rail_capacity() -> None:
    rail = CHARTS.rail
    assert (rail.germany, rail.france, rail.belgium, rail.netherlands, rail.britain) == (3, 3, 1, 1, 3)
    assert rail.british_in_france == 1


@pytest.mark.rule("3.1b", "3.1.2b", "3.2b", by="data")
def test_victory_points_and_levels() -> None:
    axis, allied, levels = CHARTS.victory.axis, CHARTS.victory.allied, CHARTS.victory.levels
    assert axis.collapses == {"france": 35, "britain": 35, "belgium": 15, "netherlands": 15}
    assert allied.collapses == {"germany": 100}
    assert (axis.capital, axis.city, allied.german_city, allied.city) == (3, 1, 2, 1)
    assert (levels.draw, levels.marginal, levels.operational, levels.strategic) == (0, 51, 101, 201)


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"crt": {"assault": {"3": ["A1"]}}}, "crt.assault.3: expected 9 results, one a column"),
        ({"crt": {"probe": {"7": ["A1"] * 9}}}, "crt.probe: expected a row for each face"),
        ({"crt": {"columns": [0, 50, 40]}}, "crt.columns: expected rising percentages"),
        ({"crt": {"probe": {"3": ["XX"] * 9}}}, "Invalid enum value 'XX'"),
        ({"air_superiority": {"upper": [3, 2]}}, "air_superiority.upper: expected rising totals that end with 999"),
        ({"air_superiority": {"rows": {"1": ["1-2"] * 14}}}, "expected a result such as 2/3, got '1-2'"),
        ({"ground_attack": {"feature": [7] * 7}}, "ground_attack.feature: expected 7 faces of a die"),
        ({"italy": {"index": [1]}}, "italy.index: expected six changes"),
        ({"shock": {"effects": {"great": {"countries": ["france"]}}}}, "shock: expected thresholds and effects for"),
    ],
)
def test_bad_charts_say_what_is_wrong(overlay: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        with_data({"charts": overlay})
