"""12.4 Railroad movement: from city to city of one's own country, in the first movement phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES, SIDES
from meuse.games.blitzkrieg.box.mapfile import Country
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import interdiction, stacking
from meuse.games.blitzkrieg.rules.cards import number
from meuse.games.blitzkrieg.rules.islands import islands
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

RAIL_PRIORITY = "A22"


def network(g: Blitzkrieg, p: BlitzPosition, u: int) -> Country | None:
    """12.4b, 12.4.2e: the country in which a unit may go by rail where it stands; British units in France as well."""
    c, here = g.counters[u], g.board.country[p.at[u]]
    if here == c.country:
        return c.country
    return "france" if c.nation == "british" and here == "france" else None


def halted(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """2.3.9d: whether a unit's own country is paralysed, wherever it would ride."""
    return bool(g.armies[p.paralysed] >> u & 1)


def capacity(g: Blitzkrieg, p: BlitzPosition, country: Country) -> int:
    """12.4.2: rail moves left to a country this turn; none when it is paralysed (2.3.9d) or has collapsed (7.3c)."""
    n = COUNTRIES.index(country)
    if (p.paralysed | p.collapsed) >> n & 1:
        return 0
    more = number(g, p, RAIL_PRIORITY, "rail") if country == "france" else 0
    return g.rail_moves[country] + more - p.railed[n]


def lines(g: Blitzkrieg, p: BlitzPosition, side: int, country: Country) -> int:
    """12.4.1a, 33.2a: the hexes of a country in which trains run for a side: without enemies, their zones and open
    cities."""
    enemy = 1 - side
    return g.board.countries[country] & ~(p.occupied[enemy] | zone(g, p, enemy) | p.open_cities)


def track_for(g: Blitzkrieg, p: BlitzPosition, u: int, country: Country) -> int:
    """12.4.1, 13.1.2a: where a unit may ride in a country: it neither stops in full rough hexes nor gets by."""
    track = lines(g, p, g.side[u], country)
    return track & ~stacking.jammed(g, p, u, track)


def route(g: Blitzkrieg, p: BlitzPosition, u: int, country: Country, to: int) -> tuple[int, ...]:
    """A shortest way by rail, hex by hex, the start left out."""
    track, ring = track_for(g, p, u, country), g.one[to]
    rings = [ring]
    while not ring >> p.at[u] & 1:
        ring = g.board.spread(ring) & track & ~sum(rings)
        rings.append(ring)
    found = [p.at[u]]
    for ring in reversed(rings[:-1]):
        found.append(next(bits(g.board.touch[found[-1]] & ring)))
    return tuple(found[1:])


def destinations(g: Blitzkrieg, p: BlitzPosition, u: int, country: Country) -> int:
    """12.4.1: cities joined to the unit's own by hexes of the country without enemies and their zones."""
    start, track = g.one[p.at[u]], track_for(g, p, u, country)
    return islands(g, track).joined(start) & stations(p, g.board.cities) & ~start


def stations(p: BlitzPosition, cities: int) -> int:
    """12.4.1: those of the cities where trains stop: none terrorised or damaged; to open ones no line leads."""
    return cities & ~(p.terror | p.damaged)


def departures(g: Blitzkrieg, p: BlitzPosition, track: int) -> int:
    """12.4.1: the cities from which trains run to another."""
    return islands(g, track).in_company(stations(p, g.board.cities & track))


def against(g: Blitzkrieg, p: BlitzPosition, u: int) -> Refusal | None:
    """What speaks against a unit's going by rail now."""
    c = g.counters[u]
    country = network(g, p, u)
    if p.impulse != 1:
        return Refusal("12.4a", "trains run in the first movement phase only")
    if country is None or not g.mobile >> u & 1:
        return Refusal("12.4b", f"{c.name} goes by rail in its own country only, if it moves at all")
    if halted(g, p, u):
        return Refusal("2.3.9d", f"{c.shock.capitalize()} is paralysed")
    if capacity(g, p, country) <= 0:
        return against_country(p, country)
    if country != c.country and p.guests >= g.charts.rail.british_in_france:
        return Refusal("12.4.2e", "one British unit a turn may go by rail in France")
    here = against_station(g, p, p.at[u])
    if here:
        return here
    if not destinations(g, p, u, country):
        return Refusal("12.4.1a", f"no city can be reached by rail from where {c.name} stands")
    return None


