"""Entry arrows, title, legend, compass and scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from meuse.games.sedan.table.picture.settlements import casemate
from meuse.games.sedan.table.picture.shapes import HEX, NATION, SIDE
from meuse.games.sedan.table.picture.sheet import Board, tiles
from meuse.maps.drawing import (
    HEAVY_WOOD,
    INK,
    LIGHT_WOOD,
    PAPER,
    SERIF,
    WATER,
    WATER_CORE,
    WATER_EDGE,
    Box,
    Point,
    chance,
    group,
    num,
    path,
    text,
    xy,
)
from meuse.maps.ornaments import HEAVY_TONES, LIGHT_TONES, Grove, compass, halo, houses, panel


def entries(board: Board) -> str:
    """An arrow with the entry's letter outside the board, and a ring in the hex."""
    parts = []
    left, _, right, _ = board.frame
    for e in board.map.entries:
        x, y = board.spot[e.hex]
        east = x > (left + right) / 2
        tip = x + (HEX / 2 - 3 if east else 3 - HEX / 2)
        way, colour = (1 if east else -1), NATION[e.side]
        head = f"M{num(tip)} {num(y)}l{num(way * 15)}-11v6h{num(way * 11)}v10h{num(-way * 11)}v6z"
        badge = tip + way * 37
        parts += [
            path(tiles(board, [e.hex]), fill=colour, opacity="0.13"),
            path(head, fill=colour, stroke=PAPER, stroke_width="1.2"),
            f'<circle cx="{num(badge)}" cy="{num(y)}" r="13" fill="{colour}" stroke="{PAPER}" stroke-width="2"/>',
            text((badge, y + 6.3), e.label),
        ]
    face = {"font_family": SERIF, "font_size": "18", "font_weight": "bold", "text_anchor": "middle", "fill": "#fbf4df"}
    return group("entries", parts, **face)


class Item(NamedTuple):
    """A line of the legend."""

    name: str
    effect: tuple[str, ...]
    swatch: Callable[[Point], str]


def tile(p: Point, fill: str) -> str:
    """A small hex for the legend."""
    r = 14.0
    corners = ((p[0] + r * cos(pi * (2 * k - 3) / 6), p[1] + r * sin(pi * (2 * k - 3) / 6)) for k in range(6))
    return path("M" + "L".join(map(xy, corners)) + "Z", fill=fill, stroke="#4a3a22", stroke_width="0.9")


def wood_swatch(fill: str, tones: tuple[str, str, str], spots: Sequence[Point], firs: float) -> Callable[[Point], str]:
    def swatch(p: Point) -> str:
        grove = Grove()
        for i, (x, y) in enumerate(spots):
            grove.plant((p[0] + x, p[1] + y), chance("legend", i) < firs, 0.75)
        return tile(p, fill) + "".join(grove.svg(tones))

    return swatch


