"""What can be laid over the map for a player's eyes: reach, supply, zones, rail, air, control, forts, victory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Action, BadInput
from meuse.engine.hexes import bits
from meuse.engine.way import setting_out
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import air, rail, supply
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.movement import Moving
from meuse.games.mansteins_war.rules.reach import Reach
from meuse.games.mansteins_war.rules.stacking import fits
from meuse.games.mansteins_war.rules.victory import parts, worth
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Ways = dict[str, dict[str, Any]]
Laid = dict[str, Any]
WHOLE_MOVE = "whole move"


def on_its_way(
    g: MansteinsWar, p: MansteinPosition, sides: Iterable[str], unit: str
) -> tuple[MansteinPosition, Moving, list[Action]] | None:
    """The position with the unit on the march, and the words that bring it about; None if it cannot."""
    return setting_out(g, p, sides, unit, Moving, lambda moving: g.ids[moving.unit] == unit, ("move",))


def reach(g: MansteinsWar, p: MansteinPosition, side: str, unit: str) -> Ways:
    """8.0a: every hex that a unit can go to now, with the words that take it there."""
    set_out = on_its_way(g, p, (side,), unit)
    if set_out is None:
        return {}
    p, moving, words = set_out
    ahead, found = Reach(g, p, moving), {}
    for hex in ahead.hexes():
        path = [g.hex_name(h) for h in ahead.way(hex)]
        cost: int | str = WHOLE_MOVE if hex in ahead.single else ahead.cost[hex]
        found[path[-1]] = {"cost": cost, "path": path, "actions": [*words, *(f"step {h}" for h in path)]}
        if _arrived(g, p, moving, hex, moving.left if hex in ahead.single else ahead.cost[hex]):
            found[path[-1]]["over"] = True
        if hex in p.stacks and not fits(g, p, [moving.unit, *(u for u in p.stacks[hex] if u != moving.unit)], hex):
            found[path[-1]]["crowded"] = "6.0a"
    return found


def _arrived(g: MansteinsWar, p: MansteinPosition, moving: Moving, hex: int, spent: int) -> bool:
    """Whether the move is over of itself in a hex that it has come to."""
    there = p.copy()
    there.put(g, moving.unit, hex)
    return not Moving(moving.unit, max(0, moving.left - spent), True).actors(g, there)


def overlay(g: MansteinsWar, p: MansteinPosition, what: str, side: str | None = None, unit: str | None = None) -> Laid:
    """Those of OF_SIDE for a side; supply, zoc and rail of a unit, too."""
    if unit is not None and what in OF_UNIT:
        if unit not in g.by_id or p.at[g.by_id[unit]] < 0:
            raise BadInput(f"{unit!r} is not a unit on the map")
        return OF_UNIT[what](g, p, g.by_id[unit])
    if what not in OF_SIDE:
        raise BadInput(f"there is no overlay {what!r}; known: {', '.join(OF_SIDE)}")
    if side not in SIDES:
        raise BadInput(f"overlay {what!r}: expected a side, {' or '.join(SIDES)}")
    return OF_SIDE[what](g, p, SIDES.index(side))


def _laid(g: MansteinsWar, hexes: int, note: str, lines: Iterable[list[int]] = (), **more: Any) -> Laid:
    traced = [[g.hex_name(h) for h in line] for line in lines]
    return {"hexes": g.grid.names_of(hexes), "lines": traced, "note": note, **more}


def _names(g: MansteinsWar, units: Iterable[int]) -> str:
    return ", ".join(g.counters[u].name for u in units)


# --- of a side -----------------------------------------------------------------------------------------------------


def _supply(g: MansteinsWar, p: MansteinPosition, side: int) -> Laid:
    """15.1: every line of communications, the sources, and who has none."""
    lines, sources = [], 0
    wanting: dict[str, list[int]] = {"unsupported": [], "cut off": []}
    for u in bits(g.side_units[side]):
        if p.at[u] < 0 or g.counters[u].static:
            continue
        state = supply.status(g, p, u)
        if state in wanting:
            wanting[state].append(u)
        elif _traces(g, p, u):
            line = supply.line_of(g, p, u)
            sources |= g.one[line[-1]]
            lines.append(line)
    note = "; ".join(f"{state}: {_names(g, units)}" for state, units in wanting.items() if units)
    return _laid(g, sources, note or "every unit is supported", [line for line in lines if len(line) > 1])


def _traces(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """Whether a unit has a line of its own nation's, hex by hex."""
    return not g.logistics[u] and bool(supply.reach(g, p, g.nation[u])[g.move[u]] >> p.at[u] & 1)


