"""7.0 Line of Communications."""

from __future__ import annotations

from functools import cache

import pytest

from meuse.engine.data import shaped
from meuse.engine.situation import read_situation
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.rules.loc import grid_has_loc, has_loc
from meuse.games.ghost_division.rules.setup import Situation, lay
from meuse.games.ghost_division.rules.supply import AirSupply
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import PINNED, before, do, happened, pass_on, piece, pinned, table
from tests.games.verbs import overlay

EAST = ("M18-AA", "M17-M18", "M16-M17")
"""One road, from the Assembly Area to M16."""


@cache
def with_roads(*links: str) -> GhostDivision:
    """The game on a map with no other roads than these."""
    return GhostDivision(None, {}, {**PINNED, "map": {"roads": {"links": list(links)}}})


def loc(text: str, unit: str, *links: str) -> bool:
    """Whether a unit has a LOC, on a map with these roads or on the printed one."""
    g = with_roads(*links) if links else pinned()
    plain = read_situation(f'game = "ghost-division"\n{text}')[0]
    p = lay(g, shaped({"phase": "D2", **plain}, Situation, "situation"))
    return has_loc(g, p, g.by_id[unit])


@pytest.mark.rule("7.0b", "7.1a", "7.0a")
@pytest.mark.parametrize(
    ("unit", "grid", "found"),
    [("i-6", "M14", True), ("i-6", "M13", False), ("krad-7", "M13", True), ("krad-7", "M12", False),
     ("heavy-art-1", "M14", False), ("heavy-art-1", "M15", True), ("heavy-art-1", "M16", True)],
)
def test_the_chain_to_a_road_is_no_longer_than_the_units_mobility(unit: str, grid: str, found: bool) -> None:
    """Situation A86: the road ends in M16."""
    assert loc(f'[units]\n{unit} = "{grid}"', unit, *EAST) is found


@pytest.mark.rule("7.0b")
def test_printed_mobility_counts_whatever_the_hits() -> None:
    assert loc('[units]\ni-6 = { at = "M14", hits = 2 }', "i-6", *EAST)


@pytest.mark.rule("7.0b", "6.2b")
@pytest.mark.parametrize(
    ("unit", "grid", "found"),
    [("i-6", "S17", True), ("i-6", "S16", False), ("heavy-art-1", "S18", True), ("heavy-art-1", "S17", False)],
)
def test_stepping_off_the_east_edge_counts_as_one(unit: str, grid: str, found: bool) -> None:
    assert loc(f'[units]\n{unit} = "{grid}"', unit, "N1-N2") is found


@pytest.mark.rule("7.0b", "7.0a")
def test_a_unit_in_the_assembly_area_always_has_a_loc() -> None:
    assert loc('[units]\ni-6 = "assembly"', "i-6", "N1-N2")


@pytest.mark.rule("7.0a", "7.0b")
@pytest.mark.parametrize(
    ("depot", "found"), [("M4", True), ("M5", True), ("N5", True), ("M6", True), ("N6", False), ("M7", False)]
)
def test_a_logistics_unit_within_mobility_serves(depot: str, found: bool) -> None:
    """In the basic game it needs no LOC of its own."""
    assert loc(f'[units]\npz38-1 = "M4"\nlog-7-1 = "{depot}"', "pz38-1", "S17-S18") is found


@pytest.mark.rule("7.0a")
def test_a_chain_is_joined_by_sides_only() -> None:
    """M3 and N4 touch at a corner: two sides lie between."""
    assert not loc('[units]\nheavy-art-1 = "M3"\nlog-7-1 = "N4"', "heavy-art-1", "S17-S18")
    assert loc('[units]\nheavy-art-1 = "M4"\nlog-7-1 = "N4"', "heavy-art-1", "S17-S18")


@pytest.mark.rule("7.1a")
def test_a_road_leads_any_distance_to_a_logistics_unit() -> None:
    road = ("M3-M4", "M4-M5", "M5-M6", "M6-M7", "M7-M8")
    assert loc('[units]\npz38-1 = "M3"\nlog-7-1 = "M8"', "pz38-1", *road)
    assert not loc('[units]\npz38-1 = "M3"\nlog-7-1 = "N8"', "pz38-1", *road)


