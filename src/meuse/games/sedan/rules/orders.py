"""The record of an attack that passes from procedure to procedure."""

from __future__ import annotations

import msgspec


class AttackOrder(msgspec.Struct, frozen=True):
    """10.1b: who attacks what, and whether as an Overrun."""

    side: int
    target: int
    units: int = 0
    overrun: bool = False

    def joined(self, more: int) -> AttackOrder:
        return AttackOrder(self.side, self.target, self.units | more, self.overrun)
