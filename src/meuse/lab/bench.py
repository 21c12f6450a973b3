"""How fast the rules run: random play through the contract, legal lists included, on one core."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE
from meuse.engine.dice import pick
from meuse.engine.match import AnyGame

EVERY = 25
"""Copies are measured on every so many-th position of a game."""

COPIES = 20
SAMPLE_GAMES = 5


class Measured(msgspec.Struct, frozen=True):
    decisions_per_cpu_second: float
    games_per_cpu_second: float
    copy_us: float


def random_step(game: AnyGame, p: Any, rng: Random) -> bool:
    """One random action of whoever acts; True if it was a side's decision and not a die."""
    side = game.actors(p)[0]
    if side == CHANCE:
        outcomes = game.outcomes(p)
        game.apply(p, CHANCE, pick(outcomes, rng.randrange(sum(weight for _, weight in outcomes))))
        return False
    game.apply(p, side, rng.choice(game.legal(p, side)))
    return True


def measure(game: AnyGame, seconds: float, seed: int = 0) -> Measured:
    """Play random games for so many seconds of CPU time, the last of them to its end."""
    copy_us = measure_copies(game, seed)
    rng = Random(seed)
    decisions = games = 0
    start = time.process_time()
    spent = 0.0
    while spent < seconds:
        p = game.start()
        while game.actors(p):
            decisions += random_step(game, p, rng)
        games += 1
        spent = time.process_time() - start
    return Measured(round(decisions / spent, 1), round(games / spent, 2), copy_us)


def measure_copies(game: AnyGame, seed: int = 0) -> float:
    """Microseconds a copy, averaged over positions of real games."""
    rng = Random(seed)
    sample = []
    for _ in range(SAMPLE_GAMES):
        p, steps = game.start(), 0
        while game.actors(p):
            if steps % EVERY == 0:
                game.legal(p, game.actors(p)[0])
                sample.append(p.copy())
            random_step(game, p, rng)
            steps += 1
    start = time.process_time()
    for _ in range(COPIES):
        for p in sample:
            p.copy()
    return round((time.process_time() - start) / (COPIES * len(sample)) * 1e6, 2)
