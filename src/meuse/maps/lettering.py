"""Names: beside their dots where there is room, along rivers, and spread over the land."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, inf, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

from meuse.engine.hexes import Point
from meuse.maps.drawing import Box, Boxes, around, num, overlap, text, walk, width, xy
from meuse.maps.paper import Paper


class Tact(NamedTuple):
    """What a name minds, in points."""

    each: float
    """Everything that it covers, and every unit of area of it."""
    area: float
    line: float
    """Every point on a line."""
    abroad: float
    """Every point over the side of its cell, and off the board."""
    off: float
    rank: float
    """Every place in the order of spots that it goes down."""
    step: float = 8.0
    """How far apart the points are."""


def beside(
    dot: Point, wide: float, high: float, gap: tuple[float, float], spots: Iterable[tuple[float, float, float]]
) -> list[Box]:
    """Boxes about a dot: each spot says how far right and down, and how much of the gap it keeps."""
    out = []
    for dx, dy, keeps in spots:
        x = dot[0] + dx * (wide / 2 + gap[0] * keeps if abs(dx) == 1 else wide / 2)
        y = dot[1] + dy * (gap[1] * keeps + high / 2)
        out.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    return out


ABOUT = tuple(
    (dx, dy, 1.0) for dx, dy in (
        (0, 1), (0, -1), (1, 0), (-1, 0), (0.3, 1), (-0.3, 1), (0.3, -1), (-0.3, -1), (1, 0.55), (-1, 0.55), (1, -0.55),
        (-1, -0.55), (0.6, 1), (-0.6, 1), (0.6, -1), (-0.6, -1),
    )
)
"""Where a name may stand about its place: below, above, right and left, and between."""


class Label:
    """A place name looking for room beside its dot."""

    def __init__(
        self, words: str, kind: str, size: float, dot: Point, home: str | None, choices: Sequence[Box]
    ) -> None:
        self.words, self.kind, self.size, self.dot, self.home = words, kind, size, dot, home
        self.choices = choices
        self.box = choices[0]

    def svg(self, sink: float = 0.22) -> str:
        x0, _, x1, y1 = self.box
        return text((x0 / 2 + x1 / 2, y1 - sink * self.size), self.words)


def strain(paper: Paper, box: Box, home: str | None, tact: Tact) -> float:
    """How badly a name would sit in a box: on lines, over the side of its cell, off the board."""
    bad = 0.0
    columns = max(1, round((box[2] - box[0]) / tact.step))
    for i in range(columns + 1):
        for j in range(3):
            p = box[0] + (box[2] - box[0]) * i / columns, box[1] + (box[3] - box[1]) * j / 2
            bad += tact.line * paper.taken(p)
            here = paper.at(p)
            if here != home:
                bad += tact.off if here is None else tact.abroad
    return bad


def crowding(box: Box, taken: Iterable[Box], tact: Tact) -> float:
    """How badly a name would sit in a box: on other things."""
    shared = [area for other in taken if (area := overlap(box, other))]
    return tact.each * len(shared) + tact.area * sum(shared)


def burden(paper: Paper, p: Point, home: str, taken: Boxes, reach: float) -> float:
    """How badly a sign would stand there: outside its cell, on lines or on other things."""
    box, far = around(p, reach), reach - 1
    spots = [(p[0] + dx, p[1] + dy) for dx in (-far, 0, far) for dy in (-far, 0, far)]
    outside = sum(paper.at(s) != home for s in spots)
    return 40.0 * outside + 5.0 * sum(map(paper.taken, spots)) + sum(overlap(box, other) for other in taken.near(box))


def settle(paper: Paper, labels: Sequence[Label], fixed: Boxes, tact: Tact) -> None:
    """Give every name its best box; a few rounds let early names make room for later ones."""
    ground = {
        label: [strain(paper, box, label.home, tact) + crowding(box, fixed.near(box), tact) for box in label.choices]
        for label in labels
    }
    for _ in range(4):
        for label in labels:
            x, y = label.dot
            others = [o.box for o in labels if o is not label and abs(o.dot[0] - x) < 320 and abs(o.dot[1] - y) < 110]
            ranked = [
                (bad + tact.rank * i + crowding(box, others, tact), i)
                for i, (bad, box) in enumerate(zip(ground[label], label.choices, strict=True))
            ]
            label.box = label.choices[min(ranked)[1]]
    for label in labels:
        fixed.add(label.box)


class Letter(NamedTuple):
    """A letter of a name that follows a line."""

    sign: str
    at: Point
    turn: float
    size: float


class Script(NamedTuple):
    """How names are written along rivers; lengths in shares of a letter's size, or in units."""

    apart: float
    aside: float
    ahead: int
    """How far before and after a letter the line is looked at for its turn."""
    step: int
    """How far apart the beginnings are that are tried."""
    clear: int
    """What stays free at both ends of a stretch."""
    steep: float
    """The turn above which a letter is thought ill of."""
    worst: float = inf
    """What a letter may cost at most."""

    def length(self, words: str, size: float) -> int:
        return int(sum(width(c, size) + self.apart * size for c in words)) + 1

    def along(self, line: Sequence[Point], words: str, size: float, aside: float) -> list[Letter]:
        """Letters beside a line of points one unit apart."""
        out, gone = [], 0.0
        for sign in words:
            step = width(sign, size) + self.apart * size
            i = min(int(gone + step / 2), len(line) - 1)
            before, after = line[max(0, i - self.ahead)], line[min(len(line) - 1, i + self.ahead)]
            turn = atan2(after[1] - before[1], after[0] - before[0])
            x, y = line[i]
            out.append(Letter(sign, (x - aside * sin(turn), y + aside * cos(turn)), turn, size))
            gone += step
        return out

    def write(
        self, paper: Paper, stretch: Sequence[Point], words: str, size: float, taken: Boxes, tact: Tact
    ) -> list[Letter]:
        """The name's best place along a stretch of the river; none where there is no room."""
        span = self.length(words, size)
        best: list[Letter] = []
        least = self.worst * len(words)
        for start in range(self.clear, len(stretch) - span - self.clear, self.step):
            line = stretch[start : start + span + 1]
            if line[0][0] > line[-1][0]:
                line = line[::-1]
            for aside in (size * self.aside, -size * self.aside):
                letters = self.along(line, words, size, aside)
                bad = self._strain(paper, letters, taken, tact)
                if bad < least:
                    best, least = letters, bad
        for letter in best:
            taken.add(around(letter.at, size * 0.45))
        return best

    def _strain(self, paper: Paper, letters: Sequence[Letter], taken: Boxes, tact: Tact) -> float:
        home, bad = paper.at(letters[0].at) or "nowhere", 0.0
        for letter in letters:
            box = around(letter.at, letter.size * 0.42)
            bad += strain(paper, box, home, tact) + crowding(box, taken.near(box), tact)
        turns = [letter.turn for letter in letters]
        return bad + 25 * (max(turns) - min(turns)) + 40 * (max(map(abs, turns)) > self.steep)


