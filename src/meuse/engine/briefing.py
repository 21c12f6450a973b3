"""What a player is told before a match, and by what he sees how far he is: who he is, what wins, how long it takes.

A game's `briefing.toml` has a table for each scenario; the words are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from meuse.engine.contract import BadInput, Option
from meuse.engine.data import Shelf

FILE = "briefing"
HINTS = 3


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side's part: who it is, what wins for it, and three hints."""

    who: str
    wins: str
    hints: tuple[str, ...]


class Briefing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it is told when a match of it opens."""

    takes: str
    """How long it takes at the table."""
    special: tuple[str, ...]
    """What sets it apart from the wargames that a player may know."""
    sides: dict[str, Part]
    ours: bool = False
    """A scenario that the rulebook does not have."""


class Level(msgspec.Struct, frozen=True):
    """What the game would be from so many points on."""

    least: int | None
    """None: anything below the level above."""
    says: str


class Ladder(msgspec.Struct, frozen=True):
    """The levels of victory, from the top, and the number that climbs them."""

    measure: str
    """What the number is called: "German lead"."""
    weights: dict[str, int]
    """By how much each side's points count in it."""
    levels: tuple[Level, ...]


@lru_cache(maxsize=16)
def load_briefings(package: str, scenarios: tuple[str, ...]) -> Mapping[str, Briefing]:
    """The briefings of a game by scenario, each checked; none for a game that has no such file."""
    shelf = Shelf(package)
    if not shelf.has(FILE):
        return {}
    found = shelf.load(FILE, dict[str, Briefing])
    for scenario in scenarios:
        if scenario not in found:
            raise BadInput(f"{FILE}.toml: {scenario}: expected a table for this scenario")
    for scenario, briefing in found.items():
        if scenario not in scenarios:
            raise BadInput(f"{FILE}.toml: {scenario}: expected one of the scenarios {', '.join(scenarios)}")
        for side, part in briefing.sides.items():
            if len(part.hints) != HINTS:
                raise BadInput(f"{FILE}.toml: {scenario}.sides.{side}.hints: expected {HINTS}, got {len(part.hints)}")
    return found


def in_force(switches: Sequence[Option], chosen: Mapping[str, str]) -> list[dict[str, str | bool]]:
    """Every option with its value here, and whether that is the usual one."""
    return [{"title": o.title, "says": o.says, "rule": o.rule, "value": chosen[o.name],
             "usual": chosen[o.name] == o.default} for o in switches]
