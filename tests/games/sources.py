"""Every datum names its source: "geo", "history", "design" or the number of a rule."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable

from meuse.engine.data import Shelf


def check_sources(shelf: Shelf, files: Iterable[str]) -> int:
    """How many sources the files name; an assertion fails for one that is none."""
    rules = {rule["id"] for rule in tomllib.loads(shelf.text("rules.toml"))["rule"]}
    found = [(name, source) for name in files for source in sources(tomllib.loads(shelf.text(name)))]
    for name, text in found:
        for token in text.split(", "):
            assert token in ("geo", "history", "design") or token in rules, f"{name}: {text}"
    return len(found)


def sources(plain: object) -> list[str]:
    if isinstance(plain, list):
        return [s for each in plain for s in sources(each)]
    if not isinstance(plain, dict):
        return []
    out = []
    for key, value in plain.items():
        if key == "source":
            out += list(value.values()) if isinstance(value, dict) else [value]
        else:
            out += sources(value)
    return out
