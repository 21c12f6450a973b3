"""6.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.games.mansteins_war.box.components import GERMAN, SIDES
from meuse.games.mansteins_war.position import MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


KINDS = ("army", "corps", "logistics", "static")
"""6.1a: what a unit counts as in a stack. The load of a hex counts each kind in BITS bits of a number."""
BITS = 6


def load_of(kind: str) -> int:
    """What a unit of that kind adds to the load of a hex."""
    return 1 << BITS * KINDS.index(kind)


def fits(g: MansteinsWar, p: MansteinPosition, units: Sequence[int], hex: int) -> bool:
    """Whether these units of one side may end a segment together in a hex (6.0d, 6.1a, 6.2a, 6.3)."""
    load = nations = 0
    for u in units:
        load += g.bulk[u]
        nations |= g.nation_of[u]
    key = load, g.side[units[0]], g.board.rough >> hex & 1, p.manstein > 0
    room = g.loads.get(key)
    if room is None:
        room = g.loads[key] = refuse_load(g, p, key[1], load, hex) is None
    return room and (not nations & nations - 1 or may_mix(g, nations))


def refuse_stack(g: MansteinsWar, p: MansteinPosition, units: Sequence[int], hex: int) -> Refusal | None:
    """What these units of one side may not do together in a hex at the end of a segment."""
    if fits(g, p, units, hex):
        return None
    crowded = refuse_load(g, p, g.side[units[0]], sum(g.bulk[u] for u in units), hex)
    return crowded or Refusal("6.0d", "Allied units of different nations do not end a phase together")


def refuse_load(g: MansteinsWar, p: MansteinPosition, side: int, load: int, hex: int) -> Refusal | None:
    """6.1a, 6.2a, 6.3: what is too much in a hex, whatever nations it is of."""
    armies, corps, supply, static = (load >> BITS * n & (1 << BITS) - 1 for n in range(len(KINDS)))
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
    return None


def may_mix(g: MansteinsWar, nations: int) -> bool:
    """28.2f: under the alliance French or British stand with Belgians."""
    belgian, dutch = g.nation_bit["belgian"], g.nation_bit["dutch"]
    return g.on("alliance") and bool(nations & belgian) and nations.bit_count() == 2 and not nations & dutch


def room(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> bool:
    """Whether a unit may end a segment in a hex, with those of its side that stand there."""
    return fits(g, p, with_friends(g, p, u, hex), hex)


def with_friends(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> list[int]:
    """The unit and those of its side in a hex."""
    return [*(v for v in p.units_in(hex) if v != u and g.side[v] == g.side[u]), u]


def refuse_room(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> Refusal | None:
    return refuse_stack(g, p, with_friends(g, p, u, hex), hex)
