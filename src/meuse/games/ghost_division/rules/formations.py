"""17.0 Allied Formations: how many units they call for a battle, and which ones come out of the bin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import CHANCE, Action
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.narration import count
from meuse.games.ghost_division.box.components import BINS
from meuse.games.ghost_division.position import Foe, GhostPosition

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

DICE = (CHANCE,)
AIR_BIN = BINS.index("air")


def call(g: GhostDivision, p: GhostPosition, f: int) -> None:
    """17.2b: on ground contact the marker's dice are rolled; the total is noted for the coming battle."""
    p.push(Call(f))


class Call(Chance, frozen=True):
    """17.2b: the dice printed on a Formation's marker."""

    formation: int
    rolled: tuple[int, ...] = ()

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        rolled = (*self.rolled, int(noun))
        marker = g.formations[self.formation]
        if len(rolled) < marker.dice:
            p.swap(Call(self.formation, rolled))
            return
        p.pop()
        p.called[self.formation] = sum(rolled)
        p.tell("formation called", "17.2b", grid=g.grid_name(p.formation_at[self.formation]), formation=marker.id,
               dice=list(rolled), units=sum(rolled))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Dice for the units of {g.formations[self.formation].name}.", "17.2b"


def call_all(g: GhostDivision, p: GhostPosition, formations: tuple[int, ...]) -> None:
    """17.2b: where nothing is noted yet, the dice are rolled as the fight begins."""
    p.push(*[Call(f) for f in formations if not p.called[f]])


def muster(g: GhostDivision, p: GhostPosition) -> None:
    """19.0a, 28.2c: the units of every Formation are picked, and a Fortification takes its place."""
    battle = p.battle
    assert battle is not None
    if battle.fort >= 0:
        p.foes.append(Foe(g.fort_counter[battle.fort], p.damage[battle.fort]))
    p.push(*[Draw(g.formations[f].bin, p.called[f], f) for f in battle.formations])


class Draw(Frame, frozen=True):
    """17.0a, 19.0a: units are picked from a bin one by one; a bin that is short gives all it has."""

    bin: int
    left: int
    formation: int = -1
    """-1: from the Allied Air bin for a raid (25.1f)."""
    used: int = -1
    """Counters outside the bin; -1 until the first pick."""
    drawn: tuple[int, ...] = ()

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return DICE if self.used >= 0 and self.left and g.bin_set[self.bin] & ~self.used else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        free = ~self.used
        return [word for word, kind in g.draws[self.bin] if kind & free]

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        free = ~self.used
        return [(word, (kind & free).bit_count()) for word, kind in g.draws[self.bin] if kind & free]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        free = g.kind_set[noun] & ~self.used
        low = free & -free
        counter = low.bit_length() - 1
        if g.allied[counter].air_unit:
            p.sky = (*p.sky, counter)
        else:
            p.foes.append(Foe(counter, 0, False, self.formation))
        p.swap(Draw(self.bin, self.left - 1, self.formation, self.used | low, (*self.drawn, counter)))

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if self.used < 0:
            p.swap(Draw(self.bin, self.left, self.formation, _in_play(p)))
            return
        p.pop()
        units = [g.allied[c].id for c in self.drawn]
        if self.formation >= 0:
            p.tell("units drawn", "19.0a", formation=g.formations[self.formation].id, units=units)
        else:
            p.tell("air units drawn", "25.1f", units=units)

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"{count(self.left, 'unit')} to be picked from the bin.", "19.0a"


def _in_play(p: GhostPosition) -> int:
    """Allied counters that are not in their bins."""
    found = 0
    for foe in p.foes:
        found |= 1 << foe.counter
    for counter in p.sky:
        found |= 1 << counter
    return found
