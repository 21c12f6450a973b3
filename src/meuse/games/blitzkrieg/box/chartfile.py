"""What `data/charts.toml` holds, as typed records."""

from __future__ import annotations

from typing import Literal

from meuse.engine.mapfile import Record
from meuse.games.blitzkrieg.box.mapfile import Country, Nation, Side
from meuse.games.blitzkrieg.box.unitfile import AirType

ResultCode = Literal[
    "NE", "AR1", "A1", "A1R", "A2", "A2R", "AP", "X1", "X2", "X1R", "X2R", "X12R", "DR1", "DR2", "D1R1", "D1R2",
    "D2R1", "DP3", "RT4", "DE",
]
Table = Literal["probe", "assault", "combined_arms"]
GroundCode = Literal["-", "T", "F", "FT", "2F"]
Terrain = Literal["clear", "broken", "rough", "mountain"]
Feature = Literal["town", "city", "capital", "fort", "flooded", "entrenched", "river"]
ALL = -1
"""In the toll of a result: every unit of that side in the combat."""


class CrtFile(Record, frozen=True):
    """The three land tables: columns by their lowest percentage, results by die."""

    source: str
    columns: tuple[int, ...]
    probe: dict[int, tuple[ResultCode, ...]]
    assault: dict[int, tuple[ResultCode, ...]]
    combined_arms: dict[int, tuple[ResultCode, ...]]


class Toll(Record, frozen=True):
    """What a result costs one side: eliminations, fatigues, then hexes of retreat; -1 is all."""

    eliminate: int = 0
    fatigue: int = 0
    retreat: int = 0


class Result(Record, frozen=True):
    """A combat result: `pursuit` is the attacker's, `advance` the defender's."""

    title: str
    source: str
    attacker: Toll = Toll()
    defender: Toll = Toll()
    pursuit: int = 0
    mech_pursuit: int = 0
    advance: int = 0


class AirSuperiorityFile(Record, frozen=True):
    source: str
    upper: tuple[int, ...]
    rows: dict[int, tuple[str, ...]]


class GroundAttackFile(Record, frozen=True):
    source: str
    upper: tuple[int, ...]
    feature: tuple[int, ...]
    units: dict[int, tuple[GroundCode, ...]]


class Effect(Record, frozen=True):
    """A line of the Terrain Effects Chart: costs to enter or cross, columns against land and air attack."""

    source: str
    foot: int = 0
    mech: int = 0
    land: int = 0
    reduced: int = 0
    air: int = 0
    zoc: bool = True
    jam: bool = False


class Recovery(Record, frozen=True):
    """17.2 The least die that succeeds, and what is added to it."""

    land: int
    airstrike: int
    damage: int
    city_terror: int
    unit_terror: int
    source: str
    nations: dict[Nation, tuple[int, ...]]
    modifiers: dict[Literal["british_air", "enemy_zoc", "own_hq_in_hex", "terror", "paralysis"], int]


class Scatter(Record, frozen=True):
    on_target: int
    fatigued: int
    source: str
    modifiers: dict[Literal["special_operations_unit", "enemy_in_hex", "rough_or_mountain"], int]


class SpecialOperations(Record, frozen=True):
    airfield_seizure: int
    fortress_coup: int
    source: str
    modifiers: dict[
        Literal["turn_1", "special_operations_unit", "target_terrorised", "effective_corps_in_hex", "repeated"], int
    ]


class ShockEvents(Record, frozen=True):
    """7.1 Points for events."""

    source: str
    hq: int
    corps: int
    mech_division: int
    division: int
    brigade_or_regiment: int
    battalion: int
    air_base: int
    airstrike: int
    capital_taken: int
    city_taken: int
    source_or_port: int
    fort_destroyed: int
    city_retaken: int
    capital_retaken: int
    city_terrorised: int
    capital_terrorised: int
    airfield_seized: int
    fortress_coup: int
    first_landing: int
    partner_collapses: int
    france_collapses: int
    open_capital: int
    open_city: int
    flooding: int


