"""15.3.4 Headquarters support of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import interdiction
from meuse.games.blitzkrieg.rules.command import commanded, serves
from meuse.games.blitzkrieg.rules.orders import AttackOrder

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def open_step(g: Blitzkrieg, p: BlitzPosition) -> None:
    p.push(Support())


def reaches(g: Blitzkrieg, p: BlitzPosition, hq: int, units: int) -> bool:
    """15.3.4a, 11.4b: whether a headquarters has one of these units of its country within its radius now."""
    hexes = sum({g.one[p.at[u]] for u in bits(units) if p.at[u] >= 0 and serves(g, p, hq, u)})
    return bool(commanded(g, p, hq) & hexes)


def against(g: Blitzkrieg, p: BlitzPosition, hq: int, order: AttackOrder) -> Refusal | None:
    """15.3.4a, 4.4f: what speaks against the support of a headquarters."""
    c, unfit = g.counters[hq], against_any(g, p, hq, order.side)
    if unfit:
        return unfit
    if not any(serves(g, p, hq, u) for u in bits(order.units)):
        return Refusal("4.4f", f"{c.name} supports units of its own country")
    if not reaches(g, p, hq, order.units):
        return Refusal("15.3.4a", f"no attacking unit is within the radius of {c.name}")
    return None


def against_any(g: Blitzkrieg, p: BlitzPosition, hq: int, side: int) -> Refusal | None:
    """11.0b, 18.4d, 2.3.9d: what speaks against the support of any attack by a headquarters."""
    c = g.counters[hq]
    if not c.hq or c.side != side or p.at[hq] < 0:
        return Refusal("15.3.4a", f"{c.name} is no headquarters of yours on the map")
    if p.attacked >> hq & 1:
        return Refusal("11.0b", f"{c.name} has supported an attack in this phase")
    if not c.support[p.tired >> hq & 1]:
        return Refusal("11.0b", f"{c.name} has no support to give")
    if p.unsupplied >> hq & 1:
        return Refusal("18.4d", f"{c.name} is out of supply")
    if p.paralysed >> COUNTRIES.index(c.shock) & 1 and not g.charts.shock.paralysis.support:
        return Refusal("2.3.9d", f"{c.shock.capitalize()} is paralysed")
    return None


def strength(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> int:
    """15.3.4b, 26.7.2a: what the headquarters adds, nothing if it has been struck out of reach since."""
    hq = order.hq
    if hq < 0 or p.at[hq] < 0 or not reaches(g, p, hq, order.units):
        return 0
    return g.counters[hq].support[p.tired >> hq & 1]


class Support(Frame, frozen=True):
    """15.3.4a: one headquarters at most supports the attack."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        order = p.order
        return [h for h in bits(g.headquarters[order.side]) if not against(g, p, h, order)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.order.side],) if self.able(g, p) else NOBODY

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["none", *(g.word("support", h) for h in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "support":
            hq = g.by_id[noun]
            p.battle = msgspec.structs.replace(p.order, hq=hq)
            p.attacked |= 1 << hq
            p.opened |= 1 << hq
            p.tell("support", "15.3.4a", unit=noun, hex=g.hex_name(p.at[hq]), strength=strength(g, p, p.order))
            interdiction.watch(g, p, 1 << hq, p.at[hq])

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "support" and noun in g.by_id:
            return against(g, p, g.by_id[noun], p.order)
        return Refusal("15.3.4a", "name a headquarters that supports the attack, or none")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Which headquarters supports the attack on {g.hex_name(p.order.target)}?", "15.3.4a"
