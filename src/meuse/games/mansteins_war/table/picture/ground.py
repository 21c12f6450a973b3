"""Countries, woods and hills."""

from __future__ import annotations

from meuse.games.mansteins_war.table.picture.paper import MansteinPaper
from meuse.maps.drawing import path
from meuse.maps.growth import hills, trees
from meuse.maps.ornaments import HEAVY_TONES

TINT = {
    "germany": "#dfdccb", "france": "#f3ead0", "belgium": "#f1e0a8", "netherlands": "#f3d5ac", "luxembourg": "#e3d3dd",
    "switzerland": "#e0c4b4", "england": "#ded5c2",
}


def uplands(paper: MansteinPaper) -> list[str]:
    """Forest and rough hexes: woods in green, hills in brown with woods between them."""
    wood = {n for n in paper.cells if paper.terrain(n) == "forest"}
    hill = {n for n in paper.cells if paper.terrain(n) == "rough"}
    return [
        path(paper.blob(wood, 9.0, 6.0), fill="#b4c489", stroke="#8aa062", stroke_width="1.2", opacity="0.78"),
        path(paper.blob(hill, 5.0, 5.0), fill="#c6ab7c", stroke="#977748", stroke_width="1.4", opacity="0.85"),
        *hills(paper, hill),
        *trees(paper, wood, 19.0, 0.35, 1.25).svg(HEAVY_TONES),
    ]
