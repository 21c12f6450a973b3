"""4.0 Reinforcements, and headquarters that return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import DUE, ELIMINATED, TRACK, SedanPosition, Unit

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def is_due(g: Sedan, p: SedanPosition, u: int) -> bool:
    """4.0a: the unit waits off the map and its turn has come."""
    return p.units[u].hex == DUE and g.counters[u].entry.turn <= p.turn


def entry_hexes(g: Sedan, p: SedanPosition, u: int) -> list[int]:
    """4.0a, 4.0e: the unit's entry hex, or where enemies hold it the nearest empty hexes of the map edge."""
    entry = g.board.entries[g.counters[u].entry.entry]
    if not p.occupied[1 - g.side[u]] >> entry & 1:
        return [entry]
    free = list(bits(g.board.edge & ~p.occupied[0] & ~p.occupied[1]))
    if not free:
        return []
    nearest = min(g.grid.distance(entry, c) for c in free)
    return [c for c in free if g.grid.distance(entry, c) == nearest]


def returning_headquarters(g: Sedan, p: SedanPosition) -> list[Frame]:
    """4.1a: a frame for each HQ whose box on the Turn Track has come, French first."""
    waiting = [u for u, unit in enumerate(p.units) if unit.hex == TRACK and unit.back <= p.turn]
    return [ReturnHeadquarters(u) for side in (1, 0) for u in waiting if g.side[u] == side]


class ReturnHeadquarters(Frame, frozen=True):
    """4.1: an eliminated HQ comes back in or next to the hex of a combat unit of its colour, or waits."""

    unit: int

    def places(self, g: Sedan, p: SedanPosition) -> int:
        hexes = 0
        for v in bits(g.corps_units[g.counters[self.unit].entry.corps] & ~g.hq_set):
            if p.units[v].hex >= 0:
                hexes |= g.one[p.units[v].hex]
        return (hexes | g.grid.spread(hexes)) & ~p.occupied[1 - g.side[self.unit]]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],) if self.places(g, p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        words = g.hex_words["place"]
        return [words[h] for h in bits(self.places(g, p))] + ["wait"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "place":
            p.units[self.unit] = Unit(TRACK, 1)
            p.put(g, self.unit, g.grid.bit[noun])
            p.tell("returned", "4.1a", unit=g.ids[self.unit], hex=noun)
        p.pop()

    def run(self, g: Sedan, p: SedanPosition) -> None:
        """4.1c: with no combat unit of its colour on the map or due, the HQ is out for good."""
        corps = g.corps_units[g.counters[self.unit].entry.corps] & ~g.hq_set
        if not any(p.units[v].hex == DUE for v in bits(corps)):
            p.put(g, self.unit, ELIMINATED)
            p.tell("removed for good", "4.1c", unit=g.ids[self.unit])
        p.pop()

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "place" and noun in g.grid.bit:
            if p.occupied[1 - g.side[self.unit]] >> g.grid.bit[noun] & 1:
                return Refusal("7.0b", f"{noun} holds enemy units")
            return Refusal("4.1b", f"{noun} is neither in nor next to the hex of a combat unit of its colour")
        return Refusal("4.1b", "place the headquarters, or let it wait")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"{g.counters[self.unit].name} returns: choose its hex, or let it wait.", "4.1b"
