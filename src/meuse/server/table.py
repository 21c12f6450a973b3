"""One match in memory: what may be done to it, and in what order it reaches disk and players.

Everything that changes a match goes through here under its lock: checked, applied, written, and only then told. Memory
is a cache: where a write fails it is as it was before, and the match is read from disk again before anything else can
be done. So what memory shows may be behind the disk, but never ahead of it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE, BadInput, Event, Illegal, Refusal
from meuse.engine.dice import Salt, salt_commitment
from meuse.engine.match import AnyGame, Entry, Match
from meuse.server import journal, salts, store
from meuse.server.clock import Timer
from meuse.server.exchange import Exchange, Word
from meuse.server.limits import Bucket
from meuse.server.messages import ChatMessage, Notice
from meuse.server.records import BACK, PROMISE, SALT, ChatLine, Ended, Logged, Offer, Row
from meuse.server.seats import Holder
from meuse.server.store import Conflict, Outage, Store, Stored, Unsaved
from meuse.server.telling import Audience

log = logging.getLogger("meuse")

ANEW = "something went wrong at the server: it reads this match anew"
OUTAGE = "the database does not answer: what it has not stored does not count, and play goes on when it is back"
UNREADABLE = "this match cannot be read: what the server has stored of it is damaged"
MOVED_ON = "the position has moved on"
NOTHING_TO_UNDO = "there is nothing to take back so far since the last die, reveal or decision of the other side"
HINDSIGHT = (
    "something secret was revealed since then, and would be known: the match would be marked, in its record and its "
    "verdict, as played with hindsight"
)
Told = Callable[[], None] | None
"""Called once a request has been carried out and is on disk, before anybody hears of the new position."""

TRIES = 5
MOST_TAKEN_BACK = 10_000
"""Entries of a match's journal that no longer stand; a long game has some 5,000 that do."""
TOO_MUCH = "so much has been taken back in this match that no more can be"
MOST_CHAT, MOST_OF_SPECTATORS = 2000, 1000
"""Lines kept for a match; once there are so many, spectators are no longer heard and leave the rest to the players."""
CHAT_RATE, CHAT_BURST = 0.5, 15
"""Lines a second from one link, after so many at once. The spectators of a match share one link, and so one measure."""


class Unreadable(Exception):
    """What is stored of a match does not make one."""

    def __init__(self) -> None:
        super().__init__(UNREADABLE)


class Before(msgspec.Struct):
    """A match as it was before a change that may yet fail."""

    match: Match
    state: int
    log: list[Logged]
    ended: Ended | None
    offer: Offer | None
    last_snapshot: int


