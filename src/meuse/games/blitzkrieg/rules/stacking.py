"""13.0 Stacking of land units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.blitzkrieg.box.components import AXIS
from meuse.games.blitzkrieg.position import BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def load(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int, without: int = -1) -> int:
    """13.1: divisional equivalents of a side in a hex."""
    return sum(g.counters[u].points for u in p.units_in(hex) if g.side[u] == side and u != without)


def limit(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> int:
    """13.1a, 6.4e: four, or what the Manstein Plan allows in its first turns in the Ardennes and Luxembourg."""
    if side == AXIS and g.crowded >> hex & 1 and p.turn <= g.card_number(p, "G04", "until"):
        return g.card_number(p, "G04", "stacking")
    return g.charts.stacking.limit


def room(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> bool:
    """Whether a unit may stand in a hex without overstacking it."""
    side = g.side[u]
    return load(g, p, side, hex, without=u) + g.counters[u].points <= limit(g, p, side, hex)
