"""What Ghost Division adds to the suite that every game inherits: promises of its position, scattered situations."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import (
    ALOFT,
    ASIDE,
    ASSEMBLY,
    AVAILABLE,
    BOX,
    ELIMINATED,
    FOG_KINDS,
    GONE,
    MAINTENANCE,
    MARKER_PLACES,
    PLACES,
    POOL,
    German,
)
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.movement import Moving
from meuse.games.ghost_division.rules.sequence import SEGMENTS
from meuse.games.ghost_division.rules.stacking import load, room

IN_THE_AIR = (POOL, AVAILABLE, MAINTENANCE, ALOFT, ASIDE)
"""27.2b: where an air unit can be."""


def check(g: GhostDivision, p: GhostPosition) -> None:
    check_germans(g, p)
    check_markers(g, p)
    check_rivers(g, p)
    check_fighting(g, p)
    if p.outcome is None:
        assert 1 <= p.op <= g.charts.operations.cap, f"{p.op} OP"
    for frame in p.frames:
        if isinstance(frame, Moving) and not frame.halted:
            assert all(p.places[u] == frame.cell for u in frame.units), f"a stack on the move is torn apart: {frame}"


def check_germans(g: GhostDivision, p: GhostPosition) -> None:
    """Each counter is in one place; the sets kept beside the counters are what they give when worked out afresh."""
    stacks: dict[int, tuple[int, ...]] = {}
    held = 0
    for c in g.units:
        at = p.places[c.index]
        assert at in g.grid.names or at in PLACES, f"{c.id} is in {at}"
        if c.air:
            assert at in IN_THE_AIR, f"{c.id} flies and is in {PLACES.get(at, g.grid_name(at))}"
            continue
        assert at not in (AVAILABLE, MAINTENANCE, ALOFT), f"{c.id} is in {PLACES[at]}"
        if at >= ASSEMBLY:
            stacks[at] = (*stacks.get(at, ()), c.index)
        if at >= 0:
            held |= 1 << at
        assert 0 <= p.hits[c.index] < max(1, c.entry.defense), f"{c.id} has {p.hits[c.index]} Hits"
    assert p.stacks == stacks
    assert p.held == held
    assert not held & ~p.visited, "a Grid that Germans are in was never entered"
    for cell in g.grid.cells:
        thirds = load(g, stacks.get(cell, ()))
        assert thirds <= g.stack_limit[cell], f"{g.grid_name(cell)} is over the stacking limit"
        assert room(g, p, cell) == g.stack_limit[cell] - thirds, f"the room in {g.grid_name(cell)} is not what is left"
    for hq, spent in p.spent.items():
        assert g.is_hq[hq]
        assert 0 <= spent <= g.leadership[hq], f"{g.ids[hq]} has spent {spent}"
    aces = [u for u in bits(p.aces) if p.places[u] >= ASSEMBLY]
    assert len(aces) <= g.charts.markers.aces
    assert all(g.is_tank[u] for u in aces)


def check_markers(g: GhostDivision, p: GhostPosition) -> None:
    formations: dict[int, tuple[int, ...]] = {}
    for f in g.formations:
        at = p.formation_at[f.index]
        assert at in g.grid.names or at in (BOX, ELIMINATED, GONE), f"{f.id} is in {at}"
        assert at != GONE or f.dummy, f"{f.id} is out of play"
        assert at != ELIMINATED or not f.dummy, f"{f.id} is among the destroyed"
        if at >= 0:
            formations[at] = (*formations.get(at, ()), f.index)
            assert not (f.dummy and p.shown >> f.index & 1), "a Dummy lies face up"
        else:
            assert not (p.shown | p.river_foes) >> f.index & 1, f"{f.id} is off the map and not forgotten"
            assert not p.called[f.index]
        assert 0 <= p.called[f.index] <= 6 * f.dice
    assert p.formations_in == formations
    assert p.formation_cells == sum(1 << cell for cell in formations)
    most = 2 if p.event == "counterattack" and p.phase[0] == "G" else 1
    for cell, markers in formations.items():
        assert len(markers) <= most, f"{len(markers)} Formations in {g.grid_name(cell)}"
    fog: dict[int, int] = {}
    for m in g.fog:
        at = p.fog_at[m.index]
        assert at in g.grid.names or at in (BOX, GONE), f"{m.id} is in {at}"
        assert at != GONE or m.kind == "fortification", f"{m.id} is out of play"
        if at >= 0:
            assert at not in fog, f"two Fog of War markers in {g.grid_name(at)}"
            fog[at] = m.index
        else:
            assert not p.fog_shown >> m.index & 1
        assert 0 <= p.damage[m.index] < g.charts.fortification.defense or at == GONE
    assert p.fog_in == fog
    assert p.fog_cells == sum(1 << cell for cell in fog)


def check_rivers(g: GhostDivision, p: GhostPosition) -> None:
    assert not p.blown & ~g.board.printed, "a bridge is blown that was never there"
    standing = g.board.printed & ~p.blown
    assert not p.bridges & standing, "a Bridge beside a standing bridge"
    assert not p.bridgeheads & standing, "a Bridgehead beside a standing bridge"
    assert not p.bridges & p.bridgeheads
    assert p.bridges.bit_count() <= g.charts.markers.bridges
    assert p.bridgeheads.bit_count() <= g.charts.markers.bridgeheads
    for side in bits(p.bridges | p.bridgeheads):
        for cell in g.board.river_sides[side][:2]:
            free = p.held >> cell & 1 or not p.formation_cells >> cell & 1
            assert free, f"{g.board.side_names[side]} stands beside a Formation in {g.grid_name(cell)} (30.1a)"


def check_fighting(g: GhostDivision, p: GhostPosition) -> None:
    """Nothing of a battle is left when it is over."""
    foes = [foe.counter for foe in p.foes]
    assert len(set(foes)) == len(foes), "an Allied unit twice in the battle"
    assert len(set(p.sky)) == len(p.sky)
    for foe in p.foes:
        assert 0 <= foe.hits < g.allied[foe.counter].defense
        assert not (foe.suppressed and g.allied[foe.counter].armored)
    if p.battle is None:
        assert not p.foes, "Allied units outside a battle"
        assert not p.sky
        assert not p.suppressed
        assert not p.scratched
        aloft = [u for u in g.air_units if p.places[u] == ALOFT]
        assert not aloft or p.phase[0] == "C", f"{[g.ids[u] for u in aloft]} are still aloft"
    else:
        assert not any(g.armored[u] for u in bits(p.suppressed)), "an armored unit is suppressed"


@cache
def box() -> GhostDivision:
    return GhostDivision()


def scatter(rng: Random) -> dict[str, Any]:
    """Units strewn over a part of the map among Allied markers, somewhere in a turn."""
    g = box()
    area = some_grids(g, rng)
    turn = rng.choice((rng.randint(1, g.last_turn), g.last_turn, g.last_turn))
    units = throw(g, rng, area)
    formations = throw_formations(g, rng, area)
    manned = {spec["at"] for spec in units.values()}
    enemy = {spec["at"] for spec in formations.values()} - manned
    blown = [g.board.side_names[s] for s in bits(g.board.printed) if rng.random() < 0.25]
    gaps = [
        name for s, name in enumerate(g.board.side_names)
        if (name in blown or not g.board.printed >> s & 1) and not set(name.split("-")) & enemy
    ]
    spans = rng.sample(gaps, min(len(gaps), rng.randint(0, 3)))
    return {
        "game": "ghost-division", "scenario": "campaign", "turn": turn, "phase": rng.choice(SEGMENTS),
        "op": rng.choice((1, 2, 5, rng.randint(1, 50), rng.randint(20, 50))),
        "units": units, "formations": formations, "fog": throw_fog(g, rng, area, manned),
        "blown": blown, "bridges": spans[1:], "bridgeheads": spans[:1],
        "visited": [name for name in area if rng.random() < 0.3],
        "event": rng.choice(("", "movement", "counterattack", "reinforcements", "air-attack", "demolitions", "screen",
                             "withdrawal", "collapse")),
        "halted": rng.random() < 0.1,
    }


def some_grids(g: GhostDivision, rng: Random) -> list[str]:
    """A few columns of the map."""
    first, width = rng.randint(1, 18), rng.randint(1, 5)
    return [name for cell, name in g.grid.names.items() if first <= g.board.column[cell] < first + width]


def throw(g: GhostDivision, rng: Random, area: list[str]) -> dict[str, Any]:
    units: dict[str, Any] = {}
    load: dict[str, int] = {}
    likely = rng.choice((0.15, 0.4, 0.8))
    for c in rng.sample(g.units, len(g.units)):
        if c.entry.start == "aside":
            continue
        at = where(c, rng, area, likely)
        if at in area:
            load[at] = load.get(at, 0) + c.thirds
            if load[at] > g.stack_limit[g.grid.bit[at]]:
                load[at] -= c.thirds
                at = "assembly"
        hits = rng.randrange(c.entry.defense) if c.entry.defense and rng.random() < 0.4 else 0
        units[c.id] = {"at": at, "hits": hits, "acted": not c.air and rng.random() < 0.3,
                       "crossed": at in area and rng.random() < 0.2}
    return units


def where(c: German, rng: Random, area: list[str], likely: float) -> str:
    if c.air:
        return rng.choice(("pool", "available", "available", "maintenance"))
    if rng.random() < likely:
        return rng.choice(area)
    return rng.choice(("assembly", "scrap", c.entry.start))


def throw_formations(g: GhostDivision, rng: Random, area: list[str]) -> dict[str, Any]:
    """At most one Formation a Grid; where it is face up it is no Dummy."""
    free = area + rng.sample(sorted(set(g.grid.bit) - set(area)), 6)
    rng.shuffle(free)
    found: dict[str, Any] = {}
    for f in rng.sample(g.formations, len(g.formations)):
        if rng.random() < 0.3 and free:
            if f.nation == "belgian" and not g.board.belgium >> g.grid.bit[free[-1]] & 1:
                continue
            found[f.id] = {"at": free.pop(), "shown": not f.dummy and rng.random() < 0.5}
        elif rng.random() < 0.2:
            found[f.id] = {"at": MARKER_PLACES[GONE if f.dummy else ELIMINATED]}
    return found


def throw_fog(g: GhostDivision, rng: Random, area: list[str], manned: set[str]) -> dict[str, Any]:
    """A marker under German units is an Obstacle or Fortification that they have found."""
    left = {kind: sum(m.kind == kind for m in g.fog) for kind in FOG_KINDS}
    found: dict[str, Any] = {}
    for grid in area + rng.sample(sorted(set(g.grid.bit) - set(area)), 6):
        kind = rng.choice(("obstacle", "fortification") if grid in manned else FOG_KINDS)
        if rng.random() < 0.4 and left[kind]:
            left[kind] -= 1
            shown = grid in manned or (kind != "false-info" and rng.random() < 0.4)
            hits = rng.randrange(g.charts.fortification.defense) if shown and kind == "fortification" else 0
            found[grid] = {"kind": kind, "shown": shown, "hits": hits}
    return found
