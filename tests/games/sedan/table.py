"""A table to set Sedan situations up on, and the few verbs that its tests use.

The Combat Results Table and the fuel table are reconstructions and may be tuned. The table here has its own, so that
the tests hold the rules and not our numbers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import meuse
from meuse.engine.match import Match
from meuse.engine.situation import read_situation, with_line
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition

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


def do(match: Match, *actions: str) -> list[meuse.Event]:
    """Apply actions, each by whoever must act; the events of all of them."""
    events: list[meuse.Event] = []
    for action in actions:
        events += match.apply(match.actors[0], action)
    return events


def legal(match: Match) -> list[str]:
    return match.legal(match.actors[0])


def refused(match: Match, action: str, rule: str) -> None:
    """The action is refused by that rule, in the list, in the reason and in the exception, and nothing changes."""
    side = match.actors[0]
    before = match.save()
    assert action not in match.legal(side)
    refusal = match.game.why_not(match.position, side, action)
    assert refusal is not None
    assert refusal.rule == rule, str(refusal)
    with pytest.raises(meuse.Illegal) as caught:
        match.apply(side, action)
    assert caught.value.rule == rule
    assert match.save() == before


def piece(match: Match, unit: str) -> dict[str, Any]:
    """A piece as the view shows it, by id."""
    shown: dict[str, Any] = match.view(None)["units"][unit]
    return shown


def happened(events: list[meuse.Event], what: str) -> list[dict[str, Any]]:
    """The data of all events of a kind."""
    return [event.data for event in events if event.what == what]
