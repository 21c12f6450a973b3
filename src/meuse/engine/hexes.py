"""Hex and square grids, with sets of cells as Python ints.

Every cell has a bit. Lines (rows of a pointy-top grid, columns of a flat-top one) are laid one after
another with two spare bits between them and skewed half a cell a line, so that each neighbour step is
one constant shift for every cell, and a step over the edge falls on a spare bit that `board` removes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import compress, count
from math import cos, floor, pi, sin

Point = tuple[float, float]

HEX_DIRECTIONS = {
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "square": ("N", "E", "S", "W"),
}
RADIUS = 3**-0.5
"""From the centre of a hex to its corners, with neighbouring centres one unit apart."""
LINE = 3**0.5 / 2
"""From one row of pointy-top hexes to the next, or one column of flat-top ones."""


def _hexagon(first: float) -> tuple[Point, ...]:
    return tuple((RADIUS * cos(first + pi * k / 3), RADIUS * sin(first + pi * k / 3)) for k in range(6))


CORNERS = {
    "pointy": _hexagon(-pi / 2),
    "flat": _hexagon(-2 * pi / 3),
    "square": ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
}
"""Clockwise from the centre, so that side d of a cell runs from corner d to corner d + 1."""


SPARSE = 6
"""A set with fewer cells than one in so many bits is taken apart cell by cell, a denser one in a single pass."""

_TRUTH = bytes.maketrans(b"01", b"\0\1")


def bits(mask: int) -> Iterator[int]:
    """The cells of a set, lowest bit first."""
    if mask.bit_count() * SPARSE < mask.bit_length():
        return _one_by_one(mask)
    return compress(count(), bin(mask)[:1:-1].encode().translate(_TRUTH))


def _one_by_one(mask: int) -> Iterator[int]:
    """Found from the highest bit down, because what is left of the set gets shorter on the way."""
    found = []
    while mask:
        top = mask.bit_length() - 1
        found.append(top)
        mask ^= 1 << top
    return reversed(found)


def ccrr(column: int, row: int) -> str:
    """The hobby's usual hex number: two digits of column, two of row."""
    return f"{column:02d}{row:02d}"


