"""What a table shows of Blitzkrieg in the West and never changes: hexes, counters, cards, boxes, charts, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.sheet import head, place, river_sides
from meuse.games.blitzkrieg.box.components import COUNTRIES, Airstrike, Card, Counter, Ship
from meuse.games.blitzkrieg.rules.shock import side_of
from meuse.games.blitzkrieg.table.charts import charts
from meuse.games.blitzkrieg.table.picture import HEX, bounds
from meuse.maps.drawing import viewbox

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Table = dict[str, Any]

OVERLAYS = {
    "supply": ("Supply", True), "command": ("Command radius", True), "zoc": ("Zones of control", True),
    "rail": ("Railways", True), "air": ("Air range", True), "victory": ("Victory hexes", True),
}
"""By name the title of what can be laid over the map, and whether there is one for each side."""

SYMBOLS = {
    "headquarters": "headquarters", "mechanised headquarters": "mechanised headquarters", "armour": "armor",
    "armoured infantry": "armored infantry", "armoured cavalry": "armored recon", "motorised": "motorized",
    "assault gun": "self-propelled gun", "anti-tank gun": "anti-tank", "second-line infantry": "infantry",
    "airlanding": "airborne", "special operations infantry": "special", "special operations airborne": "special",
    "fortress garrison": "fortification", "fortress assault": "pionier", "air base": "air base",
    "deception": "deception",
}
"""Types of units that are drawn by another word's symbol."""
SIZES = {"army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III", "battalion": "II"}

BANDS = {
    "german": "black", "french": "blue", "british": "red", "belgian": "yellow", "dutch": "orange", "polish": "white",
    "czech": "white", "american": "green",
}
"""The colour of the band on a nation's counters."""


def sheet(g: Blitzkrieg) -> Table:
    """See docs/protocol.md. Places are in the units of the map's picture."""
    return {
        **head(g),
        "grid": g.board.file.grid.kind,
        "hex": HEX,
        "viewbox": viewbox(bounds(g.board)),
        "hexes": _hexes(g),
        "sides_of_hexes": river_sides(g.board, HEX),
        "counters": counters_of(g),
        "cards": {c.id: _card(c) for c in g.cards},
        "allowance": dict(g.charts.campaign.allowance),
        "countries": [_country(g, n) for n in range(len(COUNTRIES))],
        "boxes": [{"box": box, "title": m.title, "active": m.active, "card": m.card}
                  for box, m in g.charts.missions.items()],
        "charts": charts(g),
        "overlays": [{"what": what, "title": title, "sides": sides} for what, (title, sides) in OVERLAYS.items()],
        "turns": [{"turn": n, "title": day} for n, day in enumerate(g.charts.campaign.turns[: g.terms.last_turn], 1)],
        "reinforcements": _reinforcements(g),
    }


def _hexes(g: Blitzkrieg) -> Table:
    found: Table = {}
    for cell in g.grid.cells:
        x, y = g.grid.centre(cell)
        entry: Table = {"x": round(HEX * x, 1), "y": round(HEX * y, 1), "terrain": g.board.terrain[cell],
                        **place(g.board.names, cell)}
        if g.board.country[cell] != "none":
            entry["country"] = g.board.country[cell]
        town, fort = g.board.place_at.get(cell), g.board.fort_at.get(cell)
        if town:
            entry["place"] = town.class_
            entry |= {key: value for key, value in (("supply", town.supply), ("port", town.port)) if value}
        if fort:
            entry["fort"] = fort.line
        found[g.grid.names[cell]] = entry
    return found


# --- pieces ------------------------------------------------------------------------------------------------------


def counters_of(g: Blitzkrieg) -> Table:
    """Everything that may lie on the map or in a display: land units, airstrikes, ships."""
    found = {c.id: _counter(c) for c in g.counters}
    found |= {a.id: _airstrike(a) for a in g.airstrikes}
    return found | {ship.id: _ship(ship) for ship in g.ships}


