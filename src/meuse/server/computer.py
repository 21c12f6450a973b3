"""Computer players at the table: asked for their decisions, and replaced by chance where a mind fails."""

from __future__ import annotations

import asyncio
import logging
import secrets
from random import Random
from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import BadInput
from meuse.server import jobs
from meuse.server.jobs import Choice, Task
from meuse.server.workers import Pool, WorkerLost

if TYPE_CHECKING:
    from meuse.server.table import Table

log = logging.getLogger("meuse")

SECONDS = 5.0
"""For a run of decisions; the first of them may take this long as well before the worker is ended."""

TRIES = 2


class Computers:
    """Keeps every computer seat deciding as long as it must."""

    def __init__(self, pool: Pool, seconds: float = SECONDS) -> None:
        self.pool, self.seconds = pool, seconds
        self.busy: dict[str, asyncio.Task[None]] = {}

    def prod(self, table: Table) -> None:
        """Somebody must decide at this table: perhaps a computer."""
        if table.id not in self.busy and self._due(table):
            task = asyncio.ensure_future(self._play(table))
            self.busy[table.id] = task
            task.add_done_callback(lambda done: self._finished(table, done))

    def _finished(self, table: Table, done: asyncio.Task[None]) -> None:
        """Somebody may have acted between the last look and now."""
        self.busy.pop(table.id, None)
        if done.cancelled():
            return
        if error := done.exception():
            log.error("match %s: its computer player stopped", table.id, exc_info=error)
        else:
            self.prod(table)

    def _due(self, table: Table) -> str | None:
        """The computer side that must decide, if one must."""
        return next((s for s in table.actors if table.header.seats[s].kind == "computer"), None)

    async def _play(self, table: Table) -> None:
        while (side := self._due(table)) is not None:
            state = table.state
            actions = await self._decide(table, side)
            if table.state != state:
                continue
            if not await table.decide(side, state, actions) and table.state == state and not table.over:
                await table.decide(side, state, [secrets.choice(table.match.legal(side))])
            await asyncio.sleep(0)

    async def _decide(self, table: Table, side: str) -> list[str]:
        header, match = table.header, table.match
        guess = match.game.determinize(match.position, side, Random(secrets.randbits(64)))
        task = Task(
            Choice(header.game, header.scenario, header.options, header.overlay),
            msgspec.json.encode(match.game.save(guess)), side, header.seats[side].player,
            f"{table.id} {side} {secrets.randbits(64)}", self.seconds,
        )
        for _ in range(TRIES):
            try:
                data = msgspec.msgpack.encode(task)
                found: list[str] = await self.pool.ask(jobs.think, data, seconds=2 * self.seconds)
                return found
            except (WorkerLost, BadInput) as error:
                log.warning("match %s: the computer player for %s failed: %s", table.id, side, error)
        return [secrets.choice(match.legal(side))]

    async def close(self) -> None:
        for task in list(self.busy.values()):
            task.cancel()
        await asyncio.gather(*self.busy.values(), return_exceptions=True)
