"""26.1 to 26.6 Ground attack from the air, on units and on what stands on the map; 17.6, 17.7 damage and terror."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Part, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import AXIS, COUNTRIES, SIDES, Airstrike
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, impulses, losses, open_cities, raids, shock
from meuse.games.blitzkrieg.rules.cards import number
from meuse.games.blitzkrieg.rules.early_flights import EarlyFlights
from meuse.games.blitzkrieg.rules.zoc import held_forts

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

TERROR_BOMBING, STRATEGIC_BOMBING = "G14", "A21"
INTERDICTION_SHIFT = 1


# --- targets -----------------------------------------------------------------------------------------------------


def features(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> list[str]:
    """26.5a: what a side may bomb in a hex besides units: a source or port of an enemy country that is not Damaged yet
    (17.6.2a), a city not yet terrorised; not where it stands itself."""
    country, board = g.board.country[hex], g.board
    if shock.side_of(country) == side or p.occupied[side] >> hex & 1:
        return []
    found = []
    if not p.damaged >> hex & 1:
        if sum(board.sources.values()) >> hex & 1:
            found.append("source")
        elif (board.ports | board.inland_ports) >> hex & 1:
            found.append("port")
    if board.cities >> hex & 1 and not p.terror >> hex & 1:
        found.append("city")
    return found


def bridgeheads(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> list[int]:
    """35.4a: hexsides of a hex with a bridgehead of the enemy's."""
    between = g.board.river_sides.between
    sides = {between[hex, n] for n in g.grid.neighbour[hex] if (hex, n) in between}
    return sorted(n for n in sides if p.bridges[1 - side] >> n & 1)


