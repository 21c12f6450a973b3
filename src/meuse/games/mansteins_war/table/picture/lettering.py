"""The grid, hex numbers and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

from meuse.games.mansteins_war.box.drawfile import Land
from meuse.games.mansteins_war.table.picture.sheet import HEX, Sheet, outlines
from meuse.games.mansteins_war.table.picture.water import Waters, chain, nearest
from meuse.games.mansteins_war.table.picture.works import LINES, facing, fort_spot
from meuse.maps.drawing import (
    INK,
    PAPER,
    SERIF,
    Box,
    Boxes,
    Point,
    around,
    group,
    num,
    overlap,
    path,
    text,
    walk,
    width,
    xy,
)

SANS = "Helvetica, Arial, DejaVu Sans, sans-serif"
HALO = {"stroke": "#f8f1de", "stroke_linejoin": "round", "paint_order": "stroke"}


def lattice(sheet: Sheet) -> str:
    """Hexes: clear lines on land, faint ones at sea."""
    dry: list[str] = []
    wet: list[str] = []
    for name in sheet.hexes:
        for d, other in sheet.neighbours(name):
            if other is None or name < other:
                line = f"M{xy(sheet.corner(name, d))}L{xy(sheet.corner(name, d + 1))}"
                (dry if name in sheet.land or other in sheet.land else wet).append(line)
    rim = ["M" + "L".join(xy(a) for a, _, _ in loop) + "Z" for loop in outlines(sheet, set(sheet.hexes))]
    return group(
        "grid",
        [path("".join(wet), stroke="#3f6273", stroke_width="0.8", opacity="0.3"),
         path("".join(dry), stroke="#4a3a22", stroke_width="1.1", opacity="0.5"),
         path("".join(rim), stroke=INK, stroke_width="1.6", opacity="0.6")],
        fill="none",
    )


def number_spot(sheet: Sheet, name: str) -> Point:
    """Where a hex has its number: beneath the upper side, and beneath a wall along that side."""
    x, y = sheet.spot[name]
    fort = sheet.board.fort_at.get(sheet.grid.bit[name])
    walled = fort is not None and fort.line in LINES and 0 in facing(sheet, name)
    return x, y - HEX / 2 + (25 if walled else 14)


def numbers(sheet: Sheet) -> str:
    def labels(names: Iterable[str]) -> list[str]:
        return [text(number_spot(sheet, n), n) for n in names]

    dry, wet = sorted(sheet.land), sorted(set(sheet.hexes) - sheet.land)
    style = {"font_family": SANS, "font_size": "10", "text_anchor": "middle", "paint_order": "stroke"}
    return group(
        "numbers",
        [group("numbers-land", labels(dry), fill="#43351f", stroke=PAPER, stroke_width="2", stroke_opacity="0.6"),
         group("numbers-sea", labels(wet), fill="#4d7286", opacity="0.75")],
        **style,
    )


NAME_SIZE = {"city": 19.0, "town": 14.5, "site": 12.5, "sight": 13.0}
NAME_GAP = {"city": 25.0, "town": 12.5, "site": 6.0, "sight": 6.0}


BESIDE = (
    (0, 1), (0, -1), (1, 0), (-1, 0), (0.3, 1), (-0.3, 1), (0.3, -1), (-0.3, -1), (1, 0.55), (-1, 0.55), (1, -0.55),
    (-1, -0.55), (0.6, 1), (-0.6, 1), (0.6, -1), (-0.6, -1),
)


class Label:
    """A place name looking for room beside its dot."""

    def __init__(self, name: str, kind: str, dot: Point, home: str | None) -> None:
        self.kind, self.dot, self.home = kind, dot, home
        self.size = NAME_SIZE[kind]
        self.words = name.upper() if kind == "city" else name
        self.choices = list(self._choices())
        self.box = self.choices[0]

    def _choices(self) -> Iterator[Box]:
        """Boxes below, above, right and left, and between."""
        x, y = self.dot
        gap, wide, high = NAME_GAP[self.kind], width(self.words, self.size) * 1.03, self.size
        for dx, dy in BESIDE:
            cx = x + dx * (wide / 2 + gap) if abs(dx) == 1 else x + dx * wide / 2
            cy = y + dy * (gap * 0.92 + high / 2)
            yield cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2

    def svg(self) -> str:
        x0, _, x1, y1 = self.box
        return text((x0 / 2 + x1 / 2, y1 - 0.2 * self.size), self.words)


def cost(sheet: Sheet, box: Box, home: str | None) -> float:
    """How badly a name would sit in a box: on lines, over the side of its hex, off the sheet."""
    bad = 0.0
    columns = max(1, round((box[2] - box[0]) / 9))
    for i in range(columns + 1):
        for j in range(3):
            p = box[0] + (box[2] - box[0]) * i / columns, box[1] + (box[3] - box[1]) * j / 2
            here = sheet.at(p)
            bad += 2.4 * sheet.taken(p) + (60.0 if here is None else 4.0 * (here != home))
    return bad


def crowding(box: Box, taken: Iterable[Box]) -> float:
    """How badly a name would sit in a box: on other things."""
    shared = [area for other in taken if (area := overlap(box, other))]
    return 6.0 * len(shared) + 1.2 * sum(shared)


def settle(sheet: Sheet, labels: Sequence[Label], fixed: Boxes) -> None:
    """Give every name its best box; a few rounds let early names make room for later ones."""
    ground = {
        label: [cost(sheet, box, label.home) + crowding(box, fixed.near(box)) for box in label.choices]
        for label in labels
    }
    for _ in range(4):
        for label in labels:
            x, y = label.dot
            others = [o.box for o in labels if o is not label and abs(o.dot[0] - x) < 320 and abs(o.dot[1] - y) < 110]
            ranked = [(bad + 1.2 * i + crowding(box, others), i)
                      for i, (bad, box) in enumerate(zip(ground[label], label.choices, strict=True))]
            label.box = label.choices[min(ranked)[1]]


def obstacles(sheet: Sheet) -> list[Box]:
    """What names must not cover: houses, forts and hex numbers."""
    reach = {"city": 20.0, "town": 10.0, "site": 4.0}
    out = [around(sheet.place(p), reach[p.class_]) for p in sheet.board.file.places]
    out += [around(fort_spot(sheet, f), 15.0) for f in sheet.board.file.forts if f.line in LINES]
    out += [(x - 14, y - 10, x + 14, y + 2) for x, y in (number_spot(sheet, n) for n in sheet.hexes)]
    return out


def names(sheet: Sheet, waters: Waters, shelf: Boxes) -> str:
    rank = ("city", "town", "site")
    places = sorted(sheet.board.file.places, key=lambda p: rank.index(p.class_))
    labels = [Label(p.name, p.class_, sheet.place(p), p.hex) for p in places]
    labels += [Label(s.name, "sight", sheet.paper(s.at), sheet.at(sheet.paper(s.at))) for s in sheet.drawing.sights]
    settle(sheet, labels, shelf)
    for label in labels:
        shelf.add(label.box)
    water = river_names(sheet, waters, shelf)
    faces = {
        "city": {"font_weight": "bold", "letter_spacing": "0.6"}, "town": {"font_weight": "bold"},
        "site": {"font_style": "italic"}, "sight": {"font_style": "italic", "opacity": "0.75"},
    }
    sets = [
        group(f"names-{k}", [n.svg() for n in labels if n.kind == k], font_size=num(NAME_SIZE[k]), **face)
        for k, face in faces.items()
    ]
    style = {"font_family": SERIF, "text_anchor": "middle", "fill": "#21170d", "stroke_width": "3.4"}
    return group("names", [water, *sets], stroke_opacity="0.88", **style, **HALO)


class Letter(NamedTuple):
    """A letter of a name that follows a line."""

    sign: str
    at: Point
    turn: float


APART = 0.34


def lettering(line: Sequence[Point], words: str, size: float, aside: float) -> list[Letter]:
    """Letters beside a line of points one unit apart."""
    out = []
    along = 0.0
    for sign in words:
        step = width(sign, size) + APART * size
        i = min(int(along + step / 2), len(line) - 1)
        before, after = line[max(0, i - 14)], line[min(len(line) - 1, i + 14)]
        turn = atan2(after[1] - before[1], after[0] - before[0])
        x, y = line[i]
        out.append(Letter(sign, (x - aside * sin(turn), y + aside * cos(turn)), turn))
        along += step
    return out


def ease(line: Sequence[Point], reach: int) -> list[Point]:
    """The line with its bends averaged out, points one unit apart."""
    soft = []
    for i in range(0, len(line), 4):
        part = line[max(0, i - reach) : i + reach + 1]
        soft.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    return walk(soft, 1.0)


def stretch(sheet: Sheet, line: Sequence[Point], span: tuple[str, str]) -> list[Point]:
    """The part of a river that lies between two of its hexsides, both included."""
    ends = [sheet.ends(side) for side in span]
    cuts = sorted(line.index(nearest(p, [line])[1]) for pair in ends for p in pair)
    return list(line[cuts[0] : cuts[-1] + 1])


def river_names(sheet: Sheet, waters: Waters, shelf: Boxes) -> str:
    """Each name along its water, where there is most room."""
    size = 15.0
    letters: list[Letter] = []
    for wanted in sheet.drawing.river_names:
        line = longest(sheet, waters, wanted.river, wanted.span)
        soft = ease(stretch(sheet, walk(line, 1.0), wanted.span), 46)
        reach = int(sum(width(c, size) + APART * size for c in wanted.name)) + 1
        letters += river_name(sheet, soft, wanted.name, size, reach, shelf)
    signs = [
        f'<text transform="translate({xy(p)}) rotate({num(degrees(turn))})"'
        f' y="{num(0.32 * size)}">{escape(sign)}</text>'
        for sign, p, turn in letters
        if sign != " "
    ]
    under = group("names-rivers-halo", signs, stroke_width="3")
    ink = group("names-rivers-ink", signs, stroke="none")
    return group("names-rivers", [under, ink], fill="#1f5375", font_style="italic", font_size=num(size))


def longest(sheet: Sheet, waters: Waters, river: str, span: tuple[str, str]) -> list[Point]:
    """Of the river's lines the one that has the hexside."""
    start = chain(sheet, [span[0]])[0]
    lines = [line for name, line in waters.rivers if name == river]
    return min(lines, key=lambda line: nearest(start, [line])[0])


