"""9.0 Movement questioned: what the way to a hex costs step by step, or what stands against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import BadInput, Part, Refusal, Tally
from meuse.engine.hexes import bits
from meuse.engine.way import barred, questioned
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.movement import Moving, explain_step, ground_for
from meuse.games.sedan.rules.reach import Reach
from meuse.games.sedan.rules.supply import movement_allowance
from meuse.games.sedan.table.overlays import on_its_way

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

FAR = 400
"""Half points that would take a unit to any hex it could ever come to."""


def explain_way(g: Sedan, p: SedanPosition, unit: str, hex: str) -> Tally:
    """The steps to a hex with their costs; if it cannot be reached now, the last part says why not."""
    p, moving, to = questioned(on_its_way(g, p, p.who, unit), unit, hex, g.grid.bit)
    title = f"{g.names(moving.movers)} to {hex}"
    parts: list[Part] = []
    if moving.hex == DUE:
        p, moving, part = _enter(g, p, moving)
        parts.append(part)
    slow = min(moving.movers, key=lambda u: movement_allowance(g, p, u) - moving.spent[g.movement_class[u]])
    moving = Moving((slow, *(u for u in moving.movers if u != slow)), moving.hex, moving.spent, moving.steps,
                    moving.by_road, moving.halted)
    ahead = Reach(g, p, moving)
    if to == moving.hex or to in ahead.cost:
        parts += _legs(g, p, moving, ahead.way(to) if to != moving.hex else [])
        return Tally(title, sum(float(part.value) for part in parts), tuple(parts))
    if to in ahead.single:
        return Tally(title, "whole move", (*parts, *_legs(g, p, moving, [to])))
    refused, way = _refuse(g, p, moving, to)
    return barred(title, [*parts, *_legs(g, p, moving, way)], refused)


def _enter(g: Sedan, p: SedanPosition, moving: Moving) -> tuple[SedanPosition, Moving, Part]:
    """4.0a: on at the first entry hex that is open."""
    twin, u = p.copy(), moving.movers[0]
    side = twin.who[0]
    steps = [word for word in g.legal(twin, side) if word.startswith("step ")]
    if not steps:
        raise BadInput(f"{g.counters[u].name} cannot enter now")
    g.apply(twin, side, steps[0])
    entered = twin.frames[-1]
    assert isinstance(entered, Moving)
    how = "entering by road" if entered.by_road else f"entering, {g.board.terrain[entered.hex]}"
    part = Part(f"{g.hex_name(entered.hex)}: {how}", entered.spent[g.movement_class[u]] / 2, "4.0c")
    return twin, entered, part


def _legs(g: Sedan, p: SedanPosition, moving: Moving, path: list[int]) -> list[Part]:
    parts, here = [], moving.hex
    for steps, to in enumerate(path, moving.steps):
        leg = explain_step(g, p, Moving(moving.movers, here, moving.spent, steps), to)
        parts += [Part(f"{g.hex_name(to)}: {part.label}", part.value, part.rule) for part in leg.parts]
        here = to
    return parts


def _refuse(g: Sedan, p: SedanPosition, moving: Moving, to: int) -> tuple[Refusal, list[int]]:
    """What stands against a hex, and the way as far as it goes."""
    if moving.halted:
        return moving.stopped(g, p), []
    far = Reach(g, p, moving, FAR)
    if to in far.cost:
        return _too_far(g, p, moving, far.cost[to], to), far.way(to)
    ring, known = g.one[to], sum(g.one[cell] for cell in far.hexes())
    while not (edge := g.grid.spread(ring) & known):
        ring |= g.grid.spread(ring)
    last = min((c for c in far.hexes() if edge >> c & 1), key=lambda c: far.cost.get(c, FAR))
    if last in far.single:
        return Refusal("9.1b", f"crossing to {g.hex_name(last)} takes the whole move"), [last]
    path = far.way(last) if last != moving.hex else []
    ahead = g.grid.spread(g.one[last]) & ring
    return _refuse_step(g, p, Moving(moving.movers, last, steps=moving.steps + len(path)), ahead, to), path


def _too_far(g: Sedan, p: SedanPosition, moving: Moving, cost: int, to: int) -> Refusal:
    slow = moving.movers[0]
    left = movement_allowance(g, p, slow) - moving.spent[g.movement_class[slow]]
    return Refusal("9.0f", f"{g.hex_name(to)} takes {cost / 2:g} of movement, but {g.counters[slow].name} has "
                           f"{left / 2:g}{' left' if moving.steps else ''}")


def _refuse_step(g: Sedan, p: SedanPosition, at_last: Moving, ahead: int, to: int) -> Refusal:
    """Why the way ends where it does: the enemy, a zone of control, or a river."""
    next_hex = to if ahead >> to & 1 else next(bits(ahead))
    here = g.hex_name(at_last.hex)
    d = g.grid.direction(at_last.hex, next_hex)
    refused = ground_for(g, p, at_last.side(g)).refuse(at_last.hex, d, next_hex, at_last.steps > 0)
    if refused is not None and (next_hex == to or not at_last.steps):
        return refused
    if at_last.steps and at_last.stopped(g, p).rule == "8.0h":
        return Refusal("8.0h", f"it must stop in {here}, in an enemy zone of control")
    return refused or Refusal("9.0e", f"no way leads on from {here}")
