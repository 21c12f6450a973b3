"""The tables of the store, version by version.

Migrations are a plain list of statements with one table that says how far they have gone: the chain is linear, both
databases take the same statements inside one transaction, and a framework for it would be larger than the list.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
)

meta = MetaData()

matches = Table(
    "matches", meta,
    Column("id", Text, primary_key=True),
    Column("header", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("ended", Text),
    Column("created", Float, nullable=False),
    Column("offer", Text),
    Column("muted", Integer, nullable=False, server_default="0"),
)
tokens = Table(
    "tokens", meta,
    Column("hash", Text, primary_key=True),
    Column("match", Text, primary_key=True),
    Column("seats", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("origin", Text),
)
journal = Table(
    "journal", meta,
    Column("match", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("side", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("number", Integer),
    Column("at", Float, nullable=False),
    Column("spent", Integer, nullable=False),
    Column("events", Text),
)
snapshots = Table(
    "snapshots", meta,
    Column("match", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("position", Text, nullable=False),
)
chat = Table(
    "chat", meta,
    Column("match", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("side", Text),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)
notes = Table(
    "notes", meta,
    Column("match", Text, primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
addresses = Table(
    "addresses", meta,
    Column("match", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("mail", Text, nullable=False),
    Column("unconfirmed", Text),
)

versions = Table(
    "meuse_schema", MetaData(),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

Migration = Sequence[str]

MIGRATIONS: list[Migration] = [
    (
        "CREATE TABLE matches (id TEXT PRIMARY KEY, header TEXT NOT NULL, key TEXT NOT NULL, ended TEXT,"
        " created DOUBLE PRECISION NOT NULL)",
        "CREATE TABLE tokens (hash TEXT NOT NULL, match TEXT NOT NULL REFERENCES matches (id), seats TEXT NOT NULL,"
        " PRIMARY KEY (hash, match))",
        "CREATE INDEX tokens_match ON tokens (match)",
        "CREATE TABLE journal (match TEXT NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, side TEXT NOT NULL,"
        " action TEXT NOT NULL, number INTEGER, at DOUBLE PRECISION NOT NULL, spent INTEGER NOT NULL, events TEXT,"
        " PRIMARY KEY (match, n))",
        "CREATE TABLE snapshots (match TEXT NOT NULL REFERENCES matches (id), n INTEGER NOT NULL,"
        " position TEXT NOT NULL, counter INTEGER NOT NULL, scripted TEXT NOT NULL, PRIMARY KEY (match, n))",
        "CREATE TABLE chat (match TEXT NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, name TEXT NOT NULL,"
        " side TEXT, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (match, n))",
        "CREATE TABLE notes (match TEXT NOT NULL REFERENCES matches (id), holder TEXT NOT NULL, text TEXT NOT NULL,"
        " PRIMARY KEY (match, holder))",
    ),
    (
        "ALTER TABLE snapshots DROP COLUMN counter",
        "ALTER TABLE snapshots DROP COLUMN scripted",
        "ALTER TABLE matches ADD COLUMN offer TEXT",
        "CREATE TABLE addresses (match TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, mail TEXT NOT NULL,"
        " PRIMARY KEY (match, side))",
    ),
    ("ALTER TABLE matches ADD COLUMN muted INTEGER NOT NULL DEFAULT 0",),
    (
        "ALTER TABLE tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'seat'",
        "ALTER TABLE tokens ADD COLUMN origin TEXT",
        "CREATE UNIQUE INDEX tokens_origin ON tokens (match, origin)",
        "ALTER TABLE addresses ADD COLUMN unconfirmed TEXT",
        "UPDATE addresses SET unconfirmed = ''",
    ),
]
"""Number n brings version n to n + 1. A published one is never changed: add another."""


class TooNew(Exception):
    """The store was written by a later Meuse."""


def migrate(engine: Engine, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Bring the store to the present version, in one transaction; says which that is."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(1940, 1)"))
        versions.create(connection, checkfirst=True)
        done = version(connection)
        if done > len(migrations):
            raise TooNew(f"the store has version {done}, this Meuse knows {len(migrations)}")
        for number in range(done, len(migrations)):
            for statement in migrations[number]:
                connection.execute(text(statement))
            connection.execute(insert(versions).values(version=number + 1, at=time.time()))
    return len(migrations)


def version(connection: Connection) -> int:
    if not inspect(connection).has_table(versions.name):
        return 0
    found = connection.execute(select(versions.c.version).order_by(versions.c.version.desc()).limit(1)).scalar()
    return int(found or 0)
