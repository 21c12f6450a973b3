"""Sentences for placement, recruiting, OKW, recon, engineers, refit, the Allies' operations and Niwi."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine.narration import count, listed
from meuse.games.ghost_division.table.words.march import (
    Data,
    bridge,
    crossing,
    first,
    formation,
    place,
    stack,
    unit,
    units,
)

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

MARKERS = {"fog": "Fog of War marker", "formation": "Formation marker"}
RECON = {"nothing": "sees nothing", "fog": "makes out the Fog of War marker", "all": "makes out everything"}
TASKS = {
    "bridge": "bridge", "bridgehead": "build a Bridgehead over", "restore": "restore the bridge over",
    "clear": "clear the Obstacle in",
}


def marker(g: GhostDivision, d: Data) -> str:
    """A Formation by name if it lies face up."""
    return first(formation(g, d["formation"])) if "formation" in d else "A face-down Formation"


def roll(die: int, modifier: int = 0) -> str:
    """Behind what it has brought about: "(die 4)", "(die 4, -1)"."""
    return f"(die {die}, {modifier:+d})" if modifier else f"(die {die})"


def _event(d: Data) -> str:
    added = "".join(f", {value:+d} {why}" for why, value in d["modifiers"])
    return f"(die {d['die']}{added}): {d['name']}. {d['says']}"


def _flight(g: GhostDivision, d: Data) -> str:
    seen = f"{count(len(d['grids']), 'Grid')} with markers face down" if d["grids"] else "no marker face down there"
    return f"{unit(g, d['unit'])} flies over {place(g, d['grid'])}: {seen}."


def _recon(g: GhostDivision, d: Data) -> str:
    die = roll(d["die"], d["modifier"])
    return f"{unit(g, d['unit'])} looks at {place(g, d['grid'])} and {RECON[d['result']]} {die}."


def _work(g: GhostDivision, d: Data) -> str:
    result = " and succeeds" if d["success"] else ", in vain"
    where = d.get("grid") or d.get("side") or d["place"]  # `place` in matches begun under 0.2
    where = f"the {bridge(g, where).replace(' bridge', '')}" if "-" in where else place(g, where)
    return f"{unit(g, d['unit'])} tries to {TASKS[d['task']]} {where}{result} {roll(d['die'])}."


def _air_refit(g: GhostDivision, d: Data) -> str:
    result = "is ready again" if d["ready"] else "stays in Maintenance"
    return f"{unit(g, d['unit'])} {result} (die {d['die']}, {d['needed']} or more needed)."


def _recovery(g: GhostDivision, d: Data) -> str:
    result = f"recovers from {count(d['removed'], 'Hit')}" if d["removed"] else "does not recover"
    return f"{unit(g, d['unit'])} in {place(g, d['grid'])} {result} {roll(d['die'], d['modifier'])}."


def _demolition(g: GhostDivision, d: Data) -> str:
    return f"The charges at the {bridge(g, d['side'])} {'go off' if d['blown'] else 'fail'} {roll(d['die'])}."


def _bombed(g: GhostDivision, d: Data) -> str:
    result = "hit" if d["hit"] else "miss"
    return f"The bombs on the bridges of {place(g, d['grid'])} {result} {roll(d['die'])}."


def _march_die(g: GhostDivision, d: Data) -> str:
    result = f"may move {count(d['moves'], 'Grid')}" if d["moves"] else "stays where it is"
    return f"{marker(g, d)} in {place(g, d['grid'])} {result} {roll(d['die'])}."


def _march(g: GhostDivision, d: Data) -> str:
    river = " over the river" if d["river"] else ""
    return f"{marker(g, d)} moves from {place(g, d['start'])} to {place(g, d['grid'])}{river}."


def _drop(g: GhostDivision, d: Data) -> str:
    result = "lands" if d["success"] else "is lost"
    return f"The Kommando is flown to {place(g, d['grid'])} and {result} {roll(d['die'])}."


def markers_placed(g: GhostDivision, told: list[Data]) -> str:
    return f"{len(told)} {MARKERS[told[0]['kind']]}s are placed: {listed([place(g, d['grid']) for d in told])}."


SENTENCES: dict[str, Callable[[GhostDivision, dict[str, Any]], str]] = {
    "marker placed": lambda g, d: f"A {MARKERS[d['kind']]} is placed in {place(g, d['grid'])}.",
    "marker not placed": lambda g, d: f"No Grid can take the {MARKERS[d['kind']]}: it stays in the box.",
    "box empty": lambda g, d: f"No {MARKERS[d['kind']]} is left in the box.",
    "recruited": lambda g, d: f"{unit(g, d['unit'])} is recruited.",
    "upgraded": lambda g, d: f"{unit(g, d['unit'])} takes the place of {unit(g, d['removed'])}.",
    "kampfgruppe formed": lambda g, d: f"{unit(g, d['unit'])} is formed in {place(g, d['grid'])}.",
    "okw event": lambda g, d: f"Word from OKW {_event(d)}",
    "order obeyed": lambda g, d: f"The order is obeyed: {d['name']}.",
    "order countermanded": lambda g, d: f"The order is countermanded: {d['name']}.",
    "released": lambda g, d: f"{stack(g, d, 'comes', 'come')} to the Assembly Area.",
    "diverted": lambda g, d: f"{unit(g, d['unit'])} is diverted and goes to Maintenance.",
    "readied": lambda g, d: f"{unit(g, d['unit'])} goes from Maintenance to Available.",
    "recon flight": _flight,
    "recon": _recon,
    "landed": lambda g, d: f"Back in Maintenance: {units(g, d['units'])}.",
    "engineering": _work,
    "bridge built": lambda g, d: f"A {d['kind'].capitalize()} spans the {d['river']} {crossing(g, d)}.",
    "bridge replaced": lambda g, d: f"The Bridge {crossing(g, d)} goes back to the supply.",
    "bridge restored": lambda g, d: f"The {bridge(g, d['side'])} is restored.",
    "bridge taken up": lambda g, d: f"The {d['kind'].capitalize()} {crossing(g, d)} is taken up.",
    "air refit": _air_refit,
    "recovery": _recovery,
    "rally": lambda g, d: f"{unit(g, d['unit'])} has rested and rallies: {d['points']}.",
    "allied event": lambda g, d: f"Allied event {_event(d)}",
    "formation withdrawn": lambda g, d: f"{marker(g, d)} in {place(g, d['grid'])} withdraws.",
    "no withdrawal": lambda g, d: "No Formation is free to withdraw.",
    "demolition": _demolition,
    "no demolitions": lambda g, d: "There is no bridge to demolish near the Germans.",
    "bridge guarded": lambda g, d: f"The Kommando guards the {bridge(g, d['side'])}.",
    "bridge blown": lambda g, d: f"The {bridge(g, d['side'])} is blown.",
    "air attacks": lambda g, d: f"Allied aircraft go for {count(d['grids'], 'Grid')} {roll(d['die'])}.",
    "air raid": lambda g, d: f"Allied aircraft attack {place(g, d['grid'])}.",
    "no air attack": lambda g, d: "The Allied aircraft find no Grid that they may attack.",
    "bridge bombed": _bombed,
    "no formation moves": lambda g, d: "No Formation moves.",
    "formation die": _march_die,
    "formation moves": _march,
    "formation stops": lambda g, d: f"{marker(g, d)} in {place(g, d['grid'])} stops short of another Formation.",
    "formation contact": lambda g, d: f"{marker(g, d)} is upon the German units in {place(g, d['grid'])}.",
    "crowded grid": lambda g, d: f"Of two Formations in {place(g, d['grid'])} one leaves {roll(d['die'])}.",
    "kommando drop": _drop,
}
