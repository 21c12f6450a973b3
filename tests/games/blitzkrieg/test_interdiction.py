"""26.7 Interdiction, 27 close air support."""

from __future__ import annotations

from itertools import pairwise

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.sky import box_of, flying, over, sky, tired, worn
from tests.games.blitzkrieg.table import at, do, happened, inside, legal, refused

BASES = 'de-viii-flieger = "5115", fr-zoae = "3226", gb-aasf = "2724"'
STRIKERS = {"de-he-111-1": "interdiction", "de-do-17-1": "interdiction", "de-me-109-1": "escort"}
CARD = "cards = { G09 = 1 }"


def march(
    boxes: dict[str, str], units: str, more: str = CARD, dice: str = "[]", phase: str = "first movement"
) -> Match:
    return sky(phase, boxes, f"{BASES}, {units}", f'side = "allied"\n{more}', dice=dice)


@pytest.mark.rule("26.7a", "26.7.1a")
def test_interdiction_needs_the_card_and_comes_as_a_unit_enters_a_hex_within_range() -> None:
    """T108."""
    plain = march(STRIKERS, 'fr-i = "4323"', "")
    do(plain, "move fr-i", "step 4324")
    assert plain.actors == ("allied",)
    match = march(STRIKERS, 'fr-i = "4323"')
    do(match, "move fr-i", "step 4324")
    assert match.actors == ("axis",)
    assert legal(match) == ["call-off", "pass", "strike"]
    do(match, "pass")
    assert match.actors == ("allied",)
    far = march({"de-ju-87-1": "interdiction"}, 'fr-i = "4327"')
    do(far, "move fr-i", "step 4326")
    assert far.actors == ("allied",), "out of the range of every base"


@pytest.mark.rule("26.7.1b", "26.3a")
def test_it_gains_a_column_and_hits_the_mover_alone() -> None:
    match = march(STRIKERS, 'fr-i = "4223", fr-ii = "4323"', dice="[6]")
    do(match, "move fr-i", "step 4323", "strike", "join de-he-111-1")
    events = do(match, "go")
    (told,) = happened(events, "ground attack")
    assert (told["strength"], told["shift"], told["result"]) == (3, 1, "F")
    pieces = match.view("allied")["units"]
    assert pieces["fr-i"]["fatigued"]
    assert not pieces["fr-ii"]["fatigued"], "who stood there already is not hit"
    assert match.actors == ("allied",), "the unit goes on"


@pytest.mark.rule("26.7.1b", "17.1.1a")
def test_a_mover_that_is_eliminated_moves_no_more() -> None:
    match = march(STRIKERS, 'fr-i = { hex = "4223", fatigued = true }, fr-ii = "3226"', dice="[6]")
    events = do(match, "move fr-i", "step 4323", "strike", "join de-he-111-1", "go")
    assert at(match, "fr-i") == "eliminated"
    assert not happened(events, "sighted")
    assert "move fr-ii" in legal(match)


@pytest.mark.rule("26.7.1c")
def test_once_an_impulse_and_a_second_time_in_the_turn_fatigues() -> None:
    boxes = {"de-he-111-1": "interdiction"}
    match = march(boxes, 'fr-i = "4323", fr-cav = "4323", fr-2-dlm = "4323", fr-ii = "4223"',
                  "cards = { G09 = 1, A07 = 1 }", dice="[1, 1]")
    do(match, "move fr-i", "step 4324", "strike", "join de-he-111-1", "go")
    assert box_of(match, "de-he-111-1") == "interdiction"
    do(match, "stop", "move fr-ii", "step 4224")
    assert match.actors == ("allied",), "it has struck in this impulse"
    while match.view(None)["phase"] != "second movement":
        do(match, "stop" if "stop" in legal(match) else "done")
    do(match, "move fr-2-dlm", "step 4324", "strike", "join de-he-111-1", "go")
    assert (box_of(match, "de-he-111-1"), tired(match, "de-he-111-1")) == ("recovery", True)


@pytest.mark.rule("26.7.1a")
def test_strikes_may_be_called_off_for_a_phase() -> None:
    match = march(STRIKERS, 'fr-i = "4323", fr-ii = "4223"')
    do(match, "move fr-i", "step 4324", "call-off", "stop", "move fr-ii", "step 4224")
    assert match.actors == ("allied",)


@pytest.mark.rule("28.3a", "28.4a", "13.2b")
def test_the_phasing_side_may_intercept_and_strikers_have_escorts() -> None:
    boxes = STRIKERS | {"de-he-111-2": "interdiction", "fr-c-75-1": over("4324")}
    match = march(boxes, 'fr-i = "4323", de-fc-2 = "4819", de-kleist = "5115"', "cards = { G09 = 1, G08 = 1 }",
                  dice="[1, 6]")
    do(match, "move fr-i", "step 4324", "strike")
    refused(match, "escort de-me-109-1", "28.4a")
    do(match, "join de-he-111-1", "from de-viii-flieger", "join de-he-111-2", "from de-viii-flieger")
    refused(match, "join de-do-17-1", "13.2b")
    do(match, "go", "intercept 4324", "down de-he-111-1")
    assert flying(match) == {"fr-c-75-1": "4324"}, "the other has struck and is back"


