"""What is told of one moment at a table: whatever several hear alike is made and encoded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from meuse.engine.changes import View
from meuse.server.messages import LogLine, encode
from meuse.server.records import Ending, Logged
from meuse.server.views import Patches, Views, eyes, seat_changed

if TYPE_CHECKING:
    from meuse.server.table import Table


NOBODY = "nobody"
"""Stands for a side whose eyes were nobody's: who has not had the last table."""


class Bulletin:
    """Of the moment at which it is made. `told` are the views that everybody was told last, if this goes on from there;
    else it has no changes."""

    def __init__(self, table: Table, told: Mapping[str | None, View] | None = None) -> None:
        self.table, self.over, self.actors = table, table.over, table.actors
        self.state, self.paused_for, self.seated = table.state, table.paused_for, table.audience.seated()
        self.dice_awaited = table.dice_awaited
        self.common: dict[str, Any] = {
            "trouble": table.trouble, "over": self.over, "outcome": Ending.of(table.ended),
            "offer": table.takeback.offer, "advice": table.header.advice and not self.over,
            "hindsight": table.hindsight, "muted": table.chat.muted,
        }
        """What the table's message tells everybody alike."""
        self.views = Views(table.game, table.match.position)
        self.patches = Patches(told, self.views) if told is not None else None
        self._logs: dict[str | None, list[Logged]] = {}
        self._told: dict[tuple[object, ...], tuple[Raw, Raw | None]] = {}

    def log(self, side: str | None) -> list[Logged]:
        """The lines that this seat may read."""
        if not self.table.whispers:
            return self.table.log
        if side not in self._logs:
            self._logs[side] = visible(self.table.log, side)
        return self._logs[side]

    def events(
        self, side: str | None, before: str | None, first: int, hidden: Sequence[int]
    ) -> tuple[Raw, Raw | None]:
        """The lines of the log from one on, and what has changed in the view with them.

        None instead of changes where who had the last table with the eyes of `before` must be given the whole view.
        """
        table, patches = self.table, self.patches
        sees = eyes(table.game, side)
        saw = sees if side == before else eyes(table.game, before) if before != NOBODY else NOBODY
        fit = patches is not None and saw == sees and sees in patches.told
        key = (side if table.whispers else sees, first, *hidden, None, fit, side if side != before else None)
        if key not in self._told:
            log = self.log(side)
            lines = [log_line(log[n], n, hidden) for n in range(first, len(log))]
            changes = self._play_out(patches, lines, side, before) if fit and patches else None
            self._told[key] = (Raw(encode(lines)), changes)
        return self._told[key]

    def _play_out(
        self, patches: Patches, lines: Sequence[LogLine], side: str | None, before: str | None
    ) -> Raw | None:
        """Give each line what has changed in the view up to it, and tell the rest; None where that does not fit."""
        moments = [moment for line, moment in self.table.news if line.event.visible_to(side)]
        if len(moments) != len(lines):
            return None
        *earlier, last = patches.of(eyes(self.table.game, side), moments)
        for line, changes in zip(lines, earlier, strict=False):
            line.changes = changes
        return Raw(encode(last if side == before else [*last, seat_changed(side)]))


def visible(log: Sequence[Logged], side: str | None) -> list[Logged]:
    return [line for line in log if line.event.visible_to(side)]


def log_line(logged: Logged, n: int, hidden: Sequence[int] = ()) -> LogLine:
    """As it is sent to who does not know of those entries of the journal: its state is numbered without them."""
    event, line, state = logged.event, logged.line, logged.state
    if hidden:
        state -= sum(entry <= state for entry in hidden)
    return LogLine(n, state, event.what, event.rule, line.text, event.data, line.level, line.side, line.tone,
                   line.note, line.title, line.luck, line.joined)
