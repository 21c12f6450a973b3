"""Bit sets of cells against a plain version with dicts, queues and heaps, on random boards."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meuse.engine.hexes import Grid, bits, ccrr

Cell = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True)
class Plain:
    """The same grid, told by its columns and rows."""

    kind: str
    parity: int
    cells: frozenset[Cell]

    def beside(self, cell: Cell) -> list[Cell]:
        """The neighbouring places in the order of the grid's directions, on the board or off it."""
        c, r = cell
        if self.kind == "square":
            return [(c, r - 1), (c + 1, r), (c, r + 1), (c - 1, r)]
        if self.kind == "pointy":
            right = c + 1 if r % 2 == self.parity else c
            return [(right, r - 1), (c + 1, r), (right, r + 1), (right - 1, r + 1), (c - 1, r), (right - 1, r - 1)]
        low = r if c % 2 == self.parity else r - 1
        return [(c, r - 1), (c + 1, low), (c + 1, low + 1), (c, r + 1), (c - 1, low + 1), (c - 1, low)]

    def steps(self, cell: Cell) -> Iterator[tuple[int, Cell]]:
        return ((d, n) for d, n in enumerate(self.beside(cell)) if n in self.cells)

    def distance(self, a: Cell, b: Cell) -> int:
        """Counted by walking, over the edge and through holes as well."""
        seen, far = {a}, 0
        while b not in seen:
            seen |= {n for cell in seen for n in self.beside(cell)}
            far += 1
        return far


@dataclass(frozen=True)
class Board:
    grid: Grid
    plain: Plain

    def bit(self, cell: Cell) -> int:
        return self.grid.bit[ccrr(*cell)]

    def mask(self, cells: set[Cell] | frozenset[Cell]) -> int:
        return sum(1 << self.bit(cell) for cell in cells)

    def sides(self, closed: set[tuple[Cell, int]]) -> list[int]:
        """For each direction the cells that may be left that way."""
        return [
            self.mask({c for c in self.plain.cells if (c, d) not in closed}) for d in range(self.grid.sides)
        ]


KINDS = [("pointy", "even"), ("pointy", "odd"), ("flat", "even"), ("flat", "odd"), ("square", "even")]


def make(kind: str, shifted: str, columns: tuple[int, int], rows: tuple[int, int], holes: set[Cell]) -> Board:
    grid = Grid(kind, columns, rows, shifted=shifted, out_of_play=frozenset(ccrr(*hole) for hole in holes))
    places = {(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)}
    return Board(grid, Plain(kind, 0 if shifted == "even" else 1, frozenset(places - holes)))


