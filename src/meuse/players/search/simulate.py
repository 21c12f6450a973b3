"""Games played ahead by the rules: a script against the staff, in a world that may be the true one."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE
from meuse.engine.dice import pick
from meuse.engine.match import AnyGame
from meuse.players.search.offer import Offer, Script

MOST_DECISIONS = 20_000
"""A simulation that is not over by then is taken as it stands."""


class Course(msgspec.Struct, frozen=True):
    """How a simulation went: the value for the side where the horizon was reached, and what the side did."""

    value: float
    deeds: int
    """Equal where the side decided alike all along."""


def simulate(game: AnyGame, offer: Offer, world: Any, side: str, script: Script | None, luck: str) -> Course:
    """One game played ahead to the horizon; `world` is used up.

    Equal luck means equal dice as long as the same things happen.
    """
    officers = {s: offer.officer(s, Random(f"{luck} {s}"), script if s == side else None) for s in game.sides}
    dice, start, deeds = Random(f"{luck} dice"), offer.horizon(world), 0
    for _ in range(MOST_DECISIONS):
        actors = game.actors(world)
        if not actors or offer.horizon(world) != start:
            break
        if actors[0] == CHANCE:
            roll(game, world, dice)
            continue
        action = officers[actors[0]].choose(world)
        game.apply(world, actors[0], action)
        if actors[0] == side:
            deeds = hash((deeds, action))
    return Course(offer.value(world, side), deeds)


def roll(game: AnyGame, p: Any, dice: Random) -> None:
    """Let chance act."""
    outcomes = game.outcomes(p)
    game.apply(p, CHANCE, pick(outcomes, dice.randrange(sum(weight for _, weight in outcomes))))
