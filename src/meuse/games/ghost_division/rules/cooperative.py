"""32.0 Cooperative play: one overall commander, the others leading the forces given to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from meuse.engine.frames import NOBODY
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
        return commander(g)
    return leader_of(g, p, max(units, key=lambda u: (g.leadership[u], -u)))


def air_officer(g: GhostDivision, p: GhostPosition) -> str:
    """Who commands the Luftwaffe."""
    return g.sides[p.holders[g.commands.index("luftwaffe")]]


def seats_of(g: GhostDivision, p: GhostPosition, able: Iterable[int]) -> tuple[str, ...]:
    """Who may act where these units can: their leaders, save those who waived, and the commander; or nobody."""
    if len(g.sides) == 1:
        return g.sides if any(True for _ in able) else NOBODY
    leaders = {p.holders[g.command_of[u]] for u in able}
    if not leaders:
        return NOBODY
    return tuple(side for s, side in enumerate(g.sides) if s == 0 or (s in leaders and not p.waived >> s & 1))


def commanded(g: GhostDivision, p: GhostPosition, side: str, able: Iterable[int]) -> list[int]:
    """Those of the units that this seat may pick: its own; the commander, any."""
    if side == commander(g):
        return list(able)
    return [u for u in able if leader_of(g, p, u) == side]


def way_on(g: GhostDivision, side: str, word: str) -> str:
    """The commander ends a segment with that word; the others can only waive it."""
    return word if side == commander(g) else "pass"


def waive(g: GhostDivision, p: GhostPosition, side: str) -> None:
    """A leader wants nothing more in this segment; the commander alone ends it."""
    p.waived |= 1 << g.sides.index(side)
    p.tell("segment waived", "32.0a", seat=side)


def close(p: GhostPosition) -> None:
    """The segment's decisions are over, for every seat."""
    p.waived = 0
    p.pop()
