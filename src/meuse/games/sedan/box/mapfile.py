"""What `data/map.toml` holds, as typed records."""

from __future__ import annotations

from typing import Literal

import msgspec


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the map file: no field may be missing or unknown."""


class GridFile(_Record, frozen=True):
    kind: Literal["pointy", "flat", "square"]
    shifted: Literal["even", "odd"]
    columns: tuple[int, int]
    rows: tuple[int, int]


class Sheet(_Record, frozen=True):
    """One letter a hex: a string a row, the lowest row and column first."""

    source: str
    key: dict[str, str]
    rows: tuple[str, ...]


class River(_Record, frozen=True):
    """A stream along hexsides, each written as the lower and the higher hex number ("2903-3003")."""

    name: str
    class_: Literal["major", "minor"] = msgspec.field(name="class")
    source: str
    sides: tuple[str, ...]


class Road(_Record, frozen=True):
    """A road through hexes, each next to the one before."""

    name: str
    class_: Literal["main", "secondary"] = msgspec.field(name="class")
    source: str
    hexes: tuple[str, ...]


class Bridge(_Record, frozen=True):
    side: str
    river: str
    source: str


class Place(_Record, frozen=True):
    """A named place; `at` is its offset from the hex centre in hex widths, x to the right and y down."""

    name: str
    hex: str
    class_: Literal["city", "town", "village", "fort"] = msgspec.field(name="class")
    source: str
    at: tuple[float, float]


class Entry(_Record, frozen=True):
    """Where reinforcements come on."""

    label: str
    side: Literal["german", "french"]
    hex: str
    road: str
    source: str


class MapFile(_Record, frozen=True):
    grid: GridFile
    terrain: Sheet
    country: Sheet
    rivers: tuple[River, ...]
    roads: tuple[Road, ...]
    bridges: tuple[Bridge, ...]
    places: tuple[Place, ...]
    entries: tuple[Entry, ...]
