"""The staff: a heuristic player for each game, which knows its rules and plans by them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame
from meuse.games.sedan.game import Sedan
from meuse.players.staff.sedan import SedanStaff

if TYPE_CHECKING:
    from meuse.players import Player


def make(game: AnyGame, side: str, rng: Random) -> Player:
    """The staff officer who knows this game."""
    if isinstance(game, Sedan):
        return SedanStaff(game, side, rng)
    raise BadInput(f"there is no staff for {game.name} yet")