def _zoc(g: MansteinsWar, p: MansteinPosition, side: int) -> Laid:
    return _laid(g, zone(g, p, side), f"{SIDES[side].capitalize()} zones of control")


def _rail(g: MansteinsWar, p: MansteinPosition, side: int) -> Laid:
    """9.0: where trains of the side run, and how much more they carry in this segment."""
    found = 0
    for u in bits(g.side_units[side]):
        found |= rail.tracks(g, p, u)
    left = rail.capacity(g, side) - (p.railed if p.operating == side else 0)
    return _laid(g, found & ~zone(g, p, 1 - side), f"{left / 3:.3g} armies may go by rail",
                 stations=g.grid.names_of(found & g.board.railheads))


def _air(g: MansteinsWar, p: MansteinPosition, side: int) -> Laid:
    note = "support in combat" if side else "support in combat, and interdiction of Allied movement (16.8)"
    return _laid(g, air.zones(g, p, side), f"{SIDES[side].capitalize()} air zones: {note}")


def _control(g: MansteinsWar, p: MansteinPosition, side: int) -> Laid:
    own = held(g, p, side) & g.land
    disputed = g.contested & g.land & ~own & ~held(g, p, 1 - side)
    note = ", ".join(g.board.label(hex) for hex in bits(disputed))
    return _laid(g, own, f"in dispute (7.2a): {note}" if note else f"Controlled by the {SIDES[side].capitalize()} side")


def _forts(g: MansteinsWar, p: MansteinPosition, side: int) -> Laid:
    standing, fallen = g.board.forts[side] & ~p.destroyed, g.board.forts[side] & p.destroyed
    return _laid(g, standing, f"{standing.bit_count()} fortresses stand, {fallen.bit_count()} are destroyed",
                 destroyed=g.grid.names_of(fallen))


def _victory(g: MansteinsWar, p: MansteinPosition, side: int) -> Laid:
    """3.4, 3.5: hexes that score for a side, and those that it holds."""
    worthy = sum(1 << hex for hex in bits(g.contested & g.board.home[1 - side] & g.land) if worth(g, p, side, hex)[0])
    total = sum(int(part.value) for part in parts(g, p, side))
    return _laid(g, worthy, f"{total} points for the {SIDES[side].capitalize()} side",
                 held=g.grid.names_of(worthy & held(g, p, side)))


OF_SIDE: dict[str, Callable[[MansteinsWar, MansteinPosition, int], Laid]] = {
    "supply": _supply, "zoc": _zoc, "rail": _rail, "air": _air, "control": _control, "forts": _forts,
    "victory": _victory,
}


# --- of a unit -----------------------------------------------------------------------------------------------------


def _line(g: MansteinsWar, p: MansteinPosition, u: int) -> Laid:
    tally = supply.explain_support(g, p, u)
    if _traces(g, p, u):
        line = supply.line_of(g, p, u)
        return _laid(g, sum(1 << hex for hex in line), f"{tally.title}: {tally.total}", [line])
    why = f"{tally.parts[0].label} ({tally.parts[0].rule})"
    return _laid(g, g.one[p.at[u]], f"{tally.title}: {tally.total}, {why}")


def _zone(g: MansteinsWar, p: MansteinPosition, u: int) -> Laid:
    return _laid(g, g.board.touch[p.at[u]] & zone(g, p, g.side[u]), f"Zone of control of {g.counters[u].name}")


def _ride(g: MansteinsWar, p: MansteinPosition, u: int) -> Laid:
    if not rail.can_ride(g, p, u):
        why = rail.refuse_ride(g, p, u)
        return _laid(g, 0, f"{why.reason} ({why.rule})")
    return _laid(g, rail.network(g, p, u), f"{g.counters[u].name} by rail",
                 stations=g.grid.names_of(rail.stations(g, p, u)))


OF_UNIT: dict[str, Callable[[MansteinsWar, MansteinPosition, int], Laid]] = {
    "supply": _line, "zoc": _zone, "rail": _ride,
}
