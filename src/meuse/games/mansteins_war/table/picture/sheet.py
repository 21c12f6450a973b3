"""The board as the draughtsman sees it: corners, regions and outlines on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from meuse.games.mansteins_war.box.board import Board
from meuse.games.mansteins_war.box.drawfile import Drawing
from meuse.games.mansteins_war.box.mapfile import Place
from meuse.maps.drawing import Box, Point, chance, mix, smooth, walk, xy

HEX = 120.0
SIDE = HEX / 3**0.5
MARGIN = 74.0
NATION = {"german": "#4c5650", "french": "#2c5a94", "british": "#7d5a2e", "belgian": "#4f7a3c", "dutch": "#c4702a"}
ALLIED_BLUE = "#2c4f86"


class Sheet:
    """The board with everything placed on paper; `busy` are the spots that trees and names keep off."""

    def __init__(self, board: Board, drawing: Drawing) -> None:
        self.board, self.drawing, self.grid = board, drawing, board.grid
        self.hexes = sorted(self.grid.bit)
        self.spot = {n: (HEX * x, HEX * y) for n, c in self.grid.bit.items() for x, y in [self.grid.centre(c)]}
        xs, ys = [p[0] for p in self.spot.values()], [p[1] for p in self.spot.values()]
        self.frame: Box = (min(xs) - SIDE, min(ys) - HEX / 2, max(xs) + SIDE, max(ys) + HEX / 2)
        self.land = {n for n in self.hexes if board.land >> self.grid.bit[n] & 1}
        self.realm = self._realms()
        self.busy: set[tuple[int, int]] = set()
        self._found: dict[tuple[int, int], str | None] = {}

    def _realms(self) -> dict[str, str]:
        """The country of each hex; one at sea takes that of the nearest land, for capes and islands."""
        realm = {n: self.board.country[self.grid.bit[n]] for n in self.hexes}
        while at_sea := [n for n in self.hexes if realm[n] == "none"]:
            found = {}
            for n in at_sea:
                near = [realm[m] for _, m in self.neighbours(n) if m is not None and realm[m] != "none"]
                if near:
                    found[n] = max(sorted(near), key=near.count)
            realm |= found
        return realm

    def paper(self, p: Point) -> Point:
        """A point of the drawing file on paper."""
        return HEX * p[0], HEX * p[1]

    def terrain(self, name: str) -> str:
        return self.board.terrain[self.grid.bit[name]]

    def neighbours(self, name: str) -> Iterator[tuple[int, str | None]]:
        """The six directions with the hex there, None beyond the sheet."""
        for d, cell in enumerate(self.grid.neighbour[self.grid.bit[name]]):
            yield d, self.grid.names[cell] if cell >= 0 else None

    def corner(self, name: str, k: int, share: float = 1.0) -> Point:
        """Corner k of a hex, clockwise from the upper left; side d runs from corner d to corner d + 1."""
        x, y = self.spot[name]
        angle = pi * (4 + k) / 3
        return x + share * SIDE * cos(angle), y + share * SIDE * sin(angle)

    def ends(self, side: str) -> tuple[Point, Point]:
        a, b = side.split("-")
        d = self.grid.direction(self.grid.bit[a], self.grid.bit[b])
        return self.corner(a, d), self.corner(a, d + 1)

    def at(self, p: Point) -> str | None:
        """The hex that holds a point, to within a unit or two."""
        key = int(p[0] // 3), int(p[1] // 3)
        if key not in self._found:
            self._found[key] = self._nearest((3 * key[0] + 1.5, 3 * key[1] + 1.5))
        return self._found[key]

    def _nearest(self, p: Point) -> str | None:
        column = round(p[0] / (HEX * 3**0.5 / 2))
        best: tuple[float, str | None] = (SIDE + 1, None)
        for c in (column - 1, column, column + 1):
            row = round(p[1] / HEX - (0.5 if c % 2 == 0 else 0.0))
            name = f"{c:02d}{row:02d}"
            if name in self.spot:
                x, y = self.spot[name]
                best = min(best, (hypot(x - p[0], y - p[1]), name))
        return best[1]

    def place(self, p: Place) -> Point:
        """Where a place is drawn: where it lies, but never on the hex number."""
        x, y = self.spot[p.hex]
        dx, dy = HEX * p.at[0], HEX * p.at[1]
        return x + dx, y + (max(dy, -26.0) if abs(dx) < 24 else dy)

    def reserve(self, line: Sequence[Point], reach: float = 7.0) -> None:
        """Keep trees and names off a line."""
        for x, y in walk(line, 5.0):
            for dx in (-reach, 0.0, reach):
                for dy in (-reach, 0.0, reach):
                    self.busy.add((int((x + dx) // 6), int((y + dy) // 6)))

    def taken(self, p: Point) -> bool:
        return (int(p[0] // 6), int(p[1] // 6)) in self.busy


def same(p: Point) -> tuple[int, int]:
    """A key for a corner, whatever hex it was reached from."""
    return round(p[0]), round(p[1])


def bend(a: Point, b: Point, reach: float = 6.0) -> Point:
    """The middle of a hexside, moved aside by a little: by the same for everything that runs along that side."""
    key = tuple(sorted((same(a), same(b))))
    middle, off = mix(a, b), reach * (2 * chance("bend", key) - 1)
    first, last = sorted((a, b))
    long = hypot(last[0] - first[0], last[1] - first[1])
    return middle[0] - off * (last[1] - first[1]) / long, middle[1] + off * (last[0] - first[0]) / long


def flow(corners: Sequence[Point], firm: frozenset[tuple[int, int]] = frozenset()) -> list[Point]:
    """A soft line along hexsides: by the middle of every side and close past every corner; firm corners stay."""
    middles = [bend(a, b) for a, b in pairwise(corners)]
    line = [corners[0], middles[0]]
    for i in range(1, len(middles)):
        p = corners[i]
        line += [p if same(p) in firm else mix(mix(middles[i - 1], middles[i]), p), middles[i]]
    return [*line, corners[-1]]


def outlines(sheet: Sheet, region: set[str]) -> Iterator[list[tuple[Point, Point, str | None]]]:
    """The closed borders of a set of hexes: sides in order, each with the hex beyond it, None where the sheet ends."""
    sides: dict[tuple[int, int], tuple[Point, Point, str | None]] = {}
    for name in sorted(region):
        for d, other in sheet.neighbours(name):
            if other not in region:
                a, b = sheet.corner(name, d), sheet.corner(name, d + 1)
                sides[same(a)] = (a, b, other)
    while sides:
        start = next(iter(sides))
        loop = []
        while start in sides:
            side = sides.pop(start)
            loop.append(side)
            start = same(side[1])
        yield loop


def blob(sheet: Sheet, region: set[str], depth: float, play: float) -> str:
    """The region as soft-edged islands, drawn in by `depth` give or take `play`."""
    out = []
    for loop in outlines(sheet, region):
        points = []
        for a, b, beyond in loop:
            length = hypot(b[0] - a[0], b[1] - a[1])
            inward = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            middle = -14.0 if beyond is None else depth + play * (2 * chance("side", same(mix(a, b))) - 1)
            for share in (0.1, 0.3, 0.5, 0.7, 0.9):
                p = mix(a, b, share)
                pull = middle + 0.7 * play * (2 * chance("edge", same(p)) - 1)
                points.append((p[0] + inward[0] * pull, p[1] + inward[1] * pull))
        out.append(smooth(points, closed=True))
    return "".join(out)


def tiles(sheet: Sheet, names: Iterable[str]) -> str:
    """Plain hexes."""
    return "".join("M" + "L".join(xy(sheet.corner(n, k)) for k in range(6)) + "Z" for n in names)
