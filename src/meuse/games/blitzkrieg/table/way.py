"""12.0 Movement questioned: what the way to a hex costs step by step, or what stands against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Part, Refusal, Tally
from meuse.engine.narration import count
from meuse.engine.way import barred as no_way
from meuse.engine.way import questioned
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import stacking
from meuse.games.blitzkrieg.rules.movement import Moving, barred, step_cost
from meuse.games.blitzkrieg.rules.reach import Reach
from meuse.games.blitzkrieg.rules.zoc import zone
from meuse.games.blitzkrieg.table.overlays import WHOLE_MOVE, on_its_way

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

FAR = 200
"""Movement points that would take a unit to any hex it could ever come to."""


def explain_way(g: Blitzkrieg, p: BlitzPosition, unit: str, hex: str) -> Tally:
    """The steps to a hex with their costs; if it cannot be reached now, the last part says why not."""
    p, moving, to = questioned(on_its_way(g, p, p.who, unit), unit, hex, g.grid.bit)
    title = f"{g.counters[moving.unit].name} to {g.board.label(to)}"
    ahead = Reach(g, p, moving)
    if to in ahead.single:
        legs = _legs(g, p, moving, [to])
        whole = Part("once a turn a hex can be entered whatever it costs", WHOLE_MOVE, "12.2.3a")
        return Tally(title, WHOLE_MOVE, (*legs, whole, *_stack(g, p, moving.unit, to)))
    if to in ahead.cost:
        legs = _legs(g, p, moving, ahead.way(to))
        return Tally(title, ahead.cost[to], (*legs, *_stack(g, p, moving.unit, to)))
    refused, path = _refuse(g, p, moving, to)
    return no_way(title, _legs(g, p, moving, path), refused)


def _legs(g: Blitzkrieg, p: BlitzPosition, moving: Moving, path: list[int]) -> list[Part]:
    """What each step takes: the ground, a flood, a river, an enemy zone that is left."""
    parts, here, u = [], p.at[moving.unit], moving.unit
    going, special = g.box.going[u], g.counters[u].special
    for to in path:
        name, left = g.hex_name(to), step_cost(g, p, u, here, to) - going.price[to]
        parts.append(Part(f"{name}: {_ground(g, to)}", going.price[to], "12.3.1a"))
        if not special and zone(g, p, 1 - g.side[u]) >> here & 1:
            parts.append(Part(f"{name}: out of an enemy zone of control", g.charts.limits.zoc_exit, "14.3a"))
            left -= g.charts.limits.zoc_exit
        if left and (here, to) in g.board.river_name:
            parts.append(Part(f"{name}: over the {g.board.river_name[here, to]}", going.river, "12.3.2a"))
            left -= going.river
        if left:
            parts.append(Part(f"{name}: flooded", left, "36.3a"))
        here = to
    return parts


def _stack(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> list[Part]:
    """How full a hex would be with a unit, where others of its side stand."""
    side = g.side[u]
    others = sum(g.points[v] for v in p.units_in(hex) if g.side[v] == side and v != u)
    total, most = others + g.points[u], stacking.limit(g, p, side, hex)
    words = f"{total} of {most}" + (", too many" if total > most else "")
    return [Part(f"divisions that would stand in {g.hex_name(hex)}", words, "13.1a")] if others else []


def _ground(g: Blitzkrieg, hex: int) -> str:
    place = g.board.place_at.get(hex)
    return f"{place.called}, {g.board.terrain[hex]}" if place else g.board.terrain[hex]


def _refuse(g: Blitzkrieg, p: BlitzPosition, moving: Moving, to: int) -> tuple[Refusal, list[int]]:
    """What stands against a hex, and the way as far as it goes."""
    u, name = moving.unit, g.counters[moving.unit].name
    far = Reach(g, p, moving, FAR)
    if to in far.cost:
        takes = count(far.cost[to], "movement point")
        return Refusal("12.1a", f"{g.hex_name(to)} takes {takes}, {name} has {moving.left} left"), far.way(to)
    last = min(far.cost, key=lambda hex: (g.grid.distance(hex, to), far.cost[hex]))
    found = barred(g, p, u, last, to) if g.grid.near[last] >> to & 1 else None
    return found or Refusal("12.1a", f"no way leads on from {g.hex_name(last)} to {g.hex_name(to)}"), far.way(last)
