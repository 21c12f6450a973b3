"""Roads and bridges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from meuse.engine.hexes import Point
from meuse.games.sedan.box.mapfile import Road
from meuse.games.sedan.table.picture.paper import SedanPaper
from meuse.maps.drawing import ROAD, ROAD_EDGE, group, mix, num, path, smooth, xy
from meuse.maps.ornaments import parapets

RANK = ("city", "town", "fort", "village")


class Ways:
    """The road net as lines, every hexside crossed once; main roads are laid first and others run into them."""

    def __init__(self, paper: SedanPaper) -> None:
        self.paper = paper
        self.joints: dict[str, Point] = {}
        self.lines: dict[str, list[list[Point]]] = {"main": [], "secondary": []}
        self.towns: dict[str, tuple[str, Point]] = {}
        for p in sorted(paper.map.places, key=lambda p: RANK.index(p.class_)):
            self.towns.setdefault(p.hex, (p.class_, paper.place(p)))
        self.entries = {e.hex for e in paper.map.entries}
        self.ends = {n for n, count in self._degrees().items() if count == 1 or n in self.entries}
        done: set[str] = set()
        for road in sorted(paper.map.roads, key=lambda r: r.class_):
            for run in self._fresh(road, done):
                line = self._line(run)
                self.lines[road.class_].append(line)
                paper.reserve(line)

    def _degrees(self) -> dict[str, int]:
        """How many hexsides of each hex a road crosses."""
        sides = {tuple(sorted(pair)) for r in self.paper.map.roads for pair in pairwise(r.hexes)}
        return Counter(n for side in sides for n in side)

    def _fresh(self, road: Road, done: set[str]) -> Iterator[list[str]]:
        """The parts of a road that no road before it has covered."""
        run: list[str] = []
        for a, b in pairwise(road.hexes):
            side = "-".join(sorted((a, b)))
            if side in done:
                if run:
                    yield run
                run = []
                continue
            done.add(side)
            run = [*run, b] if run else [a, b]
        if run:
            yield run

    def _line(self, run: Sequence[str]) -> list[Point]:
        middles = [self.paper.middle("-".join(sorted(pair))) for pair in pairwise(run)]
        line = []
        for i, name in enumerate(run):
            inner = 0 < i < len(run) - 1
            p = self._through(name, middles[i - 1], middles[i]) if inner else self._end(name)
            line += [p, *middles[i : i + 1]]
        return [*self._leave(run[0], line[1])[::-1], *line, *self._leave(run[-1], line[-2])]

    def _leave(self, name: str, before: Point) -> list[Point]:
        """A road that ends at the board's edge, not in a town, runs out over it."""
        entry = name in self.entries
        if name not in self.ends or (name in self.towns and not entry):
            return []
        y = self.paper.spot[name][1]
        sides = [
            mix(self.paper.corner(name, d), self.paper.corner(name, d + 1))
            for d, n in self.paper.neighbours(name)
            if n is None
        ]
        if entry:
            sides = [p for p in sides if abs(p[1] - y) < 1]
        return [max(sides, key=lambda p: hypot(p[0] - before[0], p[1] - before[1]))] if sides else []

    def _through(self, name: str, before: Point, after: Point) -> Point:
        """Through the middle of a town, past a village, near the centre of an empty hex; roads of a hex meet."""
        kind, town = self.towns.get(name, ("", self.paper.spot[name]))
        p = town if kind in ("city", "town") else mix(mix(before, after), town)
        return self.joints.setdefault(name, p)

    def _end(self, name: str) -> Point:
        return self.joints.setdefault(name, self.towns.get(name, ("", self.paper.spot[name]))[1])


def roads(ways: Ways) -> str:
    main = "".join(smooth(line) for line in ways.lines["main"])
    other = "".join(smooth(line) for line in ways.lines["secondary"])
    return group(
        "roads",
        [
            path(other, stroke="#5f4326", stroke_width="4.4"),
            path(main, stroke=ROAD_EDGE, stroke_width="6.4"),
            path(other, stroke="#f7ecc6", stroke_width="2.6"),
            path(main, stroke=ROAD, stroke_width="4.2"),
        ],
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def bridges(paper: SedanPaper) -> str:
    """Two parapets with wing walls across the water, along the road."""
    major = {r.name for r in paper.map.rivers if r.class_ == "major"}
    parts = []
    for bridge in paper.map.bridges:
        a, b = (paper.spot[n] for n in bridge.side.split("-"))
        p, turn = paper.middle(bridge.side), degrees(atan2(b[1] - a[1], b[0] - a[0]))
        reach, gap = (11.0, 4.6) if bridge.river in major else (6.5, 3.8)
        parts.append(f'<path transform="translate({xy(p)}) rotate({num(turn)})" d="{parapets(reach, gap, 3.0)}"/>')
    return group("bridges", parts, fill="none", stroke="#21180f", stroke_width="2.1", stroke_linecap="round")
