"""The bench counts what it says it counts."""

from __future__ import annotations

from random import Random

import meuse
from meuse.engine.contract import CHANCE
from meuse.lab.bench import measure, measure_copies, random_step


def test_only_decisions_of_sides_are_counted() -> None:
    game = meuse.make_game("sedan")
    p, rng = game.start(), Random(1)
    decisions = 0
    while game.actors(p):
        dice = game.actors(p) == (CHANCE,)
        counted = random_step(game, p, rng)
        assert counted is not dice
        decisions += counted
    assert decisions > 100
    assert game.outcome(p) is not None


def test_measures_are_positive_and_agree() -> None:
    game = meuse.make_game("sedan")
    found = measure(game, 0.2)
    assert found.decisions_per_cpu_second > found.games_per_cpu_second > 0
    assert 0 < measure_copies(game) < 1000
