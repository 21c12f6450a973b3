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
from meuse.games.blitzkrieg.table.picture import HEX, draw
from meuse.games.blitzkrieg.table.picture.furniture import columns
from meuse.games.blitzkrieg.table.picture.lettering import LOUD, NAME_SIZE
from meuse.games.blitzkrieg.table.picture.paper import SIDE, BlitzPaper
from meuse.maps.drawing import Box, mix, overlap, walk, width
from meuse.maps.rivers import Waters
from meuse.maps.shapes import Drawing
from tests.games.blitzkrieg.box import BOARD, BOX, CHARTS, GRID, SHELF, cell

DRAWING = SHELF.load("drawing", Drawing)
SHADING = (SHELF.folder / "relief.png").read_bytes()
TEXT = draw(BOX, DRAWING, SHADING)
ROOT = xml.fromstring(TEXT)
BY_ID = {e.get("id"): e for e in ROOT.iter() if e.get("id")}
SHEET = BlitzPaper(BOARD, DRAWING)
WATERS = Waters(
    SHEET, ((r.name, r.sides) for r in BOARD.file.rivers), ((arm.name, arm.sides) for arm in BOARD.file.seas)
)
CENTRE = {n: (HEX * x, HEX * y) for n, c in GRID.bit.items() for x, y in [GRID.centre(c)]}


def words(id: str) -> dict[str, Point]:
    """The texts of a group with where they stand."""
    texts = [e for e in BY_ID[id].iter() if e.tag.endswith("text")]
    return {e.text or "": (float(e.get("x", 0)), float(e.get("y", 0))) for e in texts}


def spots(id: str) -> list[Point]:
    """Where the signs of a group stand."""
    moved = [e.get("transform", "").split("(")[1].split(")")[0].split() for e in BY_ID[id] if e.get("transform")]
    return [(float(x), float(y)) for x, y in moved]


