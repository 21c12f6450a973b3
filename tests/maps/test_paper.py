"""Boards on paper, for every kind of grid."""

from __future__ import annotations

import pytest

from meuse.engine.hexes import Grid, Point
from meuse.maps.drawing import Boxes, overlap
from meuse.maps.lettering import Label, Script, Tact, beside, settle, signs
from meuse.maps.paper import Paper, same
from meuse.maps.water import chain, confluent, joined

KINDS = ("pointy", "flat", "square")
TACT = Tact(each=5.0, area=1.0, line=2.0, abroad=1.0, off=40.0, rank=1.0)


def sheet(kind: str) -> Paper:
    return Paper(Grid(kind, (1, 6), (1, 6)), 100.0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_spot_lies_in_its_cell_and_a_side_between_its_two(kind: str) -> None:
    paper = sheet(kind)
    for name, spot in paper.spot.items():
        assert paper.at(spot) == name
        for d, other in paper.neighbours(name):
            if other is not None:
                a, b = paper.ends(f"{name}-{other}")
                assert {same(a), same(b)} == {same(paper.corner(name, d)), same(paper.corner(name, d + 1))}
                assert {same(p) for p in paper.ends(f"{other}-{name}")} == {same(a), same(b)}
    assert paper.at((paper.frame[0] - 1, paper.frame[1] - 1)) is None


@pytest.mark.parametrize("kind", KINDS)
def test_an_outline_is_closed_and_has_the_region_on_its_right(kind: str) -> None:
    paper = sheet(kind)
    region = {"0202", "0203", "0303"}
    (loop,) = paper.outlines(region)
    assert all(same(before[1]) == same(after[0]) for before, after in zip([loop[-1], *loop], loop, strict=False))
    assert all(beyond is None or beyond not in region for _, _, beyond in loop)
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b, _ in loop)
    assert twice / 2 == pytest.approx(3 * 100**2 * (1 if kind == "square" else 3**0.5 / 2), rel=1e-6)


def test_regions_that_touch_at_a_corner_are_whole_loops() -> None:
    loops = list(sheet("square").outlines({"0202", "0303"}))
    assert sum(map(len, loops)) == 8
    assert all(same(loop[-1][1]) == same(loop[0][0]) for loop in loops)


def test_every_side_is_drawn_once() -> None:
    paper = sheet("pointy")
    strokes = [stroke for _, _, stroke in paper.sides()]
    assert len(strokes) == len(set(strokes))
    inner = sum(n >= 0 for c in paper.grid.cells for n in paper.grid.neighbour[c])
    rim = sum(n < 0 for c in paper.grid.cells for n in paper.grid.neighbour[c])
    assert len(strokes) == inner // 2 + rim


def test_taken_ground() -> None:
    paper = sheet("flat")
    paper.reserve([(100.0, 100.0), (200.0, 100.0)], 6.0)
    assert paper.taken((150.0, 104.0))
    assert not paper.taken((150.0, 115.0))


def test_a_tributary_ends_in_the_water_that_it_joins() -> None:
    paper = sheet("pointy")
    great = chain(paper, ["0302-0402", "0303-0402", "0303-0403"])
    assert len(great) == 4
    small = chain(paper, ["0402-0403"])
    lines = confluent([great, small])
    assert lines[1][0] in lines[0] or lines[1][-1] in lines[0]


def test_sides_are_joined_into_lines_from_end_to_end() -> None:
    a, b, c, d = (0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (20.0, 10.0)
    assert joined([(b, c), (a, b), (c, d)]) == [[a, b, c, d]]
    ring: list[tuple[Point, Point]] = [(a, b), (b, c), (c, a)]
    assert len(joined(ring)[0]) == 4


def test_names_make_room_for_each_other() -> None:
    paper = sheet("square")
    spots = ((1.0, 0.0, 1.0), (-1.0, 0.0, 1.0), (0.0, 1.0, 1.0))
    dots = [(300.0, 300.0), (320.0, 300.0)]
    labels = [Label("Sedan", "town", 12.0, p, "0303", beside(p, 40.0, 12.0, (5.0, 5.0), spots)) for p in dots]
    assert overlap(labels[0].box, labels[1].box) > 0
    fixed = Boxes()
    settle(paper, labels, fixed, TACT)
    assert overlap(labels[0].box, labels[1].box) == 0
    assert {label.box for label in labels} <= fixed.near((0.0, 0.0, 600.0, 600.0))


def test_a_river_bears_its_name_where_nothing_lies() -> None:
    paper = sheet("square")
    line = [(float(x), 300.0) for x in range(100, 600)]
    script = Script(apart=0.3, aside=1.0, ahead=10, step=10, clear=2, steep=1.2, worst=22.0)
    taken = Boxes([(90.0, 270.0, 400.0, 330.0)])
    letters = script.write(paper, line, "Meuse", 12.0, taken, TACT)
    assert "".join(letter.sign for letter in letters) == "Meuse"
    assert min(letter.at[0] for letter in letters) > 400
    assert len(signs(letters)) == 5
    assert script.write(paper, line[:20], "Meuse", 12.0, taken, TACT) == [], "no room"
