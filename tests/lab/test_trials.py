"""Plans tried against the staff."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import meuse
from meuse.cli import main
from meuse.lab.selfplay import Setup
from meuse.lab.trials import try_plans
from meuse.players.search import offer_for
from meuse.players.search.newcomers import Tried, read_trials

SHORT = ("ghost-division", "to-the-meuse")


def test_every_plan_is_tried_on_the_same_seeds() -> None:
    offer: Any = offer_for(meuse.make_game(*SHORT))
    found = list(try_plans(offer, Setup(SHORT[0], (), SHORT[1]), seed=3, games=2))
    assert [(side, name) for side, name, _ in found] == [("german", name) for name in offer.plans("german")]
    assert found[0][2] == Tried(1.0, 2), "the staff is as good as itself"
    assert any(tried != Tried(1.0, 2) for _, _, tried in found)


def test_the_command_writes_what_the_offer_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plans.json"
    assert main(["lab", "plans", SHORT[0], "--scenario", SHORT[1], "--games", "1", "--seed", "3", "-o", str(file)]) == 0
    trials = read_trials(file)
    assert trials is not None
    assert trials.command == "meuse lab plans ghost-division --scenario to-the-meuse --games 1 --seed 3"
    assert trials.sides["german"]["as planned"] == Tried(0.5, 1)
    assert "german, as planned: 0.5 of 1" in capsys.readouterr().out


def test_plans_meet_another_player_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plans.json"
    words = ["lab", "plans", SHORT[0], "--scenario", SHORT[1], "--games", "2", "--seed", "3", "-o", str(file)]
    assert main([*words, "--against", "random"]) == 0
    assert "german, as planned: 2 of 2" in capsys.readouterr().out
    assert not file.exists()
