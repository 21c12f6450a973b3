"""The picture of the map shows what the map file says, where it says it."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, pairwise
from math import hypot
from struct import unpack
from xml.etree import ElementTree as xml

import pytest

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.table.picture import HEX, draw
from meuse.games.mansteins_war.table.picture.lettering import NAME_SIZE
from meuse.games.mansteins_war.table.picture.paper import SIDE, MansteinPaper
from meuse.maps.drawing import Box, mix, overlap, walk, width
from meuse.maps.rivers import Waters
from meuse.maps.shapes import Drawing
from tests.games.mansteins_war.box import BOARD, GRID, SHELF, cell

DRAWING = SHELF.load("drawing", Drawing)
SHADING = (SHELF.folder / "relief.png").read_bytes()
TEXT = draw(BOARD, DRAWING, SHADING)
ROOT = xml.fromstring(TEXT)
BY_ID = {e.get("id"): e for e in ROOT.iter() if e.get("id")}
SHEET = MansteinPaper(BOARD, DRAWING)
WATERS = Waters(
    SHEET, ((r.name, r.sides) for r in BOARD.file.rivers), ((arm.name, arm.sides) for arm in BOARD.file.seas)
)
CENTRE = {n: (HEX * x, HEX * y) for n, c in GRID.bit.items() for x, y in [GRID.centre(c)]}


def words(id: str) -> dict[str, Point]:
    """The texts of a group with where they stand."""
    texts = [e for e in BY_ID[id].iter() if e.tag.endswith("text")]
    return {e.text or "": (float(e.get("x", 0)), float(e.get("y", 0))) for e in texts}


def hex_at(p: Point) -> str | None:
    """The hex that holds a point, told by the centres alone."""
    name = min(CENTRE, key=lambda n: hypot(CENTRE[n][0] - p[0], CENTRE[n][1] - p[1]))
    return name if hypot(CENTRE[name][0] - p[0], CENTRE[name][1] - p[1]) <= SIDE else None


def dry(p: Point) -> bool:
    """Whether a point lies on drawn land: within an odd number of the rings of land and lakes."""
    inside = False
    for ring in (*DRAWING.land, *DRAWING.lakes):
        line = [SHEET.point(q) for q in ring.line]
        for (x1, y1), (x2, y2) in pairwise([*line, line[0]]):
            if (y1 > p[1]) != (y2 > p[1]) and p[0] < x1 + (p[1] - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
    return inside


def test_every_hex_bears_its_number_within_its_sides() -> None:
    found = words("numbers")
    assert sorted(found) == sorted(GRID.bit)
    assert all(hex_at((x, y - 4)) == name for name, (x, y) in found.items())


def test_counters_can_be_laid_on_the_picture() -> None:
    """Hex centres stand where the grid has them, whatever the frame."""
    left, top, wide, high = map(float, (ROOT.get("viewBox") or "").split())
    assert all(left < x - SIDE and x + SIDE < left + wide for x, _ in CENTRE.values())
    assert all(top < y - HEX / 2 and y + HEX / 2 < top + high for _, y in CENTRE.values())
    assert all(SHEET.spot[name] == pytest.approx(p) for name, p in CENTRE.items())


def test_land_is_drawn_on_land_hexes_and_water_on_the_others() -> None:
    """Told by the middles of the hexes, save for coastal hexes that are mostly water and the shores of the lake."""
    closed = {n for n in CENTRE if BOARD.terrain[cell(n)] == "barred"}
    wrong = {n for n, p in CENTRE.items() if n not in closed and dry(p) != (n in SHEET.land)}
    assert wrong == {"0439", "0539", "0638", "0738", "0835", "1334", "1430", "1530", "1531", "1629", "2028"}
    assert BY_ID["wash"].get("d") == SHEET.outline(SHEET.land), "such hexes are washed pale"


def test_every_place_is_drawn_in_its_hex_and_named() -> None:
    named = words("names-city") | words("names-town") | words("names-site")
    for place in BOARD.file.places:
        assert hex_at(SHEET.place(place)) == place.hex, place.name
        assert (place.name.upper() if place.class_ == "city" else place.name) in named
    assert len(named) == len(BOARD.file.places)


def boxes(kind: str) -> dict[str, Box]:
    size = NAME_SIZE[kind]
    out = {}
    for name, (x, y) in words(f"names-{kind}").items():
        half = width(name, size) / 2
        out[name] = (x - half, y - 0.8 * size, x + half, y + 0.2 * size)
    return out


def test_names_of_places_do_not_cover_each_other() -> None:
    every = {name: box for kind in ("city", "town", "site") for name, box in boxes(kind).items()}
    for a, b in combinations(every, 2):
        assert overlap(every[a], every[b]) < 40, f"{a} and {b}"
    left, top, right, bottom = SHEET.frame
    assert all(b[0] > left and b[1] > top and b[2] < right and b[3] < bottom for b in every.values())


def test_rivers_flow_along_their_hexsides() -> None:
    for river, (name, line) in zip(BOARD.file.rivers, WATERS.rivers, strict=True):
        assert river.name == name
        middles = [mix(*SHEET.ends(side)) for side in river.sides]
        points = walk(line, 2.0)
        for side, m in zip(river.sides, middles, strict=True):
            assert min(hypot(m[0] - x, m[1] - y) for x, y in points) < 8, f"{name} at {side}"
        for x, y in points:
            assert min(hypot(m[0] - x, m[1] - y) for m in middles) < SIDE * 0.7, f"{name} strays to {x:.0f}, {y:.0f}"


def test_rivers_are_named_in_the_languages_of_their_banks() -> None:
    """A name follows its river letter by letter."""
    letters = [e.text for e in BY_ID["names-rivers-ink"].iter() if e.tag.endswith("text")]
    wanted = "".join(name.name for name in DRAWING.river_names).replace(" ", "")
    assert "".join(letters) == wanted  # type: ignore[arg-type]
    for name in DRAWING.river_names:
        assert any({*name.span} <= {*r.sides} for r in BOARD.file.rivers if r.name == name.river), name.name


def test_every_fort_is_drawn_once() -> None:
    lines = {"Maginot", "Westwall", "Maubeuge", "Escaut", "Montmédy"}
    casemates = [e for e in BY_ID["forts"] if e.tag.endswith("}g")]
    assert len(casemates) == sum(f.line in lines for f in BOARD.file.forts)
    spots = [e.get("transform", "").split("(")[1].split(")")[0].split() for e in casemates]
    homes = [hex_at((float(x), float(y))) for x, y in spots]
    assert homes == [f.hex for f in BOARD.file.forts if f.line in lines]


def test_every_depot_and_port_has_its_sign_in_its_hex() -> None:
    signs = [e.get("transform", "").split("(")[1].split(")")[0].split() for e in BY_ID["badges"]]
    homes = sorted(str(hex_at((float(x), float(y)))) for x, y in signs)
    places = BOARD.file.places
    assert homes == sorted([p.hex for p in places if p.depot] + [p.hex for p in places if p.port])


def test_the_relief_has_the_shape_of_the_frame() -> None:
    wide, high = unpack(">II", SHADING[16:24])
    left, top, right, bottom = SHEET.frame
    assert wide / high == pytest.approx((right - left) / (bottom - top), rel=0.002)
    assert len(SHADING) < 400_000
    assert len(TEXT) < 1_500_000


def test_the_same_map_gives_the_same_text() -> None:
    program = (
        "import sys\nfrom tests.games.mansteins_war.test_picture import TEXT\n"
        "sys.stdout.buffer.write(TEXT.encode())"
    )
    surroundings = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run([sys.executable, "-c", program], env=surroundings, capture_output=True)
    assert run.stdout.decode() == TEXT, run.stderr.decode()
