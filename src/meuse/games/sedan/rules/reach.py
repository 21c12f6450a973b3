"""9.0 Movement seen ahead: every hex that a unit can reach, what it costs, and the path.

The rules do not need it: it serves the players' eyes (shaded reach, the path under the pointer) and the computer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine import reach
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.movement import Moving, ground_for
from meuse.games.sedan.rules.supply import is_out, movement_allowance

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


class Reach(reach.Reach):
    """What the movers of a `Moving` frame can still reach. Mixed stacks are judged by their slowest member's class."""

    def __init__(self, g: Sedan, p: SedanPosition, moving: Moving, budget: int | None = None) -> None:
        """With a budget, as if the movers had so many half points left."""
        slow = min(
            moving.movers, key=lambda u: movement_allowance(g, p, u) - moving.spent[g.movement_class[u]]
        )
        k, ground = g.movement_class[slow], ground_for(g, p, g.side[slow])
        road, self.off_road = ground.steps(k)
        left = movement_allowance(g, p, slow) - moving.spent[k] if budget is None else budget
        super().__init__(
            g.grid, moving.hex, 0 if moving.halted else max(0, left), road + self.off_road, ground.zone
        )
        self.single: set[int] = set()
        """Hexes reached only as the whole move: over a Major River (9.1b), or short of points (9.1f)."""
        if not moving.steps:
            short = is_out(p, slow) and g.halts_without_supply[slow]
            here = g.one[moving.hex]
            self.single = {
                to for d, to in g.ways[moving.hex]
                if to not in self.cost and not ground.closed[False][d] & here and (short or ground.whole_move[d] & here)
            }

    def hexes(self) -> list[int]:
        return [*self.cost, *self.single]

    def off_road_cost(self, to: int) -> int | None:
        """The least cost of entering a hex at the ordinary rate, which leaves no Road Move marker."""
        found = self.last_step(to, self.off_road)
        return found[0] if found else None

    def way(self, to: int, off_road: bool = False) -> list[int]:
        """The hexes of a cheapest path, the start left out; the last step at the ordinary rate if wanted."""
        if to in self.single:
            return [to]
        return self.path(to, self.off_road if off_road else None)
