"""Columns by percentage, and rows for each face of a die."""

from __future__ import annotations

import re

import pytest

from meuse.engine.contract import BadInput
from meuse.engine.tables import DIE, Percentages, by_die

COLUMNS = Percentages((0, 50, 100), "crt.columns")


@pytest.mark.parametrize(("attack", "defence", "column"), [(0, 5, 0), (49, 100, 0), (1, 2, 1), (99, 100, 1), (2, 2, 2),
                                                           (9, 0, 2)])
def test_fractions_are_dropped(attack: int, defence: int, column: int) -> None:
    assert COLUMNS.column(attack, defence) == column
    assert COLUMNS.columns == ("0-49", "50-99", "100+")


def test_shifts_stop_at_the_ends() -> None:
    assert [COLUMNS.shifted(1, right) for right in (-5, -1, 0, 1, 5)] == [0, 0, 1, 2, 2]


@pytest.mark.parametrize("starts", [(50, 100), (0, 50, 50), (0, 100, 50)])
def test_percentages_rise_from_nothing(starts: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match=re.escape("charts.toml: x: expected rising percentages")):
        Percentages(starts, "x")


def test_every_face_has_its_row() -> None:
    rows = dict.fromkeys(DIE, ("a", "b"))
    by_die(rows, 2, "x")
    with pytest.raises(BadInput, match=re.escape("x.1: expected 3 results, one a column")):
        by_die(rows, 3, "x")
    with pytest.raises(BadInput, match=re.escape("x: expected a row for each face of a die")):
        by_die({**rows, 7: ("a", "b")}, 2, "x")
