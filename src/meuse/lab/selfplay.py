"""Computer players against each other: one game, or many over several processes.

Every game is a real match with dice and record. A player is handed determinized copies, never the true position.
"""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from meuse.engine.contract import BadInput, Event, Outcome
from meuse.engine.match import AnyGame, Match
from meuse.games import make_game
from meuse.players import make_player

MOST_DECISIONS = 200_000
"""A game that takes more decisions than this is taken for endless."""


class Setup(msgspec.Struct, frozen=True):
    """What every game of a run has in common."""

    game: str
    players: tuple[str, ...]
    scenario: str | None = None
    options: dict[str, str] = {}
    overlay: dict[str, Any] | None = None
    records: str | None = None
    """The folder where the records go, if they are kept."""
    most: int = MOST_DECISIONS

    def match(self, seed: int) -> Match:
        return Match(_made(msgspec.json.encode(self)), seed=seed, overlay=self.overlay)

    def again(self, seed: int, data: Path | None = None) -> str:
        """The command that plays the game with this seed again."""
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        words = ["meuse", "selfplay", self.game]
        words += ["--scenario", self.scenario] if self.scenario else []
        words += ["--options", options] if options else []
        words += ["--data", str(data)] if data else []
        return shlex.join([*words, "--players", ",".join(self.players), "--games", "1", "--seed", str(seed)])


@lru_cache(maxsize=8)
def _made(setup: bytes) -> AnyGame:
    """The game of a set-up, made once in each process."""
    wanted = msgspec.json.decode(setup, type=Setup)
    return make_game(wanted.game, wanted.scenario, wanted.options, wanted.overlay)


class Played(msgspec.Struct, frozen=True):
    """How one game went. `error` says what broke it off, if anything did."""

    scenario: str
    seed: int
    decisions: int
    seconds: float
    outcome: Outcome | None
    error: str = ""
    record: str = ""
    """The file that holds its record, if it is kept."""
    sources: dict[str, float] = {}
    """What the points are made of, as the game explains its score."""

    def line(self) -> dict[str, Any]:
        """The game as one JSON object."""
        common: dict[str, Any] = {"scenario": self.scenario, "seed": self.seed, "decisions": self.decisions,
                                  "seconds": round(self.seconds, 3)}
        if self.outcome is None:
            return {**common, "error": self.error, "record": self.record or None}
        return {**common, "winner": self.outcome.winner, "level": self.outcome.level, "points": self.outcome.points}


def score(outcome: Outcome, side: str) -> float:
    """What a game was worth to a side: 1 for a win, a half for a draw."""
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


class Seats:
    """The players of one match and what each has to go on."""

    def __init__(self, match: Match, names: Sequence[str], seed: int) -> None:
        sides = match.game.sides
        if len(names) != len(sides):
            raise BadInput(f"players: expected {len(sides)}, one for each of {', '.join(sides)}; got {len(names)}")
        self.match = match
        self.players = {
            side: make_player(name, match.game, side, Random(f"{seed} {side}"))
            for side, name in zip(sides, names, strict=True)
        }
        self.guesses = {side: Random(f"{seed} {side} unknown") for side in sides}

    def choose(self) -> tuple[str, str]:
        """The next side to act and its choice."""
        match, side = self.match, self.match.actors[0]
        return side, self.players[side].choose(match.game.determinize(match.position, side, self.guesses[side]))

    def step(self) -> list[Event]:
        """One decision, and the dice that follow from it."""
        return self.match.apply(*self.choose())


Hear = Callable[[Event], None]


def play(setup: Setup, seed: int, hear: Hear | None = None) -> Played:
    """One game from start to end; `hear` is told all that happens."""
    return play_out(setup, Seats(setup.match(seed), setup.players, seed), seed, hear)


def play_out(setup: Setup, seats: Seats, seed: int, hear: Hear | None = None) -> Played:
    """A game to its end by those who sit there. Whatever goes wrong in it is told in the result."""
    match = seats.match
    start = time.perf_counter()
    decisions, error = 0, ""
    try:
        while match.actors:
            if decisions == setup.most:
                raise RuntimeError(f"endless game: no end after {decisions} decisions")
            for event in seats.step():
                if hear is not None:
                    hear(event)
            decisions += 1
    except Exception as broken:
        error = f"{type(broken).__name__}: {broken}".rstrip(": ")
    seconds = time.perf_counter() - start
    outcome = match.outcome if not error else None
    sources = _sources(match) if outcome else {}
    return Played(match.game.scenario, seed, decisions, seconds, outcome, error, _keep(setup, match, seed), sources)


def _sources(match: Match) -> dict[str, float]:
    try:
        parts = match.game.explain(match.position, "score").parts
    except BadInput:
        return {}
    found: dict[str, float] = {}
    for part in parts:
        if not isinstance(part.value, str):
            found[part.label] = found.get(part.label, 0.0) + part.value
    return found


def _keep(setup: Setup, match: Match, seed: int) -> str:
    if setup.records is None:
        return ""
    path = Path(setup.records) / f"{setup.game}-{match.game.scenario}-{seed}.json"
    path.write_bytes(msgspec.json.encode(match.record) + b"\n")
    return str(path)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{path}: cannot be made a folder: {error.strerror}") from None


def _task(work: tuple[Setup, int]) -> Played:
    return play(*work)


def play_many(setup: Setup, seed: int, games: int, jobs: int = 1) -> Iterator[Played]:
    """Games with the seeds `seed`, `seed` + 1 and so on, in that order; BadInput at once for a wrong set-up."""
    Seats(setup.match(seed), setup.players, seed)
    if setup.records is not None:
        _make_folder(Path(setup.records))
    yield from spread(_task, [(setup, seed + i) for i in range(games)], jobs)


W = TypeVar("W")
R = TypeVar("R")


def spread(task: Callable[[W], R], work: Sequence[W], jobs: int) -> Iterator[R]:
    """What comes of each piece of work, in their order, over so many processes. BadInput if one of these dies."""
    if jobs == 1:
        yield from map(task, work)
        return
    try:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(task, work, chunksize=1)
    except BrokenExecutor:
        raise BadInput("a process that played games has died; try fewer --jobs") from None


class Summary(msgspec.Struct, frozen=True):
    """What many games come to."""

    games: int
    errors: int
    wins: dict[str, int]
    draws: int
    levels: dict[str, int]
    """Games that ended in each level, the commonest first."""
    points: dict[str, float]
    """Mean points of each side."""
    decisions: float
    """Mean decisions a game."""
    sources: dict[str, float]
    """Mean points by what they are given for, the most telling first."""


def summarize(sides: Sequence[str], played: Sequence[Played]) -> Summary:
    ended: list[Outcome] = [game.outcome for game in played if game.outcome is not None]
    count = max(1, len(ended))
    return Summary(
        games=len(played),
        errors=len(played) - len(ended),
        wins={side: sum(o.winner == side for o in ended) for side in sides},
        draws=sum(o.winner is None for o in ended),
        levels=dict(Counter(o.level for o in ended).most_common()),
        points={side: sum(_points(o.points, side) for o in ended) / count for side in sides},
        decisions=sum(game.decisions for game in played) / max(1, len(played)),
        sources=_mean_sources(played, count),
    )


def _mean_sources(played: Sequence[Played], count: int) -> dict[str, float]:
    total: dict[str, float] = {}
    for game in played:
        for label, value in game.sources.items():
            total[label] = total.get(label, 0.0) + value / count
    return dict(sorted(total.items(), key=lambda item: -abs(item[1])))


def _points(points: Mapping[str, int], side: str) -> int:
    return points.get(side, 0)
