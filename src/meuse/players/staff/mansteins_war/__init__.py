"""The staff for Manstein's War."""

from meuse.players.staff.mansteins_war.officer import MansteinStaff

__all__ = ["MansteinStaff"]
