"""The searcher: one for all games, by what each game's staff offers it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame
from meuse.games import GAMES, found
from meuse.players.names import fill
from meuse.players.search.offer import Offer
from meuse.players.search.searcher import Effort, SearchPlayer


def make(game: AnyGame, side: str, rng: Random, parameters: Mapping[str, str]) -> SearchPlayer:
    """A searcher for one side; parameters say how much it thinks and with what temper."""
    return SearchPlayer(game, side, rng, offer_for(game), fill("search", Effort, parameters))


def offer_of(game: str) -> str:
    """Where to find what a game's staff offers the searcher; nowhere if it offers nothing."""
    return GAMES[game].offer if game in GAMES else ""


def offer_for(game: AnyGame) -> Offer:
    """What the staff of this game offers, made once for each game."""
    if not offer_of(game.name):
        raise BadInput(f"the staff of {game.name} offers no plans to search among")
    return _offer(game)


@lru_cache(maxsize=16)
def _offer(game: Any) -> Offer:
    made: Offer = found(offer_of(game.name))(game)
    return made
