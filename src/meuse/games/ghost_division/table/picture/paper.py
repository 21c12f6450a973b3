"""The strip as the draughtsman sees it: Grids, sides and places on paper."""

from __future__ import annotations

from meuse.engine.hexes import Grid, Point
from meuse.games.ghost_division.box.drawfile import Drawing, Land, LonLat
from meuse.games.ghost_division.box.mapfile import MapFile
from meuse.maps.drawing import Box, grown, width
from meuse.maps.lettering import Spread
from meuse.maps.paper import Fringe, Paper, frame

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
TOWN_LETTER = 25.0
DRY, WET = 96.0, 78.0
"""How far from its middle counters may lie towards a side of a Grid: without and with a river, which bridges cross."""


def lattice(board_map: MapFile) -> Grid:
    """6.0 The Grids, named by row and column."""
    g = board_map.grid
    return Grid("square", (1, g.columns), (1, len(g.rows)), name=lambda column, row: f"{g.rows[row - 1]}{column}")


def strip(board_map: MapFile) -> Box:
    """The edges of the Grids."""
    return frame(lattice(board_map), SIZE)


def assembly_area(board_map: MapFile) -> Box:
    """Where counters in the Assembly Area lie: two Grids wide, beyond the east edge."""
    _, top, right, bottom = strip(board_map)
    return right + GAP, top, right + GAP + 2 * SIZE, bottom


def edges(board_map: MapFile) -> Box:
    """The edges of the whole sheet."""
    left, top, _, bottom = strip(board_map)
    return grown((left - SEA, top, assembly_area(board_map)[2], bottom + BAND), MARGIN)


def headlines(board_map: MapFile, name: str) -> list[Box]:
    """The boxes, from its middle, of what stands along the north side of a Grid: a town's name and medal, or STOP."""
    e = board_map.grids[name]
    if e.town:
        half = width(e.town, TOWN_LETTER) / 2
        return [(-22 - half, -87, -22 + half, -60), (54, -90, 86, -58)]
    return [(41, -86, 85, -67)] if e.terrain == "wood" else []


def field(board_map: MapFile, name: str) -> Box:
    """Where counters lie in a Grid, from its middle: beneath its headlines, and off the bridges of its river sides."""
    wet = {side for river in board_map.rivers for side in river.sides}
    grid = lattice(board_map)
    left, top, right, bottom = -DRY, -DRY, DRY, DRY
    for cell in grid.neighbour[grid.bit[name]]:
        if cell >= 0 and wet & {f"{name}-{grid.names[cell]}", f"{grid.names[cell]}-{name}"}:
            dx, dy = (b - a for a, b in zip(grid.centre(grid.bit[name]), grid.centre(cell), strict=True))
            left, right = (-WET if dx < 0 else left), (WET if dx > 0 else right)
            top, bottom = (-WET if dy < 0 else top), (WET if dy > 0 else bottom)
    return left, max([top, *(box[3] + 2 for box in headlines(board_map, name))]), right, bottom


class Strip(Paper):
    """The map file and the drawn shapes, placed on paper."""

    KEEP_OFF = 6.0
    FRINGE = Fringe((0.07, 0.2, 0.35, 0.5, 0.65, 0.8, 0.93), 0.0, 1.0, -12.0)

    def __init__(self, board_map: MapFile, drawing: Drawing) -> None:
        super().__init__(lattice(board_map), SIZE)
        self.map, self.drawing = board_map, drawing
        self.cells = [self.grid.names[c] for c in self.grid.cells]
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
        """The same, on paper."""
        x, y = self.spot[name]
        return [(x + x0, y + y0, x + x1, y + y1) for x0, y0, x1, y1 in headlines(self.map, name)]

    def ends(self, side: str) -> tuple[Point, Point]:
        """Both ends of a side between two Grids, from north to south or from west to east."""
        a, b = sorted(super().ends(side))
        return a, b

    def spread(self, land: Land) -> Spread:
        return Spread(land.words or land.name, self.point(land.at), land.size, land.apart, land.slope)
