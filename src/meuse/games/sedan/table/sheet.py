"""What a table shows of Sedan and never changes: hexes, rivers, counters, chits, charts, rules and the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.sheet import head, place, river_sides
from meuse.games.sedan.box.components import Counter, RiverEffect
from meuse.games.sedan.rules.sequence import date
from meuse.games.sedan.table.names import full_name
from meuse.games.sedan.table.picture import HEX, edges
from meuse.maps.drawing import viewbox

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Table = dict[str, Any]

ARMS = {"hq": "headquarters", "mg": "machine guns", "pionier": "pioneers"}
"""Arms of service that counters name by a short or German word, in words."""

OVERLAYS = {"zoc": "Zones of control", "supply": "Supply", "range": "Command range", "victory": "Victory hexes"}


def sheet(g: Sedan) -> Table:
    """See docs/protocol.md. Places are in the units of the map's picture."""
    return {
        **head(g),
        "grid": "pointy",
        "hex": HEX,
        "viewbox": viewbox(edges(g.board)),
        "hexes": _hexes(g),
        "sides_of_hexes": _hexsides(g),
        "counters": {c.id: _counter(g, c) for c in g.counters},
        "chits": {name: {"corps": c.corps, "side": c.side, "colour": c.colour, "first_turn": c.first_turn}
                  for name, c in g.chits.items()},
        "entries": [{"label": e.label, "side": e.side, "hex": e.hex, "road": e.road} for e in g.board.file.entries],
        "charts": _charts(g),
        "overlays": [{"what": what, "title": title, "sides": what != "victory"} for what, title in OVERLAYS.items()],
        "turns": [{"turn": t, "title": date(t)} for t in range(1, g.last_turn + 1)],
        "reinforcements": _reinforcements(g),
    }


def _hexes(g: Sedan) -> Table:
    found: Table = {}
    for cell in g.grid.cells:
        x, y = g.grid.centre(cell)
        found[g.grid.names[cell]] = {"x": round(HEX * x, 1), "y": round(HEX * y, 1), "terrain": g.board.terrain[cell],
                                     **place(g.board.names, cell)}
    return found


def _hexsides(g: Sedan) -> Table:
    found = river_sides(g.board, HEX)
    for index, side in enumerate(found.values()):
        side["class"] = "major" if g.board.side_major >> index & 1 else "minor"
        if g.board.printed >> index & 1:
            side["bridge"] = True
    return found


def _counter(g: Sedan, c: Counter) -> Table:
    e = c.entry
    colours = {chit.corps: chit.colour for chit in g.chits.values()}
    plain: Table = {
        "name": e.name, "title": full_name(e), "designation": e.designation, "formation": e.formation,
        "side": e.side, "nation": e.nation, "corps": e.corps, "colour": colours.get(e.corps, ""), "type": e.type,
        "arm": ARMS.get(e.type, e.type), "size": e.size, "mobility": e.mobility, "hq": c.hq, "steps": c.steps,
        "ratings": {"artillery": e.artillery, "range": e.range, "move": e.move} if c.hq
        else {"attack": e.attack, "defense": e.defense, "move": e.move},
    }
    if e.reduced is not None:
        plain["reduced"] = {"attack": e.reduced[0], "defense": e.reduced[1]}
    for key, value in (("history", e.history), ("turn", e.turn), ("entry", e.entry), ("note", e.note)):
        if value:
            plain[key] = value
    return plain


def _charts(g: Sedan) -> list[Table]:
    charts = g.charts
    rows = [[word.capitalize(), f"{e.motorized:g}", f"{e.other:g}", _shift(e.shift, e.shift_for)]
            for word, e in charts.terrain.items()]
    rows.append(["Road, hex to hex", f"{charts.road.motorized:g}", f"{charts.road.other:g}", "-"])
    rows += [_river("Minor river", charts.rivers.minor), _river("Major river", charts.rivers.major)]
    last = range(1, 1 + max(len(a.fighters) for a in charts.air.values()))
    success = charts.success
    return [
        {"title": "Combat Results Table", "rule": "10.2a", "columns": ["Dice", *charts.crt.columns],
         "rows": [[str(roll), *(r.text for r in g.crt.rows[roll])] for roll in range(g.crt.low, g.crt.high + 1)],
         "note": "Attacker's losses / defender's losses and hexes of retreat. Reconstructed."},
        {"title": "Terrain Effects Chart", "rule": "9.0e",
         "columns": ["", "Motorized", "Other", "Columns for the defender"], "rows": rows, "note": "Reconstructed."},
        {"title": "Fuel", "rule": "5.3c", "columns": ["Die", "Short of fuel"],
         "rows": [[str(i + 1), word] for i, word in enumerate(charts.fuel.rolls)], "note": "Reconstructed."},
        {"title": "Lowest die that succeeds", "rule": "12.0d", "columns": ["Task", "Die"],
         "rows": [["Bomb a bridge", str(success.bomb_bridge)], ["Blow a bridge", str(success.demolish)],
                  ["Block a road", str(success.roadblock)]]},
        {"title": "Air units arriving", "rule": "3.2a", "columns": ["", *(f"Turn {t}" for t in last)],
         "rows": [[f"{side.capitalize()} {kind}", *(str(n) for n in counts)] for side, a in charts.air.items()
                  for kind, counts in (("Fighters", a.fighters), ("Bombers", a.bombers))]},
    ]


def _shift(columns: int, side: str = "") -> str:
    return (f"{columns}{f' ({side} only)' if side else ''}") if columns else "-"


def _river(title: str, e: RiverEffect) -> list[str]:
    whole = not e.motorized and not e.other
    costs = ["whole move"] * 2 if whole else [f"+{e.motorized:g}", f"+{e.other:g}"]
    pioneers = f"; pioneers {e.shift_pioneer}" if e.shift_pioneer else ""
    return [title, *costs, f"{e.shift}; bridged {e.shift_bridged or '-'}{pioneers}"]


def _reinforcements(g: Sedan) -> list[Table]:
    found: dict[tuple[int, str, str], list[str]] = {}
    for c in g.counters:
        if c.entry.turn:
            found.setdefault((c.entry.turn, c.entry.side, c.entry.entry), []).append(c.id)
    return [{"turn": turn, "side": side, "entry": entry, "units": ids}
            for (turn, side, entry), ids in sorted(found.items())]
