"""A table to set situations of Blitzkrieg in the West up on, and the few verbs that its tests use."""

from __future__ import annotations

from functools import cache

import meuse
from meuse.engine.match import Match
from meuse.engine.situation import read_situation, with_line
from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from tests.games.verbs import do, happened, legal, refused

__all__ = ["at", "do", "game", "happened", "index", "inside", "legal", "opening", "refused", "table", "unit"]


@cache
def game(scenario: str = "campaign", options: tuple[tuple[str, str], ...] = ()) -> Blitzkrieg:
    return Blitzkrieg(scenario, dict(options))


HANDS = 'hands = { axis = ["G14"], allied = ["A22"] }\n'
"""A card that either side could show in any of its card phases: there play comes to a halt."""


def table(text: str) -> Match:
    """A match from a situation's text; the game's name may be left out. Each side has a card where no hand is given."""
    plain, text, name = read_situation('game = "blitzkrieg"\n' + ("" if "hands" in text else HANDS) + text)
    try:
        return Match(game(options=tuple(plain.get("options", {}).items())), seed=1, situation=plain)
    except meuse.BadInput as error:
        raise with_line(error, text, name) from None


def opening(scenario: str = "campaign", seed: int = 1) -> Match:
    return Match(game(scenario), seed=seed)


def inside(match: Match) -> tuple[Blitzkrieg, BlitzPosition]:
    """The game and the position of a match, for tests that look behind the view."""
    return match.game, match.position  # type: ignore[return-value]


def unit(id: str) -> int:
    return game().by_id[id]


def at(match: Match, id: str) -> str:
    """Where a piece is: a hex, a box, or a place off the map."""
    return match.game.pieces(match.position)[id]


def index(match: Match) -> dict[str, int]:
    """The Shock indices above nothing."""
    _, p = inside(match)
    return {country: n for country, n in zip(COUNTRIES, p.index, strict=True) if n}
