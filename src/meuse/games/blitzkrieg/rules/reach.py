"""12.0 Movement seen ahead: every hex that a unit can march to, what it costs, and the path.

The rules do not need it: it serves the players' eyes (shaded reach, the path under the pointer) and the computer.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.movement import Moving, affordable, steps

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


class Reach:
    """What the unit of a `Moving` frame can still reach; with a budget, as if it had so many movement points left."""

    def __init__(self, g: Blitzkrieg, p: BlitzPosition, moving: Moving, budget: int | None = None) -> None:
        u, left = moving.unit, moving.left if budget is None else budget
        self.start = p.at[u]
        self.cost = {self.start: 0}
        self.before: dict[int, int] = {}
        front = [(0, self.start)]
        while front:
            spent, here = heappop(front)
            if spent > self.cost[here]:
                continue
            for to, total in affordable(g, p, u, here, left - spent):
                total += spent
                if total < self.cost.get(to, left + 1):
                    self.cost[to], self.before[to] = total, here
                    heappush(front, (total, to))
        self.single: set[int] = set()
        """12.2.3a: hexes that only the first step reaches, whatever they cost; it takes the whole move."""
        if moving.fresh and budget is None:
            self.single = {to for to in steps(g, p, u, left, True) if to not in self.cost}

    def hexes(self) -> list[int]:
        return [hex for hex in (*self.cost, *sorted(self.single)) if hex != self.start]

    def way(self, to: int) -> list[int]:
        """The hexes of a cheapest path, the start left out."""
        if to in self.single:
            return [to]
        found = []
        while to != self.start:
            found.append(to)
            to = self.before[to]
        return found[::-1]
