"""The plans of campaign: axes with their objectives for the Germans, lines to hold for the Allies.

An objective holds until it is taken or its week is over, a line until the enemy stands behind it. The main effort, to
the Channel, is kept until the sea is reached; it is given up for one of the reasons in `given_up` alone. All of it is
read from what the map keeps of the campaign so far, so that an officer who takes over goes on with the plan.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.control import held

LATER = 7.0
"""Movement factors by which the objectives of the next stage are put back."""
HOME, RUHR = 2, 8
"""How near to a German depot the enemy may come, and the points that it then counts for: two of them lose the war."""
PULL = 0.6
"""Movement factors that a victory point brings an objective nearer."""


TOO_LATE = 4
"""The last week in which the Panzer Group is still sent to the Channel."""
SPENT = 9
"""Attack factors below which the Panzer Group cannot get there any more."""


class Stage(msgspec.Struct, frozen=True):
    """A bound of an axis: what is to be taken, in which week it is given up at the latest, and its purpose."""

    places: tuple[str, ...]
    """By name, or by hex."""
    until: int
    purpose: str


AXES: dict[str, tuple[Stage, ...]] = {
    "spear": (
        Stage(("Sedan",), 2, "the Meuse at Sedan"),
        Stage(("Boulogne", "Dieppe", "0837"), TOO_LATE, "the Channel, to cut the Allies in two"),
        Stage(("Boulogne", "Calais", "Dunkerque"), 4, "the Channel ports behind the northern armies"),
        Stage(("Paris", "Dieppe", "Le Havre", "Châlons"), 9, "Paris"),
        Stage(("Orléans", "Nancy"), 9, "the heart of France"),
    ),
    "armies": (
        Stage(("Liège", "Sedan"), 2, "the crossings of the Meuse"),
        Stage(("Namur", "Sedan", "Maubeuge"), 3, "the Meuse behind the Panzer Group"),
        Stage(("Reims", "Châlons", "Amiens"), 5, "the Aisne and the Somme"),
        Stage(("Paris", "Nancy", "Orléans"), 9, "Paris"),
    ),
    "belgium": (
        Stage(("Liège",), 2, "the fortress of Liège"),
        Stage(("Brussels", "Antwerp"), 4, "Brussels and Antwerp, to knock Belgium out"),
        Stage(("Oostende", "Lille", "Dunkerque"), 5, "the northern pocket"),
        Stage(("Amiens", "Rouen", "Paris", "Le Havre"), 9, "the lower Seine"),
    ),
    "holland": (
        Stage(("Rotterdam", "Amsterdam"), 3, "the Dutch ports"),
        Stage(("Antwerp", "Brussels", "Oostende"), 5, "Antwerp"),
        Stage(("Dunkerque", "Lille", "Dieppe", "Rouen"), 9, "the Channel coast"),
    ),
}
HOLLAND = ("de-18-army", "de-1-cav", "de-llk")
GUARDS = {
    "de-1-army": "1839", "de-7-army": "2043", "de-17-corps": "1940", "de-42-corps": "2040", "de-43-corps": "1739",
}
"""Who holds the Westwall, and where; they attack what comes their way and return."""
CORRIDOR = (
    "1638", "1639", "1538", "1539", "1438", "1439", "1338", "1339", "1340", "1237", "1238", "1239", "1240", "1137",
    "1138", "1139", "1140", "1036", "1037", "1038", "1039", "0936", "0937", "0938", "0939", "0836", "0837", "0838",
    "0738", "0739", "0839",
)
"""The way of the main effort, from the Ardennes to the Channel, besides all of Germany."""
KEEPERS, GATE = ("de-14-corps", "de-grd"), "Sedan"
"""Who holds the crossing of the Meuse behind the spear until other troops come up."""


KEYS = {"Sedan": 4, "Abbeville": 4}
"""Places that score nothing and are fought for all the same, with the points that they are reckoned at."""
CHANNEL, TO_THE_SEA = 1, 3
"""The main effort among the stages of the spear, and how many there are until the northern armies are cut off; until
then it lets other prizes lie."""


class Line(msgspec.Struct, frozen=True):
    """Hexes to hold with their importance; given up once the Germans hold so many hexes of `lost_with`."""

    name: str
    posts: dict[str, float]
    lost_with: tuple[str, ...] = ()
    lost_at: int = 1


MAGINOT = {"1540": 6.0, "1740": 5.0, "1640": 3.0, "1840": 4.0, "1941": 4.0, "1943": 3.0, "1942": 2.0}
MEUSE = {"1439": 10.0, "1339": 7.0, "1338": 7.0, "1237": 6.0, "1240": 4.0}
BEYOND_THE_MEUSE = ("1338", "1339", "1439", "1340", "1239", "1240", "1238", "1138", "1139", "1038")
BEYOND_THE_AISNE = ("0738", "0838", "0839", "0939", "0940", "1039", "1040", "1140", "1141", "1240", "1241", "1341")
LINES = (
    Line("the Dyle and the Meuse", {"1337": 6.0, "1236": 4.0, "1136": 3.0, **MEUSE, **MAGINOT}, BEYOND_THE_MEUSE, 2),
    Line("the Somme and the Aisne", {
        "0838": 6.0, "0939": 7.0, "1039": 7.0, "1140": 7.0, "1240": 7.0, "1341": 7.0, "1541": 5.0, "0941": 5.0,
        "1137": 3.0, "0936": 3.0, "0835": 2.0, **MAGINOT,
    }, BEYOND_THE_AISNE, 3),
    Line("the Seine and the Marne", {
        "0539": 5.0, "0740": 6.0, "0840": 6.0, "0941": 12.0, "1041": 7.0, "1141": 6.0, "1241": 5.0, "1341": 6.0,
        "1441": 4.0, "1641": 5.0, "0843": 4.0, "0936": 3.0, **MAGINOT,
    }),
)
ESCAUT = Line("the Escaut and the Meuse", {"1137": 6.0, "1136": 3.0, "1037": 3.0, **MEUSE, **MAGINOT},
              BEYOND_THE_MEUSE, 2)
"""What Plan E holds instead of the Dyle."""
BELGIAN = Line("Brussels, Antwerp and the Dyle", {"1336": 8.0, "1335": 7.0, "1436": 4.0, "1437": 4.0, "1537": 4.0})
DUTCH = Line("Fortress Holland", {"1333": 8.0, "1432": 8.0, "1433": 6.0})


class GermanPlan:
    """Sichelschnitt: the Panzer Group to the Channel, the armies behind it, Army Group B through the Low Countries."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g = game
        cells = game.grid.bit | game.board.cell_of
        self.stages = {
            axis: [(stage, [cells[name] for name in stage.places if game.land >> cells[name] & 1]) for stage in stages]
            for axis, stages in AXES.items()
        }
        self.axis = [self._axis(u) for u in range(len(game.counters))]
        self.spear = [u for u, axis in enumerate(self.axis) if axis == "spear" and game.counters[u].mech_corps
                      and game.side[u] == GERMAN]
        self.far_side = sum(1 << game.grid.bit[name] for name in BEYOND_THE_MEUSE if name != "1439")
        """Where the spear has crossed the Meuse, whoever holds Sedan behind it."""
        self.guards = {game.by_id[id]: game.grid.bit[hex] for id, hex in GUARDS.items()}
        self.corridor = game.board.home[GERMAN] | sum(1 << game.grid.bit[hex] for hex in CORRIDOR)
        self.gate = cells[GATE]
        self.keepers = [game.by_id[id] for id in KEEPERS]

    def _axis(self, u: int) -> str:
        c = self.g.counters[u]
        if c.id in HOLLAND:
            return "holland"
        if c.command == "HGB":
            return "belgium"
        return "spear" if c.mech else "armies"

    def stage(self, p: MansteinPosition, axis: str) -> int:
        """The stage of an axis that is on: the first that is neither done nor given up."""
        ours = held(self.g, p, GERMAN)
        stages = self.stages[axis]
        for n, (stage, cells) in enumerate(stages):
            if axis == "spear" and n <= CHANNEL:
                if not (self.crossed(p) if n < CHANNEL else self.at_the_sea(p) or self.given_up(p)):
                    return n
            elif p.turn <= stage.until and any(not ours >> cell & 1 for cell in cells):
                return n
        return len(stages) - 1

    def crossed(self, p: MansteinPosition) -> bool:
        """Whether the spear has the Meuse behind it, at Sedan or elsewhere, or will wait for Sedan no longer."""
        stage, cells = self.stages["spear"][0]
        over = self.far_side | sum(1 << cell for cell in cells)
        return p.turn > stage.until or any(over >> p.at[u] & 1 for u in self.spear if p.at[u] >= 0)

    def at_the_sea(self, p: MansteinPosition) -> bool:
        """Whether the Germans have come to the French coast and still hold some of it."""
        return bool(p.control & self.g.french_shore)

    def given_up(self, p: MansteinPosition) -> str:
        """Why the Channel is no longer the objective though it was not reached; nothing while it is."""
        if p.turn > self.stages["spear"][CHANNEL][0].until:
            return "the weeks left are too few for the Channel"
        factors = sum(self.g.counters[u].attack[p.steps[u]] for u in self.spear if p.at[u] >= 0)
        return "the Panzer Group is spent" if factors < SPENT else ""

    def asked(self, p: MansteinPosition, u: int, hex: int) -> bool:
        """Whether a hex is for this unit to take now: the spear lets what is not its objective lie."""
        n = self.stage(p, "spear") if self.axis[u] == "spear" else TO_THE_SEA
        return n >= TO_THE_SEA or hex in self.stages["spear"][n][1] or bool(p.control >> hex & 1)

    def goals(self, p: MansteinPosition, axis: str, value: dict[int, int]) -> dict[int, float]:
        """The objectives of an axis with the movement factors that they are put back; `value` their points."""
        ours = held(self.g, p, GERMAN)
        found = {cell: later - PULL * value.get(cell, 0) for cell, later in self.bounds(p, axis).items()
                 if not ours >> cell & 1}
        disc, intruders = self.g.grid.disc, p.occupied[ALLIED] & self.g.board.home[GERMAN]
        for cell in bits(self.g.board.depots["german"] if intruders and axis == "armies" else 0):
            if not ours >> cell & 1 or (disc(cell, HOME) & intruders and not disc(cell, 1) & p.occupied[GERMAN]):
                found[cell] = -PULL * RUHR
        return found or dict.fromkeys(self.stages[axis][-1][1], 0.0)

    def bounds(self, p: MansteinPosition, axis: str) -> dict[int, float]:
        """The objectives of the stage of an axis that is on, and of the next, which are put back."""
        n = self.stage(p, axis)
        return {cell: later * LATER for later in (0, 1)
                for _, cells in self.stages[axis][n + later:n + later + 1] for cell in cells}

    def way(self, p: MansteinPosition, axis: str) -> int:
        """The hexes by which an axis goes: the spear keeps to its corridor until the sea is reached."""
        return self.corridor if axis == "spear" and self.stage(p, axis) <= CHANNEL else -1

    def posts(self, p: MansteinPosition) -> dict[int, int]:
        """Who has a hex to hold: the guards of the Westwall, and the keepers of the gate at Sedan while it matters."""
        if not p.control >> self.gate & 1 or p.turn > TOO_LATE or self.relieved(p):
            return self.guards
        return self.guards | dict.fromkeys(self.keepers, self.gate)

    def relieved(self, p: MansteinPosition) -> bool:
        """Whether infantry stands at the gate, or next to it on the far side of the Meuse."""
        near = self.far_side | 1 << self.gate
        here = self.g.grid.disc(self.gate, 1) & near & p.occupied[GERMAN]
        return any(self.axis[u] != "spear" for hex in bits(here) for u in p.stacks[hex] if not self.g.logistics[u])

    def purpose(self, p: MansteinPosition, u: int) -> str:
        if u in self.guards:
            return "its post on the Westwall"
        if u in self.keepers and u in self.posts(p):
            return f"its post at {GATE}, behind the spear"
        axis = self.axis[u]
        n = self.stage(p, axis)
        purpose = self.stages[axis][n][0].purpose
        if axis == "spear" and n > CHANNEL and not self.at_the_sea(p):
            return f"{purpose}, since {self.given_up(p)}"
        return purpose


