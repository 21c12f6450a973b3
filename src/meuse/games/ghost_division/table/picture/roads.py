"""Roads and bridges."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot

from meuse.engine.hexes import Point
from meuse.games.ghost_division.table.picture.paper import Strip, assembly_area
from meuse.maps.drawing import ROAD, ROAD_EDGE, group, mix, num, path, xy
from meuse.maps.ornaments import parapets

AREA = "AA"
"""The Assembly Area, in a road link."""
LANE = 44.0
"""How far from the ends of a side a road crosses it."""


class Ways:
    """The road net, link by link."""

    def __init__(self, paper: Strip) -> None:
        self.paper = paper
        self.by = paper.drawing.roads.by
        self.links = paper.map.roads.links
        self.crossing: dict[str, Point] = {link: self._crossing(link) for link in self.links}
        self.lines: dict[str, list[Point]] = {link: self._line(link) for link in self.links}
        for line in self.lines.values():
            paper.reserve(line)

    def meet(self, name: str) -> Point:
        """Where the roads of a Grid meet: in a place, or in the middle where none is given."""
        return self.paper.places.get(self.paper.drawing.roads.meet.get(name, ""), self.paper.spot[name])

    def bridge(self, side: str) -> Point:
        """Where the bridge of a side stands: on its road, in the middle where none crosses."""
        return self.crossing.get(side, self.paper.middle(side))

    def _stops(self, link: str) -> list[tuple[str, Point]]:
        """The places that a link passes, each with its Grid, from the one Grid's crossroads to the other's."""
        a, b = link.split("-")
        by = [(self.paper.home[place], self.paper.places[place]) for place in self.by.get(link, ())]
        stops = [(a, self.meet(a)), *sorted(by, key=lambda stop: stop[0] != a)]
        return stops if b == AREA else [*stops, (b, self.meet(b))]

    def _crossing(self, link: str) -> Point:
        """Where a link crosses the side: on the straight way between the stops before and after, off the corners."""
        a, b = link.split("-")
        stops = self._stops(link)
        p = [spot for name, spot in stops if name == a][-1]
        if b == AREA:
            return self.paper.frame[2], p[1]
        q = next(spot for name, spot in stops if name == b)
        (x0, y0), (x1, y1) = self.paper.ends(link)
        if x0 == x1:
            y = mix(p, q, (x0 - p[0]) / (q[0] - p[0]))[1]
            return x0, min(max(y, y0 + LANE), y1 - LANE)
        x = mix(p, q, (y0 - p[1]) / (q[1] - p[1]))[0]
        return min(max(x, x0 + LANE), x1 - LANE), y0

    def _line(self, link: str) -> list[Point]:
        a, b = link.split("-")
        stops = self._stops(link)
        before, after = [p for name, p in stops if name == a], [p for name, p in stops if name != a]
        if b == AREA:
            after = [(assembly_area(self.paper.map)[0], before[-1][1])]
        return [*before, self.crossing[link], *after]

    def _onward(self, link: str, name: str) -> list[Point]:
        """The next point of the road that goes on from a link's end, so that both bend as one line."""
        if name == AREA:
            return []
        here = self.meet(name)
        came = self.lines[link][1] if link.split("-")[0] == name else self.lines[link][-2]
        others = [
            line[1] if other.split("-")[0] == name else line[-2]
            for other, line in self.lines.items()
            if other != link and name in other.split("-")
        ]
        ahead = 2 * here[0] - came[0], 2 * here[1] - came[1]
        return sorted(others, key=lambda p: (p[0] - ahead[0]) ** 2 + (p[1] - ahead[1]) ** 2)[:1]

    def curve(self, link: str) -> str:
        a, b = link.split("-")
        line, start, end = self.lines[link], self._onward(link, a), self._onward(link, b)
        arcs = bends([*start, *line, *end])
        return f"M{xy(line[0])}" + "".join(arcs[len(start) : len(arcs) - len(end)])


def bends(points: Sequence[Point]) -> list[str]:
    """The bends from each point to the next; none swings wider than the stretch that it is part of."""

    def heading(i: int) -> Point:
        a, b = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        far = hypot(b[0] - a[0], b[1] - a[1])
        return (b[0] - a[0]) / far, (b[1] - a[1]) / far

    out = []
    for i in range(len(points) - 1):
        p, q, (ux, uy), (vx, vy) = points[i], points[i + 1], heading(i), heading(i + 1)
        swing = 0.36 * hypot(q[0] - p[0], q[1] - p[1])
        c1, c2 = (p[0] + ux * swing, p[1] + uy * swing), (q[0] - vx * swing, q[1] - vy * swing)
        out.append(f"C{xy(c1)} {xy(c2)} {xy(q)}")
    return out


def roads(ways: Ways) -> str:
    curves = {link: ways.curve(link) for link in ways.links}
    casing = [path(d, id=f"road-{link}") for link, d in curves.items()]
    return group(
        "roads",
        [
            group("road-casing", casing, stroke=ROAD_EDGE, stroke_width="7.4"),
            path("".join(curves.values()), stroke=ROAD, stroke_width="4.8"),
        ],
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def bridges(paper: Strip, ways: Ways) -> str:
    """Two parapets with wing walls across the water, along the road."""
    parts = []
    for side in paper.map.bridges.sides:
        a, b = (paper.spot[n] for n in side.split("-"))
        p, turn = ways.bridge(side), degrees(atan2(b[1] - a[1], b[0] - a[0]))
        parts.append(
            f'<g id="bridge-{side}" transform="translate({xy(p)}) rotate({num(turn)})">'
            f'<path d="M-17 0H17" stroke="#e9d9b0" stroke-width="12" stroke-linecap="butt"/>'
            f'<path d="M-17 0H17" stroke="{ROAD}" stroke-width="5" stroke-linecap="butt"/>{walls()}</g>'
        )
    return group("bridges", parts, fill="none", stroke="#21180f", stroke_width="3", stroke_linecap="round")


def walls() -> str:
    return path(parapets(16.0, 7.0, 5.0))
