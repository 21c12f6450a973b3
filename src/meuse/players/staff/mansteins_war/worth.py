"""What steps and hexes are worth, in victory points."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.games.mansteins_war.box.components import GERMAN, SIDES
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import victory

FACTOR = 0.22
"""A factor of strength, the mean of attack and defence."""
CARRIER = 1.5
"""A mobile logistics unit, on which whole armies depend."""


class Worth:
    """What the pieces are worth to a staff officer; both sides reckon alike."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g = game
        self.prize = [self._prize(u) for u in range(len(game.counters))]
        """What the enemy scores for each unit's end (3.4e, 3.5d)."""

    def _prize(self, u: int) -> float:
        c = self.g.counters[u]
        points = self.g.charts.victory[SIDES[1 - c.side]]
        if c.logistics:
            return CARRIER
        if c.mech:
            return points.mech_corps if c.mech_corps else points.mech_other
        return points.army if c.army else 0.0

    def step(self, u: int, steps: int) -> float:
        """The step that a unit with so many loses next."""
        c = self.g.counters[u]
        weaker = c.attack[steps] + c.defence[steps] - c.attack[steps - 1] - c.defence[steps - 1]
        return FACTOR * weaker / 2 + (self.prize[u] if steps == 1 else 0.0)

    def losses(self, p: MansteinPosition, units: Iterable[int], most: int = 3) -> list[float]:
        """By number of steps lost, what they cost an owner who gives the cheapest first; all there are at the end."""
        left = {u: p.steps[u] for u in units}
        costs = [0.0]
        for _ in range(most):
            if not left:
                break
            u = min(left, key=lambda u: (self.step(u, left[u]), u))
            costs.append(costs[-1] + self.step(u, left[u]))
            left[u] -= 1
            if not left[u]:
                del left[u]
        return costs + costs[-1:] * (most + 1 - len(costs))

    def whole(self, p: MansteinPosition, u: int) -> float:
        """All that is left of a unit."""
        return sum(self.step(u, steps) for steps in range(1, p.steps[u] + 1))

    def hex(self, p: MansteinPosition, hex: int) -> int:
        """The points that hang on a hex: what the side scores to which it is foreign ground (3.4, 3.5)."""
        side = GERMAN if self.g.board.home[1] >> hex & 1 else 1
        return victory.worth(self.g, p, side, hex)[0] if self.g.contested >> hex & 1 else 0
