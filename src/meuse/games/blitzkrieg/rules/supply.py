"""18.0 Supply of land units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, COUNTRIES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import ports
from meuse.games.blitzkrieg.rules.command import commanded, ground, serves
from meuse.games.blitzkrieg.rules.zoc import at_war, zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def sources(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """18.2: the working sources of a unit's country, for British units the ports in Allied hands as well."""
    c = g.counters[u]
    country = c.shock if c.nation in ("polish", "czech") and p.collapsed >> COUNTRIES.index("france") & 1 else c.country
    found = 0 if p.collapsed >> COUNTRIES.index(country) & 1 else g.board.sources[country]
    if country == "britain":
        found |= british_ports(g, p)
    return found & ~(p.damaged | p.terror | p.open_cities) & ground(g, p, c.side)


def british_ports(g: Blitzkrieg, p: BlitzPosition) -> int:
    """18.2b: working ports with an Allied unit in them or in Britain."""
    return ports.working(g, p, p.occupied[ALLIED] | g.board.countries["britain"])


def reached(g: Blitzkrieg, p: BlitzPosition, side: int, start: int) -> int:
    """18.1.1a: hexes from which a line of any length leads to the sources in `start`; it may begin and end in an enemy
    zone and not pass through one."""
    grid, sides = g.grid, g.board.open
    usable = ground(g, p, side)
    free = usable & ~zone(g, p, 1 - side)
    first = start | g.board.spread(start) & usable
    inner = grid.flood(first & free, free, sides) | start
    return (inner | g.board.spread(inner)) & usable | start


def supplied_hq(g: Blitzkrieg, p: BlitzPosition, hq: int) -> bool:
    """18.1.2a: headquarters and air bases trace straight to a source."""
    return bool(reached(g, p, g.side[hq], sources(g, p, hq)) >> p.at[hq] & 1)


def by_itself(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """18.3: whether a unit needs no headquarters: at a source, in its own fort, special, neutral (4.3e), or in a ship
    off an enemy coast, which its port of origin feeds (22.5a)."""
    c, hex = g.counters[u], p.at[u]
    if c.special or c.deception or not at_war(g, p, u) or g.board.sea >> hex & 1 or sources(g, p, u) >> hex & 1:
        return True
    return c.fortress and bool(g.board.forts[c.country] >> hex & 1) and not p.destroyed >> hex & 1


def supplied(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """18.1: whether a unit on the map is in supply now."""
    c = g.counters[u]
    if by_itself(g, p, u):
        return True
    if c.hq or c.air_base:
        return supplied_hq(g, p, u)
    headquarters = [h for h in bits(g.headquarters[c.side]) if p.at[h] >= 0 and serves(g, p, h, u)]
    return any(commanded(g, p, h) >> p.at[u] & 1 and supplied_hq(g, p, h) for h in headquarters)


def lacking(g: Blitzkrieg, p: BlitzPosition) -> int:
    """18.5a: all units of both sides that are out of supply now; each headquarters' radius is worked out once."""
    radius = {
        h: commanded(g, p, h) for side in (0, 1) for h in bits(g.headquarters[side])
        if p.at[h] >= 0 and at_war(g, p, h) and supplied_hq(g, p, h)
    }
    found = 0
    for u, hex in enumerate(p.at):
        if hex < 0 or by_itself(g, p, u):
            continue
        c = g.counters[u]
        if c.hq or c.air_base:
            fed = u in radius if c.hq else supplied_hq(g, p, u)
        else:
            fed = any(g.side[h] == c.side and serves(g, p, h, u) and mask >> hex & 1 for h, mask in radius.items())
        found |= 0 if fed else 1 << u
    return found
