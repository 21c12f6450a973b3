"""The map of Manstein's War as a picture: one SVG text drawn from the map file and the drawn shapes.

Neighbouring hex centres lie `HEX` units apart and hex centres stand at `HEX * grid.centre(cell)`, so that counters can
be laid on the picture. Whatever looks irregular is hashed from its place: the same map always gives the same text.
"""

from __future__ import annotations

from meuse.games.mansteins_war.box.board import Board
from meuse.games.mansteins_war.box.drawfile import Drawing
from meuse.games.mansteins_war.table.picture.furniture import edges, furniture
from meuse.games.mansteins_war.table.picture.ground import (
    bands,
    countries,
    fields,
    frontiers,
    paper,
    relief,
    rim,
    shoreline,
    uplands,
    wash,
)
from meuse.games.mansteins_war.table.picture.lettering import (
    clear_lands,
    land_names,
    lattice,
    names,
    numbers,
    obstacles,
)
from meuse.games.mansteins_war.table.picture.settlements import badges, settlements
from meuse.games.mansteins_war.table.picture.sheet import HEX, MARGIN, Sheet
from meuse.games.mansteins_war.table.picture.water import Waters, arms, definitions, dykes, rivers, sea, streams
from meuse.games.mansteins_war.table.picture.works import field_works, forts
from meuse.maps.drawing import Boxes, group, xy

__all__ = ["HEX", "draw"]


def draw(board: Board, drawing: Drawing, shading: bytes) -> str:
    """The whole map as a standalone SVG text; `shading` is the relief as a PNG picture of the hexes' frame."""
    sheet = Sheet(board, drawing)
    waters = Waters(sheet)
    clear_lands(sheet)
    shelf = Boxes(obstacles(sheet))
    signs = badges(sheet, shelf)
    left, top, right, bottom = sheet.frame
    corner, size = (left - MARGIN, top - MARGIN), (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    ground = [
        sea(sheet),
        wash(sheet),
        countries(sheet),
        group("growth", [fields(sheet), *uplands(sheet)], clip_path="url(#land)"),
        relief(sheet, shading),
        bands(sheet),
        shoreline(sheet),
        streams(waters),
        arms(sheet),
        rim(sheet),
    ]
    parts = [
        f"<defs>{definitions(sheet)}</defs>",
        paper(sheet),
        group("terrain", ground, clip_path="url(#frame)"),
        lattice(sheet),
        land_names(sheet),
        field_works(sheet),
        frontiers(sheet),
        rivers(waters),
        dykes(sheet),
        forts(sheet),
        settlements(sheet),
        numbers(sheet),
        signs,
        names(sheet, waters, shelf),
        edges(sheet),
        furniture(sheet),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{xy(corner)} {xy(size)}" role="img"'
    return head + ' aria-label="Manstein\'s War, 1940: the map">\n' + "\n".join(parts) + "\n</svg>\n"
