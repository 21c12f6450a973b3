"""Where the staff sends its units."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.rules.reach import Reach
from meuse.games.sedan.rules.stacking import limit_in, points_in
from meuse.players.staff.sedan.fields import FAR, Outlook

LAST_DAY = 0.2
"""How much the way to the objective still counts on the last day for whoever does not get over the Meuse."""
AT_THE_BANK = 5.0
"""What it is worth then to stay at the objective and pin the French opposite."""
ALONE, EXPOSED, HEAPED = 6.0, 2.0, 1.5
"""What a headquarters loses next to enemies without troops in its hex, within three hexes of them, and by another."""


BARRED, SECOND = 12.0, 0.3
"""The strength from which a landing is as dangerous as can be, and what a second unit there counts for."""

ABOVE_ALL = 3.0
"""How much more the threat to the stretch of the bank counts that the French look to above all."""
DRAWN = 3.0
"""How much more good an attack promises that is wanted whatever it costs."""


FARTHEST = 256
"""More than any two hexes are apart."""
Judge: TypeAlias = Callable[[int], float]


class March:
    """A chosen destination and the way there."""

    def __init__(self, hex: int, path: list[int], off_road: bool, score: float) -> None:
        self.hex, self.path, self.off_road, self.score = hex, path, off_road, score

    def again(self) -> March:
        """The same for another officer; the way is used up step by step."""
        return March(self.hex, self.path.copy(), self.off_road, self.score)


def plan(look: Outlook, moving: Moving, start_score: float | None = None) -> March | None:
    """The best hex in reach for the unit of a Moving frame, or None to stay."""
    g, p, u = look.g, look.p, moving.movers[0]
    reach, worth = Reach(g, p, moving), judge(look, u)
    stay = start_score if start_score is not None else worth(moving.hex)
    candidates = sorted([(worth(hex), hex) for hex in reach.hexes() if hex != moving.hex], reverse=True)
    for score, hex in candidates:
        if score <= stay + look.plan_of(u).settle:
            return None
        off_road = arrival(look, u, hex, reach)
        if off_road is None:
            continue
        path = reach.way(hex, off_road)
        if path:
            return March(hex, path, off_road, score)
    return None


def arrival(look: Outlook, u: int, hex: int, reach: Reach) -> bool | None:
    """Whether to enter the hex off the road to keep its stacking limit; None where it cannot be kept."""
    g, p = look.g, look.p
    points = g.points[u]
    if not points:
        return False
    there = points_in(g, p, hex)
    by_road_ok = there + points <= g.road_limit
    if hex in reach.single:
        return False if there + points <= limit_in(g, p, hex, True) else None
    if by_road_ok:
        return False
    if there + points > limit_in(g, p, hex, True) or reach.off_road_cost(hex) is None:
        return None
    return True


def worth_of(look: Outlook, u: int, hex: int) -> float:
    """How good a hex is for a unit; only differences count."""
    return judge(look, u)(hex)


def judge(look: Outlook, u: int) -> Judge:
    """What says of one hex after another how good it is for a unit."""
    if look.g.is_hq[u]:
        return for_headquarters(look, u)
    return for_german(look, u) if look.side == GERMAN else for_french(look, u)


def for_german(look: Outlook, u: int) -> Judge:
    """Nearer to the objective, and over the Meuse; next to enemies only where it pays; in supply."""
    g, p, plan = look.g, look.p, look.plan_of(u)
    last, west, near, french = p.turn >= g.last_turn, g.board.west, g.grid.near, p.fighting[FRENCH]
    supplied = look.own_supply
    tomorrow = look.tomorrow if g.counters[u].entry.corps == "XIX" else g.grid.board

    def worth(hex: int) -> float:
        if west >> hex & 1:
            score = 40.0 - (0.0 if last else 0.05 * look.exits.get(hex, FAR) if g.exits else 0.0)
        else:
            far = look.way(u).get(hex, FAR)
            score = -plan.pull * far * (LAST_DAY if last else 1.0) + (AT_THE_BANK if last and not far else 0.0)
        if not supplied >> hex & 1:
            score -= 3.0
        if not tomorrow >> hex & 1:
            score -= 8.0
        targets = near[hex] & french
        if targets:
            score += plan.lure * max([prospects(look, u, hex, target) for target in bits(targets)])
        return score

    return worth


def prospects(look: Outlook, u: int, hex: int, target: int) -> float:
    """Whether the unit, with those already next to a French hex, will attack it well."""
    g, p = look.g, look.p
    attack = g.attack[u][p.units[u].steps] if p.units[u].hex != hex else 0
    for h in bits(g.grid.near[target] & p.fighting[GERMAN]):
        attack += sum(g.attack[v][p.units[v].steps] for v in p.stacks[h])
    defense = sum(g.defense[v][p.units[v].steps] for v in p.stacks[target])
    ratio = attack / max(1, defense)
    blocks = look.flow.get(target, 0.0)
    wanted = DRAWN if g.grid.bit.get(look.plan_of(u).target) == target else 0.0
    return min(ratio, 5.0) * 0.5 + (1.0 if blocks > 1 else 0.0) - 1.0 + wanted


def for_french(look: Outlook, u: int) -> Judge:
    """Cover the bank and the roads the Germans need; stand in good ground; do not stand about to be caught."""
    g, p, plan, away = look.g, look.p, look.plan_of(u), look.g.grid.distances(look.g.grid.bit["3417"])
    supplied, foot, german = look.own_supply, not g.cavalry >> u & 1, p.fighting[GERMAN]
    terrain, ground, covered = g.charts.terrain, g.board.terrain, covering(look, u)

    def worth(hex: int) -> float:
        west = bool(g.board.west >> hex & 1)
        score = covered(hex, west)
        if look.at_bridges >> hex & 1:
            score += look.bridge_worth(u, hex)
        if plan.bar and hex in look.landings:
            held = any(v != u and not g.is_hq[v] for v in p.stacks.get(hex, ()))
            score += plan.bar * min(BARRED, look.landings[hex]) * (SECOND if held else 1.0)
        shift = terrain[ground[hex]].shift
        score += 0.6 * shift
        if g.grid.disc(hex, 1) & german and (enemy := look.strength_near(hex, GERMAN)):
            own = g.defense[u][p.units[u].steps] + sum(
                g.defense[v][p.units[v].steps] for v in p.stacks.get(hex, ()) if v != u and g.side[v] == FRENCH
            )
            score -= plan.caution * max(0.0, enemy / own - 2.0 - shift) * (0.6 if west else 1.0)
            score += plan.strike * max(counterstroke(look, u, hex, t) for t in bits(g.grid.near[hex] & german))
        if not supplied >> hex & 1:
            score -= 2.0
        if foot and not west:
            score -= plan.home
        return score - 0.01 * away[hex]

    return worth


def covering(look: Outlook, u: int) -> Callable[[int, bool], float]:
    """What says how much of the bank and the roads a French unit would cover; less where others do already."""
    g, plan, here = look.g, look.plan_of(u), look.p.units[u].hex
    others = look.guarded & ~(g.one[here] | g.grid.near[here]) if here >= 0 else look.guarded
    awaited, reaches, stretch = look.lie.awaited, g.zoc_reaches, look.lie.stretch(plan.hold)
    neighbour, guard, delay, mass = g.grid.neighbour, plan.guard, plan.delay, plan.mass

    def covered(hex: int, west: bool) -> float:
        score = 0.0
        for h in (hex, *neighbour[hex]):
            if h not in awaited or not (h == hex or reaches >> h & 1):
                continue
            bank, flow = awaited[h]
            threat = guard * bank * (ABOVE_ALL if stretch >> h & 1 else 1.0) if west else 0.0
            traffic = delay * flow * (1.0 if h == hex else 0.6)
            score += (threat + traffic) * (mass if others >> h & 1 else 1.0)
        return score

    return covered


def counterstroke(look: Outlook, u: int, hex: int, target: int) -> float:
    """How well the unit, with those already next to a German hex, could strike at it; twice as good at a bridgehead."""
    g, p = look.g, look.p
    attack = g.attack[u][p.units[u].steps]
    for h in bits(g.grid.near[target] & p.fighting[FRENCH]):
        attack += sum(g.attack[v][p.units[v].steps] for v in p.stacks[h] if v != u)
    defense = sum(g.defense[v][p.units[v].steps] for v in p.stacks[target])
    if g.crossings(p).barrier[g.grid.direction(hex, target)] >> hex & 1:
        return 0.0
    odds = attack / max(1, defense) - g.charts.terrain[g.board.terrain[target]].shift
    wanted = DRAWN if g.grid.bit.get(look.plan_of(u).target) == target else 0.0
    return max(0.0, min(odds, 4.0) - 1.0) * (2.0 if g.board.west >> target & 1 else 1.0) + wanted


@cache
def in_range(reach: int) -> list[float]:
    """By distance, what it is worth to a headquarters with that range to have a unit of its corps there."""
    return [1.0 if far <= reach - 2 else 0.6 if far <= reach else -0.05 * (far - reach) for far in range(FARTHEST)]


def for_headquarters(look: Outlook, u: int) -> Judge:
    """Keep the corps in range, with its troops but off the front, not two to a hex, and follow the advance."""
    g, p, grid = look.g, look.p, look.g.grid
    good, places = in_range(g.range[u]), look.corps_places.get(g.counters[u].entry.corps, ())
    own, enemies = p.fighting[look.side], p.fighting[look.enemy]

    def worth(hex: int) -> float:
        far = grid.distances(hex)
        score = 0.0 + sum([good[far[at]] for at in places])
        if not own >> hex & 1 and grid.disc(hex, 3) & enemies:
            score -= ALONE * bool(grid.disc(hex, 1) & enemies) + EXPOSED
        if hex in p.stacks:
            score -= HEAPED * sum([g.is_hq[v] and v != u for v in p.stacks[hex]])
        if look.side == GERMAN:
            score -= 0.03 * look.way(u).get(hex, FAR)
        return score

    return worth


def march_order(look: Outlook, p: SedanPosition, units: list[int]) -> list[int]:
    """The Germans' van first, so that those behind find room; the French most threatened first; HQs last."""
    g = look.g
    if look.side == GERMAN:
        return sorted(units, key=lambda u: (g.is_hq[u], look.way(u).get(p.units[u].hex, FAR), u))
    return sorted(units, key=lambda u: (g.is_hq[u], look.west.get(p.units[u].hex, FAR), -g.move[u], u))
