"""10.2 Combat results: reductions, eliminations, and who suffers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import ELIMINATED, TRACK, SedanPosition, Unit

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def eliminate(g: Sedan, p: SedanPosition, u: int, rule: str) -> None:
    """2.3g, 2.3i: a combat unit leaves play; an HQ goes to the Turn Track for the next turn (2.4f)."""
    unit = p.units[u]
    p.tell("eliminated", rule, unit=g.ids[u], hex=g.hex_name(unit.hex))
    if g.is_hq[u]:
        p.units[u] = Unit(unit.hex, unit.steps, back=p.turn + 1)
        p.put(g, u, TRACK)
    else:
        p.units[u] = Unit(unit.hex, 0)
        p.put(g, u, ELIMINATED)
    gone = ~(1 << u)
    p.road &= gone
    p.overrun &= gone


def reduce(g: Sedan, p: SedanPosition, u: int, rule: str) -> None:
    """2.3f, 10.2e: one Reduction flips a full-strength unit and ends any other."""
    unit = p.units[u]
    if unit.steps == 2:
        p.units[u] = Unit(unit.hex, 1, unit.unsupplied, unit.back)
        p.tell("reduced", rule, unit=g.ids[u], hex=g.hex_name(unit.hex))
    else:
        eliminate(g, p, u, rule)


class Losses(Frame, frozen=True):
    """10.2g, 10.2h: a side spreads its step losses over its combat units there, HQs only after them."""

    side: int
    left: int
    among: int
    """The pieces that may suffer: participants of the attacker, everything in the hex of the defender."""

    def candidates(self, g: Sedan, p: SedanPosition) -> list[int]:
        present = [u for u in bits(self.among) if p.units[u].hex >= 0]
        return [u for u in present if not g.is_hq[u]] or present

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        found = self.candidates(g, p)
        forced = len(found) <= 1 or sum(p.units[u].steps for u in bits(self.among) if p.units[u].hex >= 0) <= self.left
        return NOBODY if self.left == 0 or forced else (SIDES[self.side],)

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [g.word("lose", u) for u in self.candidates(g, p)]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        p.swap(Losses(self.side, self.left - 1, self.among))
        reduce(g, p, g.by_id[noun], "10.2g")

    def run(self, g: Sedan, p: SedanPosition) -> None:
        found = self.candidates(g, p)
        if self.left == 0 or not found:
            p.pop()
            return
        p.swap(Losses(self.side, self.left - 1, self.among))
        reduce(g, p, found[0], "10.2c")

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "lose" or noun not in g.by_id:
            return Refusal("10.2c", f"{count(self.left, 'step')} must be lost first")
        u = g.by_id[noun]
        if self.among >> u & 1 and g.is_hq[u]:
            return Refusal("10.2h", f"{g.name_of(noun)} may suffer only once no combat unit is left in the hex")
        return Refusal("10.2g", f"{g.name_of(noun)} has no part in this combat")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        more = f" ({self.left} to lose)" if self.left > 1 else ""
        return f"Choose a unit that loses a step{more}.", "10.2g"
