"""12.0 Movement: one unit at a time, by march hex by hex, or by rail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import AXIS, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import fog, impulses, rail, stacking, supply
from meuse.games.blitzkrieg.rules.crowding import StackingCheck
from meuse.games.blitzkrieg.rules.ground import DUTCH, open_ground
from meuse.games.blitzkrieg.rules.sight import sighted
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def allowance(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """12.1.2a, 18.4a: the movement points of one phase; half of them, rounded up, out of supply."""
    points = g.counters[u].move[p.tired >> u & 1]
    return (points + 1) // 2 if p.unsupplied >> u & 1 else points


def step_cost(g: Blitzkrieg, p: BlitzPosition, u: int, start: int, to: int) -> int:
    """12.3, 14.3a: terrain and hexside, and three more to leave an enemy zone; special forces pay one (23.5.1a)."""
    going, c = g.box.going[u], g.counters[u]
    cost = going.price[to] + (going.flood if p.flooded >> to & 1 else 0)
    if (start, to) in g.board.river_name:
        cost += going.river
    if not c.special and zone(g, p, 1 - c.side) >> start & 1:
        cost += g.charts.limits.zoc_exit
    return cost


def barred(g: Blitzkrieg, p: BlitzPosition, u: int, start: int, to: int) -> Refusal | None:
    """What forbids a step whatever it costs."""
    c = g.counters[u]
    if not g.board.touch[start] >> to & 1:
        return Refusal("12.1a", "units march from land hex to neighbouring land hex, not over closed water")
    if p.occupied[1 - c.side] >> to & 1:
        return Refusal("13.1.3a", "enemy units stand there")
    if not open_ground(g, p, c.side) >> to & 1:
        return closed(g, p, to)
    if g.board.jam >> to & 1 and not stacking.room(g, p, u, to):
        return Refusal("13.1.2a", "the hex is full, and in such terrain nobody gets by")
    return None


def closed(g: Blitzkrieg, p: BlitzPosition, to: int) -> Refusal:
    """Why nobody of the side may enter a land hex."""
    country = g.board.country[to]
    if country == "britain":
        return Refusal("4.6c", "the Axis may not enter Britain")
    if p.open_cities >> to & 1:
        return Refusal("33.2a", "it has been declared an open city")
    return Refusal("4.3b", f"{country.capitalize()} is neutral")


def against(g: Blitzkrieg, p: BlitzPosition, u: int, to: int, left: int, fresh: bool) -> Refusal | None:
    """What speaks against a unit's next step; its first may be more than it can pay (12.2.3)."""
    start = p.at[u]
    bar = barred(g, p, u, start, to)
    if bar or step_cost(g, p, u, start, to) <= left:
        return bar
    if not fresh or p.minimum >> u & 1:
        return Refusal("12.3.1a", f"it costs {step_cost(g, p, u, start, to)}, and {left} points are left")
    enemy = zone(g, p, 1 - g.side[u])
    if enemy >> start & 1 and enemy >> to & 1 and not g.counters[u].special:
        return Refusal("12.2.3b", "from zone to zone a step must be paid in full")
    return None


def steps(g: Blitzkrieg, p: BlitzPosition, u: int, left: int, fresh: bool) -> list[int]:
    """The hexes that a unit may enter next."""
    return [to for to in bits(g.grid.near[p.at[u]]) if not against(g, p, u, to, left, fresh)]


