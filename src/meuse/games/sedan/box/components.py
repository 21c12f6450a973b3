"""2.0 Game components: the typed data files, and the board and counters made from them."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

from meuse.engine.board import Landscape, union
from meuse.engine.contract import BadInput
from meuse.engine.data import Shelf
from meuse.engine.narration import Places
from meuse.games.sedan.box.mapfile import MapFile

SIDES = ("german", "french")
GERMAN, FRENCH = 0, 1
MOTORIZED, OTHER = 0, 1
"""The two movement classes of the Terrain Effects Chart (9.0e)."""

Mobility = Literal["mechanized", "motorized", "non-motorized"]


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter as `units.toml` gives it."""

    name: str
    designation: str
    side: Literal["german", "french"]
    nation: Literal["german", "french", "belgian"]
    corps: str
    formation: str
    type: str
    size: Literal["II", "III", "HQ"]
    mobility: Mobility
    move: int
    source: dict[str, str]
    attack: int = 0
    defense: int = 0
    reduced: tuple[int, int] | None = None
    artillery: int = 0
    range: int = 0
    turn: int = 0
    entry: str = ""
    history: str = ""
    note: str = ""


class ChitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Corps Activation Chit (2.6)."""

    corps: str
    side: Literal["german", "french"]
    colour: str
    first_turn: int
    source: str


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: dict[str, UnitEntry]
    chits: dict[str, ChitEntry]


class CrtFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    columns: tuple[str, ...]
    rows: dict[int, tuple[str, ...]]


class TerrainEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    motorized: float
    other: float
    shift: int
    source: str
    shift_for: str = ""


class RoadEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    motorized: float
    other: float
    source: str


class RiverEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    motorized: float
    other: float
    shift: int
    shift_bridged: int
    source: str
    shift_pioneer: int = 0


class Rivers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    minor: RiverEffect
    major: RiverEffect


class Fuel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    rolls: tuple[Literal["all", "mechanized", "none"], ...]


class Success(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bomb_bridge: int
    demolish: int
    roadblock: int
    source: str


class AirSchedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fighters: tuple[int, ...]
    bombers: tuple[int, ...]
    source: str


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pontoons: int
    regiments_in_hex: int
    overrun_hexes: int
    source: str


class ChartsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    crt: CrtFile
    terrain: dict[str, TerrainEffect]
    road: RoadEffect
    rivers: Rivers
    fuel: Fuel
    success: Success
    air: dict[str, AirSchedule]
    limits: Limits


class CombatResult(msgspec.Struct, frozen=True):
    """10.2: steps lost by attacker and defender, and hexes of retreat."""

    text: str
    attacker: int
    defender: int
    retreat: int


def read_result(text: str, where: str) -> CombatResult:
    """A cell of the Combat Results Table, such as "-/1R2"."""
    left, slash, right = text.partition("/")
    losses, _, hexes = right.partition("R")
    try:
        if not slash:
            raise ValueError
        numbers = [int(n) if n not in ("", "-") else 0 for n in (left, losses, hexes)]
    except ValueError:
        raise BadInput(f"charts.toml: {where}: expected a result such as 1/- or -/1R2, got {text!r}") from None
    return CombatResult(text, *numbers)


class CombatTable:
    """The Combat Results Table: net rolls beyond its ends count as the end rows."""

    def __init__(self, file: CrtFile) -> None:
        self.columns = file.columns
        self.low, self.high = min(file.rows), max(file.rows)
        for roll in range(self.low, self.high + 1):
            if len(file.rows.get(roll, ())) != len(file.columns):
                raise BadInput(f"charts.toml: crt.rows.{roll}: expected {len(file.columns)} results, one a column")
        self.rows = {
            roll: tuple(read_result(cell, f"crt.rows.{roll}") for cell in cells) for roll, cells in file.rows.items()
        }

    def result(self, column: int, roll: int) -> CombatResult:
        return self.rows[max(self.low, min(self.high, roll))][column]


def halves(points: float, where: str) -> int:
    """Movement points as whole half points, which is what the engine counts."""
    if points * 2 != int(points * 2) or points < 0:
        raise BadInput(f"charts.toml: {where}: expected a multiple of half a movement point, got {points}")
    return int(points * 2)


class Crossings:
    """What the present bridges mean for each hexside: `[d]` is the set of hexes whose side d is so."""

    __slots__ = ("barrier", "bridged", "road", "unbridged")

    def __init__(self, board: Board, blown: int, pontoons: int) -> None:
        bridged = self.bridged = board.river_sides.masks((board.printed & ~blown) | pontoons)
        self.unbridged = tuple((board.major[d] | board.minor[d]) & ~bridged[d] for d in range(6))
        self.barrier = tuple(board.major[d] & ~bridged[d] for d in range(6))
        self.road = tuple(board.roads[d] & ~self.unbridged[d] for d in range(6))


RANK = ("city", "town", "fort", "village")
"""Which of several places in a hex gives it its name."""


class Board(Landscape):
    """The map: terrain sets, roads, rivers and bridges by hexside, entries and banks."""

    def __init__(self, file: MapFile) -> None:
        self.file = file
        words = file.grid.read(file.terrain, "terrain")
        grid = file.grid.grid(frozenset(name for name, word in words.items() if word == "out of play"))
        super().__init__(grid)
        self.terrain: dict[int, str] = {grid.bit[n]: words[n] for n in grid.bit}
        self.kinds = self.sets(self.terrain)
        self.heavy = self.kinds.get("heavy woods", 0)
        self.no_zoc = self.heavy | self.kinds.get("city", 0) | self.kinds.get("maginot", 0)
        """Hexes that no zone of control reaches into: 8.0b, 8.0c, 8.0e."""
        self.no_overrun = self.kinds.get("city", 0) | self.kinds.get("maginot", 0)
        """9.4g."""
        self._lay_rivers(file)
        self.lay_roads(
            ("-".join(link), f"roads ({road.name})") for road in file.roads for link in pairwise(road.hexes)
        )
        self.road_hexes = union(self.roads)
        self.edge = sum(1 << c for c in grid.cells if -1 in grid.neighbour[c])
        """4.0e: hexes with fewer than six neighbours in play."""
        self.entries = {e.label: self.cell(e.hex, f"entries.{e.label}") for e in file.entries}
        self.sources = (
            tuple(self.entries[e.label] for e in file.entries if e.side == "german"),
            tuple(self.entries[e.label] for e in file.entries if e.side == "french"),
        )
        self.source_set = tuple(sum(1 << c for c in cells) for cells in self.sources)
        named: dict[int, str] = {}
        for place in sorted(file.places, key=lambda place: RANK.index(place.class_)):
            named.setdefault(grid.bit[place.hex], place.name)
        self.names = Places(grid, named)
        self._find_banks()
        self.rings = {s: self._rings(s) for side in self.sources for s in side}

    def bridge(self, side: int) -> str:
        """ "Meuse bridge at Donchery (3214-3315)"."""
        return f"{self.side_river[side]} bridge {self.names.crossing(self.side_names[side])}"

    def _lay_rivers(self, file: MapFile) -> None:
        self.lay_rivers((river.name, river.sides) for river in file.rivers)
        great = {river.name for river in file.rivers if river.class_ == "major"}
        self.side_major = sum(1 << i for i, river in enumerate(self.side_river) if river in great)
        self.major = self.river_sides.masks(self.side_major)
        self.minor = self.river_sides.masks(~self.side_major)
        self.side_at = {}
        for index, (a, b, d) in enumerate(self.river_sides):
            self.side_at[a, d] = self.side_at[b, self.grid.opposite(d)] = index
        self.lay_bridges(bridge.side for bridge in file.bridges)
        self.side_hexes = tuple((1 << a) | (1 << b) for a, b, _ in self.river_sides)
        self.sides_of: dict[int, int] = {}
        """By hex, its river hexsides as a set."""
        for index, (a, b, _) in enumerate(self.river_sides):
            for hex in (a, b):
                self.sides_of[hex] = self.sides_of.get(hex, 0) | 1 << index
        self.riverside = sum(1 << hex for hex in self.sides_of)

    def _find_banks(self) -> None:
        """16.7b and 6.1d: west of the Meuse, and west of the Meuse-Chiers line."""
        grid = self.grid
        meuse = [grid.board & ~self.major[d] for d in range(6)]
        self.west = grid.flood(self.source_set[FRENCH], grid.board, meuse)
        chiers = self.river_sides.masks(sum(1 << i for i, river in enumerate(self.side_river) if river == "Chiers"))
        closed = [grid.board & ~self.major[d] & ~chiers[d] for d in range(6)]
        pocket = grid.flood(1 << grid.bit[POCKET], grid.board, closed) if POCKET in grid.bit else 0
        self.west_of_line = self.west | (0 if pocket & self.source_set[GERMAN] else pocket)

    def _rings(self, source: int) -> tuple[int, ...]:
        """The hexes at each distance from a supply source, for retreats (10.3d)."""
        rings: dict[int, int] = {}
        for cell in self.grid.cells:
            far = self.grid.distance(source, cell)
            rings[far] = rings.get(far, 0) | 1 << cell
        return tuple(rings[k] for k in range(max(rings) + 1))


POCKET = "4222"
"""A hex between the Meuse and the Chiers, from which the pocket between the rivers is filled."""


class Counter(msgspec.Struct, frozen=True):
    """A counter with what play asks of it, numbered in the order of `units.toml`."""

    index: int
    id: str
    entry: UnitEntry
    side: int
    hq: bool
    mech: bool
    mot: bool
    """Motorized and not mechanized."""
    movement_class: int
    points: int
    """Stacking points: three a regiment, one a battalion, none an HQ (7.1c, 2.4c)."""
    steps: int

    @property
    def name(self) -> str:
        return self.entry.name

    def is_kind(self, kind: str) -> bool:
        """As the victory conditions sort combat units; "wheels" are mechanized and motorized ones."""
        wheels = self.mech or self.mot
        return {"mech": self.mech, "mot": self.mot, "wheels": wheels, "other": not wheels, "any": True}[kind]


def make_counter(index: int, id: str, entry: UnitEntry) -> Counter:
    hq = entry.size == "HQ"
    return Counter(
        index=index,
        id=id,
        entry=entry,
        side=SIDES.index(entry.side),
        hq=hq,
        mech=not hq and entry.mobility == "mechanized",
        mot=not hq and entry.mobility == "motorized",
        movement_class=OTHER if entry.mobility == "non-motorized" else MOTORIZED,
        points={"HQ": 0, "II": 1, "III": 3}[entry.size],
        steps=2 if entry.reduced is not None else 1,
    )


class Components:
    """Everything in the box, made once a game from the data files and a player's overlay."""

    def __init__(self, shelf: Shelf) -> None:
        shelf.check_overlay(("map", "units", "charts"))
        self.board = Board(shelf.load("map", MapFile))
        units = shelf.load("units", UnitsFile)
        self.chits = units.chits
        self.counters = tuple(make_counter(i, id, e) for i, (id, e) in enumerate(units.units.items()))
        self.charts = shelf.load("charts", ChartsFile)
        self.crt = CombatTable(self.charts.crt)
        self.by_id = {c.id: c.index for c in self.counters}
        for c in self.counters:
            if c.entry.entry and c.entry.entry not in self.board.entries:
                raise BadInput(f"units.toml: units.{c.id}.entry: {c.entry.entry!r} is not an entry hex of the map")
        for word in self.board.kinds:
            if word not in self.charts.terrain:
                raise BadInput(f"charts.toml: terrain: expected an entry for {word!r}, which the map uses")
        if len(self.charts.fuel.rolls) != 6:
            raise BadInput("charts.toml: fuel.rolls: expected six results, for a die of 1 to 6")
