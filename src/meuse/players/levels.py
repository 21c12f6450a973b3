"""How strong a player is: by how well it chooses among whole plans, never by slips in carrying one out."""

from __future__ import annotations

from random import Random

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame
from meuse.players import search
from meuse.players.search.searcher import SPREAD, Effort, SearchPlayer

LEVELS: dict[str, Effort | None] = {
    "novice": Effort(simulations=12, heat=0.25, share=0.25),
    "regular": None,
    "veteran": Effort(seconds=1.0, keen=0.6),
    "expert": Effort(seconds=5.0),
}
"""The weakest first. The novice holds one plan for a whole game, drawn so that it makes a quarter of the points against
the regular, who is the staff itself; the others search, the expert at every activation, the veteran at three of five.
Where no plans for whole games have been tried, the novice takes nearly any plan at each activation, of those that it
has looked at a few times each."""

BRIEFLY = Effort(simulations=16)
"""A regular who is bold or careful weighs the staff's plans briefly."""

USUAL = "regular"
TEMPERS = tuple(SPREAD)
"""A choice of its own: the bold prefer plans that may win much, the careful those that lose little."""


def levels_of(game: str) -> list[str]:
    """The levels that a game's staff has: all where it offers plans to choose among."""
    return list(LEVELS) if search.offer_of(game) else [USUAL]


def tempers_of(game: str) -> list[str]:
    return list(TEMPERS if search.offer_of(game) else TEMPERS[:1])


def make_level(game: AnyGame, side: str, rng: Random, level: str, temper: str) -> SearchPlayer | None:
    """The player of a level and temper; None where that is the staff itself."""
    if level not in levels_of(game.name):
        raise BadInput(f"unknown level {level!r}; the staff of {game.name} has {', '.join(levels_of(game.name))}")
    if temper not in tempers_of(game.name):
        raise BadInput(f"unknown temper {temper!r}; the staff of {game.name} knows {', '.join(tempers_of(game.name))}")
    effort = LEVELS[level]
    if effort is None and temper == TEMPERS[0]:
        return None
    return SearchPlayer(game, side, rng, search.offer_for(game), tempered(effort or BRIEFLY, temper))


def tempered(effort: Effort, temper: str) -> Effort:
    return msgspec.convert({**msgspec.structs.asdict(effort), "temper": temper}, Effort)
