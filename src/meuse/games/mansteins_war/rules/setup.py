"""21.0 The opening position, and situation files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from meuse.engine.hexes import bits
from meuse.engine.situation import Heading, plain, wrong
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, NATIONS, SIDES, AirUnit, Forces, Marker
from meuse.games.mansteins_war.box.mapfile import Nation, Side
from meuse.games.mansteins_war.position import (
    ABSENT,
    ALOFT,
    AVAILABLE,
    DUE,
    ELIMINATED,
    EVACUATED,
    PLACES,
    SURRENDERED,
    UTILIZED,
    Bridgehead,
    MansteinPosition,
)
from meuse.games.mansteins_war.rules import command, deployment, reinforcements, victory
from meuse.games.mansteins_war.rules.sequence import PHASES, SEGMENTS, Impulse, Operations, Turn, segment

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

FLAGS = ("moved", "attacked", "defended", "retreated", "reserves", "dropped", "supplied")
"""What may be noted of a unit in a situation: the sets of the position by name."""
OFF_MAP = {word: place for place, word in PLACES.items()}
HISTORICAL_PLANS: dict[Side, str] = {"german": "manstein", "allied": "plan-d"}
LOADED = ("refit", "operations")
"""Phases in which bins are loaded and markers are still to be drawn (4.1a)."""
GROUND_PLACES = (DUE, ELIMINATED, EVACUATED, SURRENDERED, ALOFT, ABSENT)
AIR_PLACES = (AVAILABLE, UTILIZED, DUE, ELIMINATED, SURRENDERED, ABSENT)
FORCES_PLACES = (AVAILABLE, ELIMINATED, ABSENT)


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit stands in a situation file, and in what state; `steps` 0 is full strength."""

    hex: str
    steps: int = 0
    due: int = 0
    marks: tuple[Literal["moved", "attacked", "defended", "retreated", "reserves", "dropped", "supplied"], ...] = ()


