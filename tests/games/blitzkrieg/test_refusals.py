"""What is refused is refused by the rule of the procedure under way, whatever verb or noun is tried."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.field import battle, fight
from tests.games.blitzkrieg.sky import BASES, over, sky, worn
from tests.games.blitzkrieg.table import do, opening, refused, table

BOMBERS = {"de-he-111-1": "bombardment", "de-he-111-2": "bombardment", "de-me-109-1": "escort",
           "fr-c-75-1": over("4323")}
DUEL = 'de-iv = "2730", de-1-pz = "2730", fr-9-dim = { hex = "2731", fatigued = true }'


def buying() -> Match:
    return opening("campaign-free")


def playing() -> Match:
    return table('side = "axis"\nphase = "cards"\nhands = { axis = ["G14", "G03"], allied = ["A22"] }\n'
                 'units = { de-kleist = "2731" }')


def marching() -> Match:
    match = table('side = "axis"\nphase = "first movement"\nunits = { de-1-pz = "2730", fr-i = "2732" }')
    do(match, "move de-1-pz")
    return match


def pursuing() -> Match:
    match = battle(DUEL, dice="6")
    fight(match, "2731", "de-iv", "de-1-pz", table="assault")
    return match


def coming() -> Match:
    return table('turn = 3\nside = "allied"\nphase = "reinforcements"\n'
                 'units = { fr-xxv = { hex = "due", due = 3 }, fr-i = "2731", de-iv = "3226" }')


def bombarding() -> Match:
    return sky("first bombardment", BOMBERS, f'{BASES}, fr-i = "4322"', 'side = "axis"')


def raiding() -> Match:
    match = bombarding()
    do(match, "raid 4322")
    return match


def staging() -> Match:
    match = raiding()
    do(match, "join de-he-111-1")
    return match


def again() -> Match:
    boxes = {"de-ju-87-1": over("4619", "bombardment"), "de-ju-87-2": "bombardment"}
    match = sky("first bombardment", boxes, f'{BASES}, fr-i = "4619"', 'side = "axis"\ncards = { G01 = 1 }')
    do(match, "done", "done")
    return match


def chasing() -> Match:
    match = pursuing()
    do(match, "pursue de-1-pz")
    return match


def entering() -> Match:
    match = coming()
    do(match, "bring fr-xxv")
    return match


def mending() -> Match:
    boxes = {"de-he-111-1": worn("recovery"), "de-he-111-2": "recovery", "de-he-111-3": worn("reserve"),
             "fr-c-75-1": worn("recovery")}
    return sky("recovery", boxes, BASES, 'side = "axis"')


NONE_HERE = "not one of the choices"


@pytest.mark.rule("5.1b", "6.1a", "6.2b", "8.1(2.4)a", "10.0a", "10.3a", "10.6.1a", "12.1a", "16.2a", "16.2.1a")
@pytest.mark.rule("17.4b", "24.2b", "24.3.2d", "24.5a", "24.5.2a", "24.6.1a", "26.1a", "28.4a")
@pytest.mark.parametrize(("moment", "action", "rule", "says"), [
    (buying, "play G01", "5.1b", NONE_HERE), (buying, "buy Z99", "5.1b", NONE_HERE), (buying, "buy A01", "6.1a", ""),
    (buying, "play A01", "5.1b", NONE_HERE), (buying, "buy G12", "6.1a", "not for the Axis side"),
    (playing, "buy G14", "6.2b", NONE_HERE), (playing, "buy A22", "6.2b", NONE_HERE),
    (playing, "play Z99", "6.2b", NONE_HERE),
    (playing, "play A22", "6.2b", "not in your hand"),
    (marching, "place 2731", "12.1a", NONE_HERE), (marching, "step nowhere", "12.1a", NONE_HERE),
    (marching, "step 2732", "12.1a", "neighbouring land hex"),
    (pursuing, "move de-iv", "16.2a", "or be done"), (pursuing, "pursue nobody", "16.2a", "or be done"),
    (pursuing, "pursue fr-9-dim", "16.2a", "has no part"),
    (chasing, "attack 2732", "16.2a", "or stop"), (chasing, "step nowhere", "16.2a", "or stop"),
    (chasing, "step 2930", "16.2.1a", "could not go"),
    (coming, "move fr-xxv", "10.0a", NONE_HERE), (coming, "bring nobody", "10.0a", NONE_HERE),
    (coming, "bring fr-i", "10.0a", "does not come now"), (coming, "bring de-iv", "10.0a", "does not come now"),
    (entering, "step 3226", "10.3a", ""), (entering, "place nowhere", "10.3a", ""),
    (entering, "place 2731", "10.3a", ""), (entering, "place 3226", "10.6.1a", ""),
    (bombarding, "join 4322", "8.1(2.4)a", NONE_HERE), (bombarding, "raid nowhere", "8.1(2.4)a", NONE_HERE),
    (raiding, "fly de-he-111-1", "26.1a", NONE_HERE), (raiding, "join nobody", "26.1a", NONE_HERE),
    (raiding, "join de-me-109-1", "24.2b", ""), (raiding, "escort fr-c-75-1", "28.4a", "not been given"),
    (raiding, "escort de-he-111-1", "28.4a", "not been given"),
    (staging, "from fr-i", "24.3.2d", "has to be named"), (staging, "from nobody", "24.3.2d", "has to be named"),
    (staging, "join de-viii-flieger", "24.3.2d", "has to be named"), (staging, "from fr-zoae", "24.5a", ""),
    (again, "join de-ju-87-1", "24.6.1a", "has to be named"), (again, "again nobody", "24.6.1a", "has to be named"),
    (again, "again de-ju-87-2", "24.6.1a", "has to be named"),
    (mending, "join de-he-111-1", "17.4b", NONE_HERE), (mending, "recover nobody", "17.4b", NONE_HERE),
    (mending, "recover de-he-111-2", "24.5.2a", ""), (mending, "recover de-he-111-3", "24.5.2a", ""),
    (mending, "recover fr-c-75-1", "24.5.2a", ""),
])
def test_whatever_is_tried_is_refused_by_the_rule_of_the_moment(
    moment: Callable[[], Match], action: str, rule: str, says: str
) -> None:
    refused(moment(), action, rule, says)
