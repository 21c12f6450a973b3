"""Break a game's rules one at a time, and see whether its rule tests notice.

    python -m tests.mutate sedan --count 40 --seed 7

A mutant is one small change in one chapter of `games/GAME/rules`: a comparison, a limit, a sign, `and` for `or`, a
condition or a set left out. Each lives in a process of its own, so no file is touched. The tests marked with a rule run
until one fails. What no test notices is listed; the run fails under 95 %. Changes that break nothing are listed with
their reason in `tests/games/GAME/equivalent.toml` and do not count.

The tests run once unbroken, and it is noted which functions each of them calls. Then they and the game's box are loaded
once; a mutant's process is split off from there, the broken function gets its new code, and the tests that call it are
run, then those that carry the rules which it names or belong to its chapter; all of them where it has a part in making
the game, which tests share. A change that acts while modules load (a constant, a
default, a function that loading calls) has all tests loaded anew in its process and run, with the changed chapter in
place of the written one.
`--afresh` does that for every mutant: slow, and the verdicts are the same.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import json
import os
import re
import resource
import select
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import hypothesis  # noqa: F401  # loaded before the processes part, so that each need not do it again
import pytest

import meuse.engine.match  # noqa: F401
from meuse.games import GAMES, game_class

ENOUGH = 0.95
ROOT = Path(__file__).resolve().parents[1]
RULE_ID = re.compile(r"\b\d+\.\d+[a-z]?\b")
LOADING, UNBROKEN = 60, 900
"""CPU seconds in which a mutant must have loaded, and in which all tests must have run unbroken."""
TEXT_ONLY = ("prompt",)
"""Functions that only word what is asked, which no rule hangs on."""


@dataclass(frozen=True)
class Mutant:
    """A change in a chapter: where it is, what it was and what it becomes."""

    file: Path
    line: int
    where: str
    """The function, with its class."""
    function: str
    """The same without functions inside it; empty where the change acts while the module loads."""
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

    def code(self) -> CodeType:
        """The chapter with the change in it. The tree stays changed: a mutant has its process to itself."""
        value = getattr(self.place.parent, self.place.field)
        if self.place.index is None:
            setattr(self.place.parent, self.place.field, self.new)
        else:
            value[self.place.index] = self.new
        tree: Any = ast.fix_missing_locations(self.chapter.tree)
        code: CodeType = compile(tree, str(self.file), "exec")
        return code


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
    elif is_negative(node):
        yield ast.parse(str(ast.literal_eval(node) + 1), mode="eval").body
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


def is_negative(node: ast.AST) -> bool:
    """A number below 0, which stands for none or for a place off the map: no limit that could be off by one."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)


def is_union(node: ast.BinOp) -> bool:
    """`Retreating | Overrunning`: a type, not a set."""
    return isinstance(node.right, ast.Name) and node.right.id[0].isupper() and not node.right.id.isupper()


def is_one(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


def parts(node: ast.AST) -> Iterator[tuple[Place, ast.AST]]:
    """The places below a node where a rule can be broken, and what stands there.

    Texts, annotations, the ones of bit sets (`1 << u`, `set >> u & 1`) and the strictness of `zip` are no rules.
    """
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        if field == "keywords" and isinstance(node, ast.ClassDef):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue
        if (is_sign_test(node) and field == "comparators") or is_negative(node):
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
        self._walk(self.tree, (), "", frozenset())

    def _walk(self, node: ast.AST, path: tuple[str, ...], function: str, rules: frozenset[str]) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name in TEXT_ONLY:
                return
            path = (*path, node.name)
            rules |= frozenset(RULE_ID.findall(ast.get_docstring(node) or ""))
        for place, child in parts(node):
            called = isinstance(node, ast.FunctionDef) and place.field == "body"
            inside = function or (".".join(path) if called else "")
            for changed in (*changes(child), *negated(place, child)):
                self._add(place, child, changed, ".".join(path), inside, rules)
            self._walk(child, path, inside, rules)

    def _add(self, place: Place, old: ast.AST, new: ast.AST, where: str, function: str, rules: frozenset[str]) -> None:
        line = getattr(old, "lineno", getattr(place.parent, "lineno", 0))
        before, after = in_short(old), in_short(new)
        self.names[where, before, after] += 1
        number = self.names[where, before, after]
        after += f" (no. {number})" if number > 1 else ""
        self.found.append(Mutant(self.file, line, where, function, before, after, rules, self, place, new))


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


# --- processes ---


def in_a_child(work: Callable[[], str], seconds: float) -> tuple[int, int]:
    """Start work in a process of its own with so much CPU time; its id, and a pipe that gives its answer."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    os.close(reader)
    allow(seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        with os.fdopen(writer, "w") as answer:
            answer.write(work())
    finally:
        os._exit(0)


def allow(seconds: float) -> None:
    """From now on this process may take so much CPU time."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def verdict(pid: int, reader: int) -> tuple[str, float]:
    """What a child has found and the CPU seconds it took: the test that failed, "endless", or nothing."""
    with os.fdopen(reader) as pipe:
        answer = pipe.read()
    _, status, used = os.wait4(pid, 0)
    if os.WIFSIGNALED(status):
        answer = "endless" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "crash"
    return answer, used.ru_utime + used.ru_stime


# --- the tests ---


class RuleTests:
    """A plugin of pytest: the tests that carry a rule, given to `work` when they are loaded."""

    def __init__(self, work: Callable[[RuleTests], None]) -> None:
        self.work = work
        self.items: list[pytest.Item] = []
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.get_closest_marker("rule")]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid.rpartition("::")[2]

    def run(
        self, items: list[pytest.Item], before: Callable[[pytest.Item], None] | None = None
    ) -> Iterator[pytest.Item]:
        """Run tests one by one until one fails."""
        for item, following in zip(items, (*items[1:], None), strict=True):
            if before is not None:
                before(item)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return
            yield item


