"""2.2.7 Step losses and elimination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.games.mansteins_war.position import ELIMINATED, MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def reduce(g: MansteinsWar, p: MansteinPosition, u: int, rule: str) -> None:
    """2.2.7: one step; the last one eliminates."""
    p.steps[u] -= 1
    if p.steps[u]:
        p.tell("reduced", rule, unit=g.ids[u], steps=p.steps[u])
    else:
        eliminate(g, p, u, rule)


def eliminate(g: MansteinsWar, p: MansteinPosition, u: int, rule: str) -> None:
    p.tell("eliminated", rule, unit=g.ids[u], hex=g.hex_name(p.at[u]))
    p.steps[u] = 0
    p.put(g, u, ELIMINATED)
