"""27.0 Close air support of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.board import COUNTRY_OF
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, SIDES, Airstrike
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, raids
from meuse.games.blitzkrieg.rules.cards import in_force
from meuse.games.blitzkrieg.rules.command import flag

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

CLOSE_SUPPORT = {AXIS: "G07", ALLIED: "A08"}


def open_step(g: Blitzkrieg, p: BlitzPosition) -> None:
    """15.9.1: B4 of a battle, the attacker's alone (15.9.1c)."""
    if in_force(g, p, CLOSE_SUPPORT[p.order.side]):
        p.push(CloseSupport())


def close_step(g: Blitzkrieg, p: BlitzPosition) -> None:
    """27.1b, 27.2a: untouched by the battle, the airstrike goes home."""
    order = p.order
    if raids.intruders(g, p, order.side, order.target):
        p.push(raids.Homeward(order.side, order.target))


class CloseSupport(Frame, frozen=True):
    """15.9.1a: one airstrike of the attackers' country (4.4b) may support the attack, or none."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[Airstrike]:
        order = p.order
        found = raids.able(g, p, order.side, "close-support", order.target)
        return [a for a in found if self.fits(g, p, a)]

    def fits(self, g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> bool:
        return COUNTRY_OF[flag(g, p, next(bits(p.order.units)))] == a.country

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.order.side],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["none", *(g.air_words["join"][a.index] for a in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "join":
            order, a = p.order, g.box.air_by_id[noun]
            p.push(flights.Staging(a, order.target), raids.Escorting(order.side, order.target), Delivered(a))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "join" or noun not in g.box.air_by_id:
            return Refusal("15.9.1a", "name one airstrike that supports the attack, or none")
        a = g.airstrikes[g.box.air_by_id[noun]]
        if a.side != p.order.side or p.air_in[a.index] != g.boxes.index("close-support"):
            return Refusal("27.1a", f"{a.entry.name} is none of your airstrikes on Close Air Support")
        if not self.fits(g, p, a):
            return Refusal("4.4b", "airstrikes support attacks of their own country")
        return flights.against(g, p, a, p.order.target)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Close air support for the attack on {g.hex_name(p.order.target)}?", "15.9.1a"


class Delivered(Frame, frozen=True):
    """15.9.1a: an airstrike that was not shot down shifts the attack by its bombardment."""

    air: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        if self.air in p.air_over:
            p.battle = msgspec.structs.replace(p.order, airstrike=self.air)
            a = g.airstrikes[self.air]
            p.tell("close support", "15.9.1a", unit=a.id, hex=g.hex_name(p.order.target),
                   shift=a.bombardment[p.air_tired >> self.air & 1])
