"""Occasions to plan for in games between staffs, and what comes of a plan."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import meuse
from meuse.engine.contract import CHANCE
from meuse.engine.dice import pick
from meuse.players import make_player
from meuse.players.search import offer_for
from meuse.players.search.offer import Script
from meuse.players.search.simulate import Ahead, roll

SEED = 9


@cache
def occasions(name: str, scenario: str, weeks: int = 1) -> list[tuple[Any, Any, str]]:
    """Match, position and side at the beginning of each impulse of a game between staffs."""
    m = meuse.new(name, scenario=scenario, seed=SEED)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    found: dict[Any, tuple[Any, Any, str]] = {}
    last = m.position.turn + weeks
    while m.actors and m.position.turn < last:
        side, p = m.actors[0], m.position
        if (now := offer.occasion(p, side)) is not None:
            found.setdefault((side, now), (m, p.copy(), side))
        m.apply(side, minds[side].choose(m.game.determinize(p, side, Random(0))))
    return list(found.values())


def deeds(m: Any, p: Any, side: str, script: Script, luck: int = 1) -> list[str]:
    """What a side does in its impulse by a plan."""
    offer: Any = offer_for(m.game)
    p, dice, done = p.copy(), Random(luck), []
    officers = {s: offer.officer(s, Random(s), script if s == side else None) for s in m.game.sides}
    until = offer.horizon(p)
    while (actors := m.game.actors(p)) and offer.horizon(p) == until:
        if actors[0] == CHANCE:
            roll(m.game, p, dice)
            continue
        action = officers[actors[0]].choose(p)
        m.game.apply(p, actors[0], action)
        if actors[0] == side:
            done.append(action)
    return done


def fallen(m: Any, p: Any, side: str, script: Script, luck: str = "7") -> dict[str, int]:
    """How the first die about each matter falls in a simulation of a plan."""
    offer: Any = offer_for(m.game)
    ahead = Ahead(m.game, offer, side, script)
    run, found = ahead._begun(p.copy(), luck), {}
    game, q = m.game, run.position
    while game.actors(q) and ahead.horizon(q) == run.until:
        who = game.actors(q)[0]
        if who != CHANCE:
            game.apply(q, who, run.officers[who].choose(q))
            continue
        outcomes, rng = game.outcomes(q), ahead._dice(run, luck, Random(0))
        face = rng.randrange(sum(weight for _, weight in outcomes))
        found.setdefault(offer.matter(q), face)
        game.apply(q, CHANCE, pick(outcomes, face))
    return found
