"""Towns and villages."""

from __future__ import annotations

from math import pi

from meuse.games.ghost_division.table.picture.sheet import Board
from meuse.maps.drawing import chance, group, path, xy
from meuse.maps.ornaments import halo, houses


def settlements(board: Board) -> str:
    patches, blocks, dots = [], [], []
    grand = {e.town for e in board.map.grids.values()}
    for name, p in board.places.items():
        if name in grand:
            patches.append(path(halo(name, p, 24), id=f"houses-{board.home[name]}"))
            blocks.append(houses(name, p, 30, 19, pi / 2 * chance(name, "turn")))
        else:
            dots.append(f"M{xy((p[0] - 3.4, p[1]))}a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0")
    return group(
        "settlements",
        [
            group("town-grounds", patches, fill="#e3bfa0", stroke="#b58a66", stroke_width="1", opacity="0.92"),
            path("".join(blocks), fill="#6b3227", stroke="#3d1b14", stroke_width="0.5"),
            path("".join(dots), fill="#fff8e2", stroke="#2c2015", stroke_width="1.5"),
        ],
    )
