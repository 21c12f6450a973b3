"""What `data/charts.toml` holds, as typed records."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.games.mansteins_war.box.mapfile import Nation, Side
from meuse.games.mansteins_war.box.unitfile import Country

ResultCode = Literal["AA", "AD", "AP", "AZ", "CA", "DA", "DD", "DP", "DW", "DZ", "MA", "OR", "ST"]
AirCode = Literal["AL1", "BL1", "DL1"]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the charts file: no field may be unknown."""


class CrtFile(_Record, frozen=True):
    """Both Combat Results Tables: columns by their lowest percentage, results by die."""

    source: str
    columns: tuple[int, ...]
    assault: dict[int, tuple[ResultCode, ...]]
    mobile: dict[int, tuple[ResultCode, ...]]


class Toll(_Record, frozen=True):
    """What a result costs one side: steps, then hexes of retreat for the survivors."""

    steps: int = 0
    retreat: int = 0


class Result(_Record, frozen=True):
    """22.1 A combat result; `fort` is what counts instead against an intact fort, "-" for no effect."""

    title: str
    source: str
    attacker: Toll = Toll()
    defender: Toll = Toll()
    first: Literal["attacker", "defender"] = "defender"
    pursuit: Literal["no", "cleared", "yes"] = "no"
    counterattack: bool = False
    overrun: bool = False
    fort: ResultCode | Literal["-", ""] = ""


class AirTableFile(_Record, frozen=True):
    source: str
    columns: tuple[int, ...]
    rows: dict[int, tuple[AirCode, ...]]


class TerrainEffect(_Record, frozen=True):
    """Movement factors to enter, columns to the left for the defender, and whether armies may enter at all."""

    mech: int
    other: int
    shift: int
    source: str
    army: bool = True


class Price(_Record, frozen=True):
    mech: int
    other: int


class FortEffect(_Record, frozen=True):
    minor: Price
    major: Price
    shift: int
    source: str


class Limits(_Record, frozen=True):
    """Single numbers of the rules; the chart gives the rule of each beside it."""

    specials_a_turn: int
    sudden_death_depots: int
    naval_shift: int
    counterattack_shift: int
    mountain_shift: int
    landing_range: int
    air_zone: int
    city_strength: int
    interdiction: int
    french_units_by_port: int
    plan_w_places: int
    west_exit_cost: int
    source: str


class StackingLimit(_Record, frozen=True):
    with_army: int
    corps: int
    rough: int
    rough_after_manstein: int
    source: str


class Rail(_Record, frozen=True):
    """9.1 Capacity a segment and what a unit takes of it, in thirds of an army equivalent."""

    german: int
    allied: int
    army: int
    corps: int
    source: str


class PursuitLimit(_Record, frozen=True):
    german_mech: int
    other: int
    overrun: int
    unsupported: int
    source: str


class Income(_Record, frozen=True):
    """Refit points at the start and by turn; `needs` is the place without which none are granted (14.2)."""

    start: int
    income: tuple[int, ...]
    source: str
    needs: str = ""


class RefitFile(_Record, frozen=True):
    track: int
    step: int
    step_in_zoc: int
    logistics: int
    air: int
    source: str
    nations: dict[Nation, Income]


class Points(_Record, frozen=True):
    """3.4, 3.5 Victory points of one side."""

    places: dict[str, int]
    depot: int
    channel_port: int
    fort: int
    mech_corps: int
    mech_other: int
    army: int
    air: int
    extension: int
    source: str


class Level(_Record, frozen=True):
    """3.6 A level of victory and the least German balance that earns it; no winner in a draw."""

    least: int
    winner: Side | Literal[""]
    level: str
    source: str


class Scenario(_Record, frozen=True):
    """21.0a, 3.4g, 3.6: how long a scenario lasts, its levels from the top, and options without effect in it."""

    last_turn: int
    extended_turn: int
    levels: tuple[Level, ...]
    source: str
    barred: tuple[str, ...] = ()


class Terms(_Record, frozen=True):
    """3.8 What makes a country surrender."""

    nation: Nation
    source: str
    all_depots: bool = False
    places: tuple[str, ...] = ()


class MoralePlaces(_Record, frozen=True):
    german_places: tuple[str, ...]
    source: str


class OpenCities(_Record, frozen=True):
    places: tuple[str, ...]
    source: str


class Variant(_Record, frozen=True):
    """28.1, 28.2 A scenario variant and its price."""

    title: str
    chosen_by: Side
    points_to: Side
    points: int
    source: str
    at_start: tuple[str, ...] = ()
    air_for_army_groups: int = 0
    needs: str = ""


class ChartsFile(_Record, frozen=True):
    crt: CrtFile
    results: dict[ResultCode, Result]
    air_warfare: AirTableFile
    terrain: dict[Literal["clear", "forest", "rough", "town", "city"], TerrainEffect]
    river: TerrainEffect
    forts: FortEffect
    limits: Limits
    stacking: dict[Side, StackingLimit]
    rail: Rail
    pursuit: PursuitLimit
    refit: RefitFile
    victory: dict[Side, Points]
    scenarios: dict[str, Scenario]
    capitulation: dict[Country, Terms]
    morale: MoralePlaces
    open_cities: OpenCities
    variants: dict[str, Variant]
