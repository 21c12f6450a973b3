"""8.0 Random placement of Allied markers, and steps 6 to 8 of the set-up (4.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import CHANCE, Action
from meuse.engine.frames import DIE_ACTIONS, NOBODY, Frame
from meuse.games.ghost_division.box.components import BOX
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.intelligence import reveal_formation

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

Kind = Literal["fog", "formation"]

FOG_AT_START = 7
"""4.0h."""
FORMATIONS_AT_START = 8
"""4.0i."""


def in_box(g: GhostDivision, p: GhostPosition, kind: Kind) -> dict[str, int]:
    """How many markers of each front are in the Allied box; what is alike is counted together."""
    at = _places(p, kind)
    counts = {front: at[first:end].count(BOX) for front, (first, end) in g.marker_spans[kind].items()}
    return {front: count for front, count in counts.items() if count}


def draws(g: GhostDivision, p: GhostPosition, kind: Kind) -> list[tuple[Action, int]]:
    """2.9a: what may be picked unseen from the box."""
    return [(f"draw {front}", count) for front, count in in_box(g, p, kind).items()]


def lowest(g: GhostDivision, p: GhostPosition, kind: Kind, front: str) -> int:
    """The marker that a draw of this front takes."""
    return _places(p, kind).index(BOX, *g.marker_spans[kind][front])


def _places(p: GhostPosition, kind: Kind) -> list[int]:
    return p.fog_at if kind == "fog" else p.formation_at


def open_grids(g: GhostDivision, p: GhostPosition, kind: Kind, marker: int) -> int:
    """8.2a to 8.2d: Grids in which this marker may land; Fog of War markers avoid German ground units."""
    if kind == "fog":
        return g.grid.board & ~p.fog_cells & ~p.held
    ground = g.board.belgium if g.formations[marker].nation == "belgian" else g.grid.board
    return ground & ~p.formation_cells


def set_up_frames(g: GhostDivision) -> tuple[Frame, ...]:
    """4.0g to 4.0i: one Fog of War marker for each town, seven more at random, eight Formations at random."""
    towns = [TownFog(cell) for cell in sorted(g.board.towns)]
    return (*towns, *[Place("fog")] * FOG_AT_START, *[Place("formation")] * FORMATIONS_AT_START)


class TownFog(Frame, frozen=True):
    """4.0g: a Fog of War marker, picked unseen, goes face down in a town Grid."""

    cell: int

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,)

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        return draws(g, p, "fog")

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        p.put_fog(g, lowest(g, p, "fog", noun), self.cell)
        p.tell("marker placed", "4.0g", kind="fog", grid=g.grid_name(self.cell))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"A Fog of War marker is picked for {g.board.towns[self.cell]}.", "4.0g"


class Place(Frame, frozen=True):
    """8.0a: a marker is picked unseen from its box, and three dice, read in order, give its Grid.

    Each die has the odds that it has if all three are rolled again until they give a legal Grid (8.2a, 8.2c): were they
    rolled again in truth, their number would betray a Belgian (13.0a).
    """

    kind: Kind
    marker: int = -1
    dice: tuple[int, ...] = ()

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,) if BOX in _places(p, self.kind) else NOBODY

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        return self._odds(g, p) if self.marker >= 0 else draws(g, p, self.kind)

    def _odds(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        free, rolled = open_grids(g, p, self.kind, self.marker), g.board.rolled
        counts = [(free & rolled[*self.dice, n]).bit_count() for n in range(1, 7)]
        return [(action, count) for action, count in zip(DIE_ACTIONS, counts, strict=True) if count]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        """25.1a: the box is empty."""
        p.pop()
        p.tell("box empty", "25.1a", kind=self.kind)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "draw":
            self._draw(g, p, lowest(g, p, self.kind, noun))
            return
        dice = (*self.dice, int(noun))
        if len(dice) < 3:
            p.swap(Place(self.kind, self.marker, dice))
            return
        p.pop()
        self._land(g, p, g.board.rolled[dice].bit_length() - 1)

    def _draw(self, g: GhostDivision, p: GhostPosition, marker: int) -> None:
        """8.2c: a marker for which every Grid is taken stays in the box."""
        if open_grids(g, p, self.kind, marker):
            p.swap(Place(self.kind, marker))
        else:
            p.pop()
            p.tell("marker not placed", "8.2a", kind=self.kind)

    def _land(self, g: GhostDivision, p: GhostPosition, cell: int) -> None:
        """8.1a, 8.2d: face down, but a Formation among German ground units is turned up at once."""
        if self.kind == "fog":
            p.put_fog(g, self.marker, cell)
        else:
            p.put_formation(g, self.marker, cell)
        p.tell("marker placed", "8.0b", kind=self.kind, grid=g.grid_name(cell))
        if self.kind == "formation" and p.held & g.one[cell]:
            reveal_formation(g, p, self.marker, "8.2d")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        what = "Fog of War marker" if self.kind == "fog" else "Formation marker"
        return f"A {what} is placed at random.", "8.0a"
