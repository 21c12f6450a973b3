"""What is on disk. Readers go straight to the database; all writes pass through one thread.

That thread takes whatever has gathered, from however many matches, and commits it as one transaction: one sync of the
disk pays for many actions, and nobody is told "done" before it.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from meuse.engine.contract import BadInput
from meuse.server import schema
from meuse.server.records import ChatLine, Ended, Header, Row, Snapshot

MOST_AT_ONCE = 512
"""Jobs in one transaction."""


Statement = tuple[Any, dict[str, Any]]
"""A statement and its values."""


BUSY, GATHER = 0.050, 0.005
"""Where the last transaction is less than BUSY seconds old, the next waits GATHER seconds for more to come."""


class Conflict(Exception):
    """Another process has written to this match meanwhile: what is in memory is out of date."""


class Unsaved(Exception):
    """The database could not take it."""


class Job(msgspec.Struct):
    """What must be written together, or not at all."""

    journal: list[dict[str, Any]] = []
    others: list[Statement] = []
    done: asyncio.Future[None] | None = None
    loop: asyncio.AbstractEventLoop | None = None


class Stored(msgspec.Struct):
    """A match as it lies on disk."""

    header: Header
    key: str
    ended: Ended | None
    rows: list[Row]
    snapshot: Snapshot | None
    chat: list[ChatLine]


def database_url(text: str) -> str:
    """A URL as it is, anything else as the path of an SQLite file."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser()}"


def make_engine(text: str) -> Engine:
    try:
        url = make_url(database_url(text))
    except ArgumentError:
        raise BadInput(f"--db {text}: expected a path or a database URL") from None
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput(f"--db {text}: expected sqlite or postgresql")
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url)
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Write-ahead log, a sync at every commit, and transactions that begin when we say so."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}").close()


