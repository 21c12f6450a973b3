"""Two players against each other: the same seeds with sides swapped, so that neither luck nor side decides.

Of a solitaire game both play the same seeds, and more points are a win.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import islice

import msgspec

from meuse.engine.contract import BadInput
from meuse.lab.figures import SURE, elo, error, evidence, mean, wilson
from meuse.lab.selfplay import Played, Seats, Setup, play, score


class Pair(msgspec.Struct, frozen=True):
    """One seed: A on the first side, then A on the second; for a solitaire game A, then B."""

    seed: int
    first: Played
    second: Played

    @property
    def error(self) -> str:
        return self.first.error or self.second.error

    def points(self, sides: tuple[str, ...]) -> tuple[float, float]:
        """What A made of either game: 1 for a win, a half for a draw."""
        one, two = self.first.outcome, self.second.outcome
        assert one is not None, "a pair without error has two outcomes"
        assert two is not None, "a pair without error has two outcomes"
        if len(sides) == 1:
            mine, theirs = one.points.get(sides[0], 0), two.points.get(sides[0], 0)
            both = 0.5 if mine == theirs else float(mine > theirs)
            return both, both
        return score(one, sides[0]), score(two, sides[1])


class Duel(msgspec.Struct, frozen=True):
    """What A's games against B come to."""

    sides: tuple[str, ...]
    pairs: list[Pair]
    """Those without errors."""

    @property
    def scores(self) -> list[tuple[float, float]]:
        return [pair.points(self.sides) for pair in self.pairs]

    @property
    def means(self) -> list[float]:
        """A's points a pair: their spread is what is left once luck and sides are shared."""
        return [mean(pair) for pair in self.scores]

    def on(self, side: int) -> tuple[float, int]:
        """A's points on one side, and the games that it had there."""
        return sum(pair[side] for pair in self.scores), len(self.pairs)

    @property
    def total(self) -> tuple[float, int]:
        return sum(map(sum, self.scores)), 2 * len(self.pairs)

    def leads(self) -> list[float]:
        """Points of the first side with A there, less those with B there, seed by seed."""
        side = self.sides[0]
        return [float(_of(pair.first, side) - _of(pair.second, side)) for pair in self.pairs]

    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points and its 95 % interval, from the pairs."""
        middle, half = mean(self.means), 1.96 * error(self.means)
        return elo(middle), elo(middle - half), elo(middle + half)

    def lines(self) -> list[str]:
        """The duel for people."""
        found = []
        for n, side in enumerate(self.sides if len(self.sides) > 1 else ()):
            found.append(_row(f"as {side}", *self.on(n)))
        points, games = self.total if len(self.sides) > 1 else self.on(0)
        found.append(_row("together", points, games))
        middle, low, high = self.elo()
        found.append(f"Elo {middle:+.0f} ({low:+.0f} to {high:+.0f})")
        leads, side = self.leads(), self.sides[0]
        found.append(f"mean lead of {side} points {mean(leads):+.1f} +- {1.96 * error(leads):.1f}")
        return found


def _of(game: Played, side: str) -> int:
    return game.outcome.points.get(side, 0) if game.outcome else 0


def _row(head: str, points: float, games: int) -> str:
    low, high = wilson(points, games)
    return f"{head:14}{points:7g} of {games:<5}{points / max(1, games):7.1%}  ({low:.1%} to {high:.1%})"


def fight(setup: Setup, seed: int, pairs: int, jobs: int = 1) -> Iterator[Pair]:
    """So many pairs of games with the seeds `seed`, `seed` + 1 and so on; `setup.players` are A and B."""
    a, b = setup.players
    sides = setup.match(seed).game.sides
    setups = tuple(msgspec.structs.replace(setup, players=names)
                   for names in (((a,), (b,)) if len(sides) == 1 else ((a, b), (b, a))))
    for one in setups:
        Seats(one.match(seed), one.players, seed)
    work = [(setups, seed + n) for n in range(pairs)]
    with ExitStack() as stack:
        if jobs == 1:
            yield from map(_pair, work)
            return
        pool = stack.enter_context(ProcessPoolExecutor(jobs))
        stack.callback(pool.shutdown, cancel_futures=True)
        waiting = iter(work)
        running = [pool.submit(_pair, item) for item in islice(waiting, 2 * jobs)]
        while running:
            yield running.pop(0).result()
            running += [pool.submit(_pair, item) for item in islice(waiting, 1)]


def _pair(work: tuple[tuple[Setup, ...], int]) -> Pair:
    (first, second), seed = work
    return Pair(seed, play(first, seed), play(second, seed))


class Sprt(msgspec.Struct, frozen=True):
    """A sequential test: whether A is `better` Elo points stronger than B, or only `worse`."""

    worse: float
    better: float

    @classmethod
    def read(cls, text: str) -> Sprt:
        try:
            worse, better = (float(part) for part in text.split(","))
        except ValueError:
            raise BadInput(f"expected two Elo differences as in 0,50, got {text!r}") from None
        if worse >= better:
            raise BadInput(f"expected the smaller Elo difference first, got {text!r}")
        return cls(worse, better)

    def evidence(self, duel: Duel) -> float:
        return evidence(duel.means, self.worse, self.better)

    def decided(self, duel: Duel) -> str:
        """What has been shown; nothing as long as more games are needed."""
        found = self.evidence(duel)
        if found >= SURE:
            return f"stronger by {self.better:g} Elo rather than {self.worse:g}"
        return f"stronger by {self.worse:g} Elo rather than {self.better:g}" if found <= -SURE else ""
