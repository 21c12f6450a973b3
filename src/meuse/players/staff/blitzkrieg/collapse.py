"""Who is likely to collapse: the indices as they grow from week to week, and the rolls that follow (7.0)."""

from __future__ import annotations

from math import sqrt

import msgspec

from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.box.mapfile import Country
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.rules.shock import effect

FRANCE, GERMANY = COUNTRIES.index("france"), COUNTRIES.index("germany")
STRUCK = ((4.0, 10.5, 13.5, 18.0, 24.5, 27.0, 25.0), (7.0, 3.0, 0.5, -1.5, -1.0, -1.0, 0.0))
"""What the French index grows by in a German and in an Allied Player Turn, by week."""
WORN_DOWN = ((0.5, 1.0, 1.5, 1.0, 1.0, 0.0, 0.0), (8.0, 11.5, 13.0, 13.0, 10.5, 6.5, 5.5))
"""What the German index grows by while France stands: units are lost to Allied attacks. Later it hardly grows."""
SLOWER, FASTER = 0.35, 0.45
"""The standard deviations of these, as shares of them: of the French, and of the German index."""
OUT = sqrt(3.0)
"""Standard deviations at which a bell curve is looked at, a sixth of it on either side and the rest in the middle."""


class Ends(msgspec.Struct, frozen=True):
    """The chances of how the war stands when the game is over."""

    neither: float
    france: float
    """France has fallen, Germany not."""
    both: float
    germany: float


class Collapses:
    """Looks ahead over the Shock steps that are still to come."""

    def __init__(self, game: Blitzkrieg) -> None:
        self.g = game
        self.rolls = {n: self._rolls(COUNTRIES[n]) for n in (FRANCE, GERMANY)}

    def _rolls(self, country: Country) -> list[float]:
        """7.2a: by index, the chance that the roll for a country is its collapse."""
        chart, found = self.g.charts.shock, []
        for index in range(self.g.charts.limits.index + 1):
            over = index - self.g.thresholds[country]
            faces = [effect(self.g, country, die + over // chart.effects.step) == "collapse" for die in range(1, 7)]
            found.append(sum(faces) / 6 if over >= 0 else 0.0)
        return found

    def roll(self, country: int, index: float, spread: float) -> float:
        """The chance of a collapse at an index that may come out higher or lower."""
        if not spread:
            return self._at(country, index)
        low, high = self._at(country, index - OUT * spread), self._at(country, index + OUT * spread)
        return (low + high) / 6 + self._at(country, index) * 2 / 3

    def _at(self, country: int, index: float) -> float:
        row = self.rolls[country]
        return row[max(0, min(len(row) - 1, round(index)))]

    def ahead(self, turn: int, shares: tuple[float, float], france: float, germany: float, fallen: bool) -> Ends:
        """From these indices on to the end; `shares` is what is left of this week's German and Allied Player Turns.

        `fallen`: France has collapsed already. Who has collapsed grows no more, nor does Germany once France has.
        """
        stands, fell, both, lost = (0.0, 1.0, 0.0, 0.0) if fallen else (1.0, 0.0, 0.0, 0.0)
        doubt, their_doubt, then = 0.0, 0.0, germany
        for week in range(turn, self.g.terms.last_turn + 1):
            german, allied = shares if week == turn else (1.0, 1.0)
            growth = german * STRUCK[0][week - 1] + allied * STRUCK[1][week - 1]
            losses = german * WORN_DOWN[0][week - 1] + allied * WORN_DOWN[1][week - 1]
            france, germany = france + growth, germany + losses
            doubt, their_doubt = doubt + (SLOWER * growth) ** 2, their_doubt + (FASTER * losses) ** 2
            ours = self.roll(FRANCE, france, sqrt(doubt))
            theirs = self.roll(GERMANY, germany, sqrt(their_doubt))
            late = fell * self.roll(GERMANY, then, sqrt(their_doubt) if not fallen else 0.0)
            now = stands * ours * (1.0 - theirs)
            both += stands * ours * theirs + late
            lost += stands * (1.0 - ours) * theirs
            then = germany if not fell else (then * fell + germany * now) / max(1e-9, fell + now)
            fell, stands = fell - late + now, stands * (1.0 - ours) * (1.0 - theirs)
        return Ends(stands, fell, both, lost)
