"""What the staff offers the searcher: plans for a turn's phases, and how a campaign stands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from random import Random

from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import ASSEMBLY, ELIMINATED
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.loc import grids_with_loc
from meuse.games.ghost_division.rules.victory import occupied, town_points
from meuse.players.search.offer import Script
from meuse.players.search.value import Learned
from meuse.players.staff.ghost_division.fighting import Muster
from meuse.players.staff.ghost_division.officer import GhostStaff
from meuse.players.staff.ghost_division.outlook import Atlas
from meuse.players.staff.ghost_division.plans import GhostPlan

OWN = Script("as ever", GhostPlan())
SHOPS = (
    OWN, Script("buy more", GhostPlan(keep=12)), Script("buy much", GhostPlan(keep=8, plenty=40)),
    Script("buy less", GhostPlan(keep=24)), Script("buy nothing", GhostPlan(keep=99, plenty=99)),
)
ORDERS = (
    OWN, Script("obey", GhostPlan(countermand=99)), Script("obey, and buy", GhostPlan(countermand=99, plenty=36)),
    Script("buy", GhostPlan(plenty=36)), Script("save", GhostPlan(plenty=99)),
)
MARCHES = (
    OWN, Script("push", GhostPlan(push=6.0, follow=4.0, follow_turns=6, last_points=4, thrift=0.6)),
    Script("save points", GhostPlan(push=0.5, follow=0.5, thrift=1.6)),
    Script("seek battle", GhostPlan(dare=0.6, thrift=0.8, sorties=1)),
    Script("avoid battle", GhostPlan(dare=0.9, leave_at=0.5)),
    Script("push and seek battle", GhostPlan(push=6.0, follow=4.0, follow_turns=6, dare=0.6, thrift=0.6, sorties=1)),
    Script("spear alone", GhostPlan(push=6.0, follow=0.0, follow_turns=0)),
    Script("fight it out", GhostPlan(leave_at=0.2, sorties=1)),
)
PARTS = {"A": "orders", "B": "orders", "C": "march", "D": "march", "E": "rest", "F": "rest", "G": "rest"}
"""What each phase belongs to, as far as plans go."""
EXPLOITATION = ("D4a", "D4b", "D5")
SPENDING = 5.0
"""Operations Points that a turn costs, in the mean."""
PACE, WHOLE_MAP = 4.0, 12
"""Grids that a column gains a turn, and what counts for one that is not on the map."""


def _part(p: GhostPosition) -> str:
    return "exploitation" if p.phase in EXPLOITATION else PARTS.get(p.phase[0], "set-up")


class GhostOffer(Learned):
    """Plans for set-up, for what OKW says, for the march and for Exploitation."""

    Plan = GhostPlan
    kind, most = "share", 150.0
    folder = Path(__file__).parent
    features = ("towns without a LOC", "points", "rally", "spear", "second column", "tanks", "hits", "formations near")

    def __init__(self, game: GhostDivision) -> None:
        self.game = game
        self.kept = Muster(game), Atlas(game)
        self.second = game.by_id["7-brigade"]
        self.load()

    def occasion(self, p: GhostPosition, side: str) -> Hashable | None:
        part = _part(p)
        return None if part == "rest" else (p.turn, part)

    def scripts(self, p: GhostPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        if p.phase == "set-up":
            return SHOPS
        return ORDERS if p.phase[0] in "AB" else MARCHES

    def groups(self, p: GhostPosition, side: str) -> Sequence[str]:
        return ()

    def officer(self, side: str, rng: Random, script: Script | None) -> GhostStaff:
        return GhostStaff(self.game, side, rng, script.plan if script else None, self.kept)

    def horizon(self, p: GhostPosition) -> Hashable:
        """The end of what is planned for; what is bought before the campaign shows on its first turn."""
        return p.turn, _part(p) if p.turn > 1 else ""

    def stage(self, p: GhostPosition) -> int:
        return p.turn

    def estimate(self, p: GhostPosition) -> float:
        """The score as it stands, with what Rally will refill and the towns that are still within reach."""
        g, linked, mine = self.game, grids_with_loc(self.game, p), occupied(self.game, p)
        left = self._turns_left(p)
        points = sum(town_points(g, cell, linked) for cell in bits(mine))
        points += sum(g.charts.victory.armored if g.formations[f].armored else g.charts.victory.other
                      for f, at in enumerate(p.formation_at) if at == ELIMINATED)
        op = min(float(g.charts.operations.cap), p.op + left * (self._rally(p) - SPENDING))
        return float(points + max(0.0, op) * g.charts.victory.op + self._ahead(p, mine, left)) / self.most

    def measure(self, p: GhostPosition) -> list[float]:
        g, linked, mine = self.game, grids_with_loc(self.game, p), occupied(self.game, p)
        towns = sum(town_points(g, cell, linked) for cell in bits(mine))
        full = sum(g.charts.victory.towns[g.board.towns[cell]] for cell in bits(mine))
        on_map = [u for u in g.ground_units if p.places[u] >= ASSEMBLY]
        return [float(x) for x in (
            full - towns, p.op, self._rally(p), self._column(p, g.rommel), self._column(p, self.second),
            sum(g.is_tank[u] for u in on_map), sum(p.hits[u] for u in on_map),
            (p.formation_cells & self._around(p, g.rommel)).bit_count(),
        )]

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

    def _ahead(self, p: GhostPosition, mine: int, left: float) -> float:
        """Points of towns still to take, each by the chance that a column gets there in time."""
        g, total = self.game, 0.0
        heads = [p.places[u] for u in (g.rommel, self.second) if p.places[u] in g.board.column]
        for cell, name in g.board.towns.items():
            if not mine >> cell & 1:
                far = min((g.grid.distance(cell, head) for head in heads), default=WHOLE_MAP)
                total += g.charts.victory.towns[name] * max(0.0, min(0.9, 1.0 - far / (1.0 + PACE * left)))
        return total

    def _around(self, p: GhostPosition, u: int) -> int:
        """Grids within three steps of a unit on the map."""
        cells = self.game.one[p.places[u]] if p.places[u] > ASSEMBLY and p.places[u] in self.game.grid.cells else 0
        for _ in range(3):
            cells |= self.game.grid.spread(cells)
        return cells
