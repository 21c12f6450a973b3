"""17.4 Recovery of airstrikes, 17.6 damage, 17.7 terror."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.rules.repairs import AirRecovery
from tests.games.blitzkrieg.sky import box_of, sky, tired, worn
from tests.games.blitzkrieg.table import do, happened, inside, legal, refused
from tests.games.verbs import explain

BASES = 'de-viii-flieger = "5115", de-i-flieger = "5211", fr-zoae = "3226", gb-aasf = "2724", be-aem = "4015"'


DUTCH_WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]\n'


def resting(boxes: dict[str, str], side: str, more: str = "", dice: str = "[]", turn: int = 4) -> Match:
    return sky("air recovery", boxes, BASES, f'side = "{side}"\n{more}', turn, dice)


# --- airstrikes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("17.4b", "24.5.2a", "24.6a")
def test_a_country_tries_for_as_many_airstrikes_as_it_has_bases_in_supply() -> None:
    boxes = {f"de-me-109-{n}": worn("recovery") for n in range(1, 5)} | {
        "de-me-109-5": worn("ready"), "de-me-109-6": "reserve"}
    match = resting(boxes, "axis", dice="[4, 3]")
    refused(match, "recover de-me-109-5", "24.5.2a")
    refused(match, "recover de-me-109-6", "24.5.2a")
    do(match, "recover de-me-109-1")
    assert (box_of(match, "de-me-109-1"), tired(match, "de-me-109-1")) == ("reserve", False)
    refused(match, "recover de-me-109-1", "17.4b")
    do(match, "recover de-me-109-2")
    assert (box_of(match, "de-me-109-2"), tired(match, "de-me-109-2")) == ("recovery", True)
    assert match.view(None)["phase"] != "air recovery", "two bases, two rolls"
    unfed = resting(boxes, "axis", 'damaged = ["5115", "5211", "5703", "5723", "5819"]')
    assert unfed.view(None)["phase"] != "air recovery"


@pytest.mark.rule("17.4b")
def test_an_airstrike_that_has_failed_does_not_try_again() -> None:
    match = resting({"de-me-109-1": worn("recovery"), "de-me-109-2": worn("recovery")}, "axis", dice="[1]")
    do(match, "recover de-me-109-1")
    assert legal(match) == ["done", "recover de-me-109-2"]
    refused(match, "recover de-me-109-1", "17.4b")
    boxes = {f"de-me-109-{n}": worn("recovery") for n in range(1, 4)}
    more = sky("air recovery", boxes, BASES + ', de-v-flieger = "5819"', 'side = "axis"', 4, "[1, 1]")
    do(more, "recover de-me-109-1", "recover de-me-109-2")
    assert legal(more) == ["done", "recover de-me-109-3"], "the third base is for another"


@pytest.mark.rule("17.4b", "24.5.2a")
def test_each_country_has_its_own_tries() -> None:
    boxes = {id: worn("recovery") for id in ("fr-ms-406-1", "fr-ms-406-2", "gb-hurr-1", "gb-hurr-2", "be-mixed-1")}
    match = resting(boxes, "allied", dice="[1, 1, 1]")
    do(match, "recover be-mixed-1")
    assert len(legal(match)) == 5, "all the others"
    do(match, "recover fr-ms-406-1")
    assert legal(match) == ["done", "recover gb-hurr-1", "recover gb-hurr-2"]


@pytest.mark.rule("17.4b")
def test_a_try_is_taken_from_its_own_country() -> None:
    g, p = inside(resting({"fr-ms-406-1": worn("recovery")}, "allied"))
    frame = AirRecovery((5, 5, 5, 5, 5))
    p.push(frame)
    frame.apply(g, p, "allied", "recover", "fr-ms-406-1")
    after = p.frames[-2]
    assert isinstance(after, AirRecovery)
    assert dict(zip(COUNTRIES, after.left, strict=True)) == dict.fromkeys(COUNTRIES, 5) | {"france": 4}
    assert after.tried == 1 << g.box.air_by_id["fr-ms-406-1"]


@pytest.mark.rule("18.5a", "17.2a")
def test_where_nobody_is_fatigued_nobody_is_shown_out_of_supply() -> None:
    units = f'{BASES}, de-18-army = "5115", de-iv = "5115"'
    match = sky("recovery", {"de-me-109-1": worn("recovery")}, units, 'side = "axis"', 4)
    assert match.view(None)["phase"] == "air recovery"
    assert all("supply" not in match.view("axis")["units"][id] for id in ("de-18-army", "de-iv"))


LEAST = [
    ("de-me-109-1", "axis", "", 1, 3), ("de-me-109-1", "axis", "", 4, 4), ("fr-ms-406-1", "allied", "", 4, 5),
    ("gb-hurr-1", "allied", "", 4, 3), ("us-c-75-1", "allied", "", 4, 3), ("be-mixed-1", "allied", "", 4, 5),
    ("fr-ms-406-1", "allied", "cards = { A15 = 1 }", 4, 4), ("gb-hurr-1", "allied", 'paralysed = ["britain"]', 4, 4),
]


@pytest.mark.rule("24.5.2a", "24.5b", "N.g")
@pytest.mark.parametrize(("id", "side", "more", "turn", "least"), LEAST)
def test_what_an_airstrike_needs(id: str, side: str, more: str, turn: int, least: int) -> None:
    for die, well in ((least - 1, False), (least, True)):
        match = resting({id: worn("recovery")}, side, more, f"[{die}]", turn=turn)
        (told,) = happened(do(match, f"recover {id}"), "recovery")
        assert told["success"] is well
        assert box_of(match, id) == ("recovery" if not well else "ready" if id == "be-mixed-1" else "reserve")


# --- damage and terror -------------------------------------------------------------------------------------------


def mending(units: str, more: str, dice: str = "[]", side: str = "allied", turn: int = 4) -> Match:
    return sky("damage and terror", {}, units, f'side = "{side}"\n{more}', turn, dice)


@pytest.mark.rule("17.6.1b", "8.1(2.10d)a", "8.1(2.10)a")
def test_a_source_is_repaired_under_a_headquarters_of_its_country() -> None:
    """T125: both Dutch sources are Damaged; and a port wants a headquarters in supply."""
    more = 'at_war = ["netherlands", "france", "germany", "britain"]\ndamaged = ["4009", "4207", "2223"]'
    match = mending('nl-fa = "4009", nl-i = "4207", fr-7-army = "2223"', more, dice="[6]")
    assert legal(match) == ["done", "repair 2223", "repair 4009"]
    refused(match, "repair 4207", "17.6.1b")
    do(match, "repair 4009")
    assert match.view(None)["damaged"] == ["2223", "4207"]
    refused(match, "repair 4009", "17.2.2a")
    cut = 'fr-7-army = "2223", de-1-pz = "2324", de-3-pz = "2423"'
    unfed = mending(cut, 'damaged = ["2223", "1531", "2535", "2724", "3032", "3226", "3227", "4435"]')
    assert unfed.view(None)["phase"] != "damage and terror", "the headquarters is out of supply"


@pytest.mark.rule("17.7.3a", "17.2.2a")
def test_shaken_units_rally_in_supply_and_try_once() -> None:
    match = mending('fr-6-army = "3226", fr-i = "3226", fr-ii = "0328", fr-iii = "3226"', 'terror = ["3226"]',
                    dice="[1]")
    g, p = inside(match)
    p.shaken = sum(1 << g.by_id[id] for id in ("fr-i", "fr-ii", "fr-iii"))
    assert legal(match) == ["calm 3226", "done", "rally fr-i", "rally fr-iii"]
    do(match, "rally fr-i")
    assert legal(match) == ["calm 3226", "done", "rally fr-iii"]
    refused(match, "calm 3227", "17.7.3a", "a unit of its own nationality")
    refused(match, "rally fr-ii", "17.7.3a", "a terrorised unit of yours in supply")


@pytest.mark.rule("17.7.1a", "17.6.1b")
@pytest.mark.parametrize(("terror", "least"), [("", 6), ('terror = ["4009"]', 7)])
def test_repairs_are_harder_in_a_terrorised_city(terror: str, least: int) -> None:
    more = f'at_war = ["netherlands", "france", "germany"]\ndamaged = ["4009"]\n{terror}'
    for die in (5, 6):
        match = mending('nl-fa = "4009"', more, dice=f"[{die}]")
        (told,) = happened(do(match, "repair 4009"), "repair")
        assert told["success"] is (die >= least)


@pytest.mark.rule("17.6.1b", "17.7.3a", "4.3a")
@pytest.mark.parametrize(("units", "more", "side"), [
    ('nl-fa = "4009"', 'damaged = ["4009"]', "allied"),                       # neutral
    ('fr-deception-1 = "4525"', 'terror = ["4525"]', "allied"),
    ('nl-fa = "4009", de-fjr-1 = "4009"', f'{DUTCH_WAR}damaged = ["4009"]\nlanded = ["de-fjr-1"]', "axis"),
    ('fr-i = "4525", de-fjr-1 = "4525"', 'terror = ["4525"]\nlanded = ["de-fjr-1"]', "axis"),
])
def test_who_clears_no_marker(units: str, more: str, side: str) -> None:
    assert mending(units, more, side=side).view(None)["phase"] != "damage and terror"


@pytest.mark.rule("17.6.1b", "17.2.2a", "N.g", "2.3.9d")
@pytest.mark.parametrize(("units", "more", "least"), [
    ('gb-bef = "3413", be-i = "3413", gb-i = "3214"', "", 5), ('be-belgian-ghq = "3413", gb-bef = "3413"', "", 6),
    ('gb-bef = "3413", be-i = "3413", gb-i = "3214"', 'paralysed = ["britain"]', 6),
])
def test_the_headquarters_there_does_the_work(units: str, more: str, least: int) -> None:
    """At Ostend: a British one at no loss, a Belgian one, which comes first, at one."""
    for die in (5, 6):
        match = mending(units, f'damaged = ["3413"]\n{more}', dice=f"[{die}]")
        (told,) = happened(do(match, "repair 3413"), "repair")
        assert told["success"] is (die >= least)


@pytest.mark.rule("17.7.3a", "4.3a")
def test_a_side_rallies_its_own_units_at_war() -> None:
    match = sky("recovery", {}, 'de-iv = { hex = "5115", fatigued = true }, fr-i = "3226"', 'side = "axis"', 4)
    g, p = inside(match)
    p.shaken = 1 << g.by_id["de-iv"] | 1 << g.by_id["fr-i"]
    do(match, "done")
    assert legal(match) == ["done", "rally de-iv"]
    allied = sky("recovery", {}, 'fr-i = { hex = "3226", fatigued = true }, nl-i = "4009"', 'side = "allied"', 4)
    g, p = inside(allied)
    p.shaken = 1 << g.by_id["nl-i"] | 1 << g.by_id["fr-i"]
    do(allied, "done")
    assert legal(allied) == ["done", "rally fr-i"], "the Dutch are neutral"


@pytest.mark.rule("17.7.3a", "26.6.1a")
def test_a_city_is_calmed_by_its_own_countrymen() -> None:
    match = mending('fr-i = "4525", be-i = "4825", gb-i = "3319"', 'terror = ["4525", "4825", "3319"]', dice="[5]")
    assert legal(match) == ["calm 4525", "done"]
    refused(match, "calm 4825", "17.7.3a")
    do(match, "calm 4525")
    assert match.view(None)["terror"] == ["3319", "4825"]


@pytest.mark.rule("17.7.2a", "26.6.2a", "17.7.3a")
def test_a_terrorised_unit_recovers_worse_until_it_rallies() -> None:
    match = sky("recovery", {}, 'de-iv = { hex = "5115", fatigued = true }', 'side = "axis"', 4)
    g, p = inside(match)
    assert explain(match, "recovery de-iv").total == 4
    p.shaken = 1 << g.by_id["de-iv"]
    assert explain(match, "recovery de-iv").total == 5
    assert match.view("allied")["units"]["de-iv"]["terror"]
    do(match, "done")
    assert legal(match) == ["done", "rally de-iv"]
    refused(match, "rally de-ii", "17.7.3a")
    for die, left in ((2, True), (3, False)):
        twin = sky("recovery", {}, 'de-iv = { hex = "5115", fatigued = true }', 'side = "axis"', 4, f"[{die}]")
        _, q = inside(twin)
        q.shaken = 1 << g.by_id["de-iv"]
        do(twin, "done", "rally de-iv")
        assert bool(q.shaken) is left


@pytest.mark.rule("17.7.2a")
def test_terror_leaves_the_map_with_the_unit() -> None:
    match = sky("recovery", {}, 'de-iv = { hex = "5115", fatigued = true }', 'side = "axis"', 4)
    g, p = inside(match)
    p.shaken = 1 << g.by_id["de-iv"]
    p.put(g, g.by_id["de-iv"], -4)
    assert not p.shaken


@pytest.mark.rule("17.6.1a", "26.6.1a")
def test_a_terrorised_source_feeds_nobody() -> None:
    match = sky("recovery", {}, 'fr-i = { hex = "4435", fatigued = true }, fr-ii = { hex = "2535", fatigued = true }',
                'side = "allied"\nterror = ["4435"]', 4)
    assert legal(match) == ["done", "recover fr-ii"]
