"""Situation files: any position written by hand in a few lines of TOML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.data import parse, read, shaped


class Heading(msgspec.Struct):
    """What every situation file may say; the rest is the game's own."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}


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
