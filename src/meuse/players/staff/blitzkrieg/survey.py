"""What a position comes to whatever the plan: worked out once for all who plan a phase from it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from meuse.games.blitzkrieg.box.components import AXIS
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.reach import Reach
from meuse.players.staff.blitzkrieg.ground import distances, mainland, marches, menace

if TYPE_CHECKING:
    from meuse.players.staff.blitzkrieg.stakes import Case

KEPT = 3
"""So many positions are kept."""


class Survey:
    """Dangers, distances, marches and attacks of one position, as one side sees them."""

    def __init__(self, game: Blitzkrieg, p: BlitzPosition, side: int) -> None:
        self.g, self.p, self.side = game, p, side
        self.menace = menace(game, p, side)
        self.cases: dict[tuple[int, int, tuple[tuple[int, int], ...]], Case] = {}
        """Attacks that have been worked out, by headquarters, target, and units with their hexes."""
        self._far: dict[tuple[int, tuple[tuple[int, float], ...]], dict[int, float]] = {}
        self._reach: dict[int, Reach] = {}

    def far(self, kind: int, goals: dict[int, float]) -> dict[int, float]:
        """From each hex, movement points of German units of a kind to the best of their goals."""
        key = kind, tuple(goals.items())
        if key not in self._far:
            self._far[key] = distances(self.g, self.p, AXIS, kind, goals)
        return self._far[key]

    def reach(self, u: int) -> Reach:
        if u not in self._reach:
            self._reach[u] = marches(self.g, self.p, u)
        return self._reach[u]

    @cached_property
    def mainland(self) -> int:
        return mainland(self.g, self.p)


class Surveys:
    """The last positions of movement phases that somebody has planned from: plans are tried from the same one."""

    def __init__(self, game: Blitzkrieg) -> None:
        self.g = game
        self.kept: dict[str, Survey] = {}

    def of(self, p: BlitzPosition, side: int) -> Survey:
        if not p.phase.endswith("movement"):
            return Survey(self.g, p.copy(), side)
        key = f"{side} {self.g.save(p)}"
        if key not in self.kept:
            if len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[key] = Survey(self.g, p.copy(), side)
        return self.kept[key]
