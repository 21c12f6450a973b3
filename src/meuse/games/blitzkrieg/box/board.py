"""2.1 The map: sets of hexes for everything that the rules ask of it.

A set of hexes is an int with a bit for each hex (see `meuse.engine.hexes`). All 1,872 hexes of the three sheets are on
the grid, since airstrikes fly over the sea and landings start from it; `land` are those that land units may stand in.
"""

from __future__ import annotations

from collections.abc import Iterable

from meuse.engine.board import Landscape, Side, masks
from meuse.engine.contract import BadInput
from meuse.engine.hexes import Point, bits
from meuse.engine.narration import Places
from meuse.engine.remembered import Remembered
from meuse.games.blitzkrieg.box.mapfile import Country, Fort, MapFile, Nation, Place
from meuse.games.blitzkrieg.box.mapfile import Side as Coalition

SIDES: tuple[Coalition, Coalition] = ("axis", "allied")
AXIS, ALLIED = 0, 1
COUNTRIES: tuple[Country, ...] = ("netherlands", "belgium", "france", "britain", "germany")
"""Those with a Shock index, in the order in which they roll (7.2b)."""
COUNTRY_OF: dict[Nation, Country] = {
    "german": "germany", "french": "france", "british": "britain", "belgian": "belgium", "dutch": "netherlands",
    "polish": "france", "czech": "france", "american": "britain",
}
"""Whose sources, headquarters and railways a nation's units use (11.2.4, 12.4.2, 24.5)."""

TERRAIN = ("clear", "broken", "rough", "mountain", "sea", "lake")
GROUNDS = (*COUNTRIES, "luxembourg", "switzerland", "none")
"""What a hex may belong to."""

Corner = tuple[int, int]


def corner_key(p: Point) -> Corner:
    """A corner of hexes, whatever hex it was reached from."""
    return round(100 * p[0]), round(100 * p[1])


