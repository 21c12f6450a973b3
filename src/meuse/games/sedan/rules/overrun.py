"""9.4 Overrun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.movement import STOPPED, leave_map, relocate
from meuse.games.sedan.rules.orders import AttackOrder
from meuse.games.sedan.rules.zoc import zone_of_control

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def too_far(g: Sedan) -> Refusal:
    return Refusal("9.4j", f"an Overrun goes no farther than {g.charts.limits.overrun_hexes} hexes")


def refuse_way(g: Sedan, p: SedanPosition, here: int, d: int, to: int) -> Refusal | None:
    """9.4e-9.4g, 8.0l: what an Overrun may not go over or into, in the attack and in the movement after it."""
    if g.crossings(p).unbridged[d] >> here & 1:
        return Refusal("9.4e", "no Overrun over a river without a bridge")
    if g.board.no_overrun >> to & 1:
        return Refusal("9.4g", "no Overrun into a City or Maginot Line hex")
    if g.board.heavy >> to & 1:
        if not g.crossings(p).road[d] >> here & 1:
            return Refusal("9.4f", "no Overrun into Heavy Woods except along a road")
        if p.roadblocks >> to & 1:
            return Refusal("9.4f", "a roadblock stops an Overrun into Heavy Woods")
    return None


def overrunning(g: Sedan, p: SedanPosition, order: AttackOrder) -> list[int]:
    """9.4a, 9.4b: the mechanized participants whose own hexside allows the Overrun."""
    found = []
    for u in bits(order.units):
        here = p.units[u].hex
        if here < 0 or not g.counters[u].mech:
            continue
        if refuse_way(g, p, here, g.grid.direction(here, order.target), order.target) is None:
            found.append(u)
    return found


def refuse_overrun(g: Sedan, p: SedanPosition, order: AttackOrder) -> Refusal | None:
    """Why no participant can overrun: none is mechanized, or the ground is against the first that is."""
    mechanized = [u for u in bits(order.units) if g.counters[u].mech]
    if not mechanized:
        return Refusal("9.4a", "no mechanized unit takes part in the attack")
    first, *_ = mechanized
    here = p.units[first].hex
    return refuse_way(g, p, here, g.grid.direction(here, order.target), order.target)


class OverrunMode(Frame, frozen=True):
    """9.4j, 9.4l: after the Combat mode each marked unit may move on, in the owner's order."""

    side: int

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if p.overrun else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [*(g.unit_words["move"][u] for u in bits(p.overrun)), "end"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "end":
            p.overrun = 0
            return
        u = g.by_id[noun]
        p.overrun &= ~(1 << u)
        p.push(Overrunning(u, g.charts.limits.overrun_hexes))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "move" and noun in g.by_id:
            return Refusal("9.4j", f"{g.name_of(noun)} carries no Overrun marker")
        return Refusal("9.4j", "move the units with Overrun markers, or end")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        most = g.charts.limits.overrun_hexes
        return f"Move the units with Overrun markers up to {count(most, 'hex')}, or end.", "9.4j"


class Overrunning(Frame, frozen=True):
    """9.4j, 9.4k: a few hexes, whatever they cost; an enemy ZOC stops it."""

    unit: int
    left: int
    halted: bool = False

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def refuse_step(self, g: Sedan, p: SedanPosition, d: int, to: int) -> Refusal | None:
        if self.halted:
            return Refusal("8.0h", STOPPED)
        if not self.left:
            return too_far(g)
        if p.occupied[1 - g.side[self.unit]] >> to & 1:
            return Refusal("7.0b", f"{g.hex_name(to)} holds enemy units")
        return refuse_way(g, p, p.units[self.unit].hex, d, to)

    def may_exit(self, g: Sedan, p: SedanPosition) -> bool:
        """16.10g: leaving the map counts as one hex."""
        at_exit = p.units[self.unit].hex in g.exits and g.side[self.unit] == g.exit_side
        return at_exit and self.left > 0 and not self.halted

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        found = ["stop"]
        if self.may_exit(g, p):
            found.append("exit")
        for d, to in g.ways[p.units[self.unit].hex]:
            if self.refuse_step(g, p, d, to) is None:
                found.append(g.hex_words["step"][to])
        return found

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            p.pop()
            return
        if verb == "exit":
            leave_map(g, p, self.unit)
            p.pop()
            return
        to = g.grid.bit[noun]
        relocate(g, p, self.unit, to)
        p.road &= ~(1 << self.unit)
        p.tell("overrun step", "9.4j", unit=g.ids[self.unit], hex=noun)
        halted = bool(zone_of_control(g, p, 1 - g.side[self.unit]) >> to & 1)
        p.swap(Overrunning(self.unit, self.left - 1, halted))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        here = p.units[self.unit].hex
        if verb == "step" and noun in g.grid.bit:
            d = g.grid.direction(here, g.grid.bit[noun])
            if d < 0:
                return Refusal("9.0e", f"{noun} is not next to {g.hex_name(here)}")
            return self.refuse_step(g, p, d, g.grid.bit[noun])
        if verb == "exit" and here in g.exits and g.side[self.unit] == g.exit_side:
            return Refusal("8.0h", STOPPED) if self.halted else too_far(g)
        if verb == "exit":
            return Refusal("16.10g", "German units leave the map only by entry hexes 2 and 3, in the second scenario")
        return Refusal("9.4l", f"{g.counters[self.unit].name} must finish its Overrun movement")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"{g.counters[self.unit].name}: {count(self.left, 'hex')} of Overrun movement left, or stop.", "9.4j"
