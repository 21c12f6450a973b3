"""Answers that cost something to work out, kept for the next who asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(dict[K, V]):
    """By what they were worked out from; where there are too many, all are forgotten."""

    def __init__(self, most: int, make: Callable[[K], V]) -> None:
        super().__init__()
        self.most, self.make = most, make

    def __missing__(self, key: K) -> V:
        if len(self) >= self.most:
            self.clear()
        found = self[key] = self.make(key)
        return found
