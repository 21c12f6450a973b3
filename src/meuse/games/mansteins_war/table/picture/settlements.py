"""Cities and towns, depots and ports."""

from __future__ import annotations

from math import pi

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.table.picture.paper import NATION, MansteinPaper
from meuse.maps.drawing import Boxes, around, chance, group, path, xy
from meuse.maps.lettering import burden
from meuse.maps.ornaments import anchor, dot, halo, houses


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
            costs = [(burden(paper, spot, place.hex, taken, 13.0) + i * 2, i) for i, spot in enumerate(spots)]
            best = spots[min(costs)[1]]
            taken.add(around(best, 14.0))
            parts.append(depot(best, NATION[which]) if kind == "depot" else anchor(best, which == "channel"))
    return group("badges", parts)
