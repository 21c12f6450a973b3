"""Flow as a stack of frames: who acts, what runs by itself, what is refused, and events for some eyes only."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from meuse.engine.contract import CHANCE, SPECTATORS, BadInput, Event, Illegal, Option, Refusal, check_options
from meuse.engine.frames import DIE, Chance, Frame, split
from tests.engine.toy import Coin, Haggle, Round, Spend, Table


def start() -> tuple[Haggle, Table]:
    game = Haggle()
    return game, game.start()


def test_an_action_is_a_verb_and_a_noun() -> None:
    assert split("step 3414") == ("step", "3414")
    assert split("end") == ("end", "")
    assert split("with de i 1") == ("with", "de i 1")


def test_frames_are_pushed_popped_and_swapped() -> None:
    p = Table()
    p.push("first", "second")
    assert p.frames == ("second", "first"), "the first one given is carried out first"
    p.swap("third")
    assert p.frames == ("second", "third")
    p.pop()
    assert len(p.frames) == 1


def test_a_frame_that_offers_nothing_says_so() -> None:
    frame = Frame()
    assert frame.actors(None, None) == ()
    assert frame.refuse(None, None, "red", "play", "1") is None
    assert frame.prompt(None, None) == ("", "")
    for call in (
        lambda: frame.legal(None, None, "red"),
        lambda: frame.apply(None, None, "red", "play", "1"),
    ):
        with pytest.raises(AssertionError, match="Frame"):
            call()


def test_a_procedure_in_which_nobody_can_act_is_over() -> None:
    p = Table()
    p.push(Frame(), Coin())
    p.frames[-1].run(None, p)
    assert len(p.frames) == 1


def test_a_chance_frame_waits_for_one_die() -> None:
    frame = Chance()
    assert frame.actors(None, None) == (CHANCE,)
    assert frame.legal(None, None, CHANCE) == [action for action, _ in DIE] == [f"die {n}" for n in range(1, 7)]
    assert frame.outcomes(None, None) == DIE


def test_both_sides_choose_at_once_and_see_nothing_of_each_other() -> None:
    game, p = start()
    assert game.actors(p) == ("red", "blue")
    events = game.apply(p, "blue", "play 4")
    assert game.actors(p) == ("red",)
    assert game.legal(p, "blue") == []
    assert game.view(p, "red")["table"] == game.view(p, None)["table"] == [0, 0]
    assert game.view(p, "blue")["table"] == [0, 4]
    assert [event.visible_to("blue") for event in events] == [True]
    assert not events[0].visible_to("red")
    assert not events[0].visible_to(None)
    events = game.apply(p, "red", "play 1")
    assert [event.what for event in events if event.visible_to(None)] == ["turned"]
    assert game.actors(p) == (CHANCE,)
    assert game.view(p, None)["table"] == [1, 4]


def test_chance_is_a_player_with_weights() -> None:
    game, p = start()
    assert game.outcomes(p) == [], "chance does not act here"
    game.apply(p, "red", "play 3")
    game.apply(p, "blue", "play 2")
    assert game.outcomes(p) == [("coin heads", 1), ("coin tails", 2)]
    assert game.legal(p, CHANCE) == ["coin heads", "coin tails"]
    game.apply(p, CHANCE, "coin heads")
    assert p.frames == (Spend(0, 2),)


def test_frames_without_an_actor_run_until_somebody_must_decide() -> None:
    game, p = start()
    for _ in range(3):
        card = game.legal(p, "red")[-1]
        for side, action in (("red", card), ("blue", game.legal(p, "blue")[0]), (CHANCE, "coin tails")):
            game.apply(p, side, action)
        winner = game.actors(p)[0]
        game.apply(p, winner, "pile red")
        game.apply(p, winner, "done")
    assert game.actors(p) == ()
    outcome = game.outcome(p)
    assert outcome is not None
    assert (outcome.winner, outcome.points) == ("red", {"red": 3, "blue": 0})


def test_legal_lists_are_sorted_and_kept_until_the_next_action() -> None:
    game, p = start()
    game.apply(p, "red", "play 2")
    game.apply(p, "blue", "play 3")
    game.apply(p, CHANCE, "coin tails")
    assert game.legal(p, "blue") == ["done", "peek", "pile blue", "pile red"]
    assert game.legal(p, "blue") is game.legal(p, "blue")
    twin = p.copy()
    game.apply(p, "blue", "done")
    assert game.legal(twin, "blue") == ["done", "peek", "pile blue", "pile red"]


@pytest.mark.parametrize(
    ("side", "action", "rule", "reason"),
    [
        ("red", "play 9", "1", "'9' is not in your hand"),
        ("red", "resign", "1", "That is not one of the choices here. Play a card."),
        ("red", "", "1", "That is not one of the choices"),
        ("red", "play 1 ", "1", "'1 ' is not in your hand"),
        ("red", None, "", "an action is a text"),
        ("red", ["play 1"], "", "an action is a text"),
        (CHANCE, "coin heads", "1", "it is not for chance to decide now, but for Red and Blue"),
        ("green", "play 1", "", "there is no side 'green'; the sides are red, blue"),
        (None, "play 1", "", "there is no side None"),
    ],
)
def test_what_is_not_legal_is_refused_with_a_reason(side: Any, action: Any, rule: str, reason: str) -> None:
    game, p = start()
    before = game.save(p)
    refusal = game.why_not(p, side, action)
    assert refusal is not None
    assert refusal.rule == rule
    assert reason in refusal.reason
    with pytest.raises(Illegal) as caught:
        game.apply(p, side, action)
    assert (caught.value.rule, caught.value.reason) == (refusal.rule, refusal.reason)
    assert str(caught.value) == str(refusal)
    assert game.save(p) == before
    assert p.news == []


def test_after_the_end_everything_is_refused() -> None:
    game, p = start()
    p.frames = ()
    game.settle(p)
    assert game.why_not(p, "red", "play 1") == Refusal("", "the game is over")
    with pytest.raises(Illegal, match="the game is over"):
        game.apply(p, "red", "play 1")


def test_reasons_are_not_looked_for_where_none_can_be() -> None:
    game, p = start()
    with patch.object(Round, "refuse", side_effect=AssertionError("a legal action was judged")):
        assert all(game.why_not(p, side, action) is None for side in game.sides for action in game.legal(p, side))


def test_an_action_neither_legal_nor_refused_is_a_bug() -> None:
    game, p = start()
    with patch.object(Haggle, "why_not", return_value=None), pytest.raises(AssertionError, match="neither legal nor"):
        game.apply(p, "red", "play 9")


def test_events_are_seen_by_all_or_by_those_named() -> None:
    assert all(Event("x", "1").visible_to(seat) for seat in ("red", "blue", None))
    secret = Event("x", "1", seen_by=("red",))
    assert [secret.visible_to(seat) for seat in ("red", "blue", None)] == [True, False, False]
    watched = Event("x", "1", seen_by=("red", SPECTATORS))
    assert [watched.visible_to(seat) for seat in ("red", "blue", None)] == [True, False, True]
    assert not Event("x", "1", seen_by=()).visible_to("red")


def test_news_are_handed_out_once() -> None:
    game, p = start()
    assert len(game.apply(p, "red", "play 1")) == 1
    assert p.news == []
    assert [event.what for event in game.apply(p, "blue", "play 2")] == ["chosen", "turned"]


def test_a_saved_position_keeps_its_frames() -> None:
    game, p = start()
    game.apply(p, "red", "play 1")
    game.apply(p, "blue", "play 2")
    assert isinstance(game.load(game.save(p)).frames[-1], Coin)


def test_options_are_filled_in_and_checked() -> None:
    switches = (Option("a", "A", "Says.", "x", ("x", "y")), Option("b", "B", "Says.", "1", ("1", "2")))
    assert check_options(switches, {}) == {"a": "x", "b": "1"}
    assert check_options(switches, {"b": 2}) == {"a": "x", "b": "2"}
    with pytest.raises(BadInput, match="unknown option 'c'; known: a, b"):
        check_options(switches, {"c": "x"})
    with pytest.raises(BadInput, match="option 'a' cannot be 'z'; expected one of x, y"):
        check_options(switches, {"a": "z"})
