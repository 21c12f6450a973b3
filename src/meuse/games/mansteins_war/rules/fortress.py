"""17.0 Fortified hexes: whose they are, whether they stand, and how they fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.mansteins_war.position import MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def intact(g: MansteinsWar, p: MansteinPosition, side: int, hex: int) -> bool:
    """17.0a: whether the hex is a fort of that side whose works stand."""
    return bool(g.board.forts[side] & ~p.destroyed & g.one[hex])


def destroy(g: MansteinsWar, p: MansteinPosition, hex: int, rule: str) -> None:
    """17.1a: the works are gone for the rest of the game."""
    p.destroy_fort(hex)
    p.tell("fort destroyed", rule, hex=g.hex_name(hex))
