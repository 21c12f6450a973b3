"""The database: how it is reached, and what can go wrong there."""

from __future__ import annotations

import logging
import re
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from meuse.engine.contract import BadInput

log = logging.getLogger("meuse")


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
CHANGED = "the match has been changed elsewhere"
CONNECT_SECONDS = "5"
"""How long a connection to PostgreSQL may take, where the URL does not say."""
ANSWER_SECONDS = 10.0
"""How long the database may take over something that somebody waits for; after that it does not answer."""


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
        event.listen(engine, "begin", lambda connection: driver(connection).execute("BEGIN"))
    return engine


def driver(connection: Connection) -> Any:
    """The driver's own connection: what is done with it costs no more than the database itself."""
    return connection.connection.driver_connection


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Write-ahead log, a sync at every commit, and transactions that begin when we say so."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}").close()


def claim(url: URL) -> sqlite3.Connection | None:
    """An SQLite file is served by one process; a lock that ends with it says so."""
    if not url.database or url.database == ":memory:":
        return None
    lock = sqlite3.connect(f"{url.database}-serving", timeout=0, isolation_level=None, check_same_thread=False)
    lock.execute("BEGIN EXCLUSIVE")
    return lock


def failure(error: Exception) -> Exception:
    """What whoever waits for a write is told."""
    if isinstance(error, Conflict):
        return error
    if isinstance(error, IntegrityError):
        return Conflict(CHANGED)
    log.warning("the database did not take something: %s: %s", type(error).__name__, getattr(error, "orig", error))
    if isinstance(error, SQLAlchemyError) and not isinstance(error, DataError | ProgrammingError):
        return Outage(NO_ROOM if any(words in str(error) for words in NO_ROOM_SAYS) else DOES_NOT_ANSWER)
    return Unsaved(f"the database did not take it ({type(error).__name__})")
