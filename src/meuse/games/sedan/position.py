"""A position of Sedan: where every counter is, the markers, the air units, and the procedures under way.

Sets of hexes are ints by hex bit, sets of counters ints by counter number. `put` is the one writer of places: it keeps
stacks and the occupied sets true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Position
from meuse.engine.state import derived, own, position, replaced

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


CLEAR_SKY = (Sky(), Sky())


@position
class SedanPosition(Position):
    """See the module. Two-element tuples and lists are in the order of the sides: German, French."""

    turn: int = 1
    phase: str = "supply"
    units: list[Unit] = own(list)
    cup: tuple[str, ...] = ()
    chit: str = ""
    activated: int = 0
    """Counters that have had their activation this turn (6.0e)."""
    acting: int = 0
    """Counters activated by the present chit, HQs and reinforcements included."""
    command: dict[int, int] = replaced(dict)
    """For each acting counter the HQs that had it in range at the draw; none where it needs none (6.0g)."""
    moved: int = 0
    fought: int = 0
    overrun: int = 0
    """Counters with an Overrun marker (9.4h)."""
    low_fuel: int = 0
    road: int = 0
    """Counters with a Road Move marker (9.2c)."""
    crossed: int = 0
    """2nd Army Cavalry that has come back over the Meuse-Chiers line (6.1d)."""
    guns: int = 0
    """Artillery Support markers spent in this activation (2.4g)."""
    blown: int = 0
    pontoons: int = 0
    """Sets of river hexsides, by their number on the board."""
    pontoons_laid: int = 0
    roadblocks: int = 0
    tried: int = 0
    """Hexes that have seen a roadblock attempt this turn (13.0d)."""
    held: tuple[int, int] = (0, 0)
    """Hexes that a side's combat units have held since the Supply Phase (13.1a)."""
    air: tuple[Air, Air] = (Air(), Air())
    sky: tuple[Sky, Sky] = CLEAR_SKY

    stacks: dict[int, tuple[int, ...]] = derived(dict)
    occupied: list[int] = derived(lambda: [0, 0])
    fighting: list[int] = derived(lambda: [0, 0])
    """Hexes with combat units of each side."""
    zone: list[int] = derived(lambda: [DIRTY, DIRTY])

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
