"""What Manstein's War adds to the suite that every game inherits: its position's promises, scattered situations."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import SIDES, Counter
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import DIRTY, ELIMINATED, PLACES, MansteinPosition
from meuse.games.mansteins_war.rules import air, rail
from meuse.games.mansteins_war.rules.bridgeheads import markers_left
from meuse.games.mansteins_war.rules.sequence import PHASES
from meuse.games.mansteins_war.rules.zoc import zone


def check(g: MansteinsWar, p: MansteinPosition) -> None:
    check_places(g, p)
    check_markers(g, p)
    check_sky(g, p)
    track = g.charts.refit.track
    assert all(0 <= points <= track for points in p.rp)
    if p.operating >= 0:
        assert p.railed <= rail.capacity(g, p.operating)
        assert not p.acting & ~g.side_units[p.operating], "units of the other side act"
        assert not p.moved & ~g.side_units[p.operating]
    else:
        assert not p.acting | p.moved | p.attacked | p.defended, "marks of an impulse outside one"


def check_places(g: MansteinsWar, p: MansteinPosition) -> None:
    """Each counter is in one place; the sets kept beside the counters are what they give when worked out afresh."""
    stacks: dict[int, tuple[int, ...]] = {}
    occupied = [0, 0]
    for c in g.counters:
        place = p.at[c.index]
        assert place in g.grid.names or place in PLACES, f"{c.id} is in {place}"
        if place >= 0:
            assert 1 <= p.steps[c.index] <= c.steps, f"{c.id} has {p.steps[c.index]} steps"
            assert g.board.land >> place & 1, f"{c.id} is at sea"
            stacks[place] = (*stacks.get(place, ()), c.index)
            occupied[c.side] |= 1 << place
        elif place == ELIMINATED:
            assert p.steps[c.index] == 0, f"{c.id} is eliminated with steps left"
    assert p.stacks == stacks
    assert p.occupied == occupied
    assert not occupied[0] & occupied[1], "both sides in one hex"
    assert not p.control & occupied[1] & ~_carried(g, p, 1), "Allied units in hexes that Germans entered last"
    afresh = p.copy()
    afresh.zones, afresh.air_zones = [DIRTY, DIRTY], [DIRTY, DIRTY]
    for side in (0, 1):
        assert zone(g, p, side) == zone(g, afresh, side), f"{SIDES[side]} zone is stale"
        assert air.zones(g, p, side) == air.zones(g, afresh, side), f"{SIDES[side]} air zone is stale"


def _carried(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """3.3c: hexes with logistics units of a side and nothing else; they take no control."""
    return sum(1 << hex for hex, units in p.stacks.items()
               if all(g.logistics[u] for u in units) and g.side[units[0]] == side)


def check_markers(g: MansteinsWar, p: MansteinPosition) -> None:
    for side in (0, 1):
        own = sum(1 << m.index for m in g.markers if m.side == side)
        assert not p.bins[side] & ~own, "an enemy marker in a bin"
        assert not p.bins[side] & p.gone, "a marker in the bin that is out of the game"
        assert markers_left(g, p, side) >= 0, "more bridgeheads than markers"
        assert p.plans[side] in (-1, *g.plan_markers[side])
    assert not p.destroyed & ~g.board.fort_hexes
    assert not p.bombed & ~g.board.cities
    assert not p.open_cities & ~g.may_open


def check_sky(g: MansteinsWar, p: MansteinPosition) -> None:
    """16.3a, 26.0b: one air unit of a side over a hex; the airlift may be there besides."""
    over = [(a.side, p.air_at[a.index], g.airlift[a.index]) for a in g.air if p.air_at[a.index] >= 0]
    assert len(set(over)) == len(over), "two air units of a side over one hex"
    assert all(0 <= p.air_steps[a.index] <= a.steps for a in g.air)


@cache
def box() -> MansteinsWar:
    return MansteinsWar("campaign")


SEGMENTS = ("command", "reinforcement", "air", "movement", "movement", "evacuation", "combat", "combat", "combat")


def scatter(rng: Random) -> dict[str, Any]:
    """Pieces of both sides thrown close together, in the middle of a week; the Dutch, whom an option keeps out of the
    war, stay in the box."""
    g = box()
    side = rng.choice(SIDES)
    turn = rng.choice((1, 2, 3, 4, 5, 6, 6, 7, 8))
    centre = rng.choice([c for c in bits(g.board.land) if g.board.country[c] not in ("netherlands", "switzerland")])
    area = [c for c in bits(g.grid.disc(centre, rng.randint(1, 4)) & g.board.land)
            if g.board.country[c] != "netherlands"]
    rng.shuffle(area)
    cut = max(1, len(area) // 2)
    hexes = (area[:cut], area[cut:])
    situation: dict[str, Any] = {
        "game": "mansteins-war", "scenario": "campaign", "turn": turn, "extended": turn > g.terms.last_turn,
        "units": throw(g, rng, hexes), "air": fly(g, rng, area),
        "plans": {"german": rng.choice(("okh", "okh-mod", "manstein")),
                  "allied": rng.choice(("plan-d", "plan-e", "plan-r"))},
        "reinforcements": rng.choice(("none", "later")),
        "german": [g.hex_name(c) for c in hexes[0]], "allied": [g.hex_name(c) for c in hexes[1]],
        "rp": {nation: rng.randint(0, 4) for nation in ("german", "french", "british", "belgian")},
        "bins": {name: [g.markers[m].id for m in bits(g.compulsory[s]) if g.markers[m].id != "netherlands"
                        and rng.random() < 0.3] for s, name in enumerate(SIDES)},
    }
    if rng.random() < 0.25:
        return {**situation, "bins": None, "phase": rng.choice([name for name, _ in PHASES])}
    if rng.random() < 0.3:
        situation |= cross(g, rng, hexes)
    segment = rng.choice(SEGMENTS if situation["bins"][side] else SEGMENTS[1:])
    return situation | {"side": side, "segment": segment} | play(g, rng, side)


def play(g: MansteinsWar, rng: Random, side: str) -> dict[str, Any]:
    """A marker in play, and what it has activated; Evac seldom enough."""
    s = SIDES.index(side)
    special = [m for m in g.special_markers[s] if not g.markers[m].entry.variant]
    m = rng.choice([*bits(g.compulsory[s]), *bits(g.compulsory[s]), *special])
    entry = g.markers[m].entry
    found: dict[str, Any] = {"marker": g.markers[m].id, "commands": sorted(rng.sample(entry.among, entry.picks))}
    if entry.group == "evac":
        found["evac"] = rng.randint(0, 6)
    return found


def throw(g: MansteinsWar, rng: Random, hexes: tuple[list[int], list[int]]) -> dict[str, Any]:
    """Counters on the hexes of their side, in stacks that may stand."""
    units: dict[str, Any] = {}
    room: dict[int, list[Counter]] = {}
    for c in rng.sample(g.counters, len(g.counters)):
        if c.nation == "dutch" or c.entry.variant or rng.random() > 0.45:
            continue
        open_to = [hex for hex in hexes[c.side] if g.enterable[c.index] >> hex & 1 and _fits(g, c, hex, room)]
        if open_to:
            hex = rng.choice(open_to)
            room.setdefault(hex, []).append(c)
            units[c.id] = {"hex": g.hex_name(hex), "steps": rng.randint(1, c.steps)}
        elif rng.random() < 0.1:
            units[c.id] = "eliminated"
    return units


def _fits(g: MansteinsWar, c: Counter, hex: int, room: dict[int, list[Counter]]) -> bool:
    if c.static:
        return bool(g.board.forts[c.side] >> hex & 1) and not any(o.static for o in room.get(hex, ()))
    there = [o for o in room.get(hex, ()) if not o.static]
    return not there or (len(there) == 1 and there[0].nation == c.nation and there[0].army != c.army
                         and not g.board.rough >> hex & 1)


def fly(g: MansteinsWar, rng: Random, area: list[int]) -> dict[str, Any]:
    """Some air units over the area, others used up or lost."""
    found: dict[str, Any] = {}
    for side in (0, 1):
        over = rng.sample(area, min(len(area), 3))
        for a in g.air_of[side]:
            if g.air[a].entry.variant or rng.random() < 0.5:
                continue
            place = g.hex_name(over.pop()) if over else rng.choice(("available", "utilized", "eliminated"))
            found[g.air[a].id] = {"hex": place, "steps": rng.randint(1, g.air[a].steps)}
    return found


def cross(g: MansteinsWar, rng: Random, hexes: tuple[list[int], list[int]]) -> dict[str, Any]:
    """27.1a: a bridgehead between the sides, where a river parts them."""
    pairs = [(a, b) for a in hexes[0] for b in hexes[1] if g.board.across_river(a, b)]
    if not pairs:
        return {}
    a, b = rng.choice(pairs)
    side, name = rng.choice((("german", f"{g.hex_name(a)}-{g.hex_name(b)}"),
                             ("allied", f"{g.hex_name(b)}-{g.hex_name(a)}")))
    return {"bridgeheads": {side: [name]}, "options": {"bridgeheads": "on"}}
