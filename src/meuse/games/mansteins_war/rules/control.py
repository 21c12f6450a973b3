"""3.3 Occupation and control, 7.2a disputed hexes, and what is looked at whenever control may have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.mansteins_war.box.components import GERMAN
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import fortress, morale
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def enter(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> None:
    """A unit comes to a hex, by whatever way."""
    p.put(g, u, hex)
    take(g, p, u, hex)


def take(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> None:
    """A unit in a hex, or passing through it, takes control of it and destroys an enemy fort there."""
    side, bit = g.side[u], g.one[hex]
    if not g.logistics[u]:
        p.control = p.control | bit if side == GERMAN else p.control & ~bit
    if g.board.forts[1 - side] & ~p.destroyed & bit:
        fortress.destroy(g, p, hex, "17.1a")
    morale.entered(g, p, side, hex)


def held(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """3.3a-3.3c, 7.2a: the hexes that a side entered last, without those in dispute. A logistics unit enters a hex
    without taking it; in one of its own side's it is an occupier like any other."""
    found = p.control if side == GERMAN else g.board.land & ~p.control
    if g.options["contested-control"] == "dispute":
        found &= ~(g.contested & ~p.occupied[side] & zone(g, p, 1 - side))
    for bridgehead in p.bridgeheads:
        if g.board.cities >> bridgehead.target & 1:
            found &= ~g.one[bridgehead.target]
    return found


def controls(g: MansteinsWar, p: MansteinPosition, side: int, hex: int) -> bool:
    return bool(held(g, p, side) >> hex & 1)


def review(g: MansteinsWar, p: MansteinPosition) -> None:
    """After a completed move, retreat, pursuit, combat, evacuation or loss."""
    for watch in g.watchers:
        watch(g, p)
