"""The reader of sentences finds what it should, and the sentences of many games are good.

Every random game of the suite is read as well, and every one of `make fuzz`: see `check_words` in `contract.py`.
"""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.narration import count, listed, verb
from tests.games.contract import Walk, Watch, random_case
from tests.games.words import faults

SEEN = (
    "A german bomber unit", "1 guns", "2 Artillery battalion", "HQ 2 Pz, HQ 1 Pz has its hex", "calls 1 units",
    "Chit drawn: XIX (german)", "the the bridge", "No french refit points", "1 Grids with markers", "3 step lost",
    "A Allied unit", "An German unit", "is in N13 .", "fighter_cas", "6 lone Bomber",
)

GOOD = (
    "SR 1 1 Pz moves to Sedan (3414)", "1 gun and 2 guns", "2 Artillery battalions", "An Allied unit goes to Dinant",
    "Recon a looks at Dinant (N14)", "I/1 1 Pz and 10 10 Pz have their hex", "A Bridgehead spans the Meuse", "1 hex",
    "2 companies", "Week 3, 24 to 30 May", "12 OP or fewer", "10 1 Pz is reduced",
)

GAMES = [
    ("sedan", 80, 24, 100_000, 250), ("ghost-division", 80, 40, 100_000, 250), ("mansteins-war", 25, 3, 4_000, 250),
    ("blitzkrieg", 15, 1, 1_500, 150),
]
"""Two hundred games: how many, how many of them are read (nearly) to the end, so far, and how far the others."""


@pytest.mark.parametrize("text", SEEN)
def test_bad_words_are_found(text: str) -> None:
    assert faults(text), text


@pytest.mark.parametrize("text", GOOD)
def test_good_words_are_left_alone(text: str) -> None:
    assert not faults(text)


@pytest.mark.parametrize(("game", "games", "long", "most", "less"), GAMES)
def test_the_sentences_of_many_games_are_good(game: str, games: int, long: int, most: int, less: int) -> None:
    for n in range(games):
        walk = Walk(random_case(Random(9_000 + n), (game,)), 9_000 + n)
        watch = Watch(walk)
        while walk.game.actors(walk.p) and len(walk.entries) < (most if n < long else less):
            watch.hear(walk.do(walk.next()))


def test_two_hundred_games_are_read() -> None:
    assert sum(games for _, games, *_ in GAMES) == 200


def test_counting_listing_and_verbs() -> None:
    assert [count(n, "hex") for n in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    assert [count(2, what) for what in ("company", "Monday", "loss")] == ["2 companies", "2 Mondays", "2 losses"]
    assert [listed(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "nobody", "A", "A and B", "A, B and C"]
    assert [verb(names, "goes", "go") for names in (["A"], ["A", "B"])] == ["goes", "go"]
