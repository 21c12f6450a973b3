"""Rivers and frontiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from meuse.games.sedan.table.picture.sheet import Board, same
from meuse.maps.drawing import WATER, WATER_CORE, WATER_EDGE, Point, group, mix, num, path, smooth


def river_corners(board: Board, sides: Sequence[str]) -> list[Point]:
    """The corners that a chain of touching hexsides runs through, in order."""
    ends = [board.ends(s) for s in sides]
    first = ends[0]
    if len(ends) > 1 and same(first[0]) in (same(ends[1][0]), same(ends[1][1])):
        first = first[1], first[0]
    line = [first[0]]
    for a, b in ends:
        line.append(b if same(a) == same(line[-1]) else a)
    return line


def flow(corners: Sequence[Point]) -> list[Point]:
    """A soft line along hexsides: through the middle of every side, close past every corner."""
    middles = [mix(a, b) for a, b in pairwise(corners)]
    line = [corners[0], middles[0]]
    for i in range(1, len(middles)):
        line += [mix(mix(middles[i - 1], middles[i]), corners[i]), middles[i]]
    return [*line, corners[-1]]


class Streams:
    """All rivers as lines; a tributary ends in the water of the river that it joins."""

    def __init__(self, board: Board) -> None:
        chains = [river_corners(board, r.sides) for r in board.map.rivers]
        joins: dict[tuple[int, int], Point] = {}
        for chain in chains:
            for p, q in zip(chain[1:-1], flow(chain)[2:-1:2], strict=True):
                joins.setdefault(same(p), q)
        self.lines: list[list[Point]] = []
        for chain in chains:
            line = flow(chain)
            line[0] = joins.get(same(chain[0]), line[0])
            line[-1] = joins.get(same(chain[-1]), line[-1])
            self.lines.append(line)
            board.reserve(line)


def rivers(board: Board, streams: Streams) -> str:
    edge, water, core = [], [], []
    for river, line in sorted(
        zip(board.map.rivers, streams.lines, strict=True), key=lambda x: x[0].class_, reverse=True
    ):
        if river.class_ == "major":
            d = smooth(line)
            edge.append(path(d, stroke_width="15"))
            water.append(path(d, stroke_width="12"))
            core.append(path(d, stroke_width="4.5"))
            continue
        for i, part in enumerate(pieces(line, 3)):
            d, w = smooth(part), 3.0 + 0.9 * i
            edge.append(path(d, stroke_width=num(w + 1.8)))
            water.append(path(d, stroke_width=num(w)))
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    layers = [("river-banks", edge, WATER_EDGE), ("river-water", water, WATER), ("river-core", core, WATER_CORE)]
    return group("rivers", [group(name, parts, stroke=colour) for name, parts, colour in layers], **style)


def pieces(line: Sequence[Point], count: int) -> Iterator[Sequence[Point]]:
    """The line in about equal parts that share their ends, so that a stream can grow."""
    cuts = [round(i * (len(line) - 1) / count) for i in range(count + 1)]
    for a, b in pairwise(cuts):
        if b > a:
            yield line[a : b + 1]


def frontier_lines(board: Board) -> list[list[Point]]:
    """The frontiers as lines of corners, from edge or meeting point to the next."""
    links: dict[tuple[int, int], list[Point]] = {}
    where: dict[tuple[int, int], Point] = {}
    for name in board.hexes:
        for _, other in board.neighbours(name):
            if other is not None and name < other and board.country[name] != board.country[other]:
                a, b = board.ends(f"{name}-{other}")
                links.setdefault(same(a), []).append(b)
                links.setdefault(same(b), []).append(a)
                where[same(a)], where[same(b)] = a, b
    lines = []
    for key in sorted(links, key=lambda k: (len(links[k]) == 2, k)):
        while links[key]:
            line, here = [where[key]], key
            while links[here] and (len(line) == 1 or len(links[here]) == 1):
                there = links[here].pop()
                links[same(there)].remove(where[here])
                line.append(there)
                here = same(there)
            lines.append(line)
    return lines


def frontiers(board: Board) -> str:
    d = "".join(smooth(flow(line)) for line in frontier_lines(board))
    style = {"fill": "none", "stroke_linecap": "butt", "stroke_linejoin": "round"}
    return group(
        "frontiers",
        [
            path(d, stroke="#b5658a", stroke_width="13", opacity="0.22"),
            path(d, stroke="#7d2f52", stroke_width="2.2", stroke_dasharray="13 4 2.2 4 2.2 4"),
        ],
        **style,
    )
