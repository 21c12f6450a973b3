"""30.0 Air assault: airborne units land by parachute and glider, not always where they meant to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, BadInput, Part, Refusal, Tally
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import airlift, flights, landings, losses, raids, stacking
from meuse.games.blitzkrieg.rules.special_operations import SpecialOperation, frighten

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


# --- who may land, and where -------------------------------------------------------------------------------------


def may_land(g: Blitzkrieg, u: int) -> bool:
    """30.1a, 23.5.2a: airborne units and airborne special operations; by option special operations infantry too."""
    kind = g.counters[u].entry.type
    return kind in ("airborne", "special operations airborne") or (
        kind == "special operations infantry" and bool(g.options["landings"] == "all"))


def against(g: Blitzkrieg, p: BlitzPosition, u: int) -> Refusal | None:
    """What speaks against a unit's landing by air now."""
    c = g.counters[u]
    if not may_land(g, u):
        return Refusal("30.1a", f"{c.name} is not an airborne unit")
    if not airlift.airbases(g, p, c.side) >> p.at[u] & 1:
        return Refusal("30.1a", f"{c.name} is not on an airbase hex")
    if not flights.in_box(g, p, c.side, "transport"):
        return Refusal("30.3a", "a landing needs a transport that has not flown")
    return None if targets(g, p, u) else Refusal("24.3.2d", "no air base can send a transport")


def jumpers(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """Units that may land by air now; few can."""
    units = p.eligible & ~p.moved & g.airborne
    if not units or not flights.in_box(g, p, p.active, "transport"):
        return []
    return [u for u in bits(units) if against(g, p, u) is None]


def solid_ground(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """30.2.2a: land where the unit may come down, enemies or not; a full rough hex has no room (13.1.2a)."""
    land = g.board.land & ~flights.closed(g, p, g.side[u])
    return land & ~stacking.jammed(g, p, u, land)


def targets(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """30.1a, 24.3.3a: hexes within the range of a transport, with room in the air (24.4a); the neutral Netherlands too,
    at the price of war."""
    found = 0
    for a in flights.in_box(g, p, g.side[u], "transport"):
        found |= flights.reach(g, p, a)
    closed = g.one[p.at[u]] | flights.full(g, p, g.side[u])
    return found & (solid_ground(g, p, u) | g.board.countries["netherlands"]) & ~closed


class Dropping(Frame, frozen=True):
    """30.1a: where a unit is to land."""

    unit: int

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        land = g.hex_words["land"]
        return [land[hex] for hex in bits(targets(g, p, self.unit))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        u, hex = self.unit, g.grid.bit[noun]
        owner = g.side[u]
        p.pop()
        p.push(airlift.Carriers(owner, hex, 1), raids.Escorting(owner, hex), Descent(u, hex),
               raids.Homeward(owner, hex))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "land" or noun not in g.grid.bit:
            return None
        hex = g.grid.bit[noun]
        if not g.board.land >> hex & 1:
            return Refusal("30.2.2a", "nobody lands in water")
        transport, *_ = flights.in_box(g, p, g.side[self.unit], "transport")
        return flights.against(g, p, transport, hex) or Refusal("30.2.2a", "there is no room to land")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Where does the unit land?", "30.1a"


class Descent(Frame, frozen=True):
    """30.4a: who is not shot down with his transport jumps."""

    unit: int
    hex: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        if airlift.arrived(g, p, g.side[self.unit], self.hex):
            p.push(ScatterRoll(self.unit, self.hex))
        else:
            losses.eliminate(g, p, self.unit, "28.3b")


# --- scatter -----------------------------------------------------------------------------------------------------


def modifiers(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> list[Part]:
    """30.4a: what is added to the die."""
    chart = g.charts.scatter.modifiers
    found = []
    if g.counters[u].special:
        found.append(Part("special operations unit", chart["special_operations_unit"], "30.4a"))
    if p.occupied[1 - g.side[u]] >> hex & 1:
        found.append(Part("enemies there", chart["enemy_in_hex"], "30.4a"))
    if g.board.jam >> hex & 1:
        found.append(Part("rough ground", chart["rough_or_mountain"], "30.4a"))
    return found


def explain(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> Tally:
    """The highest die with which a unit lands where it is to."""
    if not may_land(g, u) or not g.board.land >> hex & 1:
        raise BadInput(f"{g.counters[u].name} does not land at {g.hex_name(hex)}")
    base = Part("on target up to", g.charts.scatter.on_target, "30.4a")
    parts = [Part(part.label, -int(part.value), part.rule) for part in modifiers(g, p, u, hex)]
    total = sum(int(part.value) for part in (base, *parts))
    return Tally(f"landing of {g.counters[u].name} at {g.board.label(hex)}", total, (base, *parts))


class ScatterRoll(Chance, frozen=True):
    """30.4a: one die for each unit."""

    unit: int
    hex: int

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        total = int(noun) + sum(int(part.value) for part in modifiers(g, p, self.unit, self.hex))
        chart = g.charts.scatter
        p.tell("scatter", "30.4a", unit=g.ids[self.unit], hex=g.hex_name(self.hex), die=int(noun), total=total)
        if total > chart.on_target:
            p.push(DriftRoll(self.unit, self.hex, total >= chart.fatigued))
            return
        land(g, p, self.unit, self.hex)
        p.push(SpecialOperation(self.unit))

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The landing at {g.board.label(self.hex)}.", "30.4a"


class DriftRoll(Chance, frozen=True):
    """30.4a: a second die gives the direction, 1 north and on clockwise; the unit may be Fatigued besides."""

    unit: int
    hex: int
    worn: bool

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        to = g.grid.neighbour[self.hex][int(noun) - 1]
        if to < 0 or not solid_ground(g, p, self.unit) >> to & 1:
            losses.eliminate(g, p, self.unit, "30.4a")
            return
        land(g, p, self.unit, to)
        if self.worn:
            losses.fatigue(g, p, self.unit, "30.4a")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The wind over {g.board.label(self.hex)}.", "30.4a"


def land(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> None:
    """30.2.1a: a unit is on the ground; the first landing of a turn alarms the country (N.i)."""
    landings.come_down(g, p, u, hex)
    p.tell("landed", "30.1a", unit=g.ids[u], hex=g.hex_name(hex))
    n = next((n for n, name in enumerate(COUNTRIES) if name == g.board.country[hex]), -1)
    if n >= 0 and not p.alarmed >> n & 1:
        p.alarmed |= 1 << n
        frighten(g, p, hex, g.charts.shock.events.first_landing)
