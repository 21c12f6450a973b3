"""The map of Blitzkrieg in the West as a picture: one SVG text drawn from the map file and the drawn shapes.

Neighbouring hex centres lie `HEX` units apart and hex centres stand at `HEX * grid.centre(cell)`, so that counters can
be laid on the picture. Whatever looks irregular is hashed from its place: the same map always gives the same text.
"""

from __future__ import annotations

from meuse.games.blitzkrieg.box.board import Board
from meuse.games.blitzkrieg.box.components import Components
from meuse.games.blitzkrieg.table.picture.furniture import edges, furniture
from meuse.games.blitzkrieg.table.picture.ground import TINT, floods, uplands
from meuse.games.blitzkrieg.table.picture.lettering import names, numbers, obstacles
from meuse.games.blitzkrieg.table.picture.paper import HEX, MARGIN, NATION, BlitzPaper, bounds
from meuse.games.blitzkrieg.table.picture.settlements import badges, rails, settlements
from meuse.games.blitzkrieg.table.picture.works import forts
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

PINS = ((27.0, 26.0), (-27.0, -26.0), (27.0, -26.0), (-27.0, 26.0), (35.0, 0.0), (-35.0, 0.0), (0.0, 30.0), (0.0, 4.0))
"""Where markers may lie in a hex, from its middle: first where a counter leaves them in sight."""
REACH = 9.5

BROAD = {
    "Rhine": 10.5, "Meuse": 8.0, "Seine": 8.0, "Loire": 8.5, "Waal": 8.0, "Moselle": 7.0, "Marne": 6.6, "Weser": 7.5,
    "Hollands Diep and Haringvliet": 12.0, "Western Scheldt": 12.0, "Thames": 8.0, "Dyle": 5.0, "Aa": 5.0,
    "Albert Canal": 5.0, "North Sea Canal": 5.0, "Deûle and La Bassée Canal": 5.0,
}


def draw(box: Components, drawing: Drawing, shading: bytes) -> str:
    """The whole map as a standalone SVG text; `shading` is the relief as a PNG picture of the hexes' frame."""
    board = box.board
    paper, waters, taken, signs = laid_out(board, drawing)
    growth = [fields(paper, [n for n in sorted(paper.land) if paper.terrain(n) == "clear"], 1), *uplands(paper)]
    parts = [
        f"<defs>{definitions(paper)}</defs>",
        mounted(paper, MARGIN),
        ground(waters, TINT, paper.land, growth, shading, [floods(paper)]),
        lattice(paper),
        land_names(paper),
        field_works(paper, NATION["france"]),
        frontiers(paper, paper.land),
        rails(paper),
        rivers(waters, BROAD, 6.0),
        dykes(paper),
        forts(paper),
        settlements(paper),
        numbers(paper),
        signs,
        names(paper, waters, taken),
        edges(paper),
        furniture(paper, box.charts),
    ]
    return picture("Blitzkrieg in the West, 1940: the map", bounds(board), parts)


def laid_out(board: Board, drawing: Drawing) -> Layout[BlitzPaper]:
    return lay_out(BlitzPaper(board, drawing), board.file.rivers, board.file.seas, obstacles, badges)


def pins_of(board: Board, drawing: Drawing) -> dict[str, Pins]:
    """Where markers lie in the hexes that cannot have them as others do."""
    laid = laid_out(board, drawing)
    return pins(laid.paper, laid.taken, PINS, REACH)
