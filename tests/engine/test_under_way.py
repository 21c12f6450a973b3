"""What is being put together, and what is done where there is no choice."""

from __future__ import annotations

import meuse
from tests.web.situations import fighting, moving

ATTACK = ["attack 4108", "with de-i-1-1-pz", "with de-ii-1-1-pz"]


def test_an_attack_under_way_is_all_since_its_target_was_named() -> None:
    match = meuse.situation(fighting(), seed=1)
    assert match.under_way("german") == ([], 0)
    for n, action in enumerate(ATTACK, 1):
        match.apply("german", action)
        assert match.under_way("german") == (ATTACK[:n], n)
    match.apply("german", "attack")
    assert match.under_way("german") == ([*ATTACK, "attack"], 4), "until a die falls or the enemy decides"


def test_a_move_that_is_over_is_not_under_way() -> None:
    match = meuse.situation(moving(), seed=1)
    done = ["move de-i-1-1-pz", "join de-ii-1-1-pz", "step 4308"]
    for action in done:
        match.apply("german", action)
    assert match.under_way("german") == (done, 3)
    match.apply("german", "stop")
    assert match.under_way("german") == ([], 0)


def test_choices_without_a_beginning_are_those_of_the_same_question() -> None:
    """Units left out of an activation can be taken in again, though there is nothing to leave."""
    match = meuse.situation(moving().replace('mode = "move"', 'mode = "open"'), seed=1)
    match.apply("german", "leave de-i-1-1-pz")
    match.apply("german", "leave de-ii-1-1-pz")
    assert match.under_way("german") == (["leave de-i-1-1-pz", "leave de-ii-1-1-pz"], 0)
    match.apply("german", "activate")
    assert match.under_way("german") == ([], 0)


def test_where_only_one_can_attack_there_is_no_choice() -> None:
    match = meuse.situation(fighting().replace('"II/1 1 Pz" = "4208"\n', ""), seed=1)
    assert match.forced() is None, "to end the mode is a choice"
    match.apply("german", "attack 4108")
    assert match.forced() == ("german", "with de-i-1-1-pz")
    match.apply("german", "with de-i-1-1-pz")
    assert match.forced() is None, "the attack itself is for the player to say"
