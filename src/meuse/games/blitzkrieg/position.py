"""A position of Blitzkrieg in the West: where every counter is, cards, Shock, markers, and the procedures under way.

Sets of hexes are ints by hex bit; sets of counters, airstrikes and cards ints by their numbers in the box; sets of
countries ints by their place in COUNTRIES. Pairs are in the order of the sides: Axis, Allied. `put` is the one writer
of the places of land units: it keeps stacks, the occupied sets and the zones of control true, and an entrenchment goes
with the last unit that leaves it (34.4a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Position
from meuse.engine.hexes import bits
from meuse.engine.state import derived, own, position
from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.rules.orders import AttackOrder

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

WAITING, DUE, RESERVE, ELIMINATED, WITHDRAWN, ABSENT = -1, -2, -3, -4, -5, -6
"""Places off the map: to be set up, to come by the schedule, in the strategic reserve, lost, taken off by a collapse or
to the Alps, not in play. Airstrikes and ships on hand are in boxes of their own."""
ON_HAND, SAILED = -7, -8
"""A ship that may act, and one that has made its lift of this turn (22.1a)."""
EVACUATED = -9
"""22.7.1a: taken off by sea, out of play and no loss."""

PLACES = {
    WAITING: "waiting", DUE: "due", RESERVE: "reserve", ELIMINATED: "eliminated", WITHDRAWN: "withdrawn",
    ABSENT: "absent", ON_HAND: "on hand", SAILED: "sailed", EVACUATED: "evacuated",
}

DIRTY = -1
"""Zones of control that have to be worked out again."""


class Assault(msgspec.Struct, frozen=True):
    """22.5a: a unit that lies in its ship off a coast that it has to storm."""

    unit: int
    ship: int
    target: int


@position
class BlitzPosition(Position):
    """See the module."""

    turn: int = 1
    phase: str = "set-up"
    active: int = -1
    """The side whose Player Turn it is, or -1."""

    at: list[int] = own(list)
    """Of each land unit a hex, or a place off the map."""
    tired: int = 0
    """Land units on their Fatigued side (2.3.2)."""
    due: tuple[int, ...] = ()
    """Of each land unit the turn in which it arrives, 0 where it does not (10.0)."""
    air_in: list[int] = own(list)
    """Of each airstrike its box of the air display, by its place in the mission chart, or a place off it."""
    air_tired: int = 0
    air_due: tuple[int, ...] = ()
    air_over: dict[int, int] = own(dict)
    """The hex over which an airstrike flies, of those on the map (24.0a)."""
    intensive: int = 0
    """Airstrikes that fight intensively in this air battle (38.0a)."""
    flown: int = 0
    """Airstrikes that have flown in this impulse (24.6.3_1a)."""
    engaged: int = 0
    """Patrols that have intercepted in this phase (28.3a)."""
    staging: dict[int, int] = own(dict)
    """Of each air base the flights of this phase (24.3.2d)."""
    staged: int = 0
    """Air bases that have sent a flight this turn, and may not move (24.3.8a)."""
    shifted: int = 0
    """Air bases that have moved this turn, and send no flight (24.3.8a)."""
    struck: int = 0
    """Airstrikes that have interdicted in this Player Turn (26.7.1c)."""
    called_off: bool = False
    """Interdiction has been called off for this phase."""
    air_supply: int = 0
    """Hexes with an air supply marker (31.0)."""
    cargo: int = 0
    """Air bases that have sent their supply flight of this turn (31.1.1a)."""
    grounded: int = 0
    """Air bases out of supply in this phase (18.4e)."""
    ships: list[int] = own(list)
    fired: int = 0
    """9.3a: gunfire units that have been in a combat of this phase."""
    assaults: tuple[Assault, ...] = ()
    """22.5 Landings from the sea under way."""
    landed: int = 0
    """30.6 Units that have come down among enemies."""
    commandos: int = 0
    """32.2 Those of them that may stay until the combat phase ends."""
    airheads: int = 0
    """32.2.1b: hexes whose airfield has been seized in this phase."""
    seized: int = 0
    """Hexes whose airfield was ever seized, for Shock."""
    raided: int = 0
    """32.3 Hexes with a special operation in this turn."""
    alarmed: int = 0
    """N.i: countries in which airborne troops have landed this turn."""

    hands: tuple[int, int] = (0, 0)
    """Cards bought and not yet shown. Secret."""
    bought: int = 0
    """Sides that have done with buying."""
    shown: int = 0
    """Cards that have been played (6.2a)."""
    since: tuple[int, ...] = ()
    """Of each card the turn in which it came into force, 0 before."""

    settled: int = 0
    """Cards whose condition has been paid or forfeited (6.4g)."""

    index: tuple[int, ...] = (0,) * len(COUNTRIES)
    """7.1 Shock Points by country."""
    at_war: int = 0
    """Belligerent countries (4.1, 4.2)."""
    collapsed: int = 0
    paralysed: int = 0
    anti_aircraft: tuple[int, int] = (0, 0)

    destroyed: int = 0
    """Fort hexes that are no more (20.3a)."""
    damaged: int = 0
    """Sources and ports out of action (17.6)."""
    taken: int = 0
    """City and port hexes out of the hands of their own country's side (2.5h)."""
    terror: int = 0
    """City hexes terrorised from the air (17.7)."""
    scared: int = 0
    """City hexes that have been terrorised at any time: they cost Shock once."""
    panicked: int = 0
    """Countries with a city terrorised this turn (card G14)."""
    shaken: int = 0
    """Units with a Terror marker (17.7.2)."""
    entrenched: int = 0
    flooded: int = 0
    open_cities: int = 0
    surrendered: int = 0
    """33.2b: open city hexes that the enemy has occupied in this Player Turn."""
    bridges: tuple[int, int] = (0, 0)
    """35.1 River sides with a bridgehead of each side, by their numbers."""
    trodden: int = 0
    """36.2a: hexes open to flooding that a German unit has ever entered."""
    dammed: int = 0
    """36.2a: countries that have had their attempt at flooding."""
    fell: int = 0
    """The turn in which France collapsed, 0 before (37.0a)."""
    arrived: int = 0
    """34.1a: units that have come into their hex since the last movement phase."""
    dug: int = 0
    """34.3a: hexes with an attempt to entrench in this phase."""
    impulse: int = 0
    """The impulse under way, 0 outside of them (9.0)."""
    eligible: int = 0
    """Units that may act in this phase, judged as it began (9.1c)."""
    moved: int = 0
    """Units that have moved in this phase (12.2.1a)."""
    minimum: int = 0
    """Units that have used their minimum movement in this Player Turn (12.2.3a)."""
    third: int = 0
    """Units that have acted in the third impulse (17.1c)."""
    attacked: int = 0
    """Units that have attacked in this phase, and headquarters that have supported an attack (15.1a, 11.0b)."""
    guessed: int = derived(-1)
    """In a guess the side whose secrets are drawn anew; -1 in the true position."""
    battle: AttackOrder | None = None
    """The battle under way."""
    opened: int = 0
    """Units that the enemy sees until this phase ends, wherever they lie in their stacks (19.1b)."""
    raised: int = 0
    """Units that their owner has put on top of their stacks (19.1a)."""
    arranged: bool = False
    """Stacks have been put in order in this phase."""
    unsupplied: int = 0
    """Units out of supply in this phase (18.5a)."""
    rode: int = 0
    """Units that have gone by rail in this Player Turn (12.4c)."""
    railed: tuple[int, ...] = (0,) * len(COUNTRIES)
    """12.4.2 Rail moves of this turn by country."""
    guests: int = 0
    """British units that have gone by rail in France this turn (12.4.2e)."""
    tried: int = 0
    """Units that have had their recovery roll of this phase (17.2a)."""
    exempt: int = -1
    """The division that acts without command this turn, -1 for none (cards G13, A18)."""
    named: int = -1
    """The headquarters that Guderian drives on, -1 before (card G03)."""
    reserves_called: int = 0
    """German corps that the strategic reserve has sent (10.8, card G21)."""

    stacks: dict[int, tuple[int, ...]] = derived(dict)
    """Land units by hex, in the order of their numbers but for what is raised; the last lies on top (19.1a)."""
    fielded: int = derived(0)
    """Land units on the map."""
    piled: int = derived(0)
    """Hexes with more than one land unit."""
    occupied: list[int] = derived(lambda: [0, 0])
    zones: list[int] = derived(lambda: [DIRTY, DIRTY])
    """Zones of control of each side, as `rules/zoc` works them out."""

    def put(self, g: Blitzkrieg, u: int, to: int) -> None:
        """Move a land unit to a hex or a place off the map; nothing but its place changes."""
        old, side = self.at[u], g.side[u]
        self.at[u] = to
        if old >= 0:
            self.fielded ^= 1 << u
            rest = tuple([v for v in self.stacks[old] if v != u])
            if rest:
                self.stacks[old] = rest
                if len(rest) == 1:
                    self.piled ^= g.one[old]
            else:
                del self.stacks[old]
            if side not in [g.side[v] for v in rest]:
                self.occupied[side] &= ~g.one[old]
                if not self.landed >> u & 1:
                    self.entrenched &= ~g.one[old]
        if to >= 0:
            self.fielded |= 1 << u
            there = self.stacks.get(to, ())
            if self.raised >> u & 1 and any(self.raised >> v & 1 and g.side[v] == side for v in there):
                self.raised ^= 1 << u
            self.stacks[to] = self._in_order((*there, u)) if there else (u,)
            if there:
                self.piled |= g.one[to]
            self.occupied[side] |= g.one[to]
            self.arrived |= 1 << u
            if not side:
                self.trodden |= g.one[to] & g.flood_hexes
            else:
                self.air_supply &= ~g.one[to]
        else:
            self.shaken &= ~(1 << u)
        self.zones[side] = DIRTY
        if g.is_fort(old) or g.is_fort(to):
            self.zones[1 - side] = DIRTY
        if self.bridges[side] and g.counters[u].hq:
            self.keep_bridges(g, side)

    def exchange(self, g: Blitzkrieg, u: int, v: int) -> None:
        """Two units of a side that have zones of control alike change places on the map; one that was raised lies on
        top of its new stack unless another does."""
        here, there = self.at[u], self.at[v]
        self.at[u], self.at[v] = there, here
        for gone, come, hex in ((u, v, here), (v, u, there)):
            stack = [w for w in self.stacks[hex] if w != gone]
            if self.raised >> come & 1 and any(self.raised >> w & 1 and g.side[w] == g.side[come] for w in stack):
                self.raised ^= 1 << come
            self.stacks[hex] = self._in_order((*stack, come))

    def keep_bridges(self, g: Blitzkrieg, side: int) -> None:
        """35.3a: a bridgehead stays while a headquarters of its side is next to the hexside."""
        kept = 0
        for n in bits(self.bridges[side]):
            a, b, _ = g.board.river_sides[n]
            if any(g.side[v] == side and g.counters[v].hq for v in (*self.units_in(a), *self.units_in(b))):
                kept |= 1 << n
        self.set_bridges(side, kept)

    def set_bridges(self, side: int, sides: int) -> None:
        self.bridges = (sides, self.bridges[1]) if side == 0 else (self.bridges[0], sides)

    def flood(self, hexes: int) -> None:
        """36.3a: the water takes entrenchments, and zones of control with it."""
        self.flooded |= hexes
        self.entrenched &= ~hexes
        self.zones[0] = self.zones[1] = DIRTY

    def _in_order(self, units: tuple[int, ...]) -> tuple[int, ...]:
        raised = self.raised
        return tuple(sorted(units, key=lambda u: (raised >> u & 1, u)) if raised else sorted(units))

    def raise_unit(self, g: Blitzkrieg, u: int) -> None:
        """19.1a: put a unit on top of its stack."""
        hex = self.at[u]
        for v in self.stacks[hex]:
            if g.side[v] == g.side[u]:
                self.raised &= ~(1 << v)
        self.raised |= 1 << u
        self.stacks[hex] = self._in_order(self.stacks[hex])

    @property
    def order(self) -> AttackOrder:
        """The battle under way, for procedures that are part of one."""
        assert self.battle is not None, "no battle is under way"
        return self.battle

    def units_in(self, hex: int) -> tuple[int, ...]:
        return self.stacks.get(hex, ())

    def set_tired(self, u: int, tired: bool) -> None:
        """2.3.2a: turn a land unit over."""
        self.tired = self.tired | 1 << u if tired else self.tired & ~(1 << u)
        self.zones[0] = self.zones[1] = DIRTY

    def join_war(self, country: int) -> None:
        """4.2.3b: from now on its units have zones of control."""
        self.at_war |= 1 << country
        self.zones[0] = self.zones[1] = DIRTY

    def destroy_fort(self, g: Blitzkrieg, hex: int) -> None:
        """20.3a: zones of control reach into the hex again."""
        self.destroyed |= g.one[hex]
        self.zones[0] = self.zones[1] = DIRTY

    def send_air(self, a: int, box: int) -> None:
        """An airstrike goes to a box, or to a place off the display; it is no longer over the map."""
        self.air_in[a] = box
        self.air_over.pop(a, None)

    def set_air_tired(self, a: int, tired: bool) -> None:
        """17.3a: turn an airstrike over."""
        self.air_tired = self.air_tired | 1 << a if tired else self.air_tired & ~(1 << a)

    def set_hand(self, side: int, cards: int) -> None:
        self.hands = (cards, self.hands[1]) if side == 0 else (self.hands[0], cards)
