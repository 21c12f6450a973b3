"""The shapes that the picture of the map is drawn with, as `drawing.toml` gives them. No rule reads them."""

from __future__ import annotations

from typing import Literal

import msgspec

LonLat = tuple[float, float]


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: LonLat
    source: str


class RoadShapes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the roads of a Grid meet, and what a link passes on its way."""

    meet: dict[str, str]
    by: dict[str, tuple[str, ...]]
    source: str


class Coast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sea's edge from south to north, and the Somme from the map's edge to the sea."""

    line: tuple[LonLat, ...]
    mouth: tuple[LonLat, ...]
    source: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    line: tuple[LonLat, ...]
    source: str


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """A name spread over a stretch of land; `words` where the picture says it otherwise than the map file."""

    name: str
    class_: Literal["country", "region", "forest", "sea"]
    at: LonLat
    size: float
    apart: float
    source: str
    slope: float = 0.0
    words: str = ""


class Day(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the calendar: what 7th Panzer did in a turn."""

    turn: int
    dates: str
    says: tuple[str, ...]
    source: str


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: dict[str, Spot]
    roads: RoadShapes
    coast: Coast
    streams: tuple[Line, ...]
    frontiers: tuple[Line, ...]
    lands: tuple[Land, ...]
    calendar: tuple[Day, ...]
