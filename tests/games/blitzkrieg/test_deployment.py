"""5.1 Setting up, 19.2 deception units, situations."""

from __future__ import annotations

import pytest

import meuse
from meuse.games.blitzkrieg.box.components import ALLIED, SIDES
from meuse.games.blitzkrieg.position import ABSENT
from meuse.games.blitzkrieg.rules.deployment import CHANGES, Deploy, DigIn
from tests.games.blitzkrieg.box import BOX
from tests.games.blitzkrieg.table import at, do, happened, inside, legal, opening, refused, table


def dealt(scenario: str = "campaign") -> meuse.Match:
    """A match up to the first placement: no more cards bought, none shown."""
    match = opening(scenario)
    while not any(action.startswith("deploy") for action in legal(match)):
        do(match, "done")
    return match


@pytest.mark.rule("5.1d", "17.9a")
def test_the_historical_set_up_puts_everybody_where_he_stood() -> None:
    match = dealt()
    places = match.game.pieces(match.position)
    for c in BOX.at_start():
        assert places[c.id] == BOX.deployment.units[c.id], c.id
    tired = {id for id, shown in match.game.open_view(match.position)["units"].items() if shown.get("fatigued")}
    assert tired == {c.id for c in BOX.at_start() if c.entry.fatigued}
    assert at(match, "de-2-army") == "due"
    assert at(match, "de-xxxi") == "reserve"
    assert at(match, "de-koch") == "absent"
    assert (at(match, "de-me-109-1"), at(match, "gb-spitf-1"), at(match, "us-c-75-1")) == ("ready", "due", "absent")


@pytest.mark.rule("5.3b", "32.0a")
def test_cards_of_the_set_up_are_shown_before_it() -> None:
    match = opening()
    assert match.actors == ("allied",)
    assert legal(match) == ["done", "play A04", "play A12"]
    do(match, "play A12", "done")
    assert legal(match) == ["done", "play G11"]
    do(match, "play G11")
    assert at(match, "de-koch") == BOX.deployment.units["de-koch"]


@pytest.mark.rule("19.2.1a", "19.2.2a")
def test_deception_units_come_by_die_and_are_placed_last_anywhere_at_home() -> None:
    match = dealt()
    _, p = inside(match)
    assert match.actors == ("allied",)
    mine = [a for a in legal(match) if a.startswith("deploy")]
    assert all(a.startswith("deploy fr-deception") for a in mine), "everybody else stands where history has him"
    refused(match, "done", "5.1d", "Deception")
    refused(match, "deploy fr-i", "5.2a")
    refused(match, "deploy de-deception-1", "5.1c")
    do(match, mine[0])
    assert "place 3226" in legal(match)
    refused(match, "place 4015", "5.1d")
    refused(match, "place 3925", "13.5a", "3925 is full")
    do(match, "place 3038")
    assert p.units_in(match.game.grid.bit["3038"])  # type: ignore[attr-defined]


@pytest.mark.rule("19.2.1a")
def test_nobody_learns_how_many_deception_units_the_enemy_has() -> None:
    match = opening()
    told = [event for event in do(match, "done", "done") if event.what == "deception"]
    assert len(told) == 4
    _, p = inside(match)
    for event in told:
        kind = [c for c in BOX.counters if c.deception and SIDES[c.side] == event.data["side"]]
        mine = [c for c in kind if c.mech == event.data["mechanised"]]
        assert sum(p.at[c.index] != ABSENT for c in mine) == event.data["count"]
    for event in told:
        other = "axis" if event.data["side"] == "allied" else "allied"
        assert event.visible_to(event.data["side"])
        assert not event.visible_to(other)


@pytest.mark.rule("5.1c", "5.1d", "13.5a")
def test_a_free_set_up_keeps_to_zones_and_stacking() -> None:
    match = dealt("campaign-free")
    assert match.actors == ("allied",), "the Allies set up first"
    refused(match, "deploy fr-i", "5.1d")
    do(match, "deploy fr-7-army", "place 3216", "deploy fr-i")
    assert "place 3116" in legal(match)
    assert "place 3226" not in legal(match), "beyond the command radius"
    do(match, "place 3216", "deploy fr-xvi")
    refused(match, "place 3216", "13.5a")
    do(match, "place 3116")
    do(match, "historical")
    assert at(match, "fr-i") == BOX.deployment.units["fr-i"] == "3215"
    assert at(match, "de-iv") == "waiting", "the other side has not said how it sets up"


@pytest.mark.rule("5.1d", "13.5a")
def test_a_garrison_with_one_hex_waits_for_room_there() -> None:
    match = dealt("campaign-free")
    do(match, "deploy fr-1-army", "place 3719")
    assert "deploy fr-esc" in legal(match), "its one hex is taken, and has room"
    corps = [c.id for c in BOX.at_start() if c.corps and BOX.deployment.zones[c.id].with_ == "fr-1-army"]
    do(match, f"deploy {corps[0]}", "place 3719")
    refused(match, "deploy fr-esc", "5.1d", "no hex of its zone is open")


