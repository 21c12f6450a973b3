"""A single procedure on a situation of its own: for chapters that are tested frame by frame.

The situation is written as for `table`; the frames given are opened on it in place of the turn.
"""

from __future__ import annotations

import tomllib
from typing import Any

import meuse
from meuse.engine.contract import CHANCE
from meuse.engine.data import shaped
from meuse.engine.frames import Frame
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.setup import Situation, lay
from tests.games.ghost_division.table import happened, pinned


class Desk:
    """The game, the position, and the events so far."""

    def __init__(self, text: str, *frames: Frame) -> None:
        plain = {"game": "ghost-division", **tomllib.loads(text)}
        self.g: GhostDivision = pinned(tuple(plain.get("options", {}).items()))
        self.p: GhostPosition = lay(self.g, shaped(plain, Situation, "situation"))
        self.p.frames = ()
        self.p.news = []
        self.open(*frames)

    def open(self, *frames: Frame) -> Desk:
        self.p.push(*frames)
        self.g.settle(self.p)
        self.events: list[meuse.Event] = list(self.p.news)
        self.p.news = []
        return self

    @property
    def over(self) -> bool:
        """Whether the procedure has come to its end."""
        return not self.p.frames

    @property
    def actors(self) -> tuple[str, ...]:
        return self.g.actors(self.p)

    @property
    def legal(self) -> list[str]:
        return self.g.legal(self.p, self.actors[0]) if self.actors else []

    def do(self, *actions: str) -> Desk:
        """Actions, each by whoever must act."""
        for action in actions:
            self.events += self.g.apply(self.p, self.actors[0], action)
        return self

    def chance(self, *nouns: int | str) -> Desk:
        """Dice and draws by what they show."""
        for noun in nouns:
            assert self.actors == (CHANCE,), f"nothing is rolled; {self.actors} must act"
            known = {action.partition(" ")[2]: action for action, _ in self.g.outcomes(self.p)}
            self.events += self.g.apply(self.p, CHANCE, known[str(noun)])
        return self

    def odds(self) -> dict[str, int]:
        """What chance may do, by its noun, with the weights."""
        return {action.partition(" ")[2]: weight for action, weight in self.g.outcomes(self.p)}

    def told(self, what: str) -> list[dict[str, Any]]:
        return happened(self.events, what)

    def refused(self, action: str, rule: str) -> None:
        """Not in the list, and that rule is the reason."""
        assert action not in self.legal
        refusal = self.g.why_not(self.p, self.actors[0], action)
        assert refusal is not None
        assert refusal.rule == rule, str(refusal)

    def place(self, unit: str) -> int:
        return self.p.places[self.g.by_id[unit]]

    def hits(self, unit: str) -> int:
        return self.p.hits[self.g.by_id[unit]]

    def acted(self, unit: str) -> bool:
        return bool(self.p.acted >> self.g.by_id[unit] & 1)

    def crossed(self, unit: str) -> bool:
        """20.6a: whether its last step went over a river."""
        return bool(self.p.crossed >> self.g.by_id[unit] & 1)

    def formation(self, id: str) -> str:
        """Where a Formation marker is: a Grid, or "" off the map."""
        return self.g.grid.names.get(self.p.formation_at[self.g.formation_by_id[id]], "")

    def formation_place(self, id: str) -> int:
        return self.p.formation_at[self.g.formation_by_id[id]]

    def shown(self, id: str) -> bool:
        return bool(self.p.shown >> self.g.formation_by_id[id] & 1)

    def fog(self, grid: str) -> str:
        """The Fog of War marker in a Grid, or ""."""
        m = self.p.fog_in.get(self.g.grid.bit[grid], -1)
        return self.g.fog[m].kind if m >= 0 else ""

    def fog_shown(self, grid: str) -> bool:
        return bool(self.p.fog_shown >> self.p.fog_in[self.g.grid.bit[grid]] & 1)

    def sides(self, mask: int) -> list[str]:
        """A set of river sides by name."""
        return [name for i, name in enumerate(self.g.board.side_names) if mask >> i & 1]
