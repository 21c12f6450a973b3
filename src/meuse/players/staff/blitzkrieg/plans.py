"""The plans of campaign: what each German army is to take, and where the Allies stand."""

from __future__ import annotations

import msgspec

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition


class Axis(msgspec.Struct, frozen=True):
    """A German army: its units, and what it takes one after another, each to be left aside after so many weeks."""

    name: str
    units: tuple[str, ...]
    aims: tuple[tuple[str, int], ...]


SPEAR = Axis(
    "the Panzer Group", (
        "de-kleist", "de-xix-mot", "de-xli-mot", "de-xiv-mot", "de-1-pz", "de-2-pz", "de-10-pz", "de-6-pz", "de-8-pz",
        "de-2-mot", "de-13-mot", "de-29-mot", "de-gd", "de-stg", "de-stg-2", "de-88-sp",
    ), (
        ("4221", 2), ("3221", 3), ("2917", 4), ("3015", 4), ("3214", 4), ("3319", 4), ("3221", 7), ("3226", 7),
        ("3227", 7), ("2724", 7), ("3032", 7), ("2223", 7), ("3930", 7), ("2535", 7),
    ),
)
FOURTH = Axis(
    "the Fourth Army", (
        "de-4-army", "de-xv-mot", "de-5-pz", "de-7-pz", "de-ii", "de-v", "de-viii", "de-47-sp", "de-ss-t",
        "de-2-army", "de-xxxviii",
    ), (
        ("4018", 3), ("3918", 4), ("3719", 4), ("3319", 5), ("3517", 5), ("3221", 7), ("2724", 7), ("3226", 7),
        ("2223", 7), ("2125", 7), ("2231", 7),
    ),
)
SIXTH = Axis(
    "the Sixth Army", (
        "de-6-army", "de-xvi-mot", "de-3-pz", "de-4-pz", "de-20-mot", "de-11-schutzen", "de-iv", "de-ix", "de-xi",
        "de-xxvii", "de-hgb-res", "de-fort-assault", "de-koch", "de-hed", "de-niwi",
    ), (
        ("4615", 2), ("4015", 4), ("4517", 4), ("4013", 4), ("3715", 5), ("4217", 5), ("3517", 6), ("3514", 6),
        ("3413", 6), ("3214", 6), ("3221", 7), ("3226", 7), ("3227", 7), ("2724", 7),
    ),
)
EIGHTEENTH = Axis(
    "the Eighteenth Army", (
        "de-18-army", "de-xxxix-mot", "de-9-pz", "de-ss-v", "de-ss-lah", "de-1-cav", "de-x", "de-xxvi", "de-bb",
        "de-fjr-1", "de-fjr-2", "de-16-22", "de-47-22", "de-65-22",
    ), (
        ("4609", 2), ("4412", 2), ("4309", 3), ("4009", 3), ("4207", 3), ("3909", 3), ("4802", 4), ("4013", 5),
        ("3715", 6), ("3514", 6), ("3413", 6), ("3214", 6), ("3015", 7), ("3319", 7), ("2724", 7),
    ),
)
CENTRE = Axis(
    "Army Group A", (
        "de-12-army", "de-16-army", "de-9-army", "de-iii", "de-vi", "de-xviii", "de-vii", "de-xiii", "de-xxiii",
        "de-hga-res", "de-1-mtn", "de-6-mtn", "de-xvii", "de-xlii", "de-xliii", "de-xliv", "de-xxxi", "de-xxxii",
        "de-xxxiv", "de-xxxvi",
    ), (
        ("4221", 4), ("3925", 7), ("4026", 7), ("4525", 7), ("3930", 7), ("3226", 7), ("3227", 7), ("4825", 7),
        ("4827", 7), ("4435", 7),
    ),
)
RHINE = Axis(
    "Army Group C", (
        "de-1-army", "de-7-army", "de-ss-pol", "de-xii", "de-xxiv", "de-xxx", "de-xxxvii", "de-xlv", "de-xxv",
        "de-xxxiii", "de-hgc-res",
    ), (("5427", 7), ("4825", 7), ("5333", 7), ("4827", 7), ("5133", 7)),
)
ARMIES = (SPEAR, FOURTH, SIXTH, EIGHTEENTH, CENTRE, RHINE)
AHEAD = 3
"""So many objectives an army has in mind at once, the first of them above all."""
NEXT = 5.0
"""Movement points by which each later one seems farther away."""
ON_GUARD = 5
"""The turn from which Army Group C leaves the Westwall, to hold down what stands before it."""


