"""Self-play: real matches, players that see no more than they may, and games that never end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.match import Match
from meuse.lab import selfplay
from meuse.lab.selfplay import Played, Seats, Setup, play, play_many, summarize
from meuse.players import PLAYERS
from meuse.players.random import RandomPlayer

RANDOM = Setup("sedan", ("random", "random"))


def test_a_game_depends_on_its_seed_alone() -> None:
    first, again, other = play(RANDOM, 3), play(RANDOM, 3), play(RANDOM, 4)
    assert (first.outcome, first.decisions) == (again.outcome, again.decisions)
    assert (first.outcome, first.decisions) != (other.outcome, other.decisions)
    assert not first.error


def test_seats_change_nothing_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's luck comes from the seed and its own side, whoever sits opposite."""
    dice: dict[str, list[float]] = {}

    def note(game: Any, side: str, rng: Random, parameters: Any) -> RandomPlayer:
        dice.setdefault(side, []).append(rng.random())
        return RandomPlayer(game, side, rng)

    monkeypatch.setitem(PLAYERS, "noted", note)
    for names in (("noted", "random"), ("noted", "noted"), ("random", "noted")):
        match = RANDOM.match(1)
        Seats(match, names, 1)
    assert dice["german"][0] == dice["german"][1]
    assert dice["french"][0] == dice["french"][1]
    assert dice["german"][0] != dice["french"][0]


def test_players_get_determinized_copies_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Spoiler(RandomPlayer):
        """Wrecks whatever it is handed."""

        def choose(self, position: Any) -> str:
            seen.append(position)
            action = super().choose(position)
            self.game.apply(position, self.side, action)
            return action

    monkeypatch.setitem(PLAYERS, "spoiler", Spoiler.make)
    match = RANDOM.match(2)
    seats = Seats(match, ("spoiler", "spoiler"), 2)
    for _ in range(50):
        before = match.save()
        side, action = seats.choose()
        assert match.save() == before
        assert all(position is not match.position for position in seen)
        match.apply(side, action)


def test_an_endless_game_is_an_error() -> None:
    played = play(Setup("sedan", ("random", "random"), most=20), 1)
    assert "endless game" in played.error
    assert played.outcome is None
    assert played.decisions == 20


def test_a_crash_in_one_game_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    step = Seats.step

    def crash(self: Seats) -> Any:
        if self.match.dice.commitment == RANDOM.match(2).dice.commitment:
            raise ZeroDivisionError
        return step(self)

    monkeypatch.setattr(selfplay.Seats, "step", crash)
    games = list(play_many(RANDOM, 1, 3))
    assert [bool(game.error) for game in games] == [False, True, False]
    assert games[1].error == "ZeroDivisionError"
    total = summarize(("german", "french"), games)
    assert (total.games, total.errors) == (3, 1)
    assert sum(total.wins.values()) + total.draws == 2


def test_a_wrong_set_up_is_refused_before_the_first_game() -> None:
    with pytest.raises(meuse.BadInput, match="expected 2"):
        next(play_many(Setup("sedan", ("random",)), 1, 5, jobs=2))
    with pytest.raises(meuse.BadInput, match="unknown scenario"):
        next(play_many(Setup("sedan", ("random", "random"), "waterloo"), 1, 5))


def test_the_matches_are_real() -> None:
    match = RANDOM.match(5)
    seats = Seats(match, RANDOM.players, 5)
    while match.actors:
        seats.step()
    again = meuse.replay(match.record)
    assert again.outcome == match.outcome
    assert isinstance(match, Match)
    assert match.record["key"]


def test_summary_counts_wins_draws_and_points() -> None:
    def game(winner: str | None, german: int, french: int) -> Played:
        outcome = meuse.Outcome(winner, "", {"german": german, "french": french})
        return Played("s", 1, 10, 0.1, outcome, sources={"lost": -3.0, "won": float(german)})

    total = summarize(("german", "french"), [game("german", 10, 0), game("french", 2, 4), game(None, 3, 2)])
    assert total.wins == {"german": 1, "french": 1}
    assert total.draws == 1
    assert total.points == {"german": 5, "french": 2}
    assert total.decisions == 10
    assert list(total.sources.items()) == [("won", 5.0), ("lost", -3.0)]
