"""Paper, countries, fields and woods."""

from __future__ import annotations

from math import cos, pi, sin

from meuse.games.ghost_division.table.picture.sheet import HALF, SIZE, Board, blob, outlines, viewbox
from meuse.maps.drawing import INK, LIGHT_WOOD, MARGIN_PAPER, Box, Point, chance, group, num, path, xy
from meuse.maps.ornaments import HEAVY_TONES, LIGHT_TONES, Grove

COUNTRY = {"FR": "#f3ebd3", "BE": "#f1dfc9"}
RIBBON = {"FR": "#8fa9bd", "BE": "#c9826e"}


def rect(box: Box, **style: str) -> str:
    x0, y0, x1, y1 = box
    attributes = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in style.items())
    return f'<rect x="{num(x0)}" y="{num(y0)}" width="{num(x1 - x0)}" height="{num(y1 - y0)}"{attributes}/>'


def ground(board: Board) -> str:
    x, y, wide, high = viewbox(board.map)
    sheet = x, y, x + wide, y + high
    rules = [
        rect((x + i, y + i, x + wide - i, y + high - i), fill="none", stroke=INK, stroke_width=w)
        for i, w in ((12, "2.4"), (17, "0.8"))
    ]
    return group("ground", [rect(sheet, fill=MARGIN_PAPER), *rules])


def countries(board: Board) -> str:
    """Each country in its tint, with a ribbon of its colour along the frontier as in old atlases (8.2c)."""
    parts = []
    x, half = frontier(board), 15.0
    _, top, _, bottom = board.frame
    for code, tint in COUNTRY.items():
        region = {n for n in board.names if board.map.grids[n].country == code}
        edge = "".join("M" + "L".join(xy(a) for a, _, _ in loop) + "Z" for loop in outlines(board, region))
        west = x - half if code == "FR" else x + half
        parts += [
            path(edge, id=f"country-{code}", fill=tint),
            path(f"M{xy((west, top))}V{num(bottom)}", stroke=RIBBON[code], stroke_width=num(2 * half), opacity="0.4"),
        ]
    return group("countries", parts)


def frontier(board: Board) -> float:
    """The line between the two countries of the rules (8.2c)."""
    return board.frame[0] + SIZE * (board.map.grid.belgium - 1)


def fields(board: Board) -> str:
    """Open ground: faint strokes of ploughland near the borders of a Grid, all of a patch lying the same way."""
    strokes = []
    for name in board.names:
        if board.map.grids[name].terrain == "wood":
            continue
        for patch in range(11):
            px, py = rim(board, name, patch)
            turn = pi * chance(name, "turn", patch)
            ux, uy = cos(turn), sin(turn)
            for i in (-1.5, -0.5, 0.5, 1.5):
                cx, cy = px - uy * 4 * i, py + ux * 4 * i
                strokes.append(f"M{xy((cx - ux * 8, cy - uy * 8))}l{xy((ux * 16, uy * 16))}")
    return path("".join(strokes), stroke="#c2a76a", stroke_width="0.8", opacity="0.5", fill="none")


def rim(board: Board, name: str, key: object) -> Point:
    """A spot in a Grid, away from its middle."""
    x, y = board.spot[name]
    dx, dy = (HALF * (2 * chance(name, key, axis) - 1) for axis in "xy")
    far = max(abs(dx), abs(dy), 1.0)
    stretch = (50 + 0.36 * far) / far
    return x + dx * stretch, y + dy * stretch


def woods(board: Board) -> list[str]:
    region = {n for n in board.names if board.map.grids[n].terrain == "wood"}
    light, dark = trees(board, region)
    return [
        path(blob(board, region, 9.0, 6.0), fill=LIGHT_WOOD, stroke="#a3b27a", stroke_width="1.4"),
        *light.svg(LIGHT_TONES),
        *dark.svg(HEAVY_TONES),
    ]


def trees(board: Board, region: set[str]) -> tuple[Grove, Grove]:
    """Thick along the borders of each Grid, a few pale ones within, none in the middle: counters lie there."""
    light, dark = Grove(), Grove()
    gap = 15.0
    left, top, right, bottom = board.frame
    for j in range(int((bottom - top) / (gap * 0.8))):
        for i in range(int((right - left) / gap)):
            x = left + gap * (i + 0.5 * (j % 2) + 0.85 * (chance(i, j) - 0.5))
            y = top + gap * (0.8 * j + 0.7 * (chance(j, i, "y") - 0.5))
            name = board.at((x, y))
            if name not in region or board.taken((x, y)) or open_beside(board, region, (x, y)):
                continue
            cx, cy = board.spot[name]
            depth = HALF - max(abs(x - cx), abs(y - cy))
            size = 1.0 + 0.5 * chance(i, j, "size")
            if depth < 20 + 26 * chance(i, j, "depth"):
                dark.plant((x, y), chance(i, j, "fir") < 0.65, size)
            elif depth < 62 and chance(i, j, "thin") < 0.3:
                light.plant((x, y), chance(i, j, "fir") < 0.2, 0.9 * size)
    return light, dark


def open_beside(board: Board, region: set[str], p: Point) -> bool:
    """Whether the wood ends within a tree's breadth."""
    around = ((p[0] + dx, p[1] + dy) for dx in (-15, 15) for dy in (-15, 13))
    return any(name is not None and name not in region for name in map(board.at, around))


def grid_lines(board: Board) -> str:
    left, top, right, bottom = board.frame
    across = [f"M{num(left)} {num(top + SIZE * k)}H{num(right)}" for k in range(1, round((bottom - top) / SIZE))]
    down = [f"M{num(left + SIZE * k)} {num(top)}V{num(bottom)}" for k in range(1, round((right - left) / SIZE))]
    return group(
        "grid",
        [
            path("".join(across + down), stroke="#4a3a22", stroke_width="1.5", opacity="0.55"),
            rect(board.frame, stroke=INK, stroke_width="3.2"),
        ],
        fill="none",
    )
