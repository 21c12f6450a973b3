"""The staff: a heuristic player for each game, which knows its rules and plans by them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame
from meuse.games import GAMES, found
from meuse.players.names import fill

if TYPE_CHECKING:
    from meuse.players import Player


def make(game: AnyGame, side: str, rng: Random, parameters: Mapping[str, str]) -> Player:
    """The staff officer who knows this game; parameters change his plan."""
    where = staff_of(game.name)
    if not where:
        raise BadInput(f"there is no staff for {game.name} yet")
    kind: Any = found(where)
    plan = fill("staff", getattr(kind, "Plan", msgspec.Struct), parameters)
    officer: Player = kind(game, side, rng, plan) if parameters else kind(game, side, rng)
    return officer


def staff_of(game: str) -> str:
    """Where the staff officer for a game is to be found; nowhere if there is none."""
    return GAMES[game].staff if game in GAMES else ""