@pytest.mark.rule("5.1d")
def test_units_follow_their_headquarters_when_it_is_put_elsewhere() -> None:
    match = dealt("campaign-free")
    do(match, "deploy fr-7-army", "place 3216", "deploy fr-i", "place 3216", "deploy fr-7-army", "place 3015")
    refused(match, "done", "5.1d")


@pytest.mark.rule("5.1c", "5.1d")
def test_a_side_may_change_its_mind_until_its_changes_are_used_up() -> None:
    match = dealt("campaign-free")
    do(match, "historical")
    refused(match, "deploy fr-1-army", "5.1d")
    _, p = inside(match)
    p.swap(Deploy(ALLIED, CHANGES - 2))
    for decoy in [a for a in legal(match) if a.startswith("deploy fr-deception")]:
        do(match, decoy)
        do(match, legal(match)[0])
    assert "done" in legal(match)
    refused(match, "done 3518", "5.1c", "not one of the choices here")
    do(match, "deploy fr-1-army", "place 3518")
    refused(match, "done", "5.1d", "must still be set up within its zone")
    do(match, "deploy fr-1-army", "place 3719")
    assert "done" in legal(match)
    refused(match, "deploy fr-1-army", "5.1d")


@pytest.mark.rule("5.2a")
def test_after_the_set_up_the_first_turn_begins() -> None:
    match = opening()
    events = []
    while not happened(events, "turn"):
        action = next((a for a in legal(match) if a.startswith(("done", "place"))), legal(match)[0])
        events += do(match, action)
    assert match.view(None)["turn"] == 1
    assert match.view(None)["phase"] == "air planning"
    _, p = inside(match)
    assert -1 not in p.at, "nobody is left waiting"


@pytest.mark.rule("N.h")
def test_entrenchments_of_before_the_campaign() -> None:
    match = opening()
    do(match, "play A12", "done", "done")
    while not any(a.startswith("entrench") for a in legal(match)):
        do(match, next((a for a in legal(match) if a.startswith(("done", "place"))), legal(match)[0]))
    assert match.actors == ("allied",)
    assert {"entrench 5427", "entrench 4309"} <= set(legal(match)), "Strasbourg and Utrecht"
    refused(match, "entrench 4823", "N.h", "only French hexes on the Rhine")
    for _ in range(8):
        do(match, next(a for a in legal(match) if a.startswith("entrench")))
    assert len(match.view(None)["entrenched"]) == 8
    assert not any(a.startswith("entrench") for a in legal(match))


@pytest.mark.rule("N.h", "19.2.2a")
def test_only_the_men_of_the_country_dig_before_the_campaign() -> None:
    g, p = inside(table('phase = "turn"\nunits = { gb-i = "5427", nl-i = "4309", fr-deception-1 = "5429" }'))
    assert DigIn(8).able(g, p) == g.one[g.grid.bit["4309"]]
    p.entrenched = g.one[g.grid.bit["4309"]]
    assert DigIn(8).actors(g, p) == ()


@pytest.mark.rule("5.1d")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turn = 9", "turn: expected 1 to 7, got 9"),
        ('phase = "tea"', "phase: expected a side with its phase, or one of"),
        ('side = "axis"\nphase = "tea"', "phase: expected one of cards, reinforcements"),
        ('phase = "turn"\n[units]\nde-iv = "2020"', "'2020' is not a land hex"),
        ('phase = "turn"\n[units]\nde-iv = "4015"\nfr-i = "4015"', "units of both sides stand in '4015'"),
        ('phase = "turn"\n[air]\nde-ju-52-1 = "cap"', "expected one of transport"),
        ('phase = "turn"\n[cards]\nG99 = 1', "'G99' is not a card"),
        ('phase = "turn"\nassaults = { gb-i = "2918" }', "'gb-i' does not lie in a ship next to '2918'"),
        ('phase = "turn"\nassaults = { gb-i = "2918", gb-ii = "2918", gb-iii = "2918", gb-51 = "2918", '
         'gb-52 = "2918" }\n'
         '[units]\ngb-i = "2817"\ngb-ii = "2817"\ngb-iii = "2817"\ngb-51 = "2817"\ngb-52 = "2817"',
         "'gb-52' does not lie in a ship"),
        ('phase = "turn"\nassaults = { gb-i = "2918" }\n[units]\ngb-i = "2917"', "'gb-i' does not lie in a ship"),
        ('phase = "turn"\nassaults = { gb-i = "2918" }\n[units]\ngb-i = "2217"', "'gb-i' does not lie in a ship"),
        ('phase = "turn"\n[units]\n"XCIX" = "4015"', "there is no unit 'XCIX'"),
        ("index = { france = 100 }", "index.france: expected 0 to 99, got 100"),
        ("index = { france = -1 }", "index.france: expected 0 to 99, got -1"),
        ('hands = { axis = ["A01"] }', "'A01' is a card of the other side"),
        ("turn = 2\n[cards]\nG01 = 3", "G01: expected a turn of play from 1 to 2, got 3"),
        ('destroyed = ["4015"]', "'4015' is not a hex with a fort"),
        ('damaged = ["4322"]', "'4322' is not a hex with a supply source or port"),
        ('terror = ["4322"]', "'4322' is not a hex with a city"),
        ('open_cities = ["4322"]', "'4322' is not a hex with a city"),
        ('taken = ["4322"]', "'4322' is not a hex with a city or port"),
        ('air_supply = ["2222"]', "'2222' is not a hex with land"),
        ('shaken = ["fr-i"]', "'fr-i' is not on the map"),
        ('bridgeheads = { axis = ["2624-2625"] }', "'2624-2625' is not a river side"),
        ('bridgeheads = { axis = ["2624-2724"] }\nunits = { fr-6-army = "2624" }', "no headquarters of the side"),
    ],
)
def test_a_bad_situation_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(meuse.BadInput) as caught:
        table(text)
    assert message in str(caught.value)


