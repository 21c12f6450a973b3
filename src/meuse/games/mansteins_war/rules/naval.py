"""20.1 Naval support."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Refusal
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.games.mansteins_war.position import AVAILABLE, UTILIZED, MansteinPosition
from meuse.games.mansteins_war.rules.orders import AttackOrder

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def refuse(g: MansteinsWar, p: MansteinPosition, order: AttackOrder, side: int) -> Refusal | None:
    """20.1a: why that side has no ships for this combat, or None; one unit on the coast or in a port is enough."""
    if side != ALLIED:
        return Refusal("20.1a", "only the Allies have ships")
    if p.naval != AVAILABLE:
        return Refusal("20.1b", "the ships have been used in this GT")
    hexes = sum(1 << h for h in {p.at[u] for u in bits(order.units)}) if order.side == ALLIED else 1 << order.target
    if not hexes & (g.board.coast | g.board.ports & ~p.bombed):
        return Refusal("20.1a", "no Allied unit in this combat is on the coast or in a port")
    return None


def support(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> AttackOrder:
    """20.1b: the ships serve this combat, once a GT."""
    p.naval = UTILIZED
    p.tell("naval support", "20.1b", hex=g.hex_name(order.target))
    return msgspec.structs.replace(order, ships=True)
