"""What a position comes to whatever the plan: worked out once for all who plan a phase from it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING

from meuse.engine.remembered import Kept
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.reach import Reach
from meuse.games.blitzkrieg.rules.zoc import zone
from meuse.players.staff.blitzkrieg.ground import distances, mainland, marches, menace, obstacles

if TYPE_CHECKING:
    from meuse.players.staff.blitzkrieg.stakes import Case

KEPT, WAYS = 3, 300
"""So many positions are kept, and so many maps of distances."""


class Survey:
    """Dangers, distances, marches and attacks of one position, as one side sees them."""

    def __init__(self, game: Blitzkrieg, p: BlitzPosition, side: int, ways: Kept[Hashable, dict[int, float]]) -> None:
        """`ways` are distances that others have worked out."""
        self.g, self.p, self.side, self.ways = game, p, side, ways
        self.menace = menace(game, p, side)
        self.cases: dict[tuple[int, int, tuple[tuple[int, int], ...]], Case] = {}
        """Attacks that have been worked out, by headquarters, target, and units with their hexes."""
        self._reach: dict[int, Reach] = {}

    def far(self, kind: int, goals: dict[int, float]) -> dict[int, float]:
        """From each hex, movement points of German units of a kind to the best of their goals."""
        key = kind, tuple(goals.items()), *self.barred
        return self.ways.of(key, lambda: distances(self.g, self.p, AXIS, kind, goals, self.obstacles))

    @cached_property
    def obstacles(self) -> dict[int, float]:
        """Allied stacks in the Germans' way."""
        return obstacles(self.g, self.p, AXIS)

    @cached_property
    def barred(self) -> tuple[int, tuple[tuple[int, float], ...]]:
        """All that makes ways longer: zones and stacks."""
        return zone(self.g, self.p, ALLIED), tuple(self.obstacles.items())

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
        self.ways = Kept[Hashable, dict[int, float]](WAYS)

    def of(self, p: BlitzPosition, side: int) -> Survey:
        if not p.phase.endswith("movement"):
            return Survey(self.g, p.copy(), side, self.ways)
        key = f"{side} {self.g.save(p)}"
        if key not in self.kept:
            if len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[key] = Survey(self.g, p.copy(), side, self.ways)
        return self.kept[key]
