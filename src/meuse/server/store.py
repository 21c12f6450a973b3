"""What is on disk. Readers go straight to the database; all writes pass through one thread.

That thread takes whatever has gathered, from however many matches, and commits it as one transaction: one sync of the
disk pays for many actions, and nobody is told "done" before it.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from meuse.engine.contract import BadInput
from meuse.server import schema
from meuse.server.exchange import CHANNEL, Word
from meuse.server.records import Address, ChatLine, Ended, Header, Offer, Row, Snapshot
from meuse.server.seats import Link

log = logging.getLogger("meuse")

MOST_AT_ONCE = 512
"""Jobs in one transaction."""


P = ParamSpec("P")
T = TypeVar("T")

Statement = tuple[Any, dict[str, Any]]
"""A statement and its values."""


BUSY, GATHER = 0.050, 0.005
"""Where the last transaction is less than BUSY seconds old, the next waits GATHER seconds for more to come."""


class Conflict(Exception):
    """Another process has written to this match meanwhile: what is in memory is out of date."""


class Unsaved(Exception):
    """The database could not take it."""


class Outage(Unsaved):
    """The database does not answer, or has no room: what it could not do now it may do later."""


class Unreachable(Outage):
    """There is not even a connection."""


DOES_NOT_ANSWER = "the database does not answer"
NO_ROOM = "the server's disk is full"
NO_ROOM_SAYS = ("disk is full", "No space left on device")
CONNECT_SECONDS = "5"
"""How long a connection to PostgreSQL may take, where the URL does not say."""
ANSWER_SECONDS = 10.0
"""How long the database may take over something that somebody waits for; after that it does not answer."""


class Job(msgspec.Struct):
    """What must be written together, or not at all."""

    journal: list[dict[str, Any]] = []
    others: list[Statement] = []
    words: list[Word] = []
    at: tuple[str, int] | None = None
    """A match that must still be at this state. Where rows are written they say it themselves."""
    done: asyncio.Future[None] | None = None
    loop: asyncio.AbstractEventLoop | None = None

    @property
    def matches(self) -> set[str]:
        """Whose course it changes."""
        return {row["match"] for row in self.journal} | ({self.at[0]} if self.at else set())

    @property
    def given_up(self) -> bool:
        """Nobody waits for it any longer: it has been told as an outage, or who asked has gone."""
        return self.done is not None and self.done.done()


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


def database_url(given: str) -> str:
    """A URL as it is, anything else as the path of an SQLite file."""
    return given if "://" in given else f"sqlite:///{Path(given).expanduser()}"


def shown(given: str) -> str:
    """A database URL as a message may print it: without what stands before the @ and after the ?."""
    return re.sub(r"\?.*", "?***", re.sub(r"://.*@", "://***@", given))


def make_engine(given: str) -> Engine:
    if given.partition("?")[0].count("@") > 1 and "://" in given:
        raise BadInput(f"--db {shown(given)}: an @ in a name or password is written %40")
    try:
        url = make_url(database_url(given))
    except (ArgumentError, ValueError):
        raise BadInput(f"--db {shown(given)}: expected a path or a database URL") from None
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput(f"--db {shown(given)}: expected sqlite or postgresql")
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    if url.get_backend_name() == "postgresql" and "connect_timeout" not in url.query:
        url = url.update_query_dict({"connect_timeout": CONNECT_SECONDS})
    engine = create_engine(url, pool_pre_ping=url.get_backend_name() == "postgresql")
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Write-ahead log, a sync at every commit, and transactions that begin when we say so."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}").close()


def _claim(url: URL) -> sqlite3.Connection | None:
    """An SQLite file is served by one process; a lock that ends with it says so."""
    if not url.database or url.database == ":memory:":
        return None
    lock = sqlite3.connect(f"{url.database}-serving", timeout=0, isolation_level=None, check_same_thread=False)
    lock.execute("BEGIN EXCLUSIVE")
    return lock


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
            self.claim = _claim(url) if self.address is None else None
        except sqlite3.Error:
            raise BadInput(f"--db {shown(given)}: another Meuse serves this file; several need PostgreSQL") from None
        try:
            schema.migrate(self.engine)
        except (schema.TooNew, SQLAlchemyError) as error:
            raise BadInput(f"--db {shown(given)}: {str(error).splitlines()[0]}") from None
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self._write, name="meuse-writer", daemon=True)
        self.writer.start()

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self.jobs.put(None)
        self.writer.join(timeout=30)
        self.engine.dispose()
        if self.claim is not None:
            self.claim.close()

    # -- writing --

    async def put(
        self, others: Sequence[Statement] = (), journal: Sequence[dict[str, Any]] = (), words: Sequence[Word] = (),
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
        self.jobs.put(job)
        with _in_time():
            async with asyncio.timeout(ANSWER_SECONDS):
                await job.done

    def send(self, word: Word) -> None:
        """A word to other processes, with the next transaction."""
        self.jobs.put(Job(words=[word], loop=asyncio.get_running_loop()))

    def _write(self) -> None:
        """Nothing that it is given ends this thread."""
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
            self._write_batch([job for job in batch if not job.given_up])
            written = time.monotonic()
            if last:
                break

    def _write_batch(self, batch: list[Job]) -> None:
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
            connection = self.engine.connect()
        except Exception as error:
            log.warning("the database cannot be reached: %s", type(error).__name__)
            return Unreachable(DOES_NOT_ANSWER)
        try:
            with connection:
                _commit(connection, jobs)
        except Exception as error:
            return _failure(error)
        return None

    # -- reading; each of these is called in a thread, and raises Outage where the database does not answer --

    async def ask(self, question: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """The answer of one of them; Outage as well where it does not come in time."""
        with _in_time():
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.to_thread(question, *args, **more)

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


@contextmanager
def _in_time() -> Iterator[None]:
    try:
        yield
    except TimeoutError:
        log.warning("the database has not answered for %s seconds", ANSWER_SECONDS)
        raise Outage(DOES_NOT_ANSWER) from None


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


AMONG = {"sqlite": "IN (SELECT value FROM json_each(:ids))", "postgresql": "= ANY(CAST(:ids AS text[]))"}
"""The matches of a list, as each database takes one."""
HELD = text(f"SELECT id FROM matches WHERE id {AMONG['postgresql']} ORDER BY id FOR NO KEY UPDATE")
STANDING = {
    name: text(f"SELECT id, ended, (SELECT max(n) FROM journal WHERE match = matches.id) FROM matches WHERE id {among}")
    for name, among in AMONG.items()
}
JOURNAL = insert(schema.journal)


def _settle(connection: Connection, batch: list[Job]) -> None:
    """Hold the matches that the jobs change, and see that each job fits what stands there: no row twice, no gap.

    Two statements: the second sees what another process wrote while the first waited for it.
    """
    wanted = sorted({match for job in batch for match in job.matches})
    if not wanted:
        return
    database = connection.dialect.name
    if database == "postgresql":
        connection.execute(HELD, {"ids": wanted}).all()
    last, over = dict.fromkeys(wanted, 0), set()
    ids = wanted if database == "postgresql" else text_of(wanted)
    for id, ended, n in connection.execute(STANDING[database], {"ids": ids}):
        last[id] = n or 0
        if ended is not None:
            over.add(id)
    for job in batch:
        if over and job.matches & over:
            raise Conflict("the match is over")
        if job.at is not None and last[job.at[0]] != job.at[1]:
            raise Conflict(CHANGED)
        for row in job.journal:
            last[row["match"]] += 1
            if row["n"] != last[row["match"]]:
                raise Conflict(CHANGED)


CHANGED = "the match has been changed elsewhere"
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', word) FROM unnest(CAST(:words AS text[])) AS word")


def _commit(connection: Connection, batch: list[Job]) -> None:
    rows = [row for job in batch for row in job.journal]
    with connection.begin():
        _settle(connection, batch)
        for job in batch:
            for statement, values in job.others:
                connection.execute(statement, values)
        if rows:
            connection.execute(JOURNAL, rows)
        words = [text_of(word) for job in batch for word in job.words]
        if words and connection.dialect.name == "postgresql":
            connection.execute(NOTIFY, {"words": words})


def _failure(error: Exception) -> Exception:
    """What whoever waits for a write is told."""
    if isinstance(error, Conflict):
        return error
    if isinstance(error, IntegrityError):
        return Conflict(CHANGED)
    log.warning("the database did not take something: %s: %s", type(error).__name__, getattr(error, "orig", error))
    if isinstance(error, SQLAlchemyError) and not isinstance(error, DataError | ProgrammingError):
        return Outage(NO_ROOM if any(words in str(error) for words in NO_ROOM_SAYS) else DOES_NOT_ANSWER)
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


def journal_row(match: str, row: Row) -> dict[str, Any]:
    return {"match": match, **msgspec.structs.asdict(row)}


def text_of(value: Any) -> str:
    return msgspec.json.encode(value).decode()
