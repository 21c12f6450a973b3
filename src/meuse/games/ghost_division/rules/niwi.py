"""34.0 Operation Niwi: the Kommando is flown into a Grid before turn 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal, Stake
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.games.ghost_division.box.components import ASIDE, SCRAP
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.air import fort_in
from meuse.games.ghost_division.rules.combat import Battles
from meuse.games.ghost_division.rules.cooperative import commander
from meuse.games.ghost_division.rules.encounters import enter
from meuse.games.ghost_division.rules.operations import can_pay, for_points, pay

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

LOST_ON = 6
"""34.1a."""


def price(g: GhostDivision) -> int:
    return g.charts.price["niwi"][0]


class Drop(Frame, frozen=True):
    """34.1a: after set-up and before turn 1 the Kommando may be recruited and dropped in any Grid."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        able = g.with_niwi and p.places[g.niwi] == ASIDE and can_pay(p, price(g))
        return (commander(g),) if able else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        return [*(f"land {name}" for name in g.grid.bit), "pass"]

    def stakes(self, g: GhostDivision, p: GhostPosition, side: str) -> dict[str, Stake]:
        return for_points(g.legal(p, side), ("land",), price(g))

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "land":
            pay(p, price(g), "34.1a", "the Kommando")
            p.push(DropDie(g.grid.bit[noun]))

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "land":
            return Refusal("34.1a", f"{noun or 'nothing'} is not a Grid of the map")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Drop the Kommando in a Grid for {price(g)} OP, or pass: it cannot come later.", "34.1a"


class DropDie(Chance, frozen=True):
    """34.1a, 34.1b: on a 6 the Kommando is lost; else it meets what is in the Grid, a Fortification in battle."""

    cell: int

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        lost = int(noun) >= LOST_ON
        p.tell("kommando drop", "34.1a", grid=g.grid_name(self.cell), die=int(noun), success=not lost)
        if lost:
            p.put(g, g.niwi, SCRAP)
            return
        p.put(g, g.niwi, self.cell)
        p.push(Storm(self.cell))
        enter(g, p, self.cell, (g.niwi,))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"The die for the drop on {g.grid_name(self.cell)}.", "34.1a"


class Storm(Frame, frozen=True):
    """34.1b: a Fortification where the Kommando has landed is fought at once."""

    cell: int

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        if fort_in(g, p, self.cell) >= 0:
            p.push(Battles(True, g.one[self.cell]))
