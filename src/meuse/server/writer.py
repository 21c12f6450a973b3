"""The one thread that writes: it takes whatever has gathered, from however many matches, and commits it as one
transaction. One sync of the disk pays for many actions, and nobody is told "done" before it.

Rows of the journal go to the driver itself, since there are so many of them; the rest through SQLAlchemy, in the same
transaction.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from meuse.server.database import CHANGED, DOES_NOT_ANSWER, Conflict, Outage, Unreachable, driver, failure
from meuse.server.exchange import CHANNEL, Word
from meuse.server.records import Row

log = logging.getLogger("meuse")

Statement = tuple[Any, dict[str, Any]]
"""A statement and its values."""
Entry = tuple[Any, ...]
"""A row of the journal as it is written: the match, and the fields of a Row."""

MOST_AT_ONCE = 512
"""Jobs in one transaction."""
ROWS_AT_ONCE = 500
"""Rows of the journal in one statement."""
BUSY, GATHER = 0.050, 0.010
"""Where the last transaction is less than BUSY seconds old, the next waits GATHER seconds for more to come."""
IDLE = 1.0
"""Seconds for which a connection is kept when there is nothing to write."""


class Job(msgspec.Struct):
    """What must be written together, or not at all."""

    journal: list[Entry] = []
    others: list[Statement] = []
    words: list[Word] = []
    at: tuple[str, int] | None = None
    """A match that must still be at this state. Where rows are written they say it themselves."""
    done: asyncio.Future[None] | None = None
    loop: asyncio.AbstractEventLoop | None = None

    @property
    def matches(self) -> set[str]:
        """Whose course it changes."""
        return {match for match, *_ in self.journal} | ({self.at[0]} if self.at else set())

    @property
    def given_up(self) -> bool:
        """Nobody waits for it any longer: it has been told as an outage, or who asked has gone."""
        return self.done is not None and self.done.done()


class Writer(threading.Thread):
    def __init__(self, engine: Engine) -> None:
        super().__init__(name="meuse-writer", daemon=True)
        self.engine, self.words = engine, WORDS[engine.dialect.name]
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.connection: Connection | None = None
        self.start()

    def put(self, job: Job) -> None:
        self.jobs.put(job)

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self.jobs.put(None)
        self.join(timeout=30)

    def run(self) -> None:
        """Nothing that it is given ends this thread."""
        written = 0.0
        while (job := self._next()) is not None:
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
            self._write([job for job in batch if not job.given_up])
            written = time.monotonic()
            if last:
                break
        self._let_go()

    def _next(self) -> Job | None:
        try:
            return self.jobs.get(timeout=IDLE)
        except queue.Empty:
            self._let_go()
            return self.jobs.get()

    def _let_go(self) -> None:
        """Give the connection back; one that is broken goes no further."""
        if self.connection is not None:
            with suppress(Exception):
                self.connection.close()
            self.connection = None

    def _write(self, batch: list[Job]) -> None:
        """One transaction for all; where that fails, one for each, so that only the guilty job is refused."""
        if not batch:
            return
        failed: dict[int, Exception] = {}
        error = self._try(batch)
        for index, job in enumerate(batch if error is not None else ()):
            if len(batch) > 1 and not isinstance(error, Unreachable):
                error = self._try([job])
            if error is not None:
                failed[index] = error
        loop = batch[0].loop
        assert loop is not None
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_answer, batch, failed)

    def _try(self, jobs: list[Job]) -> Exception | None:
        """Write them in one transaction; what came in between, if anything."""
        if not any(job.journal or job.others or job.words for job in jobs):
            return None
        try:
            self.connection = self.connection or self.engine.connect()
        except Exception as error:
            log.warning("the database cannot be reached: %s", type(error).__name__)
            return Unreachable(DOES_NOT_ANSWER)
        try:
            self._commit(self.connection, jobs)
        except Exception as error:
            found = failure(error)
            if isinstance(found, Outage):
                self._let_go()
            return found
        return None

    def _commit(self, connection: Connection, batch: list[Job]) -> None:
        entries = [entry for job in batch for entry in job.journal]
        raw, dbapi = driver(connection), self.engine.dialect.loaded_dbapi
        with connection.begin():
            try:
                self._settle(raw, batch)
                for statement, values in [other for job in batch for other in job.others]:
                    connection.execute(statement, values)
                for first in range(0, len(entries), ROWS_AT_ONCE):
                    self.words.insert(raw, entries[first:first + ROWS_AT_ONCE])
                if self.words.notify and (words := [text_of(word) for job in batch for word in job.words]):
                    raw.execute(self.words.notify, (words,))
            except dbapi.Error as error:
                raise DBAPIError.instance(None, None, error, dbapi.Error, dialect=self.engine.dialect) from error

    def _settle(self, raw: Any, batch: list[Job]) -> None:
        """Hold the matches that the jobs change, and see that each job fits what stands there: no row twice, no gap.

        Two statements: the second sees what another process wrote while the first waited for it.
        """
        wanted = sorted({match for job in batch for match in job.matches})
        if not wanted:
            return
        if self.words.hold:
            raw.execute(self.words.hold, (wanted,)).fetchall()
        last, over = dict.fromkeys(wanted, 0), set()
        for id, ended, n in self.words.standing(raw, wanted):
            last[id] = n or 0
            if ended:
                over.add(id)
        for job in batch:
            if over and job.matches & over:
                raise Conflict("the match is over")
            if job.at is not None and last[job.at[0]] != job.at[1]:
                raise Conflict(CHANGED)
            for match, n, *_ in job.journal:
                last[match] += 1
                if n != last[match]:
                    raise Conflict(CHANGED)


COLUMNS = ("match", *Row.__struct_fields__)
INSERT = f"INSERT INTO journal ({', '.join(COLUMNS)}) VALUES "
LAST = "(SELECT max(n) FROM journal WHERE match = matches.id)"


def text_of(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Words(msgspec.Struct, frozen=True):
    """What a database is told, in its own dialect."""

    insert: Callable[[Any, list[Entry]], None]
    """Writes rows of the journal."""
    standing: Callable[[Any, list[str]], Iterable[tuple[str, bool, int | None]]]
    """Of matches, their names, whether they are over, and the number of their last row."""
    hold: str = ""
    notify: str = ""


def _insert_at_once(raw: Any, entries: list[Entry]) -> None:
    """One statement: SQLite lets go of the interpreter at every step, and must then wait for the loop to do so."""
    row = f"({', '.join('?' * len(COLUMNS))})"
    raw.execute(INSERT + ", ".join([row] * len(entries)), [value for entry in entries for value in entry])


def _standing_at_once(raw: Any, matches: list[str]) -> Any:
    """As one row, for the same reason."""
    found = raw.execute(
        f"SELECT json_group_array(json_array(id, ended IS NOT NULL, {LAST})) FROM matches "
        "WHERE id IN (SELECT value FROM json_each(?))", (text_of(matches),)).fetchone()
    return msgspec.json.decode(found[0])


def _insert_rows(raw: Any, entries: list[Entry]) -> None:
    raw.cursor().executemany(f"{INSERT}({', '.join(['%s'] * len(COLUMNS))})", entries)


def _standing_rows(raw: Any, matches: list[str]) -> Any:
    return raw.execute(f"SELECT id, ended IS NOT NULL, {LAST} FROM matches WHERE id = ANY(%s::text[])",
                       (matches,)).fetchall()


WORDS = {
    "sqlite": Words(_insert_at_once, _standing_at_once),
    "postgresql": Words(
        _insert_rows, _standing_rows,
        hold="SELECT id FROM matches WHERE id = ANY(%s::text[]) ORDER BY id FOR NO KEY UPDATE",
        notify=f"SELECT pg_notify('{CHANNEL}', word) FROM unnest(%s::text[]) AS word",
    ),
}


def _answer(batch: list[Job], failed: dict[int, Exception]) -> None:
    for index, job in enumerate(batch):
        if job.done is not None and not job.done.done():
            if index in failed:
                job.done.set_exception(failed[index])
            else:
                job.done.set_result(None)
