"""What a table shows of Ghost Division and never changes: Grids, river sides, counters, markers, charts, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.sheet import head, place
from meuse.games.ghost_division.box.components import BINS, Allied, EventRow, FormationMarker, German, TerrainEffect
from meuse.games.ghost_division.box.drawfile import Drawing
from meuse.games.ghost_division.table.picture import SIZE, assembly_area, bridge_spots, edges, field
from meuse.games.ghost_division.table.words.combat import column_name
from meuse.games.ghost_division.table.words.march import DATES, FOG_TITLES, SEGMENT_TITLES
from meuse.maps.drawing import viewbox

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

Table = dict[str, Any]

SIZES = {"division": "XX", "brigade": "X", "regiment": "III", "battalion": "II", "company": "I", "kampfgruppe": "[ ]"}
"""2.5a."""

OVERLAYS = {"route": "Rommel's route", "victory": "Towns and their points", "supply": "Lines of Communications"}
COLOURS = {"7 Pz": "yellow", "5 Pz": "orange", "SS-T": "black", "XV": "white", "Luftwaffe": "sky"}
NATIONS = {"belgian": "belgian", "french-mech": "french-mech", "french-infantry": "french", "british": "british",
           "air": "allied-air"}
"""2.3a: five Allied groups told apart by colour."""


def sheet(g: GhostDivision) -> Table:
    """See docs/protocol.md. Places are in the units of the map's picture."""
    return {
        **head(g),
        "grid": "square",
        "hex": SIZE,
        "viewbox": viewbox(edges(g.board.file)),
        "hexes": {**_grids(g), "AA": _assembly(g)},
        "sides_of_hexes": _river_sides(g),
        "counters": {**{c.id: _german(g, c) for c in g.units}, **{c.id: _allied(c) for c in g.allied}},
        "formations": {f.id: _formation(f) for f in g.formations},
        "fog": dict(FOG_TITLES),
        "bins": {name: {g.allied[c[0]].name: len(c) for c in g.bins[i].values()} for i, name in enumerate(BINS)},
        "segments": SEGMENT_TITLES,
        "op_cap": g.charts.operations.cap,
        "towns": {g.grid.names[cell]: {"name": town, "points": g.charts.victory.towns[town]}
                  for cell, town in g.board.towns.items()},
        "charts": _charts(g),
        "overlays": [{"what": what, "title": title} for what, title in OVERLAYS.items()],
        "turns": [{"turn": t + 1, "title": f"{date} 1940"} for t, date in enumerate(DATES[:g.last_turn])],
        "route": [{"turn": leg.turn, "grids": list(leg.grids)} for leg in g.board.file.route],
        "reinforcements": [],
    }


def _assembly(g: GhostDivision) -> Table:
    """The Assembly Area: a box beyond the east edge."""
    x0, y0, x1, y1 = assembly_area(g.board.file)
    return {"x": (x0 + x1) / 2, "y": (y0 + y1) / 2, "w": x1 - x0, "h": y1 - y0, "name": "Assembly Area"}


def _grids(g: GhostDivision) -> Table:
    found: Table = {}
    for cell in g.grid.cells:
        x, y = g.grid.centre(cell)
        name = g.grid.names[cell]
        found[name] = {"x": SIZE * x, "y": SIZE * y, "terrain": g.board.terrain[cell],
                       "field": field(g.board.file, name), **place(g.board.names, cell)}
    return found


def _river_sides(g: GhostDivision) -> Table:
    found: Table = {}
    crossings = bridge_spots(g.board.file, g.shelf.load("drawing", Drawing))
    for index, name in enumerate(g.board.side_names):
        (x1, y1), (x2, y2) = sorted(g.board.river_sides.ends(index, SIZE))
        side: Table = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "river": g.board.side_river[index], "class": "major"}
        if g.board.printed >> index & 1:
            side["bridge"] = True
            side["x"], side["y"] = crossings[name]
        found[name] = side
    return found


def _german(g: GhostDivision, c: German) -> Table:
    e = c.entry
    ratings = {"air": e.air, "ground": e.ground} if c.air else {
        "art": e.art, "at": e.at, "ca": e.ca, "defense": e.defense, "move": e.mobility}
    if c.hq:
        ratings["leadership"] = e.leadership
    return {"name": e.name, "designation": e.name, "title": e.title, "formation": e.formation, "side": "german",
            "nation": "german", "corps": e.formation, "colour": COLOURS[e.formation], "type": e.type,
            "size": SIZES.get(e.size, ""), "armored": e.armored, "hq": c.hq, "air": c.air, "command": e.command,
            "prices": [g.prices[setup][c.index] for setup in (True, False)] if e.price or e.kampfgruppe else None,
            "ratings": ratings}


def _allied(c: Allied) -> Table:
    ratings = {"air": c.air, "ground": c.ground} if c.air_unit else {
        "art": c.art, "at": c.at, "ca": c.ca, "defense": c.defense, "move": c.mobility}
    if c.leadership:
        ratings["leadership"] = c.leadership
    bin = BINS[c.bin] if c.bin >= 0 else "fortification"
    return {"name": c.name, "designation": c.name, "title": c.name, "formation": bin, "side": "allied",
            "nation": NATIONS.get(bin, "french"), "corps": bin, "colour": "", "type": c.type, "size": "",
            "armored": c.armored, "hq": bool(c.leadership), "air": c.air_unit, "kind": c.kind, "ratings": ratings}


