"""What a seat sees: the map is open to all; bins, plans, displays and the turn track only to their owner (6.0f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, NATIONS, SIDES
from meuse.games.mansteins_war.position import ABSENT, ALOFT, DUE, PLACES, MansteinPosition
from meuse.games.mansteins_war.rules import bridgeheads, rail, supply
from meuse.games.mansteins_war.rules.air import Flight
from meuse.games.mansteins_war.rules.combat import Attack, ChooseTable, CombatDie, Support
from meuse.games.mansteins_war.rules.movement import allowance
from meuse.games.mansteins_war.rules.orders import AttackOrder
from meuse.games.mansteins_war.rules.sequence import date, segment
from meuse.games.mansteins_war.rules.special_forces import Commit
from meuse.games.mansteins_war.rules.victory import score

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Eyes = tuple[int, ...]
"""The sides whose secrets are seen: one for a player, none for a spectator, both when a finished match is looked at."""
View = dict[str, Any]

BEFORE_THE_DIE = (Attack, Commit, ChooseTable, Support, CombatDie)
"""Procedures in which an attack still has chances to weigh."""
MARKS = ("acting", "moved", "attacked", "defended", "retreated", "dropped", "supplied")
"""Sets of units that the view names on the piece; "reserves" is shown as `activated`."""
SUPPLY = {"supported": "full", "unsupported": "low", "cut off": "out"}
"""15.4a in the words that counters are drawn by."""


def show(g: MansteinsWar, p: MansteinPosition, eyes: Eyes) -> View:
    """The table as JSON-able data."""
    pieces = _pieces(g, p, eyes)
    german, allied = score(g, p)
    return {
        **_clock(g, p),
        **_markers(g, p, eyes),
        **_ground(g, p),
        "moving": [id for id in _moving(g, p) if id in pieces],
        "preparing": _preparing(g, p),
        "units": pieces,
        "rail": {"used": p.railed, "capacity": rail.capacity(g, p.operating)} if p.operating >= 0 else None,
        "air_left": p.air_left,
        "landing": g.hex_name(p.landing) or None,
        "refit": dict(zip(NATIONS, p.rp, strict=True)),
        "capitulated": [NATIONS[n] for n in bits(p.capitulated)],
        "score": {"german": german, "allied": allied},
    }


def _clock(g: MansteinsWar, p: MansteinPosition) -> View:
    """The week, the phase, the impulse."""
    return {
        "turn": p.turn, "turns": g.terms.extended_turn if p.extended else g.terms.last_turn, "date": date(p.turn),
        "extended": p.extended, "phase": p.phase, "segment": segment(p), "initiative": SIDES[p.initiative],
        "operating": SIDES[p.operating] if p.operating >= 0 else None, "commands": list(p.commands),
    }


def _markers(g: MansteinsWar, p: MansteinPosition, eyes: Eyes) -> View:
    """5.0a: command markers; what is in a bin, and even how many, only its owner knows."""
    loaded = [max(0, markers) for markers in p.special]
    return {
        "marker": g.markers[p.marker].id if p.marker >= 0 else None,
        "played": _ids(g, p.played),
        "bins": {name: _ids(g, p.bins[s]) if s in eyes else None for s, name in enumerate(SIDES)},
        "loaded": {name: _ids(g, loaded[s]) if s in eyes else None for s, name in enumerate(SIDES)},
        "plans": {name: _plan(g, p, s, eyes) for s, name in enumerate(SIDES)},
        "manstein": p.manstein,
    }


def _plan(g: MansteinsWar, p: MansteinPosition, side: int, eyes: Eyes) -> str | None:
    """21.1i: the plan kept, to its owner, and to all once it has been played."""
    plan = p.plans[side]
    return g.markers[plan].id if plan >= 0 and (side in eyes or p.seen >> plan & 1) else None


def _ids(g: MansteinsWar, markers: int) -> list[str]:
    return [g.markers[m].id for m in bits(markers)]


def _ground(g: MansteinsWar, p: MansteinPosition) -> View:
    """What lies on the map besides units."""
    names = g.grid.names_of
    return {
        "control": names(p.control), "destroyed": names(p.destroyed), "bombed": names(p.bombed),
        "open_cities": names(p.open_cities),
        "bridgeheads": [
            {"side": SIDES[b.side], "from": g.hex_name(b.start), "to": g.hex_name(b.target),
             "hexside": bridgeheads.name_of(g, b)} for b in p.bridgeheads
        ],
        "bridgeheads_left": {name: bridgeheads.markers_left(g, p, s) for s, name in enumerate(SIDES)}
        if g.on("bridgeheads") else None,
    }


# --- pieces ------------------------------------------------------------------------------------------------------


def _pieces(g: MansteinsWar, p: MansteinPosition, eyes: Eyes) -> dict[str, View]:
    """Ground units, air units, special forces and ships, by id; the enemy's only where they are to be seen."""
    found = {}
    for c in g.counters:
        if _seen(p.at[c.index], c.side, eyes):
            found[c.id] = _unit(g, p, c.index)
    for a in g.air:
        if _seen(p.air_at[a.index], a.side, eyes):
            found[a.id] = _air(g, p, a.index)
    for f in g.forces:
        if _seen(p.forces_at[f.index], f.side, eyes):
            found[f.id] = _lies(g, p.forces_at[f.index])
    if ALLIED in eyes:
        found[g.box.naval_id] = _lies(g, p.naval)
    return found


