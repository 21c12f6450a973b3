"""The map of Sedan as a picture: one SVG text drawn from the map file.

Neighbouring hex centres lie `HEX` units apart and hex centres stand at `HEX * grid.centre(cell)`, so that
counters can be laid on the picture. Whatever looks irregular is hashed from its place on the map:
the same map always gives the same text.
"""

from __future__ import annotations

from meuse.games.sedan.box.mapfile import MapFile
from meuse.games.sedan.table.picture.furniture import definitions, entries, furniture
from meuse.games.sedan.table.picture.ground import ground, woods
from meuse.games.sedan.table.picture.lettering import clear_lands, land_names, lattice, names, numbers
from meuse.games.sedan.table.picture.roads import Ways, bridges, roads
from meuse.games.sedan.table.picture.settlements import forts, lines_of_forts, settlements
from meuse.games.sedan.table.picture.shapes import MARGIN
from meuse.games.sedan.table.picture.sheet import Board
from meuse.games.sedan.table.picture.water import Streams, frontiers, rivers
from meuse.maps.drawing import group, xy


def draw(sedan_map: MapFile) -> str:
    """The whole map as a standalone SVG text."""
    board = Board(sedan_map)
    streams, ways = Streams(board), Ways(board)
    clear_lands(board)
    left, top, right, bottom = board.frame
    corner, size = (left - MARGIN, top - MARGIN), (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    parts = [
        definitions(board),
        ground(board),
        group("terrain", [*woods(board), *lines_of_forts(board)], clip_path="url(#board)"),
        frontiers(board),
        rivers(board, streams),
        lattice(board),
        land_names(board),
        roads(ways),
        settlements(board),
        bridges(board),
        forts(board),
        numbers(board),
        names(board, streams),
        entries(board),
        furniture(board),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{xy(corner)} {xy(size)}" role="img"'
    return head + ' aria-label="Sedan, May 1940: the map">\n' + "\n".join(parts) + "\n</svg>\n"
