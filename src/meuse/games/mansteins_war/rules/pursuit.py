"""12.0 Pursuit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import control, movement, supply
from meuse.games.mansteins_war.rules.orders import AttackOrder

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def limit(g: MansteinsWar, p: MansteinPosition, u: int, overrun: bool) -> tuple[int, str]:
    """12.1a, 12.1b, 15.5c, 15.6a: how many hexes a unit may pursue, and the rule."""
    chart, c = g.charts.pursuit, g.counters[u]
    hexes, rule = (chart.german_mech if c.mech and c.side == GERMAN else chart.other), "12.1a"
    if overrun and c.mech:
        base = chart.other if g.options["overrun-pursuit"] == "two-hexes" else hexes
        hexes, rule = base + chart.overrun, "12.1b"
    if not supply.supported(g, p, u, "combat"):
        if supply.cut_off(g, p, u):
            return 0, "15.6a"
        return min(hexes, chart.unsupported), "15.5c"
    return hexes, rule


def refuse_entry(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> Refusal | None:
    """12.2c: only hexes that the unit could enter by ordinary movement; costs and ZOC do not matter (12.2d)."""
    name = g.counters[u].name
    if p.occupied[1 - g.side[u]] >> hex & 1:
        return Refusal("12.2c", f"{g.hex_name(hex)} holds enemy units")
    if g.side[u] == ALLIED and p.open_cities >> hex & 1:
        return Refusal("25.4c", f"{g.board.label(hex)} is an open city")
    if not g.board.touch[p.at[u]] & movement.open_ground(g, p, u) & 1 << hex:
        return Refusal("12.2c", f"{name} could not move into {g.hex_name(hex)}")
    return None


class Pursuit(Frame, frozen=True):
    """12.0a: once no defender is left in the hex (12.2e), surviving attackers may pursue one after another."""

    order: AttackOrder
    overrun: bool
    done: int = 0
    able: int = -1
    """Units that may still pursue, -1 where they have to be worked out."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.order.side],) if self.able > 0 else NOBODY

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        if self.able == 0 or p.occupied[1 - self.order.side] >> self.order.target & 1:
            p.pop()
            return
        able = sum(1 << u for u in bits(self.order.units & ~self.done) if self.refuse_unit(g, p, u) is None)
        p.swap(Pursuit(self.order, self.overrun, self.done, able))

    def refuse_unit(self, g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal | None:
        """12.2b, 22.2c, 15.6a, 12.2c: why a surviving attacker may not pursue."""
        c = g.counters[u]
        if p.at[u] < 0:
            return Refusal("12.0a", f"{c.name} has not survived the combat")
        if not c.move:
            return Refusal("12.2b", f"{c.name} cannot move")
        if not c.attack[p.steps[u]]:
            return Refusal("22.2c", f"{c.name} has no attack factor and does not pursue")
        barred = refuse_entry(g, p, u, self.order.target)
        if barred:
            return barred
        hexes, rule = limit(g, p, u, self.overrun)
        return None if hexes else Refusal(rule, f"{c.name} is cut off and does not pursue")

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [*(g.word("pursue", u) for u in bits(self.able)), "done"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        u = g.by_id[noun]
        p.swap(Pursuit(self.order, self.overrun, self.done | 1 << u))
        hexes, rule = limit(g, p, u, self.overrun)
        p.push(Pursuing(u, hexes, rule))
        pursue(g, p, self.order.target)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "pursue" or noun not in g.by_id:
            return Refusal("12.0a", "pursue with attacking units, or be done")
        u = g.by_id[noun]
        if not self.order.units >> u & 1:
            return Refusal("12.0a", f"{g.name_of(noun)} took no part in the attack")
        if self.done >> u & 1:
            return Refusal("12.0a", f"{g.name_of(noun)} has pursued")
        return self.refuse_unit(g, p, u)

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Pursue into {g.hex_name(self.order.target)}, or be done.", "12.0a"


def pursue(g: MansteinsWar, p: MansteinPosition, hex: int) -> None:
    """Take the pursuing unit on top of the stack one hex on; its last hex ends the pursuit."""
    way: Pursuing = p.frames[-1]
    control.enter(g, p, way.unit, hex)
    p.tell("pursuit", way.rule, unit=g.ids[way.unit], hex=g.hex_name(hex))
    if way.left > 1:
        p.swap(Pursuing(way.unit, way.left - 1, way.rule))
    else:
        p.pop()
        control.review(g, p)


class Pursuing(Frame, frozen=True):
    """12.2a: after the vacated hex any direction, and a stop anywhere; enemy ZOC do not matter (12.2d)."""

    unit: int
    left: int
    rule: str

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        u = self.unit
        ahead = g.board.touch[p.at[u]] & movement.open_ground(g, p, u)
        return [*(g.hex_words["step"][hex] for hex in bits(ahead)), "stop"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            p.pop()
            control.review(g, p)
        else:
            pursue(g, p, g.grid.bit[noun])

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        here = p.at[self.unit]
        if verb != "step" or noun not in g.grid.bit:
            return Refusal("12.2a", "pursue a hex farther, or stop")
        hex = g.grid.bit[noun]
        if not g.grid.near[here] >> hex & 1:
            return Refusal("12.2a", f"{noun} is not next to {g.hex_name(here)}")
        return refuse_entry(g, p, self.unit, hex)

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"{g.counters[self.unit].name} may pursue {count(self.left, 'hex')} farther, or stop.", self.rule
