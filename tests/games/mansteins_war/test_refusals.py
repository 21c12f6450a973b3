"""Whatever is tried at whatever moment of play, it is legal or refused by a rule of the book, never a fault."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from meuse.engine.contract import CHANCE
from meuse.games.mansteins_war.game import MansteinsWar
from tests.games.contract import Mood
from tests.games.mansteins_war.promises import scatter
from tests.games.mansteins_war.table import game

EVERYTHING = tuple((name, "on") for name in (
    "fall-rot", "plan-w", "morale", "mountain-units", "british-ports", "western-evacuation", "open-cities", "airlift",
    "bridgeheads", "airlift-doctrine", "allied-special-forces", "allied-airpower", "fighter-command",
    "variable-reinforcements",
))
NOUNS = ("", "nobody", "9999", "de-19-corps", "fr-2-army", "de-llk", "gb-bef", "fr-thionville", "de-log-hga",
         "de-air-1", "de-airlift", "gb-air-fc", "de-sf-koch", "1439", "0941", "0432", "1740", "1441-1442", "PGK", "BL",
         "manstein", "plan-d", "hoth+luftwaffe", "evac", "none")
EACH = 3
"""How often a procedure is questioned."""


def questions(g: MansteinsWar, p: Any, side: str, rng: Random) -> list[str]:
    """Every verb with every kind of noun, right or wrong, and what was legal here or next to it."""
    near = [action.partition(" ")[2] for action in rng.sample(g.legal(p, side), min(6, len(g.legal(p, side))))]
    stands = [g.ids[u] for hex in rng.sample(sorted(p.stacks), min(4, len(p.stacks))) for u in p.stacks[hex]]
    hexes = [g.grid.names[hex] for hex in rng.sample(sorted(g.grid.cells), 6)]
    words = {verb.name for verb in g.verbs}
    nouns = dict.fromkeys((*NOUNS, *near, *stands, *hexes))
    return [f"{word} {noun}".strip() for word in sorted(words) for noun in nouns]


def question(g: MansteinsWar, p: Any, side: str, rng: Random) -> None:
    legal = set(g.legal(p, side))
    for action in questions(g, p, side, rng):
        refusal = g.why_not(p, side, action)
        assert (refusal is None) == (action in legal), (action, refusal)
        assert refusal is None or refusal.rule in g.rules, (action, refusal)


@pytest.mark.rule("2.8a", "4.1d", "5.5a", "8.0a", "10.0c", "11.0a", "12.0a", "16.1a", "21.0a")
def test_every_question_has_an_answer_in_every_procedure() -> None:
    g, asked = game(EVERYTHING), Counter[str]()
    for seed in range(14):
        rng = Random(f"questions {seed}")
        mood = Mood(rng)
        situation = scatter(rng) if seed else None
        p = g.set_up({**situation, "options": dict(EVERYTHING)}) if situation else g.start()
        for _ in range(150):
            actors = g.actors(p)
            if not actors:
                break
            side = rng.choice(actors)
            legal = g.legal(p, side)
            name = type(p.frames[-1]).__name__
            if side != CHANCE and asked[name] < EACH:
                asked[name] += 1
                question(g, p, side, rng)
            g.apply(p, side, "historical" if "historical" in legal and asked[name] >= EACH else mood.choose(legal))
    assert {"KeepPlans", "Deploy", "Placing", "LoadBins", "PickCommands", "AirSegment", "Flight", "MoveSegment",
            "Moving", "CombatSegment", "Attack", "ChooseTable", "Losses", "Retreating", "Retreats",
            "Refitting"} <= set(asked)
