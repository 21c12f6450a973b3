"""The plans of campaign: axes with their objectives for the Germans, lines to hold for the Allies.

An objective holds until it is taken or its week is over, a line until the enemy stands behind it. Both are read from
what the map shows of the campaign so far, so that an officer who takes over in the midst of it goes on with the plan.
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


class Stage(msgspec.Struct, frozen=True):
    """A bound of an axis: what is to be taken, in which week it is given up at the latest, and its purpose."""

    places: tuple[str, ...]
    until: int
    purpose: str
    any: bool = False
    """One of the places is enough."""


AXES: dict[str, tuple[Stage, ...]] = {
    "spear": (
        Stage(("Sedan",), 2, "the Meuse at Sedan"),
        Stage(("Abbeville", "Boulogne", "Dieppe"), 3, "the Channel, to cut the Allies in two", any=True),
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


KEYS = {"Sedan": 4, "Abbeville": 4}
"""Places that score nothing and are fought for all the same, with the points that they are reckoned at."""
TO_THE_SEA = 3
"""Stages of the spear's axis until the northern armies are cut off; until then it lets other prizes lie."""


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
        cells = game.board.cell_of
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

    def _axis(self, u: int) -> str:
        c = self.g.counters[u]
        if c.id in HOLLAND:
            return "holland"
        if c.command == "HGB":
            return "belgium"
        return "spear" if c.mech else "armies"

    def stage(self, p: MansteinPosition, axis: str) -> int:
        """The stage of an axis that is on: the first whose objectives are not all taken and whose time is not over."""
        ours = held(self.g, p, GERMAN)
        stages = self.stages[axis]
        for n, (stage, cells) in enumerate(stages):
            if n == 0 and axis == "spear" and any(self.far_side >> p.at[u] & 1 for u in self.spear if p.at[u] >= 0):
                continue
            left = [cell for cell in cells if not ours >> cell & 1]
            if p.turn <= stage.until and left and not (stage.any and len(left) < len(cells)):
                return n
        return len(stages) - 1

    def asked(self, p: MansteinPosition, u: int, hex: int) -> bool:
        """Whether a hex is for this unit to take now: the spear lets what is not its objective lie."""
        n = self.stage(p, "spear") if self.axis[u] == "spear" else TO_THE_SEA
        return n >= TO_THE_SEA or hex in self.stages["spear"][n][1] or bool(p.control >> hex & 1)

    def goals(self, p: MansteinPosition, axis: str, value: dict[int, int]) -> dict[int, float]:
        """The objectives of an axis with the movement factors that they are put back; `value` their points."""
        ours, n = held(self.g, p, GERMAN), self.stage(p, axis)
        found: dict[int, float] = {}
        for later, (_, cells) in enumerate(self.stages[axis][n:n + 2]):
            for cell in cells:
                if not ours >> cell & 1:
                    found[cell] = later * LATER - PULL * value.get(cell, 0)
        disc, intruders = self.g.grid.disc, p.occupied[ALLIED] & self.g.board.home[GERMAN]
        for cell in bits(self.g.board.depots["german"] if intruders and axis == "armies" else 0):
            if not ours >> cell & 1 or (disc(cell, HOME) & intruders and not disc(cell, 1) & p.occupied[GERMAN]):
                found[cell] = -PULL * RUHR
        return found or dict.fromkeys(self.stages[axis][-1][1], 0.0)

    def purpose(self, p: MansteinPosition, u: int) -> str:
        if u in self.guards:
            return "its post on the Westwall"
        axis = self.axis[u]
        return self.stages[axis][self.stage(p, axis)][0].purpose


class AlliedPlan:
    """A line to hold, and the next one behind it."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g = game
        self.plan_e = game.marker_by_id["plan-e"]

    def line(self, p: MansteinPosition, nation: str) -> Line:
        if nation in ("belgian", "dutch"):
            return BELGIAN if nation == "belgian" else DUTCH
        lines = (ESCAUT, *LINES[1:]) if p.plans[ALLIED] == self.plan_e else LINES
        bit = self.g.grid.bit
        for line in lines[:-1]:
            lost = sum(p.control >> bit[name] & 1 for name in line.lost_with)
            if lost < line.lost_at:
                return line
        return lines[-1]

    def posts(self, p: MansteinPosition, nation: str) -> dict[int, float]:
        bit, land = self.g.grid.bit, self.g.land & ~p.occupied[GERMAN]
        return {bit[name]: worth for name, worth in self.line(p, nation).posts.items() if land >> bit[name] & 1}


def endangered(g: MansteinsWar, p: MansteinPosition, value: dict[int, int], near: Iterable[int]) -> dict[int, float]:
    """Allied victory hexes that Germans are close to."""
    ours, close = held(g, p, ALLIED), set(near)
    return {cell: 2.0 + points for cell, points in value.items()
            if ours >> cell & 1 and g.board.home[ALLIED] >> cell & 1 and cell in close}


def points_of(g: MansteinsWar, p: MansteinPosition, worth: dict[int, int]) -> int:
    """The German victory hexes that the Germans hold, in points."""
    return sum(worth.get(cell, 0) for cell in bits(held(g, p, GERMAN) & g.board.home[ALLIED]))
