"""Named sides, and what a map file lays on them."""

from __future__ import annotations

import pytest

from meuse.engine.board import Landscape, masks, union
from meuse.engine.contract import BadInput
from meuse.engine.hexes import Grid

GRID = Grid("flat", (1, 4), (1, 4))
RIVERS = (("Meuse", ("0101-0102", "0102-0202")), ("Semois", ("0102-0202", "0202-0203")))


def landscape() -> Landscape:
    found = Landscape(GRID)
    found.lay_rivers(RIVERS)
    return found


def test_a_side_is_seen_from_both_of_its_cells() -> None:
    south, north = GRID.directions.index("S"), GRID.directions.index("N")
    a, b = GRID.bit["0101"], GRID.bit["0102"]
    found = masks(GRID, [(a, b, south)])
    assert found[south] == 1 << a
    assert found[north] == 1 << b
    assert union(found) == 1 << a | 1 << b


def test_rivers_are_numbered_sides_and_a_shared_one_stays_with_the_first() -> None:
    board = landscape()
    assert board.side_names == ["0101-0102", "0102-0202", "0202-0203"]
    assert board.side_river == ["Meuse", "Meuse", "Semois"]
    a, b = GRID.bit["0202"], GRID.bit["0203"]
    assert board.river_sides.between[a, b] == board.river_sides.between[b, a] == board.side_index["0202-0203"] == 2
    assert board.river_sides[2] == (a, b, GRID.directions.index("S"))


def test_sets_of_sides_by_direction() -> None:
    sides = landscape().river_sides
    assert sides.masks(0) == (0,) * 6
    assert union(sides.masks(0b100)) == GRID.set_of(["0202", "0203"])
    assert sides.masks() == tuple(x | y for x, y in zip(sides.masks(0b011), sides.masks(~0b011), strict=True))


def test_the_ends_of_a_side_on_paper() -> None:
    (x1, y1), (x2, y2) = landscape().river_sides.ends(0, 100.0)
    x, y = GRID.centre(GRID.bit["0101"])
    assert y1 == pytest.approx(100 * y + 50) == pytest.approx(y2)
    assert (x1 + x2) / 2 == pytest.approx(100 * x)
    assert x1 - x2 == pytest.approx(100 / 3**0.5), "clockwise: the south side runs west"


def test_bridges_and_roads() -> None:
    board = landscape()
    board.lay_bridges(["0202-0203"])
    board.lay_roads([("0301-0302", "roads"), ("0302-0303", "roads")])
    assert board.printed == 0b100
    assert union(board.roads) == GRID.set_of(["0301", "0302", "0303"])
    with pytest.raises(BadInput, match=r"map.toml: bridges: '0301-0302' is not a river side"):
        board.lay_bridges(["0301-0302"])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("0101-0909", "rivers: '0909' is not a hex of the map"),
        ("0101-0303", "'0101-0303' is no side: the two hexes do not touch"),
        ("0101", "rivers: '' is not a hex of the map"),
    ],
)
def test_a_side_that_is_none(name: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        landscape().side(name, "rivers")
