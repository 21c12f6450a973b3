"""10.0 Reinforcements and strategic reserves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal, Stake
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES, SIDES, Counter
from meuse.games.blitzkrieg.position import DUE, RESERVE, BlitzPosition
from meuse.games.blitzkrieg.rules import shock, stacking
from meuse.games.blitzkrieg.rules.cards import in_force, number

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

DE_GAULLE, TOTAL_COMMITMENT = "A18", "G21"


def fights(p: BlitzPosition, c: Counter) -> bool:
    """7.2.1b: whether units of its country still come."""
    n = COUNTRIES.index(c.shock)
    return bool(p.at_war >> n & 1) and not p.collapsed >> n & 1


def waiting(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[int]:
    """10.0a: the units of a side whose turn has come."""
    return [c.index for c in g.counters
            if c.side == side and p.at[c.index] == DUE and p.due[c.index] <= p.turn and fights(p, c)]


def in_reserve(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[int]:
    """10.8a: what may be called from the strategic reserve."""
    return [c.index for c in g.counters if c.side == side and p.at[c.index] == RESERVE and fights(p, c)]


def entry_hexes(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """10.3, 10.6: source cities of its country and edge hexes, free of the enemy; a full rough hex is closed."""
    c = g.counters[u]
    found = g.board.sources[c.country] | g.entries.get(c.country, 0)
    free = found & ~(p.occupied[1 - c.side] | p.open_cities)
    return free & ~stacking.jammed(g, p, u, free)


def price(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """10.8b, 10.8c: the Shock that a strategic reserve costs; with card G21 the first German corps are free."""
    c, chart = g.counters[u], g.charts.reserves
    if not (c.corps or c.hq):
        return chart.division if c.entry.size != "battalion" else 0
    if c.nation == "german" and c.corps and p.reserves_called < number(g, p, TOTAL_COMMITMENT, "reserves"):
        return 0
    return chart.corps_in_june if p.turn >= chart.june else chart.corps


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.2)a: airstrikes go to Reserve or Ready (10.4a), land units are placed."""
    for a in g.airstrikes:
        if a.side == p.active and p.air_in[a.index] == DUE and p.air_due[a.index] <= p.turn:
            box = "reserve" if "reserve" in a.missions else "ready"
            p.air_in[a.index] = g.boxes.index(box)
            p.tell("airstrike arrives", "10.4a", unit=a.id, box=box)
    p.push(Reinforcing(p.active))


class Reinforcing(Frame, frozen=True):
    """10.0: units that have come must be placed (10.6.2a); strategic reserves may be called at a price."""

    side: int

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        return [u for u in waiting(g, p, self.side) if entry_hexes(g, p, u)]

    def callable(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        return [u for u in in_reserve(g, p, self.side) if entry_hexes(g, p, u)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.able(g, p) or self.callable(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        able = self.able(g, p)
        called = [g.word("call", u) for u in self.callable(g, p)]
        return [*(g.word("bring", u) for u in able), *called, *([] if able else ["done"])]

    def stakes(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> dict[Action, Stake]:
        """10.8b: what a strategic reserve costs its country."""
        return {g.word("call", u): Stake(price=f"{price(g, p, u)} Shock") for u in self.callable(g, p)}

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        u = g.by_id[noun]
        if verb == "call":
            c = g.counters[u]
            points = price(g, p, u)
            p.reserves_called += c.nation == "german" and c.corps
            p.tell("reserve called", "10.8a", seen_by=(side,), unit=noun, points=points)
            shock.add(g, p, c.shock, points, "10.8b")
        p.push(Entering(u))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "done":
            return Refusal("10.6.2a", "reinforcements may not be held back while a hex is free for them")
        if verb in ("bring", "call") and noun in g.by_id:
            u, name = g.by_id[noun], g.counters[g.by_id[noun]].name
            if u in waiting(g, p, self.side) or u in in_reserve(g, p, self.side):
                return Refusal("10.6.2a", f"no entry hex is free for {name}")
            return Refusal("10.0a", f"{name} does not come now")
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Reinforcements of the {SIDES[self.side].capitalize()} side: bring units on, or be done.", "10.0a"


class Entering(Frame, frozen=True):
    """10.3: the entry hex of one unit, which is not movement (10.6.1a)."""

    unit: int

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        place = g.hex_words["place"]
        return [place[hex] for hex in bits(entry_hexes(g, p, self.unit))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        u = self.unit
        fresh = u in g.de_gaulle and in_force(g, p, DE_GAULLE)
        p.set_tired(u, g.counters[u].entry.fatigued and not fresh)
        p.put(g, u, g.grid.bit[noun])
        p.tell("reinforcement", "10.0a", seen_by=(side,), unit=g.ids[u], hex=noun)
        p.pop()

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "place" and noun in g.grid.bit and p.occupied[1 - g.side[self.unit]] >> g.grid.bit[noun] & 1:
            return Refusal("10.6.1a", "the enemy stands there")
        return Refusal("10.3a", "reinforcements come on at source cities of their country and at its edge of the map")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Where does the unit come on?", "10.3a"
