"""2.0 The box: 176 counters, the tables, and what marching costs."""

from __future__ import annotations

import re
from typing import Any

import pytest

from meuse.engine.contract import BadInput
from meuse.engine.data import Shelf
from meuse.games.mansteins_war.box.components import ALLIED, ARMY_GROUPS, GERMAN, NATIONS, Counter
from meuse.games.mansteins_war.box.deployment import Area
from tests.games.mansteins_war.box import BOARD, BOX, CAMPAIGN, GRID, PACKAGE, cell, hexes, unit, with_data

CHARTS = BOX.charts


@pytest.mark.rule("2.0a", by="data")
def test_there_are_176_counters() -> None:
    """A unit of three or four steps takes two counters (2.2.6c)."""
    ground = sum(2 if c.steps > 2 else 1 for c in BOX.counters)
    support = len(BOX.air) + len(BOX.forces) + len(BOX.units_file.naval)
    assert ground == 101
    assert ground + support + len(BOX.markers) + BOX.units_file.markers.total == 176


@pytest.mark.rule("21.1h", "21.2d", by="data")
def test_air_units_and_special_forces_at_the_start() -> None:
    def start(pieces: Any, side: int) -> list[str]:
        return [p.id for p in pieces if p.side == side and not p.entry.variant]

    assert len(start(BOX.air, GERMAN)) == 6
    assert sorted(start(BOX.air, ALLIED)) == ["fr-air-zoae", "fr-air-zoan", "fr-air-zoas", "gb-air-baff"]
    assert len(start(BOX.forces, GERMAN)) == 2
    assert start(BOX.forces, ALLIED) == []
    assert [CHARTS.refit.nations[n].start for n in NATIONS] == [5, 2, 1, 0, 0]


@pytest.mark.rule("21.1k", "21.2g", by="data")
def test_reinforcements_come_on_the_turns_of_the_rules() -> None:
    coming = [c for c in BOX.counters if c.entry.turn and not c.entry.variant]
    due = {c.id: (c.entry.turn, c.arrival_steps < c.steps) for c in coming}
    assert due == {
        "de-2-army": (2, False), "de-39-corps": (3, False), "de-9-army": (4, False),
        "fr-2gc": (2, True), "fr-dlm": (2, False), "gb-1-armour": (2, True), "fr-6-army": (3, False),
        "fr-10-army": (4, False), "gb-2-corps": (5, False),
    }


@pytest.mark.rule("2.2.6a", "2.2.6c", by="data")
def test_factors_are_found_by_the_steps_left() -> None:
    army = unit("de-4-army")
    assert (army.steps, army.attack, army.defence) == (4, (0, 2, 4, 6, 7), (0, 3, 5, 7, 9))
    assert (unit("fr-1-army").attack[4], unit("fr-1-army").defence[4]) == (5, 7)
    assert all(c.attack == tuple(sorted(c.attack)) and c.defence == tuple(sorted(c.defence)) for c in BOX.counters)


@pytest.mark.rule("2.2.4b", "2.2.3a", by="data")
def test_sizes_and_classes() -> None:
    assert unit("de-4-army").army
    assert unit("be-north-det").corps, "a bracketed army counts as a corps"
    assert unit("de-grd").corps
    assert not unit("de-grd").mech_corps, "a brigade is no corps"
    assert unit("de-19-corps").mech_corps
    pgk = unit("de-log-pgk")
    assert pgk.mech
    assert not pgk.mech_corps
    assert not pgk.corps
    assert {c.id for c in BOX.counters if c.static} == {c.id for c in BOX.counters if c.move == 0}
    assert all(sum((c.army, c.corps, c.logistics, c.static)) == 1 for c in BOX.counters)


@pytest.mark.rule("9.1b", by="data")
def test_railway_space_is_counted_in_thirds() -> None:
    kinds = ("de-4-army", "de-log-hga", "de-19-corps", "de-grd", "be-north-det", "de-saar")
    assert [unit(id).rail for id in kinds] == [3, 3, 1, 1, 1, 0]
    assert (CHARTS.rail.german, CHARTS.rail.allied) == (9, 6)


