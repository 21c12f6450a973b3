"""Who marches together, and where to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from meuse.engine.hexes import bits
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.loc import blocked
from meuse.games.ghost_division.rules.movement import mobility
from meuse.games.ghost_division.rules.stacking import room
from meuse.players.staff.ghost_division.fighting import Muster
from meuse.players.staff.ghost_division.outlook import FAR, Atlas, Band, Going, Outlook, Tour
from meuse.players.staff.ghost_division.plans import GhostPlan

TANKS = 2
"""Tank companies that a headquarters wants with it."""
SPEAR_SOFT = 2
"""Engineer battalions that the spear takes along."""
FOR_A_TOWN = 0.25
"""How much more is dared for a town than for a Formation alone, and as much again against works."""
SPEAR_BARRED = 9.0
"""What it is worth to engineers to be at the river that stops the spear."""
LIGHT = 9
"""Thirds of a battalion that fit into any Grid."""


class Plan:
    """A band, the Grids that it wants, and its next steps."""

    def __init__(self, band: Band, stops: Sequence[int], path: list[int], purpose: str) -> None:
        self.band, self.stops, self.path, self.purpose = band, tuple(stops), path, purpose


class Planner:
    """Plans for one band after another; Grids that one goes for count less for the next."""

    def __init__(self, g: GhostDivision, orders: GhostPlan, kept: tuple[Muster, Atlas] | None = None) -> None:
        self.g, self.orders = g, orders
        self.muster, self.atlas = kept or (Muster(g), Atlas(g))
        self.look: Outlook | None = None
        self.signature: tuple[object, ...] = ()
        self.plans: dict[tuple[object, ...], Tour] = {}
        """Tours worked out for this outlook."""
        self.aim = next((cell for cell, name in g.board.towns.items() if name == orders.toward), -1)
        """The town that the spear makes for, until it has fallen or is out of reach."""
        self.claims: dict[int, tuple[int, float]] = {}
        self.segment: tuple[int, str] = (0, "")

    def see(self, p: GhostPosition) -> Outlook:
        """The outlook of this position; the last one, if all that the staff goes by is as it was."""
        signature = (
            p.turn, p.phase, p.op, p.moved, p.acted, p.halted, p.flank, p.shown, p.fog_shown, p.formation_cells,
            p.fog_cells, p.blown, p.bridges, p.bridgeheads, p.visited, *p.places, *p.hits, *p.called,
        )
        if self.look is None or self.signature != signature:
            self.look, self.signature, self.plans = Outlook(self.g, p, self.muster, self.orders), signature, {}
            if self.segment != (p.turn, p.phase):
                self.segment, self.claims = (p.turn, p.phase), {}
        return self.look

    def moves_left(self, p: GhostPosition, moves_a_turn: int) -> int:
        """Moves from now to the end of the campaign, the present one included."""
        later = moves_a_turn * (self.g.last_turn - p.turn)
        if p.phase in ("D4a", "D4b", "D5") or moves_a_turn == 1 or p.halted:
            return later + 1
        return later + 2

    def worth(self, look: Outlook, band: Band) -> dict[int, float]:
        """What each Grid would bring to this band."""
        g, p = self.g, look.p
        found: dict[int, float] = {}
        for cell, points in look.towns.items():
            found[cell] = points * self._taking(look, band, cell)
        if self.aim in found and g.rommel in band.units:
            found[self.aim] *= self.orders.hold
        for cell, points in look.cuts[0].items():
            found[cell] = found.get(cell, 0.0) + points * self._taking(look, band, cell)
        if band.engineers:
            for side, points in look.cuts[1].items():
                for bank in g.board.river_sides[side][:2]:
                    found[bank] = found.get(bank, 0.0) + 0.5 * points
        for cell in p.formations_in:
            gain, win = look.fight(band, cell)
            if win >= self.orders.dare and gain > 0.0:
                found[cell] = found.get(cell, 0.0) + gain
        spear, tanks = p.places[g.rommel], sum(g.is_tank[u] for u in band.units)
        if spear >= 0 and tanks and g.rommel not in band.units:
            found[spear] = found.get(spear, 0.0) + 0.5 * tanks
        for cell, (owner, share) in self.claims.items():
            if cell in found and owner not in band.units:
                found[cell] *= share
        for cell in found:
            if look.ambush(cell):
                found[cell] -= look.meeting_risk(band, cell)
        return found

    def _taking(self, look: Outlook, band: Band, cell: int) -> float:
        """The chance that a band which gets there clears the Grid."""
        chance = 1.0
        odds = look.fog_odds
        if cell in look.p.formations_in:
            _, win = look.fight(band, cell)
            chance *= win if win >= max(0.5, self.orders.dare - FOR_A_TOWN) else 0.0
        elif look.fort(cell) >= 0:
            _, win = look.fight(band, cell)
            chance *= min(0.9, 1.5 * win) if win >= max(0.25, self.orders.dare - 2 * FOR_A_TOWN) else 0.0
        if look.obstacle(cell):
            chance *= 0.85 if band.engineers else 0.1
        elif look.hidden_fog(cell):
            chance *= 1.0 - odds["obstacle"] * (0.2 if band.engineers else 0.8) - 0.4 * odds["fortification"]
        return chance

    def plan(self, p: GhostPosition, band: Band, spent: float = 0.0) -> Plan | None:
        """Where the band should go from here."""
        tour = self.tour(p, band, spent)
        if not tour.stops:
            return None
        return Plan(band, tour.stops, tour.first.path(tour.stops[0]), self._purpose(p, tour.stops[0]))

    def _purpose(self, p: GhostPosition, cell: int) -> str:
        look = self.see(p)
        if cell in look.towns:
            return f"{look.towns[cell]:g} points (3.1)"
        if cell in p.formations_in:
            return "a Formation that can be beaten (21.0)"
        return "it cuts the Line of Communications (3.1)" if cell in look.cuts[0] else "to join the spear"

    def tour(self, p: GhostPosition, band: Band, spent: float = 0.0, fewer: int = 0) -> Tour:
        """The best round of Grids for a band that has spent so many half points, with so many moves fewer to come."""
        look = self.see(p)
        key = (band.key, band.cell, band.pace, spent, fewer, tuple(self.claims.items()))
        if key not in self.plans:
            budget = float(band.pace * (self.moves_left(p, band.moves_a_turn) - fewer))
            going = Going(look, band)
            roads = self.atlas.roads(going, band.cell, spent)
            self.plans[key] = Tour(self.atlas, going, roads, self.worth(look, band), budget)
        return self.plans[key]

    def claim(self, plan: Plan) -> None:
        """Others need not go where this band will be first; the spear chooses its aim, and keeps it while it can."""
        if self.g.rommel in plan.band.units and self.aim not in plan.stops:
            towns = [cell for cell in plan.stops if cell in self.g.board.towns]
            worth = {cell: (self.g.charts.victory.towns[self.g.board.towns[cell]], cell) for cell in towns}
            self.aim = max(towns, key=lambda cell: worth[cell], default=-1)
        for i, cell in enumerate(plan.stops):
            share = min(0.9, 0.2 + 0.1 * i)
            if cell not in self.claims or share < self.claims[cell][1]:
                self.claims[cell] = (plan.band.units[0], share)

    def gain_of_a_move(self, p: GhostPosition, band: Band) -> float:
        """What moving now is worth against standing still for one move."""
        now = self.tour(p, band)
        return now.value - self.tour(p, band, fewer=1).value if now.stops else 0.0

    def gain_of_a_point(self, p: GhostPosition, band: Band) -> float:
        """What one more movement point is worth in the coming move."""
        return self.tour(p, band, -2.0).value - self.tour(p, band).value

    def led(self, p: GhostPosition, hq: int, able: Sequence[int]) -> tuple[int, ...]:
        """The headquarters with the units that go with it: an engineer, tanks, then others while there is room.

        Units slowed by Hits stay behind, unless there are too few tanks without them.
        """
        g = self.g
        others = [u for u in able if u != hq and not g.is_hq[u]]
        fast = [u for u in others if mobility(g, p, u) >= 2]
        if sum(g.is_tank[u] for u in fast) < (self.orders.spear if hq == g.rommel else TANKS):
            fast = [u for u in others if mobility(g, p, u) >= 2 or g.is_tank[u]]
        tanks = [u for u in fast if g.is_tank[u]]
        pioneers = [u for u in fast if g.is_engineer[u]]
        if pioneers and p.phase == "D4a" and self.works_here(p, p.places[hq]):
            pioneers = pioneers[1:]
        rifles = [u for u in fast if g.is_assault[u] and not g.is_engineer[u]]
        guns = [u for u in fast if not g.is_assault[u] and not g.is_tank[u] and not g.is_logistics[u]]
        if hq == g.rommel:
            return self.fit(p, (hq,), (*pioneers[:1], *tanks, *pioneers[1:SPEAR_SOFT], *rifles, *guns), 2)
        return self.fit(p, (hq,), (*pioneers[:1], *tanks, *rifles, *guns), 2)

    def works_here(self, p: GhostPosition, cell: int) -> bool:
        """Whether an engineer has something to do where it stands (23.1a, 23.2a)."""
        look = self.see(p)
        if cell < 0:
            return False
        if look.obstacle(cell) and (cell in look.towns or cell in look.cuts[0]):
            return True
        return any(side in look.cuts[1] for side in self.g.board.banks[cell])

    def column(self, p: GhostPosition, u: int, able: Sequence[int]) -> tuple[int, ...]:
        """A unit and those of its Grid that go along without a headquarters."""
        pace = min(2, mobility(self.g, p, u))
        return self.fit(p, (u,), [v for v in able if self.marches(v) and mobility(self.g, p, v) >= pace], 1)

    def fit(self, p: GhostPosition, core: tuple[int, ...], others: Sequence[int], moves: int) -> tuple[int, ...]:
        """As many of the others as fit into the Grids of the first move."""
        g, cell = self.g, p.places[core[0]]
        light = self._fill(core, others, LIGHT)
        plan = self.plan(p, Band(g, p, light, cell, moves))
        if plan is None or not plan.path:
            return light
        return self._fill(core, others, min(room(g, p, to) for to in self.first_move(p, plan.path)))

    def first_move(self, p: GhostPosition, path: list[int]) -> list[int]:
        """The Grids of a way up to the first certain halt."""
        stops = self.g.stops | p.formation_cells
        found = []
        for cell in path[:4]:
            found.append(cell)
            if stops >> cell & 1:
                break
        return found

    def _fill(self, core: tuple[int, ...], others: Sequence[int], limit: int) -> tuple[int, ...]:
        g = self.g
        chosen, load = list(core), sum(g.thirds[u] for u in core)
        for u in others:
            if u not in chosen and load + g.thirds[u] <= limit:
                chosen.append(u)
                load += g.thirds[u]
        return tuple(chosen)

    def marches(self, u: int) -> bool:
        """Whether a unit goes with a column to fight."""
        return not (self.g.is_hq[u] or self.is_train(u) or self.g.is_engineer[u])

    def is_train(self, u: int) -> bool:
        """Units that guard bridges behind the front rather than fight."""
        g = self.g
        return g.is_logistics[u] or (g.is_flak[u] and not g.armored[u])

    def works(self, p: GhostPosition, band: Band, spent: float = 0.0) -> Plan | None:
        """Where engineers on their own are needed: at Obstacles, at rivers that cut towns off, with Rommel."""
        look, g = self.see(p), self.g
        worth: dict[int, float] = {}
        for cell in bits(p.fog_cells & ~p.formation_cells):
            if look.obstacle(cell) and self.lacks_engineers(p, band, cell):
                worth[cell] = 1.0 + look.towns.get(cell, 0.0) + look.cuts[0].get(cell, 0.0)
        for side, points in look.cuts[1].items():
            for bank in g.board.river_sides[side][:2]:
                if not blocked(p) >> bank & 1 and self.lacks_engineers(p, band, bank):
                    worth[bank] = worth.get(bank, 0.0) + points
        for side in self.barred(p):
            for bank in g.board.river_sides[side][:2]:
                if not blocked(p) >> bank & 1 or bank == band.cell:
                    worth[bank] = worth.get(bank, 0.0) + SPEAR_BARRED
        spear = p.places[g.rommel]
        if spear >= 0 and self.lacks_engineers(p, band, spear):
            worth[spear] = worth.get(spear, 0.0) + 2.0
        return self.errand(p, band, worth, spent, "engineers are needed there (23.0)")

    def barred(self, p: GhostPosition) -> list[int]:
        """River sides without a bridge on the spear's way to where it wants to be next."""
        g, cell = self.g, p.places[self.g.rommel]
        if cell < 0:
            return []
        tour = self.tour(p, Band(g, p, self.led(p, g.rommel, p.at(cell)), cell, 2))
        way = [cell, *next((tour.first.path(stop) for stop in tour.stops if stop != cell), [])]
        sides = [g.board.side_at.get(step, -1) for step in pairwise(way)]
        return [side for side in sides if side >= 0 and not g.standing(p) >> side & 1][:1]

    def rejoin(self, p: GhostPosition, band: Band, spent: float = 0.0) -> Plan | None:
        """The way back to the tanks, for Rommel without them; none where they are."""
        return self.errand(p, band, self.tanks_elsewhere(p, band), spent, "back to the tanks")

    def tanks_elsewhere(self, p: GhostPosition, band: Band) -> dict[int, float]:
        """Grids with tank companies that are not of the band, and how many."""
        found: dict[int, float] = {}
        for cell, stack in p.stacks.items():
            tanks = sum(self.g.is_tank[u] for u in stack if u not in band.units)
            if cell >= 0 and tanks >= TANKS and not p.formation_cells >> cell & 1:
                found[cell] = float(tanks)
        return found

    def lacks_engineers(self, p: GhostPosition, band: Band, cell: int) -> bool:
        return not any(self.g.is_engineer[u] and u not in band.units for u in p.at(cell))

    def errand(
        self, p: GhostPosition, band: Band, worth: dict[int, float], spent: float, purpose: str
    ) -> Plan | None:
        """The Grid that is worth most for its distance, reached in time and without a battle."""
        look = self.see(p)
        going = Going(look, band)
        roads = self.atlas.roads(going, band.cell, spent)
        budget = float(band.pace * self.moves_left(p, 1))
        ranked = sorted((-points / (4.0 + roads.cost[cell] - spent), cell) for cell, points in worth.items()
                        if roads.cost.get(cell, FAR) <= budget)
        if not ranked or ranked[0][1] == band.cell:
            return None
        goal = ranked[0][1]
        return Plan(band, (goal,), roads.path(goal), purpose)

    def post(self, p: GhostPosition, band: Band, spent: float = 0.0) -> Plan | None:
        """The bank of a vital bridge that lacks a guard, for a unit of the train (25.0a)."""
        worth: dict[int, float] = {}
        for bank, points in self.posts(p).items():
            owner = self.claims.get(bank, (band.units[0], 0.0))[0]
            if owner == band.units[0] and not any(u not in band.units for u in p.at(bank)):
                worth[bank] = points
        return self.errand(p, band, worth, spent, "a bridge held on both banks is not blown (25.0)")

    def posts(self, p: GhostPosition) -> dict[int, float]:
        """Banks of vital bridges, free of the enemy, with the points that hang on them."""
        look, found = self.see(p), dict[int, float]()
        for side, points in look.vital.items():
            for bank in self.g.board.river_sides[side][:2]:
                if not p.formation_cells >> bank & 1:
                    found[bank] = found.get(bank, 0.0) + points
        return found
