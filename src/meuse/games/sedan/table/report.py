"""A position as text: every piece by its hex, markers, air units and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.table.language import flights, hex_words

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Data = dict[str, Any]

MARKS = ("acting", "activated", "moved", "fought", "overrun", "low_fuel", "road", "crossed")


def report(g: Sedan, p: SedanPosition) -> list[str]:
    view = g.view(p, None)
    head = f"Turn {view['turn']} of {view['turns']}, {view['date']}, {view['phase']} phase"
    head += f", chit {g.chits[p.chit].corps}" if p.chit else ""
    lines = [g.title, g.scenarios[g.scenario], head]
    if view["cup"]:
        lines.append(f"In the cup: {', '.join(g.chits[c].corps for c in view['cup'])}")
    for side in SIDES:
        lines += ["", side.capitalize(), *_units(g, view, side)]
    lines += ["", *_markers(view)]
    for side in SIDES:
        lines.append(f"{side.capitalize()} air: {_air(view['air'][side])}")
    return [*lines, g.score_line(p)]


def _units(g: Sedan, view: Data, side: str) -> list[str]:
    by_hex: dict[str, list[str]] = {}
    away: dict[str, list[str]] = {}
    for id, piece in view["units"].items():
        if g.counters[g.by_id[id]].entry.side == side:
            if piece["place"] == "map":
                by_hex.setdefault(piece["hex"], []).append(_piece(g, id, piece))
            else:
                away.setdefault(_away(g, id, piece["place"]), []).append(g.name_of(id))
    lines = [f"  {hex_words(g, hex)} ({g.board.terrain[g.grid.bit[hex]]}): {'; '.join(pieces)}"
             for hex, pieces in sorted(by_hex.items())]
    lines += [f"  {place}: {', '.join(pieces)}" for place, pieces in away.items()]
    return lines or ["  nothing"]


def _piece(g: Sedan, id: str, piece: Data) -> str:
    """ "147 55 3-4-4 reduced", headquarters with artillery and range."""
    ratings = ("artillery", "range") if "range" in piece else ("attack", "defense")
    words = [g.name_of(id), f"{piece[ratings[0]]}-{piece[ratings[1]]}-{piece['move']:g}"]
    if piece["steps"] < g.counters[g.by_id[id]].steps:
        words.append("reduced")
    if piece["supply"] != "full":
        words.append(f"{piece['supply']} supply" if piece["supply"] == "low" else "out of supply")
    words += [mark.replace("_", " ") for mark in MARKS if piece.get(mark)]
    return " ".join(words)


def _away(g: Sedan, id: str, place: str) -> str:
    """ "due on turn 4 at A", or another place off the map."""
    entry = g.counters[g.by_id[id]].entry
    return f"due on turn {entry.turn} at {entry.entry}" if place == "due" else place


def _markers(view: Data) -> list[str]:
    lines = []
    for title, names in (("Blown bridges", view["blown"]), ("Pontoons", view["pontoons"]),
                         ("Roadblocks", view["roadblocks"])):
        if names:
            lines.append(f"{title}: {', '.join(names)}")
    return [*lines, f"Pontoons left: {view['pontoons_left']}"]


def _air(air: Data) -> str:
    ready = flights(air["fresh_fighters"], air["fresh_bombers"])
    return f"{flights(air['fighters'], air['bombers'])}, of which ready: {ready}"
