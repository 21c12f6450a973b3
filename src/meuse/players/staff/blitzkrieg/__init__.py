"""The staff for Blitzkrieg in the West."""

from meuse.players.staff.blitzkrieg.officer import BlitzStaff

__all__ = ["BlitzStaff"]
