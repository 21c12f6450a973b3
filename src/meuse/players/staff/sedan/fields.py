"""What the staff sees on the map: how far it is to the west bank, where the Germans will come, what is guarded."""

from __future__ import annotations

from functools import cached_property

from meuse.engine.hexes import bits
from meuse.games.sedan.components import FRENCH, GERMAN, MOTORIZED
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.reach import ordinary_steps, road_steps
from meuse.games.sedan.supply import supplied_hexes
from meuse.games.sedan.zoc import zone_of_control

FAR = 120
"""Half points beyond which a field is not worked out."""

FORDING = 16
"""What crossing the unbridged Meuse counts for, in half points: most of a day."""


def field(g: Sedan, p: SedanPosition, goals: int) -> dict[int, int]:
    """Half points of motorized movement from every hex to the nearest goal, nobody being in the way."""
    steps = road_steps(g, p, MOTORIZED, 0, 0) + ordinary_steps(g, p, MOTORIZED, 0, 0)
    steps.append((FORDING, g.crossings(p).barrier))
    grid, levels, seen = g.grid, [0] * (FAR + 1), 0
    levels[0] = goals
    distance: dict[int, int] = {}
    for spent in range(FAR + 1):
        fresh = levels[spent] & ~seen
        seen |= fresh
        for cell in bits(fresh):
            distance[cell] = spent
        if not fresh:
            continue
        for cost, sides in steps:
            if spent + cost <= FAR:
                for d in range(6):
                    levels[spent + cost] |= grid.step(fresh, grid.opposite(d)) & sides[d]
    return distance


class Outlook:
    """One look at a position, good until a unit moves or fights. Everything is worked out when first asked for."""

    def __init__(self, g: Sedan, p: SedanPosition, side: int) -> None:
        self.g, self.p, self.side = g, p, side
        self.enemy = 1 - side

    @cached_property
    def west(self) -> dict[int, int]:
        """How far it is to the west bank of the Meuse."""
        return field(self.g, self.p, self.g.board.west)

    @cached_property
    def exits(self) -> dict[int, int]:
        """How far it is to the exits, for the Encirclement."""
        return field(self.g, self.p, sum(1 << h for h in self.g.exits))

    @cached_property
    def enemy_zone(self) -> int:
        return zone_of_control(self.g, self.p, self.enemy)

    @cached_property
    def own_supply(self) -> int:
        return supplied_hexes(self.g, self.p, self.side)

    @cached_property
    def flow(self) -> dict[int, float]:
        """How much German traffic each hex has before it: the shortest ways of all German units to the west bank."""
        weights: dict[int, float] = {}
        for c in self.g.counters:
            if c.side != GERMAN or c.hq:
                continue
            hex = self.p.units[c.index].hex
            weight = 1.0
            if hex == DUE and c.entry.turn <= self.p.turn + 1:
                hex, weight = self.g.board.entries[c.entry.entry], 0.7
            if hex < 0 or hex not in self.west:
                continue
            self._follow(hex, weight * self.g.attack[c.index][2] / 4, weights)
        return weights

    def _follow(self, hex: int, weight: float, weights: dict[int, float]) -> None:
        here, first = hex, True
        while self.west[here] > 0:
            nearer = [n for n in self.g.grid.neighbour[here] if n >= 0 and self.west.get(n, FAR) < self.west[here]]
            if not nearer:
                return
            here = min(nearer, key=lambda n: self.west[n])
            if not first:
                weights[here] = weights.get(here, 0.0) + weight
            first = False
            weight *= 0.97

    @cached_property
    def bank(self) -> dict[int, float]:
        """The west bank's hexes, each with the threat of Germans near it."""
        g = self.g
        edge = 0
        for d in range(6):
            edge |= g.board.major[d]
        near: dict[int, float] = {}
        germans = [(p.hex, g.attack[u][p.steps]) for u, p in enumerate(self.p.units) if p.hex >= 0 and g.side[u] == GERMAN]
        for hex in bits(edge & g.board.west):
            threat = 0.2 + 0.4 * self.flow.get(hex, 0.0)
            for at, strength in germans:
                far = g.grid.distance(hex, at)
                if far <= 8:
                    threat += strength / (2 + far * far)
            near[hex] = threat
        return near

    @cached_property
    def guarded(self) -> int:
        """Hexes that French units hold or control."""
        return self.p.fighting[FRENCH] | zone_of_control(self.g, self.p, FRENCH)

    def strength_near(self, hex: int, side: int, radius: int = 1) -> int:
        """Attack strength of a side within a distance."""
        disc = self.g.grid.disc(hex, radius)
        total = 0
        for h in bits(disc & self.p.fighting[side]):
            total += sum(self.g.attack[u][self.p.units[u].steps] for u in self.p.stacks[h])
        return total
