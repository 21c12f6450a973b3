"""The map of Manstein's War as a picture: one SVG text drawn from the map file and the drawn shapes.

Neighbouring hex centres lie `HEX` units apart and hex centres stand at `HEX * grid.centre(cell)`, so that counters can
be laid on the picture. Whatever looks irregular is hashed from its place: the same map always gives the same text.
"""

from __future__ import annotations

from meuse.games.mansteins_war.box.board import Board
from meuse.games.mansteins_war.table.picture.furniture import edges, furniture
from meuse.games.mansteins_war.table.picture.ground import TINT, uplands
from meuse.games.mansteins_war.table.picture.lettering import names, numbers, obstacles
from meuse.games.mansteins_war.table.picture.paper import ALLIED_BLUE, HEX, MARGIN, MansteinPaper, bounds
from meuse.games.mansteins_war.table.picture.settlements import badges, settlements
from meuse.games.mansteins_war.table.picture.works import forts
from meuse.maps.drawing import picture
from meuse.maps.ground import ground
from meuse.maps.growth import fields
from meuse.maps.layout import Layout, lay_out
from meuse.maps.pins import Pins, pins
from meuse.maps.rivers import dykes, rivers
from meuse.maps.shapes import Drawing
from meuse.maps.theatre import definitions, frontiers, land_names, lattice, mounted
from meuse.maps.works import field_works

__all__ = ["HEX", "PINS", "bounds", "draw", "pins_of"]

PINS = ((42.0, 40.0), (-42.0, -40.0), (42.0, -40.0), (-42.0, 40.0), (54.0, 0.0), (-54.0, 0.0), (0.0, 45.0), (0.0, 8.0))
"""Where markers may lie in a hex, from its middle: first where a counter leaves them in sight."""
REACH = 13.0

BROAD = {"Rhine": 10.0, "Meuse": 7.5, "Seine": 7.5, "Loire": 8.0, "Waal": 8.0, "Moselle": 6.0, "Hollands Diep": 12.0}


def draw(board: Board, drawing: Drawing, shading: bytes) -> str:
    """The whole map as a standalone SVG text; `shading` is the relief as a PNG picture of the hexes' frame."""
    paper, waters, taken, signs = laid_out(board, drawing)
    growth = [fields(paper, [n for n in sorted(paper.land) if paper.terrain(n) == "clear"]), *uplands(paper)]
    parts = [
        f"<defs>{definitions(paper)}</defs>",
        mounted(paper, MARGIN),
        ground(waters, TINT, paper.dry, growth, shading),
        lattice(paper),
        land_names(paper),
        field_works(paper, ALLIED_BLUE),
        frontiers(paper, paper.dry),
        rivers(waters, BROAD, 5.6, {dyke.name for dyke in drawing.dykes}),
        dykes(paper),
        forts(paper),
        settlements(paper),
        numbers(paper),
        signs,
        names(paper, waters, taken),
        edges(paper),
        furniture(paper),
    ]
    return picture("Manstein's War, 1940: the map", bounds(board), parts)


def laid_out(board: Board, drawing: Drawing) -> Layout[MansteinPaper]:
    return lay_out(MansteinPaper(board, drawing), board.file.rivers, board.file.seas, obstacles, badges)


def pins_of(board: Board, drawing: Drawing) -> dict[str, Pins]:
    """Where markers lie in the hexes that cannot have them as others do."""
    laid = laid_out(board, drawing)
    return pins(laid.paper, laid.taken, PINS, REACH)
