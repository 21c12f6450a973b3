"""The strip as the draughtsman sees it: Grids, sides and places on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from meuse.engine.hexes import Grid
from meuse.games.ghost_division.box.drawfile import Drawing, LonLat
from meuse.games.ghost_division.box.mapfile import MapFile
from meuse.maps.drawing import Box, Point, chance, mix, smooth, walk, width

SIZE = 200.0
HALF = SIZE / 2
SEA = 400.0
"""How far the sheet goes on beyond the west edge."""
GAP = 64.0
"""From the east edge to the Assembly Area."""
MARGIN = 62.0
BAND = 262.0
"""Beneath the strip: title, calendar, legend."""
INSET, TOWN_INSET, TOWN_TOP = 26.0, 50.0, 68.0
"""How far a village and a town stay off the sides of their Grid, and a town off the north side, where its name is."""
TOWN_LETTER = 23.0


def lattice(board_map: MapFile) -> Grid:
    """6.0 The Grids, named by row and column."""
    g = board_map.grid
    return Grid("square", (1, g.columns), (1, len(g.rows)), name=lambda column, row: f"{g.rows[row - 1]}{column}")


def strip(board_map: MapFile) -> Box:
    """The edges of the Grids."""
    g = board_map.grid
    return HALF, HALF, SIZE * g.columns + HALF, SIZE * len(g.rows) + HALF


def assembly_area(board_map: MapFile) -> Box:
    """Where counters in the Assembly Area lie: two Grids wide, beyond the east edge."""
    _, top, right, bottom = strip(board_map)
    return right + GAP, top, right + GAP + 2 * SIZE, bottom


def viewbox(board_map: MapFile) -> Box:
    """The whole sheet: left, top, width, height."""
    left, top, _, bottom = strip(board_map)
    x, y = left - SEA - MARGIN, top - MARGIN
    return x, y, assembly_area(board_map)[2] + MARGIN - x, bottom + BAND + MARGIN - y


class Board:
    """The map file and the drawn shapes, placed on paper."""

    def __init__(self, board_map: MapFile, drawing: Drawing) -> None:
        self.map, self.drawing = board_map, drawing
        self.grid = lattice(board_map)
        self.names = [self.grid.names[c] for c in self.grid.cells]
        self.spot = {n: (SIZE * x, SIZE * y) for c, n in self.grid.names.items() for x, y in [self.grid.centre(c)]}
        self.frame = strip(board_map)
        self.home = {
            place: name
            for name, e in board_map.grids.items()
            for place in ([e.town] if e.town else []) + list(e.places)
            if place in drawing.places
        }
        self.places = {name: self._settle(name) for name in drawing.places}
        for name, e in board_map.grids.items():
            if e.town and e.town not in self.places:
                self.places[e.town], self.home[e.town] = self.spot[name], name
        self.busy: set[tuple[int, int]] = set()

    def point(self, p: LonLat) -> Point:
        g = self.map.grid
        left, _, _, bottom = self.frame
        x, y = left + SIZE * (p[0] - g.lon_west) / g.lon_step, bottom - SIZE * (p[1] - g.lat_south) / g.lat_step
        return round(x, 1), round(y, 1)

    def _settle(self, place: str) -> Point:
        """Where a place is drawn: where it lies, but clear of the sides of its Grid."""
        p = self.point(self.drawing.places[place].at)
        home = self.home.get(place) or self.at(p)
        if home is None:
            return p
        self.home[place] = home
        (x, y), town = self.spot[home], self.map.grids[home].town == place
        reach = HALF - (TOWN_INSET if town else INSET)
        north = HALF - TOWN_TOP if town else reach
        px, py = min(max(p[0], x - reach), x + reach), min(max(p[1], y - north), y + reach)
        for x0, y0, x1, y1 in self.headlines(home):
            if not town and x0 - 5 < px < x1 + 5 and y0 - 5 < py < y1 + 6:
                py = y1 + 6
        return px, py

    def headlines(self, name: str) -> list[Box]:
        """The boxes of what stands along the north side of a Grid: a town's name and medal, or STOP."""
        (x, y), e = self.spot[name], self.map.grids[name]
        if e.town:
            half = width(e.town, TOWN_LETTER) / 2
            return [(x - 22 - half, y - 87, x - 22 + half, y - 60), (x + 54, y - 90, x + 86, y - 58)]
        return [(x + 41, y - 86, x + 85, y - 67)] if e.terrain == "wood" else []

    def at(self, p: Point) -> str | None:
        """The Grid that holds a point."""
        left, top, right, bottom = self.frame
        if not (left <= p[0] < right and top <= p[1] < bottom):
            return None
        row, column = int((p[1] - top) // SIZE), int((p[0] - left) // SIZE) + 1
        return f"{self.map.grid.rows[row]}{column}"

    def box(self, name: str) -> Box:
        x, y = self.spot[name]
        return x - HALF, y - HALF, x + HALF, y + HALF

    def ends(self, side: str) -> tuple[Point, Point]:
        """Both ends of a side between two Grids, from north to south or from west to east."""
        (ax, ay), (bx, by) = (self.spot[n] for n in side.split("-"))
        x, y = (ax + bx) / 2, (ay + by) / 2
        if ay == by:
            return (x, y - HALF), (x, y + HALF)
        return (x - HALF, y), (x + HALF, y)

    def neighbours(self, name: str) -> Iterator[tuple[int, str | None]]:
        """The four directions with the Grid there, None beyond the strip."""
        for d, cell in enumerate(self.grid.neighbour[self.grid.bit[name]]):
            yield d, self.grid.names[cell] if cell >= 0 else None

    def corner(self, name: str, k: int) -> Point:
        """Corner k of a Grid, clockwise from the north-west; side d runs from corner d to corner d + 1."""
        x, y = self.spot[name]
        dx, dy = ((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF))[k % 4]
        return x + dx, y + dy

    def reserve(self, line: Sequence[Point], reach: float = 6.0) -> None:
        """Keep trees and names off a line."""
        for x, y in walk(line, 4.0):
            for dx in (-reach, 0.0, reach):
                for dy in (-reach, 0.0, reach):
                    self.busy.add((int((x + dx) // 5), int((y + dy) // 5)))

    def taken(self, p: Point) -> bool:
        return (int(p[0] // 5), int(p[1] // 5)) in self.busy


def outlines(board: Board, region: set[str]) -> Iterator[list[tuple[Point, Point, str | None]]]:
    """The closed borders of a set of Grids: sides in order, each with the Grid beyond it, None where the strip ends."""
    sides: dict[Point, list[tuple[Point, Point, str | None]]] = {}
    for name in sorted(region):
        for d, other in board.neighbours(name):
            if other not in region:
                a, b = board.corner(name, d), board.corner(name, d + 1)
                sides.setdefault(a, []).append((a, b, other))
    while sides:
        here, loop = next(iter(sides)), []
        while here in sides:
            loop.append(sides[here].pop())
            if not sides[here]:
                del sides[here]
            here = loop[-1][1]
        yield loop


def blob(board: Board, region: set[str], depth: float, play: float) -> str:
    """The region as soft-edged islands, drawn in by `depth` give or take `play`."""
    out = []
    for loop in outlines(board, region):
        points = []
        for a, b, beyond in loop:
            length = hypot(b[0] - a[0], b[1] - a[1])
            inward = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            for share in (0.07, 0.2, 0.35, 0.5, 0.65, 0.8, 0.93):
                p = mix(a, b, share)
                pull = depth + play * (2 * chance("edge", p) - 1) if beyond else -12.0
                points.append((p[0] + inward[0] * pull, p[1] + inward[1] * pull))
        out.append(smooth(points, closed=True))
    return "".join(out)