@pytest.mark.rule("15.2e", "15.3a", "21.1a", "21.2b", by="data")
def test_who_has_mobile_logistics() -> None:
    names = {nation: [BOX.counters[i].id for i in found] for nation, found in BOX.logistics_for.items()}
    assert names == {
        "german": ["de-log-hga", "de-log-hgb", "de-log-hgc", "de-log-pgk"],
        "french": ["fr-log-1ag", "fr-log-2ag", "fr-log-3ag", "fr-log-ghq"],
        "british": ["gb-log-bef"], "belgian": [], "dutch": [],
    }
    assert BOX.counters[BOX.logistics_of["1AG"]].id == "fr-log-1ag"


@pytest.mark.rule("8.5c", by="data")
def test_belgians_and_dutch_keep_near_home() -> None:
    assert BOX.open_to["dutch"] == BOARD.countries["netherlands"]
    assert BOX.open_to["belgian"] == BOARD.countries["belgium"] | BOARD.countries["france"]
    assert BOX.open_to["german"] == BOX.open_to["french"] == BOX.open_to["british"] == BOARD.land


@pytest.mark.rule("23.0a", "5.1d", "5.1p", by="data")
def test_command_markers_are_those_of_the_charts() -> None:
    shown = {m.id: (m.entry.picks or m.entry.corps, m.entry.air, m.entry.shift) for m in BOX.markers}
    assert shown == {
        "hga": (1, 3, 0), "hgb": (1, 3, 0), "hgc": (1, 3, 0), "pgk": (1, 3, 0), "okh": (2, 2, 0), "okh-mod": (1, 3, 1),
        "manstein": (1, 4, 2), "guderian": (2, 2, 1), "hoth": (2, 1, 1), "rommel": (1, 1, 1), "luftwaffe": (0, 0, 1),
        "fall-rot": (2, 4, 0), "morale-german": (1, 1, 1),
        "1ag": (1, 2, 0), "2ag": (1, 1, 0), "3ag": (1, 1, 0), "belgium": (1, 0, 0), "netherlands": (1, 0, 0),
        "plan-d": (1, 2, 1), "plan-e": (2, 1, 0), "plan-r": (1, 1, 2), "de-gaulle": (1, 1, 1), "evac": (1, 2, 0),
        "plan-w": (2, 2, 0), "morale-allied": (1, 1, 1),
    }


@pytest.mark.rule("21.1j", "21.2f", "5.2d", by="data")
def test_what_every_bin_holds_and_what_it_may_hold() -> None:
    def group(side: int, name: str) -> list[str]:
        return [m.id for m in BOX.markers if m.side == side and m.entry.group == name]

    assert group(GERMAN, "compulsory") == ["hga", "hgb", "hgc", "pgk"]
    assert group(ALLIED, "compulsory") == ["1ag", "2ag", "3ag", "belgium", "netherlands"]
    assert group(GERMAN, "plan") == ["okh", "okh-mod", "manstein"]
    assert group(ALLIED, "plan") == ["plan-d", "plan-e", "plan-r"]
    assert group(GERMAN, "leader") == ["guderian", "hoth", "rommel", "luftwaffe"]
    assert all(m.entry.from_turn == 2 for m in BOX.markers if m.entry.group in ("leader", "evac"))
    assert all(m.special == (m.entry.group not in ("compulsory", "morale")) for m in BOX.markers)


@pytest.mark.rule("5.7d", "3.7a", by="data")
def test_the_first_army_group_and_evac_outlive_france() -> None:
    gone = [m.id for m in BOX.markers if m.entry.gone_with == "france"]
    assert gone == ["2ag", "3ag", "plan-d", "plan-e", "plan-r", "de-gaulle", "plan-w"]


def test_every_sub_command_has_units_and_a_marker() -> None:
    commands = {c.command for c in BOX.counters}
    for m in BOX.markers:
        assert set(m.entry.among) <= commands
    assert {n for m in BOX.markers for n in m.entry.among} == commands - {"Res"}
    assert set(ARMY_GROUPS) < commands


# --- the tables -------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.4a", "10.5c", by="data")
@pytest.mark.parametrize(
    ("attack", "defence", "heading"),
    [(20, 13, "150-199"), (1, 3, "0-49"), (40, 5, "700+"), (1, 2, "50-99"), (2, 2, "100-149"), (5, 0, "700+")],
)
def test_columns_of_the_combat_tables(attack: int, defence: int, heading: str) -> None:
    assert BOX.crt.columns[BOX.crt.column(attack, defence)] == heading


def test_shifts_stay_on_the_table() -> None:
    assert BOX.crt.shifted(9, 2) == 9
    assert BOX.crt.shifted(0, -1) == 0
    assert BOX.crt.columns[BOX.crt.shifted(0, CHARTS.limits.counterattack_shift)] == "50-99"


