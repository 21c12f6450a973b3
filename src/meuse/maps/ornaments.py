"""Trees, houses, cards and compass roses: what the pictures of maps are adorned with."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, pi, sin

from meuse.engine.hexes import Point
from meuse.maps.drawing import (
    INK,
    MARGIN_PAPER,
    PAPER,
    SERIF,
    Box,
    chance,
    group,
    grown,
    num,
    path,
    rect,
    smooth,
    text,
    xy,
)

LIGHT_TONES = ("#7f9555", "#b4c585", "#5d7040")
HEAVY_TONES = ("#587640", "#86a262", "#3a5230")


class Grove:
    """Trees drawn as three strokes each: shadow, crown and the light on it."""

    def __init__(self) -> None:
        self.shade: list[str] = []
        self.crown: list[str] = []
        self.shine: list[str] = []

    def plant(self, p: Point, fir: bool, size: float = 1.0) -> None:
        x, y = p
        r = 3.6 * size
        self.shade.append(f"M{xy((x - 1, y + 0.9 * r))}h{num(1.7 * r)}")
        if fir:
            self.crown.append(f"M{xy((x, y - 1.7 * r))}l{xy((r, 2.6 * r))}h{num(-2 * r)}z")
            self.shine.append(f"M{xy((x - 0.1 * r, y - 1.5 * r))}l{xy((-0.65 * r, 1.9 * r))}")
        else:
            bow = f"a{num(r)} {num(r)} 0 1 1"
            self.crown.append(f"M{xy((x - r, y))}{bow} {num(2 * r)} 0{bow}{num(-2 * r)} 0z")
            self.shine.append(f"M{xy((x - 0.65 * r, y - 0.1 * r))}q0 {num(-0.55 * r)} {xy((0.6 * r, -0.6 * r))}")

    def svg(self, tones: tuple[str, str, str]) -> list[str]:
        crown, shine, shade = tones
        return [
            path("".join(self.shade), stroke=shade, stroke_width="1.6", opacity="0.35", stroke_linecap="round"),
            path("".join(self.crown), fill=crown, stroke=shade, stroke_width="0.6", stroke_linejoin="round"),
            path("".join(self.shine), stroke=shine, stroke_width="1", fill="none", stroke_linecap="round"),
        ]


def block(p: Point, wide: float, high: float, turn: float) -> str:
    """A rectangle about p, turned."""
    ux, uy = cos(turn), sin(turn)
    corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    return "M" + "L".join(xy((p[0] + ux * a - uy * b, p[1] + uy * a + ux * b)) for a, b in corners) + "Z"


def houses(name: str, p: Point, count: int, reach: float, turn: float) -> str:
    """Blocks of houses on a crooked street grid about p, thinning outwards."""
    spots = []
    pitch = reach / (count**0.5) * 1.9
    ux, uy = cos(turn), sin(turn)
    for i in range(-6, 7):
        for j in range(-6, 7):
            a = pitch * (i + 0.5 + 0.35 * (chance(name, i, j) - 0.5))
            b = pitch * (j + 0.5 + 0.35 * (chance(name, j, i, "b") - 0.5))
            spots.append((hypot(a, b) * (0.85 + 0.4 * chance(name, i, j, "keep")), i, j, a, b))
    out = []
    for _, i, j, a, b in sorted(spots)[:count]:
        wide, high = (pitch * (0.26 + 0.16 * chance(name, i, j, side)) for side in "wh")
        out.append(block((p[0] + ux * a - uy * b, p[1] + uy * a + ux * b), wide, high, turn))
    return "".join(out)


def halo(name: str, p: Point, reach: float) -> str:
    """An uneven round patch."""
    ring = [2 * pi * i / 9 for i in range(9)]
    radii = [reach * (0.85 + 0.3 * chance(name, "halo", i)) for i in range(9)]
    return smooth([(p[0] + r * cos(a), p[1] + r * sin(a)) for r, a in zip(radii, ring, strict=True)], closed=True)


def dot(p: Point, r: float) -> str:
    """A village."""
    return f"M{xy((p[0] - r, p[1]))}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0{num(-2 * r)} 0"


def anchor(p: Point, great: bool, size: float = 1.0) -> str:
    """A port: a white anchor on blue for the ones that count most, a blue one on white for others."""
    ground, line = ("#1d4c6b", "#f4f7f2") if great else ("#f4f1e2", "#1d4c6b")
    scale = "" if size == 1.0 else f" scale({size})"
    return (
        f'<g transform="translate({xy(p)}){scale}"><circle r="12" fill="{ground}" stroke="#12303f" stroke-width="1.4"/>'
        f'<g fill="none" stroke="{line}" stroke-width="1.9" stroke-linecap="round"><circle cy="-6.4" r="2"/>'
        '<path d="M0-4.2V7.6M-4-1.2H4M-7 2.6C-6.4 6-3.4 7.6 0 7.6S6.4 6 7 2.6"/></g></g>'
    )


def furrows(p: Point, turn: float, rows: Iterable[float], gap: float, half: float) -> str:
    """Strokes of ploughland about p, all lying the same way."""
    ux, uy = cos(turn), sin(turn)
    spots = ((p[0] - uy * gap * i, p[1] + ux * gap * i) for i in rows)
    return "".join(f"M{xy((x - ux * half, y - uy * half))}l{xy((ux * 2 * half, uy * 2 * half))}" for x, y in spots)


def parapets(reach: float, gap: float, wing: float) -> str:
    """A bridge from west to east about the origin: two parapets with wing walls."""
    return "".join(
        f"M{num(-reach - wing)} {num(s * (gap + wing))}L{num(-reach)} {num(s * gap)}"
        f"H{num(reach)}L{num(reach + wing)} {num(s * (gap + wing))}"
        for s in (-1, 1)
    )


def panel(box: Box) -> str:
    """A double-ruled card."""
    cards = [(0.0, "1.8", PAPER), (4.5, "0.7", "none")]
    return "".join(rect(grown(box, -i), fill=fill, stroke=INK, stroke_width=line) for i, line, fill in cards)


def mount(sheet: Box, rules: Iterable[tuple[float, str]]) -> list[str]:
    """The paper that a map is printed on, with ruled frames: how far within the edge, and how thick."""
    frames = [rect(grown(sheet, -inset), fill="none", stroke=INK, stroke_width=thick) for inset, thick in rules]
    return [rect(sheet, fill=MARGIN_PAPER), *frames]


def compass(p: Point, reach: float) -> str:
    """A rose of eight points, each half light and half dark."""
    light: list[str] = []
    dark: list[str] = []
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        angle, far = pi * k / 4, reach if k % 2 == 0 else reach * 0.58
        tip = p[0] + far * sin(angle), p[1] - far * cos(angle)
        for side, half in ((-1, light), (1, dark)):
            waist = angle + side * pi / 8
            hip = p[0] + reach * 0.26 * sin(waist), p[1] - reach * 0.26 * cos(waist)
            half.append(f"M{xy(p)}L{xy(hip)}L{xy(tip)}Z")
    ring = f'<circle cx="{num(p[0])}" cy="{num(p[1])}" r="{num(reach * 0.66)}" fill="none" stroke="{INK}"/>'
    return group(
        "compass",
        [
            ring,
            path("".join(light), fill="#f7efd9", stroke=INK, stroke_width="0.8", stroke_linejoin="round"),
            path("".join(dark), fill="#6e1f18", stroke=INK, stroke_width="0.8", stroke_linejoin="round"),
            text(
                (p[0], p[1] - reach - 4),
                "N",
                font_family=SERIF,
                font_size="15",
                font_weight="bold",
                fill=INK,
                text_anchor="middle",
            ),
        ],
    )
