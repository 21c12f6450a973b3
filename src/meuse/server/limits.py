"""How much somebody may have of the server: so often, and so much of its time.

Whoever is alone may have all of its time. Where others want some too, an address has its share of it, whether it asks
over sockets or by requests: what its questions cost is measured, and the next one waits until that is paid for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Sequence
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address
from types import coroutine
from typing import Any, TypeVar

import msgspec

from meuse.engine.contract import BadInput

T = TypeVar("T")


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `--limit NAME=VALUE` sets; docs/server.md tells of each."""

    share: float = 0.2
    """Of the server's time, for one address while others are there."""
    spare: float = 0.4
    """Seconds of that time which an address that has been quiet may have at once."""
    records: int = 4
    """Records from one address that wait to be checked or brought in, while one of them is."""
    automata: int = 4
    """Matches of computer players only that go on at once for one address."""
    matches: int = 600
    """Matches that one address begins at once; then one every ten seconds."""
    connections: int = 1000
    """Open connections of one address, at most two thirds of the process's open files."""
    half: int = 64
    """Of them, those whose request is not complete yet; the oldest gives way to the newest."""
    head: float = 10.0
    """Seconds until the headers of a request must have come."""
    body: float = 60.0
    """Seconds from then on until its body must have come."""
    hello: float = 10.0
    """Seconds that a socket has for its first message."""
    writes: float = 50.0
    """Requests a second from one address that change anything, after a first `burst`."""
    burst: int = 600


def read_limits(words: Sequence[str]) -> Limits:
    """From NAME=VALUE; BadInput for what is no limit or no number above 0."""
    pairs = [word.partition("=") for word in words]
    try:
        found = msgspec.convert({name: value for name, _, value in pairs}, Limits, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"--limit: {error}") from None
    if min(msgspec.structs.astuple(found)) <= 0:
        raise BadInput("--limit: expected numbers above 0")
    return found


class Bucket:
    """So many at once, and then so many a second."""

    __slots__ = ("burst", "left", "rate", "since")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left = rate, burst, burst
        self.since = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


MOST_ADDRESSES = 10_000


class Buckets:
    """One for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.known: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self.known) > MOST_ADDRESSES:
            self.known.clear()
        bucket = self.known.get(address)
        if bucket is None:
            bucket = self.known[address] = Bucket(self.rate, self.burst)
        return bucket.take()


FEE = 0.0002
"""Seconds that any message or request costs before it is looked at."""

COMPANY = 2.0
"""Who has not asked for so many seconds does not count as being there."""


class Purse:
    """What one address may still use."""

    def __init__(self, purses: Purses, address: str) -> None:
        self.purses, self.address = purses, address
        self.left, self.since = purses.limits.spare, time.monotonic()
        self.writes = Bucket(purses.limits.writes, purses.limits.burst)
        self.line = asyncio.Lock()

    def spend(self, seconds: float) -> None:
        self.left -= seconds

    async def turn(self) -> None:
        """Returns when this address may ask: one question at a time, after all that others have ready, and paid for.

        Who is alone has nobody to wait for, and owes nothing.
        """
        if self.line.locked() or self._debt() > 0 or not self.purses.alone(self, self.since):
            async with self.line:
                await asyncio.sleep(0)
                self.purses.asks(self)
                while (debt := self._debt()) > 0:
                    await asyncio.sleep(min(debt, COMPANY))
        else:
            self.purses.asks(self)
        self.spend(FEE)

    def _debt(self) -> float:
        """Seconds to wait until what was used is paid for."""
        now, limits = time.monotonic(), self.purses.limits
        self.left = min(limits.spare, self.left + (now - self.since) * limits.share)
        self.since = now
        if self.purses.alone(self, now):
            self.left = max(self.left, 0.0)
        return -self.left / limits.share


class Purses:
    """One for each address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.known: dict[str, Purse] = {}
        self.latest: tuple[Purse | None, float] = (None, 0.0)
        self.before = 0.0
        """When somebody asked, and when somebody else than he did."""

    def of(self, address: str) -> Purse:
        place = place_of(address)
        purse = self.known.get(place)
        if purse is None:
            if len(self.known) > MOST_ADDRESSES:
                self.known.clear()
            purse = self.known[place] = Purse(self, place)
        return purse

    def asks(self, purse: Purse) -> None:
        who, when = self.latest
        if who is not purse:
            self.before = when
        self.latest = (purse, time.monotonic())

    def alone(self, purse: Purse, now: float) -> bool:
        who, when = self.latest
        return now - (self.before if who is purse else when) > COMPANY


def place_of(address: str) -> str:
    """Whoever has one IPv6 address has a whole network of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return address


class TooMany(Exception):
    """An address has asked for more of something than it may have at once."""


class Turns:
    """Of every address one at a time, and a few more that wait; so each has its turn among the others."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lines: dict[str, tuple[asyncio.Lock, list[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        lock, there = self.lines.setdefault(address, (asyncio.Lock(), []))
        if len(there) > self.most:
            raise TooMany("others from this address are waiting for the same; wait a little")
        there.append(None)
        try:
            async with lock:
                yield
        finally:
            there.pop()
            if not there:
                del self.lines[address]


@coroutine
def metered(work: Coroutine[Any, Any, T], purse: Purse) -> Generator[Any, Any, T]:
    """Await this, and let the purse pay for the time in which nobody else could be served; waiting costs nothing."""
    go_on, what = work.send, None
    while True:
        start = time.perf_counter()
        try:
            waits_for = go_on(what)
        except StopIteration as end:
            answer: T = end.value
            return answer
        finally:
            purse.spend(time.perf_counter() - start)
        try:
            go_on, what = work.send, (yield waits_for)
        except BaseException as error:
            go_on, what = work.throw, error


def timed(purse: Purse, work: Callable[..., T], *args: Any) -> T:
    """The same for something that a thread does: others are served meanwhile, so only its work is paid for."""
    start = time.thread_time()
    try:
        return work(*args)
    finally:
        purse.spend(time.thread_time() - start)
