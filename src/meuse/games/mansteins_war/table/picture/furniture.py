"""Title, legend, compass, scale, and the arrows of the entry edges."""

from __future__ import annotations

from meuse.engine.hexes import RADIUS, Point
from meuse.games.mansteins_war.table.picture.paper import ALLIED_BLUE, HEX, NATION, SIDE, MansteinPaper
from meuse.games.mansteins_war.table.picture.settlements import depot
from meuse.maps.drawing import INK, SERIF, WATER, WATER_CORE, Box, group, path, text, xy
from meuse.maps.legend import Item, Style, Swatch, Tile, Words, scale_bar, title, wave
from meuse.maps.ornaments import HEAVY_TONES, anchor, compass, panel
from meuse.maps.theatre import SHALLOWS
from meuse.maps.works import casemate, star


def edges(paper: MansteinPaper) -> str:
    """Arrows outside the hexes by which reinforcements come on."""
    parts = []
    way = {"german": (1, 0), "british": (-1, 0), "french": (0, 1)}
    for nation, edge in paper.board.file.edges.items():
        dx, dy = way[nation]
        for name in edge.hexes:
            x, y = paper.spot[name]
            tip = (x + dx * (SIDE + 5), y + dy * (HEX / 2 + 5))
            if dx:
                tip = (paper.frame[2] + 6 if dx > 0 else paper.frame[0] - 6, y)
            wing = [(tip[0] + dx * 17 - dy * s * 11, tip[1] + dy * 17 + dx * s * 11) for s in (-1, 1)]
            d = f"M{xy(tip)}L{xy(wing[0])}L{xy((tip[0] + dx * 12, tip[1] + dy * 12))}L{xy(wing[1])}Z"
            parts.append(path(d, fill=NATION[nation], stroke="#1f1a14", stroke_width="1"))
    left, top, right, bottom = paper.frame
    margin = [
        ((right + 40, (top + bottom) / 2), 90, "GERMAN REINFORCEMENTS", "german"),
        ((left - 40, (paper.spot["0439"][1] + paper.spot["0444"][1]) / 2), -90, "BRITISH REINFORCEMENTS", "british"),
        (((paper.spot["0444"][0] + paper.spot["1944"][0]) / 2, bottom + 43), 0, "FRENCH REINFORCEMENTS", "french"),
    ]
    for p, turn, words, colour in margin:
        parts.append(
            f'<text transform="translate({xy(p)}) rotate({turn})" fill="{NATION[colour]}">{words}</text>'
        )
    face = {"font_family": SERIF, "font_size": "15", "font_weight": "bold", "letter_spacing": "5"}
    return group("edges", parts, text_anchor="middle", **face)


def hill_swatch(p: Point) -> str:
    x, y = p
    lit = f"M{xy((x - 12, y + 7))}Q{xy((x - 7, y - 6))} {xy((x - 1, y - 9))}L{xy((x, y + 7))}Z"
    dark = f"M{xy((x - 1, y - 9))}Q{xy((x + 6, y - 6))} {xy((x + 12, y + 7))}L{xy((x, y + 7))}Z"
    edge = {"stroke": "#5d4527", "stroke_width": "1"}
    return TILE.plain(p, "#c6ab7c") + path(lit, fill="#e2cda0", **edge) + path(dark, fill="#a1814f", **edge)


def line(*strokes: tuple[str, float, str]) -> Swatch:
    return wave(19, 3, *strokes)


def pair(first: Swatch, second: Swatch) -> Swatch:
    return lambda p: first((p[0] - 12, p[1])) + second((p[0] + 13, p[1]))