@pytest.mark.rule("13.2b", "28.4a", "24.2b")
def test_escorts_take_no_place_of_a_striker() -> None:
    boxes = STRIKERS | {"de-he-111-2": "interdiction", "fr-leo-451-1": "interdiction"}
    match = march(boxes, 'fr-i = "4323", de-fc-2 = "4819", de-kleist = "5115"', "cards = { G09 = 1, G08 = 1 }",
                  dice="[1]")
    do(match, "move fr-i", "step 4324", "strike", "join de-he-111-1", "from de-viii-flieger")
    do(match, "escort de-me-109-1")
    if "from de-fc-2" in legal(match):
        do(match, "from de-fc-2")
    assert "join de-he-111-2" in legal(match)
    refused(match, "join fr-leo-451-1", "24.2b")
    (told,) = happened(do(match, "go"), "ground attack")
    assert told["strength"] == 3, "the bomber alone"
    assert (box_of(match, "de-he-111-1"), box_of(match, "de-me-109-1")) == ("interdiction", "reserve")


@pytest.mark.rule("12.4.1c")
def test_a_train_that_is_struck_stops_where_it_is() -> None:
    match = march(STRIKERS, 'fr-i = "3925", fr-ii = "3925"', dice="[1]")
    do(match, "rail fr-i", "ride 4525")
    assert match.actors == ("axis",)
    struck = at(match, "fr-i")
    assert struck not in ("3925", "4525"), "on its way"
    do(match, "pass")
    assert at(match, "fr-i") not in (struck, "4525")
    struck = at(match, "fr-i")
    events = do(match, "strike", "join de-he-111-1", "go")
    assert at(match, "fr-i") == struck
    assert happened(events, "rail") == [{"unit": "fr-i", "start": "3925", "hex": struck}]
    slow = march(STRIKERS, 'fr-i = "4323", fr-ii = "3925"')
    g, _ = inside(slow)
    do(slow, "rail fr-ii", "ride 4525")
    seen = [at(slow, "fr-ii")]
    while slow.actors == ("axis",):
        do(slow, "pass")
        seen.append(at(slow, "fr-ii"))
    near = [g.grid.distance(g.grid.bit[a], g.grid.bit[b]) for a, b in pairwise(seen)]
    assert max(near) == 1, "hex by hex"
    worn_out = march(STRIKERS, 'fr-i = { hex = "3925", fatigued = true }, fr-ii = "3925"', dice="[6]")
    lost = do(worn_out, "rail fr-i", "ride 4525", "strike", "join de-he-111-1", "go")
    assert at(worn_out, "fr-i") == "eliminated"
    assert not happened(lost, "rail")
    passing = march(STRIKERS, 'fr-i = "3925"', "")
    do(passing, "rail fr-i", "ride 4525")
    assert at(passing, "fr-i") == "4525"


@pytest.mark.rule("12.4.1c", "28.3a")
def test_a_train_whose_attackers_are_shot_down_goes_on() -> None:
    boxes = {"de-he-111-1": worn("interdiction"), "fr-c-75-1": over("4124"), "fr-ms-406-1": over("4124")}
    match = march(boxes, 'fr-i = "3925", fr-ii = "3925"', dice="[1, 6]")
    do(match, "rail fr-i", "ride 4525")
    do(match, "pass", "strike", "join de-he-111-1", "go", "intercept 4124")
    assert box_of(match, "de-he-111-1") == "eliminated"
    assert at(match, "fr-i") == "4525"


# --- headquarters that give support ------------------------------------------------------------------------------

@pytest.mark.rule("26.7.2a", "11.2.2a")
@pytest.mark.parametrize(("place", "die", "attack"), [("4322", 1, 10), ("4322", 6, 8), ("4323", 1, 10), ("4323", 6, 6)])
def test_a_headquarters_may_be_struck_as_it_gives_support(place: str, die: int, attack: int) -> None:
    """T109: struck it supports with what it has left, and not at all where its radius no longer reaches."""
    match = march({"de-he-111-1": "interdiction"}, f'fr-1-army = "{place}", fr-i = "4322", de-iv = "4321"',
                  dice=f"[{die}, 1]", phase="first combat")
    do(match, "attack 4321", "with fr-i", "assault", "support fr-1-army")
    assert match.actors == ("axis",)
    (told,) = happened(do(match, "strike", "join de-he-111-1", "go"), "combat")
    assert told["attack"] == attack


