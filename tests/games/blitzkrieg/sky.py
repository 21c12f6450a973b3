"""Air displays for the tests: the airstrikes that a test speaks of, and no others."""

from __future__ import annotations

from meuse.engine.match import Match
from tests.games.blitzkrieg.box import BOX
from tests.games.blitzkrieg.table import inside, table

BASES = 'de-viii-flieger = "5115", de-ix-flieger = "5211", fr-zoae = "3226", gb-aasf = "2724", be-aem = "4015"'
"""Air commands of 5 and 2, of 4, 3 and 1, all in supply at sources and ports of their countries."""


def display(boxes: dict[str, str]) -> str:
    """The air table of a situation: a box or an inline table for each airstrike."""
    rows = {id: box if box.startswith("{") else f'"{box}"' for id, box in boxes.items()}
    return "air = { " + ", ".join(f"{id} = {box}" for id, box in rows.items()) + " }\n"


def worn(box: str) -> str:
    """A Fatigued airstrike in a box."""
    return f'{{ hex = "{box}", fatigued = true }}'


def over(hex: str, box: str = "cap") -> str:
    """An airstrike over a hex."""
    return f'{{ hex = "{box}", over = "{hex}" }}'


def sky(
    phase: str, boxes: dict[str, str], units: str = BASES, more: str = "", turn: int = 2, dice: str = "[]"
) -> Match:
    """A situation in the air phase, or with `side` in `more` in a Player Turn."""
    return table(f'turn = {turn}\nphase = "{phase}"\ndice = {dice}\n{more}\nunits = {{ {units} }}\n{display(boxes)}')


def assign(match: Match, side: str, *pairs: tuple[str, str]) -> None:
    for id, box in pairs:
        match.apply(side, f"assign {id}")
        match.apply(side, f"into {box}")


def box_of(match: Match, id: str) -> str:
    """The true box of an airstrike, or its place off the display."""
    return match.game.pieces(match.position)[id]


def tired(match: Match, id: str) -> bool:
    _, p = inside(match)
    return bool(p.air_tired >> BOX.air_by_id[id] & 1)


def flying(match: Match) -> dict[str, str]:
    """The airstrikes over the map, by hex."""
    g, p = inside(match)
    return {g.airstrikes[a].id: g.hex_name(hex) for a, hex in sorted(p.air_over.items())}


def stands(match: Match, side: str, action: str) -> str:
    """The rule against an action of that side, empty where it is legal."""
    refusal = match.game.why_not(match.position, side, action)
    assert (refusal is None) is (action in match.legal(side))
    return refusal.rule if refusal else ""
