"""6.5 Overstacked hexes at the end of Movement and Combat Segments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import control, losses, retreat
from meuse.games.mansteins_war.rules.stacking import fits

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def check(g: MansteinsWar, p: MansteinPosition) -> None:
    """6.0a: both sides' stacks, activated or not."""
    p.push(StackingCheck())


def surplus(g: MansteinsWar, p: MansteinPosition, units: Sequence[int], hex: int) -> int:
    """How many of these units are too many: the least that must go."""
    return next(gone for gone in range(len(units)) for rest in combinations(units, len(units) - gone)
                if fits(g, p, rest, hex))


class StackingCheck(Frame, frozen=True):
    """6.5: the owner names the smallest surplus; each of those units loses a step, and the enemy retreats the rest."""

    chosen: int = 0
    """Units named as surplus so far."""

    def rest(self, units: Sequence[int]) -> Sequence[int]:
        return [u for u in units if not self.chosen >> u & 1] if self.chosen else units

    def crowded(self, g: MansteinsWar, p: MansteinPosition) -> int:
        """The first hex with too many units, -1 for none."""
        return next((hex for hex in bits(p.shared) if not fits(g, p, self.rest(p.stacks[hex]), hex)), -1)

    def choices(self, g: MansteinsWar, p: MansteinPosition, hex: int) -> list[int]:
        """Units whose going is part of a smallest surplus."""
        units = self.rest(p.stacks[hex])
        least = surplus(g, p, units, hex)
        return [u for u in units if surplus(g, p, [v for v in units if v != u], hex) == least - 1]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        hex = self.crowded(g, p)
        return (SIDES[p.occupied[ALLIED] >> hex & 1],) if hex >= 0 else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [g.word("remove", u) for u in self.choices(g, p, self.crowded(g, p))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.swap(StackingCheck(self.chosen | 1 << g.by_id[noun]))

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        """Nothing is too much any more: the surplus is driven out, and what that has led to is looked at again."""
        if not self.chosen:
            p.pop()
            return
        p.swap(StackingCheck())
        for u in bits(self.chosen):
            p.tell("overstacked", "6.5a", unit=g.ids[u], hex=g.hex_name(p.at[u]))
            losses.reduce(g, p, u, "6.5a")
        for side in (ALLIED, GERMAN):
            left = tuple(u for u in bits(self.chosen & g.side_units[side]) if p.at[u] >= 0)
            if left:
                retreat.begin(g, p, left, 1, 1 - side, "6.5b")
        control.review(g, p)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        hex = self.crowded(g, p)
        if verb == "remove" and noun in g.by_id:
            return Refusal("6.5a", f"{g.name_of(noun)} is not part of the smallest surplus in {g.hex_name(hex)}")
        return Refusal("6.5a", f"{g.hex_name(hex)} is overstacked: name the surplus units first")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        hex = self.crowded(g, p)
        if hex < 0:
            return "Stacks are looked through.", "6.5a"
        return f"{g.board.label(hex)} is overstacked: name a surplus unit.", "6.5a"
