"""What a seat sees: everything but the fronts of face-down markers and what lies in the boxes."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from meuse.engine.hexes import bits
from meuse.engine.looks import Looks
from meuse.games.ghost_division.box.components import ASIDE, BOX, ELIMINATED, PLACES
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.loc import Network, blocked, logistics, with_loc
from meuse.games.ghost_division.rules.movement import Moving, mobility
from meuse.games.ghost_division.rules.operations import leadership_left
from meuse.games.ghost_division.rules.victory import occupied, score
from meuse.games.ghost_division.rules.volley import Volley
from meuse.games.ghost_division.table.words.march import DATES

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

Table = dict[str, Any]

MARKS = ("acted", "moved", "crossed", "suppressed", "aces", "cut", "doubled")
marks_of = attrgetter(*MARKS)


def show(g: GhostDivision, p: GhostPosition) -> Table:
    """The table as JSON-able data."""
    looks = Looks(p.looks, g)
    view = {
        "turn": p.turn,
        "turns": g.last_turn,
        "date": f"{DATES[p.turn - 1]} 1940",
        "phase": p.phase,
        "op": p.op,
        "units": _units(g, p, looks),
        **_markers(g, p, looks),
        **looks.part("works", (p.blown, p.bridges, p.bridgeheads), _works, g, p),
        "occupied": looks.part("occupied", taken := occupied(g, p), g.grid.names_of, taken),
        "moving": _moving(g, p),
        "battle": _battle(g, p),
        "orders": _orders(g, p),
        "event": p.event,
        "commands": looks.part("commands", p.holders, _commands, g, p),
        "score": looks.part("score", (p.op, taken, blocked(p), g.standing(p), p.formation_at[:]), _score, g, p),
        "level": p.outcome.level if p.outcome else "",
    }
    p.looks = looks.now
    return view


def _units(g: GhostDivision, p: GhostPosition, looks: Looks) -> Table:
    """Every counter in play. A LOC can come and go without the unit's own doing (7.0)."""
    depots = logistics(g, p)
    network = looks.part("network", (depots, blocked(p), g.standing(p)), Network, g, p, depots)
    linked = looks.part("linked", (network, p.lifted, p.places[:]), with_loc, g, p, network)
    changed = looks.changed((p.places, p.hits), (linked, *marks_of(p)))
    if not looks.same("spent", p.spent):
        changed.update(g.hqs)
    return looks.pieces(g.ids, changed, lambda u: _piece(g, p, u, linked))


def _commands(g: GhostDivision, p: GhostPosition) -> dict[str, str]:
    return {part: g.sides[p.holders[i]] for i, part in enumerate(g.commands)}


def _score(g: GhostDivision, p: GhostPosition) -> dict[str, int]:
    return {g.sides[0]: int(score(g, p).total)}


def _piece(g: GhostDivision, p: GhostPosition, u: int, linked: int) -> Table | None:
    place = p.places[u]
    if place == ASIDE:
        return None
    piece: Table = {"hex": g.grid.names.get(place), "place": PLACES.get(place, "map"), "hits": p.hits[u]}
    if place >= 0 or PLACES.get(place) == "assembly":
        piece["move"] = mobility(g, p, u)
        if place >= 0:
            piece["loc"] = bool(linked >> u & 1)
    if g.is_hq[u]:
        piece["leadership_left"] = leadership_left(g, p, u)
    for name, marked in zip(MARKS, marks_of(p), strict=True):
        if marked >> u & 1:
            piece[name] = True
    return piece


def _markers(g: GhostDivision, p: GhostPosition, looks: Looks) -> Table:
    """The Allied markers on the map and in their boxes."""
    formations, fog = p.formation_at[:], p.fog_at[:]
    return {
        "formations": looks.part("formations", (formations, p.shown, p.called[:]), _formations, g, p),
        "fog": looks.part("fog", (fog, p.fog_shown, p.damage[:]), _fog, g, p),
        "boxes": looks.part("boxes", (formations, fog), _boxes, g, p),
    }


def _works(g: GhostDivision, p: GhostPosition) -> Table:
    """Bridges, and the markers left for them."""
    markers, names = g.charts.markers, g.board.side_names
    return {
        "blown": [names[s] for s in bits(p.blown)],
        "bridges": [names[s] for s in bits(p.bridges)],
        "bridgeheads": [names[s] for s in bits(p.bridgeheads)],
        "markers_left": {
            "bridges": markers.bridges - p.bridges.bit_count(),
            "bridgeheads": markers.bridgeheads - p.bridgeheads.bit_count(),
        },
    }


def _formations(g: GhostDivision, p: GhostPosition) -> list[Table]:
    """Formation markers on the map; what is face down is only a marker."""
    found = []
    for cell, markers in sorted(p.formations_in.items()):
        for f in markers:
            entry: Table = {"hex": g.grid.names[cell], "shown": bool(p.shown >> f & 1)}
            if entry["shown"]:
                entry["formation"] = g.formations[f].id
                entry["called"] = p.called[f]
            found.append(entry)
    return sorted(found, key=lambda entry: (entry["hex"], entry.get("formation", "")))


def _fog(g: GhostDivision, p: GhostPosition) -> list[Table]:
    found = []
    for cell, m in sorted(p.fog_in.items()):
        entry: Table = {"hex": g.grid.names[cell], "shown": bool(p.fog_shown >> m & 1)}
        if entry["shown"]:
            entry["kind"] = g.fog[m].kind
            entry["hits"] = p.damage[m]
        found.append(entry)
    return found


def _boxes(g: GhostDivision, p: GhostPosition) -> Table:
    """13.0a: counts of the boxes, and the Formations destroyed."""
    return {
        "formations": sum(at == BOX for at in p.formation_at),
        "fog": sum(at == BOX for at in p.fog_at),
        "eliminated": [g.formations[f].id for f, at in enumerate(p.formation_at) if at == ELIMINATED],
    }


def _moving(g: GhostDivision, p: GhostPosition) -> list[str]:
    """The units whose move is under way."""
    for frame in reversed(p.frames):
        if isinstance(frame, Moving):
            return [g.ids[u] for u in frame.units]
    return []


def _orders(g: GhostDivision, p: GhostPosition) -> list[str]:
    """OKW orders that are being obeyed this turn."""
    found = ["halt"] if p.halted else []
    return [*found, f"flanks {p.flank}"] if p.flank > 0 else found


def _battle(g: GhostDivision, p: GhostPosition) -> Table | None:
    """The battle or raid under way, as on the Combat Display (2.8i)."""
    b = p.battle
    if b is None:
        return None
    return {
        "grid": g.grid_name(b.cell),
        "kind": b.kind,
        "attacker": "german" if b.german_attack else "allied",
        "formations": [g.formations[f].id for f in b.formations],
        "fortification": b.fort >= 0,
        "round": b.round,
        "superior": {0: "german", 1: "allied"}.get(b.superior),
        "bonus": b.bonus,
        "foes": [{"id": g.allied[foe.counter].id, "kind": g.allied[foe.counter].kind, "hits": foe.hits,
                  "suppressed": foe.suppressed} for foe in p.foes],
        "sky": [g.allied[c].id for c in p.sky],
        "wing": [g.ids[u] for u in g.air_units if PLACES.get(p.places[u]) == "aloft"],
        "volley": _volley(p),
    }


def _volley(p: GhostPosition) -> Table | None:
    """The volley whose dice are being rolled."""
    frame = p.frames[-1] if p.frames else None
    if not isinstance(frame, Volley):
        return None
    return {"side": "german" if frame.german else "allied", "column": frame.column, "left": frame.left,
            "dice": list(frame.rolled)}
