"""What `data/units.toml` holds, as typed records: land units, airstrikes, ships and deception units."""

from __future__ import annotations

from typing import Literal

from meuse.engine.mapfile import Record
from meuse.games.blitzkrieg.box.mapfile import Nation, Side

UnitType = Literal[
    "headquarters", "mechanised headquarters", "armour", "armoured infantry", "armoured cavalry", "motorised",
    "assault gun", "anti-tank gun", "infantry", "second-line infantry", "marine", "airborne", "airlanding", "mountain",
    "cavalry", "special operations infantry", "special operations airborne", "fortress garrison", "fortress assault",
    "air base", "deception",
]
Size = Literal["army", "corps", "division", "brigade", "regiment", "battalion"]
AirType = Literal["fighter", "bomber", "attack", "transport", "reconnaissance", "mixed"]


class Face(Record, frozen=True):
    """One side of a land unit's counter. Headquarters have support and radius, air bases their air command."""

    move: int
    attack: int = 0
    defence: int = 0
    support: int = 0
    radius: int = 0
    command: int = 0


class UnitEntry(Record, frozen=True):
    """A land unit: Combat Effective on its front, Fatigued on its back (2.3.2)."""

    name: str
    title: str
    side: Side
    nation: Nation
    type: UnitType
    size: Size
    front: Face
    back: Face
    source: dict[str, str]
    leader: str = ""
    highlighted: bool = False
    turn: int = 1
    card: str = ""
    replaces: str = ""
    reserve: bool = False
    fatigued: bool = False
    lent: Nation | Literal[""] = ""


class AirFace(Record, frozen=True):
    """One side of an airstrike: air superiority, bombardment and range in hexes."""

    air: int
    bombardment: int
    range: int


class Arrival(Record, frozen=True):
    """So many counters that come on a turn (1 at the start) or by a card."""

    count: int
    turn: int = 0
    card: str = ""


class AirEntry(Record, frozen=True):
    """2.3.6 A kind of airstrike, and how its counters arrive."""

    name: str
    title: str
    side: Side
    nation: Nation
    type: AirType
    fights: Literal["offensive", "defensive"]
    front: AirFace
    back: AirFace
    arrivals: tuple[Arrival, ...]
    source: dict[str, str]
    close_support: bool = False
    recon: bool = False


class NavalEntry(Record, frozen=True):
    """2.3.7 Ships: gunfire or sea lift."""

    name: str
    nation: Nation
    kind: Literal["gunfire", "amphibious"]
    arrivals: tuple[Arrival, ...]
    source: str


class DeceptionEntry(Record, frozen=True):
    """19.2 Deception units of one side and class."""

    side: Side
    nation: Nation
    mechanised: bool
    move: int
    count: int
    source: str


class UnitsFile(Record, frozen=True):
    units: dict[str, UnitEntry]
    airstrikes: dict[str, AirEntry]
    naval: dict[str, NavalEntry]
    deception: dict[str, DeceptionEntry]
