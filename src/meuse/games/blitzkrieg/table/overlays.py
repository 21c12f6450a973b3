"""What can be laid over the map for a player's eyes: reach, supply, command, zones, rail, air range, victory hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Action, BadInput
from meuse.engine.hexes import bits
from meuse.engine.way import setting_out
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import command, rail, supply, victory
from meuse.games.blitzkrieg.rules.impulses import present
from meuse.games.blitzkrieg.rules.movement import Moving
from meuse.games.blitzkrieg.rules.reach import Reach
from meuse.games.blitzkrieg.rules.shock import has_collapsed, side_of
from meuse.games.blitzkrieg.rules.stacking import room
from meuse.games.blitzkrieg.rules.zoc import exerts, zone
from meuse.games.blitzkrieg.table.view import as_seen

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Ways = dict[str, dict[str, Any]]
Laid = dict[str, Any]
WHOLE_MOVE = "whole move"
RESTS_ON_STACKS = frozenset({"supply", "command", "air"})
"""Overlays that rest on headquarters and air bases, which may lie in closed stacks."""
AS_SEEN = "as far as one sees: closed stacks may hide more headquarters and air bases (19.1a)"


def on_its_way(
    g: Blitzkrieg, p: BlitzPosition, sides: Iterable[str], unit: str
) -> tuple[BlitzPosition, Moving, list[Action]] | None:
    """The position with the unit on the march, and the words that bring it about; None if it cannot."""
    return setting_out(g, p, sides, unit, Moving, lambda moving: g.ids[moving.unit] == unit, ("move",))


def reach(g: Blitzkrieg, p: BlitzPosition, side: str, unit: str) -> Ways:
    """12.1a: every hex that a unit can march to now, with the words that take it there."""
    set_out = on_its_way(g, p, (side,), unit)
    if set_out is None:
        return {}
    p, moving, words = set_out
    ahead, found = Reach(g, p, moving), {}
    for hex in ahead.hexes():
        path = [g.hex_name(h) for h in ahead.way(hex)]
        cost: int | str = WHOLE_MOVE if hex in ahead.single else ahead.cost[hex]
        found[path[-1]] = {"cost": cost, "path": path, "actions": [*words, *(f"step {h}" for h in path)]}
        left = 0 if hex in ahead.single else moving.left - ahead.cost[hex]
        if _arrived(g, p, moving, hex, left):
            found[path[-1]]["over"] = True
        if not room(g, p, moving.unit, hex):
            found[path[-1]]["crowded"] = "13.1a"
    return found


def _arrived(g: Blitzkrieg, p: BlitzPosition, moving: Moving, hex: int, left: int) -> bool:
    """Whether the move is over of itself in a hex that it has come to."""
    there = p.copy()
    there.put(g, moving.unit, hex)
    return not Moving(moving.unit, left, False).actors(g, there)


def overlay(g: Blitzkrieg, p: BlitzPosition, what: str, side: str | None = None, unit: str | None = None) -> Laid:
    """Those of OF_SIDE for a side, those of OF_UNIT for a unit, too; of the enemy as far as the asker sees."""
    laid = _asked(g, p, what, side, unit)
    whose = SIDES[g.side[g.by_id[unit]]] if unit in g.by_id else side
    if p.guessed >= 0 and whose == SIDES[p.guessed] and what in RESTS_ON_STACKS:
        laid["note"] += f"; {AS_SEEN}"
    return laid


def _asked(g: Blitzkrieg, p: BlitzPosition, what: str, side: str | None, unit: str | None) -> Laid:
    if unit is not None and what in OF_UNIT:
        if unit not in g.by_id or p.at[g.by_id[unit]] < 0:
            raise BadInput(f"{unit!r} is not a unit on the map")
        return OF_UNIT[what](g, as_seen(g, p, g.side[g.by_id[unit]]), g.by_id[unit])
    if what not in OF_SIDE:
        raise BadInput(f"there is no overlay {what!r}; known: {', '.join(OF_SIDE)}")
    if side not in SIDES:
        raise BadInput(f"overlay {what!r}: expected a side, {' or '.join(SIDES)}")
    return OF_SIDE[what](g, as_seen(g, p, SIDES.index(side)), SIDES.index(side))


def _laid(g: Blitzkrieg, hexes: int, note: str, lines: Iterable[list[int]] = (), **more: Any) -> Laid:
    traced = [[g.hex_name(h) for h in line] for line in lines]
    return {"hexes": g.grid.names_of(hexes), "lines": traced, "note": note, **more}


def _names(g: Blitzkrieg, units: Iterable[int]) -> str:
    return ", ".join(g.counters[u].name for u in units)


# --- of a side -----------------------------------------------------------------------------------------------------


def _headquarters(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[int]:
    return list(bits(g.headquarters[side] & present(g, p, side)))


def _supply(g: Blitzkrieg, p: BlitzPosition, side: int) -> Laid:
    """18.1: where a unit would be in supply, and who is not."""
    fed, lines = 0, supply.Lines(g, p)
    for nation in {g.counters[hq].nation for hq in _headquarters(g, p, side)}:
        fed |= lines.net(nation)
    if p.guessed == side:
        return _laid(g, fed, f"fed by {len(_headquarters(g, p, side)) or 'no'} headquarters")
    wanting = [u for u in bits(supply.lacking(g, p)) if g.side[u] == side]
    return _laid(g, fed, f"out of supply: {_names(g, wanting)}" if wanting else "every unit is in supply")


def _command(g: Blitzkrieg, p: BlitzPosition, side: int) -> Laid:
    """11.1a: what lies within a command radius."""
    found, headquarters = 0, _headquarters(g, p, side)
    for hq in headquarters:
        found |= command.commanded(g, p, hq)
    return _laid(g, found, f"{len(headquarters) or 'no'} headquarters")


def _zoc(g: Blitzkrieg, p: BlitzPosition, side: int) -> Laid:
    return _laid(g, zone(g, p, side), f"{SIDES[side].capitalize()} zones of control")


def _rail(g: Blitzkrieg, p: BlitzPosition, side: int) -> Laid:
    """12.4: where trains of the side run, and what its railways still carry this turn."""
    found, told = 0, []
    for country, hexes in g.board.sources.items():
        if hexes and side_of(country) == side and not has_collapsed(p, country):
            left = rail.capacity(g, p, country)
            told.append(f"{country.capitalize()} {left}")
            found |= g.board.countries[country] if left > 0 else 0
    shut = p.occupied[1 - side] | zone(g, p, 1 - side)
    track = found & g.board.land & ~shut
    return _laid(g, track, f"rail moves left: {', '.join(told)}", stations=g.grid.names_of(track & g.board.cities))


def _air(g: Blitzkrieg, p: BlitzPosition, side: int) -> Laid:
    """24.3.1: what airstrikes of the shortest and the longest range reach from the side's air bases."""
    bases = [u for u in bits(present(g, p, side)) if g.counters[u].air_base]
    ranges = sorted({a.range for a in g.airstrikes if a.side == side and p.air_in[a.index] >= 0})
    if not bases or not ranges:
        return _laid(g, 0, "no air base with airstrikes")
    found = 0
    for base in bases:
        found |= g.grid.disc(p.at[base], ranges[0])
    note = f"from {len(bases)} air bases, by the shortest range of {ranges[0]}; the longest is {ranges[-1]}"
    return _laid(g, found & g.grid.board, note)


