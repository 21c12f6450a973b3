"""The ledger of the rules: every clause once, in words of its own."""

from __future__ import annotations

import re

from meuse.engine.ledger import load_rules
from tests.games.blitzkrieg.box import SHELF

RULES = load_rules(SHELF)
ID = re.compile(r"(\d+|N)\.(\d+(\.\d+)*)?(\(\d+(\.\d+[a-f]?)?\))?(_[12])?[a-z]")


def chapter(id: str) -> int:
    """Design notes come last."""
    first = id.partition(".")[0]
    return 99 if first == "N" else int(first)


def test_the_ledger_has_all_459_clauses_by_chapter() -> None:
    assert len(RULES) == 459
    assert all(ID.fullmatch(id) for id in RULES)
    assert [chapter(id) for id in RULES] == sorted(map(chapter, RULES))


def test_a_number_printed_twice_is_told_apart() -> None:
    twice = {id for id in RULES if "_" in id}
    assert {id.partition("_")[0] for id in twice} == {"16.2.2", "24.6.3", "32.2"}
    assert {id[-2] for id in twice} == {"1", "2"}


def test_every_clause_and_ruling_is_a_sentence() -> None:
    for rule in RULES.values():
        assert len(rule.says) > 20, rule.id
        assert rule.says[-1] == ".", rule.id
        assert rule.chapter, rule.id
        assert not rule.ruling or rule.ruling[-1] == ".", rule.id
        assert not re.match(r"(Yes|No)\b[:,.;]", rule.ruling), f"{rule.id} answers a question that nobody reads"


def test_clauses_that_are_cited_exist() -> None:
    for rule in RULES.values():
        for cited in re.findall(r"(?<![\d.-])(\d+\.\d+(?:\.\d+)?[a-z])\b", f"{rule.says} {rule.ruling}"):
            assert cited in RULES, f"{rule.id} cites {cited}"


def test_only_remarks_are_exempt() -> None:
    assert [rule.id for rule in RULES.values() if rule.exempt] == ["N.o", "N.p", "N.r"]
