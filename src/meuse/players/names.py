"""How computer players are named: `staff`, `staff{level=novice}`, `search{seconds=1,temper=bold}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from meuse.engine.contract import BadInput

NAME = re.compile(r"([a-z]+)(?:\{([^{}]*)\})?")

S = TypeVar("S", bound=msgspec.Struct)


def read_player(text: str) -> tuple[str, dict[str, str]]:
    """The kind of a player and its parameters; BadInput for what is not a player's name."""
    whole = NAME.fullmatch(text.strip())
    if whole is None:
        raise BadInput(f"player {text!r}: expected a name, or a name with parameters, as in staff{{level=novice}}")
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in (whole[2] or "").split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name or not value:
            raise BadInput(f"player {text!r}: expected name=value in its braces, got {part!r}")
        if name in found:
            raise BadInput(f"player {text!r}: {name} is given twice")
        found[name] = value
    return whole[1], found


def write_player(kind: str, parameters: Mapping[str, object]) -> str:
    """The name that `read_player` reads."""
    inside = ",".join(f"{name}={value}" for name, value in parameters.items())
    return f"{kind}{{{inside}}}" if inside else kind


def split_players(text: str) -> tuple[str, ...]:
    """Names parted by commas; those inside braces part parameters."""
    return tuple(name.strip() for name in re.split(r",(?![^{}]*\})", text))


def fill(kind: str, record: type[S], parameters: Mapping[str, str]) -> S:
    """A record of parameters with those given, checked by their types; BadInput names the one that is wrong."""
    known, hints = record.__struct_fields__, get_type_hints(record)
    for name, value in parameters.items():
        if name not in known:
            raise BadInput(f"{kind}: unknown parameter {name!r}; known: {', '.join(known) or 'none'}")
        allowed = get_args(hints[name]) if get_origin(hints[name]) is Literal else (value,)
        if value not in allowed:
            raise BadInput(f"{kind}: {name} is one of {', '.join(filter(None, allowed))}; got {value!r}")
    try:
        return msgspec.convert(dict(parameters), record, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"{kind}: {error}") from None
