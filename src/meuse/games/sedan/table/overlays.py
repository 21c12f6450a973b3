"""What can be laid over the map for a player's eyes: reach, zones of control, supply, range and objectives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Action, BadInput
from meuse.engine.way import setting_out
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import DIRTY, DUE, SedanPosition
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.rules.reach import Reach
from meuse.games.sedan.rules.stacking import limit_in
from meuse.games.sedan.rules.supply import explain_supply, supplied_hexes, trace
from meuse.games.sedan.rules.zoc import zone_of_control

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Ways = dict[str, dict[str, Any]]


def reach(g: Sedan, p: SedanPosition, side: str, unit: str) -> Ways:
    """9.0e: every hex that a piece can go to now, with the words that take it there."""
    set_out = on_its_way(g, p, (side,), unit)
    if set_out is None:
        return {}
    p, moving, words = set_out
    found = _ahead(g, p, side, moving, words)
    for hex, way in found.items():
        if overfull(g, p, moving, g.grid.bit[hex]):
            way["crowded"] = "7.1a"
    return found


def overfull(g: Sedan, p: SedanPosition, moving: Moving, hex: int) -> bool:
    """7.1f: whether the movers would break the limit if they stayed there."""
    there = [u for u in p.stacks.get(hex, ()) if u not in moving.movers]
    points = sum(g.points[u] for u in (*there, *moving.movers))
    return points > limit_in(g, p, hex, marching=True)


def on_its_way(
    g: Sedan, p: SedanPosition, sides: Iterable[str], unit: str
) -> tuple[SedanPosition, Moving, list[Action]] | None:
    """The position with the unit marching or entering, and the words that bring it about; None if it cannot."""
    return setting_out(g, p, sides, unit, Moving, lambda moving: unit in g.by_id and g.by_id[unit] in moving.movers,
                       ("move", "enter"))


def _ahead(g: Sedan, p: SedanPosition, side: str, moving: Moving, words: list[str]) -> Ways:
    if moving.hex == DUE:
        return _entering(g, p, side, words)
    ahead, found = Reach(g, p, moving), {}
    allowed = set(g.legal(p, side))
    mixed = len({g.movement_class[u] for u in moving.movers}) > 1
    for cell in ahead.hexes():
        path = [g.hex_name(c) for c in ahead.way(cell)]
        if path and f"step {path[0]}" in allowed and (not mixed or _can_walk(g, p, side, path)):
            cost: float | str = "whole move" if cell in ahead.single else ahead.cost[cell] / 2
            found[path[-1]] = {"cost": cost, "path": path, "actions": [*words, *(f"step {h}" for h in path)]}
    return found


def _can_walk(g: Sedan, p: SedanPosition, side: str, path: list[str]) -> bool:
    """9.3b: whether every member of the stack can pay for the whole path."""
    twin = p.copy()
    for hex in path:
        if f"step {hex}" not in g.legal(twin, side):
            return False
        g.apply(twin, side, f"step {hex}")
    return True


def _entering(g: Sedan, p: SedanPosition, side: str, words: list[str]) -> Ways:
    """4.0a: on at the entry hex, and on from there."""
    found: Ways = {}
    for word in g.legal(p, side):
        if not word.startswith("step "):
            continue
        twin, hex = p.copy(), word.removeprefix("step ")
        g.apply(twin, side, word)
        moving = twin.frames[-1]
        assert isinstance(moving, Moving)
        spent = moving.spent[g.movement_class[moving.movers[0]]] / 2
        found[hex] = {"cost": spent, "path": [hex], "actions": [*words, word]}
        for to, way in _ahead(g, twin, side, moving, [*words, word]).items():
            cost = way["cost"] if isinstance(way["cost"], str) else way["cost"] + spent
            if to not in found or (not isinstance(cost, str) and cost < found[to]["cost"]):
                found[to] = {"cost": cost, "path": [hex, *way["path"]], "actions": way["actions"]}
    return found


def overlay(g: Sedan, p: SedanPosition, what: str, side: str | None = None, unit: str | None = None) -> dict[str, Any]:
    """ "zoc" of a side, "supply" of a side or a piece, "range" of a headquarters, "victory"."""
    if what == "victory":
        return _victory(g)
    if unit is not None:
        if unit not in g.by_id or not p.on_map(g.by_id[unit]):
            raise BadInput(f"{unit!r} is not a piece on the map")
        return _of_unit(g, p, what, g.by_id[unit])
    if side not in SIDES:
        raise BadInput(f"overlay {what!r}: expected a side, {' or '.join(SIDES)}, or a piece")
    s = SIDES.index(side)
    if what == "zoc":
        return {"hexes": g.grid.names_of(zone_of_control(g, p, s)), "lines": [], "note": f"Zones of control: {side}"}
    if what == "supply":
        return {"hexes": g.grid.names_of(supplied_hexes(g, p, s)), "lines": [], "note": f"Hexes in supply: {side}"}
    if what == "range":
        reached = 0
        for u, unit_now in enumerate(p.units):
            if g.side[u] == s and g.is_hq[u] and unit_now.hex >= 0:
                reached |= g.grid.disc(unit_now.hex, g.range[u])
        return {"hexes": g.grid.names_of(reached), "lines": [], "note": f"Range of headquarters: {side}"}
    raise BadInput(f"there is no overlay {what!r}; known: zoc, supply, range, victory")


def _of_unit(g: Sedan, p: SedanPosition, what: str, u: int) -> dict[str, Any]:
    hex = p.units[u].hex
    if what == "supply":
        path, tally = trace(g, p, u), explain_supply(g, p, u)
        why = "" if path else f": {tally.parts[0].label} ({tally.parts[0].rule})"
        return {"hexes": path, "lines": [path] if path else [], "note": f"{tally.title}{why}"}
    if what == "range":
        reached = g.grid.disc(hex, g.range[u]) if g.is_hq[u] else 0
        return {"hexes": g.grid.names_of(reached), "lines": [], "note": f"Range of {g.counters[u].name}: {g.range[u]}"}
    if what == "zoc":
        twin = p.copy()
        twin.fighting[g.side[u]] = 0 if g.is_hq[u] else g.one[hex]
        twin.zone = [DIRTY, DIRTY]
        return {"hexes": g.grid.names_of(zone_of_control(g, twin, g.side[u])), "lines": [],
                "note": f"Zone of control of {g.counters[u].name}"}
    raise BadInput(f"there is no overlay {what!r} of a piece; known: zoc, supply, range")


def _victory(g: Sedan) -> dict[str, Any]:
    """16.7b, 16.10f, 16.10g."""
    if g.scenario == "race-to-the-meuse":
        return {"hexes": g.grid.names_of(g.board.west), "lines": [], "note": "West of the Meuse (16.7b)"}
    exits = sorted(g.hex_name(c) for c in g.exits)
    return {"hexes": [*g.grid.names_of(g.board.west & ~g.grid.set_of(exits)), *exits], "lines": [],
            "exits": exits, "note": f"West of the Meuse (16.10f); German exits {', '.join(exits)} (16.10g)"}
