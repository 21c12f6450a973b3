"""Rivers and frontiers."""

from __future__ import annotations

from meuse.games.sedan.table.picture.paper import SedanPaper
from meuse.maps.drawing import WATER, WATER_CORE, WATER_EDGE, group, num, path, smooth
from meuse.maps.water import chain, confluent, flow, joined, pieces


class Streams:
    """All rivers as lines."""

    def __init__(self, paper: SedanPaper) -> None:
        self.lines = confluent([chain(paper, r.sides) for r in paper.map.rivers])
        for line in self.lines:
            paper.reserve(line)


def rivers(paper: SedanPaper, streams: Streams) -> str:
    edge, water, core = [], [], []
    for river, line in sorted(
        zip(paper.map.rivers, streams.lines, strict=True), key=lambda x: x[0].class_, reverse=True
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


def frontiers(paper: SedanPaper) -> str:
    sides = [
        paper.ends(f"{name}-{other}")
        for name in paper.cells
        for _, other in paper.neighbours(name)
        if other is not None and name < other and paper.country[name] != paper.country[other]
    ]
    d = "".join(smooth(flow(line)) for line in joined(sides))
    style = {"fill": "none", "stroke_linecap": "butt", "stroke_linejoin": "round"}
    return group(
        "frontiers",
        [
            path(d, stroke="#b5658a", stroke_width="13", opacity="0.22"),
            path(d, stroke="#7d2f52", stroke_width="2.2", stroke_dasharray="13 4 2.2 4 2.2 4"),
        ],
        **style,
    )
