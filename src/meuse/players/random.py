"""The player that chooses any legal action with equal chance."""

from __future__ import annotations

from random import Random
from typing import Any

from meuse.engine.contract import Action
from meuse.engine.match import AnyGame


class RandomPlayer:
    def __init__(self, game: AnyGame, side: str, rng: Random) -> None:
        self.game, self.side, self.rng = game, side, rng

    def choose(self, position: Any) -> Action:
        return self.rng.choice(self.game.legal(position, self.side))
