"""16.0 Movement questioned: what the way to a Grid costs step by step, or what stands against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Part, Refusal, Tally
from meuse.engine.way import barred, questioned
from meuse.games.ghost_division.box.components import ALL
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.movement import Moving, against_step, step_cost
from meuse.games.ghost_division.table.overlays import Ways, ahead, halts, on_its_way

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


def explain_way(g: GhostDivision, p: GhostPosition, unit: str, grid: str) -> Tally:
    """The steps to a Grid with their costs; if it cannot be reached now, the last part says why not."""
    p, moving, to = questioned(on_its_way(g, p, p.who, unit), unit, grid, g.grid.bit)
    title = f"{g.names_of(moving.units)} to {grid}"
    found = ahead(g, p, moving, [])
    if grid in found:
        path = [g.grid.bit[name] for name in found[grid]["path"]]
        return Tally(title, found[grid]["cost"], tuple(_legs(g, p, moving, path)))
    refused, path = _refuse(g, p, moving, found, to)
    return barred(title, _legs(g, p, moving, path), refused)


def _legs(g: GhostDivision, p: GhostPosition, moving: Moving, path: list[int]) -> list[Part]:
    parts, here = [], moving.cell
    for to in path:
        cost, grid = step_cost(g, p, here, to), g.grid_name(to)
        if cost == ALL:
            parts.append(Part(f"{grid}: entering from the Assembly Area", "all", "6.2b"))
        elif cost == g.road_cost:
            parts.append(Part(f"{grid}: along the road", cost / 2, "16.4a"))
        else:
            parts.append(Part(f"{grid}: {g.board.terrain[to]}", (cost or 0) / 2, "16.0a"))
        here = to
    return parts


def _refuse(g: GhostDivision, p: GhostPosition, moving: Moving, found: Ways, to: int) -> tuple[Refusal, list[int]]:
    """What stands against a Grid, and the way as far as it goes: judged from the nearest Grid that can be reached."""
    near = {moving.cell: moving}
    for name, way in found.items():
        spent = 0 if isinstance(way["cost"], str) else round(2 * way["cost"])
        near[g.grid.bit[name]] = msgspec.structs.replace(moving, cell=g.grid.bit[name], spent=moving.spent + spent)
    beside = [cell for cell in near if to in g.ways[cell]]
    if not beside:
        return Refusal("16.0a", f"{g.grid_name(to)} lies too far off for this move"), []
    last = min(beside, key=lambda cell: (cell != moving.cell and halts(g, p, cell, moving), near[cell].spent))
    path = [g.grid.bit[name] for name in found[g.grid_name(last)]["path"]] if last != moving.cell else []
    refused = against_step(g, p, near[last], to)
    if last != moving.cell and halts(g, p, last, moving):
        rule = "16.2d" if moving.cell < 0 else "16.2b" if g.stops & g.one[last] else "16.2a"
        refused = Refusal(rule, f"the move ends in {g.grid_name(last)}")
    return refused or Refusal("16.0a", f"{g.grid_name(to)} lies too far off for this move"), path
