"""21.0 What a scenario file holds: where units may be set up, and where they stood in history."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.games.mansteins_war.box.mapfile import Nation, Side
from meuse.games.mansteins_war.box.unitfile import Command


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where some units of a side may be set up; the file says how to read it."""

    side: Side
    nation: Nation
    class_: Literal["logistics", "static", "mobile"] = msgspec.field(name="class")
    country: Literal["germany", "france", "belgium", "netherlands"]
    source: str
    commands: tuple[Command, ...] = ()
    within: int = 0
    of: str = ""
    where: Literal["", "fort", "own hex"] = ""


class Deployment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: the areas in the order of placing, and the historical deployment by unit and hex."""

    game: str
    scenario: str
    turn: int
    phase: str
    areas: tuple[Area, ...]
    units: dict[str, str]

    def area_of(self, nation: str, command: str, class_: str) -> Area:
        """The area of a unit: the first that names its nation, its command and its class."""
        return next(
            a for a in self.areas
            if a.nation == nation and a.class_ == class_ and (not a.commands or command in a.commands)
        )