@st.composite
def boards(draw: st.DrawFn, holes: bool = True) -> Board:
    kind, shifted = draw(st.sampled_from(KINDS))
    first_column, first_row = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    columns = first_column, first_column + draw(st.integers(0, 7))
    rows = first_row, first_row + draw(st.integers(0, 7))
    places = [(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)]
    out = draw(st.sets(st.sampled_from(places), max_size=len(places) // 3)) if holes else set()
    return make(kind, shifted, columns, rows, out)


def some(board: Board) -> st.SearchStrategy[set[Cell]]:
    return st.sets(st.sampled_from(sorted(board.plain.cells)))


def one(board: Board) -> st.SearchStrategy[Cell]:
    return st.sampled_from(sorted(board.plain.cells))


def some_sides(board: Board) -> st.SearchStrategy[set[tuple[Cell, int]]]:
    return st.sets(st.tuples(one(board), st.integers(0, board.grid.sides - 1)), max_size=60)


def test_hex_numbers() -> None:
    assert ccrr(3, 14) == "0314"
    assert list(bits(0b101001)) == [0, 3, 5]
    assert list(bits(0)) == []


@given(st.sets(st.integers(0, 400)))
def test_a_set_is_taken_apart_from_its_lowest_bit(cells: set[int]) -> None:
    assert list(bits(sum(1 << cell for cell in cells))) == sorted(cells)
    dense = {cell + n for cell in cells for n in range(20)}
    assert list(bits(sum(1 << cell for cell in dense))) == sorted(dense)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of pointy, flat, square"):
        Grid("round", (1, 2), (1, 2))


@given(boards())
def test_every_cell_has_a_bit_and_a_name(board: Board) -> None:
    grid = board.grid
    assert sorted(grid.place.values()) == sorted(board.plain.cells)
    assert len(set(grid.bit.values())) == len(grid.bit) == len(grid.cells)
    assert all(grid.names[bit] == name and grid.bit[name] == bit for bit, name in grid.names.items())
    assert grid.board == board.mask(board.plain.cells)
    assert grid.names_of(grid.set_of(sorted(grid.bit))) == sorted(grid.bit)


@given(boards())
def test_neighbours_and_directions(board: Board) -> None:
    grid, plain = board.grid, board.plain
    for cell in plain.cells:
        here = board.bit(cell)
        expected = [board.bit(n) if n in plain.cells else -1 for n in plain.beside(cell)]
        assert list(grid.neighbour[here]) == expected
        assert grid.near[here] == sum(1 << n for n in expected if n >= 0)
        for d, n in enumerate(expected):
            if n >= 0:
                assert grid.direction(here, n) == d
                assert grid.direction(n, here) == grid.opposite(d)
        strangers = [c for c in grid.cells if c not in expected]
        assert all(grid.direction(here, c) == -1 for c in strangers)


@given(st.data(), boards())
def test_step_and_spread(data: st.DataObject, board: Board) -> None:
    cells = data.draw(some(board))
    grid, plain = board.grid, board.plain
    for d in range(grid.sides):
        moved = {plain.beside(cell)[d] for cell in cells} & plain.cells
        assert grid.step(board.mask(cells), d) == board.mask(moved)
    around = {n for cell in cells for _, n in plain.steps(cell)}
    assert grid.spread(board.mask(cells)) == board.mask(around)


@given(st.data(), boards())
def test_flood_with_closed_sides(data: st.DataObject, board: Board) -> None:
    start, passable = data.draw(some(board)), data.draw(some(board))
    closed = data.draw(st.none() | some_sides(board))
    reached = start & passable
    queue = deque(reached)
    while queue:
        cell = queue.popleft()
        for d, n in board.plain.steps(cell):
            if n in passable and n not in reached and (cell, d) not in (closed or ()):
                reached.add(n)
                queue.append(n)
    sides = None if closed is None else board.sides(closed)
    assert board.grid.flood(board.mask(start), board.mask(passable), sides) == board.mask(reached)


@given(st.data(), boards())
def test_reach_with_costs_and_stops(data: st.DataObject, board: Board) -> None:
    start, stop = data.draw(some(board)), data.draw(some(board))
    budget = data.draw(st.integers(0, 9))
    costs = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    closed = [data.draw(some_sides(board)) for _ in costs]
    found = dict.fromkeys(start, 0)
    heap = [(0, cell) for cell in start]
    heapq.heapify(heap)
    while heap:
        spent, cell = heapq.heappop(heap)
        if spent > found[cell] or (spent and cell in stop):
            continue
        for d, n in board.plain.steps(cell):
            for cost, shut in zip(costs, closed, strict=True):
                total = spent + cost
                if (cell, d) not in shut and total <= budget and total < found.get(n, budget + 1):
                    found[n] = total
                    heapq.heappush(heap, (total, n))
    steps = [(cost, board.sides(shut)) for cost, shut in zip(costs, closed, strict=True)]
    levels = board.grid.reach(board.mask(start), budget, steps, board.mask(stop))
    assert levels == [board.mask({c for c, spent in found.items() if spent == n}) for n in range(budget + 1)]


@given(st.data(), boards())
def test_distance_and_disc(data: st.DataObject, board: Board) -> None:
    a, b = data.draw(one(board)), data.draw(one(board))
    grid, plain = board.grid, board.plain
    assert grid.distance(board.bit(a), board.bit(b)) == plain.distance(a, b)
    assert grid.distance(board.bit(b), board.bit(a)) == plain.distance(a, b)
    radius = data.draw(st.integers(0, 4))
    near = {c for c in plain.cells if plain.distance(a, c) <= radius}
    assert grid.disc(board.bit(a), radius) == board.mask(near)
    assert grid.disc(board.bit(a), radius) == board.mask(near), "remembered"


@given(st.data(), boards(holes=False))
def test_a_line_is_the_straight_row_of_cells(data: st.DataObject, board: Board) -> None:
    grid = board.grid
    a, b = board.bit(data.draw(one(board))), board.bit(data.draw(one(board)))
    line = grid.line(a, b)
    assert line == grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.direction(m, n) >= 0 for m, n in pairwise(line))
    if grid.kind == "square":
        return
    (x1, y1), (x2, y2) = grid.centre(a), grid.centre(b)
    for i, cell in enumerate(line):
        share = i / max(1, len(line) - 1)
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        off = {c: ((grid.centre(c)[0] - x) ** 2 + (grid.centre(c)[1] - y) ** 2) ** 0.5 for c in grid.cells}
        assert off[cell] <= min(off.values()) + 1e-3


@given(st.data(), boards())
def test_a_line_over_holes_goes_as_far_as_it_can(data: st.DataObject, board: Board) -> None:
    grid = board.grid
    a, b = board.bit(data.draw(one(board))), board.bit(data.draw(one(board)))
    line = grid.line(a, b)
    assert line[0] == a
    assert all(grid.direction(m, n) >= 0 for m, n in pairwise(line))
    assert all(grid.distance(n, b) < grid.distance(m, b) for m, n in pairwise(line))


@given(boards())
def test_neighbours_lie_one_apart_on_paper(board: Board) -> None:
    grid = board.grid
    for a in grid.cells:
        for b in grid.cells:
            apart = ((grid.centre(a)[0] - grid.centre(b)[0]) ** 2 + (grid.centre(a)[1] - grid.centre(b)[1]) ** 2) ** 0.5
            assert (abs(apart - 1) < 1e-9) == (grid.direction(a, b) >= 0)


def test_directions_point_where_their_names_say() -> None:
    for kind, shifted in KINDS:
        board = make(kind, shifted, (1, 5), (1, 5), set())
        x, y = board.grid.centre(board.bit((3, 3)))
        for d, name in enumerate(board.grid.directions):
            nx, ny = board.grid.centre(board.grid.neighbour[board.bit((3, 3))][d])
            assert ("N" in name) == (ny < y - 0.1), name
            assert ("S" in name) == (ny > y + 0.1), name
            assert ("E" in name) == (nx > x + 0.1), name
            assert ("W" in name) == (nx < x - 0.1), name


@pytest.mark.parametrize(("kind", "shifted"), KINDS)
def test_neighbours_share_the_ends_of_their_side(kind: str, shifted: str) -> None:
    grid = make(kind, shifted, (2, 6), (1, 5), set()).grid
    for cell in grid.cells:
        for d, other in enumerate(grid.neighbour[cell]):
            if other < 0:
                continue
            ends, back = grid.ends(cell, d), grid.ends(other, grid.opposite(d))
            assert [pytest.approx(p) for p in ends] == list(reversed(back)), "clockwise around each"
            (ax, ay), (bx, by), (x1, y1), (x2, y2) = grid.centre(cell), grid.centre(other), *ends
            assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
            assert (bx - ax) * (x2 - x1) + (by - ay) * (y2 - y1) == pytest.approx(0), "across the way to the neighbour"


@given(board=boards(), x=st.floats(-1, 12), y=st.floats(-1, 12))
def test_the_cell_at_a_point_is_the_one_whose_middle_is_nearest(board: Board, x: float, y: float) -> None:
    grid = board.grid
    everywhere = Grid(grid.kind, (-4, 20), (-4, 20), shifted="even" if board.plain.parity == 0 else "odd")
    far = {place: abs(complex(*everywhere.centre(c)) - complex(x, y)) for c, place in everywhere.place.items()}
    found = grid.at(x, y)
    if found >= 0:
        assert far[grid.place[found]] == pytest.approx(min(far.values()))
    else:
        assert min(far.values()) < min((far[p] for p in grid.place.values()), default=99) + 1e-9
