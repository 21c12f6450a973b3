"""Title, legend, compass, scale, and the arrows of the entry edges."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import NamedTuple

from meuse.games.mansteins_war.table.picture.settlements import anchor, depot
from meuse.games.mansteins_war.table.picture.sheet import ALLIED_BLUE, HEX, NATION, SIDE, Sheet
from meuse.games.mansteins_war.table.picture.water import SHALLOWS
from meuse.games.mansteins_war.table.picture.works import casemate, star
from meuse.maps.drawing import (
    INK,
    PAPER,
    SERIF,
    WATER,
    WATER_CORE,
    Box,
    Point,
    chance,
    group,
    num,
    path,
    text,
    xy,
)
from meuse.maps.ornaments import HEAVY_TONES, Grove, compass, halo, houses, panel


def edges(sheet: Sheet) -> str:
    """Arrows outside the hexes by which reinforcements come on."""
    parts = []
    way = {"german": (1, 0), "british": (-1, 0), "french": (0, 1)}
    for nation, edge in sheet.board.file.edges.items():
        dx, dy = way[nation]
        for name in edge.hexes:
            x, y = sheet.spot[name]
            tip = (x + dx * (SIDE + 5), y + dy * (HEX / 2 + 5))
            if dx:
                tip = (sheet.frame[2] + 6 if dx > 0 else sheet.frame[0] - 6, y)
            wing = [(tip[0] + dx * 17 - dy * s * 11, tip[1] + dy * 17 + dx * s * 11) for s in (-1, 1)]
            d = f"M{xy(tip)}L{xy(wing[0])}L{xy((tip[0] + dx * 12, tip[1] + dy * 12))}L{xy(wing[1])}Z"
            parts.append(path(d, fill=NATION[nation], stroke="#1f1a14", stroke_width="1"))
    left, top, right, bottom = sheet.frame
    margin = [
        ((right + 40, (top + bottom) / 2), 90, "GERMAN REINFORCEMENTS", "german"),
        ((left - 40, (sheet.spot["0439"][1] + sheet.spot["0444"][1]) / 2), -90, "BRITISH REINFORCEMENTS", "british"),
        (((sheet.spot["0444"][0] + sheet.spot["1944"][0]) / 2, bottom + 43), 0, "FRENCH REINFORCEMENTS", "french"),
    ]
    for p, turn, words, colour in margin:
        parts.append(
            f'<text transform="translate({xy(p)}) rotate({turn})" fill="{NATION[colour]}">{words}</text>'
        )
    face = {"font_family": SERIF, "font_size": "15", "font_weight": "bold", "letter_spacing": "5"}
    return group("edges", parts, text_anchor="middle", **face)


class Item(NamedTuple):
    """A line of the legend."""

    name: str
    effect: str
    swatch: Callable[[Point], str]


def tile(p: Point, fill: str, reach: float = 17.0) -> str:
    """A small hex for the legend."""
    corners = ((p[0] + reach * cos(pi * k / 3), p[1] + reach * sin(pi * k / 3)) for k in range(6))
    return path("M" + "L".join(map(xy, corners)) + "Z", fill=fill, stroke="#4a3a22", stroke_width="1")


def wood_swatch(p: Point) -> str:
    grove = Grove()
    for i, (x, y) in enumerate(((-7, -5), (5, -7), (-1, 4), (8, 4), (-9, 6))):
        grove.plant((p[0] + x, p[1] + y), chance("legend", i) < 0.4, 0.95)
    return tile(p, "#b4c489") + "".join(grove.svg(HEAVY_TONES))


def hill_swatch(p: Point) -> str:
    x, y = p
    lit = f"M{xy((x - 12, y + 7))}Q{xy((x - 7, y - 6))} {xy((x - 1, y - 9))}L{xy((x, y + 7))}Z"
    dark = f"M{xy((x - 1, y - 9))}Q{xy((x + 6, y - 6))} {xy((x + 12, y + 7))}L{xy((x, y + 7))}Z"
    edge = {"stroke": "#5d4527", "stroke_width": "1"}
    return tile(p, "#c6ab7c") + path(lit, fill="#e2cda0", **edge) + path(dark, fill="#a1814f", **edge)


def town_swatch(count: int, reach: float) -> Callable[[Point], str]:
    def swatch(p: Point) -> str:
        patch = path(halo("legend", p, reach * 1.2), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.6")
        return tile(p, PAPER) + patch + path(houses("legend", p, count, reach, 0.3), fill="#6b3227")

    return swatch


def line_swatch(*strokes: tuple[str, float, str]) -> Callable[[Point], str]:
    """A short wavy line in the given strokes: colour, width, dashes."""

    def swatch(p: Point) -> str:
        d = f"M{xy((p[0] - 19, p[1] + 3))}q10-10 19-3t19-3"
        style = {"fill": "none", "stroke_linecap": "butt"}
        return "".join(
            path(d, stroke=colour, stroke_width=num(wide), stroke_dasharray=dashes or "none", **style)
            for colour, wide, dashes in strokes
        )

    return swatch


def pair(first: Callable[[Point], str], second: Callable[[Point], str]) -> Callable[[Point], str]:
    return lambda p: first((p[0] - 12, p[1])) + second((p[0] + 13, p[1]))


RIVER_STROKES = (("#3f6f8d", 9, ""), (WATER, 6.6, ""), (WATER_CORE, 2.4, ""))
ARM_STROKES = (("#33586b", 17, ""), (SHALLOWS[2], 14, ""), ("#f7faf6", 3, "3 5"))
ITEMS = (
    (
        Item("Clear", "open going", lambda p: tile(p, PAPER)),
        Item("Forest", "slow for motors, shelters", wood_swatch),
        Item("Rough", "no armies, one corps a hex", hill_swatch),
        Item("City", "shelters; railhead; can be bombed", town_swatch(30, 11.0)),
        Item("Town", "railhead", town_swatch(11, 8.0)),
        Item("Depot", "supplies the nation of its colour",
             pair(lambda p: depot(p, NATION["german"]), lambda p: depot(p, NATION["french"]))),
        Item("Port", "blue on the English Channel", pair(lambda p: anchor(p, True), lambda p: anchor(p, False))),
    ),
    (
        Item("Major fort", "Maginot Line", lambda p: casemate((p[0], p[1] + 2), ALLIED_BLUE, 1.15)),
        Item("Minor fort", "of either side",
             pair(lambda p: casemate((p[0], p[1] + 2), ALLIED_BLUE, 0.7),
                  lambda p: casemate((p[0], p[1] + 2), NATION["german"], 0.7))),
        Item("Fortress town", "a minor fort", lambda p: star(p, 15.0, ALLIED_BLUE)),
        Item("River", "slows, helps the defender", line_swatch(*RIVER_STROKES)),
        Item("Salt water", "nobody crosses", line_swatch(*ARM_STROKES)),
        Item("Frontier", "of May 1940", line_swatch(("#e4c3cf", 10, ""), ("#6e1f3c", 2.4, "12 4 2.4 4"))),
        Item("Field works", "no effect in play", line_swatch((ALLIED_BLUE, 2, "2 4"))),
    ),
)


def legend(box: Box) -> str:
    x0, y0, x1, _ = box
    parts = [panel(box), text(((x0 + x1) / 2, y0 + 26), "TERRAIN AND ITS EFFECTS", font_size="14", letter_spacing="3",
                              text_anchor="middle", font_weight="bold")]
    for column, items in zip((x0 + 40, x0 + 40 + (x1 - x0) * 0.53), ITEMS, strict=True):
        for i, item in enumerate(items):
            p = column, y0 + 60 + 42 * i
            parts += [
                item.swatch(p),
                text((p[0] + 33, p[1] - 1), item.name, font_size="14", font_weight="bold"),
                text((p[0] + 33, p[1] + 12), item.effect, font_size="10.5", font_style="italic"),
            ]
    return group("legend", parts, font_family=SERIF, fill=INK)


def title(box: Box) -> str:
    x, y = (box[0] + box[2]) / 2, box[1]
    flourish = f"M{xy((box[0] + 46, y + 86))}h74m{num(box[2] - box[0] - 240)} 0h74"
    return group(
        "title",
        [
            panel(box),
            text((x + 4, y + 62), "MANSTEIN'S WAR", font_size="46", letter_spacing="6", font_weight="bold",
                 fill="#6e1f18"),
            text((x, y + 93), "Decision in the West, 1940", font_size="21", font_style="italic"),
            path(flourish, stroke=INK, stroke_width="1"),
            text((x, y + 113), "Reconstruction; not the published map", font_size="11", font_style="italic"),
        ],
        font_family=SERIF,
        text_anchor="middle",
        fill=INK,
    )


def scale_bar(p: Point) -> str:
    """A hundred and twenty kilometres in steps of a hex, which the rules count as forty."""
    x, y = p
    bar = [
        f'<rect x="{num(x + HEX * i)}" y="{num(y)}" width="{num(HEX)}" height="7"'
        f' stroke="{INK}" fill="{INK if i % 2 == 0 else PAPER}"/>'
        for i in range(3)
    ]
    marks = [text((x + HEX * n, y - 5), f"{40 * n}" if n < 3 else "120 km", font_size="12", text_anchor="middle")
             for n in range(4)]
    return group("scale", [*bar, *marks], font_family=SERIF, fill=INK)


CREDITS = "Places: GeoNames (CC BY 4.0). Coast, frontiers: GSHHG, WDBII, DCW (LGPL). Relief: shadedrelief.com."


def furniture(sheet: Sheet) -> str:
    """Title and legend on the North Sea, compass and scale beside them."""
    left, top = sheet.spot["0828"][0] + 4, sheet.frame[1] + 16
    right = sheet.spot["1328"][0] + 36
    card = left, top + 136, right, top + 136 + 366
    credit = text((left + 18, card[3] - 13), CREDITS, font_size="9", font_style="italic", font_family=SERIF, fill=INK)
    return group(
        "furniture",
        [
            title((left, top, right, top + 126)),
            legend(card),
            credit,
            compass((sheet.spot["1032"][0] - 20, sheet.spot["1032"][1] + 60), 62),
            scale_bar((sheet.frame[2] - 3 * HEX - 60, sheet.frame[3] + 38)),
        ],
    )
