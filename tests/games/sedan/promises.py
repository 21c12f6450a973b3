"""What Sedan adds to the suite that every game inherits: the promises of its position, and scattered situations."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import ABSENT, DIRTY, ELIMINATED, TRACK, SedanPosition
from meuse.games.sedan.rules.activation import DrawChit
from meuse.games.sedan.rules.sequence import PHASES
from meuse.games.sedan.rules.stacking import overstacked
from meuse.games.sedan.rules.zoc import zone_of_control


def check(g: Sedan, p: SedanPosition) -> None:
    check_places(g, p)
    check_markers(g, p)
    check_air(g, p)
    if p.frames and isinstance(p.frames[-1], DrawChit):
        for side in (0, 1):
            crowded = [g.hex_name(h) for h in overstacked(g, p, side, marching=False)]
            assert not crowded, f"{crowded} are over the stacking limit between activations"


def check_places(g: Sedan, p: SedanPosition) -> None:
    """Each counter is in one place; the sets kept beside the counters are what they give when worked out afresh."""
    stacks: dict[int, set[int]] = {}
    occupied, fighting = [0, 0], [0, 0]
    for c, unit in zip(g.counters, p.units, strict=True):
        assert unit.hex in g.grid.names or ABSENT <= unit.hex < 0, f"{c.id} is in {unit.hex}"
        if unit.hex >= 0:
            assert 1 <= unit.steps <= c.steps, f"{c.id} has {unit.steps} steps"
            stacks.setdefault(unit.hex, set()).add(c.index)
            occupied[c.side] |= 1 << unit.hex
            if not c.hq:
                fighting[c.side] |= 1 << unit.hex
        elif unit.hex == ELIMINATED:
            assert unit.steps == 0 or c.hq
        elif unit.hex == TRACK:
            assert c.hq, f"{c.id} is on the Turn Track"
    for hex, stack in p.stacks.items():
        assert len(set(stack)) == len(stack), f"a counter twice in {g.hex_name(hex)}"
    assert {hex: set(stack) for hex, stack in p.stacks.items()} == stacks
    assert p.occupied == occupied
    assert p.fighting == fighting
    assert not occupied[0] & occupied[1], "both sides in one hex"
    afresh = p.copy()
    afresh.zone = [DIRTY, DIRTY]
    for side in (0, 1):
        assert zone_of_control(g, p, side) == zone_of_control(g, afresh, side), f"{SIDES[side]} zone is stale"
        assert not p.held[side] & ~fighting[side], "a hex is held that nobody is in"


def check_markers(g: Sedan, p: SedanPosition) -> None:
    here = sum(1 << u for u, unit in enumerate(p.units) if unit.hex >= 0)
    assert not p.blown & ~g.board.printed, "a bridge is blown that was never there"
    assert not p.pontoons & g.board.printed & ~p.blown, "a pontoon beside a standing bridge"
    assert p.pontoons.bit_count() <= g.charts.limits.pontoons
    assert not p.road & ~here, "a Road Move marker off the map"
    assert not p.overrun & ~here, "an Overrun marker off the map"
    assert not p.overrun & sum(1 << c.index for c in g.counters if not c.mech)
    assert not p.roadblocks & ~g.board.road_hexes, "a roadblock where no road is"
    assert not p.crossed & ~g.cavalry
    assert all(p.acting >> u & 1 for u in p.command), "a piece in command that does not act"
    assert p.guns >= 0
    if p.chit:
        side = SIDES.index(g.chits[p.chit].side)
        assert all(g.side[u] == side for u in bits(p.acting)), "pieces of both sides act"


def check_air(g: Sedan, p: SedanPosition) -> None:
    for air, sky in zip(p.air, p.sky, strict=True):
        assert 0 <= air.fresh_fighters <= air.fighters
        assert 0 <= air.fresh_bombers <= air.bombers
        assert 0 <= sky.fighters <= air.fighters - air.fresh_fighters
        assert 0 <= sky.bombers <= air.bombers - air.fresh_bombers


@cache
def box(scenario: str) -> Sedan:
    return Sedan(scenario)


def scatter(rng: Random) -> dict[str, Any]:
    """Pieces of both sides thrown close together, in the middle of a turn."""
    scenario = rng.choice(sorted(Sedan.scenarios))
    g = box(scenario)
    turn = rng.choice((rng.randint(1, g.last_turn), g.last_turn - 1, g.last_turn, g.last_turn))
    chit = rng.choice([name for name, c in g.chits.items() if c.first_turn <= turn])
    situation: dict[str, Any] = {
        "game": "sedan", "scenario": scenario, "turn": turn, "units": throw(g, rng, chit),
        "reinforcements": rng.choice(("none", "none", "later", "all")),
        "blown": [g.board.side_names[s] for s in bits(g.board.printed) if rng.random() < 0.2],
        "roadblocks": [g.hex_name(h) for h in bits(g.board.road_hexes) if rng.random() < 0.02],
    }
    if rng.random() < 0.25:
        situation["phase"] = rng.choice(PHASES)
        return situation
    situation["activation"] = chit
    situation["mode"] = rng.choice(("open", "move", "combat", "combat", "combat"))
    situation["cup"] = [c for c in g.chits if c != chit and g.chits[c].first_turn <= turn and rng.random() < 0.3]
    return situation


def throw(g: Sedan, rng: Random, chit: str) -> dict[str, Any]:
    """Counters, those of the drawn chit above all, on the hexes around some place, each side on its own."""
    centre = rng.choice([*g.grid.cells, *(c for side in g.board.sources for c in side), *g.exits])
    area = list(bits(g.grid.disc(centre, rng.randint(1, 4))))
    rng.shuffle(area)
    cut = max(1, len(area) // 2)
    hexes = (area[:cut], area[cut:] or [next(c for c in g.grid.cells if c not in area)])
    units: dict[str, Any] = {}
    room: dict[int, int] = {}
    for c in rng.sample(g.counters, len(g.counters)):
        likely = 0.8 if c.entry.corps == g.chits[chit].corps else 0.2
        hex = rng.choice(hexes[c.side])
        if rng.random() > likely:
            if c.hq and rng.random() < 0.2:
                units[c.id] = {"hex": "track"}
        elif room.get(hex, 0) + c.points <= g.stack_limit:
            room[hex] = room.get(hex, 0) + c.points
            units[c.id] = {
                "hex": g.hex_name(hex), "reduced": c.steps == 2 and rng.random() < 0.3,
                "unsupplied": rng.choice((0, 0, 0, 1, 2, 3)),
            }
    return units
