"""26.1, 28.4 Raids: airstrikes and their escorts fly over a hex together, and may be intercepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES, Airstrike
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, fog
from meuse.games.blitzkrieg.rules.patrols import Interception

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Mission = Literal["bombardment", "interdiction"]


def able(g: Blitzkrieg, p: BlitzPosition, side: int, box: str, hex: int) -> list[Airstrike]:
    """A side's airstrikes in a box that may fly over a hex now."""
    return [a for a in flights.in_box(g, p, side, box) if not flights.against(g, p, a, hex)]


def intruders(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> int:
    """A side's airstrikes over a hex but for its patrols."""
    cap = g.boxes.index("cap")
    return sum(1 << a for a in flights.over(g, p, side, hex) if p.air_in[a] != cap)


class Escorting(Frame, frozen=True):
    """28.4a: airstrikes with offensive values may go along with others of their country over a hex; then the enemy may
    intercept them all."""

    side: int
    hex: int

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[Airstrike]:
        flying = intruders(g, p, self.side, self.hex)
        countries = {g.airstrikes[a].country for a in bits(flying)}
        return [a for a in able(g, p, self.side, "escort", self.hex) if a.country in countries]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["go", *(g.air_words["escort"][a.index] for a in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "go":
            self.run(g, p)
        else:
            p.push(flights.Staging(g.box.air_by_id[noun], self.hex))

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.swap(Interception(1 - self.side, self.hex, intruders(g, p, self.side, self.hex)))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "escort" and noun in g.box.air_by_id:
            a = g.airstrikes[g.box.air_by_id[noun]]
            if a.side == self.side and p.air_in[a.index] == g.boxes.index("escort"):
                return flights.against(g, p, a, self.hex) or Refusal("4.4e", "escorts are of the intruders' country")
        return Refusal("28.4a", "an airstrike on the Escort mission may be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Escorts for the flight over {g.board.label(self.hex)}?", "28.4a"


class Homeward(Frame, frozen=True):
    """24.6a: the mission over a hex is done."""

    side: int
    hex: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.swap(flights.Disposition(self.side, intruders(g, p, self.side, self.hex)))


class Raid(Frame, frozen=True):
    """26.1a, 28.4a: airstrikes of one country (4.4e) gather over a hex, with escorts if their owner likes; when they
    go, there is no way back (19.1b)."""

    side: int
    hex: int
    mission: Mission
    flying: int = 0
    """All that have joined, escorts included."""

    def country(self, g: Blitzkrieg) -> str:
        """Whose raid it is; empty while nobody has joined."""
        return g.airstrikes[next(bits(self.flying))].country if self.flying else ""

    def workers(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        """The airstrikes that carry the mission out."""
        box = g.boxes.index(self.mission)
        return [a for a in bits(self.flying) if p.air_in[a] == box]

    def joiners(self, g: Blitzkrieg, p: BlitzPosition) -> list[Airstrike]:
        most = g.charts.missions[self.mission].over_hex
        if most and len(self.workers(g, p)) >= most:
            return []
        found = able(g, p, self.side, self.mission, self.hex)
        return [a for a in found if self.country(g) in ("", a.country)]

    def escorts(self, g: Blitzkrieg, p: BlitzPosition) -> list[Airstrike]:
        if not self.flying:
            return []
        found = able(g, p, self.side, "escort", self.hex)
        return [a for a in found if a.country == self.country(g)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        joiners = [g.air_words["join"][a.index] for a in self.joiners(g, p)]
        escorts = [g.air_words["escort"][a.index] for a in self.escorts(g, p)]
        return [*joiners, *escorts, "go" if self.flying else "cancel"]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb in ("join", "escort"):
            a = g.box.air_by_id[noun]
            p.swap(Raid(self.side, self.hex, self.mission, self.flying | 1 << a))
            p.push(flights.Staging(a, self.hex))
            return
        p.pop()
        if verb == "go":
            fog.open_hex(g, p, self.hex, 1 - self.side, "26.3a")
            p.push(Interception(1 - self.side, self.hex, self.flying))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb not in ("join", "escort") or noun not in g.box.air_by_id:
            return None
        a = g.airstrikes[g.box.air_by_id[noun]]
        box = self.mission if verb == "join" else "escort"
        if a.side != self.side or p.air_in[a.index] != g.boxes.index(box):
            rule = "24.2b" if verb == "join" else "28.4a"
            return Refusal(rule, f"{a.entry.name} has not been given this mission")
        refusal = flights.against(g, p, a, self.hex)
        if refusal:
            return refusal
        if not self.flying:
            return Refusal("28.4a", "escorts go with airstrikes that they protect")
        if a.country != self.country(g):
            return Refusal("4.4e", "airstrikes of different countries do not fly together")
        return Refusal("13.2b", "no more airstrikes may fly this mission over the hex")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Which airstrikes fly over {g.board.label(self.hex)}?", "26.1a"
