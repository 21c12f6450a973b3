"""A corps on the table: small situations of movement and combat that do not hang on designed charts.

The Terrain Effects Chart and the Combat Results Table are reconstructions and may be tuned. These situations pin the
movement costs, and give every attack one result, so that the tests hold the rules and not the numbers.
"""

from __future__ import annotations

import tomllib
from functools import cache

from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.verbs import explain

TERRAIN = {
    "clear": (1, 1), "light woods": (2, 1), "heavy woods": (4, 2), "town": (1, 1), "city": (1, 1), "maginot": (2, 1)
}
"""Points for motorized and other units."""

CHART = {
    "terrain": {word: {"motorized": motorized, "other": other} for word, (motorized, other) in TERRAIN.items()},
    "road": {"motorized": 0.5, "other": 0.5},
    "rivers": {"minor": {"motorized": 2, "other": 1}},
}


@cache
def game(result: str = "-/-") -> Sedan:
    """Sedan with that chart, and with one result for every attack."""
    rows = {str(roll): [result] * 6 for roll in range(2, 15)}
    return Sedan(overlay={"charts": {**CHART, "crt": {"rows": rows}}})


def corps(
    units: str, *, chit: str = "XIX", mode: str = "move", more: str = "", result: str = "-/-", air: bool = False
) -> Match:
    """A corps in one of its modes on turn 2, without reinforcements, and without air units unless `more` names them."""
    sky = "" if air else "air = { german = { fighters = 0 }, french = { fighters = 0 } }"
    text = f"""
        game = "sedan"
        turn = 2
        activation = "{chit}"
        mode = "{mode}"
        reinforcements = "none"
        {sky}
        {more}
        [units]
        {units}"""
    return Match(game(result), seed=1, situation=tomllib.loads(text))


def cost(match: Match, hex: str) -> object:
    """What the next step of the moving unit costs."""
    return explain(match, f"step {hex}").total
