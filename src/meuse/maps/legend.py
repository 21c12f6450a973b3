"""Legends, titles and scales."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import NamedTuple

from meuse.engine.hexes import CORNERS, Point
from meuse.maps.drawing import INK, PAPER, SERIF, Box, chance, group, num, path, rect, text, xy
from meuse.maps.ornaments import Grove, halo, houses, panel

Swatch = Callable[[Point], str]
"""A small picture about a point."""


class Item(NamedTuple):
    """A line of the legend; its effect in one line or more."""

    name: str
    effect: tuple[str, ...]
    swatch: Swatch


class Style(NamedTuple):
    """How the words of a legend stand beside their swatch."""

    aside: float
    name: float
    """Size and height of the name, then of what it means, and from line to line."""
    up: float
    effect: float
    down: float
    line: float

    def row(self, item: Item, p: Point) -> list[str]:
        x, y = p[0] + self.aside, p[1]
        lines = [
            text((x, y + self.down + self.line * n), words, font_size=num(self.effect), font_style="italic")
            for n, words in enumerate(item.effect)
        ]
        return [
            item.swatch(p), text((x, y - self.up), item.name, font_size=num(self.name), font_weight="bold"), *lines,
        ]


class Tile(NamedTuple):
    """Small cells for the legend."""

    kind: str
    size: float
    """As from one centre to the next."""
    line: str

    def plain(self, p: Point, fill: str = PAPER) -> str:
        corners = ((p[0] + self.size * x, p[1] + self.size * y) for x, y in CORNERS[self.kind])
        return path("M" + "L".join(map(xy, corners)) + "Z", fill=fill, stroke="#4a3a22", stroke_width=self.line)

    def wood(
        self, fill: str, tones: tuple[str, str, str], spots: Sequence[Point], firs: float, size: float
    ) -> Swatch:
        def swatch(p: Point) -> str:
            grove = Grove()
            for i, (x, y) in enumerate(spots):
                grove.plant((p[0] + x, p[1] + y), chance("legend", i) < firs, size)
            return self.plain(p, fill) + "".join(grove.svg(tones))

        return swatch

    def town(self, count: int, reach: float, ground: float, fill: str = PAPER) -> Swatch:
        def swatch(p: Point) -> str:
            patch = path(halo("legend", p, ground), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.6")
            return self.plain(p, fill) + patch + path(houses("legend", p, count, reach, 0.3), fill="#6b3227")

        return swatch


def wave(reach: int, lift: int, *strokes: tuple[str, float, str], cap: str = "butt") -> Swatch:
    """A short wavy line in the given strokes: colour, width, dashes."""

    def swatch(p: Point) -> str:
        bow = ceil(reach / 2)
        d = f"M{xy((p[0] - reach, p[1] + lift))}q{bow}-{bow} {reach}-{lift}t{reach}-{lift}"
        style = {"fill": "none", "stroke_linecap": cap}
        return "".join(
            path(d, stroke=colour, stroke_width=num(wide), stroke_dasharray=dashes or "none", **style)
            for colour, wide, dashes in strokes
        )

    return swatch


class Words(NamedTuple):
    """A line of a title: how far down, and how large."""

    words: str
    down: float
    size: float


def title(box: Box, name: Words, apart: float, lines: Iterable[Words], rule: tuple[float, float, float]) -> str:
    """A card with the game's name in spaced letters, lines beneath it, and two rules: how far in, down and long."""
    x, y = (box[0] + box[2]) / 2, box[1]
    inset, down, long = rule
    gap = box[2] - box[0] - 2 * (inset + long)
    flourish = f"M{xy((box[0] + inset, y + down))}h{num(long)}m{num(gap)} 0h{num(long)}"
    great = {"font_size": num(name.size), "letter_spacing": num(apart), "font_weight": "bold", "fill": "#6e1f18"}
    return group(
        "title",
        [
            panel(box),
            text((x + apart / 2, y + name.down), name.words, **great),
            *(text((x, y + w.down), w.words, font_size=num(w.size), font_style="italic") for w in lines),
            path(flourish, stroke=INK, stroke_width="1"),
        ],
        font_family=SERIF,
        text_anchor="middle",
        fill=INK,
    )


def scale_bar(p: Point, step: float, marks: Sequence[str], high: float, size: float, below: str = "") -> str:
    """A bar in dark and light steps with a mark at each, and what a cell measures."""
    x, y = p
    bar = [
        rect((x + step * i, y, x + step * (i + 1), y + high), stroke=INK, fill=INK if i % 2 == 0 else PAPER)
        for i in range(len(marks) - 1)
    ]
    named = [text((x + step * i, y - 0.45 * size), mark, font_size=num(size)) for i, mark in enumerate(marks)]
    middle = x + step * (len(marks) - 1) / 2
    said = text((middle, y + high + 1.5 * size), below, font_size=num(1.1 * size), font_style="italic")
    parts = [*bar, *named, said] if below else [*bar, *named]
    return group("scale", parts, font_family=SERIF, fill=INK, text_anchor="middle")
