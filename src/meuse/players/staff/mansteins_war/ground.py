"""The lie of the land: how far units get in this segment, how far away objectives are, and where danger comes from."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.games.mansteins_war.box.tables import Going
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import air, movement, supply
from meuse.games.mansteins_war.rules.zoc import zone

Paths = dict[int, int]
"""Of each hex within reach the one before it on the way; the start has itself."""
THROUGH = 4
"""Movement factors that an enemy stack in the way is reckoned at, besides its strength."""
PINNED = 4
"""The same for a step from one enemy ZOC into another, which takes a fight (7.2d)."""
DETOUR = 3
"""The same for a hex off the corridor of the main effort."""
FAR = 99.0
KEPT = 1000
"""So many marches, and fields of distances, are remembered: games played ahead come to the same ones again, and a field
takes some thirty kilobytes."""


def marches(g: MansteinsWar, p: MansteinPosition, u: int) -> Paths:
    """8.0: every hex that a unit can march to, its own first."""
    side = g.side[u]
    slow = air.interdicted(g, p) if side == ALLIED else 0
    return _reached(g, g.going[u], p.at[u], movement.allowance(g, p, u), movement.open_ground(g, p, u),
                    zone(g, p, 1 - side), slow, g.board.forts[1 - side] & ~p.destroyed)


@lru_cache(maxsize=KEPT)
def _reached(g: MansteinsWar, going: Going, here: int, budget: int, ground: int, enemy: int, slow: int,
             forts: int) -> Paths:
    """The same by all that it depends on; whoever asks leaves it as it is."""
    rivers, touch = g.board.river_name, g.board.touch
    spent, back = {here: 0}, {here: here}
    front = [(0, here)]
    while front:
        cost, hex = heappop(front)
        if cost > spent[hex] or (enemy >> hex & 1 and hex != here):
            continue
        ways = touch[hex] & ground
        if enemy >> hex & 1:
            ways &= ~enemy
        leaving = cost + (slow >> hex & 1)
        for to in bits(ways):
            total = leaving + going.cost(to, forts) + (going.river if (hex, to) in rivers else 0)
            if total > budget:
                if hex != here:
                    continue
                total = budget
            if to not in spent or total < spent[to]:
                spent[to], back[to] = total, hex
                heappush(front, (total, to))
    return back


def way(paths: Paths, to: int) -> list[int]:
    """The hexes to a goal, without the start."""
    found = []
    while paths[to] != to:
        found.append(to)
        to = paths[to]
    return found[::-1]


def distances(g: MansteinsWar, p: MansteinPosition, u: int, goals: dict[int, float],
              corridor: int = -1) -> dict[int, float]:
    """From every hex, movement factors of such a unit to the best goal, whose own number is added to those to it.

    Enemy stacks, steps between their zones of control and hexes off the corridor count as so many factors more.
    """
    enemy = 1 - g.side[u]
    barred = tuple((hex, _resistance(g, p, hex)) for hex in bits(p.occupied[enemy]))
    return _distances(g, g.going[u], g.enterable[u], tuple(goals.items()), corridor, zone(g, p, enemy), barred,
                      g.board.forts[enemy] & ~p.destroyed)


@lru_cache(maxsize=KEPT)
def _distances(g: MansteinsWar, going: Going, enterable: int, goals: tuple[tuple[int, float], ...], corridor: int,
               enemy: int, barred: tuple[tuple[int, float], ...], forts: int) -> dict[int, float]:
    """The same by all that it depends on; whoever asks leaves it as it is."""
    ways, resistance = _ways(g, going, enterable), dict(barred)
    entry: dict[int, float] = {}
    far = {hex: ahead for hex, ahead in goals if enterable >> hex & 1}
    front = [(ahead, hex) for hex, ahead in far.items()]
    front.sort()
    while front:
        ahead, hex = heappop(front)
        if ahead > far[hex]:
            continue
        if hex not in entry:
            entry[hex] = going.cost(hex, forts) + resistance.get(hex, 0.0) + (0 if corridor >> hex & 1 else DETOUR)
        base = ahead + entry[hex]
        pinned = PINNED if enemy >> hex & 1 else 0
        for before, river in ways[hex]:
            total = base + river
            if pinned and enemy >> before & 1:
                total += pinned
            if total < far.get(before, FAR):
                far[before] = total
                heappush(front, (total, before))
    return far


@lru_cache(maxsize=64)
def _ways(g: MansteinsWar, going: Going, enterable: int) -> dict[int, list[tuple[int, int]]]:
    """By hex, those from which units of a class can step into it, and what a river adds to that."""
    rivers, touch = g.board.river_name, g.board.touch
    return {hex: [(before, going.river if (before, hex) in rivers else 0) for before in bits(touch[hex] & enterable)]
            for hex in bits(enterable)}


def _resistance(g: MansteinsWar, p: MansteinPosition, hex: int) -> float:
    return THROUGH + sum(g.counters[u].defence[p.steps[u]] for u in p.stacks[hex]) / 4


def menace(g: MansteinsWar, p: MansteinPosition, side: int, reach: int = 3) -> dict[int, int]:
    """By hex, the attack factors of enemy units that may come up to it, as the crow flies."""
    found: dict[int, int] = {}
    disc = g.grid.disc
    for u in bits(g.side_units[1 - side]):
        hex = p.at[u]
        if hex < 0:
            continue
        attack = g.counters[u].attack[p.steps[u]]
        if attack:
            for near in bits(disc(hex, min(g.move[u], reach)) & g.board.land):
                found[near] = found.get(near, 0) + attack
    return found


def supportable(g: MansteinsWar, p: MansteinPosition, nation: str) -> supply.Reach:
    """15.2: by length, hexes that lines may reach once the logistics units have moved up, now or in their impulse."""
    side = 0 if nation == "german" else 1
    ends, ground = supply.depots(g, p, nation), supply.open_ground(g, p, side)
    direct = supply.spread_out(g, ends, ground, g.longest_move)
    sources = ends
    for v in g.box.logistics_for[nation]:
        if p.at[v] < 0:
            continue
        for hex in marches(g, p, v):
            sources |= g.one[hex] & direct[g.move[v]]
    return supply.spread_out(g, sources, ground, g.longest_move)
