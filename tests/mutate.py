"""Break a game's rules one at a time, and see whether its rule tests notice.

    python -m tests.mutate sedan --count 40 --seed 7

A mutant is one small change in one chapter of `games/GAME/rules`: a comparison, a limit, a sign, `and` for `or`, a
condition or a set left out. Each lives in a process of its own that loads the changed chapter in place of the written
one, so no file is touched. The tests marked with a rule run until one fails, those first that carry the rules which the
broken function names. What no test notices is listed; the run fails under 95 %. Changes that break nothing are listed
with their reason in `tests/games/GAME/equivalent.toml` and do not count.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import select
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import hypothesis  # noqa: F401  # loaded before the processes part, so that each need not do it again
import pytest

import meuse.engine.match  # noqa: F401
from meuse.games import GAMES

ENOUGH = 0.95
ROOT = Path(__file__).resolve().parents[1]
RULE_ID = re.compile(r"\b\d+\.\d+[a-z]?\b")
TEXT_ONLY = ("prompt",)
"""Functions that only word what is asked, which no rule hangs on."""


@dataclass(frozen=True)
class Mutant:
    """A change in a chapter: where it is, what it was and what it becomes."""

    file: Path
    line: int
    where: str
    """The function, with its class."""
    before: str
    after: str
    rules: frozenset[str]
    """The rules that the function and its class name."""
    chapter: Chapter
    place: Place
    new: ast.AST

    @property
    def name(self) -> str:
        return f"{self.file.stem}.{self.where}: {self.before} -> {self.after}"

    def code(self) -> Any:
        """The chapter with the change in it. The tree stays changed: a mutant has its process to itself."""
        value = getattr(self.place.parent, self.place.field)
        if self.place.index is None:
            setattr(self.place.parent, self.place.field, self.new)
        else:
            value[self.place.index] = self.new
        return compile(ast.fix_missing_locations(self.chapter.tree), str(self.file), "exec")


class Place(NamedTuple):
    """Where an expression stands: in a field of its parent, and if that is a list, at this index."""

    parent: ast.AST
    field: str
    index: int | None


# --- what can be broken ---

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.FloorDiv: ast.Mult, ast.Mult: ast.FloorDiv,
}


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Every small change of an expression."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        swaps = REVERSED if is_sign_test(node) else SWAPS
        yield ast.Compare(node.left, [swaps[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(SWAPS[type(node.op)](), node.values)
        for i in range(len(node.values)):
            rest = node.values[:i] + node.values[i + 1:]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        if not is_one(node.right) and not is_union(node):
            yield node.left
            yield node.right
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        yield ast.BinOp(node.left, SWAPS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield ast.comprehension(node.target, node.iter, node.ifs[1:], node.is_async)


REVERSED: dict[type, type] = {ast.GtE: ast.Lt, ast.Lt: ast.GtE}


def is_sign_test(node: ast.AST) -> bool:
    """`hex >= 0` and `hex < 0` ask whether a piece is on the map at all: no limit that could be off by one."""
    if not isinstance(node, ast.Compare) or type(node.ops[0]) not in REVERSED:
        return False
    bound = node.comparators[0]
    return isinstance(bound, ast.Constant) and bound.value == 0


def is_union(node: ast.BinOp) -> bool:
    """`Retreating | Overrunning`: a type, not a set."""
    return isinstance(node.right, ast.Name) and node.right.id[0].isupper() and not node.right.id.isupper()


def is_one(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


def parts(node: ast.AST) -> Iterator[tuple[Place, ast.AST]]:
    """The places below a node where a rule can be broken, and what stands there.

    Texts, annotations and the ones of bit sets (`1 << u`, `set >> u & 1`) are no rules.
    """
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        if field == "keywords" and isinstance(node, ast.ClassDef):
            continue
        if is_sign_test(node) and field == "comparators":
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.LShift | ast.RShift) and is_one(value):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr) or is_typing(child):
                continue
            yield Place(node, field, index), child


def is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


class Chapter:
    """A module of rules, and the mutants that it allows."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        self.found: list[Mutant] = []
        self.names: Counter[tuple[str, str, str]] = Counter()
        self._walk(self.tree, (), frozenset())

    def _walk(self, node: ast.AST, path: tuple[str, ...], rules: frozenset[str]) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name in TEXT_ONLY:
                return
            path = (*path, node.name)
            rules |= frozenset(RULE_ID.findall(ast.get_docstring(node) or ""))
        for place, child in parts(node):
            for changed in (*changes(child), *negated(place, child)):
                self._add(place, child, changed, ".".join(path), rules)
            self._walk(child, path, rules)

    def _add(self, place: Place, old: ast.AST, new: ast.AST, where: str, rules: frozenset[str]) -> None:
        line = getattr(old, "lineno", getattr(place.parent, "lineno", 0))
        before, after = in_short(old), in_short(new)
        self.names[where, before, after] += 1
        number = self.names[where, before, after]
        after += f" (no. {number})" if number > 1 else ""
        self.found.append(Mutant(self.file, line, where, before, after, rules, self, place, new))


def negated(place: Place, node: ast.AST) -> Iterator[ast.AST]:
    """A condition that is nothing but a name or a call, turned round."""
    if place.field == "test" and isinstance(node, ast.Name | ast.Attribute | ast.Call):
        yield ast.UnaryOp(ast.Not(), node)


def in_short(node: ast.AST) -> str:
    """An expression as text on one line; of a comprehension its conditions."""
    if isinstance(node, ast.comprehension):
        return " ".join(["for", ast.unparse(node.target), *(f"if {ast.unparse(test)}" for test in node.ifs)])
    return " ".join(ast.unparse(node).split())


