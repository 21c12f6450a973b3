"""17.4, 17.6, 17.7 Recovery of airstrikes, and removal of Damaged and Terror markers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES, SIDES, Airstrike
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, supply
from meuse.games.blitzkrieg.rules.cards import number
from meuse.games.blitzkrieg.rules.recovery import national
from meuse.games.blitzkrieg.rules.zoc import at_war

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

DISPERSAL = "A15"


# --- airstrikes --------------------------------------------------------------------------------------------------


def open_air_recovery(g: Blitzkrieg, p: BlitzPosition) -> None:
    """24.5.2a, 17.4b: in the friendly Recovery Phase; a country may try for as many airstrikes as it has Air Bases in
    supply."""
    p.grounded = flights.unfed(g, p)
    bases = [g.counters[b].country for b in g.air_bases if flights.rating(g, p, b)]
    p.push(AirRecovery(tuple([bases.count(country) for country in COUNTRIES])))


def air_modifier(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> int:
    """24.5.2a: the nation's modifier, better for British airstrikes; paralysis; French ones once they are dispersed."""
    chart = g.charts.recovery.modifiers
    nation = "british" if a.nation == "american" else a.entry.nation
    found = national(g, p, nation, 0)
    if nation == "british":
        found += chart["british_air"]
    if nation == "french":
        found += number(g, p, DISPERSAL, "recovery")
    if p.paralysed >> COUNTRIES.index(a.country) & 1:
        found += chart["paralysis"]
    return found


class AirRecovery(Frame, frozen=True):
    """17.4b: the owner rolls for Fatigued airstrikes in the Recovery box, each once."""

    left: tuple[int, ...]
    """Tries by country."""
    tried: int = 0

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        box = g.boxes.index("recovery")
        found = [a for a in flights.available(g, p, p.active) if p.air_in[a.index] == box]
        worn = [a for a in found if p.air_tired >> a.index & 1 and not self.tried >> a.index & 1]
        return [a.index for a in worn if self.left[COUNTRIES.index(a.country)]]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.air_words["recover"][a] for a in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        a = g.airstrikes[g.box.air_by_id[noun]]
        n = COUNTRIES.index(a.country)
        p.swap(AirRecovery((*self.left[:n], self.left[n] - 1, *self.left[n + 1:]), self.tried | 1 << a.index))
        p.push(AirRecoveryRoll(a.index))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "recover" or noun not in g.box.air_by_id:
            return None
        a = g.airstrikes[g.box.air_by_id[noun]]
        if self.tried >> a.index & 1:
            return Refusal("17.4b", f"{a.entry.name} has had its roll")
        if a.side != p.active or p.air_in[a.index] != g.boxes.index("recovery") or not p.air_tired >> a.index & 1:
            return Refusal("24.5.2a", f"{a.entry.name} is no Fatigued airstrike of yours in Recovery")
        return Refusal("17.4b", f"{a.country.capitalize()} has no more Air Bases in supply to mend airstrikes")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Recovery: roll for Fatigued airstrikes.", "17.4b"


class AirRecoveryRoll(Chance, frozen=True):
    """17.4b: one die; who recovers goes to rest."""

    air: int

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        a = g.airstrikes[self.air]
        total = int(noun) + air_modifier(g, p, a)
        success = total >= g.charts.recovery.airstrike
        p.tell("recovery", "17.4b", unit=a.id, die=int(noun), success=success)
        if success:
            p.set_air_tired(self.air, False)
            flights.go_home(g, p, 1 << self.air)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "The recovery roll.", "17.4b"


# --- damage and terror -------------------------------------------------------------------------------------------

Marker = Literal["repair", "calm", "rally"]
RULES: dict[Marker, str] = {"repair": "17.6.1b", "calm": "17.7.3a", "rally": "17.7.3a"}


