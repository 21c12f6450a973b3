"""All matches: made, found on disk, imported, played again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.data import parse
from meuse.engine.match import Match, Record
from meuse.games import game_class
from meuse.players import PLAYERS
from meuse.server import jobs, journal, store
from meuse.server.computer import Computers
from meuse.server.jobs import Choice, game_of
from meuse.server.messages import Notice
from meuse.server.notices import Webhook
from meuse.server.records import Clock, Ended, Header, Row, Seat
from meuse.server.seats import Holder, hashed, new_id, new_token
from meuse.server.store import Store
from meuse.server.table import Table
from meuse.server.workers import Pool

KEPT = 500
"""Matches that stay in memory without anybody at them."""

EXAMINE_SECONDS = 30.0


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """What the lobby asks for."""

    game: str
    scenario: str | None = None
    options: dict[str, str] = {}
    seats: dict[str, Seat] = {}
    clock: Clock | None = None
    seed: int | str | None = None
    situation: str | dict[str, Any] | None = None


class Tickets(msgspec.Struct):
    """A new match and the links to it."""

    id: str
    token: str
    invites: dict[str, str]
    spectate: str


class Matches:
    def __init__(self, keeper: Store, pool: Pool, computers: Computers, webhook: Webhook) -> None:
        self.store, self.pool, self.computers, self.webhook = keeper, pool, computers, webhook
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Task[Table | None]] = {}
        self.holders: dict[tuple[str, str], Holder] = {}

    # -- finding --

    async def table(self, id: str) -> Table | None:
        """The match of that name, from memory or disk; opened once however many ask."""
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
        stored = await asyncio.to_thread(self.store.load, id)
        if stored is None:
            return None
        h = stored.header
        game = game_of(Choice(h.game, h.scenario, h.options, h.overlay))
        return self._seat(Table(id, self.store, game, stored))

    def _seat(self, table: Table) -> Table:
        self._make_room()
        table.on_change = self._changed
        self.tables[table.id] = table
        self.computers.prod(table)
        return table

    def _changed(self, table: Table) -> None:
        self.computers.prod(table)
        self.webhook.turn(table)

    def _make_room(self) -> None:
        """Matches that nobody looks at leave memory, the longest unused first."""
        quiet = [t for t in self.tables.values() if not t.in_use and t.id not in self.computers.busy]
        if len(quiet) >= KEPT:
            for table in sorted(quiet, key=lambda t: t.used)[: len(quiet) - KEPT + 50]:
                del self.tables[table.id]
            self.holders.clear()

    async def holder(self, token: str, match: str) -> Holder | None:
        """Who shows this token, if it is one of the match's."""
        hash = hashed(token)
        known = self.holders.get((hash, match))
        if known is None:
            seats = await asyncio.to_thread(self.store.seats, hash, match)
            if seats is None:
                return None
            known = self.holders[hash, match] = Holder(hash, tuple(seats))
        return known

    async def wake(self) -> None:
        """After a start: matches with a clock go on, whether anybody looks or not."""
        for id, header in await asyncio.to_thread(self.store.unfinished):
            if header.clock.kind != "none" and not header.imported:
                await self.table(id)

    # -- making --

    async def create(self, wanted: NewMatch) -> Tickets:
        situation = _read_situation(wanted)
        scenario = wanted.scenario or (situation or {}).get("scenario") or None
        options = wanted.options or (situation or {}).get("options", {})
        cls = game_class(wanted.game)
        seats = {side: wanted.seats.get(side, Seat("here")) for side in cls.sides}
        _check_seats(cls.sides, wanted.seats)
        game = game_of(Choice(wanted.game, scenario, {str(k): str(v) for k, v in options.items()}))
        match = Match(game, seed=wanted.seed, situation=situation)
        header = Header(
            game=game.name, scenario=game.scenario, options=dict(game.options), commitment=match.dice.commitment,
            seats=seats, clock=_check_clock(wanted.clock), situation=situation, created=time.time(),
            seeded=wanted.seed is not None,
        )
        here = [side for side, seat in seats.items() if seat.kind == "here"]
        invited = {side: new_token() for side, seat in seats.items() if seat.kind == "invite"}
        tickets = Tickets(new_id(), new_token(), invited, new_token())
        links = {tickets.token: here, **{t: [s] for s, t in invited.items()}, tickets.spectate: []}
        await self._put(tickets.id, header, match, {hashed(t): seats for t, seats in links.items()})
        return tickets

    async def _put(self, id: str, header: Header, match: Match, links: Mapping[str, list[str]]) -> None:
        now = time.time()
        rows = [Row(n, e.side, e.action, e.number, now) for n, e in enumerate(match.entries, 1)]
        if rows:
            rows[-1] = msgspec.structs.replace(rows[-1], events=journal.events_text(match.opening))
        outcome = match.outcome
        ended = Ended(outcome.winner, outcome.level, outcome.points) if outcome else None
        await self.store.put([
            store.new_match(id, header, match.dice.key.hex(), ended),
            *(store.new_token(id, hash, seats) for hash, seats in links.items()),
        ], [store.journal_row(id, row) for row in rows])
        await self.table(id)

    async def rematch(self, table: Table, holder: Holder, token: str) -> Tickets:
        """The same again with the sides changed; every old link opens the new match as well."""
        if holder.spectator:
            raise BadInput("only who holds a seat can ask for a rematch")
        old, sides = table.header, table.game.sides
        after = {side: sides[(i + 1) % len(sides)] for i, side in enumerate(sides)}
        seats = {after[side]: seat for side, seat in old.seats.items()}
        match = Match(table.game, situation=old.situation, overlay=old.overlay)
        header = Header(
            game=old.game, scenario=old.scenario, options=old.options, commitment=match.dice.commitment,
            seats={side: seats[side] for side in sides}, clock=old.clock, situation=old.situation, overlay=old.overlay,
            created=time.time(), rematch_of=table.id,
        )
        links = {hash: [after[s] for s in held]
                 for hash, held in await asyncio.to_thread(self.store.tokens, table.id)}
        tickets = Tickets(new_id(), token, {}, new_token())
        links[hashed(tickets.spectate)] = []
        await self._put(tickets.id, header, match, links)
        table.audience.tell(Notice("A rematch with the sides changed has begun.", rematch=tickets.id))
        return tickets

    async def bring_in(self, data: bytes) -> Tickets:
        """A record from outside, to look at and replay."""
        rows = msgspec.msgpack.decode(
            await self.pool.ask(jobs.unfold, data, seconds=EXAMINE_SECONDS), type=list[Row]
        )
        record = msgspec.json.decode(data, type=Record)
        game = game_of(Choice(record.game, record.scenario, record.options, record.overlay))
        header = Header(
            game=record.game, scenario=record.scenario, options=dict(game.options), commitment=record.commitment,
            seats={side: Seat("invite", side.capitalize()) for side in game.sides}, situation=record.situation,
            overlay=record.overlay, created=time.time(), imported=True,
        )
        tickets = Tickets(new_id(), new_token(), {}, new_token())
        await self.store.put([
            store.new_match(tickets.id, header, record.key or "", _ended(record)),
            *(store.new_token(tickets.id, hashed(t), []) for t in (tickets.token, tickets.spectate)),
        ], [store.journal_row(tickets.id, row) for row in rows])
        return tickets


def _ended(record: Record) -> Ended | None:
    if record.outcome is not None:
        return Ended(record.outcome.winner, record.outcome.level, record.outcome.points)
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
    return {"game": wanted.game, **plain}


def _check_seats(sides: tuple[str, ...], seats: Mapping[str, Seat]) -> None:
    for side, seat in seats.items():
        if side not in sides:
            raise BadInput(f"seats: {side!r} is not a side; the sides are {', '.join(sides)}")
        if seat.kind == "computer" and seat.player not in PLAYERS:
            raise BadInput(f"seats.{side}.player: expected one of {', '.join(PLAYERS)}, got {seat.player!r}")
        if len(seat.name) > 60:
            raise BadInput(f"seats.{side}.name: at most 60 characters")


def _check_clock(clock: Clock | None) -> Clock:
    if clock is None or clock.kind == "none":
        return Clock()
    if not 1 <= clock.seconds <= 31_536_000:
        raise BadInput("clock.seconds: expected a number from 1 to 31536000")
    return clock


