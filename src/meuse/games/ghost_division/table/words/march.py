"""Sentences for set-up, the sequence of play, movement, encounters and supply."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine.narration import count, listed, verb

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

Data = dict[str, Any]

DATES = ("10-11 May", "12-13 May", "14-15 May", "16-17 May", "18-19 May", "20-21 May")
"""5.0a."""

SEGMENT_TITLES = {
    "A": "OKW Events", "B1": "Recruiting", "B2": "Kampfgruppen", "C1": "Air Recon", "C2": "Interdiction",
    "C3": "Air Supply", "D1": "Reconnoitering", "D2": "Ground Movement", "D3": "Ground Combat",
    "D4a": "Exploitation Movement", "D4b": "Exploitation Combat", "D5": "Engineering", "E1": "Air Refit",
    "E2": "Recovery", "E3": "Rally", "F": "Allied Events", "G1": "Allied Reinforcement", "G2": "Allied Air Attack",
    "G3": "Allied Movement", "G4": "Allied Combat",
}

PARTS = {
    "Orders": ("A", "B1", "B2"), "In the air": ("C1", "C2", "C3"), "On the march": ("D1", "D2", "D3"),
    "The pursuit": ("D4a", "D4b"), "The engineers": ("D5",), "At rest": ("E1", "E2", "E3"),
    "The Allies": ("F", "G1", "G2", "G3", "G4"),
}
CHRONICLED = {SEGMENT_TITLES[segment]: part for part, segments in PARTS.items() for segment in segments}
"""What a war diary tells of together."""

FOG_TITLES = {
    "fortification": "a Fortification", "meeting": "a Meeting Engagement", "obstacle": "an Obstacle",
    "patrol": "a Patrol", "installation": "an Installation", "false-info": "False Info",
}

REASONS = {
    "installation": "an Installation captured", "enhanced move": "an Enhanced Move", "exploitation": "Exploitation",
}


def units(g: GhostDivision, ids: list[str]) -> str:
    """Counters by name; a long stack by its first and their number."""
    names = [g.units[g.by_id[id]].name for id in ids]
    return listed(names) if len(names) <= 4 else f"{names[0]} and {len(names) - 1} more"


def unit(g: GhostDivision, id: str) -> str:
    return g.units[g.by_id[id]].name


def place(g: GhostDivision, grid: str) -> str:
    """A Grid with its town, or the nearest: "Dinant (N13)", "M15 near Dinant"."""
    return "the Assembly Area" if grid == "AA" else g.board.names.label(g.grid.bit[grid])


def bridge(g: GhostDivision, side: str) -> str:
    """ "Meuse bridge at Dinant (N13-N14)"."""
    return f"{g.board.side_river[g.board.side_index[side]]} bridge {g.board.names.crossing(side)}"


def crossing(g: GhostDivision, d: Data) -> str:
    return g.board.names.crossing(d["side"])


def first(words: str) -> str:
    """As the beginning of a sentence."""
    return words[0].upper() + words[1:]


def formation(g: GhostDivision, id: str) -> str:
    found = g.formation_by_id.get(id)
    return g.formations[found].name if found is not None else "a Dummy"


def stack(g: GhostDivision, d: Data, one: str, several: str) -> str:
    """Units and what they do."""
    return f"{units(g, d['units'])} {verb(d['units'], one, several)}"


def _op(g: GhostDivision, d: Data) -> str:
    why = REASONS.get(d["why"], d["why"])
    left = d["op"] if d["op"] > 0 else "none"
    return f"{abs(d['change'])} OP {'gained' if d['change'] >= 0 else 'gone'}, {left} in hand: {why}."


def whole_move(g: GhostDivision, steps: list[Data]) -> str:
    way = [*(d["from"] for d in steps), steps[-1]["to"]]
    by = f" by {listed([place(g, grid) for grid in way[1:-1]])}" if len(way) > 2 else ""
    return f"{stack(g, steps[0], 'goes', 'go')} from {place(g, way[0])} to {place(g, way[-1])}{by}."


def _patrol(g: GhostDivision, d: Data) -> str:
    result = "halts the move" if d["halts"] else "is brushed aside"
    return f"The patrol in {place(g, d['grid'])} {result} (die {d['die']}, net {d['net']})."


def _game_over(g: GhostDivision, d: Data) -> str:
    return f"The game is over: {d['level']}, {count(d['points'], 'victory point')}."


SENTENCES: dict[str, Callable[[GhostDivision, Data], str]] = {
    "set-up": lambda g, d: f"The division assembles on the frontier with {d['op']} Operations Points.",
    "segment": lambda g, d: f"{d['segment']}. {SEGMENT_TITLES[d['segment']]}.",
    "turn": lambda g, d: f"Turn {d['turn']}, {DATES[d['turn'] - 1]} 1940.",
    "game over": _game_over,
    "op": _op,
    "fog revealed": lambda g, d: f"The Fog of War in {place(g, d['grid'])} is {FOG_TITLES[d['kind']]}.",
    "fog cleared": lambda g, d: f"{first(FOG_TITLES[d['kind']])} leaves {place(g, d['grid'])}.",
    "formation revealed": lambda g, d: f"The Formation in {place(g, d['grid'])} is {formation(g, d['formation'])}.",
    "dummy removed": lambda g, d: f"Nobody in {place(g, d['grid'])}: the Dummy is removed.",
    "halted": lambda g, d: f"{first(FOG_TITLES[d['kind']])} in {place(g, d['grid'])} halts the move.",
    "patrol": _patrol,
    "meeting engagement": lambda g, d: f"Meeting engagement in {place(g, d['grid'])}: {formation(g, d['formation'])}.",
    "nobody met": lambda g, d: f"The meeting engagement in {place(g, d['grid'])} brings nobody new.",
    "kommando leaves": lambda g, d: f"The Kommando in {place(g, d['grid'])} is relieved and leaves play.",
    "enhanced move": lambda g, d: (f"{unit(g, d['unit'])} prepares an Enhanced Move: "
                                   f"{count(d['points'], 'more point')}."),
    "dropped off": lambda g, d: f"{unit(g, d['unit'])} is dropped off in {place(g, d['grid'])}.",
    "step": lambda g, d: whole_move(g, [d]),
    "assault crossing": lambda g, d: f"{stack(g, d, 'crosses', 'cross')} the river into {place(g, d['to'])}.",
    "exploitation": lambda g, d: f"{unit(g, d['unit'])} exploits.",
    "exploitation barred": lambda g, d: "The Halt Order bars Exploitation this turn.",
    "air supply": lambda g, d: f"Air Supply flies to {place(g, d['grid'])}.",
    "out of supply": lambda g, d: f"Without a Line of Communications: {units(g, d['units'])}.",
    "logistics used up": lambda g, d: f"{unit(g, d['unit'])} is used up.",
    "maximum supply": lambda g, d: f"{unit(g, d['unit'])} gives {place(g, d['grid'])} double {d['use']}.",
    "command given": lambda g, d: f"The {d['part'].replace('-', ' ')} are given to the {d['seat']} seat.",
    "segment waived": lambda g, d: f"The {d['seat']} seat wants nothing more in this segment.",
    "bridge lost": lambda g, d: f"The {d['kind'].capitalize()} {crossing(g, d)} is lost to the enemy.",
}
