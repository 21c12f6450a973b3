"""What a seat sees of a position (19.0): its own units, of the enemy the top of each stack, indices and shown cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES, SIDES, Counter
from meuse.games.blitzkrieg.position import ABSENT, PLACES, WAITING, BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def show(g: Blitzkrieg, p: BlitzPosition, seats: Collection[int]) -> dict[str, Any]:
    """What these sides see together; a spectator, who is no side, sees what both do."""
    names = g.grid.names_of
    return {
        "turn": p.turn, "phase": p.phase, "active": SIDES[p.active] if p.active >= 0 else "",
        "units": {g.ids[u]: _unit(g, p, u) for u in _seen(g, p, seats)},
        "stacks": _stacks(g, p, seats),
        "air": {a.id: {"box": _box(g, p.air_in[a.index]), "fatigued": bool(p.air_tired >> a.index & 1)}
                for a in g.airstrikes if p.air_in[a.index] != ABSENT},
        "hands": {SIDES[side]: [g.cards[c].id for c in bits(p.hands[side])] for side in seats},
        "cards": {g.cards[c].id: p.since[c] for c in bits(p.shown)},
        "shock": dict(zip(COUNTRIES, p.index, strict=True)),
        "at_war": [COUNTRIES[n] for n in bits(p.at_war)], "collapsed": [COUNTRIES[n] for n in bits(p.collapsed)],
        "paralysed": [COUNTRIES[n] for n in bits(p.paralysed)],
        "anti_aircraft": dict(zip(SIDES, p.anti_aircraft, strict=True)),
        "destroyed": names(p.destroyed), "entrenched": names(p.entrenched), "flooded": names(p.flooded),
        "damaged": names(p.damaged), "terror": names(p.terror), "open_cities": names(p.open_cities),
    }


def _seen(g: Blitzkrieg, p: BlitzPosition, seats: Collection[int]) -> list[int]:
    """19.1a: one's own units, and the top of every stack; an enemy division on top is known by its class alone, since
    it may be a deception unit (19.2.2b)."""
    mine = [c.index for c in g.counters if c.side in seats and p.at[c.index] not in (ABSENT, WAITING)]
    tops = [g.counters[stack[-1]] for stack in p.stacks.values()]
    theirs = [c.index for c in tops if c.side not in seats and not may_deceive(c)]
    return sorted({*mine, *theirs})


def may_deceive(c: Counter) -> bool:
    """19.2.2: what looks like a German or French division."""
    return c.entry.size == "division" and c.nation in ("german", "french")


def _stacks(g: Blitzkrieg, p: BlitzPosition, seats: Collection[int]) -> dict[str, dict[str, Any]]:
    """Enemy stacks by hex: whose they are, how high, and the class and size of the top unit."""
    found = {}
    for hex, stack in sorted(p.stacks.items()):
        top = g.counters[stack[-1]]
        if top.side not in seats:
            found[g.hex_name(hex)] = {
                "side": SIDES[top.side], "height": len(stack), "size": top.entry.size, "mechanised": top.mech,
            }
    return found


def _unit(g: Blitzkrieg, p: BlitzPosition, u: int) -> dict[str, Any]:
    return {
        "hex": g.hex_name(p.at[u]), "place": PLACES.get(p.at[u], ""), "fatigued": bool(p.tired >> u & 1),
        "due": p.due[u],
    }


def _box(g: Blitzkrieg, place: int) -> str:
    return PLACES.get(place) or g.boxes[place]
