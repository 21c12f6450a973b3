"""6.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.games.mansteins_war.box.components import GERMAN, SIDES
from meuse.games.mansteins_war.position import MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def refuse_stack(g: MansteinsWar, p: MansteinPosition, units: Sequence[int], hex: int) -> Refusal | None:
    """6.0d, 6.1a, 6.2a, 6.3: what these units of one side may not do together in a hex at the end of a segment."""
    if len(units) < 2:
        return None
    kinds = [g.stacks_as[u] for u in units]
    armies, corps, supply, static = (kinds.count(kind) for kind in ("army", "corps", "logistics", "static"))
    side = g.side[units[0]]
    limit = g.charts.stacking[SIDES[side]]
    rule = "6.1a" if side == GERMAN else "6.2a"
    if supply > 1 or static > 1:
        return Refusal(rule, f"{g.hex_name(hex)} holds one logistics unit and one static unit at most")
    if g.board.rough >> hex & 1:
        room = limit.rough_after_manstein if p.manstein else limit.rough
        besides = supply + static if g.options["rough-stacking"] == "one-unit" else 0
        if armies + corps + besides > room:
            return Refusal("6.3a", f"{g.hex_name(hex)} is rough and holds {room} corps at most")
    elif armies > 1 or corps > (limit.with_army if armies else limit.corps):
        return Refusal(rule, f"{g.hex_name(hex)} holds an army and a corps or {limit.corps} corps")
    nations = {g.nation[u] for u in units}
    if len(nations) > 1 and not may_mix(g, nations):
        return Refusal("6.0d", "Allied units of different nations do not end a phase together")
    return None


def may_mix(g: MansteinsWar, nations: set[str]) -> bool:
    """28.2f: under the alliance French or British stand with Belgians."""
    return g.on("alliance") and "belgian" in nations and len(nations) == 2 and "dutch" not in nations


def room(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> bool:
    """Whether a unit may end a segment in a hex, with those of its side that stand there."""
    there = p.stacks.get(hex)
    return not there or there == (u,) or refuse_room(g, p, u, hex) is None


def refuse_room(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> Refusal | None:
    there = [v for v in p.units_in(hex) if v != u and g.side[v] == g.side[u]]
    return refuse_stack(g, p, (*there, u), hex)
