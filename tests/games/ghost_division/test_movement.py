"""16.0 German ground movement and 23.3 Assault Crossings."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.engine.situation import read_situation
from meuse.games.ghost_division.game import GhostDivision
from tests.games.ghost_division.table import PINNED, do, happened, legal, pass_on, piece, refused, table
from tests.games.verbs import explain


def march(units: str, more: str = "", head: str = "") -> Match:
    """The Ground Movement segment with these units; Enhanced Moves are declined.

    A unit that never moves waits in the Assembly Area, so that the segment stays open.
    """
    match = table(f'phase = "D2"\n{head}\n[units]\nheavy-art-2 = "assembly"\n{units}\n{more}')
    if "done" in legal(match):
        do(match, "done")
    return match


def reach(match: Match, unit: str) -> set[str]:
    """Every Grid where a lone unit can end its move, by walking all ways."""
    found: set[str] = set()
    todo = [match.copy()]
    do(todo[0], f"move {unit}")
    while todo:
        at = todo.pop()
        for action in legal(at):
            if action.startswith(("step", "cross")):
                twin = at.copy()
                do(twin, action)
                found.add(action.split()[1])
                if "moved" not in piece(twin, unit):
                    todo.append(twin)
    return found


def roadless(units: str, wood: float = 1) -> Match:
    """As `march`, on a map without roads; a Grid of woods may cost more than is printed."""
    terrain = PINNED["charts"]["terrain"]
    charts = {**PINNED["charts"], "terrain": {**terrain, "wood": {**terrain["wood"], "cost": wood}}}
    overlay = {"charts": charts, "map": {"roads": {"links": []}}}
    text = f'game = "ghost-division"\nphase = "D2"\n[units]\nheavy-art-2 = "assembly"\n{units}'
    return Match(GhostDivision(None, {}, overlay), seed=1, situation=read_situation(text)[0], overlay=overlay)


@pytest.mark.rule("16.0a", "16.1a", "6.1a")
def test_a_unit_of_mobility_two_goes_two_grids_side_to_side() -> None:
    """Situation A21: clear Grids and a town, no river."""
    match = roadless('pzabw-42 = "M4"')
    assert reach(match, "pzabw-42") == {"M4", "M2", "M3", "M5", "M6", "N3", "N4", "N5", "S3", "S4", "S5"}
    do(match, "move pzabw-42")
    refused(match, "step N5", "16.1a", "N5 has no common side with M4")
    refused(match, "step S3", "16.1a")
    do(match, "step M3", "step N3")
    assert piece(match, "pzabw-42")["moved"]


@pytest.mark.rule("16.0a")
def test_the_points_are_the_units_own_and_any_or_all_may_move() -> None:
    match = march('heavy-art-1 = "N3"\nkrad-7 = "N3"\npz38-1 = "N3"')
    assert {"move heavy-art-1", "move krad-7", "move pz38-1", "end"} <= set(legal(match))
    do(match, "move heavy-art-1", "step N2")
    assert piece(match, "heavy-art-1")["moved"]
    do(match, "move krad-7", "step N2", "step M2")
    assert "step S2" in legal(match)
    do(match, "done", "end")
    assert match.view(None)["phase"] != "D2"
    assert piece(match, "pz38-1")["hex"] == "N3"


@pytest.mark.rule("16.0a", "14.1c")
def test_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    """The motorcycles have three points, the tanks two."""
    match = roadless('krad-7 = "M4"\npz38-1 = "M4"')
    do(match, "move krad-7", "join pz38-1", "step M3", "step N3")
    refused(match, "step N2", "16.0a", "1/25 Pz 38(t) has 0 movement left and N2 costs 1")
    do(match, "drop pz38-1")
    refused(match, "drop krad-7", "14.1c")
    do(match, "step N2")
    assert piece(match, "krad-7")["hex"] == "N2"


@pytest.mark.rule("16.4a")
def test_a_road_takes_a_unit_of_mobility_two_four_grids_far() -> None:
    """Situation A22: from M12 by M11 and M10 to S10 and S9."""
    match = march('pz38-1 = "M12"')
    do(match, "move pz38-1", "step M11", "step M10", "step S10")
    events = do(match, "step S9")
    assert happened(events, "step")
    assert piece(match, "pz38-1")["hex"] == "S9"
    assert piece(match, "pz38-1")["moved"]


@pytest.mark.rule("16.4a")
def test_half_points_are_for_road_links_only_and_mix_with_other_steps() -> None:
    """N7 and N8 lie side by side and both have a road, but none joins them."""
    match = march('pz38-1 = "N8"')
    do(match, "move pz38-1", "step N7")
    assert explain(match, "step N8").total == 1
    assert explain(match, "step M7").total == 0.5
    do(match, "step M7")
    do(match, "step M8")
    assert piece(match, "pz38-1")["moved"]


@pytest.mark.rule("16.0a", "16.4a")
def test_half_a_point_left_is_enough_for_a_road_and_not_for_the_country() -> None:
    match = march('pz38-1 = "M14"')
    do(match, "move pz38-1", "step M13", "step M12", "step M11")
    refused(match, "step N11", "16.0a")
    do(match, "step M10")
    assert piece(match, "pz38-1")["moved"]


@pytest.mark.rule("16.4a", "16.3a")
def test_a_road_whose_bridge_is_blown_is_no_road() -> None:
    match = march('pz38-1 = "N13"', head='blown = ["N13-N14"]')
    do(match, "move pz38-1")
    refused(match, "step N14", "16.3a")
    match = march('pz38-1 = "N13"', head='blown = ["N13-N14"]\nbridges = ["N13-N14"]')
    do(match, "move pz38-1", "step N14", "step N15", "step N16")
    assert "step N17" in legal(match)


@pytest.mark.rule("16.2b")
def test_a_wood_grid_stops_a_unit_on_the_road_too() -> None:
    """Situation A24: mobility 3, half a point spent."""
    match = march('krad-7 = "N8"')
    events = do(match, "move krad-7", "step N9")
    assert happened(events, "step")
    assert piece(match, "krad-7")["moved"]
    assert "step N10" not in legal(match)
    refused(match, "move krad-7", "14.1c")


@pytest.mark.rule("16.3a", "30.0a")
@pytest.mark.parametrize("marker", ["bridges", "bridgeheads"])
def test_a_river_needs_a_bridge(marker: str) -> None:
    """Situation A25."""
    match = march('pz38-1 = "M14"\nkrad-7 = "M14"', head='blown = ["M13-M14"]')
    do(match, "move pz38-1")
    refused(match, "step M13", "16.3a")
    refused(match, "cross M13", "23.3a")
    match = march('pz38-1 = "M14"', head=f'blown = ["M13-M14"]\n{marker} = ["M13-M14"]')
    do(match, "move pz38-1", "step M13")
    assert piece(match, "pz38-1")["hex"] == "M13"


@pytest.mark.rule("16.3a")
def test_an_unblown_printed_bridge_carries_and_an_unbridged_river_does_not() -> None:
    match = march('pz38-1 = "N7"\npz38-2 = "M7"')
    do(match, "move pz38-1")
    refused(match, "step N6", "16.3a")
    do(match, "done", "move pz38-2", "step M6")
    assert piece(match, "pz38-2")["hex"] == "M6"


@pytest.mark.rule("6.2b", "16.2d")
@pytest.mark.parametrize("grid", ["N18", "M18", "S18"])
def test_a_unit_from_the_assembly_area_enters_any_grid_of_the_east_edge_and_stops(grid: str) -> None:
    match = march('krad-7 = "assembly"')
    do(match, "move krad-7")
    refused(match, "step S17", "6.2b", "S17 has no common side with the Assembly Area")
    do(match, f"step {grid}")
    assert (piece(match, "krad-7")["hex"], piece(match, "krad-7")["moved"]) == (grid, True)


@pytest.mark.rule("16.2d", "22.1e")
def test_a_unit_just_arrived_goes_on_by_exploitation() -> None:
    match = march('pz38-1 = "assembly"')
    do(match, "move pz38-1", "step S18")
    pass_on(match, "D4a")
    do(match, "exploit pz38-1", "step S17")
    assert piece(match, "pz38-1")["hex"] == "S17"


@pytest.mark.rule("6.2a")
def test_nobody_goes_back_to_the_assembly_area() -> None:
    """Situation A20."""
    match = march('pz38-1 = "S18"')
    do(match, "move pz38-1")
    assert not [action for action in legal(match) if "AA" in action]
    refused(match, "step AA", "16.0a")
    assert {action for action in legal(match) if action.startswith("step")} == {"step S17", "step M18"}


@pytest.mark.rule("16.2c", "15.1a")
def test_a_full_grid_cannot_be_passed_through() -> None:
    """Situation A28: five battalions in clear N3, a sixth on the road."""
    full = "\n".join(f'{id} = "N3"' for id in ("i-6", "ii-6", "i-7", "ii-7", "i-78"))
    match = march(f'{full}\nkrad-7 = "N4"\nrommel = "N4"')
    do(match, "move krad-7")
    refused(match, "step N3", "15.1a", "N3 has room for 0 battalions and 1 would come")
    do(match, "done", "move rommel", "step N3")
    assert piece(match, "rommel")["hex"] == "N3"


@pytest.mark.rule("16.2c")
def test_a_stack_that_does_not_fit_stays_out_and_may_split() -> None:
    full = "\n".join(f'{id} = "N3"' for id in ("i-6", "ii-6", "i-7", "ii-7"))
    match = march(f'{full}\nkrad-7 = "N5"\nmg = "N5"')
    do(match, "move krad-7", "join mg", "step N4")
    refused(match, "step N3", "15.1a", "N3 has room for 1 battalions and 2 would come")
    do(match, "drop mg", "step N3")
    assert (piece(match, "mg")["hex"], piece(match, "krad-7")["hex"]) == ("N4", "N3")


@pytest.mark.rule("16.2c")
def test_a_unit_joins_only_where_the_stack_fits_somewhere() -> None:
    """Only wood N9 can be reached from N8 once the others are full: three battalions."""
    here = '\n'.join(f'{id} = "N8"' for id in ("i-6", "ii-6", "i-7", "ii-7"))
    m8 = '\n'.join(f'{id} = "M8"' for id in ("i-78", "ii-78", "mg", "sst-i", "sst-ii", "sst-iii"))
    n7 = '\n'.join(f'{id} = "N7"' for id in ("flak-59", "flak-88", "log-7-1", "log-7-2", "pi-58"))
    match = march(f"{here}\n{m8}\n{n7}")
    do(match, "move i-6", "join ii-6", "join i-7")
    refused(match, "join ii-7", "16.2c")


@pytest.mark.rule("16.2c", "14.1b")
@pytest.mark.parametrize(("cost", "joins"), [(2, True), (3, False)])
def test_a_unit_too_slow_for_every_way_does_not_come_along(cost: int, joins: bool) -> None:
    """From S13 the one way leads into woods; the motorcycles have three points and the battalion has two."""
    match = roadless('krad-7 = "S13"\ni-6 = "S13"', wood=cost)
    do(match, "move krad-7")
    if joins:
        do(match, "join i-6", "step S14")
    else:
        refused(match, "join i-6", "16.2c")
        do(match, "step S14")


@pytest.mark.rule("16.2c", "23.3a")
def test_where_the_river_is_the_only_way_whoever_can_cross_may_come_along() -> None:
    """The woods of S14 are full, and the Meuse runs on the other sides of S13."""
    full = "\n".join(f'{id} = "S14"' for id in ("ii-6", "i-7", "ii-7"))
    match = march(f'i-6 = "S13"\nkrad-7 = "S13"\ncorps-pi-1 = "S12"\npz38-1 = "S13"\n{full}')
    do(match, "move i-6", "join krad-7")
    refused(match, "join pz38-1", "16.2c")
    do(match, "cross S12")
    assert piece(match, "krad-7")["hex"] == "S12"


@pytest.mark.rule("16.2c", "23.3b")
def test_nobody_joins_an_exploiting_headquarters_only_to_stay_on_the_bank() -> None:
    full = "\n".join(f'{id} = "S14"' for id in ("ii-6", "i-7", "ii-7"))
    units = f'rommel = "S13"\ni-6 = "S13"\ncorps-pi-1 = "S13"\npz38-1 = "S13"\n{full}'
    match = table(f'phase = "D4a"\nop = 20\n[units]\n{units}')
    do(match, "exploit rommel", "join i-6")
    refused(match, "join pz38-1", "16.2c")


@pytest.mark.rule("15.1a", "16.0a")
@pytest.mark.parametrize(("cost", "rule"), [(1, "15.1a"), (2, "16.0a")])
def test_a_unit_with_full_woods_all_around_is_told_what_it_lacks_first(cost: int, rule: str) -> None:
    """The guns have one point; around S15 are woods only."""
    crowd = {"M15": ("i-6", "ii-6", "i-7"), "S14": ("ii-7", "mg", "pi-58"), "S16": ("sst-i", "sst-ii", "sst-iii")}
    full = "\n".join(f'{id} = "{grid}"' for grid, ids in crowd.items() for id in ids)
    refused(roadless(f'heavy-art-1 = "S15"\n{full}', wood=cost), "move heavy-art-1", rule)


@pytest.mark.rule("16.0a", "16.4a", "6.2b")
@pytest.mark.parametrize(
    ("start", "to", "rule"), [("assembly", "M18", "6.2b"), ("M12", "M11", "16.4a"), ("N8", "N7", "16.0a")]
)
def test_a_step_is_told_with_its_rule(start: str, to: str, rule: str) -> None:
    events = do(march(f'krad-7 = "{start}"'), "move krad-7", f"step {to}")
    assert [event.rule for event in events if event.what == "step"] == [rule]


@pytest.mark.rule("15.1a", "16.0a", "16.2c")
def test_a_stack_is_explained() -> None:
    """From S17 lead ways into woods, where three battalions fit, and into S18, which has room for two of five."""
    match = march('krad-7 = "S17"\npz38-1 = "S17"\ni-78 = "S18"\nii-78 = "S18"\nmg = "S18"\nflak-59 = "S16"')

    def parts() -> list[tuple[object, str]]:
        return [(part.value, part.rule) for part in explain(match, "stack").parts]

    do(match, "move krad-7")
    assert explain(match, "stack").total == "1"
    assert parts() == [("3", "15.1a"), ("3", "16.0a")]
    do(match, "join pz38-1")
    assert explain(match, "stack").total == "1 1/3"
    assert parts() == [("3", "15.1a"), ("2 of 3 points", "16.2c")]


@pytest.mark.rule("15.1a", "16.3a")
def test_a_grid_beyond_an_unbridged_river_is_no_room_for_a_stack() -> None:
    """From S13 only the woods of S14 can be entered, not the town of M13."""
    match = march('krad-7 = "S13"')
    do(match, "move krad-7")
    assert explain(match, "stack").parts[0].value == "3"


@pytest.mark.rule("16.2c", "15.1a")
@pytest.mark.parametrize(("others", "joins"), [(("ii-6",), True), (("ii-6", "i-7"), False)])
def test_where_the_ground_is_dear_too_the_stack_must_fit(others: tuple[str, ...], joins: bool) -> None:
    """Three battalions fit into the woods of S14, which cost two points here."""
    there = "\n".join(f'{id} = "S14"' for id in others)
    match = roadless(f'krad-7 = "S13"\ni-6 = "S13"\n{there}', wood=2)
    do(match, "move krad-7")
    assert ("join i-6" in legal(match)) is joins


@pytest.mark.rule("16.2c", "20.8b")
@pytest.mark.parametrize(("cost", "joins"), [(1, True), (1.5, False)])
def test_a_shaken_unit_comes_along_only_where_its_one_point_is_enough(cost: float, joins: bool) -> None:
    match = roadless('krad-7 = "S13"\ni-6 = { at = "S13", hits = 2 }', wood=cost)
    do(match, "move krad-7")
    assert ("join i-6" in legal(match)) is joins


@pytest.mark.rule("16.2c", "9.1b")
def test_a_headquarters_needs_no_room_but_a_way() -> None:
    """West of the line that is to be guarded N13 has no way out but the river, where a staff cannot cross."""
    units = 'i-6 = "N13"\nkg-b = "N13"\ncorps-pi-1 = "N14"\nheavy-art-2 = "assembly"'
    match = table(f'phase = "D2"\nflank = 14\nblown = ["N13-N14"]\n[units]\n{units}')
    do(match, "move i-6")
    assert legal(match) == ["cross N14", "done"]
    refused(match, "join kg-b", "16.2c")


@pytest.mark.rule("20.8b")
@pytest.mark.parametrize(
    ("unit", "hits", "left"), [("i-6", 2, 1), ("krad-7", 1, 2), ("pz38-1", 1, 1), ("rommel", 2, 1)]
)
def test_hits_slow_a_unit_but_never_below_one(unit: str, hits: int, left: int) -> None:
    """Situation A30."""
    match = march(f'{unit} = {{ at = "N2", hits = {hits} }}')
    assert piece(match, unit)["move"] == left
    do(match, f"move {unit}", "step M2")
    assert ("step N2" in legal(match)) is (left > 1)


@pytest.mark.rule("20.6a", "20.6b")
def test_the_last_step_decides_whether_a_unit_has_crossed_a_river() -> None:
    match = march('pz38-1 = "M14"\npz38-2 = "M12"')
    do(match, "move pz38-1", "step M13")
    assert piece(match, "pz38-1")["crossed"], "by bridge"
    do(match, "done", "move pz38-2", "step M13")
    assert "crossed" not in piece(match, "pz38-2")
    do(match, "done", "end")
    assert piece(match, "pz38-1")["crossed"]


@pytest.mark.rule("20.6a")
def test_a_further_step_on_dry_land_takes_the_river_penalty_off() -> None:
    match = march('pz38-1 = { at = "M14", crossed = true }')
    do(match, "move pz38-1", "step M13")
    assert piece(match, "pz38-1")["crossed"]
    do(match, "step M12")
    assert "crossed" not in piece(match, "pz38-1")


@pytest.mark.rule("16.0a", "24.0a")
def test_moving_is_an_action_and_looking_at_a_unit_is_not() -> None:
    match = march('pz38-1 = "M14"\npz38-2 = "M14"')
    do(match, "move pz38-1", "done")
    assert "acted" not in piece(match, "pz38-1")
    do(match, "move pz38-2", "step M13", "done")
    assert piece(match, "pz38-2")["acted"]


@pytest.mark.rule("23.3a", "23.3b")
@pytest.mark.parametrize(
    ("unit", "crosses"),
    [("i-6", True), ("krad-7", True), ("pi-58", True), ("mg", True), ("sst-i", True), ("pz38-1", False),
     ("rommel", False), ("i-78", False), ("aufkl-37", False), ("log-7-1", False), ("pzabw-42", False),
     ("sig-705", False)],
)
def test_engineers_infantry_and_motorcycles_make_assault_crossings(unit: str, crosses: bool) -> None:
    """Situation A70, over the blown bridge of Dinant."""
    match = march(f'corps-pi-1 = "N14"\n{unit} = "N14"', head='blown = ["N13-N14"]')
    do(match, f"move {unit}")
    if not crosses:
        refused(match, "cross N13", "23.3a")
        return
    events = do(match, "cross N13")
    assert happened(events, "assault crossing") == [{"units": [unit], "from": "N14", "to": "N13"}]
    shown = piece(match, unit)
    assert (shown["hex"], shown["crossed"], shown["moved"], shown["acted"]) == ("N13", True, True, True)
    assert not [action for action in legal(match) if action.startswith("step")], "one Grid only"
    assert piece(match, "corps-pi-1")["hex"] == "N14", "the engineers may stay"


@pytest.mark.rule("23.3a")
@pytest.mark.parametrize(
    ("engineers", "helps"), [("N14", True), ("N13", True), ("N15", False), ("M14", False), ("M13", False)]
)
def test_an_engineer_in_either_grid_beside_the_river_makes_the_crossing_possible(engineers: str, helps: bool) -> None:
    match = march(f'corps-pi-1 = "{engineers}"\ni-6 = "N14"', head='blown = ["N13-N14"]')
    do(match, "move i-6")
    if helps:
        assert "cross N13" in legal(match)
    else:
        refused(match, "cross N13", "23.3a")


@pytest.mark.rule("23.3b")
def test_a_crossing_is_the_whole_move_from_the_grid_where_the_unit_began() -> None:
    match = march('corps-pi-1 = "N14"\ni-6 = "N15"', head='blown = ["N13-N14"]')
    do(match, "move i-6", "step N14")
    refused(match, "cross N13", "23.3b")


@pytest.mark.rule("23.3a")
def test_the_engineer_may_cross_with_the_others_but_nobody_crosses_where_a_bridge_stands() -> None:
    match = march('corps-pi-1 = "N14"\ni-6 = "N14"\npz38-1 = "N14"', head='blown = ["N13-N14"]')
    do(match, "move i-6", "join corps-pi-1")
    twin = match.copy()
    do(twin, "join pz38-1")
    refused(twin, "cross N13", "23.3a")
    do(match, "cross N13")
    assert piece(match, "corps-pi-1")["hex"] == piece(match, "i-6")["hex"] == "N13"
    match = march('corps-pi-1 = "N14"\ni-6 = "N14"')
    do(match, "move i-6")
    refused(match, "cross N13", "23.3a")
    refused(match, "cross N15", "23.3a")


@pytest.mark.rule("23.3b", "15.1a")
def test_a_crossing_minds_the_room_beyond_the_river() -> None:
    full = "\n".join(f'{id} = "N13"' for id in ("ii-6", "i-7", "ii-7", "i-78", "ii-78"))
    match = march(f'corps-pi-1 = "N14"\ni-6 = "N14"\n{full}', head='blown = ["N13-N14"]')
    do(match, "move i-6")
    refused(match, "cross N13", "15.1a")


@pytest.mark.rule("23.3b")
def test_an_exploiting_headquarters_pays_for_a_crossing_and_need_not_cross() -> None:
    head = 'phase = "D4a"\nblown = ["N13-N14"]\nop = 20'
    units = 'corps-pi-1 = "N14"\ni-6 = "N14"\npz38-1 = "N14"\npzgren = "N14"'
    match = table(f'{head}\n[units]\nrommel = "N14"\npz38-2 = "assembly"\n{units}')
    do(match, "done", "exploit rommel", "join i-6", "join pz38-1")
    assert match.view(None)["op"] == 18
    do(match, "cross N13")
    assert [piece(match, id)["hex"] for id in ("i-6", "rommel", "pz38-1")] == ["N13", "N14", "N14"]
    assert piece(match, "rommel")["moved"]
    do(match, "exploit pzgren", "cross N13")
    assert piece(match, "pzgren")["hex"] == "N13"
    assert match.view(None)["op"] == 16
    refused(match, "exploit corps-pi-1", "22.1a")


@pytest.mark.rule("23.3b", "14.1d")
def test_on_an_enhanced_move_nobody_crosses_away_from_the_headquarters() -> None:
    units = 'rommel = "N14"\ncorps-pi-1 = "N14"\ni-6 = "N14"'
    match = table(f'phase = "D2"\nop = 20\nblown = ["N13-N14"]\n[units]\n{units}')
    do(match, "enhance rommel", "done", "move rommel", "join i-6")
    refused(match, "cross N13", "23.3a")


@pytest.mark.rule("23.3a", "16.0a")
def test_a_tank_with_a_river_on_all_free_sides_is_not_offered_a_move() -> None:
    """S13 has the Meuse to the north and west, and the woods of S14 are full."""
    full = "\n".join(f'{id} = "S14"' for id in ("ii-6", "i-7", "ii-7"))
    match = march(f'pz38-1 = "S13"\ni-6 = "S13"\ncorps-pi-1 = "S13"\n{full}')
    assert "move i-6" in legal(match)
    refused(match, "move pz38-1", "16.3a")


@pytest.mark.rule("9.1b")
def test_guard_the_flanks_bars_steps_and_crossings_to_the_west() -> None:
    match = march('pz38-1 = "N14"\ni-6 = "N14"\ncorps-pi-1 = "N14"', head='blown = ["N13-N14"]\nflank = 14')
    do(match, "move i-6")
    refused(match, "cross N13", "9.1b")
    do(match, "done", "move pz38-1", "step M14")
    refused(match, "step M13", "9.1b")


@pytest.mark.rule("9.1b", "16.0a")
@pytest.mark.parametrize("unit", ["pz38-1", "rommel"])
def test_who_has_no_way_to_go_is_not_offered_a_move(unit: str) -> None:
    """Every Grid around M12 lies west of the line that is to be guarded."""
    match = march(f'{unit} = "M12"', head="flank = 14")
    refused(match, f"move {unit}", "9.1b")


@pytest.mark.rule("16.0a")
def test_a_refusal_says_what_is_missing() -> None:
    match = march('pz38-1 = "N14"\nkrad-7 = "pool"\nstuka-1 = "available"\nii-6 = { at = "N14", moved = true }')
    refused(match, "move krad-7", "10.0b")
    refused(match, "move stuka-1", "27.0a")
    refused(match, "exploit pz38-1", "11.0a")
    refused(match, "enhance rommel", "14.1e")
    do(match, "move pz38-1")
    refused(match, "move ii-6", "16.0a")
    refused(match, "fly N13", "16.0a")


@pytest.mark.rule("16.0a", "16.4a", "20.8b", "16.2b", "6.2b")
def test_a_step_is_explained() -> None:
    match = march('i-6 = { at = "N8", hits = 1 }\nkrad-7 = "assembly"')
    do(match, "move i-6")
    wood = explain(match, "step N9")
    assert (wood.title, wood.total) == ("step into N9", 0.5)
    assert [(part.label, part.value, part.rule) for part in wood.parts] == [
        ("along the road", 0.5, "16.4a"), ("left to I/6 Schützen", 0.5, "20.8b"), ("woods: STOP", "halts", "16.2b"),
    ]
    field = explain(match, "step N7")
    assert [(part.label, part.value, part.rule) for part in field.parts] == [
        ("clear", 1, "16.0a"), ("left to I/6 Schützen", 0, "20.8b"),
    ]
    do(match, "done", "move krad-7")
    assert explain(match, "step N18").parts[0].rule == "6.2b"


@pytest.mark.rule("15.1a", "16.0a")
def test_a_unit_that_just_fits_may_be_moved() -> None:
    """Four battalions in clear N2 and five in the town M1, the two Grids beside N1, leave room for one each."""
    crowd = {"N2": ("i-6", "ii-6", "i-7", "ii-7"), "M1": ("i-78", "ii-78", "pi-58", "pzabw-42", "heavy-art-1")}
    full = "\n".join(f'{id} = "{grid}"' for grid, ids in crowd.items() for id in ids)
    assert "move krad-7" in legal(march(f'{full}\nkrad-7 = "N1"'))
    assert "move krad-7" not in legal(march(f'{full}\nkrad-7 = "N1"\nflak-59 = "N2"\nmg = "M1"'))


@pytest.mark.rule("23.3a", "15.1a")
def test_a_stack_that_just_fits_may_cross() -> None:
    g = table("").game
    room = g.stack_limit[g.grid.bit["N13"]] // 3 - 1
    crowd = "\n".join(f'{id} = "N13"' for id in ("ii-6", "i-7", "ii-7", "i-78", "ii-78")[:room])
    match = march(f'{crowd}\npi-58 = "N14"\ni-6 = "N14"', head='blown = ["N13-N14"]')
    do(match, "move i-6")
    assert "cross N13" in legal(match)
    do(match, "join pi-58")
    assert "cross N13" not in legal(match)


@pytest.mark.rule("16.0a")
def test_the_segment_ends_when_the_commander_says_so() -> None:
    """Not with the move of the last unit, which could not be thought over otherwise."""
    match = table('phase = "D2"\n[units]\nkrad-7 = "N16"')
    do(match, "move krad-7")
    do(match, "step N15")
    do(match, "done")
    assert legal(match) == ["end"]
