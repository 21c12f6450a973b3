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
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import CHANCE, BadInput, Event, Illegal, Refusal
from meuse.engine.dice import Salt
from meuse.engine.match import AnyGame, Mark, Match
from meuse.engine.record import Entry
from meuse.server import journal, salts, store
from meuse.server.clock import Timer
from meuse.server.conversation import Conversation
from meuse.server.curtain import Curtain
from meuse.server.database import Conflict, Outage, Unsaved
from meuse.server.exchange import Exchange, Word
from meuse.server.journal import Opened
from meuse.server.messages import Notice
from meuse.server.pause import Pause
from meuse.server.promises import Promises
from meuse.server.records import BACK, GO_ON, PAUSE, PROMISE, SALT, Ended, Logged, Offer, Row
from meuse.server.seats import Holder
from meuse.server.store import Store
from meuse.server.takeback import TakeBack
from meuse.server.telling import Audience

if TYPE_CHECKING:
    from meuse.server.computer import Advised
    from meuse.server.jobs import Advice

log = logging.getLogger("meuse")

ANEW = "something went wrong at the server: it reads this match anew"
OUTAGE = "the database does not answer: what it has not stored does not count, and play goes on when it is back"
UNREADABLE = "this match cannot be read: what the server has stored of it is damaged"
MOVED_ON = "the position has moved on"
Told = Callable[[], None] | None
"""Called once a request has been carried out and is on disk, before anybody hears of the new position."""


class Unreadable(Exception):
    """What is stored of a match does not make one."""

    def __init__(self) -> None:
        super().__init__(UNREADABLE)


class Before(msgspec.Struct):
    """A match as it was before a change that may yet fail."""

    match: Mark
    state: int
    log: list[Logged]
    """The list itself, and how many lines it had: they are only ever added, or all put into another list."""
    lines: int
    ended: Ended | None
    offer: Offer | None
    last_snapshot: int


