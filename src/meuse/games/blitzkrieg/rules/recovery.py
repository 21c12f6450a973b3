"""17.2 Recovery of Fatigued land units, in their owner's Administration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Part, Refusal, Tally
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES, SIDES
from meuse.games.blitzkrieg.box.mapfile import Nation
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import impulses, supply
from meuse.games.blitzkrieg.rules.cards import number
from meuse.games.blitzkrieg.rules.command import serves
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

WORKSHOPS = "G19"


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.10)a, 18.5a: supply is judged as the step begins."""
    p.tried = 0
    p.unsupplied = supply.lacking(g, p) if p.tired else 0
    p.push(Recovering())


def national(g: Blitzkrieg, p: BlitzPosition, nation: Nation, hex: int) -> int:
    """N.g: the nation's modifier of this turn; Poles and Czechs have the French on French soil, else the British."""
    nations = g.charts.recovery.nations
    if nation not in nations:
        nation = "french" if g.board.countries["france"] >> hex & 1 else "british"
    row = nations[nation]
    return row[min(p.turn, len(row)) - 1]


def modifiers(g: Blitzkrieg, p: BlitzPosition, u: int) -> list[Part]:
    """17.2.2a: what is added to the die."""
    c, hex, chart = g.counters[u], p.at[u], g.charts.recovery.modifiers
    found = [Part("nation", national(g, p, c.entry.nation, hex), "N.g")]
    if zone(g, p, 1 - c.side) >> hex & 1:
        found.append(Part("enemy zone of control", chart["enemy_zoc"], "17.2.2a"))
    if any(g.counters[h].hq and h != u and serves(g, p, h, u) for h in p.units_in(hex)):
        found.append(Part("own headquarters in the hex", chart["own_hq_in_hex"], "17.2.2a"))
    if p.shaken >> u & 1:
        found.append(Part("terror", chart["terror"], "26.6.2a"))
    if p.paralysed >> COUNTRIES.index(c.shock) & 1:
        found.append(Part("paralysis", chart["paralysis"], "2.3.9d"))
    if c.nation == "german" and c.mech:
        found.append(Part("workshop companies", number(g, p, WORKSHOPS, "recovery"), "N.g"))
    return [part for part in found if part.value]


def needed(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """The least face of the die that brings a unit back."""
    return g.charts.recovery.land - sum(int(part.value) for part in modifiers(g, p, u))


def explain(g: Blitzkrieg, p: BlitzPosition, u: int) -> Tally:
    least = Part("success from", g.charts.recovery.land, "17.2.2a")
    taken = [Part(part.label, -int(part.value), part.rule) for part in modifiers(g, p, u)]
    return Tally(f"recovery of {g.counters[u].name}", needed(g, p, u), (least, *taken))


class Recovering(Frame, frozen=True):
    """17.2a: the owner rolls for each Fatigued unit in supply that he names, once."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        worn = impulses.present(g, p, p.active) & p.tired & ~p.tried & ~p.unsupplied
        return list(bits(worn))

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.word("recover", u) for u in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.tried |= 1 << g.by_id[noun]
        p.push(RecoveryRoll(g.by_id[noun]))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "recover" or noun not in g.by_id:
            return None
        u, name = g.by_id[noun], g.counters[g.by_id[noun]].name
        if p.tired >> u & p.unsupplied >> u & 1:
            return Refusal("18.4c", f"{name} is out of supply")
        if p.tried >> u & 1:
            return Refusal("17.2a", f"{name} has had its roll")
        return Refusal("17.2a", f"{name} is not a Fatigued unit of yours")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Recovery: roll for Fatigued units.", "17.2a"


class RecoveryRoll(Chance, frozen=True):
    """17.2.2a: one die; high is good."""

    unit: int

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        success = int(noun) >= needed(g, p, self.unit)
        p.tell("recovery", "17.2.2a", unit=g.ids[self.unit], die=int(noun), success=success)
        if success:
            p.set_tired(self.unit, False)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "The recovery roll.", "17.2.2a"
