"""Computer players. A player sees determinized positions only, never the true one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

import msgspec

from meuse.engine.contract import Action, BadInput
from meuse.engine.match import AnyGame
from meuse.players import search, staff
from meuse.players.levels import TEMPERS, USUAL, levels_of, make_level, tempers_of
from meuse.players.names import fill, read_player
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


class Seating(msgspec.Struct, frozen=True):
    """What a computer player can be asked to be."""

    levels: list[str] = []
    """The weakest first."""
    tempers: list[str] = []


def players_of(game: str) -> dict[str, Seating]:
    """Who can play a game at a table, each with its levels and tempers."""
    found = {"random": Seating()}
    if staff.staff_of(game):
        found["staff"] = Seating(levels_of(game), tempers_of(game))
    return found


def make_player(name: str, game: AnyGame, side: str, rng: Random) -> Player:
    """A player by name, perhaps with parameters in braces, for one side of a game; BadInput for an unknown one."""
    kind, parameters = read_player(name)
    if kind not in PLAYERS:
        raise BadInput(f"unknown player {kind!r}; known: {', '.join(PLAYERS)}")
    if kind == "staff" and {"level", "temper"} & set(parameters):
        level, temper = parameters.pop("level", USUAL), parameters.pop("temper", TEMPERS[0])
        found = make_level(game, side, rng, level, temper)
        if found is not None:
            fill("staff of this level", msgspec.Struct, parameters)
            return found
    return PLAYERS[kind](game, side, rng, parameters)
