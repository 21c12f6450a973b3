"""Ground and woods."""

from __future__ import annotations

from math import cos, pi, sin

from meuse.games.sedan.table.picture.paper import SedanPaper
from meuse.maps.drawing import HEAVY_WOOD, LIGHT_WOOD, PAPER, Box, chance, group, path, relief
from meuse.maps.ornaments import HEAVY_TONES, LIGHT_TONES, Grove, furrows, mount


def ground(paper: SedanPaper, sheet: Box) -> str:
    field = path(paper.tiles(paper.cells), fill=PAPER, stroke=PAPER, stroke_width="1")
    return group("ground", [*mount(sheet, ((12, "2.4"), (17, "0.8"))), field, fields(paper)])


def fields(paper: SedanPaper) -> str:
    """Open ground: faint strokes of ploughland, all of a patch lying the same way."""
    strokes = []
    for name in paper.cells:
        if paper.terrain[name] not in ("clear", "town"):
            continue
        x, y = paper.spot[name]
        for patch in range(3):
            r, a = 21 * chance(name, "r", patch) ** 0.5, 2 * pi * chance(name, "a", patch)
            p = x + r * cos(a), y + r * sin(a)
            strokes.append(furrows(p, pi * chance(name, "turn", patch), (-1, 0, 1), 3.2, 5.0))
    return path("".join(strokes), stroke="#c9b27c", stroke_width="0.7", opacity="0.5", fill="none")


def woods(paper: SedanPaper, shading: bytes) -> list[str]:
    """The floor of the woods, the lie of the land over it, and trees."""
    heavy = {n for n in paper.cells if paper.terrain[n] == "heavy woods"}
    light = {n for n in paper.cells if paper.terrain[n] == "light woods"}
    all_woods, thick = paper.blob(light | heavy, 3.0, 4.0, paper.towns), paper.blob(heavy, 4.0, 4.5, paper.towns)
    return [
        path(all_woods, fill=LIGHT_WOOD, stroke="#a9b57c", stroke_width="1"),
        path(thick, fill=HEAVY_WOOD, stroke="#7f9657", stroke_width="1"),
        relief(paper.frame, shading, "board"),
        *trees(paper, light, 17.0, 0.15).svg(LIGHT_TONES),
        *trees(paper, heavy, 11.5, 0.7).svg(HEAVY_TONES),
    ]


def trees(paper: SedanPaper, region: set[str], gap: float, firs: float) -> Grove:
    """Trees all over the region, clear of its border, of roads and of water."""
    grove = Grove()
    for i, j, (x, y) in paper.scattered(gap, gap):
        if paper.taken((x, y)) or any(paper.at((x + dx, y + dy)) not in region for dx, dy in EDGE):
            continue
        grove.plant((x, y), chance(gap, i, j, "fir") < firs, 0.8 + 0.4 * chance(gap, i, j, "size"))
    return grove


EDGE = ((4.0, 4.0), (-4.0, 4.0), (4.0, -5.0), (-4.0, -5.0))
