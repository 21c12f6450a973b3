"""20.2 Firing: the dice of one volley, rolled one after another and read in a column of the Fire Results Table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.frames import NOBODY, Chance
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.fire import COLUMN_RULES, battle_of, has_target, volley_dice
from meuse.games.ghost_division.rules.formations import DICE
from meuse.games.ghost_division.rules.results import Allot
from meuse.games.ghost_division.rules.shot_down import ShotDown

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class Volley(Chance, frozen=True):
    """20.2a, 20.4a: all dice first, then their results. A volley that can touch nobody is not rolled."""

    column: str
    german: bool
    """The Germans fire."""
    left: int = -1
    """Dice still to roll; -1 before they are counted."""
    rolled: tuple[int, ...] = ()

    def due(self, p: GhostPosition) -> tuple[bool, str]:
        """Who fires, and in which column."""
        return self.german, self.column

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return DICE if self.left > 0 else NOBODY

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        dice = volley_dice(g, p, self.german, self.column)
        if dice and has_target(g, p, self.german, self.column):
            p.swap(Volley(self.column, self.german, dice))
        else:
            p.pop()

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        rolled = (*self.rolled, int(noun))
        if self.left > 1:
            p.swap(Volley(self.column, self.german, self.left - 1, rolled))
            return
        line = getattr(g.charts.fire, self.column)
        results = [line[die - 1] for die in rolled]
        battle = battle_of(p)
        p.tell("volley", COLUMN_RULES[self.column], grid=g.grid_name(battle.cell), round=battle.round,
               side="german" if self.german else "allied", column=self.column, dice=list(rolled), results=results)
        count = results.count
        if self.column in ("air_superiority", "flak"):
            p.swap(ShotDown(not self.german, self.column == "flak", count("kill"), count("abort")))
        else:
            p.swap(Allot(not self.german, self.column, count("overrun"), count("hit"), count("suppress")))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        who = "German" if self.german else "Allied"
        return f"{who} {self.column.replace('_', ' ')} fire: {self.left} dice to roll.", COLUMN_RULES[self.column]