class Line(msgspec.Struct, frozen=True):
    """A line to be held: hexes by their worth, and how many of them may be lost before it is given up."""

    name: str
    posts: dict[str, float]
    most: int


EAST = {
    "4422": 1.5, "4523": 1.2, "4623": 1.0, "4724": 0.8, "4823": 0.7, "4924": 0.9, "5025": 0.8, "5125": 0.9,
    "5225": 0.7, "5325": 0.8, "5425": 0.7, "5526": 0.6, "5427": 0.8, "5331": 0.5, "5432": 0.5, "5333": 0.4,
}
"""The Maginot Line and the Rhine."""
DYLE = Line("the Dyle and the Meuse", {
    "4013": 1.6, "4014": 1.2, "4015": 2.0, "4116": 1.8, "4117": 1.8, "4217": 1.6, "4218": 1.8, "4119": 1.6, "4120": 1.6,
    "4121": 1.8, "4221": 2.4, "4222": 2.6, "4323": 2.2, "4324": 1.2,
}, 4)
ESCAUT = Line("the Escaut and the Meuse", {
    "3715": 1.6, "3716": 1.4, "3717": 1.4, "3618": 1.4, "3719": 1.8, "3819": 1.4, "3919": 1.8, "3920": 1.4, "4020": 1.4,
    "4121": 1.6, "4221": 1.8, "4222": 2.2, "4323": 1.8, "4324": 1.2, "3517": 1.4,
}, 5)
SOMME = Line("the Somme and the Aisne", {
    "2920": 1.2, "3020": 1.4, "3121": 1.6, "3221": 2.2, "3322": 1.6, "3422": 1.6, "3522": 1.6, "3523": 1.4, "3524": 1.5,
    "3624": 1.5, "3724": 1.5, "3824": 1.6, "3924": 1.8, "4024": 1.6, "4124": 1.6, "4224": 1.6, "4525": 1.8, "4324": 1.4,
}, 6)
SEINE = Line("the Seine and the Marne", {
    "2724": 2.0, "2825": 1.4, "2925": 1.4, "3026": 1.6, "3226": 3.0, "3227": 3.0, "3327": 1.6, "3427": 1.4, "3527": 1.4,
    "3626": 1.5, "3726": 1.5, "3826": 1.5, "3925": 1.4, "4026": 1.8, "4027": 1.2, "4525": 1.4,
}, 99)
LINES = (DYLE, ESCAUT, SOMME, SEINE)
BELGIAN = Line("the Albert Canal and Brussels", {
    "4013": 1.8, "4015": 2.4, "4014": 1.2, "4114": 1.2, "4116": 1.2, "4217": 1.4, "4415": 1.0, "4516": 1.2, "4315": 1.0,
    "3715": 1.2,
}, 99)
DUTCH = Line("Fortress Holland", {
    "4207": 2.4, "4009": 2.2, "3909": 1.8, "4309": 1.8, "4408": 1.2, "4409": 1.2, "4310": 1.0,
}, 99)
THREATENED = 6
"""Hexes within which Germans make a city a post."""