class Board(Landscape):
    """The map file as sets of hexes and of hexsides. `x[d]` is the set of hexes whose side in direction d is so."""

    def __init__(self, file: MapFile) -> None:
        self.file = file
        for table, sheet, words in (("terrain", file.terrain, TERRAIN), ("country", file.country, GROUNDS)):
            lacking = sorted({*words} - {*sheet.key.values()})
            if lacking:
                raise BadInput(f"map.toml: {table}.key: expected a letter for {lacking[0]!r}")
        terrain = file.grid.read(file.terrain, "terrain")
        super().__init__(file.grid.grid(frozenset(name for name, word in terrain.items() if word == "out of play")))
        self._lay_ground(file, terrain)
        self._lay_coast(file)
        self._lay_places(file)
        self.names = Places(self.grid, {cell: place.called for cell, place in self.place_at.items()})
        self._lay_sides(file)
        self._lay_forts(file)
        self.floods = {c: self.hexes(h.hexes, f"floods.{c}") for c, h in file.floods.items()}
        """36.1 What each country may flood."""
        self.entries = {c: self.hexes(h.hexes, f"entries.{c}") for c, h in file.entries.items()}
        """10.3 Edge hexes where a country's reinforcements come on."""
        self._check()

    # --- the ground ---------------------------------------------------------------------------------------------

    def _lay_ground(self, file: MapFile, terrain: dict[str, str]) -> None:
        grid = self.grid
        self.terrain = {grid.bit[n]: terrain[n] for n in grid.bit}
        """The word for each hex: clear, broken, rough, mountain, sea or lake."""
        country, sheet = file.grid.read(file.country, "country"), file.grid.read(file.sheet, "sheet")
        self.country = {grid.bit[n]: country[n] for n in grid.bit}
        """The country of each hex, "none" at sea (2.1.2a)."""
        self.kinds = dict.fromkeys(TERRAIN, 0) | self.sets(self.terrain)
        self.countries = dict.fromkeys(GROUNDS, 0) | self.sets(self.country)
        self.sheets = self.sets({grid.bit[n]: sheet[n] for n in grid.bit})
        self.sea, self.lake = self.kinds["sea"], self.kinds["lake"]
        self.land = grid.board & ~(self.sea | self.lake)
        self.jam = self.kinds["rough"] | self.kinds["mountain"]
        """13.1.2 Where the stacking limit holds at every moment."""
        self.neutral = self.countries["switzerland"]
        """Neutral for the whole game."""
        self.regions: dict[str, int] = {
            name: self.hexes(region.hexes, f"regions.{name}") for name, region in file.regions.items()
        } | {name: self.countries[name] for name in ("netherlands", "luxembourg")}
        """What cards call a region: the two halves of Belgium (2.1.2b) and two countries."""

    def _lay_coast(self, file: MapFile) -> None:
        self.coasts = {sea: self.hexes(coast.hexes, f"coast.{sea}") for sea, coast in file.coast.items()}
        self.coast = sum(self.coasts.values())
        """22.1 Coastal hexes."""
        self.gunfire = self.coasts["channel"] | self.coasts["north_sea"]
        """21.1b Where ships may fire."""

    # --- places and forts ---------------------------------------------------------------------------------------

    def _lay_places(self, file: MapFile) -> None:
        self.place_at: dict[int, Place] = {}
        self.hexes_of: dict[str, int] = {}
        """Hexes by the names that the rules use, local names too: `hexes_of["Paris"]` has two."""
        sets = dict.fromkeys(("capital", "city", "town", "site", "port sea", "port inland", "port "), 0)
        self.sources: dict[Country, int] = dict.fromkeys(COUNTRIES, 0)
        """18.2 Supply sources by country."""
        for place in file.places:
            cell = self.cell(place.hex, f"places ({place.name})")
            self.place_at[cell] = place
            for name in {place.name, place.called}:
                self.hexes_of[name] = self.hexes_of.get(name, 0) | 1 << cell
            sets[place.class_] |= 1 << cell
            sets[f"port {place.port}"] |= 1 << cell
            if place.supply:
                self.sources[place.supply] |= 1 << cell
        self.capitals, self.towns = sets["capital"], sets["town"]
        self.cities = sets["city"] | self.capitals
        """City hexes, capitals among them: railheads (12.4b), what scores (3.1) and may be declared open (33.0)."""
        self.airfields = self.cities | self.towns
        """29.2 Where a friendly unit makes an airbase hex; an Air Base does so on clear hexes too."""
        self.ports, self.inland_ports = sets["port sea"], sets["port inland"]

    def _lay_forts(self, file: MapFile) -> None:
        self.fort_at: dict[int, Fort] = {}
        self.forts: dict[str, int] = dict.fromkeys(COUNTRIES, 0)
        """20.0 Fortified hexes by the country they belong to."""
        self.lines: dict[str, int] = {}
        """Fortified hexes by the works: `lines["Maginot"]`."""
        sides = [0] * 6
        for fort in file.forts:
            cell = self.cell(fort.hex, "forts")
            if self.country[cell] not in self.forts:
                raise BadInput(f"map.toml: forts: {fort.hex!r} lies in no country that fights")
            self.fort_at[cell] = fort
            self.forts[self.country[cell]] |= 1 << cell
            self.lines[fort.line] = self.lines.get(fort.line, 0) | 1 << cell
            for word in fort.sides:
                sides[self.grid.directions.index(word)] |= 1 << cell
        self.fort_sides = tuple(sides)
        """20.1b For each direction the fort hexes whose side there is fortified."""
        self.fort_hexes = sum(self.forts.values())

    # --- hexsides -----------------------------------------------------------------------------------------------

    def _lay_sides(self, file: MapFile) -> None:
        self.lay_rivers((river.name, river.sides) for river in file.rivers)
        self.rivers = self.river_sides.masks()
        self.river_name = {pair: self.side_river[side] for pair, side in self.river_sides.between.items()}
        """The river between two hexes, written either way."""
        arms = [self.side(name, f"seas ({arm.name})") for arm in file.seas for name in arm.sides]
        self.seas = masks(self.grid, arms)
        """Sides of water between two land hexes, which nobody crosses."""
        self.lay_open(self.land, self.seas)
        self._lay_waterways([*self.river_sides, *arms])

    def _lay_waterways(self, sides: Iterable[Side]) -> None:
        """22.9 Sides that ships sail along, by the corners that they join; `salt` are the corners of the open sea."""
        grid = self.grid
        self.sails: dict[Corner, list[tuple[Corner, int]]] = {}
        self.banks = 0
        for a, b, d in sides:
            p, q = map(corner_key, grid.ends(a, d))
            banks = 1 << a | 1 << b
            self.banks |= banks
            self.sails.setdefault(p, []).append((q, banks))
            self.sails.setdefault(q, []).append((p, banks))
        self.quays = {
            port: tuple(corner_key(grid.corner(port, k)) for k in range(6)) for port in bits(self.inland_ports)
        }
        """The corners of each inland port's hex."""
        self.salt = {corner_key(grid.corner(cell, k)) for cell in bits(self.sea) for k in range(6)}
        self._sailed = Remembered(200, self._sail)

    def sails_to_sea(self, port: int, shut: int) -> bool:
        """22.9a Whether an inland port has a line of water to the sea with neither bank in the set `shut`."""
        return self._sailed[port, shut & self.banks]

    def _sail(self, way: tuple[int, int]) -> bool:
        port, shut = way
        front = list(self.quays[port])
        seen = set(front)
        while front:
            here = front.pop()
            if here in self.salt:
                return True
            ways = [there for there, banks in self.sails.get(here, ()) if not banks & shut and there not in seen]
            seen.update(ways)
            front += ways
        return False

    # --- names --------------------------------------------------------------------------------------------------

    def label(self, cell: int) -> str:
        """A hex as players say it: "Sedan (4322)", "4323 near Sedan"."""
        return self.names.label(cell)

    # --- checking -----------------------------------------------------------------------------------------------

    def _check(self) -> None:
        """Everything that stands on land does, and in the country that it serves."""
        spots = {
            "places": sum(1 << cell for cell in self.place_at), "forts": self.fort_hexes, "coast": self.coast,
            **{f"floods.{c}": mask for c, mask in self.floods.items()},
            **{f"entries.{c}": mask for c, mask in self.entries.items()},
            **{f"regions.{c}": mask for c, mask in self.regions.items()},
        }
        for where, mask in spots.items():
            wet = self.grid.names_of(mask & ~self.land)
            if wet:
                raise BadInput(f"map.toml: {where}: {wet[0]!r} is not a land hex")
        homes = [
            *(("places", c, mask) for c, mask in self.sources.items()),
            *(("floods", c, mask) for c, mask in self.floods.items()),
            *(("entries", c, mask) for c, mask in self.entries.items()),
        ]
        for where, country, mask in homes:
            abroad = self.grid.names_of(mask & ~self.countries[country])
            if abroad:
                raise BadInput(f"map.toml: {where}: {abroad[0]!r} serves {country} and lies elsewhere")
        homeless = self.grid.names_of(self.land & self.countries["none"])
        if homeless:
            raise BadInput(f"map.toml: country.rows: land hex {homeless[0]} belongs to no country")
