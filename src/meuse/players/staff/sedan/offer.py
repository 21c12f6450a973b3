"""What the staff offers the searcher: plans for a corps' activation, and how a position stands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from random import Random

from msgspec.structs import replace

from meuse.engine.contract import Outcome
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN, SIDES
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.victory import MARGIN, tally, total
from meuse.players.search.offer import Script
from meuse.players.search.value import Learned, squash
from meuse.players.staff.sedan.manners import Manners, beside, to
from meuse.players.staff.sedan.officer import SedanStaff
from meuse.players.staff.sedan.plans import MAIN, SOUTH, SedanPlan, objective
from meuse.players.staff.sedan.standing import BAD, FEATURES, UNSURE, Standing

KILLS = 1.5
"""Points that a turn's fighting brings the attacker in the race, and costs him in the Encirclement."""
RACE, ENCIRCLEMENT = (2, 3), (3, 4)
"""The day from which plans can be told apart, and the one after which the value sees most of what they brought."""
THOUGHT: dict[int, dict[str, float]] = {
    2: {MAIN: 3.0, "2A-Cav": 2.0},
    3: {MAIN: 2.5, SOUTH: 0.75, "III": 0.25, "XXXXI": 0.25, "2A-Cav": 2.0, "X": 2.0, "XVIII": 2.0, "XLI": 2.0},
    4: {MAIN: 2.5, SOUTH: 1.0, "III": 0.75, "XXXXI": 0.75, "VI": 0.75,
        "2A-Cav": 1.2, "X": 1.2, "XVIII": 1.2, "XLI": 1.2, "XXIII": 1.2},
}
"""How much thought each chit deserves on the days of the race: a second an activation in the mean."""
LONGER: dict[str, float] = {
    MAIN: 4.0, "XXXXI": 1.5, "2A-Cav": 1.0, "X": 1.5, "XVIII": 1.25, "XLI": 1.75, "XXIII": 1.25, "XXI": 0.75,
}
"""The same for every day of the Encirclement on which there is any; with less, plans are told apart by chance."""
NEARLY = 3.0
"""Points that are soon won or lost."""
EVEN = 30
"""French points at which the Encirclement is even: between the draw and the French win (16.10c)."""


NEWCOMERS: dict[str, dict[str, dict[str, object]]] = {
    "german": {
        "never attack": {"attack_at": 99.0, "lure": 0.0}, "no pontoons": {"pontoons": 0},
        "bombers at home": {"thrift": 99.0}, "neither bombers nor pontoons": {"thrift": 99.0, "pontoons": 0},
        "neither attacks nor pontoons": {"attack_at": 99.0, "lure": 0.0, "pontoons": 0},
    },
    "french": {
        "never attack": {"attack_at": 99.0, "strike": 0.0},
        "behind the river": {"guard": -0.3, "bar": 0.0, "caution": 1.5},
        "give way": {"guard": 0.0, "bar": 0.0, "delay": 0.0, "caution": 3.0},
        "keep away from the river": {"guard": -1.0, "bar": 0.0, "delay": 0.0, "caution": 3.0},
    },
}
"""Plans for a whole game that a newcomer might think of."""


RANGES: dict[str, dict[str, tuple[object, ...]]] = {
    "german": {
        "sector": ("sedan", "mouzon", "charleville", "montherme"), "south": ("mouzon", "sedan", "dun"),
        "north": ("montherme", "charleville", "fumay"), "order": ("by-sight", "move-combat", "combat-move"),
        "attack_at": (0.1, -0.3, 0.4, 0.7), "pull": (1.0, 0.6, 1.6), "lure": (2.2, 0.7, 1.3, 3.5),
        "thrift": (1.0, 0.3, 2.0, 4.0), "pontoons": (8, 2, 4), "settle": (0.05, 0.5),
    },
    "french": {
        "order": ("by-sight", "combat-move"), "attack_at": (0.1, -0.5, -0.2, 0.4), "delay": (0.5, 0.0, 0.2, 1.2),
        "guard": (2.0, 1.0, 3.0, 4.5), "bar": (0.5, 0.0, 1.0, 2.0), "caution": (0.5, 0.15, 1.0, 2.0),
        "strike": (1.0, 0.3, 2.0, 4.0), "home": (6.0, 2.0, 12.0), "mass": (0.35, 0.1, 0.7, 1.0),
        "settle": (0.05, 0.3, 1.0, 2.0), "thrift": (1.0, 0.3, 3.0), "hold": ("all", "sedan", "mouzon", "charleville"),
    },
}
"""What may be tuned, with values to try."""


