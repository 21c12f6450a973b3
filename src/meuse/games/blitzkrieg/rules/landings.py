"""22.5, 30.6, 32.2 Landings on the enemy: units that lie off his coast, or have come down in his midst, clear the hex
in the combat phase or are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED
from meuse.games.blitzkrieg.position import ELIMINATED, Assault, BlitzPosition
from meuse.games.blitzkrieg.rules import losses, movement

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def ordered_to(p: BlitzPosition, u: int) -> int:
    """22.5a: the coast that a unit in its ship has to storm."""
    (target,) = [a.target for a in p.assaults if a.unit == u]
    return target


def come_down(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> None:
    """30.6.1a: a unit lands out of the air, perhaps among enemies; deception units there are found out (19.2.2c)."""
    enemy = 1 - g.side[u]
    for v in [v for v in p.units_in(hex) if g.side[v] == enemy and g.counters[v].deception]:
        losses.eliminate(g, p, v, "19.2.2c")
    if p.occupied[enemy] >> hex & 1:
        p.landed |= 1 << u
    movement.enter(g, p, u, hex)


def touch_down(g: Blitzkrieg, p: BlitzPosition) -> None:
    """As a combat phase begins: guns are free again (9.3a), and whom nobody opposes any more has simply landed."""
    p.fired = 0
    for a in p.assaults:
        if not p.occupied[1 - g.side[a.unit]] >> a.target & 1:
            end_assault(g, p, a)
            movement.enter(g, p, a.unit, a.target)
            p.tell("landed", "22.5a", unit=g.ids[a.unit], hex=g.hex_name(a.target))
    _settle(p)


def after_battle(g: Blitzkrieg, p: BlitzPosition) -> None:
    """22.5b, 30.6.1b: once its own combat is over a unit has the hex or is lost; those of a special operation may hold
    out until the phase ends (32.2.1c)."""
    units = p.order.units
    for a in p.assaults:
        if units >> a.unit & 1:
            _decide(g, p, a)
    _settle(p)
    _overwhelm(g, p, units & p.landed & ~p.commandos, "30.6.1b")


def end_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """22.5b, 32.2.1c: what has not cleared its hex as the combat phase ends is lost."""
    for a in p.assaults:
        _decide(g, p, a)
    _settle(p)
    _overwhelm(g, p, p.landed, "32.2.1c")
    p.commandos = p.airheads = 0


def end_assault(g: Blitzkrieg, p: BlitzPosition, a: Assault) -> None:
    p.assaults = tuple([other for other in p.assaults if other != a])


def _decide(g: Blitzkrieg, p: BlitzPosition, a: Assault) -> None:
    """22.5b: a unit that is not ashore is lost, and its ship with it."""
    end_assault(g, p, a)
    if p.at[a.unit] < 0 or g.board.sea >> p.at[a.unit] & 1:
        p.ships[a.ship] = ELIMINATED
        p.tell("ship lost", "22.5b", hex=g.hex_name(a.target))
        if p.at[a.unit] >= 0:
            losses.eliminate(g, p, a.unit, "22.5b")


def _settle(p: BlitzPosition) -> None:
    """Units that no longer share their hex with enemies are like all others; only Germans land so (32.0a)."""
    for u in bits(p.landed):
        if p.at[u] < 0 or not p.occupied[ALLIED] >> p.at[u] & 1:
            p.landed &= ~(1 << u)


def _overwhelm(g: Blitzkrieg, p: BlitzPosition, units: int, rule: str) -> None:
    for u in bits(units):
        losses.eliminate(g, p, u, rule)
        p.landed &= ~(1 << u)
