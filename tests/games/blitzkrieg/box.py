"""The box of Blitzkrieg in the West opened once for its tests, and again with a player's own data laid over it."""

from __future__ import annotations

from typing import Any

from meuse.engine.data import Shelf
from meuse.games.blitzkrieg.box.cardfile import CardEntry
from meuse.games.blitzkrieg.box.components import Airstrike, Components, Counter

PACKAGE = "meuse.games.blitzkrieg"
SHELF = Shelf(PACKAGE)
BOX = Components(SHELF)
BOARD = BOX.board
GRID = BOARD.grid
CHARTS = BOX.charts


def with_data(overlay: dict[str, Any]) -> Components:
    return Components(Shelf(PACKAGE, overlay))


def cell(name: str) -> int:
    return GRID.bit[name]


def hexes(mask: int) -> list[str]:
    return GRID.names_of(mask)


def unit(id: str) -> Counter:
    return BOX.counters[BOX.by_id[id]]


def airstrike(id: str) -> Airstrike:
    return BOX.airstrikes[BOX.air_by_id[id]]


def card(id: str) -> CardEntry:
    return BOX.cards[BOX.card_by_id[id]].entry
