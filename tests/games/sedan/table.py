"""A table to set Sedan situations up on, and the few verbs that its tests use.

The Combat Results Table and the fuel table are reconstructions and may be tuned. The table here has its own, so that
the tests hold the rules and not our numbers.
"""

from __future__ import annotations

from functools import cache

import meuse
from meuse.engine.match import Match
from meuse.engine.situation import read_situation, with_line
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition
from tests.games.verbs import do, explain, happened, legal, overlay, piece, preview, reach, refused

__all__ = [
    "OFFSETS",
    "PINNED",
    "SCALE",
    "do",
    "explain",
    "happened",
    "inside",
    "legal",
    "overlay",
    "piece",
    "pinned",
    "preview",
    "reach",
    "refused",
    "table",
]

SCALE = (
    *["2/-"] * 6, *["1/-"] * 3, *["1/1"] * 3, "-/R2", "-/R3", *["-/1R2"] * 2, "-/1R3", *["-/2R2"] * 2, *["-/2R3"] * 2
)
"""Results from bad to good for the attacker: a column to the right, or a higher roll, is a step along it."""

OFFSETS = (0, 2, 4, 6, 7, 8)
"""Where each column of the table begins on the scale for a roll of 2."""

PINNED = {
    "charts": {
        "crt": {"rows": {str(roll): [SCALE[roll - 2 + start] for start in OFFSETS] for roll in range(2, 15)}},
        "fuel": {"rolls": ["all", "all", "mechanized", "none", "none", "none"]},
    }
}


@cache
def pinned(scenario: str | None, options: tuple[tuple[str, str], ...]) -> Sedan:
    return Sedan(scenario, dict(options), PINNED)


def table(text: str) -> Match:
    """A match from a situation's text with the pinned table; the game's name may be left out."""
    plain, text, name = read_situation('game = "sedan"\n' + text)
    try:
        game = pinned(plain.get("scenario"), tuple(plain.get("options", {}).items()))
        return Match(game, seed=1, situation=plain, overlay=PINNED)
    except meuse.BadInput as error:
        raise with_line(error, text, name) from None


def inside(match: Match) -> tuple[Sedan, SedanPosition]:
    """The game and the position of a match, for tests that look behind the view."""
    return match.game, match.position  # type: ignore[return-value]
