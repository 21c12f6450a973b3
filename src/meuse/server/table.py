"""One match in memory: what may be done to it, and in what order it reaches disk and players.

Everything that changes a match goes through here under its lock: checked, applied, written, and only then told. Memory
is a cache: where a write fails, the match is taken from disk again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE, BadInput, Event, Illegal, Outcome, Refusal
from meuse.engine.match import RECORD_VERSION, AnyGame, Match, Record
from meuse.server import journal, store
from meuse.server.clock import Timer
from meuse.server.messages import ChatMessage, Notice, Offer
from meuse.server.records import BACK, ChatLine, Ended, Row
from meuse.server.seats import Holder
from meuse.server.store import Conflict, Store, Stored, Unsaved
from meuse.server.telling import Audience

MOVED_ON = "the position has moved on"
Told = Callable[[], None] | None
"""Called once a request has been carried out and is on disk, before anybody hears of the new position."""

MOST_CHAT = 2000
"""Lines kept for a match."""


class Table:
    def __init__(self, id: str, keeper: Store, game: AnyGame, stored: Stored) -> None:
        self.id, self.store, self.game = id, keeper, game
        self.lock = asyncio.Lock()
        self.audience = Audience(self)
        self.on_change: Callable[[Table], None] = lambda table: None
        self.flag: asyncio.TimerHandle | None = None
        self.offer: Offer | None = None
        self.used = time.monotonic()
        self._take(stored)

    def _take(self, stored: Stored) -> None:
        self.header, self.ended, self.rows, self.chat = stored.header, stored.ended, stored.rows, stored.chat
        self.key = bytes.fromhex(stored.key) if stored.key else None
        taken = [stored.snapshot] if stored.snapshot else []
        self.match = journal.rebuild(self.game, self.header, self.key, self.rows, taken)
        self.last_snapshot = stored.snapshot.n if stored.snapshot else 0
        self.log = journal.log_of(self.game, self.rows)
        self.hidden = any(line.event.seen_by is not None for line in self.log)
        self.timer = Timer(self.header.clock, self.game.sides, self.rows)
        self.offer = None
        self.set_clock()

    # -- what stands --

    @property
    def state(self) -> int:
        return len(self.rows)

    @property
    def in_use(self) -> bool:
        """Somebody is there, something is being written, or a clock runs."""
        return bool(self.audience.sessions) or self.lock.locked() or self.flag is not None

    @property
    def over(self) -> bool:
        return self.ended is not None or self.header.imported

    @property
    def actors(self) -> tuple[str, ...]:
        return () if self.over else self.match.actors

    @property
    def outcome(self) -> Ended | Outcome | None:
        return self.ended or self.match.outcome

    def record(self) -> dict[str, Any]:
        """What may be published: the key is in it once the match is over."""
        outcome, by_table = self.match.outcome, self.ended is not None and self.ended.by != "game"
        record = Record(
            version=RECORD_VERSION, game=self.header.game, scenario=self.header.scenario, options=self.header.options,
            commitment=self.header.commitment, actions=list(self.match.entries), situation=self.header.situation,
            overlay=self.header.overlay, key=self.key.hex() if self.key and self.ended else None, outcome=outcome,
            ended=msgspec.to_builtins(self.ended) if by_table else None,
        )
        plain: dict[str, Any] = msgspec.to_builtins(record)
        return plain

    # -- acting --

    async def act(
        self, holder: Holder, side: str, state: int, actions: Sequence[str], done: Told = None
    ) -> Refusal | None:
        """Carry out actions chosen at a state, until one is refused; `done` is called when all are on disk."""
        async with self.lock:
            refusal = self._may_change(holder, side) or self._fits(state)
            if refusal or not actions:
                return refusal or Refusal("", "there is no action in the message")
            return await self._apply(side, actions, done)

    async def decide(self, side: str, state: int, actions: Sequence[str]) -> bool:
        """What a computer player has decided at that state; False if none of it could be used."""
        async with self.lock:
            if self.over or self._fits(state) or side not in self.match.actors:
                return False
            return await self._apply(side, actions) is None or self.state != state

    def _may_change(self, holder: Holder, side: str) -> Refusal | None:
        if side not in holder.seats:
            return Refusal("", f"this link does not hold the seat {side!r}" if side else "say which side acts")
        return Refusal("", "the match is over") if self.over else None

    def _fits(self, state: int) -> Refusal | None:
        return None if state == self.state else Refusal("", MOVED_ON)

    async def _apply(self, side: str, actions: Sequence[str], done: Told = None) -> Refusal | None:
        start, refusal = len(self.rows), None
        for action in actions:
            before = len(self.match.entries)
            try:
                events = self.match.apply(side, action)
            except Illegal as error:
                refusal = Refusal(error.rule, error.reason)
                break
            except BadInput as error:
                refusal = Refusal("", str(error))
                break
            self._note(before, events, self.timer.acted(side))
        if len(self.rows) > start:
            others: list[Any] = []
            if (outcome := self.match.outcome) is not None:
                self.ended = Ended(outcome.winner, outcome.level, outcome.points)
                others.append(store.end_match(self.id, self.ended))
            others += self._snapshot()
            refusal = await self._commit(start, others, None if refusal else done) or refusal
        return refusal

    def _note(self, before: int, events: list[Event], spent: int) -> None:
        """Rows for the entries that the match has made since; the last of them carries the events."""
        now, entries = time.time(), self.match.entries
        for index in range(before, len(entries)):
            entry, last = entries[index], index == len(entries) - 1
            self.rows.append(
                Row(len(self.rows) + 1, entry.side, entry.action, entry.number, now,
                    spent if index == before else 0, journal.events_text(events) if last else None)
            )
        new = journal.lines(self.game, events, self.state, len(entries))
        self.log += new
        self.hidden = self.hidden or any(line.event.seen_by is not None for line in new)

    def _snapshot(self) -> list[Any]:
        if self.state - self.last_snapshot < journal.SNAPSHOT_EVERY or any(
            self.match.undoable(side) for side in self.game.sides
        ):
            return []
        self.last_snapshot = self.state
        return [store.new_snapshot(self.id, journal.take_snapshot(self.match, self.state))]

    async def _commit(self, start: int, others: Sequence[Any] = (), done: Told = None) -> Refusal | None:
        """Write the rows from `start` on, then tell everybody; where that fails, go back to what is on disk."""
        try:
            rows = [store.journal_row(self.id, row) for row in self.rows[start:]]
            await self.store.put(others, rows)
        except (Conflict, Unsaved) as error:
            await self.reload()
            return Refusal("", f"{error}; nothing was done")
        self.set_clock()
        if done is not None:
            done()
        self.audience.tell_table()
        self.on_change(self)
        return None

    async def reload(self) -> None:
        stored = await asyncio.to_thread(self.store.load, self.id)
        assert stored is not None
        self._take(stored)
        self.audience.tell_table()

    # -- taking back --

    async def undo(self, holder: Holder, side: str, done: Told = None) -> Refusal | None:
        async with self.lock:
            if refusal := self._may_change(holder, side):
                return refusal
            try:
                self.match.undo(side)
            except Illegal as error:
                return Refusal(error.rule, error.reason)
            return await self._took_back(done)

    async def _took_back(self, done: Told = None) -> Refusal | None:
        length = len(self.match.entries)
        self.log = [line for line in self.log if line.length <= length]
        self.rows.append(Row(self.state + 1, BACK, str(length), None, time.time(), 0))
        self.offer = None
        return await self._commit(self.state - 1, (), done)

    async def offer_undo(self, holder: Holder, side: str, state: int, done: Told = None) -> Refusal | None:
        """Offer to go back to a state; where nobody could object it is done at once."""
        async with self.lock:
            if refusal := self._may_change(holder, side):
                return refusal
            if state >= self.state:
                return Refusal("", "that moment has not come yet")
            self.offer = Offer(side, state)
            if not self._others(side, holder):
                return await self._go_back(done)
            if done is not None:
                done()
            text = f"{side.capitalize()} offers to go back to move {state}; the dice would fall as before."
            self.audience.tell(Notice(text, offer=self.offer))
            self.audience.tell_table()
            return None

    def _others(self, side: str, holder: Holder) -> list[str]:
        """People who would have to agree."""
        return [s for s, seat in self.header.seats.items()
                if s != side and s not in holder.seats and seat.kind != "computer"]

    async def answer_undo(self, holder: Holder, side: str, accept: bool, done: Told = None) -> Refusal | None:
        async with self.lock:
            if refusal := self._may_change(holder, side):
                return refusal
            if self.offer is None:
                return Refusal("", "no offer to go back is open")
            if accept and self.offer.side == side:
                return Refusal("", "the other side must accept the offer")
            if accept:
                return await self._go_back(done)
            self.offer = None
            if done is not None:
                done()
            self.audience.tell(Notice(f"{side.capitalize()} declines to go back."))
            self.audience.tell_table()
            return None

    async def _go_back(self, done: Told) -> Refusal | None:
        """Back to the last decision that both the offered state and the present one have behind them."""
        assert self.offer is not None
        now = self.match.entries
        then = journal.entries_of(self.rows[: self.offer.state])
        length = 0
        while length < min(len(now), len(then)) and now[length] == then[length]:
            length += 1
        self.match = await asyncio.to_thread(self._match_after, length)
        self.audience.tell(Notice(f"The match goes back to the decision after action {len(self.match.entries)}."))
        return await self._took_back(done)

    def _match_after(self, length: int) -> Match:
        """The match after so many of its actions, or as many fewer as it takes to come to a decision."""
        standing = journal.standing(self.rows)
        while True:
            past = journal.rebuild(self.game, self.header, self.key, standing[:length])
            if CHANCE not in past.actors or not length:
                return past
            length -= 1

    def match_at(self, state: int) -> Match:
        """The match as it stood at a state."""
        taken = self.store.snapshot_before(self.id, state) if state >= journal.SNAPSHOT_EVERY else []
        return journal.rebuild(self.game, self.header, self.key, self.rows[:state], taken)

    # -- ending --

    async def resign(self, holder: Holder, side: str) -> Refusal | None:
        async with self.lock:
            return self._may_change(holder, side) or await self._end(side, "resignation")

    async def _end(self, side: str, by: Any) -> Refusal | None:
        others = [s for s in self.game.sides if s != side]
        level = "resigned" if by == "resignation" else "time"
        self.ended = Ended(others[0] if len(others) == 1 else None, level, {}, by, side)
        refusal = await self._commit(self.state, [store.end_match(self.id, self.ended)])
        if refusal is None:
            how = "resigns" if by == "resignation" else "has run out of time"
            self.audience.tell(Notice(f"{side.capitalize()} {how}."))
        return refusal

    def set_clock(self) -> None:
        """Start the time of those who must decide."""
        self.timer.waits_for(self.actors)
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None
        due = self.timer.next_flag()
        if due is not None and not self.over:
            later = asyncio.get_running_loop().call_later
            self.flag = later(max(0.0, due[0]) + 0.05, lambda: asyncio.ensure_future(self._flagged()))

    async def _flagged(self) -> None:
        async with self.lock:
            due = self.timer.next_flag()
            if due is not None and due[0] <= 0 and not self.over:
                await self._end(due[1], "clock")
            else:
                self._set_alarm()

    # -- words --

    async def say(self, holder: Holder, text: str) -> Refusal | None:
        words = text.strip()
        if not words:
            return Refusal("", "there is nothing in the message")
        if len(self.chat) >= MOST_CHAT:
            return Refusal("", "the chat of this match is full")
        async with self.lock:
            line = ChatLine(len(self.chat) + 1, self.name_of(holder), _only(holder.seats), words, time.time())
            try:
                await self.store.put([store.new_line(self.id, line)])
            except (Conflict, Unsaved) as error:
                return Refusal("", str(error))
            self.chat.append(line)
            self.audience.tell(ChatMessage(line.n, line.name, line.side, line.text, line.at))
            return None

    def name_of(self, holder: Holder) -> str:
        names = [self.header.seats[side].name or side.capitalize() for side in holder.seats]
        return " and ".join(dict.fromkeys(names)) or "Spectator"


def _only(seats: Iterable[str]) -> str | None:
    found = list(seats)
    return found[0] if len(found) == 1 else None
