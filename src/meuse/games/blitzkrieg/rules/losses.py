"""17.1 Fatigue and elimination of land units, and the Shock that losses cost (7.1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import ABSENT, ELIMINATED, BlitzPosition
from meuse.games.blitzkrieg.rules import shock

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def worth(g: Blitzkrieg, u: int) -> int:
    """7.1a: Shock for a lost unit; German ones weigh more (N.n), deception units nothing (19.2.2b)."""
    c, events, german = g.counters[u], g.charts.shock.events, g.charts.shock.german
    if c.deception:
        return 0
    heavy = german if c.nation == "german" else events
    if c.hq:
        return heavy.hq
    if c.air_base:
        return events.air_base
    if c.entry.size == "corps":
        return heavy.corps
    if c.entry.size == "division":
        return heavy.mech_division if c.mech else heavy.division
    return events.battalion if c.entry.size == "battalion" else events.brigade_or_regiment


def eliminate(g: Blitzkrieg, p: BlitzPosition, u: int, rule: str) -> None:
    """10.7a, 7.1.4a: a unit is gone for good, and its country feels it; a deception unit only leaves the map."""
    c, hex = g.counters[u], g.hex_name(p.at[u])
    p.put(g, u, ABSENT if c.deception else ELIMINATED)
    p.tell("eliminated", rule, unit=c.id, hex=hex)
    shock.add(g, p, c.shock, worth(g, u), "7.1.4a", unit=c.id)


def fatigue(g: Blitzkrieg, p: BlitzPosition, u: int, rule: str) -> None:
    """17.1, 17.1.1a: a Combat Effective unit is turned over, a Fatigued one eliminated."""
    if p.tired >> u & 1:
        eliminate(g, p, u, "17.1.1a")
    else:
        p.set_tired(u, True)
        p.tell("fatigued", rule, unit=g.ids[u], hex=g.hex_name(p.at[u]))


class TakeLosses(Frame, frozen=True):
    """D31: the owner says which units of a battle are eliminated or fatigued, none of them twice by one result."""

    side: int
    among: int
    left: int
    """How many, ALL for every one of them."""
    eliminated: bool

    def able(self, p: BlitzPosition) -> list[int]:
        return [u for u in bits(self.among) if p.at[u] >= 0]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if 0 < self.left < len(self.able(p)) else NOBODY

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.word("lose", u) for u in self.able(p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        u = g.by_id[noun]
        p.swap(TakeLosses(self.side, self.among & ~(1 << u), self.left - 1, self.eliminated))
        self.suffer(g, p, u)

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        for u in self.able(p) if self.left else ():
            self.suffer(g, p, u)

    def suffer(self, g: Blitzkrieg, p: BlitzPosition, u: int) -> None:
        if self.eliminated:
            eliminate(g, p, u, "15.2e")
        else:
            fatigue(g, p, u, "17.1a")

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("17.1a", "a unit that is in this battle and has not suffered yet has to be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        fate = "eliminated" if self.eliminated else "fatigued"
        return f"Which unit is {fate}? {self.left} to name.", "17.1a"
