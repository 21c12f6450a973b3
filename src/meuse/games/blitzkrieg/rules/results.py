"""15.7 Combat results, carried out in the order of the chart: eliminate, fatigue, retreat, pursue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.chartfile import ResultCode, Toll
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.losses import TakeLosses
from meuse.games.blitzkrieg.rules.odds import defenders
from meuse.games.blitzkrieg.rules.orders import AttackOrder
from meuse.games.blitzkrieg.rules.pursuit import Pursuit
from meuse.games.blitzkrieg.rules.retreat import Retreats

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def carry_out(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder, code: ResultCode) -> None:
    """15.2e: losses by their owners, retreats by theirs, then the winner's pursuit; a hex that losses alone have
    emptied may be entered as well, which landings need (22.5b)."""
    result = g.charts.results[code]
    attackers, others = engaged(g, p, order), defenders(g, p, order)
    bases = sum({g.one[p.at[u]] for u in bits(attackers)}) & ~g.one[order.target]
    frames = [
        *_toll(order.side, attackers, result.attacker), *_toll(1 - order.side, others, result.defender),
        Retreats(order.side, attackers, result.attacker.retreat),
        Retreats(1 - order.side, others, result.defender.retreat),
    ]
    pursuit = max(1, result.pursuit)
    frames.append(Pursuit(order.side, attackers, g.one[order.target], pursuit, max(pursuit, result.mech_pursuit)))
    if result.advance:
        frames.append(Pursuit(1 - order.side, others, bases, result.advance, result.advance))
    p.push(*frames)


def engaged(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> int:
    """11.5.2b: the attackers, with a supporting headquarters that stands next to the hex."""
    hq = order.hq
    beside = hq >= 0 and p.at[hq] >= 0 and g.grid.near[order.target] >> p.at[hq] & 1
    return order.units | 1 << hq if beside else order.units


def _toll(side: int, units: int, toll: Toll) -> list[Frame]:
    found: list[Frame] = []
    if toll.eliminate:
        found.append(TakeLosses(side, units, toll.eliminate, True))
    if toll.fatigue:
        found.append(TakeLosses(side, units, toll.fatigue, False))
    return found
