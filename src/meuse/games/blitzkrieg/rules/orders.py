"""The record of an attack that all procedures of a battle read and add to."""

from __future__ import annotations

import msgspec

from meuse.games.blitzkrieg.box.chartfile import Table


class AttackOrder(msgspec.Struct, frozen=True):
    """15.2 A battle as far as it has been decided; `BlitzPosition.battle` holds the one under way."""

    side: int
    target: int
    units: int
    """The attacking units, as a set of counters."""
    table: Table
    hq: int = -1
    """15.3.4a The headquarters that supports the attack, -1 for none."""
    airstrike: int = -1
    """15.9.1a The close support airstrike, -1 for none."""
    result: str = ""
    """15.2e What the die has given, until the battle is over."""
    ships: int = 0
    """21.1a The gunfire units that fire, as a set of ships; they are always Allied."""
