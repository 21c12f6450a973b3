"""What the staff offers the searcher: plans for a turn's phases, and how a campaign stands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import ASSEMBLY, AVAILABLE, ELIMINATED, MAINTENANCE
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.loc import grids_with_loc
from meuse.games.ghost_division.rules.victory import occupied, town_points
from meuse.players.search.offer import Script
from meuse.players.search.value import Learned, finish
from meuse.players.staff.ghost_division.fighting import Muster, duel, german_force, present_force
from meuse.players.staff.ghost_division.marching import Planner
from meuse.players.staff.ghost_division.officer import GhostStaff
from meuse.players.staff.ghost_division.outlook import Atlas, Band, Outlook
from meuse.players.staff.ghost_division.plans import GhostPlan

OWN = GhostPlan()
SHOPS = {
    "the usual way": {}, "buy more": {"keep": OWN.keep - 7, "engineers": 2}, "buy less": {"keep": OWN.keep + 8},
    "buy bombers": {"keep": OWN.keep - 7, "bombers": 2},
    "no Stukas": {"stukas": 0, "engineers": 2}, "buy nothing": {"keep": 99, "plenty": 99},
}
ORDERS = {"the usual way": {}, "obey": {"countermand": 99}}
RECRUITS = {"the usual way": {}, "buy": {"plenty": 30}}
PLENTY = 30
"""Operations Points from which buying is worth a thought during a turn."""
SHUN = {"dare": 2.0, "leave_at": 1.1, "push": 1.0}
GROUNDED = {"sorties": 99, "strikes": 999.0}
MARCHES = {
    "the usual way": {},
    "seek battle": {"dare": 0.65, "thrift": 0.8, "sorties": 1},
    "avoid battle": {"dare": 0.95, "leave_at": 0.65, "push": 1.0},
    "push": {"push": 6.0, "follow": 4.0, "follow_turns": 6, "last_points": 4, "thrift": 0.6, "spear": 3},
    "save points": {"push": 0.0, "follow": 0.0, "thrift": 2.5, "spear": 6},
}
EXPLOITATIONS = {
    "the usual way": {},
    "halt": {"push": 0.0, "follow": 0.0, "thrift": 9.0},
    "avoid battle": {"dare": 0.95, "leave_at": 0.65, "push": 1.0},
    "push": {"push": 6.0, "follow": 4.0, "follow_turns": 6, "last_points": 4, "thrift": 0.6},
    "shun battle": SHUN,
    "spare the air force": GROUNDED,
}
"""Plans by name: what each does otherwise than the staff by itself. Battles decide, so what asks for them or shuns them
comes first: a second is not enough for all."""
GREEN = {
    "shun battle": SHUN,
    "spare the air force": GROUNDED,
    "neither battle nor air force": {**SHUN, **GROUNDED},
    "race west": {"push": 12.0, "follow": 8.0, "follow_turns": 6, "thrift": 0.3, "dare": 2.0},
}
"""Marches that a newcomer would think of as well. They come last: a searcher seldom gets so far, but who chooses nearly
by chance takes one now and then."""
RANGES: dict[str, tuple[object, ...]] = {
    "keep": (22, 12, 17, 28), "plenty": (45, 30, 38), "countermand": (15, 8, 25), "thrift": (1.5, 0.7, 1.1, 2.2),
    "spear": (5, 3, 4, 6), "push": (3.0, 1.0, 6.0), "follow": (2.0, 0.0, 4.0), "follow_turns": (2, 0, 4, 6),
    "last_points": (8, 4, 14), "leave_at": (0.5, 0.35, 0.65), "dare": (0.85, 0.65, 0.75, 0.93), "sorties": (2, 1, 3),
    "strikes": (1.0, 0.5, 2.0), "stukas": (3, 2, 5), "engineers": (1, 0, 2), "recon": (1, 0, 2), "bombers": (0, 1, 2),
    "hold": (1.3, 1.0, 1.8),
}
"""What may be tuned, with values to try."""
AIMS = 2
"""Towns other than the present aim that the spear may make for instead."""
PARTS = {"A": "orders", "B": "recruits", "C": "march", "D": "march", "E": "rest", "F": "rest", "G": "rest"}
"""What each phase belongs to, as far as plans go."""
EXPLOITATION = ("D4a", "D4b", "D5")
SPENDING = 5.0
"""Operations Points that a turn costs, in the mean."""
SECOND = 0.5
"""What the second column's way counts for beside the spear's."""
PACE = 4.0
"""Grids that a column gains a turn."""


def _part(p: GhostPosition) -> str:
    return "exploitation" if p.phase in EXPLOITATION else PARTS.get(p.phase[0], "set-up")


class GhostOffer(Learned):
    """Plans for set-up, for what OKW says, for the march and for Exploitation."""

    Plan = GhostPlan
    kind, most = "share", 200.0
    folder = Path(__file__).parent
    features = (
        "towns without a LOC", "points", "rally", "way of the spear", "way of the second column", "spear",
        "second column", "tanks", "tanks of the spear", "hits", "formations near", "battles", "stukas", "engineers",
    )
    signs = (0, 0, 0, 0, 0, 0, 0, 1, 1, -1, 0, 0, 1, 1)
    """What the estimate counts already may well be counted too high: only of the rest can the sign be told."""
    newcomers: Mapping[str, Mapping[str, Mapping[str, object]]] = {
        "german": {**GREEN, "buy nothing": SHOPS["buy nothing"], "no Stukas": SHOPS["no Stukas"]},
    }
    ranges: ClassVar[Mapping[str, Mapping[str, Sequence[object]]]] = {"german": RANGES}

    def __init__(self, game: GhostDivision) -> None:
        self.game = game
        self.kept = Muster(game), Atlas(game)
        self.second = game.by_id["7-brigade"]
        self.load()

    def occasion(self, p: GhostPosition, side: str) -> Hashable | None:
        part = _part(p)
        return None if part == "rest" else (p.turn, part)

    def scripts(self, p: GhostPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        """What the phase at hand leaves to choose, always with the aim that the spear has had so far."""
        part, held = _part(p), last.plan.toward if last is not None else ""
        aims = self._aims(p)
        base = replace(self.own(side, p.turn), toward=held if held in aims else "")
        if part == "set-up":
            ways: dict[str, dict[str, Any]] = SHOPS
        elif part == "orders":
            ways = ORDERS
        elif part == "recruits":
            ways = RECRUITS if p.op >= PLENTY else {"the usual way": {}}
        else:
            ways = EXPLOITATIONS if part == "exploitation" else MARCHES
        found = [Script(name, replace(base, **changes)) for name, changes in ways.items()]
        if part == "march":
            found += [Script(f"for {town}", replace(base, toward=town)) for town in aims if town != base.toward][:AIMS]
            found += [Script(name, replace(base, **changes)) for name, changes in GREEN.items()]
        return found

    def _aims(self, p: GhostPosition) -> list[str]:
        """Towns that are not ours, what is within reach and worth most first."""
        g, head, left = self.game, p.places[self.game.rommel], self._turns_left(p)
        mine = occupied(g, p)
        if head not in g.board.column:
            return []
        worth = {
            name: g.charts.victory.towns[name] * (1.0 - g.grid.distance(cell, head) / (1.0 + PACE * left))
            for cell, name in g.board.towns.items() if not mine >> cell & 1
        }
        return sorted((name for name in worth if worth[name] > 0.0), key=lambda name: (-worth[name], name))

    def groups(self, p: GhostPosition, side: str, script: Script) -> Mapping[str, Sequence[Script]]:
        return {}

    def officer(self, side: str, rng: Random, script: Script | None) -> GhostStaff:
        return GhostStaff(self.game, side, rng, script.plan if script else None, self.kept)

    def again(self, officer: GhostStaff, rng: Random) -> None:
        """What is hidden differs from world to world: every simulation begins anew."""

    def horizon(self, p: GhostPosition) -> Hashable:
        """The end of the turn."""
        return p.turn

    def stage(self, p: GhostPosition) -> int:
        """The turn; the first is weighed as the second, where its simulations end."""
        return max(2, p.turn)

    def estimate(self, p: GhostPosition) -> float:
        """The score as it stands, with what Rally will refill, and what lies on the ways of the columns."""
        return self._survey(p)[0]

    def measure(self, p: GhostPosition) -> list[float]:
        return self._survey(p)[1]

    def _survey(self, p: GhostPosition) -> tuple[float, list[float]]:
        """Estimate and features, from one look at the position."""
        g, linked, mine = self.game, grids_with_loc(self.game, p), occupied(self.game, p)
        planner, left = Planner(g, OWN, self.kept), self._turns_left(p)
        towns = sum(town_points(g, cell, linked) for cell in bits(mine))
        full = sum(g.charts.victory.towns[g.board.towns[cell]] for cell in bits(mine))
        beaten = sum(g.charts.victory.armored if g.formations[f].armored else g.charts.victory.other
                     for f, at in enumerate(p.formation_at) if at == ELIMINATED)
        rally, fights = self._rally(p), self._battles(p, planner.see(p))
        op = max(0.0, min(float(g.charts.operations.cap), p.op + left * (rally - SPENDING)))
        spear, second = self._way(p, planner, g.rommel), self._way(p, planner, self.second)
        total = towns + beaten + op * g.charts.victory.op + spear + SECOND * second + fights
        on_map = [u for u in g.ground_units if p.places[u] >= ASSEMBLY]
        with_him = p.at(p.places[g.rommel]) if p.places[g.rommel] >= ASSEMBLY else ()
        return total / self.most, [float(x) for x in (
            full - towns, p.op, rally, spear, second, self._column(p, g.rommel), self._column(p, self.second),
            sum(g.is_tank[u] for u in on_map), sum(g.is_tank[u] for u in with_him), sum(p.hits[u] for u in on_map),
            (p.formation_cells & self._around(p, g.rommel)).bit_count(), fights,
            sum(p.places[u] in (AVAILABLE, MAINTENANCE) for u in self.kept[0].stukas),
            sum(g.is_engineer[u] for u in on_map),
        )]

    def _way(self, p: GhostPosition, planner: Planner, hq: int) -> float:
        """Points on the best way of a headquarters with the tanks around it; of the two together only one."""
        g, cell = self.game, p.places[hq]
        if cell < ASSEMBLY or (hq == self.second and cell == p.places[g.rommel]):
            return 0.0
        tanks = tuple(u for u in p.at(cell) if g.is_tank[u] or g.is_engineer[u])
        return planner.tour(p, Band(g, p, (hq, *tanks), cell, 2)).value if tanks and self._turns_left(p) else 0.0

    def _battles(self, p: GhostPosition, look: Outlook) -> float:
        """What the battles promise that are being fought or must be."""
        g, found = self.game, 0.0
        for cell in bits(p.held & p.formation_cells):
            units = p.at(cell)
            if p.battle is not None and p.battle.cell == cell and p.foes:
                own = german_force(g, p, units, cell, attack=p.battle.german_attack)
                win, _ = duel(g, own, present_force(g, p), paid=p.battle.bonus)
                found += sum(look.stake(g.formations[f].armored, win, units) for f in p.battle.formations)
            else:
                found += look.fight(Band(g, p, units, cell), cell)[0]
        return found

    def forecast(self, p: GhostPosition) -> float:
        """As for any game, but the position is looked at once for both estimate and features."""
        outcome = self.game.outcome(p)
        if outcome is not None:
            return self.target(outcome)
        estimate, features = self._survey(p)
        if self.model is None:
            return finish(self.kind, estimate)
        return self.model.value(self.stage(p), estimate, features)

    def _turns_left(self, p: GhostPosition) -> float:
        """Turns in which the columns can still march."""
        return float(self.game.last_turn - p.turn + (p.phase[0] not in "EFG"))

    def _rally(self, p: GhostPosition) -> float:
        return float(sum(self.game.leadership[u] for u in self.game.hqs if p.places[u] == ASSEMBLY))

    def _column(self, p: GhostPosition, u: int) -> int:
        """How far west a unit is: Grids from the eastern edge."""
        column: dict[int, int] = self.game.board.column
        east = max(column.values())
        return east - column.get(p.places[u], east + 1)

    def _around(self, p: GhostPosition, u: int) -> int:
        """Grids within three steps of a unit on the map."""
        cells = self.game.one[p.places[u]] if p.places[u] > ASSEMBLY and p.places[u] in self.game.grid.cells else 0
        for _ in range(3):
            cells |= self.game.grid.spread(cells)
        return cells
