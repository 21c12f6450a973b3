"""Values made anew: games of staffs that try all of their plans, a fit by stages, and its scores on other games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE, Action
from meuse.engine.match import AnyGame
from meuse.games import make_game
from meuse.lab.fitting import brier, fit_chance, fit_share, reliability
from meuse.players.search import offer_for
from meuse.players.search.offer import Officer, apart
from meuse.players.search.simulate import roll
from meuse.players.search.value import Learned, Model, Weights, finish

OWN = 0.5
"""How often a side follows the staff's own plan; else it tries any of those offered."""
HELD_BACK = 5
"""Every fifth game is not fitted but judged."""
LEAST_ROWS = 40
"""Positions without which a stage shares the weights of the one before."""


class Sample(msgspec.Struct, frozen=True):
    """One game: stage, estimate and features at each moment that was looked at, and what it was worth."""

    seed: int
    rows: list[tuple[int, float, list[float]]]
    target: float
    margin: float = 0.0
    """By how many points the first side was ahead."""


class Trier:
    """A side that plays the staff's plan, or any other, anew at each occasion."""

    def __init__(self, offer: Any, side: str, rng: Random) -> None:
        self.offer, self.side, self.rng = offer, side, rng
        self.occasion: Any = None
        self.script: Any = None
        self.officer: Officer = offer.officer(side, rng, None)

    def choose(self, p: Any) -> Action:
        occasion = self.offer.occasion(p, self.side)
        if occasion is not None and occasion != self.occasion:
            self.occasion = occasion
            scripts = list(self.offer.scripts(p, self.side, self.script))
            self.script = scripts[0] if self.rng.random() < OWN else self.rng.choice(scripts)
            self._part(p)
            self.officer = self.offer.officer(self.side, self.rng, self.script)
        return self.officer.choose(p)

    def _part(self, p: Any) -> None:
        """Now and then one group goes its own way."""
        groups = self.offer.groups(p, self.side, self.script)
        if groups and self.rng.random() >= OWN:
            group = self.rng.choice(list(groups))
            self.script = apart(self.script, group, self.rng.choice(groups[group]))


def sample(game: AnyGame, seed: int) -> Sample:
    """One game between triers, looked at where the searcher looks: where its simulations end, the farther ones too."""
    offer: Any = offer_for(game)
    triers = {side: Trier(offer, side, Random(f"{seed} {side}")) for side in game.sides}
    dice, p, start, rows = Random(f"{seed} dice"), game.start(), None, []
    farther = offer.farther(p)
    while actors := game.actors(p):
        ended = start is not None and offer.horizon(p) != start
        if ended or offer.farther(p) != farther:
            start, farther = None if ended else start, offer.farther(p)
            rows.append((offer.stage(p), offer.estimate(p), offer.measure(p)))
        if actors[0] == CHANCE:
            roll(game, p, dice)
            continue
        side = actors[0]
        if offer.occasion(p, side) is not None:
            start = offer.horizon(p)
        game.apply(p, side, triers[side].choose(game.determinize(p, side, triers[side].rng)))
    outcome = game.outcome(p)
    assert outcome is not None, "a game without actors is over"
    return Sample(seed, rows, offer.target(outcome), offer.margin(outcome))


Work = tuple[str, str | None, int]


def _task(work: Work) -> Sample:
    name, scenario, seed = work
    return sample(make_game(name, scenario), seed)


def gather(name: str, scenario: str | None, seed: int, games: int, seconds: float, jobs: int) -> list[Sample]:
    """So many games, or as many as the time allows."""
    end, found = time.monotonic() + seconds, []
    for one in _played([(name, scenario, seed + n) for n in range(games)], jobs):
        found.append(one)
        if time.monotonic() > end:
            break
    return found


def _played(work: list[Work], jobs: int) -> Iterator[Sample]:
    if jobs == 1:
        yield from map(_task, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(_task, work)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def fit(offer: Learned, samples: list[Sample]) -> Model:
    """Weights for each stage, from the games that are not held back; scores from the others."""
    kept = [s for n, s in enumerate(samples) if n % HELD_BACK]
    stages, last = {}, None
    for stage in sorted({stage for s in samples for stage, _, _ in s.rows}):
        data = [(row, e, s) for s in kept for at, e, row in s.rows if at == stage]
        if len(data) >= LEAST_ROWS or last is None:
            last = _weights(offer, data)
        stages[str(stage)] = last
    return Model(offer.kind, offer.features, stages)


def _weights(offer: Learned, data: list[tuple[list[float], float, Sample]]) -> Weights:
    rows, estimates, targets = [row for row, _, _ in data], [e for _, e, _ in data], [s.target for *_, s in data]
    if offer.kind == "share":
        return fit_share(rows, estimates, targets, offer.ridge, offer.signs)
    return fit_chance(rows, estimates, targets, [s.margin for *_, s in data], offer.ridge, offer.signs)


def judge(model: Model, samples: list[Sample]) -> dict[str, Any]:
    """Brier score and reliability by stage, on the games that were held back."""
    found: dict[str, Any] = {}
    judged = [s for n, s in enumerate(samples) if n % HELD_BACK == 0]
    for stage in sorted({stage for s in judged for stage, _, _ in s.rows}):
        rows = [(model.value(stage, e, row), finish(model.kind, e), s.target)
                for s in judged for at, e, row in s.rows if at == stage]
        forecasts, targets = [f for f, _, _ in rows], [t for *_, t in rows]
        flat = sum(targets) / len(targets)
        found[str(stage)] = {
            "positions": len(rows), "brier": round(brier(forecasts, targets), 4),
            "estimate": round(brier([e for _, e, _ in rows], targets), 4),
            "constant": round(brier([flat] * len(rows), targets), 4), "reliability": reliability(forecasts, targets),
        }
    return found
