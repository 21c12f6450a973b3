"""A battle on the table: small situations that do not hang on designed charts.

Tables, terrain and factors are reconstructions and may be tuned. These situations pin the terrain's shifts and the
factors of a few units, give every attack one result, and let logistics units reach over the whole map: so the tests
hold the rules and not the numbers.

Most of them are fought on the plain round 1443: its neighbours 1343, 1344 and 1442 lie on the same bank, 1543 and 1544
beyond the Marne or a town; 1444 is a forest.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import meuse
from meuse.engine.match import Match
from meuse.games.mansteins_war.game import MansteinsWar
from tests.games.mansteins_war.table import at, piece
from tests.games.verbs import do

SHIFTS = {"clear": 0, "town": 0, "forest": 1, "city": 1, "rough": 2}
FACTORS = {
    "de-19-corps": [[8, 8], [4, 4]], "de-41-corps": [[7, 7], [3, 3]], "de-14-corps": [[5, 5], [2, 2]],
    "de-16-army": [[10, 10], [8, 8], [5, 5], [3, 3]], "de-llk": [[3, 3], [1, 1]], "de-grd": [[2, 2]],
    "fr-2-army": [[5, 6], [3, 4], [2, 2]], "fr-21-corps": [[2, 3], [1, 1]], "fr-1gc": [[4, 4], [2, 2]],
    "fr-thionville": [[0, 4], [0, 2]], "gb-bef": [[7, 9], [5, 7], [4, 5], [2, 2]],
}
LOGISTICS = (
    "de-log-hga", "de-log-hgb", "de-log-hgc", "de-log-pgk", "fr-log-1ag", "fr-log-2ag", "fr-log-3ag", "fr-log-ghq",
    "gb-log-bef",
)

PLAIN = '"de-log-pgk" = "1342"\n"fr-log-ghq" = "1644"\n'
"""Logistics units behind either side on the plain: Germans round 1343 and French round 1443 are supported."""


@cache
def game(assault: str, mobile: str, air: str, options: tuple[str, ...]) -> MansteinsWar:
    """The game with one result on each table, or one for each die ("CA DW" is DW from 2 on), and one for air fights.
    Options are "airlift", which is on, or "plan-r=any"."""
    crt = {
        name: {str(die): [codes[min(die, len(codes)) - 1]] * 10 for die in range(1, 7)}
        for name, codes in (("assault", assault.split()), ("mobile", mobile.split())) if codes
    }
    sky = {"rows": {str(die): [air] * 7 for die in range(1, 7)}} if air else {}
    overlay: dict[str, Any] = {
        "charts": {
            "crt": crt, "air_warfare": sky, "terrain": {word: {"shift": n} for word, n in SHIFTS.items()},
            "river": {"shift": 1}, "forts": {"shift": 1},
        },
        "units": {
            "units": {id: {"steps": steps} for id, steps in FACTORS.items()} | {id: {"move": 40} for id in LOGISTICS},
        },
    }
    chosen = {name: value or "on" for name, _, value in (option.partition("=") for option in options)}
    return MansteinsWar(options=chosen, overlay=overlay)


def battle(
    units: str, *, marker: str = "pgk", segment: str = "combat", more: str = "", assault: str = "", mobile: str = "",
    air: str = "", options: tuple[str, ...] = (), side: str = "german", tail: str = "",
) -> Match:
    """An impulse of that marker on turn 3, standing in that segment; `more` are further keys, `tail` further tables."""
    text = f"""
        game = "mansteins-war"
        turn = 3
        side = "{side}"
        marker = "{marker}"
        segment = "{segment}"
        {more}
        [units]
        {units}
        {tail}
        """
    return Match(game(assault, mobile, air, options), seed=1, situation=tomllib.loads(text))



def steps(match: Match, unit: str) -> int:
    left: int = piece(match, unit)["steps"]
    return left


def air_at(match: Match, air: str) -> tuple[str, int]:
    """Where an air unit is, and its steps."""
    return at(match, air), piece(match, air)["steps"]


def attack(match: Match, hex: str, *units: str) -> list[meuse.Event]:
    """Declare an attack and launch it."""
    return do(match, f"attack {hex}", *(f"with {unit}" for unit in units), "attack")


def shifts(match: Match) -> dict[str, int]:
    """The shifts of the attack under way: by rule, their sum."""
    found: dict[str, int] = {}
    for _, value, rule in match.game.preview(match.position)["shifts"]:
        found[rule] = found.get(rule, 0) + value
    return found
