"""2.0 Game components: the typed data files, and the board, counters, markers and charts made from them."""

from __future__ import annotations

from itertools import product
from typing import Literal

import msgspec

from meuse.engine.board import Landscape, union
from meuse.engine.contract import BadInput
from meuse.engine.data import Shelf
from meuse.engine.hexes import Grid, bits
from meuse.engine.narration import Places
from meuse.games.ghost_division.box.mapfile import MapFile

ASSEMBLY, POOL, REINFORCEMENTS, SCRAP, AVAILABLE, MAINTENANCE, ALOFT, ASIDE = -1, -2, -3, -4, -5, -6, -7, -8
"""German places off the map (2.8d, 2.8e); ALOFT is an air unit on its mission, ASIDE out of the game."""

ALL = -1
"""6.2b: entering the map costs all points."""

BOX, ELIMINATED, GONE = -1, -2, -3
"""Allied markers off the map: in their box, destroyed (Formations), out of play for good."""

PLACES = {
    ASSEMBLY: "assembly", POOL: "pool", REINFORCEMENTS: "reinforcements", SCRAP: "scrap", AVAILABLE: "available",
    MAINTENANCE: "maintenance", ALOFT: "aloft", ASIDE: "aside",
}
MARKER_PLACES = {BOX: "box", ELIMINATED: "eliminated", GONE: "gone"}

FOG_KINDS = ("fortification", "meeting", "obstacle", "patrol", "installation", "false-info")
"""2.7c."""

BINS = ("belgian", "french-mech", "french-infantry", "british", "air")
"""2.8h."""

Result = Literal["none", "suppress", "hit", "overrun", "abort", "kill"]
Column = Literal["bomber", "dive_bomber", "fighter_cas"]

BLOCK = 6
"""8.0b: columns of a block."""

ASSAULT_TYPES = frozenset({"engineers", "motorized infantry", "leg infantry", "armored infantry", "motorcycle"})
"""23.3a, 23.4a: engineers, infantry of any type and motorcycles."""

SCOUT_TYPES = frozenset({"armored car", "motorcycle"})
AIR_TYPES = frozenset({"fighter", "dive bomber", "medium bomber", "air recon", "air supply"})
STRIKE_TYPES = frozenset({"fighter", "dive bomber", "medium bomber"})
FLAK_TYPES = frozenset({"flak", "self-propelled flak"})


class Ratings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is printed on a combat counter of either side; air and ground of air units."""

    armored: bool = False
    art: int = 0
    at: int = 0
    ca: int = 0
    defense: int = 0
    mobility: int = 0
    leadership: int = 0
    air: int = 0
    ground: int = 0
    column: Column = "bomber"


class GermanEntry(Ratings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A German counter as `units.toml` gives it."""

    name: str
    title: str
    formation: Literal["7 Pz", "5 Pz", "SS-T", "XV", "Luftwaffe"]
    command: str
    type: str
    size: str
    start: Literal["assembly", "reinforcements", "pool", "aside"]
    source: str
    price: str = ""
    kampfgruppe: bool = False


