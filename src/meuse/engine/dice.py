"""Dice that players can verify.

The driver of a match holds a secret key. Its hash is published before the first die; every die is a keyed hash of
its number in the match; the key is published at the end. Anybody can then compute every die again.

So that nobody can choose among keys, players may add salts: random numbers of their own, each promised by its hash
before any of them is shown. They are mixed into the key, and no die falls before all of them are known.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from meuse.engine.contract import Action, BadInput

HEX_32 = re.compile("[0-9a-f]{64}")
"""Thirty-two bytes, as keys, salts and their commitments are written."""


def key_from_seed(seed: int | str) -> bytes:
    """A key for a game that is to be repeatable: anybody who knows the seed knows the dice."""
    return hashlib.sha256(f"meuse seed {seed}".encode()).digest()


def commitment(key: bytes) -> str:
    """What is published before the first die."""
    return hashlib.sha256(b"meuse dice " + key).hexdigest()


class Salt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side's browser adds to the key: first promised, then shown."""

    side: str
    commitment: str | None = None
    salt: str | None = None


def salt_commitment(promised: str, side: str, salt: str) -> str:
    """What a browser publishes before its salt: good for this side and for the key promised so, and for no other."""
    return hashlib.sha256(f"meuse salt {promised} {side} {salt}".encode()).hexdigest()


def mixed(key: bytes, salts: Sequence[Salt]) -> bytes | None:
    """What the dice come from: the key, and the salts in the order of the seats; None where a salt is missing."""
    shown = [salt.salt for salt in salts if salt.salt is not None]
    if len(shown) < len(salts):
        return None
    return hmac.digest(key, "meuse salts {}".format(" ".join(shown)).encode(), "sha256") if salts else key


class Span(NamedTuple):
    """The dice from a number on come from this key; None where only its holder knows it."""

    first: int
    commitment: str
    key: bytes | None
    salts: tuple[Salt, ...] = ()
    seeded: bool = False
    """The key follows from a seed that somebody chose, and so knows."""
    source: bytes | None = None
    """Key and salts mixed, where all are known."""


def make_span(
    first: int, promised: str, key: bytes | None, salts: Sequence[Salt] = (), seeded: bool = False
) -> Span:
    """A span whose key and salts are those that were promised; else BadInput."""
    if key is not None and commitment(key) != promised:
        raise BadInput("record: key: it is not the one committed to at the start")
    for salt in salts:
        if salt.salt is not None and not (
            HEX_32.fullmatch(salt.salt) and salt_commitment(promised, salt.side, salt.salt) == salt.commitment
        ):
            raise BadInput(f"record: salts: {salt.side}'s is not the one committed to")
    return Span(first, promised, key, tuple(salts), seeded, mixed(key, salts) if key is not None else None)


def new_span(first: int, key: bytes | None = None, salted: Sequence[str] = (), seeded: bool = False) -> Span:
    """A key of this table's own; the sides named will add their salts."""
    key = key or secrets.token_bytes(32)
    return make_span(first, commitment(key), key, [Salt(side) for side in salted], seeded)


@lru_cache(maxsize=1000)
def _keyed(source: bytes) -> hmac.HMAC:
    """The key taken in once for all its dice."""
    return hmac.new(source, digestmod="sha256")


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

    @property
    def waiting(self) -> bool:
        """No die falls yet: a salt is missing that was to be mixed into our key."""
        last = self.spans[-1]
        return last.key is not None and last.source is None

    def mix(self, salts: Sequence[Salt]) -> None:
        """The salts of the present span, as far as they are promised and shown."""
        first, promised, key, _, seeded, _ = self.spans[-1]
        self.spans[-1] = make_span(first, promised, key, salts, seeded)

    def renew(self) -> None:
        """Go on with a new key."""
        self.spans.append(new_span(self.counter))

    def knows(self, number: int) -> bool:
        return self.span(number).source is not None

    def span(self, number: int) -> Span:
        last = self.spans[-1]
        if last.first <= number:
            return last
        return next((span for span in reversed(self.spans) if span.first <= number), self.spans[0])

    def at(self, counter: int, size: int) -> int:
        """The number from 0 to size-1 that belongs to this counter; every one is equally likely."""
        source = self.span(counter).source
        assert source is not None, "the key of this die is not known here"
        limit = 2**64 - 2**64 % size
        attempt = 0
        while True:
            mac = _keyed(source).copy()
            mac.update(f"{counter}.{attempt}".encode())
            number = int.from_bytes(mac.digest()[:8], "big")
            if number < limit:
                return number % size
            attempt += 1

    def draw(self, outcomes: Sequence[tuple[Action, int]]) -> Action:
        """One of the outcomes, by weight; moves the counter on. A key that is not known gives way to a new one."""
        if not self.knows(self.counter):
            self.renew()
        chosen = pick(outcomes, self.at(self.counter, sum([weight for _, weight in outcomes])))
        self.counter += 1
        return chosen


def pick(outcomes: Sequence[tuple[Action, int]], number: int) -> Action:
    """The outcome that owns this number when their weights are laid end to end."""
    for action, weight in outcomes:
        if number < weight:
            return action
        number -= weight
    raise ValueError("number beyond the weights")