def _counter(c: Counter) -> Table:
    e = c.entry
    plain: Table = {
        "name": c.name, "designation": e.name, "title": e.title, "side": e.side, "nation": e.nation, "kind": "land",
        "colour": BANDS[e.nation], "type": SYMBOLS.get(e.type, e.type), "arm": e.type, "size": SIZES[e.size],
        "mech": c.mech, "hq": c.hq, "steps": 1 if c.deception else 2, "points": c.points, "history": e.title,
        "ratings": _printed(c, 0),
    }
    if not c.deception:
        plain["reduced"] = _printed(c, 1)
    for key, value in (("leader", e.leader), ("turn", e.turn), ("card", e.card), ("reserve", e.reserve)):
        if value:
            plain[key] = value
    return plain


def _printed(c: Counter, tired: int) -> Table:
    """The numbers on one side of a counter."""
    found: Table = {"defense": c.defence[tired], "move": c.move[tired]}
    if c.deception:
        return {"move": c.move[tired]}
    if c.hq:
        return {"support": c.support[tired], **found, "range": c.radius[tired]}
    if c.air_base:
        return {"command": c.command[tired], **found}
    return {"attack": c.attack[tired], **found}


def _airstrike(a: Airstrike) -> Table:
    e = a.entry
    plain: Table = {
        "name": e.name, "designation": e.name, "title": e.title, "side": e.side, "nation": e.nation, "kind": "air",
        "type": e.type, "steps": 2, "fights": e.fights, "close_support": e.close_support, "missions": list(a.missions),
        "ratings": {"air": a.air[0], "bombardment": a.bombardment[0], "range": a.range},
        "reduced": {"air": a.air[1], "bombardment": a.bombardment[1], "range": a.range}, "history": e.title,
    }
    return plain | ({"card": a.card} if a.card else {}) | ({"turn": a.turn} if a.turn else {})


def _ship(ship: Ship) -> Table:
    e = ship.entry
    return {"name": e.name, "designation": e.name, "title": e.name, "side": "allied", "nation": e.nation,
            "kind": "naval", "type": e.kind, "steps": 1, "ratings": {}}


# --- cards, countries, calendar ----------------------------------------------------------------------------------


def _card(card: Card) -> Table:
    """6.0 An Operational Card as it is printed."""
    e = card.entry
    found: Table = {
        "name": e.name, "side": e.side, "cost": e.cost, "text": e.text, "plays": list(e.plays), "plan": e.plan,
        "free": e.free, "historical": e.historical, "lasts": e.lasts, "turns": list(e.turns) if e.turns else None,
        "excludes": list(e.excludes), "needs": list(e.needs),
        "impulses": [{"slot": i.slot, "class": i.class_, "nations": list(i.nations), "regions": list(i.regions),
                      "attack": i.attack} for i in e.impulses],
        "rule": e.source.split(",")[0],
    }
    if e.condition:
        found["condition"] = {"turns": list(e.condition.turns), "points": e.condition.points}
    return msgspec.to_builtins(found)  # type: ignore[no-any-return]


def _country(g: Blitzkrieg, n: int) -> Table:
    """A country with a Shock index (7.2)."""
    country = COUNTRIES[n]
    return {"country": country, "side": g.sides[side_of(country)], "threshold": g.thresholds[country],
            "most": g.charts.limits.index}


def _reinforcements(g: Blitzkrieg) -> list[Table]:
    """10.0a: who comes when, as printed; what a card brings is not."""
    found: dict[tuple[int, str], list[str]] = {}
    for c in g.counters:
        if c.entry.turn > 1 and not c.entry.card:
            found.setdefault((c.entry.turn, g.sides[c.side]), []).append(c.id)
    for a in g.airstrikes:
        if a.turn > 1:
            found.setdefault((a.turn, g.sides[a.side]), []).append(a.id)
    return [{"turn": turn, "side": side, "entry": "", "units": ids} for (turn, side), ids in sorted(found.items())]
