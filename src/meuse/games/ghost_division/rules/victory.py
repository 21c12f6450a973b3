"""3.0 How to win: towns, destroyed Formations and Operations Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.briefing import Ladder, Level
from meuse.engine.contract import Outcome, Part, Tally
from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import ELIMINATED
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import commander
from meuse.games.ghost_division.rules.loc import blocked, grids_with_loc

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

WINS = ("Tactical Victory", "Operational Victory", "Decisive Victory")


def occupied(g: GhostDivision, p: GhostPosition) -> int:
    """3.1b: towns entered by a ground unit and clear of Allied markers."""
    return p.visited & g.board.town_cells & ~blocked(p)


def town_points(g: GhostDivision, cell: int, linked: int) -> int:
    """3.1d, 3.1e: full value for one of the Grids with a LOC to the Assembly Area, else half, rounded down."""
    full = g.charts.victory.towns[g.board.towns[cell]]
    return full if linked >> cell & 1 else full // 2


def score(g: GhostDivision, p: GhostPosition) -> Tally:
    """3.0a: the points as they stand, taken to pieces."""
    chart, parts, linked = g.charts.victory, [], grids_with_loc(g, p)
    for cell in bits(occupied(g, p)):
        points = town_points(g, cell, linked)
        whole = points == chart.towns[g.board.towns[cell]]
        label = g.board.towns[cell] + ("" if whole else ", without a LOC")
        parts.append(Part(label, points, "3.1a" if whole else "3.1e"))
    for f, at in enumerate(p.formation_at):
        if at == ELIMINATED:
            marker = g.formations[f]
            parts.append(Part(f"{marker.name} destroyed", chart.armored if marker.armored else chart.other, "3.2a"))
    parts.append(Part("Operations Points", chart.op * p.op, "3.3a"))
    return Tally("victory points", sum(int(part.value) for part in parts), tuple(parts))


def level(g: GhostDivision, points: int) -> str:
    """3.5a to 3.5e."""
    return next(rung.says for rung in ladder(g).levels if rung.least is None or points >= rung.least)


def ladder(g: GhostDivision) -> Ladder:
    """3.5: the levels from the top; the lowest takes whatever is left."""
    rows = sorted(g.levels.items(), key=lambda row: -row[1])
    levels = [Level(least, name) for name, least in rows[:-1]] + [Level(None, rows[-1][0])]
    return Ladder("Victory points", {commander(g): 1}, tuple(levels))


def judge(g: GhostDivision, p: GhostPosition) -> Outcome:
    """5.0a: the reckoning after the last turn."""
    points = int(score(g, p).total)
    name = level(g, points)
    return Outcome(commander(g) if name in WINS else None, name, {commander(g): points})
