"""Ground and woods."""

from __future__ import annotations

from math import cos, pi, sin

from meuse.games.sedan.table.picture.shapes import MARGIN
from meuse.games.sedan.table.picture.sheet import Board, blob, tiles
from meuse.maps.drawing import HEAVY_WOOD, INK, LIGHT_WOOD, MARGIN_PAPER, PAPER, chance, group, num, path, xy
from meuse.maps.ornaments import HEAVY_TONES, LIGHT_TONES, Grove


def ground(board: Board) -> str:
    left, top, right, bottom = board.frame
    m = MARGIN
    sheet = f'<rect x="{num(left - m)}" y="{num(top - m)}" width="{num(right - left + 2 * m)}"'
    sheet += f' height="{num(bottom - top + 2 * m)}" fill="{MARGIN_PAPER}"/>'
    rules = []
    for inset, stroke in ((12, "2.4"), (17, "0.8")):
        rules.append(
            f'<rect x="{num(left - m + inset)}" y="{num(top - m + inset)}" fill="none" stroke="{INK}"'
            f' width="{num(right - left + 2 * (m - inset))}" height="{num(bottom - top + 2 * (m - inset))}"'
            f' stroke-width="{stroke}"/>'
        )
    field = path(tiles(board, board.hexes), fill=PAPER, stroke=PAPER, stroke_width="1")
    return group("ground", [sheet, *rules, field, fields(board)])


def fields(board: Board) -> str:
    """Open ground: faint strokes of ploughland, all of a patch lying the same way."""
    strokes = []
    for name in board.hexes:
        if board.terrain[name] not in ("clear", "town"):
            continue
        x, y = board.spot[name]
        for patch in range(3):
            turn = pi * chance(name, "turn", patch)
            r, a = 21 * chance(name, "r", patch) ** 0.5, 2 * pi * chance(name, "a", patch)
            px, py = x + r * cos(a), y + r * sin(a)
            ux, uy = cos(turn), sin(turn)
            for i in (-1, 0, 1):
                cx, cy = px - uy * 3.2 * i, py + ux * 3.2 * i
                strokes.append(f"M{xy((cx - ux * 5, cy - uy * 5))}l{xy((ux * 10, uy * 10))}")
    return path("".join(strokes), stroke="#c9b27c", stroke_width="0.7", opacity="0.5", fill="none")


def woods(board: Board) -> list[str]:
    heavy = {n for n in board.hexes if board.terrain[n] == "heavy woods"}
    light = {n for n in board.hexes if board.terrain[n] == "light woods"}
    return [
        path(blob(board, light | heavy, 3.0, 4.0), fill=LIGHT_WOOD, stroke="#a9b57c", stroke_width="1"),
        path(blob(board, heavy, 4.0, 4.5), fill=HEAVY_WOOD, stroke="#7f9657", stroke_width="1"),
        *trees(board, light, 17.0, 0.15).svg(LIGHT_TONES),
        *trees(board, heavy, 11.5, 0.7).svg(HEAVY_TONES),
    ]


def trees(board: Board, region: set[str], gap: float, firs: float) -> Grove:
    """Trees all over the region, clear of its border, of roads and of water."""
    grove = Grove()
    left, top, right, bottom = board.frame
    for j in range(int((bottom - top) / (gap * 0.8))):
        for i in range(int((right - left) / gap)):
            x = left + gap * (i + 0.5 * (j % 2) + 0.85 * (chance(gap, i, j) - 0.5))
            y = top + gap * (0.8 * j + 0.7 * (chance(gap, j, i, "y") - 0.5))
            if board.taken((x, y)) or any(board.at((x + dx, y + dy)) not in region for dx, dy in EDGE):
                continue
            grove.plant((x, y), chance(gap, i, j, "fir") < firs, 0.8 + 0.4 * chance(gap, i, j, "size"))
    return grove


EDGE = ((4.0, 4.0), (-4.0, 4.0), (4.0, -5.0), (-4.0, -5.0))