def targets(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> list[str]:
    """26.2a: all units of a hex are one target, each feature is another."""
    units = ["units"] if p.occupied[1 - side] >> hex & 1 else []
    crossings = ["bridgehead"] if bridgeheads(g, p, side, hex) else []
    return [*units, *features(g, p, side, hex), *crossings]


def targeted(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """All hexes in which a side finds something to bomb."""
    works = sum(g.board.sources.values()) | g.board.ports | g.board.inland_ports
    places = works & ~p.damaged | g.board.cities & ~p.terror
    crossings = 0
    for n in bits(p.bridges[1 - side]):
        a, b, _ = g.board.river_sides[n]
        crossings |= g.one[a] | g.one[b]
    return p.occupied[1 - side] | places & g.enemy_ground[side] & ~p.occupied[side] | crossings


# --- the phase ---------------------------------------------------------------------------------------------------


def open_phase(g: Blitzkrieg, p: BlitzPosition, slot: int) -> None:
    """8.1(2.4)a: all raids are placed, then all attacks are carried out, then they leave the map. The same is done as
    the second and third combat phases begin, where the side has such a phase."""
    p.impulse = slot
    if not impulses.eligible(g, p, slot, attack=True):
        return
    flights.begin_phase(g, p)
    p.push(EarlyFlights(False), Bombardment(p.active), BombRuns(p.active))


def first(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 1)


def second(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 2)


def third(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 3)


class Bombardment(Frame, frozen=True):
    """8.1(2.4)a: the phasing side sends raids over the map, one after another."""

    side: int

    def hexes(self, g: Blitzkrieg, p: BlitzPosition) -> int:
        found, seen = 0, set()
        for a in flights.in_box(g, p, self.side, "bombardment"):
            if (a.nation, a.range) not in seen:
                seen.add((a.nation, a.range))
                found |= flights.reach(g, p, a)
        return found & targeted(g, p, self.side) & ~flights.full(g, p, self.side) if found else 0

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.hexes(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.hex_words["raid"][hex] for hex in bits(self.hexes(g, p)))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            p.push(raids.Raid(self.side, g.grid.bit[noun], "bombardment"))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "raid" or noun not in g.grid.bit:
            return None
        hex = g.grid.bit[noun]
        if not targeted(g, p, self.side) >> hex & 1:
            return self.against(g, p, hex)
        first, *_ = flights.in_box(g, p, self.side, "bombardment")
        return flights.against(g, p, first, hex)

    def against(self, g: Blitzkrieg, p: BlitzPosition, hex: int) -> Refusal:
        """Why there is nothing to bomb in a hex."""
        if p.damaged >> hex & 1:
            return Refusal("17.6.2a", "what is Damaged already is not damaged again")
        return Refusal("26.5a", "there are no enemy units there, nor a source, a port or a city of the enemy's")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Bombardment: send raids over enemy hexes, or be done.", "8.1(2.4)a"


def bombers_over(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[Airstrike]:
    """A side's airstrikes over the map for bombardment."""
    box = g.boxes.index("bombardment")
    return [g.airstrikes[a] for a in sorted(p.air_over) if p.air_in[a] == box and g.airstrikes[a].side == side]


class BombRuns(Frame, frozen=True):
    """26.2a: the attacks one after another; no target is attacked twice, and each airstrike attacks once."""

    side: int
    done: tuple[str, ...] = ()
    """Targets that have been attacked, as "hex word"."""
    used: int = 0
    """Airstrikes that have attacked."""

    def left(self, g: Blitzkrieg, p: BlitzPosition, hex: int) -> list[str]:
        return [word for word in targets(g, p, self.side, hex) if f"{g.hex_name(hex)} {word}" not in self.done]

    def hexes(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        idle = {p.air_over[a.index] for a in bombers_over(g, p, self.side) if not self.used >> a.index & 1}
        return [hex for hex in sorted(idle) if self.left(g, p, hex)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.hexes(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.hex_words["bomb"][hex] for hex in self.hexes(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            self.run(g, p)
        else:
            p.push(BombRun(self.side, g.grid.bit[noun]))

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        """24.6a: all leave the map, escorts as well."""
        p.pop()
        boxes = g.boxes.index("bombardment"), g.boxes.index("escort")
        back = [a for a in p.air_over if g.airstrikes[a].side == self.side and p.air_in[a] in boxes]
        p.push(flights.Disposition(self.side, sum(1 << a for a in back)))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("26.2a", "no airstrike of yours is left over that hex, or no target that was not attacked")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Carry out the air attacks.", "26.2a"


class BombRun(Frame, frozen=True):
    """26.2a, 4.4e: airstrikes of one country over the hex combine, and their target is named."""

    side: int
    hex: int
    group: int = 0

    def runs(self, p: BlitzPosition) -> BombRuns:
        frame = p.frames[-2]
        assert isinstance(frame, BombRuns)
        return frame

    def joiners(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        taken = self.runs(p).used | self.group
        here = [a for a in bombers_over(g, p, self.side) if p.air_over[a.index] == self.hex]
        free = [a for a in here if not taken >> a.index & 1]
        mine = g.airstrikes[next(bits(self.group))].country if self.group else ""
        return [a.index for a in free if mine in ("", a.country)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        joiners = [g.air_words["join"][a] for a in self.joiners(g, p)]
        words = self.runs(p).left(g, p, self.hex) if self.group else []
        return [*joiners, *(f"at {word}" for word in words)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "join":
            p.swap(BombRun(self.side, self.hex, self.group | 1 << g.box.air_by_id[noun]))
            return
        runs = self.runs(p)
        p.pop()
        p.swap(BombRuns(self.side, (*runs.done, f"{g.hex_name(self.hex)} {noun}"), runs.used | self.group))
        p.push(GroundAttack(self.side, self.hex, noun, self.group))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "at" and f"{g.hex_name(self.hex)} {noun}" in self.runs(p).done:
            return Refusal("26.2a", "no target may be attacked twice")
        if verb == "at" and noun in ("source", "port") and p.damaged >> self.hex & 1:
            return Refusal("17.6.2a", "what is Damaged already is not damaged again")
        return Refusal("26.2a", "name an airstrike of one country over the hex, or a target that is there")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Which airstrikes attack in {g.board.label(self.hex)}, and what?", "26.2a"


# --- the attack --------------------------------------------------------------------------------------------------


def cover(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> list[Part]:
    """26.4a, 34.2a: what protects units of a side in a hex from the air."""
    terrain, features = g.charts.terrain, g.charts.features
    word = g.board.terrain[hex]
    found = [Part(word, terrain[word].air, "26.4a")] if word in terrain else []
    if g.board.cities >> hex & 1 and not p.terror >> hex & 1:
        kind = "capital" if g.board.capitals >> hex & 1 else "city"
        found.append(Part(kind, features[kind].air, "26.4a"))  # type: ignore[index]
    if held_forts(g, p, side) >> hex & 1:
        found.append(Part("fort", features["fort"].air, "26.4a"))
    if p.flooded >> hex & 1:
        found.append(Part("flooded", features["flooded"].air, "26.4a"))
    if p.entrenched >> hex & 1:
        found.append(Part("entrenched", features["entrenched"].air, "34.2a"))
    return [part for part in found if part.value]


def shifts(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int, target: str) -> list[Part]:
    """26.4a, 26.5a, 26.7.1b: units have their cover, features none; interdiction and Terror Bombing gain a column."""
    if target == "city":
        more = number(g, p, TERROR_BOMBING, "shift") if side == AXIS else 0
        return [Part("Terror Bombing", more, "N.m")] if more else []
    if target not in ("units", "movers"):
        return []
    found = cover(g, p, 1 - side, hex)
    return [*found, Part("interdiction", INTERDICTION_SHIFT, "26.7.1b")] if target == "movers" else found


class GroundAttack(Chance, frozen=True):
    """26.1a: the bombardment of all, shifted, and one die."""

    side: int
    hex: int
    target: str
    """ "units", "movers" for those that an interdiction strikes, or a feature."""
    group: int
    movers: int = 0
    """26.7.1b The units that an interdiction can hit."""

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        die, table = int(noun), g.box.ground_table
        if self.target != "movers":
            open_cities.close(g, p, self.hex)
        strength = sum(g.airstrikes[a].bombardment[p.air_tired >> a & 1] for a in bits(self.group))
        parts = shifts(g, p, self.side, self.hex, self.target)
        column = table.column(strength, sum(int(part.value) for part in parts))
        feature = self.target not in ("units", "movers")
        result = str(table.on_feature(column, die)) if feature else table.on_units(column, die)
        p.tell("ground attack", "26.1a", side=SIDES[self.side], hex=g.hex_name(self.hex), target=self.target,
               strength=strength, shift=sum(int(part.value) for part in parts), die=die,
               result=("hit" if result == "True" else "-") if feature else result)
        if not feature:
            p.push(AirHits(1 - self.side, self.hex, str(result), self.movers))
        elif result == "True":
            strike_feature(g, p, self.side, self.hex, self.target, self.group)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The air attack on {g.board.label(self.hex)}.", "26.1a"


class AirHits(Frame, frozen=True):
    """26.2a, 26.6: the owner picks the unit hit: T terror, F fatigue, FT both on one, 2F two units Fatigued; an
    interdiction hits the movers alone (26.7.1b)."""

    side: int
    hex: int
    code: str
    movers: int = 0
    hit: int = 0

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        found = [u for u in p.units_in(self.hex) if g.side[u] == self.side and not self.hit >> u & 1]
        among = [u for u in found if not self.movers or self.movers >> u & 1]
        return [u for u in among if self.code != "T" or not p.shaken >> u & 1]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.code != "-" and len(self.able(g, p)) > 1 else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.word("hit", u) for u in self.able(g, p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        self.strike(g, p, g.by_id[noun])

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        able = self.able(g, p)
        if self.code == "-" or not able:
            p.pop()
            return
        (only,) = able
        self.strike(g, p, only)

    def strike(self, g: Blitzkrieg, p: BlitzPosition, u: int) -> None:
        p.swap(AirHits(self.side, self.hex, "F" if self.code == "2F" else "-", self.movers, self.hit | 1 << u))
        if "T" in self.code and not p.shaken >> u & 1:
            p.shaken |= 1 << u
            p.tell("shaken", "26.6.2a", unit=g.ids[u], hex=g.hex_name(self.hex))
        if "F" in self.code:
            losses.fatigue(g, p, u, "26.4a")

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("26.2a", "a unit in the hex that was not hit yet has to be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Which unit in {g.board.label(self.hex)} is hit from the air?", "26.2a"


# --- what is hit -------------------------------------------------------------------------------------------------


def strike_feature(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int, target: str, group: int) -> None:
    """17.6a, 26.6, 35.4a: a source or port is Damaged, a city terrorised, a bridgehead destroyed."""
    if target in ("source", "port"):
        p.damaged |= g.one[hex]
        p.tell("damaged", "17.6a", hex=g.hex_name(hex), target=target)
    elif target == "bridgehead":
        p.set_bridges(1 - side, p.bridges[1 - side] & ~(1 << bridgeheads(g, p, side, hex)[0]))
        p.tell("bridge destroyed", "35.4a", hex=g.hex_name(hex))
    else:
        terrorise(g, p, side, hex, group)


def terrorise(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int, group: int) -> None:
    """17.7, 7.1a: a city hex costs its country Shock the first time in the game; the cards of either side add to it."""
    country, events = g.board.country[hex], g.charts.shock.events
    p.terror |= g.one[hex]
    p.tell("terrorised", "26.6.1a", hex=g.hex_name(hex))
    points = 0
    if not p.scared >> hex & 1:
        p.scared |= g.one[hex]
        points = events.capital_terrorised if g.board.capitals >> hex & 1 else events.city_terrorised
        if any(g.airstrikes[a].nation == "british" for a in bits(group)):
            points = max(points, number(g, p, STRATEGIC_BOMBING, "shock"))
    n = COUNTRIES.index(country)
    if side == AXIS and not p.panicked >> n & 1:
        points += number(g, p, TERROR_BOMBING, "shock")
    p.panicked |= 1 << n
    shock.add(g, p, COUNTRIES[n], points, "7.1a", hex=g.hex_name(hex))