def _formation(f: FormationMarker) -> Table:
    bin = BINS[f.bin] if f.bin >= 0 else ""
    return {"name": f.name, "side": "allied", "nation": f.nation, "bin": bin, "dice": f.dice, "armored": f.armored}


def _charts(g: GhostDivision) -> list[Table]:
    charts = g.charts
    fire = charts.fire
    columns = ("artillery", "anti_tank", "close_assault", "bomber", "dive_bomber", "fighter_cas", "air_superiority",
               "flak")
    terrain = [_terrain(word, e) for word, e in charts.terrain.items()]
    terrain.append(["River crossed to enter", "", "", str(charts.crossing.river), ""])
    terrain.append(["Bridgehead beside the Grid", "", "", f"{charts.crossing.bridgehead} (Allied attackers)", ""])
    terrain.append(["Road link", "", f"{charts.crossing.road:g}", "", ""])
    return [
        {"title": "Fire Results Table", "rule": "20.7a",
         "columns": ["Die", *(column_name(name) for name in columns)],
         "rows": [[str(die), *(_result(getattr(fire, name)[die - 1]) for name in columns)] for die in range(1, 7)],
         "note": "Fighter CAS is the rulebook's; the other columns are reconstructed."},
        {"title": "Terrain Effects Chart", "rule": "15.1a",
         "columns": ["", "Battalions", "Cost", "Off each attacker", ""], "rows": terrain, "note": "Reconstructed."},
        _events("OKW Events", "12.0a", charts.okw.rows,
                f"+{charts.okw.west_of_meuse} west of the Meuse, +{charts.okw.west_of_sambre} west of the Sambre, "
                f"{charts.okw.low_op_modifier} with {charts.okw.low_op} OP or less."),
        _events("Allied Events", "25.0a", charts.allied.rows,
                f"{charts.allied.west_of_meuse} west of the Meuse, {charts.allied.west_of_sambre} west of the Sambre; "
                "by turn "
                + ", ".join(f"{n:+d}" for n in charts.allied.by_turn) + "."),
        *_small_charts(g),
    ]


def _terrain(word: str, e: TerrainEffect) -> list[str]:
    return [word.capitalize(), str(e.stack), f"{e.cost:g}", str(e.attacker or "-"), "STOP" if e.stop else ""]


def _result(word: str) -> str:
    return "-" if word == "none" else word


def _events(title: str, rule: str, rows: tuple[EventRow, ...], note: str) -> Table:
    return {"title": title, "rule": rule, "columns": ["Net die", "Event", "What happens", "Countermand"],
            "rows": [[_span(rows, i), row.name, row.says, f"{row.countermand} OP" if row.countermand else ""]
                     for i, row in enumerate(rows)], "note": note}


def _span(rows: tuple[EventRow, ...], i: int) -> str:
    first = rows[i].least
    if i == 0:
        return f"{rows[1].least - 1} or less"
    if i == len(rows) - 1:
        return f"{first} or more"
    last = rows[i + 1].least - 1
    return str(first) if first == last else f"{first}-{last}"


def _small_charts(g: GhostDivision) -> list[Table]:
    c, op, vp = g.charts, g.charts.operations, g.charts.victory
    points = [
        ["Armored Formation destroyed", f"+{op.armored_destroyed}"],
        ["Other Formation destroyed", f"+{op.other_destroyed}"],
        ["Installation entered", f"+{op.installation}"], ["Rally", "Leader Value of each idle HQ"],
        ["German ground unit lost", f"-{op.unit_lost}"], ["Headquarters lost", f"-{op.hq_lost}"],
        ["Rommel lost", f"-{op.rommel_lost}"], ["Air unit shot down", f"-{op.air_lost}"],
        ["Beaten by an armored Formation", f"-{op.beaten_by_armored}"],
        ["Beaten by another Formation", f"-{op.beaten_by_other}"],
        ["Exploitation Move", f"{op.exploit} to spend"], ["Kampfgruppe rebuilt", f"{op.kampfgruppe} to spend"],
    ]
    return [
        {"title": "Operations Points", "rule": "9.0a", "columns": ["", "OP"], "rows": points},
        {"title": "Recruiting Costs", "rule": "10.2a", "columns": ["", "In set-up", "In a turn"],
         "rows": [[kind.replace("_", " ").capitalize(), str(a), str(b)] for kind, (a, b) in c.price.items()]},
        {"title": "Victory Points", "rule": "3.0a", "columns": ["", "VP"],
         "rows": [*([town, str(n)] for town, n in vp.towns.items()), ["Armored Formation", str(vp.armored)],
                  ["Other Formation", str(vp.other)], ["Each OP", str(vp.op)]]},
        {"title": "Victory levels", "rule": "3.5a", "columns": ["From", "Level"],
         "rows": [[str(n), name] for name, n in g.levels.items()]},
        {"title": "Recon, Recovery, Maintenance", "rule": "13.1b", "columns": ["", "Die"],
         "rows": [["Recon: Fog of War marker", f"{c.recon.fog}+"], ["Recon: every marker", f"{c.recon.all}+"],
                  ["Recovery: Hits off on 1 to 6", " ".join(str(n) for n in c.recovery.rolls)],
                  *([f"{kind.capitalize()} ready again", f"{n}+"] for kind, n in c.maintenance.items())]},
    ]