@pytest.mark.rule("2.1.1a", by="data")
def test_both_tables_together_use_every_result() -> None:
    used = {code for table in (BOX.crt.assault, BOX.crt.mobile) for row in table for code in row}
    assert used == set(CHARTS.results)
    assert BOX.crt.result(False, 0, 1) == "AZ"
    assert BOX.crt.result(True, 9, 6) == "OR"


ORDER = ("AZ", "AD", "AP", "AA", "ST", "MA", "DA", "DW", "DD", "DP", "DZ", "OR")


@pytest.mark.parametrize("mobile", [False, True])
def test_odds_and_dice_never_hurt_the_attacker(mobile: bool) -> None:
    """Along every row and down every column; a counterattack stands outside the order."""
    table = BOX.crt.mobile if mobile else BOX.crt.assault
    for line in [*table, *zip(*table, strict=True)]:
        ranks = [ORDER.index(code) for code in line if code != "CA"]
        assert ranks == sorted(ranks)


@pytest.mark.rule(
    "22.1b", "22.1c", "22.1d", "22.1e", "22.1g", "22.1h", "22.1i", "22.1j", "22.1k", "22.1l", "22.1m", "22.1n",
    by="data",
)
def test_what_the_results_cost() -> None:
    def shown(code: Any) -> tuple[int, int, int, int, str]:
        r = CHARTS.results[code]
        return r.attacker.steps, r.attacker.retreat, r.defender.steps, r.defender.retreat, r.pursuit

    assert {code: shown(code) for code in CHARTS.results} == {
        "AA": (1, 0, 0, 0, "no"), "AD": (2, 1, 0, 0, "no"), "AP": (1, 2, 0, 0, "no"), "AZ": (3, 1, 0, 0, "no"),
        "CA": (0, 0, 0, 0, "no"), "DA": (0, 0, 1, 0, "cleared"), "DD": (0, 0, 2, 1, "yes"), "DP": (0, 0, 2, 2, "yes"),
        "DW": (0, 0, 0, 1, "yes"), "DZ": (0, 0, 3, 2, "yes"), "MA": (1, 0, 0, 1, "yes"), "OR": (0, 0, 3, 3, "yes"),
        "ST": (1, 0, 1, 0, "cleared"),
    }
    assert {code: r.fort for code, r in CHARTS.results.items() if r.fort} == {"CA": "-", "DW": "ST"}
    assert [code for code, r in CHARTS.results.items() if r.first == "attacker"] == ["MA"]


@pytest.mark.rule("16.6c", by="data")
def test_the_air_warfare_table() -> None:
    assert BOX.air_table.result(3, 1, 4) == "DL1"
    assert BOX.air_table.result(2, 1, 4) == "BL1"
    assert BOX.air_table.result(2, 1, 4, right=1) == "DL1", "the Luftwaffe marker moves a column (5.1n)"
    assert BOX.air_table.result(1, 9, 1) == BOX.air_table.result(0, 3, 1) == "AL1"
    assert BOX.air_table.result(9, 0, 6, right=1) == "DL1"
    for line in [*BOX.air_table.rows, *zip(*BOX.air_table.rows, strict=True)]:
        ranks = [("AL1", "BL1", "DL1").index(code) for code in line]
        assert ranks == sorted(ranks)


@pytest.mark.rule("3.6b", by="data")
def test_levels_of_victory_fall_without_a_gap() -> None:
    campaign = CHARTS.scenarios["campaign"].levels
    assert [level.least for level in campaign] == [50, 40, 30, 20, 10, 0, -999]
    for scenario in CHARTS.scenarios.values():
        assert [level.winner for level in scenario.levels] == ["german"] * 3 + [""] + ["allied"] * 3
        assert [level.level for level in scenario.levels] == [level.level for level in campaign]
        least = [level.least for level in scenario.levels]
        assert least == sorted(set(least), reverse=True)


