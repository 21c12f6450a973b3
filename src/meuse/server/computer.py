"""Computer players at the table: asked for their decisions, and replaced by chance where a mind fails."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from meuse.engine.contract import BadInput
from meuse.players.names import write_player
from meuse.players.search import offer_of
from meuse.players.search.searcher import Thought
from meuse.server import jobs
from meuse.server import messages as m
from meuse.server.database import Outage
from meuse.server.exchange import Exchange
from meuse.server.jobs import Advice, Choice, Task
from meuse.server.workers import Heard, Line, Pool, WorkerLost

if TYPE_CHECKING:
    from meuse.server.table import Table

log = logging.getLogger("meuse")

SECONDS = 5.0
"""For a run of decisions; the first of them may take this long as well before the worker is ended."""

TRIES = 2


PERSON, ABSENT, NOBODY = range(3)
"""Who is thought for first: where a person waits, where one will come back, and where there are computers only."""

BRIEF, PAUSE = 0.5, 0.05
"""Seconds for a run of decisions where there are computers only, and between two: nobody shall wait for them long."""

ADVISER, ADVICE_SECONDS, ADVICE_WAIT = "staff", 2.0, 30.0
"""Who advises, how long he thinks, and how long who asks waits while others are thought for."""
WEIGHING = 0.75
"""The share of that time in which plans are weighed."""


class Advised(NamedTuple):
    """What the staff advised, and at which state."""

    state: int
    advice: Advice


def _adviser(game: str, seconds: float) -> str:
    """The staff, weighing its plans where it has several."""
    return write_player("search", {"seconds": WEIGHING * seconds}) if offer_of(game) else ADVISER


def _task(table: Table, side: str, player: str, seed: str, seconds: float, memory: str = "") -> Task:
    """What the side must decide, from a position that it cannot tell from the true one."""
    match = table.match
    guess = match.game.determinize(match.position, side, table.chance(side, seed))
    return Task(
        Choice.of(table.header),
        msgspec.json.encode(match.game.save(guess)), side, player,
        str(table.chance(side, seed, "mind").getrandbits(64)), seconds, memory,
    )


read_thought = msgspec.json.Decoder(Thought).decode


def _tell(table: Table, side: str, thought: Thought) -> None:
    """Everybody at the table hears how far the computer is; what it weighed shows where nothing is secret."""
    shown = list(thought.plans) if thought.done == 1 and not table.game.secrets else []
    table.audience.tell(m.Thinking(side, round(thought.done, 2), thought.simulations, shown))


def _rank(table: Table) -> int:
    people = {side for side, seat in table.header.seats.items() if seat.kind != "computer"}
    return NOBODY if not people else PERSON if people & table.audience.connected() else ABSENT


class Computers:
    """Keeps every computer seat deciding as long as it must."""

    def __init__(self, pool: Pool, exchange: Exchange, seconds: float = SECONDS) -> None:
        self.pool, self.exchange, self.seconds = pool, exchange, seconds
        self.unwatched = Line(1)
        """Matches of computers only, one after another: what they do is carried out where people are served."""
        self.busy: dict[str, asyncio.Task[bool]] = {}
        self.advising: set[str] = set()

    def prod(self, table: Table) -> None:
        """Somebody must decide at this table: perhaps a computer."""
        if table.id not in self.busy and self._due(table):
            task = asyncio.ensure_future(self._play(table))
            self.busy[table.id] = task
            task.add_done_callback(lambda done: self._finished(table, done))

    def _finished(self, table: Table, done: asyncio.Task[bool]) -> None:
        """Somebody may have acted between the last look and now."""
        self.busy.pop(table.id, None)
        if done.cancelled():
            return
        if error := done.exception():
            log.error("match %s: its computer player stopped", table.id, exc_info=error)
        elif done.result():
            self.prod(table)

    def _due(self, table: Table) -> str | None:
        """The computer side that must decide, if one must."""
        return next((s for s in table.actors if table.header.seats[s].kind == "computer"), None)

    async def _play(self, table: Table) -> bool:
        """False if another process has this match's computers in hand, or the database does not answer."""
        if table.trouble or not await self.exchange.take(table.id):
            return False
        try:
            while (side := self._due(table)) is not None:
                await self._decide(table, side)
        except Outage:
            return False
        finally:
            await self.exchange.let_go(table.id)
        return True

    def hurry(self, table: Table) -> None:
        """Somebody does not want to wait: what has been found so far is played."""
        self.pool.hurry(table.id)

    async def _decide(self, table: Table, side: str) -> None:
        rank = _rank(table)
        if rank < NOBODY:
            await self._decide_as(table, side, rank)
            return
        async with self.unwatched.place(rank):
            await self._decide_as(table, side, rank)
            await asyncio.sleep(PAUSE)

    async def _decide_as(self, table: Table, side: str, rank: int) -> None:
        async with self.pool.line.place(rank):
            state = table.state
            if self._due(table) != side:
                return
            actions = await self._think(table, side, self.seconds if rank < NOBODY else min(self.seconds, BRIEF))
        if table.state != state:
            return
        if not await table.decide(side, state, actions) and table.state == state and not table.over:
            await table.decide(side, state, [secrets.choice(table.match.legal(side))])
        await asyncio.sleep(0)

    async def _think(self, table: Table, side: str, seconds: float) -> list[str]:
        legal = table.match.legal(side)
        task = _task(table, side, table.header.seats[side].mind, str(table.state), seconds,
                     table.memories.get(side, ""))
        for _ in range(TRIES):
            try:
                found = await self._ask(task, lambda word: _tell(table, side, read_thought(word)), table.id)
                table.memories[side] = found.memory
                if found.thought is not None:
                    _tell(table, side, found.thought)
                return found.actions
            except (WorkerLost, BadInput) as error:
                log.warning("match %s: the computer player for %s failed: %s", table.id, side, error)
        return [secrets.choice(legal)]

    async def advise(self, table: Table, side: str) -> Advice:
        """What the staff would do, and why; at the same state always the same: asking again tells nothing more. It
        keeps to its plan as long as that is for the matter at hand."""
        state = table.state
        last = table.advised.get(side)
        if last is not None and last.state == state:
            return last.advice
        if table.id in self.advising:
            raise BadInput("the staff is already thinking about this match")
        self.advising.add(table.id)
        try:
            async with asyncio.timeout(ADVICE_WAIT):
                seconds = min(self.seconds, ADVICE_SECONDS)
                memory = last.advice.memory if last else ""
                task = _task(table, side, _adviser(table.game.name, seconds), str(state), seconds, memory)
                async with self.pool.line.place(PERSON):
                    found = await self._ask(task)
                if last and found.memory == memory:
                    found = found._replace(thought=last.advice.thought)
                table.advised[side] = Advised(state, found)
                return found
        except (WorkerLost, TimeoutError):
            raise BadInput("the staff has no advice in time") from None
        finally:
            self.advising.discard(table.id)

    async def _ask(self, task: Task, heard: Heard | None = None, name: str = "") -> Advice:
        data, most = msgspec.msgpack.encode(task), 2 * self.seconds + 1
        found: Advice = await self.pool.run(jobs.think, data, seconds=most, heard=heard, name=name)
        return found

    async def close(self) -> None:
        for task in list(self.busy.values()):
            task.cancel()
        await asyncio.gather(*self.busy.values(), return_exceptions=True)
