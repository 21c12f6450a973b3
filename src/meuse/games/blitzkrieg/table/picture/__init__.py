"""The map of Blitzkrieg in the West as a picture: one SVG text drawn from the map file and the drawn shapes.

Neighbouring hex centres lie `HEX` units apart and hex centres stand at `HEX * grid.centre(cell)`, so that counters can
be laid on the picture. Whatever looks irregular is hashed from its place: the same map always gives the same text.
"""

from __future__ import annotations

from meuse.games.blitzkrieg.box.components import Components
from meuse.games.blitzkrieg.table.picture.furniture import edges, furniture
from meuse.games.blitzkrieg.table.picture.ground import BAND, TINT, floods, sheet, uplands
from meuse.games.blitzkrieg.table.picture.lettering import names, numbers, obstacles
from meuse.games.blitzkrieg.table.picture.paper import HEX, NATION, BlitzPaper, bounds
from meuse.games.blitzkrieg.table.picture.settlements import badges, rails, settlements
from meuse.games.blitzkrieg.table.picture.works import forts
from meuse.maps.drawing import Boxes, group, picture
from meuse.maps.growth import fields
from meuse.maps.rivers import Waters, arms, dykes, rivers, streams
from meuse.maps.shapes import Drawing
from meuse.maps.theatre import (
    bands,
    clear_lands,
    countries,
    definitions,
    frontiers,
    land_names,
    lattice,
    relief,
    rim,
    sea,
    shoreline,
    wash,
)
from meuse.maps.works import field_works

__all__ = ["HEX", "bounds", "draw"]

BROAD = {
    "Rhine": 10.5, "Meuse": 8.0, "Seine": 8.0, "Loire": 8.5, "Waal": 8.0, "Moselle": 7.0, "Marne": 6.6, "Weser": 7.5,
    "Hollands Diep and Haringvliet": 12.0, "Western Scheldt": 12.0, "Thames": 8.0, "Dyle": 5.0, "Aa": 5.0,
    "Albert Canal": 5.0, "North Sea Canal": 5.0, "Deûle and La Bassée Canal": 5.0,
}


def draw(box: Components, drawing: Drawing, shading: bytes) -> str:
    """The whole map as a standalone SVG text; `shading` is the relief as a PNG picture of the hexes' frame."""
    board = box.board
    paper = BlitzPaper(board, drawing)
    waters = Waters(
        paper, ((r.name, r.sides) for r in board.file.rivers), ((arm.name, arm.sides) for arm in board.file.seas)
    )
    clear_lands(paper)
    taken = Boxes(obstacles(paper))
    signs = badges(paper, taken)
    ploughed = [n for n in sorted(paper.land) if paper.terrain(n) == "clear"]
    ground = [
        sea(paper),
        wash(paper),
        countries(paper, TINT),
        group("growth", [fields(paper, ploughed, 1), *uplands(paper)], clip_path="url(#land)"),
        relief(paper, shading),
        bands(paper, BAND, paper.land),
        shoreline(paper),
        streams(waters),
        floods(paper),
        arms(waters),
        rim(paper),
    ]
    parts = [
        f"<defs>{definitions(paper)}</defs>",
        sheet(paper),
        group("terrain", ground, clip_path="url(#frame)"),
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
