"""The board of Manstein's War on paper."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from meuse.engine.hexes import RADIUS, Point
from meuse.games.mansteins_war.box.board import Board
from meuse.games.mansteins_war.box.drawfile import Drawing, Land
from meuse.games.mansteins_war.box.mapfile import Place
from meuse.maps.drawing import Box, chance, grown, mix
from meuse.maps.lettering import Spread
from meuse.maps.paper import Fringe, Key, Paper, frame, same
from meuse.maps.water import flow

HEX = 120.0
SIDE = HEX * RADIUS
MARGIN = 74.0
NATION = {"german": "#4c5650", "french": "#2c5a94", "british": "#7d5a2e", "belgian": "#4f7a3c", "dutch": "#c4702a"}
ALLIED_BLUE = "#2c4f86"


def bounds(board: Board) -> Box:
    """The edges of the whole sheet: the hexes with a margin around them."""
    return grown(frame(board.grid, HEX), MARGIN)


class MansteinPaper(Paper):
    """The board with everything placed on paper."""

    KEEP_OFF, STEP, BIN = 7.0, 5.0, 6.0
    FRINGE = Fringe((0.1, 0.3, 0.5, 0.7, 0.9), 1.0, 0.7, -14.0)

    def __init__(self, board: Board, drawing: Drawing) -> None:
        super().__init__(board.grid, HEX)
        self.board, self.drawing = board, drawing
        self.land = {n for n in self.cells if board.land >> self.grid.bit[n] & 1}
        self.realm = self._realms()
        self._found: dict[Key, str | None] = {}

    def _realms(self) -> dict[str, str]:
        """The country of each hex; one at sea takes that of the nearest land, for capes and islands."""
        realm = {n: self.board.country[self.grid.bit[n]] for n in self.cells}
        while at_sea := [n for n in self.cells if realm[n] == "none"]:
            found = {}
            for n in at_sea:
                near = [realm[m] for _, m in self.neighbours(n) if m is not None and realm[m] != "none"]
                if near:
                    found[n] = max(sorted(near), key=near.count)
            realm |= found
        return realm

    def point(self, p: Point) -> Point:
        """A point of the drawing file on paper."""
        return HEX * p[0], HEX * p[1]

    def terrain(self, name: str) -> str:
        return self.board.terrain[self.grid.bit[name]]

    def at(self, p: Point) -> str | None:
        """The hex that holds a point, to within a unit or two."""
        key = int(p[0] // 3), int(p[1] // 3)
        if key not in self._found:
            self._found[key] = super().at((3 * key[0] + 1.5, 3 * key[1] + 1.5))
        return self._found[key]

    def place(self, p: Place) -> Point:
        """Where a place is drawn: where it lies, but never on the hex number."""
        x, y = self.spot[p.hex]
        dx, dy = HEX * p.at[0], HEX * p.at[1]
        return x + dx, y + (max(dy, -26.0) if abs(dx) < 24 else dy)

    def spread(self, land: Land) -> Spread:
        return Spread(land.name, self.point(land.at), land.size * HEX / 100, land.apart * HEX / 100, land.slope)


def bend(a: Point, b: Point, reach: float = 6.0) -> Point:
    """The middle of a hexside, moved aside by a little: by the same for everything that runs along that side."""
    key = tuple(sorted((same(a), same(b))))
    middle, off = mix(a, b), reach * (2 * chance("bend", key) - 1)
    first, last = sorted((a, b))
    long = hypot(last[0] - first[0], last[1] - first[1])
    return middle[0] - off * (last[1] - first[1]) / long, middle[1] + off * (last[0] - first[0]) / long


def soft(corners: Sequence[Point], firm: frozenset[Key] = frozenset()) -> list[Point]:
    """A soft line along hexsides; firm corners stay."""
    return flow(corners, bend, firm)
