"""20.0 Fortifications: their fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import shock

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def friendly(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> bool:
    """16.1.1j: whether an intact fort of the side's countries is there."""
    return bool(g.side_forts[side] & ~p.destroyed & g.one[hex])


def fall(g: Blitzkrieg, p: BlitzPosition) -> None:
    """20.3a: works with an enemy in them as a combat phase ends are destroyed; deception units take nothing."""
    for side in (AXIS, ALLIED):
        for hex in bits(g.side_forts[side] & ~p.destroyed & p.occupied[1 - side]):
            if any(not g.counters[u].deception for u in p.stacks[hex]):
                destroy(g, p, hex, "20.3a")


def destroy(g: Blitzkrieg, p: BlitzPosition, hex: int, rule: str) -> None:
    """20.3a, 7.1.4b: for good, and its country feels it."""
    p.destroy_fort(g, hex)
    p.tell("fort destroyed", rule, hex=g.hex_name(hex))
    country = next(country for country in COUNTRIES if g.board.forts[country] >> hex & 1)
    shock.add(g, p, country, g.charts.shock.events.fort_destroyed, "7.1.4b", hex=g.hex_name(hex))
