"""What map files have in common: grid, sheets with a letter a hex, named sets of hexes, water along sides, places."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.hexes import Grid, ccrr


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file: no field may be unknown."""


class Sheet(Record, frozen=True):
    """One letter a hex: a string a row, the lowest row and column first."""

    source: str
    key: dict[str, str]
    rows: tuple[str, ...]


class Hexes(Record, frozen=True):
    """A named set of hexes."""

    source: str
    hexes: tuple[str, ...]


class Water(Record, frozen=True):
    """A river, or an arm of the sea, along sides: each is written as its two cells, the lower name first."""

    name: str
    source: str
    sides: tuple[str, ...]


class NamedPlace(Record, frozen=True, kw_only=True):
    """A place on the map; `at` is its offset from the hex centre in hexes, x to the right and y down."""

    name: str
    hex: str
    at: tuple[float, float]
    source: dict[str, str]
    english: str = ""

    @property
    def called(self) -> str:
        """What the rules call it."""
        return self.english or self.name


class GridFile(Record, frozen=True):
    """How the hexes lie and what they are numbered."""

    kind: Literal["pointy", "flat", "square"]
    shifted: Literal["even", "odd"]
    columns: tuple[int, int]
    rows: tuple[int, int]

    def grid(self, out_of_play: frozenset[str] = frozenset()) -> Grid:
        return Grid(self.kind, self.columns, self.rows, shifted=self.shifted, out_of_play=out_of_play)

    def read(self, sheet: Sheet, table: str) -> dict[str, str]:
        """The word that a sheet has for each hex; `table` is its name in the map file, for the error."""
        (first, last), (top, bottom) = self.columns, self.rows
        wide, high = last - first + 1, bottom - top + 1
        if [len(row) for row in sheet.rows] != [wide] * high:
            raise BadInput(f"map.toml: {table}.rows: expected {high} rows of {wide} letters")
        words = {}
        for j, row in enumerate(sheet.rows):
            for i, letter in enumerate(row):
                name = ccrr(first + i, top + j)
                if letter not in sheet.key:
                    raise BadInput(f"map.toml: {table}.rows: hex {name} has the unknown letter {letter!r}")
                words[name] = sheet.key[letter]
        return words
