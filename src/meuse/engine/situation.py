"""Situation files: any position written by hand in a few lines of TOML, or written out from play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meuse.engine.contract import BadInput, Option
from meuse.engine.data import parse, read, shaped
from meuse.engine.hexes import Grid


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What every situation file may say; more is the game's own."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}
    dice: tuple[int | str, ...] = ()
    rest: str = ""
    """What the game's own words cannot tell, as saved positions have it, in JSON."""


def wrong(key: str, what: str) -> BadInput:
    return BadInput(f"situation: {key}: {what}")


class Names:
    """Finds units, cells and named sides by what is printed on them; an error says what is wrong with a name."""

    def __init__(
        self,
        *,
        ids: Sequence[str],
        names: Sequence[str],
        titles: Iterable[tuple[str, int]] = (),
        grid: Grid,
        sides: Mapping[str, int],
        words: tuple[str, str, str],
    ) -> None:
        """`names` are the full names by unit; `titles` are further ones, for use where no full name fits.

        `words` are what a unit, a cell and a side are called here: "unit", "hex such as '3414'", ...
        """
        self.ids, self.names, self.grid, self.sides = ids, names, grid, sides
        self.index = {id: u for u, id in enumerate(ids)}
        self.exact = _gathered((name, u) for u, name in enumerate(names))
        self.titles = _gathered(titles)
        self.words = words

    def unit(self, name: str, key: str) -> int:
        """A unit by its id or by what is printed on its counter, with or without the slash."""
        if name in self.index:
            return self.index[name]
        found = self.exact.get(plain(name)) or self.titles.get(plain(name)) or ()
        if len(found) == 1:
            return found[0]
        if found:
            raise wrong(key, f"{name!r} could be {' or '.join(repr(self.ids[u]) for u in found)}")
        raise wrong(key, f"there is no {self.words[0]} {name!r}")

    def cell(self, name: str, key: str) -> int:
        if name not in self.grid.bit:
            raise wrong(key, f"{name!r} is not a {self.words[1]}")
        return self.grid.bit[name]

    def side(self, name: str, key: str) -> int:
        """The number of a named side."""
        if name not in self.sides:
            raise wrong(key, f"{name!r} is not a {self.words[2]}")
        return self.sides[name]


def plain(name: str) -> str:
    return " ".join(name.replace("/", " ").split()).lower()


def _gathered(titles: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for title, u in titles:
        units = found.get(plain(title), ())
        if u not in units:
            found[plain(title)] = (*units, u)
    return found


def changed(switches: Sequence[Option], options: Mapping[str, str]) -> dict[str, str]:
    """The options that are not as they are by default."""
    return {o.name: options[o.name] for o in switches if options[o.name] != o.default}


def rest_text(rest: Mapping[str, Any]) -> str:
    return json.dumps(rest, separators=(",", ":"), sort_keys=True)


def parse_rest(text: str) -> dict[str, Any]:
    try:
        rest = json.loads(text)
    except (ValueError, RecursionError):
        raise wrong("rest", "expected JSON as `meuse situation --of` writes it") from None
    if not isinstance(rest, dict):
        raise wrong("rest", "expected a JSON object")
    return rest


def written(situation: Mapping[str, Any]) -> str:
    """A situation as the text of a file, tables last."""
    lines = [f"{_key(k)} = {_value(v)}" for k, v in situation.items() if not isinstance(v, Mapping)]
    for key, table in situation.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{_key(key)}]", *(f"{_key(k)} = {_value(v)}" for k, v in table.items())]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, str) and '"' in value and "'" not in value and value.isprintable():
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)


def read_situation(path_or_text: str | Path) -> tuple[dict[str, Any], str, str]:
    """The situation as plain data, its text, and the name to use in messages.

    A text with a line break or an equals sign is taken as the situation itself, anything else as a path.
    """
    if isinstance(path_or_text, str) and ("\n" in path_or_text or "=" in path_or_text):
        text, name = path_or_text, "situation"
    else:
        path = Path(path_or_text)
        text, name = read(path), path.name
    plain = parse(text, name)
    if not isinstance(plain.get("game"), str):
        raise BadInput(f'{name}: game: expected a game\'s name, such as game = "sedan"')
    try:
        shaped(plain, Heading, "situation")
    except BadInput as error:
        raise with_line(error, text, name) from None
    return plain, text, name


def with_line(error: BadInput, text: str, name: str) -> BadInput:
    """The error with the number of the line that it speaks of, as far as that can be found in the text."""
    message = str(error).removeprefix("situation: ")
    lines = [line.split("#")[0] for line in text.splitlines()]
    key = re.escape(re.split(r"[.\[:]", message)[0])
    start = next((i for i, line in enumerate(lines) if re.match(rf"\s*\[*[\"']?{key}\b", line)), None)
    words = [re.escape(a or b) for a, b in re.findall(r"'([^']+)'|unknown field `([^`]+)`", message)]
    named = [
        i for word in words for i, line in enumerate(lines)
        if i >= (start or 0) and re.search(rf"(?<![\w-]){word}(?![\w-])", line)
    ]
    found = start if start in named or not named else named[0]
    return BadInput(f"{name}, line {found + 1}: {message}" if found is not None else f"{name}: {message}")
