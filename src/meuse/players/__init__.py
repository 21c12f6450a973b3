"""Computer players. A player sees determinized positions only, never the true one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from meuse.engine.contract import Action, BadInput
from meuse.engine.match import AnyGame
from meuse.players import staff
from meuse.players.random import RandomPlayer


class Player(Protocol):
    """One mind at one seat for the length of a game."""

    def choose(self, position: Any) -> Action:
        """A legal action of this player's side in a position that the side cannot tell from the true one."""
        ...


Maker = Callable[[AnyGame, str, Random], Player]

PLAYERS: dict[str, Maker] = {
    "random": RandomPlayer,
    "staff": staff.make,
}


def make_player(name: str, game: AnyGame, side: str, rng: Random) -> Player:
    """A player by name for one side of a game; BadInput for an unknown one."""
    if name not in PLAYERS:
        raise BadInput(f"unknown player {name!r}; known: {', '.join(PLAYERS)}")
    return PLAYERS[name](game, side, rng)
