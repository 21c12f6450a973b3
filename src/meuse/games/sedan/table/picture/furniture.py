"""Entry arrows, title, legend, compass and scale."""

from __future__ import annotations

from meuse.engine.hexes import RADIUS, Point
from meuse.games.sedan.table.picture.paper import HEX, NATION, SIDE, SedanPaper
from meuse.games.sedan.table.picture.settlements import casemate
from meuse.maps.drawing import (
    HEAVY_WOOD,
    INK,
    LIGHT_WOOD,
    PAPER,
    ROAD,
    ROAD_EDGE,
    SERIF,
    WATER,
    WATER_CORE,
    WATER_EDGE,
    group,
    num,
    path,
    text,
    xy,
)
from meuse.maps.legend import Item, Style, Swatch, Tile, Words, scale_bar, title, wave
from meuse.maps.ornaments import HEAVY_TONES, LIGHT_TONES, compass, panel


def entries(paper: SedanPaper) -> str:
    """An arrow with the entry's letter outside the board, and a ring in the hex."""
    parts = []
    left, _, right, _ = paper.frame
    for e in paper.map.entries:
        x, y = paper.spot[e.hex]
        east = x > (left + right) / 2
        tip = x + (HEX / 2 - 3 if east else 3 - HEX / 2)
        way, colour = (1 if east else -1), NATION[e.side]
        head = f"M{num(tip)} {num(y)}l{num(way * 15)}-11v6h{num(way * 11)}v10h{num(-way * 11)}v6z"
        badge = tip + way * 37
        parts += [
            path(paper.tiles([e.hex]), fill=colour, opacity="0.13"),
            path(head, fill=colour, stroke=PAPER, stroke_width="1.2"),
            f'<circle cx="{num(badge)}" cy="{num(y)}" r="13" fill="{colour}" stroke="{PAPER}" stroke-width="2"/>',
            text((badge, y + 6.3), e.label),
        ]
    face = {"font_family": SERIF, "font_size": "18", "font_weight": "bold", "text_anchor": "middle", "fill": "#fbf4df"}
    return group("entries", parts, **face)


def bridge_swatch(p: Point) -> str:
    water = path(f"M{xy((p[0] - 3, p[1] - 13))}q8 13 2 26", fill="none", stroke=WATER, stroke_width="8")
    road = path(f"M{xy((p[0] - 17, p[1]))}h34", stroke=ROAD, stroke_width="4")
    walls = "".join(f"M{xy((p[0] - 12, p[1] + 6.5 * k))}l3 {num(-2.5 * k)}h18l3 {num(2.5 * k)}" for k in (-1, 1))
    return water + road + path(walls, fill="none", stroke="#21180f", stroke_width="1.8")


def entry_swatch(p: Point) -> str:
    dots = [(-9, "german", "A"), (9, "french", "1")]
    return "".join(
        f'<circle cx="{num(p[0] + dx)}" cy="{num(p[1])}" r="8.5" fill="{NATION[side]}"/>'
        + text((p[0] + dx, p[1] + 4), label, font_size="11", font_weight="bold", fill="#fbf4df", text_anchor="middle")
        for dx, side, label in dots
    )


def maginot_swatch(p: Point) -> str:
    return TILE.plain(p, "#cfc3b3") + TILE.plain(p, "url(#hatch)") + casemate((p[0], p[1]), 0.75)


def line(*strokes: tuple[str, float, str]) -> Swatch:
    return wave(17, 3, *strokes)


