"""35.0 Bridgeheads (optional): headquarters secure crossings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import command, supply
from meuse.games.blitzkrieg.rules.zoc import at_war

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.10)a, 18.5a: supply is judged as the step begins."""
    p.tried = 0
    if g.on("bridgeheads"):
        p.unsupplied = supply.lacking(g, p)
        p.push(Bridging())


def crossings(g: Blitzkrieg, p: BlitzPosition, hq: int) -> list[int]:
    """35.1a: the unbridged river sides of a headquarters' hex."""
    here, between = p.at[hq], g.board.river_sides.between
    sides = [between[here, n] for n in g.grid.neighbour[here] if (here, n) in between]
    return [n for n in sides if not p.bridges[g.side[hq]] >> n & 1]


def against(g: Blitzkrieg, p: BlitzPosition, hq: int) -> Refusal | None:
    """What speaks against an attempt by a headquarters."""
    c = g.counters[hq]
    if not c.hq or c.side != p.active or p.at[hq] < 0 or not at_war(g, p, hq):
        return Refusal("35.1a", f"{c.name} is not a headquarters of yours on the map")
    if p.tried >> hq & 1:
        return Refusal("35.1a", f"{c.name} has had its attempt")
    if p.tired >> hq & 1:
        return Refusal("35.1a", f"{c.name} is Fatigued")
    if p.unsupplied >> hq & 1:
        return Refusal("35.1a", f"{c.name} is out of supply")
    return None if crossings(g, p, hq) else Refusal("35.1a", f"no unbridged river runs along the hex of {c.name}")


class Bridging(Frame, frozen=True):
    """35.1a: each Combat Effective, supplied headquarters beside a river may try to secure one crossing."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        return [hq for hq in bits(g.headquarters[p.active]) if not against(g, p, hq)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.word("secure", hq) for hq in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.tried |= 1 << g.by_id[noun]
        p.push(PickCrossing(g.by_id[noun]))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return against(g, p, g.by_id[noun]) if verb == "secure" and noun in g.by_id else None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Bridgeheads: name headquarters to secure crossings, or be done.", "35.1a"


class PickCrossing(Frame, frozen=True):
    """D37: the hexside; no choice where there is but one."""

    hq: int

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.hq]],) if len(crossings(g, p, self.hq)) > 1 else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [f"bridge {g.board.side_names[n]}" for n in crossings(g, p, self.hq)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.swap(BridgeRoll(self.hq, g.board.side_index[noun]))

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        (side,) = crossings(g, p, self.hq)
        p.swap(BridgeRoll(self.hq, side))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("35.1a", "an unbridged river side of the headquarters' hex has to be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Which crossing is to be secured?", "35.1a"


class BridgeRoll(Chance, frozen=True):
    """35.1a: a die of at most the headquarters' command radius succeeds."""

    hq: int
    crossing: int

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        success = int(noun) <= command.radius(g, p, self.hq)
        p.tell("bridgehead", "35.1a", unit=g.ids[self.hq], hexside=g.board.side_names[self.crossing], die=int(noun),
               success=success)
        if success:
            owner = g.side[self.hq]
            p.set_bridges(owner, p.bridges[owner] | 1 << self.crossing)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The bridgehead {g.board.names.crossing(g.board.side_names[self.crossing])}.", "35.1a"
