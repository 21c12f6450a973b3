"""6.0 The map as `map.toml` gives it."""

from __future__ import annotations

from typing import Literal

import msgspec


class GridEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lattice: three rows of eighteen Grids, and where they lie on the globe."""

    rows: tuple[str, ...]
    columns: int
    lon_west: float
    lon_step: float
    lat_south: float
    lat_step: float
    belgium: int
    source: str


class PlaceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Grid."""

    terrain: Literal["clear", "town", "wood"]
    country: Literal["BE", "FR"]
    source: str
    town: str = ""
    places: tuple[str, ...] = ()


class RiverEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    sides: tuple[str, ...]
    source: str


class BridgesEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sides: tuple[str, ...]
    source: str


class RoadsEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    links: tuple[str, ...]
    source: str


class WestOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By row from the north, the column from which westward a unit is across the river."""

    meuse: tuple[int, int, int]
    sambre: tuple[int, int, int]
    source: str


class RouteEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where 7th Panzer went in a turn."""

    turn: int
    grids: tuple[str, ...]
    source: str


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grid: GridEntry
    grids: dict[str, PlaceEntry]
    rivers: tuple[RiverEntry, ...]
    bridges: BridgesEntry
    roads: RoadsEntry
    west_of: WestOf
    route: tuple[RouteEntry, ...]
