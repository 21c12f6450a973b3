"""Cities and towns, depots and ports."""

from __future__ import annotations

from math import pi

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.table.picture.paper import NATION, MansteinPaper
from meuse.maps.drawing import Box, Boxes, around, chance, group, overlap, path, xy
from meuse.maps.ornaments import dot, halo, houses


def settlements(paper: MansteinPaper) -> str:
    patches, blocks, dots = [], [], []
    for place in paper.board.file.places:
        p, name = paper.place(place), place.name
        turn = pi / 2 * chance(name, "turn")
        if place.class_ == "city":
            patches.append(halo(name, p, 21))
            blocks.append(houses(name, p, 40, 18.5, turn))
        elif place.class_ == "town":
            patches.append(halo(name, p, 11))
            blocks.append(houses(name, p, 11, 8.5, turn))
        else:
            dots.append(dot(p, 3.0))
    dots += [dot(paper.point(sight.at), 3.0) for sight in paper.drawing.sights]
    return group(
        "settlements",
        [
            path("".join(patches), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.8", opacity="0.94"),
            path("".join(blocks), fill="#6b3227", stroke="#3d1b14", stroke_width="0.5"),
            path("".join(dots), fill="#fff8e2", stroke="#2c2015", stroke_width="1.4"),
        ],
    )


def depot(p: Point, colour: str) -> str:
    """Barrels under a roof, in the colour of the nation that they supply."""
    return (
        f'<g transform="translate({xy(p)})"><path d="M-12 11V-4L0-12L12-4V11Z" fill="{colour}" stroke="#1f1a14"'
        ' stroke-width="1.4" stroke-linejoin="round"/><g fill="#f6ecd0" stroke="#1f1a14" stroke-width="0.8">'
        '<circle cx="-4.4" cy="6.2" r="3.6"/><circle cx="4.4" cy="6.2" r="3.6"/><circle cy="-1" r="3.6"/></g></g>'
    )


def anchor(p: Point, channel: bool) -> str:
    """A port: a white anchor on blue for the Channel, a blue one on white elsewhere."""
    ground, line = ("#1d4c6b", "#f4f7f2") if channel else ("#f4f1e2", "#1d4c6b")
    return (
        f'<g transform="translate({xy(p)})"><circle r="12" fill="{ground}" stroke="#12303f" stroke-width="1.4"/>'
        f'<g fill="none" stroke="{line}" stroke-width="1.9" stroke-linecap="round"><circle cy="-6.4" r="2"/>'
        '<path d="M0-4.2V7.6M-4-1.2H4M-7 2.6C-6.4 6-3.4 7.6 0 7.6S6.4 6 7 2.6"/></g></g>'
    )


AROUND = ((-29, -13), (29, -13), (-29, 13), (29, 13), (0, 31), (-33, 0), (33, 0), (-20, 26), (20, 26), (-12, -30))


def badges(paper: MansteinPaper, taken: Boxes) -> str:
    """Depot and port signs beside their towns, where they cover least; they are taken boxes themselves."""
    parts = []
    for place in paper.board.file.places:
        signs = ([("depot", place.depot)] if place.depot else []) + ([("port", place.port)] if place.port else [])
        shrink = 1.0 if place.class_ == "city" else 0.8
        for kind, which in signs:
            x, y = paper.place(place)
            spots = [(x + dx * shrink, y + dy * shrink) for dx, dy in AROUND]
            best = min(enumerate(spots), key=lambda s: (burden(paper, s[1], place.hex, taken) + s[0] * 2, s[0]))[1]
            taken.add(around(best, 14.0))
            parts.append(depot(best, NATION[which]) if kind == "depot" else anchor(best, which == "channel"))
    return group("badges", parts)


def burden(paper: MansteinPaper, p: Point, home: str, taken: Boxes) -> float:
    """How badly a sign would stand there: outside its hex, on lines or on other things."""
    box: Box = around(p, 13.0)
    spots = [(p[0] + dx, p[1] + dy) for dx in (-12, 0, 12) for dy in (-12, 0, 12)]
    outside = sum(paper.at(s) != home for s in spots)
    return 40.0 * outside + 5.0 * sum(map(paper.taken, spots)) + sum(overlap(box, other) for other in taken.near(box))