class Grid:
    """A numbered grid. `kind` is "pointy", "flat" or "square"; `shifted` says which lines lie half a cell on.

    Cells are known by bit (an int) inside the engine and by name ("3414") outside it.
    """

    def __init__(
        self,
        kind: str,
        columns: tuple[int, int],
        rows: tuple[int, int],
        *,
        shifted: str = "even",
        out_of_play: frozenset[str] = frozenset(),
        name: Callable[[int, int], str] = ccrr,
    ) -> None:
        if kind not in HEX_DIRECTIONS:
            raise ValueError(f"grid kind {kind!r}: expected one of {', '.join(HEX_DIRECTIONS)}")
        self.kind = kind
        self.directions = HEX_DIRECTIONS[kind]
        self.sides = len(self.directions)
        self._parity = 0 if shifted == "even" else 1
        along, across = (columns, rows) if kind != "flat" else (rows, columns)
        length = along[1] - along[0] + 1
        stride = length + 2
        self.shifts = {
            "pointy": (1 - stride, 1, stride, stride - 1, -1, -stride),
            "flat": (-1, stride - 1, stride, 1, 1 - stride, -stride),
            "square": (-stride, 1, stride, -1),
        }[kind]
        self.names: dict[int, str] = {}
        self.bit: dict[str, int] = {}
        self.place: dict[int, tuple[int, int]] = {}
        self._sheet = 0
        """The board together with the cells that are out of play."""
        skew = 0
        for line in range(across[0], across[1] + 1):
            for spot in range(along[0], along[1] + 1):
                column, row = (spot, line) if kind != "flat" else (line, spot)
                cell = (line - across[0]) * stride + (spot - along[0]) - skew
                self._sheet |= 1 << cell
                label = name(column, row)
                if label not in out_of_play:
                    self.names[cell] = label
                    self.bit[label] = cell
                    self.place[cell] = (column, row)
            if kind != "square" and line % 2 == self._parity:
                skew += 1
        self.cells = tuple(sorted(self.names))
        self.size = self.cells[-1] + 1
        self.board = sum(1 << c for c in self.cells)
        self.one = tuple(1 << c for c in range(self.size))
        self.neighbour = tuple(self._neighbours(c) for c in range(self.size))
        self.near = tuple(
            sum(self.one[n] for n in row if n >= 0) if self.board >> c & 1 else 0
            for c, row in enumerate(self.neighbour)
        )
        self._cube = {c: self._axial(c) for c in self.cells}
        self._cell = {place: c for c, place in self.place.items()}
        self._discs: dict[tuple[int, int], int] = {}
        self._distances: dict[int, bytes] = {}

    def _neighbours(self, cell: int) -> tuple[int, ...]:
        """The neighbour in each direction, -1 where there is none."""
        if not self.board >> cell & 1:
            return (-1,) * self.sides
        found = (cell + s for s in self.shifts)
        return tuple(n if n >= 0 and self.board >> n & 1 else -1 for n in found)

    def _axial(self, cell: int) -> tuple[int, int]:
        column, row = self.place[cell]
        if self.kind == "pointy":
            return column - (row + 1 - self._parity) // 2, row
        if self.kind == "flat":
            return column, row - (column + 1 - self._parity) // 2
        return column, row

    def opposite(self, direction: int) -> int:
        return (direction + self.sides // 2) % self.sides

    def direction(self, a: int, b: int) -> int:
        """The direction of the step from `a` to its neighbour `b`, or -1."""
        return self.neighbour[a].index(b) if b in self.neighbour[a] and b >= 0 else -1

    def step(self, mask: int, direction: int) -> int:
        """Every cell of the set moved one cell in that direction."""
        shift = self.shifts[direction]
        return (mask << shift if shift > 0 else mask >> -shift) & self.board

    def spread(self, mask: int) -> int:
        """All neighbours of the set (a cell of the set itself only if it is such a neighbour)."""
        out = 0
        for shift in self.shifts:
            out |= mask << shift if shift > 0 else mask >> -shift
        return out & self.board

    def distance(self, a: int, b: int) -> int:
        """Cells from `a` to `b`, not counting `a`."""
        (q1, r1), (q2, r2) = self._cube[a], self._cube[b]
        q, r = q1 - q2, r1 - r2
        if self.kind == "square":
            return abs(q) + abs(r)
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def distances(self, centre: int) -> bytes:
        """The distance from `centre` by cell, for whoever asks for many."""
        found = self._distances.get(centre)
        if found is None:
            row = bytearray(max(self.cells) + 1)
            for cell in self.cells:
                row[cell] = self.distance(centre, cell)
            found = self._distances[centre] = bytes(row)
        return found

    def disc(self, centre: int, radius: int) -> int:
        """All cells within `radius` of `centre`, itself included."""
        key = (centre, radius)
        if key not in self._discs:
            mask = self.one[centre]
            for _ in range(radius):
                ring = mask
                for shift in self.shifts:
                    mask |= (ring << shift if shift > 0 else ring >> -shift) & self._sheet
            self._discs[key] = mask & self.board
        return self._discs[key]

    def line(self, a: int, b: int) -> list[int]:
        """A straight row of cells from `a` to `b`, both included; ties lean the same way every time."""
        steps = self.distance(a, b)
        if steps == 0:
            return [a]
        (x1, y1), (x2, y2) = self.centre(a), self.centre(b)
        path = [a]
        for i in range(1, steps + 1):
            x, y = x1 + (x2 - x1) * i / steps + 1e-6, y1 + (y2 - y1) * i / steps + 2e-6
            options = [n for n in self.neighbour[path[-1]] if n >= 0 and self.distance(n, b) < steps - i + 1]
            if not options:
                return path
            path.append(min(options, key=lambda n: (self.centre(n)[0] - x) ** 2 + (self.centre(n)[1] - y) ** 2))
        return path

    def flood(self, start: int, passable: int, sides: Sequence[int] | None = None) -> int:
        """All cells joined to `start` by steps inside `passable`.

        `sides[d]` holds the cells that may be left in direction d; None leaves every side open.
        The start itself is kept only where it is passable.
        """
        ways = [(shift, passable if sides is None else passable & sides[d]) for d, shift in enumerate(self.shifts)]
        on = [(shift, leave) for shift, leave in ways if shift > 0]
        back = [(-shift, leave) for shift, leave in ways if shift < 0]
        before, reached = 0, start & passable
        while reached != before:
            before = reached
            for shift, leave in on:
                reached |= (reached & leave) << shift & passable
            for shift, leave in back:
                reached |= (reached & leave) >> shift & passable
        return reached

    def reach(
        self, start: int, budget: int, steps: Sequence[tuple[int, Sequence[int]]], stop: int = 0
    ) -> list[int]:
        """Cells first reached at each cost from 0 to `budget`.

        `steps` lists (cost, sides): `sides[d]` are the cells that may be left in direction d for that cost
        (at least 1). A cell in `stop` may be entered but not left again.
        """
        levels = [0] * (budget + 1)
        levels[0] = start
        seen = 0
        shifts = self.shifts
        for spent in range(budget + 1):
            fresh = levels[spent] & ~seen
            levels[spent] = fresh
            seen |= fresh
            movers = fresh & ~stop if spent else fresh
            if not movers:
                continue
            for cost, sides in steps:
                if spent + cost > budget:
                    continue
                out = 0
                for d, shift in enumerate(shifts):
                    front = movers & sides[d]
                    if front:
                        out |= front << shift if shift > 0 else front >> -shift
                levels[spent + cost] |= out & self.board
        return levels

    def _half(self, line: int) -> float:
        """How far a line of hexes lies on."""
        return 0.5 if line % 2 == self._parity else 0.0

    def centre(self, cell: int) -> Point:
        """Where the cell lies on paper, with neighbouring centres one unit apart; y grows downwards."""
        column, row = self.place[cell]
        if self.kind == "pointy":
            return column + self._half(row), row * LINE
        if self.kind == "flat":
            return column * LINE, row + self._half(column)
        return float(column), float(row)

    def corner(self, cell: int, k: int) -> Point:
        """Corner k of the cell on paper, clockwise; its side d runs from corner d to corner d + 1."""
        (x, y), (dx, dy) = self.centre(cell), CORNERS[self.kind][k % self.sides]
        return x + dx, y + dy

    def ends(self, cell: int, direction: int) -> tuple[Point, Point]:
        """Both ends of the cell's side in that direction."""
        return self.corner(cell, direction), self.corner(cell, direction + 1)

    def at(self, x: float, y: float) -> int:
        """The cell that holds a point on paper, or -1."""
        if self.kind == "square":
            return self._cell.get((floor(x + 0.5), floor(y + 0.5)), -1)
        across, along = (y, x) if self.kind == "pointy" else (x, y)
        line = round(across / LINE)
        best, spot = 2.0, (0, 0)
        for other in (line - 1, line, line + 1):
            place = round(along - self._half(other))
            far = (across - other * LINE) ** 2 + (along - place - self._half(other)) ** 2
            if far < best:
                best, spot = far, (other, place)
        return self._cell.get((spot[1], spot[0]) if self.kind == "pointy" else spot, -1)

    def set_of(self, names: Sequence[str]) -> int:
        """The set of the named cells."""
        return sum(self.one[self.bit[n]] for n in set(names))

    def names_of(self, mask: int) -> list[str]:
        """The names of a set's cells, in order."""
        return sorted(self.names[c] for c in bits(mask))
