"""25.0 Air superiority."""

from __future__ import annotations

import pytest

from meuse.games.blitzkrieg.rules import patrols, superiority
from tests.games.blitzkrieg.sky import assign, box_of, sky, stands, tired, worn
from tests.games.blitzkrieg.table import do, happened, index, inside, legal, refused

FOUR = {f"de-me-109-{n}": "air-superiority" for n in range(1, 5)}
TARGETS = {"fr-ms-406-1": "cap", "fr-ms-406-2": "escort", "fr-leo-451-1": "bombardment"}
SHELTERED = {"gb-hurr-1": "reserve", "gb-hurr-2": "reserve", "gb-battle-1": "reserve", "gb-battle-2": "reserve"}


@pytest.mark.rule("25.3a", "25.3b", "25.3c", "25.1a", "25.1b", "8.1(1.3)a")
def test_eliminations_come_first_and_reserve_is_out_of_reach() -> None:
    """T104: 20 and 4 for anti-aircraft, a six: 2/3; three are exposed and four in Reserve."""
    match = sky("air superiority", FOUR | TARGETS | SHELTERED, dice="[6, 1]")
    assert match.actors == ("allied",)
    refused(match, "down gb-hurr-1", "25.3c", "Reserve")
    refused(match, "wear fr-ms-406-1", "25.3a")
    refused(match, "down de-me-109-1", "25.3c", "one of your airstrikes")
    refused(match, "down nobody", "25.3c", "one of your airstrikes")
    refused(match, "again gb-hurr-1", "25.3c", "one of your airstrikes")
    events = do(match, "down fr-ms-406-1")
    assert box_of(match, "fr-ms-406-1") == "eliminated"
    assert index(match) == {"france": 1}
    events = do(match, "down fr-ms-406-2")
    assert box_of(match, "fr-leo-451-1") == "eliminated", "the last one takes two fatigues, and the third is lost"
    assert [d["unit"] for d in happened(events, "airstrike lost")] == ["fr-ms-406-2", "fr-leo-451-1"]
    assert all(box_of(match, id) == "reserve" for id in SHELTERED)
    assert index(match) == {"france": 3}


@pytest.mark.rule("25.3b", "17.3a", "17.3.1a")
def test_a_fatigue_flips_an_airstrike_or_eliminates_a_fatigued_one() -> None:
    exposed = {"fr-ms-406-1": "ready", "fr-ms-406-2": worn("ready"), "fr-leo-451-1": "ready"}
    match = sky("air superiority", FOUR | exposed, dice="[3, 1]")
    assert legal(match) == ["wear fr-leo-451-1", "wear fr-ms-406-1", "wear fr-ms-406-2"]
    refused(match, "down fr-ms-406-1", "25.3b")
    refused(match, "wear de-me-109-1", "25.3c", "has to be named")
    do(match, "wear fr-ms-406-1", "wear fr-ms-406-2")
    assert tired(match, "fr-ms-406-1")
    assert box_of(match, "fr-ms-406-1") == "ready", "it is Fatigued in its box"
    assert box_of(match, "fr-ms-406-2") == "eliminated"
    assert not tired(match, "fr-leo-451-1")
    assert not any(action.startswith("wear") for action in legal(match)), "there were two fatigues, and no more"


@pytest.mark.rule("25.3c")
def test_who_is_in_reserve_cannot_be_worn_and_the_enemys_reserve_is_not_named() -> None:
    boxes = FOUR | {"fr-ms-406-1": "ready", "fr-ms-406-2": "ready", "gb-hurr-1": "reserve", "de-he-111-1": "reserve"}
    match = sky("air superiority", boxes, dice="[3, 1]")
    refused(match, "wear gb-hurr-1", "25.3c", "is in Reserve")
    refused(match, "wear de-he-111-1", "25.3c", "has to be named")


@pytest.mark.rule("25.1b")
def test_both_sides_fire_at_once() -> None:
    match = sky("air superiority", {"de-me-109-1": "air-superiority", "fr-ms-406-1": "air-superiority"}, dice="[6, 6]")
    assert box_of(match, "de-me-109-1") == box_of(match, "fr-ms-406-1") == "eliminated"
    assert index(match) == {"france": 1, "germany": 1}


@pytest.mark.rule("25.4a")
def test_a_side_with_nothing_on_the_mission_fires_with_its_guns() -> None:
    """T105."""
    match = sky("air superiority", FOUR | {"fr-ms-406-1": "reserve"}, dice="[1, 6]")
    assert match.actors == ("axis",), "three on a six: one fatigue"
    do(match, "wear de-me-109-4")
    assert tired(match, "de-me-109-4")


