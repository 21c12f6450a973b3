"""Fitting in plain Python: ridge and logistic regression by the normal equations, and how good a forecast is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from meuse.players.search.value import Weights, squash

ROUNDS = 12
"""Newton's steps of a calibration."""
SWEEPS = 2000
"""The most rounds through all weights where their signs are given."""


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive system (Cholesky)."""
    n = len(right)
    low = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(low[i][k] * low[j][k] for k in range(j))
            low[i][j] = sqrt(max(rest, 1e-12)) if i == j else rest / low[j][j]
    y: list[float] = []
    for i in range(n):
        y.append((right[i] - sum(low[i][k] * y[k] for k in range(i))) / low[i][i])
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (y[i] - sum(low[k][i] * x[k] for k in range(i + 1, n))) / low[i][i]
    return x


def normal(rows: Sequence[Sequence[float]], ridge: float) -> list[list[float]]:
    """The matrix of the normal equations; the first column, the bias, is not held back."""
    n = len(rows[0])
    matrix = [[0.0] * n for _ in range(n)]
    for row in rows:
        for i in range(n):
            if a := row[i]:
                line = matrix[i]
                for j in range(i + 1):
                    line[j] += a * row[j]
    for i in range(1, n):
        matrix[i][i] += ridge
    matrix[0][0] += 1e-9
    return matrix


def bounded(matrix: list[list[float]], right: list[float], signs: Sequence[int]) -> list[float]:
    """The same where some unknowns may not be negative, or not positive: one after another, again and again."""
    n = len(right)
    whole = [[matrix[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    x = [0.0] * n
    for _ in range(SWEEPS):
        moved = 0.0
        for i, line in enumerate(whole):
            wanted = x[i] + (right[i] - sum(a * b for a, b in zip(line, x, strict=True))) / line[i]
            wanted = wanted if wanted * signs[i] >= 0.0 else 0.0
            moved, x[i] = max(moved, abs(wanted - x[i])), wanted
        if moved < 1e-7:
            break
    return x


class Scale:
    """Features brought to mean nought and spread one, and their weights back again."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        n = len(rows)
        self.means = [sum(column) / n for column in zip(*rows, strict=True)]
        spreads = [sqrt(sum((x - m) ** 2 for x in column) / n)
                   for column, m in zip(zip(*rows, strict=True), self.means, strict=True)]
        self.spreads = [s if s > 1e-9 else 0.0 for s in spreads]

    def rows(self, rows: Sequence[Sequence[float]]) -> list[list[float]]:
        return [[1.0, *((x - m) / s if s else 0.0 for x, m, s in zip(row, self.means, self.spreads, strict=True))]
                for row in rows]

    def weights(self, found: Sequence[float]) -> Weights:
        slopes = tuple(w / s if s else 0.0 for w, s in zip(found[1:], self.spreads, strict=True))
        bias = found[0] - sum(w * m for w, m in zip(slopes, self.means, strict=True))
        return Weights(round(bias, 6), tuple(round(w, 6) for w in slopes))


def fit_share(
    rows: Sequence[Sequence[float]], estimates: Sequence[float], targets: Sequence[float], ridge: float,
    signs: Sequence[int] = (),
) -> Weights:
    """Ridge regression of what the estimates miss; `signs` say what can only be good or bad beside the estimate."""
    missed = [t - e for t, e in zip(targets, estimates, strict=True)]
    return ridge_fit(rows, missed, ridge, signs)


def fit_chance(
    rows: Sequence[Sequence[float]], estimates: Sequence[float], targets: Sequence[float],
    margins: Sequence[float], ridge: float, signs: Sequence[int] = (),
) -> Weights:
    """Ridge regression of the margins, which tell more than who won, then the margin forecast as a chance to win.

    `signs` say which features can only be good or only bad; the estimate can only be good.
    """
    wide = [[e, *row] for e, row in zip(estimates, rows, strict=True)]
    found = ridge_fit(wide, margins, ridge, (1, *(signs or [0] * len(rows[0]))))
    bias, scale = calibrate([found.sum(0.0, row) for row in wide], targets)
    trust, *slopes = (scale * w for w in found.slopes)
    return Weights(round(bias + scale * found.bias, 6), tuple(round(w, 6) for w in slopes), round(trust, 6))


def ridge_fit(
    rows: Sequence[Sequence[float]], wanted: Sequence[float], ridge: float, signs: Sequence[int] = ()
) -> Weights:
    """The weights that come nearest to what is wanted, none of them large without need or against its sign."""
    scale = Scale(rows)
    scaled = scale.rows(rows)
    right = [sum(y * row[i] for row, y in zip(scaled, wanted, strict=True)) for i in range(len(scaled[0]))]
    matrix = normal(scaled, ridge)
    return scale.weights(bounded(matrix, right, (0, *signs)) if any(signs) else solve(matrix, right))


def calibrate(forecasts: Sequence[float], targets: Sequence[float]) -> tuple[float, float]:
    """Bias and slope that make log odds to win of a forecast (logistic regression by Newton's steps).

    A draw is half a win.
    """
    spread = sqrt(sum(f * f for f in forecasts) / max(1, len(forecasts))) or 1.0
    bias = slope = 0.0
    for _ in range(ROUNDS):
        chances = [squash(bias + slope * f / spread) for f in forecasts]
        missed = [t - c for t, c in zip(targets, chances, strict=True)]
        weights = [max(c * (1 - c), 1e-4) for c in chances]
        cross = sum(w * f / spread for w, f in zip(weights, forecasts, strict=True))
        square = sum(w * (f / spread) ** 2 for w, f in zip(weights, forecasts, strict=True)) + 1.0
        tilt = sum(m * f / spread for m, f in zip(missed, forecasts, strict=True)) - slope
        step = solve([[sum(weights), cross], [cross, square]], [sum(missed), tilt])
        bias, slope = bias + step[0], slope + step[1]
        if max(map(abs, step)) < 1e-6:
            break
    return bias, slope / spread


def brier(forecasts: Sequence[float], targets: Sequence[float]) -> float:
    """The mean squared error of a forecast."""
    return sum((f - t) ** 2 for f, t in zip(forecasts, targets, strict=True)) / max(1, len(targets))


def reliability(forecasts: Sequence[float], targets: Sequence[float], bins: int = 5) -> list[tuple[float, float, int]]:
    """What was forecast, what came, and how often, in equal bins from 0 to 1."""
    found = []
    for n in range(bins):
        inside = [(f, t) for f, t in zip(forecasts, targets, strict=True) if min(bins - 1, int(f * bins)) == n]
        if inside:
            forecast, came = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            found.append((round(forecast, 3), round(came, 3), len(inside)))
    return found
