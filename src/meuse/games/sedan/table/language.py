"""What happens, in words: a sentence for every event, the headings of the log, and which events are one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from meuse.engine.contract import Event
from meuse.engine.narration import Joins, Line, count, listed, luck, verb
from meuse.engine.verbs import Noun
from meuse.games.sedan.rules.combat import chances
from meuse.games.sedan.rules.sequence import date

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Data = dict[str, Any]


FIGHT = 3
"""The level of the heading that a fight is told under."""

TOLD: dict[str, Noun] = {
    "unit": "unit", "units": "unit", "waiting": "unit", "against": "unit", "hex": "hex", "start": "hex",
    "bridge": "side",
}
"""What the fields of events name."""

AFTER_COMBAT = {
    "step", "attempt", "pontoon", "exit", "held back", "unmarked", "overstacked", "chit done", "no combat",
}
"""What is done in the Move mode and at the end of an activation: it belongs to no combat."""

TONES = {
    "combat": "fight", "dogfight": "fight", "dogfight tied": "fight", "bridge bombed": "fight",
    "reduced": "loss", "eliminated": "loss", "air lost": "loss",
    "air allotted": "quiet", "supply": "quiet", "order": "quiet", "no combat": "quiet", "held back": "quiet",
    "unmarked": "quiet", "chit done": "quiet", "turn": "quiet",
}
"""Of events that are not told in the colour of their side."""


def sentence(g: Sedan, event: Event) -> str:
    why = LOSSES.get((event.what, event.rule))
    return f"{g.name_of(event.data['unit'])} {why}" if why else SENTENCES[event.what](g, event.data)


def line(g: Sedan, event: Event) -> Line:
    """The event as it stands in the log; beneath the dice, the exact chance of every result that they could have."""
    level, d = _level(event), event.data
    made = Line(sentence(g, event), level, _side(g, d), TONES.get(event.what, ""))
    if event.what == "combat":
        found = [(result.text, ways) for result, ways in chances(g, g.crt.columns.index(d["column"]), d["bonus"])]
        return replace(made, note=_chances(found), luck=luck(found, d["result"]))
    return replace(made, title=_title(g, d)) if level == FIGHT else made


def _title(g: Sedan, d: Data) -> str:
    if "hex" in d:
        return g.board.names.battle(g.grid.bit[d["hex"]])
    return f"Bombs on the {bridge_words(g, d['bridge']).partition(' (')[0]}"


def _level(event: Event) -> int:
    """Turns; phases and chits; combats and bombing missions."""
    if event.what == "phase":
        return 1 if event.data["phase"] == "supply" else 2
    if event.what == "chit":
        return 2
    if event.what == "attack" or (event.what == "mission" and event.data["kind"] == "bomber"):
        return FIGHT
    return -2 if event.what in AFTER_COMBAT else 0


def _side(g: Sedan, d: Data) -> str:
    """Whose doing it is."""
    ids = [d["unit"]] if "unit" in d else d.get("units", ())
    side: str = d["side"] if "side" in d else g.counters[g.by_id[ids[0]]].entry.side if ids else ""
    return side


def _chances(found: Sequence[tuple[str, int]]) -> str:
    return "Chances: " + "  ".join(f"{result} {ways / 36:.0%}" for result, ways in found)


# -- words --


def hex_words(g: Sedan, name: str) -> str:
    """ "Sedan (3414)", "3516 near Sedan"."""
    return g.board.names.label(g.grid.bit[name])


def bridge_words(g: Sedan, name: str) -> str:
    return g.board.bridge(g.board.side_index[name])


def flights(fighters: int, bombers: int) -> str:
    parts = [count(n, kind) for n, kind in ((fighters, "Fighter"), (bombers, "Bomber")) if n]
    return " and ".join(parts) or "nothing"


def _people(d: Data) -> str:
    return {"german": "The Germans", "french": "The French"}[d["side"]]


def _units(g: Sedan, ids: Sequence[str]) -> str:
    return listed([g.name_of(id) for id in ids])


def _dice(dice: list[int]) -> str:
    return "+".join(str(d) for d in dice)


# -- sentences --


def _phase(g: Sedan, d: Data) -> str:
    titles = {"supply": "Supply Phase", "air": "Air Allotment Phase", "activation": "Activation Phase",
              "end": "End of Turn"}
    start = f"Turn {d['turn']}, {date(d['turn'])}: " if d["phase"] == "supply" else ""
    return f"{start}{titles[d['phase']]}"


def _supply(g: Sedan, d: Data) -> str:
    state = ("is in supply again", "is in Low Supply", "is Out of Supply")[min(d["unsupplied"], 2)]
    return f"{g.name_of(d['unit'])} {state}"


def _activated(g: Sedan, d: Data) -> str:
    waiting = f"; to enter: {_units(g, d['waiting'])}" if d["waiting"] else ""
    return f"Activated: {_units(g, d['units']) or 'nobody on the map'}{waiting}"


def _step(g: Sedan, d: Data) -> str:
    how = " by road" if d["road"] else ""
    goes = verb(d["units"], "moves to", "move to") if d["start"] else verb(d["units"], "enters at", "enter at")
    return f"{_units(g, d['units'])} {goes} {hex_words(g, d['hex'])}{how}"


def _move(g: Sedan, steps: list[Data]) -> str:
    start, end = steps[0]["start"], steps[-1]["hex"]
    way = f"from {hex_words(g, start)}" if start else f"entering at {hex_words(g, steps[0]['hex'])}"
    how, by_road = [count(len(steps), "hex")], sum(d["road"] for d in steps)
    if by_road:
        how.append("by road" if by_road == len(steps) else f"{by_road} by road")
    if start and not _west(g, start) and _west(g, end):
        how.append("over the Meuse")
    goes = verb(steps[0]["units"], "moves", "move")
    return f"{_units(g, steps[0]['units'])} {goes} to {hex_words(g, end)} {way} ({', '.join(how)})"


def _west(g: Sedan, hex: str) -> bool:
    return bool(g.board.west >> g.grid.bit[hex] & 1)


def _going(goes: str) -> Callable[[Sedan, list[Data]], str]:
    """Steps of one unit, told by where they end."""
    return lambda g, steps: f"{g.name_of(steps[0]['unit'])} {goes} {hex_words(g, steps[-1]['hex'])}"


def _supplies(g: Sedan, told: list[Data]) -> str:
    state = ("in supply again", "in Low Supply", "Out of Supply")[min(told[0]["unsupplied"], 2)]
    return f"{_units(g, [d['unit'] for d in told])} {verb(told, 'is', 'are')} {state}"


def _air_support(g: Sedan, told: list[Data]) -> str:
    kinds = [d["kind"] for d in told]
    sent = flights(kinds.count("fighter"), kinds.count("bomber"))
    return f"{_people(told[0])} add {sent} over {hex_words(g, told[0]['hex'])}"


def _pontoons(g: Sedan, told: list[Data]) -> str:
    over = listed([f"the {bridge_words(g, d['bridge']).replace(' bridge', '')}" for d in told])
    laid = verb(told, "A pontoon bridge is laid", "Pontoon bridges are laid")
    return f"{laid} over {over}; {told[-1]['left']} left"


def _cleared(g: Sedan, told: list[Data]) -> str:
    return f"{verb(told, 'The road is', 'Roads are')} cleared in {listed([hex_words(g, d['hex']) for d in told])}"


def _shot_down(g: Sedan, told: list[Data]) -> str:
    lost = count(len(told), f"{told[0]['side'].capitalize()} {told[0]['kind'].capitalize()}")
    return f"{lost} {'is' if len(told) == 1 else 'are'} shot down"


def _mission(g: Sedan, d: Data) -> str:
    """11.2: the French bomb, the Germans intercept, French Fighters escort."""
    task = "against the Bombers" if d["side"] == "german" else "to escort the Bombers"
    if d["kind"] == "bomber":
        task = f"to bomb the {bridge_words(g, d['bridge'])}"
    sent = count(d["count"], d["kind"].capitalize()) if d["count"] else f"no {d['kind'].capitalize()}"
    return f"{_people(d)} send {sent} {task}"


def _attack(g: Sedan, d: Data) -> str:
    kind = "Overrun of" if d["overrun"] else "Attack on"
    return (f"{kind} {hex_words(g, d['hex'])} by {_units(g, d['units'])}{_against(g, d)}: "
            f"{d['attack']} against {d['defense']}, {d['ratio']}{_column(d)}")


def _column(d: Data) -> str:
    """10.1g: the shift and what it is for. Matches begun under 0.2 do not say."""
    if d.get("shift"):
        return f", {count(d['shift'], 'column')} left for {d['shift_from']}: {d['column']}"
    return f", column {d['column']}" if d["column"] != d["ratio"] else ""


def _against(g: Sedan, d: Data) -> str:
    """Matches begun under 0.2 do not say who defended."""
    return f" against {_units(g, d['against'])}" if "against" in d else ""


def _combat(g: Sedan, d: Data) -> str:
    parts = "".join(f", {label} {value:+d}" for label, value, _ in d["modifiers"])
    total = f" makes {sum(d['dice']) + d['bonus']}"
    return f"Dice {_dice(d['dice'])}{parts}{total} in column {d['column']}: {d['result']}"


def _dogfight(g: Sedan, d: Data) -> str:
    return f"Dogfight: German {_dice(d['german'])}, French {_dice(d['french'])}"


def _fuel(g: Sedan, d: Data) -> str:
    hit = f"short of fuel: {_units(g, d['units'])}" if d["units"] else "enough fuel"
    return f"Fuel die {d['die']} for {d['formation']}: {hit}"


def _attempt(g: Sedan, d: Data) -> str:
    what = "blow" if d["task"] == "demolish" else "block"
    name = d.get("bridge") or d.get("hex") or d["place"]  # `place` in matches begun under 0.2
    place = f"the {bridge_words(g, name)}" if d["task"] == "demolish" else f"the road in {hex_words(g, name)}"
    return f"Attempt to {what} {place}, dice {_dice(d['dice'])}: {'success' if d['success'] else 'failure'}"


def _bombed(g: Sedan, d: Data) -> str:
    result = "hit" if d["success"] else "missed"
    return f"Bombs on the {bridge_words(g, d['bridge'])}, dice {_dice(d['dice'])}: {result}"


def _over(g: Sedan, d: Data) -> str:
    points = ", ".join(f"{side.capitalize()} {n}" for side, n in d["points"].items())
    return f"{d['winner'].capitalize() + ' victory' if d['winner'] else 'A draw'} ({points})"


def _blown(g: Sedan, d: Data) -> str:
    if d["pontoon"]:
        return f"The pontoon over the {d['river']} {g.board.names.crossing(d['bridge'])} is destroyed"
    return f"The {bridge_words(g, d['bridge'])} is blown"


SENTENCES: dict[str, Callable[[Sedan, Data], str]] = {
    "phase": _phase,
    "turn": lambda g, d: f"The Turn marker goes to {date(d['turn'])}",
    "supply": _supply,
    "air allotted": lambda g, d: f"{d['side'].capitalize()} air: {flights(d['fighters'], d['bombers'])}",
    "mission": _mission,
    "bridge bombed": _bombed,
    "bridge blown": _blown,
    "air lost": lambda g, d: _shot_down(g, [d]),
    "bombers caught": lambda g, d: f"{d['side'].capitalize()} Fighters catch {count(d['kills'], 'lone Bomber')}",
    "dogfight": _dogfight,
    "dogfight tied": lambda g, d: "The dogfight is a tie: all Fighters turn back",
    "chit": lambda g, d: f"Chit drawn: {g.chits[d['chit']].corps}, {d['side'].capitalize()}",
    "chit spent": lambda g, d: f"{g.chits[d['chit']].corps} has nothing to activate",
    "chit done": lambda g, d: f"{g.chits[d['chit']].corps} is done",
    "activated": _activated,
    "fuel": _fuel,
    "order": lambda g, d: "First " + " then ".join(d["order"].split("-")),
    "step": _step,
    "exit": lambda g, d: f"{g.name_of(d['unit'])} leaves the map from {hex_words(g, d['hex'])}",
    "held back": lambda g, d: f"Held back off the map: {_units(g, d['units'])}",
    "unmarked": lambda g, d: f"{g.name_of(d['unit'])} drops its Road Move marker",
    "attempt": _attempt,
    "road blocked": lambda g, d: f"The road in {hex_words(g, d['hex'])} is blocked",
    "road cleared": lambda g, d: _cleared(g, [d]),
    "pontoon": lambda g, d: _pontoons(g, [d]),
    "attack": _attack,
    "air support": lambda g, d: _air_support(g, [d]),
    "combat": _combat,
    "reduced": lambda g, d: f"{g.name_of(d['unit'])} is reduced",
    "eliminated": lambda g, d: f"{g.name_of(d['unit'])} is eliminated",
    "retreat": lambda g, d: f"{g.name_of(d['unit'])} retreats to {hex_words(g, d['hex'])}",
    "no retreat": lambda g, d: f"{g.name_of(d['unit'])} has no way back: {d['reason']}",
    "no combat": lambda g, d: f"No attack: {d['reason']}",
    "advance": lambda g, d: f"{g.name_of(d['unit'])} advances to {hex_words(g, d['hex'])}",
    "overrun marker": lambda g, d: f"{g.name_of(d['unit'])} breaks through",
    "overrun step": lambda g, d: f"{g.name_of(d['unit'])} drives on to {hex_words(g, d['hex'])}",
    "overstacked": lambda g, d: f"{g.name_of(d['unit'])} is one too many in {hex_words(g, d['hex'])}",
    "returned": lambda g, d: f"{g.name_of(d['unit'])} returns in {hex_words(g, d['hex'])}",
    "removed for good": lambda g, d: f"{g.name_of(d['unit'])} has no unit left to lead and is removed",
    "withdrawn": lambda g, d: f"{g.name_of(d['unit'])} is withdrawn",
    "game over": _over,
}


LOSSES = {
    ("reduced", "5.2c"): "is reduced for want of supply",
    ("eliminated", "5.2c"): "is cut off and eliminated",
}
"""Losses by event and rule of which no other line gives the reason."""


def _same(key: str) -> Callable[[Data, Data], bool]:
    return lambda before, d: bool(before[key] == d[key])


JOINED: Joins = {
    "step": (lambda before, d: before["units"] == d["units"] and before["hex"] == d["start"], _move),
    "retreat": (_same("unit"), _going("retreats to")),
    "advance": (_same("unit"), _going("advances to")),
    "overrun step": (_same("unit"), _going("drives on to")),
    "supply": (_same("unsupplied"), _supplies),
    "air support": (_same("side"), _air_support),
    "air lost": (lambda before, d: before == d, _shot_down),
    "pontoon": (lambda before, d: True, _pontoons),
    "road cleared": (lambda before, d: True, _cleared),
}
"""Events that may be one line with those of their kind before them: whether they are, and the sentence for all."""
