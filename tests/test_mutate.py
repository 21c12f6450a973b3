"""The tool that breaks rules: what it changes, and that its lists are true."""

from __future__ import annotations

import ast
import runpy
from collections import Counter
from pathlib import Path

import pytest

from meuse.games import GAMES
from tests.mutate import Chapter, equivalent, mutants_of, swap_code

CHAPTER = '''
"""A chapter with 2 rules."""
LIMIT = 2

def fits(p: int, pieces: int = 3) -> bool:
    """7.1a: no more than the limit."""
    if pieces > LIMIT and not p >> 1 & 1:
        return False
    return p.hex >= 0

def prompt() -> str:
    return f"at most {LIMIT + 1}"
'''


def chapter(tmp_path: Path) -> Chapter:
    file = tmp_path / "stacking.py"
    file.write_text(CHAPTER, encoding="utf-8")
    return Chapter(file)


def test_comparisons_limits_signs_and_conditions_are_broken_but_no_texts(tmp_path: Path) -> None:
    found = {mutant.name.removeprefix("stacking.") for mutant in chapter(tmp_path).found}
    assert found == {
        ": 2 -> 3", ": 2 -> 1", "fits: 3 -> 4", "fits: 3 -> 2", "fits: pieces > LIMIT -> pieces >= LIMIT",
        "fits: pieces > LIMIT and (not p >> 1 & 1) -> pieces > LIMIT or not p >> 1 & 1",
        "fits: pieces > LIMIT and (not p >> 1 & 1) -> pieces > LIMIT",
        "fits: pieces > LIMIT and (not p >> 1 & 1) -> not p >> 1 & 1",
        "fits: not p >> 1 & 1 -> p >> 1 & 1", "fits: False -> True", "fits: p.hex >= 0 -> p.hex < 0",
    }


def test_a_mutant_is_the_chapter_with_that_one_change_and_names_its_rules(tmp_path: Path) -> None:
    made = chapter(tmp_path)
    mutant = next(m for m in made.found if m.after == "pieces >= LIMIT")
    assert mutant.rules == {"7.1a"}
    mutant.code()
    assert ast.unparse(made.tree).replace("pieces >= LIMIT", "pieces > LIMIT") == ast.unparse(ast.parse(CHAPTER))


LOADED = '''
LIMIT = 2

class Hex:
    def fits(self, pieces: int, more: int = 0) -> bool:
        return all(n <= LIMIT for n in range(pieces + more))
'''


def test_a_loaded_function_gets_the_code_of_the_mutant_wherever_it_is_known(tmp_path: Path) -> None:
    file = tmp_path / "hexes.py"
    file.write_text(LOADED, encoding="utf-8")
    loaded = runpy.run_path(str(file))
    hex, known = loaded["Hex"](), loaded["Hex"].fits
    assert (hex.fits(3), hex.fits(4)) == (True, False)
    found = Chapter(file).found
    assert {m.after for m in found if not m.function} == {"3", "1", "-1"}  # while it loads: the limit, the default
    swap_code(next(m for m in found if m.after == "n < LIMIT"))
    assert (hex.fits(2), hex.fits(3), known(hex, 3)) == (True, False, False)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_mutant_has_a_name_of_its_own_and_the_listed_ones_exist(game: str) -> None:
    names = Counter(mutant.name for mutant in mutants_of(game))
    assert max(names.values()) == 1
    assert set(equivalent(game)) <= set(names)
