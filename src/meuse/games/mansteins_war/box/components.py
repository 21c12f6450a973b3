"""2.0 Components: the counters and markers, and everything in the box in one place.

`Components(shelf)` reads and checks all files; rules look things up in it and never read a file themselves.
Sides are numbered `GERMAN` and `ALLIED`, hexes and counters by ints; `names` and ids are for the outside.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.data import Shelf
from meuse.engine.hexes import Grid
from meuse.games.mansteins_war.box.board import ALLIED, COUNTRY_OF, GERMAN, SIDES, Board
from meuse.games.mansteins_war.box.chartfile import ChartsFile
from meuse.games.mansteins_war.box.deployment import Area, Deployment
from meuse.games.mansteins_war.box.mapfile import MapFile, Nation
from meuse.games.mansteins_war.box.tables import AirTable, CombatTables, Going
from meuse.games.mansteins_war.box.unitfile import (
    AirEntry,
    ForcesEntry,
    MarkerEntry,
    UnitEntry,
    UnitsFile,
)

__all__ = ["ALLIED", "COUNTRY_OF", "GERMAN", "NATIONS", "SIDES", "AirUnit", "Components", "Counter", "Marker"]

NATIONS: tuple[Nation, ...] = ("german", "french", "british", "belgian", "dutch")
ARMY_GROUPS = ("HGA", "HGB", "HGC", "1AG", "2AG", "3AG")
"""5.8c Commands whose activation may bring reserves; PGK, Belgium and the Netherlands may not."""
OPTIONAL_RULES = (
    "fall-rot", "plan-w", "morale", "mountain-units", "british-ports", "western-evacuation", "open-cities", "airlift",
    "bridgeheads", "variable-reinforcements",
)
"""24.0 to 28.3 without the variants, whose names are in the charts."""
OPEN_TO = {"belgian": ("belgium", "france"), "dutch": ("netherlands",)}
"""8.5c Countries open to a nation's units; all others go anywhere on land."""


class Counter(msgspec.Struct, frozen=True):
    """A ground unit, numbered in the order of `units.toml`. Factors are looked up by steps left: `attack[3]`."""

    index: int
    id: str
    entry: UnitEntry
    side: int
    nation: str
    command: str
    logistics: bool
    static: bool
    army: bool
    """XXXX without brackets; bracketed units and brigades count as corps (2.2.4b)."""
    corps: bool
    """Counts as a corps for stacking: neither army, logistics nor static unit."""
    mech: bool
    mech_corps: bool
    """Of corps size and mechanised: what leaders activate (5.1j) and what scores for the Germans (3.4e)."""
    reserve: bool
    steps: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    move: int
    rail: int
    """Thirds of an army equivalent that it takes of the railways (9.1b)."""
    arrival_steps: int

    @property
    def name(self) -> str:
        return self.entry.name


def make_counter(index: int, id: str, entry: UnitEntry) -> Counter:
    logistics, static = entry.type == "mobile logistics", entry.type == "fortress"
    army = entry.size == "XXXX"
    steps = len(entry.steps)
    attack, defence = zip((0, 0), *reversed(entry.steps), strict=True)
    return Counter(
        index=index,
        id=id,
        entry=entry,
        side=SIDES.index(entry.side),
        nation=entry.nation,
        command=entry.command,
        logistics=logistics,
        static=static,
        army=army,
        corps=not (army or logistics or static),
        mech=entry.mech,
        mech_corps=entry.mech and entry.size == "XXX",
        reserve=entry.command == "Res",
        steps=steps,
        attack=attack,
        defence=defence,
        move=entry.move,
        rail=0 if static else 3 if army or logistics else 1,
        arrival_steps=steps - 1 if entry.arrives_reduced else steps,
    )


class Site(msgspec.Struct, frozen=True):
    """21.1, 21.2 Where a unit may be set up: in these hexes, and within so many of a logistics unit if one is named."""

    hexes: int
    anchor: int = -1
    within: int = 0

    def open(self, grid: Grid, at: Sequence[int]) -> int:
        """Those hexes with every unit where `at` has it: none while the logistics unit is off the map."""
        if self.anchor < 0:
            return self.hexes
        hex = at[self.anchor]
        return self.hexes & grid.disc(hex, self.within) if hex >= 0 else 0


