"""What is refused is refused by the rule of the procedure under way, whatever verb or noun is tried."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.verbs import VERBS
from tests.games.blitzkrieg.field import battle, fight
from tests.games.blitzkrieg.sky import BASES, over, sky, worn
from tests.games.blitzkrieg.table import do, legal, opening, refused, table
from tests.games.verbs import why_not

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


def second_run() -> Match:
    """Over a source that is Damaged, after the units there have been attacked."""
    more = 'side = "axis"\ndamaged = ["4435"]'
    return air("first bombardment", BOMBERS, "raid 4435", "join de-he-111-1", "join de-he-111-2", "go",
               "bomb 4435", "join de-he-111-1", "at units", "bomb 4435", "join de-he-111-2",
               units='de-viii-flieger = "5115", fr-ii = "4435"', more=more, dice="[1]")


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
    (second_run, "at units", "26.2a", "twice"), (second_run, "at source", "17.6.2a", ""),
    (second_run, "at sea", "26.2a", "name an airstrike"),
    (mending, "join de-he-111-1", "17.4b", NONE_HERE), (mending, "recover nobody", "17.4b", NONE_HERE),
    (mending, "recover de-he-111-2", "24.5.2a", ""), (mending, "recover de-he-111-3", "24.5.2a", ""),
    (mending, "recover fr-c-75-1", "24.5.2a", ""),
])
def test_whatever_is_tried_is_refused_by_the_rule_of_the_moment(
    moment: Callable[[], Match], action: str, rule: str, says: str
) -> None:
    refused(moment(), action, rule, says)


# --- every procedure ---------------------------------------------------------------------------------------------

WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]\n'
JUNKERS = {f"de-ju-52-{n}": "transport" for n in range(1, 4)}
PARATROOPS = f'{BASES}, de-fjr-1 = "5115", de-koch = "5115", de-hed = "5115", nl-i = "4009", de-iv = "4615"'


def phase(side: str, name: str, units: str, *actions: str, more: str = "") -> Match:
    """A phase of that side with these units, and what is done in it."""
    match = table(f'side = "{side}"\nphase = "{name}"\n{more}\nunits = {{ {units} }}')
    do(match, *actions)
    return match


def air(name: str, boxes: dict[str, str], *actions: str, units: str = BASES, more: str = "", dice: str = "[]") -> Match:
    match = sky(name, boxes, units, more, dice=dice)
    do(match, *actions)
    return match


def flown(*actions: str, dice: str = "[]", more: str = "") -> Match:
    """A first movement phase with transports, past the flights that begin it."""
    side = f'side = "axis"\n{WAR}{more}'
    return air("first movement", JUNKERS, "done", *actions, units=PARATROOPS, more=side, dice=dice)


def fought(units: str, *actions: str, more: str = "", dice: str = "") -> Match:
    match = battle(units, more=more, dice=dice)
    do(match, *actions)
    return match


def option(name: str, side: str, units: str, *actions: str, more: str = "") -> Match:
    phases = {"open-cities": "open cities", "entrenchments": "entrenching"}
    switch = f'options = {{ "{name}" = "on" }}\n{more}'
    return phase(side, phases.get(name, name), units, *actions, more=switch)


def set_up(verb: str) -> Match:
    match = opening()
    do(match, "play A12", "done", "done")
    while not any(action.startswith(verb) for action in legal(match)):
        do(match, next((a for a in legal(match) if a.startswith(("done", "place"))), legal(match)[0]))
    return match


RAID = ("raid 4322", "join de-he-111-1", "from de-viii-flieger")
THREE = 'de-iv = "2730", de-ix = "2830", de-xi = "2831", '
STUKA = {"de-ju-87-1": "close-support", "de-me-109-1": "escort"}
ALPS = 'turn = 5\ncards = { G12 = 4 }\ndice = [6]'
FULL = ", ".join(f'{id} = "2730"' for id in ("de-1-pz", "de-2-pz", "de-10-pz", "de-6-pz", "de-8-pz"))
TIRED = 'de-iv = { hex = "5115", fatigued = true }'
MOMENTS: dict[str, Callable[[], Match]] = {
    "AirHits": lambda: air("first bombardment", BOMBERS, *RAID, "go", "pass", "done", "bomb 4322", "join de-he-111-1",
                           "at units", units=BASES + ', fr-i = "4322", fr-ii = "4322"', more='side = "axis"',
                           dice="[6]"),
    "AirLosses": lambda: sky("air superiority", {"de-me-109-1": "air-superiority", "de-me-109-2": "air-superiority",
                                                 "fr-c-75-1": "cap", "fr-ms-406-1": "cap"}, dice="[6, 1]"),
    "AirRecovery": lambda: sky("air recovery", {"de-he-111-1": worn("recovery"), "de-he-111-2": worn("recovery")},
                               BASES, 'side = "axis"'),
    "Airlift": lambda: flown("airlift de-koch"),
    "Arranging": lambda: fought('de-iv = "2730", de-6-army = "2730", fr-i = "2731"', "arrange"),
    "Attack": lambda: fought(DUEL, "attack 2731"),
    "BombRun": second_run,
    "BombRuns": lambda: air("first bombardment", BOMBERS, *RAID, "go", "pass", "done", units=BASES + ', fr-i = "4322"',
                            more='side = "axis"'),
    "Bombardment": bombarding,
    "Bridging": lambda: option("bridgeheads", "axis", 'de-4-army = "5115"'),
    "BuyCards": buying,
    "Carriers": lambda: flown("airlift de-koch", "lift 4615"),
    "CloseSupport": lambda: air("first combat", STUKA, "attack 4519", "with de-iv", "assault",
                                units=BASES + ', de-iv = "4619", fr-i = "4519"',
                                more='side = "axis"\ncards = { G07 = 1 }'),
    "CombatPhase": lambda: battle(DUEL),
    "Declaring": lambda: option("open-cities", "allied", 'fr-i = "3226"'),
    "Deploy": lambda: set_up("deploy"),
    "DigIn": lambda: set_up("entrench"),
    "Disposition": again,
    "Dropping": lambda: flown("drop de-fjr-1"),
    "EarlyFlight": lambda: air("first movement", JUNKERS, "supply de-ju-52-1", units=PARATROOPS, more='side = "axis"'),
    "EarlyFlights": lambda: air("first movement", JUNKERS, units=PARATROOPS, more='side = "axis"'),
    "Entering": entering,
    "Entrenching": lambda: option("entrenchments", "axis", 'de-iv = "5115", de-ix = "5211"'),
    "Escorting": lambda: air("first combat", STUKA, "attack 4519", "with de-iv", "assault", "join de-ju-87-1",
                             units='de-viii-flieger = "5115", de-iv = "4619", fr-i = "4519"',
                             more='side = "axis"\ncards = { G07 = 1 }'),
    "Gunfire": lambda: fought('de-iv = "3215", fr-i = "3214"', "attack 3214", "with de-iv", "probe",
                              more='options = { gunfire = "one" }'),
    "Intensive": lambda: sky("intensive air", {"de-me-109-1": "air-superiority"},
                             more='options = { "intensive-air" = "on" }'),
    "Interception": lambda: air("first bombardment", BOMBERS, *RAID, "go", units=BASES + ', fr-i = "4322"',
                                more='side = "axis"'),
    "Interdict": lambda: air("first movement", {"de-he-111-1": "interdiction"}, "move fr-i", "step 4324",
                             units=BASES + ', fr-i = "4323"', more='side = "allied"\ncards = { G09 = 1 }'),
    "Loading": lambda: phase("allied", "first movement", 'gb-i = "3214"', "embark gb-i"),
    "MovePhase": lambda: phase("axis", "first movement", 'de-iv = "2730"'),
    "Moving": marching,
    "NameExempt": lambda: phase("axis", "second movement", 'de-kleist = "2731", de-1-pz = "2730"',
                                more="cards = { G01 = 1, G13 = 1 }"),
    "NameHeadquarters": lambda: phase("axis", "cards", 'de-kleist = "2731"', "play G03",
                                      more='hands = { axis = ["G03"], allied = ["A22"] }'),
    "Patrolling": lambda: air("patrols", {"de-me-109-1": "cap"}, "patrol de-me-109-1"),
    "PickCrossing": lambda: option("bridgeheads", "axis", 'de-4-army = "5115"', "secure de-4-army"),
    "PlacePatrols": lambda: air("patrols", {"de-me-109-1": "cap"}),
    "Placing": lambda: set_up("place"),
    "Planning": lambda: air("air planning", {"de-me-109-1": "ready", "de-me-109-2": "ready"}),
    "PlayCards": playing,
    "Pursuing": chasing,
    "Pursuit": pursuing,
    "Raid": raiding,
    "Recovering": lambda: phase("axis", "recovery", TIRED),
    "Reinforcing": coming,
    "Repairs": lambda: phase("allied", "damage and terror", 'fr-i = "4525"', more='terror = ["4525"]'),
    "Retreating": lambda: fought('de-iv = "2730", de-ix = "2830", fr-i = "2731"', "attack 2731", "all", "probe",
                                 dice="5"),
    "Retreats": lambda: fought(THREE + 'fr-9-dim = "2731", fr-25-dim = "2731"', "attack 2731", "all", "probe",
                               dice="4"),
    "Revelation": lambda: sky("air revelation", {"de-he-111-1": "air-superiority"}, turn=1,
                              more='hands = { axis = ["G10"], allied = ["A15"] }'),
    "Riding": lambda: phase("axis", "first movement", 'de-iv = "5115"', "rail de-iv"),
    "SendToAlps": lambda: phase("axis", "cards", 'fr-i = "3226", fr-ii = "3227"', "done", more=ALPS),
    "Sluices": lambda: option("flooding", "allied", 'nl-i = "4309"', more=WAR),
    "SpecialOperation": lambda: flown("drop de-fjr-1", "land 4009", "join de-ju-52-1", "from de-viii-flieger",
                                      dice="[1]", more="cards = { G11 = 1 }"),
    "StackingCheck": lambda: phase("axis", "first movement", FULL, "done"),
    "Staging": staging,
    "Support": lambda: fought(DUEL + ', de-6-army = "2729"', "attack 2731", "with de-iv", "probe"),
    "TakeLosses": lambda: fought(THREE + 'fr-i = "2731"', "attack 2731", "all", "assault", dice="4"),
}
NOUNS = ("", "nobody", "3", "cap", "cap ready", "units", "source", "france", "netherlands", "4421-4422", "G01", "G10",
         "G14", "A22", "de-he-111-1", "de-me-109-1", "de-ju-52-1", "de-ju-87-1", "fr-c-75-1", "fr-ms-406-1", "de-iv",
         "de-ix", "de-1-pz", "de-4-army", "de-6-army", "de-kleist", "de-viii-flieger", "de-koch", "de-fjr-1", "fr-i",
         "fr-ii", "fr-9-dim", "fr-6-army", "gb-i", "nl-i", "fr-deception-1", "2730", "2731", "2732", "2830", "3214",
         "3226", "3227", "3908", "4009", "4322", "4323", "4519", "4525", "4615", "5115", "5211", "0328", "2212")


@pytest.mark.rule("12.1a", "15.2a", "24.2a", "8.1(2)a", "5.1b")
@pytest.mark.parametrize("name", sorted(MOMENTS))
def test_in_every_procedure_strange_words_are_refused_alike(name: str) -> None:
    """A verb that does not belong there is refused alike whatever it is tried on, and every noun has its answer."""
    match = MOMENTS[name]()
    assert type(match.position.frames[-1]).__name__ == name
    side, choices = match.actors[0], set(legal(match))
    assert len({why_not(match, f"wink {noun}") for noun in NOUNS}) == 1
    for action in (f"{verb.name} {noun}".strip() for verb in VERBS for noun in NOUNS):
        refusal = match.game.why_not(match.position, side, action)
        assert (refusal is None) is (action in choices)
        assert refusal is None or refusal.rule in match.game.rules
