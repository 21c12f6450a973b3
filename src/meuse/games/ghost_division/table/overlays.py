"""What can be laid over the map for a player's eyes: reach, lines of communications, objectives, the route."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Action, BadInput
from meuse.engine.hexes import bits
from meuse.engine.way import setting_out
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.loc import Network, blocked, grids_with_loc, has_loc, logistics
from meuse.games.ghost_division.rules.movement import Moving, judge_steps
from meuse.games.ghost_division.rules.victory import occupied

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

Ways = dict[str, dict[str, Any]]


def reach(g: GhostDivision, p: GhostPosition, side: str, unit: str) -> Ways:
    """16.0a: every Grid that a piece, or the stack under way, can go to now, with the words that take it there."""
    set_out = on_its_way(g, p, (side,), unit)
    return ahead(g, *set_out) if set_out else {}


def on_its_way(
    g: GhostDivision, p: GhostPosition, sides: Iterable[str], unit: str
) -> tuple[GhostPosition, Moving, list[Action]] | None:
    """The position with the unit on its way, and the words that bring it about; None if it cannot."""
    return setting_out(g, p, sides, unit, Moving, lambda moving: unit in g.by_id and g.by_id[unit] in moving.units,
                       ("move", "exploit"))


def ahead(g: GhostDivision, p: GhostPosition, moving: Moving, words: list[str]) -> Ways:
    """Cheapest paths, as far as nothing can be known to halt the movers: markers, woods and the east edge end them."""
    left, needed = moving.means(g, p)
    best: dict[int, tuple[int, list[int]]] = {moving.cell: (0, [])}
    queue = [moving.cell]
    while queue:
        cell = queue.pop(0)
        spent, path = best[cell]
        if path and halts(g, p, cell, moving):
            continue
        for to, bar, cost, _ in judge_steps(g, p, cell, left - spent, needed):
            total = spent + max(cost, 0)
            if not bar and (to not in best or total < best[to][0]):
                best[to] = (total, [*path, to])
                queue.append(to)
    found: Ways = {}
    for cost, path in best.values():
        if path:
            names = [g.grid_name(c) for c in path]
            price: float | str = "all" if moving.cell < 0 else cost / 2
            found[names[-1]] = {"cost": price, "path": names, "actions": [*words, *(f"step {n}" for n in names)]}
    return found


def halts(g: GhostDivision, p: GhostPosition, cell: int, moving: Moving) -> bool:
    """16.2: whatever a player can see to halt a move there."""
    bit = g.one[cell]
    return bool((g.stops | blocked(p)) & bit) or moving.cell < 0


def overlay(
    g: GhostDivision, p: GhostPosition, what: str, side: str | None = None, unit: str | None = None
) -> dict[str, Any]:
    """ "supply" (of a unit, or all Grids from which the road home is open), "victory", "route"."""
    if what == "route":
        return _route(g)
    if what == "victory":
        return _victory(g, p)
    if what == "supply" and unit is not None:
        return _line(g, p, unit)
    if what == "supply":
        net = g.grid.names_of(Network(g, p, logistics(g, p)).roads)
        return {"hexes": net, "lines": [], "note": "Road Grids with a LOC to the Assembly Area or Logistics"}
    raise BadInput(f"there is no overlay {what!r}; known: supply, victory, route")


def _route(g: GhostDivision) -> dict[str, Any]:
    """Where 7th Panzer went, turn by turn."""
    grids = [grid for leg in g.board.file.route for grid in leg.grids]
    ends = ", ".join(f"turn {leg.turn} {leg.grids[-1]}" for leg in g.board.file.route)
    return {"hexes": grids, "lines": [["AA", *grids]], "note": f"Rommel's route: {ends}"}


def _victory(g: GhostDivision, p: GhostPosition) -> dict[str, Any]:
    """3.1a: the towns; which of them are held, and which of those lack a LOC."""
    held = occupied(g, p)
    cut = [g.board.towns[c] for c in bits(held & ~grids_with_loc(g, p))]
    note = f"{held.bit_count()} of {len(g.board.towns)} towns occupied"
    if cut:
        note += f"; without a LOC: {', '.join(cut)}"
    return {"hexes": g.grid.names_of(g.board.town_cells), "held": g.grid.names_of(held), "lines": [], "note": note}


def _line(g: GhostDivision, p: GhostPosition, unit: str) -> dict[str, Any]:
    if unit not in g.by_id or p.places[g.by_id[unit]] < 0:
        raise BadInput(f"{unit!r} is not a unit on the map")
    u = g.by_id[unit]
    name = g.units[u].name
    if has_loc(g, p, u):
        net = g.grid.names_of(Network(g, p, logistics(g, p)).roads)
        return {"hexes": net, "lines": [], "note": f"{name} has a LOC (7.0a)"}
    note = f"{name} has no LOC: markers or rivers bar it (7.2a, 7.2b)"
    return {"hexes": [g.grid_name(p.places[u])], "lines": [], "note": note}
