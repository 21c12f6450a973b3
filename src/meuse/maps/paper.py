"""A grid on paper as the draughtsman sees it: spots, corners, outlines, and what is taken already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from math import hypot
from typing import ClassVar, NamedTuple

from meuse.engine.hexes import CORNERS, Grid, Point
from meuse.maps.drawing import Box, chance, mix, smooth, walk, xy

Key = tuple[int, int]


def same(p: Point) -> Key:
    """A key for a corner, whatever cell it was reached from."""
    return round(p[0]), round(p[1])


def frame(grid: Grid, size: float) -> Box:
    """The edges of a grid on paper."""
    spots = [grid.centre(c) for c in grid.cells]
    wide, high = (max(corner[i] for corner in CORNERS[grid.kind]) for i in (0, 1))
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return size * (min(xs) - wide), size * (min(ys) - high), size * (max(xs) + wide), size * (max(ys) + high)


class Fringe(NamedTuple):
    """How uneven the border of a wood is drawn."""

    shares: tuple[float, ...]
    """The points of each side that are moved in or out."""
    sway: float
    """How much of the play a side has as a whole, and each of its points."""
    shiver: float
    rim: float
    """Where the board ends: how far the border stays within, below nothing if it goes beyond."""


class Paper:
    """A grid with everything placed on paper; neighbouring centres lie `size` units apart.

    Cells and sides go by their names. `whole` is the grid together with cells that are out of play.
    """

    KEEP_OFF: ClassVar[float] = 5.0
    """How far trees and names keep off a line."""
    STEP: ClassVar[float] = 4.0
    BIN: ClassVar[float] = 5.0
    """How fine taken ground is noted."""
    FRINGE: ClassVar[Fringe] = Fringe((0.1, 0.3, 0.5, 0.7, 0.9), 1.0, 0.7, -10.0)

    def __init__(self, grid: Grid, size: float, whole: Grid | None = None) -> None:
        self.grid, self.size = grid, size
        self.cells = sorted(grid.bit)
        sheet = whole or grid
        self.spot = {n: (size * x, size * y) for c, n in sheet.names.items() for x, y in [sheet.centre(c)]}
        self.frame = frame(sheet, size)
        self.busy: set[Key] = set()

    def neighbours(self, name: str) -> Iterator[tuple[int, str | None]]:
        """Every direction with the cell there, None beyond the board."""
        for d, cell in enumerate(self.grid.neighbour[self.grid.bit[name]]):
            yield d, self.grid.names[cell] if cell >= 0 else None

    def corner(self, name: str, k: int, share: float = 1.0) -> Point:
        """Corner k of a cell, or a point on the way to it; side d runs from corner d to corner d + 1."""
        (x, y), (dx, dy) = self.spot[name], CORNERS[self.grid.kind][k % self.grid.sides]
        return x + share * self.size * dx, y + share * self.size * dy

    def ends(self, side: str) -> tuple[Point, Point]:
        """Both ends of a side."""
        a, b = side.split("-")
        d = self.grid.direction(self.grid.bit[a], self.grid.bit[b])
        return self.corner(a, d), self.corner(a, d + 1)

    def middle(self, side: str) -> Point:
        return mix(*self.ends(side))

    def at(self, p: Point) -> str | None:
        """The cell on the board that holds a point."""
        return self.grid.names.get(self.grid.at(p[0] / self.size, p[1] / self.size))

    def reserve(self, line: Sequence[Point], reach: float | None = None) -> None:
        """Keep trees and names off a line."""
        far = self.KEEP_OFF if reach is None else reach
        for x, y in walk(line, self.STEP):
            for dx in (-far, 0.0, far):
                for dy in (-far, 0.0, far):
                    self.busy.add((int((x + dx) // self.BIN), int((y + dy) // self.BIN)))

    def taken(self, p: Point) -> bool:
        return (int(p[0] // self.BIN), int(p[1] // self.BIN)) in self.busy

    def _bin(self, x: float, y: float) -> Key:
        return int(x // self.size), int(y // self.size)

    def scattered(
        self, gap: float, *seed: object, over: AbstractSet[str] | None = None
    ) -> Iterator[tuple[int, int, Point]]:
        """Spots all over the frame, about `gap` apart and out of line, from the north down; none far from `over`."""
        left, top, right, bottom = self.frame
        steps = (-self.size, 0.0, self.size)
        spots = [self.spot[name] for name in over or ()]
        near = {self._bin(x + dx, y + dy) for x, y in spots for dx in steps for dy in steps}
        for j in range(int((bottom - top) / (gap * 0.8))):
            for i in range(int((right - left) / gap)):
                x, y = left + gap * (i + 0.5 * (j % 2)), top + gap * 0.8 * j
                if over is None or self._bin(x, y) in near:
                    x += gap * 0.85 * (chance(*seed, i, j) - 0.5)
                    y += gap * 0.7 * (chance(*seed, j, i, "y") - 0.5)
                    yield i, j, (x, y)

    def sides(self) -> Iterator[tuple[str, str | None, str]]:
        """Every side once: the cell, the one beyond it or None, and a stroke between its ends."""
        for name in self.cells:
            for d, other in self.neighbours(name):
                if other is None or name < other:
                    yield name, other, f"M{xy(self.corner(name, d))}L{xy(self.corner(name, d + 1))}"

    def tiles(self, names: Iterable[str]) -> str:
        """Plain cells."""
        corners = range(self.grid.sides)
        return "".join("M" + "L".join(xy(self.corner(n, k)) for k in corners) + "Z" for n in names)

    def outlines(self, region: AbstractSet[str]) -> Iterator[list[tuple[Point, Point, str | None]]]:
        """The closed borders of a set of cells: sides in order, each with the cell beyond it, None off the board."""
        sides: dict[Key, list[tuple[Point, Point, str | None]]] = {}
        for name in sorted(region):
            for d, other in self.neighbours(name):
                if other not in region:
                    a, b = self.corner(name, d), self.corner(name, d + 1)
                    sides.setdefault(same(a), []).append((a, b, other))
        while sides:
            here, loop = next(iter(sides)), []
            while here in sides:
                loop.append(sides[here].pop())
                if not sides[here]:
                    del sides[here]
                here = same(loop[-1][1])
            yield loop

    def outline(self, region: AbstractSet[str]) -> str:
        """The borders of a set of cells, drawn as they are."""
        return "".join("M" + "L".join(xy(a) for a, _, _ in loop) + "Z" for loop in self.outlines(region))

    def blob(
        self, region: AbstractSet[str], depth: float, play: float, crowds: AbstractSet[str] = frozenset()
    ) -> str:
        """The region as soft-edged islands, drawn in by `depth` give or take `play`; it crowds in upon some cells."""
        shares, sway, shiver, rim = self.FRINGE
        out = []
        for loop in self.outlines(region):
            points = []
            for a, b, beyond in loop:
                length = hypot(b[0] - a[0], b[1] - a[1])
                inward = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
                middle = depth + sway * play * (2 * chance("side", same(mix(a, b))) - 1)
                if beyond is None or beyond in crowds:
                    middle = rim
                for share in shares:
                    p = mix(a, b, share)
                    pull = middle + shiver * play * (2 * chance("edge", same(p)) - 1)
                    points.append((p[0] + inward[0] * pull, p[1] + inward[1] * pull))
            out.append(smooth(points, closed=True))
        return "".join(out)
