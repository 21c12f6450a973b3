"""Hex numbers and names."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.engine.hexes import Point
from meuse.games.blitzkrieg.table.picture.paper import HEX, BlitzPaper
from meuse.games.blitzkrieg.table.picture.settlements import REACH
from meuse.games.blitzkrieg.table.picture.works import fort_spot
from meuse.maps.drawing import SANS, SERIF, Box, Boxes, around, group, num, text, width
from meuse.maps.lettering import ABOUT, Label, Script, Tact, beside, settle
from meuse.maps.rivers import Waters, river_names
from meuse.maps.theatre import HALO


def number_spot(paper: BlitzPaper, name: str) -> Point:
    """Where a hex has its number: beneath the upper side, and beneath a wall along that side."""
    x, y = paper.spot[name]
    walled = paper.board.fort_sides[0] >> paper.grid.bit[name] & 1
    return x, y - HEX / 2 + (17 if walled else 9.5)


def numbers(paper: BlitzPaper) -> str:
    def labels(names: Iterable[str]) -> list[str]:
        return [text(number_spot(paper, n), n) for n in names]

    dry, wet = sorted(paper.land), sorted(set(paper.cells) - paper.land)
    style = {"font_family": SANS, "font_size": "7", "text_anchor": "middle"}
    return group(
        "numbers",
        [group("numbers-land", labels(dry), fill="#43351f"), group("numbers-sea", labels(wet), fill="#4d7286",
                                                                   opacity="0.75")],
        **style,
    )


NAME_SIZE = {"capital": 17.0, "city": 13.2, "town": 10.4, "site": 9.3, "sight": 9.4}
GAP = {"capital": 17.0, "city": 13.5, "town": 5.5, "site": 4.0, "sight": 4.0}
TACT = Tact(each=6.0, area=1.6, line=1.8, abroad=2.2, off=60.0, rank=1.0, step=8.0)
SCRIPT = Script(apart=0.5, aside=0.95, ahead=9, step=12, clear=0, steep=1.3)
LOUD = ("capital", "city")
"""Classes whose names are written in capitals."""


def label(name: str, kind: str, dot: Point, home: str | None) -> Label:
    words, size, gap = name.upper() if kind in LOUD else name, NAME_SIZE[kind], GAP[kind]
    return Label(words, kind, size, dot, home, beside(dot, width(words, size) * 1.03, size, (gap, 0.92 * gap), ABOUT))


def obstacles(paper: BlitzPaper) -> list[Box]:
    """What names must not cover: houses, forts and hex numbers."""
    out = [around(paper.place(p), REACH[p.class_]) for p in paper.board.file.places]
    out += [around(fort_spot(paper, f), 9.0) for f in paper.board.file.forts]
    out += [(x - 10, y - 7, x + 10, y + 1) for x, y in (number_spot(paper, n) for n in paper.cells)]
    return out


def named(paper: BlitzPaper) -> list[Label]:
    """A label for every place; Paris, which has two hexes, is named once."""
    rank = ("capital", "city", "town", "site")
    places = sorted(paper.board.file.places, key=lambda p: rank.index(p.class_))
    once = {p.called: p for p in reversed(places)}
    return [label(p.name, p.class_, paper.place(p), p.hex) for p in places if once[p.called] is p]


def names(paper: BlitzPaper, waters: Waters, taken: Boxes) -> str:
    labels = named(paper)
    labels += [label(s.name, "sight", paper.point(s.at), paper.at(paper.point(s.at))) for s in paper.drawing.sights]
    settle(paper, labels, taken, TACT)
    water = river_names(waters, taken, SCRIPT, TACT, 11.5)
    faces = {
        "capital": {"font_weight": "bold", "letter_spacing": "1.2"},
        "city": {"font_weight": "bold", "letter_spacing": "0.3"}, "town": {"font_weight": "bold"},
        "site": {"font_style": "italic"}, "sight": {"font_style": "italic", "opacity": "0.75"},
    }
    sets = [
        group(f"names-{k}", [n.svg(0.2) for n in labels if n.kind == k], font_size=num(NAME_SIZE[k]), **face)
        for k, face in faces.items()
    ]
    style = {"font_family": SERIF, "text_anchor": "middle", "fill": "#21170d", "stroke_width": "2.4"}
    return group("names", [water, *sets], stroke_opacity="0.85", **style, **HALO)
