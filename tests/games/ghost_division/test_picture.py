"""The picture of the strip shows what the map file says, where it says it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree as xml

import msgspec
import pytest

from meuse.engine.data import Shelf
from meuse.engine.hexes import Point
from meuse.games.ghost_division.box.drawfile import Drawing
from meuse.games.ghost_division.box.mapfile import MapFile
from meuse.games.ghost_division.table.picture import SIZE, assembly_area, draw, edges, lattice, route_points
from meuse.maps.drawing import Box, overlap, viewbox, width

SHELF = Shelf("meuse.games.ghost_division")
MAP = SHELF.load("map", MapFile)
DRAWING = SHELF.load("drawing", Drawing)
POINTS = {e.town: n for n, e in enumerate((e for e in MAP.grids.values() if e.town), 3)}
RELIEF = (SHELF.folder / "relief.png").read_bytes()
TEXT = draw(MAP, DRAWING, POINTS, RELIEF)
ROOT = xml.fromstring(TEXT)
BY_ID = {e.get("id"): e for e in ROOT.iter() if e.get("id")}
GRID = lattice(MAP)
BREADTH = 11.0
"""Half the breadth of a river between its banks, and a unit."""
CENTRE = {n: (SIZE * x, SIZE * y) for n, c in GRID.bit.items() for x, y in [GRID.centre(c)]}


def grid_at(p: Point) -> str | None:
    """The Grid that holds a point, told by the centres alone."""
    return next((n for n, (x, y) in CENTRE.items() if abs(p[0] - x) <= SIZE / 2 and abs(p[1] - y) <= SIZE / 2), None)


def ends(side: str) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = (CENTRE[n] for n in side.split("-"))
    x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, abs(by - ay) / 2, abs(bx - ax) / 2
    return (x - dx, y - dy), (x + dx, y + dy)


def curve(d: str, steps: int = 12) -> list[Point]:
    """Points along a path of one move and cubic curves."""
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", d)]
    spots = list(zip(numbers[::2], numbers[1::2], strict=True))
    out = [spots[0]]
    for i in range(1, len(spots), 3):
        a, (b, c, e) = out[-1], spots[i : i + 3]
        for k in range(1, steps + 1):
            t = k / steps
            w = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            out.append((sum(s * p[0] for s, p in zip(w, (a, b, c, e), strict=True)),
                        sum(s * p[1] for s, p in zip(w, (a, b, c, e), strict=True))))
    return out


def off(p: Point, a: Point, b: Point) -> float:
    """How far a point lies from the line between two others."""
    long = hypot(b[0] - a[0], b[1] - a[1])
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / long
    along = min(max(along, 0.0), long)
    return hypot(a[0] + (b[0] - a[0]) * along / long - p[0], a[1] + (b[1] - a[1]) * along / long - p[1])


def words(group: str) -> dict[str, Point]:
    """The texts of a group, each once, and where they stand."""
    labels = [e for e in BY_ID[group].iter() if e.text and e.text.strip()]
    found = {e.text or "": (float(e.get("x", "")), float(e.get("y", ""))) for e in labels}
    assert len(found) == len(labels)
    return found


def test_one_file_that_needs_no_other() -> None:
    assert ROOT.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(TEXT.encode()) < 1_000_000
    assert TEXT.count("http") == 1, "the name space and nothing else"
    assert not re.search(r"<script|@import|<foreignObject", TEXT)
    assert set(re.findall(r"(?:href=\"|url\()(data:|#|.{6})", TEXT)) == {"data:", "#"}
    ids = re.findall(r'\bid="([^"]+)"', TEXT)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", TEXT)) <= set(ids)


def test_the_layers_are_those_of_the_other_maps() -> None:
    layers = {"terrain", "rivers", "roads", "bridges", "settlements", "names", "numbers", "grid", "furniture"}
    assert layers <= set(BY_ID)


def test_the_same_map_gives_the_same_text() -> None:
    program = (
        "import sys\nfrom tests.games.ghost_division.test_picture import TEXT\n"
        "sys.stdout.buffer.write(TEXT.encode())"
    )
    for seed in ("1", "2"):
        surroundings = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", program], env=surroundings, capture_output=True)
        assert run.stdout.decode() == TEXT, run.stderr.decode()


def test_the_sheet_holds_the_strip_and_the_assembly_area() -> None:
    x, y, wide, high = viewbox(edges(MAP))
    assert [float(n) for n in ROOT.get("viewBox", "").split()] == [x, y, wide, high]
    assert CENTRE["N1"] == (SIZE, SIZE)
    assert CENTRE["S18"] == (18 * SIZE, 3 * SIZE)
    left, top, right, bottom = assembly_area(MAP)
    assert left > 18.5 * SIZE
    assert (right - left, bottom - top) == (2 * SIZE, 3 * SIZE)
    assert x < 0
    assert right < x + wide
    assert bottom < y + high


def test_every_grid_bears_its_name() -> None:
    names = words("numbers")
    assert set(names) == set(MAP.grids)
    assert len(names) == 54
    assert all(grid_at(p) == name for name, p in names.items())


def test_towns_stand_in_their_grids_with_name_and_points() -> None:
    towns = {n: e.town for n, e in MAP.grids.items() if e.town}
    assert len(towns) == 14
    assert set(words("names-towns")) == set(towns.values())
    for name, town in towns.items():
        label = BY_ID[f"town-{name}"]
        assert label.text == town
        assert grid_at((float(label.get("x", "")), float(label.get("y", "")))) == name
        seal = BY_ID[f"points-{name}"]
        assert [e.text for e in seal.iter() if e.text] == [str(POINTS[town])]
        circle = next(e for e in seal if e.get("cx"))
        assert grid_at((float(circle.get("cx", "")), float(circle.get("cy", "")))) == name
        assert {grid_at(p) for p in curve(BY_ID[f"houses-{name}"].get("d", "").rstrip("Z"))} == {name}
    assert len(BY_ID["points"]) == len(BY_ID["town-grounds"]) == 14


def test_woods_and_no_other_grids_say_stop() -> None:
    woods = {n for n, e in MAP.grids.items() if e.terrain == "wood"}
    assert {i.removeprefix("stop-") for i in BY_ID if i and i.startswith("stop-")} == woods
    for name in woods:
        label = next(e for e in BY_ID[f"stop-{name}"] if e.text)
        assert label.text == "STOP"
        assert grid_at((float(label.get("x", "")), float(label.get("y", "")))) == name


def test_every_place_of_the_map_file_is_named_in_its_grid() -> None:
    villages = words("names-villages")
    lands = {land.name for land in DRAWING.lands}
    named = 0
    for name, e in MAP.grids.items():
        for place in e.places:
            if place in lands:
                land = next(land for land in DRAWING.lands if land.name == place)
                assert (land.words or land.name) in {t.text for t in BY_ID["names-lands"].iter()}
            else:
                assert grid_at(villages[place]) == name, place
                named += 1
    assert named == 67


def test_every_spot_lies_in_the_grid_that_the_formula_gives() -> None:
    g = MAP.grid
    homes = {p: n for n, e in MAP.grids.items() for p in (*e.places, e.town)}
    for place, spot in DRAWING.places.items():
        if place in homes:
            column = int((spot.at[0] - g.lon_west) // g.lon_step) + 1
            row = int((spot.at[1] - g.lat_south) // g.lat_step)
            assert f"{g.rows[::-1][row]}{column}" == homes[place], place


@pytest.mark.parametrize("river", MAP.rivers, ids=lambda r: r.name)
def test_rivers_hug_the_sides_they_run_on(river: msgspec.Struct) -> None:
    line = curve(BY_ID[f"river-water-{river.name}"].get("d", ""))
    sides = [ends(s) for s in river.sides]
    for a, b in sides:
        for k in range(21):
            p = a[0] + (b[0] - a[0]) * k / 20, a[1] + (b[1] - a[1]) * k / 20
            assert min(off(p, *pair) for pair in pairwise(line) if pair[0] != pair[1]) < BREADTH, "wet all along"
    inside = [p for p in line if p[0] > SIZE / 2 - 1]
    assert all(min(off(p, a, b) for a, b in sides) < BREADTH for p in inside), "and nowhere else"


def test_no_river_too_many() -> None:
    assert len(BY_ID["river-water"]) == len(BY_ID["river-banks"]) == len(MAP.rivers) == 5


@pytest.mark.parametrize("link", MAP.roads.links)
def test_roads_join_the_two_grids_of_a_link_and_touch_no_third(link: str) -> None:
    a, b = link.split("-")
    line = curve(BY_ID[f"road-{link}"].get("d", ""))
    if b == "AA":
        assert line[-1][0] == assembly_area(MAP)[0]
        line = [p for p in line if p[0] <= 18.5 * SIZE]
        assert {grid_at(p) for p in line} == {a}
        return
    low, high = ends(link)
    inner = [grid_at(p) for p in line if off(p, low, high) > 1.0]
    assert (inner[0], inner[-1]) == (a, b)
    assert [n for n, before in zip(inner, [None, *inner], strict=False) if n != before] == [a, b], "it crosses once"


def test_no_road_too_many() -> None:
    assert len(BY_ID["road-casing"]) == len(MAP.roads.links) == 68


def test_bridges_stand_on_their_sides_where_the_road_crosses() -> None:
    assert len(BY_ID["bridges"]) == len(MAP.bridges.sides) == 11
    for side in MAP.bridges.sides:
        found = re.match(r"translate\((\S+) (\S+)\) rotate\((\S+)\)", BY_ID[f"bridge-{side}"].get("transform", ""))
        assert found
        p, (low, high) = (float(found[1]), float(found[2])), ends(side)
        assert off(p, low, high) < 1
        assert min(hypot(p[0] - q[0], p[1] - q[1]) for q in (low, high)) > 30, "clear of the corners"
        assert abs(float(found[3])) % 180 == (0 if low[0] == high[0] else 90)
        road = curve(BY_ID[f"road-{side}"].get("d", ""))
        assert min(off(p, *pair) for pair in pairwise(road) if pair[0] != pair[1]) < 2


def test_belgium_is_tinted_apart_from_column_eleven() -> None:
    tints = {code: BY_ID[f"country-{code}"] for code in ("FR", "BE")}
    assert tints["FR"].get("fill") != tints["BE"].get("fill")
    for code, path in tints.items():
        xs = [float(p.split()[0]) for p in re.findall(r"[ML]([^MLZ]+)", path.get("d", ""))]
        columns = [int(n[1:]) for n, e in MAP.grids.items() if e.country == code]
        assert (min(xs), max(xs)) == (SIZE * (min(columns) - 0.5), SIZE * (max(columns) + 0.5))
    frontier = BY_ID["frontier"].get("d", "")
    assert frontier.startswith(f"M{SIZE * (MAP.grid.belgium - 0.5):g} ")


def test_no_name_lies_upon_another() -> None:
    boxes: list[tuple[str, Box]] = []
    for group, size in (("names-towns", 23.0), ("names-villages", 13.0), ("numbers", 13.0)):
        for name, (x, y) in words(group).items():
            half = width(name, size) / 2
            middle = x + half if group == "numbers" else x
            boxes.append((name, (middle - half, y - 0.75 * size, middle + half, y + 0.2 * size)))
    for e in (e for i, e in BY_ID.items() if i and i.startswith("stop-")):
        x, y, wide, high = (float(e[0].get(k, "")) for k in ("x", "y", "width", "height"))
        boxes.append((e.get("id", ""), (x, y, x + wide, y + high)))
    clashes = [(m, n) for i, (m, a) in enumerate(boxes) for n, b in boxes[:i] if overlap(a, b) > 12]
    assert not clashes


def test_the_picture_follows_the_map_file() -> None:
    """A side, a link, a bridge and a wood fewer are not drawn."""
    replace = msgspec.structs.replace
    fewer = replace(
        MAP,
        rivers=tuple(r for r in MAP.rivers if r.name != "Escaut"),
        bridges=replace(MAP.bridges, sides=tuple(s for s in MAP.bridges.sides if s != "M6-M7")),
        roads=replace(MAP.roads, links=tuple(s for s in MAP.roads.links if s != "N7-M7")),
        grids={**MAP.grids, "N9": replace(MAP.grids["N9"], terrain="clear")},
    )
    text = draw(fewer, DRAWING, POINTS, RELIEF)
    for gone in ("river-water-Escaut", "bridge-M6-M7", "road-N7-M7", "stop-N9"):
        assert f'id="{gone}"' in TEXT
        assert f'id="{gone}"' not in text


def test_a_map_of_the_players_own_is_drawn_too() -> None:
    """A road, a bridge without a road and a town for which no shape is given."""
    replace = msgspec.structs.replace
    own = replace(
        MAP,
        bridges=replace(MAP.bridges, sides=(*MAP.bridges.sides, "M13-S13")),
        roads=replace(MAP.roads, links=(*MAP.roads.links, "N1-N2")),
        grids={**MAP.grids, "N2": replace(MAP.grids["N2"], terrain="town", town="Hesdin")},
    )
    text = draw(own, DRAWING, {**POINTS, "Hesdin": 2}, RELIEF)
    for new in ("road-N1-N2", "bridge-M13-S13", "town-N2", "houses-N2"):
        assert f'id="{new}"' in text


def test_rommels_way() -> None:
    legs = route_points(MAP)
    assert list(legs) == [1, 2, 3, 4, 5, 6]
    whole = [legs[1][0], *(p for leg in legs.values() for p in leg if p not in (legs[1][0],))]
    assert (grid_at(whole[0]), grid_at(whole[-1])) == ("N18", "N5")
    assert all(a[-1] == b[0] for a, b in pairwise(legs.values())), "each turn sets out where the last one ended"
    assert all(hypot(a[0] - b[0], a[1] - b[1]) == SIZE for leg in legs.values() for a, b in pairwise(leg))
