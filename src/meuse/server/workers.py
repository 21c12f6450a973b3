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
from contextlib import asynccontextmanager
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from meuse.engine.contract import BadInput

SPAWN = multiprocessing.get_context("spawn")


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

    def ask(self, job: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        if self.process is None or not self.process.is_alive():
            self.stop()
            self.start()
            seconds += 20
            """A fresh process has its modules to load first."""
        assert self.pipe is not None
        try:
            self.pipe.send((job, args))
            if not self.pipe.poll(seconds):
                raise TimeoutError
            good, answer = self.pipe.recv()
        except (EOFError, OSError, TimeoutError) as error:
            self.stop()
            raise WorkerLost(type(error).__name__) from None
        if not good:
            raise BadInput(answer)
        return answer

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join(5)
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None


def _serve(pipe: Connection, nice: int) -> None:
    """The life of a worker process."""
    if sys.platform != "win32":
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            job, args = pipe.recv()
        except (EOFError, OSError):
            return
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
        self.lock = threading.Lock()
        self.threads = ThreadPoolExecutor(size, thread_name_prefix="meuse-pool")

    async def ask(self, job: Callable[..., Any], *args: Any, seconds: float, rank: int = 0) -> Any:
        """The job's answer; BadInput as it raises it, WorkerLost where it died or took too long."""
        async with self.line.place(rank):
            return await self.run(job, *args, seconds=seconds)

    async def run(self, job: Callable[..., Any], *args: Any, seconds: float) -> Any:
        """The same for who has a place in the line already."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self._ask, job, args, seconds)

    def _ask(self, job: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        with self.lock:
            worker = self.idle.pop()
        try:
            return worker.ask(job, args, seconds)
        finally:
            with self.lock:
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
