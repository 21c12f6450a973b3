"""From the journal back to the match: at its end, or at any moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from meuse.engine.contract import BadInput, Event
from meuse.engine.dice import Span
from meuse.engine.match import AnyGame, Match, begin
from meuse.engine.narration import Narrator
from meuse.engine.record import Back, Entry, backs_after
from meuse.server import salts
from meuse.server.records import BACK, BESIDE, GO_ON, PAUSE, PROMISE, SALT, Header, Logged, Row, Snapshot
from meuse.server.store import Stored

T = TypeVar("T")

SNAPSHOT_EVERY = 100
"""Entries of the journal between two snapshots."""


def gap(rows: Sequence[Row], after: int = 0) -> int | None:
    """The number of the first row that is missing."""
    return next((n for n, row in enumerate(rows, after + 1) if row.n != n), None)


def author(row: Row) -> str:
    """Who did what a row tells; of a taking-back only where it was of a secret choice, else it is everybody's."""
    if row.side in (PAUSE, GO_ON):
        return row.action
    return row.action.partition(" ")[2] if row.side == BACK else row.side


def paused(rows: Sequence[Row]) -> bool:
    """Whether the match waits after its latest action for who did that."""
    return next((row.side for row in reversed(rows) if row.side not in (PROMISE, SALT)), "") == PAUSE


def left_by(row: Row) -> int:
    """How many actions a taking-back left standing; later ones stand, too, where it was of a secret choice alone."""
    return int(row.action.partition(" ")[0])


def taken_back(found: list[T], row: Row) -> None:
    """Drop what a row took back: everything from there on, or one secret choice."""
    left = left_by(row)
    del found[left: left + 1 if author(row) else None]


def standing(rows: Sequence[Row]) -> list[Row]:
    """The rows that have not been taken back."""
    found: list[Row] = []
    for row in rows:
        if row.side == BACK:
            taken_back(found, row)
        elif row.side not in BESIDE:
            found.append(row)
    return found


def entries_of(rows: Sequence[Row]) -> list[Entry]:
    return [Entry(row.side, row.action, row.number) for row in standing(rows)]


def backs_of(game: AnyGame, rows: Sequence[Row]) -> list[Back]:
    """The takings-back that went past dice or a reveal."""
    found: list[Row] = []
    backs: list[Back] = []
    for row in rows:
        if row.side == BACK:
            left = left_by(row)
            entries = [Entry(r.side, r.action, r.number) for r in found]
            backs = backs_after(backs, entries, left, hindsight=not author(row) and revealing(game, found[left:]))
            taken_back(found, row)
        elif row.side not in BESIDE:
            found.append(row)
    return backs


def revealing(game: AnyGame, rows: Sequence[Row]) -> bool:
    """Whether somebody saw in these rows what was secret."""
    return game.secrets and any(
        event.reveals for row in rows if row.events for event in msgspec.json.decode(row.events, type=list[Event])
    )


class Opened(msgspec.Struct):
    """A match as it lies on disk, and what becomes of it in memory."""

    stored: Stored
    match: Match
    log: list[Logged]


def opened(game: AnyGame, stored: Stored) -> Opened:
    """Play a stored match again, and tell its log: long ones take seconds. BadInput where rows are missing."""
    if (missing := gap(stored.rows)) is not None:
        raise BadInput(f"the journal has no entry {missing}")
    spans = salts.spans(stored.header, stored.key, stored.rows)
    match = rebuild(game, stored.header, spans, stored.rows, [stored.snapshot] if stored.snapshot else [])
    return Opened(stored, match, log_of(game, stored.header, stored.rows))


def rebuild(
    game: AnyGame, header: Header, spans: Sequence[Span], rows: Sequence[Row], snapshots: Sequence[Snapshot] = ()
) -> Match:
    """The match after these rows, from the latest snapshot that still holds."""
    known: tuple[int, Any] | None = None
    for taken in snapshots:
        length = _holds(taken, rows)
        if length is not None:
            known = (length, game.load(msgspec.json.decode(taken.position)))
            break
    return Match.resumed(
        game, entries_of(rows), spans=spans, situation=header.situation, overlay=header.overlay,
        backs=backs_of(game, rows), known=known, paused=paused(rows),
    )


def _holds(taken: Snapshot, rows: Sequence[Row]) -> int | None:
    """How many actions stood at the snapshot, if none of them has been taken back since."""
    if taken.n > len(rows):
        return None
    length = len(standing(rows[: taken.n]))
    later = [left_by(row) for row in rows[taken.n:] if row.side == BACK]
    return length if min(later, default=length) >= length else None


def take_snapshot(match: Match, n: int) -> Snapshot:
    return Snapshot(n, msgspec.json.encode(match.game.save(match.position)).decode())


def log_of(game: AnyGame, header: Header, rows: Sequence[Row]) -> list[Logged]:
    """The log from what setting up tells on, without what was taken back."""
    found = lines(game, begin(game, header.situation).news, 0, 0, [])
    length = 0
    for row in rows:
        if row.side == BACK:
            found = without(found, row)
            length = length - 1 if author(row) else left_by(row)
            continue
        length += row.side not in BESIDE
        if row.events:
            found += lines(game, msgspec.json.decode(row.events, type=list[Event]), row.n, length, found)
    return found


def without(log: Sequence[Logged], row: Row) -> list[Logged]:
    """The log without what a row took back."""
    left = left_by(row)
    if not author(row):
        return [line for line in log if line.length <= left]
    return [line if line.length <= left else msgspec.structs.replace(line, length=line.length - 1)
            for line in log if line.length != left + 1]


def lines(game: AnyGame, events: Sequence[Event], state: int, length: int, log: Sequence[Logged]) -> list[Logged]:
    """The events as they stand in the log after what is in it already."""
    narrator = Narrator(game, last_line(log))
    return [Logged(state, length, event, narrator.take(event)) for event in events]


def last_line(log: Sequence[Logged]) -> list[Event]:
    """The events of the log's last line."""
    first = len(log) - 1
    while first >= 0 and log[first].line.joined:
        first -= 1
    return [logged.event for logged in log[max(first, 0):]]


def events_text(events: Sequence[Event]) -> str | None:
    return msgspec.json.encode(events).decode() if events else None