def river_name(
    sheet: Sheet, line: Sequence[Point], words: str, size: float, span: int, shelf: Boxes
) -> list[Letter]:
    """The name's best place along a stretch of the river; none where there is no room."""
    best: list[Letter] = []
    least = 1e9
    for start in range(0, len(line) - span, 12):
        part = line[start : start + span + 1]
        if part[0][0] > part[-1][0]:
            part = part[::-1]
        for aside in (size * 0.98, -size * 0.98):
            letters = lettering(part, words, size, aside)
            boxes = [around(letter.at, size * 0.42) for letter in letters]
            home = sheet.at(letters[0].at)
            bad = sum(cost(sheet, box, home) + crowding(box, shelf.near(box)) for box in boxes)
            turns = [letter.turn for letter in letters]
            bad += 25 * (max(turns) - min(turns)) + 40 * (max(map(abs, turns)) > 1.3)
            if bad < least:
                best, least = letters, bad
    for letter in best:
        shelf.add(around(letter.at, size * 0.45))
    return best


FACE = {
    "country": {"fill": "#6e1f3c", "opacity": "0.32", "font_weight": "bold"},
    "region": {"fill": "#4c3c1c", "opacity": "0.8", "font_style": "italic", "stroke_opacity": "0.55", **HALO},
    "sea": {"fill": "#2f6384", "opacity": "0.85", "font_style": "italic"},
}


