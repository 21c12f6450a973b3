"""4.0 How to set up the game: the campaign's own set-up, and situation files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import (
    ASSEMBLY,
    AVAILABLE,
    BOX,
    FOG_KINDS,
    MARKER_PLACES,
    PLACES,
)
from meuse.games.ghost_division.position import GhostPosition, blank
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


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation file. Grids are names ("N14"), river sides pairs of them ("N13-N14")."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}
    turn: int = 1
    phase: str = "D2"
    op: int | None = None
    dice: tuple[int | str, ...] = ()
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


def wrong(key: str, what: str) -> BadInput:
    return BadInput(f"situation: {key}: {what}")


def set_up(g: GhostDivision, s: Situation) -> GhostPosition:
    """The position that a situation describes."""
    if s.game != g.name:
        raise wrong("game", f"expected {g.name!r}, got {s.game!r}")
    if not 1 <= s.turn <= g.last_turn:
        raise wrong("turn", f"expected 1 to {g.last_turn}, got {s.turn}")
    p = blank(g)
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


def find_unit(g: GhostDivision, name: str, key: str) -> int:
    """A German counter by its id or by what is printed on it."""
    if name in g.by_id:
        return g.by_id[name]
    found = [c.index for c in g.units if name.lower() in (c.name.lower(), c.entry.title.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise wrong(key, f"{name!r} could be {' or '.join(repr(g.ids[u]) for u in found)}")
    raise wrong(key, f"there is no German counter {name!r}")


def find_grid(g: GhostDivision, name: str, key: str) -> int:
    if name not in g.grid.bit:
        raise wrong(key, f"{name!r} is not a Grid of the map; expected a row and column such as 'N14'")
    return g.grid.bit[name]


def find_side(g: GhostDivision, name: str, key: str) -> int:
    if name not in g.board.side_index:
        raise wrong(key, f"{name!r} is not a river side; expected two Grids such as 'N13-N14'")
    return 1 << g.board.side_index[name]


def _place_units(g: GhostDivision, p: GhostPosition, s: Situation) -> None:
    off_map = {word: place for place, word in PLACES.items()}
    for name, where in s.units.items():
        key = f"units.{name!r}"
        u = find_unit(g, name, key)
        spec = where if isinstance(where, Placed) else Placed(where)
        place = off_map[spec.at] if spec.at in off_map else find_grid(g, spec.at, key)
        if g.is_air[u] and place >= ASSEMBLY:
            raise wrong(key, "air units are in the pool, available or in maintenance")
        if not g.is_air[u] and place in (AVAILABLE, off_map["maintenance"], off_map["aloft"]):
            raise wrong(key, "only air units can be there")
        if not 0 <= spec.hits < max(1, g.defense[u]):
            raise wrong(key, f"expected fewer Hits than its defense of {g.defense[u]}")
        p.put(g, u, place)
        p.hits[u] = spec.hits
        for flag, field in (("moved", "moved"), ("acted", "acted"), ("crossed", "crossed"), ("ace", "aces")):
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
        to = off_map[spec.at] if spec.at in off_map else find_grid(g, spec.at, key)
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
        cell = find_grid(g, grid, key)
        if mark.kind not in FOG_KINDS:
            raise wrong(key, f"expected one of {', '.join(FOG_KINDS)}, got {mark.kind!r}")
        free = [m.index for m in g.fog if m.kind == mark.kind and p.fog_at[m.index] == BOX]
        if not free:
            raise wrong(key, f"all {mark.kind} markers are on the map")
        if not 0 <= mark.hits < g.charts.fortification.defense:
            raise wrong(key, f"expected fewer Hits than its defense of {g.charts.fortification.defense}")
        p.put_fog(g, free[0], cell)
        p.damage[free[0]] = mark.hits
        if mark.shown:
            p.show_fog(g, free[0])


def _find_formation(g: GhostDivision, p: GhostPosition, name: str, key: str) -> int:
    if name in g.formation_by_id:
        return g.formation_by_id[name]
    found = [f.index for f in g.formations if name.lower() == f.name.lower() and p.formation_at[f.index] == BOX]
    if not found:
        raise wrong(key, f"there is no Formation marker {name!r}")
    return found[0]


def _lay_bridges(g: GhostDivision, p: GhostPosition, s: Situation) -> None:
    for name in s.blown:
        side = find_side(g, name, "blown")
        if not g.board.printed & side:
            raise wrong("blown", f"no bridge is printed at {name!r}")
        p.blown |= side
    for field, limit in (("bridges", g.charts.markers.bridges), ("bridgeheads", g.charts.markers.bridgeheads)):
        spans = getattr(s, field)
        if len(spans) > limit:
            raise wrong(field, f"expected no more than the {limit} markers there are")
        for name in spans:
            side = find_side(g, name, field)
            if g.standing(p) & side:
                raise wrong(field, f"a bridge stands at {name!r} already")
            setattr(p, field, getattr(p, field) | side)
    for name in s.visited:
        p.visited |= 1 << find_grid(g, name, "visited")


def _note(g: GhostDivision, p: GhostPosition, s: Situation) -> None:
    if s.op is not None:
        if not 1 <= s.op <= g.charts.operations.cap:
            raise wrong("op", f"expected 1 to {g.charts.operations.cap}, got {s.op}")
        p.op = s.op
    for name, points in s.spent.items():
        hq = find_unit(g, name, "spent")
        if not 0 <= points <= g.leadership[hq]:
            raise wrong("spent", f"{name!r} is no headquarters with a Leadership Value of {points}")
        p.spent = {**p.spent, hq: points}
    for name in s.entered:
        p.entered |= 1 << find_grid(g, name, "entered")
    known = [row.event for row in g.charts.allied.rows]
    if s.event and s.event not in known:
        raise wrong("event", f"expected one of {', '.join(known)}, got {s.event!r}")
    p.halted, p.flank, p.event = s.halted, s.flank, s.event
