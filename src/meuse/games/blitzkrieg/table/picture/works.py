"""20.0 Fortifications: walls on the fortified hexsides with a casemate behind them, stars around fortress towns."""

from __future__ import annotations

from meuse.engine.hexes import Point
from meuse.games.blitzkrieg.box.mapfile import Fort
from meuse.games.blitzkrieg.table.picture.paper import NATION, BlitzPaper
from meuse.maps.drawing import group
from meuse.maps.works import battlement, casemate, casemate_spot, star

RINGS = ("Liège", "Namur", "Eben-Emael", "Belfort")
"""Fortresses that ring a town."""
THICK = {"Maginot": 6.0}
"""How thick the wall of a line is drawn; others are thinner."""


def fortified(paper: BlitzPaper, fort: Fort) -> list[int]:
    return [paper.grid.directions.index(word) for word in fort.sides]


def fort_spot(paper: BlitzPaper, fort: Fort) -> Point:
    """Where the casemate or the star stands."""
    place = paper.board.place_at.get(paper.grid.bit[fort.hex])
    town = paper.place(place) if place else None
    if fort.line in RINGS and town:
        return town
    return casemate_spot(paper, fort.hex, fortified(paper, fort), town)


def forts(paper: BlitzPaper) -> str:
    walls, signs = [], []
    for fort in paper.board.file.forts:
        colour = NATION[paper.board.country[paper.grid.bit[fort.hex]]]
        thick = THICK.get(fort.line, 4.2)
        walls.append(battlement(paper, fort.hex, fortified(paper, fort), colour, thick))
        spot = fort_spot(paper, fort)
        signs.append(star(spot, 19.0, colour) if fort.line in RINGS else casemate(spot, colour, round(thick / 8.5, 2)))
    return group("forts", [group("fort-walls", walls), group("fort-signs", signs)], fill="none")
