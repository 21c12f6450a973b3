"""What counted games say: shares with their intervals, and Elo."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, log10, sqrt

Z = 1.959964
"""Standard deviations of a 95 % interval."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's)."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = share + z2 / (2 * games)
    half = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, (middle - half) / (1 + z2 / games)), min(1.0, (middle + half) / (1 + z2 / games))


def elo(share: float) -> float:
    """The difference in Elo points that a share of the points speaks for."""
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def expected_share(points: float) -> float:
    """The share of the points that a difference in Elo points promises."""
    return float(1 / (1 + 10 ** (-points / 400)))


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / max(1, len(numbers))


def covariance(these: Sequence[float], those: Sequence[float]) -> float:
    """How far both vary together; of one series with itself its variance."""
    middle, other = mean(these), mean(those)
    return mean([(a - middle) * (b - other) for a, b in zip(these, those, strict=True)])


def error(numbers: Sequence[float]) -> float:
    """The standard error of their mean."""
    if len(numbers) < 2:
        return inf
    middle = mean(numbers)
    return sqrt(sum((n - middle) ** 2 for n in numbers) / (len(numbers) - 1) / len(numbers))


SURE = log(19)
"""Evidence at which a sequential test stops: 1 in 20 to be wrong, either way."""


def evidence(pairs: Sequence[float], worse: float, better: float) -> float:
    """The log likelihood ratio for `better` Elo against `worse` Elo, from the mean points of pairs of games."""
    if len(pairs) < 2:
        return 0.0
    low, high, middle = expected_share(worse), expected_share(better), mean(pairs)
    spread = max(sum((n - middle) ** 2 for n in pairs) / len(pairs), 1 / (8 * len(pairs)))
    """Games that all end alike do not prove that they always would."""
    return len(pairs) * (high - low) * (2 * middle - low - high) / (2 * spread)
