"""Fits that recover what the numbers were made from, and forecasts judged by hand."""

from __future__ import annotations

from random import Random

import pytest

from meuse.lab.fitting import bounded, brier, fit_chance, fit_share, reliability, ridge_fit, solve
from meuse.players.search.value import Model

ROWS = [[rng.uniform(-2, 2), rng.uniform(0, 10), 3.0] for rng in [Random(5)] for _ in range(1500)]


def test_a_system_is_solved() -> None:
    assert solve([[4.0, 0.0], [2.0, 3.0]], [2.0, 5.0]) == pytest.approx([-0.5, 2.0])


def test_unknowns_keep_to_their_signs() -> None:
    """Free it would be (-1, 2); with the first at nought the second alone is best at 1.5."""
    matrix, right = [[2.0, 0.0], [1.0, 2.0]], [0.0, 3.0]
    assert solve(matrix, right) == pytest.approx([-1.0, 2.0])
    assert bounded(matrix, right, (0, 0)) == pytest.approx([-1.0, 2.0], abs=1e-5)
    assert bounded(matrix, right, (1, 1)) == pytest.approx([0.0, 1.5])
    assert bounded(matrix, right, (-1, 1)) == pytest.approx([-1.0, 2.0], abs=1e-5)


def test_a_feature_that_can_only_be_good_is_never_held_to_be_bad() -> None:
    wanted = [2.0 * a - 0.5 * b for a, b, _ in ROWS]
    assert ridge_fit(ROWS, wanted, 1e-6, (1, -1, 1)).slopes == pytest.approx((2.0, -0.5, 0.0), abs=1e-3)
    assert ridge_fit(ROWS, wanted, 1e-6, (1, 1, 1)).slopes == pytest.approx((2.0, 0.0, 0.0), abs=0.1)


def test_ridge_finds_the_line() -> None:
    """What the estimate says already is left to it."""
    found = fit_share(ROWS, [0.5 + b for _, b, _ in ROWS], [1.5 + 2.0 * a + 0.5 * b for a, b, _ in ROWS], 1e-6)
    assert found.bias == pytest.approx(1.0, abs=1e-3)
    assert found.slopes == pytest.approx((2.0, -0.5, 0.0), abs=1e-3)
    held = fit_share(ROWS, [b for _, b, _ in ROWS], [2.0 * a + 0.5 * b for a, b, _ in ROWS], 1e-6, (0, 1, 0))
    assert held.slopes[1] == 0.0


def test_margins_tell_the_chances() -> None:
    """The margin is what counts for the weights, who won for how sure it makes."""
    rng = Random(6)
    margins = [10.0 + 15 * a - 3 * b + rng.gauss(0, 8) for a, b, _ in ROWS]
    won = [float(m > 0) for m in margins]
    found = fit_chance(ROWS, [a for a, _, _ in ROWS], won, margins, 0.1)
    assert (found.trust + found.slopes[0]) / found.slopes[1] == pytest.approx(-5.0, abs=0.3)
    assert found.bias / found.slopes[1] == pytest.approx(-10 / 3, abs=0.5)
    model = Model("chance", ("a", "b", "c"), {"1": found})
    forecasts = [model.value(1, row[0], row) for row in ROWS]
    assert brier(forecasts, won) < 0.1
    assert all(abs(f - t) < 0.08 for f, t, n in reliability(forecasts, won) if n > 100)


def test_brier_and_reliability_by_hand() -> None:
    assert brier([1.0, 0.5, 0.0], [1.0, 1.0, 1.0]) == pytest.approx(1.25 / 3)
    assert reliability([0.05, 0.15, 0.95, 1.0], [0.0, 1.0, 1.0, 0.5]) == [(0.1, 0.5, 2), (0.975, 0.75, 2)]
