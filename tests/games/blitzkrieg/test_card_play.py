"""6.0 Buying and playing cards, what they bring, and what their conditions pay."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.engine.situation import read_situation
from meuse.games.blitzkrieg.box.components import AXIS
from meuse.games.blitzkrieg.rules.cards import in_force, number
from tests.games.blitzkrieg.box import BOX
from tests.games.blitzkrieg.table import at, do, game, happened, index, inside, legal, opening, refused, table

# --- buying ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1a", "2.2b")
def test_cards_are_bought_within_the_allowance() -> None:
    match = opening("campaign-free")
    for card in ("G01", "G02", "G04", "G07", "G08", "G09", "G03"):
        match.apply("axis", f"buy {card}")
    left = 42 - 8 - 6 - 5 - 5 - 4 - 5 - 4
    assert left == 5
    match.apply("axis", "buy G15")
    assert [a for a in match.legal("axis") if a.startswith("buy")] == []
    refusal = match.game.why_not(match.position, "axis", "buy G10")
    assert refusal
    assert refusal.rule == "5.1a"
    assert "costs 3, with 1 of 42 points left" in refusal.reason
    last = opening("campaign-free")
    for card in ("G01", "G02", "G04", "G07", "G08", "G09", "G03", "G10", "G13"):
        last.apply("axis", f"buy {card}")
    assert last.legal("axis") == ["done"], "the last two points are spent as well"


@pytest.mark.rule("6.1a")
def test_points_may_be_left_and_nothing_is_bought_later() -> None:
    match = opening("campaign-free")
    match.apply("axis", "buy G13")
    match.apply("axis", "done")
    assert "axis" not in match.actors
    match.apply("allied", "done")
    assert not any(action.startswith("buy") for action in legal(match))


@pytest.mark.rule("5.1b", "6.2a")
def test_hands_are_secret() -> None:
    match = opening("campaign-free")
    bought = match.apply("axis", "buy G13")
    assert [event.visible_to("allied") for event in bought] == [False]
    assert match.view("axis")["hands"] == {"axis": ["G13"]}
    assert match.view("allied")["hands"] == {"allied": []}
    assert match.view(None)["hands"] == {}
    assert set(match.view("allied")["actors"]) == {"axis", "allied"}


@pytest.mark.rule("6.1a")
def test_cards_that_exclude_each_other_are_not_bought_together() -> None:
    match = opening("campaign-free")
    match.apply("allied", "buy A04")
    refusal = match.game.why_not(match.position, "allied", "buy A05")
    assert refusal
    assert "may not be bought with" in refusal.reason
    assert "buy A03" not in match.legal("allied"), "the Breda Variant needs Plan Dyle"
    match.apply("allied", "buy A01")
    assert "buy A03" in match.legal("allied")
    assert "buy A02" not in match.legal("allied"), "another plan"
    other = match.game.why_not(match.position, "allied", "buy G01")
    assert other
    assert other.rule == "6.1a"


@pytest.mark.rule("6.5a")
def test_the_historical_scenario_deals_the_historical_cards() -> None:
    match = opening()
    axis, allied = (match.view(side)["hands"][side] for side in ("axis", "allied"))
    assert axis == ["G01", "G02", "G03", "G04", "G07", "G08", "G10", "G11", "G13", "G22"]
    assert allied == ["A01", "A03", "A04", "A06", "A12", "A18", "A19", "A20"]


# --- playing -----------------------------------------------------------------------------------------------------

CARDS = """
side = "axis"
phase = "cards"
hands = { axis = ["G01", "G04", "G10", "G15", "G16", "G19"], allied = ["A22"] }
"""


@pytest.mark.rule("6.2b", "8.1(2.1)a")
def test_any_number_of_cards_is_shown_in_a_card_phase() -> None:
    match = table(CARDS)
    assert legal(match) == ["done", "play G01", "play G04", "play G15", "play G16", "play G19"]
    refused(match, "play G10", "6.2b", "Air Sneak Attack is not played now")
    refused(match, "play G22", "6.2b", "is not in your hand")
    do(match, "play G19", "play G01")
    assert match.view("allied")["cards"] == {"G01": 1, "G19": 1}
    assert "play G01" not in legal(match)
    do(match, "done")
    assert (match.view(None)["phase"], match.view(None)["active"]) == ("cards", "allied")


@pytest.mark.rule("6.2b")
def test_plans_are_played_on_the_first_turn() -> None:
    match = table("turn = 2\n" + CARDS)
    refused(match, "play G04", "6.2b", "on turns 1 to 1 only")


@pytest.mark.rule("6.2b")
@pytest.mark.parametrize(("turn", "open_to"), [(1, False), (2, True), (5, True), (7, True)])
def test_some_cards_have_a_span_of_turns(turn: int, open_to: bool) -> None:
    match = table(f'turn = {turn}\nside = "allied"\nphase = "cards"\nhands = {{ allied = ["A18", "A22"] }}')
    assert ("play A18" in legal(match)) is open_to


@pytest.mark.rule("6.2a")
def test_a_side_is_asked_for_cards_that_the_enemy_cannot_rule_out() -> None:
    """On turn 4 the plans and the Upper Rhine Offensive can no longer be shown."""
    seen = [c.id for c in BOX.deck(AXIS) if "card phase" in c.entry.plays and not c.entry.turns]
    for shown, asked in ((seen, "allied"), (seen[1:], "axis")):
        played = ", ".join(f"{id} = 1" for id in shown)
        plain, *_ = read_situation('game = "blitzkrieg"\nscenario = "campaign-free"\nturn = 4\nside = "axis"\n'
                                   f'phase = "cards"\ncards = {{ {played} }}')
        assert Match(game("campaign-free"), seed=1, situation=plain).actors == (asked,)


@pytest.mark.rule("6.3a", "6.3b")
def test_the_turn_of_play_is_the_first_of_a_cards_duration() -> None:
    for turn, holds in ((2, True), (5, True), (6, False)):
        g, p = inside(table(f"turn = {turn}\nphase = \"turn\"\n[cards]\nG19 = 2\nG01 = 2"))
        assert in_force(g, p, "G19") is holds, f"four turns from 2, on turn {turn}"
        assert number(g, p, "G19", "recovery") == int(holds)
        assert in_force(g, p, "G01"), "for the rest of the game"
    g, p = inside(table("phase = \"turn\""))
    assert not in_force(g, p, "G01")


@pytest.mark.rule("6.4f", "10.4a")
def test_cards_bring_reinforcements_of_the_same_turn_or_the_next() -> None:
    match = table(CARDS)
    do(match, "play G15", "play G16")
    _, p = inside(match)
    g = match.game
    assert (at(match, "de-stg-2"), p.due[g.by_id["de-stg-2"]]) == ("due", 1)  # type: ignore[attr-defined]
    assert (at(match, "de-do-19-1"), p.air_due[g.box.air_by_id["de-do-19-1"]]) == ("due", 2)  # type: ignore[attr-defined]
    do(match, "done")
    assert "bring de-stg-2" in legal(match)
    assert at(match, "de-do-19-1") == "due"


@pytest.mark.rule("6.4f")
def test_the_imperial_corps_comes_on_turn_four_or_later() -> None:
    text = 'turn = {turn}\nside = "allied"\nphase = "cards"\nreinforcements = "later"\n[hands]\nallied = ["A17", "A22"]'
    for turn, due in ((2, 4), (5, 5)):
        match = table(text.format(turn=turn))
        do(match, "play A17")
        g, p = inside(match)
        assert [p.due[g.by_id[id]] for id in ("gb-anac", "gb-can")] == [due, due]
        assert p.due[g.by_id["gb-52"]] == (5 if turn == 2 else 0), "the card does not name it"
    match = table(text.format(turn=5).replace("hands", "units]\ngb-can = \"1715\"\n[hands"))
    do(match, "play A17")
    assert at(match, "gb-can") == "1715", "it has come already"


@pytest.mark.rule("6.4f")
def test_de_gaulle_does_not_hurry_his_division() -> None:
    units = 'units = { fr-4-dcr = { hex = "due", due = 5 } }'
    match = table(f'turn = 2\nside = "allied"\nphase = "cards"\nhands = {{ allied = ["A18", "A22"] }}\n{units}')
    do(match, "play A18")
    g, p = inside(match)
    assert p.due[g.by_id["fr-4-dcr"]] == 5


@pytest.mark.rule("6.4f")
def test_the_raf_sends_its_last_squadrons_once() -> None:
    hand = 'hands = { allied = ["A14", "A22"] }'
    match = table(f'turn = 3\nside = "allied"\nphase = "cards"\n{hand}\n[air]\ngb-spitf-3 = "cap"')
    do(match, "play A14")
    g, p = inside(match)
    coming = {a.id: p.air_due[a.index] for a in g.airstrikes if at(match, a.id) == "due"}
    assert coming == {"gb-hurr-5": 3}, "of the same turn"
    assert at(match, "gb-spitf-3") == "cap", "it flies already"


@pytest.mark.rule("22.1a")
def test_dynamo_lends_ships_while_it_lasts() -> None:
    match = table('turn = 3\nside = "allied"\nphase = "cards"\n[hands]\nallied = ["A20", "A22"]')
    assert at(match, "gb-amphibious-5") == "absent"
    do(match, "play A20")
    assert at(match, "gb-amphibious-5") == "on hand"
    assert at(table('turn = 6\nphase = "turn"\n[cards]\nA20 = 3'), "gb-amphibious-5") == "absent"
    for turn, place in ((4, "on hand"), (5, "absent")):
        match = table(f'turn = {turn}\nphase = "end"\ncards = {{ A20 = 3 }}')
        assert (at(match, "gb-amphibious-5"), at(match, "gb-amphibious-1")) == (place, "on hand"), "as the next begins"


@pytest.mark.rule("6.2b")
def test_union_sacree_steadies_france() -> None:
    hands = 'hands = { allied = ["A24", "A22"] }'
    match = table(f'side = "allied"\nphase = "cards"\ndice = [4]\n{hands}\nindex = {{ france = 10 }}')
    do(match, "play A24")
    assert index(match) == {"france": 6}


# --- Italy -------------------------------------------------------------------------------------------------------

ITALY = """
turn = {turn}
side = "axis"
phase = "cards"
dice = [{die}]
cards = {{ G12 = 4 }}
index = {{ france = 10 }}
units = {{ fr-i = "3226", fr-1-dlm = "3227" }}
"""


@pytest.mark.rule("4.1.1c", "7.2.2a")
@pytest.mark.parametrize(("die", "french"), [(1, 9), (2, 10), (3, 10), (4, 12), (5, 12), (6, 14)])
def test_the_italian_table_is_rolled_in_the_axis_card_phase(die: int, french: int) -> None:
    match = table(ITALY.format(turn=5, die=die))
    assert index(match) == {"france": 10}, "after all cards are played"
    do(match, "done")
    assert index(match) == {"france": french}


@pytest.mark.rule("7.2.2a")
def test_italy_is_not_rolled_for_in_the_turn_of_its_entry() -> None:
    match = table(ITALY.format(turn=4, die=6))
    do(match, "done")
    assert index(match) == {"france": 10}


@pytest.mark.rule("4.1.1c", "7.2.2a")
def test_italy_is_rolled_for_in_axis_turns_alone_from_the_turn_after_its_entry() -> None:
    match = table(ITALY.format(turn=2, die=6).replace("G12 = 4", "G12 = 1"))
    do(match, "done")
    assert index(match) == {"france": 14}
    match = table(ITALY.format(turn=5, die=6).replace('"axis"', '"allied"'))
    do(match, "done")
    assert index(match) == {"france": 10}


@pytest.mark.rule("4.1.1c")
def test_only_on_a_six_and_only_an_infantry_corps_goes_to_the_alps() -> None:
    match = table(ITALY.format(turn=5, die=5))
    do(match, "done")
    assert not any(action.startswith("send") for action in legal(match))
    units = 'fr-9-dim = "3226", fr-hagen = "5526", be-i = "4015", fr-ii = "eliminated"'
    match = table(ITALY.format(turn=5, die=6).replace('fr-i = "3226", fr-1-dlm = "3227"', units))
    do(match, "done")
    assert not any(action.startswith("send") for action in legal(match)), "neither garrisons nor Belgians"


@pytest.mark.rule("4.1.1c")
def test_on_a_six_a_french_infantry_corps_leaves_for_the_alps() -> None:
    match = table(ITALY.format(turn=5, die=6))
    do(match, "done")
    assert match.actors == ("allied",)
    assert legal(match) == ["send fr-i"]
    refused(match, "send fr-1-dlm", "4.1.1c")
    do(match, "send fr-i")
    assert at(match, "fr-i") == "withdrawn"
    assert index(match) == {"france": 14}, "without Shock"


@pytest.mark.rule("7.4e")
def test_italy_is_not_rolled_for_when_germany_has_collapsed() -> None:
    match = table(ITALY.format(turn=5, die=6) + 'collapsed = ["germany"]')
    do(match, "done")
    assert index(match) == {"france": 10}


# --- conditions --------------------------------------------------------------------------------------------------

DYLE = """
turn = {turn}
side = "allied"
phase = "conditions"
cards = {{ A01 = 1 }}
index = {{ germany = 3, france = 10, britain = 2, belgium = 10 }}
units = {{ {units} }}
"""


@pytest.mark.rule("6.4g", "6.4i", "7.1b")
def test_a_condition_that_is_met_pays_at_the_end_of_its_owners_turn() -> None:
    match = table(DYLE.format(turn=2, units='fr-i = "4015", be-i = "4013"'))
    assert index(match) == {"germany": 7, "france": 6, "belgium": 10}, "Britain cannot go below nothing"
    _, p = inside(match)
    assert p.settled


@pytest.mark.rule("6.4g")
@pytest.mark.parametrize("units", ['be-i = "4015", be-ii = "4013"', 'fr-i = "4015"', ""])
def test_brussels_wants_french_or_british_troops(units: str) -> None:
    match = table(DYLE.format(turn=2, units=units))
    assert index(match) == {"germany": 3, "france": 10, "britain": 2, "belgium": 10}


@pytest.mark.rule("6.4i", "6.4g")
@pytest.mark.parametrize(("side", "turn", "paid"), [
    ("allied", 1, False), ("allied", 2, True), ("allied", 4, True), ("axis", 2, False), ("axis", 4, False),
])
def test_a_condition_is_judged_in_its_owners_turns_within_its_span(side: str, turn: int, paid: bool) -> None:
    text = DYLE.format(turn=turn, units='fr-i = "4015", be-i = "4013"').replace('"allied"', f'"{side}"')
    assert bool(inside(table(text))[1].settled) is paid


@pytest.mark.rule("6.4g", "19.2.2a")
@pytest.mark.parametrize("landed", ["", 'de-fjr-1 = "4013"'])
def test_deception_units_hold_no_place_for_their_side(landed: str) -> None:
    units = f'fr-i = "4015", fr-deception-1 = "4013", {landed}'.strip(", ")
    match = table(DYLE.format(turn=2, units=units) + ('landed = ["de-fjr-1"]' if landed else ""))
    assert not inside(match)[1].settled, "nor does the enemy who has landed there"


@pytest.mark.rule("6.4h")
def test_a_condition_that_is_not_met_by_its_last_turn_is_paid_for() -> None:
    match = table(DYLE.format(turn=4, units=""))
    assert index(match) == {"france": 14, "britain": 6, "belgium": 10}, "Germany cannot go below nothing"


@pytest.mark.rule("6.4g")
def test_a_condition_is_settled_once() -> None:
    match = table(DYLE.format(turn=4, units='fr-i = "4015", be-i = "4013"') + 'settled = ["A01"]')
    assert index(match)["france"] == 10


@pytest.mark.rule("6.4i")
def test_a_card_face_down_has_no_condition() -> None:
    hand = 'hands = { axis = ["G14"], allied = ["A01"] }'
    text = DYLE.format(turn=4, units="").replace("cards = { A01 = 1 }", hand)
    assert index(table(text))["france"] == 10


MANSTEIN = """
turn = 2
side = "axis"
phase = "conditions"
cards = {{ G04 = 1 }}
units = {{ {units} }}
"""


@pytest.mark.rule("6.4g", "19.2.2a")
@pytest.mark.parametrize(
    ("units", "paid"),
    [
        ('de-1-pz = "2920", de-xix-mot = "3020"', True),
        ('de-iv = "2920", de-xix-mot = "3020"', False),           # not mechanised
        ('de-xix-mot = "2920"', True),                            # a headquarters that is
        ('de-deception-mech-1 = "2920"', False),
        ('de-1-pz = "2920", de-xix-mot = "3021", fr-i = "3121", fr-ii = "3122", fr-iii = "3020"', False),  # cut off
    ],
)
def test_the_manstein_plan_wants_a_supplied_mechanised_unit_on_the_channel(units: str, paid: bool) -> None:
    match = table(MANSTEIN.format(units=units))
    _, p = inside(match)
    assert bool(p.settled) is paid


@pytest.mark.rule("6.4g")
def test_a_plan_that_succeeds_shakes_all_enemies_at_war() -> None:
    more = 'index = { germany = 8, belgium = 3 }\ncollapsed = ["belgium"]'
    match = table(MANSTEIN.format(units='de-1-pz = "2920", de-xix-mot = "3020"') + more)
    assert index(match) == {"germany": 2, "belgium": 3, "france": 6, "britain": 6}, "not the neutral Dutch"


@pytest.mark.rule("6.4g")
@pytest.mark.parametrize(("card", "turn", "units", "paid"), [
    ("G05", 2, 'de-iv = "4015", de-ix = "4013"', True), ("G05", 2, 'de-iv = "4015"', False),
    ("G06", 4, 'de-iv = "3227"', True), ("G06", 4, 'de-iv = "3127"', False),
    ("G20", 3, 'de-iv = "4825"', True), ("G20", 3, 'de-iv = "5427"', True), ("G20", 3, 'de-iv = "4827"', False),
])
def test_some_plans_want_every_place_and_some_any(card: str, turn: int, units: str, paid: bool) -> None:
    text = f'turn = {turn}\nside = "axis"\nphase = "conditions"\ncards = {{ {card} = 1 }}\nunits = {{ {units} }}'
    assert bool(inside(table(text))[1].settled) is paid


@pytest.mark.rule("6.4g")
def test_the_manstein_plan_wants_a_german_unit_on_the_coast_of_france() -> None:
    belgian = 'de-1-pz = "3414", de-xix-mot = "3415"'
    assert not inside(table(MANSTEIN.format(units=belgian)))[1].settled
    shared = 'fr-1-dlm = "2920", fr-6-army = "2921", de-fjr-1 = "2920"'
    assert not inside(table(MANSTEIN.format(units=shared) + 'landed = ["de-fjr-1"]'))[1].settled


@pytest.mark.rule("6.4g", "6.4h")
@pytest.mark.parametrize(("units", "met", "rule"), [
    ("", False, "6.4h"), ('fr-i = "4015", be-i = "4013"', True, "6.4g"),
])
def test_conditions_are_told(units: str, met: bool, rule: str) -> None:
    match = table(f'turn = 4\nside = "allied"\nphase = "cards"\ncards = {{ A01 = 1 }}\nunits = {{ {units} }}')
    events = do(match, "done")
    while not happened(events, "condition"):
        events += do(match, "done")
    told = [event for event in events if event.what == "condition"]
    assert [(e.rule, e.data) for e in told] == [(rule, {"side": "allied", "card": "A01", "met": met, "points": 4})]
