"""What the tests of maps of whole countries share: a drawn map to look at, and what holds of every such board."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import combinations, pairwise
from math import hypot
from struct import unpack
from typing import ClassVar, Protocol
from xml.etree import ElementTree as xml

import pytest

from meuse.engine.board import Masks
from meuse.engine.hexes import RADIUS, Grid, Point
from meuse.engine.mapfile import Water
from meuse.maps.drawing import Box, mix, overlap, walk, width
from meuse.maps.rivers import Waters
from meuse.maps.theatre import Theatre


class MapFile(Protocol):
    @property
    def rivers(self) -> tuple[Water, ...]: ...

    @property
    def seas(self) -> tuple[Water, ...]: ...


class Drawn:
    """The picture of a map, with what it was drawn from."""

    def __init__(self, text: str, shading: bytes, paper: Theatre, file: MapFile) -> None:
        self.text, self.shading, self.paper, self.file = text, shading, paper, file
        self.root = xml.fromstring(text)
        self.by_id = {e.get("id"): e for e in self.root.iter() if e.get("id")}
        grid = paper.grid
        self.centre = {n: (paper.size * x, paper.size * y) for n, c in grid.bit.items() for x, y in [grid.centre(c)]}

    @cached_property
    def waters(self) -> Waters:
        return Waters(self.paper, self.file.rivers, self.file.seas)

    def words(self, id: str) -> dict[str, Point]:
        """The texts of a group with where they stand."""
        texts = [e for e in self.by_id[id].iter() if e.tag.endswith("text")]
        return {e.text or "": (float(e.get("x", 0)), float(e.get("y", 0))) for e in texts}

    def spots(self, id: str) -> list[Point]:
        """Where the signs of a group stand."""
        signs = [e.get("transform", "") for e in self.by_id[id] if e.get("transform")]
        moved = [sign.split("(")[1].split(")")[0].split() for sign in signs]
        return [(float(x), float(y)) for x, y in moved]

    def home(self, p: Point) -> str | None:
        """The hex that holds a point, told by the grid."""
        grid = self.paper.grid
        return grid.names.get(grid.at(p[0] / self.paper.size, p[1] / self.paper.size))

    def dry(self, p: Point) -> bool:
        """Whether a point lies on drawn land: within an odd number of the rings of land and lakes."""
        inside = False
        for ring in (*self.paper.drawing.land, *self.paper.drawing.lakes):
            line = [self.paper.point(q) for q in ring.line]
            for (x1, y1), (x2, y2) in pairwise([*line, line[0]]):
                if (y1 > p[1]) != (y2 > p[1]) and p[0] < x1 + (p[1] - y1) * (x2 - x1) / (y2 - y1):
                    inside = not inside
        return inside

    def boxes(self, kind: str, size: float) -> dict[str, Box]:
        """The names of a kind of places with the room that they take."""
        out = {}
        for name, (x, y) in self.words(f"names-{kind}").items():
            half = width(name, size) / 2
            out[name] = (x - half, y - 0.8 * size, x + half, y + 0.2 * size)
        return out


class PictureOfCountries:
    """Tests that the picture of every map of countries passes."""

    drawn: ClassVar[Drawn]
    name_sizes: ClassVar[Mapping[str, float]]
    """The size of letters by kind of place."""
    touch: ClassVar[float]
    """The area that two names may share."""
    stray: ClassVar[float]
    """How far from the middle of a side its river may pass."""
    longest: ClassVar[int]
    """Characters that the picture may have."""

    def test_every_hex_bears_its_number_within_its_sides(self) -> None:
        found = self.drawn.words("numbers")
        assert sorted(found) == sorted(self.drawn.paper.grid.bit)
        assert all(self.drawn.home((x, y - 3)) == name for name, (x, y) in found.items())

    def test_counters_can_be_laid_on_the_picture(self) -> None:
        """Hex centres stand where the grid has them, whatever the frame."""
        left, top, wide, high = map(float, (self.drawn.root.get("viewBox") or "").split())
        half, side, centres = self.drawn.paper.size / 2, self.drawn.paper.size * RADIUS, self.drawn.centre
        assert all(left < x - side and x + side < left + wide for x, _ in centres.values())
        assert all(top < y - half and y + half < top + high for _, y in centres.values())
        assert all(self.drawn.paper.spot[name] == pytest.approx(p) for name, p in centres.items())

    def test_names_of_places_do_not_cover_each_other(self) -> None:
        sizes = self.name_sizes.items()
        every = {name: box for kind, size in sizes for name, box in self.drawn.boxes(kind, size).items()}
        for a, b in combinations(every, 2):
            assert overlap(every[a], every[b]) < self.touch, f"{a} and {b}"
        left, top, right, bottom = self.drawn.paper.frame
        assert all(b[0] > left and b[1] > top and b[2] < right and b[3] < bottom for b in every.values())

    def test_rivers_flow_along_their_hexsides(self) -> None:
        paper = self.drawn.paper
        far = paper.size * RADIUS * 0.7
        for river, (name, line) in zip(self.drawn.file.rivers, self.drawn.waters.rivers, strict=True):
            assert river.name == name
            middles = [mix(*paper.ends(side)) for side in river.sides]
            points = walk(line, 2.0)
            for side, m in zip(river.sides, middles, strict=True):
                assert min(hypot(m[0] - x, m[1] - y) for x, y in points) < self.stray, f"{name} at {side}"
            for x, y in points:
                assert min(hypot(m[0] - x, m[1] - y) for m in middles) < far, f"{name} strays to {x:.0f}, {y:.0f}"

    def test_rivers_are_named_in_the_languages_of_their_banks(self) -> None:
        """A name follows its river letter by letter, where there is room for it."""
        letters = "".join(e.text or "" for e in self.drawn.by_id["names-rivers-ink"].iter() if e.tag.endswith("text"))
        wanted = self.drawn.paper.drawing.river_names
        assert letters == "".join(name.name for name in wanted).replace(" ", "")
        rivers = self.drawn.file.rivers
        for name in wanted:
            assert any({*name.span} <= {*r.sides} for r in rivers if r.name == name.river), name.name

    def test_hexes_that_are_mostly_water_are_washed_pale(self) -> None:
        paper = self.drawn.paper
        assert self.drawn.by_id["wash"].get("d") == paper.outline(paper.land)

    def test_the_relief_has_the_shape_of_the_frame(self) -> None:
        wide, high = unpack(">II", self.drawn.shading[16:24])
        left, top, right, bottom = self.drawn.paper.frame
        assert wide / high == pytest.approx((right - left) / (bottom - top), rel=0.002)
        assert len(self.drawn.shading) < 400_000
        assert len(self.drawn.text) < self.longest

    def test_the_same_map_gives_the_same_text(self) -> None:
        program = f"import sys\nfrom {type(self).__module__} import TEXT\nsys.stdout.buffer.write(TEXT.encode())"
        surroundings = {**os.environ, "PYTHONHASHSEED": "7"}
        run = subprocess.run([sys.executable, "-c", program], env=surroundings, capture_output=True)
        assert run.stdout.decode() == self.drawn.text, run.stderr.decode()


# --- boards -----------------------------------------------------------------------------------------------------


class Board(Protocol):
    """What the boards of countries have in common."""

    grid: Grid
    land: int
    rivers: Masks
    seas: Masks
    touch: tuple[int, ...]

    @property
    def file(self) -> MapFile: ...

    def spread(self, mask: int) -> int: ...


def check_rivers(board: Board) -> None:
    """Rivers lie between land hexes, along no arm of the sea, and run unbroken."""
    grid = board.grid
    for d in range(6):
        assert board.rivers[d] & ~board.land == 0
        assert grid.step(board.rivers[d], d) == board.rivers[grid.opposite(d)]
        assert board.rivers[d] & board.seas[d] == 0
    for river in board.file.rivers:
        sides = [set(side.split("-")) for side in river.sides]
        for a, b in pairwise(sides):
            assert len(a | b) == 3, f"{river.name}: {a} and {b} share no corner"


def check_spread(board: Board, names: Iterable[str]) -> None:
    """Zones reach all land next to a hex, and never across salt water."""
    for name in names:
        cell = board.grid.bit[name]
        assert board.spread(1 << cell) == board.touch[cell]
    assert board.spread(board.land) & ~board.land == 0
