"""Movement seen ahead on any grid: every cell that can be reached, what it costs, and the path.

A way of stepping is a cost, and for each direction the set of cells that may be left that way for it. What a cell
costs to enter, what bars a side and what a side costs besides come as sets, so that a game judges a step in one place
and this follows it over the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meuse.engine.hexes import Grid, bits

Sides = tuple[int, ...]
"""For each direction a set of cells."""

Steps = list[tuple[int, Sides]]
"""Costs, each with the cells that may be left in each direction for it."""


def with_extras(
    grid: Grid, cells_by_cost: Mapping[int, int], closed: Sides, extras: Sequence[tuple[int, Sides]]
) -> Steps:
    """The steps into cells of these costs where no side is closed, with the extra costs of the sides that have them."""
    found: dict[int, list[int]] = {}
    for cost, cells in cells_by_cost.items():
        for d in range(grid.sides):
            classes = {cost: grid.step(cells, grid.opposite(d)) & ~closed[d]}
            for extra, sides in extras:
                classes = dear(classes, extra, sides[d])
            for total, sources in classes.items():
                found.setdefault(total, [0] * grid.sides)[d] |= sources
    return [(cost, tuple(sides)) for cost, sides in sorted(found.items()) if any(sides)]


def dear(classes: Mapping[int, int], extra: int, cells: int) -> dict[int, int]:
    """Sets by cost, with those of these cells moved up by the extra cost."""
    found: dict[int, int] = {}
    for cost, sources in classes.items():
        found[cost] = found.get(cost, 0) | sources & ~cells
        found[cost + extra] = found.get(cost + extra, 0) | sources & cells
    return found


class Reach:
    """The cells within a budget of a start. A cell in `stop` may be entered but not left again, the start excepted."""

    def __init__(self, grid: Grid, start: int, budget: int, steps: Steps, stop: int = 0) -> None:
        self.grid, self.start, self.budget, self.steps, self.stop = grid, start, budget, steps, stop
        self.levels = grid.reach(1 << start, budget, steps, stop)
        self.cost = {cell: spent for spent, cells in enumerate(self.levels) for cell in bits(cells)}

    def last_step(self, to: int, steps: Steps, limit: int | None = None) -> tuple[int, int] | None:
        """The cheapest way into a cell by these steps: total cost and the cell before."""
        best: tuple[int, int] | None = None
        most = self.budget if limit is None else limit
        for d, before in enumerate(self.grid.neighbour[to]):
            back = self.grid.opposite(d)
            if before < 0 or before not in self.cost or (self.stop >> before & 1 and before != self.start):
                continue
            for cost, sides in steps:
                total = self.cost[before] + cost
                if sides[back] >> before & 1 and total <= most and (best is None or (total, before) < best):
                    best = total, before
        return best

    def path(self, to: int, last: Steps | None = None) -> list[int]:
        """The cells of a cheapest path, the start left out; the last step is one of `last` if wanted."""
        found = [to]
        if last is not None:
            step = self.last_step(to, last)
            if step is None:
                return []
            found.append(step[1])
        while found[-1] != self.start:
            here = found[-1]
            before = self.last_step(here, self.steps, self.cost[here])
            assert before is not None
            found.append(before[1])
        return found[-2::-1]
