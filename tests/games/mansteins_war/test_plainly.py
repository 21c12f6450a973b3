"""Zones, lines of communications, railways and retreats on thrown-together positions, reckoned plainly hex by hex."""

from __future__ import annotations

import itertools
from collections import deque
from random import Random

import pytest

from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import rail, stacking, supply
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.retreat import Retreating, Search, nearest_sources
from meuse.games.mansteins_war.rules.zoc import zone
from tests.games.mansteins_war.promises import scatter
from tests.games.mansteins_war.table import game

SEEDS = range(12)


def thrown(seed: int) -> tuple[MansteinsWar, MansteinPosition, Random]:
    """Pieces thrown close together, with the Allies' works partly broken."""
    rng = Random(f"thrown {seed}")
    situation = scatter(rng)
    while "options" in situation:
        situation = scatter(rng)
    g = game()
    p = g.set_up(situation)
    for hex in rng.sample([h for h in g.grid.cells if g.board.fort_hexes >> h & 1], 5):
        if hex not in p.stacks:
            p.destroy_fort(hex)
    return g, p, rng


def neighbours(g: MansteinsWar, hex: int) -> list[int]:
    """Land next to a hex, not across salt water."""
    sea = {frozenset(name.split("-")) for arm in g.board.file.seas for name in arm.sides}
    return [n for n in g.grid.neighbour[hex] if n >= 0 and g.board.land >> n & 1
            and frozenset((g.hex_name(hex), g.hex_name(n))) not in sea]


def plain_zone(g: MansteinsWar, p: MansteinPosition, side: int) -> set[int]:
    """7.0a, 7.1c."""
    found = set()
    for hex, units in p.stacks.items():
        if g.side[units[0]] == side:
            found.update(neighbours(g, hex))
    safe = {hex for hex in found if any(g.side[u] != side and g.counters[u].static for u in p.units_in(hex))
            and g.board.forts[1 - side] >> hex & 1 and not p.destroyed >> hex & 1}
    return found - safe


@pytest.mark.rule("7.0a", "7.1a", "7.1c")
@pytest.mark.parametrize("seed", SEEDS)
def test_zones(seed: int) -> None:
    g, p, _ = thrown(seed)
    for side in (GERMAN, ALLIED):
        assert {h for h in g.grid.cells if zone(g, p, side) >> h & 1} == plain_zone(g, p, side)


def far(g: MansteinsWar, sources: set[int], blocked: set[int]) -> dict[int, int]:
    """How long a line from each hex to the nearest of these sources is: every hex that it enters must be open."""
    length = dict.fromkeys(sources, 0)
    waiting = deque(source for source in sources if source not in blocked)
    while waiting:
        hex = waiting.popleft()
        for n in neighbours(g, hex):
            if n not in length:
                length[n] = length[hex] + 1
                if n not in blocked:
                    waiting.append(n)
    return length


@pytest.mark.rule("15.1b", "15.1d", "15.2a", "15.2b", "15.2c", "15.2e", "15.3a", "7.2i")
@pytest.mark.parametrize("seed", SEEDS)
def test_lines_of_communications(seed: int) -> None:
    g, p, _ = thrown(seed)
    for nation in ("german", "french", "british", "belgian"):
        side = GERMAN if nation == "german" else ALLIED
        own = held(g, p, side)
        depots = g.board.channel_ports if nation == "british" else g.board.depots[nation]
        sources = {h for h in g.grid.cells if own & depots & ~p.bombed & 1 << h}
        enemy = {h for h, units in p.stacks.items() if g.side[units[0]] != side}
        blocked = enemy | plain_zone(g, p, 1 - side)
        direct = far(g, sources, blocked)
        for c in g.counters:
            if c.nation == nation and c.logistics and p.at[c.index] >= 0 and direct.get(p.at[c.index], 99) <= c.move:
                sources.add(p.at[c.index])
        lines = far(g, sources, blocked)
        for c in g.counters:
            if c.nation == nation and p.at[c.index] >= 0 and not (c.static or c.logistics):
                reached = lines.get(p.at[c.index], 99) <= c.move
                found = bool(supply.reach(g, p, nation)[c.move] >> p.at[c.index] & 1)
                assert found == reached, c.id
                if reached:
                    line = supply.line_of(g, p, c.index)
                    assert len(line) == lines[p.at[c.index]] + 1
                    assert not blocked & set(line[1:])
                    assert all(b in neighbours(g, a) for a, b in itertools.pairwise(line))


@pytest.mark.rule("9.0d", "9.0g", "9.0c", "9.0b", "7.2d", "16.8c")
def test_stations() -> None:
    assert sum(rides(*thrown(seed)[:2]) for seed in SEEDS) > 20


