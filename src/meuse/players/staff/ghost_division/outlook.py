"""How the staff reads the map: what markers may be, what towns are worth, how long the roads are, where to go first."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from math import ceil, exp

from meuse.engine.hexes import bits
from meuse.engine.remembered import Kept
from meuse.games.ghost_division.box.components import ASSEMBLY, BOX
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.loc import blocked
from meuse.games.ghost_division.rules.movement import beyond_flank
from meuse.games.ghost_division.rules.stacking import room
from meuse.games.ghost_division.rules.victory import score
from meuse.players.staff.ghost_division.fighting import Muster
from meuse.players.staff.ghost_division.plans import GhostPlan

EPS = 1e-6
HIT_COST = 0.5
"""The share of a unit that a Hit on it is counted as."""
DEFEAT = 0.8
"""The share of a beaten force that is likely to be lost."""
FRICTION = 1.2
"""By how much ways take longer than the map says."""
SAFE = 14
"""Below so many Operations Points each one counts more: the campaign can be lost (3.6a)."""
BEAM = 7
"""Ways kept at each stage of planning a tour."""
MOST_KEPT = 4000
"""Ways remembered before all are forgotten."""
FAR = 999.0
ENTRY, BARRED = -1, -2
"""Steps that have no price in points: onto the map (6.2b), and over a river without a bridge."""


class Band:
    """Units that move together, as the planner sees them."""

    def __init__(
        self, g: GhostDivision, p: GhostPosition, units: tuple[int, ...], cell: int, moves_a_turn: int = 1
    ) -> None:
        self.units, self.cell, self.moves_a_turn = units, cell, moves_a_turn
        self.pace = 2 * min(max(1, g.mobility[u] - p.hits[u]) for u in units)
        """Half points in one move."""
        self.load = sum(g.thirds[u] for u in units)
        self.engineers = sum(g.is_engineer[u] for u in units)
        self.bridgers = max(self.engineers, sum(g.is_engineer[u] for u in p.at(cell)))
        """Engineers at hand for the first river."""
        self.scouts = any(g.is_hq[u] or g.units[u].scout for u in units)
        self.wades = all(g.is_assault[u] for u in units) and any(g.is_engineer[u] for u in p.at(cell))
        """Whether it can make an Assault Crossing from where it stands (23.3a)."""
        self.key = tuple(sorted(units))


class Outlook:
    """One look at a position. Of face-down markers it knows only what all the unseen ones can be."""

    def __init__(self, g: GhostDivision, p: GhostPosition, muster: Muster, orders: GhostPlan) -> None:
        self.g, self.p, self.muster, self.orders = g, p, muster, orders
        self._fights: dict[tuple[tuple[int, ...], int], tuple[float, float]] = {}
        self._unseen: dict[tuple[tuple[int, ...], bool], tuple[float, float]] = {}

    @cached_property
    def fog_odds(self) -> dict[str, float]:
        """What a face-down Fog of War marker may be."""
        g, p, found = self.g, self.p, dict[str, float]()
        for m, at in enumerate(p.fog_at):
            if (at >= 0 or at == BOX) and not p.fog_shown >> m & 1:
                found[g.fog[m].kind] = found.get(g.fog[m].kind, 0.0) + 1.0
        total = sum(found.values()) or 1.0
        return {kind: found.get(kind, 0.0) / total for kind in
                ("fortification", "meeting", "obstacle", "patrol", "installation", "false-info")}

    @cached_property
    def formation_odds(self) -> list[tuple[int, int, bool, float]]:
        """What a face-down Formation may be: bin, dice, armored, chance. The rest are Dummies."""
        g, p, found = self.g, self.p, dict[tuple[int, int, bool], float]()
        total = 0
        for f, at in enumerate(p.formation_at):
            if (at >= 0 or at == BOX) and not p.shown >> f & 1:
                total += 1
                marker = g.formations[f]
                if not marker.dummy:
                    key = (marker.bin, marker.dice, marker.armored)
                    found[key] = found.get(key, 0.0) + 1.0
        return [(*key, n / total) for key, n in found.items()]

    @cached_property
    def op_worth(self) -> float:
        """What an Operations Point is worth at the end, in victory points: little where the cap will eat it (9.0a)."""
        g, p = self.g, self.p
        rally = sum(g.leadership[u] for u in g.hqs if p.places[u] == ASSEMBLY)
        turns = g.last_turn - p.turn + (p.phase[0] in "sABCD")
        slack = p.op + turns * rally - 2 * max(0, turns - 1) - g.charts.operations.cap
        want = max(0.0, SAFE - p.op) / SAFE
        return self.orders.thrift * min(1.0, max(0.15, 1.0 - slack / 8.0)) + 2.0 * want

    @cached_property
    def hit_cost(self) -> float:
        """What a Hit on a German unit costs, in victory points (21.0d)."""
        return HIT_COST * self.g.charts.operations.unit_lost * max(1.0, self.op_worth)

    @cached_property
    def towns(self) -> dict[int, float]:
        """Towns that are not ours yet, with their points (3.1b)."""
        g, p = self.g, self.p
        ours, points = p.visited & ~blocked(p), g.charts.victory.towns
        return {cell: float(points[name]) for cell, name in g.board.towns.items() if not ours >> cell & 1}

    @cached_property
    def cuts(self) -> tuple[dict[int, float], dict[int, float]]:
        """What keeps occupied towns from a full Line of Communications: marked Grids, and unbridged river sides.

        Each has the points that it holds back, shared among all that stand on the shortest way (3.1d, 3.1e).
        """
        g, p = self.g, self.p
        shut, sides = blocked(p), g.crossings(p).open
        free = g.grid.board & ~shut
        lost = p.visited & g.board.town_cells & free & ~g.grid.flood(g.board.east_edge & free, free, sides)
        cells, rivers = dict[int, float](), dict[int, float]()
        for town in bits(lost):
            grids, banks = self._obstructions(town)
            points = g.charts.victory.towns[g.board.towns[town]] / 2 / max(1, len(grids) + len(banks))
            for cell in grids:
                cells[cell] = cells.get(cell, 0.0) + points
            for side in banks:
                rivers[side] = rivers.get(side, 0.0) + points
        return cells, rivers

    def _obstructions(self, town: int) -> tuple[list[int], list[int]]:
        """The fewest marked Grids and unbridged rivers between a town and the east edge."""
        g, shut, standing = self.g, blocked(self.p), self.g.standing(self.p)
        best: dict[int, int] = {town: 0}
        before: dict[int, int] = {}
        heap = [(0, town)]
        while heap:
            cost, cell = heappop(heap)
            if g.board.east_edge >> cell & 1:
                break
            for to in g.ways[cell]:
                side = g.board.side_at.get((cell, to), -1)
                there = cost + (shut >> to & 1) + (side >= 0 and not standing >> side & 1)
                if there < best.get(to, 99):
                    best[to], before[to] = there, cell
                    heappush(heap, (there, to))
        grids, banks = [], []
        while cell != town:
            if shut >> cell & 1:
                grids.append(cell)
            side = g.board.side_at.get((cell, before[cell]), -1)
            if side >= 0 and not standing >> side & 1:
                banks.append(side)
            cell = before[cell]
        return grids, banks

    @cached_property
    def vital(self) -> dict[int, float]:
        """Standing printed bridges, with the points of towns that would lose their Line of Communications with them."""
        g, p = self.g, self.p
        free = g.grid.board & ~blocked(p)
        towns = p.visited & g.board.town_cells & free
        edge = g.board.east_edge & free
        joined = towns & g.grid.flood(edge, free, g.crossings(p).open)
        found: dict[int, float] = {}
        for side in bits(g.board.printed & ~p.blown & ~p.bridges & ~p.bridgeheads):
            a, b, d = g.board.river_sides[side]
            ways = list(g.crossings(p).open)
            ways[d] &= ~g.one[a]
            ways[g.grid.opposite(d)] &= ~g.one[b]
            still = g.grid.flood(edge, free, ways)
            points = sum(g.charts.victory.towns[g.board.towns[c]] / 2 for c in bits(joined & ~still))
            if points:
                found[side] = points
        return found

    def halts(self, band: Band) -> float:
        """The chance that a face-down Fog of War marker halts the band (13.3d)."""
        odds, chart = self.fog_odds, self.g.charts.fog
        patrol = (chart.patrol_halts - (chart.patrol_scouts if band.scouts else 0)) / 6
        if self.g.strict_halt:
            return 1.0
        return 1.0 - odds["false-info"] - odds["patrol"] * (1.0 - patrol)

    def fort(self, cell: int) -> int:
        """The marker of a Fortification known to be in a Grid, or -1."""
        m = self.p.fog_in.get(cell, -1)
        return m if m in self.g.fort_counter and self.p.fog_shown >> m & 1 else -1

    def hidden_fog(self, cell: int) -> bool:
        m = self.p.fog_in.get(cell, -1)
        return m >= 0 and not self.p.fog_shown >> m & 1

    def obstacle(self, cell: int) -> bool:
        return self._known(cell) == "obstacle"

    def ambush(self, cell: int) -> bool:
        """Whether a Formation will be met there: a Meeting Engagement, or what may be one."""
        return self.hidden_fog(cell) or self._known(cell) == "meeting"

    def _known(self, cell: int) -> str:
        """The kind of a Fog of War marker that lies face up."""
        m = self.p.fog_in.get(cell, -1)
        return self.g.fog[m].kind if m >= 0 and self.p.fog_shown >> m & 1 else ""

    def fight(self, band: Band, cell: int) -> tuple[float, float]:
        """What entering a Grid with Formations or a Fortification promises: points gained, and the chance to win."""
        key = (band.key, cell)
        if key not in self._fights:
            self._fights[key] = self._fight(band, cell)
        return self._fights[key]

    def _fight(self, band: Band, cell: int) -> tuple[float, float]:
        p = self.p
        markers = p.formations_in.get(cell, ())
        known = [f for f in markers if p.shown >> f & 1]
        fort = self.fort(cell)
        gain, win = 0.0, 1.0
        if known or fort >= 0:
            gain, win = self.battle(band, cell, known, fort)
        for _ in range(len(markers) - len(known)):
            more, chance = self._unseen_fight(band, cell)
            gain, win = gain + more, win * chance
        return gain, win

    @cached_property
    def works(self) -> int:
        """Grids with a Fortification known to be there."""
        return sum(self.g.one[cell] for cell in self.p.fog_in if self.fort(cell) >= 0)

    def battle(self, band: Band, cell: int, known: list[int], fort: int) -> tuple[float, float]:
        p = self.p
        with_them = p.at(cell) if p.places[band.units[0]] != cell else ()
        units = tuple(sorted({*band.units, *with_them}))
        foes = tuple((self.g.formations[f].bin, self.g.formations[f].dice, p.called[f]) for f in known)
        win, taken = self.muster.odds(p, units, cell, foes, fort, self.orders.sorties)
        if not known:
            win = self.muster.breach(p, units, cell, fort)
        gain = -self.hit_cost * taken
        for f in known:
            gain += self.stake(self.g.formations[f].armored, win, units)
        return gain, win

    @cached_property
    def ruin(self) -> float:
        """What is lost with the campaign (3.6a): all that has been won so far."""
        return float(score(self.g, self.p).total)

    def stake(self, armored: bool, win: float, units: tuple[int, ...]) -> float:
        """Points to be won and lost in a battle with a Formation (21.0c, 21.0d)."""
        op, points = self.g.charts.operations, self.g.charts.victory
        prize = (points.armored if armored else points.other) + self.op_worth * (
            op.armored_destroyed if armored else op.other_destroyed)
        beaten = op.beaten_by_armored if armored else op.beaten_by_other
        staffs = sum(op.rommel_lost if u == self.g.rommel else op.hq_lost for u in units if self.g.is_hq[u])
        lost = 2.0 * beaten + DEFEAT * op.unit_lost * len(units)
        if self.p.op <= beaten + op.unit_lost * len(units) + staffs:
            lost += self.ruin
        return win * prize - (1.0 - win) * lost

    def _unseen_fight(self, band: Band, cell: int) -> tuple[float, float]:
        """The same for a face-down Formation, over all that it may be."""
        key = (band.key, bool(self.g.terrain_minus[cell]))
        if key not in self._unseen:
            gain, win = 0.0, 1.0
            for bin, dice, armored, odds in self.formation_odds:
                chance, taken = self.muster.odds(
                    self.p, band.key, cell, ((bin, dice, 0),), -1, self.orders.sorties)
                gain += odds * (self.stake(armored, chance, band.units) - self.hit_cost * taken)
                win -= odds * (1.0 - chance)
            self._unseen[key] = gain, win
        return self._unseen[key]

    def meeting_risk(self, band: Band, cell: int) -> float:
        """Points that a Fog of War marker may cost: a Meeting Engagement, known or not, or a Fortification met."""
        gain, _ = self._unseen_fight(band, cell)
        if not self.hidden_fog(cell):
            return -gain
        return -self.fog_odds["meeting"] * gain + self.fog_odds["fortification"] * 0.5


class Going:
    """What each Grid does to a band that enters it, and what each step costs: all that the ways depend on."""

    def __init__(self, look: Outlook, band: Band) -> None:
        g, p = look.g, look.p
        self.pace, self.standing = band.pace, g.standing(p)
        self.wait = self._river_wait(band)
        lasting = dict.fromkeys(bits(g.stops), 0.0)
        """Grids that end the move, and the half points lost beyond that."""
        for cell in bits(p.fog_cells & ~p.formation_cells & ~g.stops):
            if not look.hidden_fog(cell):
                lasting[cell] = 0.0
        for cell in bits(p.formation_cells | look.works):
            win = round(look.fight(band, cell)[1], 1)
            lasting[cell] = band.pace * (1.0 - win if win >= look.orders.dare else 4.0)
        self.lasting = lasting
        self.fog = p.fog_cells & ~sum(g.one[cell] for cell in lasting)
        self.halts = round(look.halts(band), 1)
        self.full = sum(g.one[cell] for cell in g.grid.cells if band.load > g.stack_limit[cell])
        if look.orders.dare > 1.0:
            self.full |= p.formation_cells
        self.cell, self.crowded = band.cell, 0
        """Where the band stands, and the Grids around that it cannot enter now."""
        for to in g.ways[band.cell]:
            if band.load > room(g, p, to) or beyond_flank(g, p, to):
                self.crowded |= g.one[to]
        halting = tuple(sorted(lasting.items()))
        self.key = (self.pace, self.standing, self.wait, self.fog, self.halts, self.full, halting)

    def _river_wait(self, band: Band) -> float:
        """Half points that an unbridged river costs in the mean."""
        if band.wades:
            return float(band.pace)
        tries = 1.0 / (1.0 - 0.5 ** band.bridgers) if band.bridgers else 4.0
        return band.pace * band.moves_a_turn * tries


class Roads:
    """The shortest ways of one band from where it is, in half points, with every halt rounded up to the next move."""

    def __init__(
        self, steps: dict[int, list[tuple[int, int]]], going: Going, start: int, spent: float, crowded: int
    ) -> None:
        self.cost: dict[int, float] = {start: spent}
        self.before: dict[int, int] = {}
        heap, done = [(spent, start)], set[int]()
        pace, wait, lasting, fog, full, halts = (
            going.pace, going.wait, going.lasting, going.fog, going.full | crowded, going.halts)
        known, before = self.cost, self.before
        while heap:
            cost, cell = heappop(heap)
            if cell in done:
                continue
            done.add(cell)
            used = cost % pace
            next_move = cost if used < EPS else cost - used + pace
            for to, price in steps[cell]:
                if to in done or full >> to & 1:
                    continue
                if price < 0:
                    there = next_move + (pace if price == ENTRY else wait)
                elif used + price > pace + EPS:
                    there = next_move + min(price, pace)
                else:
                    there = cost + price
                if to in lasting:
                    there = ceil(there / pace - EPS) * pace + lasting[to]
                elif fog >> to & 1:
                    there += halts * (ceil(there / pace - EPS) * pace - there)
                if there < known.get(to, FAR):
                    known[to], before[to] = there, cell
                    heappush(heap, (there, to))

    def path(self, to: int) -> list[int]:
        """Grids from the first step to the goal."""
        found = []
        while to in self.before:
            found.append(to)
            to = self.before[to]
        return found[::-1]


class Atlas:
    """Ways already worked out, kept as long as the ground is the same."""

    def __init__(self, g: GhostDivision) -> None:
        self.g = g
        self.steps: dict[int, dict[int, list[tuple[int, int]]]] = {}
        self.kept = Kept[tuple[object, ...], Roads](MOST_KEPT)

    def roads(self, going: Going, start: int, spent: float = 0.0) -> Roads:
        crowded = going.crowded if start == going.cell else 0
        key = (going.key, start, spent, crowded)
        return self.kept.of(key, lambda: Roads(self._steps(going.standing), going, start, spent, crowded))

    def _steps(self, standing: int) -> dict[int, list[tuple[int, int]]]:
        """From each Grid, its neighbours with the half points of the step, with these bridges standing."""
        if standing not in self.steps:
            g, board = self.g, self.g.board
            found = {ASSEMBLY: [(to, ENTRY) for to in g.ways[ASSEMBLY]]}
            for cell in g.grid.cells:
                found[cell] = []
                for to in g.ways[cell]:
                    side = board.side_at.get((cell, to), -1)
                    road = board.roads[g.grid.direction(cell, to)] >> cell & 1
                    barred = side >= 0 and not standing >> side & 1
                    found[cell].append((to, BARRED if barred else g.road_cost if road else g.terrain_cost[to]))
            self.steps[standing] = found
        return self.steps[standing]


def in_time(arrival: float, budget: float) -> float:
    """The chance to be there before the campaign ends."""
    arrival *= FRICTION
    slack = (budget - arrival) / (3.0 + 0.2 * arrival)
    return 0.0 if slack < -EPS else 1.0 - exp(-2.0 * slack - 0.35)


class Tour:
    """The best order in which to visit Grids, found by keeping the most promising beginnings."""

    def __init__(
        self, atlas: Atlas, going: Going, first: Roads, worth: dict[int, float], budget: float
    ) -> None:
        self.value, self.stops, self.first = 0.0, tuple[int, ...](), first
        goals = [(cell, w) for cell, w in worth.items() if first.cost.get(cell, FAR) <= budget and w > 0.0]
        front: list[tuple[float, float, tuple[int, ...]]] = [(0.0, 0.0, ())]
        while front:
            grown: dict[tuple[int, frozenset[int]], tuple[float, float, tuple[int, ...]]] = {}
            for value, at, stops in front:
                costs = atlas.roads(going, stops[-1]).cost if stops else first.cost
                for goal, points in goals:
                    when = at + costs.get(goal, FAR)
                    if when > budget + EPS or goal in stops:
                        continue
                    gain = value + points * in_time(when, budget)
                    way = (*stops, goal)
                    key = (goal, frozenset(way))
                    if key not in grown or gain > grown[key][0]:
                        grown[key] = (gain, when, way)
            front = sorted(grown.values(), key=lambda way: (way[0] - 0.05 * way[1], way[2]), reverse=True)[:BEAM]
            for value, _, stops in front:
                if value > self.value + EPS:
                    self.value, self.stops = value, stops
