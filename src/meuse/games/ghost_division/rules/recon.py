"""13.1 Air recon, 13.2 ground recon, 28.4 the Air Recon mission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.games.ghost_division.box.components import ALOFT, AVAILABLE, MAINTENANCE, SCOUT_TYPES
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import air_officer, close, commanded, seats_of, waive, way_on
from meuse.games.ghost_division.rules.intelligence import fog_hidden_in, hidden_in, reveal_by_sight

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


def covered(g: GhostDivision, p: GhostPosition, cell: int) -> tuple[int, ...]:
    """13.1b: of a Grid and those around it, diagonals included, the ones with a marker face down."""
    return tuple(sorted(c for c in (cell, *g.board.around[cell]) if hidden_in(p, c)))


def targets(g: GhostDivision, p: GhostPosition, u: int) -> list[int]:
    """13.2b: Grids around a unit on the map with a marker face down."""
    cell = p.places[u]
    if cell < 0:
        return []
    return [c for c in g.board.around[cell] if hidden_in(p, c)]


def land(g: GhostDivision, p: GhostPosition) -> None:
    """11.0e, C4: every air unit used in this phase goes to Maintenance."""
    units = [u for u in g.air_units if p.places[u] == ALOFT]
    for u in units:
        p.put(g, u, MAINTENANCE)
    if units:
        p.tell("landed", "11.0e", units=[g.ids[u] for u in units])


class AirRecon(Frame, frozen=True):
    """13.1, 28.4a, segment C1: Air Recon units fly to any Grids wanted; nothing can touch them."""

    def _ready(self, g: GhostDivision, p: GhostPosition) -> int:
        return next((u for u in g.recon_planes if p.places[u] == AVAILABLE), -1)

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        if self._ready(g, p) < 0:
            return NOBODY
        hidden = any(hidden_in(p, c) for c in (*p.fog_in, *p.formations_in))
        return (air_officer(g, p),) if hidden else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        return [*g.grid_words["fly"].values(), "done"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        u, cell = self._ready(g, p), g.grid.bit[noun]
        grids = covered(g, p, cell)
        p.put(g, u, ALOFT)
        p.tell("recon flight", "13.1a", unit=g.ids[u], grid=noun, grids=[g.grid_name(c) for c in grids])
        if grids:
            p.push(ReconDice(u, grids))

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "fly":
            return Refusal("13.1a", f"{noun or 'nothing'} is not a Grid of the map")
        if verb in ("send", "strike"):
            return Refusal("13.1a", "only Air Recon units fly now; strikes come after them")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        name = g.units[self._ready(g, p)].name
        return f"Air Recon: choose a Grid for {name}; it looks there and at the Grids around. Or be done.", "13.1a"


class ReconDice(Chance, frozen=True):
    """13.1b, 13.2b: one die for each Grid on the Recon Table."""

    unit: int
    grids: tuple[int, ...]

    def _rule(self, g: GhostDivision) -> str:
        return "13.1b" if g.is_air[self.unit] else "13.2b"

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        cell, rest = self.grids[0], self.grids[1:]
        if rest:
            p.swap(ReconDice(self.unit, rest))
        else:
            p.pop()
        table, die = g.charts.recon, int(noun)
        modifier = table.wood if g.board.woods & g.one[cell] else 0
        if g.units[self.unit].entry.type in SCOUT_TYPES:
            modifier += table.scouts
        net = die + modifier
        fog = net >= table.fog and fog_hidden_in(p, cell)
        result = "all" if net >= table.all else "fog" if fog else "nothing"
        p.tell(
            "recon", self._rule(g), unit=g.ids[self.unit], grid=g.grid_name(cell), die=die, modifier=modifier,
            net=net, result=result,
        )
        if result != "nothing":
            reveal_by_sight(g, p, cell, self._rule(g), formations=result == "all")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"{g.units[self.unit].name} reconnoiters {g.grid_name(self.grids[0])}.", self._rule(g)


class GroundRecon(Frame, frozen=True):
    """13.2, segment D1: HQs, armored cars, motorcycle units and the Kommando each may look at one Grid around them."""

    tried: int = 0
    unit: int = -1
    """The unit that is about to look."""
    by: str = ""
    """The seat that picked it (32.0a)."""

    def _able(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return [u for u in g.scouts if not self.tried >> u & 1 and targets(g, p, u)]

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        if self.unit >= 0:
            return (self.by,)
        return seats_of(g, p, self._able(g, p))

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        if self.unit >= 0:
            return [*(g.grid_words["recon"][c] for c in targets(g, p, self.unit)), "pass"]
        words = g.unit_words["scout"]
        return [*(words[u] for u in commanded(g, p, side, self._able(g, p))), way_on(g, side, "done")]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        close(p)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            close(p)
        elif verb == "pass" and self.unit < 0:
            waive(g, p, side)
        elif verb == "scout":
            p.swap(GroundRecon(self.tried, g.by_id[noun], side))
        else:
            p.swap(GroundRecon(self.tried | 1 << self.unit))
            if verb == "recon":
                p.act((self.unit,))
                p.push(ReconDice(self.unit, (g.grid.bit[noun],)))

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if self.unit >= 0:
            return self._refuse_grid(g, p, verb, noun)
        if verb != "scout" or noun not in g.by_id:
            return None
        u = g.by_id[noun]
        name = g.units[u].name
        if not g.units[u].scout:
            return Refusal("13.2a", f"{name} cannot reconnoiter")
        if p.places[u] < 0:
            return Refusal("13.2b", f"{name} is not on the map")
        if self.tried >> u & 1:
            return Refusal("13.2b", f"{name} has had its look in this segment")
        if not targets(g, p, u):
            return Refusal("13.2b", f"no Grid around {name} has a marker face down")
        return Refusal("32.0a", f"{name} is not yours to command")

    def _refuse_grid(self, g: GhostDivision, p: GhostPosition, verb: str, noun: str) -> Refusal:
        name, cell = g.units[self.unit].name, g.grid.bit.get(noun, -1)
        if verb != "recon" or cell < 0:
            return Refusal("13.2b", f"{name} looks at a Grid first, or passes")
        if cell not in g.board.around[p.places[self.unit]]:
            return Refusal("13.2b", f"{noun} does not touch the Grid of {name}")
        return Refusal("13.2b", f"{noun} has no marker face down")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        if self.unit >= 0:
            return f"{g.units[self.unit].name} reconnoiters: choose a Grid around it, or pass.", "13.2b"
        return "Reconnoiter: choose a unit (it then can neither recover nor rally this turn), or be done.", "13.2b"
