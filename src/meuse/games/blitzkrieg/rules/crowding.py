"""13.1.1 Stacking is checked as a phase ends: what is too much is eliminated, by its owner's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import losses, stacking

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def overfull(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """The hexes in which a side has more than may stand there."""
    found = 0
    for hex in bits(p.piled & p.occupied[side]):
        if stacking.load(g, p, side, hex) > stacking.limit(g, p, side, hex):
            found |= g.one[hex]
    return found


class StackingCheck(Frame, frozen=True):
    """13.1.1a, 13.1.1c: both sides, the phasing one first; a unit that adds nothing to the load is never too much."""

    def due(self, g: Blitzkrieg, p: BlitzPosition) -> int:
        """The side that has to choose, -1 if none."""
        order = (p.active, 1 - p.active)
        return next((side for side in order if overfull(g, p, side)), -1)

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        side = self.due(g, p)
        units = [u for hex in bits(overfull(g, p, side)) for u in p.stacks[hex]]
        return [u for u in units if g.side[u] == side and g.counters[u].points]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        side = self.due(g, p)
        return (SIDES[side],) if side >= 0 else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.word("remove", u) for u in self.able(g, p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        losses.eliminate(g, p, g.by_id[noun], "13.1.1c")

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("13.1.1c", "a unit of an overstacked hex has to go")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        names = " and ".join(g.board.label(hex) for hex in bits(overfull(g, p, self.due(g, p))))
        return f"Too many units stand in {names}: which is eliminated?", "13.1.1c"
