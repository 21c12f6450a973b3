"""6.0 The map as `map.toml` gives it."""

from __future__ import annotations

from typing import Literal

from meuse.engine.mapfile import Record, Water


class GridEntry(Record, frozen=True):
    """The lattice: three rows of eighteen Grids, and where they lie on the globe."""

    rows: tuple[str, ...]
    columns: int
    lon_west: float
    lon_step: float
    lat_south: float
    lat_step: float
    belgium: int
    source: str


class PlaceEntry(Record, frozen=True):
    """One Grid."""

    terrain: Literal["clear", "town", "wood"]
    country: Literal["BE", "FR"]
    source: str
    town: str = ""
    places: tuple[str, ...] = ()
    """Smaller places in it; what has no town is near the first."""


class BridgesEntry(Record, frozen=True):
    sides: tuple[str, ...]
    source: str


class RoadsEntry(Record, frozen=True):
    links: tuple[str, ...]
    source: str


class WestOf(Record, frozen=True):
    """By row from the north, the column from which westward a unit is across the river."""

    meuse: tuple[int, int, int]
    sambre: tuple[int, int, int]
    source: str


class RouteEntry(Record, frozen=True):
    """Where 7th Panzer went in a turn."""

    turn: int
    grids: tuple[str, ...]
    source: str


class MapFile(Record, frozen=True):
    grid: GridEntry
    grids: dict[str, PlaceEntry]
    rivers: tuple[Water, ...]
    bridges: BridgesEntry
    roads: RoadsEntry
    west_of: WestOf
    route: tuple[RouteEntry, ...]
