"""A position of Manstein's War: where every counter is, the markers, the bins, and the procedures under way.

Sets of hexes are ints by hex bit; sets of counters, air units and command markers ints by their numbers in the box;
sets of nations ints by their place in NATIONS. Pairs are in the order of the sides: German, Allied. `put` is the one
writer of the places of ground units: it keeps stacks, the occupied sets and the zones of control true. `fly` and
`set_air_steps` do the same for air units and their zones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Position
from meuse.engine.state import derived, own, position
from meuse.games.mansteins_war.box.components import GERMAN, NATIONS

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

DUE, ELIMINATED, EVACUATED, SURRENDERED, ALOFT, ABSENT = -1, -2, -3, -4, -5, -6
"""Places off the map: to come by the turn track, lost, sailed to England, taken off by a surrender, flying to an
opposed landing, not in play. A unit still to be set up is DUE with no turn."""
AVAILABLE, UTILIZED = -7, -8
"""The displays of air units, special forces and ships (2.1.2a)."""

PLACES = {
    DUE: "due", ELIMINATED: "eliminated", EVACUATED: "evacuated", SURRENDERED: "surrendered", ALOFT: "aloft",
    ABSENT: "absent", AVAILABLE: "available", UTILIZED: "utilized",
}

DIRTY = -1
"""A zone of control or an air zone that has to be worked out again."""


class Bridgehead(msgspec.Struct, frozen=True, array_like=True):
    """27.1 A secured crossing: whose it is, the hex it was made from and the hex it faces."""

    side: int
    start: int
    target: int


@position
class MansteinPosition(Position):
    """See the module."""

    turn: int = 1
    phase: str = "set-up"
    initiative: int = GERMAN
    operating: int = -1
    """The side whose impulse it is, or -1 (4.1a)."""
    marker: int = -1
    """The command marker being played, or -1."""
    commands: tuple[str, ...] = ()
    """Sub-commands activated in this impulse (5.5a)."""

    at: list[int] = own(list)
    """Of each ground unit a hex, or a place off the map."""
    steps: list[int] = own(list)
    due: tuple[int, ...] = ()
    """Of each ground unit the GT in which it arrives, 0 where it does not (13.1a, 28.3a)."""
    air_at: list[int] = own(list)
    air_steps: list[int] = own(list)
    air_due: tuple[int, ...] = ()
    forces_at: list[int] = own(list)
    """Special forces: AVAILABLE, in the hex of the combat under way, ELIMINATED when used up, or ABSENT."""
    naval: int = AVAILABLE

    control: int = 0
    """Hexes that a German unit entered last (3.3b); all other land hexes are the Allies'."""
    destroyed: int = 0
    """Fortified hexes whose works are destroyed (17.1a)."""
    bombed: int = 0
    open_cities: int = 0

    plans: tuple[int, int] = (-1, -1)
    """The plan that each side has kept, -1 before it has chosen (21.1i, 21.2e). Secret until it is drawn."""
    bins: tuple[int, int] = (0, 0)
    """Markers still to be drawn this GT. Secret."""
    special: tuple[int, int] = (-1, -1)
    """What each side has loaded besides the compulsory markers as a set of markers, -1 before it has chosen. Secret."""
    offered: tuple[int, int] = (0, 0)
    """Special markers but plans that each side could have loaded this week, which is no secret."""
    dry: int = 0
    """Sides that were seen to have an empty bin this week: an impulse of theirs fell out (5.4c)."""
    gone: int = 0
    """Markers out of the game: played specials, plans not kept, those of countries that have surrendered."""
    played: int = 0
    """Markers drawn this GT, which all have seen."""
    seen: int = 0
    """Special markers that have ever been played: a plan among them is no secret any more."""

    acting: int = 0
    """Ground units activated in this impulse."""
    moved: int = 0
    attacked: int = 0
    """Units that have attacked in this Combat Segment (10.1a)."""
    defended: int = 0
    """Units that have been attacked in this impulse (10.1b)."""
    retreated: int = 0
    """Units that have retreated in this impulse, which add nothing to another stack's defence (10.1c)."""
    reserves: int = 0
    """Res units that have had their one activation of this GT (5.8d)."""
    railed: int = 0
    """Thirds of an army equivalent moved by rail in this Movement Segment (9.1a)."""
    air_left: int = 0
    """Air activations left in this impulse (16.1a)."""
    air_active: int = 0
    """Air units activated in this impulse."""
    flown: int = 0
    """Air units that have been over the map, so that the enemy knows of them (28.3a)."""
    landing: int = -1
    """The target hex of an opposed landing, -1 for none; the unit itself is ALOFT (18.2a)."""
    dropped: int = 0
    """Airborne units that have made their landing (18.0a)."""
    supplied: int = 0
    """Units supported until the Combat Segment ends, whatever their LOC (18.3a, 26.3a)."""
    port_unit: int = -1
    """The French unit that traces to a Channel port in this segment, -1 if none was named (15.2d)."""

    manstein: int = 0
    """The GT in which the Manstein Plan was drawn, 0 before (5.1h, 5.1i)."""
    evac: int = 0
    """The GT in which Evac was drawn, 0 before (20.2c, 25.3a); minus the GT in which it was forgone (20.2b)."""
    extended: bool = False
    capitulated: int = 0
    rp: tuple[int, ...] = (0,) * len(NATIONS)
    bridgeheads: tuple[Bridgehead, ...] = ()
    bridgeheads_resting: tuple[int, int] = (0, 0)
    """Bridgehead markers taken up in this impulse, which are free in the next (27.1e)."""
    morale_events: int = 0
    """Which of the four events of 24.3.1 have happened, and which sides are still to be asked (see rules/morale)."""
    morale_added: tuple[int, int] = (0, 0)
    """The GT in which each side last added its Morale marker (24.3a)."""
    harbours: int = 0
    """The GT in which British reinforcements last landed at ports (25.2a)."""
    transfers: int = 0
    """The GT of the last air transfer by doctrine (28.1d)."""

    stacks: dict[int, tuple[int, ...]] = derived(dict)
    """Ground units by hex, in the order of their numbers."""
    occupied: list[int] = derived(lambda: [0, 0])
    shared: int = derived(0)
    """Hexes with two units or more."""
    zones: list[int] = derived(lambda: [DIRTY, DIRTY])
    air_zones: list[int] = derived(lambda: [DIRTY, DIRTY])

    def put(self, g: MansteinsWar, u: int, to: int) -> None:
        """Move a ground unit to a hex or a place off the map; nothing but its place changes."""
        old = self.at[u]
        self.at[u] = to
        stacks, side = self.stacks, g.side[u]
        before = self.occupied[side]
        if old >= 0:
            rest = tuple([v for v in stacks[old] if v != u])
            if rest:
                stacks[old] = rest
                if len(rest) == 1:
                    self.shared ^= g.one[old]
            else:
                del stacks[old]
                self.occupied[side] ^= g.one[old]
        if to >= 0:
            there = stacks.get(to)
            if there:
                stacks[to] = tuple(sorted((*there, u)))
                self.shared |= g.one[to]
            else:
                stacks[to] = (u,)
                self.occupied[side] |= g.one[to]
        if self.occupied[side] != before or g.zoc_by_stack:
            self.zones[side] = DIRTY
        if not g.move[u]:
            self.zones[1 - side] = DIRTY

    def units_in(self, hex: int) -> tuple[int, ...]:
        return self.stacks.get(hex, ())

    def destroy_fort(self, hex: int) -> None:
        """17.1a, 7.1c: without its works a fortress unit no longer keeps ZOC out."""
        self.destroyed |= 1 << hex
        self.zones[0] = self.zones[1] = DIRTY

    def declare_open(self, hex: int) -> None:
        """25.4a, 25.4c: Allied ZOC no longer reach into the city."""
        self.open_cities |= 1 << hex
        self.zones[0] = self.zones[1] = DIRTY

    def fly(self, a: int, to: int) -> None:
        """Take an air unit to a hex or a display."""
        self.air_at[a] = to
        if to >= 0:
            self.flown |= 1 << a
        self.air_zones[0] = self.air_zones[1] = DIRTY

    def set_air_steps(self, a: int, steps: int) -> None:
        self.air_steps[a] = steps
        self.air_zones[0] = self.air_zones[1] = DIRTY

    def set_bin(self, side: int, markers: int) -> None:
        self.bins = (markers, self.bins[1]) if side == 0 else (self.bins[0], markers)

    def set_special(self, side: int, markers: int) -> None:
        self.special = (markers, self.special[1]) if side == 0 else (self.special[0], markers)

    def set_plan(self, side: int, marker: int) -> None:
        self.plans = (marker, self.plans[1]) if side == 0 else (self.plans[0], marker)
