"""What `data/cards.toml` holds, as typed records: both decks of Operational Cards (6.0)."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.mapfile import Record
from meuse.games.blitzkrieg.box.mapfile import Coast, Country, Nation, Side

Moment = Literal["set-up", "air phase", "card phase", "shock"]
Number = Literal[
    "until", "shift", "stacking", "shock", "delay", "radius", "recovery", "reserves", "rail", "anti_aircraft",
    "airstrikes", "entrenchments", "entrench", "units", "turn", "dice", "first_row", "last_row",
]


class Impulse(Record, frozen=True):
    """6.4 A slot that a card grants: to whom, and where the unit has to begin the phase (anywhere if nothing is said).

    `command` is whose command the unit must be in: that of any headquarters, of one that the player names, or none.
    """

    slot: Literal[2, 3]
    nations: tuple[Nation, ...]
    class_: Literal["all", "mechanised", "infantry corps and armies", "one armoured division"] = msgspec.field(
        name="class"
    )
    regions: tuple[Literal["northern-belgium", "netherlands"], ...] = ()
    command: Literal["any", "named", "none"] = "any"
    attack: bool = True


class Hold(Record, frozen=True):
    """A place to be held, by these nations or by any of the side."""

    place: str
    by: tuple[Nation, ...] = ()


class Condition(Record, frozen=True):
    """6.4 What the owner has to show by the end of the last of these turns, and the Shock Points that hang on it:
    places held, or a supplied mechanised unit on a coast."""

    turns: tuple[int, int]
    points: int
    every: tuple[Hold, ...] = ()
    some: tuple[Hold, ...] = ()
    coast: tuple[Coast, ...] = ()
    country: Country | Literal[""] = ""
    own: tuple[Country, ...] = ()


class CardEntry(Record, frozen=True):
    """An Operational Card; the file says how to read it."""

    name: str
    side: Side
    cost: int
    plays: tuple[Moment, ...]
    text: str
    source: str
    historical: bool = False
    plan: bool = False
    free: bool = False
    turns: tuple[int, int] | None = None
    lasts: int = 0
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    for_: tuple[str, ...] = msgspec.field(name="for", default=())
    impulses: tuple[Impulse, ...] = ()
    numbers: dict[Number, int] = {}
    condition: Condition | None = None


class CardsFile(Record, frozen=True):
    cards: dict[str, CardEntry]
