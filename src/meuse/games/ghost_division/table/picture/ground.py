"""Paper, countries, fields and woods."""

from __future__ import annotations

from math import pi

from meuse.engine.hexes import Point
from meuse.games.ghost_division.table.picture.paper import HALF, SIZE, Strip, edges
from meuse.maps.drawing import INK, LIGHT_WOOD, chance, group, num, path, rect, relief, xy
from meuse.maps.ornaments import HEAVY_TONES, LIGHT_TONES, Grove, furrows, mount

COUNTRY = {"FR": "#f3ebd3", "BE": "#f1dfc9"}
RIBBON = {"FR": "#8fa9bd", "BE": "#c9826e"}


def ground(paper: Strip) -> str:
    return group("ground", mount(edges(paper.map), ((12, "2.4"), (17, "0.8"))))


def countries(paper: Strip) -> str:
    """Each country in its tint, with a ribbon of its colour along the frontier as in old atlases (8.2c)."""
    parts = []
    x, half = frontier(paper), 15.0
    _, top, _, bottom = paper.frame
    for code, tint in COUNTRY.items():
        region = {n for n in paper.cells if paper.map.grids[n].country == code}
        west = x - half if code == "FR" else x + half
        parts += [
            path(paper.outline(region), id=f"country-{code}", fill=tint),
            path(f"M{xy((west, top))}V{num(bottom)}", stroke=RIBBON[code], stroke_width=num(2 * half), opacity="0.4"),
        ]
    return group("countries", parts)


def frontier(paper: Strip) -> float:
    """The line between the two countries of the rules (8.2c)."""
    return paper.frame[0] + SIZE * (paper.map.grid.belgium - 1)


def fields(paper: Strip) -> str:
    """Open ground: faint strokes of ploughland near the borders of a Grid, all of a patch lying the same way."""
    strokes = []
    for name in paper.cells:
        if paper.map.grids[name].terrain == "wood":
            continue
        for patch in range(11):
            turn = pi * chance(name, "turn", patch)
            strokes.append(furrows(rim(paper, name, patch), turn, (-1.5, -0.5, 0.5, 1.5), 4.0, 8.0))
    return path("".join(strokes), stroke="#c2a76a", stroke_width="0.8", opacity="0.5", fill="none")


def rim(paper: Strip, name: str, key: object) -> Point:
    """A spot in a Grid, away from its middle."""
    x, y = paper.spot[name]
    dx, dy = (HALF * (2 * chance(name, key, axis) - 1) for axis in "xy")
    far = max(abs(dx), abs(dy), 1.0)
    stretch = (50 + 0.36 * far) / far
    return x + dx * stretch, y + dy * stretch


def woods(paper: Strip, shading: bytes) -> list[str]:
    """The floor of the woods, the lie of the land over it, and trees."""
    region = {n for n in paper.cells if paper.map.grids[n].terrain == "wood"}
    light, dark = trees(paper, region)
    return [
        path(paper.blob(region, 9.0, 6.0), fill=LIGHT_WOOD, stroke="#a3b27a", stroke_width="1.4"),
        relief(paper.frame, shading, "strip"),
        *light.svg(LIGHT_TONES),
        *dark.svg(HEAVY_TONES),
    ]


def trees(paper: Strip, region: set[str]) -> tuple[Grove, Grove]:
    """Thick along the borders of each Grid, a few pale ones within, none in the middle: counters lie there."""
    light, dark = Grove(), Grove()
    for i, j, (x, y) in paper.scattered(15.0):
        name = paper.at((x, y))
        if name not in region or paper.taken((x, y)) or open_beside(paper, region, (x, y)):
            continue
        cx, cy = paper.spot[name]
        depth = HALF - max(abs(x - cx), abs(y - cy))
        size = 1.0 + 0.5 * chance(i, j, "size")
        if depth < 20 + 26 * chance(i, j, "depth"):
            dark.plant((x, y), chance(i, j, "fir") < 0.65, size)
        elif depth < 62 and chance(i, j, "thin") < 0.3:
            light.plant((x, y), chance(i, j, "fir") < 0.2, 0.9 * size)
    return light, dark


def open_beside(paper: Strip, region: set[str], p: Point) -> bool:
    """Whether the wood ends within a tree's breadth."""
    around = ((p[0] + dx, p[1] + dy) for dx in (-15, 15) for dy in (-15, 13))
    return any(name is not None and name not in region for name in map(paper.at, around))


def grid_lines(paper: Strip) -> str:
    left, top, right, bottom = paper.frame
    across = [f"M{num(left)} {num(top + SIZE * k)}H{num(right)}" for k in range(1, round((bottom - top) / SIZE))]
    down = [f"M{num(left + SIZE * k)} {num(top)}V{num(bottom)}" for k in range(1, round((right - left) / SIZE))]
    return group(
        "grid",
        [
            path("".join(across + down), stroke="#4a3a22", stroke_width="1.5", opacity="0.55"),
            rect(paper.frame, stroke=INK, stroke_width="3.2"),
        ],
        fill="none",
    )