def dry(p: Point) -> bool:
    """Whether a point lies on drawn land: within an odd number of the rings of land and lakes."""
    inside = False
    for ring in (*DRAWING.land, *DRAWING.lakes):
        line = [SHEET.point(q) for q in ring.line]
        for (x1, y1), (x2, y2) in pairwise([*line, line[0]]):
            if (y1 > p[1]) != (y2 > p[1]) and p[0] < x1 + (p[1] - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
    return inside


def home(p: Point) -> str | None:
    return GRID.names.get(GRID.at(p[0] / HEX, p[1] / HEX))


def test_every_hex_bears_its_number_within_its_sides() -> None:
    found = words("numbers")
    assert sorted(found) == sorted(GRID.bit)
    assert all(home((x, y - 3)) == name for name, (x, y) in found.items())


def test_counters_can_be_laid_on_the_picture() -> None:
    """Hex centres stand where the grid has them, whatever the frame."""
    left, top, wide, high = map(float, (ROOT.get("viewBox") or "").split())
    assert all(left < x - SIDE and x + SIDE < left + wide for x, _ in CENTRE.values())
    assert all(top < y - HEX / 2 and y + HEX / 2 < top + high for _, y in CENTRE.values())
    assert all(SHEET.spot[name] == pytest.approx(p) for name, p in CENTRE.items())


def test_land_is_drawn_on_land_hexes_and_water_on_the_others() -> None:
    """Told by the middles of the hexes; coastal hexes that are mostly water are washed pale."""
    wrong = {n for n, p in CENTRE.items() if dry(p) != (n in SHEET.land)}
    assert not {n for n in wrong if n not in SHEET.land}, "no dry middle at sea"
    inland = {n for n in wrong if not BOARD.coast >> cell(n) & 1}
    assert inland == {"4303", "4304", "5836"}, "the dyke, and a lake of Switzerland"
    assert len(wrong) == 50
    assert BY_ID["wash"].get("d") == SHEET.outline(SHEET.land)


def test_every_place_is_drawn_in_its_hex_and_named() -> None:
    named = {k: w for kind in ("capital", "city", "town", "site") for k, w in words(f"names-{kind}").items()}
    for place in BOARD.file.places:
        assert home(SHEET.place(place)) == place.hex, place.name
        assert (place.name.upper() if place.class_ in LOUD else place.name) in named
    texts = sum(len(BY_ID[f"names-{kind}"]) for kind in ("capital", "city", "town", "site"))
    assert texts == len(BOARD.file.places) - 1, "Paris has two hexes and one name"


def boxes(kind: str) -> dict[str, Box]:
    size = NAME_SIZE[kind]
    out = {}
    for name, (x, y) in words(f"names-{kind}").items():
        half = width(name, size) / 2
        out[name] = (x - half, y - 0.8 * size, x + half, y + 0.2 * size)
    return out


def test_names_of_places_do_not_cover_each_other() -> None:
    every = {name: box for kind in ("capital", "city", "town", "site") for name, box in boxes(kind).items()}
    for a, b in combinations(every, 2):
        assert overlap(every[a], every[b]) < 30, f"{a} and {b}"
    left, top, right, bottom = SHEET.frame
    assert all(b[0] > left and b[1] > top and b[2] < right and b[3] < bottom for b in every.values())


def test_rivers_flow_along_their_hexsides() -> None:
    for river, (name, line) in zip(BOARD.file.rivers, WATERS.rivers, strict=True):
        assert river.name == name
        middles = [mix(*SHEET.ends(side)) for side in river.sides]
        points = walk(line, 2.0)
        for side, m in zip(river.sides, middles, strict=True):
            assert min(hypot(m[0] - x, m[1] - y) for x, y in points) < 5, f"{name} at {side}"
        for x, y in points:
            assert min(hypot(m[0] - x, m[1] - y) for m in middles) < SIDE * 0.7, f"{name} strays to {x:.0f}, {y:.0f}"


def test_rivers_are_named_in_the_languages_of_their_banks() -> None:
    """A name follows its river letter by letter, where there is room for it."""
    letters = "".join(e.text or "" for e in BY_ID["names-rivers-ink"].iter() if e.tag.endswith("text"))
    assert letters == "".join(name.name for name in DRAWING.river_names).replace(" ", "")
    for name in DRAWING.river_names:
        assert any({*name.span} <= {*r.sides} for r in BOARD.file.rivers if r.name == name.river), name.name


def test_every_fort_is_drawn_once() -> None:
    assert len(BY_ID["fort-signs"]) >= len(BOARD.file.forts)
    casemates = [home(p) for p in spots("fort-signs")]
    rings = {"Liège", "Namur", "Eben-Emael", "Belfort"}
    assert casemates == [f.hex for f in BOARD.file.forts if f.line not in rings]
    teeth = [e for e in BY_ID["fort-walls"] if e.get("stroke-dasharray")]
    assert sum((e.get("d") or "").count("M") for e in teeth) == sum(len(f.sides) for f in BOARD.file.forts)


def test_every_source_and_port_has_its_sign_in_its_hex() -> None:
    homes = sorted(str(home(p)) for p in spots("badges"))
    places = BOARD.file.places
    assert homes == sorted([p.hex for p in places if p.supply] + [p.hex for p in places if p.port])
    stars = [e for e in BY_ID["badges"] if e.tag.endswith("path")]
    assert len(stars) == sum(p.class_ == "capital" for p in places)


def test_railways_call_at_places_of_the_map() -> None:
    known = {p.called for p in BOARD.file.places} | {s.name for s in DRAWING.sights}
    assert len(DRAWING.rails) > 80
    for line in DRAWING.rails:
        assert {*line.calls} <= known
        assert len(line.calls) > 1
    served = {call for line in DRAWING.rails for call in line.calls}
    cities = {p.called for p in BOARD.file.places if p.class_ in LOUD}
    assert cities <= served, "a railway runs to every city (N.q)"


def test_what_may_be_flooded_bears_waves() -> None:
    strokes = BY_ID["floods"][0].get("d") or ""
    starts = [tuple(map(float, part.split("q")[0].split())) for part in strokes.split("M")[1:]]
    found = {home((x + 5, y)) for x, y in starts}
    assert found == {GRID.names[c] for mask in BOARD.floods.values() for c in GRID.cells if mask >> c & 1}


def test_the_legend_tells_what_the_charts_say() -> None:
    told = " ".join(e.text or "" for e in BY_ID["legend"].iter())
    rough = CHARTS.terrain["rough"]
    assert f"{rough.foot} on foot, {rough.mech} by motor; {columns(rough.land)}" in told
    assert [columns(n) for n in (0, -1, -2, -3, -5)] == [
        "no column", "one column", "two columns", "three columns", "5 columns",
    ]
    days = [e.text for e in BY_ID["calendar"].iter() if e.text and ("May" in e.text or "June" in e.text)]
    assert tuple(days) == CHARTS.campaign.turns


def test_title_and_legend_stand_where_no_hex_is_in_play() -> None:
    for panel in BY_ID["furniture"].iter():
        if panel.tag.endswith("rect") and panel.get("x"):
            x, y, wide, high = (float(panel.get(k, 0)) for k in ("x", "y", "width", "height"))
            corners = [(x + dx * wide, y + dy * high) for dx in (0, 0.5, 1) for dy in (0, 0.5, 1)]
            assert {home(p) for p in corners} == {None}


def test_the_relief_has_the_shape_of_the_frame() -> None:
    wide, high = unpack(">II", SHADING[16:24])
    left, top, right, bottom = SHEET.frame
    assert wide / high == pytest.approx((right - left) / (bottom - top), rel=0.002)
    assert len(SHADING) < 400_000
    assert len(TEXT) < 2_000_000
    assert TEXT.count("<path") < 900, "what is alike is one path"


def test_the_same_map_gives_the_same_text() -> None:
    program = (
        "import sys\nfrom tests.games.blitzkrieg.test_picture import TEXT\n"
        "sys.stdout.buffer.write(TEXT.encode())"
    )
    surroundings = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run([sys.executable, "-c", program], env=surroundings, capture_output=True)
    assert run.stdout.decode() == TEXT, run.stderr.decode()