def ease(line: Sequence[Point], reach: int) -> list[Point]:
    """The line with its bends averaged out, points one unit apart."""
    soft = []
    for i in range(0, len(line), 4):
        part = line[max(0, i - reach) : i + reach + 1]
        soft.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    return walk(soft, 1.0)


def signs(letters: Iterable[Letter]) -> list[str]:
    return [
        f'<text transform="translate({xy(p)}) rotate({num(degrees(turn))})" y="{num(0.32 * size)}"'
        f' font-size="{num(size)}">{escape(sign)}</text>'
        for sign, p, turn, size in letters
        if sign != " "
    ]


class Spread(NamedTuple):
    """A name spread over a country or a stretch of country."""

    words: str
    at: Point
    size: float
    apart: float
    slope: float = 0.0

    def reserve(self, paper: Paper, share: float) -> None:
        """Keep trees and names off it."""
        (x, y), turn = self.at, self.slope * pi / 180
        half = (width(self.words, self.size) + self.apart * len(self.words)) / 2
        ends = (x - half * cos(turn), y - half * sin(turn)), (x + half * cos(turn), y + half * sin(turn))
        paper.reserve(ends, self.size * share)

    def svg(self) -> str:
        place = f"translate({xy(self.at)}) rotate({num(self.slope)})"
        face = {"font_size": num(self.size), "letter_spacing": num(self.apart), "transform": place}
        return text((self.apart / 2, 0.35 * self.size), self.words, **face)
