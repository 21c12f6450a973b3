"""8.0 Movement questioned: what the way to a hex costs step by step, or what stands against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Part, Refusal, Tally
from meuse.engine.narration import listed
from meuse.engine.way import barred, questioned
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.movement import Moving, delay, refuse_step, toll
from meuse.games.mansteins_war.rules.reach import Reach
from meuse.games.mansteins_war.rules.stacking import refuse_stack
from meuse.games.mansteins_war.rules.zoc import zone
from meuse.games.mansteins_war.table.overlays import WHOLE_MOVE, on_its_way

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

FAR = 200
"""Movement factors that would take a unit to any hex it could ever come to."""


def explain_way(g: MansteinsWar, p: MansteinPosition, unit: str, hex: str) -> Tally:
    """The steps to a hex with their costs; if it cannot be reached now, the last part says why not."""
    p, moving, to = questioned(on_its_way(g, p, p.who, unit), unit, hex, g.grid.bit)
    title = f"{g.name_of(unit)} to {hex}"
    ahead = Reach(g, p, moving)
    if to in ahead.single:
        legs = _legs(g, p, moving, [to])
        whole = Part("the first hex can always be entered", WHOLE_MOVE, "8.1a")
        return Tally(title, WHOLE_MOVE, (*legs, whole, *_stack(g, p, moving.unit, to)))
    if to == p.at[moving.unit] or to in ahead.cost:
        legs = _legs(g, p, moving, ahead.way(to) if to != p.at[moving.unit] else [])
        return Tally(title, sum(int(part.value) for part in legs), (*legs, *_stack(g, p, moving.unit, to)))
    refused, path = _refuse(g, p, moving, to)
    return barred(title, _legs(g, p, moving, path), refused)


def _legs(g: MansteinsWar, p: MansteinPosition, moving: Moving, path: list[int]) -> list[Part]:
    """What each step takes: the ground, a river, enemy works, air units over the hex that is left."""
    parts, here, u = [], p.at[moving.unit], moving.unit
    going = g.going[u]
    for to in path:
        name, works = g.hex_name(to), g.board.forts[1 - g.side[u]] & ~p.destroyed & g.one[to]
        late, river = delay(g, p, u, here), going.river if (here, to) in g.board.river_name else 0
        ground = toll(g, p, u, here, to) - river
        label = "enemy fortress" if works and ground > going.price[to] else _ground(g, to)
        parts.append(Part(f"{name}: {label}", ground, "17.0b" if label == "enemy fortress" else "8.4a"))
        if river:
            parts.append(Part(f"{name}: over the {g.board.river_name[here, to]}", river, "8.4b"))
        if late:
            parts.append(Part(f"{name}: enemy air units", late, "16.8b"))
        here = to
    return parts


def _stack(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> list[Part]:
    """Who would stand together in a hex, and whether they may, where others of its side do."""
    others = [v for v in p.units_in(hex) if g.side[v] == g.side[u] and v != u]
    if not others:
        return []
    refused = refuse_stack(g, p, [*others, u], hex)
    label = f"{listed([g.counters[v].name for v in (*others, u)])} in {g.hex_name(hex)}"
    return [Part(label, "too many", refused.rule) if refused else Part(label, "fit", "6.0a")]


def _ground(g: MansteinsWar, hex: int) -> str:
    place = g.board.place_at.get(hex)
    return f"{place.called}, {g.board.terrain[hex]}" if place else g.board.terrain[hex]


def _refuse(g: MansteinsWar, p: MansteinPosition, moving: Moving, to: int) -> tuple[Refusal, list[int]]:
    """What stands against a hex, and the way as far as it goes."""
    u, name = moving.unit, g.counters[moving.unit].name
    far = Reach(g, p, moving, FAR)
    if to in far.cost:
        reason = f"{g.hex_name(to)} takes {far.cost[to]} movement factors, but {name} has {moving.left}"
        return Refusal("8.0a", f"{reason} left" if moving.begun else reason), far.way(to)
    enemy = zone(g, p, 1 - g.side[u])
    last = min(far.cost, key=lambda hex: (g.grid.distance(hex, to), far.cost[hex]))
    path = far.way(last) if last != far.start else []
    if p.occupied[1 - g.side[u]] >> to & 1:
        return Refusal("6.0e", f"enemy units are in {g.hex_name(to)}"), path
    if enemy >> last & 1 and (path or moving.begun):
        return Refusal("7.2c", f"{name} must stop in {g.hex_name(last)}, in an enemy zone of control"), path
    if g.grid.direction(last, to) < 0:
        return Refusal("8.0c", f"no way leads on from {g.hex_name(last)} to {g.hex_name(to)}"), path
    twin = p.copy()
    twin.put(g, u, last)
    return refuse_step(g, twin, Moving(u, FAR, moving.begun or bool(path)), to), path