@pytest.mark.rule("7.1b")
def test_once_on_the_road_a_loc_does_not_leave_it() -> None:
    """Situation A89: M3 along the road to M6, and the Logistics unit one Grid beside it."""
    road = ("M3-M4", "M4-M5", "M5-M6")
    assert not loc('[units]\npz38-1 = "M3"\nlog-7-1 = "N6"', "pz38-1", *road)
    assert loc('[units]\npz38-1 = "M5"\nlog-7-1 = "N6"', "pz38-1", *road), "two Grids off road reach it"


@pytest.mark.rule("7.1b")
def test_the_road_part_follows_links_and_turns_at_junctions() -> None:
    """M4 and N4 both have roads, but no link joins them."""
    apart = ("M3-M4", "M4-M5", "N4-N5", "N5-N6")
    assert not loc('[units]\nheavy-art-1 = "M3"\nlog-7-1 = "N6"', "heavy-art-1", *apart)
    assert loc('[units]\nheavy-art-1 = "M3"\nlog-7-1 = "N6"', "heavy-art-1", *apart, "N5-M5")


@pytest.mark.rule("7.2a")
@pytest.mark.parametrize(
    "block",
    ['[fog]\nM17 = "false-info"', '[fog]\nM17 = { kind = "obstacle", shown = true }', '[formations]\n"dummy-1" = "M17"',
     '[formations]\n"18 DI" = { at = "M17", shown = true }'],
)
@pytest.mark.parametrize("guard", ["", 'krad-7 = "M17"\n'])
def test_every_marker_on_the_road_blocks_even_beside_germans(block: str, guard: str) -> None:
    """Situation B117."""
    assert loc('[units]\ni-6 = "M16"', "i-6", *EAST)
    assert not loc(f'[units]\ni-6 = "M16"\n{guard}{block}', "i-6", *EAST)


@pytest.mark.rule("7.2a")
def test_a_marker_blocks_the_way_off_road_and_the_end_of_the_path() -> None:
    assert not loc('[units]\ni-6 = "M14"\n[fog]\nM15 = "patrol"\nN14 = "patrol"\nS14 = "patrol"', "i-6", *EAST)
    assert not loc('[units]\nheavy-art-1 = "M15"\n[fog]\nM16 = "patrol"', "heavy-art-1", *EAST), "the first road Grid"
    assert not loc('[units]\nheavy-art-1 = "M4"\nlog-7-1 = "M5"\n[fog]\nM5 = { kind = "obstacle", shown = true }',
                   "heavy-art-1", *EAST)


@pytest.mark.rule("7.2b")
@pytest.mark.parametrize(
    ("more", "found"),
    [("", True), ('blown = ["M17-M18"]', False), ('blown = ["M17-M18"]\nbridges = ["M17-M18"]', True),
     ('blown = ["M17-M18"]\nbridgeheads = ["M17-M18"]', True)],
)
def test_a_river_without_a_bridge_blocks_the_road(more: str, found: bool) -> None:
    assert loc(f'{more}\n[units]\nheavy-art-1 = "M16"', "heavy-art-1", *EAST) is found


@pytest.mark.rule("7.2b")
def test_a_river_without_a_bridge_blocks_the_way_off_road() -> None:
    assert loc('[units]\nheavy-art-1 = "M6"\nlog-7-1 = "M7"', "heavy-art-1", *EAST)
    assert not loc('[units]\nheavy-art-1 = "N6"\nlog-7-1 = "N7"', "heavy-art-1", *EAST)


@pytest.mark.rule("7.2c")
def test_a_unit_among_the_enemy_traces_out_and_uses_logistics_in_its_own_grid() -> None:
    """Situation A88."""
    fort = 'M16 = { kind = "fortification", shown = true }'
    enemy = f'[formations]\n"18 DI" = {{ at = "M16", shown = true }}\n[fog]\n{fort}'
    assert loc(f'[units]\nheavy-art-1 = "M16"\n{enemy}', "heavy-art-1", *EAST), "along the road"
    assert loc(f'[units]\nheavy-art-1 = "N16"\n{enemy.replace("M16", "N16")}', "heavy-art-1", *EAST), "off road to M16"
    enemy = enemy.replace("M16", "M4")
    assert not loc(f'[units]\npz38-1 = "M4"\n{enemy}', "pz38-1", *EAST)
    assert loc(f'[units]\npz38-1 = "M4"\nlog-7-1 = "M4"\n{enemy}', "pz38-1", *EAST)


