"""A table to set Ghost Division situations up on, and the few verbs that its tests use.

The charts are reconstructions and may be tuned. The table here has its own, so that the tests hold the rules and not
our numbers.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from random import Random

import meuse
from meuse.engine.contract import CHANCE
from meuse.engine.match import Match
from meuse.engine.situation import read_situation, with_line
from meuse.games.ghost_division.box.components import BOX, MARKER_PLACES, PLACES
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.intelligence import reveal_by_sight
from tests.games.verbs import do, happened, legal, piece, refused

__all__ = [
    "DECLINING",
    "PINNED",
    "bare",
    "before",
    "clear_fog",
    "do",
    "guess",
    "happened",
    "inside",
    "legal",
    "named_places",
    "pass_on",
    "piece",
    "pieces",
    "pinned",
    "refused",
    "roll",
    "sight",
    "table",
]

LEADERSHIP = {"rommel": 4, "7-brigade": 2, "kg-b": 2, "kg-r": 3, "31-5": 2, "sst-hq": 2, "11-brigade": 2}
"""The Leadership Values that the tests are written for."""
WEAK = ("1-ch-ard", "2-ch-ard", "1-dlc", "4-dlc", "101-dif")
"""Formations that have one die in the tests, as others have in the game."""
PINNED = {
    "charts": tomllib.loads((Path(__file__).parent / "charts.toml").read_text(encoding="utf-8")),
    "units": {
        "german": {id: {"leadership": value} for id, value in LEADERSHIP.items()},
        "formations": {id: {"dice": 1} for id in WEAK},
    },
}


@cache
def pinned(options: tuple[tuple[str, str], ...] = ()) -> GhostDivision:
    return GhostDivision(None, dict(options), PINNED)


def table(text: str, seed: int = 1) -> Match:
    """A match from a situation's text with the pinned charts; the game's name may be left out."""
    plain, text, name = read_situation('game = "ghost-division"\n' + text)
    try:
        game = pinned(tuple(plain.get("options", {}).items()))
        return Match(game, seed=seed, situation=plain, overlay=PINNED)
    except meuse.BadInput as error:
        raise with_line(error, text, name) from None


def inside(match: Match) -> tuple[GhostDivision, GhostPosition]:
    """The game and the position of a match, for tests that look behind the view."""
    return match.game, match.position  # type: ignore[return-value]



def pass_on(match: Match, phase: str, *, most: int = 400) -> list[meuse.Event]:
    """Say "end", "done" or whatever declines, until that segment is open or the game is over; the events of it all."""
    events: list[meuse.Event] = []
    for _ in range(most):
        if not match.actors or match.view(None)["phase"] == phase:
            return events
        choices = legal(match)
        events += do(match, next((w for w in DECLINING if w in choices), choices[0]))
    raise AssertionError(f"{phase} was never reached")


def before(events: list[meuse.Event], segment: str) -> list[meuse.Event]:
    """The events up to the opening of that segment."""
    opened = (i for i, event in enumerate(events) if event.what == "segment" and event.data["segment"] == segment)
    return events[: next(opened, len(events))]


def clear_fog(match: Match) -> None:
    """Take every Fog of War marker off the map by hand."""
    g, p = inside(match)
    for m in list(p.fog_in.values()):
        p.put_fog(g, m, BOX)


def named_places(g: GhostDivision, p: GhostPosition) -> dict[str, str]:
    """Every counter and marker by id: its Grid, "bin", "battle", or the box in which it lies."""
    found = {}
    for name, place in g.pieces(p).items():
        *kind, id = name.split(" ")
        words = MARKER_PLACES if kind else PLACES
        if place.lstrip("-").isdigit():
            place = g.grid.names.get(int(place)) or words[int(place)]
        found[id] = place
    return found


def pieces(match: Match) -> dict[str, str]:
    """Where everything is in a match."""
    return named_places(*inside(match))


def sight(match: Match, *grids: str) -> None:
    """13.3e: everything in these Grids is turned up from afar."""
    g, p = inside(match)
    for grid in grids:
        reveal_by_sight(g, p, g.grid.bit[grid], "13.3e")
    p.news.clear()


def guess(match: Match, seed: int) -> Match:
    """The same match as it might be for all that the player knows."""
    twin = match.copy()
    twin.position = match.game.determinize(match.position, match.game.sides[0], Random(seed))
    return twin


DECLINING = ("end", "done", "pass", "hold", "obey", "go-on", "fight-on", "fire", "go")



def bare(options: tuple[tuple[str, str], ...] = ()) -> tuple[GhostDivision, GhostPosition]:
    """A game with the pinned charts and a blank position, for tests of single functions and frames."""
    g = pinned(options)
    return g, g.blank()


def roll(g: GhostDivision, p: GhostPosition, *dice: int) -> None:
    """Chance shows these dice, one after another."""
    for die in dice:
        assert g.actors(p) == (CHANCE,), f"nobody rolls; {g.actors(p)} must act"
        g.apply(p, CHANCE, f"die {die}")
