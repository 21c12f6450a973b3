"""2.1.1 The charts as tables ready to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.games.mansteins_war.box.chartfile import Result, Toll
from meuse.games.mansteins_war.box.components import NATIONS, SIDES

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Chart = dict[str, Any]
OURS = "Reconstructed."
PURSUIT = {"no": "-", "cleared": "into an emptied hex", "yes": "yes"}


def charts(g: MansteinsWar) -> list[Chart]:
    return [
        _combat(g, "Assault table", g.crt.assault), _combat(g, "Mobile table", g.crt.mobile), _results(g), _air(g),
        _terrain(g), _stacking(g), _rail(g), _refit(g), _points(g), _levels(g),
    ]


def _combat(g: MansteinsWar, title: str, rows: tuple[tuple[str, ...], ...]) -> Chart:
    return {"title": title, "rule": "10.2a", "columns": ["Die", *(f"{label}%" for label in g.crt.columns)],
            "rows": [[str(die), *row] for die, row in enumerate(rows, 1)], "note": OURS}


def _results(g: MansteinsWar) -> Chart:
    return {"title": "Combat results", "rule": "22.1a",
            "columns": ["", "Result", "Attacker", "Defender", "Pursuit", "Against a fortress"],
            "rows": [[code, r.title, _toll(r.attacker), _toll(r.defender), _pursuit(r), _fort(r)]
                     for code, r in g.charts.results.items()]}


def _toll(toll: Toll) -> str:
    parts = []
    if toll.steps:
        parts.append(f"{toll.steps} step{'s' if toll.steps > 1 else ''}")
    if toll.retreat:
        parts.append(f"back {toll.retreat}")
    return ", ".join(parts) or "-"


def _pursuit(r: Result) -> str:
    if r.counterattack:
        return "the defender counterattacks"
    return "yes, and farther" if r.overrun else PURSUIT[r.pursuit]


def _fort(r: Result) -> str:
    return "no effect" if r.fort == "-" else r.fort or "the same"


def _air(g: MansteinsWar) -> Chart:
    differences = [f"{n:+d}" for n in g.air_table.columns]
    return {"title": "Air Warfare Table", "rule": "16.6a", "columns": ["Die", *differences],
            "rows": [[str(die), *row] for die, row in enumerate(g.air_table.rows, 1)],
            "note": f"AL1, DL1: attacker or defender loses a step and aborts; BL1: both. {OURS}"}


def _terrain(g: MansteinsWar) -> Chart:
    c = g.charts
    rows = [[word.capitalize(), str(e.mech), str(e.other) if e.army else f"{e.other}; armies never", _left(e.shift)]
            for word, e in c.terrain.items()]
    rows.append(["River hexside", f"+{c.river.mech}", f"+{c.river.other}", f"{_left(c.river.shift)} if all cross"])
    rows += [[f"Enemy fortress, {word}", str(price.mech), str(price.other), f"{_left(c.forts.shift)} on top"]
             for word, price in (("minor", c.forts.minor), ("major", c.forts.major))]
    return {"title": "Terrain Effects Chart", "rule": "8.4a",
            "columns": ["", "Mechanised", "Others", "Columns for the defender"], "rows": rows, "note": OURS}


def _left(columns: int) -> str:
    return f"{columns} left" if columns else "-"


def _stacking(g: MansteinsWar) -> Chart:
    rows = []
    for side, limit in g.charts.stacking.items():
        rough = str(limit.rough)
        if limit.rough_after_manstein != limit.rough:
            rough += f"; {limit.rough_after_manstein} after Manstein"
        rows.append([side.capitalize(), f"1 army and {limit.with_army} corps", f"{limit.corps} corps",
                     f"{rough} corps"])
    return {"title": "Stacking", "rule": "6.1a", "columns": ["", "With an army", "Without", "In rough"], "rows": rows,
            "note": "One mobile logistics unit and one static unit come on top."}


def _rail(g: MansteinsWar) -> Chart:
    rail, pursuit = g.charts.rail, g.charts.pursuit
    return {"title": "Railways and pursuit", "rule": "9.1a", "columns": ["", "German", "Allied"],
            "rows": [["Armies by rail a segment (three corps are an army)", str(rail.german // rail.army),
                      str(rail.allied // rail.army)],
                     ["Hexes of pursuit, mechanised", str(pursuit.german_mech), str(pursuit.other)],
                     ["Hexes of pursuit, others", str(pursuit.other), str(pursuit.other)],
                     ["Overrun: hexes more", str(pursuit.overrun), str(pursuit.overrun)]]}


def _refit(g: MansteinsWar) -> Chart:
    refit = g.charts.refit
    turns = range(1, g.terms.extended_turn + 1)
    note = (f"A step costs {refit.step}, {refit.step_in_zoc} in an enemy ZOC; a logistics unit {refit.logistics}, "
            f"an air unit {refit.air}. Nobody holds more than {refit.track}. {OURS}")
    rows = []
    for nation in NATIONS:
        grant = refit.nations[nation]
        weeks = [str(grant.income[t - 1]) for t in turns]
        rows.append([nation.capitalize(), str(grant.start), *weeks, grant.needs or "-"])
    return {"title": "Refit points", "rule": "14.1a", "columns": ["Week", "Start", *map(str, turns), "Needs"],
            "rows": rows, "note": note}


def _points(g: MansteinsWar) -> Chart:
    rows = []
    for side in SIDES:
        for place, value in g.charts.victory[side].places.items():
            rows.append([place, *(str(value) if side == s else "-" for s in SIDES)])
    german, allied = (g.charts.victory[side] for side in SIDES)
    for label, values in (
        ("Each other enemy depot", (german.depot, allied.depot)),
        ("Each other Channel port", (german.channel_port, allied.channel_port)),
        ("Each hex of the Maginot Line or the Westwall", (german.fort, allied.fort)),
        ("Each mechanised corps eliminated", (german.mech_corps, allied.mech_corps)),
        ("Each other mechanised unit eliminated", (german.mech_other, allied.mech_other)),
        ("Each army eliminated", (german.army, allied.army)),
        ("Each air unit eliminated", (german.air, allied.air)),
        ("The game is extended", (german.extension, allied.extension)),
    ):
        rows.append([label, *(str(value) if value else "-" for value in values)])
    return {"title": "Victory points", "rule": "3.2a", "columns": ["", "German", "Allied"], "rows": rows}


def _levels(g: MansteinsWar) -> Chart:
    levels, rows = g.terms.levels, []
    for n, level in enumerate(levels):
        name = f"{level.winner.capitalize()} {level.level} victory" if level.winner else level.level.capitalize()
        span = f"{level.least} to {levels[n - 1].least - 1}"
        rows.append([name, f"{level.least} and more" if n == 0 else span])
    rows[-1][1] = f"less than {levels[-2].least}"
    return {"title": "Levels of victory", "rule": "3.6b", "columns": ["", "German points less Allied points"],
            "rows": rows}
