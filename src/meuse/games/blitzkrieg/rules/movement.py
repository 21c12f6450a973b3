"""12.1 to 12.3 Marching: one unit at a time, hex by hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import open_cities, stacking
from meuse.games.blitzkrieg.rules.ground import invade, open_ground
from meuse.games.blitzkrieg.rules.interdiction import watch
from meuse.games.blitzkrieg.rules.sight import sighted
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


FORCED = 99
"""More points than any step costs: what the one hex of minimum movement may cost (12.2.3)."""


def allowance(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """12.1.2a, 18.4a: the movement points of one phase; half of them, rounded up, out of supply."""
    points = g.counters[u].move[p.tired >> u & 1]
    return (points + 1) // 2 if p.unsupplied >> u & 1 else points


def step_cost(g: Blitzkrieg, p: BlitzPosition, u: int, start: int, to: int) -> int:
    """12.3, 14.3a: terrain and hexside, and three more to leave an enemy zone; special forces pay one (23.5.1a)."""
    return price(g, p, u, start, to) + leaving(g, p, u, start)


def price(g: Blitzkrieg, p: BlitzPosition, u: int, start: int, to: int) -> int:
    """12.3, 35.2a, 36.3a: terrain and hexside, a flood, no river where there is a bridgehead."""
    going, side = g.box.going[u], g.side[u]
    cost = going.cost[start, to]
    if p.flooded >> to & 1:
        cost += going.flood
    if bridged(g, p, side, start, to):
        cost -= going.river
    return cost


def leaving(g: Blitzkrieg, p: BlitzPosition, u: int, start: int) -> int:
    """14.3a: what it costs more to leave a hex in an enemy zone."""
    c = g.counters[u]
    return 0 if c.special or not zone(g, p, 1 - c.side) & g.one[start] else g.charts.limits.zoc_exit


def bridged(g: Blitzkrieg, p: BlitzPosition, side: int, start: int, to: int) -> bool:
    """12.3.2a, 35.2a: whether a bridgehead of the side leads over the river between two hexes."""
    river = g.board.river_sides.between.get((start, to))
    return river is not None and bool(p.bridges[side] >> river & 1)


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


def against(g: Blitzkrieg, p: BlitzPosition, u: int, to: int, left: int, fresh: bool) -> Refusal:
    """What speaks against a step that is not offered; a unit's first may be more than it can pay (12.2.3)."""
    start = p.at[u]
    bar = barred(g, p, u, start, to)
    if bar:
        return bar
    if fresh and not p.minimum >> u & 1:
        return Refusal("12.2.3b", "from zone to zone a step must be paid in full")
    return Refusal("12.3.1a", f"it costs {step_cost(g, p, u, start, to)} movement points, with {left} left")


def steps(g: Blitzkrieg, p: BlitzPosition, u: int, left: int, fresh: bool) -> list[int]:
    """The hexes that a unit may enter next: those that it can pay for, or its one hex of minimum movement (12.2.3)."""
    start = p.at[u]
    if not fresh or p.minimum >> u & 1:
        return [to for to, _ in affordable(g, p, u, start, left)]
    bound = zone(g, p, 1 - g.side[u]) if leaving(g, p, u, start) else 0
    return [to for to, cost in affordable(g, p, u, start, FORCED) if cost <= left or not bound & g.one[to]]


def affordable(g: Blitzkrieg, p: BlitzPosition, u: int, start: int, left: int) -> list[tuple[int, int]]:
    """12.3: the hexes that a unit may enter next from a hex for so many points, with what each step costs."""
    side = g.side[u]
    free, jam = open_ground(g, p, side) & ~p.occupied[1 - side], g.board.jam
    more, plain, found = leaving(g, p, u, start), not (p.flooded or p.bridges[side]), []
    for to, bit, cost in g.box.going[u].beside[start]:
        if free & bit:
            cost = more + (cost if plain else price(g, p, u, start, to))
            if cost <= left and (not jam & bit or stacking.room(g, p, u, to)):
                found.append((to, cost))
    return found


def can_move(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    return bool(g.mobile >> u & 1 and steps(g, p, u, allowance(g, p, u), True))


def marching(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """Units that may still move in this phase and have a step to make. One hex may always be gone (12.2.3a): outside
    enemy zones to any free hex, within them to one out of them."""
    side, spread = p.active, g.board.spread
    hostile = zone(g, p, 1 - side)
    free = open_ground(g, p, side) & ~(p.occupied[1 - side] | g.board.jam & p.occupied[side])
    loose = spread(free) & ~hostile | spread(free & ~hostile)
    stuck = [u for hex in bits(p.occupied[side] & ~loose) for u in p.stacks[hex]]
    ready = p.eligible & ~p.moved & g.mobile
    sure = ready & ~(p.minimum | sum([1 << u for u in stuck]))
    return [*bits(sure), *[u for u in bits(ready & ~sure) if can_move(g, p, u)]]


def enter(g: Blitzkrieg, p: BlitzPosition, u: int, to: int) -> None:
    """A unit comes into a hex."""
    p.put(g, u, to)
    invade(g, p, g.side[u], to)


def against_march(g: Blitzkrieg, p: BlitzPosition, u: int) -> Refusal | None:
    """What speaks against a unit's marching at all."""
    name = g.counters[u].name
    if not g.mobile >> u & 1:
        return Refusal("12.2.3a", f"{name} never moves")
    return None if can_move(g, p, u) else Refusal("12.3.1a", f"no hex is open to {name}")


class Moving(Frame, frozen=True):
    """12.1a: one unit on its way, with the points that it has left."""

    unit: int
    left: int
    fresh: bool = True
    start: int = -1
    """The hex that it has come from, -1 before its first step."""

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        if p.at[self.unit] < 0:
            return ()
        able = self.fresh or steps(g, p, self.unit, self.left, False)
        return (SIDES[p.active],) if able else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        step = g.hex_words["step"]
        return ["stop", *[step[to] for to in steps(g, p, self.unit, self.left, self.fresh)]]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            self.run(g, p)
            return
        u, to, start = self.unit, g.grid.bit[noun], p.at[self.unit]
        cost = step_cost(g, p, u, start, to)
        if cost > self.left:
            p.minimum |= 1 << u
        if p.impulse == 3:
            p.third |= 1 << u
        p.swap(Moving(u, max(0, self.left - cost), False, start if self.fresh else self.start))
        enter(g, p, u, to)
        p.tell("step", "12.1a", seen_by=(side,), unit=g.ids[u], start=g.hex_name(start), hex=noun, cost=cost)
        watch(g, p, 1 << u, to)

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        """The move is over, and the enemy has seen it (19.1a)."""
        p.pop()
        if self.start >= 0 and p.at[self.unit] >= 0:
            sighted(g, p, self.unit, self.start)
        open_cities.occupy(g, p)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "step" and noun in g.grid.bit:
            return against(g, p, self.unit, g.grid.bit[noun], self.left, self.fresh)
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The unit has {count(self.left, 'movement point')}.", "12.1a"
