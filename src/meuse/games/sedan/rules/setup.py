"""16.0 Setting up: situation files, scenario files among them, and saved positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from meuse.engine.hexes import bits
from meuse.engine.situation import Heading, wrong
from meuse.games.sedan.box.components import FRENCH, GERMAN, SIDES
from meuse.games.sedan.position import ABSENT, DUE, PLACES, TRACK, Air, SedanPosition, Unit
from meuse.games.sedan.rules.activation import (
    DrawChit,
    Modes,
    MoveMode,
    Open,
)
from meuse.games.sedan.rules.combat import CombatMode
from meuse.games.sedan.rules.command import eligible, waiting_to_enter
from meuse.games.sedan.rules.engineering import standing_bridges
from meuse.games.sedan.rules.overrun import OverrunMode
from meuse.games.sedan.rules.sequence import PHASES, Turn
from meuse.games.sedan.rules.stacking import StackingCheck

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a piece stands in a situation file, and in what state."""

    hex: str
    reduced: bool = False
    unsupplied: int = 0
    road: bool = False
    crossed: bool = False
    activated: bool = False
    moved: bool = False
    fought: bool = False


class AirForce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fighters: int = 0
    bombers: int = 0
    used_fighters: int = 0
    used_bombers: int = 0


class Situation(Heading, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation file. Hexes are numbers ("3414"), hexsides pairs of them ("3414-3415")."""

    turn: int = 1
    phase: Literal["supply", "air", "activation", "end", ""] = ""
    activation: str = ""
    """The chit just drawn: its owner opens the activation, or is in the mode that `mode` names."""
    mode: Literal["open", "move", "combat", "overrun", ""] = ""
    cup: tuple[str, ...] | None = None
    reinforcements: Literal["all", "later", "none"] = "later"
    units: dict[str, str | Placed] = {}
    blown: tuple[str, ...] = ()
    pontoons: tuple[str, ...] = ()
    pontoons_laid: int = 0
    roadblocks: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    overrun: tuple[str, ...] = ()
    low_fuel: tuple[str, ...] = ()
    air: dict[Literal["german", "french"], AirForce] = {}


def titles(g: Sedan) -> Iterator[tuple[str, int]]:
    """Further ways to name a counter: designation with formation, historical title with formation."""
    for c in g.counters:
        yield f"{c.entry.designation} {c.entry.formation}", c.index
        if c.entry.history:
            yield f"{c.entry.history} {c.entry.formation}", c.index


def lay(g: Sedan, s: Situation) -> SedanPosition:
    """The position that a situation describes."""
    if not 1 <= s.turn <= g.last_turn:
        raise wrong("turn", f"expected 1 to {g.last_turn}, got {s.turn}")
    p = g.blank()
    p.turn = s.turn
    _schedule(g, p, s)
    for name, where in s.units.items():
        _place(g, p, name, where)
    _check_hexes(g, p, s)
    _lay_markers(g, p, s)
    _lay_air(g, p, s)
    _open_frames(g, p, s)
    return p


def _schedule(g: Sedan, p: SedanPosition, s: Situation) -> None:
    """Reinforcements that are still to come."""
    for c in g.counters:
        later = c.entry.turn > s.turn
        if c.entry.turn and (s.reinforcements == "all" or (s.reinforcements == "later" and later)):
            p.units[c.index] = Unit(DUE, c.steps)


def _place(g: Sedan, p: SedanPosition, name: str, where: str | Placed) -> None:
    key = f"units.{name!r}"
    u = g.named.unit(name, key)
    spec = where if isinstance(where, Placed) else Placed(where)
    off_map = {word: place for place, word in PLACES.items()}
    place = off_map[spec.hex] if spec.hex in off_map else g.named.cell(spec.hex, key)
    steps = g.counters[u].steps
    if spec.reduced and steps == 1:
        raise wrong(key, "this counter has no reduced side")
    if place == DUE and not g.counters[u].entry.turn:
        raise wrong(key, "this counter is not a reinforcement")
    p.units[u] = Unit(ABSENT, steps - spec.reduced, spec.unsupplied, p.turn if place == TRACK else 0)
    p.put(g, u, place)
    bit = 1 << u
    for flag in FLAGS:
        if getattr(spec, flag):
            setattr(p, flag, getattr(p, flag) | bit)


def _check_hexes(g: Sedan, p: SedanPosition, s: Situation) -> None:
    both = p.occupied[GERMAN] & p.occupied[FRENCH]
    if both:
        hex, *_ = g.grid.names_of(both)
        raise wrong("units", f"units of both sides stand in '{hex}' (7.0b)")


def _lay_markers(g: Sedan, p: SedanPosition, s: Situation) -> None:
    for name in s.blown:
        side = 1 << g.named.side(name, "blown")
        if not g.board.printed & side:
            raise wrong("blown", f"no bridge is printed at {name!r}")
        p.blown |= side
    for name in s.pontoons:
        side = 1 << g.named.side(name, "pontoons")
        if standing_bridges(g, p) & side:
            raise wrong("pontoons", f"a bridge stands at {name!r} already")
        p.pontoons |= side
    p.pontoons_laid = max(s.pontoons_laid, len(s.pontoons))
    for name in s.roadblocks:
        hex = g.named.cell(name, "roadblocks")
        if not g.board.road_hexes >> hex & 1:
            raise wrong("roadblocks", f"no road runs through {name!r}")
        p.roadblocks |= 1 << hex
    for name in s.tried:
        p.tried |= 1 << g.named.cell(name, "tried")
    for name in s.overrun:
        p.overrun |= 1 << g.named.unit(name, "overrun")
    p.held = (p.fighting[GERMAN], p.fighting[FRENCH])


def _lay_air(g: Sedan, p: SedanPosition, s: Situation) -> None:
    """The air units named, or else all that have arrived by now, unused; on the way to an Air Phase those before it."""
    before_allotment = s.phase in ("supply", "air") and not s.activation
    for side, name in enumerate(SIDES):
        schedule = g.charts.air[name]
        past = slice(0, s.turn - 1 if before_allotment else s.turn)
        default = AirForce(sum(schedule.fighters[past]), sum(schedule.bombers[past]))
        force = s.air.get(name, default)  # type: ignore[call-overload]
        p.set_air(side, Air(force.fighters, force.bombers, force.fighters - force.used_fighters,
                            force.bombers - force.used_bombers))
        if min(p.air[side].fresh_fighters, p.air[side].fresh_bombers, force.fighters, force.bombers) < 0:
            raise wrong(f"air.{name!r}", "more air units are used than there are")


def _open_frames(g: Sedan, p: SedanPosition, s: Situation) -> None:
    """Where play stands: before a phase, or in an activation."""
    for chit in (*(s.cup or ()), *((s.activation,) if s.activation else ())):
        if chit not in g.chits:
            raise wrong("activation" if chit == s.activation else "cup",
                        f"there is no chit {chit!r}; known: {', '.join(g.chits)}")
    if not s.activation:
        if s.mode:
            raise wrong("mode", "expected an activation as well")
        phase = PHASES.index(s.phase or "activation")
        p.phase = PHASES[phase]
        p.push(Turn(phase))
        if s.cup is not None:
            if phase != 2:
                raise wrong("cup", "expected phase = \"activation\"")
            p.frames = ()
            p.push(DrawChit(), Turn(3))
            p.cup = tuple(sorted(s.cup))
        return
    p.phase = "activation"
    p.cup = tuple(sorted(s.cup or ()))
    p.chit = s.activation
    p.push(*_activation_frames(g, p, s), DrawChit(), Turn(3))


def _activation_frames(g: Sedan, p: SedanPosition, s: Situation) -> list[Any]:
    chit = s.activation
    if s.mode in ("", "open"):
        return [Open(chit)]
    side = SIDES.index(g.chits[chit].side)
    p.command = eligible(g, p, chit, 0)
    p.acting = waiting_to_enter(g, p, chit) | sum(1 << u for u in p.command)
    p.activated |= sum(1 << u for u in p.command)
    for name in s.low_fuel:
        p.low_fuel |= 1 << g.named.unit(name, "low_fuel")
    if s.mode == "move":
        return [MoveMode(chit), StackingCheck(side, marching=True), Modes(chit, ("combat", "overrun"))]
    if s.mode == "combat":
        return [CombatMode(side, p.occupied[1 - side]), Modes(chit, ("overrun",))]
    return [OverrunMode(side), StackingCheck(side), Modes(chit, ())]


FLAGS = ("road", "crossed", "activated", "moved", "fought")


def situation_of(g: Sedan, p: SedanPosition) -> dict[str, Any]:
    """What a situation file says of a position."""
    names = g.board.side_names
    return {
        "turn": p.turn,
        **_where_play_stands(p),
        "blown": [names[s] for s in bits(p.blown)],
        "pontoons": [names[s] for s in bits(p.pontoons)],
        "pontoons_laid": p.pontoons_laid,
        "roadblocks": g.grid.names_of(p.roadblocks),
        "tried": g.grid.names_of(p.tried),
        "overrun": [g.counters[u].name for u in bits(p.overrun)],
        "low_fuel": [g.counters[u].name for u in bits(p.low_fuel)],
        "air": {
            name: {"fighters": air.fighters, "bombers": air.bombers, "used_fighters": air.fighters - air.fresh_fighters,
                   "used_bombers": air.bombers - air.fresh_bombers}
            for name, air in zip(SIDES, p.air, strict=True)
        },
        "units": {c.name: placed for c in g.counters if (placed := _placed(g, p, c.index))},
    }


def _where_play_stands(p: SedanPosition) -> dict[str, Any]:
    """The phase, or the activation and its mode; in the midst of a procedure, where that began."""
    modes: dict[type, str] = {Open: "open", MoveMode: "move", CombatMode: "combat", OverrunMode: "overrun"}
    mode = next((modes[type(frame)] for frame in reversed(p.frames) if type(frame) in modes), "")
    if mode:
        return {"activation": p.chit, "mode": mode, "cup": list(p.cup)}
    return {"phase": p.phase, "cup": list(p.cup) if p.phase == "activation" else None}


def _placed(g: Sedan, p: SedanPosition, u: int) -> str | dict[str, Any]:
    """A counter's place and state; nothing where it is not in play, or comes by schedule."""
    unit, c = p.units[u], g.counters[u]
    expected = DUE if c.entry.turn > p.turn else ABSENT
    state: dict[str, Any] = {flag: True for flag in FLAGS if getattr(p, flag) >> u & 1}
    if 0 < unit.steps < c.steps:
        state["reduced"] = True
    if unit.unsupplied:
        state["unsupplied"] = unit.unsupplied
    if unit.hex == expected and not state:
        return ""
    place = PLACES.get(unit.hex) or g.hex_name(unit.hex)
    return {"hex": place, **state} if state else place
