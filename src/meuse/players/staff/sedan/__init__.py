"""The staff for Sedan: it moves to its objectives, attacks at good odds, and holds or forces the Meuse."""

from meuse.players.staff.sedan.officer import SedanStaff

__all__ = ["SedanStaff"]
