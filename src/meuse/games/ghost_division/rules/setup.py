"""4.0 How to set up the game: the campaign's own set-up, and situation files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from meuse.engine.hexes import bits
from meuse.engine.situation import Heading, wrong
from meuse.games.ghost_division.box.components import (
    ASIDE,
    ASSEMBLY,
    AVAILABLE,
    BOX,
    FOG_KINDS,
    MARKER_PLACES,
    PLACES,
)
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.commands import Assign
from meuse.games.ghost_division.rules.niwi import Drop
from meuse.games.ghost_division.rules.placement import set_up_frames
from meuse.games.ghost_division.rules.recruiting import Recruit
from meuse.games.ghost_division.rules.sequence import SEGMENTS, Turn
from meuse.games.ghost_division.rules.stacking import room

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a German counter is in a situation file, and in what state."""

    at: str
    hits: int = 0
    moved: bool = False
    acted: bool = False
    crossed: bool = False
    ace: bool = False


class MarkerPlaced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a Formation marker is."""

    at: str
    shown: bool = False
    called: int = 0
    crossed: bool = False


class FogPlaced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    shown: bool = False
    hits: int = 0


class Situation(Heading, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation file. Grids are names ("N14"), river sides pairs of them ("N13-N14")."""

    turn: int = 1
    phase: str = "D2"
    op: int | None = None
    units: dict[str, str | Placed] = {}
    formations: dict[str, str | MarkerPlaced] = {}
    fog: dict[str, str | FogPlaced] = {}
    blown: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()
    bridgeheads: tuple[str, ...] = ()
    visited: tuple[str, ...] = ()
    spent: dict[str, int] = {}
    entered: tuple[str, ...] = ()
    halted: bool = False
    flank: int = 0
    event: str = ""
    force: Literal["start", "named"] = "named"
    """"start": counters that are not named are where set-up puts them; "named": they are out of the game."""


def lay(g: GhostDivision, s: Situation) -> GhostPosition:
    """The position that a situation describes."""
    if not 1 <= s.turn <= g.last_turn:
        raise wrong("turn", f"expected 1 to {g.last_turn}, got {s.turn}")
    p = g.blank()
    p.turn = s.turn
    if s.phase == "set-up":
        lay_out(g, p)
        p.phase = s.phase
        open_set_up(g, p)
        return p
    if s.phase not in SEGMENTS:
        raise wrong("phase", f"expected set-up or one of {', '.join(SEGMENTS)}, got {s.phase!r}")
    p.phase = s.phase
    if s.force == "start":
        lay_out(g, p)
    _place_units(g, p, s)
    _place_markers(g, p, s)
    _lay_bridges(g, p, s)
    _note(g, p, s)
    p.push(Turn(SEGMENTS.index(s.phase)))
    return p


def lay_out(g: GhostDivision, p: GhostPosition) -> None:
    """4.0a to 4.0f: Operations Points, and every German counter where the game begins for it."""
    places = {word: place for place, word in PLACES.items()}
    p.op = g.charts.operations.start
    for c in g.units:
        start = c.entry.start
        if c.entry.kampfgruppe and g.options["kampfgruppen"] == "unformed":
            start = "pool"
        if c.entry.price == "panzergrenadier" and g.with_optional_units:
            start = "pool"
        p.put(g, c.index, places[start])


def open_set_up(g: GhostDivision, p: GhostPosition) -> None:
    """4.0g to 4.0j, then the optional purchases (35) and the Kommando (34), then turn 1."""
    p.tell("set-up", "4.0a", op=p.op)
    landing = (Drop(),) if g.with_niwi else ()
    p.push(*set_up_frames(g), Assign(), Recruit(setup=True), *landing, Turn())


def _place_units(g: GhostDivision, p: GhostPosition, s: Situation) -> None:
    off_map = {word: place for place, word in PLACES.items()}
    for name, where in s.units.items():
        key = f"units.{name!r}"
        u = g.named.unit(name, key)
        spec = where if isinstance(where, Placed) else Placed(where)
        place = off_map[spec.at] if spec.at in off_map else g.named.cell(spec.at, key)
        if g.is_air[u] and place >= ASSEMBLY:
            raise wrong(key, "air units are in the pool, available or in maintenance")
        if not g.is_air[u] and place in (AVAILABLE, off_map["maintenance"], off_map["aloft"]):
            raise wrong(key, "only air units can be there")
        if not 0 <= spec.hits < max(1, g.defense[u]):
            raise wrong(key, f"expected fewer Hits than its defense of {g.defense[u]}")
        p.put(g, u, place)
        p.hits[u] = spec.hits
        for flag, field in FLAGS.items():
            if getattr(spec, flag):
                setattr(p, field, getattr(p, field) | 1 << u)
    for cell in bits(p.held):
        if room(g, p, cell) < 0:
            raise wrong("units", f"too many units stand in {g.grid_name(cell)} (15.1a)")


