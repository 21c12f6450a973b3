"""Reach with costs by cell and side, against a plain search, on random boards."""

from __future__ import annotations

import heapq
from random import Random

import pytest

from meuse.engine.hexes import Grid, bits
from meuse.engine.reach import Reach, with_extras

BUDGET = 12


class Board:
    """Random costs of cells, closed sides, dear sides and cells that stop whoever enters."""

    def __init__(self, kind: str, seed: int) -> None:
        rng = Random(seed)
        self.grid = Grid(kind, (1, 9), (1, 8))
        cells = self.grid.cells
        self.enter = {c: rng.choice((1, 2, 4)) for c in cells}
        self.closed = self._some(rng, 0.15)
        self.river, self.ridge = (2, self._some(rng, 0.2)), (1, self._some(rng, 0.2))
        self.stop = sum(1 << c for c in cells if rng.random() < 0.15)
        self.start = rng.choice(cells)
        by_cost = {n: sum(1 << c for c in cells if self.enter[c] == n) for n in (1, 2, 4)}
        self.steps = with_extras(self.grid, by_cost, self.closed, (self.river, self.ridge))

    def _some(self, rng: Random, share: float) -> tuple[int, ...]:
        return tuple(sum(1 << c for c in self.grid.cells if rng.random() < share) for _ in range(self.grid.sides))

    def price(self, here: int, d: int, to: int) -> int | None:
        if self.closed[d] >> here & 1:
            return None
        return self.enter[to] + sum(cost for cost, sides in (self.river, self.ridge) if sides[d] >> here & 1)

    def searched(self) -> dict[int, int]:
        found: dict[int, int] = {}
        queue = [(0, self.start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if here in found:
                continue
            found[here] = spent
            if self.stop >> here & 1 and here != self.start:
                continue
            for d, to in enumerate(self.grid.neighbour[here]):
                price = self.price(here, d, to) if to >= 0 else None
                if price is not None and spent + price <= BUDGET:
                    heapq.heappush(queue, (spent + price, to))
        return found

    def walked(self, path: list[int]) -> int:
        """What a path costs step by step; every step must be open."""
        spent, here = 0, self.start
        for to in path:
            assert here == self.start or not self.stop >> here & 1
            price = self.price(here, self.grid.direction(here, to), to)
            assert price is not None
            spent, here = spent + price, to
        return spent


@pytest.mark.parametrize("kind", ["pointy", "flat", "square"])
@pytest.mark.parametrize("seed", range(8))
def test_costs_and_paths_are_those_of_a_plain_search(kind: str, seed: int) -> None:
    board = Board(kind, seed)
    reach = Reach(board.grid, board.start, BUDGET, board.steps, board.stop)
    assert reach.cost == board.searched()
    for cell, cost in reach.cost.items():
        path = reach.path(cell)
        assert (path[-1] if path else board.start) == cell
        assert board.walked(path) == cost


def test_the_last_step_may_be_asked_for_among_some_steps_only() -> None:
    board = Board("pointy", 3)
    cheap, rest = board.steps[:1], board.steps[1:]
    reach = Reach(board.grid, board.start, BUDGET, board.steps, board.stop)
    differ = 0
    for cell in bits(board.grid.board & ~(1 << board.start)):
        path = reach.path(cell, last=rest) if cell in reach.cost else []
        if path:
            before = path[-2] if len(path) > 1 else board.start
            price = board.price(before, board.grid.direction(before, cell), cell)
            assert price is not None
            assert price > cheap[0][0]
            assert board.walked(path) <= BUDGET
            differ += board.walked(path) > reach.cost[cell]
    assert differ, "somewhere the cheapest way in is not among them"
