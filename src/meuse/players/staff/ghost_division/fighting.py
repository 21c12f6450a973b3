"""What a battle promises: its mean course, volley by volley, with the numbers of the Fire Results Table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp, sqrt

from meuse.games.ghost_division.box.components import AVAILABLE, FireTable
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.fire import GROUND_FIRE

ROUNDS = 8
"""A battle that lasts longer is taken for a draw."""

SPENT = 0.35
"""Units left fighting, in the mean, at which a side counts as beaten."""

PAID = 2
"""Points of Enhanced Combat that a force with a headquarters is expected to spend."""

WORKS = 2
"""Enemy units that a Fortification is worth, where close air support is considered."""

CALLS = (-2.1, 0.0, 2.1)
"""Few, middling or many units that answer the call of a die, beside its mean; each as likely (17.2b)."""

Foes = tuple[int, int, int]
"""A Formation: its bin, its dice, and the units called, or 0 if that is still to be rolled."""

DOWN = 0.6
"""What a suppressed unit loses of its fire."""


class Force:
    """One side of a battle: soft units can be suppressed and stormed, hard ones only be shot through (19.0j, 20.7e)."""

    __slots__ = ("down", "fire", "hp", "left", "start")

    def __init__(self) -> None:
        self.fire = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        """Dice by soft and hard, artillery, anti-tank and close assault."""
        self.hp = [0.0, 0.0]
        """Hits that all units of the kind can take."""
        self.left = [0.0, 0.0]
        """Units alive."""
        self.start = [0.0, 0.0]
        self.down = 0.0
        """Soft units suppressed."""

    def add(self, hard: bool, fire: Iterable[float], hp: float, count: float = 1.0, down: bool = False) -> None:
        for i, value in enumerate(fire):
            self.fire[hard][i] += count * value
        self.hp[hard] += count * hp
        self.left[hard] += count
        self.start[hard] += count
        self.down += count if down else 0.0

    def dice(self, column: int) -> float:
        """Dice of the next volley."""
        total = 0.0
        for hard in (0, 1):
            if self.start[hard]:
                firing = self.left[hard] - (0.0 if hard else DOWN * self.down)
                total += self.fire[hard][column] * firing / self.start[hard]
        return total

    def fighting(self) -> float:
        """Units alive and unsuppressed."""
        return self.left[0] - self.down + self.left[1]

    def suffer(self, odds: tuple[float, float, float], column: int, dice: float) -> float:
        """Mean results of a volley; gives the Hits that took effect."""
        suppress, hit, overrun = (dice * chance for chance in odds)
        taken = 0.0
        if column == 1:
            return self._lose(1, hit)
        if column == 2:
            taken += self._lose(0, min(2.0 * overrun, 2.0 * self.down))
        elif not self.left[0]:
            return taken + self._lose(1, hit)
        taken += self._lose(0, hit)
        self.down = min(self.left[0], self.down + suppress)
        return taken

    def _lose(self, hard: int, hits: float) -> float:
        left, hp = self.left[hard], self.hp[hard]
        if left <= 0.0 or hp <= 0.0:
            return 0.0
        hits = min(hits, hp)
        self.hp[hard] = hp - hits
        gone = hits / (self.start[hard] and (hp / left))
        self.left[hard] = max(0.0, left - gone)
        if not hard:
            self.down = max(0.0, min(self.down - 0.4 * gone, self.left[0]))
        return hits


@lru_cache(maxsize=4)
def _odds(table: FireTable) -> tuple[tuple[float, float, float], ...]:
    """By column of ground fire, dive bombers last, the chance of a Suppression, a Hit and an Overrun on a die."""
    lines = [getattr(table, column) for column in (*GROUND_FIRE, "dive_bomber")]
    return tuple((line.count("suppress") / 6, line.count("hit") / 6, line.count("overrun") / 6) for line in lines)


def duel(g: GhostDivision, own: Force, foe: Force, bombs: int = 0, paid: int = 0) -> tuple[float, float]:
    """The chance that the Germans win, and the Hits that they take, in a battle fought to the end.

    `bombs` are dice of dive bombers before it, `paid` points of Enhanced Combat.
    """
    odds, taken, begun, faced = _odds(g.charts.fire), 0.0, max(0.1, own.fighting()), max(0.1, foe.fighting())
    if bombs:
        soft = foe.left[0] / (foe.left[0] + foe.left[1])
        down, hit, _ = odds[-1]
        foe.suffer((down, soft * hit, 0.0), 0, bombs)
        foe.suffer((0.0, (1.0 - soft) * hit, 0.0), 1, bombs)
    for _ in range(ROUNDS):
        for column in (0, 1, 2):
            foe.suffer(odds[column], column, own.dice(column) + (paid if column else 0))
            taken += own.suffer(odds[column], column, foe.dice(column))
        if foe.fighting() <= SPENT:
            share = own.fighting() / begun
            return 1.0 - 0.6 * exp(-3.5 * share), taken
        if own.fighting() <= SPENT:
            return 0.45 * exp(-2.0 * foe.fighting() / faced), taken
    return 0.25, taken


def german_force(
    g: GhostDivision, p: GhostPosition, units: Iterable[int], cell: int, *, attack: bool = True, storm: bool = False
) -> Force:
    """The units as they would fight in a Grid (20.5a to 20.8b)."""
    force = Force()
    minus = g.terrain_minus[cell] if attack else 0
    for u in units:
        fire = []
        for column in GROUND_FIRE:
            value = g.fire[column][u]
            if value:
                value = max(1, max(1, value - p.hits[u]) - minus)
                if storm and column == "close_assault" and g.is_assault[u]:
                    value *= 2
            fire.append(value)
        force.add(g.armored[u], fire, g.defense[u] - p.hits[u], down=bool(p.suppressed >> u & 1))
    return force


class Muster:
    """What Formations bring, in the mean, by bin."""

    def __init__(self, g: GhostDivision) -> None:
        self.g = g
        self.means = [self._means(bin) for bin in range(len(g.bins))]
        self.kept: dict[tuple[object, ...], tuple[float, float]] = {}
        self.stukas = tuple(u for u in g.flyers if g.units[u].entry.column == "dive_bomber")

    def _means(self, bin: int) -> list[tuple[bool, tuple[float, float, float], float, float]]:
        """Armored or not, mean fire, mean defense, and the share of draws."""
        found = []
        counters = [c for c in self.g.allied if c.bin == bin]
        for hard in (False, True):
            some = [c for c in counters if c.armored == hard and not c.air_unit]
            if some:
                n = len(some)
                fire = (sum(c.art for c in some) / n, sum(c.at for c in some) / n, sum(c.ca for c in some) / n)
                found.append((hard, fire, sum(c.defense for c in some) / n, n / len(counters)))
        return found

    def formation(self, force: Force, bin: int, count: float) -> None:
        for hard, fire, defense, share in self.means[bin]:
            force.add(hard, fire, defense, count * share)

    def odds(
        self, p: GhostPosition, units: tuple[int, ...], cell: int, foes: tuple[Foes, ...], fort: int, sorties: int
    ) -> tuple[float, float]:
        """The duel of these units with Formations, few, middling or many as they may turn out to be.

        `fort` is a Fortification's marker or -1. Stukas help where there are enemies enough for `sorties`.
        """
        g = self.g
        works = g.charts.fortification.defense - p.damage[fort] if fort >= 0 else 0
        bombs = sum(g.units[u].entry.ground for u in self.stukas if p.places[u] == AVAILABLE)
        key = (units, tuple([p.hits[u] for u in units]), g.terrain_minus[cell], foes, works, bombs, sorties)
        if key not in self.kept:
            calls = CALLS if any(not called for *_, called in foes) else (0.0,)
            found = [self._odds(p, units, cell, foes, works, bombs, sorties, call) for call in calls]
            win, taken = (sum(column) / len(calls) for column in zip(*found, strict=True))
            self.kept[key] = win, taken
        return self.kept[key]

    def _odds(
        self, p: GhostPosition, units: tuple[int, ...], cell: int, foes: tuple[Foes, ...], works: int, bombs: int,
        sorties: int, call: float,
    ) -> tuple[float, float]:
        """The duel if so many more or fewer units answer the call of each die."""
        g, force, enemies = self.g, Force(), float(WORKS if works else 0)
        for bin, dice, called in foes:
            count = float(called) or 3.5 * dice + call * sqrt(dice)
            self.formation(force, bin, count)
            enemies += count
        if works:
            values = g.charts.fortification
            force.add(False, (values.art, values.at, values.ca), works)
        storm = works > 0 and any(g.is_engineer[u] for u in units)
        paid = PAID if any(g.is_hq[u] for u in units) else 0
        own = german_force(g, p, units, cell, storm=storm)
        return duel(g, own, force, bombs if enemies >= sorties else 0, paid)

    def breach(self, p: GhostPosition, units: tuple[int, ...], cell: int, fort: int) -> float:
        """The chance to destroy a Fortification in one round: Suppressions end the battle but leave it standing."""
        g = self.g
        storm = any(g.is_engineer[u] for u in units)
        own = german_force(g, p, units, cell, storm=storm)
        odds = _odds(g.charts.fire)
        hits = own.dice(0) * odds[0][1] + own.dice(2) * (odds[2][1] + (odds[2][2] if own.dice(0) >= 2 else 0.0))
        return at_least(g.charts.fortification.defense - p.damage[fort], hits)


def at_least(count: int, mean: float) -> float:
    """The chance of so many events or more where this many are to be expected."""
    term, below = exp(-mean), 0.0
    for n in range(count):
        below += term
        term *= mean / (n + 1)
    return 1.0 - below


def present_force(g: GhostDivision, p: GhostPosition) -> Force:
    """The Allied units of the battle under way."""
    force = Force()
    for foe in p.foes:
        c = g.allied[foe.counter]
        fire = [max(0, value - foe.hits) for value in (c.art, c.at, c.ca)]
        force.add(c.armored, fire, c.defense - foe.hits, down=foe.suppressed)
    return force