def against_country(p: BlitzPosition, country: Country) -> Refusal:
    """Why the railways of a country carry nobody."""
    n, name = COUNTRIES.index(country), country.capitalize()
    if p.collapsed >> n & 1:
        return Refusal("7.3c", f"{name} has collapsed")
    if p.paralysed >> n & 1:
        return Refusal("2.3.9d", f"{name} is paralysed")
    return Refusal("12.4.2a", f"the railways of {name} carry no more this turn")


def against_station(g: Blitzkrieg, p: BlitzPosition, hex: int) -> Refusal | None:
    """Why trains neither start nor end in a hex, whatever lies between."""
    if not g.board.cities >> hex & 1:
        return Refusal("12.4b", f"{g.hex_name(hex)} is no city")
    if (p.terror | p.damaged) >> hex & 1:
        return Refusal("12.4.1b", f"{g.hex_name(hex)} bears a Terror or Damaged marker")
    if p.open_cities >> hex & 1:
        return Refusal("33.2a", f"{g.hex_name(hex)} is an open city")
    return None


def riders(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """Units that may go by rail now: in cities of their own country where trains run, British guests in France as long
    as one may go there (12.4.2e)."""
    if p.impulse != 1:
        return []
    ready, found = p.eligible & ~p.moved & g.mobile & ~g.armies[p.paralysed], []
    for country, locals in g.passengers.items():
        guests = country == "france" and p.guests < g.charts.rail.british_in_france
        waiting = ready & (locals | g.british if guests else locals)
        if not waiting or capacity(g, p, country) <= 0:
            continue
        here = stations(p, g.board.cities & g.board.countries[country] & p.occupied[p.active])
        there = [u for hex in bits(here) for u in p.stacks[hex] if waiting >> u & 1]
        if there:
            gates = Gates(g, p, country)
            found += [u for u in there if gates.open_to(u)]
    return found


class Gates:
    """Where trains of a country leave for another city: the same for all units of a size, since full rough hexes let
    none of them by (13.1.2a); only who stands in such a hex is asked for himself."""

    def __init__(self, g: Blitzkrieg, p: BlitzPosition, country: Country) -> None:
        self.g, self.p, self.country, self.track = g, p, country, lines(g, p, p.active, country)
        rough = self.track & g.board.jam & p.occupied[p.active]
        self.loads = [(hex, stacking.load(g, p, p.active, hex)) for hex in bits(rough)]
        self.cities: dict[int, int] = {}

    def open_to(self, u: int) -> bool:
        g, p, size = self.g, self.p, self.g.points[u]
        if g.board.jam >> p.at[u] & 1:
            return destinations(g, p, u, self.country) != 0
        if size not in self.cities:
            full = sum([g.one[hex] for hex, n in self.loads if n + size > stacking.limit(g, p, p.active, hex)])
            self.cities[size] = departures(g, p, self.track & ~full)
        return bool(self.cities[size] >> p.at[u] & 1)


class Riding(Frame, frozen=True):
    """12.4b, 12.4c: where a unit rides to; that is its whole movement of the turn."""

    unit: int

    def country(self, g: Blitzkrieg, p: BlitzPosition) -> Country:
        return network(g, p, self.unit) or g.counters[self.unit].country

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        ride = g.hex_words["ride"]
        return [ride[hex] for hex in bits(destinations(g, p, self.unit, self.country(g, p)))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        u, country = self.unit, self.country(g, p)
        n = COUNTRIES.index(country)
        p.railed = (*p.railed[:n], p.railed[n] + 1, *p.railed[n + 1:])
        p.guests += country != g.counters[u].country
        p.rode |= 1 << u
        to = g.grid.bit[noun]
        watched = interdiction.ready(g, p)
        p.swap(interdiction.Train(u, p.at[u], route(g, p, u, country, to) if watched else (to,)))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "ride" or noun not in g.grid.bit:
            return Refusal("12.4b", "a city of the country has to be named")
        hex, country = g.grid.bit[noun], self.country(g, p)
        if g.board.country[hex] != country or hex == p.at[self.unit]:
            return Refusal("12.4b", f"{noun} is no other city of {country.capitalize()}")
        station = against_station(g, p, hex)
        if station:
            return station
        if stacking.jammed(g, p, self.unit, g.one[hex]):
            return Refusal("13.1.2a", f"{noun} is full, and in such terrain nobody gets by")
        return Refusal("12.4.1a", f"enemies or their zones of control bar the way to {noun}")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Where does the unit ride to?", "12.4b"
