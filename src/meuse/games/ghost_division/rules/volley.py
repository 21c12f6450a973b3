"""20.2 Firing: the dice of a volley, rolled one after another and read in columns of the Fire Results Table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from meuse.engine.frames import NOBODY, Chance
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.fire import COLUMN_RULES, battle_of, has_target, volley_dice
from meuse.games.ghost_division.rules.formations import DICE
from meuse.games.ghost_division.rules.results import Allot
from meuse.games.ghost_division.rules.shot_down import ShotDown

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class Volley(Chance, frozen=True):
    """20.2a, 20.4a: all dice first, then their results. A volley that can touch nobody is not rolled.

    A strike from the air is one round (28.2d, 28.3c): the columns of all its air units are rolled before any result.
    """

    column: str
    german: bool
    """The Germans fire."""
    then: tuple[str, ...] = ()
    """The columns that are rolled after this one in the same round."""
    left: int = -1
    """Dice still to roll; -1 before they are counted."""
    rolled: tuple[int, ...] = ()
    earlier: tuple[str, ...] = ()
    """Results of the columns rolled before this one."""

    def due(self, p: GhostPosition) -> tuple[bool, tuple[str, ...]]:
        """Who fires, and in which columns."""
        return self.german, (self.column, *self.then)

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return DICE if self.left > 0 else NOBODY

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        dice = volley_dice(g, p, self.german, self.column)
        if dice and has_target(g, p, self.german, self.column):
            p.swap(replace(self, left=dice))
        else:
            self._go_on(p, self.earlier)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        rolled = (*self.rolled, int(noun))
        if self.left > 1:
            p.swap(replace(self, left=self.left - 1, rolled=rolled))
            return
        line = getattr(g.charts.fire, self.column)
        results = [line[die - 1] for die in rolled]
        battle = battle_of(p)
        p.tell("volley", COLUMN_RULES[self.column], grid=g.grid_name(battle.cell), round=battle.round,
               side="german" if self.german else "allied", column=self.column, dice=list(rolled), results=results)
        self._go_on(p, (*self.earlier, *results))

    def _go_on(self, p: GhostPosition, results: tuple[str, ...]) -> None:
        """The next column of the round; after the last one its results."""
        count = results.count
        if self.then:
            p.swap(Volley(self.then[0], self.german, self.then[1:], earlier=results))
        elif not results:
            p.pop()
        elif self.column in ("air_superiority", "flak"):
            p.swap(ShotDown(not self.german, self.column == "flak", count("kill"), count("abort")))
        else:
            p.swap(Allot(not self.german, self.column, count("overrun"), count("hit"), count("suppress")))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        who = "German" if self.german else "Allied"
        return f"{who} {self.column.replace('_', ' ')} fire: {self.left} dice to roll.", COLUMN_RULES[self.column]
