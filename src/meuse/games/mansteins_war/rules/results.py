"""22.1 Combat results, carried out in the order in which the chart lists their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.mansteins_war.box.chartfile import ResultCode
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import bridgeheads
from meuse.games.mansteins_war.rules.counterattack import Counterattack
from meuse.games.mansteins_war.rules.fortress import intact
from meuse.games.mansteins_war.rules.losses import Losses
from meuse.games.mansteins_war.rules.orders import AttackOrder
from meuse.games.mansteins_war.rules.pursuit import Pursuit
from meuse.games.mansteins_war.rules.retreat import Retreats

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def carry_out(g: MansteinsWar, p: MansteinPosition, order: AttackOrder, code: ResultCode) -> None:
    """22.1f, 22.1j: against an intact fort CA is no effect and DW becomes ST; 22.2e: CA answers no counterattack."""
    result = g.charts.results[code]
    if result.fort and intact(g, p, 1 - order.side, order.target):
        p.tell("fort holds", result.source, hex=g.hex_name(order.target), result=code)
        if result.fort == "-":
            return
        result = g.charts.results[result.fort]
    if result.counterattack:
        if order.counter:
            p.tell("no effect", "22.2e", hex=g.hex_name(order.target))
        else:
            p.push(Counterattack(order))
        return
    suffering = order.defenders if order.counter else sum(1 << u for u in p.stacks[order.target])
    attacker = Losses(order.side, result.attacker.steps, order.units, order.mobile)
    defender = Losses(1 - order.side, result.defender.steps, suffering, order.mobile)
    losses = (attacker, defender) if result.first == "attacker" else (defender, attacker)
    p.push(
        *losses,
        Retreats(order.side, order.units, result.attacker.retreat, order.side),
        Retreats(1 - order.side, suffering, result.defender.retreat, 1 - order.side),
        *((Pursuit(order, result.overrun),) if result.pursuit != "no" and not order.landing else ()),
        *(bridgeheads.after(g, p, order) if result.defender.steps else ()),
    )
