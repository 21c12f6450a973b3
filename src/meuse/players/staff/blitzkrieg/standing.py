"""How the armies stand, in numbers: what the value of positions is learned from besides points and Shock."""

from __future__ import annotations

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.players.staff.blitzkrieg.worth import Worth

FEATURES = {"German armour": 1, "Germans worn": -1, "Allies worn": 1}
"""By name, 1 for what can only be good for the Germans, -1 for what can only be bad."""


class Standing:
    """Measures positions of one game; who stands where in a closed stack does not matter."""

    def __init__(self, game: Blitzkrieg) -> None:
        self.g, self.worth = game, Worth(game)
        self.armour = sum(1 << c.index for c in game.counters if c.side == AXIS and c.mech and c.attack[0])
        self.whole = self._strength(0, self.armour)

    def _strength(self, tired: int, units: int) -> int:
        """The factors of units of which some are Fatigued."""
        counters = self.g.counters
        return sum(counters[u].attack[tired >> u & 1] + counters[u].defence[tired >> u & 1] for u in bits(units))

    def spent(self, p: BlitzPosition) -> int:
        """Factors of German armour that are not on the map."""
        return self.whole - self._strength(p.tired, self.armour & p.fielded)

    def worn(self, p: BlitzPosition, side: int) -> float:
        """What a side's Fatigued units are worth."""
        return sum(self.worth.whole[u] for u in bits(p.tired & p.fielded & self.g.side_units[side]))

    def measure(self, p: BlitzPosition) -> list[float]:
        """The features in their order."""
        return [float(self.whole - self.spent(p)), self.worn(p, AXIS), self.worn(p, ALLIED)]
