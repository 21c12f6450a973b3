"""29.0 Air transport: light units flown from airbase to airbase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES, Airstrike, Counter
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, landings, losses, raids, stacking

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

LIGHT = ("airborne", "airlanding", "special operations infantry", "special operations airborne")


def transports(g: Blitzkrieg, c: Counter) -> int:
    """29.4: the transports that a unit needs, 0 for one that cannot be flown; battalions share one."""
    if c.entry.type in LIGHT:
        return 1
    if c.entry.type == "mountain":
        return g.charts.limits.division_transports
    return 0


def airbases(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """29.2a: cities and towns with a friendly unit, and clear hexes with a friendly Air Base; none with enemies in."""
    held = p.occupied[side] & ~p.occupied[1 - side]
    found = held & g.board.airfields
    for b in g.air_bases:
        if g.side[b] == side and p.at[b] >= 0:
            found |= g.one[p.at[b]] & g.board.kinds["clear"]
    return found


def fleet(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> list[Airstrike]:
    """Transports that may fly to a hex now."""
    return raids.able(g, p, side, "transport", hex)


def within_lift(g: Blitzkrieg, p: BlitzPosition, side: int, need: int) -> int:
    """24.3.3a, 24.3.2d: the hexes to which so many transports can be staged; they are all of one kind."""
    idle = flights.in_box(g, p, side, "transport")
    if len(idle) < need:
        return 0
    first, *_ = idle
    near = flights.reach(g, p, first) & ~flights.full(g, p, side)
    return near if need == 1 else wide_enough(g, p, first, near, need)


def wide_enough(g: Blitzkrieg, p: BlitzPosition, a: Airstrike, near: int, need: int) -> int:
    """Of these hexes those to which the bases can stage so many flights at once, and over which there is room."""
    ways = [(flights.spare(g, p, b), flights.sky(g, p, b, a)) for b in flights.stages(g, p, a)]
    staged = [hex for hex in bits(near) if sum(spare for spare, sky in ways if sky >> hex & 1) >= need]
    return sum(g.one[hex] for hex in staged if flights.room_over(g, p, a.side, hex) >= need)


def fields(g: Blitzkrieg, p: BlitzPosition, c: Counter) -> int:
    """29.2a, 32.2.1b: airbase hexes; for airborne and airlanding units seized airfields as well, whoever is there. None
    is a rough or mountain hex that is full (13.1.2a)."""
    seized = p.airheads if c.entry.type in ("airborne", "airlanding") else 0
    found = airbases(g, p, c.side) | seized
    return found & ~stacking.jammed(g, p, c.index, found)


def destinations(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """29.1a: the other airbase hexes that enough transports reach."""
    c = g.counters[u]
    return within_lift(g, p, c.side, transports(g, c)) & fields(g, p, c) & ~g.one[p.at[u]]


def fliers(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """Units that may go by air now; most of the time no transport is there for any."""
    if p.impulse != 1 or not flights.in_box(g, p, p.active, "transport"):
        return []
    ready, home = p.eligible & ~p.moved, airbases(g, p, p.active)
    light = [g.counters[u] for u in g.light if ready >> u & 1 and home >> p.at[u] & 1]
    lifts = {need: within_lift(g, p, p.active, need) for need in {transports(g, c) for c in light}}
    return [c.index for c in light if lifts[transports(g, c)] & fields(g, p, c) & ~g.one[p.at[c.index]]]


def against(g: Blitzkrieg, p: BlitzPosition, u: int) -> Refusal | None:
    """What speaks against a unit's going by air now."""
    c = g.counters[u]
    if not transports(g, c):
        return Refusal("29.4c", f"{c.name} cannot be flown")
    if p.impulse != 1:
        return Refusal("29.1a", "air transport flies in the first movement phase only")
    if not airbases(g, p, c.side) >> p.at[u] & 1:
        return Refusal("29.2a", f"{c.name} does not stand on an airbase hex")
    if len(flights.in_box(g, p, c.side, "transport")) < transports(g, c):
        return Refusal("29.4a", f"{c.name} needs {transports(g, c)} transports")
    return None if destinations(g, p, u) else Refusal("29.1a", f"no airbase hex can be reached by air for {c.name}")