def open_repairs(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.10d)a, 18.5a: supply is judged as the step begins."""
    if p.damaged or p.terror or p.shaken:
        p.unsupplied = supply.lacking(g, p)
        p.push(Repairs())


def mends(g: Blitzkrieg, p: BlitzPosition, hex: int) -> bool:
    """17.6.1b: a port is repaired under a friendly headquarters in supply, a source under one of its own country."""
    source = sum(g.board.sources.values()) >> hex & 1
    for u in p.units_in(hex):
        c = g.counters[u]
        if c.hq and c.side == p.active and at_war(g, p, u):
            if c.country == g.board.country[hex] if source else not p.unsupplied >> u & 1:
                return True
    return False


def calms(g: Blitzkrieg, p: BlitzPosition, hex: int) -> bool:
    """17.7.3a: a unit of the city's own nationality stands there."""
    units = [g.counters[u] for u in p.units_in(hex)]
    return any(c.side == p.active and c.country == g.board.country[hex] and not c.deception for c in units)


class Repairs(Frame, frozen=True):
    """8.1(2.10d)a: one roll for each marker that can be cleared."""

    tried: tuple[str, ...] = ()

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[Action]:
        hexes = g.hex_words
        found = [hexes["repair"][hex] for hex in bits(p.damaged) if mends(g, p, hex)]
        found += [hexes["calm"][hex] for hex in bits(p.terror) if calms(g, p, hex)]
        mine = [u for u in bits(p.shaken & ~p.unsupplied) if g.side[u] == p.active]
        found += [g.word("rally", u) for u in mine if at_war(g, p, u)]
        return [action for action in found if action not in self.tried]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *self.able(g, p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.swap(Repairs((*self.tried, f"{verb} {noun}")))
        p.push(RepairRoll(verb, noun))  # type: ignore[arg-type]

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if f"{verb} {noun}" in self.tried:
            return Refusal("17.2.2a", "it has had its roll")
        if verb == "repair":
            return Refusal("17.6.1b", "a Damaged port needs a headquarters in supply, a source one of its own country")
        if verb == "calm":
            return Refusal("17.7.3a", "a terrorised city needs a unit of its own nationality in it")
        return Refusal("17.7.3a", "a terrorised unit of yours in supply may be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Damage and Terror: roll for markers.", "8.1(2.10d)a"


class RepairRoll(Chance, frozen=True):
    """17.6.1b, 17.7.3a: one die for a marker, by the recovery procedure; repairs are harder in a terrorised city
    (17.7.1a)."""

    marker: Marker
    noun: str

    def modifiers(self, g: Blitzkrieg, p: BlitzPosition) -> int:
        chart = g.charts.recovery.modifiers
        hex = p.at[g.by_id[self.noun]] if self.marker == "rally" else g.grid.bit[self.noun]
        u = g.by_id[self.noun] if self.marker == "rally" else self.worker(g, p, hex)
        c = g.counters[u]
        found = national(g, p, c.entry.nation, hex)
        if self.marker == "repair" and p.terror >> hex & 1:
            found += chart["terror"]
        return found + (chart["paralysis"] if p.paralysed >> COUNTRIES.index(c.shock) & 1 else 0)

    def worker(self, g: Blitzkrieg, p: BlitzPosition, hex: int) -> int:
        """Who clears a hex: a unit of its country if there is one; no enemy who has landed there is, nor has he a
        headquarters with him."""
        able = [u for u in p.units_in(hex) if g.counters[u].hq or self.marker == "calm"]
        return max(able, key=lambda u: g.counters[u].country == g.board.country[hex])

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        chart = g.charts.recovery
        least = {"repair": chart.damage, "calm": chart.city_terror, "rally": chart.unit_terror}[self.marker]
        success = int(noun) + self.modifiers(g, p) >= least
        if self.marker == "rally":
            p.tell("rally", "17.7.3a", die=int(noun), success=success, unit=self.noun)
        else:
            p.tell(self.marker, RULES[self.marker], die=int(noun), success=success, hex=self.noun)
        if not success:
            return
        if self.marker == "rally":
            p.shaken &= ~(1 << g.by_id[self.noun])
        elif self.marker == "repair":
            p.damaged &= ~g.one[g.grid.bit[self.noun]]
        else:
            p.terror &= ~g.one[g.grid.bit[self.noun]]

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "The roll for a marker.", RULES[self.marker]
