"""Situation files: any position written by hand in a few lines of TOML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from meuse.engine.contract import BadInput
from meuse.engine.data import parse, read


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
    return plain, text, name


def with_line(error: BadInput, text: str, name: str) -> BadInput:
    """The error with the number of the line that it speaks of, as far as its key can be found in the text."""
    message = str(error)
    key = re.split(r"[.\[:]", message.removeprefix("situation: "))[0].strip()
    for quoted in [*re.findall(r"'([^']+)'", message), key]:
        for number, line in enumerate(text.splitlines(), 1):
            if quoted and quoted in line.split("#")[0]:
                return BadInput(f"{name}, line {number}: {message.removeprefix('situation: ')}")
    return BadInput(f"{name}: {message.removeprefix('situation: ')}")
