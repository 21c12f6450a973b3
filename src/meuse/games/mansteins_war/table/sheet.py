"""What a table shows of Manstein's War and never changes: hexes, rivers, counters, markers, charts, rules, calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.sheet import head, place, river_sides
from meuse.games.mansteins_war.box.components import NATIONS, SIDES, AirUnit, Counter, Forces, Marker
from meuse.games.mansteins_war.rules.sequence import date
from meuse.games.mansteins_war.table.charts import charts
from meuse.games.mansteins_war.table.picture import HEX, bounds
from meuse.games.mansteins_war.table.words.names import command_name
from meuse.maps.drawing import viewbox

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Table = dict[str, Any]

OVERLAYS = {
    "supply": ("Lines of communications", True), "zoc": ("Zones of control", True), "rail": ("Railways", True),
    "air": ("Air zones", True), "control": ("Control", True), "forts": ("Fortresses", True),
    "victory": ("Victory hexes", True),
}
"""By name the title of what can be laid over the map, and whether there is one for each side."""

SYMBOLS = {
    "panzer": "armor", "armour": "armor", "motorised": "motorized", "mechanised cavalry": "armored recon",
    "fortress": "fortification", "mobile logistics": "logistics",
}
"""Types of units that are drawn by another word's symbol."""

COLOURS = {
    "HGA": "yellow", "HGB": "orange", "HGC": "white", "PGK": "red", "1AG": "blue", "2AG": "purple", "3AG": "lime green",
    "BL": "dark green", "NL": "orange", "Res": "grey",
}
"""The band of each command."""

DISPLAYS = {
    "due": "Turn track", "available": "Air and special forces, available", "utilized": "Air and ships, utilized",
    "eliminated": "Eliminated", "evacuated": "Evacuated", "surrendered": "Surrendered", "aloft": "In the air",
}
"""2.1.2a: where pieces lie off the map."""


def sheet(g: MansteinsWar) -> Table:
    """See docs/protocol.md. Places are in the units of the map's picture."""
    return {
        **head(g),
        "grid": g.board.file.grid.kind,
        "hex": HEX,
        "viewbox": viewbox(bounds(g.board)),
        "hexes": _hexes(g),
        "commands": {name: command_name(g, name) for name in g.command_units},
        "sides_of_hexes": river_sides(g.board, HEX),
        "counters": counters_of(g),
        "markers": {m.id: _marker(m) for m in g.markers if g.in_play(m.entry.variant)},
        "displays": [{"place": place, "title": title} for place, title in DISPLAYS.items()],
        "charts": charts(g),
        "overlays": [{"what": what, "title": title, "sides": sides} for what, (title, sides) in OVERLAYS.items()],
        "turns": [_turn(g, t) for t in range(1, g.terms.extended_turn + 1)],
        "reinforcements": _reinforcements(g),
    }


def _hexes(g: MansteinsWar) -> Table:
    found: Table = {}
    for cell in g.grid.cells:
        x, y = g.grid.centre(cell)
        entry: Table = {"x": round(HEX * x, 1), "y": round(HEX * y, 1), "terrain": g.board.terrain[cell],
                        "country": g.board.country[cell], **place(g.board.names, cell)}
        town, fort = g.board.place_at.get(cell), g.board.fort_at.get(cell)
        if town:
            entry["place"] = town.class_
            entry |= {key: value for key, value in (("depot", town.depot), ("port", town.port)) if value}
        if fort:
            entry["fort"] = {"class": fort.class_, "side": fort.side, "line": fort.line}
        found[g.grid.names[cell]] = entry
    return found


# --- pieces ------------------------------------------------------------------------------------------------------


