"""The board of Blitzkrieg in the West on paper."""

from __future__ import annotations

from meuse.engine.hexes import RADIUS
from meuse.games.blitzkrieg.box.board import Board
from meuse.maps.drawing import Box, grown
from meuse.maps.paper import Fringe, frame
from meuse.maps.shapes import Drawing
from meuse.maps.theatre import Theatre

HEX = 80.0
SIDE = HEX * RADIUS
MARGIN = 70.0
NATION = {
    "germany": "#4c5650", "france": "#2c5a94", "britain": "#8a3a34", "belgium": "#7a6a1c", "netherlands": "#b8641f",
}


def bounds(board: Board) -> Box:
    """The edges of the whole sheet: the hexes with a margin around them."""
    return grown(frame(board.file.grid.grid(), HEX), MARGIN)


class BlitzPaper(Theatre):
    """The board with everything placed on paper, over the whole sheet of 60 by 38 hexes."""

    KEEP_OFF, STEP, BIN = 4.5, 4.0, 4.0
    NUMBER = (18.0, 18.0)
    FRINGE = Fringe((0.15, 0.5, 0.85), 1.0, 0.7, -9.0)

    def __init__(self, board: Board, drawing: Drawing) -> None:
        grid = board.grid
        land = {n for n in grid.bit if board.land >> grid.bit[n] & 1}
        country = {n: board.country[c] for n, c in grid.bit.items()}
        super().__init__(grid, HEX, 0.62, drawing, land, country, whole=board.file.grid.grid())
        self.board = board

    def terrain(self, name: str) -> str:
        return self.board.terrain[self.grid.bit[name]]
