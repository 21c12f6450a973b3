"""11.0 Headquarters and command: what lies within a command radius."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.box.mapfile import Nation
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


NO_BRIDGES = (0,) * 6
STAFF_TALKS = "A23"


def ground(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """11.2.1a: land that a side's traces may use: no enemy units, no neutral country, no open city of its own."""
    return g.fought_over[p.at_war] & ~(p.occupied[1 - side] | (p.open_cities if side else 0))


def radius(g: Blitzkrieg, p: BlitzPosition, hq: int) -> int:
    """17.1.2a: shorter on the Fatigued side; card G18 lengthens that of German mechanised headquarters."""
    c, tired = g.counters[hq], bool(p.tired >> hq & 1)
    more = g.card_number(p, "G18", "radius") if c.mech and c.nation == "german" and not tired else 0
    return c.radius[tired] + more


def commanded(g: Blitzkrieg, p: BlitzPosition, hq: int) -> int:
    """11.1a, 11.2.1b: the hexes within a headquarters' radius; a trace may end in an enemy zone, not pass through."""
    side, at, most = g.side[hq], p.at[hq], radius(g, p, hq)
    near = g.grid.disc(at, most)
    open_ground = ground(g, p, side) & near
    stop = zone(g, p, 1 - side) & near | near & ~open_ground
    key = g.box.going[hq].kind, at, most, stop, open_ground, p.flooded & near, p.bridges[side]
    return g.radii.of(key, lambda: _reach(g, p, hq, most, stop) & open_ground | g.one[at])


def _reach(g: Blitzkrieg, p: BlitzPosition, hq: int, most: int, stop: int) -> int:
    side, found = g.side[hq], 0
    bridges = g.board.river_sides.masks(p.bridges[side]) if p.bridges[side] else NO_BRIDGES
    steps = g.box.going[hq].steps(p.flooded, bridges)
    for level in g.grid.reach(g.one[p.at[hq]], most, steps, stop):
        found |= level
    return found


def servers(g: Blitzkrieg, p: BlitzPosition, u: int) -> tuple[Nation, ...]:
    """11.2.3a, 11.2.4a: whose headquarters serve a unit: its own country's; for Poles and Czechs the French, then the
    British; with card A23 the French for Belgians as well; units may be lent."""
    c = g.counters[u]
    if c.nation in ("polish", "czech"):
        return ("british",) if p.collapsed >> COUNTRIES.index("france") & 1 else ("french",)
    if c.nation == "belgian" and g.in_force(p, STAFF_TALKS):
        return "belgian", "french"
    return (c.nation, c.entry.lent) if c.entry.lent else (c.nation,)


def flag(g: Blitzkrieg, p: BlitzPosition, u: int) -> Nation:
    """4.4a, 11.2.4a: the nation with which a unit attacks: its own, for Poles and Czechs that whose headquarters they
    use."""
    c = g.counters[u]
    return servers(g, p, u)[0] if c.nation in ("polish", "czech") else c.nation


def serves(g: Blitzkrieg, p: BlitzPosition, hq: int, u: int) -> bool:
    return g.counters[hq].nation in servers(g, p, u)


def under_command(g: Blitzkrieg, p: BlitzPosition, units: int) -> int:
    """2.5d: those of the units that a headquarters has within its radius; a headquarters has itself (11.3a)."""
    nets: dict[str, int] = {}
    found = units & (g.headquarters[0] | g.headquarters[1])
    for u in bits(units & ~found):
        for nation in servers(g, p, u):
            if nation not in nets:
                nets[nation] = net(g, p, nation)
            if nets[nation] >> p.at[u] & 1:
                found |= 1 << u
    return found


def in_command(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    return under_command(g, p, 1 << u) != 0


def net(g: Blitzkrieg, p: BlitzPosition, nation: str) -> int:
    """All hexes within the radius of a nation's headquarters."""
    found = 0
    for hq in g.headquarters_of.get(nation, ()):
        if p.at[hq] >= 0:
            found |= commanded(g, p, hq)
    return found