@pytest.mark.rule("7.0c", "24.1a", "21.1c")
def test_in_the_basic_game_a_loc_matters_for_towns_withdrawal_and_refit_only() -> None:
    """Without one a unit moves and fights in full, but does not recover."""
    cut = "\n".join(f'{grid} = "obstacle"' for grid in ("M13", "M11", "N12", "S12"))
    units = 'heavy-art-2 = "assembly"\nkrad-7 = { at = "M12", hits = 1 }'
    match = table(f'phase = "D2"\n[units]\n{units}\n[fog]\n{cut}')
    assert piece(match, "krad-7")["loc"] is False
    assert piece(match, "krad-7")["move"] == 2
    told = before([*do(match, "end"), *pass_on(match, "A")], "F")
    assert not happened(told, "recovery")


@pytest.mark.rule("21.1c")
def test_the_loc_of_a_grid_is_that_of_whoever_would_go_there() -> None:
    g = with_roads(*EAST)
    p = Desk("", game=g).p
    reached = {name for name, cell in g.grid.bit.items() if grid_has_loc(g, p, cell, 0)}
    assert reached == {"M18", "M17", "M16"}, "the road alone: Logistics off the map serve nobody"
    p = Desk('[units]\nlog-7-1 = "M9"', game=g).p
    cell = g.grid.bit["M8"]
    assert not grid_has_loc(g, p, cell, 0)
    assert grid_has_loc(g, p, cell, 1)
    assert grid_has_loc(g, p, cell, 0, 1 << g.by_id["log-7-1"]), "they bring the Logistics unit along"


def town(text: str, grid: str) -> bool:
    """Whether the town in that Grid, once occupied, scores in full."""
    match = table(f'phase = "D2"\nvisited = ["{grid}"]\n{text}')
    return "without a LOC" not in overlay(match, "victory")["note"]


@pytest.mark.rule("3.1d", "7.2a", "7.2b")
def test_a_towns_loc_has_no_limit_but_reaches_the_assembly_area() -> None:
    keep = '[units]\nheavy-art-2 = "assembly"\n'
    assert town(keep, "M1")
    assert not town('blown = ["N13-N14", "M13-M14"]\n' + keep, "M1"), "the Meuse cuts the map in two"
    assert town('blown = ["N13-N14"]\n' + keep, "M1")
    wall = "[fog]\n" + "\n".join(f'{row}15 = "false-info"' for row in "NMS")
    assert not town(keep + wall, "M1")
    assert not town(keep + 'log-7-1 = "M1"\n' + wall, "M1"), "Logistics do not serve a town"
    assert town(keep + wall, "N16")


@pytest.mark.rule("21.1c", "28.5b")
def test_air_supply_serves_the_grid_it_flies_to() -> None:
    g = with_roads(*EAST)
    for action, there in (("hold", False), ("airlift M5", False), ("airlift M4", True)):
        desk = Desk('[units]\ni-6 = "M4"\nair-supply = "available"', AirSupply(), game=g).do(action)
        assert has_loc(g, desk.p, g.by_id["i-6"]) is there
        assert grid_has_loc(g, desk.p, g.grid.bit["M4"], 0) is there


@pytest.mark.rule("7.0a", "7.2a")
@pytest.mark.parametrize("phase", ["C3", "D2"])
def test_the_first_grid_of_the_map_is_no_depot(phase: str) -> None:
    match = table(f'phase = "{phase}"\n[units]\ni-6 = "N1"\nrommel = "N1"\nheavy-art-2 = "assembly"\n'
                  '[fog]\nN2 = "patrol"\nM1 = "patrol"')
    assert [piece(match, unit)["loc"] for unit in ("rommel", "i-6")] == [False, False]


@pytest.mark.rule("7.0b")
def test_the_way_to_a_road_may_lead_west() -> None:
    """From N2, with markers to the east and south, by the woods of N1 to the road at Abbeville."""
    text = '[units]\ni-6 = "N2"\n[fog]\nN3 = "patrol"\nM2 = "patrol"'
    assert loc(text, "i-6")
    assert not loc(text + '\nN1 = "patrol"', "i-6")


@pytest.mark.rule("7.1a", "7.0a")
def test_logistics_off_the_road_make_no_road_of_their_grid() -> None:
    match = table('phase = "D2"\n[units]\nlog-7-1 = "N2"\nlog-7-2 = "M12"')
    assert {"M12"} <= set(overlay(match, "supply")["hexes"])
    assert "N2" not in overlay(match, "supply")["hexes"]
