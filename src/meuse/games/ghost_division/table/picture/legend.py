"""The legend."""

from __future__ import annotations

from meuse.engine.hexes import Point
from meuse.games.ghost_division.table.picture.ground import COUNTRY, RIBBON
from meuse.games.ghost_division.table.picture.lettering import medal
from meuse.games.ghost_division.table.picture.roads import walls
from meuse.maps.drawing import (
    INK,
    LIGHT_WOOD,
    ROAD,
    ROAD_EDGE,
    SERIF,
    WATER,
    WATER_CORE,
    WATER_EDGE,
    Box,
    group,
    path,
    rect,
    xy,
)
from meuse.maps.legend import Item, Style, Swatch, Tile, wave
from meuse.maps.ornaments import HEAVY_TONES, panel


def line(*strokes: tuple[str, float, str], cap: str = "butt") -> Swatch:
    return wave(26, 4, *strokes, cap=cap)


def bridge(p: Point) -> str:
    water = path(f"M{xy((p[0], p[1] - 22))}q7 22 0 44", fill="none", stroke=WATER, stroke_width="16")
    road = path(f"M{xy((p[0] - 26, p[1]))}h52", stroke=ROAD, stroke_width="5")
    sides = f'<g transform="translate({xy(p)})" fill="none" stroke="#21180f" stroke-width="3">{walls()}</g>'
    return water + road + sides


def frontier(p: Point) -> str:
    halves = ((p[0] - 22, p[0], "FR"), (p[0], p[0] + 22, "BE"))
    tints = "".join(
        rect((x0, p[1] - 22, x1, p[1] + 22), fill=COUNTRY[code])
        + rect((max(x0, p[0] - 9), p[1] - 22, min(x1, p[0] + 9), p[1] + 22), fill=RIBBON[code], opacity="0.4")
        for x0, x1, code in halves
    )
    dashes = path(f"M{xy((p[0], p[1] - 20))}v40", stroke="#7d2f52", stroke_width="4", stroke_dasharray="14 6 3 6")
    return tints + dashes


TILE = Tile("square", 44.0, "1.2")
TREES = ((-13, -8), (-4, -13), (7, -10), (14, -2), (-14, 6), (-7, 14), (4, 15), (13, 12))
ITEMS = (
    Item("Clear", ("open going",), lambda p: TILE.plain(p, COUNTRY["FR"])),
    Item("Wood", ("who enters must STOP",), TILE.wood(LIGHT_WOOD, HEAVY_TONES, TREES, 0.65, 1.0)),
    Item("Town", ("shelters the defender",), TILE.town(24, 13, 17, COUNTRY["FR"])),
    Item("Medal", ("the town's victory points",), lambda p: medal(p, 7)),
    Item("Road", ("half the cost of a Grid",), line((ROAD_EDGE, 7.4, ""), (ROAD, 4.8, ""))),
    Item("Bridge", ("the road crosses the river",), bridge),
    Item(
        "River", ("runs on the side of Grids",), line((WATER_EDGE, 20.0, ""), (WATER, 16.0, ""), (WATER_CORE, 6.0, ""))
    ),
    Item("Stream", ("for the eye only",), line(("#6fa0b8", 2.4, ""))),
    Item("France, Belgium", ("as the rules count",), frontier),
    Item("Frontier", ("as it ran; eye only",), line(("#7d2f52", 2.4, "0.1 5"), cap="round")),
)
STYLE = Style(aside=36, name=19, up=3, effect=14.5, down=17, line=17)


def legend(box: Box) -> str:
    """Two rows of items."""
    x0, y0, x1, y1 = box
    columns = (len(ITEMS) + 1) // 2
    wide = (x1 - x0 - 20) / columns
    parts = [panel(box)]
    for i, item in enumerate(ITEMS):
        p = x0 + 44 + wide * (i // 2), y0 + (y1 - y0) * (0.29 if i % 2 == 0 else 0.71)
        parts += STYLE.row(item, p)
    return group("legend", parts, font_family=SERIF, fill=INK)
