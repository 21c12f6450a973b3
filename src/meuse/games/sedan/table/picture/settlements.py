"""Towns, cities and forts."""

from __future__ import annotations

from math import pi

from meuse.engine.hexes import Point
from meuse.games.sedan.table.picture.paper import SedanPaper
from meuse.maps.drawing import chance, group, path, xy
from meuse.maps.ornaments import dot, halo, houses


def settlements(paper: SedanPaper) -> str:
    patches, blocks, dots = [], [], []
    for place in paper.map.places:
        p, name = paper.place(place), place.name
        turn = pi / 2 * chance(name, "turn")
        if place.class_ == "city":
            patches.append(halo(name, p, 23))
            blocks.append(houses(name, p, 44, 20, turn))
        elif place.class_ == "town":
            patches.append(halo(name, p, 14))
            blocks.append(houses(name, p, 13, 10.5, turn))
        elif place.class_ == "village":
            dots.append(dot(p, 2.6))
    return group(
        "settlements",
        [
            path("".join(patches), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.8", opacity="0.92"),
            path("".join(blocks), fill="#6b3227", stroke="#3d1b14", stroke_width="0.5"),
            path("".join(dots), fill="#fff8e2", stroke="#2c2015", stroke_width="1.3"),
        ],
    )


def lines_of_forts(paper: SedanPaper) -> list[str]:
    """The ground of the Maginot Line."""
    ditch = paper.blob({n for n in paper.cells if paper.terrain[n] == "maginot"}, 4.0, 1.5, paper.towns)
    return [
        path(ditch, fill="#cfc3b3", stroke="#7b6a58", stroke_width="1.4", stroke_dasharray="5 2.5"),
        path(ditch, fill="url(#hatch)"),
    ]


def fort_spot(paper: SedanPaper, name: str) -> Point:
    """Where in its hex a casemate stands clear of roads and rivers."""
    x, y = paper.spot[name]
    spots = [(x + dx, y + dy) for dx, dy in ((0, 3), (0, 14), (-14, 9), (14, 9), (-12, -8), (12, -8))]
    return min(
        spots, key=lambda p: sum(paper.taken((p[0] + dx, p[1] + dy)) for dx in (-13, -6, 0, 6, 13) for dy in (-9, 0, 6))
    )


def forts(paper: SedanPaper) -> str:
    """A casemate in every hex of the Maginot Line."""
    return group("forts", [casemate(fort_spot(paper, n)) for n in paper.cells if paper.terrain[n] == "maginot"])


def casemate(p: Point, size: float = 1.0) -> str:
    return (
        f'<g transform="translate({xy(p)}) scale({size})">'
        '<path d="M-11 7V1A11 10 0 0 1 11 1V7Z" fill="#6d6257" stroke="#2e2720" stroke-width="1.4"/>'
        '<path d="M-15 7H15" stroke="#2e2720" stroke-width="2.2"/>'
        '<path d="M-6.5 1.2h4M2.5 1.2h4" stroke="#efe4cc" stroke-width="1.8"/></g>'
    )
