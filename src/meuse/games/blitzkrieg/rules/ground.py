"""4.3, 4.6, 33.2 Where a side's land units may go at all, enemies and costs left aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES
from meuse.games.blitzkrieg.position import BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

DUTCH = COUNTRIES.index("netherlands")


def open_ground(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """Land but for Switzerland; for the Allies not the neutral Netherlands (4.3b) nor their open cities (33.2a), for
    the Axis not Britain (4.6c)."""
    if side == ALLIED:
        return (g.allied_ground if p.at_war >> DUTCH & 1 else g.allied_ground & ~g.dutch_ground) & ~p.open_cities
    return g.axis_ground


def neutral_ground(g: Blitzkrieg, p: BlitzPosition) -> int:
    """4.3: all hexes of countries that are not at war."""
    return g.neutral_ground[p.at_war]


def invade(g: Blitzkrieg, p: BlitzPosition, side: int, to: int) -> None:
    """4.2.3b: Germans who enter, attack or fly over the Netherlands bring it into the war."""
    if side == AXIS and g.dutch_ground >> to & 1 and not p.at_war >> DUTCH & 1:
        p.join_war(DUTCH)
        p.tell("netherlands at war", "4.2.3b", hex=g.hex_name(to))
