"""2.2, 2.3: what a counter is worth as it stands, taken to pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Part, Tally
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.movement import allowance

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def explain_strength(g: MansteinsWar, p: MansteinPosition, u: int) -> Tally:
    """Attack, defence and movement of a unit on the map: by its steps, and halved where it is unsupported."""
    c, steps = g.counters[u], p.steps[u]
    move = allowance(g, p, u) if c.move else 0
    parts = [
        Part("steps", f"{steps} of {c.steps}", "2.2.6a"), Part("attack", c.attack[steps], "2.2.1a"),
        Part("defence", c.defence[steps], "2.2.1a"), Part("movement", c.move, "2.2.1b"),
    ]
    if move < c.move:
        parts.append(Part("unsupported", move - c.move, "15.5a"))
    return Tally(f"{c.name}: attack, defence, movement", f"{c.attack[steps]}-{c.defence[steps]}-{move}", tuple(parts))


def explain_air(g: MansteinsWar, p: MansteinPosition, a: int) -> Tally:
    """The columns that an air unit gives, at full strength or reduced."""
    unit, steps = g.air[a], p.air_steps[a]
    parts = (Part("steps", f"{steps} of {unit.steps}", "2.3a"), Part("support", g.air_value(p, a), "2.3a"))
    return Tally(f"{unit.entry.name}: columns of support", g.air_value(p, a), parts)
