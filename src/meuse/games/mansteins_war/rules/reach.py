"""8.0 Movement seen ahead: every hex that a unit can reach, what it costs, and the path.

The rules do not need it: it serves the players' eyes (shaded reach, the path under the pointer) and the computer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine import reach
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import air
from meuse.games.mansteins_war.rules.movement import Moving, open_ground, ways_out
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


class Reach(reach.Reach):
    """What the unit of a `Moving` frame can still reach."""

    def __init__(self, g: MansteinsWar, p: MansteinPosition, moving: Moving, budget: int | None = None) -> None:
        """With a budget, as if the unit had so many movement factors left."""
        u, here = moving.unit, p.at[moving.unit]
        enemy = zone(g, p, 1 - g.side[u])
        left = moving.left if budget is None else budget
        halted = moving.begun and enemy >> here & 1
        super().__init__(g.grid, here, left, [] if halted else steps(g, p, u), enemy)
        self.single: set[int] = set()
        """8.1a: hexes that only the first step of a move reaches, whatever they cost; it takes the whole move."""
        if not moving.begun:
            ways = ways_out(g, p, u, here)
            self.single = {to for to in bits(ways) if to not in self.cost}

    def hexes(self) -> list[int]:
        return [hex for hex in (*self.cost, *self.single) if hex != self.start]

    def way(self, to: int) -> list[int]:
        """The hexes of a cheapest path, the start left out."""
        return [to] if to in self.single else self.path(to)


def steps(g: MansteinsWar, p: MansteinPosition, u: int) -> reach.Steps:
    """8.4, 7.2d, 16.8b: by cost the hexes that a unit may leave in each direction; out of a ZOC not into another."""
    here, side = p.at[u], g.side[u]
    ground, enemy = open_ground(g, p, u), zone(g, p, 1 - side)
    forts = g.board.forts[1 - side] & ~p.destroyed
    slow = air.interdicted(g, p) if side == ALLIED else 0
    bound = g.one[here] if enemy >> here & 1 else 0
    found: reach.Steps = []
    for cost, sides in g.going[u].steps(forts, slow):
        free = []
        for d, sources in enumerate(sides):
            back = g.grid.opposite(d)
            free.append(sources & g.grid.step(ground, back) & ~(bound & g.grid.step(enemy, back)))
        found.append((cost, tuple(free)))
    return found