class AlliedPlan:
    """A line to hold, and the next one behind it."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g = game
        self.plan_e = game.marker_by_id["plan-e"]

    def line(self, p: MansteinPosition, nation: str, back: int = 0) -> Line:
        """The foremost that has not been given up, or one farther back."""
        if nation in ("belgian", "dutch"):
            return BELGIAN if nation == "belgian" else DUTCH
        lines = (ESCAUT, *LINES[1:]) if p.plans[ALLIED] == self.plan_e else LINES
        bit = self.g.grid.bit
        kept = [n for n, line in enumerate(lines[:-1])
                if sum(p.control >> bit[name] & 1 for name in line.lost_with) < line.lost_at]
        return lines[min(len(lines) - 1, kept[0] + back)] if kept else lines[-1]

    def posts(self, p: MansteinPosition, nation: str, back: int = 0) -> dict[int, float]:
        bit, land = self.g.grid.bit, self.g.land & ~p.occupied[GERMAN]
        return {bit[name]: worth for name, worth in self.line(p, nation, back).posts.items() if land >> bit[name] & 1}


def brief(g: MansteinsWar) -> bool:
    """Whether a game is over while the Channel is still made for: then cities and ports are all that is won by."""
    return g.terms.last_turn < TOO_LATE


def endangered(g: MansteinsWar, p: MansteinPosition, value: dict[int, int], near: Iterable[int]) -> dict[int, float]:
    """Allied victory hexes that Germans are close to."""
    ours, close = held(g, p, ALLIED), set(near)
    return {cell: 2.0 + points for cell, points in value.items()
            if ours >> cell & 1 and g.board.home[ALLIED] >> cell & 1 and cell in close}


def points_of(g: MansteinsWar, p: MansteinPosition, worth: dict[int, int]) -> int:
    """The German victory hexes that the Germans hold, in points."""
    return sum(worth.get(cell, 0) for cell in bits(held(g, p, GERMAN) & g.board.home[ALLIED]))