class Store:
    def __init__(self, text: str) -> None:
        self.engine = make_engine(text)
        try:
            schema.migrate(self.engine)
        except (schema.TooNew, SQLAlchemyError) as error:
            raise BadInput(f"--db {text}: {str(error).splitlines()[0]}") from None
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self._write, name="meuse-writer", daemon=True)
        self.writer.start()

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self.jobs.put(None)
        self.writer.join(timeout=30)
        self.engine.dispose()

    # -- writing --

    async def put(self, others: Sequence[Statement] = (), journal: Sequence[dict[str, Any]] = ()) -> None:
        """Statements, then rows of the journal; returns once they are on disk.

        Raises Conflict or Unsaved, and then nothing has been written.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self.jobs.put(Job(list(journal), list(others), done, loop))
        await done

    def _write(self) -> None:
        connection: Connection | None = None
        written = 0.0
        while (job := self.jobs.get()) is not None:
            if time.monotonic() - written < BUSY:
                time.sleep(GATHER)
            batch, last = [job], False
            while len(batch) < MOST_AT_ONCE:
                try:
                    more = self.jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                    break
                batch.append(more)
            connection = self._write_batch(connection, batch)
            written = time.monotonic()
            if last:
                break
        if connection is not None:
            connection.close()

    def _write_batch(self, connection: Connection | None, batch: list[Job]) -> Connection | None:
        """One transaction for all; where that fails, one for each, so that only the guilty job is refused."""
        failed: dict[int, Exception] = {}
        try:
            connection = connection or self.engine.connect()
            _commit(connection, batch)
        except SQLAlchemyError as error:
            failed[0] = _failure(error)
            connection = _drop(connection)
            if len(batch) > 1:
                failed.clear()
                for index, job in enumerate(batch):
                    try:
                        connection = connection or self.engine.connect()
                        _commit(connection, [job])
                    except SQLAlchemyError as alone:
                        failed[index] = _failure(alone)
                        connection = _drop(connection)
        loop = batch[0].loop
        assert loop is not None
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_answer, batch, failed)
        return connection

    # -- reading; each of these is called in a thread --

    def load(self, match: str) -> Stored | None:
        with self.engine.connect() as c:
            head = c.execute(select(schema.matches).where(schema.matches.c.id == match)).one_or_none()
            if head is None:
                return None
            j, s, h = schema.journal, schema.snapshots, schema.chat
            rows = c.execute(
                select(j.c.n, j.c.side, j.c.action, j.c.number, j.c.at, j.c.spent, j.c.events)
                .where(j.c.match == match).order_by(j.c.n)
            ).all()
            taken = c.execute(
                select(s.c.n, s.c.position, s.c.counter, s.c.scripted).where(s.c.match == match)
                .order_by(s.c.n.desc()).limit(1)
            ).one_or_none()
            said = c.execute(
                select(h.c.n, h.c.name, h.c.side, h.c.text, h.c.at).where(h.c.match == match).order_by(h.c.n)
            ).all()
        return Stored(
            header=msgspec.json.decode(head.header, type=Header),
            key=head.key,
            ended=msgspec.json.decode(head.ended, type=Ended) if head.ended else None,
            rows=[Row(*row) for row in rows],
            snapshot=Snapshot(*taken) if taken else None,
            chat=[ChatLine(*line) for line in said],
        )

    def snapshot_before(self, match: str, n: int) -> list[Snapshot]:
        """Snapshots at or before a state, the latest first."""
        s = schema.snapshots
        with self.engine.connect() as c:
            found = c.execute(
                select(s.c.n, s.c.position, s.c.counter, s.c.scripted).where(s.c.match == match, s.c.n <= n)
                .order_by(s.c.n.desc())
            ).all()
        return [Snapshot(*row) for row in found]

    def seats(self, hash: str, match: str) -> list[str] | None:
        """The sides that a token holds in a match; empty for a spectator, None if it is not known there."""
        t = schema.tokens
        with self.engine.connect() as c:
            found = c.execute(select(t.c.seats).where(t.c.hash == hash, t.c.match == match)).scalar()
        return None if found is None else msgspec.json.decode(found, type=list[str])

    def tokens(self, match: str) -> list[tuple[str, list[str]]]:
        t = schema.tokens
        with self.engine.connect() as c:
            found = c.execute(select(t.c.hash, t.c.seats).where(t.c.match == match)).all()
        return [(row.hash, msgspec.json.decode(row.seats, type=list[str])) for row in found]

    def unfinished(self) -> list[tuple[str, Header]]:
        """Every match that still goes on, so that computers and clocks can go on after a restart."""
        m = schema.matches
        with self.engine.connect() as c:
            found = c.execute(select(m.c.id, m.c.header).where(m.c.ended.is_(None)).order_by(m.c.created)).all()
        return [(row.id, msgspec.json.decode(row.header, type=Header)) for row in found]

    def notes(self, match: str, holder: str) -> str:
        t = schema.notes
        with self.engine.connect() as c:
            found = c.execute(select(t.c.text).where(t.c.match == match, t.c.holder == holder)).scalar()
        return found or ""


def _commit(connection: Connection, batch: list[Job]) -> None:
    rows = [row for job in batch for row in job.journal]
    with connection.begin():
        for job in batch:
            for statement, values in job.others:
                connection.execute(statement, values)
        if rows:
            connection.execute(insert(schema.journal), rows)


def _drop(connection: Connection | None) -> Connection | None:
    """A connection on which something failed is not used again."""
    if connection is not None:
        with suppress(SQLAlchemyError):
            connection.invalidate()
            connection.close()
    return None


def _failure(error: SQLAlchemyError) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict("the match has been changed elsewhere")
    return Unsaved(f"the database did not take it ({type(error).__name__})")


def _answer(batch: list[Job], failed: dict[int, Exception]) -> None:
    for index, job in enumerate(batch):
        if job.done is not None and not job.done.done():
            if index in failed:
                job.done.set_exception(failed[index])
            else:
                job.done.set_result(None)


# -- statements for Store.put --


def new_match(id: str, header: Header, key: str, ended: Ended | None) -> Statement:
    values = {"id": id, "header": text_of(header), "key": key, "ended": text_of(ended) if ended else None,
              "created": time.time()}
    return insert(schema.matches), values


def new_token(match: str, hash: str, seats: Sequence[str]) -> Statement:
    return insert(schema.tokens), {"match": match, "hash": hash, "seats": text_of(list(seats))}


def new_snapshot(match: str, taken: Snapshot) -> Statement:
    return insert(schema.snapshots), {"match": match, **msgspec.to_builtins(taken)}


def new_line(match: str, line: ChatLine) -> Statement:
    return insert(schema.chat), {"match": match, **msgspec.structs.asdict(line)}


def end_match(match: str, ended: Ended) -> Statement:
    return update(schema.matches).where(schema.matches.c.id == match).values(ended=text_of(ended)), {}


def put_notes(match: str, holder: str, text: str) -> list[Statement]:
    t = schema.notes
    return [
        (delete(t).where(t.c.match == match, t.c.holder == holder), {}),
        (insert(t), {"match": match, "holder": holder, "text": text}),
    ]


def journal_row(match: str, row: Row) -> dict[str, Any]:
    return {"match": match, **msgspec.structs.asdict(row)}


def text_of(value: Any) -> str:
    return msgspec.json.encode(value).decode()
