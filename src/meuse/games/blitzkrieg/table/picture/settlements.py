"""Capitals, cities and towns, railways, supply sources and ports."""

from __future__ import annotations

from math import cos, pi, sin

from meuse.engine.hexes import Point
from meuse.games.blitzkrieg.table.picture.paper import NATION, BlitzPaper
from meuse.maps.drawing import Boxes, around, chance, group, path, smooth, xy
from meuse.maps.lettering import burden
from meuse.maps.ornaments import anchor, dot, halo, houses

REACH = {"capital": 16.0, "city": 12.5, "town": 5.0, "site": 3.0}
"""How far a place of each class reaches on paper."""


def settlements(paper: BlitzPaper) -> str:
    patches, blocks, rings, dots = [], [], [], []
    for place in paper.board.file.places:
        p, name, reach = paper.place(place), place.hex + place.name, REACH[place.class_]
        turn = pi / 2 * chance(name, "turn")
        if place.class_ in ("capital", "city"):
            patches.append(halo(name, p, reach))
            blocks.append(houses(name, p, 34 if place.class_ == "capital" else 22, reach * 0.86, turn))
        elif place.class_ == "town":
            rings.append(dot(p, 3.4))
        else:
            dots.append(dot(p, 2.0))
    dots += [dot(paper.point(sight.at), 2.0) for sight in paper.drawing.sights]
    return group(
        "settlements",
        [
            path("".join(patches), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.6", opacity="0.94"),
            path("".join(blocks), fill="#6b3227", stroke="#3d1b14", stroke_width="0.4"),
            path("".join(rings), fill="#a9503c", stroke="#2c2015", stroke_width="1.2"),
            path("".join(dots), fill="#fff8e2", stroke="#2c2015", stroke_width="1"),
        ],
    )


def rails(paper: BlitzPaper) -> str:
    """The main lines, for the eye: through the places that they call at."""
    spots = {sight.name: paper.point(sight.at) for sight in paper.drawing.sights}
    for place in paper.board.file.places:
        spots.setdefault(place.called, paper.place(place))
    d = "".join(smooth([spots[call] for call in line.calls]) for line in paper.drawing.rails)
    return group(
        "rails",
        [path(d, stroke="#4a3c30", stroke_width="1.7", opacity="0.62"),
         path(d, stroke="#f4ead2", stroke_width="0.8", stroke_dasharray="5 5", opacity="0.9")],
        fill="none",
    )


def capital(p: Point, reach: float) -> str:
    """The star of a capital."""
    points = [(reach if k % 2 == 0 else reach * 0.42, pi * k / 5) for k in range(10)]
    d = "M" + "L".join(xy((p[0] + r * sin(a), p[1] - r * cos(a))) for r, a in points) + "Z"
    return path(d, fill="#d9a520", stroke="#2c2015", stroke_width="0.9", stroke_linejoin="round")


def source(p: Point, colour: str) -> str:
    """Barrels under a roof, in the colour of the country that they supply."""
    return (
        f'<g transform="translate({xy(p)}) scale(0.68)"><path d="M-12 11V-4L0-12L12-4V11Z" fill="{colour}"'
        ' stroke="#1f1a14" stroke-width="1.4" stroke-linejoin="round"/><g fill="#f6ecd0" stroke="#1f1a14"'
        ' stroke-width="0.8"><circle cx="-4.4" cy="6.2" r="3.6"/><circle cx="4.4" cy="6.2" r="3.6"/>'
        '<circle cy="-1" r="3.6"/></g></g>'
    )


AROUND = ((-20, -8), (20, -8), (-20, 9), (20, 9), (0, 21), (-23, 0), (23, 0), (-13, 18), (13, 18), (-9, -21), (9, -21))


def badges(paper: BlitzPaper, taken: Boxes) -> str:
    """Signs of capitals, sources and ports beside their towns, where they cover least; they take room themselves."""
    parts = []
    for place in paper.board.file.places:
        kinds = [("source", place.supply), ("port", place.port), ("capital", place.class_ == "capital")]
        shrink = 1.0 if place.class_ in ("capital", "city") else 0.72
        x, y = paper.place(place)
        spots = [(x + dx * shrink, y + dy * shrink) for dx, dy in AROUND]
        for kind, which in kinds:
            if not which:
                continue
            costs = [(burden(paper, spot, place.hex, taken, 8.5) + i * 2, i) for i, spot in enumerate(spots)]
            best = spots[min(costs)[1]]
            taken.add(around(best, 9.0))
            if kind == "source":
                parts.append(source(best, NATION[str(which)]))
            else:
                parts.append(capital(best, 9.0) if kind == "capital" else anchor(best, which == "sea", 0.66))
    return group("badges", parts)
