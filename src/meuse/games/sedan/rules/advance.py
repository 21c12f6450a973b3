"""10.4 Advances after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.movement import relocate
from meuse.games.sedan.rules.orders import AttackOrder
from meuse.games.sedan.rules.overrun import overrunning
from meuse.games.sedan.rules.stacking import has_room
from meuse.games.sedan.rules.zoc import zone_of_control

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def refuse_crossing(g: Sedan, p: SedanPosition, u: int, hex: int) -> Refusal | None:
    """9.1d, 10.4e, 8.0m: rivers that stop an advance; enemy ZOC alone does not (10.4c)."""
    here = p.units[u].hex
    d = g.grid.direction(here, hex)
    crossings = g.crossings(p)
    if crossings.barrier[d] >> here & 1:
        return Refusal("9.1d", "no advance over a Major River without a bridge")
    if crossings.unbridged[d] >> here & 1 and zone_of_control(g, p, 1 - g.side[u]) >> hex & 1:
        return Refusal("8.0m", "no advance over an unbridged river into an enemy zone of control")
    return None


def second_hexes(g: Sedan, p: SedanPosition, u: int) -> list[int]:
    """10.4d: where a mechanized or motorized unit may go on to."""
    if not (g.counters[u].mech or g.counters[u].mot):
        return []
    enemy = p.occupied[1 - g.side[u]]
    return [
        n
        for n in g.grid.neighbour[p.units[u].hex]
        if n >= 0 and not enemy >> n & 1 and has_room(g, p, n, u) and refuse_crossing(g, p, u, n) is None
    ]


class Cleared(Frame, frozen=True):
    """10.4a, 9.4h, 9.4i: if no defender is left, Overrun markers are earned and the attackers may advance."""

    order: AttackOrder

    def run(self, g: Sedan, p: SedanPosition) -> None:
        order = self.order
        if p.occupied[1 - order.side] >> order.target & 1:
            p.pop()
            return
        if order.overrun:
            for u in overrunning(g, p, order):
                p.overrun |= 1 << u
                p.tell("overrun marker", "9.4h", unit=g.ids[u])
        p.swap(Advance(order))


class Advance(Frame, frozen=True):
    """10.4: participants may advance into the empty hex, within the stacking limit."""

    order: AttackOrder
    done: int = 0
    """Units that have advanced."""

    def able(self, g: Sedan, p: SedanPosition) -> list[int]:
        target = self.order.target
        return [
            u
            for u in bits(self.order.units & ~self.done)
            if p.units[u].hex >= 0 and has_room(g, p, target, u) and refuse_crossing(g, p, u, target) is None
        ]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.order.side],) if self.able(g, p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [*(g.word("advance", u) for u in self.able(g, p)), "done"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        u = g.by_id[noun]
        advance_into(g, p, u, self.order.target)
        p.swap(Advance(self.order, self.done | 1 << u))
        if second_hexes(g, p, u):
            p.push(SecondHex(u))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "advance" or noun not in g.by_id:
            return Refusal("10.4f", "advance attacking units into the hex, or be done")
        u = g.by_id[noun]
        if g.is_hq[u]:
            return Refusal("10.4g", f"{g.name_of(noun)} is a headquarters and never advances")
        if not self.order.units >> u & 1 or p.units[u].hex < 0:
            return Refusal("10.4f", f"{g.name_of(noun)} took no part in the attack")
        if self.done >> u & 1:
            return Refusal("10.4a", f"{g.name_of(noun)} has advanced")
        crossing = refuse_crossing(g, p, u, self.order.target)
        return crossing or Refusal("10.4b", f"there is no room for {g.name_of(noun)} in the hex")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Advance attackers into {g.hex_name(self.order.target)}, or be done.", "10.4a"


def advance_into(g: Sedan, p: SedanPosition, u: int, hex: int) -> None:
    relocate(g, p, u, hex)
    p.road &= ~(1 << u)
    p.tell("advance", "10.4a", unit=g.ids[u], hex=g.hex_name(hex))


class SecondHex(Frame, frozen=True):
    """10.4d: one more hex for a mechanized or motorized unit."""

    unit: int

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [*(g.hex_words["step"][h] for h in second_hexes(g, p, self.unit)), "stay"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "step":
            advance_into(g, p, self.unit, g.grid.bit[noun])

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "step" or noun not in g.grid.bit:
            return Refusal("10.4d", "go one hex further, or stay")
        hex, here = g.grid.bit[noun], p.units[self.unit].hex
        if g.grid.direction(here, hex) < 0:
            return Refusal("10.4d", f"{noun} is not next to {g.hex_name(here)}")
        if p.occupied[1 - g.side[self.unit]] >> hex & 1:
            return Refusal("7.0b", f"{noun} holds enemy units")
        return refuse_crossing(g, p, self.unit, hex) or Refusal("10.4b", f"there is no room in {noun}")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"{g.counters[self.unit].name} may go one hex further.", "10.4d"
