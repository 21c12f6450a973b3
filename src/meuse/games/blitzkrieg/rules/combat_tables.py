"""15.5 The choice of the Combat Results Table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.chartfile import Table
from meuse.games.blitzkrieg.box.components import COUNTRIES, Counter
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.cards import in_force
from meuse.games.blitzkrieg.rules.command import in_command

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

DOCTRINE, MANOEUVRE = "G02", "A07"
"""Combined Arms Doctrine and Army of Manoeuvre."""


def against_table(g: Blitzkrieg, p: BlitzPosition, units: int, table: Table) -> Refusal | None:
    """15.5a, 15.5.2a, 2.3.9d: why these attackers may not use a table, or None."""
    paralysis = g.charts.shock.paralysis
    for u in bits(units):
        country = g.counters[u].shock
        if p.paralysed >> COUNTRIES.index(country) & 1 and table not in paralysis.tables:
            return Refusal("2.3.9d", f"{country.capitalize()} is paralysed: the Probe table only")
    return against_combined(g, p, units) if table == "combined_arms" else None


def against_combined(g: Blitzkrieg, p: BlitzPosition, units: int) -> Refusal | None:
    """15.5.2a, 2.5e: a card, a unit of the kind that it names, and all of that kind In Command."""
    named = [u for u in bits(units) if combines(g, p, g.counters[u])]
    if not named:
        return Refusal("15.5.2a", "no card in force lets these units use the Combined Arms table")
    stray = next((u for u in named if not in_command(g, p, u)), -1)
    return Refusal("2.5e", f"{g.counters[stray].name} is not In Command") if stray >= 0 else None


def combines(g: Blitzkrieg, p: BlitzPosition, c: Counter) -> bool:
    """G02, A07: armour and armoured infantry of division or brigade size, with the light armour of the French."""
    card = {"german": DOCTRINE, "french": MANOEUVRE}.get(c.nation)
    return c.armour and card is not None and in_force(g, p, card)
