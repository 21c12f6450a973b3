"""What `data/map.toml` holds, as typed records."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.mapfile import GridFile, Hexes, NamedPlace, Record, Sheet, Water

Side = Literal["axis", "allied"]
Country = Literal["germany", "france", "britain", "belgium", "netherlands"]
Nation = Literal["german", "french", "british", "belgian", "dutch", "polish", "czech", "american"]
Coast = Literal["channel", "north_sea", "atlantic"]
Region = Literal["northern-belgium", "ardennes"]
Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]


class Fort(Record, frozen=True):
    """20.0 A fortified hex; `sides` are those through which an attack meets the whole of the works."""

    hex: str
    line: str
    sides: tuple[Direction, ...]
    source: str


class Causeway(Record, frozen=True):
    """A dyke through the sea, from hex to hex."""

    name: str
    source: str
    hexes: tuple[str, ...]


class Place(NamedPlace, frozen=True, kw_only=True):
    class_: Literal["capital", "city", "town", "site"] = msgspec.field(name="class")
    supply: Country | Literal[""] = ""
    port: Literal["sea", "inland", ""] = ""


class MapFile(Record, frozen=True):
    grid: GridFile
    terrain: Sheet
    country: Sheet
    sheet: Sheet
    coast: dict[Coast, Hexes]
    regions: dict[Region, Hexes]
    floods: dict[Literal["netherlands", "france"], Hexes]
    entries: dict[Literal["germany", "france"], Hexes]
    forts: tuple[Fort, ...]
    seas: tuple[Water, ...]
    causeways: tuple[Causeway, ...]
    rivers: tuple[Water, ...]
    places: tuple[Place, ...]
