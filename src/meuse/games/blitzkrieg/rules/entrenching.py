"""34.0 Entrenchments (optional; card A19 brings them for French and British units)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import impulses, supply
from meuse.games.blitzkrieg.rules.cards import in_force, number

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

WEYGAND = "A19"


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.10)a, 18.5a: supply is judged as the step begins."""
    p.dug = 0
    if g.on("entrenchments") or in_force(g, p, WEYGAND):
        p.unsupplied = supply.lacking(g, p)
        p.push(Entrenching(fit(g, p)))


def most(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """34.1a: the highest die with which a unit digs in, 0 if it may not; card A19 raises it."""
    weygand = number(g, p, WEYGAND, "entrench") if g.counters[u].nation in ("french", "british") else 0
    return weygand or (g.charts.limits.entrench if g.on("entrenchments") else 0)


def fit(g: Blitzkrieg, p: BlitzPosition) -> int:
    """34.1a: Combat Effective, supplied units of the phasing side in the hex where their last movement phase ended."""
    mine = impulses.present(g, p, p.active) & ~(p.tired | p.unsupplied | p.arrived)
    return sum(1 << u for u in bits(mine) if not g.counters[u].deception and most(g, p, u))


class Entrenching(Frame, frozen=True):
    """34.1a, 34.3a: one attempt a hex, in any terrain."""

    fit: int
    """Units that may dig in."""

    def diggers(self, p: BlitzPosition, hex: int) -> list[int]:
        return [u for u in p.units_in(hex) if self.fit >> u & 1]

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        manned = sum({g.one[p.at[u]] for u in bits(self.fit)})
        return list(bits(manned & ~(p.entrenched | p.dug)))

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.hex_words["entrench"][hex] for hex in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        hex = g.grid.bit[noun]
        p.dug |= g.one[hex]
        p.push(EntrenchRoll(hex, max(most(g, p, u) for u in self.diggers(p, hex))))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "entrench" or noun not in g.grid.bit:
            return None
        hex = g.grid.bit[noun]
        if p.entrenched >> hex & 1:
            return Refusal("34.3a", f"{noun} is entrenched already")
        if p.dug >> hex & 1:
            return Refusal("34.3a", f"{noun} has had its attempt")
        return Refusal("34.1a", f"no Combat Effective, supplied unit has stood in {noun} since the last movement phase")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Entrenching: name hexes, or be done.", "34.1a"


class EntrenchRoll(Chance, frozen=True):
    """34.1a."""

    hex: int
    most: int

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        success = int(noun) <= self.most
        p.tell("digging", "34.1a", hex=g.hex_name(self.hex), die=int(noun), success=success)
        if success:
            p.entrenched |= g.one[self.hex]

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Digging in at {g.hex_name(self.hex)}: {self.most} or less.", "34.1a"
