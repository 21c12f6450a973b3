"""All matches: made, found on disk, imported, played again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.data import parse, shaped
from meuse.engine.dice import Salt, new_span
from meuse.engine.match import AnyGame, Match, begin
from meuse.engine.record import Record, keys_text, published, spans_in
from meuse.engine.situation import Heading
from meuse.players import Seating, players_of
from meuse.server import jobs, journal, salts, store
from meuse.server.computer import ADVISER, Computers
from meuse.server.database import Conflict, Outage
from meuse.server.exchange import Exchange, Word
from meuse.server.jobs import Choice, game_of
from meuse.server.limits import TooMany
from meuse.server.links import Links
from meuse.server.messages import Notice
from meuse.server.notices import Notices
from meuse.server.records import Address, Clock, Ended, Header, Row, Seat
from meuse.server.seats import LIVE, Holder, Link, hashed, new_id, new_invitation, new_token
from meuse.server.store import Store
from meuse.server.table import Table, Unreadable

log = logging.getLogger("meuse")

KEPT = 500
"""Matches that stay in memory without anybody at them."""

RING_AGAIN = 5.0
"""Seconds after which a match is opened whose clock has run out while the database did not answer."""

RETRY = 1.0
"""Seconds between two looks at a database that does not answer."""

T = TypeVar("T")


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """What the lobby asks for."""

    game: str
    scenario: str | None = None
    options: dict[str, str] = {}
    seats: dict[str, Seat] = {}
    clock: Clock | None = None
    seed: int | str | None = None
    salt: bool = False
    """A person alone, or all at one screen, add a salt of their browser's too; several persons always do."""
    situation: str | dict[str, Any] | None = None
    mail: str = ""
    """Where the person here wants word when he must decide and is not connected."""
    advice: bool | None = None
    """Whether the staff may be asked what it would do; if left out, where one link holds every person's seat."""


class Tickets(msgspec.Struct):
    """A new match and the links to it."""

    id: str
    token: str
    invites: dict[str, str]
    spectate: str


