"""What `data/units.toml` holds, as typed records: counters, air units, special forces, ships and command markers."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.games.mansteins_war.box.mapfile import Nation, Side

Command = Literal["HGA", "HGB", "HGC", "PGK", "1AG", "2AG", "3AG", "BL", "NL", "Res"]
UnitType = Literal[
    "infantry", "panzer", "armour", "motorised", "mechanised cavalry", "airborne", "mountain", "cavalry", "fortress",
    "mobile logistics",
]
Size = Literal["XXXX", "[XXXX]", "XXX", "[XXX]", "X", "[X]", "supply"]
Country = Literal["france", "belgium", "netherlands"]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the units file: no field may be unknown."""


class UnitEntry(_Record, frozen=True):
    """A ground unit; `steps` are its attack and defence factors, full strength first."""

    name: str
    designation: str
    title: str
    side: Side
    nation: Nation
    command: Command
    type: UnitType
    size: Size
    steps: tuple[tuple[int, int], ...]
    move: int
    source: dict[str, str]
    leader: str = ""
    mech: bool = False
    turn: int = 0
    arrives_reduced: bool = False
    variant: str = ""
    hex: str = ""


class AirEntry(_Record, frozen=True):
    """2.3 An air unit: its support value at full strength and reduced."""

    name: str
    title: str
    leader: str
    side: Side
    nation: Nation
    value: int
    source: dict[str, str]
    reduced: int = 0
    airlift: bool = False
    turn: int = 0
    variant: str = ""


class ForcesEntry(_Record, frozen=True):
    """2.4 Special forces: `success` is the highest die that succeeds."""

    name: str
    title: str
    side: Side
    nation: Nation
    success: int
    source: dict[str, str]
    variant: str = ""


class NavalEntry(_Record, frozen=True):
    """2.3 Ships off the coast: the columns that they shift."""

    name: str
    title: str
    side: Side
    nation: Nation
    shift: int
    source: dict[str, str]


class MarkerEntry(_Record, frozen=True):
    """2.5 A command marker: what it activates, what it adds to attacks, and when it may be loaded."""

    name: str
    title: str
    side: Side
    kind: Literal["regular", "special"]
    group: Literal["compulsory", "plan", "leader", "evac", "fall-rot", "plan-w", "morale"]
    disposition: Literal["return", "remove", "aside"]
    source: str
    picks: int = 0
    among: tuple[Command, ...] = ()
    corps: int = 0
    corps_of: Literal["german", "french", ""] = ""
    air: int = 0
    all_air: bool = False
    shift: int = 0
    shift_for: Literal["", "activated", "panzergruppe", "maginot", "air"] = ""
    from_turn: int = 1
    no_attacks: bool = False
    gone_with: Country | Literal[""] = ""
    variant: str = ""


class MarkerCounts(_Record, frozen=True):
    """2.6 The other markers in the box."""

    source: str
    turn: int
    railway: int
    refit: int
    reserve: int
    open_city: int
    bridgehead_german: int
    bridgehead_allied: int
    bombed: int
    control: int

    @property
    def total(self) -> int:
        pairs = self.bridgehead_german + self.bridgehead_allied + self.bombed + self.control
        return self.turn + self.railway + self.refit + self.reserve + self.open_city + pairs


class UnitsFile(_Record, frozen=True):
    units: dict[str, UnitEntry]
    air: dict[str, AirEntry]
    special_forces: dict[str, ForcesEntry]
    naval: dict[str, NavalEntry]
    commands: dict[str, MarkerEntry]
    markers: MarkerCounts
