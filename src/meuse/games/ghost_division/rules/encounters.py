"""13.3 Encounters: what happens the instant that German ground units enter a Grid with Allied markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import CHANCE
from meuse.engine.frames import Chance, Frame
from meuse.games.ghost_division.box.components import ASIDE, BOX, SCOUT_TYPES
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules import formations
from meuse.games.ghost_division.rules.intelligence import reveal_fog, reveal_formation
from meuse.games.ghost_division.rules.operations import gain

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


def enter(g: GhostDivision, p: GhostPosition, cell: int, units: tuple[int, ...]) -> None:
    """Units have entered a Grid: a Kommando there leaves, and markers are met."""
    relieve(g, p, cell, units)
    if (p.fog_cells | p.formation_cells) & g.one[cell]:
        p.push(Encounter(cell, units))


def relieve(g: GhostDivision, p: GhostPosition, cell: int, units: tuple[int, ...]) -> None:
    """34.2a: a Kommando leaves for good when other German ground units come to its Grid."""
    if p.places[g.niwi] == cell and g.niwi not in units:
        p.put(g, g.niwi, ASIDE)
        p.tell("kommando leaves", "34.2a", unit=g.ids[g.niwi], grid=g.grid_name(cell))


def tied_down(p: GhostPosition, cell: int) -> bool:
    """13.3c: units may not leave a Grid with an Allied Formation before a victory there."""
    return cell in p.formations_in


def sure_to_halt(g: GhostDivision, p: GhostPosition, cell: int) -> bool:
    """16.2: whether a move into this Grid is known to end there: woods, or markers turned up other than a Patrol."""
    if g.stops & g.one[cell]:
        return True
    m = p.fog_here(cell)
    works = m >= 0 and p.fog_shown >> m & 1 and g.fog[m].kind != "patrol"
    return bool(works) or any(p.shown >> f & 1 for f in p.formations_in.get(cell, ()))


class Encounter(Frame, frozen=True):
    """13.3a: the Fog of War marker first, then the Formation; whatever halts the movers is told to the move below."""

    cell: int
    units: tuple[int, ...]
    stage: int = 0
    halted: bool = False

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if self.stage == 0:
            p.swap(msgspec.structs.replace(self, stage=1, halted=g.strict_halt))
            meet_fog(g, p, self.cell, self.units)
        elif self.stage == 1:
            p.swap(msgspec.structs.replace(self, stage=2))
            meet_formations(g, p, self.cell)
        else:
            p.pop()
            if self.halted and p.frames:
                stop_movers(p)


def stop_movers(p: GhostPosition) -> None:
    """16.2a: the move under way, if this is one, is over."""
    if getattr(p.frames[-1], "halted", None) is False:
        p.swap(msgspec.structs.replace(p.frames[-1], halted=True))


def meet_fog(g: GhostDivision, p: GhostPosition, cell: int, units: tuple[int, ...]) -> None:
    """13.3d: the Fog of War marker chart."""
    m = p.fog_here(cell)
    if m < 0:
        return
    reveal_fog(g, p, m, "13.3a")
    kind, grid = g.fog[m].kind, g.grid_name(cell)
    if kind == "false-info":
        clear_fog(g, p, m)
    elif kind == "patrol":
        p.push(Patrol(m, any(g.is_hq[u] or g.units[u].entry.type in SCOUT_TYPES for u in units)))
    elif kind == "installation":
        stop_movers(p)
        gain(g, p, g.charts.operations.installation, "13.3d", "installation")
        clear_fog(g, p, m)
    elif kind == "meeting":
        stop_movers(p)
        clear_fog(g, p, m)
        p.push(Meeting(cell))
    else:
        p.tell("halted", "13.3d", grid=grid, kind=kind)
        stop_movers(p)


def clear_fog(g: GhostDivision, p: GhostPosition, m: int) -> None:
    """2.8g: a cleared marker goes back to the Fog of War box."""
    grid = g.grid_name(p.fog_at[m])
    p.put_fog(g, m, BOX)
    p.tell("fog cleared", "2.8g", grid=grid, kind=g.fog[m].kind)


def meet_formations(g: GhostDivision, p: GhostPosition, cell: int) -> None:
    """13.3c: a real Formation halts everybody, and its dice are rolled at the moment of contact (17.2b)."""
    for f in p.formations_in.get(cell, ()):
        if reveal_formation(g, p, f, "13.3a"):
            stop_movers(p)
            if not p.called[f]:
                formations.call(g, p, f)


class Patrol(Chance, frozen=True):
    """2.7c, 13.3d: small parties halt the movers on a low die; scouts and staffs brush them aside more easily."""

    marker: int
    scouts: bool

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        die, chart = int(noun), g.charts.fog
        net = die + (chart.patrol_scouts if self.scouts else 0)
        halts = net <= chart.patrol_halts
        p.pop()
        p.tell("patrol", "13.3d", grid=g.grid_name(p.fog_at[self.marker]), die=die, net=net, halts=halts)
        clear_fog(g, p, self.marker)
        if halts:
            stop_movers(p)

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "A patrol: the die decides whether it halts the move.", "13.3d"


class Meeting(Frame, frozen=True):
    """2.7f, 13.3d: a Meeting Engagement brings an unexpected Formation from the box, unless one is there already."""

    cell: int

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,) if self._kinds(g, p) else ()

    def _kinds(self, g: GhostDivision, p: GhostPosition) -> dict[str, int]:
        """Markers in the box by kind; Belgians do not fight in France (8.2c)."""
        found: dict[str, int] = {}
        if p.formation_cells & g.one[self.cell]:
            return found
        belgium = bool(g.board.belgium & g.one[self.cell])
        for f, at in enumerate(p.formation_at):
            if at == BOX and (belgium or g.formations[f].nation != "belgian"):
                found[g.formations[f].kind] = found.get(g.formations[f].kind, 0) + 1
        return found

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[str, int]]:
        return sorted((f"draw {kind}", n) for kind, n in self._kinds(g, p).items())

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        f = next(f.index for f in g.formations if f.kind == noun and p.formation_at[f.index] == BOX)
        p.pop()
        p.put_formation(g, f, self.cell)
        p.tell("meeting engagement", "13.3d", grid=g.grid_name(self.cell), formation=g.formations[f].kind)
        p.shown |= 1 << f

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        p.tell("nobody met", "13.3d", grid=g.grid_name(self.cell))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "A Meeting Engagement: a Formation is drawn.", "13.3d"
