"""The grid, hex numbers and names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.table.picture.paper import HEX, MansteinPaper
from meuse.games.mansteins_war.table.picture.water import Waters, nearest
from meuse.games.mansteins_war.table.picture.works import LINES, facing, fort_spot
from meuse.maps.drawing import INK, PAPER, SANS, SERIF, Box, Boxes, around, group, num, path, text, walk, width
from meuse.maps.lettering import Label, Letter, Script, Tact, beside, ease, settle, signs
from meuse.maps.water import chain

HALO = {"stroke": "#f8f1de", "stroke_linejoin": "round", "paint_order": "stroke"}


def lattice(paper: MansteinPaper) -> str:
    """Hexes: clear lines on land, faint ones at sea."""
    dry: list[str] = []
    wet: list[str] = []
    for name, other, line in paper.sides():
        (dry if name in paper.land or other in paper.land else wet).append(line)
    return group(
        "grid",
        [path("".join(wet), stroke="#3f6273", stroke_width="0.8", opacity="0.3"),
         path("".join(dry), stroke="#4a3a22", stroke_width="1.1", opacity="0.5"),
         path(paper.outline(set(paper.cells)), stroke=INK, stroke_width="1.6", opacity="0.6")],
        fill="none",
    )


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


NAME_SIZE = {"city": 19.0, "town": 14.5, "site": 12.5, "sight": 13.0}
NAME_GAP = {"city": 25.0, "town": 12.5, "site": 6.0, "sight": 6.0}
SPOTS = tuple(
    (dx, dy, 1.0) for dx, dy in (
        (0, 1), (0, -1), (1, 0), (-1, 0), (0.3, 1), (-0.3, 1), (0.3, -1), (-0.3, -1), (1, 0.55), (-1, 0.55), (1, -0.55),
        (-1, -0.55), (0.6, 1), (-0.6, 1), (0.6, -1), (-0.6, -1),
    )
)
"""Where a name may stand about its place: below, above, right and left, and between."""
TACT = Tact(each=6.0, area=1.2, line=2.4, abroad=4.0, off=60.0, rank=1.2, step=9.0)
SCRIPT = Script(apart=0.34, aside=0.98, ahead=14, step=12, clear=0, steep=1.3)


def label(name: str, kind: str, dot: Point, home: str | None) -> Label:
    words, size, gap = name.upper() if kind == "city" else name, NAME_SIZE[kind], NAME_GAP[kind]
    return Label(words, kind, size, dot, home, beside(dot, width(words, size) * 1.03, size, (gap, 0.92 * gap), SPOTS))


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
    water = river_names(paper, waters, taken)
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


def stretch(paper: MansteinPaper, line: Sequence[Point], span: tuple[str, str]) -> list[Point]:
    """The part of a river that lies between two of its hexsides, both included."""
    ends = [paper.ends(side) for side in span]
    cuts = sorted(line.index(nearest(p, [line])[1]) for pair in ends for p in pair)
    return list(line[cuts[0] : cuts[-1] + 1])


def river_names(paper: MansteinPaper, waters: Waters, taken: Boxes) -> str:
    """Each name along its water, where there is most room."""
    letters: list[Letter] = []
    for wanted in paper.drawing.river_names:
        line = longest(paper, waters, wanted.river, wanted.span)
        soft = ease(stretch(paper, walk(line, 1.0), wanted.span), 46)
        letters += SCRIPT.write(paper, soft, wanted.name, 15.0, taken, TACT)
    inks = signs(letters)
    under = group("names-rivers-halo", inks, stroke_width="3")
    ink = group("names-rivers-ink", inks, stroke="none")
    return group("names-rivers", [under, ink], fill="#1f5375", font_style="italic")


def longest(paper: MansteinPaper, waters: Waters, river: str, span: tuple[str, str]) -> list[Point]:
    """Of the river's lines the one that has the hexside."""
    start = chain(paper, [span[0]])[0]
    lines = [line for name, line in waters.rivers if name == river]
    return min(lines, key=lambda line: nearest(start, [line])[0])


FACE = {
    "country": {"fill": "#6e1f3c", "opacity": "0.32", "font_weight": "bold"},
    "region": {"fill": "#4c3c1c", "opacity": "0.8", "font_style": "italic", "stroke_opacity": "0.55", **HALO},
    "sea": {"fill": "#2f6384", "opacity": "0.85", "font_style": "italic"},
}


def clear_lands(paper: MansteinPaper) -> None:
    """Keep trees and hills off the names of regions."""
    for land in paper.drawing.lands:
        if land.class_ == "region":
            paper.spread(land).reserve(paper, 0.42)


def land_names(paper: MansteinPaper) -> str:
    """Countries, regions and seas, beneath everything that a player needs to read."""
    words = {k: [paper.spread(land).svg() for land in paper.drawing.lands if land.class_ == k] for k in FACE}
    sets = [group(f"names-{kind}", words[kind], **face) for kind, face in FACE.items()]
    return group("names-lands", sets, font_family=SERIF, text_anchor="middle", stroke_width="3")