def reach_of(land: Land) -> float:
    """Half the length of a spread name, on paper."""
    size, apart = land.size * HEX / 100, land.apart * HEX / 100
    return (width(land.name, size) + apart * len(land.name)) / 2


def clear_lands(sheet: Sheet) -> None:
    """Keep trees and hills off the names of regions."""
    for land in sheet.drawing.lands:
        if land.class_ == "region":
            (x, y), turn, half = sheet.paper(land.at), land.slope * pi / 180, reach_of(land)
            ends = (x - half * cos(turn), y - half * sin(turn)), (x + half * cos(turn), y + half * sin(turn))
            sheet.reserve(ends, land.size * HEX / 100 * 0.42)


def land_names(sheet: Sheet) -> str:
    """Countries, regions and seas, beneath everything that a player needs to read."""

    def svg(land: Land) -> str:
        size, apart = land.size * HEX / 100, land.apart * HEX / 100
        place = f"translate({xy(sheet.paper(land.at))}) rotate({num(land.slope)})"
        face = {"font_size": num(size), "letter_spacing": num(apart), "transform": place}
        return text((apart / 2, 0.35 * size), land.name, **face)

    sets = [
        group(f"names-{kind}", [svg(land) for land in sheet.drawing.lands if land.class_ == kind], **face)
        for kind, face in FACE.items()
    ]
    return group("names-lands", sets, font_family=SERIF, text_anchor="middle", stroke_width="3")
