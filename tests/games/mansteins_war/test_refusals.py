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
from tests.games.mansteins_war.table import do, game, refused, table

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


AIR = 'turn = 3\nside = "german"\nmarker = "pgk"\nsegment = "air"\n'
FIGHT = ('turn = 3\nside = "german"\nmarker = "pgk"\nsegment = "combat"\n'
         'units = { de-19-corps = "1343", fr-2-army = "1443" }\n')
CHASE = ('turn = 3\nside = "german"\nmarker = "pgk"\nsegment = "combat"\ndice = [6]\nmanstein = 3\n'
         'units = { de-19-corps = "1343", fr-21-corps = { hex = "1443", steps = 1 }, de-log-pgk = "1342" }')
SAIL = ('turn = 3\nside = "allied"\nmarker = "evac"\nsegment = "evacuation"\ncommands = ["1AG"]\nevac = 3\n'
        'units = { gb-bef = "0936" }')
BRING = ('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "reinforcement"\n'
         'units = { fr-2gc = { hex = "due", due = 2 } }')
MARCH = 'turn = 2\nside = "german"\nmarker = "hga"\nsegment = "movement"\nunits = { de-4-army = "1835" }'
DROP = 'turn = 2\nside = "german"\nmarker = "hgb"\nsegment = "movement"\nunits = { de-llk = "1636" }'
CROWD = ('turn = 2\nside = "allied"\nmarker = "2ag"\nsegment = "evacuation"\n'
         'units = { fr-21-corps = "0941", fr-23-corps = "0941", fr-1gc = "0941", fr-3-army = "1740", '
         'de-19-corps = "1739" }')
DRAW = ('turn = 2\ninitiative = "allied"\nbins = { german = [], allied = ["plan-d"] }\n'
        'units = { fr-2gc = { hex = "due", due = 2 } }')
LEAD = ('turn = 2\nbins = { german = ["guderian"], allied = [] }\n'
        'units = { de-15-corps = "1737", de-16-corps = "1636", de-19-corps = "1735" }')


@pytest.mark.rule("16.1a", "16.6a", "16.9a", "10.0c", "20.2d", "13.2a", "8.0a", "6.5a", "5.1s", "5.1j", "25.4a")
@pytest.mark.parametrize(("text", "actions", "tried", "rule", "says"), [
    (AIR + 'air = { de-air-1 = "1439" }', "", "support de-air-1", "16.1a", "or be done"),
    (AIR + 'air = { de-air-1 = "1439" }', "fly de-air-2", "attack 1440", "16.1a", "choose where"),
    (AIR + 'air = { de-air-1 = "1333" }', "stay de-air-1; done", "fly de-air-1", "16.9a", "or be done"),
    (AIR + 'air = { de-air-1 = "1439", fr-air-zoan = "1439", de-air-2 = "1240", fr-air-zoae = "1240" }', "done",
     "attack 1340", "16.6a", "must fight"),
    (FIGHT, "", "step 1443", "10.0c", "or end"),
    (FIGHT, "", "attack 9999", "10.0c", "or end"),
    (FIGHT, "attack 1443", "move de-19-corps", "10.0c", "must be settled"),
    (FIGHT, "attack 1443", "with de-air-1", "10.0c", "must be settled"),
    (FIGHT, "attack 1443; with de-19-corps; attack", "all", "10.2a", ""),
    (SAIL, "", "move gb-bef", "20.2d", "or be done"),
    (SAIL, "", "evacuate nobody", "20.2d", "or be done"),
    (DROP, "drop de-llk", "step 1138", "18.0b", "choose where it lands"),
    (AIR + 'air = { de-air-1 = "1439", fr-air-zoan = "1439", de-air-2 = "1240", fr-air-zoae = "1240" }', "done",
     "fight nowhere", "16.6a", "must fight"),
    (BRING, "", "move fr-2gc", "13.2a", "or be done"),
    (BRING, "bring fr-2gc", "step 0941", "13.2a", "choose where"),
    (MARCH, "move de-4-army", "attack 1836", "8.0a", "is on the move"),
    (MARCH, "rail de-4-army", "step 2241", "9.0h", ""),
    (CHASE, "attack 1443; with de-19-corps; attack; assault; pursue de-19-corps", "attack 1444", "12.2a", "or stop"),
    (CROWD, "end", "move fr-21-corps", "6.5a", "is overstacked"),
    (DRAW, "", "load 2AG", "5.1s", ""),
    (DRAW, "", "load BL", "5.1s", ""),
    (LEAD, "", "move de-15-corps", "5.1j", "choose which"),
])
def test_a_right_noun_with_a_wrong_verb(text: str, actions: str, tried: str, rule: str, says: str) -> None:
    match = table(text)
    do(match, *filter(None, actions.split("; ")))
    refused(match, tried, rule, says)
