"""Meuse: four board wargames of May 1940, with every rule enforced.

    import meuse
    m = meuse.new("sedan", scenario="race-to-the-meuse", seed=1940)
    m.actors, m.legal("german"), m.apply("german", action), m.view("french"), m.outcome
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from meuse.engine.contract import CHANCE, BadInput, Event, Illegal, Option, Outcome, Part, Refusal, Tally
from meuse.engine.match import Match
from meuse.engine.replay import load_match, replay_record
from meuse.engine.situation import read_situation, with_line
from meuse.games import GAMES, game_class, make_game

__version__ = "0.3.0"

__all__ = [
    "CHANCE", "GAMES", "BadInput", "Event", "Illegal", "Match", "Option", "Outcome", "Part", "Refusal", "Tally",
    "game_class", "load", "make_game", "new", "replay", "situation",
]


def new(
    game: str,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    overlay: Mapping[str, Any] | None = None,
) -> Match:
    """Start a match. Without a seed its dice come from a fresh secret key."""
    return Match(make_game(game, scenario, options, overlay), seed=seed, overlay=overlay)


def load(data: bytes | str | Mapping[str, Any]) -> Match:
    """The match that `Match.save` wrote."""
    return load_match(data, make_game)


def replay(record: bytes | str | Mapping[str, Any]) -> Match:
    """Play a record again, exactly; BadInput where it does not reproduce."""
    return replay_record(record, make_game)


def situation(
    path_or_text: str | Path, *, seed: int | str | None = None, overlay: Mapping[str, Any] | None = None
) -> Match:
    """A match set up from a situation file, or from its text."""
    plain, text, name = read_situation(path_or_text)
    try:
        game = make_game(plain["game"], plain.get("scenario") or None, plain.get("options", {}), overlay)
        return Match(game, seed=seed, situation=plain, overlay=overlay)
    except BadInput as error:
        raise error if str(error).startswith("overlay") else with_line(error, text, name) from None
