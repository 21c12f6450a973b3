"""What a seat sees of a position (19.0): its own units, of the enemy the top of each stack, indices and shown cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES, Counter
from meuse.games.blitzkrieg.position import ABSENT, ELIMINATED, EVACUATED, PLACES, RESERVE, WITHDRAWN, BlitzPosition
from meuse.games.blitzkrieg.rules import cards, flights, planning, rail, reinforcements, victory
from meuse.games.blitzkrieg.rules.battle import Attack
from meuse.games.blitzkrieg.rules.fog import may_deceive

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

View = dict[str, Any]
Seats = Collection[int]
"""The sides that look together: one for a player, none for a spectator, both when a finished match is looked at."""
OPEN = (ELIMINATED, WITHDRAWN, EVACUATED)
"""Places off the map that both sides see into."""


def show(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> View:
    """What these sides see together; a spectator, who is no side, sees what both do."""
    seen = _seen(g, p, seats)
    pieces = {g.ids[u]: _unit(g, p, u, seats) for u in seen}
    return {
        **_clock(g, p, seats),
        **_countries(g, p),
        **_cards(g, p, seats),
        **_ground(g, p),
        "units": pieces | _airstrikes(g, p, seats) | _ships(g, p),
        "stacks": _stacks(g, p, seats, {*seen}),
        "moving": _moving(g, p, seats, {*seen}),
        "air_caps": _air_caps(g, p, seats),
        "preparing": _preparing(g, p, seats),
        "score": {name: _score(g, p, side, seats) for side, name in enumerate(SIDES)},
    }


def _clock(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> View:
    """The week, the phase, the impulse; who may act in it only his own side is told."""
    return {
        "turn": p.turn, "turns": g.terms.last_turn, "date": g.charts.campaign.turns[p.turn - 1], "phase": p.phase,
        "active": SIDES[p.active] if p.active >= 0 else "", "impulse": p.impulse,
        "eligible": p.eligible.bit_count() if p.active in seats else None,
    }


def _countries(g: Blitzkrieg, p: BlitzPosition) -> View:
    """7.0, 12.4.2, 25.4: what is counted by country or by side."""
    return {
        "shock": dict(zip(COUNTRIES, p.index, strict=True)),
        "at_war": [COUNTRIES[n] for n in bits(p.at_war)], "collapsed": [COUNTRIES[n] for n in bits(p.collapsed)],
        "paralysed": [COUNTRIES[n] for n in bits(p.paralysed)],
        "rail": {COUNTRIES[n]: {"used": p.railed[n], "left": rail.capacity(g, p, COUNTRIES[n])}
                 for n in bits(p.at_war & ~p.collapsed)},
        "anti_aircraft": dict(zip(SIDES, p.anti_aircraft, strict=True)),
    }


def _cards(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> View:
    """6.2a: hands are their owners' secret, what has been shown is open."""
    return {
        "hands": {SIDES[side]: [g.cards[c].id for c in bits(p.hands[side])] for side in seats},
        "cards": {g.cards[c].id: p.since[c] for c in bits(p.shown)},
        "in_force": [g.cards[c].id for c in bits(p.shown) if cards.in_force(g, p, g.cards[c].id)],
        "settled": [g.cards[c].id for c in bits(p.settled)],
        "exempt": g.ids[p.exempt] if p.exempt >= 0 and g.side[p.exempt] in seats else None,
        "named": g.ids[p.named] if p.named >= 0 else None,
    }


def _ground(g: Blitzkrieg, p: BlitzPosition) -> View:
    """What lies on the map besides units."""
    names = g.grid.names_of
    return {
        "destroyed": names(p.destroyed), "entrenched": names(p.entrenched), "flooded": names(p.flooded),
        "damaged": names(p.damaged), "terror": names(p.terror), "open_cities": names(p.open_cities),
        "taken": names(p.taken), "air_supply": names(p.air_supply),
        "bridgeheads": {g.board.side_names[n]: SIDES[side] for side in (AXIS, ALLIED) for n in bits(p.bridges[side])},
    }


# --- land units --------------------------------------------------------------------------------------------------


