"""What happens, in words: a sentence for every event, the headings of the log, and which events are one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from meuse.engine.contract import Event
from meuse.engine.narration import Line, volley_luck
from meuse.engine.verbs import Noun
from meuse.games.ghost_division.table.words import chapters, combat, march

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

Data = dict[str, Any]

SENTENCES = {**march.SENTENCES, **chapters.SENTENCES, **combat.SENTENCES}

AT_A_BRIDGE = (
    "engineering", "bridge built", "bridge replaced", "bridge restored", "bridge taken up", "bridge lost",
    "bridge blown", "bridge guarded", "demolition",
)
TOLD: dict[str, Noun] = {
    "unit": "unit", "units": "unit", "german": "unit", "allied": "unit", "upgraded removed": "unit",
    "grid": "hex", "grids": "hex", "start": "hex", "from": "hex", "to": "hex", "recruited to": "box",
    **{f"{what} side": "side" for what in AT_A_BRIDGE},
}
"""What the fields of events name. Elsewhere a `side` is one of the players'."""

FIGHT = 3
"""The level of the heading that a fight is told under."""

FIGHTS = {"battle": "Battle", "strike": "Air battle", "air raid": "Air battle"}

LEVELS = {"set-up": 1, "turn": 1, "segment": 2, "battle": FIGHT, "strike": FIGHT, "air raid": FIGHT}
"""Turns, segments, fights."""

AFTER_COMBAT = {"step", "formation moves", "exploitation", "recon", "recon flight"}
"""What opens something else within the segment: it belongs to no fight."""

TONES = {
    "unit destroyed": "loss", "formation destroyed": "loss", "formation shattered": "loss",
    "air unit shot down": "loss", "volley": "fight", "tactical superiority": "fight", "first fire": "fight",
    "op": "quiet", "marker placed": "quiet",
}
"""Of events that are not told in the colour of their side."""


def sentence(g: GhostDivision, event: Event) -> str:
    return SENTENCES[event.what](g, event.data)


def line(g: GhostDivision, event: Event) -> Line:
    d = event.data
    level = LEVELS.get(event.what) or (-2 if _opens_something_else(event) else 0)
    made = Line(sentence(g, event), level, _side(g, d), TONES.get(event.what, ""))
    if event.what == "volley":
        good = sum(result != "none" for result in getattr(g.charts.fire, d["column"]))
        hits = sum(result != "none" for result in d["results"])
        luck = volley_luck(len(d["dice"]), good, hits)
        return replace(made, luck=luck, note=f"{march.first(combat.rolled(d['dice']))}.")
    if level == FIGHT:
        return replace(made, title=g.board.names.battle(g.grid.bit[d["grid"]], FIGHTS[event.what]))
    return made


def _opens_something_else(event: Event) -> bool:
    """Air units that are sent to a battle (28.3) belong to it; those for a strike come before their fight."""
    return event.what in AFTER_COMBAT or (event.what == "air unit sent" and event.data["mission"] == "strike")


def _side(g: GhostDivision, d: Data) -> str:
    """Whose doing it is."""
    if d.get("side") in ("german", "allied"):
        return str(d["side"])
    ids = [d["unit"]] if "unit" in d else d.get("units")
    if not isinstance(ids, list) or not ids:
        return "allied" if "formation" in d else ""
    return "german" if ids[0] in g.by_id else "allied"


def joined(g: GhostDivision, events: Sequence[Event]) -> str | None:
    """Markers that are placed one after another, and the steps of a move, in one sentence."""
    first, last = events[0], events[-1]
    if first.what not in ("marker placed", "step"):
        return None
    if len(events) == 1:
        return sentence(g, first)
    if first.what == "step":
        before = events[-2].data
        goes_on = (before["units"], before["to"]) == (last.data["units"], last.data["from"])
        return march.whole_move(g, [e.data for e in events]) if goes_on else None
    goes_on = (first.data["kind"], first.rule) == (last.data["kind"], last.rule)
    return chapters.markers_placed(g, [e.data for e in events]) if goes_on else None
