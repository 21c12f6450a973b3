"""A table to set situations of Manstein's War up on, and the few verbs that its tests use."""

from __future__ import annotations

from functools import cache
from typing import Any

import meuse
from meuse.engine.match import Match
from meuse.engine.situation import read_situation, with_line
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from tests.games.verbs import do, happened, legal, refused

__all__ = [
    "at", "do", "game", "go", "happened", "inside", "legal", "on_to", "opening", "piece", "refused", "sit_out", "table",
]


@cache
def game(options: tuple[tuple[str, str], ...] = ()) -> MansteinsWar:
    return MansteinsWar("campaign", dict(options))


def table(text: str) -> Match:
    """A match from a situation's text; the game's name may be left out."""
    plain, text, name = read_situation('game = "mansteins-war"\n' + text)
    try:
        return Match(game(tuple(plain.get("options", {}).items())), seed=1, situation=plain)
    except meuse.BadInput as error:
        raise with_line(error, text, name) from None


def opening(**options: str) -> Match:
    """A match from the start of the campaign; options are written with underscores."""
    return Match(game(tuple((name.replace("_", "-"), value) for name, value in options.items())), seed=1)


def inside(match: Match) -> tuple[MansteinsWar, MansteinPosition]:
    """The game and the position of a match, for tests that look behind the view."""
    return match.game, match.position  # type: ignore[return-value]


def piece(match: Match, id: str) -> dict[str, Any]:
    """A piece with all that can be known of it, wherever it is."""
    shown: dict[str, Any] = match.game.open_view(match.position)["units"][id]
    return shown


def at(match: Match, id: str) -> str:
    """Where a piece is: a hex, or a place off the map."""
    shown = piece(match, id)
    return shown["hex"] or shown["place"]


def go(match: Match, unit: str, *hexes: str) -> list[meuse.Event]:
    """A unit's whole move, hex by hex, and its end."""
    events = do(match, f"move {unit}", *(f"step {hex}" for hex in hexes))
    return events + do(match, "stop") if "stop" in legal(match) else events


def sit_out(match: Match, impulses: int = 1) -> list[meuse.Event]:
    """Do nothing for so many impulses; what happens meanwhile, up to the first decision of the next."""
    events: list[meuse.Event] = []
    for _ in range(impulses):
        played = match.position.played  # type: ignore[attr-defined]
        while match.position.played == played:  # type: ignore[attr-defined]
            events += do(match, next(action for action in ("done", "end", "none") if action in legal(match)))
    return events


def on_to(match: Match, segment: str) -> None:
    """Do nothing until that segment of the impulse."""
    while match.view(None)["segment"] != segment:
        do(match, next(action for action in ("done", "end", "none") if action in legal(match)))
