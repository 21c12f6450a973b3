"""Events as sentences for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Event
from meuse.games.mansteins_war.table.words import air, battle

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Data = dict[str, Any]
COUNTRIES = {"france": "France", "belgium": "Belgium", "netherlands": "The Netherlands"}
MORALE = ("a place long fought for is entered", "a city lies in ruins", "Allied troops stand in a German city",
          "the bombers are beaten off")


def sentence(g: MansteinsWar, event: Event) -> str:
    """One line of the log."""
    return SENTENCES[event.what](g, event.data)


def _units(g: MansteinsWar, ids: list[str]) -> str:
    return ", ".join(g.name_of(id) for id in ids) or "nobody"


def _marker(g: MansteinsWar, id: str) -> str:
    return g.markers[g.marker_by_id[id]].entry.name


def _hex(g: MansteinsWar, name: str) -> str:
    return g.board.label(g.grid.bit[name]) if name in g.grid.bit else "off the map"


def _air(g: MansteinsWar, id: str) -> str:
    return g.air[g.air_by_id[id]].entry.name


def _piece(g: MansteinsWar, id: str) -> str:
    return _air(g, id) if id in g.air_by_id else g.name_of(id)


def _loaded(g: MansteinsWar, d: Data) -> str:
    return f"{_marker(g, d['marker'])} is loaded" if d["marker"] in g.marker_by_id else "No special marker is loaded"


def _over(g: MansteinsWar, d: Data) -> str:
    points = d["points"]
    who = "A draw" if d["winner"] is None else f"{d['winner'].capitalize()} {d['level']} victory"
    return f"The game is over: {who}, {points['german']} points to {points['allied']}"


SENTENCES: dict[str, Callable[[MansteinsWar, Data], str]] = {
    "plan kept": lambda g, d: f"{_marker(g, d['marker'])} is kept",
    "placed": lambda g, d: f"{g.name_of(d['unit'])} is set up in {_hex(g, d['hex'])}",
    "deployed": lambda g, d: f"The {d['side']} side has set up",
    "historical deployment": lambda g, d: f"The {d['side']} side sets up as in history",
    "turn": lambda g, d: f"Week {d['turn']}: the {d['initiative']} side has the initiative",
    "loaded": _loaded,
    "evac forgone": lambda g, d: "Evac was not loaded in its week and is lost",
    "bins loaded": lambda g, d: "Both bins are loaded",
    "marker": lambda g, d: f"The {d['side']} side plays {_marker(g, d['marker'])}",
    "activated": lambda g, d: f"Activated: {', '.join(d['commands'])}",
    "corps activated": lambda g, d: f"Activated: {_units(g, d['units'])}",
    "marker gone": lambda g, d: f"{_marker(g, d['marker'])} leaves the game",
    "step": lambda g, d: f"{g.name_of(d['unit'])} moves to {_hex(g, d['hex'])}",
    "ride": lambda g, d: f"{g.name_of(d['unit'])} goes by rail from {_hex(g, d['start'])} to {_hex(g, d['hex'])}",
    "port": lambda g, d: f"{g.name_of(d['unit'])} is supplied through a Channel port",
    "overstacked": lambda g, d: f"{g.name_of(d['unit'])} is too much for {_hex(g, d['hex'])}",
    "reduced": lambda g, d: f"{g.name_of(d['unit'])} loses a step",
    "eliminated": lambda g, d: f"{g.name_of(d['unit'])} is eliminated",
    "fort destroyed": lambda g, d: f"The works of {_hex(g, d['hex'])} are destroyed",
    "capitulation": lambda g, d: f"{COUNTRIES[d['country']]} capitulates",
    "extended": lambda g, d: f"The game goes on to week {d['last']}",
    "air arrives": lambda g, d: f"{_air(g, d['air'])} arrives",
    "refit points": lambda g, d: f"{d['nation'].capitalize()} refit points: {d['granted']} granted, {d['points']} held",
    "no refit points": lambda g, d: f"No {d['nation']} refit points without {d['place']}",
    "refitted": lambda g, d: f"{g.name_of(d['unit'])} regains a step",
    "rebuilt": lambda g, d: f"{g.name_of(d['unit'])} is rebuilt",
    "air refitted": lambda g, d: f"{_air(g, d['air'])} is restored",
    "reinforcement": lambda g, d: f"{g.name_of(d['unit'])} arrives in {_hex(g, d['hex'])}",
    "schedule": lambda g, d: f"{_piece(g, d['unit'])} comes in week {d['turn']}",
    "evacuated": lambda g, d: f"{g.name_of(d['unit'])} is evacuated from {_hex(g, d['hex'])}",
    "morale victory": lambda g, d: f"Morale Victory of the {d['side']} side: {MORALE[d['event']]}",
    "morale marker": lambda g, d: f"The {d['side']} side adds its Morale marker",
    "open city": lambda g, d: f"{_hex(g, d['hex'])} is declared an open city",
    "impulse over": lambda g, d: f"The impulse of the {d['side']} side is over",
    "return": lambda g, d: "Air units and ships return",
    "game over": _over,
    **air.SENTENCES,
    **battle.SENTENCES,
}
