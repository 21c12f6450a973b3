"""The registry of games: a game appears everywhere by being listed here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame


class Listing(msgspec.Struct, frozen=True):
    """Where to find what knows a game, each as module:name."""

    rules: str
    """The game's class."""
    staff: str = ""
    """The computer player who knows it; without one only `random` plays."""
    offer: str = ""
    """What that staff offers the searcher (`players/search/offer.py`); without it nobody searches."""
    client: str = ""
    """The folder below `web/games` with what only this game has in the browser."""


GAMES = {
    "sedan": Listing(
        rules="meuse.games.sedan.game:Sedan",
        staff="meuse.players.staff.sedan:SedanStaff",
        offer="meuse.players.staff.sedan.offer:SedanOffer",
        client="sedan",
    ),
    "mansteins-war": Listing(
        rules="meuse.games.mansteins_war.game:MansteinsWar",
        staff="meuse.players.staff.mansteins_war:MansteinStaff",
        offer="meuse.players.staff.mansteins_war.offer:MansteinOffer",
        client="mansteins_war",
    ),
    "blitzkrieg": Listing(
        rules="meuse.games.blitzkrieg.game:Blitzkrieg",
        staff="meuse.players.staff.blitzkrieg:BlitzStaff",
        offer="meuse.players.staff.blitzkrieg.offer:BlitzOffer",
        client="blitzkrieg",
    ),
    "ghost-division": Listing(
        rules="meuse.games.ghost_division.game:GhostDivision",
        staff="meuse.players.staff.ghost_division:GhostStaff",
        offer="meuse.players.staff.ghost_division.offer:GhostOffer",
        client="ghost_division",
    ),
}


def found(where: str) -> Any:
    """What stands at module:name."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def game_class(name: str) -> type[AnyGame]:
    """A game's class by its name; BadInput for an unknown one."""
    if name not in GAMES:
        raise BadInput(f"unknown game {name!r}; known: {', '.join(GAMES)}")
    cls: type[AnyGame] = found(GAMES[name].rules)
    return cls


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
