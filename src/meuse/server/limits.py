"""How often somebody may ask."""

from __future__ import annotations

import time


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