def mutants_of(game: str) -> list[Mutant]:
    folder = package(game) / "rules"
    return [mutant for file in sorted(folder.glob("*.py")) for mutant in Chapter(file).found]


def package(game: str) -> Path:
    return ROOT / "src" / Path(*GAMES[game].rules.partition(":")[0].split(".")[:-1])


def tests_of(game: str) -> Path:
    return ROOT / "tests" / "games" / package(game).name


def equivalent(game: str) -> dict[str, str]:
    """The listed changes that break nothing, by name, each with its reason."""
    file = tests_of(game) / "equivalent.toml"
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


# --- one mutant and its tests ---


class RulesFirst:
    """A plugin of pytest: only tests of rules, those nearest to the broken function first."""

    def __init__(self, mutant: Mutant | None) -> None:
        self.mutant = mutant
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.get_closest_marker("rule")), key=self.far)

    def far(self, item: pytest.Item) -> tuple[bool, bool]:
        if self.mutant is None:
            return False, False
        marked = {rule for mark in item.iter_markers("rule") for rule in mark.args}
        return not marked & self.mutant.rules, item.path.stem != f"test_{self.mutant.file.stem}"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid.rpartition("::")[2]


def load_changed(mutant: Mutant) -> None:
    """From now on the chapter is loaded as the mutant has it."""
    written: Callable[..., Any] = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> Any:
        if Path(self.path) == mutant.file:
            return mutant.code()
        return written(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def run_tests(game: str, mutant: Mutant | None) -> str:
    """The first rule test that fails; empty if all pass."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugin = RulesFirst(mutant)
    code = pytest.main([str(tests_of(game)), "-x", "-q", "-p", "no:cacheprovider"], plugins=[plugin])
    return plugin.failed or ("" if code == 0 else "loading")


def in_a_child(work: Callable[[], str], seconds: int) -> tuple[int, int]:
    """Start work in a process of its own with so much CPU time; its id, and a pipe that gives its answer."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    os.close(reader)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        os.write(writer, work().encode())
    finally:
        os._exit(0)


def verdict(pid: int, reader: int) -> tuple[str, float]:
    """What a child has found and the CPU seconds it took: the test that failed, "endless", or nothing."""
    answer = os.read(reader, 1000).decode()
    os.close(reader)
    _, status, used = os.wait4(pid, 0)
    if os.WIFSIGNALED(status):
        answer = "endless" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "crash"
    return answer, used.ru_utime + used.ru_stime


def broken(game: str, mutant: Mutant) -> str:
    load_changed(mutant)
    return run_tests(game, mutant)


# --- the run ---


def survey(game: str, sample: list[Mutant], jobs: int, seconds: int) -> list[Mutant]:
    """Try every mutant; those that no test has noticed."""
    left, running, survivors = list(reversed(sample)), {}, []
    while left or running:
        while left and len(running) < jobs:
            mutant = left.pop()
            pid, reader = in_a_child(lambda mutant=mutant: broken(game, mutant), seconds)  # type: ignore[misc]
            running[reader] = pid, mutant
        ready = first_ready(list(running))
        pid, mutant = running.pop(ready)
        by, used = verdict(pid, ready)
        if not by:
            survivors.append(mutant)
        place = f"{mutant.file.relative_to(ROOT)}:{mutant.line}"
        print(f"{'caught  ' if by else 'SURVIVED'} {used:5.1f} s  {place} {mutant.name}{f'  [{by}]' if by else ''}",
              flush=True)
    return survivors


def first_ready(readers: list[int]) -> int:
    ready, _, _ = select.select(readers, [], [])
    return int(ready[0])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--count", type=int, default=40, help="how many mutants to try (40)")
    parser.add_argument("--seed", type=int, default=7, help="which of them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=300,
                        help="CPU time that a mutant may take; one that takes more counts as caught")
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--list", action="store_true", help="name the sample and try nothing")
    args = parser.parse_args(arguments)
    known = equivalent(args.game)
    found = mutants_of(args.game)
    stale = set(known) - {mutant.name for mutant in found}
    if stale:
        print("equivalent.toml lists what is no mutant any more:", *sorted(stale), sep="\n  ")
        return 1
    wanted = [mutant for mutant in found if args.only in mutant.name and mutant.name not in known]
    sample = Random(args.seed).sample(wanted, min(args.count, len(wanted)))
    print(f"{args.game}: {len(found)} mutants, {len(known)} listed as equivalent; trying {len(sample)}", flush=True)
    if args.list:
        print(*(f"{mutant.file.relative_to(ROOT)}:{mutant.line} {mutant.name}" for mutant in sample), sep="\n")
        return 0
    pid, reader = in_a_child(lambda: run_tests(args.game, None), args.seconds)
    failed, used = verdict(pid, reader)
    if failed:
        print(f"the rule tests fail before anything is broken: {failed}")
        return 1
    print(f"the rule tests take {used:.0f} s of CPU time", flush=True)
    survivors = survey(args.game, sample, args.jobs, min(args.seconds, int(2 * used) + 20))
    caught = len(sample) - len(survivors)
    print(f"caught {caught} of {len(sample)} ({100 * caught / max(1, len(sample)):.1f} %)")
    for mutant in survivors:
        print(f"  survived: {mutant.file.relative_to(ROOT)}:{mutant.line} {mutant.name}")
    return 0 if caught >= ENOUGH * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
