"""Fitting in plain Python: ridge and logistic regression by the normal equations, and how good a forecast is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from meuse.players.search.value import Weights, squash

ROUNDS = 12
"""Newton steps of a logistic fit."""


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


def normal(rows: Sequence[Sequence[float]], weights: Sequence[float], ridge: float) -> list[list[float]]:
    """The matrix of the normal equations; the first column, the bias, is not held back."""
    n = len(rows[0])
    matrix = [[0.0] * n for _ in range(n)]
    for row, w in zip(rows, weights, strict=True):
        for i in range(n):
            if a := w * row[i]:
                line = matrix[i]
                for j in range(i + 1):
                    line[j] += a * row[j]
    for i in range(1, n):
        matrix[i][i] += ridge
    matrix[0][0] += 1e-9
    return matrix


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
    rows: Sequence[Sequence[float]], estimates: Sequence[float], targets: Sequence[float], ridge: float
) -> Weights:
    """Ridge regression of what the estimates miss."""
    scale = Scale(rows)
    scaled = scale.rows(rows)
    missed = [t - e for t, e in zip(targets, estimates, strict=True)]
    right = [sum(m * row[i] for row, m in zip(scaled, missed, strict=True)) for i in range(len(scaled[0]))]
    return scale.weights(solve(normal(scaled, [1.0] * len(rows), ridge), right))


def fit_chance(
    rows: Sequence[Sequence[float]], estimates: Sequence[float], targets: Sequence[float], ridge: float
) -> Weights:
    """Logistic regression with a ridge about the estimates, by Newton's steps; a draw is half a win."""
    scale = Scale(rows)
    scaled = scale.rows(rows)
    found = [0.0] * len(scaled[0])
    for _ in range(ROUNDS):
        chances = [squash(e + sum(w * x for w, x in zip(found, row, strict=True)))
                   for e, row in zip(estimates, scaled, strict=True)]
        slope = [sum((t - c) * row[i] for row, t, c in zip(scaled, targets, chances, strict=True))
                 - (ridge * found[i] if i else 0.0) for i in range(len(found))]
        step = solve(normal(scaled, [max(c * (1 - c), 1e-4) for c in chances], ridge), slope)
        found = [w + s for w, s in zip(found, step, strict=True)]
        if max(map(abs, step)) < 1e-5:
            break
    return scale.weights(found)


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