def _victory(g: Blitzkrieg, p: BlitzPosition, side: int) -> Laid:
    """3.1: hexes that score for a side, and those that it stands in."""
    worthy = sum(g.one[hex] for hex in bits(g.board.cities) if victory.worth(g, p, side, hex)[0])
    held = worthy & p.occupied[side]
    note = f"{held.bit_count()} of {worthy.bit_count()} hexes held by the {SIDES[side].capitalize()} side"
    return _laid(g, worthy, note, held=g.grid.names_of(held))


OF_SIDE: dict[str, Callable[[Blitzkrieg, BlitzPosition, int], Laid]] = {
    "supply": _supply, "command": _command, "zoc": _zoc, "rail": _rail, "air": _air, "victory": _victory,
}


# --- of a unit -----------------------------------------------------------------------------------------------------


def _serving(g: Blitzkrieg, p: BlitzPosition, u: int) -> list[int]:
    """The headquarters that have a unit within their radius."""
    if g.counters[u].hq:
        return [u]
    able = [h for h in _headquarters(g, p, g.side[u]) if command.serves(g, p, h, u)]
    return [h for h in able if command.commanded(g, p, h) >> p.at[u] & 1]


def _line(g: Blitzkrieg, p: BlitzPosition, u: int) -> Laid:
    """18.1: who feeds a unit."""
    name, serving = g.counters[u].name, _serving(g, p, u)
    trace = supply.Lines(g, p)
    if not trace.feed(u):
        return _laid(g, g.one[p.at[u]], f"{name} is out of supply")
    if trace.by_itself(u):
        return _laid(g, g.one[p.at[u]], f"{name} needs no headquarters")
    fed = [h for h in serving if trace.feed(h)]
    sources = supply.sources(g, p, u)
    lines = [[p.at[u], p.at[h]] for h in fed if p.at[h] != p.at[u]]
    through = f" by {_names(g, fed)}" if fed and not g.counters[u].hq else ""
    return _laid(g, sources | g.one[p.at[u]], f"{name} is in supply{through}", lines)


def _radius(g: Blitzkrieg, p: BlitzPosition, u: int) -> Laid:
    """11.1a: a headquarters' radius, or who has a unit in command."""
    name, serving = g.counters[u].name, _serving(g, p, u)
    if g.counters[u].hq:
        points = command.radius(g, p, u)
        return _laid(g, command.commanded(g, p, u), f"{name} commands over {points} movement points")
    note = f"{name} is in command of {_names(g, serving)}" if serving else f"{name} is out of command"
    return _laid(g, g.one[p.at[u]], note, [[p.at[u], p.at[h]] for h in serving if p.at[h] != p.at[u]])


def _zone(g: Blitzkrieg, p: BlitzPosition, u: int) -> Laid:
    found = g.board.touch[p.at[u]] & zone(g, p, g.side[u]) if exerts(g, p, u) else 0
    return _laid(g, found, f"Zone of control of {g.counters[u].name}")


def _ride(g: Blitzkrieg, p: BlitzPosition, u: int) -> Laid:
    why = rail.against(g, p, u)
    if why is not None:
        return _laid(g, 0, f"{why.reason} ({why.rule})")
    country = rail.network(g, p, u)
    stations = rail.destinations(g, p, u, country) if country else 0
    return _laid(g, stations, f"{g.counters[u].name} by rail", stations=g.grid.names_of(stations))


OF_UNIT: dict[str, Callable[[Blitzkrieg, BlitzPosition, int], Laid]] = {
    "supply": _line, "command": _radius, "zoc": _zone, "rail": _ride,
}
