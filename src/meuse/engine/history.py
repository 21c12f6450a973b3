"""The course of history, to compare a match with: a data file of a game."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from meuse.engine.data import Shelf

FILE = "history"


class Day(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What history had reached as a turn ended."""

    turn: int
    says: str
    hex: str


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The course of history, turn by turn, for the side that advanced."""

    side: str
    source: str
    days: tuple[Day, ...]


@lru_cache(maxsize=16)
def load_history(package: str) -> History | None:
    """A game's history, if it has the file."""
    shelf = Shelf(package)
    return shelf.load(FILE, History) if shelf.has(FILE) else None