def can_move(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    left = allowance(g, p, u)
    return g.counters[u].move[0] > 0 and any(not against(g, p, u, to, left, True) for to in bits(g.grid.near[p.at[u]]))


def enter(g: Blitzkrieg, p: BlitzPosition, u: int, to: int) -> None:
    """A unit comes into a hex."""
    p.put(g, u, to)
    invade(g, p, g.side[u], to)


def invade(g: Blitzkrieg, p: BlitzPosition, side: int, to: int) -> None:
    """4.2.3b: Germans who enter or attack the Netherlands bring it into the war."""
    if side == AXIS and g.dutch_ground >> to & 1 and not p.at_war >> DUTCH & 1:
        p.join_war(DUTCH)
        p.tell("netherlands at war", "4.2.3b", hex=g.hex_name(to))


def open_phase(g: Blitzkrieg, p: BlitzPosition, slot: int) -> None:
    """8.1(2.3)a, 8.1(2.6)a: a movement phase, and the stacking check that ends it (13.1.1a)."""
    p.push(*impulses.begin(g, p, slot), Muster(slot), MovePhase(), StackingCheck())


def first(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 1)


def second(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 2)


def third(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 3)


class Muster(Frame, frozen=True):
    """9.1c, 18.5a: who may act and who is out of supply, judged as the phase begins and for the whole of it."""

    slot: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        p.moved, p.arranged = 0, False
        p.eligible = impulses.eligible(g, p, self.slot, attack=False) & ~p.rode
        p.unsupplied = supply.lacking(g, p) if p.eligible else 0


class MovePhase(Frame, frozen=True):
    """12.2.1a: the phasing side moves as many of its units as it likes."""

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        fresh = bits(p.eligible & ~p.moved)
        return (SIDES[p.active],) if any(can_move(g, p, u) or rail.can_ride(g, p, u) for u in fresh) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        fresh = list(bits(p.eligible & ~p.moved))
        found = ["done", *(g.word("move", u) for u in fresh if can_move(g, p, u))]
        found += [g.word("rail", u) for u in fresh if rail.can_ride(g, p, u)]
        return [*found, "arrange"] if fog.may_arrange(g, p, p.active) else found

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        if verb == "arrange":
            p.push(fog.Arranging(p.active))
            return
        u = g.by_id[noun]
        p.moved |= 1 << u
        p.push(rail.Riding(u) if verb == "rail" else Moving(u, allowance(g, p, u)))

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "arrange":
            return Refusal("19.1a", "no stack is to be put in order, or it has been done in this phase")
        if verb not in ("move", "rail") or noun not in g.by_id:
            return None
        u, name = g.by_id[noun], g.counters[g.by_id[noun]].name
        if g.side[u] != p.active or p.at[u] < 0:
            return Refusal("12.2.1a", f"{name} is not yours to move")
        if p.moved >> u & 1:
            return Refusal("12.2.1a", f"{name} has moved in this phase")
        if not p.eligible >> u & 1:
            rule = "4.3a" if p.impulse == 1 else "9.1b"
            return Refusal(rule, f"{name} may not act in this impulse")
        if verb == "rail":
            return rail.against(g, p, u) or Refusal("12.4b", f"{name} stands in no city")
        if not g.counters[u].move[0]:
            return Refusal("12.2.3a", f"{name} never moves")
        return Refusal("12.3.1a", f"no hex is open to {name}")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Movement, impulse {p.impulse}: move units, or be done.", "12.2.1a"


class Moving(Frame, frozen=True):
    """12.1a: one unit on its way, with the points that it has left."""

    unit: int
    left: int
    fresh: bool = True

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.fresh or steps(g, p, self.unit, self.left, False) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        step = g.hex_words["step"]
        return ["stop", *(step[to] for to in steps(g, p, self.unit, self.left, self.fresh))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            p.pop()
            return
        u, to, start = self.unit, g.grid.bit[noun], p.at[self.unit]
        cost = step_cost(g, p, u, start, to)
        if cost > self.left:
            p.minimum |= 1 << u
        if p.impulse == 3:
            p.third |= 1 << u
        p.swap(Moving(u, max(0, self.left - cost), False))
        enter(g, p, u, to)
        p.tell("step", "12.1a", seen_by=(side,), unit=g.ids[u], start=g.hex_name(start), hex=noun, cost=cost)
        sighted(g, p, u, start)

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "step" and noun in g.grid.bit:
            return against(g, p, self.unit, g.grid.bit[noun], self.left, self.fresh)
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The unit has {self.left} movement points.", "12.1a"
