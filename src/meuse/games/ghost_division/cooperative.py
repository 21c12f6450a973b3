"""32.0 Cooperative play: one overall commander, the others leading the forces given to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.ghost_division.position import GhostPosition

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

SEATS = {
    "off": ("german",),
    "two": ("commander", "second"),
    "three": ("commander", "second", "third"),
    "four": ("commander", "second", "third", "fourth"),
}


def commander(g: GhostDivision) -> str:
    """Who decides for the whole force; alone, the player."""
    return g.sides[0]


def leader_of(g: GhostDivision, p: GhostPosition, u: int) -> str:
    """Who commands a German counter."""
    return g.sides[p.holders[g.command_of[u]]]


def in_charge(g: GhostDivision, p: GhostPosition, cell: int) -> str:
    """Who decides for all in a Grid: the leader of its best HQ, else of its first unit, else the commander."""
    units = p.at(cell)
    if not units or len(g.sides) == 1:
        return g.sides[0]
    return leader_of(g, p, max(units, key=lambda u: (g.leadership[u], -u)))


def air_officer(g: GhostDivision, p: GhostPosition) -> str:
    """Who commands the Luftwaffe."""
    return g.sides[p.holders[g.commands.index("luftwaffe")]]
