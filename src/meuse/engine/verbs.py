"""A verb of play is declared once: what its noun is, how a button words it, and what part it has in play.

Frames take their texts from here, the client its buttons and what lies where, the tests what may be said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

Noun = Literal["", "unit", "hex", "side", "number", "card", "box", "word"]
"""Nothing, a counter's id, a cell of the map, a named side, a number, a card, a box of a display, or another word."""

Role = Literal[
    "mover", "step", "join", "finish", "quiet", "instead", "main", "closes", "begins",
    "attack", "every", "out", "forced",
]
"""What a verb does at the table: sets a unit in motion; goes a step; takes another along; ends a move that has gone its
way; is work beside the main business; is another way into a hex within reach; goes on with the game (the first of these
that can be done is the main button); ends a segment; opens a procedure that can be left again; names the target
of an attack; stands for every unit that can be chosen
here; leaves a unit out; is carried out unasked where nothing else can be done."""


class Verb(msgspec.Struct, frozen=True):
    """A verb with one kind of noun. `says` words it for a button, % standing for the noun."""

    name: str
    noun: Noun
    says: str
    roles: tuple[Role, ...] = ()


DIE = Verb("die", "number", "The die shows %")


def of_noun(verbs: Iterable[Verb], noun: Noun) -> list[str]:
    """The verbs that take such a noun."""
    return [verb.name for verb in verbs if verb.noun == noun]


def texts(verbs: Iterable[Verb], noun: Noun, nouns: Sequence[str]) -> dict[str, list[str]]:
    """By verb, the action for each of these nouns, made once."""
    return {verb: [f"{verb} {one}" for one in nouns] for verb in of_noun(verbs, noun)}


def cell_texts(verbs: Iterable[Verb], cells: Mapping[int, str]) -> dict[str, dict[int, str]]:
    """By verb and cell, the same for the cells of a map."""
    return {verb: {cell: f"{verb} {name}" for cell, name in cells.items()} for verb in of_noun(verbs, "hex")}


def with_role(verbs: Iterable[Verb], role: Role) -> frozenset[tuple[str, bool]]:
    """The verbs that have that role: name, and whether a noun follows."""
    return frozenset((verb.name, bool(verb.noun)) for verb in verbs if role in verb.roles)


def shown(verbs: Iterable[Verb]) -> dict[str, list[dict[str, Any]]]:
    """The verbs as a table's sheet has them: by name, alone, with a noun, or both.

    A verb has nouns of one kind only, so that nobody needs to guess what the noun of an action is.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for verb in verbs:
        ways = found.setdefault(verb.name, [])
        if any(bool(way["noun"]) is bool(verb.noun) for way in ways):
            raise ValueError(f"the verb {verb.name!r} is declared twice {'with' if verb.noun else 'without'} a noun")
        ways.append({"noun": verb.noun, "says": verb.says, "roles": list(verb.roles)})
    return found
