"""The board as the draughtsman sees it: corners, regions and outlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, sin

from meuse.engine.hexes import Grid
from meuse.games.sedan.box.mapfile import MapFile, Place
from meuse.games.sedan.table.picture.shapes import HEX, SIDE
from meuse.maps.drawing import Box, Point, chance, mix, smooth, walk, xy


class Board:
    """The map file with everything placed on paper."""

    def __init__(self, sedan_map: MapFile) -> None:
        self.map = sedan_map
        g = sedan_map.grid
        every = Grid(g.kind, g.columns, g.rows, shifted=g.shifted)
        self.terrain = {
            name: sedan_map.terrain.key[sedan_map.terrain.rows[row - g.rows[0]][column - g.columns[0]]]
            for cell, name in every.names.items()
            for column, row in [every.place[cell]]
        }
        self.country = {
            name: sedan_map.country.key[sedan_map.country.rows[row - g.rows[0]][column - g.columns[0]]]
            for cell, name in every.names.items()
            for column, row in [every.place[cell]]
        }
        out = frozenset(n for n, word in self.terrain.items() if word == "out of play")
        self.grid = Grid(g.kind, g.columns, g.rows, shifted=g.shifted, out_of_play=out)
        self.hexes = sorted(self.grid.bit)
        self.out = sorted(out)
        self.all = every
        self.spot = {n: (HEX * x, HEX * y) for c, n in every.names.items() for x, y in [every.centre(c)]}
        self.busy: set[tuple[int, int]] = set()
        xs, ys = [p[0] for p in self.spot.values()], [p[1] for p in self.spot.values()]
        self.frame: Box = (min(xs) - HEX / 2, min(ys) - SIDE, max(xs) + HEX / 2, max(ys) + SIDE)

    def neighbours(self, name: str) -> Iterator[tuple[int, str | None]]:
        """The six directions with the hex there, None beyond the board."""
        for d, cell in enumerate(self.grid.neighbour[self.grid.bit[name]]):
            yield d, self.grid.names[cell] if cell >= 0 else None

    def corner(self, name: str, k: int) -> Point:
        """Corner k of a hex, clockwise; side d runs from corner d to corner d + 1."""
        x, y = self.spot[name]
        angle = pi * (2 * k - 3) / 6
        return x + SIDE * cos(angle), y + SIDE * sin(angle)

    def ends(self, side: str) -> tuple[Point, Point]:
        """Both ends of a hexside, shaken a little so that lines along it look drawn by hand."""
        a, b = side.split("-")
        d = self.grid.direction(self.grid.bit[a], self.grid.bit[b])
        return shake(self.corner(a, d)), shake(self.corner(a, d + 1))

    def middle(self, side: str) -> Point:
        return mix(*self.ends(side))

    def at(self, p: Point) -> str | None:
        """The hex on the board that holds a point."""
        g = self.map.grid
        row = round(p[1] / (HEX * 3**0.5 / 2))
        best: tuple[float, str | None] = (SIDE + 1, None)
        for r in (row - 1, row, row + 1):
            column = round(p[0] / HEX - (0.5 if r % 2 == (0 if g.shifted == "even" else 1) else 0.0))
            name = f"{column:02d}{r:02d}"
            if name in self.grid.bit:
                x, y = self.spot[name]
                best = min(best, (hypot(x - p[0], y - p[1]), name))
        return best[1]

    def place(self, p: Place) -> Point:
        """Where a place is drawn: where it lies, but a city near the middle and nothing on the hex number."""
        x, y = self.spot[p.hex]
        dx, dy = HEX * p.at[0], HEX * p.at[1]
        if p.class_ == "city":
            return x + 0.3 * dx, y + 0.3 * dy
        return x + dx, y + (-15.0 if abs(dx) < 15 and dy < -15 else dy)

    def reserve(self, line: Sequence[Point], reach: float = 5.0) -> None:
        """Keep trees and names off a line."""
        for x, y in walk(line, 4.0):
            for dx in (-reach, 0.0, reach):
                for dy in (-reach, 0.0, reach):
                    self.busy.add((int((x + dx) // 5), int((y + dy) // 5)))

    def taken(self, p: Point) -> bool:
        return (int(p[0] // 5), int(p[1] // 5)) in self.busy


def shake(p: Point, reach: float = 2.6) -> Point:
    key = same(p)
    x, y = (reach * (2 * chance(axis, key) - 1) for axis in "xy")
    return round(p[0] + x, 2), round(p[1] + y, 2)


def same(p: Point) -> tuple[int, int]:
    """A key for a corner, whatever hex it was reached from."""
    return round(p[0]), round(p[1])


def outlines(board: Board, region: set[str]) -> Iterator[list[tuple[Point, Point, str | None]]]:
    """The closed borders of a set of hexes: sides in order, each with the hex beyond it, None where the board ends."""
    sides: dict[tuple[int, int], tuple[Point, Point, str | None]] = {}
    for name in sorted(region):
        for d, other in board.neighbours(name):
            if other not in region:
                a, b = board.corner(name, d), board.corner(name, d + 1)
                sides[same(a)] = (a, b, other)
    while sides:
        start, side = next(iter(sides.items()))
        loop = []
        while start in sides:
            side = sides.pop(start)
            loop.append(side)
            start = same(side[1])
        yield loop


def blob(board: Board, region: set[str], depth: float, play: float) -> str:
    """The region as soft-edged islands, drawn in by `depth` give or take `play`; it crowds in upon towns."""
    out = []
    for loop in outlines(board, region):
        points = []
        for a, b, beyond in loop:
            length = hypot(b[0] - a[0], b[1] - a[1])
            inward = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            middle = depth + play * (2 * chance("side", same(mix(a, b))) - 1)
            if beyond is None or board.terrain[beyond] == "town":
                middle = -9.0
            for share in (0.14, 0.38, 0.62, 0.86):
                p = mix(a, b, share)
                pull = middle + 0.55 * play * (2 * chance("edge", same(p)) - 1)
                points.append((p[0] + inward[0] * pull, p[1] + inward[1] * pull))
        out.append(smooth(points, closed=True))
    return "".join(out)


def tiles(board: Board, names: Iterable[str]) -> str:
    """Plain hexes."""
    return "".join("M" + "L".join(xy(board.corner(n, k)) for k in range(6)) + "Z" for n in names)