def _seen(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> list[int]:
    """19.1a: one's own units, the top of every stack, what has been opened in this phase (19.1b) and whoever has landed
    among enemies (30.6); an enemy division on top is known by its class alone, since it may be a deception unit
    (19.2.2b)."""
    mine = [c.index for c in g.counters if c.side in seats and p.at[c.index] != ABSENT]
    gone = [c.index for c in g.counters if p.at[c.index] in OPEN]
    tops = [g.counters[stack[-1]] for stack in _closed(g, p, seats).values()]
    theirs = [c.index for c in tops if not may_deceive(c)]
    opened = [u for u in bits(p.opened | p.landed) if p.at[u] >= 0]
    return sorted({*mine, *gone, *theirs, *opened})


def as_seen(g: Blitzkrieg, p: BlitzPosition, side: int) -> BlitzPosition:
    """19.1a: of a guess what the asker sees of this side: without headquarters and air bases in closed stacks, which
    only seem to be where they are. His own side, and the true position, as they stand."""
    if p.guessed != side:
        return p
    open_units = {*_seen(g, p, (1 - side,))}
    q = p.copy()
    for c in g.counters:
        if c.side == side and (c.hq or c.air_base) and p.at[c.index] >= 0 and c.index not in open_units:
            q.put(g, c.index, ABSENT)
    return q


def _unit(g: Blitzkrieg, p: BlitzPosition, u: int, seats: Seats) -> View:
    c, tired, bit = g.counters[u], p.tired >> u & 1, 1 << u
    piece: View = {
        "hex": g.hex_name(p.at[u]) or None, "place": PLACES.get(p.at[u], "map"), "fatigued": bool(tired),
        "steps": 2 - tired, "due": p.due[u], **_ratings(c, tired),
    }
    if p.landed & bit:
        piece["landed"] = True
    if p.shaken & bit:
        piece["terror"] = True
    if c.side not in seats:
        return piece
    if p.at[u] == RESERVE:
        piece["price"] = reinforcements.price(g, p, u)
    for name, units in (("moved", p.moved), ("attacked", p.attacked), ("tried", p.tried)):
        if units & bit:
            piece[name] = True
    if p.at[u] >= 0:
        stack = p.stacks[p.at[u]]
        if len(stack) > 1:
            piece["level"] = stack.index(u)
        if p.unsupplied & bit:
            piece["supply"] = "out"
        if p.impulse > 1 and p.eligible & bit:
            piece["acting"] = True
    return piece


def _ratings(c: Counter, tired: int) -> View:
    """2.3.1: the numbers on the side that lies up."""
    found: View = {"defense": c.defence[tired], "move": c.move[tired]}
    if c.hq:
        return {"support": c.support[tired], **found, "range": c.radius[tired]}
    if c.air_base:
        return {"command": c.command[tired], **found}
    return {"attack": c.attack[tired], **found}


def _closed(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> dict[int, list[int]]:
    """The enemy's stacks by hex, without units that have landed there on others."""
    if len(seats) == len(SIDES):
        return {}
    strange = {hex: [u for u in stack if g.side[u] not in seats and not p.landed >> u & 1]
               for hex, stack in sorted(p.stacks.items())}
    return {hex: stack for hex, stack in strange.items() if stack}


def _stacks(g: Blitzkrieg, p: BlitzPosition, seats: Seats, seen: Collection[int]) -> dict[str, View]:
    """Enemy stacks by hex: whose they are, how high, who lies on top if it is known, and its class, size and state."""
    found = {}
    for hex, stack in _closed(g, p, seats).items():
        top = g.counters[stack[-1]]
        found[g.hex_name(hex)] = {
            "side": SIDES[top.side], "nation": top.nation, "height": len(stack),
            "top": top.id if top.index in seen else None, "size": top.entry.size, "mechanised": top.mech,
            "fatigued": bool(p.tired >> top.index & 1),
        }
    return found


# --- airstrikes and ships ----------------------------------------------------------------------------------------


def _airstrikes(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> dict[str, View]:
    """19.1c: displays are closed while they are being filled: of the enemy's it is known only what is on it."""
    found = {}
    for a in g.airstrikes:
        where = p.air_in[a.index]
        if where == ABSENT:
            continue
        tired = p.air_tired >> a.index & 1
        closed = p.phase == "air planning" and where >= 0 and a.side not in seats
        over = p.air_over.get(a.index)
        found[a.id] = {
            "hex": None if over is None else g.hex_name(over),
            "place": "closed" if closed else PLACES.get(where) or g.boxes[where],
            "fatigued": bool(tired), "steps": 2 - tired, "due": p.air_due[a.index],
            "air": a.air[tired], "bombardment": a.bombardment[tired], "range": a.range,
        }
    return found


def _air_caps(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> View:
    """24.3.2a: while missions are planned, a side's own active ones by country, and the most that its bases command."""
    frame = p.frames[-1] if p.frames else None
    if not isinstance(frame, planning.Planning):
        return {}
    mine = {a.country for side in seats for a in flights.available(g, p, side)}
    return {country: {"used": frame.flying(g, p, country), "most": frame.caps[n]}
            for n, country in enumerate(COUNTRIES) if country in mine}


def _ships(g: Blitzkrieg, p: BlitzPosition) -> dict[str, View]:
    return {ship.id: {"hex": None, "place": PLACES[p.ships[ship.index]]}
            for ship in g.ships if p.ships[ship.index] != ABSENT}


# --- what is under way -------------------------------------------------------------------------------------------


def _moving(g: Blitzkrieg, p: BlitzPosition, seats: Seats, seen: Collection[int]) -> list[str]:
    """The unit that is being moved or placed, as far as it is seen, or the airstrike; in planning one's own (19.1c)."""
    frame = p.frames[-1] if p.frames else None
    if isinstance(frame, planning.Planning):
        return [g.airstrikes[frame.picked[side]].id for side in seats if frame.picked[side] >= 0]
    air, unit = getattr(frame, "air", -1), getattr(frame, "unit", -1)
    if air >= 0:
        return [g.airstrikes[air].id]
    return [g.ids[unit]] if unit in seen else []


def _preparing(g: Blitzkrieg, p: BlitzPosition, seats: Seats) -> View | None:
    """The battle under way, or to its own side the attack that is being put together (15.2a)."""
    order, frame = p.battle, p.frames[-1] if p.frames else None
    if order is not None:
        side, target, units = order.side, order.target, order.units
    elif isinstance(frame, Attack) and p.active in seats:
        side, target, units = p.active, frame.target, frame.units
    else:
        return None
    return {"side": SIDES[side], "target": g.hex_name(target), "units": [g.ids[u] for u in bits(units)],
            "table": order.table if order else None, "result": order.result if order else ""}


def _score(g: Blitzkrieg, p: BlitzPosition, side: int, seats: Seats) -> int:
    """3.1 as it seems: of the enemy every stack holds its city, of one's own what was in supply when it was judged."""
    points = [*victory.shock_points(p, side), *victory.collapse_points(g, p, side)]
    held = 0
    for hex in bits(g.board.cities & p.occupied[side]):
        troops = [u for u in p.stacks[hex] if not g.counters[u].deception and not p.unsupplied >> u & 1]
        if troops or side not in seats:
            held += victory.worth(g, p, side, hex)[0]
    return sum(int(part.value) for part in points) + held
