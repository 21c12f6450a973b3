"""28.5 Air Supply, and 36.0 Advanced Logistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import AVAILABLE, MAINTENANCE, POOL
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import air_officer, commander
from meuse.games.ghost_division.rules.loc import logistics, traces

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class AirSupply(Frame, frozen=True):
    """28.5a: as a phase opens, an Available Air Supply unit may be sent to any Grid, or held."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (air_officer(g, p),) if p.places[g.air_supply] == AVAILABLE and p.held else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[str]:
        words = g.grid_words["airlift"]
        return ["hold", *(words[cell] for cell in g.grid.cells)]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "airlift":
            p.lifted = g.grid.bit[noun]
            p.put(g, g.air_supply, MAINTENANCE)
            p.tell("air supply", "28.5a", grid=noun)

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Send Air Supply to any Grid for this phase, or hold it.", "28.5a"


def needs_loc(g: GhostDivision, u: int) -> bool:
    """36.3a: HQs, Kommandos and Logistics units need none."""
    return not (g.is_hq[u] or g.is_logistics[u] or u == g.niwi)


def linked(g: GhostDivision, p: GhostPosition, depot: int) -> bool:
    """36.1a: whether a Logistics unit on the map can itself trace a LOC to the Assembly Area."""
    return traces(g, p, p.places[depot], g.mobility[depot], 0)


def sources(g: GhostDivision, p: GhostPosition) -> tuple[int, list[int]]:
    """Grids of Logistics units with a LOC of their own, and the Logistics units without one (36.1b)."""
    depots = [u for u in g.depots if p.places[u] >= 0]
    sure = [u for u in depots if linked(g, p, u)]
    return logistics(g, p, sum(1 << u for u in sure)), [u for u in depots if u not in sure]


def supplied(g: GhostDivision, p: GhostPosition, u: int, firm: int, doubtful: list[int]) -> bool:
    """36.0a: whether a unit has a LOC or Air Supply; a Logistics unit that only it can draw on is noted (36.1b)."""
    cell = p.places[u]
    if cell < 0 or not needs_loc(g, u) or cell == p.lifted or traces(g, p, cell, g.mobility[u], firm):
        return True
    feeder = next((d for d in doubtful if traces(g, p, cell, g.mobility[u], g.one[p.places[d]], False)), None)
    if feeder is None:
        return False
    p.drained |= 1 << feeder
    return True


def judge(g: GhostDivision, p: GhostPosition) -> None:
    """36.2a, 36.2b: as a movement or combat segment opens, find the units without a LOC."""
    p.cut = p.doubled = 0
    if not g.with_logistics:
        return
    firm, doubtful = sources(g, p)
    for u in g.ground_units:
        if p.places[u] >= 0 and not supplied(g, p, u, firm, doubtful):
            p.cut |= 1 << u
    if p.cut:
        p.tell("out of supply", "36.2a", units=[g.ids[u] for u in bits(p.cut)])


def close_phase(g: GhostDivision, p: GhostPosition) -> None:
    """28.5b, 36.1b: Air Supply serves no longer; Logistics units without a LOC of their own are used up."""
    p.lifted = -1
    for u in bits(p.drained):
        if p.places[u] >= 0:
            p.put(g, u, POOL)
            p.tell("logistics used up", "36.1b", unit=g.ids[u])
    p.drained = p.cut = p.doubled = 0


class MaximumSupply(Frame, frozen=True):
    """36.5a: spend Logistics units, each for the units of one Grid, as a movement or combat segment opens."""

    what: str
    """"movement" or "combat"."""
    depot: int = -1

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (commander(g),) if g.with_logistics and self._depots(g, p) else NOBODY

    def _depots(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return [u for u in g.depots if p.places[u] >= 0 and linked(g, p, u) and self._grids(g, p, u)]

    def _grids(self, g: GhostDivision, p: GhostPosition, depot: int) -> list[int]:
        """Grids with units that can trace a LOC to this Logistics unit."""
        return [cell for cell in bits(p.held) if self._served(g, p, depot, cell)]

    def _served(self, g: GhostDivision, p: GhostPosition, depot: int, cell: int) -> list[int]:
        source = g.one[p.places[depot]]
        return [u for u in p.at(cell)
                if u != depot and not p.doubled >> u & 1 and traces(g, p, cell, g.mobility[u], source, False)]

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[str]:
        if self.depot >= 0:
            return [g.grid_words["supply"][cell] for cell in self._grids(g, p, self.depot)]
        return [*(g.unit_words["use"][u] for u in self._depots(g, p)), "done"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        elif verb == "use":
            p.swap(MaximumSupply(self.what, g.by_id[noun]))
        else:
            served = self._served(g, p, self.depot, g.grid.bit[noun])
            p.doubled |= sum(1 << u for u in served)
            p.cut &= ~p.doubled
            p.put(g, self.depot, POOL)
            rule = "36.5b" if self.what == "movement" else "36.5c"
            p.tell("maximum supply", rule, unit=g.ids[self.depot], grid=noun, use=self.what)
            p.swap(MaximumSupply(self.what))

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "use" and noun in g.by_id:
            return Refusal("36.1a", f"{g.units[g.by_id[noun]].name} is no Logistics unit with a LOC and units to serve")
        if verb == "supply" and noun in g.grid.bit:
            return Refusal("36.5a", f"no unit in {noun} can trace a LOC to that Logistics unit")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        if self.depot >= 0:
            return f"Choose the Grid whose units get Maximum Supply for {self.what}.", "36.5a"
        return f"Spend Logistics units for double {self.what}, or go on.", "36.5a"
