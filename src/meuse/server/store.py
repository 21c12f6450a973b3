"""What is on disk. Readers go straight to the database; all writes pass through one thread, the `writer`."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from meuse.engine.contract import BadInput
from meuse.server import schema
from meuse.server.database import ANSWER_SECONDS, DOES_NOT_ANSWER, Outage, claim, make_engine, shown
from meuse.server.exchange import Word
from meuse.server.records import Address, ChatLine, Ended, Header, Offer, Row, Snapshot
from meuse.server.seats import Link
from meuse.server.writer import Entry, Job, Statement, Writer, text_of

log = logging.getLogger("meuse")

P = ParamSpec("P")
T = TypeVar("T")


class News(msgspec.Struct):
    """What has come to a match on disk: how it stands, rows of the journal, and lines of the chat."""

    ended: Ended | None
    offer: Offer | None
    muted: bool
    rows: list[Row]
    chat: list[ChatLine]


class Stored(News):
    """A whole match as it lies on disk."""

    header: Header
    key: str
    snapshot: Snapshot | None


class Store:
    def __init__(self, given: str) -> None:
        self.engine = make_engine(given)
        url = self.engine.url
        self.address: str | None = None
        """Where other processes may write as well; only PostgreSQL."""
        self.claim: sqlite3.Connection | None = None
        if url.get_backend_name() == "postgresql":
            self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            self.claim = claim(url) if self.address is None else None
        except sqlite3.Error:
            raise BadInput(
                f"--db {shown(given)}: another Meuse serves this file; play there, or take another (--db FILE; "
                "make play ARGS=\"--db FILE\"). Several at once need PostgreSQL") from None
        try:
            schema.migrate(self.engine)
        except (schema.TooNew, SQLAlchemyError) as error:
            raise BadInput(f"--db {shown(given)}: {str(error).splitlines()[0]}") from None
        self.writer = Writer(self.engine)

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self.writer.close()
        self.engine.dispose()
        if self.claim is not None:
            self.claim.close()

    # -- writing --

    async def put(
        self, others: Sequence[Statement] = (), journal: Sequence[Entry] = (), words: Sequence[Word] = (),
        at: tuple[str, int] | None = None,
    ) -> None:
        """Statements, then rows of the journal, then words to other processes; returns once they are on disk.

        Raises Conflict or Unsaved, and then nothing has been written; Outage where the database went away over it or
        took too long, and then only reading can tell, once all is `settled`.
        """
        loop = asyncio.get_running_loop()
        await self._given(Job(list(journal), list(others), list(words), at, loop.create_future(), loop))

    async def settled(self) -> None:
        """Returns once all that was to be written before has been, or never will be; raises Outage."""
        loop = asyncio.get_running_loop()
        await self._given(Job(done=loop.create_future(), loop=loop))

    async def _given(self, job: Job) -> None:
        assert job.done is not None
        assert job.loop is not None
        late = job.loop.call_later(ANSWER_SECONDS, _give_up, job.done)
        self.writer.put(job)
        try:
            await job.done
        finally:
            late.cancel()

    def send(self, word: Word) -> None:
        """A word to other processes, with the next transaction."""
        self.writer.put(Job(words=[word], loop=asyncio.get_running_loop()))

    # -- reading; each of these is called in a thread, and raises Outage where the database does not answer --

    async def ask(self, question: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """The answer of one of them; Outage as well where it does not come in time."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.to_thread(question, *args, **more)
        except TimeoutError:
            raise _too_late() from None

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            log.warning("the database could not be read: %s", type(error).__name__)
            raise Outage(DOES_NOT_ANSWER) from error

    def news(self, match: str, state: int, lines: int) -> News:
        """What has been added since a state and so many lines of the chat."""
        with self._reading() as c:
            head = c.execute(select(schema.matches).where(schema.matches.c.id == match)).one()
            return News(*_standing(head), _rows(c, match, state), _lines(c, match, lines))

    def load(self, match: str) -> Stored | None:
        with self._reading() as c:
            head = c.execute(select(schema.matches).where(schema.matches.c.id == match)).one_or_none()
            if head is None:
                return None
            s = schema.snapshots
            rows, said = _rows(c, match), _lines(c, match)
            taken = c.execute(
                select(s.c.n, s.c.position).where(s.c.match == match)
                .order_by(s.c.n.desc()).limit(1)
            ).one_or_none()
        snapshot = Snapshot(*taken) if taken and taken.n <= len(rows) else None
        return Stored(*_standing(head), rows, said, msgspec.json.decode(head.header, type=Header), head.key, snapshot)

    def snapshot_before(self, match: str, n: int) -> list[Snapshot]:
        """Snapshots at or before a state, the latest first."""
        s = schema.snapshots
        with self._reading() as c:
            found = c.execute(
                select(s.c.n, s.c.position).where(s.c.match == match, s.c.n <= n)
                .order_by(s.c.n.desc())
            ).all()
        return [Snapshot(*row) for row in found]

    def link(self, hash: str, match: str) -> Link | None:
        """What a token is worth in a match; None if it is not known there."""
        t = schema.tokens
        with self._reading() as c:
            found = c.execute(select(t).where(t.c.hash == hash, t.c.match == match)).one_or_none()
        return _link(found) if found else None

    def links(self, match: str) -> list[Link]:
        t = schema.tokens
        with self._reading() as c:
            return [_link(row) for row in c.execute(select(t).where(t.c.match == match))]

    def unfinished(self) -> list[tuple[str, Header]]:
        """Every match that still goes on and can be read, so that computers and clocks can go on after a restart."""
        m = schema.matches
        with self._reading() as c:
            found = c.execute(select(m.c.id, m.c.header).where(m.c.ended.is_(None)).order_by(m.c.created)).all()
        readable: list[tuple[str, Header]] = []
        for row in found:
            try:
                readable.append((row.id, msgspec.json.decode(row.header, type=Header)))
            except (msgspec.DecodeError, msgspec.ValidationError) as error:
                log.error("match %s: its header cannot be read: %s", row.id, error)
        return readable

    def address_of(self, match: str, side: str) -> Address | None:
        """Where the person in that seat wants mail, if anywhere."""
        return self.addresses(match).get(side)

    def addresses(self, match: str) -> dict[str, Address]:
        t = schema.addresses
        with self._reading() as c:
            found = c.execute(select(t.c.side, t.c.mail, t.c.unconfirmed).where(t.c.match == match)).all()
        return {row.side: Address(row.mail, row.unconfirmed) for row in found}

    def notes(self, match: str, holder: str) -> str:
        t = schema.notes
        with self._reading() as c:
            found = c.execute(select(t.c.text).where(t.c.match == match, t.c.holder == holder)).scalar()
        return found or ""


