"""A table to set Sedan situations up on, and the few verbs that its tests use."""

from __future__ import annotations

from typing import Any

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition


def table(text: str) -> Match:
    """A match from a situation's text; the game's name may be left out."""
    return meuse.situation('game = "sedan"\n' + text, seed=1)


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
