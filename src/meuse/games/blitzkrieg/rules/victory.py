"""3.0 Victory: points, levels, sudden death, and the end of the game."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from meuse.engine.briefing import Ladder, Level
from meuse.engine.contract import Outcome, Part, Tally
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.shock import has_collapsed, side_of
from meuse.games.blitzkrieg.rules.supply import Lines

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def shock_points(p: BlitzPosition, side: int) -> list[Part]:
    """3.1a, 3.1.2a: one for each point that stands against a country of the other side that ever was at war."""
    rule = ("3.1a", "3.1.2a")[side]
    return [
        Part(f"Shock of {country.capitalize()}", p.index[n], rule) for n, country in enumerate(COUNTRIES)
        if side_of(country) != side and p.at_war >> n & 1 and p.index[n]
    ]


def collapse_points(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[Part]:
    """3.1b, 3.1.2b."""
    chart = (g.charts.victory.axis, g.charts.victory.allied)[side]
    return [
        Part(f"collapse of {country.capitalize()}", points, ("3.1b", "3.1.2b")[side])
        for country, points in chart.collapses.items() if has_collapsed(p, country)
    ]


def hex_points(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[Part]:
    """3.1c, 3.1d, 3.1.2c, 3.1.2d: cities that a supplied unit of the side holds; deception units hold none."""
    found, lines = [], Lines(g, p)
    for hex in bits(g.board.cities & p.occupied[side]):
        value, rule = worth(g, p, side, hex)
        units = [u for u in p.stacks[hex] if g.side[u] == side and not g.counters[u].deception]
        if value and any(lines.feed(u) for u in units):
            found.append(Part(f"{g.board.label(hex)} in {SIDES[side].capitalize()} hands", value, rule))
    return found


def worth(g: Blitzkrieg, p: BlitzPosition, side: int, hex: int) -> tuple[int, str]:
    country, capital = g.board.country[hex], bool(g.board.capitals >> hex & 1)
    if country == "netherlands" and not p.at_war >> COUNTRIES.index("netherlands") & 1:
        return 0, ""
    if side == AXIS:
        chart = g.charts.victory.axis
        allied = country in ("france", "belgium", "netherlands")
        return ((chart.capital, "3.1c") if capital else (chart.city, "3.1d")) if allied else (0, "")
    allied_chart = g.charts.victory.allied
    if country == "germany":
        return allied_chart.german_city, "3.1.2c"
    value = allied_chart.capital if capital else allied_chart.city
    return (value, "3.1.2d") if country in ("france", "belgium", "netherlands") else (0, "")


def parts(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[Part]:
    """Everything that a side's points are made of."""
    return [*shock_points(p, side), *collapse_points(g, p, side), *hex_points(g, p, side)]


def score(g: Blitzkrieg, p: BlitzPosition) -> tuple[int, int]:
    axis, allied = (sum(int(part.value) for part in parts(g, p, side)) for side in (AXIS, ALLIED))
    return axis, allied


def explain_score(g: Blitzkrieg, p: BlitzPosition) -> Tally:
    """3.2: the balance, Axis points less Allied points."""
    axis, allied = score(g, p)
    taken = [Part(part.label, -int(part.value), part.rule) for part in parts(g, p, ALLIED)]
    return Tally("victory points, Axis less Allied", axis - allied, (*parts(g, p, AXIS), *taken))


def level_of(g: Blitzkrieg, lead: int) -> tuple[str, str | None]:
    """3.2b: the level that a lead of the Axis earns, and the side that wins; none in a draw."""
    levels, margin = g.levels, lead - g.levels.par
    steps = (("strategic", levels.strategic), ("operational", levels.operational), ("marginal", levels.marginal))
    level = next((name for name, least in steps if abs(margin) >= least), "draw")
    return level, None if level == "draw" else SIDES[AXIS if margin > 0 else ALLIED]


def ladder(g: Blitzkrieg) -> Ladder:
    """3.2b: the same margins for either side, about a draw."""
    par = g.levels.par
    steps = (("marginal", g.levels.marginal), ("operational", g.levels.operational), ("strategic", g.levels.strategic))
    axis = [Level(par + least, f"Axis {name} victory") for name, least in reversed(steps)]
    draw = Level(par + 1 - g.levels.marginal, "A draw")
    allied = [Level(par + 1 - above, f"Allied {name} victory") for (name, _), (_, above) in pairwise(steps)]
    last = Level(None, "Allied strategic victory")
    return Ladder("Axis lead", {"axis": 1, "allied": -1}, (*axis, draw, *allied, last))


def judge(g: Blitzkrieg, p: BlitzPosition) -> Outcome:
    axis, allied = score(g, p)
    level, winner = level_of(g, axis - allied)
    return Outcome(winner, level, {"axis": axis, "allied": allied})


def finish(p: BlitzPosition, outcome: Outcome, rule: str) -> None:
    p.outcome = outcome
    p.tell("game over", rule, winner=outcome.winner, level=outcome.level, points=outcome.points)


def sudden_death(g: Blitzkrieg, p: BlitzPosition) -> None:
    """3.3, 7.2.1e: France and Britain gone wins for the Axis, Germany gone with both standing for the Allies."""
    west = has_collapsed(p, "france") and has_collapsed(p, "britain")
    germany = has_collapsed(p, "germany")
    axis, allied = score(g, p)
    points = {"axis": axis, "allied": allied}
    if west and not germany:
        finish(p, Outcome("axis", "strategic", points), "3.3b")
    elif germany and not has_collapsed(p, "france") and not has_collapsed(p, "britain"):
        finish(p, Outcome("allied", "strategic", points), "3.3c")
    elif germany:
        finish(p, judge(g, p), "7.2.1e")


def end_turn(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(4.3)a: after the last turn points decide; otherwise the next one begins."""
    sudden_death(g, p)
    if p.outcome is not None:
        return
    if p.turn == g.terms.last_turn:
        finish(p, judge(g, p), "8.1(4.3)a")
    else:
        p.turn += 1