def counters_of(g: MansteinsWar) -> Table:
    """Everything that may lie on the map or in a display in this game: ground, air, special forces, ships."""
    found = {c.id: _counter(g, c) for c in g.counters if g.in_play(c.entry.variant)}
    found |= {a.id: _air(a) for a in g.air if g.in_play(a.entry.variant)}
    found |= {f.id: _forces(f) for f in g.forces if g.in_play(f.entry.variant)}
    ships = g.box.naval
    found[g.box.naval_id] = {
        "name": ships.name, "designation": ships.name, "title": ships.title, "side": ships.side, "nation": ships.nation,
        "kind": "naval", "type": "naval", "steps": 1, "ratings": {"columns": ships.shift},
    }
    return found


def _counter(g: MansteinsWar, c: Counter) -> Table:
    e = c.entry
    plain: Table = {
        "name": e.name, "designation": e.designation, "title": e.title, "side": e.side, "nation": e.nation,
        "corps": e.command, "command": command_name(g, e.command), "colour": COLOURS[e.command], "kind": "ground",
        "type": SYMBOLS.get(e.type, e.type), "arm": e.type,
        "size": e.size.strip("[]") if "X" in e.size else "", "bracketed": e.size.startswith("["),
        "mech": c.mech, "hq": False, "steps": c.steps,
        "ratings": {"attack": c.attack[-1], "defense": c.defence[-1], "move": c.move},
        "factors": [list(pair) for pair in e.steps],
    }
    if c.steps > 1:
        plain["reduced"] = {"attack": c.attack[1], "defense": c.defence[1]}
    for key, value in (("leader", e.leader), ("turn", e.turn), ("variant", e.variant), ("history", e.title)):
        if value:
            plain[key] = value
    return plain


def _air(a: AirUnit) -> Table:
    e = a.entry
    plain: Table = {
        "name": e.name, "designation": e.name, "title": e.title, "side": e.side, "nation": e.nation, "kind": "air",
        "type": "airlift" if e.airlift else "air", "steps": a.steps, "ratings": {"support": e.value},
    }
    if a.steps > 1:
        plain["reduced"] = {"support": e.reduced}
    for key, value in (("leader", e.leader), ("turn", e.turn), ("variant", e.variant), ("history", e.title)):
        if value:
            plain[key] = value
    return plain


def _forces(f: Forces) -> Table:
    e = f.entry
    return {"name": e.name, "designation": e.name, "title": e.title, "side": e.side, "nation": e.nation,
            "kind": "forces", "type": "special", "steps": 1, "ratings": {"success": e.success}, "history": e.title}


def _marker(m: Marker) -> Table:
    """2.5 A command marker and what it does."""
    e = m.entry
    return {"name": e.name, "title": e.title, "side": e.side, "special": m.special, "group": e.group,
            "picks": e.picks, "among": list(e.among), "corps": e.corps, "air": e.air, "all_air": e.all_air,
            "shift": e.shift, "shift_for": e.shift_for, "from_turn": e.from_turn, "rule": e.source.split(",")[0]}


# --- the calendar ------------------------------------------------------------------------------------------------


def _turn(g: MansteinsWar, turn: int) -> Table:
    return {"turn": turn, "title": date(turn), "optional": turn > g.terms.last_turn,
            "refit": {n: g.charts.refit.nations[n].income[turn - 1] for n in NATIONS}}


def _reinforcements(g: MansteinsWar) -> list[Table]:
    """13.1a: who comes when, as printed; under 28.3 dice decide in secret, and nothing is printed."""
    if g.on("variable-reinforcements"):
        return []
    found: dict[tuple[int, str], list[str]] = {}
    early = {g.ids[u] for u in g.starting}
    pieces: tuple[Counter | AirUnit, ...] = (*g.counters, *g.air)
    for piece in pieces:
        e = piece.entry
        if e.turn and g.in_play(e.variant) and piece.id not in early:
            found.setdefault((e.turn, SIDES[piece.side]), []).append(piece.id)
    return [{"turn": turn, "side": side, "entry": "", "units": ids} for (turn, side), ids in sorted(found.items())]
