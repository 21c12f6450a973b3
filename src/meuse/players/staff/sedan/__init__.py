"""The staff for Sedan: it moves to its objectives, attacks when the exact odds are good, and holds or forces the Meuse."""

from meuse.players.staff.sedan.officer import SedanStaff

__all__ = ["SedanStaff"]