@pytest.mark.rule("25.4a", "N.j")
@pytest.mark.parametrize(
    ("more", "strength"), [("", 3), ("cards = { A16 = 1 }", 4), ("anti_aircraft = { allied = 2 }", 2)]
)
def test_the_anti_aircraft_level(more: str, strength: int) -> None:
    match = sky("air superiority", FOUR | {"fr-ms-406-1": "ready"}, more=more, dice="[1, 1]")
    fired = happened(match.opening, "air battle")
    assert {d["side"]: d["strength"] for d in fired} == {"axis": 24, "allied": strength}


@pytest.mark.rule("24.6a", "24.6.3_2a", "8.1(1.3)a", "24.1b")
def test_who_fought_goes_to_rest_and_the_others_keep_their_missions() -> None:
    boxes = {"de-me-109-1": "air-superiority", "de-me-109-2": worn("air-superiority"), "be-mixed-1": "air-superiority",
             "de-he-111-1": "bombardment", "de-he-111-2": worn("bombardment")}
    match = sky("air superiority", boxes, dice="[1, 1]")
    assert box_of(match, "de-me-109-1") == "reserve"
    assert box_of(match, "de-me-109-2") == "recovery"
    assert box_of(match, "be-mixed-1") == "ready", "Belgian airstrikes are never in Reserve"
    assert box_of(match, "de-he-111-1") == box_of(match, "de-he-111-2") == "bombardment"


# --- Air Sneak Attack --------------------------------------------------------------------------------------------

SURPRISED = {"de-me-109-1": "air-superiority", "de-he-111-1": "air-superiority", "de-he-111-2": worn("air-superiority"),
             "fr-ms-406-1": "reserve", "gb-hurr-1": "reserve"}


@pytest.mark.rule("25.5a", "25.5b")
def test_a_sneak_attack_adds_bombers_and_reaches_the_reserve() -> None:
    match = sky("air superiority", SURPRISED, more="cards = { G10 = 1 }", turn=1, dice="[4, 1]")
    assert match.actors == ("allied",)
    assert legal(match) == ["wear fr-ms-406-1", "wear gb-hurr-1"]
    axis, _ = happened(match.opening, "air battle")
    assert axis["strength"] == 4 + 5 + 3 + 2, "bombers add their bombardment, not their defensive value"


@pytest.mark.rule("25.5b")
def test_the_reserve_is_safe_a_week_later_and_dispersed_french_ones_at_once() -> None:
    later = sky("air superiority", SURPRISED, more="cards = { G10 = 1 }", dice="[4, 1]")
    assert not happened(later.opening, "airstrike fatigued")
    match = sky("air superiority", SURPRISED, more="cards = { G10 = 1, A15 = 1 }", turn=1, dice="[4, 1]")
    assert tired(match, "gb-hurr-1")
    assert not tired(match, "fr-ms-406-1")


@pytest.mark.rule("7.1.4a")
@pytest.mark.parametrize(("more", "points"), [("", 1), ("cards = { A14 = 1 }", 2)])
def test_lost_airstrikes_cost_shock_and_the_committed_raf_more(more: str, points: int) -> None:
    match = sky("air superiority", FOUR | {"gb-hurr-1": "cap"}, more=more, dice="[6, 1]")
    assert index(match) == {"britain": points}


@pytest.mark.rule("25.4.2b")
def test_the_german_guns_fall_silent_with_germany() -> None:
    match = sky("air superiority", {"fr-ms-406-1": "cap"}, more='collapsed = ["germany"]\nanti_aircraft = { axis = 0 }',
                dice="[6, 1]")
    assert box_of(match, "fr-ms-406-1") == "cap"


@pytest.mark.rule("24.3.4a")
def test_air_command_bounds_the_mission_and_range_does_not() -> None:
    boxes = {f"de-me-109-{n}": "ready" for n in (1, 2, 3)}
    match = sky("air planning", boxes, 'de-ix-flieger = "5703"')
    assign(match, "axis", ("de-me-109-1", "air-superiority"), ("de-me-109-2", "air-superiority"))
    match.apply("axis", "assign de-me-109-3")
    assert stands(match, "axis", "into air-superiority") == "24.3.2a", "a rating of two, far from any enemy"


@pytest.mark.rule("2.3.1b", "2.3.1c")
def test_offensive_values_seek_the_fight_and_defensive_ones_only_answer_it() -> None:
    boxes = {"de-me-109-1": "air-superiority", "de-he-111-1": "bombardment"}
    g, p = inside(sky("air planning", boxes))
    fighter, bomber = g.box.air_by_id["de-me-109-1"], g.box.air_by_id["de-he-111-1"]
    assert superiority.strength(g, p, fighter) == g.airstrikes[fighter].air[0]
    assert "air-superiority" not in g.airstrikes[bomber].missions
    both = patrols.full_strength(g, p, 1 << fighter | 1 << bomber)
    assert both == g.airstrikes[fighter].air[0] + g.airstrikes[bomber].air[0], "intercepted, either defends itself"
