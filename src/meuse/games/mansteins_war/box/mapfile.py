"""What `data/map.toml` holds, as typed records."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.mapfile import GridFile, Hexes, NamedPlace, Record, Sheet, Water

Side = Literal["german", "allied"]
Nation = Literal["german", "french", "british", "belgian", "dutch"]


class Fort(Record, frozen=True):
    """A fortified hex (17.0); `side` is whose it was at the start, `line` the works it belongs to."""

    hex: str
    class_: Literal["major", "minor"] = msgspec.field(name="class")
    side: Side
    line: str
    source: str


class Place(NamedPlace, frozen=True, kw_only=True):
    class_: Literal["city", "town", "site"] = msgspec.field(name="class")
    depot: Literal["german", "french", "belgian", "dutch", ""] = ""
    port: Literal["channel", "other", ""] = ""


class MapFile(Record, frozen=True):
    grid: GridFile
    terrain: Sheet
    country: Sheet
    coast: Hexes
    edges: dict[Literal["german", "british", "french"], Hexes]
    forts: tuple[Fort, ...]
    seas: tuple[Water, ...]
    rivers: tuple[Water, ...]
    places: tuple[Place, ...]
