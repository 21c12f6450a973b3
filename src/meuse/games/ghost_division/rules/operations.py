"""9.0 Operations Points: from 1 to 50; below 1 the game is lost at once (3.6a)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from meuse.engine.contract import Outcome, Stake
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import commander

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

COLLAPSE = "Catastrophic Defeat"


def gain(g: GhostDivision, p: GhostPosition, points: int, rule: str, why: str) -> None:
    """9.0a: gains above the cap are lost."""
    before, p.op = p.op, min(g.charts.operations.cap, p.op + points)
    if points:
        p.tell("op", rule, change=p.op - before, op=p.op, why=why)


def lose(g: GhostDivision, p: GhostPosition, points: int, rule: str, why: str) -> None:
    """A forced loss, which can end the game (3.6a)."""
    if not points or p.outcome is not None:
        return
    p.op -= points
    p.tell("op", rule, change=-points, op=p.op, why=why)
    if p.op < 1:
        p.outcome = Outcome(None, COLLAPSE, {commander(g): 0})
        p.tell("game over", "3.6a", level=COLLAPSE, points=0)


def can_pay(p: GhostPosition, points: int) -> bool:
    """3.6a: a voluntary payment must leave 1 OP."""
    return p.op - points >= 1


def pay(p: GhostPosition, points: int, rule: str, why: str) -> None:
    p.op -= points
    p.tell("op", rule, change=-points, op=p.op, why=why)


def for_points(actions: Iterable[str], verbs: tuple[str, ...], points: int) -> dict[str, Stake]:
    """The price of those actions that have one of these verbs."""
    return {action: Stake(price=f"{points} OP") for action in actions if action.partition(" ")[0] in verbs}


def leadership_left(g: GhostDivision, p: GhostPosition, hq: int) -> int:
    """14.0a: what an HQ may still spend this turn."""
    return g.leadership[hq] - p.spent.get(hq, 0)


def spend(p: GhostPosition, hq: int, points: int, rule: str, why: str) -> None:
    """An HQ spends OP within its Leadership Value (14.0a)."""
    p.spent = {**p.spent, hq: p.spent.get(hq, 0) + points}
    pay(p, points, rule, why)
