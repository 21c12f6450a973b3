"""How good a value is, judged by luck: what is left of the outcomes' variance once what chance did is taken out.

What a die did to a side is the value after it less the exact mean over all that it could have shown. Over whole games
the sum of that has mean nought for any value; the better the value, the more it explains of how games end. In the
midst of an activation a value sees little of what a die brings, so that every outcome is first played on by the staff
to the end of what is at hand, in each trial with the same dice for all of them. The value meant is the mean of endless
trials: what a few miss of it differs from trial to trial, and is told apart by how they agree.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE, Action
from meuse.engine.dice import pick
from meuse.engine.match import AnyGame
from meuse.games import make_game
from meuse.lab.figures import covariance, error, mean
from meuse.players.search import offer_for
from meuse.players.search.simulate import Ahead

AGAIN = 2000
"""Draws of as many games from those that there are, by which an interval is told."""


class Fortune(msgspec.Struct, frozen=True):
    """One game between staffs."""

    seed: int
    worth: float
    """What its end was worth to the first side, as forecasts count it."""
    lucks: tuple[float, ...]
    """What chance did for that side, in all, by each trial."""
    chances: int
    """How often chance had a choice."""

    @property
    def luck(self) -> float:
        return mean(self.lucks)


class Onward(Ahead):
    """The staff on both sides, to the end of what is at hand: there values are learned."""

    def horizon(self, p: Any) -> Hashable:
        return self.offer.horizon(p)

    def enemy(self, p: Any, side: str) -> None:
        """Games are between staffs."""


def fortune(game: AnyGame, seed: int, trials: int) -> Fortune:
    """A game between staffs, with every outcome of every die weighed in so many trials; in none: at once."""
    offer: Any = offer_for(game)
    staffs = {side: offer.officer(side, Random(f"{seed} {side}"), None) for side in game.sides}
    guesses = {side: Random(f"{seed} {side} unknown") for side in game.sides}
    dice, p, chances = Random(f"{seed} dice"), game.start(), 0
    lucks = [0.0] * max(1, trials)
    while actors := game.actors(p):
        side = actors[0]
        if side != CHANCE:
            game.apply(p, side, staffs[side].choose(game.determinize(p, side, guesses[side])))
            continue
        outcomes = game.outcomes(p)
        action = pick(outcomes, dice.randrange(sum(weight for _, weight in outcomes)))
        if len(outcomes) > 1:
            chances += 1
            by_trial = gained(game, p, outcomes, action, [f"{seed} {chances} {n}" for n in range(trials)])
            lucks = [sum(both) for both in zip(lucks, by_trial, strict=True)]
        game.apply(p, CHANCE, action)
    return Fortune(seed, offer.forecast(p), tuple(lucks), chances)


def gained(
    game: AnyGame, p: Any, outcomes: Sequence[tuple[Action, int]], came: Action, trials: Sequence[str]
) -> list[float]:
    """By each trial the value after what chance did, less its exact mean over all that it could have done."""
    worth = {action: _after(game, p, action, trials) for action, _ in outcomes}
    total = sum(weight for _, weight in outcomes)
    return [of_came - sum(weight * worth[action][n] for action, weight in outcomes) / total
            for n, of_came in enumerate(worth[came])]


def _after(game: AnyGame, p: Any, action: Action, trials: Sequence[str]) -> list[float]:
    """What a position is worth to the first side if chance does this, by each trial."""
    offer: Any = offer_for(game)
    child = p.copy()
    game.apply(child, CHANCE, action)
    if not trials:
        return [float(offer.forecast(child))]
    ahead = Onward(game, offer, game.sides[0], None)
    return [float(offer.forecast(ahead.end(child.copy(), luck).position)) for luck in trials]


Work = tuple[str, str | None, int, int]


def task(work: Work) -> Fortune:
    """A piece of work for a process of its own."""
    name, scenario, seed, trials = work
    return fortune(make_game(name, scenario), seed, trials)


class Left(msgspec.Struct, frozen=True):
    """What games come to."""

    games: int
    left: float
    """The share of the outcomes' variance that is left without luck."""
    low: float
    high: float
    """Its 95 % interval."""
    mean: float
    """The mean luck, nought but for chance."""
    error: float
    chances: float
    """Mean number a game."""

    def __str__(self) -> str:
        return (f"variance left without luck: {self.left:.2f} ({self.low:.2f} to {self.high:.2f}; {self.games} games, "
                f"{self.chances:.0f} times chance in each); mean luck {self.mean:+.3f}, "
                f"standard error {self.error:.3f}")


def told(games: Sequence[Fortune]) -> Left:
    """What is left, with an interval from games drawn again and again from these."""
    rng, lucks = Random(len(games)), [game.luck for game in games]
    drawn = sorted(left(rng.choices(games, k=len(games))) for _ in range(AGAIN))
    low, high = drawn[AGAIN // 40], drawn[-AGAIN // 40]
    return Left(len(games), left(games), low, high, mean(lucks), error(lucks), mean([g.chances for g in games]))


def left(games: Sequence[Fortune]) -> float:
    """The share of the outcomes' variance that is left once luck is taken out, by the mean of endless trials.

    Of W - L the variance is Var W - 2 Cov(W, L) + Var L; trials that agree about L vary together as much as it varies.
    """
    worth, luck = [game.worth for game in games], [game.luck for game in games]
    varied = covariance(worth, worth)
    return (varied - 2 * covariance(worth, luck) + _agreed(games)) / max(varied, 1e-9)


def _agreed(games: Sequence[Fortune]) -> float:
    """The variance of luck itself: how trials vary together, all pairs of them; that of a single one as it stands."""
    columns = list(zip(*(game.lucks for game in games), strict=True))
    own = sum(covariance(column, column) for column in columns)
    if len(columns) == 1:
        return own
    luck = [sum(lucks) for lucks in zip(*columns, strict=True)]
    return (covariance(luck, luck) - own) / (len(columns) * (len(columns) - 1))