class GermanShock(Record, frozen=True):
    """What German units cost where it differs."""

    hq: int
    corps: int
    mech_division: int
    division: int


class ShockColumn(Record, frozen=True):
    """7.2 The highest number of each effect; above them is Collapse, save for a country that stands."""

    countries: tuple[Country, ...]
    none: int
    paralysis: int
    crisis: int
    stands: tuple[Country, ...] = ()


class ShockEffects(Record, frozen=True):
    step: int
    source: str
    small: ShockColumn
    great: ShockColumn


class Paralysis(Record, frozen=True):
    impulses: int
    rail: int
    support: bool
    tables: tuple[Table, ...]
    source: str


class Shock(Record, frozen=True):
    events: ShockEvents
    german: GermanShock
    thresholds: dict[Country, int]
    effects: ShockEffects
    paralysis: Paralysis


class Italy(Record, frozen=True):
    index: tuple[int, ...]
    corps_leaves: int
    source: str


class AntiAircraft(Record, frozen=True):
    axis: int
    allied: int
    after_french_collapse: int
    source: str


class Mission(Record, frozen=True):
    """24.2 A box of the air display and who may be put into it."""

    title: str
    active: bool
    source: str
    types: tuple[AirType, ...] = ()
    offensive: bool = False
    close_support: bool = False
    recon: bool = False
    bombardment: int = 0
    over_hex: int = 0
    card: str = ""
    not_for: tuple[Nation, ...] = ()
    fatigued_only: bool = False


class Rail(Record, frozen=True):
    germany: int
    france: int
    belgium: int
    netherlands: int
    britain: int
    british_in_france: int
    source: str


class Stacking(Record, frozen=True):
    limit: int
    corps: int
    division: int
    headquarters: int
    air_base: int
    brigade: int
    regiment: int
    battalion: int
    source: str


class Limits(Record, frozen=True):
    """Single numbers of the rules; the chart gives the rule of each beside it."""

    impulses: int
    zoc_exit: int
    airstrikes_over_hex: int
    airstrikes_with_card: int
    division_transports: int
    battalions_a_transport: int
    recon_radius: int
    lift_divisions: int
    emergency_lift: int
    entrench: int
    flood: int
    index: int
    source: str


class Reserves(Record, frozen=True):
    corps: int
    corps_in_june: int
    division: int
    june: int
    source: str


class Points(Record, frozen=True):
    """3.1 Victory points of one side."""

    collapses: dict[Country, int]
    capital: int
    city: int
    source: str
    german_city: int = 0


class Levels(Record, frozen=True):
    """3.2 The margins that earn each level; `par` is the lead of the Axis from which they are counted."""

    draw: int
    marginal: int
    operational: int
    strategic: int
    source: str
    par: int = 0


class Victory(Record, frozen=True):
    axis: Points
    allied: Points
    levels: Levels


class Campaign(Record, frozen=True):
    turns: tuple[str, ...]
    allowance: dict[Side, int]
    first_to_set_up: Side
    recommended: tuple[str, ...]
    source: str


class Scenario(Record, frozen=True):
    """What a scenario plays: with which cards and set-up, and how long. How it opens is a situation file."""

    cards: Literal["historical", "free"]
    deployment: Literal["historical", "free"]
    last_turn: int
    source: str
    levels: Levels | None = None
    """3.2 Where they are not those of the campaign."""
    thresholds: dict[Country, int] = {}
    """7.2a Where they are not those of the campaign."""


class ChartsFile(Record, frozen=True):
    crt: CrtFile
    results: dict[ResultCode, Result]
    air_superiority: AirSuperiorityFile
    ground_attack: GroundAttackFile
    terrain: dict[Terrain, Effect]
    features: dict[Feature, Effect]
    recovery: Recovery
    scatter: Scatter
    special_operations: SpecialOperations
    shock: Shock
    italy: Italy
    anti_aircraft: AntiAircraft
    missions: dict[str, Mission]
    rail: Rail
    stacking: Stacking
    limits: Limits
    reserves: Reserves
    victory: Victory
    campaign: Campaign
    scenarios: dict[str, Scenario]
