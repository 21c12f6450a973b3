"""16.0 Airpower: activation and deployment, air zones, ground support and interdiction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.narration import count
from meuse.games.mansteins_war.box.components import GERMAN, SIDES
from meuse.games.mansteins_war.position import AVAILABLE, DIRTY, DUE, PLACES, UTILIZED, MansteinPosition
from meuse.games.mansteins_war.rules.bombing import CityBombing, refuse_city
from meuse.games.mansteins_war.rules.superiority import AirSuperiority

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def open_segment(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1e-4.1g: deployment, then compulsory air fights, then city bombing."""
    p.push(AirSegment(p.operating), AirSuperiority(p.operating), CityBombing(p.operating))


# --- zones ------------------------------------------------------------------------------------------------------


def zone_of(g: MansteinsWar, p: MansteinPosition, a: int) -> int:
    """16.4: a full-strength unit's hex and those around it, a reduced one's own hex; the airlift has none (26.0a)."""
    hex = p.air_at[a]
    if hex < 0 or g.airlift[a]:
        return 0
    full = p.air_steps[a] == g.air[a].steps
    return g.grid.disc(hex, g.charts.limits.air_zone) if full else 1 << hex


def zones(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """All hexes in air zones of a side."""
    known = p.air_zones[side]
    if known == DIRTY:
        known = 0
        for a in g.air_of[side]:
            known |= zone_of(g, p, a)
        p.air_zones[side] = known
    return known


def interdicted(g: MansteinsWar, p: MansteinPosition) -> int:
    """16.8a: hexes in which German air units hinder the Allies' movement; Allied ones hinder nobody."""
    return zones(g, p, GERMAN)


def supporters(g: MansteinsWar, p: MansteinPosition, side: int, target: int) -> list[int]:
    """16.7a, 16.7c: air units of a side whose zone covers the defenders' hex, the strongest first."""
    found = [a for a in g.air_of[side] if zone_of(g, p, a) >> target & 1]
    return sorted(found, key=lambda a: -g.air_value(p, a))


# --- deployment -------------------------------------------------------------------------------------------------


def ready(g: MansteinsWar, p: MansteinPosition, side: int) -> list[int]:
    """16.0a, 16.1a: air units that may be activated: available or on the map, and not yet activated in this impulse."""
    active, places = p.air_active, p.air_at
    return [a for a in g.air_of[side] if not active >> a & 1 and (places[a] >= 0 or places[a] == AVAILABLE)]


def refuse_flight(g: MansteinsWar, p: MansteinPosition, a: int, side: int, verb: str) -> Refusal | None:
    """16.1a, 16.2a: why an air unit may not be activated so, or None."""
    name, hex = g.air[a].entry.name, p.air_at[a]
    if g.air[a].side != side:
        return Refusal("16.2a", f"{name} belongs to the other side")
    if p.air_active >> a & 1:
        return Refusal("16.1a", f"{name} has been activated in this impulse")
    if hex < 0 and hex != AVAILABLE:
        return Refusal("16.0a", f"{name} is {PLACES[hex]}")
    if verb == "fly":
        return None
    if hex < 0:
        return Refusal("16.1a", f"{name} is not on the map")
    if verb == "stay":
        if g.options["air-in-place"] == "barred":
            return Refusal("16.1a", "an activation brings, moves or withdraws an air unit")
        return refuse_city(g, p, a)
    return None


def in_the_dark(g: MansteinsWar, p: MansteinPosition, side: int) -> bool:
    """28.3a, 6.0f: under a secret schedule the player is asked as long as an air unit of his is still to come: whether
    he is asked must not tell the enemy that one has."""
    return g.on("variable-reinforcements") and any(p.air_at[a] == DUE for a in g.air_of[side])


class AirSegment(Frame, frozen=True):
    """16.1a: each activation brings an air unit, moves it, withdraws it, or keeps it over the city it is to bomb."""

    side: int

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        asked = ready(g, p, self.side) or in_the_dark(g, p, self.side)
        return (SIDES[self.side],) if p.air_left and asked else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        found = ["done"]
        for a in ready(g, p, self.side):
            found.append(g.air_words["fly"][a])
            if p.air_at[a] >= 0:
                found.append(g.air_words["recall"][a])
                if refuse_flight(g, p, a, self.side, "stay") is None:
                    found.append(g.air_words["stay"][a])
        return found

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        a = g.air_by_id[noun]
        if verb == "fly":
            p.push(Flight(a))
            return
        activate(p, a)
        if verb == "recall":
            p.fly(a, UTILIZED)
        p.tell("air recalled" if verb == "recall" else "air stays", "16.1a", air=noun)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb in ("fly", "recall", "stay") and noun in g.air_by_id:
            return refuse_flight(g, p, g.air_by_id[noun], self.side, verb)
        return Refusal("16.1a", "activate an air unit, or be done")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Fly or recall up to {count(p.air_left, 'air unit')}, or be done.", "16.1a"


def activate(p: MansteinPosition, a: int) -> None:
    p.air_active |= 1 << a
    p.air_left -= 1


class Flight(Frame, frozen=True):
    """16.1b: where an air unit goes: anywhere but over neutrals, one friendly air unit a hex (16.3a)."""

    air: int

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[g.air[self.air].side],)

    def closed(self, g: MansteinsWar, p: MansteinPosition) -> set[int]:
        """16.3a, 26.0b: hexes of its own kind; to the airlift also those of enemy air units (26.0a)."""
        side, lift = g.air[self.air].side, g.airlift[self.air]
        return {
            hex for a, hex in enumerate(p.air_at)
            if hex >= 0 and (lift if g.air[a].side != side else g.airlift[a] == lift)
        }

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        found = g.flights.copy()
        for n in sorted([g.flight_place[hex] for hex in self.closed(g, p)], reverse=True):
            del found[n]
        return found

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        activate(p, self.air)
        p.fly(self.air, g.grid.bit[noun])
        p.tell("flight", "16.1a", air=g.air[self.air].id, hex=noun)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        name = g.air[self.air].entry.name
        if verb != "over" or noun not in g.grid.bit:
            return Refusal("16.1a", f"choose where {name} flies")
        if not g.board.flyable >> g.grid.bit[noun] & 1:
            return Refusal("16.1b", "Switzerland is closed to air units")
        if g.neutral >> g.grid.bit[noun] & 1:
            return Refusal("28.1e", "the Netherlands are out of the war")
        if g.airlift[self.air]:
            return Refusal("26.0a", f"{noun} holds an enemy air unit, or the airlift is there already")
        return Refusal("16.3a", f"{noun} holds an air unit of the same side")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Choose the hex that {g.air[self.air].entry.name} flies to.", "16.1b"
