"""The box of Manstein's War opened once for its tests, and opened again with a player's own data laid over it."""

from __future__ import annotations

from typing import Any

from meuse.engine.data import Shelf
from meuse.games.mansteins_war.box.components import Components, Counter

PACKAGE = "meuse.games.mansteins_war"
SHELF = Shelf(PACKAGE)
BOX = Components(SHELF)
BOARD = BOX.board
GRID = BOARD.grid
CAMPAIGN = BOX.deployment(SHELF)


def with_data(overlay: dict[str, Any]) -> Components:
    return Components(Shelf(PACKAGE, overlay))


def cell(name: str) -> int:
    return GRID.bit[name]


def hexes(mask: int) -> list[str]:
    return GRID.names_of(mask)


def unit(id: str) -> Counter:
    return BOX.counters[BOX.by_id[id]]
