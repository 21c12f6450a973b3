"""The shapes that the picture of the map is drawn with, as `drawing.toml` gives them. No rule reads them."""

from __future__ import annotations

from typing import Literal

import msgspec

Point = tuple[float, float]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the drawing file; points are in hexes, as the grid counts them."""


class Line(_Record, frozen=True):
    name: str
    source: str
    line: tuple[Point, ...]


class RiverName(_Record, frozen=True):
    """A name along a river of the map file, somewhere between two of its hexsides."""

    name: str
    river: str
    span: tuple[str, str]
    source: str


class Land(_Record, frozen=True):
    """A name spread over land or sea; size and spacing in hundredths of a hex."""

    name: str
    class_: Literal["country", "region", "sea"] = msgspec.field(name="class")
    at: Point
    size: float
    apart: float
    source: str
    slope: float = 0.0


class Sight(_Record, frozen=True):
    name: str
    at: Point
    source: str


class Drawing(_Record, frozen=True):
    land: tuple[Line, ...]
    lakes: tuple[Line, ...]
    streams: tuple[Line, ...]
    works: tuple[Line, ...]
    dykes: tuple[Line, ...]
    river_names: tuple[RiverName, ...]
    lands: tuple[Land, ...]
    sights: tuple[Sight, ...]
