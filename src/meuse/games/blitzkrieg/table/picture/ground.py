"""Countries, woods, hills and mountains, and what may be flooded."""

from __future__ import annotations

from meuse.games.blitzkrieg.table.picture.paper import HEX, BlitzPaper
from meuse.maps.drawing import LIGHT_WOOD, chance, group, path, xy
from meuse.maps.growth import hills, trees
from meuse.maps.ornaments import LIGHT_TONES

TINT = {
    "germany": "#dcdbcd", "france": "#f4ebd2", "belgium": "#f2e3ae", "netherlands": "#f4d9b4", "luxembourg": "#e3d3dd",
    "switzerland": "#e6cbbd", "britain": "#efdcd6",
}
HILL, MOUNTAIN = "#cdb48a", "#b2926a"


def uplands(paper: BlitzPaper) -> list[str]:
    """Broken ground in light green with scattered trees, rough in brown with hills, mountains darker and higher."""
    broken, rough, mountain = (
        {n for n in paper.cells if paper.terrain(n) == word} for word in ("broken", "rough", "mountain")
    )
    return [
        path(paper.blob(broken, 5.0, 3.5), fill=LIGHT_WOOD, stroke="#9fae74", stroke_width="0.8", opacity="0.8"),
        path(paper.blob(rough, 3.0, 3.0, mountain), fill=HILL, stroke="#977748", stroke_width="0.9", opacity="0.85"),
        path(paper.blob(mountain, 3.0, 3.0), fill=MOUNTAIN, stroke="#7c5e37", stroke_width="1", opacity="0.9"),
        *trees(paper, broken, 31.0, 0.3, 1.5).svg(LIGHT_TONES),
        *hills(paper, rough, 1.5),
        *hills(paper, mountain, 1.6, 1.5, 0.15),
    ]


def floods(paper: BlitzPaper) -> str:
    """36.1 Hexes that may be flooded: rows of little waves."""
    strokes = []
    for mask in paper.board.floods.values():
        for name in paper.grid.names_of(mask):
            x, y = paper.spot[name]
            for row in range(-2, 3):
                for step in range(-2, 3):
                    p = x + 12.5 * (step + 0.5 * (row % 2)), y + 12.5 * row + 5 * (chance(name, row, step) - 0.5)
                    if paper.at((p[0] - 9, p[1])) == paper.at((p[0] + 9, p[1])) == name and abs(p[1] - y) < HEX * 0.4:
                        strokes.append(f"M{xy((p[0] - 5, p[1]))}q2.5-3.6 5 0t5 0")
    return group("floods", [path("".join(strokes), stroke="#4f86a3", stroke_width="1.3", fill="none", opacity="0.75")])
