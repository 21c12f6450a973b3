"""Events as lines: what the game joins is one line, but never across what another seat may not see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

import meuse
from meuse.engine.contract import Event
from meuse.engine.narration import Narrator
from meuse.server import journal
from tests.engine.toy import Haggle


class Marching(Haggle):
    """Steps that follow one another are one line."""

    def joined(self, events: Sequence[Event]) -> str | None:
        return " then ".join(str(e.data["to"]) for e in events) if events[0].what == "step" else None


def step(to: str, *seen_by: str) -> Event:
    return Event("step", "1.0", {"to": to}, seen_by or None)


def told(*events: Event) -> list[str]:
    narrator = Narrator(Marching())
    return [narrator.take(event).joined for event in events]


def test_events_of_a_kind_are_joined() -> None:
    assert told(step("a"), step("b"), Event("turn", "2.0"), step("c"), step("d"), step("e")) == [
        "", "a then b", "", "", "c then d", "c then d then e",
    ]


def test_what_one_seat_sees_is_not_joined_with_what_all_see() -> None:
    assert told(step("a", "red"), step("b", "red"), step("c"), step("d")) == ["", "a then b", "", "c then d"]


def test_only_a_line_that_may_go_on_is_open() -> None:
    narrator = Narrator(Marching())
    assert not narrator.open
    narrator.take(step("a"))
    assert narrator.open
    narrator.take(Event("turn", "2.0"))
    assert not narrator.open


def test_the_servers_log_goes_on_with_its_last_line() -> None:
    """Each step is an action of its own; a step taken back is no part of the line any more."""
    game: Any = Marching()
    log = journal.lines(game, [step("a"), step("b")], 1, 1, [])
    log += journal.lines(game, [step("c")], 2, 2, log)
    assert [logged.line.joined for logged in log] == ["", "a then b", "a then b then c"]
    [again] = journal.lines(game, [step("d")], 3, 2, log[:2])
    assert again.line.joined == "a then b then d"


def test_the_levels_tones_and_notes_of_a_game() -> None:
    game = meuse.new("sedan", seed=1).game
    lines = [game.line(event) for event in meuse.new("sedan", seed=1).opening]
    assert [line.level for line in lines] == [1, 2, 0, 0]
    assert lines[0].text.startswith("Turn 1, 10 May 1940")
    assert msgspec.json.decode(msgspec.json.encode(lines[0]))["level"] == 1
