"""15.0 Victory conditions: 16.7 for the race to the Meuse, 16.10 for the encirclement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Outcome, Part, Tally
from meuse.games.sedan.components import FRENCH, GERMAN, Counter
from meuse.games.sedan.position import DUE, ELIMINATED, EXITED, SedanPosition

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

MARGIN = 8
FRENCH_WIN, DRAW = 35, 25


def _count(g: Sedan, p: SedanPosition, side: int, kind: str, **state: bool) -> int:
    """Combat units of a side and kind ("mech", "mot", "other" or "wheels" for both) in a state."""
    found = g.fighters_of_kind[side, kind]
    for name, value in state.items():
        found = [c for c in found if _state(g, p, c, name) == value]
    return len(found)


def _state(g: Sedan, p: SedanPosition, c: Counter, state: str) -> bool:
    unit = p.units[c.index]
    on_map = unit.hex >= 0
    if state == "on_map":
        return on_map
    if state == "eliminated":
        return unit.hex == ELIMINATED
    if state == "west":
        return on_map and bool(g.board.west >> unit.hex & 1)
    if state == "reduced":
        return unit.steps < c.steps and (on_map or unit.hex == EXITED)
    if state == "behind":
        return unit.hex == DUE and c.entry.turn <= p.turn if not on_map else not g.board.west >> unit.hex & 1
    return c.entry.nation == "belgian" if state == "belgian" else c.id == g.niwi


def tally(g: Sedan, p: SedanPosition) -> tuple[list[Part], list[Part]]:
    """The points of each side as they stand, German then French."""
    return _race(g, p) if g.scenario == "race-to-the-meuse" else ([], _encirclement(g, p))


def _race(g: Sedan, p: SedanPosition) -> tuple[list[Part], list[Part]]:
    german = [
        Part("German combat units west of the Meuse", 2 * _count(g, p, GERMAN, "any", west=True), "16.7b"),
        Part("French combat units eliminated", _count(g, p, FRENCH, "any", eliminated=True, belgian=False), "16.7c"),
    ]
    french = [
        Part("German mechanized and motorized units eliminated",
             2 * _count(g, p, GERMAN, "wheels", eliminated=True), "16.7d"),
        Part("other German units eliminated", _count(g, p, GERMAN, "other", eliminated=True, niwi=False), "16.7e"),
        Part("German mechanized and motorized units reduced", _count(g, p, GERMAN, "wheels", reduced=True), "16.7f"),
    ]
    return german, french


def _encirclement(g: Sedan, p: SedanPosition) -> list[Part]:
    schedule, air = g.charts.air["german"], p.air[GERMAN]
    arrived = slice(0, p.turn)
    fighters = sum(schedule.fighters[arrived]) - air.fighters
    bombers = sum(schedule.bombers[arrived]) - air.bombers
    parts = [
        Part("German Fighters eliminated", 5 * fighters, "16.10d"),
        Part("German Bombers eliminated", 2 * bombers, "16.10d"),
        Part("German mechanized units eliminated", 5 * _count(g, p, GERMAN, "mech", eliminated=True), "16.10d"),
        Part("German motorized units eliminated", 4 * _count(g, p, GERMAN, "mot", eliminated=True), "16.10d"),
        Part("German mechanized and motorized units reduced",
             2 * _count(g, p, GERMAN, "wheels", reduced=True), "16.10e"),
        Part("German mechanized and motorized units not west of the Meuse", 2 * laggards(g, p), "16.10f"),
    ]
    return parts


def laggards(g: Sedan, p: SedanPosition) -> int:
    """16.10f: neither eliminated nor exited nor across, on the map or never brought on."""
    state = {"on_map": True} if g.options["laggards"] == "on-map-only" else {}
    return _count(g, p, GERMAN, "wheels", behind=True, **state)


def total(parts: list[Part]) -> int:
    return sum(int(part.value) for part in parts)


def judge(g: Sedan, p: SedanPosition) -> Outcome:
    """Who has won when the last turn is over."""
    german, french = (total(parts) for parts in tally(g, p))
    points = {"german": german, "french": french}
    if g.scenario == "race-to-the-meuse":
        won = german - french >= MARGIN
        return Outcome("german" if won else "french", "victory", points)
    if french >= FRENCH_WIN:
        return Outcome("french", "victory", points)
    if french >= DRAW:
        return Outcome(None, "draw", points)
    return Outcome("german", "victory", points)


def explain_score(g: Sedan, p: SedanPosition) -> Tally:
    """16.7a, 16.10a-16.10c: the number that decides; in the race French points count against the German lead."""
    german, french = tally(g, p)
    if g.scenario == "race-to-the-meuse":
        parts = [*german, *(Part(part.label, -int(part.value), part.rule) for part in french)]
        return Tally(f"German lead (a German win needs {MARGIN})", total(parts), tuple(parts))
    return Tally(f"French points (draw from {DRAW}, French win from {FRENCH_WIN})", total(french), tuple(french))
