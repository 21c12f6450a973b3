"""The course of history, to compare a match with: a data file of a game."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.data import Shelf

if TYPE_CHECKING:
    from meuse.engine.contract import Event

FILE = "history"


class Day(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What history had reached as a turn ended."""

    turn: int
    says: str
    hex: str


class Milestone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that history knows the turn of, and the events by which a game is seen to have come to it."""

    turn: int
    says: str
    events: tuple[str, ...]
    units: tuple[str, ...] = ()
    """One of these, where any are named; likewise below. `*` stands for any part of a name."""
    places: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()

    def met(self, event: Event) -> bool:
        return event.what in self.events and all(
            not named or any(fnmatchcase(name, one) for name in _told(event.data, keys) for one in named)
            for named, keys in ((self.units, UNITS), (self.places, PLACES), (self.countries, COUNTRIES)))


UNITS, PLACES, COUNTRIES = ("unit", "units"), ("hex", "to", "grid"), ("country",)
"""How events call what a milestone asks for."""


def _told(data: Mapping[str, Any], keys: tuple[str, ...]) -> list[str]:
    """The names that an event gives, one or several."""
    found: str | list[str] = next((data[key] for key in keys if key in data), [])
    return found if isinstance(found, list) else [found]


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The course of history, turn by turn, for the side that advanced."""

    side: str
    source: str
    days: tuple[Day, ...]
    milestones: tuple[Milestone, ...] = ()


@lru_cache(maxsize=16)
def load_history(package: str) -> History | None:
    """A game's history, if it has the file."""
    shelf = Shelf(package)
    return shelf.load(FILE, History) if shelf.has(FILE) else None
