"""The record of an attack that passes from procedure to procedure."""

from __future__ import annotations

import msgspec


class AttackOrder(msgspec.Struct, frozen=True):
    """10.3 An attack as far as it has been decided. Sets of counters are ints."""

    side: int
    target: int
    defenders: int
    """Units that add their strength to the defence: all in the hex but those attacked before (10.1c)."""
    units: int = 0
    mobile: bool = False
    air: tuple[int, int] = (-1, -1)
    """The air unit of each side whose value counts, -1 for none (16.7a)."""
    ships: bool = False
    """Naval support has been given (20.1)."""
    counter: bool = False
    """A counterattack (22.2): roles have been swapped."""
    landing: bool = False
    """Airborne troops against the units in their own hex (18.2)."""

    def flown(self, side: int, air: int) -> tuple[int, int]:
        return (air, self.air[1]) if side == 0 else (self.air[0], air)
