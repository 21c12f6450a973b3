"""What is said at a match."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.server import store
from meuse.server.database import Conflict
from meuse.server.limits import Bucket
from meuse.server.messages import ChatMessage
from meuse.server.records import ChatLine
from meuse.server.seats import Holder

if TYPE_CHECKING:
    from meuse.server.table import Table

TRIES = 5
MOST_CHAT, MOST_OF_SPECTATORS = 2000, 1000
"""Lines kept for a match; once there are so many, spectators are no longer heard and leave the rest to the players."""
CHAT_RATE, CHAT_BURST = 0.5, 15
"""Lines a second from one link, after so many at once. The spectators of a match share one link, and so one measure."""


class Conversation:
    """The chat of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[ChatLine] = []
        self.muted = False
        """Whether spectators are not heard."""
        self.voices: dict[str, Bucket] = {}
        """What each link may still say."""

    async def say(self, holder: Holder, text: str) -> Refusal | None:
        words = text.strip()
        if not words:
            return Refusal("", "there is nothing in the message")
        if refusal := self._silenced(holder):
            return refusal
        table, said = self.table, time.time()
        for _ in range(TRIES):
            async with table.lock:
                line = ChatLine(len(self.lines) + 1, table.name_of(holder), _only(holder.seats), words, said)
                try:
                    await table.store.put([store.new_line(table.id, line)], (), [table.changed()])
                    self.hear([line])
                    return None
                except Conflict:
                    """Somebody at another process was quicker: his line first. Or only the answer was lost."""
            await table.catch_up()
            if line in self.lines:
                return None
        return Refusal("", "too many are talking at once")

    def _silenced(self, holder: Holder) -> Refusal | None:
        if holder.spectator and self.muted:
            return Refusal("", "the players have muted spectators")
        if len(self.lines) >= (MOST_OF_SPECTATORS if holder.spectator else MOST_CHAT):
            return Refusal("", "the chat of this match is full")
        if not self.voices.setdefault(holder.hash, Bucket(CHAT_RATE, CHAT_BURST)).take():
            return Refusal("", "too many lines at once; wait a little")
        return None

    async def mute(self, holder: Holder, on: bool) -> Refusal | None:
        """Whether spectators are heard in the chat; any player may say so, in a finished match as well."""
        if holder.spectator:
            return Refusal("", "only players can mute spectators")
        table = self.table
        async with table.lock:
            await table.store.put([store.set_muted(table.id, on)], (), [table.changed()])
            self.muted = on
            table.audience.tell_table()
            return None

    def hear(self, lines: Sequence[ChatLine]) -> None:
        """Further lines, which are on disk."""
        self.lines += lines
        for line in lines:
            self.table.audience.tell(ChatMessage(line.n, line.name, line.side, line.text, line.at))

    def read_anew(self, lines: Sequence[ChatLine], muted: bool) -> None:
        """All that is on disk; what had not been heard yet is told."""
        known, self.muted = len(self.lines), muted
        self.lines = list(lines[:known])
        self.hear(lines[known:])


def _only(seats: Iterable[str]) -> str | None:
    found = list(seats)
    return found[0] if len(found) == 1 else None