RICH = """
    turn = 3
    side = "axis"
    phase = "first combat"
    hands = { axis = ["G14"] }
    cards = { G01 = 1, A01 = 2 }
    settled = ["A01"]
    index = { france = 5 }
    at_war = ["netherlands", "belgium", "france", "britain", "germany"]
    collapsed = ["netherlands"]
    paralysed = ["belgium"]
    anti_aircraft = { axis = 3, allied = 2 }
    taken = ["4009"]
    destroyed = ["4422"]
    damaged = ["2721"]
    terror = ["4525"]
    entrenched = ["4322"]
    open_cities = ["3226"]
    shaken = ["fr-i"]
    air_supply = ["2730"]
    bridgeheads = { allied = ["2624-2724"] }
    landed = ["de-fjr-1"]
    [units]
    fr-6-army = "2724"
    de-iv = { hex = "2730", fatigued = true }
    fr-i = "2731"
    fr-xxv = { hex = "due", due = 4 }
    fr-ii = "eliminated"
    de-fjr-1 = "4013"
    be-i = "4013"
    [air]
    de-me-109-1 = "cap"
    de-me-109-2 = { hex = "cap", fatigued = true, over = "4525" }
    fr-c-75-1 = "eliminated"
"""


@pytest.mark.rule("5.1d")
def test_a_situation_tells_all_that_lies_on_the_table() -> None:
    g, p = inside(table(RICH))
    found = g.situation_of(p)
    assert {key: found[key] for key in found if key not in ("units", "air")} == {
        "turn": 3, "phase": "first combat", "side": "axis", "hands": {"axis": ["G14"]}, "cards": {"G01": 1, "A01": 2},
        "settled": ["A01"], "index": {"france": 5}, "collapsed": ["netherlands"], "paralysed": ["belgium"],
        "at_war": ["netherlands", "belgium", "france", "britain", "germany"],
        "anti_aircraft": {"axis": 3, "allied": 2}, "taken": ["4009"], "destroyed": ["4422"], "damaged": ["2721"],
        "terror": ["4525"], "entrenched": ["4322"], "flooded": [], "open_cities": ["3226"], "landed": ["de-fjr-1"],
        "assaults": {}, "shaken": ["fr-i"], "air_supply": ["2730"], "bridgeheads": {"allied": ["2624-2724"]},
    }
    assert found["units"] == {
        "de-iv": {"hex": "2730", "fatigued": True}, "fr-i": "2731", "fr-xxv": {"hex": "due", "due": 4},
        "fr-ii": "eliminated", "de-fjr-1": "4013", "be-i": "4013", "fr-6-army": "2724"}
    assert found["air"] == {
        "de-me-109-1": "cap", "de-me-109-2": {"hex": "cap", "fatigued": True, "over": "4525"},
        "fr-c-75-1": "eliminated"}
    whole = inside(table("turn = 2"))[1]
    assert (whole.turn, whole.active, whole.phase) == (2, 0, "cards"), "a week from its beginning"
    assert inside(table('side = "allied"'))[1].phase == "cards", "a side's turn from its beginning"
    between = g.situation_of(inside(opening())[1])
    assert (between["side"], between["phase"]) == ("", "set-up")
    assert "de-iv" not in between["units"], "it waits to be set up"


@pytest.mark.rule("19.1a", "5.1c")
def test_stacks_are_put_in_order_once_in_the_set_up() -> None:
    g, p = inside(table('phase = "turn"\nunits = { de-iv = "5115", de-9-pz = "5115" }'))
    assert "arrange" in Deploy(0).legal(g, p, "axis")
    p.arranged = True
    assert "arrange" not in Deploy(0).legal(g, p, "axis")
