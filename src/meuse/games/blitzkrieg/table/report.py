"""A position as text, secrets and all: every piece by its hex or box, cards, Shock, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.table.sheet import counters_of

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Data = dict[str, Any]
MARKERS = {
    "destroyed": "Destroyed works", "entrenched": "Entrenched", "flooded": "Flooded", "damaged": "Damaged",
    "terror": "Terrorised", "open_cities": "Open cities", "taken": "Taken",
}


def report(g: Blitzkrieg, p: BlitzPosition) -> list[str]:
    view = g.open_view(p)
    lines = [g.title, g.scenarios[g.scenario], _head(view)]
    for side in SIDES:
        lines += ["", side.capitalize(), *_pieces(g, view, side)]
        lines.append(f"  hand: {', '.join(_card(g, id) for id in view['hands'][side]) or 'nothing'}")
    lines += ["", *_ground(g, view)]
    lines.append("Cards played: " + (", ".join(_card(g, id) for id in view["cards"]) or "none"))
    lines.append("Shock: " + ", ".join(f"{country.capitalize()} {n}" for country, n in view["shock"].items()))
    return [*lines, g.score_line(p)]


def _head(view: Data) -> str:
    """ "Turn 3 of 7, 24 May, first movement of the axis side"."""
    head = f"Turn {view['turn']} of {view['turns']}, {view['date']}, {view['phase']}"
    return f"{head} of the {view['active']} side" if view["active"] else head


def _card(g: Blitzkrieg, id: str) -> str:
    return g.cards[g.card_by_id[id]].entry.name


def _pieces(g: Blitzkrieg, view: Data, side: str) -> list[str]:
    by_hex: dict[str, list[str]] = {}
    away: dict[str, list[str]] = {}
    counters = counters_of(g)
    for id, piece in view["units"].items():
        if counters[id]["side"] != side:
            continue
        if piece["hex"]:
            by_hex.setdefault(piece["hex"], []).append(_piece(counters[id], piece))
        else:
            place = f"due on turn {piece['due']}" if piece.get("due") else piece["place"]
            away.setdefault(place, []).append(_piece(counters[id], piece))
    lines = [f"  {g.board.label(g.grid.bit[hex])}: {'; '.join(pieces)}" for hex, pieces in sorted(by_hex.items())]
    return [*lines, *(f"  {place}: {', '.join(names)}" for place, names in sorted(away.items()))]


def _piece(counter: Data, piece: Data) -> str:
    """ "XIX 7-6-8 fatigued"."""
    numbers = "-".join(str(piece[name]) for name in counter["ratings"] if name in piece)
    words = [counter["name"], numbers, "fatigued" if piece.get("fatigued") else "",
             "out of supply" if piece.get("supply") else ""]
    return " ".join(word for word in words if word)


def _ground(g: Blitzkrieg, view: Data) -> list[str]:
    return [f"{title}: {', '.join(g.board.label(g.grid.bit[hex]) for hex in view[key])}"
            for key, title in MARKERS.items() if view[key]]
