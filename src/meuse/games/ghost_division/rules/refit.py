"""24.0 German refit: air units, recovery of ground units, rally of headquarters.

Rolling can only help, so every unit that may roll does: the "may" of 24.1 and 24.3a is never asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import CHANCE, Part
from meuse.engine.frames import NOBODY, Chance
from meuse.games.ghost_division.box.components import ASSEMBLY, AVAILABLE, MAINTENANCE
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.loc import has_loc
from meuse.games.ghost_division.rules.operations import gain
from meuse.games.ghost_division.rules.supply import needs_loc, sources, supplied

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class AirRefit(Chance, frozen=True):
    """24.3a, segment E1: a die for each air unit in Maintenance, in the order of the counters."""

    after: int = -1
    """The air unit that rolled last."""

    def _next(self, g: GhostDivision, p: GhostPosition) -> int:
        return next((u for u in g.air_units if u > self.after and p.places[u] == MAINTENANCE), -1)

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,) if self._next(g, p) >= 0 else NOBODY

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        u = self._next(g, p)
        needed = g.charts.maintenance[g.units[u].entry.type]
        ready = int(noun) >= needed
        p.swap(AirRefit(u))
        if ready:
            p.put(g, u, AVAILABLE)
        p.tell("air refit", "24.3a", unit=g.ids[u], die=int(noun), needed=needed, ready=ready)

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"The die for {g.units[self._next(g, p)].name} in Maintenance.", "24.3a"


def can_recover(g: GhostDivision, p: GhostPosition, u: int) -> bool:
    """24.0a, 24.1a: a unit with Hits that did nothing in the Operations Phase and has a LOC.

    With Advanced Logistics some units need none (36.3a).
    """
    if not p.hits[u] or p.places[u] < ASSEMBLY or p.acted >> u & 1:
        return False
    return (g.with_logistics and not needs_loc(g, u)) or has_loc(g, p, u)


def recovery_parts(g: GhostDivision, p: GhostPosition, u: int) -> list[Part]:
    """24.1b: a Logistics unit helps the others in its Grid; the Assembly Area helps all."""
    table, cell = g.charts.recovery, p.places[u]
    if cell == ASSEMBLY:
        return [Part("in the Assembly Area", table.assembly, "24.1a")]
    if any(g.is_logistics[v] and v != u for v in p.at(cell)):
        return [Part("a Logistics unit in the Grid", table.logistics, "24.1b")]
    return []


class Recovery(Chance, frozen=True):
    """24.1, segment E2: a die on the Recovery Table for each unit that may, in the order of the counters."""

    after: int = -1
    """The unit that rolled last."""

    def _next(self, g: GhostDivision, p: GhostPosition) -> int:
        return next((u for u in g.ground_units if u > self.after and can_recover(g, p, u)), -1)

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,) if self._next(g, p) >= 0 else NOBODY

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        u, die, rolls = self._next(g, p), int(noun), g.charts.recovery.rolls
        modifier = sum(int(part.value) for part in recovery_parts(g, p, u))
        removed = min(p.hits[u], rolls[min(max(die + modifier, 1), len(rolls)) - 1])
        p.swap(Recovery(u))
        p.hits[u] -= removed
        if g.with_logistics:
            supplied(g, p, u, *sources(g, p))  # 36.1b: it may use a Logistics unit up
        p.tell(
            "recovery", "24.1a", unit=g.ids[u], grid=g.grid_name(p.places[u]), die=die, modifier=modifier,
            removed=removed, hits=p.hits[u],
        )

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"The die for the recovery of {g.units[self._next(g, p)].name}.", "24.1a"


def rally(g: GhostDivision, p: GhostPosition) -> None:
    """14.4a, 24.2a, segment E3: each HQ in play that did nothing adds its Leader Value; no LOC is needed."""
    for hq in g.hqs:
        if p.places[hq] >= ASSEMBLY and not p.acted >> hq & 1:
            p.tell("rally", "14.4a", unit=g.ids[hq], points=g.leadership[hq])
            gain(g, p, g.leadership[hq], "24.2a", "Rally")
