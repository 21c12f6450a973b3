"""14.0 Refit, and air units that arrive in its phase (13.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, NATIONS, SIDES
from meuse.games.mansteins_war.position import (
    AVAILABLE,
    DUE,
    ELIMINATED,
    UTILIZED,
    MansteinPosition,
)
from meuse.games.mansteins_war.rules import supply
from meuse.games.mansteins_war.rules.control import controls
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def open_phase(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1c: both sides bank what the turn track grants, then spend, the side with the initiative first."""
    _air_arrives(g, p)
    for nation in range(len(NATIONS)):
        _bank(g, p, nation)
    spending = {GERMAN: (Refitting(GERMAN),), ALLIED: (supply.ask_port(g, p, refit=True), Refitting(ALLIED))}
    p.push(*spending[p.initiative], *spending[1 - p.initiative])


def _air_arrives(g: MansteinsWar, p: MansteinPosition) -> None:
    """13.5a: air units that are due go to their display; of a secret schedule only their owner hears (28.3a)."""
    for a in g.air:
        if p.air_at[a.index] == DUE and p.air_due[a.index] <= p.turn:
            p.fly(a.index, AVAILABLE)
            secret = g.on("variable-reinforcements")
            p.tell("air arrives", "13.5a", seen_by=(SIDES[a.side],) if secret else None, air=a.id)


def _bank(g: MansteinsWar, p: MansteinPosition, nation: int) -> None:
    """14.1a, 14.2, 14.0b: a nation's points of this week, none without its key place, none after its surrender or
    out of the war (28.1e)."""
    name = NATIONS[nation]
    income = g.charts.refit.nations[name]
    granted = income.income[p.turn - 1]
    side = GERMAN if name == "german" else ALLIED
    if p.capitulated >> nation & 1 or not granted or (g.neutral and name == "dutch"):
        return
    if income.needs and not controls(g, p, side, g.board.cell_of[income.needs]):
        rule = "14.2a" if side == GERMAN else "14.2b"
        p.tell("no refit points", rule, nation=name, place=income.needs)
        return
    points = min(p.rp[nation] + granted, g.charts.refit.track)
    set_points(p, nation, points)
    p.tell("refit points", "14.1a", nation=name, granted=granted, points=points)


def set_points(p: MansteinPosition, nation: int, points: int) -> None:
    p.rp = (*p.rp[:nation], points, *p.rp[nation + 1:])


def price(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """14.3a, 14.3b: what the next purchase for a ground unit costs."""
    costs = g.charts.refit
    if p.at[u] == ELIMINATED:
        return costs.logistics
    return costs.step_in_zoc if zone(g, p, 1 - g.side[u]) >> p.at[u] & 1 else costs.step


def refuse_purchase(g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal | None:
    """Why nothing can be bought for a ground unit, or None."""
    c = g.counters[u]
    if p.at[u] == ELIMINATED:
        if not c.logistics:
            return Refusal("14.3d", f"{c.name} is eliminated and cannot be rebuilt")
    elif p.at[u] < 0:
        return Refusal("14.3a", f"{c.name} is not on the map")
    elif p.steps[u] == c.steps:
        return Refusal("14.3a", f"{c.name} is at full strength")
    elif not supply.supported(g, p, u, "refit"):
        return Refusal("15.5d", f"{c.name} cannot trace a line of communications")
    return _refuse_price(g, p, c.nation, price(g, p, u))


def refuse_air(g: MansteinsWar, p: MansteinPosition, a: int) -> Refusal | None:
    """14.3c: why an air unit cannot be restored, or None."""
    unit, place = g.air[a], p.air_at[a]
    if place == ELIMINATED:
        return Refusal("14.3d", f"{unit.entry.name} is eliminated and cannot be rebuilt")
    if (place < 0 and place not in (AVAILABLE, UTILIZED)) or p.air_steps[a] == unit.steps:
        return Refusal("14.3c", f"{unit.entry.name} is not a reduced air unit in play")
    return _refuse_price(g, p, unit.entry.nation, g.charts.refit.air)


def _refuse_price(g: MansteinsWar, p: MansteinPosition, nation: str, asked: int) -> Refusal | None:
    """14.1a: each nation's points serve its own units."""
    points = p.rp[NATIONS.index(nation)]
    if points >= asked:
        return None
    return Refusal("14.1a", f"it costs {asked} refit points, and {points} {nation} ones are left")


class Refitting(Frame, frozen=True):
    """14.3e: one purchase after another."""

    side: int

    def rich(self, g: MansteinsWar, p: MansteinPosition) -> bool:
        return any(points and (n == 0) == (self.side == GERMAN) for n, points in enumerate(p.rp))

    def purchases(self, g: MansteinsWar, p: MansteinPosition) -> list[Action]:
        if not self.rich(g, p):
            return []
        found = [g.word("refit", u) for u in bits(g.side_units[self.side])
                 if refuse_purchase(g, p, u) is None]
        return found + [g.air_words["refit"][a] for a in g.air_of[self.side] if refuse_air(g, p, a) is None]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.purchases(g, p) else ()

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [*self.purchases(g, p), "done"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        elif noun in g.air_by_id:
            self.restore(g, p, g.air_by_id[noun])
        else:
            self.buy(g, p, g.by_id[noun])

    def restore(self, g: MansteinsWar, p: MansteinPosition, a: int) -> None:
        pay(p, g.air[a].entry.nation, g.charts.refit.air)
        p.set_air_steps(a, g.air[a].steps)
        p.tell("air refitted", "14.3c", air=g.air[a].id, points=g.charts.refit.air)

    def buy(self, g: MansteinsWar, p: MansteinPosition, u: int) -> None:
        asked = price(g, p, u)
        pay(p, g.nation[u], asked)
        if p.at[u] == ELIMINATED:
            p.steps[u] = g.counters[u].steps
            p.put(g, u, DUE)
            p.due = (*p.due[:u], p.turn, *p.due[u + 1:])
            p.tell("rebuilt", "14.3b", unit=g.ids[u], points=asked)
            return
        p.steps[u] += 1
        p.tell("refitted", "14.3a", unit=g.ids[u], points=asked, steps=p.steps[u])

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "refit" or (noun not in g.by_id and noun not in g.air_by_id):
            return Refusal("14.3e", "buy steps with refit points, or be done")
        if noun in g.air_by_id:
            owner, why = g.air[g.air_by_id[noun]].side, refuse_air(g, p, g.air_by_id[noun])
        else:
            owner, why = g.side[g.by_id[noun]], refuse_purchase(g, p, g.by_id[noun])
        return Refusal("14.3e", "that unit is not yours to refit") if owner != self.side else why

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"{SIDES[self.side].capitalize()} refit: spend refit points, or be done.", "14.3e"


def pay(p: MansteinPosition, nation: str, points: int) -> None:
    n = NATIONS.index(nation)
    set_points(p, n, p.rp[n] - points)