def rides(g: MansteinsWar, p: MansteinPosition) -> int:
    """Every unit's stations compared; how many rides were looked at hex by hex."""
    rode = 0
    for c in g.counters:
        here = p.at[c.index]
        if here < 0 or not c.move or not rail.tracks(g, p, c.index) >> here & 1:
            continue
        country = {"german": "germany", "french": "france", "british": "france", "belgian": "belgium"}[c.nation]
        enemy = plain_zone(g, p, 1 - c.side)
        barred = {over for a, over in enumerate(p.air_at) if over >= 0 and g.air[a].side == GERMAN}
        barred |= {n for a, over in enumerate(p.air_at) for n in g.grid.neighbour[over]
                   if over >= 0 and g.air[a].side == GERMAN and p.air_steps[a] == g.air[a].steps}
        seen, waiting = {here}, [here]
        while waiting:
            hex = waiting.pop()
            for n in neighbours(g, hex):
                closed = g.board.country[n] != country or any(g.side[u] != c.side for u in p.units_in(n))
                closed |= c.side == ALLIED and n in barred
                if not closed and n not in seen and not (hex in enemy and n in enemy):
                    seen.add(n)
                    if n not in enemy:
                        waiting.append(n)
        ends = {n for n in seen - {here} if n in g.board.place_at and g.board.place_at[n].class_ in ("city", "town")
                and not (c.army and g.board.rough >> n & 1)}
        stations = {h for h in g.grid.cells if rail.stations(g, p, c.index) >> h & 1}
        assert stations == ends, c.id
        for end in sorted(stations)[::3]:
            path = [here, *rail.ride_path(g, p, c.index, end)]
            assert path[-1] == end
            assert all(b in neighbours(g, a) for a, b in itertools.pairwise(path))
            assert not set(path[1:-1]) & enemy
            assert set(path) <= seen
            rode += 1
    return rode


class PlainRetreat:
    """11.1: a retreat of so many hexes, every way tried."""

    STUCK, FULL, ON, ROOM = range(4)
    """How a way ends: short of its length, in a full hex, beyond full hexes with room, with room."""

    def __init__(self, g: MansteinsWar, p: MansteinPosition, u: int, length: int) -> None:
        self.g, self.p, self.u, self.length, self.start = g, p, u, length, p.at[u]

    def ahead(self, hex: int) -> list[int]:
        """11.1d: where it may go next at all."""
        g, p = self.g, self.p
        return [n for n in neighbours(g, hex) if g.enterable[self.u] >> n & 1 and n != self.start
                and all(g.side[v] == g.side[self.u] for v in p.units_in(n))]

    def room(self, hex: int) -> bool:
        return stacking.fits(self.g, self.p, [*self.p.units_in(hex), self.u], hex)

    def away(self, hex: int) -> int:
        return self.g.grid.distance(self.start, hex)

    def end(self, hex: int, covered: int) -> tuple[int, int]:
        """The best end of a way that stands in that hex after so many, and the hexes that it covers."""
        g, side = self.g, self.g.side[self.u]
        if covered < self.length:
            own = g.board.forts[side] >> hex & 1 and not self.p.destroyed >> hex & 1
            if own and self.room(hex):
                return self.ROOM, self.length
            further = [self.end(n, covered + 1) for n in self.ahead(hex) if self.away(n) == covered + 1]
            return max(further, default=(self.STUCK, covered))
        if self.room(hex):
            return self.ROOM, covered
        seen, waiting = {hex}, [hex]
        while waiting:
            for n in self.ahead(waiting.pop()):
                if n not in seen and self.away(n) >= self.length:
                    if self.room(n):
                        return self.ON, covered
                    seen.add(n)
                    waiting.append(n)
        return self.FULL, covered

    def first_steps(self, owner: bool) -> dict[int, set[int]]:
        """The hexes to begin with, and the nearest sources that each may lead to."""
        g = self.g
        ends = {n: self.end(n, 1) for n in self.ahead(self.start)}
        if owner:
            ends = {n: (min(end, self.ON), far) for n, (end, far) in ends.items()}
        best = [n for n in ends if ends[n] == max(ends.values())]
        found: dict[int, set[int]] = {n: set() for n in best}
        sources = {h: g.grid.distance(self.start, h) for h in g.grid.cells
                   if supply.sources(g, self.p, self.u) >> h & 1}
        nearest = [h for h, far in sources.items() if far == min(sources.values())]
        for source in nearest:
            near = [n for n in best if g.grid.distance(n, source) <= sources[source]] or best
            for n in near:
                found[n].add(source)
        return {n: s for n, s in found.items() if s or not nearest}


@pytest.mark.rule("11.1b", "11.1c", "11.1d", "11.1g", "11.1h", "11.1i", "17.0f", "6.5b")
def test_retreats() -> None:
    looked = full = 0
    for seed in range(30):
        g, p, rng = thrown(seed)
        units = [u for u, hex in enumerate(p.at) if hex >= 0 and g.move[u]]
        for u in rng.sample(units, min(6, len(units))):
            for length in (1, 2, 3):
                for owner in (True, False):
                    side = g.side[u]
                    way = Retreating(u, length, p.at[u], side if owner else 1 - side, "11.0a")
                    ways = Search(g, p, way).ways(nearest_sources(g, p, u))
                    plain = PlainRetreat(g, p, u, length)
                    assert {n: set(s) for n, s in ways} == plain.first_steps(owner), (seed, g.ids[u], length)
                    looked += bool(ways)
                    full += any(plain.end(n, 1)[0] in (plain.FULL, plain.ON) for n in plain.ahead(p.at[u]))
    assert looked > 200
    assert full > 20
