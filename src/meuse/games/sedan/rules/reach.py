"""9.0 Movement seen ahead: every hex that a unit can reach, what it costs, and the path.

The same costs as in `movement.step_costs`, but for all hexes at once, as sets. The rules do not need it: it serves the
players' eyes (shaded reach, the path under the pointer) and the computer's plans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.movement import LEAVE_ZOC, Moving
from meuse.games.sedan.rules.supply import is_out, movement_allowance
from meuse.games.sedan.rules.zoc import zone_of_control

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Steps = list[tuple[int, tuple[int, ...]]]
"""Cost in half points, and for each direction the hexes that may be left that way for it."""


def ordinary_steps(g: Sedan, p: SedanPosition, k: int, zone: int, enemies: int) -> Steps:
    """9.0e, 8.0j, 8.0m: steps off the road for a movement class, given the enemy's zone of control and hexes."""
    crossings, grid = g.crossings(p), g.grid
    found: dict[int, list[int]] = {}
    for kind, cells in g.hexes_by_cost[k].items():
        dry, safe = cells & ~enemies, cells & ~enemies & ~zone
        for d in range(6):
            back = grid.opposite(d)
            land = grid.step(dry, back) & ~crossings.unbridged[d]
            ford = grid.step(safe, back) & crossings.unbridged[d] & ~crossings.barrier[d]
            for cost, sources in ((kind, land), (kind + g.minor_cost[k], ford)):
                found.setdefault(cost, [0] * 6)[d] |= sources & ~zone
                found.setdefault(cost + LEAVE_ZOC, [0] * 6)[d] |= sources & zone
    return [(cost, tuple(sides)) for cost, sides in sorted(found.items()) if any(sides)]


def road_steps(g: Sedan, p: SedanPosition, k: int, zone: int, enemies: int) -> Steps:
    """9.2a, 8.0k, 9.2e: steps at the road rate."""
    crossings, grid = g.crossings(p), g.grid
    open_hexes = grid.board & ~enemies & ~zone & ~p.roadblocks
    sides = tuple(
        crossings.road[d] & ~zone & grid.step(open_hexes, grid.opposite(d)) for d in range(6)
    )
    return [(g.road_cost[k], sides)]


class Reach:
    """What the movers of a `Moving` frame can still reach. Mixed stacks are judged by their slowest member's class."""

    def __init__(self, g: Sedan, p: SedanPosition, moving: Moving, budget: int | None = None) -> None:
        """With a budget, as if the movers had so many half points left."""
        self.g, self.start = g, moving.hex
        slow = min(
            moving.movers, key=lambda u: movement_allowance(g, p, u) - moving.spent[g.movement_class[u]]
        )
        k, enemy = g.movement_class[slow], 1 - g.side[slow]
        zone = zone_of_control(g, p, enemy)
        self.off_road = ordinary_steps(g, p, k, zone, p.occupied[enemy])
        self.road = road_steps(g, p, k, zone, p.occupied[enemy])
        left = movement_allowance(g, p, slow) - moving.spent[k] if budget is None else budget
        self.budget = 0 if moving.halted else max(0, left)
        self.stop = zone
        self.levels = g.grid.reach(1 << self.start, self.budget, self.road + self.off_road, zone)
        self.cost = {cell: spent for spent, cells in enumerate(self.levels) for cell in bits(cells)}
        self.single: set[int] = set()
        """Hexes reached only as the whole move: over a Major River (9.1b), or short of points (9.1f)."""
        if not moving.steps and not moving.halted:
            self._first_hexes(g, p, zone, p.occupied[enemy], is_out(p, slow) and g.halts_without_supply[slow])

    def _first_hexes(self, g: Sedan, p: SedanPosition, zone: int, enemies: int, short: bool) -> None:
        here, barrier = g.one[self.start], g.crossings(p).barrier
        for d, to in g.ways[self.start]:
            if to in self.cost or (zone | enemies) & g.one[to] & ~(0 if barrier[d] & here else zone):
                continue
            over = barrier[d] & here and not zone & (here | g.one[to])
            if over or (short and not barrier[d] & here and any(sides[d] & here for _, sides in self.off_road)):
                self.single.add(to)

    def hexes(self) -> list[int]:
        return [*self.cost, *self.single]

    def off_road_cost(self, to: int) -> int | None:
        """The least cost of entering a hex at the ordinary rate, which leaves no Road Move marker."""
        found = self._last_step(to, self.off_road)
        return found[0] if found else None

    def _last_step(self, to: int, steps: Steps, limit: int | None = None) -> tuple[int, int] | None:
        """The cheapest way into a hex by these steps: total cost and the hex before."""
        best: tuple[int, int] | None = None
        for d, before in enumerate(self.g.grid.neighbour[to]):
            back = self.g.grid.opposite(d)
            if before < 0 or before not in self.cost or (self.stop >> before & 1 and before != self.start):
                continue
            for cost, sides in steps:
                total = self.cost[before] + cost
                if sides[back] >> before & 1 and total <= (self.budget if limit is None else limit):
                    best = min(best or (total, before), (total, before))
        return best

    def path(self, to: int, off_road: bool = False) -> list[int]:
        """The hexes of a cheapest path, the start left out; the last step at the ordinary rate if wanted."""
        if to in self.single:
            return [to]
        found = [to]
        if off_road:
            last = self._last_step(to, self.off_road)
            if last is None:
                return []
            if last[1] == self.start:
                return found
            found.append(last[1])
        while found[-1] != self.start:
            here = found[-1]
            before = self._last_step(here, self.road + self.off_road, self.cost[here])
            assert before is not None
            found.append(before[1])
        return found[-2::-1]
