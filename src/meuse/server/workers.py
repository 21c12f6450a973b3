"""Worker processes for whatever takes long: computer players, maps, the checking of records.

A worker does one job at a time. One that dies or takes too long is ended, and another takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from meuse.engine.contract import BadInput

SPAWN = multiprocessing.get_context("spawn")


class WorkerLost(Exception):
    """The worker died, or was ended because it took too long."""


class Worker:
    """One process, asked by one thread at a time."""

    def __init__(self) -> None:
        self.process: SpawnProcess | None = None
        self.pipe: Connection | None = None

    def start(self) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_serve, args=(theirs,), daemon=True, name="meuse-worker")
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


def _serve(pipe: Connection) -> None:
    """The life of a worker process."""
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


class Pool:
    """A few workers, each with the thread that waits for it."""

    def __init__(self, size: int) -> None:
        self.idle = [Worker() for _ in range(size)]
        self.workers = list(self.idle)
        self.lock = threading.Lock()
        self.threads = ThreadPoolExecutor(size, thread_name_prefix="meuse-pool")

    async def ask(self, job: Callable[..., Any], *args: Any, seconds: float) -> Any:
        """The job's answer; BadInput as it raises it, WorkerLost where it died or took too long."""
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
