"""Fortifications: lines with battlements towards the enemy, and star-shaped fortresses."""

from __future__ import annotations

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.box.mapfile import Fort
from meuse.games.mansteins_war.table.picture.paper import ALLIED_BLUE, NATION, MansteinPaper
from meuse.maps.drawing import group
from meuse.maps.works import battlement, casemate, casemate_spot, star

LINES = ("Maginot", "Westwall", "Maubeuge", "Escaut", "Montmédy")
"""Works that face a frontier; the others ring a town."""
COLOUR = {"german": NATION["german"], "allied": ALLIED_BLUE}


REACH = {"city": 31.0, "town": 24.0, "site": 15.0}
"""How far a star reaches around a place of each class."""


def facing(paper: MansteinPaper, name: str) -> list[int]:
    """The sides of a hex beyond which another country lies."""
    home = paper.realm[name]
    return [d for d, other in paper.neighbours(name) if other and other in paper.land and paper.realm[other] != home]


def fort_spot(paper: MansteinPaper, fort: Fort) -> Point:
    """Where a casemate stands."""
    town = paper.place(paper.board.place_at[paper.grid.bit[fort.hex]])
    return casemate_spot(paper, fort.hex, facing(paper, fort.hex), town)


def forts(paper: MansteinPaper) -> str:
    parts = []
    for fort in paper.board.file.forts:
        colour, strong = COLOUR[fort.side], fort.class_ == "major"
        if fort.line in LINES:
            parts += [battlement(paper, fort.hex, facing(paper, fort.hex), colour, 5.5 if strong else 3.2),
                      casemate(fort_spot(paper, fort), colour, 1.15 if strong else 0.8)]
        else:
            place = paper.board.place_at[paper.grid.bit[fort.hex]]
            parts.append(star(paper.place(place), REACH[place.class_], colour))
    return group("forts", parts, fill="none")
