"""26.1 to 26.6 Bombardment, 28.3, 28.4 interception and escorts, 24.6 what becomes of airstrikes."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.blitzkrieg.sky import box_of, flying, over, sky, tired, worn
from tests.games.blitzkrieg.table import do, happened, index, inside, legal, refused

BASES = 'de-viii-flieger = "5115", de-i-flieger = "5211", fr-zoae = "3226", gb-aasf = "2724", be-aem = "4015"'
BOMBERS = {"de-he-111-1": "bombardment", "de-he-111-2": "bombardment", "de-do-17-1": "bombardment"}


def bombing(
    boxes: dict[str, str], units: str = 'fr-i = "4322"', more: str = "", dice: str = "[]", side: str = "axis",
    impulse: str = "first", turn: int = 2,
) -> Match:
    return sky(f"{impulse} bombardment", boxes, f"{BASES}, {units}", f'side = "{side}"\n{more}', turn, dice)


def send(
    match: Match, hex: str, *airstrikes: str, base: str = "de-viii-flieger", escorts: tuple[str, ...] = ()
) -> None:
    """A raid over a hex, from one base where there is a choice."""
    do(match, f"raid {hex}")
    for action in [*(f"join {id}" for id in airstrikes), *(f"escort {id}" for id in escorts)]:
        do(match, action)
        if f"from {base}" in legal(match):
            do(match, f"from {base}")
    do(match, "go")


def attack(match: Match, hex: str, target: str, *airstrikes: str) -> list[meuse.Event]:
    if match.view(None)["prompt"].startswith("Bombardment"):
        do(match, "done")
    events = do(match, f"bomb {hex}")
    for id in airstrikes:
        events += do(match, f"join {id}")
    return [*events, *do(match, f"at {target}")]


@pytest.mark.rule("26.1a", "26.2a", "8.1(2.4)a", "2.5j")
def test_all_raids_are_placed_then_all_attacks_made_then_they_leave() -> None:
    match = bombing(BOMBERS, 'fr-i = "4322", fr-ii = "4422"', dice="[1, 1]")
    send(match, "4322", "de-he-111-1", "de-he-111-2")
    send(match, "4422", "de-do-17-1")
    assert flying(match) == {"de-he-111-1": "4322", "de-he-111-2": "4322", "de-do-17-1": "4422"}
    assert legal(match) == ["bomb 4322", "bomb 4422", "done"]
    events = attack(match, "4322", "units", "de-he-111-1", "de-he-111-2")
    (told,) = happened(events, "ground attack")
    assert (told["strength"], told["shift"], told["result"]) == (6, 0, "-"), "six in the open, a one"
    assert flying(match), "nobody leaves before all have attacked"
    attack(match, "4422", "units", "de-do-17-1")
    assert not flying(match)
    assert all(box_of(match, id) == "reserve" for id in BOMBERS)


@pytest.mark.rule("26.2a")
def test_airstrikes_over_a_hex_combine_or_attack_apart_but_no_target_twice() -> None:
    units = 'fr-i = "4525"'
    match = bombing({"de-he-111-1": "bombardment", "de-he-111-2": "bombardment"}, units, dice="[1, 1]")
    send(match, "4525", "de-he-111-1", "de-he-111-2")
    do(match, "bomb 4525", "join de-he-111-1")
    assert {"at units", "at city", "join de-he-111-2"} == set(legal(match))
    do(match, "at units", "bomb 4525", "join de-he-111-2")
    refused(match, "at units", "26.2a", "twice")
    assert legal(match) == ["at city"]


@pytest.mark.rule("26.2a")
def test_each_airstrike_attacks_once_though_targets_are_left() -> None:
    match = bombing({"de-he-111-1": "bombardment", "de-he-111-2": "bombardment"}, 'fr-i = "4435"', dice="[1, 1]")
    send(match, "4435", "de-he-111-1", "de-he-111-2")
    do(match, "bomb 4435", "join de-he-111-1", "at units", "bomb 4435", "join de-he-111-2")
    assert {"at city", "at source"} <= set(legal(match))
    do(match, "at source")
    assert not flying(match)


@pytest.mark.rule("24.3.2d", "26.1a")
def test_with_the_first_combat_phase_bases_can_stage_anew() -> None:
    match = bombing(BOMBERS, 'fr-i = "4322", de-iv = "4321"', dice="[1]")
    send(match, "4322", "de-he-111-1")
    assert inside(match)[1].staging
    attack(match, "4322", "units", "de-he-111-1")
    while match.view(None)["phase"] != "first combat":
        do(match, "done")
    _, p = inside(match)
    assert (p.staging, p.engaged, p.opened, p.attacked) == ({}, 0, 0, 0)


@pytest.mark.rule("26.5a", "17.6.2a", "17.7.1a")
def test_what_may_be_bombed_and_by_whom() -> None:
    boxes = BOMBERS | {"de-me-109-1": "escort", "de-me-109-2": over("4716")}
    match = bombing(boxes, 'fr-i = "5703", fr-ii = "4435"', 'terror = ["4435"]')
    for hex in ("5115", "5723"):
        refused(match, f"raid {hex}", "26.5a", "nor a source")
    do(match, "raid 5703", "join de-he-111-1")
    if "from de-viii-flieger" in legal(match):
        do(match, "from de-viii-flieger")
    if "escort de-me-109-1" in legal(match):
        do(match, "escort de-me-109-1")
    if "from de-viii-flieger" in legal(match):
        do(match, "from de-viii-flieger")
    do(match, "go", "done", "bomb 5703", "join de-he-111-1")
    assert legal(match) == ["at units"], "no city of one's own, and no part for an escort"
    do(match, "at units")
    assert flying(match) == {"de-me-109-2": "4716"}, "patrols stay"
    match = bombing(BOMBERS, 'fr-ii = "3226"', 'terror = ["4435"]')
    assert "raid 4435" in legal(match), "a terrorised city that is a source"
    send(match, "4435", "de-he-111-2")
    do(match, "done", "bomb 4435", "join de-he-111-2")
    assert legal(match) == ["at source"]


@pytest.mark.rule("8.1(2.4)a", "9.1b")
def test_no_bombs_fall_for_an_impulse_without_attacks() -> None:
    units = 'de-iv = "4115", de-6-army = "4115", fr-i = "4322"'
    match = bombing(BOMBERS, units, "cards = { G06 = 1 }", impulse="second")
    assert not any(action.startswith("raid") for action in legal(match))


@pytest.mark.rule("24.5a")
def test_without_a_base_of_its_nation_an_airstrike_joins_no_raid() -> None:
    boxes = {"fr-leo-451-1": "bombardment", "gb-battle-1": "bombardment"}
    match = sky("first bombardment", boxes, 'fr-zoae = "3226", de-iv = "4322"', 'side = "allied"')
    do(match, "raid 4322")
    refused(match, "join gb-battle-1", "24.5a", "no air base of its own nationality")


@pytest.mark.rule("26.2a")
def test_where_every_target_was_attacked_nobody_attacks_again() -> None:
    match = bombing(BOMBERS, 'fr-i = "4322", fr-ii = "4422"', dice="[1, 1]")
    send(match, "4322", "de-he-111-1", "de-he-111-2")
    send(match, "4422", "de-do-17-1")
    attack(match, "4322", "units", "de-he-111-1")
    assert legal(match) == ["bomb 4422", "done"]


@pytest.mark.rule("26.2a", "24.6a")
def test_the_enemys_airstrikes_over_a_hex_take_no_part() -> None:
    match = bombing(BOMBERS | {"fr-leo-451-1": over("4322", "bombardment")}, dice="[1]")
    send(match, "4322", "de-he-111-1")
    do(match, "done", "bomb 4322")
    assert legal(match) == ["join de-he-111-1"]
    do(match, "join de-he-111-1", "at units")
    assert flying(match) == {"fr-leo-451-1": "4322"}


@pytest.mark.rule("26.5a", "26.2a", "30.6.1a")
def test_among_friends_only_enemy_units_are_bombed_and_hit() -> None:
    units = 'be-i = "4013", be-ii = "4013", de-fjr-1 = "4013"'
    match = bombing(BOMBERS, units, 'landed = ["de-fjr-1"]', dice="[6]")
    send(match, "4013", "de-he-111-1", "de-he-111-2")
    do(match, "done", "bomb 4013", "join de-he-111-1", "join de-he-111-2")
    assert legal(match) == ["at units"], "neither the city nor the port"
    do(match, "at units")
    assert legal(match) == ["hit be-i", "hit be-ii"]
    abroad = bombing(BOMBERS, 'fr-i = "4822"', dice="[1]")
    send(abroad, "4822", "de-he-111-1")
    do(abroad, "done", "bomb 4822", "join de-he-111-1")
    assert legal(abroad) == ["at units"], "Luxembourg itself is nobody's enemy"
    refused(abroad, "at source", "26.2a", "name an airstrike")


@pytest.mark.rule("26.3a", "19.1b", "19.2.2b")
def test_a_raid_opens_the_stack_and_deception_units_vanish() -> None:
    units = 'fr-i = "4322", fr-deception-1 = "4322", fr-ii = "4322"'
    match = bombing(BOMBERS, units)
    assert "fr-i" not in match.view("axis")["units"] or "fr-ii" not in match.view("axis")["units"]
    send(match, "4322", "de-he-111-1")
    assert {"fr-i", "fr-ii"} <= set(match.view("axis")["units"])
    assert box_of(match, "fr-deception-1") == "absent"
    assert index(match) == {}


COVER = [
    ("4322", "", 0), ("4619", "", -1), ("4525", "", -1), ("4525", 'terror = ["4525"]', 0), ("3226", "", -1),
    ("4322", 'entrenched = ["4322"]', -1), ("4422", "", -1), ("4422", 'destroyed = ["4422"]', 0),
]


@pytest.mark.rule("26.4a", "34.2a", "17.7.1a", "26.6.1a")
@pytest.mark.parametrize(("hex", "more", "shift"), COVER)
def test_units_have_the_cover_of_their_terrain(hex: str, more: str, shift: int) -> None:
    match = bombing({"de-he-111-1": "bombardment"}, f'fr-ii = "{hex}"', more, dice="[1]")
    send(match, hex, "de-he-111-1")
    (told,) = happened(attack(match, hex, "units", "de-he-111-1"), "ground attack")
    assert told["shift"] == shift


@pytest.mark.rule("26.5a", "17.6a", "17.6.2a")
def test_sources_and_ports_are_damaged_once_without_cover() -> None:
    match = bombing(BOMBERS, 'fr-ii = "4435"', dice="[5]")
    send(match, "4435", "de-he-111-1")
    events = attack(match, "4435", "source", "de-he-111-1")
    (told,) = happened(events, "ground attack")
    assert (told["shift"], told["result"]) == (0, "hit")
    assert match.view(None)["damaged"] == ["4435"]
    again = bombing(BOMBERS, 'fr-ii = "4435"', 'damaged = ["4435"]', dice="[5]")
    send(again, "4435", "de-he-111-1")
    do(again, "done", "bomb 4435", "join de-he-111-1")
    refused(again, "at source", "17.6.2a")
    assert "at city" in legal(again)
    gone = bombing(BOMBERS, 'fr-ii = "4322"', 'damaged = ["2721"]')
    refused(gone, "raid 2721", "17.6.2a")
    refused(gone, "raid 4323", "26.5a")
    assert "raid 2917" in legal(gone), "the port of Boulogne"


@pytest.mark.rule("26.6.1a", "17.7.1a", "7.1a", "N.m")
@pytest.mark.parametrize(
    ("hex", "side", "more", "points"),
    [
        ("4525", "axis", "", {"france": 1}), ("3226", "axis", "", {"france": 2}),
        ("4525", "axis", "cards = { G14 = 1 }", {"france": 2}),
        ("5115", "allied", "", {"germany": 1}), ("5115", "allied", "cards = { A21 = 1 }", {"germany": 2}),
    ],
)
def test_a_terrorised_city_costs_its_country_shock(hex: str, side: str, more: str, points: dict[str, int]) -> None:
    boxes = {"de-he-111-1": "bombardment", "gb-blenheim-1": "bombardment"}
    bomber = "de-he-111-1" if side == "axis" else "gb-blenheim-1"
    units = 'de-viii-flieger = "5211", gb-aasf = "3824", gb-bef = "3824", gb-i = "3214"'
    match = sky("first bombardment", boxes, units, f'side = "{side}"\n{more}', dice="[6]")
    send(match, hex, bomber)
    (told,) = happened(attack(match, hex, "city", bomber), "ground attack")
    assert told["shift"] == ("G14" in more), "a city gives no cover"
    assert match.view(None)["terror"] == [hex]
    assert index(match) == points


@pytest.mark.rule("N.m")
def test_a_city_costs_shock_once_in_the_game() -> None:
    match = bombing({"de-he-111-1": "bombardment"}, more="index = { france = 5 }", dice="[6]")
    g, p = inside(match)
    p.scared = g.one[g.grid.bit["4525"]]
    send(match, "4525", "de-he-111-1")
    events = attack(match, "4525", "city", "de-he-111-1")
    assert match.view(None)["terror"] == ["4525"]
    assert index(match) == {"france": 5}
    assert not happened(events, "shock")


RESULTS = [(3, "T", {"terror"}), (4, "F", {"fatigued"}), (5, "F", {"fatigued"}), (6, "FT", {"fatigued", "terror"})]


@pytest.mark.rule("26.2a", "26.6.2a", "17.7.2a")
@pytest.mark.parametrize(("die", "code", "states"), RESULTS)
def test_the_owner_picks_the_unit_that_is_hit(die: int, code: str, states: set[str]) -> None:
    match = bombing(BOMBERS, 'fr-i = "4323", fr-1-dlm = "4323"', dice=f"[{die}]")
    send(match, "4323", "de-he-111-1", "de-he-111-2")
    do(match, "done")
    (told,) = happened(attack(match, "4323", "units", "de-he-111-1", "de-he-111-2"), "ground attack")
    assert (told["shift"], told["result"]) == (0, code)
    assert match.actors == ("allied",)
    refused(match, "hit de-i-flieger", "26.2a")
    do(match, "hit fr-1-dlm")
    piece = match.view("allied")["units"]["fr-1-dlm"]
    assert {name for name in ("fatigued", "terror") if piece.get(name)} == states
    assert not match.view("allied")["units"]["fr-i"]["fatigued"]


@pytest.mark.rule("26.2a")
def test_of_three_units_one_is_named_for_one_hit() -> None:
    match = bombing(BOMBERS, 'fr-i = "4323", fr-1-dlm = "4323", fr-2-dlm = "4323"', dice="[4]")
    send(match, "4323", "de-he-111-1", "de-he-111-2")
    do(match, "done")
    attack(match, "4323", "units", "de-he-111-1", "de-he-111-2")
    do(match, "hit fr-1-dlm")
    assert not any(action.startswith("hit") for action in legal(match))


@pytest.mark.rule("26.2a", "17.1.1a")
def test_two_fatigues_fall_on_two_units_and_on_a_lone_one_once() -> None:
    boxes = {f"de-he-111-{n}": "bombardment" for n in range(1, 5)}
    for units, worn_ones in (('fr-i = "4323", fr-1-dlm = "4323"', 2), ('fr-i = "4323"', 1)):
        match = bombing(boxes, units, "cards = { G08 = 1 }", dice="[6]")
        send(match, "4323", "de-he-111-1", "de-he-111-2", "de-he-111-3", "de-he-111-4")
        attack(match, "4323", "units", "de-he-111-1", "de-he-111-2", "de-he-111-3", "de-he-111-4")
        if "hit fr-i" in legal(match):
            do(match, "hit fr-i")
        pieces = match.view("allied")["units"]
        assert sum(pieces[id]["fatigued"] for id in ("fr-i", "fr-1-dlm") if id in pieces) == worn_ones
        assert pieces["fr-i"]["hex"] == "4323", "no unit takes two fatigues from one result"


@pytest.mark.rule("24.3.3a", "4.4e", "13.2b", "24.4a")
def test_a_raid_is_of_one_country_and_within_the_limit_of_the_hex() -> None:
    boxes = {"fr-leo-451-1": "bombardment", "gb-blenheim-1": "bombardment", "gb-blenheim-2": "bombardment",
             "gb-blenheim-3": "bombardment", "gb-hurr-1": "escort", "fr-c-75-1": "escort"}
    match = bombing(boxes, 'de-iv = "3420", gb-i = "2724"', side="allied")
    do(match, "raid 3420")
    refused(match, "escort gb-hurr-1", "28.4a")
    do(match, "join gb-blenheim-1")
    refused(match, "join fr-leo-451-1", "4.4e")
    refused(match, "escort fr-c-75-1", "4.4e")
    do(match, "join gb-blenheim-2")
    refused(match, "join gb-blenheim-3", "24.4a")


@pytest.mark.rule("4.4e")
def test_airstrikes_of_two_countries_over_a_hex_attack_apart() -> None:
    boxes = {"fr-leo-451-1": "bombardment", "gb-blenheim-1": "bombardment"}
    match = bombing(boxes, 'de-iv = "4716", gb-i = "2724"', side="allied", dice="[1, 1]")
    send(match, "4716", "fr-leo-451-1")
    send(match, "4716", "gb-blenheim-1")
    do(match, "bomb 4716", "join gb-blenheim-1")
    refused(match, "join fr-leo-451-1", "26.2a", "one country")
    do(match, "at units")
    assert legal(match) == ["bomb 4716", "done"]


# --- interception ------------------------------------------------------------------------------------------------

CAP = {"fr-c-75-1": over("4323"), "gb-hurr-1": over("4423")}


@pytest.mark.rule("28.3a", "28.3b", "4.4d")
def test_patrols_over_the_hex_or_next_to_it_may_intercept_one_after_another() -> None:
    match = bombing(BOMBERS | CAP, 'fr-i = "4322"', dice="[1, 6, 1, 1]")
    send(match, "4322", "de-he-111-1", "de-he-111-2")
    assert match.actors == ("allied",)
    assert legal(match) == ["intercept 4323", "pass"], "4423 is too far"
    events = do(match, "intercept 4323")
    fired = {d["side"]: d["strength"] for d in happened(events, "air battle")}
    assert fired == {"axis": 4, "allied": 4}, "defensive values count, anti-aircraft does not"
    assert match.actors == ("axis",)
    assert legal(match) == ["down de-he-111-1", "down de-he-111-2"], "losses come from the airstrikes present"
    do(match, "down de-he-111-1")
    assert flying(match)["de-he-111-2"] == "4322", "the survivor goes on"
    assert "bomb 4322" in legal(match) or "raid 4322" in legal(match)


@pytest.mark.rule("28.3a")
def test_a_patrol_intercepts_once_a_phase_and_need_not() -> None:
    match = bombing(BOMBERS | {"fr-c-75-1": over("4323")}, 'fr-i = "4322", fr-ii = "4422"', dice="[1, 1]")
    send(match, "4322", "de-he-111-1")
    do(match, "pass")
    send(match, "4422", "de-he-111-2")
    assert match.actors == ("allied",), "who let one raid pass may intercept another"
    do(match, "intercept 4323")
    send(match, "4322", "de-do-17-1")
    assert match.actors == ("axis",), "it has fought in this phase"


@pytest.mark.rule("28.3a", "28.3b")
def test_a_second_patrol_meets_who_is_left() -> None:
    boxes = BOMBERS | {"fr-c-75-1": over("4323"), "gb-hurr-1": over("4322")}
    match = bombing(boxes, 'fr-i = "4322"', dice="[1, 6, 1, 1]")
    send(match, "4322", "de-he-111-1", "de-he-111-2")
    do(match, "intercept 4323", "down de-he-111-1")
    fired = {d["side"]: d["strength"] for d in happened(do(match, "intercept 4322"), "air battle")}
    assert fired == {"axis": 2, "allied": 4}


@pytest.mark.rule("28.3b", "4.4d")
def test_patrols_of_several_countries_fire_together() -> None:
    boxes = BOMBERS | {"fr-c-75-1": over("4323"), "gb-hurr-1": over("4323")}
    match = bombing(boxes, 'fr-i = "4322"', dice="[1, 1]")
    send(match, "4322", "de-he-111-1")
    fired = {d["side"]: d["strength"] for d in happened(do(match, "intercept 4323"), "air battle")}
    assert fired == {"axis": 2, "allied": 8}


@pytest.mark.rule("28.3a")
def test_the_axis_intercepts_allied_raids_as_well() -> None:
    boxes = {"fr-leo-451-1": "bombardment", "de-me-109-1": over("4716")}
    match = bombing(boxes, 'de-iv = "4716"', side="allied", dice="[6, 1]")
    send(match, "4716", "fr-leo-451-1")
    assert match.actors == ("axis",)
    do(match, "intercept 4716")
    assert tired(match, "fr-leo-451-1") or box_of(match, "fr-leo-451-1") == "eliminated"


@pytest.mark.rule("28.4a")
def test_escorts_fire_at_the_patrol_and_take_losses() -> None:
    boxes = {"de-he-111-1": "bombardment", "de-me-109-1": "escort", "fr-c-75-1": over("4323")}
    match = bombing(boxes, 'fr-i = "4322", de-v-flieger = "4819", de-kleist = "5115"', dice="[6, 6]")
    send(match, "4322", "de-he-111-1", escorts=("de-me-109-1",))
    events = do(match, "intercept 4323")
    fired = {d["side"]: d["strength"] for d in happened(events, "air battle")}
    assert fired == {"axis": 7, "allied": 4}
    assert box_of(match, "fr-c-75-1") == "eliminated"
    do(match, "down de-me-109-1")
    assert flying(match) == {"de-he-111-1": "4322"}
    do(match, "done")
    assert not flying(match)


# --- after the mission -------------------------------------------------------------------------------------------

AGAIN = "cards = { G01 = 1 }"
BOTH = "cards = { G01 = 1, G08 = 1 }"


@pytest.mark.rule("24.6.1a", "24.6a", "9.2a", "17.3a")
def test_a_fresh_airstrike_may_go_back_into_its_box_fatigued() -> None:
    """T100."""
    boxes = {"de-ju-87-1": "bombardment", "de-ju-87-2": worn("bombardment"), "de-ju-87-3": "bombardment"}
    match = bombing(boxes, 'fr-i = "4619", fr-ii = "4719"', AGAIN)
    send(match, "4619", "de-ju-87-1", "de-ju-87-2")
    send(match, "4719", "de-ju-87-3")
    do(match, "done")
    refused(match, "again de-ju-87-2", "24.6.1a", "Air Command Control")
    do(match, "again de-ju-87-1")
    assert (box_of(match, "de-ju-87-1"), tired(match, "de-ju-87-1")) == ("bombardment", True)
    do(match, "done")
    assert [box_of(match, f"de-ju-87-{n}") for n in (1, 2, 3)] == ["bombardment", "recovery", "reserve"]


@pytest.mark.rule("24.6.2a")
def test_under_air_command_control_fatigued_ones_go_again_too() -> None:
    match = bombing({"de-ju-87-1": worn("bombardment")}, 'fr-i = "4619"', BOTH)
    send(match, "4619", "de-ju-87-1")
    do(match, "done", "again de-ju-87-1")
    assert (box_of(match, "de-ju-87-1"), tired(match, "de-ju-87-1")) == ("bombardment", True), "and is not eliminated"


@pytest.mark.rule("24.6.1a", "9.2a")
def test_who_was_shot_down_does_not_go_again_and_the_last_impulse_has_no_later_one() -> None:
    boxes = {"de-he-111-1": "bombardment", "de-he-111-2": "bombardment", "de-he-111-3": worn("reserve"),
             "fr-c-75-1": over("4323")}
    match = bombing(boxes, 'fr-i = "4322"', AGAIN, dice="[1, 6]")
    send(match, "4322", "de-he-111-1", "de-he-111-2")
    do(match, "intercept 4323", "down de-he-111-1", "done")
    assert legal(match) == ["again de-he-111-2", "done"]
    refused(match, "again de-he-111-1", "24.6.1a", "has to be named")
    refused(match, "again de-he-111-3", "24.6.1a", "has to be named")
    units = 'fr-i = "4619", de-kleist = "4719", de-1-pz = "4719", de-iv = "5115"'
    last = bombing({"de-ju-87-1": "bombardment"}, units, AGAIN, impulse="second")
    send(last, "4619", "de-ju-87-1")
    do(last, "done")
    assert box_of(last, "de-ju-87-1") == "reserve", "there is no third impulse"


@pytest.mark.rule("24.6.1a")
def test_nobody_is_asked_where_no_later_impulse_can_come() -> None:
    match = bombing({"de-ju-87-1": "bombardment"}, 'fr-i = "4619"')
    send(match, "4619", "de-ju-87-1")
    do(match, "done")
    assert box_of(match, "de-ju-87-1") == "reserve"


@pytest.mark.rule("24.6.3_1a")
def test_an_airstrike_flies_once_an_impulse() -> None:
    """T101."""
    match = bombing({"de-ju-87-1": "bombardment", "de-he-111-1": "bombardment"}, 'fr-i = "4619"', AGAIN)
    g, p = inside(match)
    p.flown = 1 << g.box.air_by_id["de-ju-87-1"]
    do(match, "raid 4619")
    refused(match, "join de-ju-87-1", "24.6.3_1a")


@pytest.mark.rule("8.1(2.4)a", "24.6.1a")
def test_there_is_bombardment_in_a_later_impulse_if_the_side_has_one() -> None:
    units = 'fr-i = "4619", de-kleist = "4719", de-1-pz = "4719", de-iv = "5115"'
    match = bombing({"de-ju-87-1": "bombardment"}, units, AGAIN, impulse="second")
    assert "raid 4619" in legal(match)
    dyle = 'de-iv = "4017", fr-1-army = "3918", fr-iii = "3917"'
    third = bombing({"fr-leo-451-1": "bombardment"}, dyle, "cards = { A01 = 1 }", side="allied", impulse="third")
    assert "raid 4017" in legal(third)
    assert inside(third)[1].impulse == 3
    plain = bombing({"de-ju-87-1": "bombardment"}, units, impulse="second")
    assert plain.view(None)["phase"] != "second bombardment"


@pytest.mark.rule("4.6c", "24.3.3b")
def test_the_axis_does_not_bomb_britain() -> None:
    """T21."""
    match = bombing({"de-he-111-1": "bombardment"}, 'gb-fc = "2212", de-fc-2 = "3015"')
    refused(match, "raid 2212", "4.6c")


@pytest.mark.rule("35.4a", "26.5a")
def test_bombing_destroys_a_bridgehead() -> None:
    match = bombing({"fr-leo-451-1": "bombardment"}, 'de-kleist = "4321"', side="allied", dice="[6]")
    g, p = inside(match)
    sides = [n for (a, b), n in g.board.river_sides.between.items() if a == g.grid.bit["4321"]]
    p.set_bridges(0, 1 << sides[0])
    p.choices = {}
    send(match, "4321", "fr-leo-451-1")
    attack(match, "4321", "bridgehead", "fr-leo-451-1")
    assert p.bridges == (0, 0)


@pytest.mark.rule("35.4a")
def test_of_several_bridgeheads_one_is_destroyed_in_the_order_of_the_hexsides() -> None:
    match = bombing({"fr-leo-451-1": "bombardment"}, 'de-kleist = "4223"', side="allied", dice="[6]")
    g, p = inside(match)
    sides = sorted(n for (a, _), n in g.board.river_sides.between.items() if a == g.grid.bit["4223"])
    elsewhere = next(n for (a, _), n in g.board.river_sides.between.items() if a == g.grid.bit["5115"])
    p.set_bridges(0, sum(1 << n for n in (*sides, elsewhere)))
    p.choices = {}
    send(match, "4223", "fr-leo-451-1")
    attack(match, "4223", "bridgehead", "fr-leo-451-1")
    assert len(sides) > 1
    assert p.bridges == (sum(1 << n for n in (*sides[1:], elsewhere)), 0)


@pytest.mark.rule("26.5a", "17.6a")
def test_a_port_is_bombed_but_not_under_own_units_nor_at_home() -> None:
    match = bombing(BOMBERS, 'fr-i = "4322"', dice="[6]")
    send(match, "2721", "de-he-111-1")
    attack(match, "2721", "port", "de-he-111-1")
    assert match.view(None)["damaged"] == ["2721"]
    refused(bombing(BOMBERS, 'fr-i = "4322", de-iv = "2721"'), "raid 2721", "26.5a")
    refused(bombing(BOMBERS), "raid 5115", "26.5a")
    refused(bombing(BOMBERS), "raid 4822", "26.5a")
    assert "raid 4525" in legal(bombing(BOMBERS))
    refused(bombing(BOMBERS, more='terror = ["4525"]'), "raid 4525", "26.5a")


@pytest.mark.rule("24.4a", "26.5a")
def test_no_raid_goes_to_a_hex_that_is_full() -> None:
    boxes = {f"gb-blenheim-{n}": "bombardment" for n in (1, 2, 3)}
    match = bombing(boxes, 'de-iv = "3420", gb-i = "2724"', side="allied")
    send(match, "3420", "gb-blenheim-1", "gb-blenheim-2")
    refused(match, "raid 3420", "24.4a")


@pytest.mark.rule("26.6.2a", "26.2a")
def test_terror_falls_on_a_unit_that_is_not_shaken_yet() -> None:
    match = bombing(BOMBERS, 'fr-i = "4323", fr-1-dlm = "4323"', dice="[3]")
    g, p = inside(match)
    p.shaken = 1 << g.by_id["fr-i"]
    send(match, "4323", "de-he-111-1", "de-he-111-2")
    do(match, "done")
    events = attack(match, "4323", "units", "de-he-111-1", "de-he-111-2")
    assert happened(events, "shaken") == [{"unit": "fr-1-dlm", "hex": "4323"}]


@pytest.mark.rule("26.6.2a", "26.2a")
def test_who_is_shaken_already_can_still_tire() -> None:
    match = bombing(BOMBERS, 'fr-i = "4323"', dice="[6]")
    g, p = inside(match)
    p.shaken = 1 << g.by_id["fr-i"]
    send(match, "4323", "de-he-111-1", "de-he-111-2")
    do(match, "done")
    events = attack(match, "4323", "units", "de-he-111-1", "de-he-111-2")
    assert not happened(events, "shaken")
    assert match.view("allied")["units"]["fr-i"]["fatigued"]


@pytest.mark.rule("7.1a", "N.m")
def test_strategic_bombing_helps_british_bombers_alone() -> None:
    units = 'de-viii-flieger = "5211", fr-zoae = "3824", gb-bef = "3824", fr-i = "3824"'
    match = sky("first bombardment", {"fr-leo-451-1": "bombardment"}, units, 'side = "allied"\ncards = { A21 = 1 }',
                dice="[6]")
    send(match, "5115", "fr-leo-451-1")
    attack(match, "5115", "city", "fr-leo-451-1")
    assert index(match) == {"germany": 1}


@pytest.mark.rule("7.1a", "N.m")
def test_terror_bombing_panics_a_country_once() -> None:
    match = bombing(BOMBERS, 'fr-i = "4525", fr-ii = "4435"', "cards = { G14 = 1 }", dice="[6, 6]")
    send(match, "4525", "de-he-111-1")
    send(match, "4435", "de-he-111-2")
    attack(match, "4525", "city", "de-he-111-1")
    assert index(match) == {"france": 2}
    attack(match, "4435", "city", "de-he-111-2")
    assert index(match) == {"france": 3}


@pytest.mark.rule("7.1a", "N.m")
def test_the_german_card_of_terror_does_not_frighten_germans() -> None:
    units = 'de-viii-flieger = "5211", fr-zoae = "3824", fr-i = "3824"'
    match = sky("first bombardment", {"fr-leo-451-1": "bombardment"}, units, 'side = "allied"\ncards = { G14 = 1 }',
                dice="[6]")
    send(match, "5115", "fr-leo-451-1")
    (told,) = happened(attack(match, "5115", "city", "fr-leo-451-1"), "ground attack")
    assert (told["shift"], index(match)) == (0, {"germany": 1})


@pytest.mark.rule("35.4a", "26.5a")
def test_a_bridgehead_of_the_allies_is_bombed_from_either_bank() -> None:
    match = bombing({"de-he-111-1": "bombardment"}, 'fr-i = "4322"', dice="[6]")
    g, p = inside(match)
    (a, b), side = next((pair, n) for pair, n in g.board.river_sides.between.items() if pair[0] == g.grid.bit["4321"])
    p.set_bridges(1, 1 << side)
    p.choices = {}
    assert {f"raid {g.hex_name(a)}", f"raid {g.hex_name(b)}"} <= set(legal(match))
    send(match, g.hex_name(b), "de-he-111-1")
    attack(match, g.hex_name(b), "bridgehead", "de-he-111-1")
    assert p.bridges == (0, 0)