class AlliedEntry(Ratings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of Allied combat unit and how many counters of it are in its bin."""

    name: str
    bin: Literal["belgian", "french-mech", "french-infantry", "british", "air"]
    count: int
    type: str
    size: str
    source: str


class FormationEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Allied Formation marker; a Dummy has no dice."""

    name: str
    source: str
    nation: str = ""
    bin: str = ""
    dice: int = 0
    armored: bool = False
    count: int = 1


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    german: dict[str, GermanEntry]
    allied: dict[str, AlliedEntry]
    formations: dict[str, FormationEntry]


class TerrainEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stack: int
    cost: float
    attacker: int
    source: str
    stop: bool = False


class CrossingEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    river: int
    bridgehead: int
    road: float
    source: str


class MarkerLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bridges: int
    bridgeheads: int
    aces: int
    source: str


Line = tuple[Result, Result, Result, Result, Result, Result]


class FireTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Fire Results Table: a result for each die of a column."""

    artillery: Line
    anti_tank: Line
    close_assault: Line
    air_superiority: Line
    flak: Line
    bomber: Line
    dive_bomber: Line
    fighter_cas: Line
    source: str


class ReconTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fog: int
    all: int
    scouts: int
    wood: int
    source: str


class RecoveryTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rolls: tuple[int, int, int, int, int, int]
    logistics: int
    assembly: int
    source: str


class FogChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"false_info": "false-info"}):
    fortification: int
    meeting: int
    obstacle: int
    patrol: int
    installation: int
    false_info: int
    patrol_halts: int
    patrol_scouts: int
    source: str


class FortValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    art: int
    at: int
    ca: int
    defense: int
    mobility: int
    source: str


class OperationsChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: int
    cap: int
    armored_destroyed: int
    other_destroyed: int
    installation: int
    unit_lost: int
    hq_lost: int
    rommel_lost: int
    air_lost: int
    beaten_by_armored: int
    beaten_by_other: int
    exploit: int
    kampfgruppe: int
    source: str


class EventRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    """A row of an events table: from this net die on."""

    least: int
    name: str
    event: str
    says: str
    countermand: int = 0
    op: int = 0


class OkwTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    west_of_meuse: int
    west_of_sambre: int
    low_op: int
    low_op_modifier: int
    rows: tuple[EventRow, ...]
    source: str


class AlliedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    west_of_meuse: int
    west_of_sambre: int
    by_turn: tuple[int, int, int, int, int, int]
    moves: tuple[int, int, int, int, int, int]
    hidden_moves_on: int
    hidden_moves: int
    raids: tuple[int, int, int, int, int, int]
    demolition_range: int
    demolition: int
    bombed_bridge: int
    counterattack_range: int
    counterattack_moves: int
    rows: tuple[EventRow, ...]
    source: str


class VictoryChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armored: int
    other: int
    op: int
    towns: dict[str, int]
    levels: dict[str, int]
    source: str


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a scenario lasts, and its own levels of victory where it has any."""

    last_turn: int
    source: str
    levels: dict[str, int] = {}


class ChartsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: dict[Literal["clear", "town", "wood"], TerrainEffect]
    crossing: CrossingEffect
    markers: MarkerLimits
    fire: FireTable
    recon: ReconTable
    recovery: RecoveryTable
    maintenance: dict[str, int]
    fog: FogChart
    fortification: FortValues
    operations: OperationsChart
    price: dict[str, tuple[int, int]]
    okw: OkwTable
    allied: AlliedTable
    victory: VictoryChart
    scenarios: dict[str, Terms]


def find_row(rows: tuple[EventRow, ...], roll: int) -> EventRow:
    """12.1a: results beyond the table's ends use its first or last row."""
    found = rows[0]
    for row in rows:
        if row.least <= roll:
            found = row
    return found


class German(msgspec.Struct, frozen=True):
    """A German counter with what play asks of it, numbered in the order of `units.toml`."""

    index: int
    id: str
    entry: GermanEntry
    hq: bool
    air: bool
    tank: bool
    engineer: bool
    assault: bool
    """May make an Assault Crossing and storm Fortifications (23.3a, 23.4a)."""
    scout: bool
    """Can reconnoiter on the ground (13.2a)."""
    thirds: int
    """Stacking in thirds of a battalion (15.2a to 15.5a)."""

    @property
    def name(self) -> str:
        return self.entry.name


class Allied(msgspec.Struct, frozen=True):
    """An Allied combat counter: from a bin, or a Fortification (`fog` is then its marker's number)."""

    index: int
    id: str
    kind: str
    name: str
    bin: int
    """Number of the bin in BINS; -1 for a Fortification."""
    armored: bool
    air_unit: bool
    aa: bool
    art: int
    at: int
    ca: int
    defense: int
    mobility: int
    leadership: int
    air: int
    ground: int
    column: Column
    type: str
    fog: int = -1


class FormationMarker(msgspec.Struct, frozen=True):
    """An Allied Formation marker; a Dummy has no dice and no bin."""

    index: int
    id: str
    kind: str
    """The name by which it is drawn: Dummies are all alike."""
    name: str
    nation: str
    bin: int
    dice: int
    armored: bool

    @property
    def dummy(self) -> bool:
        return self.dice == 0


class FogMarker(msgspec.Struct, frozen=True):
    """A Fog of War marker and its front (2.7c)."""

    index: int
    id: str
    kind: str


class Crossings:
    """What the present bridges mean for each Grid side: `[d]` is the set of Grids whose side d is so."""

    __slots__ = ("costs", "open", "road")

    def __init__(self, board: Board, standing: int, off_road: dict[int, int], along_road: int) -> None:
        closed = board.river_sides.masks(~standing)
        self.open = tuple(board.grid.board & ~closed[d] for d in range(4))
        """Sides that no unbridged river bars."""
        self.road = tuple(board.roads[d] & ~closed[d] for d in range(4))
        self.costs = {
            cell: {to: along_road if self.road[d] >> cell & 1 else off_road[to]
                   for d, to in enumerate(board.grid.neighbour[cell]) if to >= 0 and self.open[d] >> cell & 1}
            for cell in board.grid.cells
        }
        self.costs[ASSEMBLY] = dict.fromkeys(bits(board.east_edge), ALL)
        """From each Grid, half movement points for each step that no unbridged river bars."""


class Board(Landscape):
    """The map: terrain, towns, roads, rivers and bridges by Grid side."""

    def __init__(self, file: MapFile, towns: dict[str, int]) -> None:
        self.file = file
        rows = file.grid.rows
        grid = Grid("square", (1, file.grid.columns), (1, len(rows)), name=lambda c, r: f"{rows[r - 1]}{c}")
        super().__init__(grid, "Grid", "Grids")
        if set(file.grids) != set(grid.bit):
            odd = sorted(set(file.grids) ^ set(grid.bit))
            raise BadInput(f"map.toml: grids: expected every Grid of the map once; see {odd[0]!r}")
        self.terrain = {grid.bit[name]: entry.terrain for name, entry in file.grids.items()}
        self.woods = sum(1 << c for c, word in self.terrain.items() if word == "wood")
        self.towns = {grid.bit[name]: entry.town for name, entry in file.grids.items() if entry.town}
        for town in self.towns.values():
            if town not in towns:
                raise BadInput(f"charts.toml: victory.towns: expected points for {town!r}")
        settled = {name: [place for place in entry.places if not place.startswith("forest")]
                   for name, entry in file.grids.items()}
        villages = {grid.bit[name]: places[0] for name, places in settled.items() if places}
        self.names = Places(grid, self.towns, villages)
        self.town_cells = sum(1 << c for c in self.towns)
        self.column = {c: grid.place[c][0] for c in grid.cells}
        self.row = {c: grid.place[c][1] - 1 for c in grid.cells}
        self.belgium = sum(1 << c for c in grid.cells if self.column[c] >= file.grid.belgium)
        self.east_edge = sum(1 << c for c in grid.cells if self.column[c] == file.grid.columns)
        self.west_of_meuse = self._west(file.west_of.meuse)
        self.west_of_sambre = self._west(file.west_of.sambre)
        self._lay_rivers(file)
        self._lay_roads(file)
        self.around = {c: self._around(c) for c in grid.cells}
        """Neighbouring Grids, diagonals included (13.1b, 13.2b)."""
        self.rolled = self._read_dice()
        """8.0b: the Grids that one, two or three dice read in order can still give."""

    def _read_dice(self) -> dict[tuple[int, ...], int]:
        """8.0b, 8.0c: row, block of six columns from the west, column of the block."""
        found: dict[tuple[int, ...], int] = {}
        for cell in self.grid.cells:
            block, column = divmod(self.column[cell] - 1, BLOCK)
            for dice in product((2 * self.row[cell] + 1, 2 * self.row[cell] + 2), (2 * block + 1, 2 * block + 2),
                                (column + 1,)):
                for n in range(4):
                    found[dice[:n]] = found.get(dice[:n], 0) | 1 << cell
        return found

    def _west(self, columns: tuple[int, int, int]) -> int:
        return sum(1 << c for c in self.grid.cells if self.column[c] <= columns[self.row[c]])

    def _around(self, cell: int) -> tuple[int, ...]:
        column, row = self.column[cell], self.row[cell]
        return tuple(
            c for c in self.grid.cells
            if c != cell and abs(self.column[c] - column) <= 1 and abs(self.row[c] - row) <= 1
        )

    def _lay_rivers(self, file: MapFile) -> None:
        self.lay_rivers((river.name, river.sides) for river in file.rivers)
        self.side_at = self.river_sides.between
        self.lay_bridges(file.bridges.sides)
        self.banks = {
            c: tuple(i for i, (a, b, _) in enumerate(self.river_sides) if c in (a, b)) for c in self.grid.cells
        }
        """The river sides of each Grid."""

    def _lay_roads(self, file: MapFile) -> None:
        self.lay_roads((link, "roads") for link in file.roads.links if not link.endswith("-AA"))
        exits = [link.removesuffix("-AA") for link in file.roads.links if link.endswith("-AA")]
        self.road_exits = sum(1 << self.cell(name, "roads") for name in exits)
        """Grids from which a road leads to the Assembly Area."""
        self.road_cells = union(self.roads) | self.road_exits


class Components:
    """Everything in the box."""

    def __init__(self, shelf: Shelf) -> None:
        shelf.check_overlay(("map", "units", "charts"))
        self.charts = shelf.load("charts", ChartsFile)
        self.board = Board(shelf.load("map", MapFile), self.charts.victory.towns)
        units = shelf.load("units", UnitsFile)
        self.german = [_german(i, id, entry) for i, (id, entry) in enumerate(units.german.items())]
        self.formations = _formations(units)
        self.fog = _fog(self.charts)
        self.allied = _allied(units, self.fog, self.charts.fortification)
        for c in self.german:
            if c.entry.price and c.entry.price not in self.charts.price and not c.entry.kampfgruppe:
                raise BadInput(f"charts.toml: price: expected a price for {c.entry.price!r}")
            if c.air and c.entry.type not in self.charts.maintenance:
                raise BadInput(f"charts.toml: maintenance: expected a die for {c.entry.type!r}")


def _german(index: int, id: str, e: GermanEntry) -> German:
    hq, air, tank = e.type == "headquarters", e.type in AIR_TYPES, e.type == "tank"
    return German(
        index, id, e, hq, air, tank, e.type == "engineers", e.type in ASSAULT_TYPES,
        hq or e.type in SCOUT_TYPES or e.type == "kommando", 0 if hq or air else 1 if tank else 3,
    )


def _formations(units: UnitsFile) -> list[FormationMarker]:
    found: list[FormationMarker] = []
    for kind, e in units.formations.items():
        for n in range(1, e.count + 1):
            id = kind if e.count == 1 else f"{kind}-{n}"
            bin = BINS.index(e.bin) if e.bin else -1
            found.append(FormationMarker(len(found), id, kind, e.name, e.nation, bin, e.dice, e.armored))
    return found


def _fog(charts: ChartsFile) -> list[FogMarker]:
    found: list[FogMarker] = []
    for kind in FOG_KINDS:
        for n in range(1, getattr(charts.fog, kind.replace("-", "_")) + 1):
            found.append(FogMarker(len(found), f"{kind}-{n}", kind))
    return found


def _allied(units: UnitsFile, fog: list[FogMarker], fort: FortValues) -> list[Allied]:
    found: list[Allied] = []
    for kind, e in units.allied.items():
        for n in range(1, e.count + 1):
            found.append(Allied(
                len(found), f"{kind}-{n}", kind, e.name, BINS.index(e.bin), e.armored, e.type in AIR_TYPES,
                e.type in FLAK_TYPES, e.art, e.at, e.ca, e.defense, e.mobility, e.leadership, e.air, e.ground, e.column,
                e.type,
            ))
    for marker in fog:
        if marker.kind == "fortification":
            found.append(Allied(
                len(found), f"works-of-{marker.id}", "fortification", "Fortification", -1, False, False, True, fort.art,
                fort.at, fort.ca, fort.defense, fort.mobility, 0, 0, 0, "bomber", "fortification", marker.index,
            ))
    return found
