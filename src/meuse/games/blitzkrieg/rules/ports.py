"""22.9, 17.6 Ports that work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.command import ground
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def working(g: Blitzkrieg, p: BlitzPosition, within: int) -> int:
    """17.6.1a, 22.9a: the ports among these hexes that ships can use: undamaged, inland ones while neither bank of
    their water is the enemy's, in his zone, or neutral."""
    sound = within & ~p.damaged
    found, inland = sound & g.board.ports, sound & g.board.inland_ports
    if inland:
        shut = zone(g, p, AXIS) | ~ground(g, p, ALLIED) & g.board.land
        found |= sum(g.one[hex] for hex in bits(inland) if g.board.sails_to_sea(hex, shut))
    return found
