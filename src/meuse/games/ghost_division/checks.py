"""What a loaded position may not say: numbers that neither the board nor the box knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import BadInput
from meuse.games.ghost_division.position import GhostPosition

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

UNIT_SETS = ("acted", "moved", "crossed", "suppressed", "scratched", "aces", "cut", "doubled", "drained")
GRID_SETS = ("visited", "entered", "bombed")
SIDE_SETS = ("blown", "bridges", "bridgeheads")


def _check_ranges(g: GhostDivision, p: GhostPosition) -> None:
    """Numbers that the board or the counters would not know."""
    sets = [(name, (1 << len(g.units)) - 1) for name in UNIT_SETS] + [(name, g.grid.board) for name in GRID_SETS]
    sets += [(name, (1 << len(g.board.river_sides)) - 1) for name in SIDE_SETS]
    sets += [("shown", (1 << len(g.formations)) - 1), ("river_foes", (1 << len(g.formations)) - 1)]
    for name, known in [*sets, ("fog_shown", (1 << len(g.fog)) - 1)]:
        if getattr(p, name) & ~known:
            raise BadInput(f"position: {name}: a number beyond the pieces of the game")
    if not 1 <= p.turn <= g.last_turn:
        raise BadInput(f"position: turn: expected 1 to {g.last_turn}, got {p.turn}")
    if len(p.holders) != len(g.commands) or not set(p.holders) <= set(range(len(g.sides))):
        raise BadInput(f"position: holders: expected {len(g.commands)} seats below {len(g.sides)}")


def check_pieces(g: GhostDivision, p: GhostPosition) -> None:
    units, formations, fog = len(g.units), len(g.formations), len(g.fog)
    sizes = {"places": units, "hits": units, "formation_at": formations, "called": formations, "fog_at": fog,
             "damage": fog}
    for name, size in sizes.items():
        if len(getattr(p, name)) != size:
            raise BadInput(f"position: {name}: expected {size} numbers, got {len(getattr(p, name))}")
    _check_ranges(g, p)
    for name in ("places", "formation_at", "fog_at"):
        for piece, to in enumerate(getattr(p, name)):
            if to >= 0 and to not in g.grid.names:
                raise BadInput(f"position: {name}[{piece}]: {to} is not a Grid of the map")
