"""28.0 Combat Air Patrol and interception."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, SIDES, Airstrike
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights
from meuse.games.blitzkrieg.rules.superiority import Exchange

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(1.4)a, 28.2a: the Allies over Germany, the Axis anywhere, the Allies over Allied ground and the sea."""
    flights.begin_phase(g, p)
    p.push(PlacePatrols(ALLIED, 1), PlacePatrols(AXIS, 2), PlacePatrols(ALLIED, 3))


def area(g: Blitzkrieg, step: int) -> int:
    """28.2a: where patrols may be placed in each step."""
    german = g.board.countries["germany"]
    return {1: german, 2: g.grid.board, 3: ~german}[step]


class PlacePatrols(Frame, frozen=True):
    """28.1a: a side sends airstrikes of its Combat Air Patrol over the map, as many as it likes."""

    side: int
    step: int

    def hexes(self, g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> int:
        return flights.reach(g, p, a) & area(g, self.step) & ~flights.full(g, p, self.side)

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[Airstrike]:
        return [a for a in flights.in_box(g, p, self.side, "cap") if self.hexes(g, p, a)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.air_words["patrol"][a.index] for a in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            p.push(Patrolling(g.box.air_by_id[noun], self.step))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "patrol" or noun not in g.box.air_by_id:
            return None
        a = g.airstrikes[g.box.air_by_id[noun]]
        if a.side != self.side or p.air_in[a.index] != g.boxes.index("cap"):
            return Refusal("28.1a", f"{a.entry.name} is none of your airstrikes on Combat Air Patrol")
        if a.index in p.air_over:
            return Refusal("28.1a", f"{a.entry.name} is over the map, and stays where it is")
        return Refusal("24.3.3a", f"no hex of this step is open to {a.entry.name}")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        where = {1: "over Germany", 2: "over any country but Britain", 3: "over Allied ground and the sea"}[self.step]
        return f"{SIDES[self.side].capitalize()} patrols {where}.", "28.2a"


class Patrolling(Frame, frozen=True):
    """28.1a: the hex of one patrol."""

    air: int
    step: int

    def hexes(self, g: Blitzkrieg, p: BlitzPosition) -> int:
        a = g.airstrikes[self.air]
        return PlacePatrols(a.side, self.step).hexes(g, p, a)

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[g.airstrikes[self.air].side],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        over = g.hex_words["over"]
        return [over[hex] for hex in bits(self.hexes(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.swap(flights.Staging(self.air, g.grid.bit[noun]))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "over" or noun not in g.grid.bit:
            return None
        hex = g.grid.bit[noun]
        refusal = flights.against(g, p, g.airstrikes[self.air], hex)
        return refusal or Refusal("28.2a", "in this step patrols are placed elsewhere")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Over which hex does {g.airstrikes[self.air].entry.name} patrol?", "28.1a"


def land(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(4.1)a: in the inter-phase all patrols come off the map."""
    flights.go_home(g, p, sum(1 << a for a in p.air_over))


# --- interception ------------------------------------------------------------------------------------------------


def near(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> dict[int, int]:
    """28.3a: hexes on or next to `hex` with patrols of a side that have not yet intercepted in this phase."""
    cap, disc = g.boxes.index("cap"), g.grid.disc(hex, 1)
    found: dict[int, int] = {}
    for a, where in sorted(p.air_over.items()):
        idle = g.airstrikes[a].side == side and p.air_in[a] == cap and not p.engaged >> a & 1
        if idle and disc >> where & 1:
            found[where] = found.get(where, 0) | 1 << a
    return found


def full_strength(g: Blitzkrieg, p: BlitzPosition, airstrikes: int) -> int:
    """28.3b: all values count, offensive and defensive."""
    return sum(g.airstrikes[a].air[p.air_tired >> a & 1] for a in bits(airstrikes))


class Interception(Frame, frozen=True):
    """28.3a, 28.3b: patrols on or next to the hex may attack the intruders, those of one hex after the other; what
    survives goes on with its mission."""

    side: int
    """Whose patrols they are."""
    hex: int
    intruders: int
    """Airstrikes just placed, escorts among them (28.4a)."""

    def alive(self, p: BlitzPosition) -> int:
        return sum(1 << a for a in bits(self.intruders) if a in p.air_over)

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> dict[int, int]:
        return near(g, p, self.side, self.hex) if self.alive(p) else {}

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["pass", *(g.hex_words["intercept"][hex] for hex in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "pass":
            p.pop()
            return
        patrol, intruders = self.able(g, p)[g.grid.bit[noun]], self.alive(p)
        p.engaged |= patrol
        p.tell("interception", "28.3a", side=side, hex=g.hex_name(self.hex))
        forces = (patrol, intruders) if self.side == AXIS else (intruders, patrol)
        totals = full_strength(g, p, forces[0]), full_strength(g, p, forces[1])
        p.push(Exchange(totals, forces, "28.3b"))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("28.3a", "patrols over the hex or next to it may intercept, each once a phase")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Enemies in the air over {g.board.label(self.hex)}: intercept with a patrol, or let them pass.", "28.3a"
