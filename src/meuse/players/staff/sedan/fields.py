"""What the staff sees on the map: how far it is to the objective, where the Germans will come, what is guarded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from meuse.engine.hexes import bits
from meuse.engine.reach import Steps
from meuse.games.sedan.box.components import FRENCH, GERMAN, MOTORIZED
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.engineering import standing_bridges
from meuse.games.sedan.rules.supply import supplied_hexes
from meuse.games.sedan.rules.zoc import zone_of_control
from meuse.players.staff.sedan.plans import Sector, SedanPlan, far_bank, objective, sector_sides

FAR = 120
"""Half points beyond which a field is not worked out."""

FORDING, FORCING = 16, 30
"""What crossing the unbridged Meuse counts for, in half points: most of a day, or days if the far bank is guarded."""

OUTSIDE = 30
"""The most that a stretch of the bank outside of the objective is put back, in half points."""

HELD, WATCHED = 6, 4
"""What a hex with French units counts for on top, and one in their zone of control, on the way to an objective."""

Field = dict[int, int]
"""Half points from hexes to a goal."""


def field(g: Sedan, goals: dict[int, int], steps: Steps, hindrances: list[tuple[int, int]]) -> Field:
    """How far it is to the goals, sets of hexes by how far they are put back, with hexes that cost so much more."""
    grid, levels, seen = g.grid, [0] * (FAR + 1), 0
    for back, hexes in goals.items():
        levels[back] |= hexes
    slow = [(cost, hexes & ~levels[0]) for cost, hexes in hindrances]
    distance: Field = {}
    for spent in range(FAR + 1):
        fresh = levels[spent] & ~seen
        for n, (cost, hexes) in enumerate(slow):
            if fresh & hexes and spent + cost <= FAR:
                levels[spent + cost] |= fresh & hexes
                slow[n] = cost, hexes & ~fresh
                fresh &= ~hexes
        if not fresh:
            continue
        seen |= fresh
        for cell in bits(fresh):
            distance[cell] = spent
        before = [grid.step(fresh, grid.opposite(d)) for d in range(6)]
        for cost, sides in steps:
            if spent + cost <= FAR:
                for d in range(6):
                    levels[spent + cost] |= before[d] & sides[d]
    return distance


def marching_steps(g: Sedan, p: SedanPosition) -> Steps:
    """Motorized movement as the bridges and roadblocks stand, whoever is in the way."""
    road, off_road = g.ground(p, zone=0, enemies=0).steps(MOTORIZED)
    return road + off_road


def river_steps(g: Sedan, p: SedanPosition) -> Steps:
    """Ways over the Meuse without a bridge: where the far bank is open, and where it is guarded."""
    guarded = p.fighting[FRENCH] | zone_of_control(g, p, FRENCH)
    barrier = g.crossings(p).barrier
    shut = tuple(barrier[d] & g.grid.step(guarded, g.grid.opposite(d)) for d in range(6))
    return [(FORDING, tuple(barrier[d] & ~shut[d] for d in range(6))), (FORCING, shut)]


def bank_goals(g: Sedan, sector: Sector) -> dict[int, int]:
    """The near bank of the Meuse by how far it lies outside of a sector."""
    meuse, inside = list(bits(g.board.side_major)), sector_sides(g, sector)
    wanted = [n for n, s in enumerate(meuse) if inside >> s & 1]
    goals: dict[int, int] = {}
    for n, s in enumerate(meuse):
        back = min(OUTSIDE, max(wanted[0] - n, n - wanted[-1], 0))
        goals[back] = goals.get(back, 0) | g.board.side_hexes[s] & ~g.board.west
    return goals


class Appreciation:
    """The lie of the land, drawn up once an activation: ways to the Meuse and the exits, and the German traffic."""

    def __init__(self, g: Sedan, p: SedanPosition) -> None:
        self.g, self.p = g, p.copy()
        self.steps = marching_steps(g, p)
        self._ways: dict[Sector, Field] = {}
        self._banks: dict[str, int] = {"all": 0}
        self._next: dict[int, int] = {}

    def holds_for(self, p: SedanPosition) -> bool:
        """Whether it is still the same activation with the same bridges."""
        return (p.turn, p.phase, p.chit, p.blown, p.pontoons) == (
            self.p.turn, self.p.phase, self.p.chit, self.p.blown, self.p.pontoons
        )

    @cached_property
    def west(self) -> Field:
        """How far it is to the west bank of the Meuse, wherever it can be crossed."""
        held = [(1, self.p.fighting[FRENCH])]
        return field(self.g, {0: self.g.board.west}, self.steps + river_steps(self.g, self.p), held)

    def way(self, sector: Sector) -> Field:
        """How far it is to the bank of the Meuse in a sector."""
        if sector not in self._ways:
            french = self.p.fighting[FRENCH]
            hindrances = [(HELD, french), (WATCHED, zone_of_control(self.g, self.p, FRENCH) & ~french)]
            self._ways[sector] = field(self.g, bank_goals(self.g, sector), self.steps, hindrances)
        return self._ways[sector]

    def stretch(self, sector: Sector | Literal["all"]) -> int:
        """The hexes of the west bank in a sector; none where the whole Meuse counts alike."""
        if sector not in self._banks:
            self._banks[sector] = far_bank(self.g, sector)  # type: ignore[arg-type]
        return self._banks[sector]

    @cached_property
    def exits(self) -> Field:
        """How far it is to the exits, for the Encirclement."""
        held = [(1, self.p.fighting[FRENCH])]
        return field(self.g, {0: sum(1 << h for h in self.g.exits)}, self.steps + river_steps(self.g, self.p), held)

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
            here = self._nearer(here)
            if here < 0:
                return
            if not first:
                weights[here] = weights.get(here, 0.0) + weight
            first = False
            weight *= 0.97

    def _nearer(self, hex: int) -> int:
        """The next hex on the way to the west bank, found once; -1 where there is none."""
        if hex not in self._next:
            near = min((n for n in self.g.grid.neighbour[hex] if n >= 0), key=lambda n: self.west.get(n, FAR))
            self._next[hex] = near if self.west.get(near, FAR) < self.west[hex] else -1
        return self._next[hex]

    @cached_property
    def awaited(self) -> dict[int, tuple[float, float]]:
        """Hexes where Germans are awaited: the threat to each as part of the bank, and the traffic it has before it."""
        bank, flow = self.bank, self.flow
        return {hex: (bank.get(hex, 0.0), flow.get(hex, 0.0)) for hex in {**bank, **flow}}

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
            threat, distances = 0.2 + 0.4 * self.flow.get(hex, 0.0), g.grid.distances(hex)
            for at, strength in germans:
                far = distances[at]
                if far <= 8:
                    threat += strength / (2 + far * far)
            near[hex] = threat
        return near


class Outlook:
    """One look at a position, good until a unit moves or fights. Everything is worked out when first asked for."""

    def __init__(self, g: Sedan, p: SedanPosition, side: int, plan: SedanPlan, lie: Appreciation | None = None,
                 own: Mapping[str, SedanPlan] | None = None) -> None:
        self.g, self.p, self.side, self.plan, self.own = g, p, side, plan, own
        self.enemy = 1 - side
        self.lie = lie if lie is not None and lie.holds_for(p) else Appreciation(g, p)
        self._way: dict[str, Field] = {}

    @property
    def west(self) -> Field:
        return self.lie.west

    @property
    def exits(self) -> Field:
        return self.lie.exits

    @property
    def flow(self) -> dict[int, float]:
        return self.lie.flow

    @property
    def bank(self) -> dict[int, float]:
        return self.lie.bank

    def plan_of(self, u: int) -> SedanPlan:
        """The plan that a unit follows: its division's own, or that of all."""
        return self.own.get(self.g.counters[u].entry.formation, self.plan) if self.own else self.plan

    def way(self, u: int) -> Field:
        """How far it is to the objective of a German unit's corps, or of its division."""
        unit = self.g.counters[u].entry
        found = self._way.get(unit.formation)
        if found is None:
            found = self._way[unit.formation] = self.lie.way(objective(self.g, self.p, self.plan_of(u), unit.corps))
        return found

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
    def landings(self) -> dict[int, float]:
        """Hexes of the west bank that Germans can cross to, by the strength before them; a bridge doubles it."""
        g, p, found = self.g, self.p, dict[int, float]()
        german = p.fighting[GERMAN] & ~g.board.west
        bridges = standing_bridges(g, p)
        for s in bits(g.board.side_major):
            a, b, _ = g.board.river_sides[s]
            near, far = (a, b) if g.board.west >> b & 1 else (b, a)
            if not german & g.grid.disc(near, 1) or p.fighting[GERMAN] >> far & 1:
                continue
            strength = self.strength_near(near, GERMAN, 0) + 0.3 * self.strength_near(near, GERMAN, 1)
            found[far] = max(found.get(far, 0.0), strength * (2.0 if bridges >> s & 1 else 1.0))
        return found

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

    @cached_property
    def at_bridges(self) -> int:
        """The hexes at all of them."""
        found = 0
        for hexes, _ in self.open_bridges:
            found |= hexes
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
        total, attack, units = 0, self.g.attack, self.p.units
        for h in bits(self.g.grid.disc(hex, radius) & self.p.fighting[side]):
            for u in self.p.stacks[h]:
                total += attack[u][units[u].steps]
        return total

    @cached_property
    def corps_places(self) -> dict[str, list[int]]:
        """The hexes of each corps' combat units of our side."""
        found: dict[str, list[int]] = {}
        for c in self.g.counters:
            hex = self.p.units[c.index].hex
            if c.side == self.side and not c.hq and hex >= 0:
                found.setdefault(c.entry.corps, []).append(hex)
        return found
