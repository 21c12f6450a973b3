"""18.0 Supply of land units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import ports
from meuse.games.blitzkrieg.rules.command import commanded, ground, servers
from meuse.games.blitzkrieg.rules.islands import Islands, islands
from meuse.games.blitzkrieg.rules.zoc import at_war, zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def sources(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """18.2: the working sources of a unit's country to which lines may be traced."""
    return working(g, p, u) & ground(g, p, g.side[u])


def working(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """18.2: the working sources of a unit's country, for British units the ports in Allied hands as well; Poles and
    Czechs, who weigh on Britain's index, are fed by it when France has gone."""
    c = g.counters[u]
    country = c.shock if p.collapsed >> COUNTRIES.index("france") & 1 else c.country
    found = 0 if p.collapsed >> COUNTRIES.index(country) & 1 else g.board.sources[country]
    if country == "britain":
        found |= british_ports(g, p)
    return found & ~(p.damaged | p.terror | p.open_cities)


def british_ports(g: Blitzkrieg, p: BlitzPosition) -> int:
    """18.2b: working ports with an Allied unit in them or in Britain."""
    return ports.working(g, p, p.occupied[ALLIED] | g.board.countries["britain"])


class Lines:
    """18.1: the lines of supply of one moment, each worked out once: by nation its sources, the hexes that they reach,
    and those within the radius of its headquarters that are in supply."""

    def __init__(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        self.g, self.p = g, p
        self._working: dict[str, int] = {}
        self._reached: dict[str, int] = {}
        self._nets: dict[str, int] = {}
        self._pantries: dict[tuple[str, str], int] = {}
        self._ground: dict[int, tuple[int, Islands]] = {}

    def working(self, u: int) -> int:
        nation = self.g.counters[u].nation
        if nation not in self._working:
            self._working[nation] = working(self.g, self.p, u)
        return self._working[nation]

    def ground(self, side: int) -> tuple[int, Islands]:
        """11.2.1a: the land that lines may use, and its pieces without enemy zones."""
        if side not in self._ground:
            usable = ground(self.g, self.p, side)
            self._ground[side] = usable, islands(self.g, usable & ~zone(self.g, self.p, 1 - side))
        return self._ground[side]

    def reached(self, side: int, start: int) -> int:
        """18.1.1a: hexes from which a line of any length leads to the sources in `start`; it may begin and end in an
        enemy zone and not pass through one."""
        spread, (usable, free) = self.g.board.spread, self.ground(side)
        if start not in free.around:
            inner = free.joined(spread(start)) | start
            free.around[start] = inner | spread(inner)
        return free.around[start] & usable

    def reaches(self, u: int) -> bool:
        """18.1.2a: headquarters and air bases trace straight to a source."""
        c = self.g.counters[u]
        if c.nation not in self._reached:
            self._reached[c.nation] = self.reached(c.side, self.working(u) & self.ground(c.side)[0])
        return bool(self._reached[c.nation] >> self.p.at[u] & 1)

    def net(self, nation: str) -> int:
        """Hexes within the radius of a nation's headquarters that are in supply."""
        if nation not in self._nets:
            g, p = self.g, self.p
            there = [h for h in g.headquarters_of.get(nation, ()) if p.at[h] >= 0]
            found = 0
            for h in there:
                if self.reaches(h):
                    found |= commanded(g, p, h)
            self._nets[nation] = found
        return self._nets[nation]

    def at_source(self, u: int) -> bool:
        """18.3a: whether a unit stands at a working source, even with enemies come down on it."""
        return bool(self.working(u) >> self.p.at[u] & 1)

    def by_itself(self, u: int) -> bool:
        """18.3: whether a unit needs neither headquarters nor source: in its own fort, special, neutral (4.3e), in a
        ship off an enemy coast, which its port of origin feeds (22.5a), or supplied by air (31.2.1a)."""
        g, p = self.g, self.p
        c, hex = g.counters[u], p.at[u]
        if p.air_supply >> hex & 1 and c.side == AXIS:
            return True
        if c.special or c.deception or not at_war(g, p, u) or g.board.sea >> hex & 1:
            return True
        return c.fortress and bool(g.board.forts[c.country] >> hex & 1) and not p.destroyed >> hex & 1

    def pantry(self, u: int) -> int:
        """18.1: the hexes in which units like this one are in supply: the sources, even with enemies come down on them
        (18.3a), and what these reach for headquarters and air bases, for others what lies within the radius of
        headquarters."""
        c = self.g.counters[u]
        if c.hq or c.air_base:
            self.reaches(u)
            return self._reached[c.nation] | self.working(u)
        key = c.nation, c.entry.lent
        if key not in self._pantries:
            self._pantries[key] = self.working(u)
            for nation in servers(self.g, self.p, u):
                self._pantries[key] |= self.net(nation)
        return self._pantries[key]

    def feed(self, u: int) -> bool:
        """18.1: whether a unit on the map is in supply."""
        return bool(self.pantry(u) & self.g.one[self.p.at[u]]) or self.by_itself(u)


def supplied(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """18.1: whether a unit on the map is in supply now."""
    return Lines(g, p).feed(u)


def lacking(g: Blitzkrieg, p: BlitzPosition) -> int:
    """18.5a: all units of both sides that are out of supply now."""
    lines, found, one, at = Lines(g, p), 0, g.one, p.at
    for mess in g.messes:
        units = mess & p.fielded
        if not units:
            continue
        fed = lines.pantry(next(bits(units)))
        for u in bits(units):
            if not fed & one[at[u]] and not lines.by_itself(u):
                found |= 1 << u
    return found
