"""19.1 What the enemy sees of a unit that moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import SPECTATORS
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def sighted(g: Blitzkrieg, p: BlitzPosition, u: int, start: int, how: str = "") -> None:
    """19.1a: that a unit has gone from one hex to another, not who it is."""
    mine, enemy = SIDES[g.side[u]], SIDES[1 - g.side[u]]
    p.tell("sighted", "19.1a", seen_by=(enemy, SPECTATORS), side=mine, start=g.hex_name(start),
           hex=g.hex_name(p.at[u]), how=how)
