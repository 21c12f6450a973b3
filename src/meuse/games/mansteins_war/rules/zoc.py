"""7.0 Zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.games.mansteins_war.position import DIRTY, MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def zone(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """7.0a, 7.1: hexes in which the enemies of a side feel its ZOC."""
    known = p.zones[side]
    if known == DIRTY:
        known = p.zones[side] = _zone(g, p, side)
    return known


def _zone(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    found = _bounded(g, p, side) if g.zoc_by_stack else g.board.spread(p.occupied[side])
    if side == ALLIED:
        found &= ~p.open_cities
    return found & ~shielded(g, p, 1 - side)


def _bounded(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """By option, fortress units that stand alone reach only into their own country."""
    found = 0
    for hex in bits(p.occupied[side]):
        reached = g.board.touch[hex]
        if all(g.counters[u].static for u in p.stacks[hex]):
            reached &= g.board.countries[g.board.country[hex]]
        found |= reached
    return found


def shielded(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """7.1c: forts still standing with a fortress unit of their side, where the enemy's ZOC does not exist."""
    forts = g.board.forts[side] & ~p.destroyed
    found = 0
    at = p.at
    for u in g.static_units[side]:
        if at[u] >= 0:
            found |= g.one[at[u]]
    return found & forts
