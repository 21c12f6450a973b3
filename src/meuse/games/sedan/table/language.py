"""Events as sentences for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Event
from meuse.games.sedan.rules.sequence import date

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Data = dict[str, Any]


def sentence(g: Sedan, event: Event) -> str:
    """One line of the log."""
    return SENTENCES[event.what](g, event.data)


def _units(g: Sedan, ids: list[str]) -> str:
    return ", ".join(g.name_of(id) for id in ids)


def _dice(dice: list[int]) -> str:
    return "+".join(str(d) for d in dice)


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
    verb = "enters at" if not d["start"] else "moves to"
    return f"{_units(g, d['units'])} {verb} {d['hex']}{how}"


def _attack(g: Sedan, d: Data) -> str:
    kind = "Overrun of" if d["overrun"] else "Attack on"
    return (f"{kind} {d['hex']} by {_units(g, d['units'])}: {d['attack']} against {d['defense']}, "
            f"{d['ratio']}, column {d['column']}")


def _combat(g: Sedan, d: Data) -> str:
    return f"Dice {_dice(d['dice'])}{d['bonus']:+d} in column {d['column']}: {d['result']}"


def _dogfight(g: Sedan, d: Data) -> str:
    return f"Dogfight: German {_dice(d['german'])}, French {_dice(d['french'])}"


def _fuel(g: Sedan, d: Data) -> str:
    hit = f"short of fuel: {_units(g, d['units'])}" if d["units"] else "enough fuel"
    return f"Fuel die {d['die']} for {d['formation']}: {hit}"


def _attempt(g: Sedan, d: Data) -> str:
    what = "blow the bridge" if d["task"] == "demolish" else "block the road"
    return f"Attempt to {what} at {d['place']}, dice {_dice(d['dice'])}: {'success' if d['success'] else 'failure'}"


def _bombed(g: Sedan, d: Data) -> str:
    return f"Bombs on the bridge {d['bridge']}, dice {_dice(d['dice'])}: {'hit' if d['success'] else 'missed'}"


def _over(g: Sedan, d: Data) -> str:
    points = ", ".join(f"{side} {n}" for side, n in d["points"].items())
    return f"{d['winner'].capitalize() + ' victory' if d['winner'] else 'A draw'} ({points})"


def _blown(g: Sedan, d: Data) -> str:
    if d["pontoon"]:
        return f"The pontoon over the {d['river']} at {d['bridge']} is destroyed"
    return f"The {d['river']} bridge {d['bridge']} is blown"


SENTENCES: dict[str, Callable[[Sedan, Data], str]] = {
    "phase": _phase,
    "turn": lambda g, d: f"Turn {d['turn']}, {date(d['turn'])}",
    "supply": _supply,
    "air allotted": lambda g, d: f"{d['side'].capitalize()} air: {d['fighters']} Fighters, {d['bombers']} Bombers",
    "mission": lambda g, d: f"{d['side'].capitalize()} sends {d['count']} {d['kind']}s to the bridge {d['bridge']}",
    "bridge bombed": _bombed,
    "bridge blown": _blown,
    "air lost": lambda g, d: f"A {d['side']} {d['kind']} unit is shot down",
    "bombers caught": lambda g, d: f"{d['side'].capitalize()} Fighters catch {d['kills']} lone Bombers",
    "dogfight": _dogfight,
    "dogfight tied": lambda g, d: "The dogfight is a tie: all Fighters turn back",
    "chit": lambda g, d: f"Chit drawn: {g.chits[d['chit']].corps} ({d['side']})",
    "chit spent": lambda g, d: f"{g.chits[d['chit']].corps} has nothing to activate",
    "chit done": lambda g, d: f"{g.chits[d['chit']].corps} is done",
    "activated": _activated,
    "fuel": _fuel,
    "order": lambda g, d: "First " + " then ".join(d["order"].split("-")),
    "step": _step,
    "exit": lambda g, d: f"{g.name_of(d['unit'])} leaves the map from {d['hex']}",
    "held back": lambda g, d: f"Held back off the map: {_units(g, d['units'])}",
    "unmarked": lambda g, d: f"{g.name_of(d['unit'])} drops its Road Move marker",
    "attempt": _attempt,
    "road blocked": lambda g, d: f"The road in {d['hex']} is blocked",
    "road cleared": lambda g, d: f"The road in {d['hex']} is cleared",
    "pontoon": lambda g, d: f"A pontoon bridge is laid at {d['bridge']} ({d['left']} left)",
    "attack": _attack,
    "air support": lambda g, d: f"{d['side'].capitalize()} adds a {d['kind']} over {d['hex']}",
    "combat": _combat,
    "reduced": lambda g, d: f"{g.name_of(d['unit'])} is reduced",
    "eliminated": lambda g, d: f"{g.name_of(d['unit'])} is eliminated",
    "retreat": lambda g, d: f"{g.name_of(d['unit'])} retreats to {d['hex']}",
    "no retreat": lambda g, d: f"{g.name_of(d['unit'])} has no way back: {d['reason']}",
    "no combat": lambda g, d: f"No attack: {d['reason']}",
    "advance": lambda g, d: f"{g.name_of(d['unit'])} advances to {d['hex']}",
    "overrun marker": lambda g, d: f"{g.name_of(d['unit'])} breaks through",
    "overrun step": lambda g, d: f"{g.name_of(d['unit'])} drives on to {d['hex']}",
    "overstacked": lambda g, d: f"{g.name_of(d['unit'])} is one too many in {d['hex']}",
    "returned": lambda g, d: f"{g.name_of(d['unit'])} returns in {d['hex']}",
    "removed for good": lambda g, d: f"{g.name_of(d['unit'])} has no unit left to lead and is removed",
    "withdrawn": lambda g, d: f"{g.name_of(d['unit'])} is withdrawn",
    "game over": _over,
}
