"""A position of Sedan: where every counter is, the markers, the air units, and the procedures under way.

Sets of hexes are ints by hex bit, sets of counters ints by counter number. `put` is the one writer of places: it keeps
stacks and the occupied sets true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import msgspec

from meuse.engine.contract import Outcome, Position
from meuse.engine.frames import fresh

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

DUE, TRACK, ELIMINATED, EXITED, WITHDRAWN, ABSENT = -1, -2, -3, -4, -5, -6
"""Places off the map: to enter by schedule, HQ on the Turn Track, lost, left by 16.10g, left by 14.0c, not in play."""

PLACES = {
    DUE: "due", TRACK: "track", ELIMINATED: "eliminated", EXITED: "exited", WITHDRAWN: "withdrawn", ABSENT: "absent"
}

DIRTY = -1
"""A zone of control that has to be worked out again."""


class Unit(msgspec.Struct, frozen=True, array_like=True):
    """The changing part of a counter. `hex` is a hex bit or one of the places off the map."""

    hex: int
    steps: int
    unsupplied: int = 0
    """Supply Phases in a row without a supply path (5.2)."""
    back: int = 0
    """The turn in which an eliminated HQ may return (2.4f)."""


class Air(msgspec.Struct, frozen=True, array_like=True):
    """A side's air units: alive, and of those the ones not yet used this turn (2.5c, 11.0a)."""

    fighters: int = 0
    bombers: int = 0
    fresh_fighters: int = 0
    fresh_bombers: int = 0


class Sky(msgspec.Struct, frozen=True, array_like=True):
    """A side's air units committed to the combat or bridge attack under way."""

    fighters: int = 0
    bombers: int = 0


class SedanPosition(Position):
    """See the module. Two-element tuples and lists are in the order of the sides: German, French."""

    __slots__ = (
        "acting", "activated", "air", "blown", "chit", "command", "crossed", "cup", "fighting", "fought",
        "guns", "held", "low_fuel", "moved", "occupied", "outcome", "overrun", "phase", "pontoons", "pontoons_laid",
        "road", "roadblocks", "sky", "stacks", "tried", "turn", "units", "zone",
    )

    turn: int
    phase: str
    units: list[Unit]
    cup: tuple[str, ...]
    chit: str
    activated: int
    """Counters that have had their activation this turn (6.0e)."""
    acting: int
    """Counters activated by the present chit, HQs and reinforcements included."""
    command: dict[int, int]
    """For each acting counter the HQs that had it in range at the draw; none where it needs none (6.0g)."""
    moved: int
    fought: int
    overrun: int
    """Counters with an Overrun marker (9.4h)."""
    low_fuel: int
    road: int
    """Counters with a Road Move marker (9.2c)."""
    crossed: int
    """2nd Army Cavalry that has come back over the Meuse-Chiers line (6.1d)."""
    guns: int
    """Artillery Support markers spent in this activation (2.4g)."""
    blown: int
    pontoons: int
    """Sets of river hexsides, by their number on the board."""
    pontoons_laid: int
    roadblocks: int
    tried: int
    """Hexes that have seen a roadblock attempt this turn (13.0d)."""
    held: tuple[int, int]
    """Hexes that a side's combat units have held since the Supply Phase (13.1a)."""
    air: tuple[Air, Air]
    sky: tuple[Sky, Sky]
    outcome: Outcome | None

    stacks: dict[int, tuple[int, ...]]
    occupied: list[int]
    fighting: list[int]
    """Hexes with combat units of each side."""
    zone: list[int]

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.frames = self.frames
        twin.news = []
        twin.who = self.who
        twin.choices = dict(self.choices)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.units = self.units[:]
        twin.cup = self.cup
        twin.chit = self.chit
        twin.activated = self.activated
        twin.acting = self.acting
        twin.command = self.command
        twin.moved = self.moved
        twin.fought = self.fought
        twin.overrun = self.overrun
        twin.low_fuel = self.low_fuel
        twin.road = self.road
        twin.crossed = self.crossed
        twin.guns = self.guns
        twin.blown = self.blown
        twin.pontoons = self.pontoons
        twin.pontoons_laid = self.pontoons_laid
        twin.roadblocks = self.roadblocks
        twin.tried = self.tried
        twin.held = self.held
        twin.air = self.air
        twin.sky = self.sky
        twin.outcome = self.outcome
        twin.stacks = self.stacks.copy()
        twin.occupied = self.occupied[:]
        twin.fighting = self.fighting[:]
        twin.zone = self.zone[:]
        return twin

    def put(self, g: Sedan, u: int, to: int) -> None:
        """Move a counter to a hex or a place off the map."""
        old = self.units[u]
        self.units[u] = Unit(to, old.steps, old.unsupplied, old.back)
        side = g.side[u]
        fights = not g.is_hq[u]
        stacks = self.stacks
        if old.hex >= 0:
            rest = tuple([v for v in stacks[old.hex] if v != u])
            bit = g.one[old.hex]
            if rest:
                stacks[old.hex] = rest
            else:
                del stacks[old.hex]
                self.occupied[side] ^= bit
            if fights and all(g.is_hq[v] for v in rest):
                self.fighting[side] ^= bit
                if self.held[side] & bit:
                    self.held = tuple([h & ~bit if s == side else h for s, h in enumerate(self.held)])  # type: ignore[assignment]
        if to >= 0:
            there = stacks.get(to, ())
            stacks[to] = (*there, u)
            self.occupied[side] |= g.one[to]
            if fights:
                self.fighting[side] |= g.one[to]
        if fights:
            self.zone[side] = DIRTY

    def set_air(self, side: int, air: Air) -> None:
        self.air = (air, self.air[1]) if side == 0 else (self.air[0], air)

    def set_sky(self, side: int, sky: Sky) -> None:
        self.sky = (sky, self.sky[1]) if side == 0 else (self.sky[0], sky)

    def on_map(self, u: int) -> bool:
        return self.units[u].hex >= 0


CLEAR_SKY = (Sky(), Sky())


def blank(g: Sedan) -> SedanPosition:
    """A position with every counter absent and nothing under way."""
    p = object.__new__(SedanPosition)
    fresh(p)
    p.turn, p.phase = 1, "supply"
    p.units = [Unit(ABSENT, c.steps) for c in g.counters]
    p.cup, p.chit = (), ""
    p.activated = p.acting = p.moved = p.fought = p.overrun = p.low_fuel = p.road = p.crossed = 0
    p.command = {}
    p.guns = p.blown = p.pontoons = p.pontoons_laid = p.roadblocks = p.tried = 0
    p.held = (0, 0)
    p.air = (Air(), Air())
    p.sky = CLEAR_SKY
    p.outcome = None
    p.stacks = {}
    p.occupied, p.fighting, p.zone = [0, 0], [0, 0], [DIRTY, DIRTY]
    return p