class AirUnit(msgspec.Struct, frozen=True):
    """16.0 An air unit; `value` by steps left: 0, reduced, full. The airlift has one step and no value."""

    index: int
    id: str
    entry: AirEntry
    side: int
    steps: int
    value: tuple[int, ...]


class Forces(msgspec.Struct, frozen=True):
    """19.0 A special forces unit."""

    index: int
    id: str
    entry: ForcesEntry
    side: int


class Marker(msgspec.Struct, frozen=True):
    """5.1 A command marker."""

    index: int
    id: str
    entry: MarkerEntry
    side: int
    special: bool


def make_air(index: int, id: str, entry: AirEntry) -> AirUnit:
    value = (0, entry.value) if entry.airlift else (0, entry.reduced, entry.value)
    return AirUnit(index, id, entry, SIDES.index(entry.side), len(value) - 1, value)


class Components:
    """Everything in the box, made once a game from the data files and a player's overlay."""

    def __init__(self, shelf: Shelf) -> None:
        shelf.check_overlay(("map", "units", "charts"))
        self.board = Board(shelf.load("map", MapFile))
        self.charts = shelf.load("charts", ChartsFile)
        units = shelf.load("units", UnitsFile)
        self.units_file = units
        self.counters = tuple(make_counter(i, id, e) for i, (id, e) in enumerate(units.units.items()))
        self.air = tuple(make_air(i, id, e) for i, (id, e) in enumerate(units.air.items()))
        self.forces = tuple(
            Forces(i, id, e, SIDES.index(e.side)) for i, (id, e) in enumerate(units.special_forces.items())
        )
        self.naval_id, self.naval = next(iter(units.naval.items()))
        self.markers = tuple(
            Marker(i, id, e, SIDES.index(e.side), e.kind == "special")
            for i, (id, e) in enumerate(units.commands.items())
        )
        self.by_id = {c.id: c.index for c in self.counters}
        self.air_by_id = {a.id: a.index for a in self.air}
        self.marker_by_id = {m.id: m.index for m in self.markers}
        self.logistics_of = {c.command: c.index for c in self.counters if c.logistics and c.nation != "british"}
        """The mobile logistics unit of each command; "Res" is that of the French high command."""
        self.logistics_for: dict[str, tuple[int, ...]] = {
            nation: tuple(c.index for c in self.counters if c.logistics and c.nation == nation) for nation in NATIONS
        }
        """15.3a The mobile logistics units that a nation's units may use."""
        self.crt = CombatTables(self.charts.crt)
        self.air_table = AirTable(self.charts.air_warfare)
        self.goings = {
            (mech, army): Going(self.board, self.charts, mech, army) for mech in (False, True) for army in (False, True)
        }
        self.going = tuple(self.goings[c.mech, c.army] for c in self.counters)
        """What marching costs each counter."""
        self.open_to: dict[str, int] = {nation: self._open_to(nation) for nation in NATIONS}
        """8.5 Land open to each nation's units."""
        self._check_units()
        self._check_charts()

    def _open_to(self, nation: str) -> int:
        if nation not in OPEN_TO:
            return self.board.land
        return self.board.land & sum(self.board.countries[country] for country in OPEN_TO[nation])

    def at_start(self, variants: frozenset[str] = frozenset()) -> tuple[Counter, ...]:
        """The ground units to be set up (21.0) when those variants are played."""
        early = {id for v in variants if v in self.charts.variants for id in self.charts.variants[v].at_start}
        out = []
        for c in self.counters:
            played = not c.entry.variant or c.entry.variant in variants
            if played and (c.entry.turn == 0 or c.id in early) and not self._out_of_play(c, variants):
                out.append(c)
        return tuple(out)

    @staticmethod
    def _out_of_play(c: Counter, variants: frozenset[str]) -> bool:
        """28.1e Without an invasion of the Netherlands the Dutch stay in the box."""
        return c.nation == "dutch" and "no-netherlands" in variants

    def site(self, area: Area, c: Counter) -> Site:
        """21.1, 21.2 Where a unit of that area may be set up; neither stacking nor other static units are looked at."""
        board = self.board
        mask = board.countries[area.country] & self.going[c.index].enterable
        if area.where == "own hex":
            mask &= 1 << board.grid.bit[c.entry.hex]
        elif area.where == "fort":
            mask &= board.fort_hexes
        if not area.within:
            return Site(mask)
        return Site(mask, self.by_id[area.of] if area.of != "command" else self.logistics_of[c.command], area.within)

    def deployment(self, shelf: Shelf, stem: str = "scenarios/campaign") -> Deployment:
        """A scenario file, checked against the box."""
        deployment = shelf.load(stem, Deployment)
        for id, name in deployment.units.items():
            if id not in self.by_id:
                raise BadInput(f"{stem}.toml: units: {id!r} is not a unit")
            if name not in self.board.grid.bit:
                raise BadInput(f"{stem}.toml: units.{id}: {name!r} is not a hex of the map")
        for area in deployment.areas:
            if area.of not in ("", "command", *self.by_id):
                raise BadInput(f"{stem}.toml: areas: {area.of!r} is not a unit")
        return deployment

    # --- checks -------------------------------------------------------------------------------------------------

    def _check_units(self) -> None:
        known = {*OPTIONAL_RULES, *self.charts.variants}
        for c in self.counters:
            e, where = c.entry, f"units.toml: units.{c.id}"
            if not 1 <= c.steps <= 4:
                raise BadInput(f"{where}.steps: expected one to four steps (2.2.6), got {c.steps}")
            if c.static != (e.move == 0):
                raise BadInput(f"{where}.move: fortress units have 0 and others do not, got {e.move}")
            if e.hex and (e.hex not in self.board.grid.bit or not self._own_fort(c)):
                raise BadInput(f"{where}.hex: expected a fort of its own side, got {e.hex!r}")
            if e.arrives_reduced and c.steps < 2:
                raise BadInput(f"{where}.arrives_reduced: a unit of one step has no reduced side")
        for kind, pieces in (("units", self.counters), ("air", self.air), ("special_forces", self.forces),
                             ("commands", self.markers)):
            for piece in pieces:
                if piece.entry.variant and piece.entry.variant not in known:
                    raise BadInput(f"units.toml: {kind}.{piece.id}.variant: expected one of {', '.join(sorted(known))}")
        if len(self.units_file.naval) != 1:
            raise BadInput("units.toml: naval: expected one naval unit")

    def _own_fort(self, c: Counter) -> bool:
        return bool(self.board.forts[c.side] >> self.board.grid.bit[c.entry.hex] & 1)

    def _check_charts(self) -> None:
        charts, places = self.charts, self.board.cell_of
        named = {
            "victory.german.places": charts.victory["german"].places,
            "victory.allied.places": charts.victory["allied"].places,
            "morale.german_places": charts.morale.german_places,
            "open_cities.places": charts.open_cities.places,
            **{f"capitulation.{c}.places": terms.places for c, terms in charts.capitulation.items()},
            **{f"refit.nations.{n}.needs": [i.needs] for n, i in charts.refit.nations.items() if i.needs},
        }
        for where, names in named.items():
            for name in names:
                if name not in places:
                    raise BadInput(f"charts.toml: {where}: {name!r} is not a place of the map")
        for where, table in (("assault", charts.crt.assault), ("mobile", charts.crt.mobile)):
            for code in {code for row in table.values() for code in row}:
                if code not in charts.results:
                    raise BadInput(f"charts.toml: crt.{where}: {code!r} is not explained in results")
        turns = max(scenario.extended_turn for scenario in charts.scenarios.values())
        for nation in NATIONS:
            if nation not in charts.refit.nations or len(charts.refit.nations[nation].income) != turns:
                raise BadInput(f"charts.toml: refit.nations.{nation}.income: expected {turns} numbers, one a turn")
        for word in ("clear", "forest", "rough", "town", "city"):
            if word not in charts.terrain:
                raise BadInput(f"charts.toml: terrain: expected an entry for {word!r}")
        for key, variant in charts.variants.items():
            for id in variant.at_start:
                if id not in self.by_id:
                    raise BadInput(f"charts.toml: variants.{key}.at_start: {id!r} is not a unit")
