"""2.2.7 Step losses and elimination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import ALOFT, ELIMINATED, MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def reduce(g: MansteinsWar, p: MansteinPosition, u: int, rule: str) -> None:
    """2.2.7: one step; the last one eliminates."""
    p.steps[u] -= 1
    if p.steps[u]:
        p.tell("reduced", rule, unit=g.ids[u], steps=p.steps[u])
    else:
        eliminate(g, p, u, rule)


def eliminate(g: MansteinsWar, p: MansteinPosition, u: int, rule: str) -> None:
    hex = g.hex_name(p.at[u])
    p.steps[u] = 0
    p.put(g, u, ELIMINATED)
    p.tell("eliminated", rule, unit=g.ids[u], hex=hex)


class Losses(Frame, frozen=True):
    """10.6b, 22.1a: the owner says which units lose steps; on the Mobile table a mechanised unit goes first."""

    side: int
    left: int
    among: int
    mobile: bool = False

    def candidates(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        present = [u for u in bits(self.among) if p.at[u] >= 0 or p.at[u] == ALOFT]
        mech = [u for u in present if g.counters[u].mech] if self.mobile else []
        return mech or present

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        if not self.left:
            return NOBODY
        found = self.candidates(g, p)
        forced = len(found) < 2 or sum(p.steps[u] for u in bits(self.among)) <= self.left
        return NOBODY if forced else (SIDES[self.side],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [g.word("lose", u) for u in self.candidates(g, p)]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.swap(Losses(self.side, self.left - 1, self.among))
        reduce(g, p, g.by_id[noun], "10.6b")

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        found = self.candidates(g, p)
        if not self.left or not found:
            p.pop()
            return
        p.swap(Losses(self.side, self.left - 1, self.among))
        reduce(g, p, found[0], "10.6b")

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "lose" and noun in g.by_id and self.among >> g.by_id[noun] & 1 and p.steps[g.by_id[noun]]:
            return Refusal("22.1a", "on the Mobile table a mechanised unit loses the first step")
        if verb == "lose" and noun in g.by_id:
            return Refusal("10.6b", f"{g.name_of(noun)} has no part in this combat")
        return Refusal("10.6b", f"{count(self.left, 'step')} must be lost first")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        more = f" ({self.left} to lose)" if self.left > 1 else ""
        return f"Choose a unit that loses a step{more}.", "10.6b"