class SedanOffer(Learned):
    """Plans for each chit; a position is judged by who stands where along the Meuse."""

    Plan = SedanPlan
    folder = Path(__file__).parent
    features = FEATURES
    signs = tuple(-1 if name in BAD else 0 if name in UNSURE else 1 for name in FEATURES)
    ridge = 200.0
    spread = 0.06
    newcomers = NEWCOMERS
    ranges = RANGES

    def __init__(self, game: Sedan) -> None:
        self.game = game
        self.standing, self.manners = Standing(game), Manners(game)
        self.first, self.seen = RACE if self.standing.race else ENCIRCLEMENT
        self.load()

    def occasion(self, p: SedanPosition, side: str) -> Hashable | None:
        mine = p.chit and self.game.chits[p.chit].side == side
        return (p.turn, p.chit) if mine else None

    def scripts(self, p: SedanPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        own = self.own(side, p.turn)
        return self.manners.french(p, own) if SIDES.index(side) == FRENCH else self.manners.german(p, own, last)

    def _of(self, division: str) -> int:
        """The units of a division."""
        units: int = self.game.formation_units[division]
        return units

    def groups(self, p: SedanPosition, side: str, script: Script) -> Mapping[str, Sequence[Script]]:
        """The divisions that act, the strongest first: each may make for another sector, or fight in another manner.

        Not in the race, whose few days leave no time for it.
        """
        g = self.game
        if self.standing.race:
            return {}
        corps = g.corps_units[g.chits[p.chit].corps] & ~p.activated & ~g.hq_set
        strength = {d: self._strength(p, units & corps) for d, units in g.formation_units.items() if units & corps}
        there = sorted((d for d in strength if strength[d]), key=lambda d: (-strength[d], d))
        return {d: self._apart(p, d, script) for d in there}

    def _strength(self, p: SedanPosition, units: int) -> int:
        """Of those who are on the map, or may come onto it today."""
        g = self.game
        return sum(g.attack[u][p.units[u].steps] for u in bits(units)
                   if p.units[u].hex >= 0 or (p.units[u].hex == DUE and g.counters[u].entry.turn <= p.turn))

    def _apart(self, p: SedanPosition, division: str, script: Script) -> list[Script]:
        """What a division might do by itself."""
        plan = script.own.get(division, script.plan)
        unit = next(bits(self._of(division)))
        if self.game.side[unit] == FRENCH:
            return [Script(name, replace(plan, **them)) for name, them in FRENCH_APART.items()]
        corps = self.game.counters[unit].entry.corps
        at = objective(self.game, p, plan, corps)
        return [*(Script(f"to {sector.capitalize()}", to(plan, corps, sector)) for sector in beside(at)),
                *(Script(name, replace(plan, **them)) for name, them in APART.items())]

    def officer(self, side: str, rng: Random, script: Script | None) -> SedanStaff:
        return SedanStaff(self.game, side, rng, script.plan if script else None, script.own if script else {})

    def again(self, officer: SedanStaff, rng: Random) -> SedanStaff:
        return officer.again(rng)

    def horizon(self, p: SedanPosition) -> Hashable:
        """The end of the activation."""
        return p.turn, p.chit

    def farther(self, p: SedanPosition) -> Hashable | None:
        """The night by which the value sees whether the crossing was made, and that of every day after it, by which the
        French have struck back; on the last day the end."""
        if p.turn < self.first:
            return None
        return max(p.turn, self.seen)

    def proves(self, p: SedanPosition) -> bool:
        """Not what the French do about a bridgehead: how that ends is seen at once, and more plans can be tried."""
        german = self.game.chits[p.chit].side == SIDES[GERMAN]
        return super().proves(p) and (german or not self.seen < p.turn < self.game.last_turn)

    def blind(self, p: SedanPosition) -> bool:
        """The value sees little before the crossing."""
        return p.turn <= self.seen

    def weight(self, p: SedanPosition) -> float:
        """Nothing can be told at first; then the corps at the Meuse decide."""
        if p.turn < self.first:
            return 0.0
        return (THOUGHT[p.turn] if self.standing.race else LONGER).get(p.chit, 0.0)

    def ended(self, p: SedanPosition, outcome: Outcome) -> float:
        """In the race half for a win and half for a margin that is nearly one, or more than one: that is surer."""
        if not self.standing.race:
            return super().ended(p, outcome)
        return (self.target(outcome) + squash((self.margin(outcome) - MARGIN + 0.5) / NEARLY)) / 2

    def stage(self, p: SedanPosition) -> int:
        """The turn, apart before and after something that decides much: in the race that XIX Corps has acted, in the
        Encirclement the day's first chit, since plans are proved at dawn and learned in between."""
        cup = self.standing.cup(p)
        early = MAIN in (*cup, p.chit) if self.standing.race else len(cup) == len(self.standing.due(p))
        return 2 * p.turn + (not early)

    def estimate(self, p: SedanPosition) -> float:
        """By points as they stand, the Germans who will still come over, and the fighting to come."""
        left = self.standing.left(p)
        german, french = tally(self.game, p)
        lead = total(german) - total(french)
        late = 2.0 * self.standing.coming(p, left, self.standing.gaps(p))
        if self.standing.race:
            return 0.6 / (0.5 + left) * (lead + late + KILLS * left - 8)
        return float(0.25 / (0.5 + left ** 0.5) * (EVEN + lead + late - 2 * KILLS * left))

    def measure(self, p: SedanPosition) -> list[float]:
        return self.standing.measure(p)


APART: dict[str, dict[str, object]] = {
    "attacking": {"lure": 4.0}, "marching": {"pull": 2.0, "lure": 0.3},
}
"""How a division may go about it by itself: where it goes; when to attack and what flies is for the corps."""
FRENCH_APART: dict[str, dict[str, object]] = {
    "barring the crossings": {"bar": 1.5}, "striking": {"strike": 4.0, "caution": 0.2},
    "giving way": {"caution": 1.5, "delay": 0.2}, "delaying": {"delay": 1.2, "home": 1.0, "caution": 0.3},
}
