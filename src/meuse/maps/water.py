"""Lines along the sides of cells: rivers and frontiers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from meuse.engine.hexes import Point
from meuse.maps.drawing import mix
from meuse.maps.paper import Key, Paper, same


def chain(paper: Paper, sides: Sequence[str]) -> list[Point]:
    """The corners that a chain of touching sides runs through, in order."""
    ends = [paper.ends(s) for s in sides]
    first = ends[0]
    if len(ends) > 1 and same(first[0]) in (same(ends[1][0]), same(ends[1][1])):
        first = first[1], first[0]
    line = [first[0]]
    for a, b in ends:
        line.append(b if same(a) == same(line[-1]) else a)
    return line


def flow(
    corners: Sequence[Point],
    middle: Callable[[Point, Point], Point] = mix,
    firm: frozenset[Key] = frozenset(),
) -> list[Point]:
    """A soft line along sides: by the middle of every side and close past every corner; firm corners stay."""
    middles = [middle(a, b) for a, b in pairwise(corners)]
    line = [corners[0], middles[0]]
    for i in range(1, len(middles)):
        p = corners[i]
        line += [p if same(p) in firm else mix(mix(middles[i - 1], middles[i]), p), middles[i]]
    return [*line, corners[-1]]


def confluent(
    chains: Sequence[Sequence[Point]], middle: Callable[[Point, Point], Point] = mix
) -> list[list[Point]]:
    """Rivers as soft lines; a tributary ends in the water of the river that it joins."""
    lines = [flow(corners, middle) for corners in chains]
    joins: dict[Key, Point] = {}
    for corners, line in zip(chains, lines, strict=True):
        for p, q in zip(corners[1:-1], line[2:-1:2], strict=True):
            joins.setdefault(same(p), q)
    for corners, line in zip(chains, lines, strict=True):
        line[0], line[-1] = joins.get(same(corners[0]), line[0]), joins.get(same(corners[-1]), line[-1])
    return lines


def joined(sides: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Sides as lines of corners, each from an end or a meeting point to the next."""
    links: dict[Key, list[Point]] = {}
    where: dict[Key, Point] = {}
    for a, b in sides:
        for p, q in ((a, b), (b, a)):
            links.setdefault(same(p), []).append(q)
            where[same(p)] = p
    lines = []
    for key in sorted(links, key=lambda k: (len(links[k]) == 2, k)):
        while links[key]:
            line, here = [where[key]], key
            while links[here] and (len(line) == 1 or len(links[here]) == 1):
                there = links[here].pop()
                links[same(there)] = [q for q in links[same(there)] if same(q) != here]
                line.append(there)
                here = same(there)
            lines.append(line)
    return lines


def pieces(line: Sequence[Point], count: int) -> Iterator[Sequence[Point]]:
    """The line in about equal parts that share their ends, so that a stream can grow."""
    cuts = [round(i * (len(line) - 1) / count) for i in range(count + 1)]
    for a, b in pairwise(cuts):
        if b > a:
            yield line[a : b + 1]
