"""21.0 The opening position, and situation files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from meuse.engine.hexes import bits
from meuse.engine.situation import Heading, wrong
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, NATIONS, SIDES
from meuse.games.mansteins_war.box.mapfile import Nation, Side
from meuse.games.mansteins_war.position import ABSENT, AVAILABLE, DUE, ELIMINATED, PLACES, Bridgehead, MansteinPosition
from meuse.games.mansteins_war.rules import command, deployment, reinforcements
from meuse.games.mansteins_war.rules.sequence import PHASES, SEGMENTS, Impulse, Operations, Turn, segment

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

FLAGS = ("moved", "attacked", "defended", "retreated", "reserves", "dropped", "supplied")
"""What may be noted of a unit in a situation: the sets of the position by name."""
OFF_MAP = {word: place for place, word in PLACES.items()}


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit stands in a situation file, and in what state; `steps` 0 is full strength."""

    hex: str
    steps: int = 0
    due: int = 0
    marks: tuple[Literal["moved", "attacked", "defended", "retreated", "reserves", "dropped", "supplied"], ...] = ()


class Situation(Heading, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation file. Hexes are numbers ("1439"), markers and units ids or printed names."""

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
    plans: dict[Side, str] = msgspec.field(default_factory=lambda: {"german": "manstein", "allied": "plan-d"})
    gone: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    reinforcements: Literal["later", "none"] = "none"
    """Whether the turn track brings what is due after this week."""
    units: dict[str, str | Placed] = {}
    air: dict[str, str | Placed] = {}
    forces: dict[str, str] = {}
    naval: Literal["available", "utilized"] = "available"
    german: tuple[str, ...] = ()
    """Hexes outside Germany that Germans entered last and have left."""
    allied: tuple[str, ...] = ()
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
    p.turn, p.extended, p.manstein, p.evac = s.turn, s.extended, s.manstein, s.evac
    p.initiative = SIDES.index(s.initiative)
    _fill_displays(g, p)
    if s.reinforcements == "later":
        _fill_track(g, p, s.turn)
    if s.phase == "set-up":
        for u in g.starting:
            p.at[u] = DUE
    for name, where in s.units.items():
        _place(g, p, name, where)
    _check_hexes(g, p)
    _lay_displays(g, p, s)
    _lay_marks(g, p, s)
    _lay_markers(g, p, s)
    _open_frames(g, p, s)
    if s.phase == "operations":
        _note_loads(g, p)
    return p


def _place(g: MansteinsWar, p: MansteinPosition, name: str, where: str | Placed) -> None:
    key = f"units.{name!r}"
    u = g.named.unit(name, key)
    spec = where if isinstance(where, Placed) else Placed(where)
    full = g.counters[u].steps
    if not 0 <= spec.steps <= full:
        raise wrong(key, f"this unit has {full} steps")
    place = OFF_MAP[spec.hex] if spec.hex in OFF_MAP else g.named.cell(spec.hex, key)
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
        if name not in g.box.air_by_id:
            raise wrong("air", f"{name!r} is not an air unit; expected one of {', '.join(g.box.air_by_id)}")
        a, spec = g.box.air_by_id[name], where if isinstance(where, Placed) else Placed(where)
        p.fly(a, OFF_MAP[spec.hex] if spec.hex in OFF_MAP else g.named.cell(spec.hex, f"air.{name}"))
        if not 0 <= spec.steps <= g.air[a].steps:
            raise wrong(f"air.{name}", f"this air unit has {g.air[a].steps} steps")
        p.set_air_steps(a, spec.steps or g.air[a].steps)
    ids = {f.id: f.index for f in g.forces}
    for name, place in s.forces.items():
        if name not in ids:
            raise wrong("forces", f"{name!r} is not special forces; expected one of {', '.join(ids)}")
        p.forces_at[ids[name]] = OFF_MAP[place] if place in OFF_MAP else g.named.cell(place, f"forces.{name}")
    p.naval = OFF_MAP[s.naval]


def _lay_marks(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    for name in s.german:
        p.control |= g.one[g.named.cell(name, "german")]
    for name in s.allied:
        p.control &= ~g.one[g.named.cell(name, "allied")]
    for name in s.destroyed:
        p.destroy_fort(g.named.cell(name, "destroyed"))
    for name in s.bombed:
        p.bombed |= g.one[g.named.cell(name, "bombed")]
    for name in s.open_cities:
        p.declare_open(g.named.cell(name, "open_cities"))
    p.bridgeheads = tuple(_bridgehead(g, side, name) for side, names in s.bridgeheads.items() for name in names)
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


def _marker(g: MansteinsWar, name: str, key: str) -> int:
    if name not in g.marker_by_id:
        raise wrong(key, f"{name!r} is not a command marker; expected one of {', '.join(g.marker_by_id)}")
    return g.marker_by_id[name]


def _marker_set(g: MansteinsWar, names: Sequence[str], key: str) -> int:
    return sum(1 << _marker(g, name, key) for name in set(names))


def _lay_markers(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    for word, name in s.plans.items():
        p.set_plan(SIDES.index(word), _marker(g, name, "plans"))
    p.gone, p.played = _marker_set(g, s.gone, "gone"), _marker_set(g, s.played, "played")
    p.seen = sum(1 << m.index for m in g.markers if m.special and (p.gone | p.played) >> m.index & 1)
    if s.phase == "set-up":
        p.plans = (-1, -1)
    if s.phase != "operations":
        return
    for side, word in enumerate(SIDES):
        named = (s.bins or {}).get(word)
        whole = 0 if s.segment else g.compulsory[side] & ~(p.gone | p.played)
        p.set_bin(side, whole if named is None else _marker_set(g, named, "bins"))


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
            raise wrong("segment", f"expected a side, and one of {', '.join(segments)}")
        p.operating = SIDES.index(s.side)
        p.push(Impulse(segments.index(s.segment)), Operations(1 - p.operating), Turn(names.index("operations") + 1))
        if s.segment != "command":
            _activate(g, p, s)
        elif not p.bins[p.operating]:
            raise wrong("bins", f"the {s.side} bin is empty, and nothing can be drawn from it")


def _activate(g: MansteinsWar, p: MansteinPosition, s: Situation) -> None:
    """The marker in play and what it has activated."""
    p.marker = _marker(g, s.marker, "marker")
    entry = g.markers[p.marker].entry
    if g.markers[p.marker].side != p.operating:
        raise wrong("marker", f"{s.marker!r} is not a marker of the {s.side} side")
    p.played |= 1 << p.marker
    if g.markers[p.marker].special:
        p.gone |= 1 << p.marker
        p.seen |= 1 << p.marker
    if entry.group == "plan":
        p.set_plan(p.operating, p.marker)
    p.air_left = command.air_activations(g, p)
    p.commands = s.commands or (entry.among if len(entry.among) == entry.picks else ())
    for name in p.commands:
        if name not in g.command_units:
            raise wrong("commands", f"{name!r} is not a sub-command")
    command.wake(g, p)
    for name in s.acting:
        p.acting |= 1 << g.named.unit(name, "acting")


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
    taken = p.occupied[GERMAN] | p.occupied[ALLIED]
    markers = [m.id for m in g.markers]
    return {
        "turn": p.turn, "phase": p.phase, "initiative": SIDES[p.initiative], **_impulse(g, p),
        "bins": {word: [markers[m] for m in bits(p.bins[s])] for s, word in enumerate(SIDES)}
        if p.phase == "operations" else None,
        "plans": {word: markers[p.plans[s]] for s, word in enumerate(SIDES) if p.plans[s] >= 0},
        "gone": [markers[m] for m in bits(p.gone)], "played": [markers[m] for m in bits(p.played)],
        "naval": PLACES[p.naval],
        "german": names(p.control & g.board.land & ~home & ~taken), "allied": names(home & ~p.control & ~taken),
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
