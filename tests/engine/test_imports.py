"""Imports point one way."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import meuse

ROOT = Path(meuse.__file__).parent

ALLOWED = {
    "engine": {"engine"},
    "maps": {"engine", "maps"},
    "games": {"engine", "maps", "games"},
    "players": {"engine", "games", "players", ""},
    "lab": {"engine", "games", "players", "lab", ""},
    "words": {"engine", "games", "players", "lab"},
    "server": {"engine", "games", "players", "server", ""},
    "": {"engine", "games"},
    "studies": {"engine", "games", "players", "lab", "words"},
    "cli": {"engine", "games", "players", "lab", "server", "words", "studies", "cli", ""},
    "__main__": {"cli"},
}
"""What each part of the house may import; "" is the package itself, with the public names."""


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(("meuse", *(part for part in parts if part != "__init__"))), path


def imports(module: str, path: Path) -> Iterator[str]:
    """Full names of all that a module imports, those for type checkers and inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            assert node.module
            yield node.module
            yield from filter(is_module, (f"{node.module}.{alias.name}" for alias in node.names))


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split(".")[1:])
    return name.startswith("meuse.") and (path.is_dir() or path.with_suffix(".py").is_file())


def part(module: str) -> str:
    """The part of the house that a module belongs to."""
    return [*module.split("."), ""][1]


def test_imports_point_one_way() -> None:
    wrong = []
    for module, path in modules():
        for name in imports(module, path):
            if name.split(".")[0] == "meuse" and part(name) not in ALLOWED[part(module)]:
                wrong.append(f"{module} imports {name}")
    assert not wrong


def test_games_know_nothing_of_each_other() -> None:
    wrong = []
    for module, path in modules():
        if module.startswith("meuse.games."):
            own = ".".join(module.split(".")[:3])
            wrong += [
                f"{module} imports {name}"
                for name in imports(module, path)
                if name.startswith("meuse.games") and name != own and not name.startswith(f"{own}.")
            ]
    assert not wrong


def test_the_engine_names_no_game() -> None:
    """Not even in a text: a game reaches the engine and the drawing room only by being handed to them."""
    for module, path in modules():
        if part(module) in ("engine", "maps"):
            constants = {
                node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not constants & set(meuse.GAMES), module


def test_only_the_standard_library_and_msgspec_stand_below_the_engine_and_the_games() -> None:
    for module, path in modules():
        if part(module) in ("engine", "maps", "games"):
            outside = {name.split(".")[0] for name in imports(module, path)} - set(sys.stdlib_module_names)
            assert outside <= {"meuse", "msgspec"}, f"{module} imports {outside}"
