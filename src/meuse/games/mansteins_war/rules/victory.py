"""3.0 Victory: points for hexes and eliminated units, levels, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Outcome
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.position import ELIMINATED, SURRENDERED, MansteinPosition
from meuse.games.mansteins_war.rules.control import held

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def worth(g: MansteinsWar, p: MansteinPosition, side: int, hex: int) -> int:
    """3.4, 3.5, 3.5e: the best award of an enemy hex for the side that controls it."""
    board, points = g.board, g.charts.victory[SIDES[side]]
    awards = [value for name, value in points.places.items() if board.cell_of[name] == hex]
    if board.side_depots[1 - side] >> hex & 1:
        awards.append(points.depot)
    if board.channel_ports >> hex & 1:
        awards.append(points.channel_port)
    if (board.maginot if side == GERMAN else board.westwall) >> hex & 1:
        awards.append(points.fort)
    return max(awards, default=0)


def hex_points(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    return sum(worth(g, p, side, hex) for hex in bits(held(g, p, side) & g.contested & g.board.home[1 - side]))


def loss_points(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """3.4e, 3.5d: the enemy's eliminated and surrendered units."""
    points, total = g.charts.victory[SIDES[side]], 0
    for c in g.counters:
        if c.side == 1 - side and p.at[c.index] in (ELIMINATED, SURRENDERED) and not c.logistics:
            if c.mech:
                total += points.mech_corps if c.mech_corps else points.mech_other
            elif c.army:
                total += points.army
    lost = [a for a in g.air if a.side == 1 - side and p.air_at[a.index] in (ELIMINATED, SURRENDERED)]
    return total + points.air * len(lost)


def score(g: MansteinsWar, p: MansteinPosition) -> tuple[int, int]:
    found = [hex_points(g, p, side) + loss_points(g, p, side) for side in (GERMAN, ALLIED)]
    if p.extended:
        found[GERMAN] += g.charts.victory["german"].extension
    for name, variant in g.charts.variants.items():
        if g.on(name):
            found[SIDES.index(variant.points_to)] += variant.points
    return found[GERMAN], found[ALLIED]


def judge(g: MansteinsWar, p: MansteinPosition) -> Outcome:
    """3.6: German points less Allied points."""
    german, allied = score(g, p)
    level = next(level for level in g.charts.levels if german - allied >= level.least)
    return Outcome(level.winner or None, level.level, {"german": german, "allied": allied})


def inter_phase(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1k: after the last week the game ends; otherwise the next begins."""
    if p.turn < g.charts.limits.last_turn:
        p.turn += 1
        return
    p.outcome = judge(g, p)
    p.tell("game over", "4.1k", winner=p.outcome.winner, level=p.outcome.level, points=p.outcome.points)
