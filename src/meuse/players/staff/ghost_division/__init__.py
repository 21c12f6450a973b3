"""The staff for Ghost Division: Rommel's spear, the columns behind it, and the Luftwaffe above."""

from meuse.players.staff.ghost_division.officer import GhostStaff

__all__ = ["GhostStaff"]
