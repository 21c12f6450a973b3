"""Dice that players can verify.

The driver of a match holds a secret key. Its hash is published before the first die; every die is a keyed hash of
its number in the match; the key is published at the end. Anybody can then compute every die again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from meuse.engine.contract import Action


def key_from_seed(seed: int | str) -> bytes:
    """A key for a game that is to be repeatable: anybody who knows the seed knows the dice."""
    return hashlib.sha256(f"meuse seed {seed}".encode()).digest()


def commitment(key: bytes) -> str:
    """What is published before the first die."""
    return hashlib.sha256(b"meuse dice " + key).hexdigest()


class KeyedDice:
    """The only random generator of a match."""

    def __init__(self, key: bytes | None = None, counter: int = 0) -> None:
        self.key = key or secrets.token_bytes(32)
        self.counter = counter

    @property
    def commitment(self) -> str:
        return commitment(self.key)

    def at(self, counter: int, size: int) -> int:
        """The number from 0 to size-1 that belongs to this counter; every one is equally likely."""
        limit = 2**64 - 2**64 % size
        attempt = 0
        while True:
            digest = hmac.digest(self.key, f"{counter}.{attempt}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % size
            attempt += 1

    def draw(self, outcomes: Sequence[tuple[Action, int]]) -> Action:
        """One of the outcomes, by weight; moves the counter on."""
        chosen = pick(outcomes, self.at(self.counter, sum(weight for _, weight in outcomes)))
        self.counter += 1
        return chosen


def pick(outcomes: Sequence[tuple[Action, int]], number: int) -> Action:
    """The outcome that owns this number when their weights are laid end to end."""
    for action, weight in outcomes:
        if number < weight:
            return action
        number -= weight
    raise ValueError("number beyond the weights")
