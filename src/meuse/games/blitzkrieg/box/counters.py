"""2.3 Counters: land units, airstrikes, ships and cards as the rules ask for them, made from the data files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

import msgspec

from meuse.games.blitzkrieg.box.board import COUNTRY_OF, SIDES
from meuse.games.blitzkrieg.box.cardfile import CardEntry
from meuse.games.blitzkrieg.box.chartfile import Mission, Stacking
from meuse.games.blitzkrieg.box.mapfile import Country, Nation
from meuse.games.blitzkrieg.box.unitfile import AirEntry, Arrival, DeceptionEntry, Face, NavalEntry, UnitEntry

MECHANISED = frozenset(
    ("mechanised headquarters", "armour", "armoured infantry", "armoured cavalry", "motorised", "assault gun",
     "anti-tank gun")
)
"""2.3.3a; mechanised deception units besides."""
ARMOUR = frozenset(("armour", "armoured infantry", "armoured cavalry"))
"""15.11a What lends armour support."""
HEADQUARTERS = ("headquarters", "mechanised headquarters")
SPECIAL = frozenset(("special operations infantry", "special operations airborne"))


class Counter(msgspec.Struct, frozen=True):
    """A land unit, numbered in the order of `units.toml`, deception units last.

    Factors come in pairs, Combat Effective and Fatigued: `attack[fatigued]`.
    """

    index: int
    id: str
    name: str
    """As it is spoken of; what is printed on the counter is `entry.name`."""
    entry: UnitEntry
    side: int
    nation: Nation
    country: Country
    """Whose sources and headquarters it uses; its Shock is `shock`'s."""
    shock: Country
    """7.4a Whose index pays for it."""
    hq: bool
    air_base: bool
    fortress: bool
    deception: bool
    mech: bool
    special: bool
    corps: bool
    """A combat unit of corps size."""
    armour: bool
    """15.11a A brigade or division that lends armour support."""
    points: int
    """13.1 Divisional equivalents."""
    attack: tuple[int, int]
    defence: tuple[int, int]
    move: tuple[int, int]
    support: tuple[int, int]
    radius: tuple[int, int]
    command: tuple[int, int]
    zone: bool
    """14.1.1 Exerts a zone of control while Combat Effective."""

def stacking_points(entry: UnitEntry, chart: Stacking) -> int:
    """13.1 What a unit counts against the limit of its hex."""
    if entry.type in HEADQUARTERS:
        return chart.headquarters
    if entry.type == "air base":
        return chart.air_base
    sizes = {
        "army": chart.corps, "corps": chart.corps, "division": chart.division, "brigade": chart.brigade,
        "regiment": chart.regiment, "battalion": chart.battalion,
    }
    return sizes[entry.size]


def exerts_zone(entry: UnitEntry) -> bool:
    """14.1.1 Divisions and larger with an attack, headquarters with support; deception units seem divisions."""
    if entry.type in HEADQUARTERS:
        return entry.front.support > 0
    large = entry.size in ("army", "corps", "division")
    return large and (entry.front.attack > 0 or entry.type == "deception")


BARE = re.compile(r"[IVXL]+|\d+( Army)?")
"""A number that says little without the size of the unit."""
WORDS = {"corps": " Corps", "division": " Division", "brigade": " Brigade", "regiment": " Regiment"}


def spoken(entry: UnitEntry, shared: Collection[str]) -> str:
    """A unit's name in a sentence: with its size where it is a bare number, with its nation where others have it."""
    bare = BARE.fullmatch(entry.name)
    named = f"{entry.name}{WORDS.get(entry.size, '')}" if bare else entry.name
    return f"{entry.nation.capitalize()} {named}" if bare or entry.name in shared else named


def make_counter(index: int, id: str, name: str, entry: UnitEntry, mech: bool, chart: Stacking) -> Counter:
    front, back = entry.front, entry.back
    country = COUNTRY_OF[entry.nation]
    hq = entry.type in HEADQUARTERS
    return Counter(
        index=index,
        id=id,
        name=name,
        entry=entry,
        side=SIDES.index(entry.side),
        nation=entry.nation,
        country=country,
        shock="britain" if entry.nation in ("polish", "czech") else country,
        hq=hq,
        air_base=entry.type == "air base",
        fortress=entry.type == "fortress garrison",
        deception=entry.type == "deception",
        mech=mech,
        special=entry.type in SPECIAL,
        corps=entry.size == "corps" and not hq and entry.type != "air base",
        armour=entry.type in ARMOUR and entry.size in ("brigade", "division"),
        points=stacking_points(entry, chart),
        attack=(front.attack, back.attack),
        defence=(front.defence, back.defence),
        move=(front.move, back.move),
        support=(front.support, back.support),
        radius=(front.radius, back.radius),
        command=(front.command, back.command),
        zone=exerts_zone(entry),
    )


def deception_unit(entry: DeceptionEntry) -> UnitEntry:
    """19.2.2 A division of its class without strengths."""
    face = Face(move=entry.move)
    return UnitEntry(
        name="Deception", title="Deception", side=entry.side, nation=entry.nation, type="deception", size="division",
        front=face, back=face, source={"identity": entry.source},
    )


class Airstrike(msgspec.Struct, frozen=True):
    """2.3.6 One airstrike counter; values come in pairs, Combat Effective and Fatigued."""

    index: int
    id: str
    entry: AirEntry
    side: int
    nation: str
    country: Country
    offensive: bool
    air: tuple[int, int]
    bombardment: tuple[int, int]
    range: int
    turn: int
    """Of arrival: 1 at the start, 0 by a card alone."""
    card: str
    missions: tuple[str, ...]
    """24.2b The boxes that it may be put into, in the order of the chart."""


class Ship(msgspec.Struct, frozen=True):
    """2.3.7 A gunfire or amphibious unit."""

    index: int
    id: str
    entry: NavalEntry
    turn: int
    card: str


class Card(msgspec.Struct, frozen=True):
    """6.0 An Operational Card."""

    index: int
    id: str
    entry: CardEntry
    side: int


def may_fly(entry: AirEntry, mission: Mission) -> bool:
    """24.2b Whether a kind of airstrike may ever be given a mission."""
    if entry.nation in mission.not_for:
        return False
    if mission.offensive:
        return entry.fights == "offensive"
    if mission.close_support:
        return entry.close_support
    if mission.recon and entry.recon:
        return True
    return (not mission.types or entry.type in mission.types) and entry.front.bombardment >= mission.bombardment


def one_by_one(id: str, arrivals: Iterable[Arrival]) -> Iterator[tuple[str, Arrival]]:
    """Counters of a kind, numbered on through all its arrivals."""
    number = 0
    for arrival in arrivals:
        for _ in range(arrival.count):
            number += 1
            yield f"{id}-{number}", arrival
