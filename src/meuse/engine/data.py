"""Typed data from TOML files: a bad file says which file, which key, and what was expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meuse.engine.contract import BadInput

T = TypeVar("T")


def parse(text: str, name: str) -> dict[str, Any]:
    """TOML text as plain data."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{name}: not valid TOML: {error}") from None
    except ValueError:
        raise BadInput(f"{name}: not valid TOML: a number in it has too many digits") from None
    except RecursionError:
        raise BadInput(f"{name}: it is nested too deeply") from None


def read(path: Path) -> str:
    """A file's text; BadInput where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a UTF-8 text file") from None


def shaped(plain: Any, kind: type[T], name: str) -> T:
    """Plain data as a typed record."""
    try:
        return msgspec.convert(plain, kind, str_keys=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        path = where.removeprefix("`key` in ").strip("`").removeprefix("$").removeprefix(".")
        key = _named(path, plain, kind, str(error)) or "top level"
        raise BadInput(f"{name}: {key}: {what}") from None
    except RecursionError:
        raise BadInput(f"{name}: it is nested too deeply") from None


def _named(path: str, plain: Any, kind: Any, message: str) -> str:
    """A path of msgspec with the names of the entries for which it writes [...]."""
    first, *rest = path.split("[...]")
    steps = _steps(first)
    for part in rest:
        table = plain
        for step in steps:
            table = table[step]
        guilty = [key for key in table if _message(_only(plain, steps, key), kind) == message]
        if not guilty:
            return path
        first += f".{guilty[0]!r}{part}"
        steps += [guilty[0], *_steps(part)]
    return first


def _steps(path: str) -> list[Any]:
    return [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)]


def _only(plain: Any, steps: list[Any], key: Any) -> Any:
    """The data with the table at the end of the steps cut down to one entry."""
    if not steps:
        return {key: plain[key]}
    twin: Any = dict(plain) if isinstance(plain, Mapping) else list(plain)
    twin[steps[0]] = _only(plain[steps[0]], steps[1:], key)
    return twin


def _message(plain: Any, kind: Any) -> str:
    try:
        msgspec.convert(plain, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def overlaid(base: Any, over: Any) -> Any:
    """`base` with the tables of `over` laid on it, key by key; anything but a table is replaced whole."""
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        return {k: overlaid(base[k], over[k]) if k in base and k in over else (over[k] if k in over else base[k])
                for k in (*base, *(k for k in over if k not in base))}
    return over


@lru_cache(maxsize=64)
def _plain_box(package: str, make: Callable[[Shelf], T]) -> T:
    return make(Shelf(package))


class Shelf:
    """A game's data folder, with a player's own file laid over it.

    The player's file has a table for each of ours by its name without ending: `[charts.crt.rows]` changes rows of
    `charts.toml`.
    """

    def __init__(self, package: str, overlay: Mapping[str, Any] | None = None, overlay_name: str = "overlay") -> None:
        self.package = package
        self.overlay = overlay or {}
        self.overlay_name = overlay_name

    @property
    def folder(self) -> Traversable:
        return resources.files(self.package) / "data"

    def has(self, stem: str) -> bool:
        """Whether there is a file `stem`.toml; a game in a single module has none."""
        try:
            return (self.folder / f"{stem}.toml").is_file()
        except TypeError:
            return False

    def box(self, make: Callable[[Shelf], T]) -> T:
        """What is made from the files: once for all games, where no player has laid his own over them."""
        return make(self) if self.overlay else _plain_box(self.package, make)

    def load(self, stem: str, kind: type[T]) -> T:
        """The file `stem`.toml as a typed record, with the overlay's table of that name."""
        name = f"{stem}.toml"
        plain: Any = parse((self.folder / name).read_text(encoding="utf-8"), name)
        if stem in self.overlay:
            plain = overlaid(plain, self.overlay[stem])
            name = f"{self.overlay_name} (over {name})"
        return shaped(plain, kind, name)

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def blame(self, error: BadInput) -> BadInput:
        """The error with the player's file named, where it speaks of a file of ours that his lies over."""
        for stem in self.overlay:
            ours = f"{stem}.toml:"
            if str(error).startswith(ours):
                return BadInput(f"{self.overlay_name} (over {stem}.toml):{str(error).removeprefix(ours)}")
        return error

    def check_overlay(self, stems: tuple[str, ...]) -> None:
        """BadInput for a table of the overlay that lies over nothing."""
        for key in self.overlay:
            if key not in stems:
                raise BadInput(f"{self.overlay_name}: {key}: expected one of the tables {', '.join(stems)}")