class Changing:
    """A change of a match: under its lock, and from what is on disk. What cannot be kept leaves memory as it was."""

    __slots__ = ("before", "table")

    def __init__(self, table: Table) -> None:
        self.table = table

    async def __aenter__(self) -> Before:
        await self.table.lock.acquire()
        try:
            await self.table.read_if_doubtful()
            self.before = self.table.standing()
        except BaseException:
            self.table.lock.release()
            raise
        return self.before

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Unsaved and Unreadable tell that memory has been seen to already."""
        try:
            if kind is not None and not issubclass(kind, Unsaved | Unreadable):
                self.table.undo_change(self.before)
        finally:
            self.table.lock.release()


class Table:
    def __init__(self, id: str, keeper: Store, exchange: Exchange, game: AnyGame, opened: Opened) -> None:
        self.id, self.store, self.exchange, self.game = id, keeper, exchange, game
        self.lock = asyncio.Lock()
        self.curtain, self.audience, self.chat = Curtain(self), Audience(self), Conversation(self)
        self.takeback, self.promises, self.pause = TakeBack(self), Promises(self), Pause(self)
        self.on_change: Callable[[Table], None] = lambda table: None
        self.on_news: Callable[[Table], None] = lambda table: None
        """What another process has done."""
        self.trouble = ""
        """Why nothing can be done here: memory may not be what is on disk, and that could not be read."""
        self.on_trouble: Callable[[], None] = lambda: None
        self.ask_staff: Callable[[Table, str], Awaitable[Advice]]
        self.hurry: Callable[[Table], None]
        self.memories: dict[str, str] = {}
        """By side, what a computer player's last answer left for its next; lost with the table, and not missed."""
        self.advised: dict[str, Advised] = {}
        """The staff's latest advice to each side."""
        self.flag: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self._take(opened)

    def chance(self, *about: object) -> Random:
        """Chance that is the same each time, and that nobody can foresee: from the match's secret. Matches of one seed
        share it, so that a game against computers can be repeated; with any other secret each match has its own."""
        name = "" if self.header.seeded else self.id
        words = " ".join(map(str, ("guess", name, *about)))
        return Random(hmac.digest(self.secret, words.encode(), "sha256"))

    def _take(self, opened: Opened) -> None:
        """Memory becomes what was read from disk."""
        stored = opened.stored
        self.match, self.log = opened.match, opened.log
        self.header, self.ended, self.rows = stored.header, stored.ended, stored.rows
        self.secret = stored.key.encode()
        self.last_snapshot = stored.snapshot.n if stored.snapshot else 0
        self.whispers = any(line.event.seen_by is not None for line in self.log)
        """Whether the log has what not everybody may read."""
        self.match.moments = []
        self.news: list[tuple[Logged, Any]] = []
        """What has happened since the last table was told, with the position at each event."""
        self.timer = Timer(self.header.clock, self.game.sides, self.rows)
        self.takeback.offer = stored.offer
        self.chat.read_anew(stored.chat, stored.muted)
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
        """The sides that must decide; nobody while a die waits for a salt, or the match is paused."""
        actors = self.match.actors
        return () if CHANCE in actors or self.over else actors

    @property
    def paused_for(self) -> str:
        """The side that the match waits for after its latest action."""
        return "" if self.over else self.match.paused_for

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Whoever keeps the others waiting: the sides that must decide, or the one that it is paused for."""
        return (self.paused_for,) if self.paused_for else self.actors

    @property
    def salts(self) -> tuple[Salt, ...]:
        """Those mixed into the dice to come."""
        return self.match.dice.spans[-1].salts

    @property
    def dice_awaited(self) -> list[str]:
        """The sides for whose browsers a die waits now."""
        return salts.awaited(self.salts) if CHANCE in self.match.actors and not self.over else []

    def record(self) -> dict[str, Any]:
        """What may be published: the key is in it once the match is over, and no action that the match waits after."""
        by_table, match = self.ended is not None and self.ended.by != "game", self.match
        if match.paused_for:
            match = match.copy()
            match.undo(match.paused_for)
        record = match.publish(msgspec.to_builtins(self.ended) if by_table else None)
        plain: dict[str, Any] = msgspec.to_builtins(record)
        return plain

    # -- memory and disk --

    def changing(self) -> Changing:
        return Changing(self)

    def standing(self) -> Before:
        """As it is now, to come back to."""
        return Before(self.match.mark(), self.state, self.log, len(self.log), self.ended, self.takeback.offer,
                      self.last_snapshot)

    def undo_change(self, before: Before) -> None:
        """Something went wrong in the midst of a change: memory is as it was, and is read anew."""
        self._restore(before)
        self._doubt(ANEW)

    def _restore(self, before: Before) -> None:
        self._put_back(before)
        self.timer = Timer(self.header.clock, self.game.sides, self.rows)
        self.set_clock()

    def _put_back(self, before: Before) -> None:
        """All but the clock, which has run on."""
        del self.rows[before.state:]
        del before.log[before.lines:]
        self.match.restore(before.match)
        self.log, self.last_snapshot = before.log, before.last_snapshot
        self.match.moments, self.news = [], []
        self.ended, self.takeback.offer = before.ended, before.offer

    def _doubt(self, why: str) -> None:
        """Until it has been read anew, nothing can be done here, and everybody is told so."""
        if self.trouble != why:
            self.trouble = why
            self.audience.tell_table()
        self.on_trouble()

    async def _read_anew(self) -> None:
        """Memory becomes what is on disk. Raises Outage or Unreadable."""
        try:
            await self.store.settled()
            stored = await self.store.ask(self.store.load, self.id)
            assert stored is not None
            self._take(await asyncio.to_thread(journal.opened, self.game, stored))
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

    async def read_if_doubtful(self) -> None:
        """Read what may be out of date, and go on."""
        if self.trouble:
            await self._read_anew()
            self.audience.tell_table()
            self.on_news(self)

    async def refresh(self) -> None:
        async with self.lock:
            await self.read_if_doubtful()

    # -- acting --

    async def act(
        self, holder: Holder, side: str, state: int, actions: Sequence[str], done: Told = None, back: int = 0,
        pause: bool = False,
    ) -> Refusal | None:
        """Carry out actions chosen at a state, until one is refused; `done` is called when all are on disk.

        Where the side's latest actions are to be taken back first, that stands only with what takes their place.
        With `pause` the match waits for the side where one has ended its segment; those after it are left undone.
        """
        async with self.changing() as before:
            refusal = self.may_change(holder, side) or self.fits(self.curtain.meant(holder.seats, state), holder.seats)
            if not refusal and back:
                refusal = self.takeback.refuse(side, back)
            if refusal or not actions:
                return refusal or Refusal("", "there is no action in the message")
            others = self.takeback.take(side, back) if back else ()
            return await self._apply(before, side, actions, done, others, pause)

    async def decide(self, side: str, state: int, actions: Sequence[str]) -> bool:
        """What a computer player has decided at that state; False if none of it could be used."""
        async with self.changing() as before:
            if self.over or self.fits(state, (side,)) or side not in self.match.actors:
                return False
            return await self._apply(before, side, actions) is None or self.state != state

    def may_change(self, holder: Holder, side: str) -> Refusal | None:
        if side not in holder.seats:
            return Refusal("", f"this link does not hold the seat {side!r}" if side else "say which side acts")
        return Refusal("", "the match is over") if self.over else None

    def fits(self, state: int, seats: Iterable[str]) -> Refusal | None:
        """A promise or a salt that has come meanwhile changes nothing, unless dice fell with it; nor what is hidden."""
        hidden = self.curtain.hidden(seats)
        since = {row.side for row in self.rows[state:] if row.n not in hidden}
        return None if state <= self.state and since <= {PROMISE, SALT} else Refusal("", MOVED_ON)

    async def _apply(
        self, before: Before, side: str, actions: Sequence[str], done: Told = None, others: Sequence[Any] = (),
        pause: bool = False,
    ) -> Refusal | None:
        refusal, now, begun = None, time.time(), self.state
        for action in actions:
            first, self.match.moments = len(self.match.entries), []
            since = before.match if self.state == before.state else None
            try:
                events = self.match.apply(side, action, pause=pause, since=since)
            except Illegal as error:
                refusal = Refusal(error.rule, error.reason)
                break
            except BadInput as error:
                refusal = Refusal("", str(error))
                break
            self.note(first, events, now, self.timer.acted(side))
            if self.match.paused_for:
                break
        if self.state == begun:
            if begun > before.state:
                self._put_back(before)
            return refusal
        self.carry_out_forced(now, side if pause else "")
        self.pause.note(now)
        return await self.commit(before, [*others, *self.consequences()], None if refusal else done) or refusal

    def carry_out_forced(self, now: float, pausing: str = "") -> None:
        """What a person must do and nothing else is done for him, as if it had come in the same message.

        Where that ends its segment, the match waits for who wishes that.
        Where a situation's dice give what cannot come up there, it is left to him, and he is told.
        """
        while (found := self.match.forced()) and self.header.seats[found[0]].kind != "computer":
            first, self.match.moments = len(self.match.entries), []
            try:
                self.note(first, self.match.apply(*found, pause=found[0] == pausing), now, 0)
            except BadInput:
                return

    def consequences(self) -> list[Any]:
        """What is to be written besides the new rows: the end of the match, a snapshot."""
        ending = []
        if (outcome := self.match.outcome) is not None:
            self.ended = Ended.of(outcome)
            ending = [store.end_match(self.id, self.ended)]
        return ending + self._snapshot()

    def note(self, first: int, events: list[Event], now: float, spent: int) -> None:
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

    async def commit(self, before: Before, others: Sequence[Any] = (), done: Told = None) -> Refusal | None:
        """Write what has come since, then tell everybody; where that fails, go back to what is on disk."""
        rows, standing = self.rows[before.state:], (self.ended, self.takeback.offer)
        try:
            entries = [store.journal_row(self.id, row) for row in rows]
            await self.store.put(others, entries, [self.changed()], (self.id, before.state))
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
        return self.state == state and (self.ended, self.takeback.offer) == standing

    # -- other processes --

    def changed(self) -> Word:
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
            await self.read_if_doubtful()
            if await self._heard_news():
                self.audience.tell_table()
                self.on_news(self)

    async def _heard_news(self) -> bool:
        """Whether there was anything new."""
        try:
            news = await self.store.ask(self.store.news, self.id, self.state, len(self.chat.lines))
        except Outage:
            self._doubt(OUTAGE)
            raise
        self.chat.hear(news.chat)
        standing = (self.ended, self.takeback.offer, self.chat.muted)
        if not news.rows and (news.ended, news.offer, news.muted) == standing:
            return False
        if any(row.side == BACK for row in news.rows) or journal.gap(news.rows, self.state) is not None:
            await self._read_anew()
            return True
        try:
            for n, row in enumerate(news.rows, 1):
                self._follow(row, paused=any(later.side == PAUSE for later in news.rows[n:n + 1]))
        except BadInput:
            await self._read_anew()
        self.ended, self.takeback.offer, self.chat.muted = news.ended, news.offer, news.muted
        self.set_clock()
        return True

    def _follow(self, row: Row, paused: bool) -> None:
        self.rows.append(row)
        self.timer.heard(journal.author(row), row.spent)
        if row.side in (PROMISE, SALT):
            self.match.dice.mix(salts.noted(self.salts, [row]))
        elif row.side == GO_ON:
            self.match.let_go()
        elif row.side != PAUSE:
            self._follow_action(row, paused)

    def _follow_action(self, row: Row, paused: bool) -> None:
        self.match.follow([Entry(row.side, row.action, row.number)], paused)
        if row.events:
            self._tell_of(msgspec.json.decode(row.events, type=list[Event]))

    # -- ending --

    async def resign(self, holder: Holder, side: str) -> Refusal | None:
        async with self.changing() as before:
            return self.may_change(holder, side) or await self._end(before, side, "resignation")

    async def _end(self, before: Before, side: str, by: Any) -> Refusal | None:
        others = [s for s in self.game.sides if s != side]
        level = "resigned" if by == "resignation" else "time"
        self.ended = Ended(others[0] if len(others) == 1 else None, level, {}, by, side)
        refusal = await self.commit(before, [store.end_match(self.id, self.ended)])
        if refusal is None:
            how = "resigns" if by == "resignation" else "has run out of time"
            self.announce(Notice(f"{side.capitalize()} {how}."))
        return refusal

    def set_clock(self) -> None:
        """Start the time of those who must decide."""
        self.timer.waits_for(self.waits_for)
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
            async with self.changing() as before:
                due = self.timer.next_flag()
                if due is not None and due[0] <= 0 and not self.over:
                    await self._end(before, due[1], "clock")
                else:
                    self._set_alarm()

    def match_after(self, rows: Sequence[Row]) -> Match:
        """The match as it stood after the first rows of its journal."""
        state = len(rows)
        taken = self.store.snapshot_before(self.id, state) if state >= journal.SNAPSHOT_EVERY else []
        return journal.rebuild(self.game, self.header, self.match.dice.spans, rows, taken)

    def name_of(self, holder: Holder) -> str:
        names = [self.header.seats[side].name or side.capitalize() for side in holder.seats]
        return " and ".join(dict.fromkeys(names)) or "Spectator"
