"""8.0 Ground movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import air, airborne, airlift, control, evacuation, rail, supply
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def open_segment(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1d: the Ground Movement Segment of the operating side."""
    asked = supply.ask_port(g, p)
    p.push(*((asked,) if p.operating == ALLIED else ()), MoveSegment())


def open_ground(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """8.0c, 8.4.1a, 8.5, 25.4c: hexes that a unit may enter as things stand, by move, retreat or pursuit."""
    side = g.side[u]
    found = g.enterable[u] & ~p.occupied[1 - side]
    return found & ~p.open_cities if side == ALLIED else found


def ways_out(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> int:
    """Hexes next to a unit that it may step into, whatever the cost (7.2d, 8.0c, 8.1a, 8.4.1a, 8.5)."""
    found = g.board.touch[hex] & open_ground(g, p, u)
    enemy = zone(g, p, 1 - g.side[u])
    return found & ~enemy if enemy >> hex & 1 else found


def allowance(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """8.0a, 8.2a, 15.5a: the movement factors a unit has as its move begins, half of them if it is unsupported."""
    return g.move[u] if supply.supported(g, p, u, "move") else (g.move[u] + 1) // 2


def toll(g: MansteinsWar, p: MansteinPosition, u: int, hex: int, to: int) -> int:
    """8.0e, 8.4: what the ground asks for a step into the next hex."""
    going = g.going[u]
    price = going.cost(to, g.board.forts[1 - g.side[u]] & ~p.destroyed)
    return price + going.river if (hex, to) in g.board.river_name else price


def delay(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> int:
    """16.8b: what German air units add to leaving a hex."""
    return g.charts.limits.interdiction if g.side[u] == ALLIED and air.interdicted(g, p) >> hex & 1 else 0


def cost(g: MansteinsWar, p: MansteinPosition, u: int, hex: int, to: int) -> int:
    """The movement factors that a step takes."""
    return toll(g, p, u, hex, to) + delay(g, p, u, hex)


def in_reach(g: MansteinsWar, p: MansteinPosition, u: int, hex: int, ways: int, left: int) -> int:
    """8.0a: of these neighbours those that so many movement factors pay for."""
    left -= delay(g, p, u, hex)
    forts = ways & g.board.forts[1 - g.side[u]]
    found = ways & ~forts & g.going[u].affordable(hex, left)
    for to in bits(forts):
        if toll(g, p, u, hex, to) <= left:
            found |= g.one[to]
    return found


def can_move(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """8.0a, 8.0b: whether an activated unit on the map may begin a move: it is not static and finds a way."""
    if not g.move[u]:
        return False
    return bool(ways_out(g, p, u, p.at[u])) or evacuation.refuse_exit(g, p, u, g.move[u]) is None


class MoveSegment(Frame, frozen=True):
    """8.0a: activated units move one after another."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        move = g.unit_words["move"]
        ready = [u for u in bits(p.acting & ~p.moved) if p.at[u] >= 0]
        found = [move[u] for u in ready if can_move(g, p, u)]
        found += [g.word("rail", u) for u in ready if rail.can_ride(g, p, u)]
        if p.acting & g.airborne:
            found += [g.word("drop", u) for u in ready if airborne.targets(g, p, u)]
        if g.on("airlift"):
            found += [g.word("carry", u) for u in ready if airlift.destinations(g, p, u)]
        found.append("end")
        return found

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "move":
            u = g.by_id[noun]
            p.moved |= 1 << u
            p.push(Moving(u, allowance(g, p, u)))
        elif verb == "rail":
            p.moved |= 1 << g.by_id[noun]
            p.push(rail.Riding(g.by_id[noun]))
        elif verb in ("drop", "carry"):
            p.push(airborne.Flying(g.by_id[noun], verb == "drop"))
        else:
            p.pop()

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        judges = {"move": stuck, "rail": rail.refuse_ride, "drop": airborne.refuse_landing,
                  "carry": airlift.refuse_transfer}
        if verb in judges and noun in g.by_id:
            return refuse_start(g, p, g.by_id[noun]) or judges[verb](g, p, g.by_id[noun])
        return None

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Move activated units, or end the Movement Segment.", "8.0a"


def refuse_start(g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal | None:
    """Why a unit may begin no move at all now."""
    name = g.counters[u].name
    if g.side[u] != p.operating:
        return Refusal("4.1d", f"{name} is not on the operating side")
    if p.at[u] < 0:
        return Refusal("2.1a", f"{name} is not on the map")
    if not g.move[u]:
        return Refusal("8.0b", f"{name} is a static unit and never moves")
    if p.moved >> u & 1:
        return Refusal("8.0d", f"{name} has moved in this segment")
    if p.reserves >> u & 1:
        return Refusal("5.8d", f"{name} has had its activation of this week")
    return None if p.acting >> u & 1 else Refusal("5.5a", f"{name} is not activated")


def stuck(g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal:
    """Why there is no way for a unit that may move."""
    around = zone(g, p, 1 - g.side[u])
    return Refusal("8.1b" if around >> p.at[u] & 1 else "8.0c", f"{g.counters[u].name} has no hex to go to")


class Moving(Frame, frozen=True):
    """8.0a: a unit goes hex by hex."""

    unit: int
    left: int
    """Movement factors left."""
    begun: bool = False
    """It has taken its first step."""

    def open(self, g: MansteinsWar, p: MansteinPosition) -> int:
        """Hexes that it may step into now: the first is always within reach (8.1a), later ones must be paid for."""
        u = self.unit
        here = p.at[u]
        if self.begun and zone(g, p, 1 - g.side[u]) >> here & 1:
            return 0
        ways = ways_out(g, p, u, here)
        return in_reach(g, p, u, here, ways, self.left) if self.begun else ways

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],) if self.open(g, p) or self.may_leave(g, p) else ()

    def may_leave(self, g: MansteinsWar, p: MansteinPosition) -> bool:
        return self.refuse_leaving(g, p) is None

    def refuse_leaving(self, g: MansteinsWar, p: MansteinPosition) -> Refusal | None:
        """7.2c, 25.3a: why it may not go off the map, or None: an enemy ZOC that it has entered holds it."""
        u = self.unit
        if self.begun and zone(g, p, 1 - g.side[u]) >> p.at[u] & 1:
            return Refusal("7.2c", f"{g.counters[u].name} has come into an enemy zone of control")
        return evacuation.refuse_exit(g, p, u, self.left)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        step = g.hex_words["step"]
        found = [step[to] for to in bits(self.open(g, p))]
        if self.begun:
            found.append("stop")
        if self.may_leave(g, p):
            found.append("leave")
        return found

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            self.run(g, p)
            return
        if verb == "leave":
            p.pop()
            evacuation.leave(g, p, self.unit, "25.3a")
            return
        u, here, to = self.unit, p.at[self.unit], g.grid.bit[noun]
        spent = cost(g, p, u, here, to)
        p.swap(Moving(u, max(0, self.left - spent), True))
        p.put(g, u, to)
        p.tell("step", "8.0a", unit=g.ids[u], start=g.hex_name(here), hex=noun)
        control.take(g, p, u, to)

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        p.pop()
        control.review(g, p)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "step" and noun in g.grid.bit:
            return refuse_step(g, p, self, g.grid.bit[noun])
        if verb == "leave":
            return self.refuse_leaving(g, p)
        return Refusal("8.0a", f"{g.counters[self.unit].name} is on the move: go on or stop")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"{g.counters[self.unit].name}: {self.left} movement factors left.", "8.0a"


def refuse_step(g: MansteinsWar, p: MansteinPosition, move: Moving, to: int) -> Refusal:
    """Why a moving unit may not step into a hex."""
    u, here = move.unit, p.at[move.unit]
    name, side = g.counters[u].name, g.side[u]
    if g.grid.direction(here, to) < 0:
        return Refusal("8.0a", f"{g.hex_name(to)} is not next to {name}")
    if p.occupied[1 - side] >> to & 1:
        return Refusal("6.0e", f"enemy units are in {g.hex_name(to)}")
    if not g.board.touch[here] >> to & 1:
        closed = "2.1b" if g.board.land >> to & 1 else "8.5b" if g.board.country[to] == "switzerland" else "8.0c"
        return Refusal(closed, f"the way to {g.hex_name(to)} is closed")
    if side == ALLIED and p.open_cities >> to & 1:
        return Refusal("25.4c", f"{g.board.label(to)} is an open city")
    if not g.enterable[u] >> to & 1:
        return _refuse_ground(g, u, to)
    if zone(g, p, 1 - side) >> here & zone(g, p, 1 - side) >> to & 1:
        return Refusal("7.2d" if move.begun else "8.1b", f"{name} would go from one enemy ZOC to another")
    return Refusal("8.0a", f"{name} has {move.left} movement factors left, and {g.hex_name(to)} costs "
                           f"{cost(g, p, u, here, to)}")


def _refuse_ground(g: MansteinsWar, u: int, to: int) -> Refusal:
    """Ground that is never open to the unit."""
    name = g.counters[u].name
    if not g.land >> to & 1:
        return Refusal("28.1e", "the Netherlands are out of the war")
    if not g.going[u].enterable >> to & 1:
        return Refusal("8.4.1a", f"{name} is an army and cannot enter rough terrain")
    return Refusal("8.5c", f"{name} may not leave its own ground")
