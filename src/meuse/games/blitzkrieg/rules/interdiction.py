"""26.7 Interdiction: airstrikes that strike at enemy units on the move, and at headquarters that give support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, raids
from meuse.games.blitzkrieg.rules.bombing import GroundAttack
from meuse.games.blitzkrieg.rules.cards import in_force
from meuse.games.blitzkrieg.rules.sight import sighted

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

OPERATIONAL_AIR_FORCE = {AXIS: "G09", ALLIED: "A10"}


def ready(g: Blitzkrieg, p: BlitzPosition) -> bool:
    """26.7a: whether the side that is not phasing may interdict at all: it has the card in play, and has not called its
    strikes off for this phase."""
    return not p.called_off and in_force(g, p, OPERATIONAL_AIR_FORCE[1 - p.active])


def watch(g: Blitzkrieg, p: BlitzPosition, units: int, hex: int) -> None:
    """26.7.1a, 26.7.2a: units of the phasing side come into a hex, or a headquarters there gives support."""
    side = 1 - p.active
    if ready(g, p) and raids.able(g, p, side, "interdiction", hex):
        p.push(Interdict(side, hex, units))


class Interdict(Frame, frozen=True):
    """26.7.1a: strike now, wait, or call all strikes off for this phase."""

    side: int
    hex: int
    units: int

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["call-off", "pass", "strike"]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "strike":
            p.push(raids.Raid(self.side, self.hex, "interdiction"), Strike(self.side, self.hex, self.units))
        elif verb == "call-off":
            p.called_off = True

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("26.7.1a", "strike, let them pass, or call the strikes of this phase off")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Enemy units in {g.board.label(self.hex)} may be interdicted.", "26.7.1a"


def strikers(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> int:
    box = g.boxes.index("interdiction")
    return sum(1 << a for a in flights.over(g, p, side, hex) if p.air_in[a] == box)


class Strike(Frame, frozen=True):
    """26.7.1b: what has come through attacks the moving units alone, a column to the right."""

    side: int
    hex: int
    units: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        group = strikers(g, p, self.side, self.hex)
        p.push(StrikeOver(self.side, self.hex))
        if group:
            p.push(GroundAttack(self.side, self.hex, "movers", group, self.units))


class StrikeOver(Frame, frozen=True):
    """26.7.1c: strikers go back to their box; one that has struck twice in this enemy turn is Fatigued and rests.
    12.4.1c: a train that was struck stops."""

    side: int
    hex: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        group = strikers(g, p, self.side, self.hex)
        flights.go_home(g, p, raids.intruders(g, p, self.side, self.hex) & ~group)
        for a in bits(group):
            p.send_air(a, p.air_in[a])
            if p.struck >> a & 1:
                flights.fatigue(g, p, a, "26.7.1c")
                flights.go_home(g, p, 1 << a)
        p.struck |= group
        train = p.frames[-1]
        if group and isinstance(train, Train):
            p.swap(Train(train.unit, train.start, ()))


class Train(Frame, frozen=True):
    """12.4.1c: a unit that goes by rail under the eyes of enemy airstrikes, hex by hex."""

    unit: int
    start: int
    route: tuple[int, ...]

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        u = self.unit
        if self.route:
            hex, *rest = self.route
            p.swap(Train(u, self.start, tuple(rest)))
            p.put(g, u, hex)
            watch(g, p, 1 << u, hex)
            return
        p.pop()
        if p.at[u] >= 0:
            p.tell("rail", "12.4b", seen_by=(SIDES[g.side[u]],), unit=g.ids[u], start=g.hex_name(self.start),
                   hex=g.hex_name(p.at[u]))
            sighted(g, p, u, self.start, how=" by rail")
