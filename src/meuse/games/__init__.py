"""The registry of games: a game appears everywhere by being listed here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame

GAMES = {
    "sedan": "meuse.games.sedan.game:Sedan",
    "ghost-division": "meuse.games.ghost_division.game:GhostDivision",
}


def game_class(name: str) -> type[AnyGame]:
    """A game's class by its name; BadInput for an unknown one."""
    if name not in GAMES:
        raise BadInput(f"unknown game {name!r}; known: {', '.join(GAMES)}")
    module, _, cls = GAMES[name].partition(":")
    found: type[AnyGame] = getattr(import_module(module), cls)
    return found


def make_game(
    name: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    overlay: Mapping[str, Any] | None = None,
) -> AnyGame:
    """A game with scenario, options and a player's own data chosen. Games never change, so equal ones are shared."""
    maker: Any = game_class(name)
    if overlay:
        game: AnyGame = maker(scenario, options, overlay)
        return game
    return _shared(maker, scenario, tuple(sorted((str(k), str(v)) for k, v in (options or {}).items())))


@lru_cache(maxsize=64)
def _shared(maker: Any, scenario: str | None, options: tuple[tuple[str, str], ...]) -> AnyGame:
    game: AnyGame = maker(scenario, dict(options), None)
    return game
