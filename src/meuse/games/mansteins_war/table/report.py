"""A position as text, secrets and all: every piece by its hex or display, markers, refit points, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.table.sheet import counters_of
from meuse.games.mansteins_war.table.words.names import hex_words, marker_name

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Data = dict[str, Any]
STATE = {"low": "unsupported", "out": "cut off"}
MARKS = ("acting", "moved", "attacked", "defended", "retreated", "activated")


def report(g: MansteinsWar, p: MansteinPosition) -> list[str]:
    view = g.open_view(p)
    lines = [g.title, g.scenarios[g.scenario], _head(g, view)]
    for side in SIDES:
        lines += ["", side.capitalize(), *_pieces(g, view, side), *_markers(g, view, side)]
    lines += ["", *_ground(g, view)]
    lines.append("Refit points: " + ", ".join(f"{nation} {n}" for nation, n in view["refit"].items()))
    return [*lines, g.score_line(p)]


def _head(g: MansteinsWar, view: Data) -> str:
    """ "Week 3 of 6, 24 to 30 May, operations: german impulse (PGK), movement"."""
    head = f"Week {view['turn']} of {view['turns']}, {view['date']}, {view['phase']}"
    if view["operating"]:
        marker = f" ({marker_name(g, view['marker'])})" if view["marker"] else ""
        head += f": {view['operating']} impulse{marker}, {view['segment']}"
    return head


def _pieces(g: MansteinsWar, view: Data, side: str) -> list[str]:
    by_hex: dict[str, list[str]] = {}
    away: dict[str, list[str]] = {}
    counters = counters_of(g)
    for id, piece in view["units"].items():
        if counters[id]["side"] != side:
            continue
        if piece["hex"]:
            by_hex.setdefault(piece["hex"], []).append(_piece(counters[id], piece))
        else:
            place = f"due in week {piece['due']}" if piece.get("due") else piece["place"]
            away.setdefault(place, []).append(counters[id]["name"])
    lines = [f"  {hex_words(g, hex)} ({g.board.terrain[g.grid.bit[hex]]}): {'; '.join(pieces)}"
             for hex, pieces in sorted(by_hex.items())]
    return [*lines, *(f"  {place}: {', '.join(names)}" for place, names in sorted(away.items()))] or ["  nothing"]


def _piece(counter: Data, piece: Data) -> str:
    """ "4 Army 8-8-3 (3 of 4 steps) unsupported moved"."""
    words = [counter["name"]]
    if "attack" in piece:
        words.append(f"{piece['attack']}-{piece['defense']}-{piece['move']}")
    if piece.get("steps", counter["steps"]) < counter["steps"]:
        words.append(f"({piece['steps']} of {counter['steps']} steps)")
    if piece.get("supply") in STATE:
        words.append(STATE[piece["supply"]])
    return " ".join([*words, *(mark for mark in MARKS if piece.get(mark))])


def _markers(g: MansteinsWar, view: Data, side: str) -> list[str]:
    found = []
    if view["bins"][side]:
        found.append(f"  in the bin: {', '.join(marker_name(g, id) for id in view['bins'][side])}")
    if view["plans"][side]:
        found.append(f"  plan kept: {marker_name(g, view['plans'][side])}")
    return found


def _ground(g: MansteinsWar, view: Data) -> list[str]:
    lines = []
    for title, key in (("Destroyed works", "destroyed"), ("Bombed", "bombed"), ("Open cities", "open_cities")):
        if view[key]:
            lines.append(f"{title}: {', '.join(hex_words(g, hex) for hex in view[key])}")
    if view["bridgeheads"]:
        lines.append("Bridgeheads: " + ", ".join(f"{b['from']}-{b['to']} ({b['side']})" for b in view["bridgeheads"]))
    if view["capitulated"]:
        lines.append(f"Surrendered: {', '.join(view['capitulated'])}")
    return lines
