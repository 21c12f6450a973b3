"""Everything a running server has: the store, the matches, the workers, and what is drawn once."""

from __future__ import annotations

import asyncio
import gzip
import os

import msgspec

from meuse.games import GAMES
from meuse.server import jobs
from meuse.server.computer import SECONDS, Computers
from meuse.server.jobs import Choice, game_of
from meuse.server.matches import Matches
from meuse.server.notices import Webhook
from meuse.server.store import Store
from meuse.server.workers import Pool

DRAWING_SECONDS = 120.0


class Settings(msgspec.Struct, frozen=True):
    """What `meuse serve` is told."""

    db: str
    host: str = "127.0.0.1"
    port: int = 8040
    webhook: str | None = None
    origins: tuple[str, ...] = ()
    """Further addresses under which browsers reach the server, such as https://meuse.example."""
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    think: float = SECONDS
    writes: float = 50.0
    """REST calls a second from one address that change anything, after a first burst of `burst`."""
    burst: int = 600

    @property
    def local(self) -> bool:
        """Reached from this machine only."""
        return self.host in ("127.0.0.1", "::1", "localhost")


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.db)
        self.pool = Pool(settings.workers)
        self.computers = Computers(self.pool, settings.think)
        self.webhook = Webhook(settings.webhook)
        self.matches = Matches(self.store, self.pool, self.computers, self.webhook)
        self.maps: dict[str, asyncio.Future[tuple[bytes, bytes]]] = {}
        self._sheets: dict[tuple[str, str], bytes] = {}

    async def open(self) -> None:
        for name in GAMES:
            self.map_of(name)
        await self.matches.wake()

    def map_of(self, name: str) -> asyncio.Future[tuple[bytes, bytes]]:
        """The picture of a map, plain and packed; drawn once, by a worker."""
        known = self.maps.get(name)
        if known is None or (known.done() and (known.cancelled() or known.exception())):
            known = self.maps[name] = asyncio.ensure_future(self._draw(name))
        return known

    async def _draw(self, name: str) -> tuple[bytes, bytes]:
        svg: str = await self.pool.ask(jobs.draw_map, name, seconds=DRAWING_SECONDS)
        data = svg.encode()
        return data, await asyncio.to_thread(gzip.compress, data, 6)

    def sheet_of(self, name: str, scenario: str | None) -> bytes:
        game = game_of(Choice(name, scenario, {}))
        key = (name, game.scenario)
        if key not in self._sheets:
            self._sheets[key] = msgspec.json.encode(game.sheet())
        return self._sheets[key]

    async def close(self) -> None:
        await self.computers.close()
        for table in self.matches.tables.values():
            for session in table.audience.sessions:
                session.hang_up()
        for drawing in self.maps.values():
            drawing.cancel()
        await asyncio.to_thread(self.pool.close)
        await asyncio.to_thread(self.store.close)
