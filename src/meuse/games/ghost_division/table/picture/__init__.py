"""The strip map of Ghost Division as a picture: one SVG text drawn from the map file and the drawn shapes.

Grids are squares of `SIZE` units. The centre of column c, row r (the north row is 1) stands at (SIZE * c, SIZE * r), so
that counters can be laid on the picture. Whatever looks irregular is hashed from its place: the same map always gives
the same text.
"""

from __future__ import annotations

from collections.abc import Mapping

from meuse.engine.hexes import Point
from meuse.games.ghost_division.box.drawfile import Drawing
from meuse.games.ghost_division.box.mapfile import MapFile
from meuse.games.ghost_division.table.picture.furniture import area, definitions, furniture
from meuse.games.ghost_division.table.picture.ground import countries, fields, grid_lines, ground, woods
from meuse.games.ghost_division.table.picture.lettering import clear_lands, land_names, names, numbers, stops
from meuse.games.ghost_division.table.picture.paper import SIZE, Strip, assembly_area, edges, field, lattice
from meuse.games.ghost_division.table.picture.roads import Ways, bridges, roads
from meuse.games.ghost_division.table.picture.settlements import settlements
from meuse.games.ghost_division.table.picture.water import Waters, coast, frontiers, rivers, streams
from meuse.maps.drawing import group, picture

__all__ = ["SIZE", "assembly_area", "bridge_spots", "draw", "edges", "field", "lattice", "route_points"]


def draw(board_map: MapFile, drawing: Drawing, points: Mapping[str, int], shading: bytes) -> str:
    """The whole map as a standalone SVG text: the victory points of the towns, and the relief as a PNG of the Grids."""
    paper = Strip(board_map, drawing)
    waters, ways = Waters(paper), Ways(paper)
    clear_lands(paper)
    parts = [
        definitions(paper),
        ground(paper),
        coast(paper),
        countries(paper),
        group("terrain", [fields(paper), *woods(paper, shading)], clip_path="url(#strip)"),
        land_names(paper),
        streams(waters),
        frontiers(paper),
        grid_lines(paper),
        rivers(waters),
        area(paper),
        roads(ways),
        settlements(paper),
        bridges(paper, ways),
        numbers(paper),
        stops(paper),
        names(paper, waters, points),
        furniture(paper),
    ]
    return picture("Ghost Division, May 1940: the map", edges(board_map), parts)


def bridge_spots(board_map: MapFile, drawing: Drawing) -> dict[str, Point]:
    """Where the printed bridges stand, in the units of the picture, by their sides."""
    ways = Ways(Strip(board_map, drawing))
    return {side: ways.bridge(side) for side in board_map.bridges.sides}


def route_points(board_map: MapFile) -> dict[int, list[Point]]:
    """Rommel's way, turn by turn, in the units of the picture; each turn sets out where the last one ended."""
    grid = lattice(board_map)
    out: dict[int, list[Point]] = {}
    last: list[Point] = []
    for leg in board_map.route:
        spots = [grid.centre(grid.bit[name]) for name in leg.grids]
        out[leg.turn] = [*last, *((SIZE * x, SIZE * y) for x, y in spots)]
        last = out[leg.turn][-1:]
    return out
