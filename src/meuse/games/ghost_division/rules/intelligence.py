"""13.0 Limited intelligence: turning Allied markers face up (13.3, 17.1, 17.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Event
from meuse.games.ghost_division.box.components import BOX, GONE
from meuse.games.ghost_division.position import GhostPosition

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


def reveal_fog(g: GhostDivision, p: GhostPosition, m: int, rule: str) -> None:
    """Turn a Fog of War marker up where it lies; nothing happens if it is up already."""
    if p.fog_shown >> m & 1:
        return
    data = {"grid": g.grid_name(p.fog_at[m]), "kind": g.fog[m].kind}
    p.show_fog(g, _first_works(g, p, m) if m in g.fort_counter else m)
    p.news.append(Event("fog revealed", rule, data, reveals=True))


def _first_works(g: GhostDivision, p: GhostPosition, m: int) -> int:
    """13.0a: a Fortification takes the lowest number not seen yet, which tells nothing of those still hidden."""
    first = next(n for n in g.fort_counter if p.fog_at[n] != GONE and not p.fog_shown >> n & 1)
    if first != m:
        here, there = p.fog_at[m], p.fog_at[first]
        p.put_fog(g, m, BOX)
        p.put_fog(g, first, here)
        p.put_fog(g, m, there)
        p.damage[m], p.damage[first] = p.damage[first], p.damage[m]
    return first


def reveal_formation(g: GhostDivision, p: GhostPosition, f: int, rule: str) -> bool:
    """Turn a Formation marker up; True if a real Formation lies there, False if it was a Dummy, now gone (17.2a)."""
    marker, grid = g.formations[f], g.grid_name(p.formation_at[f])
    if not p.shown >> f & 1:
        data = {"grid": grid, "formation": marker.kind}
        p.shown |= 1 << f
        p.news.append(Event("formation revealed", rule, data, reveals=True))
    if marker.dummy:
        p.put_formation(g, f, GONE)
        p.tell("dummy removed", "17.2a", grid=grid)
        return False
    return True


def reveal_by_sight(g: GhostDivision, p: GhostPosition, cell: int, rule: str, formations: bool = True) -> None:
    """13.3e: recon and air attacks turn markers up without their entry effects; False Info leaves at once."""
    m = p.fog_here(cell)
    if m >= 0:
        reveal_fog(g, p, m, rule)
        if g.fog[m].kind == "false-info":
            p.put_fog(g, m, BOX)
            p.tell("fog cleared", "13.3e", grid=g.grid_name(cell), kind="false-info")
    if formations:
        for f in p.formations_in.get(cell, ()):
            reveal_formation(g, p, f, rule)


def hidden_in(p: GhostPosition, cell: int) -> bool:
    """Whether a Grid holds a marker that is face down."""
    return fog_hidden_in(p, cell) or any(not p.shown >> f & 1 for f in p.formations_in.get(cell, ()))


def fog_hidden_in(p: GhostPosition, cell: int) -> bool:
    m = p.fog_here(cell)
    return m >= 0 and not p.fog_shown >> m & 1
