"""The grid's record and its sheets of letters."""

from __future__ import annotations

import re

import pytest

from meuse.engine.contract import BadInput
from meuse.engine.mapfile import GridFile, Sheet

GRID = GridFile("flat", "even", (3, 5), (7, 8))
KEY = {".": "clear", "x": "out of play"}


def test_a_sheet_gives_each_hex_its_word() -> None:
    words = GRID.read(Sheet("design", KEY, ("..x", ".x.")), "terrain")
    assert words == {
        "0307": "clear", "0407": "clear", "0507": "out of play",
        "0308": "clear", "0408": "out of play", "0508": "clear",
    }
    grid = GRID.grid(frozenset(name for name, word in words.items() if word == "out of play"))
    assert sorted(grid.bit) == ["0307", "0308", "0407", "0508"]
    assert grid.kind == "flat"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("..", "..."), "map.toml: terrain.rows: expected 2 rows of 3 letters"),
        (("...",), "map.toml: terrain.rows: expected 2 rows of 3 letters"),
        (("...", "..?"), "map.toml: terrain.rows: hex 0508 has the unknown letter '?'"),
    ],
)
def test_a_bad_sheet_says_what_is_wrong(rows: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        GRID.read(Sheet("design", KEY, rows), "terrain")
