"""Boards as the rules see them: named sides between cells; rivers, roads and bridges as sets for each direction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from meuse.engine.contract import BadInput
from meuse.engine.hexes import Grid, Point, bits

Side = tuple[int, int, int]
"""Two neighbouring cells, and the direction from the first to the second."""
Masks = tuple[int, ...]
"""For each direction d the set of cells whose side d is so."""


def masks(grid: Grid, sides: Iterable[Side]) -> Masks:
    """The sides as seen from both of their cells."""
    found = [0] * grid.sides
    for a, b, d in sides:
        found[d] |= 1 << a
        found[grid.opposite(d)] |= 1 << b
    return tuple(found)


def union(sides: Masks) -> int:
    """The cells that have such a side in any direction."""
    found = 0
    for mask in sides:
        found |= mask
    return found


class Sides(list[Side]):
    """Numbered sides with names such as "2903-3003". A set of them is an int, like a set of cells."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.grid = grid
        self.names: list[str] = []
        self.number: dict[str, int] = {}
        self.between: dict[tuple[int, int], int] = {}
        """The side between two neighbouring cells, asked either way."""

    def add(self, name: str, side: Side) -> int:
        a, b, _ = side
        index = self.number[name] = self.between[a, b] = self.between[b, a] = len(self)
        self.append(side)
        self.names.append(name)
        return index

    def masks(self, which: int = -1) -> Masks:
        """Those of the set, all by default, for each direction."""
        every = (1 << len(self)) - 1
        return masks(self.grid, (self[i] for i in bits(which & every)))

    def ends(self, index: int, scale: float) -> tuple[Point, Point]:
        """Where a side lies on paper, clockwise around its first cell, with neighbouring centres `scale` apart."""
        a, _, d = self[index]
        (x1, y1), (x2, y2) = self.grid.ends(a, d)
        return (scale * x1, scale * y1), (scale * x2, scale * y2)


class Landscape:
    """A grid with what a map file lays along and across its sides; a cell is called a hex, or by another noun."""

    def __init__(self, grid: Grid, noun: str = "hex", nouns: str = "hexes") -> None:
        self.grid = grid
        self.noun, self.nouns = noun, nouns

    def cell(self, name: str, where: str) -> int:
        """A cell by its name; `where` is the place in the map file, for the error."""
        if name not in self.grid.bit:
            raise BadInput(f"map.toml: {where}: {name!r} is not a {self.noun} of the map")
        return self.grid.bit[name]

    def side(self, name: str, where: str) -> Side:
        """A side by its name: two neighbouring cells with a hyphen between."""
        first, _, second = name.partition("-")
        a, b = self.cell(first, where), self.cell(second, where)
        d = self.grid.direction(a, b)
        if d < 0:
            raise BadInput(f"map.toml: {where}: {name!r} is no side: the two {self.nouns} do not touch")
        return a, b, d

    def hexes(self, names: Iterable[str], where: str) -> int:
        """A set of cells by their names."""
        return sum(1 << self.cell(name, where) for name in set(names))

    @staticmethod
    def sets(words: Mapping[int, str]) -> dict[str, int]:
        """The cells of each word."""
        found: dict[str, int] = {}
        for cell, word in words.items():
            found[word] = found.get(word, 0) | 1 << cell
        return found

    def lay_open(self, land: int, closed: Masks) -> None:
        """The sides by which units on land step, attack, trace and retreat: those between land and not closed."""
        grid = self.grid
        self.open = tuple(land & ~closed[d] & grid.step(land, grid.opposite(d)) for d in range(grid.sides))
        """Land that may be left in direction d."""
        ways = list(zip(grid.shifts, self.open, strict=True))
        self._on = [(shift, sides) for shift, sides in ways if shift > 0]
        self._back = [(-shift, sides) for shift, sides in ways if shift < 0]
        self.touch = tuple(
            sum(1 << n for d, n in enumerate(grid.neighbour[c]) if n >= 0 and self.open[d] >> c & 1)
            for c in range(grid.size)
        )
        """The land next to each cell and not across a closed side: as far as a zone of control reaches."""

    def spread(self, mask: int) -> int:
        """All land next to the set and not across a closed side: the zones of units in those cells."""
        out = 0
        for shift, sides in self._on:
            out |= (mask & sides) << shift
        for shift, sides in self._back:
            out |= (mask & sides) >> shift
        return out

    def lay_rivers(self, rivers: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Each river by name with its sides; a side that two of them share stays with the first."""
        sides = self.river_sides = Sides(self.grid)
        self.side_names, self.side_index = sides.names, sides.number
        self.side_river: list[str] = []
        """The name of the river on each river side."""
        for river, names in rivers:
            for name in names:
                if name not in sides.number:
                    sides.add(name, self.side(name, f"rivers ({river})"))
                    self.side_river.append(river)

    def lay_bridges(self, names: Iterable[str]) -> None:
        self.printed = 0
        """The river sides with a bridge on the map."""
        for name in names:
            if name not in self.side_index:
                raise BadInput(f"map.toml: bridges: {name!r} is not a river side")
            self.printed |= 1 << self.side_index[name]

    def lay_roads(self, links: Iterable[tuple[str, str]]) -> None:
        """Each link by the two cells that it joins, written as a side, and where it stands in the map file."""
        self.roads = masks(self.grid, (self.side(name, where) for name, where in links))
