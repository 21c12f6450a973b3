"""26.0 The German airlift (optional): the carriage of landings, and transfers between cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.position import AVAILABLE, PLACES, UTILIZED, MansteinPosition
from meuse.games.mansteins_war.rules import control

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def the_airlift(g: MansteinsWar) -> int:
    return g.airlift.index(True)


def refuse_carriage(g: MansteinsWar, p: MansteinPosition, rule: str) -> Refusal | None:
    """26.2a, 26.3a: why the airlift can carry nobody now: an activation must be left for it, and it must be free."""
    place = p.air_at[the_airlift(g)]
    if place < 0 and place != AVAILABLE:
        return Refusal(rule, f"the airlift is {PLACES[place]}")
    if not p.air_left:
        return Refusal(rule, "no air activation is left for the airlift")
    return None


def use(g: MansteinsWar, p: MansteinPosition) -> None:
    """26.2a, 26.3a: a carriage takes an activation and is all that the airlift does in this GT."""
    a = the_airlift(g)
    p.fly(a, UTILIZED)
    p.air_active |= 1 << a
    p.air_left -= 1


def refuse_transfer(g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal | None:
    """26.3a, 28.1d: why a unit on the map may not be flown to another city now, or None."""
    c = g.counters[u]
    if not g.on("airlift"):
        return Refusal("26.0a", "the airlift is not in play")
    if not g.airborne >> u & 1:
        foot = c.side == GERMAN and c.corps and c.entry.type in ("infantry", "mountain")
        if not foot or not g.on("airlift-doctrine"):
            return Refusal("26.3a", f"the airlift does not carry {c.name}")
        if p.transfers == p.turn:
            return Refusal("28.1d", "a corps has been carried in this GT")
    if not g.board.cities & control.held(g, p, GERMAN) & g.one[p.at[u]]:
        return Refusal("26.3a", f"{c.name} is not in a city under German control")
    return refuse_carriage(g, p, "26.3a")


def destinations(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """26.3a: German-controlled cities to which a unit may be flown; enemy ZOC is no bar."""
    if refuse_transfer(g, p, u):
        return 0
    cities = g.board.cities & control.held(g, p, GERMAN) & ~p.occupied[ALLIED]
    return cities & g.enterable[u] & ~g.one[p.at[u]]


def carry(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> None:
    """26.3a: the unit moves no more in this impulse and is supported in the Combat Segment."""
    use(g, p)
    p.moved |= 1 << u
    p.supplied |= 1 << u
    if not g.airborne >> u & 1:
        p.transfers = p.turn
    p.put(g, u, hex)
    p.tell("airlift", "26.3a", unit=g.ids[u], hex=g.hex_name(hex))
    control.take(g, p, u, hex)
