"""The ledger of the rules: every clause once, in order, and in words of its own."""

from __future__ import annotations

import re
from collections import Counter

from meuse.engine.ledger import load_rules
from tests.games.mansteins_war.box import SHELF

RULES = load_rules(SHELF)


def number(id: str) -> tuple[tuple[int, ...], str]:
    dotted, letter = re.fullmatch(r"([\d.]+)([a-z])", id).groups()  # type: ignore[union-attr]
    return tuple(map(int, dotted.split("."))), letter


def test_the_ledger_has_all_430_clauses_in_order() -> None:
    assert len(RULES) == 430
    assert list(RULES) == sorted(RULES, key=number)


def test_letters_run_on_without_a_gap() -> None:
    chapters = Counter(id.rstrip("abcdefghijklmnopqrstuvwxyz") for id in RULES)
    for chapter, count in chapters.items():
        assert {f"{chapter}{chr(ord('a') + i)}" for i in range(count)} <= set(RULES)


def test_every_clause_and_ruling_is_a_sentence() -> None:
    for rule in RULES.values():
        assert rule.says[-1] in ".?", rule.id
        assert not rule.ruling or rule.ruling[-1] == ".", rule.id
        assert not re.match(r"(Yes|No)\b[:,.]", rule.ruling), f"{rule.id} answers a question that nobody reads"


def test_clauses_that_are_cited_exist() -> None:
    for rule in RULES.values():
        for cited in re.findall(r"(?<![\d.-])(\d+\.\d+(?:\.\d+)?[a-z])\b", f"{rule.says} {rule.ruling}"):
            assert cited in RULES, f"{rule.id} cites {cited}"
