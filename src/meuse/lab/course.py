"""How often games take the course of history: in which turn each comes to what is known of 1940."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from meuse.engine.contract import BadInput, Event
from meuse.engine.history import Milestone
from meuse.engine.match import AnyGame
from meuse.lab.figures import wilson
from meuse.lab.selfplay import Setup, play, spread


class Course(msgspec.Struct, frozen=True):
    """One game: by milestone, the turns in which it came to it."""

    seed: int
    turns: tuple[tuple[int, ...], ...]
    winner: str | None = None
    error: str = ""


class Passed(msgspec.Struct, frozen=True):
    """A milestone over many games."""

    says: str
    turn: int
    """That of history."""
    games: int
    first: dict[int, int]
    """By turn, the games that came to it then for the first time."""
    then: int
    """Games that came to it in the turn of history, whether for the first time or not."""

    @property
    def never(self) -> int:
        return self.games - sum(self.first.values())

    def __str__(self) -> str:
        low, high = wilson(self.then, self.games)
        firsts = ", ".join(f"{turn}: {games}" for turn, games in self.first.items())
        return (f"{self.says}: in turn {self.turn}, as in history, in {self.then} of {self.games} games "
                f"({low:.0%} to {high:.0%}); for the first time in turn {firsts or '-'}; never in {self.never}")


def milestones(game: AnyGame) -> tuple[Milestone, ...]:
    """What history knows of a game. BadInput where nothing is written down."""
    history = game.history()
    if history is None or not history.milestones:
        raise BadInput(f"{game.name}: nothing of its history is written down to be counted")
    return history.milestones


def follow(setup: Setup, seed: int, games: int, jobs: int = 1) -> Iterator[Course]:
    """Games with the seeds `seed`, `seed` + 1 and so on, in that order."""
    return spread(_follow, [(setup, seed + n) for n in range(games)], jobs)


def _follow(work: tuple[Setup, int]) -> Course:
    setup, seed = work
    game = setup.match(seed).game
    known, turn = milestones(game), game.start().turn
    found: list[list[int]] = [[] for _ in known]

    def hear(event: Event) -> None:
        nonlocal turn
        if event.what == "turn":
            turn = int(event.data["turn"])
        for milestone, turns in zip(known, found, strict=True):
            if milestone.met(event) and turn not in turns:
                turns.append(turn)

    played = play(setup, seed, hear)
    winner = played.outcome.winner if played.outcome else None
    return Course(seed, tuple(map(tuple, found)), winner, played.error)


def won(sides: Sequence[str], courses: Sequence[Course]) -> dict[str, int]:
    """The games that each side won, and those that nobody did."""
    found = Counter(course.winner for course in courses)
    return {**{side: found[side] for side in sides}, "nobody": found[None]}


def passed(known: Sequence[Milestone], courses: Sequence[Course]) -> list[Passed]:
    """What so many games come to, milestone by milestone."""
    rows = []
    for n, milestone in enumerate(known):
        turns = [course.turns[n] for course in courses]
        first = Counter(min(came) for came in turns if came)
        then = sum(milestone.turn in came for came in turns)
        rows.append(Passed(milestone.says, milestone.turn, len(courses), dict(sorted(first.items())), then))
    return rows
