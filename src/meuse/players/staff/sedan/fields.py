"""What the staff sees on the map: how far it is to the west bank, where the Germans will come, what is guarded."""

from __future__ import annotations

from functools import cached_property

from meuse.engine.hexes import bits
from meuse.engine.reach import Steps
from meuse.games.sedan.box.components import FRENCH, GERMAN, MOTORIZED
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.supply import supplied_hexes
from meuse.games.sedan.rules.zoc import zone_of_control

FAR = 120
"""Half points beyond which a field is not worked out."""

FORDING, FORCING = 16, 30
"""What crossing the unbridged Meuse counts for, in half points: most of a day, or days if the far bank is guarded."""

HELD = 1
"""What a hex with French units in it counts for on top."""


def field(g: Sedan, p: SedanPosition, goals: int) -> dict[int, int]:
    """Half points of motorized movement from every hex to the nearest goal, with French units as hindrances."""
    road, off_road = g.ground(p, zone=0, enemies=0).steps(MOTORIZED)
    steps = road + off_road + river_steps(g, p)
    grid, levels, seen = g.grid, [0] * (FAR + 1), 0
    levels[0] = goals
    held = p.fighting[FRENCH] & ~goals
    distance: dict[int, int] = {}
    for spent in range(FAR + 1):
        fresh = levels[spent] & ~seen
        if fresh & held and spent + HELD <= FAR:
            levels[spent + HELD] |= fresh & held
            fresh, held = fresh & ~held, held & ~fresh
        seen |= fresh
        for cell in bits(fresh):
            distance[cell] = spent
        if not fresh:
            continue
        before = [grid.step(fresh, grid.opposite(d)) for d in range(6)]
        for cost, sides in steps:
            if spent + cost <= FAR:
                for d in range(6):
                    levels[spent + cost] |= before[d] & sides[d]
    return distance


def river_steps(g: Sedan, p: SedanPosition) -> Steps:
    """Ways over the Meuse without a bridge: where the far bank is open, and where it is guarded."""
    guarded = p.fighting[FRENCH] | zone_of_control(g, p, FRENCH)
    barrier = g.crossings(p).barrier
    shut = tuple(barrier[d] & g.grid.step(guarded, g.grid.opposite(d)) for d in range(6))
    return [(FORDING, tuple(barrier[d] & ~shut[d] for d in range(6))), (FORCING, shut)]


class Appreciation:
    """The lie of the land, drawn up once an activation: ways to the west bank and the exits, and the German traffic."""

    def __init__(self, g: Sedan, p: SedanPosition) -> None:
        self.g, self.p = g, p.copy()

    def holds_for(self, p: SedanPosition) -> bool:
        """Whether it is still the same activation with the same bridges."""
        return (p.turn, p.phase, p.chit, p.blown, p.pontoons) == (
            self.p.turn, self.p.phase, self.p.chit, self.p.blown, self.p.pontoons
        )

    @cached_property
    def west(self) -> dict[int, int]:
        """How far it is to the west bank of the Meuse."""
        return field(self.g, self.p, self.g.board.west)

    @cached_property
    def exits(self) -> dict[int, int]:
        """How far it is to the exits, for the Encirclement."""
        return field(self.g, self.p, sum(1 << h for h in self.g.exits))

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
        germans = [(v.hex, g.attack[u][v.steps]) for u, v in enumerate(self.p.units) if v.hex >= 0 and not g.side[u]]
        for hex in bits(edge & g.board.west):
            threat = 0.2 + 0.4 * self.flow.get(hex, 0.0)
            for at, strength in germans:
                far = g.grid.distance(hex, at)
                if far <= 8:
                    threat += strength / (2 + far * far)
            near[hex] = threat
        return near


class Outlook:
    """One look at a position, good until a unit moves or fights. Everything is worked out when first asked for."""

    def __init__(self, g: Sedan, p: SedanPosition, side: int, lie: Appreciation | None = None) -> None:
        self.g, self.p, self.side = g, p, side
        self.enemy = 1 - side
        self.lie = lie if lie is not None and lie.holds_for(p) else Appreciation(g, p)

    @property
    def west(self) -> dict[int, int]:
        return self.lie.west

    @property
    def exits(self) -> dict[int, int]:
        return self.lie.exits

    @property
    def flow(self) -> dict[int, float]:
        return self.lie.flow

    @property
    def bank(self) -> dict[int, float]:
        return self.lie.bank

    @cached_property
    def enemy_zone(self) -> int:
        return zone_of_control(self.g, self.p, self.enemy)

    @cached_property
    def own_supply(self) -> int:
        """Hexes where a unit of ours would be in supply, or next to such a hex: it opens its own (5.1e)."""
        joined = supplied_hexes(self.g, self.p, self.side)
        return joined | self.g.grid.spread(joined)

    @cached_property
    def guarded(self) -> int:
        """Hexes that French units hold or control."""
        return self.p.fighting[FRENCH] | zone_of_control(self.g, self.p, FRENCH)

    @cached_property
    def tomorrow(self) -> int:
        """Hexes from which XIX Corps can be activated next turn while its HQs are still to enter (6.0b)."""
        g, p = self.g, self.p
        hqs = list(bits(g.corps_units["XIX"] & g.hq_set))
        if any(p.units[h].hex >= 0 or g.counters[h].entry.turn <= p.turn for h in hqs):
            return g.grid.board
        reach = 0
        for h in hqs:
            reach |= g.grid.disc(g.board.entries[g.counters[h].entry.entry], g.range[h])
        return reach

    @cached_property
    def open_bridges(self) -> list[tuple[int, float]]:
        """The hexes at each standing Meuse bridge, and how much its loss would hurt the Germans."""
        g, p = self.g, self.p
        found = []
        for s in bits((g.board.printed & ~p.blown) & g.board.side_major):
            hexes = g.board.side_hexes[s]
            threat = max(self.flow.get(h, 0.0) for h in bits(hexes))
            found.append((hexes, 3.0 + min(threat, 6.0)))
        return found

    def bridge_worth(self, u: int, hex: int) -> float:
        """What it is worth to stand ready to blow a bridge that nobody else guards."""
        here = self.p.units[u].hex
        worth = 0.0
        for hexes, value in self.open_bridges:
            if hexes >> hex & 1:
                held = self.p.fighting[FRENCH] & hexes & ~(self.g.one[here] if here >= 0 else 0)
                worth += 0.0 if held else value
        return worth

    def strength_near(self, hex: int, side: int, radius: int = 1) -> int:
        """Attack strength of a side within a distance."""
        disc = self.g.grid.disc(hex, radius)
        total = 0
        for h in bits(disc & self.p.fighting[side]):
            total += sum(self.g.attack[u][self.p.units[u].steps] for u in self.p.stacks[h])
        return total
