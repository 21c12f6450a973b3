"""What `data/map.toml` holds, as typed records."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.mapfile import GridFile, Hexes, Record, Sheet

Side = Literal["german", "allied"]
Nation = Literal["german", "french", "british", "belgian", "dutch"]


class Fort(Record, frozen=True):
    """A fortified hex (17.0); `side` is whose it was at the start, `line` the works it belongs to."""

    hex: str
    class_: Literal["major", "minor"] = msgspec.field(name="class")
    side: Side
    line: str
    source: str


class Sides(Record, frozen=True):
    """A river, or an arm of the sea, along hexsides: each is written as the lower and the higher hex number."""

    name: str
    source: str
    sides: tuple[str, ...]


class Place(Record, frozen=True):
    """A named place; `at` is its offset from the hex centre in hexes, x to the right and y down."""

    name: str
    hex: str
    class_: Literal["city", "town", "site"] = msgspec.field(name="class")
    at: tuple[float, float]
    source: dict[str, str]
    english: str = ""
    depot: Literal["german", "french", "belgian", "dutch", ""] = ""
    port: Literal["channel", "other", ""] = ""

    @property
    def called(self) -> str:
        """What the rules call it."""
        return self.english or self.name


class MapFile(Record, frozen=True):
    grid: GridFile
    terrain: Sheet
    country: Sheet
    coast: Hexes
    edges: dict[Literal["german", "british", "french"], Hexes]
    forts: tuple[Fort, ...]
    seas: tuple[Sides, ...]
    rivers: tuple[Sides, ...]
    places: tuple[Place, ...]
