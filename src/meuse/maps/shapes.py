"""The shapes that a map of countries is drawn with, as a game's `drawing.toml` gives them. No rule reads them."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.hexes import Point
from meuse.engine.mapfile import Record


class Line(Record, frozen=True):
    """A line or a ring; points are in hexes, as the grid counts them."""

    name: str
    source: str
    line: tuple[Point, ...]


class RiverName(Record, frozen=True):
    """A name along a river of the map file, somewhere between two of its hexsides."""

    name: str
    river: str
    span: tuple[str, str]
    source: str


class Land(Record, frozen=True):
    """A name spread over land or sea; size and spacing in hundredths of a hex."""

    name: str
    class_: Literal["country", "region", "sea"] = msgspec.field(name="class")
    at: Point
    size: float
    apart: float
    source: str
    slope: float = 0.0


class Sight(Record, frozen=True):
    name: str
    at: Point
    source: str


class Railway(Record, frozen=True):
    """A main line by the places that it calls at, as the map file names them."""

    source: str
    calls: tuple[str, ...]


class Drawing(Record, frozen=True):
    land: tuple[Line, ...]
    lakes: tuple[Line, ...]
    streams: tuple[Line, ...]
    works: tuple[Line, ...]
    dykes: tuple[Line, ...]
    river_names: tuple[RiverName, ...]
    lands: tuple[Land, ...]
    sights: tuple[Sight, ...]
    rails: tuple[Railway, ...] = ()
