"""What pays in a plan that is held for whole games: a lot changes its parameters, and a regression tells them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame
from meuse.lab.fitting import normal, solve
from meuse.lab.selfplay import Setup, play, score, spread
from meuse.lab.trials import STAFF
from meuse.players.names import fill, read_player, write_player
from meuse.players.search import offer_for

KEEPS = 0.5
"""How often a parameter is left as it is; else it is drawn among all of its values."""
RIDGE = 0.5
"""Games without which nothing is believed of a value."""


class Lot(msgspec.Struct, frozen=True):
    """Whose plan the lot changes, from what, and to what it may change it."""

    game: str
    scenario: str
    sides: tuple[str, ...]
    side: str
    base: dict[str, Any]
    """By parameter, what is done unless the lot says otherwise."""
    ranges: dict[str, tuple[Any, ...]]
    against: str = STAFF

    @classmethod
    def of(cls, game: AnyGame, side: str, plan: str = "", against: str = STAFF) -> Lot:
        """The lot of a side; `plan` are parameters as in the braces of a player. BadInput for what is none."""
        offer: Any = offer_for(game)
        if side not in offer.ranges:
            raise BadInput(f"side: nothing can be tuned for {side!r}; for {', '.join(offer.ranges) or 'nobody'} it can")
        given = read_player(f"{STAFF}{{{plan}}}")[1]
        whole = msgspec.structs.asdict(fill(STAFF, offer.Plan, given))
        ranges = {name: tuple(values) for name, values in offer.ranges[side].items()}
        base = {name: whole[name] for name in {**ranges, **given}}
        return cls(game.name, game.scenario, tuple(game.sides), side, base, ranges, against)

    def draw(self, seed: int) -> dict[str, Any]:
        """A plan by lot, the same for the same seed."""
        rng = Random(f"{seed} lot")
        return {name: rng.choice(self.ranges[name]) if name in self.ranges and rng.random() >= KEEPS else usual
                for name, usual in self.base.items()}

    def values(self) -> list[tuple[str, Any]]:
        """What may come up besides what is usual."""
        return [(name, value) for name, values in self.ranges.items() for value in values if value != self.base[name]]


class Drawn(msgspec.Struct, frozen=True):
    """One game with a plan by lot: the side's points, a draw as half of one, and its lead."""

    seed: int
    plan: dict[str, Any]
    points: float = 0.0
    lead: float = 0.0
    error: str = ""


class Effect(msgspec.Struct, frozen=True):
    """What a value of a parameter brings beside the usual one, with standard errors."""

    name: str
    value: str
    games: int
    points: float
    points_error: float
    lead: float
    lead_error: float


def play_lots(lot: Lot, seed: int, games: int, jobs: int = 1) -> Iterator[Drawn]:
    """Games against the staff, or whom the lot names, with the seeds `seed`, `seed` + 1 and so on."""
    return spread(_task, [(lot, seed + n) for n in range(games)], jobs)


def _task(work: tuple[Lot, int]) -> Drawn:
    lot, seed = work
    plan = lot.draw(seed)
    minds = tuple(write_player(STAFF, plan) if side == lot.side else lot.against for side in lot.sides)
    played = play(Setup(lot.game, minds, lot.scenario), seed)
    if played.outcome is None:
        return Drawn(seed, plan, error=played.error)
    outcome = played.outcome
    lead = sum(points if side == lot.side else -points for side, points in outcome.points.items())
    return Drawn(seed, plan, score(outcome, lot.side), lead)


def effects(lot: Lot, games: Sequence[Drawn]) -> list[Effect]:
    """What each value brings, all others being equal: least squares over the games, and the errors of that."""
    values = lot.values()
    rows = [[1.0, *(float(game.plan[name] == value) for name, value in values)] for game in games]
    if len(rows) <= len(values) + 1:
        raise BadInput(f"games: {len(rows)} are too few to tell {len(values)} values apart")
    matrix = normal(rows, RIDGE)
    spread = _inverse(matrix)
    points, lead = (_fit(rows, matrix, [getattr(game, what) for game in games]) for what in ("points", "lead"))
    return [Effect(name, str(value), int(sum(row[n] for row in rows)), points[0][n], sqrt(points[1] * spread[n]),
                   lead[0][n], sqrt(lead[1] * spread[n])) for n, (name, value) in enumerate(values, 1)]


def _fit(
    rows: Sequence[Sequence[float]], matrix: list[list[float]], wanted: Sequence[float]
) -> tuple[list[float], float]:
    """Weights by least squares, and the variance that is left."""
    right = [sum(y * row[i] for row, y in zip(rows, wanted, strict=True)) for i in range(len(matrix))]
    found = solve(matrix, right)
    missed = [y - sum(w * x for w, x in zip(found, row, strict=True)) for row, y in zip(rows, wanted, strict=True)]
    return found, sum(m * m for m in missed) / max(1, len(rows) - len(matrix))


def _inverse(matrix: list[list[float]]) -> list[float]:
    """The diagonal of the inverse."""
    n = len(matrix)
    return [solve(matrix, [float(i == j) for j in range(n)])[i] for i in range(n)]
