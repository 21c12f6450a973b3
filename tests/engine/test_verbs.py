"""Verbs as a sheet has them: nobody has to guess what the noun of an action is."""

from __future__ import annotations

import pytest

from meuse.engine.verbs import Verb, shown


def test_a_verb_stands_alone_with_a_noun_or_both_ways() -> None:
    ways = shown([Verb("attack", "hex", "Attack %"), Verb("attack", "", "Attack", ("main",))])
    assert [way["noun"] for way in ways["attack"]] == ["hex", ""]


@pytest.mark.parametrize(("one", "other"), [("unit", "hex"), ("hex", "hex"), ("", "")])
def test_a_verb_has_nouns_of_one_kind(one: str, other: str) -> None:
    with pytest.raises(ValueError, match="'drop' is declared twice"):
        shown([Verb("drop", one, "Drop %"), Verb("drop", other, "Drop %")])  # type: ignore[arg-type]
