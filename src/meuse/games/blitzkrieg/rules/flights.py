"""24.0 Airpower in general: air bases, range, how many may fly over a hex, and what becomes of an airstrike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES, Airstrike
from meuse.games.blitzkrieg.position import ELIMINATED, BlitzPosition
from meuse.games.blitzkrieg.rules import impulses, shock
from meuse.games.blitzkrieg.rules.cards import in_force, number
from meuse.games.blitzkrieg.rules.ground import DUTCH, invade, neutral_ground
from meuse.games.blitzkrieg.rules.supply import Lines
from meuse.games.blitzkrieg.rules.zoc import at_war

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

AIR_COMMAND = {AXIS: "G08", ALLIED: "A09"}
RAF_COMMITMENT = "A14"


# --- air bases ---------------------------------------------------------------------------------------------------


def begin_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """18.5a, 24.3.2d: as a phase begins bases can stage anew, patrols intercept anew, and stacks are closed."""
    p.staging = {}
    p.engaged = p.opened = 0
    p.called_off = False
    p.grounded = unfed(g, p)


def unfed(g: Blitzkrieg, p: BlitzPosition) -> int:
    """18.1.2a, 18.3a: air bases out of supply: they trace to sources of their country, or stand at one."""
    lines = Lines(g, p)
    cut_off = [b for b in g.air_bases if p.at[b] >= 0 and not lines.reaches(b)]
    return sum(1 << b for b in cut_off if not (at_war(g, p, b) and lines.at_source(b)))


def rating(g: Blitzkrieg, p: BlitzPosition, base: int) -> int:
    """24.3.1a, 18.4e: a base's air command: less on its Fatigued side, none off the map or out of supply, as those of
    neutral countries are."""
    if p.at[base] < 0 or p.grounded >> base & 1:
        return 0
    return g.counters[base].command[p.tired >> base & 1]


def total_rating(g: Blitzkrieg, p: BlitzPosition, country: str) -> int:
    """24.3.2a: the air command of a country's bases together."""
    return sum(rating(g, p, b) for b in g.air_bases if g.counters[b].country == country)


def spare(g: Blitzkrieg, p: BlitzPosition, base: int) -> int:
    """24.3.2d, 24.3.8a: flights that a base may still stage in this phase."""
    return 0 if p.shifted >> base & 1 else rating(g, p, base) - p.staging.get(base, 0)


def serves(base: str, nation: str) -> bool:
    """24.5: bases of its own nationality; for American airstrikes British and French ones."""
    return nation == base or (nation == "american" and base in ("british", "french"))


# --- range -------------------------------------------------------------------------------------------------------


