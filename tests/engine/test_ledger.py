"""The ledger: every game's rules have an id of their own, and the marks of the tests are counted against them."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from meuse.engine.ledger import Rule, coverage, marks
from meuse.games import GAMES, make_game

TESTS = '''
import pytest

@pytest.mark.rule("1.0a", "1.0b")
def test_one() -> None: ...

@pytest.mark.parametrize("x", [1, 2])
@pytest.mark.rule("1.0b", by="data")
def test_two(x: int) -> None: ...

@pytest.mark.rule("2.0a", by="data")
def test_three() -> None: ...

class TestMore:
    @pytest.mark.rule("9.9z")
    def test_four(self) -> None: ...

def test_five() -> None: ...
'''


def ledger(*ids: str, exempt: tuple[str, ...] = ()) -> dict[str, Rule]:
    return {id: Rule(id, "Chapter", "Says.", "kind", exempt="out of reach" if id in exempt else "") for id in ids}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "test_rules.py").write_text(TESTS)
    (tmp_path / "helper.py").write_text('@pytest.mark.rule("7.0a")\ndef test_not_collected(): ...')
    return tmp_path


def test_marks_are_read_from_the_tests(folder: Path) -> None:
    assert sorted(marks(folder)) == [
        ("1.0a", "engine", "test_rules.py::test_one"),
        ("1.0b", "data", "test_rules.py::test_two"),
        ("1.0b", "engine", "test_rules.py::test_one"),
        ("2.0a", "data", "test_rules.py::test_three"),
        ("9.9z", "engine", "test_rules.py::test_four"),
    ]


def test_coverage_counts_what_is_held(folder: Path) -> None:
    found = coverage(ledger("1.0a", "1.0b", "2.0a", "3.0a", "4.0a", exempt=("4.0a", "1.0a")), folder)
    assert (found.total, found.tested, found.by_engine) == (5, 3, 2)
    assert found.untested == ["3.0a"]
    assert found.exempt == {"4.0a": "out of reach"}, "a rule that is tested needs no excuse"
    assert found.unknown == {"9.9z": "test_rules.py::test_four"}


def test_coverage_of_nothing(tmp_path: Path) -> None:
    found = coverage(ledger("1.0a"), tmp_path)
    assert (found.tested, found.untested) == (0, ["1.0a"])


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_an_id_of_its_own_and_says_something(name: str) -> None:
    package = GAMES[name].rules.partition(":")[0].rpartition(".")[0]
    plain = tomllib.loads((resources.files(package) / "data" / "rules.toml").read_text(encoding="utf-8"))
    twice = [id for id, count in Counter(rule["id"] for rule in plain["rule"]).items() if count > 1]
    assert not twice
    rules = make_game(name).rules
    assert len(rules) == len(plain["rule"])
    assert all(rule.says.strip() and rule.chapter and rule.kind for rule in rules.values())


@pytest.mark.parametrize("name", GAMES)
def test_tests_mark_only_rules_of_the_ledger(name: str) -> None:
    folder = Path(__file__).parents[1] / "games" / name.replace("-", "_")
    assert coverage(dict(make_game(name).rules), folder).unknown == {}