@pytest.mark.rule("26.7.2a", "17.1.1a")
def test_a_headquarters_that_is_lost_to_a_strike_supports_nobody() -> None:
    match = march({"de-he-111-1": "interdiction"}, 'fr-1-army = { hex = "4322", fatigued = true }, fr-i = "4322", '
                  'de-iv = "4321"', dice="[6, 1]", phase="first combat")
    do(match, "attack 4321", "with fr-i", "assault", "support fr-1-army")
    (told,) = happened(do(match, "strike", "join de-he-111-1", "go"), "combat")
    assert (told["attack"], at(match, "fr-1-army")) == (6, "eliminated")


# --- close air support -------------------------------------------------------------------------------------------

STUKAS = {"de-ju-87-1": "close-support", "de-hs-123-1": "close-support", "de-ju-87-2": worn("close-support"),
          "de-me-109-1": "escort"}
SUPPORT = "cards = { G07 = 1 }"


def fight(boxes: dict[str, str], more: str = SUPPORT, dice: str = "[1]", side: str = "axis") -> Match:
    units = f'{BASES}, de-iv = "4619", fr-i = "4519", be-iii = "4419"'
    return sky("first combat", boxes, units, f'side = "{side}"\n{more}', dice=dice)


@pytest.mark.rule("27.1a", "15.9.1a", "27.1b", "27.2a", "8.1(2.5)a")
@pytest.mark.parametrize(("airstrike", "shift"), [("de-ju-87-1", 2), ("de-hs-123-1", 1), ("de-ju-87-2", 1)])
def test_one_airstrike_shifts_the_attack_by_its_bombardment(airstrike: str, shift: int) -> None:
    match = fight(STUKAS)
    do(match, "attack 4519", "with de-iv", "assault")
    events = do(match, f"join {airstrike}")
    if "go" in legal(match):
        events += do(match, "go")
    (told,) = happened(events, "combat")
    assert [value for label, value, rule in told["shifts"] if rule == "15.9.1a"] == [shift]
    while box_of(match, airstrike) not in ("reserve", "recovery"):
        do(match, legal(match)[0])
    assert box_of(match, airstrike) == ("recovery" if airstrike == "de-ju-87-2" else "reserve")
    assert tired(match, airstrike) is (airstrike == "de-ju-87-2"), "the battle does not touch it"


@pytest.mark.rule("27.1a", "15.9.1b", "15.9.1c")
def test_close_support_needs_the_card_and_is_the_attackers_alone() -> None:
    match = fight(STUKAS, "")
    events = do(match, "attack 4519", "with de-iv", "assault")
    assert happened(events, "combat"), "without the card nobody is asked"
    defended = fight({"fr-p-63-1": "close-support"}, "cards = { A08 = 1 }")
    events = do(defended, "attack 4519", "with de-iv", "assault")
    assert happened(events, "combat"), "the defender is not asked"


@pytest.mark.rule("4.4b", "15.9.1a")
def test_close_support_is_of_the_attackers_country_and_on_that_mission() -> None:
    boxes = {"fr-p-63-1": "close-support", "gb-battle-1": "close-support", "fr-p-63-2": "bombardment",
             "de-ju-87-1": "close-support"}
    units = 'fr-zoae = "3620", gb-aasf = "3824", gb-bef = "3824", gb-i = "2917", fr-i = "4118", de-iv = "4017"'
    match = sky("first combat", boxes, units, 'side = "allied"\ncards = { A08 = 1 }', dice="[1]")
    do(match, "attack 4017", "with fr-i", "assault")
    refused(match, "join gb-battle-1", "4.4b")
    refused(match, "join fr-p-63-2", "27.1a")
    refused(match, "join de-ju-87-1", "27.1a")
    refused(match, "support fr-i", "15.9.1a")
    assert legal(match) == ["join fr-p-63-1", "none"]


@pytest.mark.rule("28.3a", "15.9.1a")
def test_close_support_that_is_shot_down_shifts_nothing() -> None:
    match = fight({"de-ju-87-1": "close-support", "fr-c-75-1": over("4519")}, dice="[1, 6, 1]")
    do(match, "attack 4519", "with de-iv", "assault", "join de-ju-87-1")
    events = do(match, "intercept 4519")
    assert box_of(match, "de-ju-87-1") == "eliminated"
    (told,) = happened(events, "combat")
    assert not [rule for _, _, rule in told["shifts"] if rule == "15.9.1a"]


@pytest.mark.rule("27.2a", "24.6.1a")
def test_close_support_may_be_kept_for_a_later_impulse_fatigued() -> None:
    match = fight({"de-ju-87-1": "close-support"}, "cards = { G07 = 1, G01 = 1 }", dice="[5]")
    do(match, "attack 4519", "with de-iv", "assault", "join de-ju-87-1")
    while "again de-ju-87-1" not in legal(match):
        do(match, legal(match)[0])
    do(match, "again de-ju-87-1")
    assert (box_of(match, "de-ju-87-1"), tired(match, "de-ju-87-1")) == ("close-support", True)
    _, p = inside(match)
    assert not p.air_over