class Matches:
    def __init__(
        self, keeper: Store, exchange: Exchange, computers: Computers, notices: Notices, most_automata: int
    ) -> None:
        self.store, self.exchange, self.computers, self.notices = keeper, exchange, computers, notices
        self.most_automata = most_automata
        self.automata: dict[str, str] = {}
        """Matches of computers only that still go on, with the address that asked for them."""
        exchange.on_word, exchange.on_line = self._hear, self._look_at_all
        exchange.on_beat, exchange.on_lost = self._prod_all, self._lost
        self.tasks: set[asyncio.Task[None]] = set()
        self.behind: set[str] = set()
        """Matches that will catch up with what other processes have written."""
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Task[Table | None]] = {}
        self.links = Links(keeper, exchange)
        self.resting: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        """Matches that have left memory while a clock runs: since when it does, and the alarm that brings them back."""
        self.unreadable: set[str] = set()
        """Matches of which the log says so already."""
        self.recovering = False

    # -- finding --

    async def table(self, id: str) -> Table | None:
        """The match of that name, from memory or disk; opened once however many ask. Raises Outage or Unreadable."""
        table = self.tables.get(id)
        if table is None:
            if id not in self.opening:
                self.opening[id] = asyncio.ensure_future(self._open(id))
                self.opening[id].add_done_callback(lambda _: self.opening.pop(id, None))
            table = await asyncio.shield(self.opening[id])
        if table is not None:
            table.used = time.monotonic()
        return table

    async def _open(self, id: str) -> Table | None:
        try:
            stored = await self.store.ask(self.store.load, id)
            if stored is None:
                return None
            game = game_of(Choice.of(stored.header))
            opened = await asyncio.to_thread(journal.opened, game, stored)
            return self._seat(Table(id, self.store, self.exchange, game, opened))
        except Outage:
            raise
        except Exception as error:
            if id not in self.unreadable:
                self.unreadable.add(id)
                log.exception("match %s: it cannot be read", id)
            raise Unreadable from error

    def _seat(self, table: Table) -> Table:
        self._make_room()
        table.on_trouble = self._in_trouble
        table.on_change, table.on_news, table.ask_staff = self._changed, self._heard_of, self.computers.advise
        table.hurry = self.computers.hurry
        self.tables[table.id] = table
        if table.id in self.resting:
            since, alarm = self.resting.pop(table.id)
            alarm.cancel()
            table.wake(since)
        self.exchange.tell("who", table.id)
        self.computers.prod(table)
        return table

    def _changed(self, table: Table) -> None:
        self._heard_of(table)
        self.notices.turn(table)

    def _heard_of(self, table: Table) -> None:
        self.computers.prod(table)
        if table.over:
            self.automata.pop(table.id, None)

    def _make_room(self) -> None:
        """Matches that nobody looks at leave memory, the longest unused first."""
        quiet = [t for t in self.tables.values() if not t.in_use and t.id not in self.computers.busy]
        if len(quiet) >= KEPT:
            for table in sorted(quiet, key=lambda t: t.used)[: len(quiet) - KEPT + 50]:
                self._rest(table)
            self.links.forget()

    def _rest(self, table: Table) -> None:
        """A match leaves memory. Its clock goes on: it is opened again when somebody runs out of time."""
        del self.tables[table.id]
        due = table.rest()
        if due is not None:
            self._set_alarm(table.id, table.timer.since, due)

    def _set_alarm(self, id: str, since: float, seconds: float) -> None:
        ring = asyncio.get_running_loop().call_later(max(0.0, seconds), lambda: self._later(self._ring(id, since)))
        self.resting[id] = (since, ring)

    async def _ring(self, id: str, since: float) -> None:
        try:
            await self.table(id)
        except Outage:
            self._set_alarm(id, since, RING_AGAIN)
        except Unreadable:
            self.resting.pop(id, None)

    # -- without being asked --

    def open(self) -> None:
        self._later(self._wake())

    async def close(self) -> None:
        for _, alarm in self.resting.values():
            alarm.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _wake(self) -> None:
        """Matches with a clock or a computer player go on, whether anybody looks or not; each by itself."""
        for id, header in await _patiently(lambda: self.store.ask(self.store.unfinished)):
            computers = any(seat.kind == "computer" for seat in header.seats.values())
            if (computers or header.clock.kind != "none") and not header.imported:
                with suppress(Unreadable):
                    await _patiently(lambda id=id: self.table(id))  # type: ignore[misc]
                await asyncio.sleep(0)

    def _in_trouble(self) -> None:
        if not self.recovering:
            self.recovering = True
            self._later(self._recover())

    async def _recover(self) -> None:
        """Read every match that may be out of date, as soon as the database answers."""
        try:
            while waiting := [table for table in self.tables.values() if table.trouble]:
                await asyncio.sleep(RETRY)
                with suppress(Outage):
                    for table in waiting:
                        await self._read_again(table)
        finally:
            self.recovering = False

    async def _read_again(self, table: Table) -> None:
        try:
            await table.refresh()
        except Outage:
            raise
        except Exception as error:
            """Whoever is there is told why when he comes back."""
            log.error("match %s: it is closed: %r", table.id, error)
            self.tables.pop(table.id, None)
            for session in table.audience.sessions:
                session.hang_up()

    def _hear(self, word: Word) -> None:
        """What another process tells of a match that is in memory here."""
        table = self.tables.get(word.match)
        if word.kind == "links":
            self.links.forget(word.match)
        if table is None:
            return
        if word.kind == "changed":
            self._catch_up(table)
        elif word.kind == "here":
            table.audience.heard_of(word.sender, word.here, word.watching)
        elif word.kind == "who" and table.audience.sessions:
            table.say_who_is_here()
        elif word.kind == "notice":
            table.audience.tell(msgspec.convert(word.notice, Notice))
        elif word.kind == "links":
            self._later(self.links.hang_up(table))

    def _catch_up(self, table: Table) -> None:
        if table.id not in self.behind:
            self.behind.add(table.id)
            self._later(self._follow(table))

    async def _follow(self, table: Table) -> None:
        """Where it cannot be read the table is in trouble, and will be seen to."""
        self.behind.discard(table.id)
        with suppress(Outage, Unreadable):
            await table.catch_up()

    def _look_at_all(self) -> None:
        self.links.forget()
        for table in self.tables.values():
            self._catch_up(table)

    def _prod_all(self) -> None:
        for table in self.tables.values():
            self.computers.prod(table)

    def _lost(self, process: str) -> None:
        """Another process is gone: nobody is connected there, and what it had in hand is taken over."""
        for table in self.tables.values():
            table.audience.heard_of(process, [], 0)
        self._later(self._wake())

    # -- making --

    def _check_automata(self, address: str) -> None:
        if list(self.automata.values()).count(address) >= self.most_automata:
            raise TooMany("as many matches of computer players go on from this address as may; wait for one to end")

    async def create(self, wanted: NewMatch, address: str) -> Tickets:
        situation = _read_situation(wanted)
        scenario = wanted.scenario or (situation or {}).get("scenario") or None
        options = wanted.options or (situation or {}).get("options", {})
        game = game_of(Choice(wanted.game, scenario, options))
        _check_seats(game, wanted.seats)
        seats = {side: wanted.seats.get(side, Seat("here")) for side in game.sides}
        alone = all(seat.kind == "computer" for seat in seats.values())
        if alone:
            self._check_automata(address)
        salts.check_fair(seats, wanted.seed is not None, situation)
        salted = salts.givers(seats, wanted.salt and wanted.seed is None)
        match = Match(game, seed=wanted.seed, situation=situation, salted=salted)
        header = Header(
            game=game.name, scenario=game.scenario, options=dict(game.options), commitment=match.dice.commitment,
            seats=seats, clock=_check_clock(wanted.clock), situation=situation, created=time.time(),
            seeded=wanted.seed is not None, salts=[Salt(side) for side in salted],
            advice=_advised(game, seats, wanted.advice),
        )
        here = [side for side, seat in seats.items() if seat.kind == "here"]
        invited = {side: new_invitation() for side, seat in seats.items() if seat.kind == "invite"}
        tickets = Tickets(new_id(), new_token(), invited, new_token())
        links = [Link(hashed(tickets.token), "maker", here), Link(hashed(tickets.spectate), "watch", []),
                 *(Link(hashed(token), "invitation", [side]) for side, token in invited.items())]
        left, code = self.notices.question(wanted.mail) if wanted.mail else (None, "")
        if alone:
            self.automata[tickets.id] = address
        try:
            await self._put(tickets.id, header, match, links, dict.fromkeys(here, left) if left else {})
        except BaseException:
            self.automata.pop(tickets.id, None)
            raise
        if left:
            self.notices.ask(tickets.id, left, code)
        return tickets

    async def leave_address(self, id: str, sides: Sequence[str], text: str) -> Address | None:
        """Where the person in these seats wants word; he is asked there first."""
        known = await self.store.ask(self.store.address_of, id, sides[0])
        if known and known.mail == text.strip() and known.unconfirmed is None:
            return known
        left, code = self.notices.question(text) if text.strip() else (None, "")
        await self.store.put(store.put_address(id, sides, left))
        if left:
            self.notices.ask(id, left, code)
        return left

    async def confirm_address(self, id: str, code: str) -> bool:
        """Whether this is the code that an address of the match waits for."""
        waiting = {a.unconfirmed for a in (await self.store.ask(self.store.addresses, id)).values()}
        if hashed(code) not in waiting:
            return False
        await self.store.put([store.confirm_address(id, hashed(code))])
        return True

    async def _put(
        self, id: str, header: Header, match: Match, links: Sequence[Link], mail: Mapping[str, Address]
    ) -> None:
        now = time.time()
        rows = [Row(n, e.side, e.action, e.number, now) for n, e in enumerate(match.entries, 1)]
        if rows:
            told = match.opening[len(begin(match.game, match.origin).news):]
            rows[-1] = msgspec.structs.replace(rows[-1], events=journal.events_text(told))
        outcome = match.outcome
        ended = Ended.of(outcome) if outcome else None
        await self.store.put([
            store.new_match(id, header, match.dice.key.hex(), ended),
            *(store.new_token(id, link) for link in links),
            *(statement for side, to in mail.items() for statement in store.put_address(id, [side], to)),
        ], [store.journal_row(id, row) for row in rows])
        await self.table(id)

    async def rematch(self, table: Table, holder: Holder, token: str) -> Tickets:
        """The same again with the sides changed; every old link opens the new match as well."""
        if holder.spectator:
            raise BadInput("only who holds a seat can ask for a rematch")
        if not table.over:
            raise Conflict("a rematch can be had when the match is over")
        old, sides = table.header, table.game.sides
        after = {side: sides[(i + 1) % len(sides)] for i, side in enumerate(sides)}
        moved = {after[side]: seat for side, seat in old.seats.items()}
        seats = {side: moved[side] for side in sides}
        salts.check_fair(seats, False, old.situation)
        salted = salts.givers(seats, bool(old.salts))
        match = Match(table.game, situation=old.situation, overlay=old.overlay, salted=salted)
        header = Header(
            game=old.game, scenario=old.scenario, options=old.options, commitment=match.dice.commitment,
            seats=seats, salts=[Salt(side) for side in salted], clock=old.clock, situation=old.situation,
            overlay=old.overlay, created=time.time(), rematch_of=table.id, advice=old.advice,
        )
        tickets = Tickets(new_id(), token, {}, new_token())
        links = [Link(link.hash, link.kind, [after[side] for side in link.seats])
                 for link in await self.store.ask(self.store.links, table.id) if link.kind in (*LIVE, "invitation")]
        links.append(Link(hashed(tickets.spectate), "watch", []))
        known = await self.store.ask(self.store.addresses, table.id)
        await self._put(tickets.id, header, match, links, {after[side]: to for side, to in known.items()})
        table.announce(Notice("A rematch with the sides changed has begun.", rematch=tickets.id))
        return tickets

    async def bring_in(self, found: jobs.Unfolded) -> Tickets:
        """A record from outside: a finished match to look at and replay, another to play on, all seats here."""
        record = found.heading
        game = game_of(Choice.of(record))
        spans = spans_in(record)
        if found.next_die is not None:
            spans.append(new_span(found.next_die))
        seats = {side: Seat("here", side.capitalize()) for side in game.sides}
        header = Header(
            game=record.game, scenario=record.scenario, options=dict(game.options), commitment=record.commitment,
            seats=seats, situation=record.situation, overlay=record.overlay, created=time.time(),
            imported=found.next_die is None, moved=published(spans, open=False)[1:], salts=record.salts,
            seeded=record.seeded,
            advice=_advised(game, seats, None),
        )
        tickets = Tickets(new_id(), new_token(), {}, new_token())
        mine = [] if header.imported else list(game.sides)
        ended = _ended(record)
        await self.store.put([store.new_match(tickets.id, header, keys_text(spans), None)])
        for pack in found.packs:
            rows = msgspec.msgpack.decode(pack, type=list[Row])
            await self.store.put((), [store.journal_row(tickets.id, row) for row in rows])
        """Only who has a link finds it: where the server stops before these are written, nobody ever sees a part."""
        await self.store.put([
            *([store.end_match(tickets.id, ended)] if ended else ()),
            store.new_token(tickets.id, Link(hashed(tickets.token), "maker", mine)),
            store.new_token(tickets.id, Link(hashed(tickets.spectate), "watch", [])),
        ])
        return tickets


