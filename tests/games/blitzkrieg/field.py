"""A field to fight on in tests: open country south-west of Paris, with everybody in supply."""

from __future__ import annotations

from typing import Any

import meuse
from meuse.engine.match import Match
from tests.games.blitzkrieg.table import do, happened, inside, table

# The hex 2731 and its neighbours: 2730 north, 2830 and 2831 east, 2732 south, 2631 and 2630 west.


def battle(
    units: str, side: str = "axis", phase: str = "first", more: str = "", dice: str = "", turn: int = 1
) -> Match:
    """A combat phase with these units."""
    script = f"dice = [{dice}]" if dice else ""
    match = table(f'turn = {turn}\nside = "{side}"\nphase = "{phase} combat"\n{more}\n{script}\nunits = {{ {units} }}')
    inside(match)[1].unsupplied = 0
    return match


def fight(
    match: Match, hex: str, *units: str, table: str = "probe", support: str = "none", ships: int | None = 0
) -> list[meuse.Event]:
    """Declare an attack by these units and carry it on to its die; `support` and `ships` answer where they are asked
    for, with None for ships the match is left there."""
    events = do(match, f"attack {hex}", *(f"with {unit}" for unit in units), table)
    if any(action == "none" for action in match.legal(match.actors[0])):
        events += do(match, support if support == "none" else f"support {support}")
    if ships is not None and "gunfire 0" in match.legal(match.actors[0]):
        events += do(match, f"gunfire {ships}")
    return events


def combat(events: list[meuse.Event]) -> dict[str, Any]:
    """What the die of a battle was read on."""
    (found,) = happened(events, "combat")
    return found


def shifts(events: list[meuse.Event]) -> dict[str, int]:
    return {label: value for label, value, _ in combat(events)["shifts"]}


def fatigued(match: Match, unit: str) -> bool:
    shown: dict[str, Any] = match.game.open_view(match.position)["units"][unit]
    return bool(shown["fatigued"])