@pytest.mark.rule("28.1a", "28.1b", "28.1c", "28.1d", "28.1e", by="data")
@pytest.mark.rule("28.2a", "28.2b", "28.2c", "28.2d", "28.2e", "28.2f", by="data")
def test_what_the_variants_cost() -> None:
    price = {key: (v.points_to, v.points) for key, v in CHARTS.variants.items()}
    assert price == {
        "wehrmacht-mechanisation": ("allied", 1), "more-special-forces": ("allied", 1), "mountain-corps": ("allied", 1),
        "airlift-doctrine": ("allied", 1), "no-netherlands": ("german", 5), "allied-armour": ("german", 1),
        "allied-special-forces": ("german", 1), "colonial-mobilisation": ("german", 1),
        "allied-airpower": ("german", 5), "fighter-command": ("german", 3), "alliance": ("german", 5),
    }


def test_variants_bring_their_units() -> None:
    def start(*variants: str) -> set[str]:
        return {c.id for c in BOX.at_start(frozenset(variants))}

    plain = start()
    assert start("wehrmacht-mechanisation") - plain == {"de-ss-corps"}
    assert start("allied-armour") - plain == {"fr-2gc", "gb-1-armour"}
    assert start("mountain-corps") == plain, "it comes on turn 3"
    assert plain - start("no-netherlands") == {c.id for c in BOX.counters if c.nation == "dutch"}


# --- marching ---------------------------------------------------------------------------------------------------


def step_cost(mech: bool, army: bool, a: str, b: str, forts: int = 0, slow: int = 0) -> int | None:
    d = GRID.direction(cell(a), cell(b))
    assert d >= 0, "not neighbours"
    costs = [c for c, sides in BOX.goings[mech, army].steps(forts, slow) if sides[d] >> cell(a) & 1]
    assert len(costs) <= 1, "a step has one price"
    return costs[0] if costs else None


@pytest.mark.rule("8.4b", "8.4.1a", "17.0b", "16.8b", by="data")
@pytest.mark.parametrize(
    ("mech", "army", "a", "b", "cost"),
    [
        (True, False, "1340", "1440", 2),    # into forest
        (False, False, "1340", "1440", 1),
        (True, False, "1341", "1440", 3),    # the same across the Aisne
        (True, False, "1639", "1539", 3),    # into the Ardennes
        (False, False, "1639", "1539", 2),
        (False, True, "1639", "1539", None),
        (True, False, "1539", "1439", 2),    # across the Meuse into Sedan
        (True, False, "0539", "0540", None),  # across salt water
        (True, False, "0835", "0935", None),  # into the sea
    ],
)
def test_steps_cost_what_the_terrain_chart_says(mech: bool, army: bool, a: str, b: str, cost: int | None) -> None:
    assert step_cost(mech, army, a, b) == cost


def test_enemy_forts_and_interdiction_cost_more() -> None:
    allied = BOARD.forts[ALLIED]
    assert step_cost(True, False, "1739", "1740") == 2, "the Saar"
    assert step_cost(True, False, "1739", "1740", allied) == 4, "and a major fort"
    assert step_cost(False, True, "1439", "1540", allied) == 3, "the Meuse and a minor fort"
    assert step_cost(True, False, "1738", "1737", BOARD.forts[GERMAN]) == 3, "rough is dearer than a minor fort"
    slow = GRID.set_of(["1340"])
    assert step_cost(False, False, "1340", "1440", slow=slow) == 2
    assert step_cost(False, False, "1440", "1340", slow=slow) == 1


# --- setting up -------------------------------------------------------------------------------------------------


def placed() -> dict[str, int]:
    return {id: cell(name) for id, name in CAMPAIGN.units.items() if unit(id).logistics}


def may_set_up(area: Area, c: Counter, where: dict[str, int]) -> int:
    """The hexes of an area open to a unit once the logistics units stand where it says."""
    return BOX.site(area, c).open(GRID, [where.get(other.id, -1) for other in BOX.counters])


def test_everybody_who_starts_on_the_map_has_a_place_in_history() -> None:
    assert set(CAMPAIGN.units) == {c.id for c in BOX.at_start()}


@pytest.mark.rule("21.1b", "21.1c", "21.1d", "21.1e", "21.1f", "21.1g", "21.2b", "21.2c", by="data")
def test_the_historical_deployment_keeps_to_the_areas() -> None:
    logistics = placed()
    for id, name in CAMPAIGN.units.items():
        c = unit(id)
        kind = "logistics" if c.logistics else "static" if c.static else "mobile"
        area = CAMPAIGN.area_of(c.nation, c.command, kind)
        assert area.side == c.entry.side
        assert may_set_up(area, c, logistics) >> cell(name) & 1, f"{id} in {name}"