class Airlift(Frame, frozen=True):
    """29.1a, 29.4b: where a unit is flown to; two more battalions of the hex may share the transport."""

    units: tuple[int, ...]

    @property
    def first(self) -> int:
        """The unit with which others share the transport."""
        return self.units[0]

    def sharers(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        first = self.first
        if g.counters[first].entry.size != "battalion" or len(self.units) >= g.charts.limits.battalions_a_transport:
            return []
        fresh = [u for u in p.units_in(p.at[first]) if not p.moved >> u & 1]
        return [u for u in fresh if g.counters[u].entry.size == "battalion" and transports(g, g.counters[u])]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        hexes = [g.hex_words["lift"][hex] for hex in bits(destinations(g, p, self.first))]
        return [*hexes, *(g.word("board", u) for u in self.sharers(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "board":
            u = g.by_id[noun]
            p.moved |= 1 << u
            p.swap(Airlift((*self.units, u)))
            return
        hex, need = g.grid.bit[noun], transports(g, g.counters[self.first])
        p.pop()
        p.push(Carriers(p.active, hex, need), raids.Escorting(p.active, hex), AirLanding(self.units, hex, need),
               raids.Homeward(p.active, hex))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "board":
            return Refusal("29.4b", "three battalions in the same hex may share a transport")
        full = airbases(g, p, p.active) & ~fields(g, p, g.counters[self.first])
        if verb == "lift" and noun in g.grid.bit and full >> g.grid.bit[noun] & 1:
            return Refusal("13.1.2a", f"{noun} is full, and in such terrain nobody gets by")
        return Refusal("29.1a", "units are flown to another airbase hex of their side within range")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "To which airbase hex is the unit flown?", "29.1a"


class Carriers(Frame, frozen=True):
    """29.4, 30.3a: the transports that carry a load to a hex."""

    side: int
    hex: int
    need: int

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.need and len(fleet(g, p, self.side, self.hex)) > self.need else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.air_words["join"][a.index] for a in fleet(g, p, self.side, self.hex)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        self.carry(g, p, g.box.air_by_id[noun])

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        if self.need:
            first, *_ = fleet(g, p, self.side, self.hex)
            self.carry(g, p, first.index)
        else:
            p.pop()

    def carry(self, g: Blitzkrieg, p: BlitzPosition, a: int) -> None:
        p.swap(Carriers(self.side, self.hex, self.need - 1))
        p.push(flights.Staging(a, self.hex))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "join" and noun in g.box.air_by_id:
            return flights.against(g, p, g.airstrikes[g.box.air_by_id[noun]], self.hex)
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Which transports fly? {self.need} more.", "29.4a"


def arrived(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> int:
    """How many transports have come through to a hex."""
    box = g.boxes.index("transport")
    return sum(p.air_in[a] == box for a in flights.over(g, p, side, hex))


class AirLanding(Frame, frozen=True):
    """29.1a, 29.3a, 29.6a: the units land without scatter and make no other move this turn; they are lost with their
    transports, a division Fatigued for each of those that is shot down before the last."""

    units: tuple[int, ...]
    hex: int
    need: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        through = arrived(g, p, p.active, self.hex)
        for u in self.units:
            p.rode |= 1 << u
            if not through:
                losses.eliminate(g, p, u, "28.3b")
                continue
            landings.come_down(g, p, u, self.hex)
            p.commandos |= 1 << u
            p.tell("flown", "29.1a", seen_by=(SIDES[p.active],), unit=g.ids[u], hex=g.hex_name(self.hex))
            for _ in range(self.need - through):
                if p.at[u] >= 0:
                    losses.fatigue(g, p, u, "28.3b")
