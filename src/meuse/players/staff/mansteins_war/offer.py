"""What the staff offers the searcher: a few manners for each impulse, and how the campaign stands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec

from meuse.engine.contract import Outcome
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.combat import CombatDie
from meuse.games.mansteins_war.rules.victory import score
from meuse.players.search.offer import Script
from meuse.players.search.value import SHADE, Learned, squash
from meuse.players.staff.mansteins_war.manners import Manners
from meuse.players.staff.mansteins_war.officer import MansteinStaff
from meuse.players.staff.mansteins_war.orders import MansteinOrders
from meuse.players.staff.mansteins_war.outlook import Knowledge
from meuse.players.staff.mansteins_war.standing import FEATURES, Standing

NEWCOMERS: dict[str, dict[str, dict[str, object]]] = {
    "german": {
        "never attack": {"daring": -99.0}, "few attacks": {"daring": -3.0}, "bombers at home": {"fly": False},
        "no pursuit": {"pursue": False}, "only sure attacks": {"daring": -1.5, "caution": 2.0},
    },
    "allied": {
        "attack always": {"daring": 3.0, "caution": 0.0},
        "attack always, without aircraft": {"daring": 3.0, "caution": 0.0, "fly": False},
        "attack always, leave the line": {"daring": 3.0, "caution": 0.0, "press": 0.1},
        "to Paris without a fight": {"aim": "0941", "daring": -99.0}, "everybody to Lille": {"aim": "1137"},
    },
}
"""Plans for a whole game that a newcomer might think of."""
BOTH: dict[str, tuple[object, ...]] = {
    "daring": (0.0, -0.5, -0.2, 0.2, 0.5), "caution": (1.0, 0.4, 0.7, 1.5, 2.2), "thrift": (1.0, 0.5, 0.75, 1.4),
    "bound": (1.0, 0.0, 0.3, 0.6), "press": (1.0, 0.5, 0.75, 1.5, 2.0), "prizes": (1.0, 0.6, 1.5, 2.0),
}
"""What either side may tune, with values to try."""
MATTERS = ("air", "piece", "forces", "attacker", "defender")
"""Whom dice other than those of battles may be about, as their procedures call it."""
A_POINT = 0.35
"""What a point of the lead is worth at the end, in log odds."""
A_WEEK = 4.5
"""What the German lead grows by in a week, in the mean of even games."""


class Curve(msgspec.Struct, frozen=True):
    """From what is learned, log odds that the lead comes out above the usual, to a lead between good players."""

    markers: tuple[int, int]
    """What German and Allied bins are loaded with."""
    lead: float
    slope: float
    """Points for each unit of the log odds."""
    week: float
    """Points that they still make beyond that while the markers of a whole week are to come."""
    spread: float
    """How far the lead comes out otherwise when the last marker is drawn, as the scale of a logistic curve."""
    wider: float
    """By how much farther with the markers of a whole week to come."""


class Searchers(msgspec.Struct, frozen=True):
    """What games of searchers, or of staffs, come to beside those of staffs who try plans, which a value is made of."""

    usual: int
    """The German lead in the middle of games between staffs who try all their plans."""
    weeks: dict[int, Curve]


SEARCHERS = {
    "fall-rot": Searchers(50, {
        5: Curve((5, 4), 55.3, 5.8, 3.7, 4.4, 0.9), 6: Curve((5, 3), 50.5, 3.5, 3.7, 1.9, 2.7),
    }),
}
"""By fits, rounded, to 120 games between staffs.

