"""20.2 The battle under way in numbers: what each unit's fire is made of, and the exact chances of the next volley."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import BadInput, Part, Tally
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.fire import (
    COLUMN_RULES,
    GROUND_FIRE,
    allied_value,
    battle_of,
    bridgehead_minus,
    enhancement,
    german_value,
    storming,
    volley_dice,
)

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

SIDES = ("german", "allied")


class _Notes:
    """Turns the running values of a sum into the parts of a tally."""

    def __init__(self, printed: int, rule: str) -> None:
        self.parts, self.value = [Part("printed", printed, rule)], printed

    def __call__(self, label: str, value: int, rule: str) -> None:
        if value != self.value:
            self.parts.append(Part(label, value - self.value, rule))
            self.value = value


def explain(g: GhostDivision, p: GhostPosition, question: str) -> Tally:
    """"fire UNIT [COLUMN]" or "volley [SIDE COLUMN]"; left out, the volley that is due or the unit's strongest fire."""
    if p.battle is None:
        raise BadInput("there is no battle under way")
    word, *more = question.split(" ")
    if word == "fire" and len(more) in (1, 2):
        column = more[1] if len(more) == 2 else _strongest(g, more[0])
        if column in GROUND_FIRE:
            return explain_unit(g, p, more[0], column)
    if word == "volley" and not more:
        due = next_volley(p)
        more = [SIDES[not due[0]], due[1][0]] if due else []
    if word == "volley" and len(more) == 2 and more[0] in SIDES and more[1] in GROUND_FIRE:
        return explain_volley(g, p, more[0] == "german", more[1])
    raise BadInput(f"{question!r}: expected \"fire UNIT COLUMN\" or \"volley SIDE COLUMN\"")


def _strongest(g: GhostDivision, id: str) -> str:
    """The fire type in which a unit is strongest as printed."""
    if id in g.by_id:
        u = g.by_id[id]
        return max(GROUND_FIRE, key=lambda column: g.fire[column][u])
    if id in g.allied_by_id:
        c = g.allied_by_id[id]
        return max(GROUND_FIRE, key=lambda column: g.allied_fire[column][c])
    raise BadInput(f"{id!r} is not a unit")


def explain_unit(g: GhostDivision, p: GhostPosition, id: str, column: str) -> Tally:
    """20.8b: the fire value of one unit, step by step."""
    if id in g.by_id and g.by_id[id] in p.at(battle_of(p).cell):
        u = g.by_id[id]
        notes = _Notes(g.fire[column][u], COLUMN_RULES[column])
        storm = column == "close_assault" and storming(g, p)
        total = german_value(g, p, u, column, storm=storm, note=notes)
        return Tally(f"{g.units[u].name}: {_title(column)}", total, tuple(notes.parts))
    foe = next((foe for foe in p.foes if g.allied[foe.counter].id == id), None)
    if foe is None:
        raise BadInput(f"{id!r} is not in this battle")
    notes = _Notes(g.allied_fire[column][foe.counter], COLUMN_RULES[column])
    total = allied_value(g, p, foe, column, bridgehead=bridgehead_minus(g, p), note=notes)
    return Tally(f"{g.allied[foe.counter].name}: {_title(column)}", total, tuple(notes.parts))


def explain_volley(g: GhostDivision, p: GhostPosition, german: bool, column: str) -> Tally:
    """20.2a: the dice of one side's volley, unit by unit."""
    parts = []
    if german:
        storm = column == "close_assault" and storming(g, p)
        for u in p.at(battle_of(p).cell):
            if g.fire[column][u]:
                parts.append(Part(g.units[u].name, german_value(g, p, u, column, storm=storm), "20.2a"))
        bonus = enhancement(g, p, column)
        if bonus:
            parts.append(Part("Enhanced Combat", bonus, "14.2a"))
    else:
        minus = bridgehead_minus(g, p)
        for foe in p.foes:
            if g.allied_fire[column][foe.counter]:
                value = allied_value(g, p, foe, column, bridgehead=minus)
                parts.append(Part(g.allied[foe.counter].name, value, "20.2a"))
    who = "German" if german else "Allied"
    return Tally(f"{who} {_title(column)}", volley_dice(g, p, german, column), tuple(parts))


def _title(column: str) -> str:
    return column.replace("_", " ").title()


def next_volley(p: GhostPosition) -> tuple[bool, tuple[str, ...]] | None:
    """The volley that is being fired or comes next, if it is known: whether the Germans fire, and its columns."""
    for frame in reversed(p.frames):
        due = getattr(frame, "due", None)
        if due is not None:
            found: tuple[bool, tuple[str, ...]] | None = due(p)
            return found
    return None


def volley_counts(g: GhostDivision, p: GhostPosition) -> dict[str, dict[str, int]]:
    """Dice of each side in each kind of ground fire, as things stand."""
    return {side: {column: volley_dice(g, p, side == "german", column) for column in GROUND_FIRE} for side in SIDES}


def preview(g: GhostDivision, p: GhostPosition) -> dict[str, Any]:
    """The dice of both sides with what they bring on the average, and the exact chances of the next volley."""
    if p.battle is None:
        raise BadInput("there is no battle under way")
    shown: dict[str, Any] = {
        "grid": g.grid_name(p.battle.cell),
        "round": p.battle.round,
        "volleys": [
            {"side": side, "column": column, "dice": dice, "expected": _expected(g, column, dice)}
            for side, counts in volley_counts(g, p).items() for column, dice in counts.items()
        ],
    }
    due = next_volley(p)
    if due is not None:
        german, columns = due
        dice = {column: volley_dice(g, p, german, column) for column in columns}
        shown["next"] = {"side": "german" if german else "allied", "column": columns[0], "dice": sum(dice.values()),
                         "chances": {result: _round(g, dice, result) for result in _results(g, columns)}}
        shown["results"] = _outcomes(g, dice)
    return shown


def _faces(g: GhostDivision, column: str) -> dict[str, int]:
    """How many faces of a die bring each result of a column."""
    line = getattr(g.charts.fire, column)
    return {result: line.count(result) for result in dict.fromkeys(line) if result != "none"}


def _expected(g: GhostDivision, column: str, dice: int) -> dict[str, float]:
    return {result: dice * faces / 6 for result, faces in _faces(g, column).items()}


def _chances(dice: int, faces: int) -> list[float]:
    """The chance of 0, 1, 2 ... such results among the dice."""
    return [comb(dice, n) * faces**n * (6 - faces) ** (dice - n) / 6**dice for n in range(dice + 1)]


def _results(g: GhostDivision, columns: tuple[str, ...]) -> list[str]:
    """The results that dice in these columns can bring."""
    return list(dict.fromkeys(result for column in columns for result in _faces(g, column)))


def _round(g: GhostDivision, dice: dict[str, int], result: str) -> list[float]:
    """28.2d: the chance of 0, 1, 2 ... such results among all dice of a round, whatever their columns."""
    total = [1.0]
    for column, count in dice.items():
        more = _chances(count, _faces(g, column).get(result, 0))
        total = [
            sum(total[i] * more[n - i] for i in range(len(total)) if 0 <= n - i < len(more))
            for n in range(len(total) + count)
        ]
    return total


def _outcomes(g: GhostDivision, dice: dict[str, int]) -> dict[str, float]:
    """The chance of each number of Hits (or Kills, or Overruns where a column has no such result)."""
    known = _results(g, tuple(dice))
    result = next((word for word in ("hit", "kill", "overrun", "suppress", "abort") if word in known), "hit")
    return {f"{n} {result}": chance for n, chance in enumerate(_round(g, dice, result))}
