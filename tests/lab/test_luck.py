"""Luck: what chance did to a side has mean nought, and a value that sees all of it leaves nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meuse
from meuse.cli import main
from meuse.engine.contract import CHANCE
from meuse.lab.luck import Fortune, fortune, gained, left, told
from meuse.players.search import offer_for

FALL_ROT = meuse.make_game("mansteins-war", "fall-rot")


def at_a_battle() -> Any:
    """A position of Fall Rot in which a battle's die is to fall."""
    m = meuse.new("mansteins-war", scenario="fall-rot", seed=7)
    offer: Any = offer_for(m.game)
    p = m.game.start()
    dice = Random("7 dice")
    staffs = {side: offer.officer(side, Random(side), None) for side in m.game.sides}
    while (actor := m.game.actors(p)[0]) != CHANCE or type(p.frames[-1]).__name__ != "CombatDie":
        outcomes = m.game.outcomes(p) if actor == CHANCE else []
        action = dice.choice(outcomes)[0] if outcomes else staffs[actor].choose(p)
        m.game.apply(p, actor, action)
    return p


@pytest.mark.parametrize("trials", [(), ("one", "two")])
def test_what_a_die_did_has_mean_nought(trials: tuple[str, ...]) -> None:
    p = at_a_battle()
    before, outcomes = FALL_ROT.save(p), FALL_ROT.outcomes(p)
    total = sum(weight for _, weight in outcomes)
    gains = {action: gained(FALL_ROT, p, outcomes, action, trials) for action, _ in outcomes}
    for n in range(max(1, len(trials))):
        assert sum(weight * gains[action][n] for action, weight in outcomes) / total == pytest.approx(0.0, abs=1e-12)
    assert FALL_ROT.save(p) == before
    assert not trials or max(gains.values()) > [0.01] * 2, "played on, it is seen what a battle's die brings"


def test_a_game_depends_on_its_seed_and_its_trials_alone() -> None:
    first, again, at_once = fortune(FALL_ROT, 5, 1), fortune(FALL_ROT, 5, 1), fortune(FALL_ROT, 5, 0)
    assert first == again
    assert (at_once.worth, at_once.chances) == (first.worth, first.chances), "the game is the same"
    assert at_once.luck != first.luck
    assert first.chances > 10


def test_a_value_that_sees_all_luck_leaves_no_variance() -> None:
    perfect = [Fortune(n, 0.5 + n % 5, (n % 5 - 2.0,), 1) for n in range(50)]
    blind = [Fortune(n, 0.5 + n % 5, (0.0,), 1) for n in range(50)]
    assert left(perfect) == pytest.approx(0.0)
    assert left(blind) == pytest.approx(1.0)
    found = told(perfect)
    assert (found.games, found.left, found.mean, found.chances) == (50, pytest.approx(0.0), pytest.approx(0.0), 1)
    half = [Fortune(n, float(n % 2), ((n % 2 - 0.5) / 2,), 1) for n in range(50)]
    assert told(half).low == pytest.approx(0.25) == told(half).high


def test_what_trials_miss_of_luck_is_told_apart_by_how_they_agree() -> None:
    """Luck is half of what decides; each trial sees it with an error of its own as large as it is."""
    rng, games = Random(1), []
    for n in range(20_000):
        luck = rng.gauss(0.0, 1.0)
        seen = tuple(luck + rng.gauss(0.0, 1.0) for _ in range(3))
        games.append(Fortune(n, luck + rng.gauss(0.0, 1.0), seen, 1))
    assert left(games) == pytest.approx(0.5, abs=0.05)
    single = [Fortune(game.seed, game.worth, game.lucks[:1], 1) for game in games]
    assert left(single) == pytest.approx(1.0, abs=0.05), "one trial cannot tell: its errors count"


def test_the_command_says_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "luck", "mansteins-war", "--scenario", "fall-rot", "--games", "2", "--trials", "1", "--seed", "5"]
    assert main(words) == 0
    assert "variance left without luck" in capsys.readouterr().out