None of it depends on the levels of victory: a lead becomes a chance by them alone.
"""


class MansteinOffer(Learned):
    """Plans for each impulse; the campaign is judged by points and by who stands where."""

    Plan = MansteinOrders
    folder = Path(__file__).parent
    features = tuple(FEATURES)
    signs = tuple(FEATURES.values())

    newcomers = NEWCOMERS
    ranges = {"german": BOTH, "allied": {**BOTH, "back": (0, 1)}}

    def __init__(self, game: MansteinsWar) -> None:
        self.game = game
        self.known: dict[MansteinOrders, Knowledge] = {}
        levels = game.terms.levels
        least = [level.least for level in levels if level.winner == SIDES[GERMAN]]
        most = [above.least for above, below in pairwise(levels)
                if below.winner == SIDES[ALLIED] and above.winner != SIDES[ALLIED]]
        self.even = (min(least) + (most[0] if most else min(least))) / 2
        """The German lead at which the game is even: in the middle of the draw."""
        self.searchers = SEARCHERS.get(game.scenario)
        self.middle = self.searchers.usual if self.searchers else self.even
        """The lead by which what is learned is told as good or bad for the Germans."""
        self.standing, self.manners = Standing(game), Manners(game)
        self.markers = [sum(1 << n for n, m in enumerate(game.markers) if m.side == side) for side in (GERMAN, ALLIED)]
        self.load()

    def occasion(self, p: MansteinPosition, side: str) -> Hashable | None:
        return (p.turn, p.played, p.marker) if p.marker >= 0 and p.operating == SIDES.index(side) else None

    def scripts(self, p: MansteinPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        return self.manners.scripts(p, SIDES.index(side), self.own(side, p.turn))

    def enemy(self, p: MansteinPosition, side: str) -> Script:
        """An enemy, whose answer is played through, is taken for a searcher without a search."""
        return Script("as planned", self.own(side, p.turn))

    def groups(self, p: MansteinPosition, side: str, script: Script) -> Mapping[str, Sequence[Script]]:
        return {}

    def officer(self, side: str, rng: Random, script: Script | None) -> MansteinStaff:
        orders = script.plan if script else MansteinOrders()
        if orders not in self.known:
            self.known[orders] = Knowledge(self.game, orders)
        return MansteinStaff(self.game, side, rng, orders, self.known[orders])

    def again(self, officer: MansteinStaff, rng: Random) -> MansteinStaff:
        return officer.again(rng)

    def horizon(self, p: MansteinPosition) -> Hashable:
        """The end of the impulse."""
        return p.turn, p.played, p.marker

    def until(self, p: MansteinPosition, side: str) -> Hashable:
        """The end of the enemy's next impulse, which shows what a plan has laid open; of one's own if he has none."""
        enemy = 1 - SIDES.index(side)
        answering = p.marker >= 0 and p.operating == enemy
        if not (p.bins[enemy] or answering):
            return self.horizon(p)
        return p.turn, (p.played & self.markers[enemy]).bit_count() - answering

    def matter(self, p: MansteinPosition) -> Hashable:
        """A battle is known by its target, any other die by who is about it."""
        frame = p.frames[-1]
        about = frame.order.target if isinstance(frame, CombatDie) else [getattr(frame, name, "") for name in MATTERS]
        return f"{p.turn} {type(frame).__name__} {about}"

    def stage(self, p: MansteinPosition) -> int:
        return p.turn

    def estimate(self, p: MansteinPosition) -> float:
        """By the lead as it stands and as it grows in even games."""
        german, allied = score(self.game, p)
        terms = self.game.terms
        left = max(0, (terms.extended_turn if p.extended else terms.last_turn) - p.turn)
        return float(A_POINT / (1.0 + 0.35 * left) * (german - allied + A_WEEK * (left + 0.5) - self.middle))

    def margin(self, outcome: Outcome) -> float:
        """Beyond the middle, so that the curve from margins to chances has its own at nought."""
        return super().margin(outcome) - self.middle

    def target(self, outcome: Outcome) -> float:
        """What is learned: where searchers were measured, whether the lead comes out above the usual; else who wins."""
        if self.searchers is None:
            return super().target(outcome)
        ahead = self.margin(outcome)
        return float(ahead > 0) if ahead else 0.5

    def forecast(self, p: MansteinPosition) -> float:
        """The chance of the Germans to win: between searchers, where they were measured."""
        outcome, curve = self.game.outcome(p), self.curve(p)
        if outcome is not None:
            return super().target(outcome)
        if self.model is None or curve is None:
            return super().forecast(p)
        features = self.measure(p)
        left = sum(features[-2:]) / sum(curve.markers)
        odds = self.model.stages[str(self.stage(p))].sum(self.estimate(p), features)
        lead = curve.lead + curve.slope * odds + curve.week * left
        return squash((lead - self.even) / (curve.spread + curve.wider * left))

    def curve(self, p: MansteinPosition) -> Curve | None:
        return self.searchers.weeks.get(p.turn) if self.searchers else None

    def ended(self, p: MansteinPosition, outcome: Outcome) -> float:
        """By who has won, and a little by the margin."""
        shade = squash(A_POINT * (super().margin(outcome) - self.even))
        return (1.0 - SHADE) * super().target(outcome) + SHADE * shade

    def measure(self, p: MansteinPosition) -> list[float]:
        """As it stands; before the bins are loaded with the markers that they will be loaded with, where known.

        Where that is known for the whole game armies count by how many markers are still to come.
        """
        curve = self.curve(p)
        if curve is None or self.searchers is None:
            return self.standing.measure(p)
        unloaded = p.marker < 0 and not any(p.bins)
        left = curve.markers if unloaded else tuple(markers.bit_count() for markers in p.bins)
        weeks = self.searchers.weeks
        later = sum(sum(weeks[week].markers) for week in weeks if week > p.turn)
        ahead = (sum(left) + later) / sum(sum(week.markers) for week in weeks.values())
        return [*self.standing.measure(p, ahead)[:-2], *map(float, left)]
