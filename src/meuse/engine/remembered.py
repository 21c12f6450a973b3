"""Answers that cost something to work out, kept for the next who asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(dict[K, V]):
    """By what they depend on; where there are too many, all are forgotten."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def of(self, key: K, make: Callable[[], V]) -> V:
        """The one with this key; where it is not known, what `make` works out."""
        if key not in self:
            if len(self) >= self.most:
                self.clear()
            self[key] = make()
        return self[key]


class Remembered(Kept[K, V]):
    """Those that can be worked out from their key alone."""

    def __init__(self, most: int, make: Callable[[K], V]) -> None:
        super().__init__(most)
        self.make = make

    def __missing__(self, key: K) -> V:
        return self.of(key, lambda: self.make(key))
