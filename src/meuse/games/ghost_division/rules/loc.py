"""7.0 Line of Communications: off road within Mobility, then along roads, to a Logistics unit or the Assembly Area."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from meuse.games.ghost_division.position import GhostPosition

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


def blocked(p: GhostPosition) -> int:
    """7.2a: Grids with an Allied Formation or Fog of War marker, whoever else is there."""
    return p.formation_cells | p.fog_cells


def logistics(g: GhostDivision, p: GhostPosition, depots: int | None = None) -> int:
    """Grids with a Logistics unit; `depots` limits them to those counters."""
    found = 0
    for u in g.depots:
        if p.places[u] >= 0 and (depots is None or depots >> u & 1):
            found |= g.one[p.places[u]]
    return found


class Network:
    """What LOCs are traced over as things stand: free Grids, crossings, and the Logistics Grids that serve.

    Without `assembly` the Assembly Area does not serve.
    """

    def __init__(self, g: GhostDivision, p: GhostPosition, depots: int, assembly: bool = True) -> None:
        self.g, self.depots, self.assembly = g, depots, assembly
        self.free, self.crossings = ~blocked(p), g.crossings(p)
        self.found: dict[tuple[int, int], bool] = {}

    @cached_property
    def roads(self) -> int:
        """Free road Grids from which a road leads to the Assembly Area or to one of these Logistics Grids (7.1a)."""
        board, free = self.g.board, self.g.board.road_cells & self.free
        sources = self.depots | board.road_exits if self.assembly else self.depots
        return self.g.grid.flood(sources, free, self.crossings.road)

    def traces(self, cell: int, mobility: int) -> bool:
        """Whether a LOC runs from this Grid, in which the trace starts whatever is there (7.2c)."""
        known = self.found.get((cell, mobility))
        if known is None:
            known = self.found[cell, mobility] = self._off_road(self.g.one[cell], mobility)
        return known

    def _off_road(self, start: int, mobility: int) -> bool:
        """7.0b: Grids entered, up to and including the goal; stepping off the east edge counts as one.

        A road that leads on is among the goals, in the Grid itself or the next.
        """
        step, sides = self.g.grid.step, self.crossings.open
        goals = self.roads | self.depots
        front = reached = start
        for _ in range(mobility):
            if front & goals or (self.assembly and front & self.g.board.east_edge):
                return True
            out = 0
            for d in range(4):
                out |= step(front & sides[d], d)
            front = out & self.free & ~reached
            reached |= front
        return bool(front & goals)


def traces(g: GhostDivision, p: GhostPosition, cell: int, mobility: int, depots: int, assembly: bool = True) -> bool:
    """Whether a LOC runs from this Grid to one of these Logistics Grids or to the Assembly Area."""
    return Network(g, p, depots, assembly).traces(cell, mobility)


def with_loc(g: GhostDivision, p: GhostPosition, network: Network) -> int:
    """The units on the map that can trace a LOC or have Air Supply (7.0a, 28.5b), as a set."""
    found = 0
    for u in g.ground_units:
        cell = p.places[u]
        if cell >= 0 and (cell == p.lifted or network.traces(cell, g.mobility[u])):
            found |= 1 << u
    return found


def has_loc(g: GhostDivision, p: GhostPosition, u: int) -> bool:
    """Whether a unit can trace a LOC (7.0a); Air Supply in its Grid serves as well (28.5b)."""
    cell = p.places[u]
    if cell < 0 or cell == p.lifted:
        return True
    return traces(g, p, cell, g.mobility[u], logistics(g, p))


def grid_has_loc(g: GhostDivision, p: GhostPosition, cell: int, mobility: int, units: int = 0) -> bool:
    """21.1c: the LOC of a Grid to which these units would withdraw, Logistics among them included."""
    if cell == p.lifted:
        return True
    depots = 0
    for u in g.depots:
        if p.places[u] >= 0:
            depots |= g.one[cell] if units >> u & 1 else g.one[p.places[u]]
    return traces(g, p, cell, mobility, depots)


def grids_with_loc(g: GhostDivision, p: GhostPosition) -> int:
    """3.1d: Grids with a LOC all the way to the Assembly Area, at any length, on roads or off."""
    free = ~blocked(p)
    return g.grid.flood(g.board.east_edge, free, g.crossings(p).open)
