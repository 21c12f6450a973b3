"""What a seat sees. Everything on the table of Sedan is open to both sides."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from meuse.engine.hexes import bits
from meuse.engine.looks import Looks
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import ABSENT, PLACES, SedanPosition
from meuse.games.sedan.rules.activation import MoveMode, Open
from meuse.games.sedan.rules.advance import SecondHex
from meuse.games.sedan.rules.combat import CombatMode, order_under_way
from meuse.games.sedan.rules.command import owed_headquarters
from meuse.games.sedan.rules.engineering import WorkParty, pontoons_left
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.rules.overrun import OverrunMode, Overrunning
from meuse.games.sedan.rules.reinforcements import ReturnHeadquarters
from meuse.games.sedan.rules.retreat import Retreating
from meuse.games.sedan.rules.sequence import date
from meuse.games.sedan.rules.stacking import overstacked
from meuse.games.sedan.rules.supply import (
    artillery_support,
    attack_strength,
    defense_strength,
    movement_allowance,
    supply_word,
)
from meuse.games.sedan.rules.victory import counts_alike, tally, total

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def show(g: Sedan, p: SedanPosition) -> dict[str, Any]:
    """The table as JSON-able data."""
    mode, looks = _mode(p), Looks(p.looks, g)
    moved = looks.changed((p.units,), marks_of(p))
    view = {
        "turn": p.turn,
        "turns": g.last_turn,
        "date": date(p.turn),
        "phase": p.phase,
        "chit": p.chit,
        "mode": mode,
        "cup": list(p.cup),
        "moving": _moving(g, p),
        "preparing": _preparing(g, p),
        "units": looks.pieces(g.ids, moved, lambda u: _piece(g, p, u)),
        **looks.part("works", (p.blown, p.pontoons, p.tried, p.roadblocks, _guarded(p)), _works, g, p),
        "pontoons_left": pontoons_left(g, p),
        "bound": [_ids(g, owed) for owed in owed_headquarters(g, p)],
        "overstacked": looks.part(
            "overstacked", (mode, p.chit, p.road, p.moved, looks.now.columns), _crowded, g, p, mode),
        "air": looks.part("air", (p.air, p.sky), _air, p),
        "guns_spent": p.guns,
        "score": looks.part("score", (p.turn, p.air), _score, g, p, anew=_counts(g, p, looks, moved)),
    }
    p.looks = looks.now
    return view


MODES: dict[type, str] = {MoveMode: "move", CombatMode: "combat", OverrunMode: "overrun"}


def _mode(p: SedanPosition) -> str | None:
    """3.3d: the mode of the activation under way."""
    return next((MODES[type(frame)] for frame in reversed(p.frames) if type(frame) in MODES), None)


def _crowded(g: Sedan, p: SedanPosition, mode: str | None) -> list[str]:
    """7.1f: hexes of the moving side that would break the limit if the mode ended now."""
    if mode not in ("move", "overrun") or not p.chit:
        return []
    side = SIDES.index(g.chits[p.chit].side)
    return [g.hex_name(h) for h in overstacked(g, p, side, marching=mode == "move")]


ALONE = (Retreating, Overrunning, SecondHex, ReturnHeadquarters)


def _moving(g: Sedan, p: SedanPosition) -> list[str]:
    """The pieces whose move, retreat or advance is under way."""
    frame = p.frames[-1] if p.frames else None
    if isinstance(frame, Moving):
        return [g.ids[u] for u in frame.movers]
    if isinstance(frame, ALONE):
        return [g.ids[frame.unit]]
    return []


def _preparing(g: Sedan, p: SedanPosition) -> dict[str, Any] | None:
    """What is being put together: an activation, an attack, a demolition or a roadblock."""
    under_way = order_under_way(p)
    if under_way is not None:
        order, guns = under_way
        return {"what": "attack", "target": g.hex_name(order.target), "units": _ids(g, order.units),
                "overrun": order.overrun, "guns": guns}
    frame = p.frames[-1] if p.frames else None
    if isinstance(frame, WorkParty):
        return {"what": frame.task, "target": frame.place(g), "units": _ids(g, frame.units)}
    if isinstance(frame, Open):
        units = [g.ids[u] for u in frame.leavable(g, p)]
        return {"what": "activation", "target": frame.chit, "units": units, "left": _ids(g, frame.left)}
    return None


def _ids(g: Sedan, units: int) -> list[str]:
    return [g.ids[u] for u in bits(units)]


MARKS = ("activated", "acting", "moved", "fought", "overrun", "low_fuel", "road", "crossed")
marks_of = attrgetter(*MARKS)


def _works(g: Sedan, p: SedanPosition) -> dict[str, Any]:
    """Bridges and roadblocks."""
    return {
        "blown": [g.board.side_names[s] for s in bits(p.blown)],
        "pontoons": [g.board.side_names[s] for s in bits(p.pontoons)],
        "roadblocks": g.grid.names_of(p.roadblocks),
        "tried": g.grid.names_of(p.tried),
        "held": {name: g.grid.names_of(held) for name, held in zip(SIDES, _guarded(p), strict=True)},
    }


def _guarded(p: SedanPosition) -> list[int]:
    """The roadblocks that each side holds."""
    return [held & p.roadblocks for held in p.held]


def _counts(g: Sedan, p: SedanPosition, looks: Looks, moved: set[int]) -> bool:
    """Whether any of these units counts otherwise than in the last view."""
    before = looks.last.columns
    return not before or not all(counts_alike(g, before[0][u], p.units[u]) for u in moved)


def _score(g: Sedan, p: SedanPosition) -> dict[str, int]:
    german, french = tally(g, p)
    return {"german": total(german), "french": total(french)}


def _piece(g: Sedan, p: SedanPosition, u: int) -> dict[str, Any] | None:
    unit, c, bit = p.units[u], g.counters[u], 1 << u
    if unit.hex == ABSENT:
        return None
    place = PLACES.get(unit.hex, "map")
    piece: dict[str, Any] = {"hex": g.hex_name(unit.hex) or None, "place": place, "steps": unit.steps}
    if unit.hex >= 0:
        piece["supply"] = supply_word(p, u)
        piece["move"] = movement_allowance(g, p, u) / 2
        if c.hq:
            piece["artillery"], piece["range"] = artillery_support(g, p, u), g.range[u]
        else:
            piece["attack"], piece["defense"] = attack_strength(g, p, u), defense_strength(g, p, u)
    if unit.back and place == "track":
        piece["back"] = unit.back
    for name, marked in zip(MARKS, marks_of(p), strict=True):
        if marked & bit:
            piece[name] = True
    return piece


def _air(p: SedanPosition) -> dict[str, dict[str, int]]:
    return {
        name: {
            "fighters": air.fighters, "bombers": air.bombers,
            "fresh_fighters": air.fresh_fighters, "fresh_bombers": air.fresh_bombers,
            "committed_fighters": sky.fighters, "committed_bombers": sky.bombers,
        }
        for name, air, sky in zip(SIDES, p.air, p.sky, strict=True)
    }
