"""13.0 Stacking of land units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import AXIS
from meuse.games.blitzkrieg.position import BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def load(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> int:
    """13.1: divisional equivalents of a side in a hex."""
    return sum([g.points[u] for u in p.units_in(hex) if g.side[u] == side])


def limit(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> int:
    """13.1a, 6.4e: four, or what the Manstein Plan allows in its first turns in the Ardennes and Luxembourg."""
    if side == AXIS and g.crowded >> hex & 1 and p.turn <= g.card_number(p, "G04", "until"):
        return g.card_number(p, "G04", "stacking")
    return g.charts.stacking.limit


def room(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> bool:
    """Whether a unit may stand in a hex without overstacking it."""
    stack = p.stacks.get(hex)
    if stack is None:
        return True
    side, points, total = g.side, g.points, g.points[u]
    for v in stack:
        if v != u and side[v] == side[u]:
            total += points[v]
    return total <= g.charts.stacking.limit or total <= limit(g, p, side[u], hex)


def jammed(g: Blitzkrieg, p: BlitzPosition, u: int, hexes: int) -> int:
    """13.1.2a: of these hexes the rough and mountain ones that have no room for a unit."""
    held = hexes & g.board.jam & p.occupied[g.side[u]]
    return sum(g.one[hex] for hex in bits(held) if not room(g, p, u, hex))
