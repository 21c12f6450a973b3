"""16.0 Setting up: situation files, scenario files among them, and saved positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from meuse.engine.contract import BadInput, Outcome
from meuse.games.sedan.box.components import FRENCH, GERMAN, SIDES
from meuse.games.sedan.position import ABSENT, DUE, PLACES, TRACK, Air, SedanPosition, Sky, Unit, blank
from meuse.games.sedan.rules.activation import (
    DrawChit,
    Modes,
    MoveMode,
    Open,
    Order,
)
from meuse.games.sedan.rules.advance import Advance, Cleared, SecondHex
from meuse.games.sedan.rules.air import BridgeDice, BridgeMissions, Dogfight, DogfightDice, DogfightPicks, Mission
from meuse.games.sedan.rules.combat import AirCommitment, CombatDice, CombatMode, Declare, Guns
from meuse.games.sedan.rules.command import eligible, waiting_to_enter
from meuse.games.sedan.rules.engineering import ClearRoadblocks, Pontoons, WorkDice, WorkParty, standing_bridges
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.rules.overrun import OverrunMode, Overrunning
from meuse.games.sedan.rules.reinforcements import ReturnHeadquarters
from meuse.games.sedan.rules.results import Losses
from meuse.games.sedan.rules.retreat import Retreating, Retreats
from meuse.games.sedan.rules.sequence import PHASES, Turn
from meuse.games.sedan.rules.stacking import StackingCheck
from meuse.games.sedan.rules.supply import FuelRoll

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

AnyFrame = (
    Turn | DrawChit | Open | Order | Modes | MoveMode | Moving | StackingCheck | CombatMode | Declare | AirCommitment
    | Guns | CombatDice | Losses | Retreats | Retreating | Cleared | Advance | SecondHex | OverrunMode | Overrunning
    | BridgeMissions | Mission | BridgeDice | Dogfight | DogfightDice | DogfightPicks | WorkParty | WorkDice
    | Pontoons | ClearRoadblocks | ReturnHeadquarters | FuelRoll
)


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


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation file. Hexes are numbers ("3414"), hexsides pairs of them ("3414-3415")."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}
    turn: int = 1
    phase: Literal["supply", "air", "activation", "end", ""] = ""
    activation: str = ""
    """The chit just drawn: its owner opens the activation, or is in the mode that `mode` names."""
    mode: Literal["open", "move", "combat", "overrun", ""] = ""
    cup: tuple[str, ...] | None = None
    reinforcements: Literal["all", "later", "none"] = "later"
    dice: tuple[int | str, ...] = ()
    units: dict[str, str | Placed] = {}
    blown: tuple[str, ...] = ()
    pontoons: tuple[str, ...] = ()
    pontoons_laid: int = 0
    roadblocks: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    overrun: tuple[str, ...] = ()
    low_fuel: tuple[str, ...] = ()
    air: dict[Literal["german", "french"], AirForce] = {}


def wrong(key: str, what: str) -> BadInput:
    return BadInput(f"situation: {key}: {what}")


def find_unit(g: Sedan, name: str, key: str) -> int:
    """A piece by its id or by what is printed on its counter, with or without the slash."""
    if name in g.by_id:
        return g.by_id[name]
    found = g.aliases.get(plain(name), [])
    if len(found) == 1:
        return found[0]
    if found:
        raise wrong(key, f"{name!r} could be {' or '.join(repr(g.counters[u].name) for u in found)}")
    raise wrong(key, f"there is no unit {name!r}")


def plain(name: str) -> str:
    return " ".join(name.replace("/", " ").split()).lower()


def aliases(g: Sedan) -> dict[str, list[int]]:
    """Every way to name a counter: its name, designation with formation, or historical title with formation."""
    found: dict[str, list[int]] = {}
    for c in g.counters:
        e = c.entry
        titles = {c.name, f"{e.designation} {e.formation}"}
        if e.history:
            titles.add(f"{e.history} {e.formation}")
        for title in {plain(t) for t in titles}:
            found.setdefault(title, []).append(c.index)
    exact = {plain(c.name): c.index for c in g.counters}
    return {title: [exact[title]] if title in exact else units for title, units in found.items()}


def find_hex(g: Sedan, name: str, key: str) -> int:
    if name not in g.grid.bit:
        raise wrong(key, f"{name!r} is not a hex of the map")
    return g.grid.bit[name]


def find_side(g: Sedan, name: str, key: str) -> int:
    if name not in g.board.side_index:
        raise wrong(key, f"{name!r} is not a river hexside; expected two hexes such as '3414-3415'")
    return 1 << g.board.side_index[name]


def set_up(g: Sedan, s: Situation) -> SedanPosition:
    """The position that a situation describes."""
    if s.game != g.name:
        raise wrong("game", f"expected {g.name!r}, got {s.game!r}")
    if not 1 <= s.turn <= g.last_turn:
        raise wrong("turn", f"expected 1 to {g.last_turn}, got {s.turn}")
    p = blank(g)
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
    u = find_unit(g, name, key)
    spec = where if isinstance(where, Placed) else Placed(where)
    off_map = {word: place for place, word in PLACES.items()}
    place = off_map[spec.hex] if spec.hex in off_map else find_hex(g, spec.hex, key)
    steps = g.counters[u].steps
    if spec.reduced and steps == 1:
        raise wrong(key, "this counter has no reduced side")
    if place == DUE and not g.counters[u].entry.turn:
        raise wrong(key, "this counter is not a reinforcement")
    p.units[u] = Unit(ABSENT, steps - spec.reduced, spec.unsupplied, p.turn if place == TRACK else 0)
    p.put(g, u, place)
    bit = 1 << u
    for flag, field in ((spec.road, "road"), (spec.crossed, "crossed"), (spec.activated, "activated"),
                        (spec.moved, "moved"), (spec.fought, "fought")):
        if flag:
            setattr(p, field, getattr(p, field) | bit)


def _check_hexes(g: Sedan, p: SedanPosition, s: Situation) -> None:
    both = p.occupied[GERMAN] & p.occupied[FRENCH]
    if both:
        hex = g.grid.names_of(both)[0]
        raise wrong("units", f"units of both sides stand in '{hex}' (7.0b)")


def _lay_markers(g: Sedan, p: SedanPosition, s: Situation) -> None:
    for name in s.blown:
        side = find_side(g, name, "blown")
        if not g.board.printed & side:
            raise wrong("blown", f"no bridge is printed at {name!r}")
        p.blown |= side
    for name in s.pontoons:
        side = find_side(g, name, "pontoons")
        if standing_bridges(g, p) & side:
            raise wrong("pontoons", f"a bridge stands at {name!r} already")
        p.pontoons |= side
    p.pontoons_laid = max(s.pontoons_laid, len(s.pontoons))
    for name in s.roadblocks:
        hex = find_hex(g, name, "roadblocks")
        if not g.board.road_hexes >> hex & 1:
            raise wrong("roadblocks", f"no road runs through {name!r}")
        p.roadblocks |= 1 << hex
    for name in s.tried:
        p.tried |= 1 << find_hex(g, name, "tried")
    for name in s.overrun:
        p.overrun |= 1 << find_unit(g, name, "overrun")
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
        p.low_fuel |= 1 << find_unit(g, name, "low_fuel")
    if s.mode == "move":
        return [MoveMode(chit), StackingCheck(side, marching=True), Modes(chit, ("combat", "overrun"))]
    if s.mode == "combat":
        return [CombatMode(side, p.occupied[1 - side]), Modes(chit, ("overrun",))]
    return [OverrunMode(side), StackingCheck(side), Modes(chit, ())]


class SavedPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it is stored: everything but what can be worked out again."""

    turn: int
    phase: str
    units: list[Unit]
    cup: tuple[str, ...]
    chit: str
    activated: int
    acting: int
    command: dict[int, int]
    moved: int
    fought: int
    overrun: int
    low_fuel: int
    road: int
    crossed: int
    guns: int
    blown: int
    pontoons: int
    pontoons_laid: int
    roadblocks: int
    tried: int
    held: tuple[int, int]
    air: tuple[Air, Air]
    sky: tuple[Sky, Sky]
    outcome: Outcome | None
    frames: tuple[AnyFrame, ...]


def store(p: SedanPosition) -> dict[str, Any]:
    saved = SavedPosition(*(getattr(p, field) for field in SavedPosition.__struct_fields__))
    plain_data: dict[str, Any] = msgspec.to_builtins(saved, str_keys=True)
    return plain_data


def restore(g: Sedan, saved: SavedPosition) -> SedanPosition:
    if len(saved.units) != len(g.counters):
        raise BadInput(f"position: units: expected {len(g.counters)} counters, got {len(saved.units)}")
    p = blank(g)
    for field in SavedPosition.__struct_fields__:
        if field not in ("units", "held"):
            setattr(p, field, getattr(saved, field))
    for u, unit in enumerate(saved.units):
        if (unit.hex >= 0 and unit.hex not in g.grid.names) or unit.hex < ABSENT:
            raise BadInput(f"position: units[{u}]: {unit.hex} is not a hex of the map")
        p.units[u] = Unit(ABSENT, unit.steps, unit.unsupplied, unit.back)
        p.put(g, u, unit.hex)
    p.held = saved.held
    return p
