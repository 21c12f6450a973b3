"""9.0, 8.0: what stands against a step and what it costs, judged for all hexes at once, as sets.

This is the one judgement of a step. The list of legal steps, the refusal of one, the tally of its cost and the reach of
a unit all read the sets made here. They change only with bridges, roadblocks and the enemy, and serve for many moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from meuse.engine.contract import Part, Refusal
from meuse.engine.reach import Sides, Steps, with_extras
from meuse.games.sedan.box.components import Crossings

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

LEAVE_ZOC = 2
"""8.0j: one extra movement point, in half points."""

Cost = tuple[int, int]
"""Half points, by movement class."""

Note = Callable[[Part], None]


class Bar(NamedTuple):
    """Hexes that may not be left in a direction, and why."""

    rule: str
    reason: str
    sides: Sides
    later: bool = False
    """Only for units that have begun to move."""


class Extra(NamedTuple):
    """A surcharge for leaving hexes in a direction."""

    rule: str
    label: str
    cost: Cost
    sides: Sides


class Ground:
    """The board as it is for the moves of one side, against these zones of control, enemies and roadblocks."""

    def __init__(self, g: Sedan, crossings: Crossings, zone: int, enemies: int, roadblocks: int) -> None:
        """7.0b, 8.0m, 9.1a, 9.1b, 9.1c: what is closed; 2.1c, 8.0j: what costs more; 9.2a, 8.0k, 9.2e: the roads."""
        grid = g.grid
        self.g, self.zone = g, zone
        backs = [grid.opposite(d) for d in range(6)]
        into_enemies = tuple(grid.step(enemies, back) for back in backs)
        into_zone = tuple(grid.step(zone, back) for back in backs)
        into_blocks = tuple(grid.step(roadblocks, back) for back in backs)
        unbridged, barrier = crossings.unbridged, crossings.barrier
        self.bars = (
            Bar("7.0b", "{to} holds enemy units", into_enemies),
            Bar("8.0m", "the {river} is unbridged here and the far bank is in an enemy zone of control",
                tuple(unbridged[d] & into_zone[d] for d in range(6))),
            Bar("9.1a", "the {river} is unbridged here and the unit did not start its move beside it",
                barrier, later=True),
            Bar("9.1c", "the {river} cannot be crossed without a bridge out of an enemy zone of control",
                tuple(barrier[d] & zone for d in range(6))),
        )
        self.closed = tuple(
            tuple(union([bar.sides[d] for bar in self.bars if later or not bar.later]) for d in range(6))
            for later in (False, True)
        )
        """For the first step of a move and for later ones, the hexes that may not be left in each direction."""
        self.whole_move = barrier
        """9.1b: over a Major River without a bridge, for which nothing else is paid."""
        self.extras = (
            Extra("2.1c", "minor river without a bridge", g.minor_cost, unbridged),
            Extra("8.0j", "leaving an enemy zone of control", (LEAVE_ZOC, LEAVE_ZOC), (zone,) * 6),
        )
        self.road = tuple(crossings.road[d] & ~zone & ~into_zone[d] & ~into_blocks[d] for d in range(6))
        """9.2a, 8.0k, 9.2e: where the road rate is to be had."""
        self._steps: dict[int, tuple[Steps, Steps]] = {}

    def refuse(self, hex: int, d: int, to: int, later: bool) -> Refusal | None:
        """Why a step cannot be made at any price."""
        for bar in self.bars:
            if bar.sides[d] >> hex & 1 and (later or not bar.later):
                side = self.g.board.side_at.get((hex, d))
                river = "" if side is None else self.g.board.side_river[side]
                return Refusal(bar.rule, bar.reason.format(to=self.g.hex_name(to), river=river))
        return None

    def ordinary(self, hex: int, d: int, to: int, note: Note | None = None, k: int = 0) -> Cost:
        """9.0e: the cost of a step off the road that no bar forbids; `note` takes the parts for a movement class."""
        here, cost = self.g.one[hex], self.g.terrain_cost[to]
        if self.whole_move[d] & here:
            if note:
                note(Part("Major River without a bridge", "whole move", "9.1b"))
            return 0, 0
        if note:
            note(Part(self.g.board.terrain[to], cost[k] / 2, "9.0e"))
        for extra in self.extras:
            if extra.sides[d] & here:
                cost = (cost[0] + extra.cost[0], cost[1] + extra.cost[1])
                if note:
                    note(Part(extra.label, extra.cost[k] / 2, extra.rule))
        return cost

    def steps(self, k: int) -> tuple[Steps, Steps]:
        """All steps of a move under way for a movement class: by road, and at the ordinary cost."""
        if k not in self._steps:
            g, closed = self.g, self.closed[True]
            road = [(g.road_cost[k], tuple(self.road[d] & ~closed[d] for d in range(6)))]
            extras = [(extra.cost[k], extra.sides) for extra in self.extras]
            self._steps[k] = road, with_extras(g.grid, g.hexes_by_cost[k], closed, extras)
        return self._steps[k]


def union(sets: list[int]) -> int:
    found = 0
    for cells in sets:
        found |= cells
    return found
