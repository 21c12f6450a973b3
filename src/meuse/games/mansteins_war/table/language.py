"""What happens, in words: a sentence for every event, the headings of the log, and which events are one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from meuse.engine.contract import Event
from meuse.engine.narration import Joins, Line, count, listed, luck, verb
from meuse.engine.verbs import Noun
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.rules.odds import chances
from meuse.games.mansteins_war.rules.sequence import date
from meuse.games.mansteins_war.table.words import air, battle
from meuse.games.mansteins_war.table.words.names import (
    air_name,
    command_name,
    hex_words,
    marker_name,
    piece_name,
    unit_names,
)

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Data = dict[str, Any]
COUNTRIES = {"france": "France", "belgium": "Belgium", "netherlands": "The Netherlands"}
MORALE = ("a place long fought for is entered", "a city lies in ruins", "Allied troops stand in a German city",
          "the bombers are beaten off")

FIGHT = 3
"""The level of the heading that a fight is told under."""

TOLD: dict[str, Noun] = {
    "unit": "unit", "units": "unit", "air": "unit", "attacker": "unit", "defender": "unit", "forces": "unit",
    "hex": "hex", "start": "hex", "hexside": "side",
}
"""What the fields of events name."""

FIGHTS = {"air fight": "Air battle", "bombing": "Bombing"}

LEVELS = {
    "turn": 1, "marker": 2, "attack": 3, "counterattack": 3, "air fight": 3, "bombing": 3,
    "return": -1, "extended": -1, "game over": -1,
    **dict.fromkeys(("impulse over", "bridgehead gone", "open city", "step", "ride", "airlift", "overstacked"), -2),
    **dict.fromkeys(("flight", "air recalled", "air stays", "evacuated", "capitulation"), -2),
}
"""The headings that events make: weeks; impulses; fights. With a minus: they end the headings below."""

TONES = {
    "combat": "fight", "air fight": "fight", "bombing": "fight", "mission": "fight",
    "reduced": "loss", "eliminated": "loss", "air reduced": "loss", "air eliminated": "loss", "city bombed": "loss",
    "forces spent": "quiet", "impulse over": "quiet", "return": "quiet", "bins loaded": "quiet", "turn": "quiet",
    "no effect": "quiet",
}
"""Of events that are not told in the colour of their side."""


def sentence(g: MansteinsWar, event: Event) -> str:
    return SENTENCES[event.what](g, event.data)


def line(g: MansteinsWar, event: Event) -> Line:
    """The event as it stands in the log; beneath the die of a combat, the chance of every result that it could have."""
    level, d = LEVELS.get(event.what, 0), event.data
    made = Line(sentence(g, event), level, _side(g, d), TONES.get(event.what, ""))
    if event.what == "combat":
        found = list(chances(g, d["mobile"], g.crt.columns.index(d["column"])).items())
        return replace(made, note=_chances(found), luck=luck(found, d["result"]))
    if level == FIGHT:
        return replace(made, title=g.board.names.battle(g.grid.bit[d["hex"]], FIGHTS.get(event.what, "Battle")))
    return made


def _side(g: MansteinsWar, d: Data) -> str:
    """Whose doing it is."""
    if d.get("side") in SIDES:
        return str(d["side"])
    if "nation" in d:
        return SIDES[d["nation"] != "german"]
    if d.get("marker") in g.marker_by_id:
        return SIDES[g.markers[g.marker_by_id[d["marker"]]].side]
    ids = [d[key] for key in ("unit", "air", "forces") if key in d] or d.get("units", ())
    return SIDES[g.side_of(ids[0])] if ids else ""


def _chances(found: Sequence[tuple[str, int]]) -> str:
    return "Chances: " + "  ".join(f"{result} {ways / 6:.0%}" for result, ways in found)


# --- sentences ---------------------------------------------------------------------------------------------------


def _loaded(g: MansteinsWar, d: Data) -> str:
    names = [marker_name(g, id) for id in d["markers"]]
    return f"Loaded: {listed(names)}" if names else "No special marker is loaded"


def _over(g: MansteinsWar, d: Data) -> str:
    points = d["points"]
    who = "A draw" if d["winner"] is None else f"{d['winner'].capitalize()} {d['level']} victory"
    return f"The game is over: {who}, {count(points['german'], 'point')} to {points['allied']}"


def _activated(g: MansteinsWar, d: Data) -> str:
    return f"Activated: {', '.join(command_name(g, name) for name in d['commands']) or 'air units alone'}"


SENTENCES: dict[str, Callable[[MansteinsWar, Data], str]] = {
    "plan kept": lambda g, d: f"{marker_name(g, d['marker'])} is kept",
    "placed": lambda g, d: f"{g.name_of(d['unit'])} is set up in {hex_words(g, d['hex'])}",
    "deployed": lambda g, d: f"The {d['side'].capitalize()} side has set up",
    "historical deployment": lambda g, d: f"The {d['side'].capitalize()} side sets up as in history",
    "turn": lambda g, d: (f"Week {d['turn']}, {date(d['turn'])}: the {d['initiative'].capitalize()} side "
                          "has the initiative"),
    "loaded": _loaded,
    "evac forgone": lambda g, d: "Evac was not loaded in its week and is lost",
    "bins loaded": lambda g, d: "Both bins are loaded",
    "marker": lambda g, d: f"The {d['side'].capitalize()} side plays {marker_name(g, d['marker'])}",
    "activated": _activated,
    "corps activated": lambda g, d: f"Activated: {unit_names(g, d['units'])}",
    "marker gone": lambda g, d: f"{marker_name(g, d['marker'])} leaves the game",
    "step": lambda g, d: f"{g.name_of(d['unit'])} moves to {hex_words(g, d['hex'])}",
    "ride": lambda g, d: (f"{g.name_of(d['unit'])} goes by rail from {hex_words(g, d['start'])} "
                          f"to {hex_words(g, d['hex'])}"),
    "port": lambda g, d: f"{g.name_of(d['unit'])} is supplied through a Channel port",
    "overstacked": lambda g, d: f"{g.name_of(d['unit'])} is too much for {hex_words(g, d['hex'])}",
    "reduced": lambda g, d: f"{g.name_of(d['unit'])} loses a step",
    "eliminated": lambda g, d: f"{g.name_of(d['unit'])} is eliminated",
    "fort destroyed": lambda g, d: f"The works of {hex_words(g, d['hex'])} are destroyed",
    "capitulation": lambda g, d: f"{COUNTRIES[d['country']]} capitulates",
    "extended": lambda g, d: f"The game goes on to week {d['last']}",
    "air arrives": lambda g, d: f"{air_name(g, d['air'])} arrives",
    "refit points": lambda g, d: f"{d['nation'].capitalize()} refit points: {d['granted']} granted, {d['points']} held",
    "no refit points": lambda g, d: f"No {d['nation'].capitalize()} refit points without {d['place']}",
    "refitted": lambda g, d: f"{g.name_of(d['unit'])} regains a step",
    "rebuilt": lambda g, d: f"{g.name_of(d['unit'])} is rebuilt",
    "air refitted": lambda g, d: f"{air_name(g, d['air'])} is restored",
    "reinforcement": lambda g, d: f"{g.name_of(d['unit'])} arrives in {hex_words(g, d['hex'])}",
    "schedule": lambda g, d: f"{piece_name(g, d['unit'])} comes in week {d['turn']}",
    "evacuated": lambda g, d: f"{g.name_of(d['unit'])} is evacuated from {hex_words(g, d['hex'])}",
    "morale victory": lambda g, d: f"Morale Victory of the {d['side'].capitalize()} side: {MORALE[d['event']]}",
    "morale marker": lambda g, d: f"The {d['side'].capitalize()} side adds its Morale marker",
    "open city": lambda g, d: f"{hex_words(g, d['hex'])} is declared an open city",
    "impulse over": lambda g, d: f"The impulse of the {d['side'].capitalize()} side is over",
    "return": lambda g, d: "Air units and ships return",
    "game over": _over,
    **air.SENTENCES,
    **battle.SENTENCES,
}


# --- several events in one line ----------------------------------------------------------------------------------


def _move(g: MansteinsWar, steps: list[Data]) -> str:
    return (f"{g.name_of(steps[0]['unit'])} moves to {hex_words(g, steps[-1]['hex'])} from "
            f"{hex_words(g, steps[0]['start'])} ({count(len(steps), 'hex')})")


def _going(goes: str) -> Callable[[MansteinsWar, list[Data]], str]:
    """Steps of one unit, told by where they end."""
    return lambda g, steps: f"{g.name_of(steps[0]['unit'])} {goes} {hex_words(g, steps[-1]['hex'])}"


def _arrivals(g: MansteinsWar, told: list[Data]) -> str:
    weeks: dict[int, list[str]] = {}
    for d in told:
        weeks.setdefault(d["turn"], []).append(piece_name(g, d["unit"]))
    return "; ".join(f"Week {week}: {', '.join(names)}" for week, names in sorted(weeks.items()))


def _granted(g: MansteinsWar, told: list[Data]) -> str:
    parts = [f"{d['nation'].capitalize()} {d['granted']} ({d['points']} held)" for d in told]
    return f"Refit points granted: {', '.join(parts)}"


def _markers_gone(g: MansteinsWar, told: list[Data]) -> str:
    return f"{listed([marker_name(g, d['marker']) for d in told])} {verb(told, 'leaves', 'leave')} the game"


def _same(key: str) -> Callable[[Data, Data], bool]:
    return lambda before, d: bool(before[key] == d[key])


def _always(before: Data, d: Data) -> bool:
    return True


JOINED: Joins = {
    "step": (lambda before, d: before["unit"] == d["unit"] and before["hex"] == d["start"], _move),
    "retreat": (_same("unit"), _going("retreats to")),
    "pursuit": (_same("unit"), _going("pursues to")),
    "schedule": (_always, _arrivals),
    "refit points": (_always, _granted),
    "marker gone": (_always, _markers_gone),
}
"""Events that may be one line with those of their kind before them: whether they are, and the sentence for all."""
