"""Fortifications: walls with battlements towards the enemy, casemates, star-shaped fortresses, and field works."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin

from meuse.engine.hexes import Point
from meuse.maps.drawing import group, mix, path, smooth, xy
from meuse.maps.theatre import Theatre


def battlement(paper: Theatre, hex: str, sides: Iterable[int], colour: str, thick: float) -> str:
    """A wall inside these sides of a hex, with teeth outwards."""
    wall, teeth = [], []
    for d in sides:
        a, b = (paper.corner(hex, k, 0.84) for k in (d, d + 1))
        wall.append(f"M{xy(a)}L{xy(b)}")
        c, e = (paper.corner(hex, k, 0.9) for k in (d, d + 1))
        teeth.append(f"M{xy(mix(c, e, 0.03))}L{xy(mix(c, e, 0.97))}")
    under = {"stroke": "#f6eed8", "stroke_width": paper.wide(thick + 3), "stroke_linecap": "round", "opacity": "0.85"}
    return (
        path("".join(wall), **under)
        + path("".join(wall), stroke=colour, stroke_width=paper.wide(thick), stroke_linecap="round")
        + path("".join(teeth), stroke=colour, stroke_width=paper.wide(thick + 0.5), stroke_dasharray=paper.wide(5, 5))
    )


def star(p: Point, reach: float, colour: str) -> str:
    """A fortress after Vauban: eight bastions around the town."""
    points = []
    for k in range(16):
        r = reach if k % 2 == 0 else reach * 0.74
        points.append((p[0] + r * sin(pi * k / 8), p[1] - r * cos(pi * k / 8)))
    d = "M" + "L".join(map(xy, points)) + "Z"
    return (
        path(d, fill="#efe3c4", fill_opacity="0.55", stroke="#f6eed8", stroke_width="5", stroke_linejoin="round")
        + path(d, fill="none", stroke=colour, stroke_width="2.8", stroke_linejoin="miter")
    )


def casemate(p: Point, colour: str, size: float = 1.0) -> str:
    return (
        f'<g transform="translate({xy(p)}) scale({size})">'
        f'<path d="M-12 8V1A12 11 0 0 1 12 1V8Z" fill="{colour}" stroke="#1f1a14" stroke-width="1.5"/>'
        '<path d="M-17 8H17" stroke="#1f1a14" stroke-width="2.6"/>'
        '<path d="M-7 1.5h4.4M2.6 1.5h4.4" stroke="#f3e8cd" stroke-width="2.2"/></g>'
    )


def casemate_spot(paper: Theatre, hex: str, sides: Sequence[int], town: Point | None) -> Point:
    """Where a casemate stands: towards the enemy, beside the wall, clear of the hex number and of the town."""
    u, (x, y) = paper.unit, paper.spot[hex]
    corners = [mix(paper.corner(hex, d), paper.corner(hex, d + 1)) for d in sides]
    cx, cy = sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners)
    aside = ((0, 0), (0, 22), (0, -20), (24, 0), (-24, 0), (16, 16), (-16, 16))
    roots = [(x + share * (cx - x), y + share * (cy - y)) for share in (0.45, 0.25, 0.1)]
    spots = [(px + dx * u, py + dy * u) for px, py in roots for dx, dy in aside]
    within = [p for p in spots if hypot(p[0] - x, p[1] - y) < 36 * u and p[1] > y - 22 * u]
    if town is None:
        return within[0]
    tx, ty = town
    return max(enumerate(within), key=lambda s: min(42.0 * u, hypot(s[1][0] - tx, s[1][1] - ty)) / u - s[0])[1]


def field_works(paper: Theatre, colour: str) -> str:
    """Lines of 1939 and 1940 that no rule knows, in faint pencil."""
    d = "".join(smooth([paper.point(p) for p in work.line]) for work in paper.drawing.works)
    pencil = path(d, stroke=colour, stroke_width=paper.wide(2), stroke_dasharray=paper.wide(2, 4))
    return group("field-works", [pencil], fill="none", opacity="0.6")
