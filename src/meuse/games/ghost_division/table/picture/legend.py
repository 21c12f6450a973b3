"""The legend."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from meuse.games.ghost_division.table.picture.ground import COUNTRY, RIBBON, rect
from meuse.games.ghost_division.table.picture.lettering import medal
from meuse.games.ghost_division.table.picture.roads import parapets
from meuse.maps.drawing import (
    INK,
    LIGHT_WOOD,
    SERIF,
    WATER,
    WATER_CORE,
    WATER_EDGE,
    Box,
    Point,
    around,
    group,
    num,
    path,
    text,
    xy,
)
from meuse.maps.ornaments import HEAVY_TONES, Grove, halo, houses, panel

Swatch = Callable[[Point], str]


class Item(NamedTuple):
    """A line of the legend."""

    name: str
    effect: str
    swatch: Swatch


def tile(p: Point, fill: str) -> str:
    return rect(around(p, 22.0), fill=fill, stroke="#4a3a22", stroke_width="1.2")


def wood(p: Point) -> str:
    grove = Grove()
    for i, (x, y) in enumerate(((-13, -8), (-4, -13), (7, -10), (14, -2), (-14, 6), (-7, 14), (4, 15), (13, 12))):
        grove.plant((p[0] + x, p[1] + y), i % 3 != 0, 1.0)
    return tile(p, LIGHT_WOOD) + "".join(grove.svg(HEAVY_TONES))


def town(p: Point) -> str:
    patch = path(halo("legend", p, 17), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.8")
    return tile(p, COUNTRY["FR"]) + patch + path(houses("legend", p, 24, 13, 0.3), fill="#6b3227")


def line(*strokes: tuple[str, float, bool]) -> Swatch:
    """A short wavy line in the given strokes: colour, width, whether dotted."""
    dotted = {"stroke_dasharray": "0.1 5", "stroke_linecap": "round"}

    def swatch(p: Point) -> str:
        d = f"M{xy((p[0] - 26, p[1] + 4))}q13-13 26-4t26-4"
        return "".join(
            path(d, stroke=colour, stroke_width=num(wide), **(dotted if dots else {}), fill="none")
            for colour, wide, dots in strokes
        )

    return swatch


def bridge(p: Point) -> str:
    water = path(f"M{xy((p[0], p[1] - 22))}q7 22 0 44", fill="none", stroke=WATER, stroke_width="16")
    road = path(f"M{xy((p[0] - 26, p[1]))}h52", stroke="#cf5a3c", stroke_width="5")
    walls = f'<g transform="translate({xy(p)})" fill="none" stroke="#21180f" stroke-width="3">{parapets()}</g>'
    return water + road + walls


def frontier(p: Point) -> str:
    halves = ((p[0] - 22, p[0], "FR"), (p[0], p[0] + 22, "BE"))
    tints = "".join(
        rect((x0, p[1] - 22, x1, p[1] + 22), fill=COUNTRY[code])
        + rect((max(x0, p[0] - 9), p[1] - 22, min(x1, p[0] + 9), p[1] + 22), fill=RIBBON[code], opacity="0.4")
        for x0, x1, code in halves
    )
    dashes = path(f"M{xy((p[0], p[1] - 20))}v40", stroke="#7d2f52", stroke_width="4", stroke_dasharray="14 6 3 6")
    return tints + dashes


WATERS = ((WATER_EDGE, 20.0), (WATER, 16.0), (WATER_CORE, 6.0))
ITEMS = (
    Item("Clear", "open going", lambda p: tile(p, COUNTRY["FR"])),
    Item("Wood", "who enters must STOP", wood),
    Item("Town", "shelters the defender", town),
    Item("Medal", "the town's victory points", lambda p: medal(p, 7)),
    Item("Road", "half the cost of a Grid", line(("#5a2117", 7.4, False), ("#cf5a3c", 4.8, False))),
    Item("Bridge", "the road crosses the river", bridge),
    Item("River", "runs on the side of Grids", line(*((colour, wide, False) for colour, wide in WATERS))),
    Item("Stream", "for the eye only", line(("#6fa0b8", 2.4, False))),
    Item("France, Belgium", "as the rules count", frontier),
    Item("Frontier", "as it ran; eye only", line(("#7d2f52", 2.4, True))),
)


def legend(box: Box) -> str:
    """Two rows of items."""
    x0, y0, x1, y1 = box
    columns = (len(ITEMS) + 1) // 2
    wide = (x1 - x0 - 20) / columns
    parts = [panel(box)]
    for i, item in enumerate(ITEMS):
        p = x0 + 44 + wide * (i // 2), y0 + (y1 - y0) * (0.29 if i % 2 == 0 else 0.71)
        parts += [
            item.swatch(p),
            text((p[0] + 36, p[1] - 3), item.name, font_size="19", font_weight="bold"),
            text((p[0] + 36, p[1] + 17), item.effect, font_size="14.5", font_style="italic"),
        ]
    return group("legend", parts, font_family=SERIF, fill=INK)