@pytest.mark.rule("6.1a", "6.2a", "6.3a", "6.0d", by="data")
def test_the_historical_deployment_keeps_the_stacking_limits() -> None:
    for name in set(CAMPAIGN.units.values()):
        stack = [unit(id) for id, where in CAMPAIGN.units.items() if where == name]
        limit = CHARTS.stacking[stack[0].entry.side]  # type: ignore[index]
        armies, corps = sum(c.army for c in stack), sum(c.corps for c in stack)
        most = limit.rough if BOARD.rough >> cell(name) & 1 else limit.with_army if armies else limit.corps
        assert armies <= 1
        assert corps <= most, name
        assert sum(c.logistics for c in stack) <= 1
        assert sum(c.static for c in stack) <= 1
        assert len({c.nation for c in stack}) == 1


def test_areas_follow_the_logistics_unit() -> None:
    army, area = unit("fr-2-army"), CAMPAIGN.area_of("french", "1AG", "mobile")
    assert may_set_up(area, army, {}) == 0
    near = may_set_up(area, army, {"fr-log-1ag": cell("1238")})
    assert near >> cell("1439") & 1
    assert not near >> cell("0936") & 1
    assert not near >> cell("1337") & 1, "Belgium"
    fort = may_set_up(CAMPAIGN.area_of("french", "1AG", "static"), unit("fr-escaut"), placed())
    assert hexes(fort) == ["1137", "1237"]
    assert hexes(may_set_up(CAMPAIGN.area_of("dutch", "NL", "static"), unit("nl-k"), {})) == ["1433", "1530"]


def test_armies_are_not_set_up_in_rough_country() -> None:
    area = CAMPAIGN.area_of("german", "HGA", "mobile")
    where = placed()
    assert may_set_up(area, unit("de-15-corps"), where) >> cell("1737") & 1
    assert not may_set_up(area, unit("de-4-army"), where) >> cell("1737") & 1


# --- bad data ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"charts": {"crt": {"assault": {"3": ["AA"]}}}}, "crt.assault.3: expected 10 results"),
        ({"charts": {"crt": {"assault": {"7": ["AA"] * 10}}}}, "crt.assault: expected a row for each face"),
        ({"charts": {"crt": {"columns": [0, 50, 40]}}}, "crt.columns: expected rising percentages"),
        ({"charts": {"crt": {"mobile": {"3": ["XX"] * 10}}}}, "Invalid enum value 'XX'"),
        ({"charts": {"air_warfare": {"columns": [-3, 0, 3]}}}, "air_warfare.columns: expected differences"),
        ({"charts": {"morale": {"german_places": ["Berlin"]}}}, "morale.german_places: 'Berlin' is not a place"),
        ({"charts": {"refit": {"nations": {"dutch": {"income": [1]}}}}}, "dutch.income: expected 8 numbers"),
        ({"charts": {"variants": {"allied-armour": {"at_start": ["fr-9gc"]}}}}, "'fr-9gc' is not a unit"),
        ({"units": {"units": {"de-4-army": {"steps": []}}}}, "units.de-4-army.steps: expected one to four steps"),
        ({"units": {"units": {"de-4-army": {"move": 0}}}}, "units.de-4-army.move: fortress units have 0"),
        ({"units": {"units": {"de-saar": {"hex": "1835"}}}}, "units.de-saar.hex: expected a fort of its own side"),
        ({"units": {"units": {"de-grd": {"arrives_reduced": True}}}}, "a unit of one step has no reduced side"),
        ({"units": {"air": {"gb-air-fc": {"variant": "spitfires"}}}}, "air.gb-air-fc.variant: expected one of"),
        ({"scenarios": {}}, "scenarios: expected one of the tables map, units, charts"),
    ],
)
def test_bad_data_say_what_is_wrong(overlay: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        with_data(overlay)


@pytest.mark.parametrize(
    ("over", "message"),
    [
        ({"units": {"de-99-army": "1738"}}, "units: 'de-99-army' is not a unit"),
        ({"units": {"de-4-army": "2345"}}, "units.de-4-army: '2345' is not a hex of the map"),
        ({"areas": [{"side": "allied", "nation": "dutch", "class": "mobile", "country": "netherlands", "within": 2,
                     "of": "nl-log", "source": "design"}]}, "areas: 'nl-log' is not a unit"),
    ],
)
def test_a_bad_scenario_says_what_is_wrong(over: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        BOX.deployment(Shelf(PACKAGE, {"scenarios/campaign": over}))