def _give_up(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_exception(_too_late())


def _too_late() -> Outage:
    log.warning("the database has not answered for %s seconds", ANSWER_SECONDS)
    return Outage(DOES_NOT_ANSWER)


def _link(row: Any) -> Link:
    return Link(row.hash, row.kind, msgspec.json.decode(row.seats, type=list[str]), row.origin)


def _standing(head: Any) -> tuple[Ended | None, Offer | None, bool]:
    return (msgspec.json.decode(head.ended, type=Ended) if head.ended else None,
            msgspec.json.decode(head.offer, type=Offer) if head.offer else None, bool(head.muted))


def _rows(c: Connection, match: str, after: int = 0) -> list[Row]:
    j = schema.journal
    found = select(j.c.n, j.c.side, j.c.action, j.c.number, j.c.at, j.c.spent, j.c.events)
    return [Row(*row) for row in c.execute(found.where(j.c.match == match, j.c.n > after).order_by(j.c.n))]


def _lines(c: Connection, match: str, after: int = 0) -> list[ChatLine]:
    h = schema.chat
    found = select(h.c.n, h.c.name, h.c.side, h.c.text, h.c.at).where(h.c.match == match, h.c.n > after)
    return [ChatLine(*line) for line in c.execute(found.order_by(h.c.n))]


# -- statements for Store.put --


def new_match(id: str, header: Header, key: str, ended: Ended | None) -> Statement:
    values = {"id": id, "header": text_of(header), "key": key, "ended": text_of(ended) if ended else None,
              "created": time.time()}
    return insert(schema.matches), values


def new_token(match: str, link: Link) -> Statement:
    return insert(schema.tokens), {"match": match, **msgspec.structs.asdict(link), "seats": text_of(link.seats)}


def mark_token(match: str, hash: str, kind: str) -> Statement:
    """What has become of a link."""
    t = schema.tokens
    return update(t).where(t.c.match == match, t.c.hash == hash).values(kind=kind), {}


def new_snapshot(match: str, taken: Snapshot) -> Statement:
    return insert(schema.snapshots), {"match": match, **msgspec.to_builtins(taken)}


def new_line(match: str, line: ChatLine) -> Statement:
    return insert(schema.chat), {"match": match, **msgspec.structs.asdict(line)}


def end_match(match: str, ended: Ended) -> Statement:
    return update(schema.matches).where(schema.matches.c.id == match).values(ended=text_of(ended)), {}


def set_offer(match: str, offer: Offer | None) -> Statement:
    told = text_of(offer) if offer else None
    return update(schema.matches).where(schema.matches.c.id == match).values(offer=told), {}


def set_muted(match: str, muted: bool) -> Statement:
    return update(schema.matches).where(schema.matches.c.id == match).values(muted=int(muted)), {}


def put_address(match: str, sides: Sequence[str], address: Address | None) -> list[Statement]:
    """One address for these seats, or none at all."""
    t = schema.addresses
    plain = msgspec.structs.asdict(address) if address else {}
    new = [(insert(t), {"match": match, "side": side, **plain}) for side in sides] if address else []
    return [(delete(t).where(t.c.match == match, t.c.side.in_(list(sides))), {}), *new]


def confirm_address(match: str, code: str) -> Statement:
    t = schema.addresses
    return update(t).where(t.c.match == match, t.c.unconfirmed == code).values(unconfirmed=None), {}


def put_notes(match: str, holder: str, words: str) -> list[Statement]:
    t = schema.notes
    return [
        (delete(t).where(t.c.match == match, t.c.holder == holder), {}),
        (insert(t), {"match": match, "holder": holder, "text": words}),
    ]


def journal_row(match: str, row: Row) -> Entry:
    return (match, *msgspec.structs.astuple(row))