TILE = Tile("flat", 17.0 / RADIUS, "1")
TREES = ((-7, -5), (5, -7), (-1, 4), (8, 4), (-9, 6))
RIVER_STROKES = (("#3f6f8d", 9, ""), (WATER, 6.6, ""), (WATER_CORE, 2.4, ""))
ARM_STROKES = (("#33586b", 17, ""), (SHALLOWS[2], 14, ""), ("#f7faf6", 3, "3 5"))
ITEMS = (
    (
        Item("Clear", ("open going",), TILE.plain),
        Item("Forest", ("slow for motors, shelters",), TILE.wood("#b4c489", HEAVY_TONES, TREES, 0.4, 0.95)),
        Item("Rough", ("no armies, one corps a hex",), hill_swatch),
        Item("City", ("shelters; railhead; can be bombed",), TILE.town(30, 11.0, 13.2)),
        Item("Town", ("railhead",), TILE.town(11, 8.0, 9.6)),
        Item("Depot", ("supplies the nation of its colour",),
             pair(lambda p: depot(p, NATION["german"]), lambda p: depot(p, NATION["french"]))),
        Item("Port", ("blue on the English Channel",), pair(lambda p: anchor(p, True), lambda p: anchor(p, False))),
    ),
    (
        Item("Major fort", ("Maginot Line",), lambda p: casemate((p[0], p[1] + 2), ALLIED_BLUE, 1.15)),
        Item("Minor fort", ("of either side",),
             pair(lambda p: casemate((p[0], p[1] + 2), ALLIED_BLUE, 0.7),
                  lambda p: casemate((p[0], p[1] + 2), NATION["german"], 0.7))),
        Item("Fortress town", ("a minor fort",), lambda p: star(p, 15.0, ALLIED_BLUE)),
        Item("River", ("slows, helps the defender",), line(*RIVER_STROKES)),
        Item("Salt water", ("nobody crosses",), line(*ARM_STROKES)),
        Item("Frontier", ("of May 1940",), line(("#e4c3cf", 10, ""), ("#6e1f3c", 2.4, "12 4 2.4 4"))),
        Item("Field works", ("no effect in play",), line((ALLIED_BLUE, 2, "2 4"))),
    ),
)


STYLE = Style(aside=33, name=14, up=1, effect=10.5, down=12, line=12)


def legend(box: Box) -> str:
    x0, y0, x1, _ = box
    parts = [panel(box), text(((x0 + x1) / 2, y0 + 26), "TERRAIN AND ITS EFFECTS", font_size="14", letter_spacing="3",
                              text_anchor="middle", font_weight="bold")]
    for column, items in zip((x0 + 40, x0 + 40 + (x1 - x0) * 0.53), ITEMS, strict=True):
        for i, item in enumerate(items):
            parts += STYLE.row(item, (column, y0 + 60 + 42 * i))
    return group("legend", parts, font_family=SERIF, fill=INK)


NAME = Words("MANSTEIN'S WAR", 62, 46)
UNDER = (Words("Decision in the West, 1940", 93, 21), Words("Reconstruction; not the published map", 113, 11))
MARKS = ("0", "40", "80", "120 km")
"""A hex is forty kilometres to the rules."""
CREDITS = "Places: GeoNames (CC BY 4.0). Coast, frontiers: GSHHG, WDBII, DCW (LGPL). Relief: shadedrelief.com."


def furniture(paper: MansteinPaper) -> str:
    """Title and legend on the North Sea, compass and scale beside them."""
    left, top = paper.spot["0828"][0] + 4, paper.frame[1] + 16
    right = paper.spot["1328"][0] + 36
    card = left, top + 136, right, top + 136 + 366
    credit = text((left + 18, card[3] - 13), CREDITS, font_size="9", font_style="italic", font_family=SERIF, fill=INK)
    return group(
        "furniture",
        [
            title((left, top, right, top + 126), NAME, 6, UNDER, (46, 86, 74)),
            legend(card),
            credit,
            compass((paper.spot["1032"][0] - 20, paper.spot["1032"][1] + 60), 62),
            scale_bar((paper.frame[2] - 3 * HEX - 60, paper.frame[3] + 38), HEX, MARKS, 7, 12),
        ],
    )
