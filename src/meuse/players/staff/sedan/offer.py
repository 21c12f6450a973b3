"""What the staff offers the searcher: plans for a corps' activation, and how a position stands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from random import Random

from msgspec.structs import replace

from meuse.engine.contract import Outcome
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, SIDES
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.victory import MARGIN, tally, total
from meuse.players.search.offer import Script
from meuse.players.search.value import Learned, squash
from meuse.players.staff.sedan.officer import SedanStaff
from meuse.players.staff.sedan.plans import MAIN, SECTORS, SOUTH, Sector, SedanPlan, objective
from meuse.players.staff.sedan.standing import BAD, FEATURES, UNSURE, Standing

KILLS = 1.5
"""Points that a turn's fighting brings the attacker in the race, and costs him in the Encirclement."""
DECIDED = 3
"""The day on which the race is decided: before it all plans seem alike."""
MOST_WEIGHT = 4.0
"""How much more thought XIX Corps deserves on that day; what it saves on other days makes up for it."""
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


class SedanOffer(Learned):
    """Plans for each chit; a position is judged by who stands where along the Meuse."""

    Plan = SedanPlan
    folder = Path(__file__).parent
    features = FEATURES
    signs = tuple(-1 if name in BAD else 0 if name in UNSURE else 1 for name in FEATURES)
    ridge = 200.0
    spread = 0.06
    newcomers = NEWCOMERS

    def __init__(self, game: Sedan) -> None:
        self.game = game
        self.standing = Standing(game)
        self.load()

    def occasion(self, p: SedanPosition, side: str) -> Hashable | None:
        mine = p.chit and self.game.chits[p.chit].side == side
        return (p.turn, p.chit) if mine else None

    def scripts(self, p: SedanPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        if SIDES.index(side) == FRENCH:
            return FRENCH_SCRIPTS
        own = _held(last.plan) if last else SedanPlan()
        divisions = {division: _held(plan) for division, plan in last.own.items()} if last else {}
        corps = self.game.chits[p.chit].corps if p.chit else MAIN
        at = objective(self.game, p, own, corps)
        others = {d: plan for d, plan in divisions.items() if not self._of(d) & self.game.corps_units[corps]}

        def manners(changed: dict[str, dict[str, object]]) -> list[Script]:
            return [Script(f"to {at.capitalize()}, {name}", replace(own, **them),
                           {d: replace(plan, **them) for d, plan in divisions.items()})
                    for name, them in changed.items()]

        elsewhere = [Script(f"to {sector.capitalize()}", _to(own, corps, sector), others) for sector in _beside(at)]
        there = [Script(f"{script.name}, attacking", replace(script.plan, **ATTACKING), script.own)
                 for script in elsewhere]
        return [Script(f"to {at.capitalize()}", own, divisions), *manners(FIRST_MANNERS), *elsewhere, *there,
                *manners(MANNERS)]

    def _of(self, division: str) -> int:
        """The units of a division."""
        units: int = self.game.formation_units[division]
        return units

    def groups(self, p: SedanPosition, side: str, script: Script) -> Mapping[str, Sequence[Script]]:
        """The divisions that act, the strongest first: each may make for another sector, or fight in another manner."""
        g = self.game
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
        return [*(Script(f"to {sector.capitalize()}", _to(plan, corps, sector)) for sector in _beside(at)),
                *(Script(name, replace(plan, **them)) for name, them in APART.items())]

    def officer(self, side: str, rng: Random, script: Script | None) -> SedanStaff:
        return SedanStaff(self.game, side, rng, script.plan if script else None, script.own if script else {})

    def again(self, officer: SedanStaff, rng: Random) -> SedanStaff:
        return officer.again(rng)

    def horizon(self, p: SedanPosition) -> Hashable:
        """The end of the activation."""
        return p.turn, p.chit

    def farther(self, p: SedanPosition) -> Hashable | None:
        """On the last day the end of the game."""
        return p.turn if p.turn >= self.game.last_turn else None

    def weight(self, p: SedanPosition) -> float:
        """In the race nothing can be told before XIX Corps has acted on the third day; what it does then decides."""
        if not self.standing.race:
            return 1.0
        if p.turn < DECIDED or (p.turn == DECIDED and MAIN in self.standing.cup(p)):
            return 0.0
        return MOST_WEIGHT / (p.turn - DECIDED + 1) if p.chit == MAIN else 1.0

    def ended(self, p: SedanPosition, outcome: Outcome) -> float:
        """In the race half for a win and half for a margin that is nearly one, or more than one: that is surer."""
        if not self.standing.race:
            return super().ended(p, outcome)
        return (self.target(outcome) + squash((self.margin(outcome) - MARGIN + 0.5) / NEARLY)) / 2

    def stage(self, p: SedanPosition) -> int:
        """The turn; in the race apart before and after XIX Corps has acted, which decides more than all others."""
        return 2 * p.turn + (MAIN not in self.standing.cup(p)) if self.standing.race else p.turn

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


def _held(plan: SedanPlan) -> SedanPlan:
    """What holds for longer than an activation: where the corps go."""
    return SedanPlan(sector=plan.sector, north=plan.north, south=plan.south)


def _to(plan: SedanPlan, corps: str, sector: Sector) -> SedanPlan:
    """A plan with another sector for a corps."""
    if corps == MAIN:
        return replace(plan, sector=sector)
    return replace(plan, south=sector) if corps == SOUTH else replace(plan, north=sector)


def _beside(sector: Sector) -> list[Sector]:
    """The sectors next to one."""
    order = list(SECTORS)
    at = order.index(sector)
    return order[max(0, at - 1):at] + order[at + 1:at + 2]


ATTACKING: dict[str, object] = {"attack_at": -0.3, "lure": 3.5}
FIRST_MANNERS: dict[str, dict[str, object]] = {
    "attacking": ATTACKING, "fighting first": {"order": "combat-move"},
    "all bombers": {"attack_at": -0.1, "thrift": 0.2},
}
MANNERS: dict[str, dict[str, object]] = {
    "sparing": {"attack_at": 0.6, "lure": 0.5}, "moving first": {"order": "move-combat"},
    "marching": {"pull": 2.0, "lure": 0.3, "attack_at": 0.4}, "bombers back": {"thrift": 3.0},
}
APART: dict[str, dict[str, object]] = {
    "attacking": {"lure": 4.0}, "marching": {"pull": 2.0, "lure": 0.3},
}
"""How a division may go about it by itself: where it goes; when to attack and what flies is for the corps."""
FRENCH_APART: dict[str, dict[str, object]] = {
    "barring the crossings": {"bar": 1.5}, "striking": {"strike": 4.0, "caution": 0.2},
    "giving way": {"caution": 1.5, "delay": 0.2}, "delaying": {"delay": 1.2, "home": 1.0, "caution": 0.3},
}
FRENCH_SCRIPTS = (
    Script("hold the Meuse", SedanPlan()),
    Script("bar the crossings and strike", SedanPlan(bar=1.0, strike=3.0, attack_at=-0.2, thrift=0.3)),
    Script("counter-attack", SedanPlan(attack_at=-0.3, strike=3.0)), Script("bar the crossings", SedanPlan(bar=1.5)),
    Script("counter-attack first", SedanPlan(attack_at=-0.1, order="combat-move")),
    Script("no attacks", SedanPlan(attack_at=1.5, thrift=3.0)),
    Script("delay forward", SedanPlan(delay=1.2, home=1.0, caution=0.3)),
    Script("give way", SedanPlan(caution=1.5, delay=0.2, attack_at=0.6)),
)
"""The most promising first: where time is short the others are left out."""
