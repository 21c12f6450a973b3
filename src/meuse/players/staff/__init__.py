"""The staff: a heuristic player for each game, which knows its rules and plans by them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame
from meuse.players.staff.ghost_division import GhostStaff
from meuse.players.staff.sedan import SedanStaff

if TYPE_CHECKING:
    from meuse.players import Player

OFFICERS: dict[str, Callable[[Any, str, Random], Player]] = {
    "ghost-division": GhostStaff,
    "sedan": SedanStaff,
}
"""Who knows a game, by its name."""

FORGIVING = {("sedan", "french"): 6.0}
"""A side whose position forgives slips: a weaker staff makes so many times more of them there, to be as much weaker."""


def make(game: AnyGame, side: str, rng: Random) -> Player:
    """The staff officer who knows this game."""
    if game.name not in OFFICERS:
        raise BadInput(f"there is no staff for {game.name} yet")
    return OFFICERS[game.name](game, side, rng)
