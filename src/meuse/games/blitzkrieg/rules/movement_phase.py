"""8.1(2.3)a, 8.1(2.6)a The movement phases: units move one after another, each in one of the WAYS."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import (
    airborne,
    airlift,
    early_flights,
    flights,
    fog,
    impulses,
    movement,
    rail,
    sea,
    supply,
)
from meuse.games.blitzkrieg.rules.crowding import StackingCheck

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


class Way(NamedTuple):
    """A way to move, by the verb that begins it: the units that may go so now, what speaks against one, and the
    procedure that it opens."""

    able: Callable[[Blitzkrieg, BlitzPosition], list[int]]
    against: Callable[[Blitzkrieg, BlitzPosition, int], Refusal | None]
    begin: Callable[[Blitzkrieg, BlitzPosition, int], Frame]


def march(g: Blitzkrieg, p: BlitzPosition, u: int) -> Frame:
    return movement.Moving(u, movement.allowance(g, p, u))


def ride(g: Blitzkrieg, p: BlitzPosition, u: int) -> Frame:
    return rail.Riding(u)


def jump(g: Blitzkrieg, p: BlitzPosition, u: int) -> Frame:
    return airborne.Dropping(u)


def board_ship(g: Blitzkrieg, p: BlitzPosition, u: int) -> Frame:
    return sea.Loading((u,))


def board_aircraft(g: Blitzkrieg, p: BlitzPosition, u: int) -> Frame:
    return airlift.Airlift((u,))


WAYS: dict[str, Way] = {
    "move": Way(movement.marching, movement.against_march, march),
    "rail": Way(rail.riders, rail.against, ride),
    "airlift": Way(airlift.fliers, airlift.against, board_aircraft),
    "drop": Way(airborne.jumpers, airborne.against, jump),
    "embark": Way(sea.boarders, sea.against, board_ship),
}


def open_phase(g: Blitzkrieg, p: BlitzPosition, slot: int) -> None:
    """8.1(2.3)a, 8.1(2.6)a: a movement phase, and the stacking check that ends it (13.1.1a)."""
    flights.begin_phase(g, p)
    p.flown = 0
    p.push(*impulses.begin(g, p, slot), Dawn(slot), Muster(slot), MovePhase(), Camp(), StackingCheck())


def first(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 1)


def second(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 2)


def third(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 3)


class Dawn(Frame, frozen=True):
    """19.1d, 18.6.1a: reconnaissance and air supply fly before anybody moves, if anybody may."""

    slot: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        if impulses.eligible(g, p, self.slot, attack=False):
            p.push(early_flights.EarlyFlights(True))


class Muster(Frame, frozen=True):
    """9.1c, 18.5a: who may act and who is out of supply, judged as the phase begins and for the whole of it."""

    slot: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        p.moved, p.arranged = 0, False
        p.eligible = impulses.eligible(g, p, self.slot, attack=False) & ~(p.rode | p.staged)
        p.unsupplied = supply.lacking(g, p) if p.eligible else 0


class Camp(Frame, frozen=True):
    """34.1a: where units stand as a movement phase ends they may dig in later."""

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        if p.eligible:
            p.arrived = 0


class MovePhase(Frame, frozen=True):
    """12.2.1a: the phasing side moves as many of its units as it likes. It is over at once where nobody can move; else
    its owner ends it, so that his last move does not carry him into another phase."""

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        easy = p.moved or any(movement.can_move(g, p, u) for u in bits(p.eligible))
        return (SIDES[p.active],) if easy or any(way.able(g, p) for way in WAYS.values()) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        found = ["done"]
        for verb, way in WAYS.items():
            words = g.unit_words[verb]
            found += [words[u] for u in way.able(g, p)]
        return [*found, "arrange"] if fog.may_arrange(g, p, p.active) else found

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        if verb == "arrange":
            p.push(fog.Arranging(p.active))
            return
        u = g.by_id[noun]
        p.moved |= 1 << u
        if g.counters[u].air_base:
            p.shifted |= 1 << u
        p.push(WAYS[verb].begin(g, p, u))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "arrange":
            return Refusal("19.1a", "no stack is to be put in order, or it has been done in this phase")
        if verb not in WAYS or noun not in g.by_id:
            return None
        u, name = g.by_id[noun], g.counters[g.by_id[noun]].name
        if g.side[u] != p.active or p.at[u] < 0:
            return Refusal("12.2.1a", f"{name} is not yours to move")
        if p.moved >> u & 1:
            return Refusal("12.2.1a", f"{name} has moved in this phase")
        if p.staged >> u & 1:
            return Refusal("24.3.8a", f"{name} has staged flights this turn")
        if not p.eligible >> u & 1:
            return impulses.against(g, p, u)
        return WAYS[verb].against(g, p, u)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Movement, impulse {p.impulse}: move units, or be done.", "12.2.1a"
