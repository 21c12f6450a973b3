"""2.4 The charts as tables ready to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.games.blitzkrieg.box.chartfile import ALL, Effect, Mission, Result, Table, Toll
from meuse.games.blitzkrieg.box.components import COUNTRIES

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Chart = dict[str, Any]
OURS = "Reconstructed."
TABLES: dict[Table, str] = {"probe": "Probe table", "assault": "Assault table", "combined_arms": "Combined Arms table"}
"""15.5: the three tables of land combat."""


def charts(g: Blitzkrieg) -> list[Chart]:
    return [
        *(_combat(g, table) for table in TABLES), _results(g), _terrain(g), _air_superiority(g), _ground_attack(g),
        _missions(g), _shock(g), _effects(g), _recovery(g), _landings(g), _italy(g), _limits(g), _victory(g),
    ]


def _combat(g: Blitzkrieg, table: Table) -> Chart:
    return {"title": TABLES[table], "rule": "15.5a", "columns": ["Die", *column_names(g)],
            "rows": [[str(die), *row] for die, row in enumerate(g.box.crt.rows[table], 1)], "note": OURS}


def column_names(g: Blitzkrieg) -> list[str]:
    """15.6a: the columns by the percentages that they serve."""
    return [f"{label}%" for label in g.box.crt.columns]


def _results(g: Blitzkrieg) -> Chart:
    return {"title": "Combat results", "rule": "17.1a", "columns": ["", "Result", "Attacker", "Defender", "Pursuit"],
            "rows": [[code, r.title, _toll(r.attacker), _toll(r.defender), _pursuit(r)]
                     for code, r in g.charts.results.items()]}


def _toll(toll: Toll) -> str:
    parts = []
    for n, word in ((toll.eliminate, "lost"), (toll.fatigue, "fatigued")):
        if n:
            parts.append(f"all {word}" if n == ALL else f"{n} {word}")
    if toll.retreat:
        parts.append(f"back {toll.retreat}")
    return ", ".join(parts) or "-"


def _pursuit(r: Result) -> str:
    if r.advance:
        return f"defender {r.advance}"
    if r.mech_pursuit:
        return f"{r.pursuit}, mechanised {r.mech_pursuit}"
    return str(r.pursuit) if r.pursuit else "-"


def _terrain(g: Blitzkrieg) -> Chart:
    rows = [_effect(word, e) for word, e in g.charts.terrain.items()]
    rows += [_effect(word, e, more=True) for word, e in g.charts.features.items() if e.foot or e.land or e.air]
    return {"title": "Terrain Effects Chart", "rule": "12.3.1a",
            "columns": ["", "Foot", "Mechanised", "Columns on land", "From the air", "Zones reach in", "Jams"],
            "rows": rows, "note": f"What comes on top of the terrain has a plus. {OURS}"}


def _effect(word: str, e: Effect, more: bool = False) -> list[str]:
    cost = [f"+{n}" if more and n else str(n) if n else "-" for n in (e.foot, e.mech)]
    land = f"{e.land}, elsewhere {e.reduced}" if e.reduced else str(e.land or "-")
    return [word.capitalize(), *cost, land, str(e.air or "-"), "yes" if e.zoc else "no", "yes" if e.jam else "-"]


def _spans(upper: tuple[int, ...]) -> list[str]:
    """Columns by the totals that they serve: "0", "1-3", "79+"."""
    found, least = [], 0
    for most in upper:
        found.append(f"{least}+" if most == upper[-1] else str(most) if most == least else f"{least}-{most}")
        least = most + 1
    return found


def _air_superiority(g: Blitzkrieg) -> Chart:
    c = g.charts.air_superiority
    return {"title": "Air Superiority Table", "rule": "25.1a", "columns": ["Die", *_spans(c.upper)],
            "rows": [[str(die), *row] for die, row in sorted(c.rows.items())],
            "note": f"Airstrikes eliminated / fatigued. {OURS}"}


def _ground_attack(g: Blitzkrieg) -> Chart:
    c = g.charts.ground_attack
    rows = [[str(die), *row] for die, row in sorted(c.units.items())]
    rows.append(["Feature", *(f"{least}+" for least in c.feature)])
    return {"title": "Ground Attack Table", "rule": "26.1a", "columns": ["Die", *_spans(c.upper)], "rows": rows,
            "note": f"T terror, F fatigue, 2F two fatigues; last row: dice that damage a place. {OURS}"}


def _missions(g: Blitzkrieg) -> Chart:
    return {"title": "Air Mission Chart", "rule": "24.2a", "columns": ["", "Box", "Who", "Over a hex", "Needs"],
            "rows": [[m.title, "active" if m.active else "passive", _who(m), str(m.over_hex or "-"), m.card or "-"]
                     for m in g.charts.missions.values()], "note": OURS}


def _who(m: Mission) -> str:
    if m.offensive:
        return "offensive air value"
    if m.close_support:
        return "close support types"
    if m.types:
        return ", ".join(m.types)
    if m.fatigued_only:
        return "fatigued only"
    return f"not {', '.join(m.not_for)}" if m.not_for else "all"


def _shock(g: Blitzkrieg) -> Chart:
    e, german = g.charts.shock.events, g.charts.shock.german
    rows = [
        ["Headquarters lost", str(e.hq), str(german.hq)], ["Corps lost", str(e.corps), str(german.corps)],
        ["Mechanised division lost", str(e.mech_division), str(german.mech_division)],
        ["Other division lost", str(e.division), str(german.division)],
        ["Brigade or regiment lost", *[str(e.brigade_or_regiment)] * 2],
        ["Air base or airstrike lost", *[str(e.air_base)] * 2], ["Capital lost", *[str(e.capital_taken)] * 2],
        ["City lost", *[str(e.city_taken)] * 2], ["Source or port, besides", *[str(e.source_or_port)] * 2],
        ["Fort destroyed", *[str(e.fort_destroyed)] * 2], ["Partner collapses", *[str(e.partner_collapses)] * 2],
        ["France collapses", *[str(e.france_collapses)] * 2],
        ["City or capital terrorised", *[f"{e.city_terrorised} or {e.capital_terrorised}"] * 2],
    ]
    thresholds = ", ".join(f"{c.capitalize()} {g.thresholds[c]}" for c in COUNTRIES)
    return {"title": "Shock Points", "rule": "7.1a", "columns": ["", "Allied", "German"], "rows": rows,
            "note": f"Thresholds: {thresholds}. {OURS}"}


def _effects(g: Blitzkrieg) -> Chart:
    e = g.charts.shock.effects
    rows = [[", ".join(c.capitalize() for c in col.countries), f"to {col.none}", f"to {col.paralysis}",
             f"to {col.crisis}" if col.crisis > col.paralysis else "-", f"{col.crisis + 1}+"]
            for col in (e.small, e.great)]
    return {"title": "Shock Effect Table", "rule": "7.2a", "columns": ["", "None", "Paralysis", "Crisis", "Collapse"],
            "rows": rows, "note": f"A die, plus one for each {e.step} points above the threshold. {OURS}"}


def _recovery(g: Blitzkrieg) -> Chart:
    r = g.charts.recovery
    turns = range(g.terms.last_turn)
    rows = [[nation.capitalize(), *(f"{row[min(t, len(row) - 1)]:+d}" for t in turns)]
            for nation, row in r.nations.items()]
    note = (f"Land units and airstrikes recover from {r.land} and {r.airstrike} on, damage from {r.damage}, terror of "
            f"cities from {r.city_terror}. {OURS}")
    return {"title": "Recovery, by turn", "rule": "17.2.2a", "columns": ["", *(str(t + 1) for t in turns)],
            "rows": rows, "note": note}


def _landings(g: Blitzkrieg) -> Chart:
    s, o = g.charts.scatter, g.charts.special_operations
    rows = [["Landing on target", f"to {s.on_target}"], ["Landing drifts and is fatigued", f"from {s.fatigued}"],
            ["Airfield seizure", f"to {o.airfield_seizure}"], ["Fortress coup", f"to {o.fortress_coup}"]]
    added = [(word, n) for found in (s.modifiers, o.modifiers) for word, n in found.items()]
    rows += [[word.replace("_", " ").capitalize(), f"{n:+d}"] for word, n in dict(added).items()]
    return {"title": "Scatter and special operations", "rule": "30.4a", "columns": ["", "Die"], "rows": rows,
            "note": OURS}


def _italy(g: Blitzkrieg) -> Chart:
    c = g.charts.italy
    return {"title": "Italian table", "rule": "4.1.1c", "columns": ["Die", *(str(n) for n in range(1, 7))],
            "rows": [["French Shock", *(f"{n:+d}" for n in c.index)]],
            "note": f"On {c.corps_leaves} a French infantry corps leaves for the Alps. {OURS}"}


def _limits(g: Blitzkrieg) -> Chart:
    s, r, m = g.charts.stacking, g.charts.rail, g.charts.limits
    rows = [
        ["Stacking", f"{s.limit}; corps {s.corps}, others {s.division}, battalions {s.battalion}"],
        ["Rail moves a turn", f"Germany {r.germany}, France {r.france}, Belgium {r.belgium}, "
                              f"Netherlands {r.netherlands}, Britain {r.britain}"],
        ["Leaving a zone of control", f"{m.zoc_exit} movement points"],
        ["Airstrikes over a hex", f"{m.airstrikes_over_hex}, with Air Command Control {m.airstrikes_with_card}"],
        ["A sea lift carries", f"{m.lift_divisions} divisions, in an emergency {m.emergency_lift} times that"],
        ["Strategic reserve", f"corps {g.charts.reserves.corps} Shock, in June {g.charts.reserves.corps_in_june}"],
    ]
    return {"title": "Limits", "rule": "13.1a", "columns": ["", ""], "rows": rows}


def _victory(g: Blitzkrieg) -> Chart:
    axis, allied, levels = g.charts.victory.axis, g.charts.victory.allied, g.levels
    rows = [["Each Shock Point of the enemy", "1", "1"]]
    rows += [[f"Collapse of {c.capitalize()}", str(n), "-"] for c, n in axis.collapses.items()]
    rows += [[f"Collapse of {c.capitalize()}", "-", str(n)] for c, n in allied.collapses.items()]
    rows += [["Capital hex held", str(axis.capital), str(allied.capital)],
             ["City held", str(axis.city), str(allied.city)], ["German city held", "-", str(allied.german_city)]]
    about = f" from an Axis lead of {levels.par}" if levels.par else ""
    note = (f"Levels by the difference{about}: marginal from {levels.marginal}, operational from {levels.operational}, "
            f"strategic from {levels.strategic}; below a draw.")
    return {"title": "Victory", "rule": "3.1a", "columns": ["", "Axis", "Allied"], "rows": rows, "note": note}
