"""15.0 Victory conditions: 16.7 for the race to the Meuse, 16.10 for the encirclement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from meuse.engine.briefing import Ladder, Level
from meuse.engine.contract import Outcome, Part, Tally
from meuse.games.sedan.box.components import FRENCH, GERMAN, Counter
from meuse.games.sedan.position import DUE, ELIMINATED, EXITED, SedanPosition, Unit

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

MARGIN = 8
FRENCH_WIN, DRAW = 35, 25


Counters = list[Counter]

IN_STATE: dict[str, Callable[[Sedan, SedanPosition, Counters], Counters]] = {
    "on_map": lambda g, p, found: [c for c in found if p.units[c.index].hex >= 0],
    "eliminated": lambda g, p, found: [c for c in found if p.units[c.index].hex == ELIMINATED],
    "west": lambda g, p, found: [c for c in found if _west(g, p, c)],
    "reduced": lambda g, p, found: [c for c in found if (unit := p.units[c.index]).steps < c.steps
                                    and (unit.hex >= 0 or unit.hex == EXITED)],
    "behind": lambda g, p, found: [c for c in found if _behind(g, p, c)],
    "not_belgian": lambda g, p, found: [c for c in found if c.entry.nation != "belgian"],
    "not_niwi": lambda g, p, found: [c for c in found if not _is_niwi(g, c)],
}


def _count(g: Sedan, p: SedanPosition, side: int, kind: str, *states: str) -> int:
    """Combat units of a side and kind ("mech", "mot", "other" or "wheels" for both) in all of these states."""
    found: Counters = g.fighters_of_kind[side, kind]
    for state in states:
        found = IN_STATE[state](g, p, found)
    return len(found)


def _is_niwi(g: Sedan, c: Counter) -> bool:
    return c.id == g.niwi


def _west(g: Sedan, p: SedanPosition, c: Counter) -> bool:
    hex = p.units[c.index].hex
    return hex >= 0 and bool(g.board.west >> hex & 1)


def _behind(g: Sedan, p: SedanPosition, c: Counter) -> bool:
    """Still east of the Meuse, or due and not brought on."""
    hex = p.units[c.index].hex
    return hex == DUE and c.entry.turn <= p.turn if hex < 0 else not g.board.west >> hex & 1


def counts_alike(g: Sedan, one: Unit, other: Unit) -> bool:
    """Whether a unit counts the same in either state in any tally of a turn."""
    if one.steps != other.steps:
        return False
    if one.hex < 0 or other.hex < 0:
        return one.hex == other.hex
    west = g.board.west
    return bool(west >> one.hex & 1) == bool(west >> other.hex & 1)


def tally(g: Sedan, p: SedanPosition) -> tuple[list[Part], list[Part]]:
    """The points of each side as they stand, German then French."""
    return _race(g, p) if g.scenario == "race-to-the-meuse" else ([], _encirclement(g, p))


def _race(g: Sedan, p: SedanPosition) -> tuple[list[Part], list[Part]]:
    german = [
        Part("German combat units west of the Meuse", 2 * _count(g, p, GERMAN, "any", "west"), "16.7b"),
        Part("French combat units eliminated", _count(g, p, FRENCH, "any", "eliminated", "not_belgian"), "16.7c"),
    ]
    french = [
        Part("German mechanized and motorized units eliminated",
             2 * _count(g, p, GERMAN, "wheels", "eliminated"), "16.7d"),
        Part("other German units eliminated", _count(g, p, GERMAN, "other", "eliminated", "not_niwi"), "16.7e"),
        Part("German mechanized and motorized units reduced", _count(g, p, GERMAN, "wheels", "reduced"), "16.7f"),
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
        Part("German mechanized units eliminated", 5 * _count(g, p, GERMAN, "mech", "eliminated"), "16.10d"),
        Part("German motorized units eliminated", 4 * _count(g, p, GERMAN, "mot", "eliminated"), "16.10d"),
        Part("German mechanized and motorized units reduced",
             2 * _count(g, p, GERMAN, "wheels", "reduced"), "16.10e"),
        Part("German mechanized and motorized units not west of the Meuse", 2 * laggards(g, p), "16.10f"),
    ]
    return parts


def laggards(g: Sedan, p: SedanPosition) -> int:
    """16.10f: neither eliminated nor exited nor across, on the map or never brought on."""
    states = ("behind", "on_map") if g.options["laggards"] == "on-map-only" else ("behind",)
    return _count(g, p, GERMAN, "wheels", *states)


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


def ladder(g: Sedan) -> Ladder:
    """16.7a, 16.10a to 16.10c: what the points of a scenario make it."""
    if g.scenario == "race-to-the-meuse":
        won, lost = Level(MARGIN, "German victory"), Level(None, "French victory")
        return Ladder("German lead", {"german": 1, "french": -1}, (won, lost))
    levels = (Level(FRENCH_WIN, "French victory"), Level(DRAW, "A draw"), Level(None, "German victory"))
    return Ladder("French points", {"french": 1}, levels)


def explain_score(g: Sedan, p: SedanPosition) -> Tally:
    """16.7a, 16.10a-16.10c: the number that decides; in the race French points count against the German lead."""
    german, french = tally(g, p)
    if g.scenario == "race-to-the-meuse":
        parts = [*german, *(Part(part.label, -int(part.value), part.rule) for part in french)]
        return Tally(f"German lead (a German win needs {MARGIN})", total(parts), tuple(parts))
    return Tally(f"French points (draw from {DRAW}, French win from {FRENCH_WIN})", total(french), tuple(french))
