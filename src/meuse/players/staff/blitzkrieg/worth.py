"""What units are worth, in Shock Points, which are victory points (3.1, 7.1)."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import losses

FACTOR = 0.12
"""A factor of attack or defence."""
SUPPORT = 0.5
"""A factor of headquarters support: whole armies depend on it."""
WORN, LEFT = 0.25, 0.75
"""Of a unit's worth, what its fatigue costs, and what a Fatigued unit still has to lose."""


class Worth:
    """What the pieces are worth to a staff officer; both sides reckon alike."""

    def __init__(self, game: Blitzkrieg) -> None:
        self.whole = [
            losses.worth(game, c.index) + FACTOR * (c.attack[0] + c.defence[0]) + SUPPORT * c.support[0]
            for c in game.counters
        ]

    def fatigue(self, p: BlitzPosition, u: int) -> float:
        """17.1.1a: what one fatigue costs; it is the end of a Fatigued unit."""
        return self.whole[u] * (LEFT if p.tired >> u & 1 else WORN)

    def end(self, p: BlitzPosition, u: int) -> float:
        return self.whole[u] * (LEFT if p.tired >> u & 1 else 1.0)

    def toll(self, p: BlitzPosition, units: Iterable[int], eliminate: int, fatigue: int) -> float:
        """D31: what a result costs an owner who gives the cheapest first; -1 is all of them."""
        left, cost = list(units), 0.0
        if eliminate:
            ends = sorted((self.end(p, u), u) for u in left)
            lost = ends if eliminate < 0 else ends[:eliminate]
            cost += sum(end for end, _ in lost)
            gone = {u for _, u in lost}
            left = [u for u in left if u not in gone]
        if fatigue:
            worn = sorted(self.fatigue(p, u) for u in left)
            cost += sum(worn if fatigue < 0 else worn[:fatigue])
        return cost