class Situation(Heading, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation file. Hexes are numbers ("1439"), markers and pieces ids or printed names."""

    turn: int = 1
    phase: Literal["set-up", "initiative", "command", "refit", "operations", "return", "inter-phase"] = "operations"
    side: Side | Literal[""] = ""
    """Whose impulse it is; with `marker` and `segment`."""
    marker: str = ""
    segment: str = ""
    commands: tuple[str, ...] = ()
    """The sub-commands activated; those of the marker where it leaves no choice."""
    acting: tuple[str, ...] = ()
    """Further units activated, such as a leader's corps."""
    initiative: Side = "german"
    bins: dict[Side, tuple[str, ...]] | None = None
    plans: dict[Side, str] = {}
    """The plans kept; of a side that is not named, that of history."""
    gone: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    reinforcements: Literal["later", "none"] = "none"
    """Whether the turn track brings what is due after this week."""
    units: dict[str, str | Placed] = {}
    air: dict[str, str | Placed] = {}
    forces: dict[str, str] = {}
    naval: Literal["available", "utilized"] = "available"
    german: tuple[str, ...] = ()
    """Hexes outside Germany that Germans entered last, where none stands but a logistics unit (3.3c)."""
    allied: tuple[str, ...] = ()
    """The same of Allied units, in Germany."""
    destroyed: tuple[str, ...] = ()
    bombed: tuple[str, ...] = ()
    open_cities: tuple[str, ...] = ()
    bridgeheads: dict[Side, tuple[str, ...]] = {}
    """Crossings by side, each the hex it was made from and the hex it faces: "1441-1442"."""
    rp: dict[Nation, int] = {}
    capitulated: tuple[Nation, ...] = ()
    manstein: int = 0
    evac: int = 0
    extended: bool = False


def titles(g: MansteinsWar) -> Iterator[tuple[str, int]]:
    """Further ways to name a counter: nation with printed name, and the historical title."""
    for c in g.counters:
        yield f"{c.nation} {c.name}", c.index
        yield c.entry.title, c.index


# --- the opening -------------------------------------------------------------------------------------------------


def opening(g: MansteinsWar) -> MansteinPosition:
    """S1 to S6: everything in its display, the turn track filled, and the set-up to be done."""
    p = g.blank()
    _fill_displays(g, p)
    _fill_track(g, p, 0)
    for u in g.starting:
        p.at[u] = DUE
    p.rp = tuple(g.charts.refit.nations[nation].start for nation in NATIONS)
    p.push(*deployment.frames(), *reinforcements.schedule(g, p), Turn())
    return p


def _fill_displays(g: MansteinsWar, p: MansteinPosition) -> None:
    """21.1h, 21.2d: air units, special forces and ships."""
    for a in g.air:
        if g.in_play(a.entry.variant):
            p.fly(a.index, DUE if a.entry.turn > p.turn else AVAILABLE)
    p.air_due = tuple(a.entry.turn if p.air_at[a.index] == DUE else 0 for a in g.air)
    for f in g.forces:
        if g.in_play(f.entry.variant):
            p.forces_at[f.index] = AVAILABLE


def _fill_track(g: MansteinsWar, p: MansteinPosition, after: int) -> None:
    """13.1a, 21.1k, 21.2g: units that come after that week, at the strength with which they come."""
    due = list(p.due)
    for c in g.counters:
        if c.entry.turn > after and c.index not in g.starting and g.in_play(c.entry.variant):
            p.at[c.index], due[c.index], p.steps[c.index] = DUE, c.entry.turn, c.arrival_steps
    p.due = tuple(due)


# --- reading a situation -----------------------------------------------------------------------------------------


def lay(g: MansteinsWar, s: Situation) -> MansteinPosition:
    """The position that a situation describes."""
    if not 1 <= s.turn <= g.terms.extended_turn:
        raise wrong("turn", f"expected 1 to {g.terms.extended_turn}, got {s.turn}")
    p = g.blank()
    p.turn, p.manstein, p.evac = s.turn, s.manstein, s.evac
    p.extended = s.extended or s.turn > g.terms.last_turn
    p.initiative = SIDES.index(s.initiative)
    _fill_displays(g, p)
    if s.reinforcements == "later":
        _fill_track(g, p, s.turn)
    if s.phase == "set-up":
        for u in g.starting:
            p.at[u] = DUE
    _lay_control(g, p, s)
    for name, where in s.units.items():
        _place(g, p, name, where)
    _check_hexes(g, p)
    _lay_displays(g, p, s)
    _lay_marks(g, p, s)
    _lay_markers(g, p, s)
    _open_frames(g, p, s)
    if s.phase in LOADED:
        _note_loads(g, p)
    victory.sudden_death(g, p)
    return p


def _piece(name: str, key: str, what: str, pieces: Sequence[AirUnit | Forces | Marker]) -> int:
    """A piece by its id or by the name on its counter."""
    found = [x.index for x in pieces if name == x.id or plain(name) == plain(x.entry.name)]
    if len(found) != 1:
        raise wrong(key, f"{name!r} is not {what}; expected one of {', '.join(x.id for x in pieces)}")
    return found[0]


def _place_of(g: MansteinsWar, name: str, key: str, places: Sequence[int]) -> int:
    """A hex, or a place off the map that such a piece can be in."""
    if name not in OFF_MAP:
        return g.named.cell(name, key)
    if OFF_MAP[name] not in places:
        raise wrong(key, f"{name!r} is no place for it; expected a hex, {', '.join(PLACES[n] for n in places)}")
    return OFF_MAP[name]


def _hexes(g: MansteinsWar, names: Sequence[str], key: str, among: int, what: str) -> int:
    """A set of hexes that must be of one kind."""
    found = 0
    for name in names:
        hex = g.named.cell(name, key)
        if not among >> hex & 1:
            raise wrong(key, f"{name!r} is not {what}")
        found |= 1 << hex
    return found


def _lay_control(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    """3.3b: who entered hexes last that nobody stands in."""
    p.control |= _hexes(g, s.german, "german", g.board.land, "a land hex")
    p.control &= ~_hexes(g, s.allied, "allied", g.board.land, "a land hex")


def _place(g: MansteinsWar, p: MansteinPosition, name: str, where: str | Placed) -> None:
    key = f"units.{name!r}"
    u = g.named.unit(name, key)
    spec = where if isinstance(where, Placed) else Placed(where)
    full = g.counters[u].steps
    if not 0 <= spec.steps <= full:
        raise wrong(key, f"this unit has {full} steps")
    place = _place_of(g, spec.hex, key, GROUND_PLACES)
    if place >= 0 and not g.board.land >> place & 1:
        raise wrong(key, f"{spec.hex!r} is not a land hex")
    p.steps[u] = 0 if place == ELIMINATED else spec.steps or full
    if spec.due:
        p.due = (*p.due[:u], spec.due, *p.due[u + 1:])
    p.put(g, u, place)
    if place >= 0:
        _take_hex(g, p, u, place)
    for mark in spec.marks:
        setattr(p, mark, getattr(p, mark) | 1 << u)


def _take_hex(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> None:
    """3.3b, 17.1a: a unit in a hex has entered it."""
    if not g.logistics[u]:
        p.control = p.control | g.one[hex] if g.side[u] == GERMAN else p.control & ~g.one[hex]
    if g.board.forts[1 - g.side[u]] >> hex & 1:
        p.destroy_fort(hex)


def _check_hexes(g: MansteinsWar, p: MansteinPosition) -> None:
    for hex, units in p.stacks.items():
        if len({g.side[u] for u in units}) > 1:
            raise wrong("units", f"units of both sides stand in '{g.hex_name(hex)}' (6.0e)")


def _lay_displays(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    for name, where in s.air.items():
        _lay_air(g, p, _piece(name, "air", "an air unit", g.air), where if isinstance(where, Placed) else Placed(where))
    for name, place in s.forces.items():
        f = _piece(name, "forces", "special forces", g.forces)
        p.forces_at[f] = _place_of(g, place, f"forces.{name}", FORCES_PLACES)
    p.naval = OFF_MAP[s.naval]


def _lay_air(g: MansteinsWar, p: MansteinPosition, a: int, spec: Placed) -> None:
    """16.1b: an air unit in a display, or over a hex open to it."""
    key, unit = f"air.{g.air[a].id}", g.air[a]
    if not 0 <= spec.steps <= unit.steps:
        raise wrong(key, f"this air unit has {unit.steps} steps")
    place = _place_of(g, spec.hex, key, AIR_PLACES)
    if place >= 0 and not g.flyable >> place & 1:
        raise wrong(key, f"{spec.hex!r} is closed to air units (16.1b)")
    p.fly(a, place)
    p.set_air_steps(a, 0 if place == ELIMINATED else spec.steps or unit.steps)


def _lay_marks(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    for hex in bits(_hexes(g, s.destroyed, "destroyed", g.board.fort_hexes, "a fortified hex")):
        p.destroy_fort(hex)
    p.bombed = _hexes(g, s.bombed, "bombed", g.board.railheads, "a city or town")
    for hex in bits(_hexes(g, s.open_cities, "open_cities", g.may_open, "a city that may be declared open (25.4a)")):
        p.declare_open(hex)
    p.bridgeheads = tuple(_bridgehead(g, side, name) for side, names in s.bridgeheads.items() for name in names)
    for nation, points in s.rp.items():
        if not 0 <= points <= g.charts.refit.track:
            raise wrong("rp", f"{nation!r}: expected 0 to {g.charts.refit.track}, got {points} (14.0b)")
    p.rp = tuple(s.rp.get(nation, 0) for nation in NATIONS)
    for nation in s.capitulated:
        p.capitulated |= 1 << NATIONS.index(nation)


def _bridgehead(g: MansteinsWar, side: Side, name: str) -> Bridgehead:
    """27.1a: over a river between two hexes."""
    first, _, second = name.partition("-")
    start, target = g.named.cell(first, "bridgeheads"), g.named.cell(second, "bridgeheads")
    if not g.board.across_river(start, target):
        raise wrong("bridgeheads", f"no river runs between '{first}' and '{second}'")
    return Bridgehead(SIDES.index(side), start, target)


def _marker(g: MansteinsWar, name: str, key: str, side: int = -1) -> int:
    """A command marker, of that side if one is given."""
    m = _piece(name, key, "a command marker", g.markers)
    if side >= 0 and g.markers[m].side != side:
        raise wrong(key, f"{name!r} is not a marker of the {SIDES[side]} side")
    return m


def _marker_set(g: MansteinsWar, names: Sequence[str], key: str, side: int = -1) -> int:
    return sum(1 << m for m in {_marker(g, name, key, side) for name in names})


def _lay_markers(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    for word, name in (HISTORICAL_PLANS | s.plans).items():
        side = SIDES.index(word)
        plan = _marker(g, name, "plans", side)
        if plan not in g.plan_markers[side]:
            raise wrong("plans", f"{name!r} is not one of the plans (21.1i, 21.2e)")
        p.set_plan(side, plan)
    p.gone, p.played = _marker_set(g, s.gone, "gone"), _marker_set(g, s.played, "played")
    p.seen = sum(1 << m.index for m in g.markers if m.special and (p.gone | p.played) >> m.index & 1)
    if s.phase == "set-up":
        p.plans = (-1, -1)
    if s.phase not in LOADED:
        return
    for side, word in enumerate(SIDES):
        named = (s.bins or {}).get(word)
        whole = 0 if s.segment else g.compulsory[side] & ~(p.gone | p.played)
        p.set_bin(side, whole if named is None else _marker_set(g, named, "bins", side))


def _open_frames(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    p.phase = s.phase
    names = [name for name, _ in PHASES]
    if s.phase == "set-up":
        p.push(*deployment.frames(), Turn())
    elif not s.segment:
        p.push(Turn(names.index(s.phase)))
    else:
        segments = [name for name, _ in SEGMENTS]
        if not s.side or s.segment not in segments:
            raise wrong("segment", f"expected a side, and one of {', '.join(dict.fromkeys(segments))}")
        p.operating = SIDES.index(s.side)
        p.push(Impulse(segments.index(s.segment)), Operations(1 - p.operating), Turn(names.index("operations") + 1))
        if s.segment != "command":
            _activate(g, p, s)
        elif not p.bins[p.operating]:
            raise wrong("bins", f"the {s.side} bin is empty, and nothing can be drawn from it")


def _activate(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    """The marker in play and what it has activated."""
    p.marker = _marker(g, s.marker, "marker", p.operating)
    entry = g.markers[p.marker].entry
    p.played |= 1 << p.marker
    if g.markers[p.marker].special:
        p.gone |= 1 << p.marker
        p.seen |= 1 << p.marker
    if entry.group == "plan":
        p.set_plan(p.operating, p.marker)
    p.air_left = command.air_activations(g, p)
    p.commands = s.commands or (entry.among if len(entry.among) == entry.picks else ())
    for name in p.commands:
        if not g.command_units.get(name, 0) & g.side_units[p.operating]:
            raise wrong("commands", f"{name!r} is not a sub-command of the {s.side} side")
    command.wake(g, p)
    for name in s.acting:
        u = g.named.unit(name, "acting")
        if g.side[u] != p.operating:
            raise wrong("acting", f"{name!r} is not a unit of the {s.side} side")
        p.acting |= 1 << u


def _note_loads(g: MansteinsWar, p: MansteinPosition) -> None:
    """5.2: special markers in the bins or played this week have been loaded, and so were on offer."""
    loaded = [sum(1 << m for m in bits(p.bins[side] | p.played) if g.markers[m].special and g.markers[m].side == side)
              for side in (GERMAN, ALLIED)]
    plans = sum(1 << m for both in g.plan_markers for m in both)
    p.special = (loaded[GERMAN], loaded[ALLIED])
    p.offered = (loaded[GERMAN] & ~plans, loaded[ALLIED] & ~plans)


# --- writing a situation -----------------------------------------------------------------------------------------


def situation_of(g: MansteinsWar, p: MansteinPosition) -> dict[str, Any]:
    """What a situation file says of a position."""
    names, home = g.grid.names_of, g.board.home[GERMAN]
    taken = sum(1 << hex for hex, units in p.stacks.items() if not all(g.logistics[u] for u in units))
    markers = [m.id for m in g.markers]
    return {
        "turn": p.turn, "phase": p.phase, "initiative": SIDES[p.initiative], **_impulse(g, p),
        "bins": {word: [markers[m] for m in bits(p.bins[s])] for s, word in enumerate(SIDES)}
        if p.phase in LOADED else None,
        "plans": {word: markers[p.plans[s]] for s, word in enumerate(SIDES) if p.plans[s] >= 0},
        "gone": [markers[m] for m in bits(p.gone)], "played": [markers[m] for m in bits(p.played)],
        "naval": PLACES[p.naval],
        "german": names(p.control & ~home & ~taken), "allied": names(home & ~p.control & ~taken),
        "destroyed": names(p.destroyed), "bombed": names(p.bombed), "open_cities": names(p.open_cities),
        "bridgeheads": _crossings(g, p),
        "rp": {nation: n for nation, n in zip(NATIONS, p.rp, strict=True) if n},
        "capitulated": [NATIONS[n] for n in bits(p.capitulated)],
        "manstein": p.manstein, "evac": p.evac, "extended": p.extended,
        "units": {c.id: placed for c in g.counters if (placed := _placed(g, p, c.index))},
        "air": {a.id: _air_placed(g, p, a.index) for a in g.air if p.air_at[a.index] != ABSENT},
        "forces": {f.id: PLACES.get(at) or g.hex_name(at) for f in g.forces
                   if (at := p.forces_at[f.index]) != ABSENT},
    }


def _impulse(g: MansteinsWar, p: MansteinPosition) -> dict[str, Any]:
    """Whose impulse it is, the marker, the segment, and what has been activated; nothing before and after segments in
    which a marker is in play."""
    under_way = segment(p)
    if under_way not in [name for name, _ in SEGMENTS[1:]]:
        return {}
    woken = p.copy()
    command.wake(g, woken)
    return {"side": SIDES[p.operating], "marker": g.markers[p.marker].id, "segment": under_way,
            "commands": list(p.commands), "acting": [g.ids[u] for u in bits(p.acting & ~woken.acting)]}


def _crossings(g: MansteinsWar, p: MansteinPosition) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for head in p.bridgeheads:
        found.setdefault(SIDES[head.side], []).append(f"{g.hex_name(head.start)}-{g.hex_name(head.target)}")
    return found


def _placed(g: MansteinsWar, p: MansteinPosition, u: int) -> str | dict[str, Any]:
    """A unit's place and state; nothing where it is not in play or waits to be set up."""
    if p.at[u] == ABSENT or (p.phase == "set-up" and p.at[u] == DUE):
        return ""
    place = PLACES.get(p.at[u]) or g.hex_name(p.at[u])
    state: dict[str, Any] = {}
    if 0 < p.steps[u] < g.counters[u].steps:
        state["steps"] = p.steps[u]
    if p.due[u]:
        state["due"] = p.due[u]
    marks = [flag for flag in FLAGS if getattr(p, flag) >> u & 1]
    if marks:
        state["marks"] = marks
    return {"hex": place, **state} if state else place


def _air_placed(g: MansteinsWar, p: MansteinPosition, a: int) -> str | dict[str, Any]:
    place = PLACES.get(p.air_at[a]) or g.hex_name(p.air_at[a])
    reduced = 0 < p.air_steps[a] < g.air[a].steps
    return {"hex": place, "steps": p.air_steps[a]} if reduced else place
