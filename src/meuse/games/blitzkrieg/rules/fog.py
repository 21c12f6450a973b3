"""19.0 Intelligence: stacks that are opened, deception units that vanish, and what lies on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES, Counter
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import losses

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def open_hex(g: Blitzkrieg, p: BlitzPosition, hex: int, side: int, rule: str) -> None:
    """19.1b, 19.1d, 26.3a: the enemy sees all units of a side in a hex until the phase ends; deception units go without
    Shock (19.2.2b)."""
    units = [u for u in p.units_in(hex) if g.side[u] == side]
    if not units:
        return
    p.opened |= sum(1 << u for u in units)
    p.tell("opened", rule, reveals=True, hex=g.hex_name(hex), units=[g.ids[u] for u in units])
    for u in units:
        if g.counters[u].deception:
            losses.eliminate(g, p, u, "19.2.2b")


def buried(g: Blitzkrieg, p: BlitzPosition, side: int, without: int = 0) -> list[int]:
    """Units of a side that lie under another of theirs, in hexes not in the set."""
    found = []
    for hex in bits(p.piled & p.occupied[side] & ~without):
        mine = [u for u in p.stacks[hex] if g.side[u] == side]
        found += mine[:-1]
    return found


def has_buried(g: Blitzkrieg, p: BlitzPosition, side: int, without: int = 0) -> bool:
    """Whether there is such a unit."""
    for hex in bits(p.piled & p.occupied[side] & ~without):
        if p.occupied[1 - side] & g.one[hex] == 0 or len([u for u in p.stacks[hex] if g.side[u] == side]) > 1:
            return True
    return False


def may_deceive(c: Counter) -> bool:
    """19.2.2: what looks like a German or French division."""
    return c.entry.size == "division" and c.nation in ("german", "french")


def may_arrange(g: Blitzkrieg, p: BlitzPosition, side: int) -> bool:
    """D45: whether a side has stacks to put in order, once a phase."""
    return not p.arranged and has_buried(g, p, side)


class Arranging(Frame, frozen=True):
    """19.1a: the owner says which unit lies on top of a stack, each stack once."""

    side: int
    done: int = 0
    """Stacks that have been put in order."""

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if has_buried(g, p, self.side, self.done) else NOBODY

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.word("top", u) for u in buried(g, p, self.side, self.done))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            self.run(g, p)
            return
        u = g.by_id[noun]
        p.raise_unit(g, u)
        p.swap(Arranging(self.side, self.done | g.one[p.at[u]]))

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        p.arranged = True

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("19.1a", "one unit under another of yours is put on top of each stack")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Put units on top of their stacks, where the enemy sees them, or be done.", "19.1a"
