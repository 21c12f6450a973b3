"""Towns and villages."""

from __future__ import annotations

from math import pi

from meuse.games.ghost_division.table.picture.paper import Strip
from meuse.maps.drawing import chance, group, path
from meuse.maps.ornaments import dot, halo, houses


def settlements(paper: Strip) -> str:
    patches, blocks, dots = [], [], []
    grand = {e.town for e in paper.map.grids.values()}
    for name, p in paper.places.items():
        if name in grand:
            patches.append(path(halo(name, p, 24), id=f"houses-{paper.home[name]}"))
            blocks.append(houses(name, p, 30, 19, pi / 2 * chance(name, "turn")))
        else:
            dots.append(dot(p, 3.4))
    return group(
        "settlements",
        [
            group("town-grounds", patches, fill="#e3bfa0", stroke="#b58a66", stroke_width="1", opacity="0.92"),
            path("".join(blocks), fill="#6b3227", stroke="#3d1b14", stroke_width="0.5"),
            path("".join(dots), fill="#fff8e2", stroke="#2c2015", stroke_width="1.5"),
        ],
    )
