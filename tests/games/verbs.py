"""The few verbs that the tests of every game use on a match."""

from __future__ import annotations

from typing import Any

import pytest

import meuse
from meuse.engine.match import Match


def do(match: Match, *actions: str) -> list[meuse.Event]:
    """Apply actions, each by whoever must act; the events of all of them, dice included."""
    events: list[meuse.Event] = []
    for action in actions:
        events += match.apply(match.actors[0], action)
    return events


def legal(match: Match) -> list[str]:
    """What whoever must act may do; nothing when the game is over."""
    return match.legal(match.actors[0]) if match.actors else []


def refused(match: Match, action: str, rule: str, says: str = "", side: str = "") -> None:
    """The action is refused by that rule, in the list, in the reason and in the exception, and nothing changes.

    `says` is a part of the reason, where the rule alone does not tell which of its clauses is meant; the `side` is
    that which must act, unless another is named.
    """
    side = side or match.actors[0]
    before = match.save()
    assert action not in match.legal(side)
    refusal = why_not(match, action, side)
    assert refusal is not None
    assert refusal.rule == rule, str(refusal)
    assert says in refusal.reason
    with pytest.raises(meuse.Illegal) as caught:
        match.apply(side, action)
    assert caught.value.rule == rule
    assert match.save() == before


def why_not(match: Match, action: str, side: str = "") -> meuse.Refusal | None:
    """Why whoever must act, or that side, may not do this."""
    return match.game.why_not(match.position, side or match.actors[0], action)


def piece(match: Match, unit: str) -> dict[str, Any]:
    """A piece as the view shows it, by id."""
    shown: dict[str, Any] = match.view(None)["units"][unit]
    return shown


def explain(match: Match, question: str) -> meuse.Tally:
    """A number taken to pieces."""
    return match.game.explain(match.position, question)


def overlay(match: Match, what: str, unit: str | None = None, side: str | None = None) -> dict[str, Any]:
    """What can be laid over the map."""
    return match.game.overlay(match.position, what, side, unit)


def preview(match: Match) -> dict[str, Any]:
    """The attack being prepared, with the chance of every result."""
    return match.game.preview(match.position)


def reach(match: Match, unit: str, side: str = "") -> dict[str, dict[str, Any]]:
    """Where a piece can go, asked by whoever must act or by that side."""
    return match.game.reach(match.position, side or match.actors[0], unit)


def happened(events: list[meuse.Event], what: str) -> list[dict[str, Any]]:
    """The data of all events of a kind."""
    return [event.data for event in events if event.what == what]
