"""What a seat sees: the map is open to all; bins, plans and the turn track only to their owner (6.0f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import NATIONS, SIDES
from meuse.games.mansteins_war.position import ABSENT, DUE, PLACES, MansteinPosition
from meuse.games.mansteins_war.rules.sequence import segment
from meuse.games.mansteins_war.rules.victory import score

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def show(g: MansteinsWar, p: MansteinPosition, seat: int) -> dict[str, Any]:
    """The table as JSON-able data; `seat` is a side, or -1 for a spectator."""
    german, allied = score(g, p)
    return {
        "turn": p.turn, "phase": p.phase, "segment": segment(p), "initiative": SIDES[p.initiative],
        "operating": SIDES[p.operating] if p.operating >= 0 else None,
        "marker": g.markers[p.marker].id if p.marker >= 0 else None,
        "commands": list(p.commands),
        "played": [g.markers[m].id for m in bits(p.played)],
        "bins": {name: _markers(g, p.bins[s]) if s == seat else None for s, name in enumerate(SIDES)},
        "plans": {name: _plan(g, p, s, seat) for s, name in enumerate(SIDES)},
        "units": {c.id: _unit(g, p, c.index, seat) for c in g.counters if p.at[c.index] != ABSENT},
        "air": {a.id: {"at": _place(g, p.air_at[a.index]), "steps": p.air_steps[a.index]} for a in g.air},
        "forces": {f.id: _place(g, p.forces_at[f.index]) for f in g.forces},
        "naval": PLACES[p.naval],
        "control": g.grid.names_of(p.control & g.board.land),
        "destroyed": g.grid.names_of(p.destroyed), "bombed": g.grid.names_of(p.bombed),
        "open_cities": g.grid.names_of(p.open_cities),
        "refit": dict(zip(NATIONS, p.rp, strict=True)),
        "capitulated": [NATIONS[n] for n in bits(p.capitulated)],
        "score": {"german": german, "allied": allied},
    }


def _markers(g: MansteinsWar, markers: int) -> list[str]:
    return [g.markers[m].id for m in bits(markers)]


def _place(g: MansteinsWar, place: int) -> str:
    return PLACES.get(place) or g.hex_name(place)


def _plan(g: MansteinsWar, p: MansteinPosition, side: int, seat: int) -> str | None:
    """21.1i: the plan kept, to its owner, and to all once it has been played."""
    plan = p.plans[side]
    return g.markers[plan].id if plan >= 0 and (side == seat or p.gone >> plan & 1) else None


def _unit(g: MansteinsWar, p: MansteinPosition, u: int, seat: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"at": _place(g, p.at[u]), "steps": p.steps[u]}
    if p.at[u] == DUE and (g.side[u] == seat or not g.on("variable-reinforcements")):
        shown["due"] = p.due[u]
    for mark in ("acting", "moved", "attacked"):
        if getattr(p, mark) >> u & 1:
            shown[mark] = True
    return shown
