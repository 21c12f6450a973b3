"""Worker processes for whatever takes long: computer players, maps, the checking of records.

A worker does one job at a time. One that dies or takes too long is ended, and another takes its place.
"""

from __future__ import annotations

import asyncio
import heapq
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from meuse.engine.contract import BadInput

SPAWN = multiprocessing.get_context("spawn")


ENOUGH = "enough"
"""What a worker is told when its answer is wanted now."""

Heard = Callable[[str], None]
"""Hears how far a job has come."""


class WorkerLost(Exception):
    """The worker died, or was ended because it took too long."""


class Worker:
    """One process, asked by one thread at a time."""

    def __init__(self, nice: int = 0) -> None:
        self.nice = nice
        self.process: SpawnProcess | None = None
        self.pipe: Connection | None = None

    def start(self) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_serve, args=(theirs, self.nice), daemon=True, name="meuse-worker")
        self.process.start()
        theirs.close()

    def ask(self, job: Callable[..., Any], args: tuple[Any, ...], seconds: float, heard: Heard | None = None) -> Any:
        if self.process is None or not self.process.is_alive():
            self.stop()
            self.start()
            seconds += 20
            """A fresh process has its modules to load first."""
        assert self.pipe is not None
        try:
            self.pipe.send((job, args))
            good, answer = self._hear(time.monotonic() + seconds, heard)
        except (EOFError, OSError, TimeoutError) as error:
            self.stop()
            raise WorkerLost(type(error).__name__) from None
        if not good:
            raise BadInput(answer)
        return answer

    def _hear(self, end: float, heard: Heard | None) -> tuple[bool, Any]:
        """The answer; words on the way go to who wants to hear them."""
        assert self.pipe is not None
        while self.pipe.poll(max(0.0, end - time.monotonic())):
            good, answer = self.pipe.recv()
            if good is not None:
                return good, answer
            if heard is not None:
                heard(answer)
        raise TimeoutError

    def hurry(self) -> None:
        """Let the job under way answer now, if it listens."""
        if self.pipe is not None:
            with suppress(OSError):
                self.pipe.send(ENOUGH)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join(5)
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None


class _Asker:
    """In a worker process: the line to who has asked."""

    pipe: Connection | None = None


def report(word: str) -> bool:
    """From inside a job, say how far it has come; True if the answer is wanted now."""
    pipe, wanted = _Asker.pipe, False
    if pipe is None:
        return False
    pipe.send((None, word))
    while pipe.poll():
        wanted |= pipe.recv() == ENOUGH
    return wanted


def _serve(pipe: Connection, nice: int) -> None:
    """The life of a worker process."""
    _Asker.pipe = pipe
    if sys.platform != "win32":
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            asked = pipe.recv()
        except (EOFError, OSError):
            return
        if asked == ENOUGH:
            continue
        job, args = asked
        try:
            pipe.send((True, job(*args)))
        except BadInput as error:
            pipe.send((False, str(error)))
        except Exception as error:
            pipe.send((False, f"{type(error).__name__}: {error}"))


class Line:
    """So many at once; of those who wait, the lowest rank is next, and who came first among equals."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.numbers = count()

    @asynccontextmanager
    async def place(self, rank: int) -> AsyncIterator[None]:
        if self.free:
            self.free -= 1
        else:
            called = asyncio.get_running_loop().create_future()
            heapq.heappush(self.waiting, (rank, next(self.numbers), called))
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():
                    self._leave()
                raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        while self.waiting:
            _, _, called = heapq.heappop(self.waiting)
            if not called.done():
                called.set_result(None)
                return
        self.free += 1


class Pool:
    """A few workers, each with the thread that waits for it."""

    def __init__(self, size: int, nice: int = 0) -> None:
        self.line = Line(size)
        self.idle = [Worker(nice) for _ in range(size)]
        self.workers = list(self.idle)
        self.named: dict[str, Worker] = {}
        """Those at a job that somebody may want to hurry."""
        self.lock = threading.Lock()
        self.threads = ThreadPoolExecutor(size, thread_name_prefix="meuse-pool")

    async def ask(self, job: Callable[..., Any], *args: Any, seconds: float, rank: int = 0) -> Any:
        """The job's answer; BadInput as it raises it, WorkerLost where it died or took too long."""
        async with self.line.place(rank):
            return await self.run(job, *args, seconds=seconds)

    async def run(
        self, job: Callable[..., Any], *args: Any, seconds: float, heard: Heard | None = None, name: str = ""
    ) -> Any:
        """The same for who has a place in the line already. `heard` is called in the loop; `name` is for `hurry`."""
        loop = asyncio.get_running_loop()

        def told(word: str) -> None:
            if heard is not None:
                loop.call_soon_threadsafe(heard, word)

        return await loop.run_in_executor(self.threads, self._ask, job, args, seconds, told, name)

    def hurry(self, name: str) -> None:
        """Let the job of that name answer now."""
        with self.lock:
            if name in self.named:
                self.named[name].hurry()

    def _ask(self, job: Callable[..., Any], args: tuple[Any, ...], seconds: float, heard: Heard, name: str) -> Any:
        with self.lock:
            worker = self.idle.pop()
            if name:
                self.named[name] = worker
        try:
            return worker.ask(job, args, seconds, heard)
        finally:
            with self.lock:
                self.named.pop(name, None)
                self.idle.append(worker)

    def pids(self) -> list[int]:
        return [w.process.pid for w in self.workers if w.process is not None and w.process.pid]

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
        end = time.monotonic() + 1
        for worker in self.workers:
            while worker not in self.idle and time.monotonic() < end:
                time.sleep(0.01)
            worker.stop()
