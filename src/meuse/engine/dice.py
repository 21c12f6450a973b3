"""Dice that players can verify.

The driver of a match holds a secret key. Its hash is published before the first die; every die is a keyed hash of
its number in the match; the key is published at the end. Anybody can then compute every die again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from meuse.engine.contract import Action


def key_from_seed(seed: int | str) -> bytes:
    """A key for a game that is to be repeatable: anybody who knows the seed knows the dice."""
    return hashlib.sha256(f"meuse seed {seed}".encode()).digest()


def commitment(key: bytes) -> str:
    """What is published before the first die."""
    return hashlib.sha256(b"meuse dice " + key).hexdigest()


class Span(NamedTuple):
    """The dice from a number on come from this key; None where only its holder knows it."""

    first: int
    commitment: str
    key: bytes | None


def new_span(first: int, key: bytes | None = None) -> Span:
    key = key or secrets.token_bytes(32)
    return Span(first, commitment(key), key)


class KeyedDice:
    """The only random generator of a match. A match that is taken to another table goes on with another key there."""

    def __init__(self, key: bytes | None = None, counter: int = 0, spans: Sequence[Span] = ()) -> None:
        self.spans = list(spans) or [new_span(0, key)]
        self.counter = counter

    @property
    def key(self) -> bytes:
        """That of the dice to come."""
        key = self.spans[-1].key
        assert key is not None, "the key of these dice is not known here"
        return key

    @property
    def commitment(self) -> str:
        return self.spans[0].commitment

    def renew(self) -> None:
        """Go on with a new key."""
        self.spans.append(new_span(self.counter))

    def knows(self, number: int) -> bool:
        return self._span(number).key is not None

    def _span(self, number: int) -> Span:
        return next((span for span in reversed(self.spans) if span.first <= number), self.spans[0])

    def at(self, counter: int, size: int) -> int:
        """The number from 0 to size-1 that belongs to this counter; every one is equally likely."""
        key = self._span(counter).key
        assert key is not None, "the key of this die is not known here"
        limit = 2**64 - 2**64 % size
        attempt = 0
        while True:
            digest = hmac.digest(key, f"{counter}.{attempt}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % size
            attempt += 1

    def draw(self, outcomes: Sequence[tuple[Action, int]]) -> Action:
        """One of the outcomes, by weight; moves the counter on. A key that is not known gives way to a new one."""
        if not self.knows(self.counter):
            self.renew()
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