def _place_markers(g: GhostDivision, p: GhostPosition, s: Situation) -> None:
    for name, where in s.formations.items():
        key = f"formations.{name!r}"
        f = _find_formation(g, p, name, key)
        spec = where if isinstance(where, MarkerPlaced) else MarkerPlaced(where)
        off_map = {word: place for place, word in MARKER_PLACES.items()}
        to = off_map[spec.at] if spec.at in off_map else g.named.cell(spec.at, key)
        if len(p.formations_in.get(to, ())) > 1:
            raise wrong(key, f"two Formations are in {spec.at} already (15.7a)")
        p.put_formation(g, f, to)
        p.called[f] = spec.called
        if spec.shown:
            p.shown |= 1 << f
        if spec.crossed:
            p.river_foes |= 1 << f
    for grid, what in s.fog.items():
        key = f"fog.{grid!r}"
        mark = what if isinstance(what, FogPlaced) else FogPlaced(what)
        cell = g.named.cell(grid, key)
        if mark.kind not in FOG_KINDS and mark.kind not in g.fog_by_id:
            raise wrong(key, f"expected one of {', '.join(FOG_KINDS)}, got {mark.kind!r}")
        m = next((m.index for m in g.fog if mark.kind in (m.kind, m.id) and p.fog_at[m.index] == BOX), None)
        if m is None:
            raise wrong(key, f"all {mark.kind} markers are on the map")
        if not 0 <= mark.hits < g.charts.fortification.defense:
            raise wrong(key, f"expected fewer Hits than its defense of {g.charts.fortification.defense}")
        p.put_fog(g, m, cell)
        p.damage[m] = mark.hits
        if mark.shown:
            p.show_fog(g, m)


def _find_formation(g: GhostDivision, p: GhostPosition, name: str, key: str) -> int:
    if name in g.formation_by_id:
        return g.formation_by_id[name]
    for f in g.formations:
        if name.lower() == f.name.lower() and p.formation_at[f.index] == BOX:
            return f.index
    raise wrong(key, f"there is no Formation marker {name!r}")


def _lay_bridges(g: GhostDivision, p: GhostPosition, s: Situation) -> None:
    for name in s.blown:
        side = 1 << g.named.side(name, "blown")
        if not g.board.printed & side:
            raise wrong("blown", f"no bridge is printed at {name!r}")
        p.blown |= side
    for field, limit in (("bridges", g.charts.markers.bridges), ("bridgeheads", g.charts.markers.bridgeheads)):
        spans = getattr(s, field)
        if len(spans) > limit:
            raise wrong(field, f"expected no more than the {limit} markers there are")
        for name in spans:
            side = 1 << g.named.side(name, field)
            if g.standing(p) & side:
                raise wrong(field, f"a bridge stands at {name!r} already")
            setattr(p, field, getattr(p, field) | side)
    for name in s.visited:
        p.visited |= 1 << g.named.cell(name, "visited")


def _note(g: GhostDivision, p: GhostPosition, s: Situation) -> None:
    if s.op is not None:
        if not 1 <= s.op <= g.charts.operations.cap:
            raise wrong("op", f"expected 1 to {g.charts.operations.cap}, got {s.op}")
        p.op = s.op
    for name, points in s.spent.items():
        hq = g.named.unit(name, "spent")
        if not 0 <= points <= g.leadership[hq]:
            raise wrong("spent", f"{name!r} is no headquarters with a Leadership Value of {points}")
        p.spent = {**p.spent, hq: points}
    for name in s.entered:
        p.entered |= 1 << g.named.cell(name, "entered")
    known = [row.event for row in g.charts.allied.rows]
    if s.event and s.event not in known:
        raise wrong("event", f"expected one of {', '.join(known)}, got {s.event!r}")
    p.halted, p.flank, p.event = s.halted, s.flank, s.event


FLAGS = {"moved": "moved", "acted": "acted", "crossed": "crossed", "ace": "aces"}
"""By its name in a situation file, the position's set of counters that are in that state."""


def situation_of(g: GhostDivision, p: GhostPosition) -> dict[str, Any]:
    """What a situation file says of a position."""
    names = g.board.side_names
    return {
        "turn": p.turn, "phase": p.phase, "op": p.op,
        "blown": [names[s] for s in bits(p.blown)],
        "bridges": [names[s] for s in bits(p.bridges)],
        "bridgeheads": [names[s] for s in bits(p.bridgeheads)],
        "visited": g.grid.names_of(p.visited), "entered": g.grid.names_of(p.entered),
        "halted": p.halted or None, "flank": p.flank, "event": p.event,
        "spent": {g.ids[u]: points for u, points in sorted(p.spent.items())},
        "units": {c.id: _counter_placed(g, p, c.index) for c in g.units if p.places[c.index] != ASIDE},
        "formations": {f.id: _formation_placed(g, p, f.index) for f in g.formations if p.formation_at[f.index] != BOX},
        "fog": {g.grid.names[cell]: _fog_placed(g, p, m) for cell, m in sorted(p.fog_in.items())},
    }


def _counter_placed(g: GhostDivision, p: GhostPosition, u: int) -> str | dict[str, Any]:
    place = PLACES.get(p.places[u]) or g.grid.names[p.places[u]]
    state: dict[str, Any] = {flag: True for flag, field in FLAGS.items() if getattr(p, field) >> u & 1}
    if p.hits[u]:
        state["hits"] = p.hits[u]
    return {"at": place, **state} if state else place


def _formation_placed(g: GhostDivision, p: GhostPosition, f: int) -> str | dict[str, Any]:
    place = MARKER_PLACES.get(p.formation_at[f]) or g.grid.names[p.formation_at[f]]
    state: dict[str, Any] = {flag: True for flag, field in (("shown", p.shown), ("crossed", p.river_foes))
                             if field >> f & 1}
    if p.called[f]:
        state["called"] = p.called[f]
    return {"at": place, **state} if state else place


def _fog_placed(g: GhostDivision, p: GhostPosition, m: int) -> str | dict[str, Any]:
    state: dict[str, Any] = {"shown": True} if p.fog_shown >> m & 1 else {}
    if p.damage[m]:
        state["hits"] = p.damage[m]
    return {"kind": g.fog[m].id, **state} if state else g.fog[m].id
