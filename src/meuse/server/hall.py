"""Everything a running server has: the store, the matches, the workers, and what is drawn once."""

from __future__ import annotations

import asyncio
import gzip
import os
import time
from typing import NamedTuple

import msgspec

from meuse.games import GAMES
from meuse.server import jobs
from meuse.server.computer import SECONDS, Computers
from meuse.server.desk import Desk
from meuse.server.exchange import Exchange
from meuse.server.jobs import Choice
from meuse.server.limits import Buckets, Limits, Purse
from meuse.server.matches import Matches
from meuse.server.notices import Mail, Notices
from meuse.server.store import Store
from meuse.server.workers import Pool

MATCHES_A_SECOND = 1 / 10
"""From one address, after `--limit matches` at once."""

DRAWING_SECONDS = 120.0
SHEET_SECONDS = 20.0
MOST_SHEETS = 64


class Settings(msgspec.Struct, frozen=True):
    """What `meuse serve` is told."""

    db: str
    host: str = "127.0.0.1"
    port: int = 8040
    elsewhere: bool = False
    """Another port will do where that one is taken."""
    webhook: str | None = None
    mail: Mail | None = None
    origins: tuple[str, ...] = ()
    """Further addresses under which browsers reach the server, such as https://meuse.example."""
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    think: float = SECONDS
    limits: Limits = Limits()
    proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies that tell in X-Forwarded-For for whom they ask."""

    @property
    def local(self) -> bool:
        """Reached from this machine only."""
        return self.host in ("127.0.0.1", "::1", "localhost")


class Packed(NamedTuple):
    """What many browsers fetch alike, plain and packed."""

    plain: bytes
    packed: bytes


def pack(data: bytes) -> Packed:
    return Packed(data, gzip.compress(data, 6))


def _failed(making: asyncio.Future[Packed]) -> bool:
    return making.done() and (making.cancelled() or making.exception() is not None)


class Hall:
    def __init__(self, settings: Settings, keeper: Store) -> None:
        self.settings, self.store = settings, keeper
        self.pool = Pool(settings.workers)
        self.desk = Desk(settings.limits)
        self.exchange = Exchange(self.store.address, self.store.send)
        self.computers = Computers(self.pool, self.exchange, settings.think)
        home = settings.origins[0] if settings.origins else f"http://{settings.host}:{settings.port}"
        self.notices = Notices(keeper, settings.webhook, settings.mail, home.rstrip("/") + "/")
        self.matches = Matches(self.store, self.exchange, self.computers, self.notices, settings.limits.automata)
        self.making = Buckets(MATCHES_A_SECOND, settings.limits.matches)
        self.maps: dict[str, asyncio.Future[Packed]] = {}
        self.sheets: dict[bytes, asyncio.Future[Packed]] = {}

    async def open(self) -> None:
        for name in GAMES:
            self.map_of(name)
        self.matches.open()
        self.exchange.open()

    def map_of(self, name: str) -> asyncio.Future[Packed]:
        """The picture of a map; drawn once, by a worker."""
        known = self.maps.get(name)
        if known is None or _failed(known):
            known = self.maps[name] = asyncio.ensure_future(self._draw(name))
        return known

    async def _draw(self, name: str) -> Packed:
        svg: str = await self.pool.ask(jobs.draw_map, name, seconds=DRAWING_SECONDS)
        return await asyncio.to_thread(pack, svg.encode())

    def sheet_of(self, choice: Choice, purse: Purse) -> asyncio.Future[Packed]:
        """A game's sheet, made once, by a worker, at the expense of who asks first."""
        key = choice.key
        known = self.sheets.get(key)
        if known is None or _failed(known):
            if len(self.sheets) >= MOST_SHEETS:
                self.sheets.clear()
            known = self.sheets[key] = asyncio.ensure_future(self._write_sheet(choice, purse))
        return known

    async def _write_sheet(self, choice: Choice, purse: Purse) -> Packed:
        start = time.monotonic()
        found: bytes = await self.pool.ask(jobs.write_sheet, choice, seconds=SHEET_SECONDS)
        purse.spend(time.monotonic() - start)
        return await asyncio.to_thread(pack, found)

    async def close(self) -> None:
        await self.matches.close()
        await self.computers.close()
        await self.exchange.close()
        for table in self.matches.tables.values():
            for session in table.audience.sessions:
                session.hang_up()
        for making in (*self.maps.values(), *self.sheets.values()):
            making.cancel()
        self.notices.close()
        await asyncio.to_thread(self.pool.close)
        await asyncio.to_thread(self.desk.pool.close)
        await asyncio.to_thread(self.store.close)
