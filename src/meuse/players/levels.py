"""How strong a player is: a weaker one has the same mind and now and then does something else than it says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Action
from meuse.engine.match import AnyGame

if TYPE_CHECKING:
    from meuse.players import Player

LEVELS = {"novice": 0.05, "regular": 0.015, "veteran": 0.0}
"""The share of decisions in which a player of that level slips where slips cost much, the weakest first."""

BEST = "veteran"


class Learner:
    """Slips: it does what the mind says, but to another unit or hex, where there is one."""

    def __init__(self, make: Callable[[], Player], game: AnyGame, side: str, rng: Random, slips: float) -> None:
        self.make, self.game, self.side, self.rng, self.slips = make, game, side, rng, slips
        self.mind = make()

    def choose(self, position: Any) -> Action:
        wise = self.mind.choose(position)
        if self.rng.random() >= self.slips:
            return wise
        kind = wise.partition(" ")[0]
        alike = [a for a in self.game.legal(position, self.side) if a != wise and a.partition(" ")[0] == kind]
        if not alike:
            return wise
        self.mind = self.make()
        """The plan is spoilt: a fresh mind takes over from where the slip leads."""
        return self.rng.choice(alike)