class Table:
    def __init__(self, id: str, keeper: Store, exchange: Exchange, game: AnyGame, stored: Stored) -> None:
        self.id, self.store, self.exchange, self.game = id, keeper, exchange, game
        self.lock = asyncio.Lock()
        self.audience = Audience(self)
        self.on_change: Callable[[Table], None] = lambda table: None
        self.on_news: Callable[[Table], None] = lambda table: None
        """What another process has done."""
        self.trouble = ""
        """Why nothing can be done here: memory may not be what is on disk, and that could not be read."""
        self.on_trouble: Callable[[], None] = lambda: None
        self.ask_staff: Callable[[Table, str], Awaitable[tuple[list[str], str]]]
        self.voices: dict[str, Bucket] = {}
        """What each link may still say."""
        self.flag: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self._take(stored)

    def chance(self, *about: object) -> Random:
        """Chance that nobody can foresee and that is the same each time: from the match's secret, not from its name."""
        words = " ".join(map(str, ("guess", self.id, *about)))
        return Random(hmac.digest(self.secret, words.encode(), "sha256"))

    def _take(self, stored: Stored) -> None:
        header, taken = stored.header, [stored.snapshot] if stored.snapshot else []
        if (gap := journal.gap(stored.rows)) is not None:
            raise BadInput(f"the journal has no entry {gap}")
        spans = salts.spans(header, stored.key, stored.rows)
        self.match = journal.rebuild(self.game, header, spans, stored.rows, taken)
        self.header, self.ended, self.rows, self.chat = header, stored.ended, stored.rows, stored.chat
        self.secret = stored.key.encode()
        self.last_snapshot = stored.snapshot.n if stored.snapshot else 0
        self.log = journal.log_of(self.game, self.header, self.rows)
        self.whispers = any(line.event.seen_by is not None for line in self.log)
        """Whether the log has what not everybody may read."""
        self.match.moments = []
        self.news: list[tuple[Logged, Any]] = []
        """What has happened since the last table was told, with the position at each event."""
        self.timer = Timer(self.header.clock, self.game.sides, self.rows)
        self.offer, self.muted = stored.offer, stored.muted
        self.set_clock()

    # -- what stands --

    @property
    def state(self) -> int:
        return len(self.rows)

    @property
    def in_use(self) -> bool:
        """Somebody is there, or something is being written."""
        return bool(self.audience.sessions) or self.lock.locked()

    @property
    def hindsight(self) -> bool:
        """Whether the match went back past a reveal."""
        return any(back.hindsight for back in self.match.backs)

    @property
    def over(self) -> bool:
        return self.ended is not None or self.header.imported

    @property
    def actors(self) -> tuple[str, ...]:
        """The sides that must decide; nobody while a die waits for a salt."""
        return () if self.over or CHANCE in self.match.actors else self.match.actors

    @property
    def salts(self) -> tuple[Salt, ...]:
        """Those mixed into the dice to come."""
        return self.match.dice.spans[-1].salts

    @property
    def dice_awaited(self) -> list[str]:
        """The sides for whose browsers a die waits now."""
        return salts.awaited(self.salts) if not self.over and CHANCE in self.match.actors else []

    def record(self) -> dict[str, Any]:
        """What may be published: the key is in it once the match is over."""
        by_table = self.ended is not None and self.ended.by != "game"
        record = self.match.publish(msgspec.to_builtins(self.ended) if by_table else None)
        plain: dict[str, Any] = msgspec.to_builtins(record)
        return plain

    # -- what a seat may not know yet --

    def rivals(self, seats: Iterable[str]) -> set[str]:
        """The sides that choose in secret now, as others do, and are not these seats'."""
        return set() if self.over or self.match.joint is None else set(self.game.party(self.match.position)) - {*seats}

    def hidden(self, seats: Iterable[str]) -> list[int]:
        """The entries of the journal that these seats hear of when all have chosen."""
        rivals, joint = self.rivals(seats), self.match.joint
        if not rivals or joint is None:
            return []
        return [row.n for row in self.rows[self._row_of(joint):] if journal.author(row) in rivals]

    def _row_of(self, length: int) -> int:
        """The number of the row with which so many actions stood."""
        return journal.standing(self.rows)[length - 1].n if length else 0

    def known(self, seats: Iterable[str], state: int | None = None) -> int:
        """A state as these seats are told it: their numbers run on without what is hidden from them."""
        at = self.state if state is None else state
        return at - sum(n <= at for n in self.hidden(seats))

    def meant(self, seats: Iterable[str], known: int) -> int:
        """The latest state that these seats know by a number."""
        for n in self.hidden(seats):
            known += n <= known + 1
        return known

    def clocks(self, seats: Iterable[str]) -> dict[str, Any] | None:
        """Rivals' time stands where it was when the choice opened, and runs, whether they have chosen or not."""
        joint = self.match.joint
        rivals = self.rivals(seats)
        before = Timer(self.header.clock, self.game.sides, self.rows[: self._row_of(joint)] if joint else ())
        return self.timer.shown({side: before.left(side) for side in rivals})

    # -- memory and disk --

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[Before]:
        """Under the lock, and from what is on disk. What cannot be kept leaves memory as it was."""
        async with self.lock:
            await self._refresh()
            before = Before(self.match.copy(), self.state, self.log[:], self.ended, self.offer, self.last_snapshot)
            try:
                yield before
            except (Unsaved, Unreadable):
                raise
            except BaseException:
                self._restore(before)
                self._doubt(ANEW)
                raise

    def _restore(self, before: Before) -> None:
        del self.rows[before.state:]
        self.match, self.log, self.last_snapshot = before.match, before.log, before.last_snapshot
        self.match.moments, self.news = [], []
        self.ended, self.offer = before.ended, before.offer
        self.timer = Timer(self.header.clock, self.game.sides, self.rows)
        self.set_clock()

    def _doubt(self, why: str) -> None:
        """Until it has been read anew, nothing can be done here, and everybody is told so."""
        if self.trouble != why:
            self.trouble = why
            self.audience.tell_table()
        self.on_trouble()

    async def _read_anew(self) -> None:
        """Memory becomes what is on disk. Raises Outage or Unreadable."""
        heard = len(self.chat)
        try:
            stored = await asyncio.to_thread(self.store.load, self.id)
            assert stored is not None
            self._take(stored)
        except Outage:
            self._doubt(OUTAGE)
            raise Outage(OUTAGE) from None
        except Exception as error:
            log.exception("match %s: it cannot be read", self.id)
            self._doubt(UNREADABLE)
            raise Unreadable from error
        self.trouble = ""
        for session in self.audience.sessions:
            session.lines = 0
        for line in self.chat[heard:]:
            self._tell_line(line)

    async def _refresh(self) -> None:
        """Read what may be out of date, and go on."""
        if self.trouble:
            await self._read_anew()
            self.audience.tell_table()
            self.on_news(self)

    async def refresh(self) -> None:
        async with self.lock:
            await self._refresh()

    # -- acting --

    async def act(
        self, holder: Holder, side: str, state: int, actions: Sequence[str], done: Told = None
    ) -> Refusal | None:
        """Carry out actions chosen at a state, until one is refused; `done` is called when all are on disk."""
        async with self._changing() as before:
            refusal = self._may_change(holder, side) or self._fits(self.meant(holder.seats, state), holder.seats)
            if refusal or not actions:
                return refusal or Refusal("", "there is no action in the message")
            return await self._apply(before, side, actions, done)

    async def decide(self, side: str, state: int, actions: Sequence[str]) -> bool:
        """What a computer player has decided at that state; False if none of it could be used."""
        async with self._changing() as before:
            if self.over or self._fits(state, (side,)) or side not in self.match.actors:
                return False
            return await self._apply(before, side, actions) is None or self.state != state

    def _may_change(self, holder: Holder, side: str) -> Refusal | None:
        if side not in holder.seats:
            return Refusal("", f"this link does not hold the seat {side!r}" if side else "say which side acts")
        return Refusal("", "the match is over") if self.over else None

    def _fits(self, state: int, seats: Iterable[str]) -> Refusal | None:
        """A promise or a salt that has come meanwhile changes nothing, unless dice fell with it; nor what is hidden."""
        hidden = self.hidden(seats)
        since = {row.side for row in self.rows[state:] if row.n not in hidden}
        return None if state <= self.state and since <= {PROMISE, SALT} else Refusal("", MOVED_ON)

    async def _apply(
        self, before: Before, side: str, actions: Sequence[str], done: Told = None
    ) -> Refusal | None:
        refusal, now = None, time.time()
        for action in actions:
            first, self.match.moments = len(self.match.entries), []
            try:
                events = self.match.apply(side, action)
            except Illegal as error:
                refusal = Refusal(error.rule, error.reason)
                break
            except BadInput as error:
                refusal = Refusal("", str(error))
                break
            self._note(first, events, now, self.timer.acted(side))
        if self.state > before.state:
            refusal = await self._commit(before, self._consequences(), None if refusal else done) or refusal
        return refusal

    def _consequences(self) -> list[Any]:
        """What is to be written besides the new rows: the end of the match, a snapshot."""
        ending = []
        if (outcome := self.match.outcome) is not None:
            self.ended = Ended.of(outcome)
            ending = [store.end_match(self.id, self.ended)]
        return ending + self._snapshot()

    def _note(self, first: int, events: list[Event], now: float, spent: int) -> None:
        """Rows for the entries that the match has made since; the last of them carries the events."""
        entries = self.match.entries
        for index in range(first, len(entries)):
            entry, last = entries[index], index == len(entries) - 1
            self.rows.append(
                Row(len(self.rows) + 1, entry.side, entry.action, entry.number, now,
                    spent if index == first else 0, journal.events_text(events) if last else None)
            )
        self._tell_of(events)

    def _tell_of(self, events: list[Event]) -> None:
        new = journal.lines(self.game, events, self.state, len(self.match.entries), self.log)
        self.log += new
        self.news += zip(new, self.match.moments or (), strict=False)
        self.match.moments = []
        self.whispers = self.whispers or any(line.event.seen_by is not None for line in new)

    def _snapshot(self) -> list[Any]:
        if self.state - self.last_snapshot < journal.SNAPSHOT_EVERY or any(
            self.match.undoable(side) for side in self.game.sides
        ):
            return []
        self.last_snapshot = self.state
        return [store.new_snapshot(self.id, journal.take_snapshot(self.match, self.state))]

    async def _commit(self, before: Before, others: Sequence[Any] = (), done: Told = None) -> Refusal | None:
        """Write what has come since, then tell everybody; where that fails, go back to what is on disk."""
        rows, standing = self.rows[before.state:], (self.ended, self.offer)
        try:
            entries = [store.journal_row(self.id, row) for row in rows]
            await self.store.put(others, entries, [self._changed()], (self.id, before.state))
            self.set_clock()
        except (Conflict, Unsaved) as error:
            self._restore(before)
            await self._read_anew()
            if not self._has(before.state, rows, standing):
                if isinstance(error, Unsaved):
                    self._doubt(str(error))
                    raise type(error)(f"{error}; nothing was done") from None
                self.audience.tell_table()
                return Refusal("", f"{error}; nothing was done")
        if done is not None:
            done()
        self.audience.tell_table()
        self.on_change(self)
        return None

    def _has(self, state: int, rows: Sequence[Row], standing: tuple[Ended | None, Offer | None]) -> bool:
        """Whether a write that seemed to fail is there after all: it was the answer that was lost."""
        if rows:
            return self.rows[state: state + len(rows)] == list(rows)
        return self.state == state and (self.ended, self.offer) == standing

    # -- other processes --

    def _changed(self) -> Word:
        return self.exchange.word("changed", self.id)

    def say_who_is_here(self) -> None:
        self.exchange.tell("here", self.id, here=self.audience.here(), watching=self.audience.watching())

    def announce(self, notice: Notice) -> None:
        """A word to everybody at the match, wherever he is connected."""
        self.audience.tell(notice)
        self.exchange.tell("notice", self.id, notice=msgspec.to_builtins(notice))

    async def catch_up(self) -> None:
        """Take in what other processes have written to this match."""
        async with self.lock:
            await self._refresh()
            if await self._heard_news():
                self.audience.tell_table()
                self.on_news(self)

    async def _heard_news(self) -> bool:
        """Whether there was anything new."""
        try:
            news = await asyncio.to_thread(self.store.news, self.id, self.state, len(self.chat))
        except Outage:
            self._doubt(OUTAGE)
            raise
        for line in news.chat:
            self._heard(line)
        if not news.rows and (news.ended, news.offer, news.muted) == (self.ended, self.offer, self.muted):
            return False
        if any(row.side == BACK for row in news.rows) or journal.gap(news.rows, self.state) is not None:
            await self._read_anew()
            return True
        try:
            for row in news.rows:
                self._follow(row)
        except BadInput:
            await self._read_anew()
        self.ended, self.offer, self.muted = news.ended, news.offer, news.muted
        self.set_clock()
        return True

    def _follow(self, row: Row) -> None:
        self.rows.append(row)
        if row.side in (PROMISE, SALT):
            self.match.dice.mix(salts.noted(self.salts, [row]))
            return
        self.match.follow([Entry(row.side, row.action, row.number)])
        self.timer.heard(row.side, row.spent)
        if row.events:
            self._tell_of(msgspec.json.decode(row.events, type=list[Event]))

    # -- the dice --

    async def promise(self, holder: Holder, side: str, commitment: str, done: Told = None) -> Refusal | None:
        """A browser's commitment to its salt; it may be replaced until all have theirs: nothing has been shown yet."""
        async with self._changing() as before:
            if refusal := self._may_change(holder, side) or self._gives(side):
                return refusal
            if any(salt.side == side and salt.commitment == commitment for salt in self.salts):
                return _again(done)
            if all(salt.commitment for salt in self.salts):
                return Refusal("", "every browser has promised its salt, and no promise can be changed now")
            return await self._add_salt(before, PROMISE, f"{side} {commitment}", done)

    async def show(self, holder: Holder, side: str, salt: str, done: Told = None) -> Refusal | None:
        """The salt that was promised, once all have been; with the last one the dice fall that have waited."""
        async with self._changing() as before:
            if refusal := self._may_change(holder, side) or self._gives(side):
                return refusal
            mine = next(known for known in self.salts if known.side == side)
            if not all(known.commitment for known in self.salts):
                return Refusal("", "not every browser has promised its salt yet")
            if salt_commitment(self.match.dice.spans[-1].commitment, side, salt) != mine.commitment:
                return Refusal("", "this is not the salt that was promised")
            if mine.salt is not None:
                return _again(done)
            return await self._add_salt(before, SALT, f"{side} {salt}", done)

    def _gives(self, side: str) -> Refusal | None:
        given = any(salt.side == side for salt in self.salts)
        return None if given else Refusal("", f"no salt is asked of {side!r}'s browser")

    async def _add_salt(self, before: Before, what: str, words: str, done: Told) -> Refusal | None:
        row, first = Row(self.state + 1, what, words, None, time.time()), len(self.match.entries)
        self.rows.append(row)
        events = self.match.mix(salts.noted(self.salts, [row]))
        if len(self.match.entries) > first:
            self._note(first, events, row.at, 0)
        return await self._commit(before, self._consequences(), done)

    # -- taking back --

    async def undo(
        self, holder: Holder, side: str, done: Told = None, *, state: int | None = None, to: int | None = None,
        steps: int | None = None,
    ) -> Refusal | None:
        """Take back what the side did to get here from a state, so many actions, or its latest message."""
        async with self._changing() as before:
            fits = self._fits(self.meant(holder.seats, state), holder.seats) if state is not None else None
            if refusal := self._may_change(holder, side) or fits:
                return refusal
            free = self.match.undoable(side)
            count = steps or (
                self._latest(side, free) if to is None else self._since(self.meant(holder.seats, to), side))
            if not 0 < count <= free:
                return Refusal("", NOTHING_TO_UNDO)
            if too_much := self._bounded():
                return too_much
            if self.match.joint is not None:
                return await self._took_choices_back(before, side, count, done)
            for _ in range(count):
                self.match.undo(side)
            return await self._took_back(before, done)

    def _latest(self, side: str, free: int) -> int:
        """How many of the actions that may be taken back came with the latest one, in one message."""
        last = [row for row in journal.standing(self.rows) if row.side == side][-free:] if free else []
        return sum(row.at == last[-1].at for row in last)

    def _since(self, state: int, side: str) -> int:
        """How many actions lead from a state to here; 0 if that one was another course of the match.

        Where several choose in secret, how many of the side's own.
        """
        now, then = self.match.entries, journal.entries_of(self.rows[:state])
        if self.match.joint is not None:
            now, then = ([entry for entry in entries if entry.side == side] for entries in (now, then))
        return len(now) - len(then) if now[: len(then)] == then else 0

    async def _took_choices_back(self, before: Before, side: str, count: int, done: Told) -> Refusal | None:
        """Secret choices, each by itself: what others have chosen meanwhile stands, and they hear nothing of it."""
        for _ in range(count):
            row = Row(self.state + 1, BACK, f"{self.match.undo(side)} {side}", None, time.time(), 0)
            self.rows.append(row)
            self.log = journal.without(self.log, row)
        return await self._commit(before, (), done)

    async def _took_back(self, before: Before, done: Told = None) -> Refusal | None:
        row = Row(self.state + 1, BACK, str(len(self.match.entries)), None, time.time(), 0)
        self.rows.append(row)
        self.log = journal.without(self.log, row)
        others = [store.set_offer(self.id, None)] if self.offer else []
        self.offer = None
        return await self._commit(before, others, done)

    async def offer_undo(
        self, holder: Holder, side: str, state: int, done: Told = None, hindsight: bool = False
    ) -> Refusal | None:
        """Offer to go back to a state; at once where nobody could object. Past a reveal only if so wished."""
        async with self._changing() as before:
            if refusal := self._may_change(holder, side):
                return refusal
            if state >= self.known(holder.seats):
                return Refusal("", "that moment has not come yet")
            if too_much := self._bounded():
                return too_much
            shown = journal.revealing(self.game, journal.standing(self.rows)[self._shared(state):])
            if shown and not hindsight:
                return Refusal("", HINDSIGHT)
            if not self._others(holder.seats):
                return await self._go_back(before, state, done)
            text = f"{side.capitalize()} offers to go back to move {state}; the dice would be rolled anew" + (
                ", and the match would be marked as played with hindsight." if shown else ".")
            return await self._set_offer(before, Offer(side, state, list(holder.seats), [], shown), text, done)

    async def _set_offer(self, before: Before, offer: Offer | None, text: str, done: Told) -> Refusal | None:
        self.offer = offer
        refusal = await self._commit(before, [store.set_offer(self.id, offer)], done)
        if refusal is None:
            self.announce(Notice(text, offer=offer))
        return refusal

    def _others(self, agreed: Iterable[str]) -> list[str]:
        """Seats of people who would still have to agree."""
        known = set(agreed)
        return [s for s, seat in self.header.seats.items() if s not in known and seat.kind != "computer"]

    async def answer_undo(self, holder: Holder, side: str, accept: bool, done: Told = None) -> Refusal | None:
        async with self._changing() as before:
            if refusal := self._may_change(holder, side):
                return refusal
            if self.offer is None:
                return Refusal("", "no offer to go back is open")
            if accept:
                return await self._agree(before, self.offer, holder, done)
            return await self._set_offer(before, None, f"{side.capitalize()} declines to go back.", done)

    async def _agree(self, before: Before, offer: Offer, holder: Holder, done: Told) -> Refusal | None:
        """One holder agrees, for all his seats; the last of them carries it out."""
        asked_by = offer.asked_by or [offer.side]
        if set(holder.seats) & set(asked_by):
            return Refusal("", "whoever asks to go back cannot agree to it himself")
        agreed = [*offer.agreed, *(side for side in holder.seats if side not in offer.agreed)]
        waiting = self._others((*asked_by, *agreed))
        if not waiting:
            return await self._go_back(before, offer.state, done)
        names = " and ".join(side.capitalize() for side in holder.seats)
        text = f"{names} agrees to go back; {' and '.join(side.capitalize() for side in waiting)} must as well."
        return await self._set_offer(before, msgspec.structs.replace(offer, agreed=agreed), text, done)

    def _bounded(self) -> Refusal | None:
        """The journal keeps what is taken back, so that is not without end."""
        return Refusal("", TOO_MUCH) if self.state - len(self.match.entries) > MOST_TAKEN_BACK else None

    async def _go_back(self, before: Before, state: int, done: Told) -> Refusal | None:
        """Back to the last decision that both that state and the present one have behind them."""
        await asyncio.to_thread(self.match.back_to, self._shared(state))
        told = Notice(f"The match goes back to the decision after action {len(self.match.entries)}.")
        refusal = await self._took_back(before, done)
        if refusal is None:
            self.announce(told)
        return refusal

    def _shared(self, state: int) -> int:
        """How many actions that state and the present one have in common."""
        now, then = self.match.entries, journal.entries_of(self.rows[:state])
        length = 0
        while length < min(len(now), len(then)) and now[length] == then[length]:
            length += 1
        return length

    def match_after(self, rows: Sequence[Row]) -> Match:
        """The match as it stood after the first rows of its journal."""
        state = len(rows)
        taken = self.store.snapshot_before(self.id, state) if state >= journal.SNAPSHOT_EVERY else []
        return journal.rebuild(self.game, self.header, self.match.dice.spans, rows, taken)

    # -- ending --

    async def resign(self, holder: Holder, side: str) -> Refusal | None:
        async with self._changing() as before:
            return self._may_change(holder, side) or await self._end(before, side, "resignation")

    async def _end(self, before: Before, side: str, by: Any) -> Refusal | None:
        others = [s for s in self.game.sides if s != side]
        level = "resigned" if by == "resignation" else "time"
        self.ended = Ended(others[0] if len(others) == 1 else None, level, {}, by, side)
        refusal = await self._commit(before, [store.end_match(self.id, self.ended)])
        if refusal is None:
            how = "resigns" if by == "resignation" else "has run out of time"
            self.announce(Notice(f"{side.capitalize()} {how}."))
        return refusal

    def set_clock(self) -> None:
        """Start the time of those who must decide."""
        self.timer.waits_for(self.actors)
        self._set_alarm()

    def rest(self) -> float | None:
        """Leave memory; in how many seconds somebody runs out of time, if a clock runs."""
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None
        due = self.timer.next_flag()
        return None if due is None or self.over else due[0]

    def wake(self, since: float) -> None:
        """Back in memory: the clock has run since then, or since another process wrote."""
        now = time.monotonic()
        if self.exchange.several and self.rows:
            since = max(since, min(now, now - (time.time() - self.rows[-1].at)))
        self.timer.since = since
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
        """A side's time is up. In an outage it is not: the clocks start anew when the match has been read."""
        with suppress(Outage, Unreadable):
            async with self._changing() as before:
                due = self.timer.next_flag()
                if due is not None and due[0] <= 0 and not self.over:
                    await self._end(before, due[1], "clock")
                else:
                    self._set_alarm()

    # -- words --

    async def say(self, holder: Holder, text: str) -> Refusal | None:
        words = text.strip()
        if not words:
            return Refusal("", "there is nothing in the message")
        if refusal := self._silenced(holder):
            return refusal
        said = time.time()
        for _ in range(TRIES):
            async with self.lock:
                line = ChatLine(len(self.chat) + 1, self.name_of(holder), _only(holder.seats), words, said)
                try:
                    await self.store.put([store.new_line(self.id, line)], (), [self._changed()])
                    self._heard(line)
                    return None
                except Conflict:
                    """Somebody at another process was quicker: his line first. Or only the answer was lost."""
            await self.catch_up()
            if line in self.chat:
                return None
        return Refusal("", "too many are talking at once")

    def _silenced(self, holder: Holder) -> Refusal | None:
        if holder.spectator and self.muted:
            return Refusal("", "the players have muted spectators")
        if len(self.chat) >= (MOST_OF_SPECTATORS if holder.spectator else MOST_CHAT):
            return Refusal("", "the chat of this match is full")
        if not self.voices.setdefault(holder.hash, Bucket(CHAT_RATE, CHAT_BURST)).take():
            return Refusal("", "too many lines at once; wait a little")
        return None

    async def mute(self, holder: Holder, on: bool) -> Refusal | None:
        """Whether spectators are heard in the chat; any player may say so, in a finished match as well."""
        if holder.spectator:
            return Refusal("", "only players can mute spectators")
        async with self.lock:
            await self.store.put([store.set_muted(self.id, on)], (), [self._changed()])
            self.muted = on
            self.audience.tell_table()
            return None

    def _heard(self, line: ChatLine) -> None:
        self.chat.append(line)
        self._tell_line(line)

    def _tell_line(self, line: ChatLine) -> None:
        self.audience.tell(ChatMessage(line.n, line.name, line.side, line.text, line.at))

    def name_of(self, holder: Holder) -> str:
        names = [self.header.seats[side].name or side.capitalize() for side in holder.seats]
        return " and ".join(dict.fromkeys(names)) or "Spectator"


def _again(done: Told) -> Refusal | None:
    """What has been done before: it is acknowledged again."""
    if done is not None:
        done()
    return None


def _only(seats: Iterable[str]) -> str | None:
    found = list(seats)
    return found[0] if len(found) == 1 else None
