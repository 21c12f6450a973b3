"""14.0 Zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.position import DIRTY, BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def at_war(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """4.3a, 4.3e: whether a unit's country fights; neutral ones stand as they were set up and hinder nobody."""
    return bool(g.armies[p.at_war] >> u & 1)


def exerts(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """14.1.1: a Combat Effective division, corps or headquarters of a country at war."""
    return bool(g.zone_units & g.armies[p.at_war] & ~p.tired & 1 << u)


def held_forts(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """20.0a: intact fortified hexes of the side's countries with a unit of the side in them."""
    return g.side_forts[side] & ~p.destroyed & p.occupied[side]


def zone(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """14.1: hexes in which a side's enemies feel its zones; none reach into mountains, floods and held enemy forts."""
    if p.zones[side] == DIRTY:
        strong = g.zone_units & g.armies[p.at_war] & ~p.tired & g.side_units[side]
        holders, one, at = 0, g.one, p.at
        for u in bits(strong & p.fielded):
            holders |= one[at[u]]
        closed = g.no_zones | (p.flooded if not g.charts.features["flooded"].zoc else 0)
        if not g.charts.features["fort"].zoc:
            closed |= held_forts(g, p, 1 - side)
        p.zones[side] = g.board.spread(holders) & ~closed
    return p.zones[side]
