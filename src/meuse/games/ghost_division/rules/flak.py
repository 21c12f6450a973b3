"""29.0 AA fire: Flak units and Fortifications fire at the enemy's air units, the defender first."""

from __future__ import annotations

from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.fire import battle_of
from meuse.games.ghost_division.rules.volley import Volley


def fire_flak(p: GhostPosition) -> None:
    """29.1a, 29.1b: no Tactical Superiority is rolled; each side fires once if it has AA and the enemy air units."""
    german_first = not battle_of(p).german_attack
    p.push(Volley("flak", german_first), Volley("flak", not german_first))
