"""Rivers, streams, the sea and the frontiers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from meuse.engine.hexes import Point
from meuse.games.ghost_division.table.picture.ground import frontier
from meuse.games.ghost_division.table.picture.paper import MARGIN, SEA, SIZE, Strip
from meuse.maps.drawing import WATER, WATER_CORE, WATER_EDGE, chance, group, mix, path, smooth, xy
from meuse.maps.water import chain

WIGGLE = 5.0
"""How far the water strays from the Grid side that it runs on."""


def flow(line: Sequence[Point]) -> list[Point]:
    """A line of water that hugs the sides between the corners, and goes close by the corners."""
    out = [line[0]]
    for a, b in pairwise(line):
        across = (b[1] - a[1]) / SIZE, (a[0] - b[0]) / SIZE
        for k, share in enumerate((0.1, 0.23, 0.36, 0.5, 0.64, 0.77, 0.9)):
            p = mix(a, b, share)
            stray = WIGGLE * (0.45 + 0.55 * chance("bend", p)) * (1 if k % 2 else -1)
            spot = p[0] + across[0] * stray, p[1] + across[1] * stray
            if k == 0 and a != line[0]:
                out.append(mix(mix(out[-1], spot), a, 0.42))
            out.append(spot)
    return [*out, line[-1]]


def rounded(line: Sequence[Point]) -> list[Point]:
    """The line with its corners cut twice."""
    for _ in range(2):
        cuts = [mix(a, b, share) for a, b in pairwise(line) for share in (0.25, 0.75)]
        line = [line[0], *cuts[1:-1], line[-1]]
    return list(line)


class Waters:
    """The rivers of the rules along their sides, and the streams for the eye."""

    def __init__(self, paper: Strip) -> None:
        self.rivers: dict[str, list[Point]] = {}
        for river in paper.map.rivers:
            line = flow(chain(paper, river.sides))
            if line[0][0] == paper.frame[0]:
                line.reverse()
            if line[-1][0] == paper.frame[0]:
                line += map(paper.point, paper.drawing.coast.mouth)
            self.rivers[river.name] = line
            paper.reserve(line, 11.0)
        self.streams = {s.name: rounded([paper.point(p) for p in s.line]) for s in paper.drawing.streams}
        for stream in self.streams.values():
            paper.reserve(stream, 3.0)


def streams(waters: Waters) -> str:
    parts = [path(smooth(line), id=f"stream-{name.replace(' ', '-')}") for name, line in waters.streams.items()]
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", "clip_path": "url(#sheet)"}
    return group("streams", parts, stroke="#6fa0b8", stroke_width="2.4", opacity="0.75", **style)


def rivers(waters: Waters) -> str:
    lines = {name: smooth(line) for name, line in waters.rivers.items()}
    layers = (("river-banks", WATER_EDGE, "20"), ("river-water", WATER, "16"), ("river-core", WATER_CORE, "6"))
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", "clip_path": "url(#sheet)"}
    parts = []
    for layer, colour, wide in layers:
        inks = [path(d, id=f"{layer}-{name}") for name, d in lines.items()]
        parts.append(group(layer, inks, stroke=colour, stroke_width=wide))
    return group("rivers", parts, **style)


def coast(paper: Strip) -> str:
    """Land and sea beyond the west edge, out of play."""
    left, top, _, bottom = paper.frame
    shore = rounded([paper.point(p) for p in paper.drawing.coast.line])
    land = smooth(shore) + f"L{xy((left, top - MARGIN))}V{bottom + MARGIN:.0f}L{xy((shore[0][0], bottom + MARGIN))}Z"
    waves = [
        path(smooth(shore), stroke=WATER_EDGE, stroke_width=str(wide), opacity=opacity)
        for wide, opacity in ((92, "0.07"), (64, "0.09"), (40, "0.11"), (20, "0.16"))
    ]
    box = f"M{xy((left - SEA, top))}H{left:.0f}V{bottom:.0f}H{left - SEA:.0f}Z"
    return group(
        "coast",
        [
            path(box, fill="#b9d3da"),
            *waves,
            path(land, fill="#eadfc0", stroke="#54778a", stroke_width="1.8"),
        ],
        fill="none",
        clip_path="url(#west)",
    )


def frontiers(paper: Strip) -> str:
    """The frontiers of 1940 as they ran, dotted; and the one that the rules know, between two columns (8.2c)."""
    true = "".join(smooth(rounded([paper.point(p) for p in line.line])) for line in paper.drawing.frontiers)
    ruled = f"M{xy((frontier(paper), paper.frame[1]))}V{paper.frame[3]:.0f}"
    return group(
        "frontiers",
        [
            path(true, stroke="#7d2f52", stroke_width="2", stroke_dasharray="0.1 5", opacity="0.6"),
            path(ruled, id="frontier", stroke="#7d2f52", stroke_width="4", stroke_dasharray="22 7 4 7 4 7"),
        ],
        fill="none",
        stroke_linecap="round",
        clip_path="url(#strip)",
    )
