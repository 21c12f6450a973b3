"""15.0 Stacking, counted in thirds of a battalion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.ghost_division.position import GhostPosition

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


def load(g: GhostDivision, units: tuple[int, ...]) -> int:
    """15.2a to 15.4a: a tank company counts one third, other units one battalion, HQs nothing."""
    thirds = g.thirds
    total = 0
    for u in units:
        total += thirds[u]
    return total


def room(g: GhostDivision, p: GhostPosition, cell: int) -> int:
    """15.1a: thirds of a battalion that still fit into a Grid."""
    return g.stack_limit[cell] - p.loads[cell]


def battalions(thirds: int) -> str:
    """Thirds as a player writes them: 3, 1 1/3, 2/3."""
    whole, rest = divmod(thirds, 3)
    return (f"{whole} {rest}/3" if whole else f"{rest}/3") if rest else str(whole)
