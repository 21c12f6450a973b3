"""What `data/map.toml` holds, as typed records."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.mapfile import GridFile, Record, Sheet, Water


class River(Water, frozen=True):
    class_: Literal["major", "minor"] = msgspec.field(name="class")


class Road(Record, frozen=True):
    """A road through hexes, each next to the one before."""

    name: str
    class_: Literal["main", "secondary"] = msgspec.field(name="class")
    source: str
    hexes: tuple[str, ...]


class Bridge(Record, frozen=True):
    side: str
    river: str
    source: str


class Place(Record, frozen=True):
    """A named place; `at` is its offset from the hex centre in hex widths, x to the right and y down."""

    name: str
    hex: str
    class_: Literal["city", "town", "village", "fort"] = msgspec.field(name="class")
    source: str
    at: tuple[float, float]


class Entry(Record, frozen=True):
    """Where reinforcements come on."""

    label: str
    side: Literal["german", "french"]
    hex: str
    road: str
    source: str


class MapFile(Record, frozen=True):
    grid: GridFile
    terrain: Sheet
    country: Sheet
    rivers: tuple[River, ...]
    roads: tuple[Road, ...]
    bridges: tuple[Bridge, ...]
    places: tuple[Place, ...]
    entries: tuple[Entry, ...]
