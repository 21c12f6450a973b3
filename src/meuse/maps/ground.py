"""The ground of a map of countries: what lies beneath its hexes, layer on layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from meuse.maps.drawing import group, relief
from meuse.maps.rivers import Waters, arms, streams
from meuse.maps.theatre import bands, countries, rim, sea, shoreline, wash


def ground(
    waters: Waters,
    tints: Mapping[str, str],
    dry: AbstractSet[str],
    growth: Sequence[str],
    shading: bytes,
    wet: Sequence[str] = (),
) -> str:
    """Sea, countries in their tints, what grows there, the relief and small water; `wet` is what water may cover.

    Frontiers run between `dry` hexes. `shading` is the relief as a PNG picture of the hexes' frame.
    """
    paper = waters.paper
    layers = [
        sea(paper),
        wash(paper),
        countries(paper, tints),
        group("growth", growth, clip_path="url(#land)"),
        relief(paper.frame, shading, "land"),
        bands(paper, dry),
        shoreline(paper),
        streams(waters),
        *wet,
        arms(waters),
        rim(paper),
    ]
    return group("terrain", layers, clip_path="url(#frame)")
