"""What can be laid over the map: reach, Lines of Communications, objectives, the route; and the sheet of the table."""

from __future__ import annotations

from itertools import pairwise

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.ghost_division.table import do, legal, pinned, table
from tests.games.verbs import explain, overlay, preview, reach


def march(units: str, more: str = "", head: str = "") -> Match:
    match = table(f'phase = "D2"\n{head}\n[units]\nheavy-art-2 = "assembly"\n{units}\n{more}')
    if "done" in legal(match):
        do(match, "done")
    return match


@pytest.mark.rule("16.0a", "16.4a")
def test_reach_gives_the_cheapest_way_and_the_words_that_take_the_unit_there() -> None:
    match = march('pz38-1 = "M12"')
    found = reach(match, "pz38-1")
    assert found["M10"] == {
        "cost": 1.0, "path": ["M11", "M10"], "actions": ["move pz38-1", "step M11", "step M10"],
    }
    assert {"M8", "M9", "N10", "S10", "M14", "N14"} <= set(found)
    assert "M7" not in found


@pytest.mark.rule("16.0a")
@pytest.mark.parametrize("grid", ["M9", "S10", "N13", "M14"])
def test_what_reach_promises_can_be_done(grid: str) -> None:
    match = march('pz38-1 = "M12"\npz38-2 = "M12"')
    do(match, *reach(match, "pz38-1")[grid]["actions"])
    assert match.view(None)["units"]["pz38-1"]["hex"] == grid


@pytest.mark.rule("16.0a", "16.2b", "16.2a", "16.3a")
def test_reach_ends_at_markers_woods_rivers_and_full_grids() -> None:
    full = "\n".join(f'{id} = "M10"' for id in ("i-6", "ii-6", "i-7", "ii-7", "i-78"))
    match = march(f'krad-7 = "M12"\n{full}', '[fog]\nN12 = "false-info"', head='blown = ["M13-M14", "N13-N14"]')
    found = reach(match, "krad-7")
    assert "N12" in found, "the marker's Grid itself"
    assert found["S12"]["path"] == ["S12"]
    assert "M10" not in found
    assert "M14" not in found
    assert all("N12" not in way["path"][:-1] for way in found.values())
    assert all("S12" not in way["path"][:-1] for way in found.values())


@pytest.mark.rule("6.2b")
def test_reach_from_the_assembly_area_is_the_east_edge() -> None:
    match = march('krad-7 = "assembly"')
    found = reach(match, "krad-7")
    assert set(found) == {"N18", "M18", "S18"}
    assert found["M18"] == {"cost": "all", "path": ["M18"], "actions": ["move krad-7", "step M18"]}


@pytest.mark.rule("14.1a", "16.0a")
def test_reach_of_a_stack_under_way_counts_what_is_left_to_its_slowest() -> None:
    match = march('krad-7 = "M12"\nheavy-art-1 = "M12"')
    do(match, "move krad-7", "join heavy-art-1", "step M11")
    found = reach(match, "krad-7")
    assert {way["cost"] for way in found.values()} == {0.5}
    assert found["M10"]["actions"] == ["step M10"]
    assert reach(match, "heavy-art-2") == {}


@pytest.mark.rule("22.1a")
def test_reach_in_the_exploitation_segment_begins_with_the_payment() -> None:
    match = table('phase = "D4a"\nop = 20\n[units]\npz38-1 = "M12"\ni-6 = "M12"')
    assert reach(match, "pz38-1")["M11"]["actions"] == ["exploit pz38-1", "step M11"]
    assert reach(match, "i-6") == {}
    assert reach(match, "pz38-1", "nobody") == {}
    assert match.view(None)["op"] == 20, "a question costs nothing"


@pytest.mark.rule("7.0a")
def test_the_supply_overlay_shows_the_roads_home_and_the_line_of_a_unit() -> None:
    wall = "[fog]\n" + "\n".join(f'{row}15 = "false-info"' for row in "NMS")
    match = march('krad-7 = "M12"\ni-6 = "N16"', wall)
    roads = set(overlay(match, "supply")["hexes"])
    assert {"N16", "M18"} <= roads
    assert not roads & {"M12", "N15"}
    assert overlay(match, "supply", unit="krad-7")["hexes"] == ["M12"]
    assert "no LOC" in overlay(match, "supply", unit="krad-7")["note"]
    assert "has a LOC" in overlay(match, "supply", unit="i-6")["note"]
    with pytest.raises(meuse.BadInput, match="not a unit on the map"):
        overlay(match, "supply", unit="heavy-art-2")


@pytest.mark.rule("3.1a", "3.1d")
def test_the_victory_overlay_shows_the_towns_and_which_lack_a_loc() -> None:
    wall = "[fog]\n" + "\n".join(f'{row}15 = "false-info"' for row in "NMS")
    match = march('krad-7 = "M9"\ni-6 = "N16"', wall)
    shown = overlay(match, "victory")
    assert len(shown["hexes"]) == 14
    assert set(shown["held"]) == {"M9", "N16"}
    assert shown["note"] == "2 of 14 towns occupied; without a LOC: Landrecies"


def test_the_route_overlay_follows_rommel_turn_by_turn_side_to_side() -> None:
    match = march('krad-7 = "M9"')
    g = pinned()
    route = overlay(match, "route")["hexes"]
    assert (route[0], route[-1]) == ("N18", "N5")
    assert all(g.grid.direction(g.grid.bit[a], g.grid.bit[b]) >= 0 for a, b in pairwise(route))
    with pytest.raises(meuse.BadInput, match="no overlay 'weather'"):
        overlay(match, "weather")


@pytest.mark.rule("2.8i", "2.5a", by="data")
def test_the_sheet_has_all_that_a_table_shows() -> None:
    g = pinned()
    sheet = g.sheet()
    assert set(g.grid.bit) <= set(sheet["hexes"])
    assert len(sheet["sides_of_hexes"]) == 16
    assert sum("bridge" in side for side in sheet["sides_of_hexes"].values()) == 11
    assert set(sheet["counters"]) == {c.id for c in g.units} | {c.id for c in g.allied}
    assert sheet["turns"][0]["title"] == "10-11 May 1940"
    assert len({c["nation"] for id, c in sheet["counters"].items() if c["side"] == "allied" and "works" not in id}) == 5
    sizes = {id: sheet["counters"][id]["size"] for id in ("rommel", "7-brigade", "31-5", "i-6", "pz38-1", "kg-b")}
    assert list(sizes.values()) == ["XX", "X", "III", "II", "I", "[ ]"]
    assert all(chart["rule"] in g.rules for chart in sheet["charts"])
    assert {sheet["hexes"][grid]["terrain"] for grid in g.grid.bit} == {"clear", "town", "wood"}


def test_explanations_of_the_score_and_of_nonsense() -> None:
    match = march('krad-7 = "M9"')
    assert explain(match, "score").total == 5 + match.view(None)["op"]
    for question in ("", "step", "step M8", "fire krad-7", "volley", "weather"):
        with pytest.raises(meuse.BadInput, match="no answer"):
            explain(match, question)
    do(match, "move krad-7")
    with pytest.raises(meuse.BadInput, match="no answer"):
        explain(match, "step M1")
    with pytest.raises(meuse.BadInput, match="no battle"):
        preview(match)
