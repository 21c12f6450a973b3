"""11.0 Headquarters and command: what lies within a command radius."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.ground import neutral_ground
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


NO_BRIDGES = (0,) * 6
STAFF_TALKS = "A23"


def ground(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """11.2.1a: land that a side's traces may use: no enemy units, no neutral country, no open city of its own."""
    barred = p.occupied[1 - side] | neutral_ground(g, p) | (p.open_cities if side else 0)
    return g.board.land & ~barred


def radius(g: Blitzkrieg, p: BlitzPosition, hq: int) -> int:
    """17.1.2a: shorter on the Fatigued side; card G18 lengthens that of German mechanised headquarters."""
    c, tired = g.counters[hq], bool(p.tired >> hq & 1)
    more = g.card_number(p, "G18", "radius") if c.mech and c.nation == "german" and not tired else 0
    return c.radius[tired] + more


def commanded(g: Blitzkrieg, p: BlitzPosition, hq: int) -> int:
    """11.1a, 11.2.1b: the hexes within a headquarters' radius; a trace may end in an enemy zone, not pass through."""
    side, open_ground = g.side[hq], ground(g, p, g.side[hq])
    stop = zone(g, p, 1 - side) | ~open_ground & g.grid.board
    found = 0
    bridges = g.board.river_sides.masks(p.bridges[side]) if p.bridges[side] else NO_BRIDGES
    steps = g.box.going[hq].steps(p.flooded, bridges)
    for level in g.grid.reach(g.one[p.at[hq]], radius(g, p, hq), steps, stop):
        found |= level
    return found & open_ground | g.one[p.at[hq]]


def serves(g: Blitzkrieg, p: BlitzPosition, hq: int, u: int) -> bool:
    """11.2.3a, 11.2.4a: headquarters of the unit's own country; for Poles and Czechs the French, then the British; with
    card A23 the French for Belgians as well."""
    mine, theirs = g.counters[hq], g.counters[u]
    if theirs.nation in ("polish", "czech"):
        return mine.nation == ("british" if p.collapsed >> COUNTRIES.index("france") & 1 else "french")
    if theirs.nation == "belgian" and mine.nation == "french":
        return g.in_force(p, STAFF_TALKS)
    return mine.nation in (theirs.nation, theirs.entry.lent)


def in_command(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """2.5d: whether a headquarters has the unit within its radius; a headquarters has itself (11.3a)."""
    if g.counters[u].hq:
        return True
    headquarters = [h for h in bits(g.headquarters[g.side[u]]) if p.at[h] >= 0 and serves(g, p, h, u)]
    return any(commanded(g, p, h) >> p.at[u] & 1 for h in headquarters)
