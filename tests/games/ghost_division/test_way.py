"""What the way to a Grid costs step by step, or what stands against it: the question "way UNIT GRID"."""

from __future__ import annotations

import pytest

import meuse
from tests.games.ghost_division.table import do, table
from tests.games.verbs import explain


def asked(text: str, unit: str, grid: str, *actions: str) -> meuse.Tally:
    match = table(text)
    do(match, *actions)
    return explain(match, f"way {unit} {grid}")


AT_DINANT = '[units]\npz4-1 = "N14"\npz38-1 = "N14"'


@pytest.mark.rule("16.0a", "16.4a")
def test_every_step_has_its_cost() -> None:
    tally = asked(AT_DINANT, "pz38-1", "N12")
    assert tally.total == 1
    assert [(part.label, part.value, part.rule) for part in tally.parts] == [
        ("N13: along the road", 0.5, "16.4a"), ("N12: along the road", 0.5, "16.4a")]


@pytest.mark.rule("16.0a")
def test_beyond_its_points_the_way_says_what_is_left() -> None:
    tally = asked(AT_DINANT, "pz38-1", "N9")
    assert tally.total == "out of reach"
    assert tally.parts[-1].rule == "16.0a"
    assert "0 movement left" in tally.parts[-1].label


@pytest.mark.rule("16.3a", "16.2b", "16.2a", "15.1a", "6.2b")
@pytest.mark.parametrize(("text", "unit", "grid", "rule"), [
    ('blown = ["N13-N14", "M13-M14"]\n' + AT_DINANT, "pz38-1", "N13", "16.3a"),
    ('[units]\npz38-1 = "S17"', "pz38-1", "S15", "16.2b"),
    ('blown = ["M13-M14"]\n' + AT_DINANT + '\n[fog]\nN13 = "obstacle"', "pz38-1", "N12", "16.2a"),
    ('[units]\ni-6 = "N15"\nii-6 = "M15"\ni-7 = "M15"\nii-7 = "M15"', "i-6", "M15", "15.1a"),
    ('[units]\ni-6 = "assembly"', "i-6", "S17", "16.2d"),
])
def test_what_bars_a_grid_is_named(text: str, unit: str, grid: str, rule: str) -> None:
    tally = asked(text, unit, grid)
    assert tally.total == "out of reach"
    assert tally.parts[-1].rule == rule, tally


def test_a_stack_under_way_is_asked_as_it_stands() -> None:
    tally = asked(AT_DINANT, "pz38-1", "N11", "move pz38-1", "step N13")
    assert tally.total == 1


def test_wrong_questions_are_refused() -> None:
    for unit, grid in (("pz38-1", "Z9"), ("nobody", "N13"), ("i-6", "N13")):
        with pytest.raises(meuse.BadInput):
            asked(AT_DINANT, unit, grid)
