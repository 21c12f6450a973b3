"""Choices made by lot, and the games with and without each."""

from __future__ import annotations

import pytest

import meuse
from meuse.lab.selfplay import Played, Setup
from meuse.lab.worth import Drawn, Share, draw, worths

FREE = Setup("blitzkrieg", ("random", "random"), "campaign-free")


def game(winner: str | None, *cards: str, error: str = "") -> Drawn:
    outcome = None if error else meuse.Outcome(winner, "", {})
    return Drawn(Played("s", 1, 10, 0.1, outcome, error), {"axis": frozenset(cards), "allied": frozenset()})


def test_points_are_counted_with_and_without_each_choice() -> None:
    games = [game("axis", "G01", "G02"), game(None, "G01"), game("allied", "G02"), game("allied"),
             game("axis", error="broken")]
    first, second = worths(games)
    assert (first.choice, first.with_it, first.without) == ("G01", Share(1.5, 2), Share(0, 2))
    assert (second.choice, second.with_it, second.without) == ("G02", Share(1, 2), Share(0.5, 2))
    assert (first.gain, second.gain) == (0.75, 0.25)
    assert worths([]) == []


def test_a_lot_spends_the_whole_allowance_and_the_seed_decides_it() -> None:
    (one,), (again,) = list(draw(FREE, "buy", 3, 1)), list(draw(FREE, "buy", 3, 1))
    assert one.taken == again.taken
    assert one.played.outcome is not None
    deck = meuse.make_game("blitzkrieg", "campaign-free").sheet()["cards"]
    for side, left in (("axis", 42), ("allied", 22)):
        spent = sum(deck[choice.split()[1]]["cost"] for choice in one.taken[side])
        assert left - 3 < spent <= left


def test_an_unknown_verb_is_refused() -> None:
    with pytest.raises(meuse.BadInput, match="none that is called 'sell'"):
        next(draw(FREE, "sell", 1, 1))
