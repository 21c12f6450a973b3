"""The lie of the land: how far away objectives are, where danger comes from, and who is cut off."""

from __future__ import annotations

from heapq import heappop, heappush

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.ground import open_ground
from meuse.games.blitzkrieg.rules.movement import Moving, allowance
from meuse.games.blitzkrieg.rules.reach import Reach
from meuse.games.blitzkrieg.rules.zoc import zone

THROUGH = 4.0
"""Movement points that an enemy stack in the way is reckoned at, besides its strength."""
LEAVING = 2.0
"""The same for a step out of an enemy zone, most of which are gone before one comes there (14.3a)."""
FAR, CLOSED = 199.0, -1.0
FOOT_REACH, MECH_REACH = 4, 6
"""Hexes from which an enemy may come up and attack."""


def marches(g: Blitzkrieg, p: BlitzPosition, u: int) -> Reach:
    """12.0: every hex that a unit can march to in this phase."""
    return Reach(g, p, Moving(u, allowance(g, p, u)))


def obstacles(g: Blitzkrieg, p: BlitzPosition, side: int) -> dict[int, float]:
    """By hex, movement points that the enemy stack in it is reckoned at."""
    return {hex: resistance(g, p, hex) for hex in bits(p.occupied[1 - side])}


def distances(
    g: Blitzkrieg, p: BlitzPosition, side: int, kind: int, goals: dict[int, float], held: dict[int, float]
) -> dict[int, float]:
    """From every hex, movement points of a unit that marches as number `kind` does to the best goal, whose own number
    is added. Enemy stacks, which are `held`, and ways out of their zones count as so many points more."""
    ground = list(bits(open_ground(g, p, side)))
    price, into = g.box.going[kind].price, g.box.going[kind].into
    far, leave = [CLOSED] * g.grid.size, [0.0] * g.grid.size
    for hex in ground:
        far[hex] = goals.get(hex, FAR)
    for hex in bits(zone(g, p, 1 - side)):
        leave[hex] = LEAVING
    front = sorted((ahead, hex) for hex, ahead in goals.items() if far[hex] != CLOSED)
    while front:
        ahead, hex = heappop(front)
        if ahead > far[hex]:
            continue
        base = ahead + price[hex] + held.get(hex, 0.0)
        for before, _, river in into[hex]:
            total = base + river + leave[before]
            if total < far[before]:
                far[before] = total
                heappush(front, (total, before))
    return {hex: far[hex] for hex in ground if far[hex] < FAR}


def resistance(g: Blitzkrieg, p: BlitzPosition, hex: int) -> float:
    strength = sum(g.counters[u].defence[p.tired >> u & 1] for u in p.stacks[hex])
    works = 4.0 if g.board.fort_hexes & ~p.destroyed & g.one[hex] else 0.0
    return THROUGH + strength / 3 + works


def menace(g: Blitzkrieg, p: BlitzPosition, side: int) -> dict[int, int]:
    """By hex, the attack factors of enemy units that may come up to it, as the crow flies."""
    found: dict[int, int] = {}
    for hex in bits(p.occupied[1 - side]):
        slow = fast = 0
        for u in p.stacks[hex]:
            c = g.counters[u]
            if c.side != side and c.move[0]:
                if c.mech:
                    fast += c.attack[p.tired >> u & 1]
                else:
                    slow += c.attack[p.tired >> u & 1]
        for attack, reach in ((slow, FOOT_REACH), (fast, MECH_REACH)):
            if attack:
                for near in bits(g.grid.disc(hex, reach) & g.board.land):
                    found[near] = found.get(near, 0) + attack
    return found


def mainland(g: Blitzkrieg, p: BlitzPosition) -> int:
    """Ground from which the Allies can still march to a source of France that stands."""
    free = open_ground(g, p, ALLIED) & ~p.occupied[0]
    start = g.board.sources["france"] & free & ~p.damaged
    return g.grid.flood(start, free & ~zone(g, p, 0) | start, g.board.open) if start else 0