TILE = Tile("pointy", 14.0 / RADIUS, "0.9")
FEW = ((-6.0, -4.0), (5.0, -6.0), (-1.0, 4.0), (7.0, 4.0), (-8.0, 6.0))
MANY = (*FEW, (0.0, -8.0), (-2.0, -2.0), (3.0, 0.0), (9.0, -1.0), (3.0, 8.0), (-4.0, 9.0), (-10.0, 0.0))
TERRAIN_ITEMS = (
    Item("Clear", ("open going",), TILE.plain),
    Item("Light woods", ("slow for motors",), TILE.wood(LIGHT_WOOD, LIGHT_TONES, FEW, 0.2, 0.75)),
    Item(
        "Heavy woods",
        ("slow; no zones of control,", "overrun or off-road supply"),
        TILE.wood(HEAVY_WOOD, HEAVY_TONES, MANY, 0.7, 0.75),
    ),
    Item("Town", ("shelters the defender",), TILE.town(11, 8.0, 10.0)),
    Item("City", ("shelters the defender well",), TILE.town(30, 9.5, 11.9)),
    Item("Maginot Line", ("strong for French defenders",), maginot_swatch),
)
LINE_ITEMS = (
    Item("Main road", ("fast march, carries supply",), line((ROAD_EDGE, 6.4, ""), (ROAD, 4.2, ""))),
    Item("Secondary road", ("plays like a main road",), line(("#5f4326", 4.4, ""), ("#f7ecc6", 2.6, ""))),
    Item("Minor river", ("slows, helps the defender",), line((WATER_EDGE, 5.8, ""), (WATER, 4, ""))),
    Item(
        "Major river",
        ("the Meuse: bridge, pontoon", "or a whole move to cross"),
        line((WATER_EDGE, 14, ""), (WATER, 11, ""), (WATER_CORE, 4.5, "")),
    ),
    Item("Bridge", ("the road crosses the river",), bridge_swatch),
    Item("Frontier", ("of May 1940",), line(("#e4c3cf", 10, ""), ("#7d2f52", 2, "10 3 2 3"))),
    Item("Entry hex", ("A-E German, 1-7 French",), entry_swatch),
)
STYLE = Style(aside=25, name=11.5, up=3, effect=8.4, down=7.5, line=8.5)
HEADING = {"font_size": "12", "letter_spacing": "2.5", "text_anchor": "middle", "font_weight": "bold"}


def legend(x: float, y: float) -> str:
    parts = [text((x + 168, y), "TERRAIN AND ITS EFFECTS", **HEADING)]
    for column, items in ((x + 20, TERRAIN_ITEMS), (x + 192, LINE_ITEMS)):
        for i, item in enumerate(items):
            parts += STYLE.row(item, (column, y + 32 + 38 * i))
    return group("legend", parts, font_family=SERIF, fill=INK)


NAME = Words("SEDAN", 58, 54)
UNDER = (Words("May 1940", 82, 21), Words("Reconstruction; not the published map", 100, 10.5))
KM = HEX / 3.2
MARKS = ("0", "2", "4", "6", "8", "10 km")
CREDITS = (
    "Places: GeoNames (CC BY 4.0).",
    "Frontiers, large rivers: DCW, WDBII (LGPL).",
    "Small rivers, roads, woods: drawn by hand.",
)


def furniture(paper: SedanPaper) -> str:
    """Title, legend, compass and scale on the part of the sheet that is out of play."""
    if not paper.out:
        return ""
    spots = [paper.spot[n] for n in paper.out]
    left, top = min(x for x, _ in spots) - 28, min(y for _, y in spots) + 4
    right, bottom = max(x for x, _ in spots) - 62, max(y for _, y in spots) + SIDE - 2
    card = left, top + 122, right, bottom
    credit = [text((left + 118, bottom - 34 + 10.5 * i), words, font_size="8.2") for i, words in enumerate(CREDITS)]
    return group(
        "furniture",
        [
            title((left, top, right, top + 112), NAME, 14, UNDER, (40, 76, 72)),
            panel(card),
            legend(left + 6, card[1] + 24),
            compass((left + 60, bottom - 56), 40),
            scale_bar((left + 126, bottom - 82), 2 * KM, MARKS, 6, 9.5, "one hex = 3.2 km"),
            group("credits", credit, font_family=SERIF, fill=INK, font_style="italic"),
        ],
    )


def definitions(paper: SedanPaper) -> str:
    return (
        f'<defs><clipPath id="board"><path d="{paper.tiles(paper.cells)}"/></clipPath>'
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0V6" stroke="#8d7d6a" stroke-width="1.3" opacity="0.7"/></pattern></defs>'
    )
