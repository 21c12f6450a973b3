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
    relief,
    rim,
    sheet,
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
from meuse.games.mansteins_war.table.picture.paper import HEX, MansteinPaper, bounds
from meuse.games.mansteins_war.table.picture.settlements import badges, settlements
from meuse.games.mansteins_war.table.picture.water import Waters, arms, definitions, dykes, rivers, sea, streams
from meuse.games.mansteins_war.table.picture.works import field_works, forts
from meuse.maps.drawing import Boxes, group, picture

__all__ = ["HEX", "bounds", "draw"]


def draw(board: Board, drawing: Drawing, shading: bytes) -> str:
    """The whole map as a standalone SVG text; `shading` is the relief as a PNG picture of the hexes' frame."""
    paper = MansteinPaper(board, drawing)
    waters = Waters(paper)
    clear_lands(paper)
    taken = Boxes(obstacles(paper))
    signs = badges(paper, taken)
    ground = [
        sea(paper),
        wash(paper),
        countries(paper),
        group("growth", [fields(paper), *uplands(paper)], clip_path="url(#land)"),
        relief(paper, shading),
        bands(paper),
        shoreline(paper),
        streams(waters),
        arms(paper),
        rim(paper),
    ]
    parts = [
        f"<defs>{definitions(paper)}</defs>",
        sheet(paper),
        group("terrain", ground, clip_path="url(#frame)"),
        lattice(paper),
        land_names(paper),
        field_works(paper),
        frontiers(paper),
        rivers(waters),
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
