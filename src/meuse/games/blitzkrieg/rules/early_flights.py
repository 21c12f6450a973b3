"""19.1d, 31.0 What flies as a phase begins: reconnaissance and air supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import AXIS, SIDES, Airstrike
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, fog, raids

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def over_recon(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> int:
    """19.1d: hexes from which enemy land units can be seen, within the airstrike's reach."""
    sight = p.occupied[1 - a.side]
    for _ in range(g.charts.limits.recon_radius):
        sight |= g.grid.spread(sight)
    return flights.reach(g, p, a) & sight & ~flights.full(g, p, a.side)


def over_supply(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> int:
    """31.2a, 31.1.1a: hexes with a German unit, within reach of a base in supply that has not sent cargo this turn."""
    found = 0
    for base in cargo_bases(g, p, a):
        found |= flights.sky(g, p, base, a)
    held = sum(g.one[hex] for hex in bits(found & p.occupied[AXIS] & ~p.air_supply)
               if any(not g.counters[u].deception for u in p.stacks[hex]))
    return held & ~flights.full(g, p, AXIS)


def cargo_bases(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> list[int]:
    """31.1.1a: one supply flight a turn from each base in supply."""
    return [b for b in flights.stages(g, p, a) if not p.cargo >> b & 1]


BOXES = {"scout": "recon", "supply": "transport"}
OVER = {"scout": over_recon, "supply": over_supply}


class EarlyFlights(Frame, frozen=True):
    """19.1d, 18.6.1a: as a phase begins the phasing side may send reconnaissance, before a movement phase only, and
    German transports with supply."""

    scouting: bool

    def able(self, g: Blitzkrieg, p: BlitzPosition, verb: str) -> list[int]:
        if verb == "scout" and not self.scouting:
            return []
        return [a.index for a in flights.in_box(g, p, p.active, BOXES[verb]) if OVER[verb](g, p, a)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if any(self.able(g, p, verb) for verb in BOXES) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.air_words[verb][a] for verb in BOXES for a in self.able(g, p, verb))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            p.push(EarlyFlight(g.box.air_by_id[noun], verb))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb not in BOXES or noun not in g.box.air_by_id:
            return None
        a = g.airstrikes[g.box.air_by_id[noun]]
        if verb == "supply" and p.active != AXIS:
            return Refusal("18.6.1a", "only the Germans supply units by air")
        if verb == "scout" and not self.scouting:
            return Refusal("19.1d", "reconnaissance flies as a movement phase begins")
        if a.side != p.active or p.air_in[a.index] != g.boxes.index(BOXES[verb]):
            return Refusal("24.2b", f"{a.entry.name} has not been given this mission")
        if p.flown >> a.index & 1:
            return Refusal("24.6.3_1a", f"{a.entry.name} has flown in this impulse")
        if verb == "supply" and not cargo_bases(g, p, a):
            return Refusal("31.1.1a", "every air base that could has sent its supply flight of this turn")
        return Refusal("24.3.3a", f"{a.entry.name} reaches nothing from its air bases")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        what = "Send reconnaissance or air supply, or be done." if self.scouting else "Send air supply, or be done."
        return what, "19.1d" if self.scouting else "31.1a"


class EarlyFlight(Frame, frozen=True):
    """The hex of one reconnaissance or supply flight."""

    air: int
    verb: str

    def hexes(self, g: Blitzkrieg, p: BlitzPosition) -> int:
        return OVER[self.verb](g, p, g.airstrikes[self.air])

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.hex_words["over"][hex] for hex in bits(self.hexes(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        hex, cargo = g.grid.bit[noun], self.verb == "supply"
        p.pop()
        p.push(flights.Staging(self.air, hex, cargo), raids.Escorting(p.active, hex), Arrival(self.air, cargo),
               raids.Homeward(p.active, hex))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "over" or noun not in g.grid.bit:
            return None
        refusal = flights.against(g, p, g.airstrikes[self.air], g.grid.bit[noun])
        if self.verb == "supply":
            return refusal or Refusal("31.2a", "the hex must hold a German unit without a supply marker")
        return refusal or Refusal("19.1d", "no enemy can be seen from there")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        rule = "31.2a" if self.verb == "supply" else "19.1d"
        return f"Over which hex does {g.airstrikes[self.air].entry.name} fly?", rule


class Arrival(Frame, frozen=True):
    """19.1d, 31.1a: what a flight that was not shot down brings: sight, or a supply marker."""

    air: int
    cargo: bool

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        if self.air not in p.air_over:
            return
        hex, side = p.air_over[self.air], g.airstrikes[self.air].side
        if self.cargo:
            p.air_supply |= g.one[hex]
            p.tell("air supply", "31.1a", hex=g.hex_name(hex))
            return
        for seen in bits(g.grid.disc(hex, g.charts.limits.recon_radius)):
            fog.open_hex(g, p, seen, 1 - side, "19.1d")


def clear_supply(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.10e)a, 31.2.3a: in the Axis Administration the supply markers leave the map."""
    if p.air_supply:
        p.air_supply = 0
        p.tell("air supply ends", "8.1(2.10e)a")
