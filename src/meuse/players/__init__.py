"""Computer players. A player sees determinized positions only, never the true one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

from meuse.engine.contract import Action, BadInput
from meuse.engine.match import AnyGame
from meuse.players import search, staff
from meuse.players.levels import BEST, LEVELS, Learner
from meuse.players.names import read_player
from meuse.players.random import RandomPlayer


class Player(Protocol):
    """One mind at one seat for the length of a game.

    A fresh one can take over anywhere in the midst of a procedure.
    """

    def choose(self, position: Any) -> Action:
        """A legal action of this player's side in a position that the side cannot tell from the true one."""
        ...


Maker = Callable[[AnyGame, str, Random, Mapping[str, str]], Player]

PLAYERS: dict[str, Maker] = {
    "random": RandomPlayer.make,
    "staff": staff.make,
    "search": search.make,
}

KNOWS: dict[str, Callable[[str], str]] = {"staff": staff.staff_of, "search": search.offer_of}
"""Where those who must know a game have it from."""


def players_of(game: str) -> dict[str, list[str]]:
    """Who can play a game, each with its levels, the weakest first; the last is meant where none is named."""
    return {name: list(LEVELS) if name == "staff" else []
            for name in PLAYERS if not (where := KNOWS.get(name)) or where(game)}


def make_player(name: str, game: AnyGame, side: str, rng: Random) -> Player:
    """A player by name, perhaps with parameters in braces, for one side of a game; BadInput for an unknown one."""
    kind, parameters = read_player(name)
    if kind not in PLAYERS:
        raise BadInput(f"unknown player {kind!r}; known: {', '.join(PLAYERS)}")
    level = parameters.pop("level", BEST) if kind == "staff" else BEST
    if level not in LEVELS:
        raise BadInput(f"unknown player {name!r}; staff has the levels {', '.join(LEVELS)}")
    if level == BEST:
        return PLAYERS[kind](game, side, rng, parameters)
    slips = LEVELS[level] * staff.FORGIVING.get((game.name, side), 1.0)
    return Learner(lambda: PLAYERS[kind](game, side, rng, parameters), game, side, rng, slips)
