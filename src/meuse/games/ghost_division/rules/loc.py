"""7.0 Line of Communications: off road within Mobility, then along roads, to a Logistics unit or the Assembly Area."""

from __future__ import annotations

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
    for u in g.ground_units:
        if g.is_logistics[u] and p.places[u] >= 0 and (depots is None or depots >> u & 1):
            found |= g.one[p.places[u]]
    return found


def road_net(g: GhostDivision, p: GhostPosition, depots: int) -> int:
    """Free road Grids from which a road leads to the Assembly Area or to one of these Logistics Grids (7.1a)."""
    free = g.board.road_cells & ~blocked(p)
    return g.grid.flood((g.board.road_exits | depots) & free, free, g.crossings(p).road)


def traces(g: GhostDivision, p: GhostPosition, cell: int, mobility: int, depots: int, assembly: bool = True) -> bool:
    """Whether a LOC runs from this Grid, in which the trace starts whatever is there (7.2c)."""
    start = g.one[cell]
    if start & depots:
        return True
    crossings = g.crossings(p)
    net = road_net(g, p, depots) if assembly else _net_to(g, p, depots)
    if start & g.board.road_exits and assembly:
        return True
    for d in range(4):
        if start & crossings.road[d] and g.grid.step(start, d) & net:
            return True
    return _off_road(g, p, start, mobility, net | (depots & ~blocked(p)), assembly)


def _net_to(g: GhostDivision, p: GhostPosition, depots: int) -> int:
    free = g.board.road_cells & ~blocked(p)
    return g.grid.flood(depots & free, free, g.crossings(p).road)


def _off_road(g: GhostDivision, p: GhostPosition, start: int, mobility: int, goals: int, assembly: bool) -> bool:
    """7.0b: Grids entered, up to and including the goal; stepping off the east edge counts as one."""
    free = g.grid.board & ~blocked(p)
    sides = g.crossings(p).open
    front = reached = start
    for _ in range(mobility):
        if front & goals:
            return True
        if assembly and front & g.board.east_edge:
            return True
        out = 0
        for d in range(4):
            out |= g.grid.step(front & sides[d], d)
        front = out & free & ~reached
        reached |= front
    return bool(front & goals)


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
    for u in g.ground_units:
        if g.is_logistics[u] and p.places[u] >= 0:
            depots |= g.one[cell] if units >> u & 1 else g.one[p.places[u]]
    return traces(g, p, cell, mobility, depots)


def town_has_loc(g: GhostDivision, p: GhostPosition, cell: int) -> bool:
    """3.1d: from a town all the way to the Assembly Area, at any length, on roads or off."""
    free = g.grid.board & ~blocked(p)
    return bool(g.grid.flood(g.board.east_edge & free, free, g.crossings(p).open) & g.one[cell])
