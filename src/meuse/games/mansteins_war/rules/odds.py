"""10.4, 10.5 Odds: strengths, percentage, column shifts; the exact chances of an attack, and its numbers explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import BadInput, Part, Refusal, Tally
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.air import supporters
from meuse.games.mansteins_war.rules.bridgeheads import bridged
from meuse.games.mansteins_war.rules.command import attack_shift
from meuse.games.mansteins_war.rules.fortress import intact
from meuse.games.mansteins_war.rules.orders import AttackOrder
from meuse.games.mansteins_war.rules.supply import supported

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


class Odds(msgspec.Struct, frozen=True):
    """10.3: strengths, percentage, net shift and column of an attack."""

    attack: int
    defence: int
    percent: int
    start: int
    shifts: tuple[Part, ...]
    shift: int
    column: int


def attack_factor(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """2.2.1a; a unit without attack factor, which fights in counterattacks alone, uses its defence (22.2c)."""
    c, steps = g.counters[u], p.steps[u]
    return c.attack[steps] or c.defence[steps]


def strengths(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> tuple[int, int]:
    """10.3: the attackers' strength and the defenders'."""
    attack = sum(attack_factor(g, p, u) for u in bits(order.units))
    return attack, sum(g.counters[u].defence[p.steps[u]] for u in bits(order.defenders))


def work_out(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> Odds:
    """10.5b: all shifts are netted, then the column is moved once."""
    attack, defence = strengths(g, p, order)
    shifts = counter_shift(g) if order.counter else shifts_of(g, p, order)
    net = sum(int(part.value) for part in shifts)
    start = g.crt.column(attack, defence)
    percent = attack * 100 // defence if defence else g.crt.starts[-1]
    return Odds(attack, defence, percent, start, shifts, net, g.crt.shifted(start, net))


def counter_shift(g: MansteinsWar) -> tuple[Part, ...]:
    """22.2b: a counterattack has its own shift and no other."""
    return (Part("counterattack", g.charts.limits.counterattack_shift, "22.2b"),)


def shifts_of(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> tuple[Part, ...]:
    """10.5: every shift, to the right for the attacker and to the left (negative) for the defender."""
    parts = [] if order.landing else ground_shifts(g, p, order)
    parts += supply_shifts(g, p, order)
    for side, air in enumerate(order.air):
        if air >= 0:
            value = g.air_value(p, air)
            parts.append(Part(g.air[air].entry.name, value if side == order.side else -value, "16.7c"))
    if order.ships:
        ships = g.charts.limits.naval_shift
        parts.append(Part(g.box.naval.name, ships if order.side else -ships, "20.1b"))
    parts += [Part("command marker", right, rule) for right, rule in attack_shift(g, p, order.units, order.target)]
    return tuple(part for part in parts if part.value)


def ground_shifts(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> list[Part]:
    """10.5d, 10.5e, 17.0c, 25.1a: the best terrain of the hex, a fort and a river on top; mountain troops."""
    target, here = order.target, 1 << order.target
    parts = [best_terrain(g, p, target)]
    if intact(g, p, 1 - order.side, target):
        parts.append(Part("fortress", -g.charts.forts.shift, "17.0c"))
    if all(crosses_river(g, p, p.at[u], target) for u in bits(order.units)):
        parts.append(Part("river", -g.charts.river.shift, "10.5e"))
    if g.board.rough & here and g.on("mountain-units"):
        shift = g.charts.limits.mountain_shift
        for units, value in ((order.units, shift), (order.defenders, -shift)):
            if not units & ~g.mountain:
                parts.append(Part("mountain troops", value, "25.1a"))
    return parts


def best_terrain(g: MansteinsWar, p: MansteinPosition, hex: int) -> Part:
    """10.5d, 22.4b: the best of the terrains in the hex; a bombed city is none."""
    effects = g.charts.terrain
    word = g.board.terrain[hex]
    place = g.board.place_at.get(hex)
    if place and place.class_ in ("city", "town") and not p.bombed >> hex & 1:
        word = max(word, place.class_, key=lambda w: effects[w].shift)
    return Part(word, -effects[word].shift, "10.5d")  # type: ignore[index]


def crosses_river(g: MansteinsWar, p: MansteinPosition, start: int, target: int) -> bool:
    """10.5e, 27.1c: a river lies between, and no bridgehead over it."""
    return g.board.across_river(start, target) and not bridged(p, start, target)


def supply_shifts(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> list[Part]:
    """10.5f: one column for each unsupported unit of either side."""
    parts = []
    for units, value in ((order.units, -1), (order.defenders, 1)):
        parts += [
            Part(f"{g.counters[u].name} unsupported", value, "10.5f")
            for u in bits(units) if not supported(g, p, u, "combat")
        ]
    return parts


def refuse_mobile(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> Refusal | None:
    """10.2b, 10.2c, 22.2d: why the Mobile table is closed, or None."""
    slow = next((u for u in bits(order.units) if not g.counters[u].mech), -1)
    if slow >= 0:
        return Refusal("10.2b", f"{g.counters[slow].name} is not mechanised")
    if not order.counter and intact(g, p, 1 - order.side, order.target):
        return Refusal("10.2c", f"the defenders of {g.hex_name(order.target)} are in an intact fortress of their own")
    return None


# --- for players ------------------------------------------------------------------------------------------------


def order_under_way(p: MansteinPosition) -> AttackOrder | None:
    """The attack being prepared or resolved, if units have been named for it."""
    for frame in reversed(p.frames):
        order = getattr(frame, "order", None)
        if isinstance(order, AttackOrder):
            return order if order.units else None
    return None


def as_it_stands(g: MansteinsWar, p: MansteinPosition) -> AttackOrder:
    """The attack under way; air support not yet chosen is the strongest that each side has there."""
    order = order_under_way(p)
    if order is None:
        raise BadInput("no attack with units in it is being prepared")
    if order.counter:
        return order
    for side in (0, 1):
        if order.air[side] < 0:
            air = supporters(g, p, side, order.target)
            if air:
                order = msgspec.structs.replace(order, air=order.flown(side, air[0]))
    return order


def chances(g: MansteinsWar, mobile: bool, column: int) -> dict[str, int]:
    """How many of the six faces give each result."""
    found: dict[str, int] = {}
    for die in range(1, 7):
        code = g.crt.result(mobile, column, die)
        found[code] = found.get(code, 0) + 1
    return found


def preview(g: MansteinsWar, p: MansteinPosition) -> dict[str, Any]:
    """The attack under way: its odds, and the exact chance of every result on either table."""
    order = as_it_stands(g, p)
    odds = work_out(g, p, order)
    barred = refuse_mobile(g, p, order)
    tables = {
        name: {code: n / 6 for code, n in chances(g, name == "mobile", odds.column).items()}
        for name in ("assault", "mobile")
    }
    return {
        "target": g.hex_name(order.target),
        "units": [g.ids[u] for u in bits(order.units)],
        "defenders": [g.ids[u] for u in bits(order.defenders)],
        "counterattack": order.counter,
        "landing": order.landing,
        "attack": odds.attack,
        "defence": odds.defence,
        "percent": odds.percent,
        "start": g.crt.columns[odds.start],
        "shifts": [[part.label, part.value, part.rule] for part in odds.shifts],
        "shift": odds.shift,
        "column": g.crt.columns[odds.column],
        "mobile": order.mobile,
        "mobile_barred": str(barred) if barred else "",
        "tables": tables,
        "results": tables["mobile" if order.mobile else "assault"],
    }


def explain(g: MansteinsWar, p: MansteinPosition) -> Tally:
    """Strengths, percentage and every shift of the attack under way, part by part."""
    order = as_it_stands(g, p)
    odds = work_out(g, p, order)
    parts = [Part(g.counters[u].name, attack_factor(g, p, u), "10.4a") for u in bits(order.units)]
    parts.append(Part("attack", odds.attack, "10.4a"))
    parts += [Part(g.counters[u].name, g.counters[u].defence[p.steps[u]], "10.4a") for u in bits(order.defenders)]
    parts += [Part("defence", odds.defence, "10.4a"), Part("percentage", f"{odds.percent}%", "10.4a")]
    parts.append(Part("column", g.crt.columns[odds.start], "10.5c"))
    parts += odds.shifts
    return Tally(f"attack on {g.hex_name(order.target)}", g.crt.columns[odds.column], tuple(parts))
