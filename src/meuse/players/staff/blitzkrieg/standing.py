"""How the armies stand, in numbers: what the value of positions is learned from besides points and Shock."""

from __future__ import annotations

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import shock
from meuse.players.staff.blitzkrieg.ground import menace
from meuse.players.staff.blitzkrieg.worth import Worth

FEATURES = {
    "German armour": 1, "Germans worn": -1, "Allies worn": 1, "German attack": 1, "German defence": 1,
    "Allied attack": -1, "Allied defence": -1, "Germans in danger": -1, "Allies in danger": 1, "cities in reach": 1,
    "cities in danger": -1,
}
"""By name, 1 for what can only be good for the Germans, -1 for what can only be bad."""
HOLDING, STORMED, DOUBT = 3, 2, 8
"""How much a factor of defence counts beside one of attack that may come up, how much in a city that stands, and
factors that it takes to go anywhere at all."""


class Standing:
    """Measures positions of one game."""

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

    def worn(self, p: BlitzPosition, side: int) -> int:
        """A side's Fatigued units."""
        return (p.tired & p.fielded & self.g.side_units[side]).bit_count()

    def factors(self, p: BlitzPosition, side: int) -> tuple[int, int]:
        """Attack and defence of a side on the map."""
        counters, tired = self.g.counters, p.tired
        units = bits(p.fielded & self.g.side_units[side])
        both = [(counters[u].attack[tired >> u & 1], counters[u].defence[tired >> u & 1]) for u in units]
        return sum(attack for attack, _ in both), sum(defence for _, defence in both)

    def defences(self, p: BlitzPosition) -> dict[int, int]:
        """By hex, the defence of those who stand there."""
        counters, found = self.g.counters, {}
        for hex in bits(p.occupied[AXIS] | p.occupied[ALLIED]):
            found[hex] = sum(counters[u].defence[p.tired >> u & 1] for u in p.stacks[hex])
        return found

    def dangers(self, p: BlitzPosition, standing: int) -> tuple[float, float, float, float]:
        """What Germans and Allies are worth where the enemy may come up, cities that stand, and cities taken.

        Each counts by how strong the enemy about it is beside whoever holds it.
        """
        g, defence = self.g, self.defences(p)
        near = menace(g, p, AXIS), menace(g, p, ALLIED)

        def lost(side: int, hex: int, holding: int = HOLDING) -> float:
            attack = near[side].get(hex, 0)
            return attack / (attack + holding * defence.get(hex, 0) + DOUBT)

        armies = [sum(self.worth.end(p, u) * lost(side, p.at[u]) for u in bits(p.fielded & g.side_units[side])
                      if p.at[u] >= 0) for side in (AXIS, ALLIED)]
        open_to = sum(shock.worth(g, p, hex, False) * lost(ALLIED, hex, STORMED)
                      for hex in bits(standing & ~p.occupied[AXIS]))
        ours = g.board.cities & p.taken & ~p.occupied[ALLIED]
        again = sum(shock.worth(g, p, hex, True) * lost(AXIS, hex) for hex in bits(ours))
        return *armies, open_to, again  # type: ignore[return-value]

    def measure(self, p: BlitzPosition, standing: int) -> list[float]:
        """The features in their order; `standing` are the cities that the Germans have not taken."""
        return [float(x) for x in (
            self.whole - self.spent(p), self.worn(p, AXIS), self.worn(p, ALLIED), *self.factors(p, AXIS),
            *self.factors(p, ALLIED), *self.dangers(p, standing),
        )]