def load_tests(game: str, work: Callable[[RuleTests], None]) -> str:
    """Load the rule tests and work on them; the first that has failed, empty if none has."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugin = RuleTests(work)
    code = pytest.main([str(tests_of(game)), "-qq", "-s", "--tb=no", "-p", "no:cacheprovider"], plugins=[plugin])
    return plugin.failed or ("loading" if code != 0 else "")


class Calls(ast.NodeTransformer):
    """Has every function of a game's rules note that it is called, by file and name."""

    def __init__(self, game: str) -> None:
        self.folder = package(game) / "rules"
        self.found: set[str] = set()
        self.file = self.folder
        self.path: tuple[str, ...] = ()
        self.inside = ""

    def listen(self) -> None:
        """From now on, chapters are loaded with the notes in them."""
        setattr(builtins, NOTES, self.found)
        replace_code(lambda file: self.noted(file) if file.parent == self.folder else None)

    def noted(self, file: Path) -> CodeType:
        self.file = file
        tree: Any = ast.fix_missing_locations(self.visit(ast.parse(file.read_text(encoding="utf-8"))))
        code: CodeType = compile(tree, str(file), "exec")
        return code

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.path = (*self.path, node.name)
        self.generic_visit(node)
        self.path = self.path[:-1]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function inside another counts as that."""
        outer = self.inside
        self.inside = outer or ".".join((*self.path, node.name))
        self.generic_visit(node)
        note = ast.parse(f"{NOTES}.add({function_key(self.file, self.inside)!r})").body
        at = 1 if ast.get_docstring(node) else 0
        node.body[at:at] = note
        self.inside = outer
        return node

    def taken(self) -> list[str]:
        """What has been called since the last time."""
        found = sorted(self.found)
        self.found.clear()
        return found


NOTES = "__called__"


def replace_code(other: Callable[[Path], CodeType | None]) -> None:
    """From now on, a module that is loaded gets the other code, where there is one for its file."""
    written: Callable[..., Any] = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> Any:
        return other(Path(self.path)) or written(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def function_key(file: str | Path, function: str) -> str:
    return f"{Path(file).stem}.{function}"


class Unbroken(NamedTuple):
    """How the tests run when nothing is broken: CPU seconds, and the functions called, by test."""

    failed: str
    loading: list[str]
    """Functions that are called while the tests load."""
    making: list[str]
    """Functions that are called as a game is made."""
    seconds: dict[str, float]
    calls: dict[str, list[str]]


def run_unbroken(game: str) -> Unbroken:
    """Run all tests and note their calls."""
    calls = Calls(game)
    found = Unbroken("", [], [], {}, {})

    def work(tests: RuleTests) -> None:
        found.loading.extend(calls.taken())
        game_class(game)()
        found.making.extend(calls.taken())
        begun = time.process_time()
        for item in tests.run(tests.items):
            now = time.process_time()
            found.seconds[item.nodeid], found.calls[item.nodeid] = now - begun, calls.taken()
            begun = now

    calls.listen()
    return found._replace(failed=load_tests(game, work))


# --- one mutant ---


def run_tests(tests: RuleTests, mutant: Mutant, unbroken: Unbroken) -> None:
    """Run the tests, those nearest to the broken function first, each in a bounded time. What is far from it in every
    way cannot notice it, unless it acts at loading; a test that does not call it may all the same, where an earlier
    one had filled what is remembered for all."""
    key = function_key(mutant.file, mutant.function)

    def far(item: pytest.Item) -> tuple[bool, bool, bool]:
        marked = {rule for mark in item.iter_markers("rule") for rule in mark.args}
        called = key in unbroken.calls.get(item.nodeid, ())
        return not called, not marked & mutant.rules, item.path.stem != f"test_{mutant.file.stem}"

    everywhere = acts_at_loading(mutant, unbroken) or key in unbroken.making
    near = [(far(item), unbroken.seconds.get(item.nodeid, 0), item) for item in tests.items]
    near = sorted([one for one in near if everywhere or not all(one[0])], key=lambda one: one[:2])
    for _ in tests.run([item for *_, item in near], lambda item: allow(10 + 5 * unbroken.seconds.get(item.nodeid, 0))):
        pass


def acts_at_loading(mutant: Mutant, unbroken: Unbroken) -> bool:
    return not mutant.function or function_key(mutant.file, mutant.function) in unbroken.loading


def broken_afresh(game: str, mutant: Mutant, unbroken: Unbroken) -> str:
    """Load everything with the changed chapter and run the tests; the first that fails."""
    replace_code(lambda file: mutant.code() if file == mutant.file else None)
    return load_tests(game, lambda tests: run_tests(tests, mutant, unbroken))


def broken_in_place(tests: RuleTests, mutant: Mutant, unbroken: Unbroken) -> str:
    """Give the loaded function its new code and run the tests; the first that fails."""
    swap_code(mutant)
    run_tests(tests, mutant, unbroken)
    return tests.failed


def swap_code(mutant: Mutant) -> None:
    new = next(code for code in codes_in(mutant.code()) if code.co_qualname == mutant.function)
    old = [kept for kept in gc.get_objects() if isinstance(kept, FunctionType)
           and (kept.__code__.co_filename, kept.__code__.co_qualname) == (str(mutant.file), mutant.function)]
    assert old, f"{mutant.function} is not loaded"
    for function in old:
        function.__code__ = new


def codes_in(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from codes_in(part)


# --- the run ---


def survey(sample: Iterable[Mutant], breaking: Callable[[Mutant], str], jobs: int) -> list[Mutant]:
    """Try every mutant; those that no test has noticed."""
    left, running, survivors = list(reversed(list(sample))), {}, []
    while left or running:
        while left and len(running) < jobs:
            mutant = left.pop()
            pid, reader = in_a_child(lambda mutant=mutant: breaking(mutant), LOADING)  # type: ignore[misc]
            running[reader] = pid, mutant
        ready, _, _ = select.select(list(running), [], [])
        pid, mutant = running.pop(ready[0])
        by, used = verdict(pid, ready[0])
        if not by:
            survivors.append(mutant)
        place = f"{mutant.file.relative_to(ROOT)}:{mutant.line}"
        print(f"{'caught  ' if by else 'SURVIVED'} {used:5.1f} s  {place} {mutant.name}{f'  [{by}]' if by else ''}",
              flush=True)
    return survivors


def try_all(game: str, sample: list[Mutant], unbroken: Unbroken, jobs: int, afresh: bool) -> list[Mutant]:
    """The survivors: first of the mutants that need everything loaded anew, then of those that do not."""

    def at_loading(mutant: Mutant) -> bool:
        return afresh or acts_at_loading(mutant, unbroken)

    survivors = survey(filter(at_loading, sample), lambda m: broken_afresh(game, m, unbroken), jobs)
    rest = [mutant for mutant in sample if not at_loading(mutant)]

    def work(tests: RuleTests) -> None:
        game_class(game)()
        survivors.extend(survey(rest, lambda m: broken_in_place(tests, m, unbroken), jobs))

    if rest:
        load_tests(game, work)
    return survivors


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--count", type=int, default=40, help="how many mutants to try (40)")
    parser.add_argument("--seed", type=int, default=7, help="which of them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--list", action="store_true", help="name the sample and try nothing")
    parser.add_argument("--afresh", action="store_true", help="load all tests anew for every mutant")
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
    answer, used = verdict(*in_a_child(lambda: json.dumps(run_unbroken(args.game)), UNBROKEN))
    unbroken = Unbroken(*json.loads(answer))
    if unbroken.failed:
        print(f"the rule tests fail before anything is broken: {unbroken.failed}")
        return 1
    print(f"{len(unbroken.seconds)} rule tests take {used:.0f} s of CPU time while their calls are noted", flush=True)
    return report(sample, try_all(args.game, sample, unbroken, args.jobs, args.afresh))


def report(sample: list[Mutant], survivors: list[Mutant]) -> int:
    caught = len(sample) - len(survivors)
    print(f"caught {caught} of {len(sample)} ({100 * caught / max(1, len(sample)):.1f} %)")
    for mutant in survivors:
        print(f"  survived: {mutant.file.relative_to(ROOT)}:{mutant.line} {mutant.name}")
    return 0 if caught >= ENOUGH * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
