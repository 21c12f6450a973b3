"""What the staff offers the searcher: a few manners for each impulse, and how the campaign stands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.victory import score
from meuse.players.search.offer import Script
from meuse.players.search.value import Learned
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
A_WEEK = 4.5
"""What the German lead grows by in a week, in the mean of even games."""


class MansteinOffer(Learned):
    """Plans for each impulse; the campaign is judged by points and by who stands where."""

    Plan = MansteinOrders
    folder = Path(__file__).parent
    features = tuple(FEATURES)
    signs = tuple(FEATURES.values())

    newcomers = NEWCOMERS

    def __init__(self, game: MansteinsWar) -> None:
        self.game = game
        self.known: dict[MansteinOrders, Knowledge] = {}
        levels = game.terms.levels
        least = [level.least for level in levels if level.winner == SIDES[GERMAN]]
        most = [above.least for above, below in pairwise(levels)
                if below.winner == SIDES[ALLIED] and above.winner != SIDES[ALLIED]]
        self.even = (min(least) + (most[0] if most else min(least))) / 2
        """The German lead at which the game is even: in the middle of the draw."""
        self.standing, self.manners = Standing(game), Manners(game)
        self.load()

    def occasion(self, p: MansteinPosition, side: str) -> Hashable | None:
        return (p.turn, p.played, p.marker) if p.marker >= 0 and p.operating == SIDES.index(side) else None

    def scripts(self, p: MansteinPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        return self.manners.scripts(p, SIDES.index(side))

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

    def stage(self, p: MansteinPosition) -> int:
        return p.turn

    def estimate(self, p: MansteinPosition) -> float:
        """By the lead as it stands and as it grows in even games."""
        german, allied = score(self.game, p)
        terms = self.game.terms
        left = max(0, (terms.extended_turn if p.extended else terms.last_turn) - p.turn)
        return float(0.35 / (1.0 + 0.35 * left) * (german - allied + A_WEEK * (left + 0.5) - self.even))

    def measure(self, p: MansteinPosition) -> list[float]:
        return self.standing.measure(p)
