"""What a choice is worth: games in which choices of one kind are made by lot, counted with and without each.

Cards that are bought, plans: the players decide all the rest. Since hands are drawn by lot, the difference between
games with a card and without it is the card's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.frames import split
from meuse.lab.figures import wilson
from meuse.lab.selfplay import Played, Seats, Setup, play_out, score


class Share(msgspec.Struct, frozen=True):
    """Points of a side in so many games; a draw is half a point."""

    points: float
    games: int

    @property
    def part(self) -> float:
        return self.points / max(1, self.games)

    def __str__(self) -> str:
        low, high = wilson(self.points, self.games)
        return f"{self.points:g} of {self.games} ({low:.0%} to {high:.0%})"


class Drawn(msgspec.Struct, frozen=True):
    """One game, and what each side drew in it."""

    played: Played
    taken: dict[str, frozenset[str]]

    def points(self, side: str) -> float:
        outcome = self.played.outcome
        return 0.5 if outcome is None else score(outcome, side)


class Worth(msgspec.Struct, frozen=True):
    """A side's points in games with a choice and without it."""

    side: str
    choice: str
    with_it: Share
    without: Share

    @property
    def gain(self) -> float:
        return self.with_it.part - self.without.part


class LotSeats(Seats):
    """Players from whom a lot takes every action with one verb, as long as any is offered."""

    def __init__(self, setup: Setup, verb: str, seed: int) -> None:
        super().__init__(setup.match(seed), setup.players, seed)
        self.verb, self.lot = verb, Random(f"{seed} {verb}")
        self.taken: dict[str, set[str]] = {side: set() for side in self.match.game.sides}

    def choose(self) -> tuple[str, str]:
        side = self.match.actors[0]
        offered = [action for action in self.match.legal(side) if split(action)[0] == self.verb]
        if not offered:
            return super().choose()
        action = self.lot.choice(offered)
        self.taken[side].add(action)
        return side, action


def draw(setup: Setup, verb: str, seed: int, games: int) -> Iterator[Drawn]:
    """Games with the seeds `seed`, `seed` + 1 and so on; BadInput at once where the game has no such verb."""
    if verb not in [known.name for known in setup.match(seed).game.verbs]:
        raise BadInput(f"verb: {setup.game} has none that is called {verb!r}")
    for n in range(seed, seed + games):
        seats = LotSeats(setup, verb, n)
        played = play_out(setup, seats, n)
        yield Drawn(played, {side: frozenset(found) for side, found in seats.taken.items()})


def worths(drawn: Sequence[Drawn]) -> list[Worth]:
    """Of each side and choice its points, the choice that helps most first. Games that broke off are left out."""
    whole = [game for game in drawn if not game.played.error]
    found = []
    for side in whole[0].taken if whole else ():
        for choice in {choice for game in whole for choice in game.taken[side]}:
            shares = [_share(side, [game for game in whole if (choice in game.taken[side]) is taken])
                      for taken in (True, False)]
            found.append(Worth(side, choice, *shares))
    return sorted(found, key=lambda worth: (worth.side, -worth.gain, worth.choice))


def _share(side: str, games: Sequence[Drawn]) -> Share:
    return Share(sum(game.points(side) for game in games), len(games))
