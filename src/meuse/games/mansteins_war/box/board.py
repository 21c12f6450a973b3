"""2.1 The map: sets of hexes for everything that the rules ask of it.

A set of hexes is an int with a bit for each hex (see `meuse.engine.hexes`). All 323 hexes of the sheet are on the grid,
since air units fly over the sea; `land` are those that ground units may ever enter.
"""

from __future__ import annotations

from collections.abc import Iterable

from meuse.engine.board import Landscape, masks
from meuse.engine.contract import BadInput
from meuse.engine.narration import Places
from meuse.games.mansteins_war.box.mapfile import Fort, MapFile, Place, Side

SIDES: tuple[Side, Side] = ("german", "allied")
GERMAN, ALLIED = 0, 1
CLOSED = ("sea", "lake", "barred")
"""Terrain that no ground unit ever enters (8.0c, 8.5b)."""
COUNTRY_OF = {"german": "germany", "french": "france", "belgian": "belgium", "dutch": "netherlands"}
"""Each nation's own country; Britain has none on the map."""


class Board(Landscape):
    """The map file as sets of hexes and of hexsides. `x[d]` is the set of hexes whose side in direction d is so."""

    def __init__(self, file: MapFile) -> None:
        self.file = file
        super().__init__(file.grid.grid())
        self._lay_ground(file)
        self._lay_places(file)
        self.names = Places(self.grid, {cell: place.called for cell, place in self.place_at.items()})
        self._lay_forts(file)
        self._lay_sides(file)
        self.coast = self.hexes(file.coast.hexes, "coast")
        """Hexes on salt water (20.1, 20.2)."""
        self.naval = self.coast | self.ports
        """20.1a Where units may have the ships' support."""
        self.edges: dict[str, int] = {
            name: self.hexes(edge.hexes, f"edges.{name}") for name, edge in file.edges.items()
        }
        """13.3 Entry hexes by nation; "british" is also the way out of 25.3."""
        self._check(file)

    # --- the ground ---------------------------------------------------------------------------------------------

    def _lay_ground(self, file: MapFile) -> None:
        grid = self.grid
        self.terrain = {grid.bit[n]: word for n, word in file.grid.read(file.terrain, "terrain").items()}
        """The word for each hex: clear, forest, rough, sea, lake or barred."""
        self.country = {grid.bit[n]: word for n, word in file.grid.read(file.country, "country").items()}
        """The country of each hex, "none" at sea."""
        self.kinds = dict.fromkeys(file.terrain.key.values(), 0) | self.sets(self.terrain)
        self.countries = dict.fromkeys(file.country.key.values(), 0) | self.sets(self.country)
        closed = 0
        for word in CLOSED:
            closed |= self.kinds.get(word, 0)
        self.land = grid.board & ~closed
        self.forest, self.rough = self.kinds["forest"], self.kinds["rough"]
        self.flyable = grid.board & ~self.countries["switzerland"]
        """16.1b Where air units may be put."""
        germany = self.countries["germany"] & self.land
        self.home = (germany, self.land & ~germany)
        """3.3d Each side's hexes at the start."""

    # --- places and forts ---------------------------------------------------------------------------------------

    def _lay_places(self, file: MapFile) -> None:
        self.place_at: dict[int, Place] = {}
        self.cell_of: dict[str, int] = {}
        """Hexes by the names that the rules use: `cell_of["Paris"]`; local names serve too."""
        sets: dict[str, int] = {}
        self.depots: dict[str, int] = dict.fromkeys(COUNTRY_OF, 0)
        """Depots by the nation that they serve (15.2a)."""
        for place in file.places:
            cell = self.cell(place.hex, f"places ({place.name})")
            bit = 1 << cell
            self.place_at[cell] = place
            self.cell_of[place.name] = self.cell_of[place.called] = cell
            for key in (place.class_, f"port {place.port}"):
                sets[key] = sets.get(key, 0) | bit
            if place.depot:
                self.depots[place.depot] |= bit
        self.cities, self.towns = sets.get("city", 0), sets.get("town", 0)
        self.railheads = self.cities | self.towns
        """9.0d Where rail moves start and end."""
        self.channel_ports = sets.get("port channel", 0)
        self.ports = self.channel_ports | sets.get("port other", 0)
        self.depot_hexes = sum(self.depots.values())
        self.side_depots = (self.depots["german"], self.depot_hexes & ~self.depots["german"])

    def _lay_forts(self, file: MapFile) -> None:
        self.fort_at: dict[int, Fort] = {}
        own = [0, 0]
        self.major = self.minor = 0
        self.lines: dict[str, int] = {}
        """Fortified hexes by the line they belong to: `lines["Maginot"]`, `lines["Westwall"]`."""
        for fort in file.forts:
            cell = self.cell(fort.hex, f"forts ({fort.hex})")
            bit = 1 << cell
            self.fort_at[cell] = fort
            own[SIDES.index(fort.side)] |= bit
            if fort.class_ == "major":
                self.major |= bit
            else:
                self.minor |= bit
            self.lines[fort.line] = self.lines.get(fort.line, 0) | bit
        self.forts = (own[GERMAN], own[ALLIED])
        """17.0a Each side's own fortified hexes."""
        self.fort_hexes = own[GERMAN] | own[ALLIED]
        self.maginot, self.westwall = self.lines["Maginot"], self.lines["Westwall"]

    # --- hexsides -----------------------------------------------------------------------------------------------

    def _lay_sides(self, file: MapFile) -> None:
        grid = self.grid
        self.lay_rivers((river.name, river.sides) for river in file.rivers)
        self.rivers = self.river_sides.masks()
        self.river_name = {pair: self.side_river[side] for pair, side in self.river_sides.between.items()}
        """The river between two hexes, written either way."""
        arms = ((arm.name, name) for arm in file.seas for name in arm.sides)
        sea = self.seas = masks(grid, (self.side(name, f"seas ({arm})") for arm, name in arms))
        """2.1b Sides of salt water between two land hexes."""
        self.lay_open(self.land, sea)

    def across_river(self, a: int, b: int) -> bool:
        """Whether a river runs between two neighbouring hexes."""
        return (a, b) in self.river_name

    # --- names --------------------------------------------------------------------------------------------------

    def label(self, cell: int) -> str:
        """A hex as players say it: "Sedan (1439)", "1440 near Sedan"."""
        return self.names.label(cell)

    def set_of_places(self, names: Iterable[str]) -> int:
        return sum(1 << self.cell_of[name] for name in set(names))

    # --- reading and checking -----------------------------------------------------------------------------------

    def _check(self, file: MapFile) -> None:
        """Everything that stands on land does, and in the country that it serves."""
        for where, mask in [("places", self.railheads | self.ports), ("forts", self.fort_hexes), ("coast", self.coast),
                            *((f"edges.{name}", mask) for name, mask in self.edges.items())]:
            wet = self.grid.names_of(mask & ~self.land)
            if wet:
                raise BadInput(f"map.toml: {where}: {wet[0]!r} is not a land hex")
        for nation, mask in self.depots.items():
            abroad = self.grid.names_of(mask & ~self.countries[COUNTRY_OF[nation]])
            if abroad:
                raise BadInput(f"map.toml: places: the {nation} depot {abroad[0]!r} lies in another country")
        for fort in file.forts:
            if not self.home[SIDES.index(fort.side)] >> self.grid.bit[fort.hex] & 1:
                raise BadInput(f"map.toml: forts: {fort.hex!r} is not a hex of the {fort.side} side")