class AxisPlan:
    """Which army each German unit belongs to, and what it is after. An objective holds until it is taken or its weeks
    are over; what has been taken is written in the position, so that anybody can take over the plan."""

    def __init__(self, game: Blitzkrieg, sent: str = "", aim: str = "") -> None:
        """One army may be sent to another hex than those of its list."""
        self.g, self.sent, self.aim = game, sent, game.grid.bit.get(aim, -1)
        self.army: dict[int, Axis] = {}
        for army in ARMIES:
            for id in army.units:
                if id in game.by_id:
                    self.army[game.by_id[id]] = army
        self.home = {u: game.grid.bit[game.box.deployment.units[game.ids[u]]]
                     for u, army in self.army.items() if army is RHINE}

    def of(self, u: int) -> Axis:
        return self.army.get(u, CENTRE)

    def aims(self, p: BlitzPosition, army: Axis) -> list[int]:
        """The hexes that an army goes for now, the first above all."""
        bit, ours = self.g.grid.bit, p.taken | p.occupied[AXIS]
        names = {name: None for name, weeks in army.aims if p.turn <= weeks}
        found = [bit[name] for name in names if not ours >> bit[name] & 1]
        if army.name == self.sent and self.aim >= 0 and not ours >> self.aim & 1:
            found = [self.aim, *(hex for hex in found if hex != self.aim)]
        return found[:AHEAD] or self.left(p)

    def left(self, p: BlitzPosition) -> list[int]:
        """Any city of the Allies on the continent that still stands."""
        g, gone = self.g, p.collapsed
        found = 0
        for country in ("netherlands", "belgium", "france"):
            if not gone >> COUNTRIES.index(country) & 1:
                found |= g.board.countries[country]
        return list(bits(g.board.cities & found & ~(p.taken | p.occupied[AXIS])))

    def goals(self, p: BlitzPosition, army: Axis) -> dict[int, float]:
        return {hex: NEXT * n for n, hex in reversed(list(enumerate(self.aims(p, army))))}

    def guards(self, p: BlitzPosition, u: int) -> int:
        """The hex in which a unit of Army Group C stays for the time being, -1 for the others."""
        return self.home.get(u, -1) if p.turn < ON_GUARD else -1

    def purpose(self, p: BlitzPosition, u: int) -> str:
        army = self.of(u)
        aims = self.aims(p, army)
        where = self.g.board.label(aims[0]) if aims else "what is left of France"
        return f"{army.name} goes for {where}"


class AlliedPlan:
    """Where the Allies stand. A line is held until too many of its posts are lost."""

    def __init__(self, game: Blitzkrieg, hold: int = 0) -> None:
        """`hold` more posts than usual may be lost."""
        self.g, self.hold = game, hold

    def line(self, p: BlitzPosition, nation: str) -> Line:
        if nation == "dutch":
            return DUTCH
        if nation == "belgian":
            return BELGIAN
        return next((line for line in LINES[:-1] if self.lost(p, line) <= line.most + self.hold), LINES[-1])

    def lost(self, p: BlitzPosition, line: Line) -> int:
        bit = self.g.grid.bit
        return sum((p.occupied[AXIS] | p.taken) >> bit[name] & 1 for name in line.posts)

    def posts(self, p: BlitzPosition, nation: str) -> dict[int, float]:
        """Hexes to hold by their worth: the line, the fortifications of the east, and cities that are threatened."""
        g, bit = self.g, self.g.grid.bit
        names = dict(self.line(p, nation).posts)
        if nation == "french":
            names |= EAST
        free = g.board.land & ~p.occupied[AXIS]
        if not p.at_war & 1:
            free &= ~g.dutch_ground
        found = {bit[name]: worth for name, worth in names.items() if free >> bit[name] & 1}
        for hex in bits(self.cities(p, nation) & free):
            found[hex] = max(found.get(hex, 0.0), 2.5 if g.board.capitals >> hex & 1 else 1.3)
        return found

    def cities(self, p: BlitzPosition, nation: str) -> int:
        """Cities to be held: those near the enemy, all of them in the last week, when they count (3.1.2)."""
        g = self.g
        country = {"dutch": "netherlands", "belgian": "belgium"}.get(nation, "")
        mine = g.board.countries[country] if country else g.board.countries["france"] | g.board.countries["belgium"]
        if p.turn >= g.terms.last_turn - 1:
            return g.board.cities & mine
        near = 0
        for hex in bits(g.board.cities & mine):
            if g.grid.disc(hex, THREATENED) & p.occupied[AXIS] & ~g.board.countries["germany"]:
                near |= g.one[hex]
        return near


def nation_of(g: Blitzkrieg, u: int) -> str:
    """Whose posts a unit takes: Poles and Czechs the French ones, the British too."""
    nation = g.counters[u].nation
    return nation if nation in ("dutch", "belgian") else "french"


def sides_cities(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """Cities that score for a side when it stands in them (3.1, 3.1.2)."""
    lands = g.board.countries
    west = lands["france"] | lands["belgium"] | (lands["netherlands"] if p.at_war & 1 else 0)
    return g.board.cities & (west | lands["germany"] if side == ALLIED else west)
