"""The board of Manstein's War on paper."""

from __future__ import annotations

from meuse.engine.hexes import RADIUS
from meuse.games.mansteins_war.box.board import Board
from meuse.maps.drawing import Box, grown
from meuse.maps.paper import Fringe, frame
from meuse.maps.shapes import Drawing
from meuse.maps.theatre import Theatre

HEX = 120.0
SIDE = HEX * RADIUS
MARGIN = 74.0
NATION = {"german": "#4c5650", "french": "#2c5a94", "british": "#7d5a2e", "belgian": "#4f7a3c", "dutch": "#c4702a"}
ALLIED_BLUE = "#2c4f86"


def bounds(board: Board) -> Box:
    """The edges of the whole sheet: the hexes with a margin around them."""
    return grown(frame(board.grid, HEX), MARGIN)


class MansteinPaper(Theatre):
    """The board with everything placed on paper."""

    KEEP_OFF, STEP, BIN = 7.0, 5.0, 6.0
    NUMBER = (26.0, 24.0)
    FRINGE = Fringe((0.1, 0.3, 0.5, 0.7, 0.9), 1.0, 0.7, -14.0)

    def __init__(self, board: Board, drawing: Drawing) -> None:
        grid = board.grid
        land = {n for n in grid.bit if board.land >> grid.bit[n] & 1}
        super().__init__(grid, HEX, 1.0, drawing, land, {n: board.country[c] for n, c in grid.bit.items()})
        self.board = board
        self.dry = self.land | {n for n in self.cells if self.realm[n] == "switzerland"}
        """Hexes between which frontiers are drawn."""

    def terrain(self, name: str) -> str:
        return self.board.terrain[self.grid.bit[name]]
