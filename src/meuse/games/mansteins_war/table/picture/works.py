"""Fortifications: lines with battlements towards the enemy, and star-shaped fortresses."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.box.mapfile import Fort
from meuse.games.mansteins_war.table.picture.paper import ALLIED_BLUE, NATION, MansteinPaper
from meuse.maps.drawing import group, mix, path, smooth, xy

LINES = ("Maginot", "Westwall", "Maubeuge", "Escaut", "Montmédy")
"""Works that face a frontier; the others ring a town."""
COLOUR = {"german": NATION["german"], "allied": ALLIED_BLUE}


REACH = {"city": 31.0, "town": 24.0, "site": 15.0}
"""How far a star reaches around a place of each class."""


def facing(paper: MansteinPaper, name: str) -> list[int]:
    """The sides of a hex beyond which another country lies."""
    home = paper.realm[name]
    return [d for d, other in paper.neighbours(name) if other in paper.land and paper.realm[other] != home]


def battlement(paper: MansteinPaper, fort: Fort) -> str:
    """A wall inside the sides that face abroad, with teeth outwards."""
    strong = fort.class_ == "major"
    wall, teeth = [], []
    for d in facing(paper, fort.hex):
        a, b = (paper.corner(fort.hex, k, 0.84) for k in (d, d + 1))
        wall.append(f"M{xy(a)}L{xy(b)}")
        c, e = (paper.corner(fort.hex, k, 0.9) for k in (d, d + 1))
        teeth.append(f"M{xy(mix(c, e, 0.03))}L{xy(mix(c, e, 0.97))}")
    colour = COLOUR[fort.side]
    wide = 5.5 if strong else 3.2
    return (
        path("".join(wall), stroke="#f6eed8", stroke_width=f"{wide + 3}", stroke_linecap="round", opacity="0.85")
        + path("".join(wall), stroke=colour, stroke_width=f"{wide}", stroke_linecap="round")
        + path("".join(teeth), stroke=colour, stroke_width=f"{wide + 0.5}", stroke_dasharray="5 5")
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


def fort_spot(paper: MansteinPaper, fort: Fort) -> Point:
    """Where a casemate stands: towards the enemy, beside the wall, clear of the hex number."""
    sides = facing(paper, fort.hex)
    x, y = paper.spot[fort.hex]
    corners = [mix(paper.corner(fort.hex, d), paper.corner(fort.hex, d + 1)) for d in sides]
    cx, cy = sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners)
    aside = ((0, 0), (0, 22), (0, -20), (24, 0), (-24, 0), (16, 16), (-16, 16))
    spots = [(x + share * (cx - x) + dx, y + share * (cy - y) + dy) for share in (0.45, 0.25, 0.1) for dx, dy in aside]
    within = [p for p in spots if hypot(p[0] - x, p[1] - y) < 36 and p[1] > y - 22]
    town = paper.place(paper.board.place_at[paper.grid.bit[fort.hex]])
    return max(enumerate(within), key=lambda s: min(42.0, hypot(s[1][0] - town[0], s[1][1] - town[1])) - s[0])[1]


def forts(paper: MansteinPaper) -> str:
    parts = []
    for fort in paper.board.file.forts:
        if fort.line in LINES:
            parts += [battlement(paper, fort), casemate(fort_spot(paper, fort), COLOUR[fort.side],
                                                        1.15 if fort.class_ == "major" else 0.8)]
        else:
            place = paper.board.place_at[paper.grid.bit[fort.hex]]
            parts.append(star(paper.place(place), REACH[place.class_], COLOUR[fort.side]))
    return group("forts", parts, fill="none")


def field_works(paper: MansteinPaper) -> str:
    """Lines of 1939 and 1940 that no rule knows, in faint pencil."""
    d = "".join(smooth([paper.point(p) for p in work.line]) for work in paper.drawing.works)
    return group("field-works", [path(d, stroke=ALLIED_BLUE, stroke_width="2", stroke_dasharray="2 4")], fill="none",
                 opacity="0.6")
