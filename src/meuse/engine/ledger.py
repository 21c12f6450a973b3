"""The ledger of a game's rules, and which of them the tests hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from meuse.engine.data import Shelf


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One atomic rule in our own words. `exempt` gives the reason why no test can hold it."""

    id: str
    chapter: str
    says: str
    kind: str
    ruling: str = ""
    exempt: str = ""


class RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: tuple[Rule, ...]


class Coverage(msgspec.Struct, frozen=True):
    """How far the tests hold the rules. `by_engine` counts those held by a test that drives the engine."""

    total: int
    tested: int
    by_engine: int
    untested: list[str]
    exempt: dict[str, str]
    unknown: dict[str, str]


def load_rules(shelf: Shelf) -> dict[str, Rule]:
    return {rule.id: rule for rule in shelf.load("rules", RuleFile).rule}


def marks(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Every `@pytest.mark.rule("10.3b")` below a folder: rule id, how it is tested, and where."""
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    yield from _rule_ids(mark, f"{path.name}::{node.name}")


def _rule_ids(mark: ast.expr, where: str) -> Iterator[tuple[str, str, str]]:
    if not isinstance(mark, ast.Call) or ast.unparse(mark.func) != "pytest.mark.rule":
        return
    by = next((ast.literal_eval(k.value) for k in mark.keywords if k.arg == "by"), "engine")
    for arg in mark.args:
        yield ast.literal_eval(arg), by, where


def coverage(rules: dict[str, Rule], tests: Path) -> Coverage:
    """The ledger's ids against the marks of the tests in that folder."""
    held: dict[str, set[str]] = {}
    unknown: dict[str, str] = {}
    for rule, by, where in marks(tests):
        if rule in rules:
            held.setdefault(rule, set()).add(by)
        else:
            unknown[rule] = where
    exempt = {r.id: r.exempt for r in rules.values() if r.exempt and r.id not in held}
    return Coverage(
        total=len(rules),
        tested=len(held),
        by_engine=sum("engine" in how for how in held.values()),
        untested=[r for r in rules if r not in held and r not in exempt],
        exempt=exempt,
        unknown=unknown,
    )
