"""When the staff attacks: the exact expected worth of a combat, in victory points."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import GERMAN, CombatResult
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.combat import chances, defense_of, modifiers, work_out
from meuse.games.sedan.rules.orders import AttackOrder

BANK = (1.0, 2.0)
"""What a unit that comes over the Meuse is worth, in the Encirclement and in the race (16.7b)."""
THROWN_BACK = 1.2
"""What each German unit thrown out of a bridgehead is worth to the French."""
ENOUGH = 0.08
"""What one more unit must add to an attack."""
SLEDGEHAMMER = 7
"""Times the defence from which no more units are sent, unless they are to cross the Meuse."""


class Worth:
    """What steps, ground and aircraft are worth to a side, in victory points of the scenario."""

    def __init__(self, g: Sedan, side: int) -> None:
        self.g, self.side = g, side
        self.race = g.scenario == "race-to-the-meuse"

    def step(self, p: SedanPosition, u: int) -> float:
        """What it costs its owner if this piece loses its next step."""
        c, steps = self.g.counters[u], p.units[u].steps
        if c.hq:
            return 0.6
        if c.side != GERMAN:
            return 0.35 if steps == 2 else 1.0 if self.race else 0.7
        if not (c.mech or c.mot):
            return 0.3 if steps == 2 else 1.0 if self.race else 0.6
        if self.race:
            return 1.0
        return 2.0 if steps == 2 else (3.0 if c.mech else 2.0)

    def losses(self, p: SedanPosition, units: Sequence[int], count: int) -> float:
        """The cheapest way to take that many step losses."""
        prices: list[float] = []
        for u in units:
            first = self.step(p, u)
            prices.append(first)
            if p.units[u].steps == 2:
                prices.append(max(first, 1.0))
        return sum(sorted(prices)[:count])

    def ground(self, p: SedanPosition, order: AttackOrder) -> float:
        """What it is worth to clear the target hex."""
        west = bool(self.g.board.west >> order.target & 1)
        if order.side != GERMAN:
            return THROWN_BACK * len(p.stacks[order.target]) if west else 0.3
        if not west:
            return 1.4 if p.turn >= self.g.last_turn - 1 else 1.6
        return 1.5 + BANK[self.race] * self.over(p, order)

    def over(self, p: SedanPosition, order: AttackOrder) -> int:
        """How many attackers can cross the Meuse by advancing (10.4a, 9.1d)."""
        g, room, count = self.g, self.g.stack_limit, 0
        barrier = g.crossings(p).barrier
        for u in sorted(bits(order.units), key=lambda u: g.points[u]):
            hex = p.units[u].hex
            room -= g.points[u]
            if room < 0:
                break
            shut = barrier[g.grid.direction(hex, order.target)] >> hex & 1
            count += not shut and not g.board.west >> hex & 1
        return count


def outcome_worth(
    worth: Worth, p: SedanPosition, order: AttackOrder, defenders: Sequence[int], result: CombatResult
) -> float:
    """One result of the table, for the side whose worth it is."""
    attackers = list(bits(order.units))
    steps = sum(p.units[u].steps for u in defenders)
    cleared = result.retreat > 0 or result.defender >= steps
    value = worth.losses(p, defenders, result.defender) - worth.losses(p, attackers, result.attacker)
    if cleared:
        value += worth.ground(p, order)
    if worth.side != order.side:
        value = -value
    return value


def expected(worth: Worth, p: SedanPosition, order: AttackOrder, guns: int = 0, extra: int = 0) -> float:
    """The mean over all dice, with artillery and further modifiers."""
    g = worth.g
    odds = work_out(g, p, order)
    bonus = sum(int(part.value) for part in modifiers(g, p, order, guns, odds.excess)) + extra
    defenders = p.stacks[order.target]
    return sum(
        ways * outcome_worth(worth, p, order, defenders, result) for result, ways in chances(g, odds.column, bonus)
    ) / 36


def clearing_chance(g: Sedan, p: SedanPosition, order: AttackOrder, extra: int = 0) -> float:
    """The chance that nobody is left in the target hex."""
    odds = work_out(g, p, order)
    bonus = sum(int(part.value) for part in modifiers(g, p, order, 0, odds.excess)) + extra
    steps = sum(p.units[u].steps for u in p.stacks[order.target])
    clear = sum(w for r, w in chances(g, odds.column, bonus) if r.retreat or r.defender >= steps)
    return clear / 36


def best_party(worth: Worth, p: SedanPosition, target: int, able: Sequence[int], extra: int) -> tuple[float, int]:
    """The units to attack a hex with: strongest first, as many as still help. Their worth and their set."""
    g = worth.g
    barrier = g.crossings(p).barrier

    def rank(u: int) -> tuple[bool, bool, int, int]:
        """Pioneers first, then those with no open river before them (10.1g), the strongest first."""
        hex = p.units[u].hex
        wet = bool(barrier[g.grid.direction(hex, target)] >> hex & 1)
        return not g.pioneer >> u & 1, wet, -g.attack[u][p.units[u].steps], u

    best, party, units, strength = -99.0, 0, 0, 0
    most = None if g.board.west >> target & 1 else SLEDGEHAMMER * defense_of(g, p, target)
    for u in sorted(able, key=rank):
        if most is not None and strength >= most:
            break
        units |= 1 << u
        strength += g.attack[u][p.units[u].steps]
        value = expected(worth, p, AttackOrder(worth.side, target, units), extra=extra)
        if value > best + ENOUGH * (units & ~party).bit_count():
            best, party = value, units
    return best, party