def _seen(place: int, side: int, eyes: Eyes) -> bool:
    """6.0f: on the map, or on the way to a landing, or in one's own display."""
    return place >= 0 or place == ALOFT or (place != ABSENT and side in eyes)


def _lies(g: MansteinsWar, place: int) -> View:
    return {"hex": g.hex_name(place) or None, "place": PLACES.get(place, "map")}


def _unit(g: MansteinsWar, p: MansteinPosition, u: int) -> View:
    c, steps, bit = g.counters[u], p.steps[u], 1 << u
    piece = {**_lies(g, p.at[u]), "steps": steps}
    if p.at[u] >= 0:
        piece |= {"attack": c.attack[steps], "defense": c.defence[steps], "move": allowance(g, p, u) if c.move else 0,
                  "supply": SUPPLY[supply.status(g, p, u)]}
    if p.at[u] == DUE and p.due[u]:
        piece["due"] = p.due[u]
    if p.reserves & bit:
        piece["activated"] = True
    for name in MARKS:
        if getattr(p, name) & bit:
            piece[name] = True
    return piece


def _air(g: MansteinsWar, p: MansteinPosition, a: int) -> View:
    piece = {**_lies(g, p.air_at[a]), "steps": p.air_steps[a], "support": g.air_value(p, a)}
    if p.air_at[a] == DUE:
        piece["due"] = p.air_due[a]
    if p.air_active >> a & 1:
        piece["activated"] = True
    return piece


# --- what is under way -------------------------------------------------------------------------------------------


def _moving(g: MansteinsWar, p: MansteinPosition) -> list[str]:
    """The piece that is being moved, placed, flown or led back."""
    frame = p.frames[-1] if p.frames else None
    if isinstance(frame, Flight):
        return [g.air[frame.air].id]
    unit = getattr(frame, "unit", None)
    return [g.ids[unit]] if unit is not None else []


def _preparing(g: MansteinsWar, p: MansteinPosition) -> View | None:
    """The attack that is being put together or fought."""
    held: Any = (f for f in reversed(p.frames) if isinstance(getattr(f, "order", None), AttackOrder))
    frame = next(held, None)
    if frame is None:
        return None
    order: AttackOrder = frame.order
    return {
        "what": "counterattack" if order.counter else "landing" if order.landing else "attack",
        "side": SIDES[order.side], "target": g.hex_name(order.target), "units": [g.ids[u] for u in bits(order.units)],
        "defenders": [g.ids[u] for u in bits(order.defenders)], "mobile": order.mobile, "ships": order.ships,
        "fought": not isinstance(frame, BEFORE_THE_DIE),
        "air": {SIDES[s]: g.air[a].id for s, a in zip((GERMAN, ALLIED), order.air, strict=True) if a >= 0},
    }
