"""29.0 Air transport, 31.0 air supply, 19.1d reconnaissance."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.sky import box_of, flying, over, sky, tired
from tests.games.blitzkrieg.table import at, do, happened, inside, legal, refused

BASES = 'de-viii-flieger = "5115", de-i-flieger = "5211", fr-zoae = "3226"'
JUNKERS = {f"de-ju-52-{n}": "transport" for n in range(1, 5)}
DUTCH_WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'


def lift(units: str, boxes: dict[str, str] = JUNKERS, more: str = "", dice: str = "[]", phase: str = "first movement",
         side: str = "axis") -> Match:
    return sky(phase, boxes, f"{BASES}, {units}", f'side = "{side}"\n{DUTCH_WAR}\n{more}', dice=dice)


def settle(match: Match) -> None:
    """Past the flights that begin the phase."""
    if match.view(None)["prompt"].startswith("Send"):
        do(match, "done")


def fly(match: Match, unit: str, to: str, *transports: str) -> None:
    do(match, f"airlift {unit}", f"lift {to}")
    for id in transports:
        do(match, f"join {id}")
        if "from de-viii-flieger" in legal(match):
            do(match, "from de-viii-flieger")


# --- transport ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("29.1a", "29.2a", "29.4a", "29.6a", "29.3a", "8.1(2.3)a")
def test_a_regiment_is_flown_from_airbase_to_airbase_and_moves_no_more() -> None:
    match = lift('de-16-22 = "5112", de-iv = "4615", nl-i = "4614", de-ii = "4520"')
    settle(match)
    do(match, "airlift de-16-22")
    assert "lift 4615" in legal(match), "a city with a German unit, in a Dutch zone of control"
    assert "lift 4520" not in legal(match), "no city, no town, no Air Base"
    refused(match, "lift 4412", "29.1a")
    do(match, "lift 4615", "join de-ju-52-1", "from de-viii-flieger")
    assert at(match, "de-16-22") == "4615"
    assert not flying(match)
    refused(match, "move de-16-22", "12.2.1a")
    _, p = inside(match)
    assert p.rode >> match.game.by_id["de-16-22"] & 1, "nor in a later impulse"  # type: ignore[attr-defined]


@pytest.mark.rule("29.6a")
def test_who_was_flown_in_may_attack() -> None:
    match = lift('de-16-22 = "5112", de-iv = "4615", nl-i = "4614"')
    settle(match)
    fly(match, "de-16-22", "4615", "de-ju-52-1")
    while match.view(None)["phase"] != "first combat":
        do(match, "done")
    do(match, "attack 4614")
    assert "with de-16-22" in legal(match)


@pytest.mark.rule("29.2a")
def test_airbases_are_cities_and_towns_with_a_unit_and_clear_hexes_with_an_air_base() -> None:
    match = lift('de-16-22 = "5112", de-v-flieger = "5013", de-fc-2 = "5014", de-ix-flieger = "4520", be-aem = "4413"')
    settle(match)
    do(match, "airlift de-16-22")
    assert {"lift 5115", "lift 5211", "lift 5013", "lift 5014"} <= set(legal(match))
    assert "lift 4520" not in legal(match), "an Air Base in the rough makes no airfield"
    assert "lift 4413" not in legal(match), "nor does one of the enemy's"
    afield = lift('de-16-22 = "5213"')
    settle(afield)
    refused(afield, "airlift de-16-22", "29.2a")


@pytest.mark.rule("29.2a", "30.6.2a")
def test_a_city_with_enemies_in_it_is_no_airbase() -> None:
    match = lift('de-16-22 = "5112", de-fjr-1 = "4615", nl-i = "4615"', more='landed = ["de-fjr-1"]')
    settle(match)
    do(match, "airlift de-16-22")
    refused(match, "lift 4615", "29.1a")


@pytest.mark.rule("29.4b")
def test_three_battalions_share_a_transport_between_the_same_hexes() -> None:
    """T112."""
    units = 'de-koch = "5112", de-hed = "5112", de-niwi = "5112", de-bb = "5112", de-iv = "4615"'
    match = lift(units)
    settle(match)
    do(match, "airlift de-koch", "board de-hed")
    refused(match, "board de-16-22", "29.4b")
    do(match, "board de-bb")
    refused(match, "board de-niwi", "29.4b")
    do(match, "lift 4615", "join de-ju-52-1", "from de-viii-flieger")
    assert [at(match, id) for id in ("de-koch", "de-hed", "de-bb", "de-niwi")] == ["4615", "4615", "4615", "5112"]
    assert sum(box_of(match, id) == "transport" for id in JUNKERS) == 3


@pytest.mark.rule("29.4c", "24.4a")
def test_a_mountain_division_needs_four_transports_and_a_corps_stays_on_the_ground() -> None:
    units = 'de-1-mtn = "5112", de-iv = "4615", de-ii = "5112"'
    match = lift(units, more="cards = { G08 = 1 }")
    settle(match)
    refused(match, "airlift de-ii", "29.4c")
    do(match, "airlift de-1-mtn", "lift 4615")
    while "from de-viii-flieger" in legal(match):
        do(match, "from de-viii-flieger")
    assert at(match, "de-1-mtn") == "4615"
    assert all(box_of(match, id) == "reserve" for id in JUNKERS)
    crowded = lift(units)
    settle(crowded)
    refused(crowded, "airlift de-1-mtn", "29.1a")
    few = lift(units, {"de-ju-52-1": "transport"}, "cards = { G08 = 1 }")
    settle(few)
    refused(few, "airlift de-1-mtn", "29.4a")


@pytest.mark.rule("29.4b", "29.4c")
def test_only_light_battalions_share_a_transport() -> None:
    match = lift('de-koch = "5112", de-hed = "5112", de-stg = "5112", de-fjr-1 = "5112", de-iv = "4615"')
    settle(match)
    do(match, "airlift de-koch")
    assert [action for action in legal(match) if action.startswith("board")] == ["board de-hed"]
    refused(match, "board de-stg", "29.4b")
    moved = lift('de-koch = "5112", de-hed = "5112", de-iv = "4615"')
    settle(moved)
    do(moved, "move de-hed", "stop", "airlift de-koch")
    refused(moved, "board de-hed", "29.4b")


@pytest.mark.rule("24.3.2d", "29.4c", "24.4a")
@pytest.mark.parametrize(("base", "able"), [("de-i-flieger", True), ("de-ix-flieger", False)])
def test_bases_must_be_able_to_stage_a_whole_division(base: str, able: bool) -> None:
    units = f'{base} = "5211", de-1-mtn = "5112", de-iv = "4615"'
    match = sky("first movement", JUNKERS, units, f'side = "axis"\n{DUTCH_WAR}\ncards = {{ G08 = 1 }}')
    settle(match)
    assert ("airlift de-1-mtn" in legal(match)) is able


@pytest.mark.rule("24.3.2d", "24.3.3a", "29.4c")
@pytest.mark.parametrize(("second", "able"), [("5209", True), ("5703", False)])
def test_bases_out_of_range_stage_no_part_of_a_division(second: str, able: bool) -> None:
    units = (f'de-ix-flieger = "5211", de-ii-flieger = {{ hex = "{second}", fatigued = true }}, '
             'de-1-mtn = "5112", de-iv = "4525"')
    match = sky("first movement", JUNKERS, units, f'side = "axis"\n{DUTCH_WAR}\ncards = {{ G08 = 1 }}')
    settle(match)
    do(match, "airlift de-1-mtn")
    assert ("lift 4525" in legal(match)) is able, "two flights from Dortmund, two from Münster"


@pytest.mark.rule("24.4a", "28.4a")
def test_patrols_take_up_the_air_over_a_hex_and_stay_when_others_go_home() -> None:
    two = {"de-me-109-1": over("4615"), "de-me-109-2": over("4615")}
    units = 'de-16-22 = "5112", de-iv = "4615", de-ii = "4616"'
    full = lift(units, JUNKERS | two)
    do(full, "supply de-ju-52-1")
    assert "over 4616" in legal(full)
    refused(full, "over 4615", "24.4a")
    do(full, "over 4616", "from de-viii-flieger")
    settle(full)
    do(full, "airlift de-16-22")
    refused(full, "lift 4615", "29.1a")
    one = lift(units, {"de-ju-52-1": "transport", "de-me-109-1": over("4615")})
    settle(one)
    fly(one, "de-16-22", "4615")
    do(one, "from de-viii-flieger")
    assert (at(one, "de-16-22"), flying(one)) == ("4615", {"de-me-109-1": "4615"})


@pytest.mark.rule("29.1a")
def test_air_transport_is_for_the_first_movement_phase() -> None:
    units = 'de-kleist = "5112", de-1-pz = "5112", de-16-22 = "5112", de-iv = "4615"'
    match = lift(units, more="cards = { G01 = 1 }", phase="second movement")
    settle(match)
    assert not any(action.startswith("airlift") for action in legal(match))


@pytest.mark.rule("28.3b", "29.4c")
def test_passengers_are_lost_with_their_transport() -> None:
    boxes = {"de-ju-52-1": "transport", "fr-c-75-1": over("4615")}
    match = lift('de-16-22 = "5112", de-iv = "4615"', boxes, dice="[1, 6]")
    settle(match)
    fly(match, "de-16-22", "4615")
    if "from de-viii-flieger" in legal(match):
        do(match, "from de-viii-flieger")
    do(match, "intercept 4615")
    assert (box_of(match, "de-ju-52-1"), at(match, "de-16-22")) == ("eliminated", "eliminated")


@pytest.mark.rule("28.3b", "29.4c")
def test_a_division_is_fatigued_for_each_transport_that_is_lost() -> None:
    boxes = JUNKERS | {"fr-c-75-1": over("4615")}
    match = lift('de-1-mtn = "5112", de-iv = "4615"', boxes, "cards = { G08 = 1 }", dice="[1, 6]")
    settle(match)
    do(match, "airlift de-1-mtn", "lift 4615")
    while "from de-viii-flieger" in legal(match):
        do(match, "from de-viii-flieger")
    do(match, "intercept 4615", "down de-ju-52-1")
    assert at(match, "de-1-mtn") == "4615"
    assert match.view("axis")["units"]["de-1-mtn"]["fatigued"]


@pytest.mark.rule("28.4a")
def test_transports_may_be_escorted() -> None:
    boxes = {"de-ju-52-1": "transport", "de-me-109-1": "escort", "fr-c-75-1": over("4615")}
    match = lift('de-16-22 = "5112", de-iv = "4615"', boxes, dice="[1, 6]")
    settle(match)
    fly(match, "de-16-22", "4615")
    if "from de-viii-flieger" in legal(match):
        do(match, "from de-viii-flieger")
    do(match, "escort de-me-109-1", "from de-viii-flieger")
    if "go" in legal(match):
        do(match, "go")
    do(match, "intercept 4615", "down de-me-109-1")
    assert at(match, "de-16-22") == "4615"


# --- supply ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("31.1a", "31.2a", "31.2.1a", "18.6.1a")
def test_a_supply_flight_feeds_the_units_of_its_hex_alone() -> None:
    """T116."""
    match = lift('de-1-pz = "3925", de-2-pz = "3926"')
    do(match, "supply de-ju-52-1")
    assert set(legal(match)) == {"over 3925", "over 3926", "over 5115", "over 5211"}
    refused(match, "over 4015", "31.2a")
    do(match, "over 3925", "from de-viii-flieger")
    assert match.view(None)["air_supply"] == ["3925"]
    settle(match)
    pieces = match.view("axis")["units"]
    assert "supply" not in pieces["de-1-pz"]
    assert pieces["de-2-pz"]["supply"] == "out"


@pytest.mark.rule("31.1.1a")
def test_each_base_sends_one_supply_flight_a_turn() -> None:
    match = lift('de-1-pz = "4615", de-2-pz = "4616", de-3-pz = "4517"')
    do(match, "supply de-ju-52-1", "over 4615", "from de-viii-flieger", "supply de-ju-52-2", "over 4616")
    assert match.view(None)["air_supply"] == ["4615", "4616"], "the other base, without a question"
    g, p = inside(match)
    assert p.cargo == 1 << g.by_id["de-viii-flieger"] | 1 << g.by_id["de-i-flieger"]
    assert not match.view(None)["prompt"].startswith("Send")


@pytest.mark.rule("24.3.3a", "24.4a", "31.1.1a")
def test_why_a_flight_finds_nothing_to_fly_to() -> None:
    patrols = {f"de-me-109-{n}": over("5115") for n in (1, 2)}
    match = sky("first movement", patrols | {"de-ju-52-1": "transport", "de-do-17-recon-1": "recon"},
                'de-viii-flieger = "5115", fr-i = "4322"', 'side = "axis"')
    assert legal(match) == ["done", "scout de-do-17-recon-1"]
    refused(match, "supply de-ju-52-1", "24.3.3a", "reaches nothing")
    far = sky("first movement", {"de-do-17-recon-1": "recon", "de-bv-138-1": "recon"},
              'de-viii-flieger = "5115", fr-i = "2731"', 'side = "axis"')
    inside(far)[1].cargo = 1 << inside(far)[0].by_id["de-viii-flieger"]
    assert legal(far) == ["done", "scout de-do-17-recon-1"]
    refused(far, "scout de-bv-138-1", "24.3.3a", "reaches nothing")


@pytest.mark.rule("31.1.1a", "24.3.2d", "24.3.3a")
def test_a_base_that_has_sent_supply_sends_no_more_of_it_but_other_flights() -> None:
    units = ('de-ii-flieger = "5112", de-1-pz = "4615", de-2-pz = "4616", de-16-22 = "5112", '
             'de-iv = "4009", de-v-flieger = "5728"')
    match = lift(units)
    do(match, "supply de-ju-52-1", "over 4615", "from de-viii-flieger", "supply de-ju-52-2", "over 4009")
    refused(match, "from de-viii-flieger", "31.1.1a", "has sent its supply flight")
    refused(match, "from de-v-flieger", "24.3.3a", "not within")
    do(match, "from de-i-flieger")
    settle(match)
    do(match, "airlift de-16-22", "lift 4615", "join de-ju-52-3")
    assert "from de-viii-flieger" in legal(match), "transport is another matter"


@pytest.mark.rule("24.3.3a", "31.1.1a")
def test_a_base_too_far_off_is_told_so_whatever_it_has_sent() -> None:
    boxes = JUNKERS | {"de-me-109-1": "escort"}
    match = lift('de-v-flieger = "5819", de-16-22 = "5112", de-iv = "4615"', boxes)
    do(match, "supply de-ju-52-1", "over 5819", "from de-v-flieger", "go")
    settle(match)
    fly(match, "de-16-22", "4615", "de-ju-52-2")
    do(match, "escort de-me-109-1")
    refused(match, "from de-v-flieger", "24.3.3a", "not within 10 hexes")


@pytest.mark.rule("31.1.1a")
def test_when_every_base_has_sent_supply_no_more_of_it_flies() -> None:
    boxes = JUNKERS | {"de-do-17-recon-1": "recon"}
    match = sky("first movement", boxes, 'de-viii-flieger = "5115", de-1-pz = "4615", fr-i = "4323"', 'side = "axis"')
    do(match, "supply de-ju-52-1", "over 4615")
    assert legal(match) == ["done", "scout de-do-17-recon-1"]
    refused(match, "supply de-ju-52-2", "31.1.1a", "every air base")
    refused(match, "scout de-ju-52-2", "24.2b")
    spent = sky("first movement", boxes, 'de-viii-flieger = "5115", de-1-pz = "0328", fr-i = "4323"', 'side = "axis"')
    assert "supply de-ju-52-2" in legal(spent), "the base itself may be fed"


@pytest.mark.rule("31.1a", "18.4e")
def test_a_base_out_of_supply_sends_nothing() -> None:
    match = lift('de-1-pz = "4615"', more='damaged = ["5115", "5211", "5703", "5723", "5819"]')
    assert not match.view(None)["prompt"].startswith("Send")


@pytest.mark.rule("18.6.1a")
def test_only_the_germans_supply_by_air() -> None:
    match = lift('fr-i = "4615"', {"fr-p-63-1": "recon", "de-ju-52-1": "transport"}, side="allied")
    if match.view(None)["prompt"].startswith("Send"):
        refused(match, "supply de-ju-52-1", "18.6.1a")
    boxes = {"fr-p-63-1": "recon"}
    seen = lift('fr-i = "3323", de-iv = "3622"', boxes, side="allied")
    refused(seen, "supply fr-p-63-1", "18.6.1a")


@pytest.mark.rule("31.2.3a", "8.1(2.10e)a")
def test_the_marker_lasts_until_administration_or_until_an_enemy_comes() -> None:
    match = lift('de-1-pz = "3925", fr-i = "3926"', phase="recovery")
    assert not match.view(None)["air_supply"]
    match = lift('de-1-pz = "3925", fr-i = "3927"')
    do(match, "supply de-ju-52-1", "over 3925", "from de-viii-flieger")
    settle(match)
    g, p = inside(match)
    twin = p.copy()
    twin.put(g, g.by_id["de-1-pz"], g.grid.bit["3924"])
    twin.put(g, g.by_id["fr-i"], g.grid.bit["3925"])
    assert not twin.air_supply
    events = []
    while match.view(None)["active"] == "axis":
        assert match.view(None)["air_supply"] == ["3925"]
        events = do(match, "done")
    assert happened(events, "air supply ends")
    assert not match.view(None)["air_supply"]


@pytest.mark.rule("18.6.1a", "31.1a")
def test_supply_also_flies_as_a_combat_phase_begins() -> None:
    match = lift('de-1-pz = "3925"', phase="first bombardment")
    assert "supply de-ju-52-1" in legal(match)
    refused(match, "scout de-ju-52-1", "19.1d")
    refused(match, "supply de-he-111-1", "24.2b")


# --- reconnaissance ----------------------------------------------------------------------------------------------

RECON = {"de-do-17-recon-1": "recon", "de-bv-138-1": "recon"}


@pytest.mark.rule("19.1d", "19.2.2b", "24.6a")
def test_reconnaissance_opens_seven_hexes() -> None:
    """T86."""
    units = ('fr-i = "4323", fr-1-army = "4323", fr-x = "4322", fr-2-army = "4322", fr-deception-1 = "4422",'
             ' fr-col = "4425", fr-3-army = "4425"')
    match = lift(units, RECON)
    hidden = set(match.view("axis")["units"])
    assert len(hidden & {"fr-i", "fr-1-army", "fr-x", "fr-2-army", "fr-col", "fr-3-army"}) == 3, "the tops alone"
    do(match, "scout de-do-17-recon-1", "over 4323", "from de-viii-flieger")
    seen = set(match.view("axis")["units"])
    assert {"fr-i", "fr-1-army", "fr-x", "fr-2-army"} <= seen
    assert len(seen & {"fr-col", "fr-3-army"}) == 1, "two hexes away"
    assert at(match, "fr-deception-1") == "absent"
    assert box_of(match, "de-do-17-recon-1") == "reserve"
    assert not tired(match, "de-do-17-recon-1")
    settle(match)
    while match.view(None)["phase"] == "first movement":
        do(match, "done")
    assert len(set(match.view("axis")["units"]) & {"fr-x", "fr-2-army"}) == 1, "the stack is closed again"


@pytest.mark.rule("19.1d", "24.3.3a")
def test_reconnaissance_flies_where_there_is_something_to_see() -> None:
    match = lift('fr-i = "4323", fr-ii = "0328"', RECON | {"fr-p-63-1": "recon", "de-he-111-1": "bombardment"})
    refused(match, "scout fr-p-63-1", "24.2b")
    refused(match, "scout de-he-111-1", "24.2b")
    do(match, "scout de-bv-138-1")
    assert len(legal(match)) == 14, "the enemies' hexes and those around them: a corps, and the base at Paris"
    refused(match, "over 5115", "19.1d")
    refused(match, "over 2212", "4.6c")
    refused(match, "over 0328", "24.3.3a")
    full = RECON | {"de-me-109-1": over("4323"), "de-me-109-2": over("4323")}
    crowded = lift('fr-i = "4323"', full)
    do(crowded, "scout de-do-17-recon-1")
    refused(crowded, "over 4323", "24.4a")


@pytest.mark.rule("19.1d", "9.0a")
def test_nobody_scouts_for_an_impulse_that_a_side_does_not_have() -> None:
    match = lift('fr-i = "4323", de-iv = "5115"', RECON, phase="second movement")
    assert not any(action.startswith("scout") for action in legal(match))
    panzers = 'fr-i = "4323", de-1-pz = "5115", de-kleist = "5115"'
    assert "scout de-bv-138-1" in legal(lift(panzers, RECON, "cards = { G01 = 1 }", phase="second movement"))


@pytest.mark.rule("31.2a", "19.2.2a")
def test_no_supply_is_flown_to_deception_units() -> None:
    match = lift('de-deception-1 = "4615", de-iv = "4715", be-i = "4015"')
    do(match, "supply de-ju-52-1")
    assert "over 4715" in legal(match)
    refused(match, "over 4615", "31.2a")


@pytest.mark.rule("29.4b")
def test_a_regiment_shares_its_transport_with_nobody() -> None:
    match = lift('de-fjr-1 = "5115", de-koch = "5115", de-iv = "5703"')
    settle(match)
    do(match, "airlift de-fjr-1")
    refused(match, "board de-koch", "29.4b")


@pytest.mark.rule("29.1a", "29.2a")
def test_a_unit_is_flown_to_other_airbase_hexes_of_its_side_alone() -> None:
    match = lift('de-1-mtn = "5115", de-iv = "5703", de-ix = "5114", be-i = "4015"', more="cards = { G08 = 1 }")
    settle(match)
    do(match, "airlift de-1-mtn")
    assert set(legal(match)) == {"lift 5211", "lift 5703"}


@pytest.mark.rule("19.1d", "9.1b")
def test_reconnaissance_flies_for_an_impulse_of_marches_without_attacks() -> None:
    units = 'de-iv = "4115", de-6-army = "4115", fr-i = "4323"'
    assert "scout de-bv-138-1" in legal(lift(units, RECON, "cards = { G06 = 1 }", phase="second movement"))


@pytest.mark.rule("19.1d", "28.4a", "4.4e")
def test_allied_reconnaissance_sees_germans_and_has_escorts_of_its_own_country() -> None:
    boxes = {"fr-p-63-1": "recon", "fr-c-75-1": "escort", "fr-ms-406-1": "escort", "gb-hurr-1": "escort",
             "de-me-109-1": "escort"}
    units = ('fr-zoae = "3226", gb-aasf = "2724", de-viii-flieger = "5115", de-iv = "3622", de-ix = "3622", '
             'de-xi = "4122"')
    match = sky("first movement", boxes, units, 'side = "allied"')
    refused(match, "scout gb-hurr-1", "24.2b")
    do(match, "scout fr-p-63-1", "over 3622")
    assert legal(match) == ["escort fr-c-75-1", "escort fr-ms-406-1", "go"]
    refused(match, "escort gb-hurr-1", "4.4e")
    refused(match, "escort de-me-109-1", "28.4a", "on the Escort mission")
    do(match, "go")
    assert {"de-iv", "de-ix"} <= set(match.view("allied")["units"])
    far = sky("first movement", boxes, units, 'side = "allied"')
    do(far, "scout fr-p-63-1", "over 4122")
    refused(far, "escort fr-ms-406-1", "24.3.3a")
