"""The board of Sedan on paper."""

from __future__ import annotations

from meuse.engine.hexes import RADIUS, Grid, Point
from meuse.games.sedan.box.components import Board
from meuse.games.sedan.box.drawfile import Drawing, Land
from meuse.games.sedan.box.mapfile import Place
from meuse.maps.drawing import Box, chance, grown
from meuse.maps.lettering import Spread
from meuse.maps.paper import Fringe, Paper, frame, same

HEX = 60.0
SIDE = HEX * RADIUS
MARGIN = 62.0
NATION = {"german": "#4c5650", "french": "#2c5a94"}


def whole(board: Board) -> Grid:
    """The board with the corner that is out of play."""
    g = board.file.grid
    return Grid(g.kind, g.columns, g.rows, shifted=g.shifted)


def edges(board: Board) -> Box:
    """The edges of the sheet."""
    return grown(frame(whole(board), HEX), MARGIN)


class SedanPaper(Paper):
    """The map file with everything placed on paper."""

    FRINGE = Fringe((0.14, 0.38, 0.62, 0.86), 1.0, 0.55, -9.0)

    def __init__(self, board: Board, drawing: Drawing) -> None:
        every = whole(board)
        super().__init__(board.grid, HEX, every)
        self.map, self.drawing = board.file, drawing
        self.terrain = {self.grid.names[cell]: word for cell, word in board.terrain.items()}
        self.towns = {n for n, word in self.terrain.items() if word == "town"}
        country, (west, _), (north, _) = self.map.country, self.map.grid.columns, self.map.grid.rows
        self.country = {
            self.grid.names[cell]: country.key[country.rows[row - north][column - west]]
            for cell, (column, row) in self.grid.place.items()
        }
        self.out = sorted(set(every.bit) - set(self.grid.bit))

    def ends(self, side: str) -> tuple[Point, Point]:
        """Both ends of a hexside, shaken a little so that lines along it look drawn by hand."""
        a, b = super().ends(side)
        return shake(a), shake(b)

    def place(self, p: Place) -> Point:
        """Where a place is drawn: where it lies, but a city near the middle and nothing on the hex number."""
        x, y = self.spot[p.hex]
        dx, dy = HEX * p.at[0], HEX * p.at[1]
        if p.class_ == "city":
            return x + 0.3 * dx, y + 0.3 * dy
        return x + dx, y + (-15.0 if abs(dx) < 15 and dy < -15 else dy)

    def spread(self, land: Land) -> Spread:
        return Spread(land.name, self.spot[land.hex], land.size, land.apart, land.slope)


def shake(p: Point, reach: float = 2.6) -> Point:
    key = same(p)
    x, y = (reach * (2 * chance(axis, key) - 1) for axis in "xy")
    return round(p[0] + x, 2), round(p[1] + y, 2)
