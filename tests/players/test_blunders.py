"""The staff of Sedan does not repeat what the staff of version 0.2 did wrong, each in a position where that erred."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import meuse
from meuse.players.staff.sedan import SedanStaff
from tests.players.blunders import CASES, SEED

SITUATIONS = Path(__file__).parent / "situations"


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_staff_avoids_a_blunder(name: str) -> None:
    m = meuse.situation(SITUATIONS / f"{name}.toml", seed=SEED)
    assert CASES[name].judge(m, SedanStaff) == ""


def test_every_situation_shows_the_moment_of_its_blunder() -> None:
    assert {path.stem for path in SITUATIONS.glob("*.toml")} == set(CASES)
    for name, case in CASES.items():
        m = meuse.situation(SITUATIONS / f"{name}.toml", seed=SEED)
        assert m.actors == (case.side,)
        assert case.when(m.game, m.position), name  # type: ignore[arg-type]


def test_judges_see_a_blunder_that_is_made() -> None:
    """A staff that lays no pontoon is found out."""
    class Idle(SedanStaff):
        def choose(self, position: object) -> str:
            return "done"

    m = meuse.situation(SITUATIONS / "pontoons-kept.toml", seed=SEED)
    assert CASES["pontoons-kept"].judge(m, Idle) == "0 pontoons laid"


def test_the_plan_is_a_parameter_and_changes_the_game() -> None:
    m = meuse.situation(SITUATIONS / "no-main-effort.toml", seed=SEED)
    german = {}
    for sector in ("sedan", "dun"):
        copy = m.copy()
        mind = SedanStaff(copy.game, "german", Random(1), SedanStaff.Plan(sector=sector))  # type: ignore[arg-type]
        while copy.actors == ("german",):
            copy.apply("german", mind.choose(copy.position.copy()))  # type: ignore[arg-type]
        german[sector] = copy.view("german")["units"]
    assert german["sedan"] != german["dun"]
