"""Changes between views: what is made of them, and what they leave alone."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from meuse.engine.changes import apply, changes, play_out

lists = st.lists(st.integers(0, 2), max_size=2)
leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2) | lists
inner = st.recursive(leaves, lambda kids: st.dictionaries(st.sampled_from("xyz"), kids), max_leaves=6)
views = st.dictionaries(st.sampled_from("abc"), inner)


def text(view: Any) -> str:
    return json.dumps(view, sort_keys=True)


@given(views, views)
def test_the_changes_from_one_view_to_another_make_that_one_of_it(before: Any, after: Any) -> None:
    kept = text(before)
    patch = json.loads(json.dumps(changes(before, after)))
    assert text(apply(before, patch)) == text(after)
    assert text(before) == kept


@given(st.lists(views, min_size=2, max_size=4))
def test_played_out_event_by_event_the_last_view_is_reached(chain: list[Any]) -> None:
    first, *moments = chain
    view, seen = first, []
    for patch in play_out(first, moments[:-1], moments[-1]):
        view = apply(view, patch)
        seen.append(text(view))
    assert seen == [text(moment) for moment in moments]


def test_what_has_not_changed_is_neither_told_nor_copied() -> None:
    before = {"turn": 1, "units": {"a": {"hex": "0101"}, "b": {"hex": None}}, "cup": ["x"]}
    after = {"turn": 1, "units": {"a": {"hex": "0102"}, "b": {"hex": None}}, "cup": ["x"]}
    patch = changes(before, after)
    assert patch == [[["units", "a", "hex"], "0102"]]
    made = apply(before, patch)
    assert made["units"]["b"] is before["units"]["b"]
    assert made["cup"] is before["cup"]


def test_true_is_not_one() -> None:
    assert changes({"a": 1}, {"a": True}) == [[["a"], True]]


def test_without_events_there_is_one_patch() -> None:
    assert play_out({"a": 1}, [], {"a": 2}) == [[[["a"], 2]]]
