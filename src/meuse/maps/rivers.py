"""Rivers of a map of countries: those of the rules along hexsides, small ones along their true course."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import dist, hypot

from meuse.engine.hexes import Point
from meuse.engine.mapfile import Water
from meuse.maps.drawing import WATER, WATER_CORE, Boxes, group, num, path, smooth, walk
from meuse.maps.lettering import Letter, Script, Tact, ease, signs
from meuse.maps.theatre import SHALLOWS, Theatre
from meuse.maps.water import chain, confluent, pieces


def nearest(p: Point, lines: Sequence[Sequence[Point]]) -> tuple[float, Point]:
    """How far the nearest of many lines is, and where on it."""
    spots = (q for line in lines for q in line)
    best = min(spots, key=partial(dist, p))
    return dist(p, best), best


def drawn_to(line: Sequence[Point], goal: Point, least: float) -> list[Point]:
    """The line with its last point moved to the goal, the points before it less and less."""
    gap = goal[0] - line[-1][0], goal[1] - line[-1][1]
    back, far = [0.0], 0.0
    for a, b in pairwise(reversed(line)):
        far += hypot(b[0] - a[0], b[1] - a[1])
        back.append(far)
    reach = max(least, 2.2 * hypot(*gap))
    shares = [max(0.0, 1 - d / reach) ** 1.5 for d in reversed(back)]
    return [(x + gap[0] * s, y + gap[1] * s) for (x, y), s in zip(line, shares, strict=True)]


class Waters:
    """All rivers as lines; a tributary ends in the water of the river that it joins."""

    def __init__(self, paper: Theatre, rivers: Sequence[Water], arms: Iterable[Water]) -> None:
        self.paper, self.arms = paper, [chain(paper, arm.sides) for arm in arms]
        lines = confluent([chain(paper, river.sides) for river in rivers], paper.bend)
        self.rivers = [(river.name, line) for river, line in zip(rivers, lines, strict=True)]
        self._find_springs()
        shores = [walk(river, 8.0) for _, river in self.rivers]
        self.streams = [self._stream([paper.point(p) for p in s.line], shores) for s in paper.drawing.streams]
        for _, line in self.rivers:
            paper.reserve(line, 8.0 * paper.unit)
        for line in self.streams:
            paper.reserve(line, 3.0 * paper.unit)

    def _find_springs(self) -> None:
        """Where a river of the rules begins: an end far from other rivers, from the sea and from the edge."""
        left, top, right, bottom = self.paper.frame
        edge = 70 * self.paper.unit
        self.springs: set[Point] = set()
        for i, (_, line) in enumerate(self.rivers):
            others = [other for k, (_, other) in enumerate(self.rivers) if k != i] + self.arms
            for end in (line[0], line[-1]):
                inland = left + edge < end[0] < right - edge and top + edge < end[1] < bottom - edge
                beside = {self.paper.at((end[0] + dx, end[1] + dy)) for dx in (-9, 9) for dy in (-9, 9)}
                dry = all(n in self.paper.land for n in beside)
                if inland and dry and nearest(end, others)[0] > 25 * self.paper.unit:
                    self.springs.add(end)

    def _stream(self, line: list[Point], rivers: Sequence[Sequence[Point]]) -> list[Point]:
        """A stream of the drawing, its ends drawn to a river of the rules where one is near."""
        u = self.paper.unit
        for _ in range(2):
            far, goal = nearest(line[-1], rivers)
            if far < 75.0 * u:
                line = drawn_to(line, goal, 90.0 * u)
            line = line[::-1]
        return line


def rivers(waters: Waters, broad: Mapping[str, float], plain: float, left_out: Collection[str] = ()) -> str:
    """The rivers of the rules, as broad as it is said of each or as others are."""
    u = waters.paper.unit
    edge, water, core = [], [], []
    for name, line in waters.rivers:
        if name in left_out:
            continue
        for part, w in growing(line, broad.get(name, plain) * u, waters.springs):
            d = smooth(part)
            edge.append(path(d, stroke_width=num(w + 2.4 * u)))
            water.append(path(d, stroke_width=num(w)))
            core.append(path(d, stroke_width=num(w * 0.36)))
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    layers = [("river-banks", edge, "#3f6f8d"), ("river-water", water, WATER), ("river-core", core, WATER_CORE)]
    return group("rivers", [group(name, parts, stroke=colour) for name, parts, colour in layers], **style)


def growing(line: list[Point], w: float, springs: set[Point]) -> list[tuple[list[Point], float]]:
    """A river in parts with their widths: narrow at its spring, if it has one."""
    if line[-1] in springs:
        line = line[::-1]
    if line[0] not in springs:
        return [(line, w)]
    a, b = min(3, len(line) - 1), min(6, len(line) - 1)
    parts = [(line[: a + 1], w * 0.5), (line[a : b + 1], w * 0.75), (line[b:], w)]
    return [(part, wide) for part, wide in parts if len(part) > 1]


def streams(waters: Waters) -> str:
    u = waters.paper.unit
    parts = []
    for line in waters.streams:
        for i, part in enumerate(pieces(line, 3)):
            parts.append(path(smooth(part), stroke_width=num((1.0 + 0.45 * i) * u)))
    return group("streams", parts, fill="none", stroke="#6d9db5", opacity="0.85", stroke_linecap="round")


def dykes(paper: Theatre) -> str:
    """Causeways through the sea."""
    d = "".join(smooth([paper.point(p) for p in dyke.line]) for dyke in paper.drawing.dykes)
    strokes = [
        path(d, stroke="#4b3c2a", stroke_width=paper.wide(6.4)), path(d, stroke="#e6d3a4", stroke_width=paper.wide(3.4))
    ]
    return group("dykes", strokes, fill="none")


def arms(waters: Waters) -> str:
    """Hexsides of salt water between two land hexes: water where there is land, and white dots all along."""
    paper = waters.paper
    d = "".join(smooth(paper.soft(arm)) for arm in waters.arms)
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    banks = [
        path(d, stroke="#33586b", stroke_width=paper.wide(18)), path(d, stroke=SHALLOWS[2], stroke_width=paper.wide(15))
    ]
    dots = path(d, stroke="#f7faf6", stroke_width=paper.wide(3), stroke_dasharray=f"0.1 {paper.wide(8)}")
    return group("sea-sides", [group("sea-sides-banks", banks, clip_path="url(#land)"), dots], **style)


# --- names ------------------------------------------------------------------------------------------------------


def stretch(paper: Theatre, line: Sequence[Point], span: tuple[str, str]) -> list[Point]:
    """The part of a river that lies between two of its hexsides, both included."""
    ends = [paper.ends(side) for side in span]
    cuts = sorted(line.index(nearest(p, [line])[1]) for pair in ends for p in pair)
    return list(line[cuts[0] : cuts[-1] + 1])


def river_names(waters: Waters, taken: Boxes, script: Script, tact: Tact, size: float) -> str:
    """Each name along its water, where there is most room."""
    paper = waters.paper
    letters: list[Letter] = []
    for wanted in paper.drawing.river_names:
        line = longest(waters, wanted.river, wanted.span)
        soft = ease(stretch(paper, walk(line, 1.0), wanted.span), int(46 * paper.unit))
        letters += script.write(paper, soft, wanted.name, size, taken, tact)
    inks = signs(letters)
    under = group("names-rivers-halo", inks, stroke_width=paper.wide(3))
    ink = group("names-rivers-ink", inks, stroke="none")
    return group("names-rivers", [under, ink], fill="#1f5375", font_style="italic")


def longest(waters: Waters, river: str, span: tuple[str, str]) -> list[Point]:
    """Of the river's lines the one that has the hexside."""
    start = chain(waters.paper, [span[0]])[0]
    lines = [line for name, line in waters.rivers if name == river]
    return min(lines, key=lambda line: nearest(start, [line])[0])
