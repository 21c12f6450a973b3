"""The player that chooses any legal action with equal chance."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Self

import msgspec

from meuse.engine.contract import Action
from meuse.engine.match import AnyGame
from meuse.players.names import fill


class RandomPlayer:
    def __init__(self, game: AnyGame, side: str, rng: Random) -> None:
        self.game, self.side, self.rng = game, side, rng

    @classmethod
    def make(cls, game: AnyGame, side: str, rng: Random, parameters: Mapping[str, str]) -> Self:
        fill("random", msgspec.Struct, parameters)
        return cls(game, side, rng)

    def choose(self, position: Any) -> Action:
        return self.rng.choice(self.game.legal(position, self.side))
