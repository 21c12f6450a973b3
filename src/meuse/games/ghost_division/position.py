"""A position of Ghost Division: where every counter and marker is, and the procedures under way.

Sets of Grids are ints by Grid bit, sets of counters ints by counter number, sets of river sides ints by their number on
the board. `put`, `put_formation` and `put_fog` are the only writers of places: they keep stacks and the sets of Grids
true, and take up the bridges that the enemy has reached (30.1a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Position
from meuse.engine.state import derived, own, position, replaced
from meuse.games.ghost_division.box.components import ASSEMBLY

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class Foe(msgspec.Struct, frozen=True, array_like=True):
    """A living Allied ground unit in the battle or raid under way."""

    counter: int
    hits: int = 0
    suppressed: bool = False
    formation: int = -1
    """The marker that called it; -1 for a Fortification."""


class Battle(msgspec.Struct, frozen=True, array_like=True):
    """The fight under way in one Grid: a ground battle, a German raid (28.2b) or an Allied one (28.2j)."""

    cell: int
    kind: str
    """"battle", "interdiction" (German air units strike) or "raid" (Allied air units strike)."""
    german_attack: bool
    formations: tuple[int, ...] = ()
    fort: int = -1
    """The Fog of War marker of a Fortification that takes part, or -1."""
    round: int = 0
    superior: int = -1
    """Who has Tactical Superiority this round: 0 Germans, 1 Allies, -1 not yet rolled."""
    paid: tuple[int, ...] = ()
    """HQs that spent OP on Enhanced Combat, one entry for each point (14.2a)."""
    lost: int = 0
    """German ground units destroyed so far, by counter number."""

    @property
    def bonus(self) -> int:
        """Points of Enhanced Combat."""
        return len(self.paid)


@position
class GhostPosition(Position):
    """See the module."""

    turn: int = 1
    phase: str = "A"
    """"set-up", "A", "B1" ... "G4": the names of 11.0a."""
    op: int = 0
    places: list[int] = own(list)
    """Of German counters: a Grid bit, or a place off the map."""
    hits: list[int] = own(list)
    formation_at: list[int] = own(list)
    shown: int = 0
    """Formation markers face up."""
    called: list[int] = own(list)
    """By Formation, the number of units rolled for the coming battle, 0 for none (17.2b)."""
    fog_at: list[int] = own(list)
    fog_shown: int = 0
    """Fog of War markers face up."""
    damage: list[int] = own(list)
    """Hits on Fortifications, by Fog of War marker (26.3a)."""
    blown: int = 0
    bridges: int = 0
    bridgeheads: int = 0
    """Sets of river sides."""
    visited: int = 0
    """Grids that a German ground unit has entered since Allied markers last came there (3.1b)."""
    acted: int = 0
    """German counters that did something in this Operations Phase (24.0a)."""
    moved: int = 0
    """German counters whose move in this segment is over."""
    crossed: int = 0
    """German counters that crossed a river on their last step into their Grid (20.6a)."""
    river_foes: int = 0
    """Formations whose last step crossed a river (20.6a)."""
    suppressed: int = 0
    """German counters suppressed in the battle under way."""
    scratched: int = 0
    """Counters with an Ace that have ignored their Hit of this round (33.2b)."""
    aces: int = 0
    """German tank units with a Panzer Ace (33.1b)."""
    spent: dict[int, int] = replaced(dict)
    """OP that each HQ has spent this turn against its Leadership (14.0a). Replaced, never changed."""
    bonus: dict[int, int] = replaced(dict)
    """Points that each HQ has bought for its Enhanced Move of this segment (14.1a). Replaced, never changed."""
    entered: int = 0
    """Grids entered by Exploitation Moves this turn (22.2a)."""
    halted: bool = False
    """A Halt Order is obeyed this turn."""
    flank: int = 0
    """Guard the flanks is obeyed: no unit may go west of this column; 0 for no such order."""
    lifted: int = -1
    """The Grid that Air Supply serves in this phase, or -1 (28.5a)."""
    cut: int = 0
    """German counters found without a LOC as this segment opened; only with 36.0a."""
    doubled: int = 0
    """German counters with Maximum Supply in this segment; only with 36.5a."""
    drained: int = 0
    """Logistics units to be used up as this phase ends; only with 36.1b."""
    event: str = ""
    """The Allied event of this turn (25.0a)."""
    bombed: int = 0
    """Grids that Allied air units have attacked in this phase."""
    holders: tuple[int, ...] = ()
    """By command of the force, the seat that commands it (32.0a)."""
    waived: int = 0
    """Seats that want nothing more in this segment (32.0a)."""
    battle: Battle | None = None
    foes: list[Foe] = own(list)
    sky: tuple[int, ...] = ()
    """Allied air counters over the Grid of the battle."""

    stacks: dict[int, tuple[int, ...]] = derived(dict)
    """German ground units by Grid; ASSEMBLY too."""
    loads: list[int] = derived(list)
    """By Grid, how much of it German ground units fill, in thirds of a battalion (15.2a, 15.3a)."""
    held: int = derived(0)
    """Grids with German ground units."""
    formations_in: dict[int, tuple[int, ...]] = derived(dict)
    formation_cells: int = derived(0)
    fog_in: dict[int, int] = derived(dict)
    fog_cells: int = derived(0)

    def put(self, g: GhostDivision, u: int, to: int) -> None:
        """Move a German counter to a Grid or a place off the map."""
        old = self.places[u]
        self.places[u] = to
        if g.is_air[u]:
            return
        stacks = self.stacks
        if old >= ASSEMBLY:
            rest = tuple([v for v in stacks[old] if v != u])
            if rest:
                stacks[old] = rest
            else:
                del stacks[old]
                if old >= 0:
                    self.held ^= g.one[old]
                    self.take_up_bridges(g, old)
            if old >= 0:
                self.loads[old] -= g.thirds[u]
        if to >= ASSEMBLY:
            stacks[to] = tuple(sorted((*stacks.get(to, ()), u)))
            if to >= 0:
                self.loads[to] += g.thirds[u]
                self.held |= g.one[to]
                self.visited |= g.one[to]

    def put_formation(self, g: GhostDivision, f: int, to: int) -> None:
        """Move a Formation marker; off the map it lies face down and nothing is noted for it."""
        old = self.formation_at[f]
        self.formation_at[f] = to
        if old >= 0:
            rest = tuple([m for m in self.formations_in[old] if m != f])
            if rest:
                self.formations_in[old] = rest
            else:
                del self.formations_in[old]
                self.formation_cells ^= g.one[old]
            self._unmarked(g, old)
        if to >= 0:
            self.formations_in[to] = tuple(sorted((*self.formations_in.get(to, ()), f)))
            self.formation_cells |= g.one[to]
            self._lose_hold(g, to)
        else:
            self.called[f] = 0
            self.river_foes &= ~(1 << f)
            self.shown &= ~(1 << f)

    def put_fog(self, g: GhostDivision, m: int, to: int) -> None:
        """Move a Fog of War marker; off the map it lies face down."""
        old = self.fog_at[m]
        self.fog_at[m] = to
        if old >= 0:
            del self.fog_in[old]
            self.fog_cells ^= g.one[old]
            self._unmarked(g, old)
        if to >= 0:
            self.fog_in[to] = m
            self.fog_cells |= g.one[to]
            self._lose_hold(g, to)
        else:
            self.fog_shown &= ~(1 << m)

    def show_fog(self, g: GhostDivision, m: int) -> None:
        """Turn a Fog of War marker on the map face up."""
        self.fog_shown |= 1 << m
        self.take_up_bridges(g, self.fog_at[m])

    def _lose_hold(self, g: GhostDivision, cell: int) -> None:
        """3.1b, 30.1a: Allied markers have come to a Grid."""
        if not self.held & g.one[cell]:
            self.visited &= ~g.one[cell]
            self.take_up_bridges(g, cell)

    def _unmarked(self, g: GhostDivision, cell: int) -> None:
        """3.1b: a Grid that an Allied marker had to itself does not turn German because it leaves: they must come."""
        if not self.held & g.one[cell]:
            self.visited &= ~g.one[cell]

    def take_up_bridges(self, g: GhostDivision, cell: int) -> None:
        """30.1a, 31.2a: Bridges beside a Grid that an Allied Formation or Fortification has to itself are removed."""
        spans = self.bridges | self.bridgeheads
        if not spans or self.held & g.one[cell]:
            return
        fog = self.fog_here(cell)
        works = fog >= 0 and self.fog_shown >> fog & 1 and g.fog[fog].kind == "fortification"
        if not (works or self.formation_cells & g.one[cell]):
            return
        for side in g.board.banks[cell]:
            if spans >> side & 1:
                kind = "bridge" if self.bridges >> side & 1 else "bridgehead"
                self.bridges &= ~(1 << side)
                self.bridgeheads &= ~(1 << side)
                rule = "30.1a" if kind == "bridge" else "31.2a"
                self.tell("bridge lost", rule, side=g.board.side_names[side], kind=kind)

    def fog_here(self, cell: int) -> int:
        """The Fog of War marker in a Grid, or -1."""
        return self.fog_in.get(cell, -1)

    def at(self, cell: int) -> tuple[int, ...]:
        """German ground units in a Grid or in the Assembly Area."""
        return self.stacks.get(cell, ())

    def act(self, units: tuple[int, ...]) -> None:
        """24.0a: these units have done something in the Operations Phase."""
        for u in units:
            self.acted |= 1 << u
