"""The map of Sedan as a picture: one SVG text drawn from the map file and the drawn shapes.

Neighbouring hex centres lie `HEX` units apart and hex centres stand at `HEX * grid.centre(cell)`, so that
counters can be laid on the picture. Whatever looks irregular is hashed from its place on the map:
the same map always gives the same text.
"""

from __future__ import annotations

from meuse.games.sedan.box.components import Board
from meuse.games.sedan.box.drawfile import Drawing
from meuse.games.sedan.table.picture.furniture import definitions, entries, furniture
from meuse.games.sedan.table.picture.ground import ground, woods
from meuse.games.sedan.table.picture.lettering import clear_lands, land_names, lattice, names, numbers, obstacles
from meuse.games.sedan.table.picture.paper import HEX, SedanPaper, edges
from meuse.games.sedan.table.picture.roads import Ways, bridges, roads
from meuse.games.sedan.table.picture.settlements import forts, lines_of_forts, settlements
from meuse.games.sedan.table.picture.water import Streams, frontiers, rivers
from meuse.maps.drawing import Boxes, group, picture
from meuse.maps.pins import Pins, pins

__all__ = ["HEX", "PINS", "draw", "edges", "pins_of"]

PINS = ((0.0, 23.0), (23.0, 3.0), (-23.0, 3.0), (21.0, -14.0), (-21.0, -14.0), (19.0, 17.0), (-19.0, 17.0), (0.0, 0.0))
"""Where markers may lie in a hex, from its middle: first where a counter leaves them in sight."""
REACH = 9.5


def draw(board: Board, drawing: Drawing, shading: bytes) -> str:
    """The whole map as a standalone SVG text; `shading` is the relief as a PNG picture of the hexes' frame."""
    paper = SedanPaper(board, drawing)
    streams, ways = Streams(paper), Ways(paper)
    clear_lands(paper)
    parts = [
        definitions(paper),
        ground(paper, edges(board)),
        group("terrain", [*woods(paper, shading), *lines_of_forts(paper)], clip_path="url(#board)"),
        frontiers(paper),
        rivers(paper, streams),
        lattice(paper),
        land_names(paper),
        roads(ways),
        settlements(paper),
        bridges(paper),
        forts(paper),
        numbers(paper),
        names(paper, streams),
        entries(paper),
        furniture(paper),
    ]
    return picture("Sedan, May 1940: the map", edges(board), parts)


def pins_of(board: Board, drawing: Drawing) -> dict[str, Pins]:
    """Where markers lie in the hexes that cannot have them as others do."""
    paper = SedanPaper(board, drawing)
    Streams(paper)
    Ways(paper)
    return pins(paper, Boxes(obstacles(paper)), PINS, REACH)