async def _patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """As soon as the database answers."""
    while True:
        try:
            return await ask()
        except Outage:
            await asyncio.sleep(RETRY)


def _ended(record: Record) -> Ended | None:
    if record.outcome is not None:
        return Ended.of(record.outcome)
    if record.ended is not None:
        try:
            return msgspec.convert(record.ended, Ended)
        except msgspec.ValidationError as error:
            raise BadInput(f"record: ended: {error}") from None
    return None


def _read_situation(wanted: NewMatch) -> dict[str, Any] | None:
    if wanted.situation is None:
        return None
    plain = parse(wanted.situation, "situation") if isinstance(wanted.situation, str) else wanted.situation
    if plain.get("game", wanted.game) != wanted.game:
        raise BadInput(f"situation: game: expected {wanted.game!r}, got {plain['game']!r}")
    whole = {"game": wanted.game, **plain}
    shaped(whole, Heading, "situation")
    return whole


def _check_seats(game: AnyGame, seats: Mapping[str, Seat]) -> None:
    minds = players_of(game.name)
    for side, seat in seats.items():
        if side not in game.sides:
            raise BadInput(f"seats: {side!r} is not a side; the sides are {', '.join(game.sides)}")
        if seat.kind == "computer" and seat.player not in minds:
            raise BadInput(f"seats.{side}.player: expected one of {', '.join(minds)}, got {seat.player!r}")
        known = minds.get(seat.player, Seating())
        for what, value, values in (("level", seat.level, known.levels), ("temper", seat.temper, known.tempers)):
            if value and value not in values:
                raise BadInput(f"seats.{side}.{what}: expected one of {', '.join(values) or 'none'}, got {value!r}")
        if len(seat.name) > 60:
            raise BadInput(f"seats.{side}.name: at most 60 characters")


def _advised(game: AnyGame, seats: Mapping[str, Seat], wanted: bool | None) -> bool:
    """As wanted; else where one link holds every person's seat: all those here, or the only one invited."""
    kinds = [seat.kind for seat in seats.values()]
    alone = kinds.count("invite") + ("here" in kinds) <= 1
    return ADVISER in players_of(game.name) and (alone if wanted is None else wanted)


def _check_clock(clock: Clock | None) -> Clock:
    if clock is None or clock.kind == "none":
        return Clock()
    if not 1 <= clock.seconds <= 31_536_000:
        raise BadInput("clock.seconds: expected a number from 1 to 31536000")
    return clock


