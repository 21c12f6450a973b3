"""Several processes at one PostgreSQL: each hears what the others have written, and one of them at a time thinks.

A word is sent by the transaction that it tells of (`store`), so nobody hears of what is not on disk, and it says only
where to look. Whoever has lost the line looks at everything when it is back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import psycopg

from meuse.server.seats import new_id

log = logging.getLogger("meuse")

CHANNEL = "meuse"
BEAT, SILENT = 5.0, 20.0
"""Every process says that it is there each BEAT seconds; one that has not been heard for SILENT seconds is gone."""
LOCKS = 1941
"""The first half of our advisory locks' numbers."""


class Word(msgspec.Struct, omit_defaults=True):
    """What processes tell each other."""

    sender: str
    kind: str
    """"changed", "here", "who" and "notice" are about a match; "alive" and "gone" about the sender."""
    match: str = ""
    here: list[str] = []
    watching: int = 0
    notice: dict[str, Any] = {}


class Exchange:
    """The line to the other processes; without a database address there are none, and every lock is ours."""

    def __init__(self, address: str | None, send: Callable[[Word], None]) -> None:
        self.address, self.send, self.me = address, send, new_id()
        self.others: dict[str, float] = {}
        self.on_word: Callable[[Word], None] = lambda word: None
        self.on_line: Callable[[], None] = lambda: None
        """The line is there, for the first time or again."""
        self.on_beat: Callable[[], None] = lambda: None
        self.on_lost: Callable[[str], None] = lambda process: None
        self.tasks: list[asyncio.Task[None]] = []
        self.locks: psycopg.AsyncConnection[Any] | None = None
        self.connecting = asyncio.Lock()

    @property
    def several(self) -> bool:
        """Whether other processes may serve the same matches."""
        return self.address is not None

    def open(self) -> None:
        if self.address is not None:
            self.tasks = [asyncio.ensure_future(self._listen(self.address)), asyncio.ensure_future(self._beat())]

    async def close(self) -> None:
        self.tell("gone")
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.locks is not None:
            await self.locks.close()

    def tell(self, kind: str, match: str = "", **more: Any) -> None:
        if self.several:
            self.send(self.word(kind, match, **more))

    def word(self, kind: str, match: str = "", **more: Any) -> Word:
        return Word(self.me, kind, match, **more)

    async def _listen(self, address: str) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    self.on_line()
                    async for heard in line.notifies():
                        self._hear(heard.payload)
            except psycopg.Error as error:
                log.warning("the line to the other processes is down: %s", type(error).__name__)
            await asyncio.sleep(1)

    def _hear(self, payload: str) -> None:
        with suppress(msgspec.DecodeError, msgspec.ValidationError):
            word = msgspec.json.decode(payload, type=Word)
            if word.sender == self.me:
                return
            self.others[word.sender] = time.monotonic()
            if word.kind == "gone":
                self._lose(word.sender)
            else:
                self.on_word(word)

    def _lose(self, process: str) -> None:
        self.others.pop(process, None)
        self.on_lost(process)

    async def _beat(self) -> None:
        while True:
            self.tell("alive")
            await asyncio.sleep(BEAT)
            for process, heard in list(self.others.items()):
                if time.monotonic() - heard > SILENT:
                    self._lose(process)
            self.on_beat()

    # -- who thinks --

    async def take(self, match: str) -> bool:
        """Whether this process alone may let the match's computer players decide, until it lets go or dies."""
        if self.address is None:
            return True
        try:
            async with self.connecting:
                if self.locks is None or self.locks.closed:
                    self.locks = await psycopg.AsyncConnection.connect(self.address, autocommit=True)
            found = await self.locks.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", (LOCKS, match))
            row = await found.fetchone()
        except psycopg.Error as error:
            log.warning("match %s: who thinks could not be settled: %s", match, type(error).__name__)
            return False
        return bool(row and row[0])

    async def let_go(self, match: str) -> None:
        if self.locks is not None:
            with suppress(psycopg.Error):
                await self.locks.execute("SELECT pg_advisory_unlock(%s, hashtext(%s))", (LOCKS, match))
