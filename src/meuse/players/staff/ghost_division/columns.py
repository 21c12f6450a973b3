"""Marching orders: who moves next, with whom and where to, and which move is worth Operations Points."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.engine.contract import Action
from meuse.games.ghost_division.box.components import ASSEMBLY
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.exploitation import can_lead
from meuse.games.ghost_division.rules.loc import has_loc
from meuse.games.ghost_division.rules.movement import Moving, against_crossing, against_step, crossing_grids
from meuse.games.ghost_division.rules.operations import leadership_left
from meuse.players.staff.ghost_division.marching import TANKS, Plan, Planner
from meuse.players.staff.ghost_division.outlook import Band

Choice = tuple[Action, str]
"""An action, and what it is for."""

BOATS = 2
"""Battalions that cross a river together without a bridge."""


class Columns:
    """The marches of a segment. It remembers whom it has looked at, so that nobody is asked twice."""

    def __init__(self, g: GhostDivision, planner: Planner) -> None:
        self.g, self.planner = g, planner
        self.second = g.by_id["7-brigade"]
        """The headquarters of the second column."""
        self.seen: set[int] = set()
        self.on_road: tuple[tuple[int, ...], int, tuple[int, ...], Plan] | None = None
        """Who is on the move, the Grid of the next step, what was known, and the plan."""
        self.boats: tuple[int, ...] = ()
        """Infantry that is about to make an Assault Crossing."""
        self.segment: tuple[int, str] = (0, "")

    def next_march(self, p: GhostPosition, legal: list[Action]) -> Choice | None:
        """D2b: Rommel first, then the others from the west, the train last."""
        if self.segment != (p.turn, p.phase):
            self.segment, self.seen, self.boats = (p.turn, p.phase), set(), ()
        able = set(legal)
        for u in self._order(p):
            word = self.g.unit_words["move"][u]
            if u in self.seen or word not in able:
                continue
            self.seen.add(u)
            plan = self._march(p, u)
            if plan is None:
                continue
            self.planner.claim(plan)
            if not self.g.is_hq[u] or u == self.g.rommel or self._leads(p, plan.band):
                return word, self._aim(plan)
        return None

    def _march(self, p: GhostPosition, u: int) -> Plan | None:
        """What a unit with its band can set out for; if no bridge stands, infantry looks for boats (23.3a)."""
        plan = self.plan(p, self.band(p, u))
        if plan is not None and self._can_start(p, plan):
            return plan
        self.boats = self._boats(p, u)
        plan = self.plan(p, self.band(p, u)) if self.boats else None
        return plan if plan is not None and self._can_start(p, plan) else None

    def _boats(self, p: GhostPosition, u: int) -> tuple[int, ...]:
        """A unit, with others of its Grid, that can make an Assault Crossing: engineers stay for the bridge."""
        g, cell = self.g, p.places[u]
        if not g.is_assault[u] or g.is_engineer[u] or not crossing_grids(g, p, (u,), cell):
            return ()
        able = [v for v in p.at(cell) if g.is_assault[v] and not g.is_engineer[v] and not p.moved >> v & 1]
        return (u, *[v for v in able if v != u])[:BOATS]

    def _order(self, p: GhostPosition) -> list[int]:
        g, column, train = self.g, self.g.board.column, self.planner.is_train
        waiting = self._reserve(p)
        able = [
            u for u in g.ground_units
            if p.places[u] >= ASSEMBLY and not p.moved >> u & 1 and u not in waiting and not self.rests(p, u)
        ]
        ranks = {
            u: (u != g.rommel, train(u), column.get(p.places[u], 99), not g.is_hq[u], not g.is_tank[u], u) for u in able
        }
        return sorted(able, key=lambda u: ranks[u])

    def rests(self, p: GhostPosition, u: int) -> bool:
        """24.1a, 24.2a: a slowed unit stays to recover, a headquarters in the Assembly Area to rally.

        Rommel waits for his tanks.
        """
        g = self.g
        if g.is_hq[u] and u != g.rommel and p.places[u] == ASSEMBLY:
            return True
        if u == g.rommel:
            tanks = [v for v in p.at(p.places[u]) if g.is_tank[v]]
            resting = [v for v in tanks if self.rests(p, v)]
            return bool(resting) and len(tanks) - len(resting) < self.planner.orders.spear
        slowed = p.hits[u] and g.mobility[u] - p.hits[u] < 2
        return bool(slowed) and p.turn < g.last_turn - 1 and has_loc(g, p, u)

    def _reserve(self, p: GhostPosition) -> tuple[int, ...]:
        """Units that wait in the Assembly Area to follow the spear with the second headquarters on the same turn."""
        g = self.g
        if p.turn > 1 or p.phase != "D2" or p.halted:
            return ()
        if p.places[self.second] != ASSEMBLY or p.places[g.rommel] == ASSEMBLY:
            return ()
        return self.planner.led(p, self.second, [u for u in p.at(ASSEMBLY) if not p.moved >> u & 1])

    def band(self, p: GhostPosition, u: int) -> Band:
        """The unit with those who go with it; whom Rommel takes, nobody else does."""
        g, cell = self.g, p.places[u]
        able: Sequence[int] = [v for v in p.at(cell) if not p.moved >> v & 1]
        if u in self.boats:
            return Band(g, p, self.boats, cell)
        if self.planner.is_train(u) or g.is_engineer[u]:
            return Band(g, p, (u,), cell)
        if u != g.rommel and g.rommel in able and not p.halted:
            spear = self.planner.led(p, g.rommel, able)
            able = [v for v in able if v not in spear]
        if cell == ASSEMBLY:
            waiting = self._reserve(p)
            able = [v for v in able if v not in waiting]
        if g.is_hq[u]:
            return Band(g, p, self.planner.led(p, u, able), cell, 2)
        return Band(g, p, self.planner.column(p, u, able), cell)

    def plan(self, p: GhostPosition, band: Band, spent: float = 0.0) -> Plan | None:
        """What a band is to do, by what it is."""
        g, planner = self.g, self.planner
        if g.rommel in band.units and self._tanks(band.units) < TANKS and planner.tanks_elsewhere(p, band):
            return planner.rejoin(p, band, spent)
        if planner.is_train(band.units[0]):
            return planner.post(p, band, spent)
        if band.engineers == len(band.units):
            return planner.works(p, band, spent)
        if not any(g.armored[u] for u in band.units):
            found = planner.post(p, band, spent)
            if found is not None:
                return found
        return planner.plan(p, band, spent)

    def goes(self, p: GhostPosition, hq: int) -> bool:
        """Whether a headquarters will act on this turn: one with tanks that does not rest."""
        return not self.rests(p, hq) and self._tanks(p.at(p.places[hq])) >= TANKS

    def _tanks(self, units: Sequence[int]) -> int:
        return sum(self.g.is_tank[u] for u in units)

    def _can_start(self, p: GhostPosition, plan: Plan, exploit: bool = False) -> bool:
        """Whether the first step of a plan can be taken now."""
        band = plan.band
        move = Moving(band.units, band.cell, bonus=p.bonus.get(band.units[0], 0), exploit=exploit)
        if not plan.path:
            return False
        open_way = against_step(self.g, p, move, plan.path[0]) is None
        return open_way or against_crossing(self.g, p, move, plan.path[0]) is None

    def _leads(self, p: GhostPosition, band: Band) -> bool:
        """14.4a: whether a headquarters earns more on the march than by resting."""
        if self._tanks(band.units) < TANKS:
            return False
        cost = self.planner.see(p).op_worth * self.g.leadership[band.units[0]]
        return self.planner.gain_of_a_move(p, band) > cost

    def _aim(self, plan: Plan) -> str:
        """What a plan is for, in a sentence."""
        g, goal = self.g, plan.stops[0]
        where = g.board.towns.get(goal) or g.grid_name(goal)
        who = g.units[plan.band.units[0]].name
        return f"{who} goes for {where}: {plan.purpose}"

    def moving(self, p: GhostPosition, frame: Moving, legal: list[Action]) -> Choice:
        """A stack on the move: gather it, then go on step by step with what is known by now."""
        g, able = self.g, set(legal)
        if not frame.under_way and (frame.hq >= 0 or not frame.exploit):
            for u in self.band(p, frame.units[0]).units:
                word = g.unit_words["join"][u]
                if u not in frame.units and word in able:
                    return word, f"{g.units[u].name} goes along"
        plan = self._road(p, frame)
        if plan is not None and plan.path:
            self.on_road = (frame.units, plan.path[0], self._known(p), plan)
            for verb in ("step", "cross"):
                word = g.grid_words[verb][plan.path[0]]
                if word in able:
                    return word, self._aim(plan)
        return "done", "there is nothing to gain by going on (16.0a)"

    def _road(self, p: GhostPosition, frame: Moving) -> Plan | None:
        """The plan of a stack on the move: the one that it has, as long as it meets nothing new on its way."""
        g = self.g
        if self.on_road is not None:
            units, cell, known, plan = self.on_road
            if (units, cell, known) == (frame.units, frame.cell, self._known(p)) and len(plan.path) > 1:
                return Plan(plan.band, plan.stops, plan.path[1:], plan.purpose)
        band = Band(g, p, frame.units, frame.cell, 2 if any(g.is_hq[u] for u in frame.units) else 1)
        band.pace += 2 * frame.bonus
        return self.plan(p, band, float(frame.spent))

    def _known(self, p: GhostPosition) -> tuple[int, ...]:
        """What would change a plan if it changed."""
        return p.turn, p.op, p.shown, p.fog_shown, p.formation_cells, p.fog_cells, p.blown, p.bridges, p.visited

    def next_exploitation(self, p: GhostPosition, legal: list[Action]) -> Choice | None:
        """22.1a: the move that gains most beyond its price."""
        best, choice, like = 0.0, None, set[tuple[int, ...]]()
        for word in legal:
            u = self.g.by_id.get(word.partition(" ")[2], -1)
            if u < 0 or not self._may_exploit(p, u) or self._kind(p, u) in like:
                continue
            like.add(self._kind(p, u))
            band = self.band(p, u) if self.g.is_hq[u] else Band(self.g, p, (u,), p.places[u])
            plan = self.plan(p, band)
            if plan is None or not self._can_start(p, plan, True):
                continue
            gain = self._gain(p, u, band)
            if gain > best:
                best, choice = gain, plan
        if choice is None:
            return None
        self.planner.claim(choice)
        word = self.g.unit_words["exploit"][choice.band.units[0]]
        return word, f"{self._aim(choice)}; a second move wins time (22.1)"

    def _kind(self, p: GhostPosition, u: int) -> tuple[int, ...]:
        """What tells a unit from others of its Grid: of those alike, one is asked for all."""
        g = self.g
        values = [values[u] for values in g.fire.values()]
        return (p.places[u], g.mobility[u], p.hits[u], g.defense[u], g.leadership[u], int(p.acted >> u & 1), *values)

    def _may_exploit(self, p: GhostPosition, u: int) -> bool:
        """Headquarters with tanks, except Kampfgruppen that still rest; single units only on the map."""
        g = self.g
        if not g.is_hq[u]:
            return p.places[u] != ASSEMBLY
        if u == g.rommel and not p.acted >> u & 1 and self.rests(p, u):
            return False
        if not can_lead(g, p, u) or (p.places[u] == ASSEMBLY and g.units[u].entry.kampfgruppe):
            return False
        return self._tanks(self.band(p, u).units) >= TANKS

    def _gain(self, p: GhostPosition, u: int, band: Band) -> float:
        """What an Exploitation Move brings beyond its price and the Rally that it forgoes."""
        g = self.g
        price = g.charts.operations.exploit + (0 if p.acted >> u & 1 else g.leadership[u])
        gain = self.planner.gain_of_a_move(p, band) - self.planner.see(p).op_worth * price
        orders = self.planner.orders
        if p.op > orders.last_points and u == g.rommel and p.turn < g.last_turn:
            return max(gain, orders.push)
        if p.op > orders.last_points and u == self.second and p.turn <= orders.follow_turns:
            return max(gain, orders.follow)
        return gain

    def enhanced_move(self, p: GhostPosition, legal: list[Action]) -> Choice | None:
        """14.1: a movement point for a headquarters and its stack where it brings more than it costs."""
        g = self.g
        keep = g.charts.operations.exploit if g.exploit_in_ceiling else 0
        for hq in (g.rommel, self.second):
            word = g.unit_words["enhance"][hq]
            if word not in legal or p.bonus.get(hq, 0) or leadership_left(g, p, hq) <= keep:
                continue
            plan = self.plan(p, self.band(p, hq))
            if plan is None or self._tanks(plan.band.units) < TANKS or not self._can_start(p, plan):
                continue
            if p.phase == "D4a" and not (self._may_exploit(p, hq) and self._gain(p, hq, plan.band) > 0.0):
                continue
            if g.stops >> plan.path[0] & 1:
                continue
            if self.planner.gain_of_a_point(p, plan.band) > self.planner.see(p).op_worth + 0.3:
                return word, f"{self._aim(plan)}; a point more brings it there (14.1)"
        return None
