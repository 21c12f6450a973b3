"""8.0 Zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.sedan.position import DIRTY, SedanPosition

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def zone_of_control(g: Sedan, p: SedanPosition, side: int) -> int:
    """8.0a-8.0e: the hexes around a side's combat units, save where woods, cities, forts and rivers stop it."""
    known = p.zone[side]
    if known != DIRTY:
        return known
    units = p.fighting[side]
    barrier = g.crossings(p).barrier
    zone = 0
    for d, shift in enumerate(g.grid.shifts):
        out = units & ~barrier[d]
        zone |= out << shift if shift > 0 else out >> -shift
    zone &= g.zoc_reaches
    p.zone[side] = zone
    return zone
