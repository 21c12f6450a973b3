"""Hex numbers and names."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.table.picture.paper import HEX, MansteinPaper
from meuse.games.mansteins_war.table.picture.works import LINES, facing, fort_spot
from meuse.maps.drawing import PAPER, SANS, SERIF, Box, Boxes, around, group, num, text, width
from meuse.maps.lettering import ABOUT, Label, Script, Tact, beside, settle
from meuse.maps.rivers import Waters, river_names
from meuse.maps.theatre import HALO


def number_spot(paper: MansteinPaper, name: str) -> Point:
    """Where a hex has its number: beneath the upper side, and beneath a wall along that side."""
    x, y = paper.spot[name]
    fort = paper.board.fort_at.get(paper.grid.bit[name])
    walled = fort is not None and fort.line in LINES and 0 in facing(paper, name)
    return x, y - HEX / 2 + (25 if walled else 14)


def numbers(paper: MansteinPaper) -> str:
    def labels(names: Iterable[str]) -> list[str]:
        return [text(number_spot(paper, n), n) for n in names]

    dry, wet = sorted(paper.land), sorted(set(paper.cells) - paper.land)
    style = {"font_family": SANS, "font_size": "10", "text_anchor": "middle", "paint_order": "stroke"}
    return group(
        "numbers",
        [group("numbers-land", labels(dry), fill="#43351f", stroke=PAPER, stroke_width="2", stroke_opacity="0.6"),
         group("numbers-sea", labels(wet), fill="#4d7286", opacity="0.75")],
        **style,
    )


NAME_SIZE = {"city": 20.0, "town": 15.6, "site": 13.4, "sight": 13.8}
NAME_GAP = {"city": 25.0, "town": 12.5, "site": 6.0, "sight": 6.0}
TACT = Tact(each=6.0, area=1.2, line=2.4, abroad=4.0, off=60.0, rank=1.2, step=9.0)
SCRIPT = Script(apart=0.34, aside=0.98, ahead=14, step=12, clear=0, steep=1.3)


def label(name: str, kind: str, dot: Point, home: str | None) -> Label:
    words, size, gap = name.upper() if kind == "city" else name, NAME_SIZE[kind], NAME_GAP[kind]
    return Label(words, kind, size, dot, home, beside(dot, width(words, size) * 1.03, size, (gap, 0.92 * gap), ABOUT))


def obstacles(paper: MansteinPaper) -> list[Box]:
    """What names must not cover: houses, forts and hex numbers."""
    reach = {"city": 20.0, "town": 10.0, "site": 4.0}
    out = [around(paper.place(p), reach[p.class_]) for p in paper.board.file.places]
    out += [around(fort_spot(paper, f), 15.0) for f in paper.board.file.forts if f.line in LINES]
    out += [(x - 14, y - 10, x + 14, y + 2) for x, y in (number_spot(paper, n) for n in paper.cells)]
    return out


def names(paper: MansteinPaper, waters: Waters, taken: Boxes) -> str:
    rank = ("city", "town", "site")
    places = sorted(paper.board.file.places, key=lambda p: rank.index(p.class_))
    labels = [label(p.name, p.class_, paper.place(p), p.hex) for p in places]
    labels += [label(s.name, "sight", paper.point(s.at), paper.at(paper.point(s.at))) for s in paper.drawing.sights]
    settle(paper, labels, taken, TACT)
    water = river_names(waters, taken, SCRIPT, TACT, 15.0)
    faces = {
        "city": {"font_weight": "bold", "letter_spacing": "0.6"}, "town": {"font_weight": "bold"},
        "site": {"font_style": "italic"}, "sight": {"font_style": "italic", "opacity": "0.75"},
    }
    sets = [
        group(f"names-{k}", [n.svg(0.2) for n in labels if n.kind == k], font_size=num(NAME_SIZE[k]), **face)
        for k, face in faces.items()
    ]
    style = {"font_family": SERIF, "text_anchor": "middle", "fill": "#21170d", "stroke_width": "3.4"}
    return group("names", [water, *sets], stroke_opacity="0.88", **style, **HALO)