def town_swatch(count: int, reach: float) -> Callable[[Point], str]:
    def swatch(p: Point) -> str:
        patch = path(halo("legend", p, reach * 1.25), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.6")
        return tile(p, PAPER) + patch + path(houses("legend", p, count, reach, 0.3), fill="#6b3227")

    return swatch


def line_swatch(*strokes: tuple[str, float, str]) -> Callable[[Point], str]:
    """A short wavy line in the given strokes: colour, width, dashes."""

    def swatch(p: Point) -> str:
        d = f"M{xy((p[0] - 17, p[1] + 3))}q9-9 17-3t17-3"
        return "".join(
            path(
                d,
                fill="none",
                stroke=colour,
                stroke_width=num(wide),
                stroke_dasharray=dashes or "none",
                stroke_linecap="butt",
            )
            for colour, wide, dashes in strokes
        )

    return swatch


def bridge_swatch(p: Point) -> str:
    water = path(f"M{xy((p[0] - 3, p[1] - 13))}q8 13 2 26", fill="none", stroke=WATER, stroke_width="8")
    road = path(f"M{xy((p[0] - 17, p[1]))}h34", stroke="#cf5a3c", stroke_width="4")
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
    return tile(p, "#cfc3b3") + tile(p, "url(#hatch)") + casemate((p[0], p[1]), 0.75)


FEW = ((-6.0, -4.0), (5.0, -6.0), (-1.0, 4.0), (7.0, 4.0), (-8.0, 6.0))
MANY = (*FEW, (0.0, -8.0), (-2.0, -2.0), (3.0, 0.0), (9.0, -1.0), (3.0, 8.0), (-4.0, 9.0), (-10.0, 0.0))
TERRAIN_ITEMS = (
    Item("Clear", ("open going",), lambda p: tile(p, PAPER)),
    Item("Light woods", ("slow for motors",), wood_swatch(LIGHT_WOOD, LIGHT_TONES, FEW, 0.2)),
    Item(
        "Heavy woods",
        ("slow; no zones of control,", "overrun or off-road supply"),
        wood_swatch(HEAVY_WOOD, HEAVY_TONES, MANY, 0.7),
    ),
    Item("Town", ("shelters the defender",), town_swatch(11, 8.0)),
    Item("City", ("shelters the defender well",), town_swatch(30, 9.5)),
    Item("Maginot Line", ("strong for French defenders",), maginot_swatch),
)
LINE_ITEMS = (
    Item("Main road", ("fast march, carries supply",), line_swatch(("#5a2117", 6.4, ""), ("#cf5a3c", 4.2, ""))),
    Item("Secondary road", ("plays like a main road",), line_swatch(("#5f4326", 4.4, ""), ("#f7ecc6", 2.6, ""))),
    Item("Minor river", ("slows, helps the defender",), line_swatch((WATER_EDGE, 5.8, ""), (WATER, 4, ""))),
    Item(
        "Major river",
        ("the Meuse: bridge, pontoon", "or a whole move to cross"),
        line_swatch((WATER_EDGE, 14, ""), (WATER, 11, ""), (WATER_CORE, 4.5, "")),
    ),
    Item("Bridge", ("the road crosses the river",), bridge_swatch),
    Item("Frontier", ("of May 1940",), line_swatch(("#e4c3cf", 10, ""), ("#7d2f52", 2, "10 3 2 3"))),
    Item("Entry hex", ("A-E German, 1-7 French",), entry_swatch),
)


def legend(x: float, y: float) -> str:
    parts = [
        text(
            (x + 168, y),
            "TERRAIN AND ITS EFFECTS",
            font_size="12",
            letter_spacing="2.5",
            text_anchor="middle",
            font_weight="bold",
        )
    ]
    for column, items in ((x + 20, TERRAIN_ITEMS), (x + 192, LINE_ITEMS)):
        for i, item in enumerate(items):
            p = column, y + 32 + 38 * i
            parts += [item.swatch(p), text((p[0] + 25, p[1] - 3), item.name, font_size="11.5", font_weight="bold")]
            for n, words in enumerate(item.effect):
                parts.append(text((p[0] + 25, p[1] + 7.5 + 8.5 * n), words, font_size="8.4", font_style="italic"))
    return group("legend", parts, font_family=SERIF, fill=INK)


def title(box: Box) -> str:
    x, y = (box[0] + box[2]) / 2, box[1]
    flourish = f"M{xy((box[0] + 40, y + 76))}h72m{num(box[2] - box[0] - 224)} 0h72"
    return group(
        "title",
        [
            panel(box),
            text((x + 7, y + 58), "SEDAN", font_size="54", letter_spacing="14", font_weight="bold", fill="#6e1f18"),
            text((x, y + 82), "May 1940", font_size="21", font_style="italic"),
            path(flourish, stroke=INK, stroke_width="1"),
            text((x, y + 100), "Reconstruction; not the published map", font_size="10.5", font_style="italic"),
        ],
        font_family=SERIF,
        text_anchor="middle",
        fill=INK,
    )


def scale_bar(p: Point) -> str:
    """Ten kilometres in steps of two, and what a hex measures."""
    km = HEX / 3.2
    x, y = p
    bar = [
        f'<rect x="{num(x + 2 * km * i)}" y="{num(y)}" width="{num(2 * km)}" height="6"'
        f' stroke="{INK}" fill="{INK if i % 2 == 0 else PAPER}"/>'
        for i in range(5)
    ]
    marks = [
        text((x + km * n, y - 4), str(n) if n < 10 else "10 km", font_size="9.5", text_anchor="middle")
        for n in range(0, 11, 2)
    ]
    hexes = text((x + 5 * km, y + 20), "one hex = 3.2 km", font_size="10.5", font_style="italic", text_anchor="middle")
    return group("scale", [*bar, *marks, hexes], font_family=SERIF, fill=INK)


CREDITS = (
    "Places: GeoNames (CC BY 4.0).",
    "Frontiers, large rivers: DCW, WDBII (LGPL).",
    "Small rivers, roads, woods: drawn by hand.",
)


def furniture(board: Board) -> str:
    """Title, legend, compass and scale on the part of the sheet that is out of play."""
    if not board.out:
        return ""
    spots = [board.spot[n] for n in board.out]
    left, top = min(x for x, _ in spots) - 28, min(y for _, y in spots) + 4
    right, bottom = max(x for x, _ in spots) - 62, max(y for _, y in spots) + SIDE - 2
    card = left, top + 122, right, bottom
    credit = [text((left + 118, bottom - 34 + 10.5 * i), words, font_size="8.2") for i, words in enumerate(CREDITS)]
    return group(
        "furniture",
        [
            title((left, top, right, top + 112)),
            panel(card),
            legend(left + 6, card[1] + 24),
            compass((left + 60, bottom - 56), 40),
            scale_bar((left + 126, bottom - 82)),
            group("credits", credit, font_family=SERIF, fill=INK, font_style="italic"),
        ],
    )


def definitions(board: Board) -> str:
    return (
        f'<defs><clipPath id="board"><path d="{tiles(board, board.hexes)}"/></clipPath>'
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0V6" stroke="#8d7d6a" stroke-width="1.3" opacity="0.7"/></pattern></defs>'
    )
