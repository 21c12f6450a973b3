"""Zones, lines of communications, railways and reach on thrown-together positions, reckoned plainly hex by hex."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import rail, supply
from meuse.games.mansteins_war.rules.control import held
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
        for end in sorted(stations)[:3]:
            path = [here, *rail.ride_path(g, p, c.index, end)]
            assert path[-1] == end
            assert all(b in neighbours(g, a) for a, b in zip(path, path[1:], strict=False))
            assert not set(path[1:-1]) & enemy
            rode += 1
    return rode
