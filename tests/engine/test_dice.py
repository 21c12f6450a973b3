"""Keyed dice: fair, repeatable, and checkable by anybody once the key is known."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meuse.engine.dice import KeyedDice, commitment, key_from_seed, pick

KEY = key_from_seed("a fixed key")


@pytest.mark.parametrize("size", [2, 3, 6, 7, 36])
def test_every_number_is_equally_likely(size: int) -> None:
    """Chi square, with a bound that a fair die passes and a die with one face a tenth too heavy does not."""
    draws = 2000 * size
    dice = KeyedDice(KEY)
    counts = Counter(dice.at(n, size) for n in range(draws))
    assert set(counts) == set(range(size))
    chi = sum((counts[n] - 2000) ** 2 / 2000 for n in range(size))
    freedom = size - 1
    assert chi < freedom + 3.5 * (2 * freedom) ** 0.5


def test_neighbouring_dice_tell_nothing_of_each_other() -> None:
    dice = KeyedDice(KEY)
    pairs = Counter((dice.at(n, 6), dice.at(n + 1, 6)) for n in range(36_000))
    chi = sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(6) for b in range(6))
    assert chi < 35 + 3.5 * 70**0.5


def test_numbers_that_would_favour_some_are_drawn_again() -> None:
    """A size just above half the range of a digest refuses nearly every other attempt."""
    size = 2**63 + 1
    dice = KeyedDice(KEY)
    later = 0
    for n in range(100):
        attempts = [int.from_bytes(hmac.digest(KEY, f"{n}.{i}".encode(), "sha256")[:8], "big") for i in range(64)]
        good = next(i for i, number in enumerate(attempts) if number < size)
        assert dice.at(n, size) == attempts[good]
        later += good > 0
    assert later > 20


def test_a_die_is_the_hash_that_the_manual_says() -> None:
    """Anybody can compute a die with the key and any HMAC at hand."""
    digest = hmac.new(KEY, b"17.0", hashlib.sha256).digest()
    assert KeyedDice(KEY).at(17, 6) == int.from_bytes(digest[:8], "big") % 6
    assert commitment(KEY) == hashlib.sha256(b"meuse dice " + KEY).hexdigest() == KeyedDice(KEY).commitment


def test_seeds_make_keys_and_no_seed_a_fresh_one() -> None:
    assert key_from_seed(1) == key_from_seed("1")
    assert key_from_seed(1) != key_from_seed(2)
    assert len(key_from_seed(1)) == 32
    assert KeyedDice().key != KeyedDice().key
    assert len(KeyedDice().key) == 32


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.data())
def test_pick_gives_each_outcome_as_many_numbers_as_its_weight(weights: list[int], data: st.DataObject) -> None:
    outcomes = [(f"die {i}", weight) for i, weight in enumerate(weights)]
    owners = Counter(pick(outcomes, n) for n in range(sum(weights)))
    assert owners == dict(outcomes)
    with pytest.raises(ValueError, match="beyond"):
        pick(outcomes, sum(weights) + data.draw(st.integers(0, 5)))


def test_draws_follow_the_counter_and_the_weights() -> None:
    outcomes = [("heads", 1), ("tails", 3)]
    dice = KeyedDice(KEY)
    drawn = [dice.draw(outcomes) for _ in range(4000)]
    assert dice.counter == 4000
    assert 0.22 < drawn.count("heads") / 4000 < 0.28
    again = KeyedDice(KEY, 1000)
    assert [again.draw(outcomes) for _ in range(50)] == drawn[1000:1050]
    assert [KeyedDice(key_from_seed("other")).draw(outcomes) for _ in range(50)] != drawn[:50]
