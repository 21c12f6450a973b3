"""Duels: paired seeds, sides swapped, and figures that can be worked out by hand."""

from __future__ import annotations

from math import inf

import pytest

import meuse
from meuse.lab.duel import Duel, Pair, Sprt, fight
from meuse.lab.figures import elo, evidence, expected_share, wilson
from meuse.lab.selfplay import Played, Setup

SIDES = ("german", "french")


def game(winner: str | None, german: int = 0) -> Played:
    return Played("s", 1, 10, 0.1, meuse.Outcome(winner, "", {"german": german}))


def test_wilson_by_hand() -> None:
    assert wilson(31, 40) == pytest.approx((0.6250, 0.8768), abs=1e-3)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def test_elo_and_share_are_each_others_inverse() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert expected_share(elo(0.64)) == pytest.approx(0.64)
    assert (elo(0.0), elo(1.0)) == (-inf, inf)


def test_a_pair_is_a_seed_with_the_sides_swapped() -> None:
    duel = Duel(SIDES, [Pair(1, game("german", 9), game("german", 4)), Pair(2, game("german", 8), game("french", 1)),
                        Pair(3, game(None), game("french"))])
    assert duel.scores == [(1, 0), (1, 1), (0.5, 1)]
    assert (duel.on(0), duel.on(1), duel.total) == ((2.5, 3), (2, 3), (4.5, 6))
    assert duel.leads() == [5, 7, 0]


def test_in_a_solitaire_game_more_points_win() -> None:
    duel = Duel(("german",), [Pair(1, game(None, 90), game(None, 80)), Pair(2, game(None, 70), game(None, 70))])
    assert duel.on(0) == (1.5, 2)


def test_the_better_player_wins_the_duel_on_both_sides() -> None:
    pairs = list(fight(Setup("sedan", ("staff", "random")), 5, 1))
    assert [pair.points(SIDES) for pair in pairs] == [(1.0, 1.0)]
    turned = list(fight(Setup("sedan", ("random", "staff")), 5, 1))
    assert turned[0].first.outcome == pairs[0].second.outcome


def test_a_duel_of_equals_is_even_by_construction() -> None:
    pairs = list(fight(Setup("sedan", ("random", "random")), 1, 3))
    assert Duel(SIDES, pairs).means == [0.5, 0.5, 0.5]


def test_over_several_processes_the_pairs_are_the_same_and_in_order() -> None:
    alone = [(p.seed, p.first.outcome) for p in fight(Setup("sedan", ("random", "random")), 1, 5)]
    spread = [(p.seed, p.first.outcome) for p in fight(Setup("sedan", ("random", "random")), 1, 5, jobs=2)]
    assert alone == spread


def test_the_sequential_test_stops_for_the_stronger_and_for_the_equal() -> None:
    test = Sprt.read("0,60")
    strong, even = [1.0, 0.5, 1.0, 0.5, 1.0] * 8, [0.5, 1.0, 0.0, 0.5] * 60
    assert evidence(strong, 0, 60) > 3
    assert evidence(even, 0, 60) < -3
    won, lost = game("german", 1), game("french")
    assert test.decided(Duel(SIDES, [Pair(n, won, lost) for n in range(40)])).startswith("stronger by 60")
    assert not test.decided(Duel(SIDES, [Pair(1, won, lost)]))
    for wrong in ("50,0", "x", "1,2,3"):
        with pytest.raises(meuse.BadInput):
            Sprt.read(wrong)