def closed(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """24.3.3b, 4.6c: ground that a side's flights may not cross: neutral countries, for the Axis Britain besides."""
    return neutral_ground(g, p) | (g.board.countries["britain"] if side == AXIS else 0)


def within(g: Blitzkrieg, start: int, hexes: int, shut: int) -> int:
    """24.3.3a: the hexes so far from a base over any terrain and units."""
    return g.skies[start, hexes, shut]


def work_out_sky(g: Blitzkrieg, start: int, hexes: int, shut: int) -> int:
    found = g.one[start]
    for _ in range(hexes):
        found |= g.grid.spread(found) & ~shut
    return found


def sky(g: Blitzkrieg, p: BlitzPosition, base: int, a: Airstrike) -> int:
    """Where an airstrike may fly from a base; to fly into the neutral Netherlands is an act of war, and its ground is
    open as soon as it is declared (4.2.3b)."""
    shut = closed(g, p, a.side)
    found = within(g, p.at[base], a.range, shut)
    if a.side == AXIS and not p.at_war >> DUTCH & 1:
        dutch = g.board.countries["netherlands"]
        found |= within(g, p.at[base], a.range, shut & ~dutch) & dutch
    return found


def stages(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> list[int]:
    """The bases from which an airstrike may fly now."""
    return [b for b in g.bases_for[a.nation] if spare(g, p, b) > 0]


def reach(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> int:
    """All hexes over which an airstrike may fly now."""
    found = 0
    for b in stages(g, p, a):
        found |= sky(g, p, b, a)
    return found


def against(g: Blitzkrieg, p: BlitzPosition, a: Airstrike, hex: int) -> Refusal | None:
    """What speaks against a flight over a hex, whatever the mission."""
    name = a.entry.name
    bases = [b for b in g.bases_for[a.nation] if rating(g, p, b)]
    if p.flown >> a.index & 1:
        return Refusal("24.6.3_1a", f"{name} has flown in this impulse")
    if not bases:
        return Refusal("24.5a", f"{name} has no air base of its own nationality in supply")
    if a.side == AXIS and g.board.country[hex] == "britain":
        return Refusal("4.6c", "the Axis may not fly over Britain")
    if closed(g, p, a.side) >> hex & 1 and not (a.side == AXIS and g.board.country[hex] == "netherlands"):
        return Refusal("24.3.3b", "neutral ground may not be flown over")
    able = stages(g, p, a)
    if not able:
        return Refusal("24.3.2d", f"every air base that {name} could fly from has staged what it can, or has moved")
    if not any(sky(g, p, b, a) >> hex & 1 for b in able):
        return Refusal("24.3.3a", f"{name} has a range of {a.range} hexes from its air base")
    if not room_over(g, p, a.side, hex):
        return Refusal("24.4a", f"no more than {limit(g, p, a.side)} airstrikes may fly over a hex")
    return None


# --- over the map ------------------------------------------------------------------------------------------------


def limit(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """24.4a, 13.2a: airstrikes of a side over one hex: two, with Air Command Control four."""
    return max(g.charts.limits.airstrikes_over_hex, number(g, p, AIR_COMMAND[side], "airstrikes"))


def over(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> list[int]:
    """A side's airstrikes over a hex."""
    return sorted(a for a, where in p.air_over.items() if where == hex and g.airstrikes[a].side == side)


def room_over(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> int:
    return limit(g, p, side) - len(over(g, p, side, hex))


def full(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """Hexes over which no more of a side may fly."""
    return sum(g.one[hex] for hex in {*p.air_over.values()} if room_over(g, p, side, hex) <= 0)


def in_box(g: Blitzkrieg, p: BlitzPosition, side: int, box: str) -> list[Airstrike]:
    """A side's airstrikes with that mission that have not yet flown it in this impulse."""
    number, boxes = g.boxes.index(box), p.air_in
    if number not in boxes:
        return []
    there = [a for a in g.sky[side] if boxes[a.index] == number]
    return [a for a in there if not p.flown >> a.index & 1 and a.index not in p.air_over]


def stage(g: Blitzkrieg, p: BlitzPosition, a: int, base: int, hex: int) -> None:
    """24.3.2d: an airstrike flies from a base over a hex."""
    side = g.airstrikes[a].side
    p.staging = {**p.staging, base: p.staging.get(base, 0) + 1}
    p.staged |= 1 << base
    p.eligible &= ~(1 << base)
    p.flown |= 1 << a
    p.air_over[a] = hex
    p.tell("flight", "24.3.2d", unit=g.airstrikes[a].id, hex=g.hex_name(hex), base=g.ids[base],
           box=g.boxes[p.air_in[a]])
    invade(g, p, side, hex)


class Staging(Frame, frozen=True):
    """24.3.2d: the air base from which an airstrike flies; no choice where only one can send it."""

    air: int
    hex: int
    cargo: bool = False
    """31.1.1a: a supply flight, one a turn from each base."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        a = g.airstrikes[self.air]
        free = [b for b in stages(g, p, a) if not (self.cargo and p.cargo >> b & 1)]
        return [b for b in free if sky(g, p, b, a) >> self.hex & 1]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[g.airstrikes[self.air].side],) if len(self.able(g, p)) > 1 else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.word("from", b) for b in self.able(g, p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        self.start(g, p, g.by_id[noun])

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        (base,) = self.able(g, p)
        self.start(g, p, base)

    def start(self, g: Blitzkrieg, p: BlitzPosition, base: int) -> None:
        p.pop()
        if self.cargo:
            p.cargo |= 1 << base
        stage(g, p, self.air, base, self.hex)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        a = g.airstrikes[self.air]
        if verb != "from" or noun not in g.by_id or not g.counters[g.by_id[noun]].air_base:
            return Refusal("24.3.2d", "an air base has to be named")
        base, name = g.by_id[noun], g.counters[g.by_id[noun]].name
        if base not in g.bases_for[a.nation]:
            return Refusal("24.5a", f"{a.entry.name} flies from air bases of its own nationality")
        if p.shifted >> base & 1:
            return Refusal("24.3.8a", f"{name} has moved this turn")
        if spare(g, p, base) <= 0:
            return Refusal("24.3.2d", f"{name} can stage no more flights in this phase")
        if self.cargo and p.cargo >> base & 1:
            return Refusal("31.1.1a", f"{name} has sent its supply flight of this turn")
        return Refusal("24.3.3a", f"the hex is not within {a.range} hexes of {name}")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"From which air base does {g.airstrikes[self.air].entry.name} fly?", "24.3.2d"


# --- losses ------------------------------------------------------------------------------------------------------


def eliminate(g: Blitzkrieg, p: BlitzPosition, a: int, rule: str) -> None:
    """7.1.4a: an airstrike is gone for good; with the RAF committed, British ones weigh more."""
    strike = g.airstrikes[a]
    p.send_air(a, ELIMINATED)
    p.tell("airstrike lost", rule, unit=strike.id)
    points = number(g, p, RAF_COMMITMENT, "shock") if strike.nation == "british" else 0
    shock.add(g, p, strike.country, points or g.charts.shock.events.airstrike, "7.1.4a", unit=strike.id)


def fatigue(g: Blitzkrieg, p: BlitzPosition, a: int, rule: str) -> None:
    """17.3a, 17.3.1a: a Combat Effective airstrike is turned over, a Fatigued one eliminated."""
    if p.air_tired >> a & 1:
        eliminate(g, p, a, "17.3.1a")
    else:
        p.set_air_tired(a, True)
        p.tell("airstrike fatigued", rule, unit=g.airstrikes[a].id)


# --- after the mission -------------------------------------------------------------------------------------------


def rest_box(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> int:
    """24.6a, 24.6.3_2a: Recovery for a Fatigued airstrike, else Reserve, or Ready where it may not be there."""
    if p.air_tired >> a.index & 1:
        return g.boxes.index("recovery")
    return g.boxes.index("reserve" if "reserve" in a.missions else "ready")


def go_home(g: Blitzkrieg, p: BlitzPosition, airstrikes: int) -> None:
    """24.6a: airstrikes whose mission is over leave the map."""
    for a in bits(airstrikes):
        if p.air_in[a] >= 0:
            p.send_air(a, rest_box(g, p, g.airstrikes[a]))


class Disposition(Frame, frozen=True):
    """24.6.1a, 24.6.2a: airstrikes back from a mission rest, or go into their box again for a later impulse: Combat
    Effective ones flipped, with Air Command Control Fatigued ones as well."""

    side: int
    airstrikes: int

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        if not impulses.later(g, p, self.side):
            return []
        again = in_force(g, p, AIR_COMMAND[self.side])
        return [a for a in bits(self.airstrikes) if again or not p.air_tired >> a & 1]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.air_words["again"][a] for a in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            self.run(g, p)
            return
        a = g.box.air_by_id[noun]
        p.swap(Disposition(self.side, self.airstrikes & ~(1 << a)))
        p.send_air(a, p.air_in[a])
        p.set_air_tired(a, True)
        p.tell("sent again", "24.6.1a", unit=noun)

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        go_home(g, p, self.airstrikes)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "again" and noun in g.box.air_by_id:
            a = g.box.air_by_id[noun]
            if self.airstrikes >> a & 1:
                return Refusal("24.6.1a", "a Fatigued airstrike is sent again under Air Command Control only")
        return Refusal("24.6.1a", "an airstrike that has just flown has to be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Which airstrikes are to fly again in a later impulse, Fatigued?", "24.6.1a"


def available(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[Airstrike]:
    """8.1(1.1)a: a side's airstrikes on its display whose country is at war; those of a collapsed one are off it."""
    fighting, boxes = [COUNTRIES[n] for n in bits(p.at_war)], p.air_in
    return [a for a in g.sky[side] if boxes[a.index] >= 0 and a.country in fighting]
