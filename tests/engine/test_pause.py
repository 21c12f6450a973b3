"""A segment that ends with a deed waits, where that is wished, so that the deed can be taken back."""

from __future__ import annotations

from random import Random

import pytest

import meuse
from meuse.engine.contract import CHANCE, Illegal
from meuse.engine.match import Match
from meuse.games import GAMES, Listing


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "haggle", Listing("tests.engine.toy:Haggle"))


def at_the_end_of(turn: int) -> tuple[Match, str]:
    """Haggle: somebody has won a point in that round and has still to lay it."""
    match = meuse.situation(f'game = "haggle"\nround = {turn}\ndice = ["tails"]', seed=1)
    match.apply("red", "play 1")
    match.apply("blue", "play 2")
    (winner,) = match.actors
    return match, winner


def test_a_match_waits_after_the_deed_that_ends_a_segment_and_goes_on_when_told_to() -> None:
    """A secret choice of both comes next: it opens with the word to go on, and not before."""
    match, winner = at_the_end_of(1)
    before = match.save()
    match.apply(winner, "done", pause=True)
    assert (match.paused_for, match.actors, match.joint) == (winner, (), None)
    with pytest.raises(Illegal, match=f"waits for the {winner} player"):
        match.apply("red", "play 3")
    match.undo(winner)
    assert match.save() == before
    match.apply(winner, "done", pause=True)
    match.go_on()
    assert (match.paused_for, match.actors) == ("", ("red", "blue"))
    assert match.joint is not None
    assert match.undoable(winner) == 0


def test_nothing_waits_unasked_nor_within_a_segment_nor_after_a_reveal() -> None:
    match, winner = at_the_end_of(1)
    match.apply(winner, "peek", pause=True)
    assert not match.paused_for
    match.apply(winner, "done")
    assert not match.paused_for


def test_the_end_of_the_match_waits_too() -> None:
    match, winner = at_the_end_of(3)
    match.apply(winner, "done", pause=True)
    assert match.outcome is None
    assert match.record["key"] is None, "whoever knows it could take back until he likes the end"
    match.go_on()
    assert match.outcome is not None


def test_a_paused_match_is_copied_marked_saved_and_loaded_as_such() -> None:
    match, winner = at_the_end_of(1)
    before, mark = match.save(), match.mark()
    match.apply(winner, "done", pause=True)
    paused = match.mark()
    for twin in (match.copy(), meuse.load(match.save())):
        assert (twin.paused_for, twin.actors, twin.undoable(winner)) == (winner, (), 1)
        twin.undo(winner)
        assert twin.save() == before
    match.go_on()
    match.restore(paused)
    assert match.paused_for == winner
    match.restore(mark)
    assert match.save() == before


def test_no_die_falls_before_the_match_goes_on() -> None:
    """Sedan, at random: what follows the last deed of a mode is drawn when the player has said so, and is the same."""
    waited, plain = (meuse.new("sedan", seed=11) for _ in range(2))
    rng, dice = Random(4), 0
    while dice < 5:
        (side,) = waited.actors
        action, first = rng.choice(waited.legal(side)), len(waited.entries)
        plain.apply(side, action)
        waited.apply(side, action, pause=True)
        if waited.paused_for:
            assert len(waited.entries) == first + 1
            assert waited.undoable(side) > 0
            waited.go_on()
            dice += waited.entries[-1].side == CHANCE
        assert waited.record == plain.record
