"""The sea, the coast, rivers and streams."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.table.picture.paper import MansteinPaper, bend, soft
from meuse.maps.drawing import WATER, WATER_CORE, group, num, path, rect, smooth, walk, xy
from meuse.maps.water import chain, confluent, pieces

SEA, SHALLOWS = "#b9d0d3", ("#aec8cd", "#a3c0c7", "#97b7c0")


def coastline(paper: MansteinPaper) -> str:
    """All dry land as one shape, lakes cut out by the even-odd rule."""
    rings = [*paper.drawing.land, *paper.drawing.lakes]
    return "".join("M" + "L".join(xy(paper.point(p)) for p in ring.line) + "Z" for ring in rings)


def sea(paper: MansteinPaper) -> str:
    """Water with the engraver's lines along the coast."""
    field = rect(paper.frame, fill=SEA)
    shore = coastline(paper)
    bands = [path(shore, stroke=tone, stroke_width=num(w)) for w, tone in zip((58, 38, 20), SHALLOWS, strict=True)]
    lines = [
        path(shore, stroke="#6f98a8", stroke_width=num(w + 1.1), opacity=o)
        + path(shore, stroke=tone, stroke_width=num(w))
        for w, o, tone in ((44, "0.35", SHALLOWS[0]), (27, "0.5", SHALLOWS[1]), (13, "0.7", SHALLOWS[2]))
    ]
    style = {"fill": "none", "stroke_linejoin": "round", "clip_path": "url(#frame)"}
    return group("sea", [field, group("shore", [bands[0], lines[0], bands[1], lines[1], bands[2], lines[2]], **style)])


def nearest(p: Point, lines: Sequence[Sequence[Point]]) -> tuple[float, Point]:
    """How far the nearest of many lines is, and where on it."""
    spots = (q for line in lines for q in line)
    best = min(spots, key=lambda q: hypot(q[0] - p[0], q[1] - p[1]))
    return hypot(best[0] - p[0], best[1] - p[1]), best


def drawn_to(line: Sequence[Point], goal: Point) -> list[Point]:
    """The line with its last point moved to the goal, the points before it less and less."""
    gap = goal[0] - line[-1][0], goal[1] - line[-1][1]
    back, far = [0.0], 0.0
    for a, b in pairwise(reversed(line)):
        far += hypot(b[0] - a[0], b[1] - a[1])
        back.append(far)
    reach = max(90.0, 2.2 * hypot(*gap))
    shares = [max(0.0, 1 - d / reach) ** 1.5 for d in reversed(back)]
    return [(x + gap[0] * s, y + gap[1] * s) for (x, y), s in zip(line, shares, strict=True)]


class Waters:
    """All rivers as lines; a tributary ends in the water of the river that it joins."""

    def __init__(self, paper: MansteinPaper) -> None:
        self.paper = paper
        streams = paper.board.file.rivers
        lines = confluent([chain(paper, r.sides) for r in streams], bend)
        self.rivers = [(river.name, line) for river, line in zip(streams, lines, strict=True)]
        self._find_springs()
        shores = [walk(river, 8.0) for _, river in self.rivers]
        self.streams = [self._stream([paper.point(p) for p in s.line], shores) for s in paper.drawing.streams]
        for _, line in self.rivers:
            paper.reserve(line, 8.0)
        for line in self.streams:
            paper.reserve(line, 3.0)

    def _find_springs(self) -> None:
        """Where a river of the rules begins: an end far from other rivers, from the sea and from the edge."""
        left, top, right, bottom = self.paper.frame
        arms = [chain(self.paper, arm.sides) for arm in self.paper.board.file.seas]
        self.springs: set[Point] = set()
        for i, (_, line) in enumerate(self.rivers):
            others = [other for k, (_, other) in enumerate(self.rivers) if k != i] + arms
            for end in (line[0], line[-1]):
                inland = left + 70 < end[0] < right - 70 and top + 70 < end[1] < bottom - 70
                beside = {self.paper.at((end[0] + dx, end[1] + dy)) for dx in (-9, 9) for dy in (-9, 9)}
                if inland and nearest(end, others)[0] > 25 and all(n in self.paper.land for n in beside):
                    self.springs.add(end)

    @staticmethod
    def _stream(line: list[Point], rivers: Sequence[Sequence[Point]]) -> list[Point]:
        """A stream of the drawing, its ends drawn to a river of the rules where one is near."""
        for _ in range(2):
            far, goal = nearest(line[-1], rivers)
            if far < 75.0:
                line = drawn_to(line, goal)
            line = line[::-1]
        return line


BROAD = {"Rhine": 10.0, "Meuse": 7.5, "Seine": 7.5, "Loire": 8.0, "Waal": 8.0, "Moselle": 6.0, "Hollands Diep": 12.0}


def rivers(waters: Waters) -> str:
    edge, water, core = [], [], []
    for name, line in waters.rivers:
        if name in {dyke.name for dyke in waters.paper.drawing.dykes}:
            continue
        for part, w in growing(line, BROAD.get(name, 5.6), waters.springs):
            d = smooth(part)
            edge.append(path(d, stroke_width=num(w + 2.4)))
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


def dykes(paper: MansteinPaper) -> str:
    """Causeways through the sea."""
    d = "".join(smooth([paper.point(p) for p in dyke.line]) for dyke in paper.drawing.dykes)
    strokes = [path(d, stroke="#4b3c2a", stroke_width="6.4"), path(d, stroke="#e6d3a4", stroke_width="3.4")]
    return group("dykes", strokes, fill="none")


def streams(waters: Waters) -> str:
    parts = []
    for line in waters.streams:
        for i, part in enumerate(pieces(line, 3)):
            parts.append(path(smooth(part), stroke_width=num(1.0 + 0.45 * i)))
    return group("streams", parts, fill="none", stroke="#6d9db5", opacity="0.85", stroke_linecap="round")


def arms(paper: MansteinPaper) -> str:
    """2.1b Hexsides of salt water between two land hexes: water where there is land, and white dots all along."""
    d = "".join(smooth(soft(chain(paper, arm.sides))) for arm in paper.board.file.seas)
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    banks = [path(d, stroke="#33586b", stroke_width="18"), path(d, stroke=SHALLOWS[2], stroke_width="15")]
    dots = path(d, stroke="#f7faf6", stroke_width="3", stroke_dasharray="0.1 8")
    return group("sea-sides", [group("sea-sides-banks", banks, clip_path="url(#land)"), dots], **style)


def definitions(paper: MansteinPaper) -> str:
    return (
        f'<clipPath id="frame">{rect(paper.frame)}</clipPath>'
        f'<clipPath id="land"><path d="{coastline(paper)}" clip-rule="evenodd"/></clipPath>'
    )
