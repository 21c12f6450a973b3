"""What grows on a map of countries: woods, hills and ploughland."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from math import cos, pi, sin

from meuse.engine.hexes import Point
from meuse.maps.drawing import chance, path, xy
from meuse.maps.ornaments import HEAVY_TONES, Grove, furrows
from meuse.maps.theatre import Theatre


def inside(paper: Theatre, p: Point, region: AbstractSet[str], reach: float) -> bool:
    x, y = p
    return all(paper.at((x + dx, y + dy)) in region for dx in (-reach, reach) for dy in (-reach, reach))


def trees(paper: Theatre, region: AbstractSet[str], gap: float, firs: float, size: float) -> Grove:
    """Trees all over the region, clear of its border and of water."""
    grove, u = Grove(), paper.unit
    for i, j, p in paper.scattered(gap * u, gap, over=region):
        if inside(paper, p, region, 12.0 * u) and not paper.taken(p) and not paper.taken((p[0], p[1] - 6 * u)):
            grove.plant(p, chance(gap, i, j, "fir") < firs, u * size * (0.8 + 0.4 * chance(gap, i, j, "size")))
    return grove


def hills(
    paper: Theatre, region: AbstractSet[str], size: float = 1.0, high: float = 1.0, firs: float = 0.3
) -> list[str]:
    """Rough country: rows of hills with the light on their western slope, and firs between."""
    grove, u = Grove(), paper.unit * size
    lit, dark, hatch, crest = [], [], [], []
    for i, j, p in paper.scattered(25.0 * u, 25.0, over=region):
        if not inside(paper, p, region, 13.0 * u) or paper.taken(p) or paper.taken((p[0], p[1] - 8 * u)):
            continue
        if chance(i, j, "kind") < firs:
            grove.plant(p, True, 1.1 * u)
            continue
        (x, y), s = p, u * (0.8 + 0.45 * chance(i, j, "hill"))
        w, h, foot = 14 * s, 15 * s * high, y + 4 * u
        top = x - 0.1 * w, y - h
        right = f"{xy((x + w, foot))}"
        lit.append(f"M{xy((x - w, foot))}Q{xy((x - 0.55 * w, y - 0.7 * h))} {xy(top)}L{xy((x, foot))}Z")
        dark.append(f"M{xy(top)}Q{xy((x + 0.5 * w, y - 0.75 * h))} {right}L{xy((x, foot))}Z")
        crest.append(f"M{xy((x - w, foot))}Q{xy((x - 0.55 * w, y - 0.7 * h))} {xy(top)}"
                     f"Q{xy((x + 0.5 * w, y - 0.75 * h))} {right}")
        for k in (0.3, 0.55, 0.8):
            hatch.append(f"M{xy((x + k * w * 0.75, y - h * (0.95 - 0.75 * k)))}l{xy((1.5 * u, h * 0.5))}")
    return [
        path("".join(lit), fill="#e2cda0"),
        path("".join(dark), fill="#a1814f"),
        path("".join(hatch), stroke="#6b5230", stroke_width=paper.wide(0.9 * size), fill="none", opacity="0.8"),
        path("".join(crest), stroke="#5d4527", stroke_width=paper.wide(1.2 * size), fill="none",
             stroke_linejoin="round"),
        *grove.svg(HEAVY_TONES),
    ]


def fields(paper: Theatre, names: Iterable[str], patches: int = 5) -> str:
    """Open ground: faint strokes of ploughland, all of a patch lying the same way."""
    strokes, u = [], paper.unit
    for name in names:
        x, y = paper.spot[name]
        for patch in range(patches):
            r, a = 46 * u * chance(name, "r", patch) ** 0.5, 2 * pi * chance(name, "a", patch)
            p = x + r * cos(a), y + r * sin(a)
            strokes.append(furrows(p, pi * chance(name, "turn", patch), (-1, 0, 1), 3.6 * u, 6.0 * u))
    return path("".join(strokes), stroke="#b79d63", stroke_width=paper.wide(0.7), opacity="0.42", fill="none")
