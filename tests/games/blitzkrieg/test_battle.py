"""15.0 Land combat: who attacks whom, tables, strengths and shifts."""

from __future__ import annotations

import pytest

import meuse
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import ELIMINATED
from meuse.games.blitzkrieg.rules import support
from meuse.games.blitzkrieg.rules.orders import AttackOrder
from tests.games.blitzkrieg.field import battle, combat, fatigued, fight, shifts
from tests.games.blitzkrieg.table import at, do, happened, inside, legal, refused, table, unit
from tests.games.verbs import explain, preview

DUEL = 'de-iv = "2730", fr-i = "2731"'


# --- declaring ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.0a", "15.3.1a", "8.1(2.5)a")
def test_attacks_are_voluntary_and_one_after_another() -> None:
    match = battle(DUEL + ', de-ix = "2733", fr-ii = "2734"')
    assert match.actors == ("axis",)
    assert set(legal(match)) == {"attack 2731", "attack 2734", "done"}
    refused(match, "attack 2730", "15.0a", "no enemy")
    refused(match, "attack 2735", "15.0a")
    do(match, "done")
    assert inside(match)[1].active == 1


@pytest.mark.rule("15.4.2a")
def test_only_neighbours_attack() -> None:
    match = battle(DUEL + ', fr-ii = "2735"')
    refused(match, "attack 2735", "15.4.2a", "next to")
    do(match, "attack 2731")
    refused(match, "with de-ix", "15.0a")


@pytest.mark.rule("15.1a", "15.3.3a", "15.4.1a")
def test_a_unit_attacks_once_a_phase_and_a_defender_may_be_attacked_again() -> None:
    match = battle(DUEL + ', de-ix = "2732", fr-ii = "2830"', dice="4, 4")
    fight(match, "2731", "de-iv")
    assert "attack 2731" in legal(match), "the other corps has not attacked"
    refused(match, "attack 2830", "15.1a", "German IV Corps has attacked")
    do(match, "attack 2731")
    refused(match, "with de-iv", "15.1a")


@pytest.mark.rule("15.1a", "15.6b")
def test_of_several_reasons_the_better_one_is_told() -> None:
    match = battle('de-kleist = "2730", de-iv = "2730", fr-i = "2731"', dice="4")
    fight(match, "2731", "de-iv")
    refused(match, "attack 2731", "15.1a", "has attacked")


@pytest.mark.rule("15.4.6a", "15.4.5a")
def test_units_of_a_stack_attack_together_or_apart() -> None:
    match = battle('de-1-pz = "2730", de-2-pz = "2730", fr-9-dim = "2731", fr-25-dim = "2830"', dice="3, 3")
    fight(match, "2731", "de-1-pz")
    fight(match, "2830", "de-2-pz")
    assert "attack 2731" not in legal(match)
    match = battle('de-1-pz = "2730", de-2-pz = "2730", fr-9-dim = "2731"', dice="4")
    do(match, "attack 2731", "all")
    assert combat(do(match, "probe"))["attack"] == 12


@pytest.mark.rule("15.6b")
def test_any_attack_strength_will_do_but_none_will_not() -> None:
    match = battle('de-gd = "2730", de-kleist = "2732", fr-i = "2731"')
    do(match, "attack 2731")
    refused(match, "with de-kleist", "15.6b")
    refused(match, "probe", "15.2a", "at least one")
    match = battle('de-viii-flieger = "2730", de-gd = "2733", fr-i = "2731", fr-ii = "2734"')
    refused(match, "attack 2731", "15.6b")


@pytest.mark.rule("4.4a", "4.4b")
def test_units_of_different_countries_do_not_attack_together() -> None:
    match = battle('fr-i = "2730", gb-i = "2732", de-iv = "2731"', side="allied")
    do(match, "attack 2731")
    assert set(legal(match)) == {"with fr-i", "with gb-i"}
    do(match, "with fr-i")
    refused(match, "with gb-i", "4.4a")


@pytest.mark.rule("4.4c", "15.4.6b")
def test_all_in_the_hex_defend_as_one_whatever_their_country() -> None:
    match = battle('de-iv = "2730", fr-9-dim = "2731", gb-i = "2731"', dice="4")
    assert combat(fight(match, "2731", "de-iv"))["defence"] == 11


@pytest.mark.rule("4.2.3b", "4.3a")
def test_an_attack_brings_the_netherlands_into_the_war() -> None:
    match = battle('de-x = "4710", nl-i = "4610"', dice="4")
    events = fight(match, "4610", "de-x")
    assert happened(events, "netherlands at war") == [{"hex": "4610"}]
    match = battle('nl-i = "4610", fr-i = "2730", de-x = "4710", de-iv = "2731"', side="allied")
    refused(match, "attack 4710", "4.3a")


@pytest.mark.rule("9.1b", "9.1.2b")
def test_in_later_impulses_only_the_eligible_attack() -> None:
    units = 'de-kleist = "2729", de-1-pz = "2730", de-iv = "2730", fr-i = "2731"'
    match = battle(units, phase="second", more="cards = { G01 = 1 }")
    do(match, "attack 2731")
    assert "with de-1-pz" in legal(match)
    refused(match, "with de-iv", "9.1b")


@pytest.mark.rule("9.1.2b", "6.4a")
def test_the_schlieffen_plan_moves_and_does_not_attack() -> None:
    units = 'de-6-army = "4015", de-iv = "4014", be-i = "3914"'
    match = battle(units, phase="second", more="cards = { G06 = 1 }")
    assert inside(match)[1].active == 1, "nobody may attack in the second impulse"


@pytest.mark.rule("17.1c")
def test_who_attacks_in_the_third_impulse_is_fatigued_as_it_ends() -> None:
    units = 'fr-1-army = "3918", fr-iii = "3917", de-iv = "4017"'
    match = battle(units, "allied", "third", "cards = { A01 = 1 }", dice="6")
    fight(match, "4017", "fr-iii")
    assert not fatigued(match, "fr-iii")
    do(match, "done")
    assert fatigued(match, "fr-iii")
    assert not fatigued(match, "fr-1-army")


@pytest.mark.rule("23.3a")
def test_fortress_assault_troops_attack_works_only() -> None:
    match = battle('de-fort-assault = "2730", de-iv = "2730", fr-i = "2731"')
    do(match, "attack 2731")
    refused(match, "with de-fort-assault", "23.3a")
    match = battle('de-fort-assault = "4822", de-iv = "4822", fr-thion = "4823"', dice="4")
    assert combat(fight(match, "4823", "de-fort-assault", "de-iv"))["attack"] == 13
    match = battle('de-fort-assault = "4822", de-iv = "4822", fr-thion = "4823"', more='destroyed = ["4823"]')
    do(match, "attack 4823")
    refused(match, "with de-fort-assault", "23.3a")


@pytest.mark.rule("23.4a")
def test_guns_attack_only_with_others() -> None:
    match = battle('de-stg = "2730", fr-i = "2731", de-iv = "2735", fr-ii = "2734"')
    refused(match, "attack 2731", "23.4a")
    match = battle('de-stg = "2730", de-47-sp = "2730", de-iv = "2730", fr-i = "2731"', dice="4")
    do(match, "attack 2731", "with de-stg", "with de-47-sp")
    refused(match, "assault", "23.4a")
    assert combat(do(match, "with de-iv", "probe"))["attack"] == 10


@pytest.mark.rule("15.4.4a", "15.2a")
def test_the_attack_cannot_be_called_off_or_weakened() -> None:
    match = battle(DUEL + ', de-6-army = "2729"')
    do(match, "attack 2731", "with de-iv", "probe")
    assert set(legal(match)) == {"none", "support de-6-army"}
    refused(match, "done", "15.3.4a")


# --- tables ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.5a", "15.5.2a")
def test_probe_and_assault_are_always_open_and_combined_arms_by_card() -> None:
    units = 'de-kleist = "2729", de-1-pz = "2730", de-2-mot = "2730", fr-i = "2731"'
    match = battle(units)
    do(match, "attack 2731", "with de-1-pz")
    assert {"probe", "assault"} <= set(legal(match))
    refused(match, "combined", "15.5.2a")
    match = battle(units, more="cards = { G02 = 1 }")
    do(match, "attack 2731", "with de-2-mot")
    refused(match, "combined", "15.5.2a", "no card")
    do(match, "with de-1-pz")
    assert "combined" in legal(match)


@pytest.mark.rule("2.5e")
def test_combined_arms_needs_command() -> None:
    match = battle('de-1-pz = "2730", fr-i = "2731"', more="cards = { G02 = 1 }")
    do(match, "attack 2731", "with de-1-pz")
    refused(match, "combined", "2.5e", "not In Command")


@pytest.mark.rule("15.5.2a")
def test_the_army_of_manoeuvre_combines_french_arms() -> None:
    units = 'fr-cav = "2729", fr-1-dlm = "2730", fr-i = "2730", de-iv = "2731"'
    match = battle(units, "allied", more="cards = { A07 = 1 }")
    do(match, "attack 2731", "with fr-i")
    refused(match, "combined", "15.5.2a")
    do(match, "with fr-1-dlm")
    assert "combined" in legal(match)


@pytest.mark.rule("15.5.2a", "15.3.4a")
def test_the_british_do_not_combine_arms_by_a_french_card() -> None:
    match = battle('gb-bef = "2729", gb-1-arm = "2730", de-iv = "2731"', "allied", more="cards = { A07 = 1 }")
    do(match, "attack 2731", "with gb-1-arm")
    refused(match, "combined", "15.5.2a")
    do(match, "probe")
    refused(match, "support de-6-army", "15.3.4a", "no headquarters of yours")


@pytest.mark.rule("15.3.4a")
def test_nobody_is_supported_by_the_enemys_headquarters() -> None:
    match = battle(DUEL + ', de-6-army = "2729", fr-6-army = "2732"')
    do(match, "attack 2731", "with de-iv", "probe")
    refused(match, "support fr-6-army", "15.3.4a", "no headquarters of yours")
    refused(match, "support de-1-army", "15.3.4a", "no headquarters of yours on the map")


@pytest.mark.rule("2.3.9d")
def test_the_paralysed_probe_and_have_no_support() -> None:
    match = battle(DUEL + ', de-6-army = "2729"', more='paralysed = ["germany"]', dice="4")
    do(match, "attack 2731", "with de-iv")
    refused(match, "assault", "2.3.9d")
    assert combat(do(match, "probe"))["attack"] == 8, "no headquarters is asked"


# --- strengths ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3.9d")
def test_by_a_chart_of_ones_own_the_paralysed_may_have_support() -> None:
    own = Blitzkrieg("campaign", {}, {"charts": {"shock": {"paralysis": {"support": True}}}})
    match = battle('de-iv = "2730", de-4-army = "2729", fr-i = "2731"', more='paralysed = ["germany"]')
    g, p = inside(match)
    order = AttackOrder(0, g.grid.bit["2731"], 1 << g.by_id["de-iv"], "probe")
    refusals = [support.against(chart, p, g.by_id["de-4-army"], order) for chart in (g, own)]
    assert [refusal and refusal.rule for refusal in refusals] == ["2.3.9d", None]


@pytest.mark.rule("15.2b", "15.6a", "15.2d", "2.5j")
def test_strengths_give_a_percentage_and_a_column() -> None:
    match = battle('de-iv = "2730", de-ix = "2830", fr-i = "2731"', dice="4")
    found = combat(fight(match, "2731", "de-iv", "de-ix"))
    assert (found["attack"], found["defence"], found["percent"], found["column"]) == (16, 8, 200, "200-299")
    assert (found["die"], found["result"]) == (4, "NE")


@pytest.mark.rule("15.3.4a", "15.3.4b", "11.0b", "11.4b")
def test_one_headquarters_adds_its_strength_once_a_phase() -> None:
    units = DUEL + ', de-6-army = "2729", de-4-army = "2726", de-ix = "2730", de-12-army = "2629"'
    match = battle(units, dice="4, 4")
    do(match, "attack 2731", "with de-iv", "probe")
    assert set(legal(match)) == {"none", "support de-6-army", "support de-12-army"}
    refused(match, "support de-4-army", "15.3.4a", "radius")
    refused(match, "support de-iv", "15.3.4a", "no headquarters")
    found = combat(do(match, "support de-6-army"))
    assert (found["attack"], found["percent"], found["column"]) == (13, 162, "150-199")
    do(match, "attack 2731", "with de-ix", "probe")
    refused(match, "support de-6-army", "11.0b")


@pytest.mark.rule("15.3.4a", "11.5.2b")
def test_without_support_nobody_stands_in_for_a_headquarters() -> None:
    """The last counter of the box stands next to the battle."""
    match = battle(DUEL + ', fr-deception-6 = "2732"', dice="4")
    assert combat(fight(match, "2731", "de-iv"))["attack"] == 8


@pytest.mark.rule("4.4f", "11.2.4a")
def test_headquarters_support_their_own_country() -> None:
    match = battle('gb-bef = "2730", gb-ii = "2733", fr-i = "2730", de-iv = "2731"', side="allied", dice="4")
    assert combat(fight(match, "2731", "fr-i"))["attack"] == 6, "nobody to be asked"
    match = battle('fr-6-army = "2730", gb-bef = "2730", pl-1-pol = "2730", de-iv = "2731"', side="allied")
    do(match, "attack 2731", "with pl-1-pol", "probe")
    refused(match, "support gb-bef", "4.4f")
    assert "support fr-6-army" in legal(match)


@pytest.mark.rule("11.2.4a", "15.3.4a")
def test_a_headquarters_that_serves_only_a_lent_unit_must_reach_that_one() -> None:
    """The 51st Division may be lent to the French; the other corps may not."""
    units = 'gb-51 = "{lent}", gb-i = "{other}", fr-6-army = "2727", de-iv = "2731"'
    match = battle(units.format(lent="2732", other="2730"), "allied", dice="4")
    assert combat(do(match, "attack 2731", "with gb-51", "with gb-i", "probe"))["die"] == 4, "nobody is asked"
    near = battle(units.format(lent="2730", other="2732"), "allied")
    do(near, "attack 2731", "with gb-51", "with gb-i", "probe")
    assert "support fr-6-army" in legal(near)


@pytest.mark.rule("18.4d", "18.4b")
def test_out_of_supply_strengths_are_halved_and_headquarters_silent() -> None:
    units = 'de-xxvii = "2730", de-6-army = "2729", fr-9-dim = "2731"'
    match = battle(units, dice="4")
    inside(match)[1].unsupplied = sum(1 << match.game.by_id[id] for id in ("de-xxvii", "de-6-army", "fr-9-dim"))
    found = combat(fight(match, "2731", "de-xxvii"))
    assert (found["attack"], found["defence"], found["percent"]) == (3.5, 1.5, 233)
    match = battle(DUEL + ', de-6-army = "2729"')
    inside(match)[1].unsupplied = 1 << match.game.by_id["de-6-army"]
    events = do(match, "attack 2731", "with de-iv", "probe")
    assert combat(events)["attack"] == 8


@pytest.mark.rule("11.5.2b")
def test_a_headquarters_suffers_only_next_to_the_hex() -> None:
    for hex, tired in (("2730", True), ("2729", False)):
        match = battle(f'de-6-army = "{hex}", de-iv = "2730", fr-i = "2731", fr-ii = "2731"', dice="1")
        fight(match, "2731", "de-iv", table="assault", support="de-6-army")
        assert fatigued(match, "de-6-army") is tired, "8 and 5 against 15: A2R"


@pytest.mark.rule("17.1.2a")
def test_the_fatigued_fight_with_their_weaker_side() -> None:
    match = battle('de-iv = { hex = "2730", fatigued = true }, fr-i = { hex = "2731", fatigued = true }', dice="4")
    found = combat(fight(match, "2731", "de-iv"))
    assert (found["attack"], found["defence"]) == (4, 5)


# --- shifts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.8a", "15.10.1a", "15.10.2a")
def test_terrains_of_the_hex_add_up_and_that_of_the_attacker_does_not() -> None:
    found = fight(battle('de-iv = "3131", fr-i = "3231"', dice="4"), "3231", "de-iv")
    assert shifts(found) == {"broken": -1}
    assert combat(found)["column"] == "50-99"
    assert shifts(fight(battle('de-iv = "3231", fr-i = "3131"', dice="4"), "3131", "de-iv")) == {}
    capital = fight(battle('de-iv = "3326", fr-i = "3226"', dice="4"), "3226", "de-iv")
    assert shifts(capital) == {"capital": -2}
    assert shifts(fight(battle('de-iv = "4518", be-i = "4517"', dice="4"), "4517", "de-iv"))["city"] == -1


@pytest.mark.rule("17.7.1a")
def test_terror_takes_the_city_away() -> None:
    match = battle('de-iv = "3326", fr-i = "3226"', more='terror = ["3226"]', dice="4")
    assert shifts(fight(match, "3226", "de-iv")) == {}


@pytest.mark.rule("15.10.3a")
def test_a_river_counts_if_all_attack_across_one() -> None:
    units = 'de-iv = "2624", de-ix = "2725", de-xi = "2723", fr-i = "2724"'
    across = shifts(fight(battle(units, dice="4"), "2724", "de-iv", "de-ix"))
    assert across["river"] == -1
    assert across["city"] == -1, "it adds to the terrain"
    assert "river" not in shifts(fight(battle(units, dice="4"), "2724", "de-iv", "de-ix", "de-xi"))


@pytest.mark.rule("20.1b", "20.0a")
def test_works_count_in_full_only_through_fortified_hexsides() -> None:
    units = 'de-iv = "4822", de-ix = "4923", de-xi = "4824", fr-thion = "4823"'
    assert shifts(fight(battle(units, dice="4"), "4823", "de-iv", "de-ix"))["fort"] == -3
    behind = shifts(fight(battle(units, dice="4"), "4823", "de-iv", "de-ix", "de-xi"))
    assert behind["fort, from behind"] == -1
    gone = battle(units, more='destroyed = ["4823"]', dice="4")
    assert "fort" not in shifts(fight(gone, "4823", "de-iv"))


@pytest.mark.rule("20.2a")
def test_the_maginot_line_card_helps_garrisons() -> None:
    units = 'de-iv = "4822", {} = "4823"'
    card = "cards = { A04 = 1 }"
    assert shifts(fight(battle(units.format("fr-thion"), more=card, dice="4"), "4823", "de-iv"))["Maginot Line"] == -1
    found = shifts(fight(battle(units.format("fr-i"), more=card, dice="4"), "4823", "de-iv"))
    assert "Maginot Line" not in found
    ruins = battle(units.format("fr-thion"), more=f'{card}\ndestroyed = ["4823"]', dice="4")
    assert "Maginot Line" not in shifts(fight(ruins, "4823", "de-iv"))


@pytest.mark.rule("34.2a")
def test_entrenchments_shift() -> None:
    match = battle(DUEL, more='entrenched = ["2731"]', dice="4")
    assert shifts(fight(match, "2731", "de-iv")) == {"entrenched": -1}
    match = battle(DUEL, more='entrenched = ["2730"]', dice="4")
    assert shifts(fight(match, "2731", "de-iv")) == {}, "attacks out of the hex are as ever"


@pytest.mark.rule("36.3a")
def test_floods_shift() -> None:
    match = battle('de-iv = "4209", nl-i = "4210"', more='flooded = ["4210"]', dice="4")
    assert shifts(fight(match, "4210", "de-iv"))["flooded"] == -2


@pytest.mark.rule("23.2a")
def test_mountain_troops_help_in_rough_country() -> None:
    units = 'de-1-mtn = "4621", de-iv = "4621", be-ca = "{}"'
    assert shifts(fight(battle(units.format("4521"), dice="4"), "4521", "de-1-mtn", "de-iv"))["mountain troops"] == 1
    assert "mountain troops" not in shifts(fight(battle(units.format("4521"), dice="4"), "4521", "de-iv"))
    plain = battle('de-1-mtn = "2730", fr-i = "2731"', dice="4")
    assert shifts(fight(plain, "2731", "de-1-mtn")) == {}


@pytest.mark.rule("23.4b")
def test_guns_with_others_shift_against_armour() -> None:
    attack = 'fr-1-dcr = "2730", fr-1-dlm = "2830"'
    match = battle(f'{attack}, de-47-sp = "2731", de-iv = "2731"', side="allied", dice="4")
    assert shifts(fight(match, "2731", "fr-1-dcr"))["guns against armour"] == -1
    match = battle(f'{attack}, de-47-sp = "2731", de-iv = "2731"', side="allied", dice="4")
    assert shifts(fight(match, "2731", "fr-1-dlm")) == {}, "no armour attacks"
    match = battle(f'{attack}, de-47-sp = "2731"', side="allied", dice="4")
    assert shifts(fight(match, "2731", "fr-1-dcr")) == {}, "guns alone"


@pytest.mark.rule("15.9.4a")
def test_a_ring_of_units_and_zones_is_a_concentric_attack() -> None:
    ring = 'de-iv = "2730", de-ix = "2832", de-xi = "2631", fr-i = "2731"'
    assert shifts(fight(battle(ring, dice="4"), "2731", "de-iv")) == {"concentric attack": 1}
    weak = 'de-iv = "2730", de-ix = { hex = "2832", fatigued = true }, de-xi = "2631", fr-i = "2731"'
    assert shifts(fight(battle(weak, dice="4"), "2731", "de-iv")) == {}, "a Fatigued corps covers nothing"
    coast = 'de-iv = "2722", de-ix = "2820", fr-i = "2721"'
    assert shifts(fight(battle(coast, dice="4"), "2721", "de-iv")) == {"concentric attack": 1}, "the sea shuts the rest"


@pytest.mark.rule("15.2a", "15.1a")
def test_a_unit_is_named_once_and_an_attack_without_units_has_no_odds() -> None:
    match = battle('de-iv = "2730", de-ix = "2830", fr-i = "2731"')
    do(match, "attack 2731")
    with pytest.raises(meuse.BadInput):
        preview(match)
    do(match, "with de-iv")
    assert legal(match) == ["assault", "probe", "with de-ix"]


@pytest.mark.rule("18.5a")
def test_supply_is_judged_as_a_combat_phase_begins_in_which_somebody_can_attack() -> None:
    for enemy, judged in (("2731", True), ("2735", False)):
        match = table(f'side = "axis"\nphase = "first combat"\nunits = {{ de-iv = "2730", fr-i = "{enemy}" }}')
        assert bool(inside(match)[1].unsupplied >> unit("de-iv") & 1) is judged


@pytest.mark.rule("30.6.1a", "15.0a")
def test_who_has_landed_among_enemies_is_the_reason_and_not_they() -> None:
    units = 'be-i = "4013", de-fjr-1 = "4013", be-ca = "4014"'
    match = battle(units, more='landed = ["de-fjr-1"]')
    refused(match, "attack 4014", "30.6.1a", "FJR 1 has landed among enemies")


@pytest.mark.rule("15.11a")
def test_armour_support_needs_armour() -> None:
    units = 'fr-1-dlm = "2730", fr-9-dim = "2830", de-iv = "2731"'
    card = "cards = { A06 = 1 }"
    events = fight(battle(units, "allied", more=card, dice="4"), "2731", "fr-1-dlm")
    assert combat(events)["shifts"] == [["Armor Support", 1, "15.11a"]]
    assert shifts(fight(battle(units, "allied", more=card, dice="4"), "2731", "fr-9-dim")) == {}
    british = battle('gb-1-arm = "2730", de-iv = "2731"', "allied", more=card, dice="4")
    assert shifts(fight(british, "2731", "gb-1-arm")) == {}, "French armour"


@pytest.mark.rule("6.4c")
def test_card_shifts_of_the_axis() -> None:
    ardennes = 'de-iv = "4820", be-ca = "4720"'
    assert shifts(fight(battle('de-iv = "4720", be-ca = "4620"', more="cards = { G04 = 1 }", dice="4"), "4620",
                        "de-iv"))["Manstein Plan"] == 1
    late = battle('de-iv = "4720", be-ca = "4620"', more="cards = { G04 = 1 }", dice="4", turn=3)
    assert "Manstein Plan" not in shifts(fight(late, "4620", "de-iv")), "on turns 1 and 2 alone"
    assert "Manstein Plan" not in shifts(fight(battle(ardennes, more="cards = { G04 = 1 }", dice="4"), "4720", "de-iv"))
    north = 'de-iv = "4416", de-1-pz = "4416", be-i = "4316"'
    assert shifts(fight(battle(north, more="cards = { G05 = 1 }", dice="4"), "4316", "de-iv"))["OKH Plan"] == 1
    assert "OKH Plan" not in shifts(fight(battle(north, more="cards = { G05 = 1 }", dice="4"), "4316", "de-1-pz"))
    dutch = battle('de-iv = "3911", nl-i = "3912"', more="cards = { G05 = 1 }", dice="4")
    assert shifts(fight(dutch, "3912", "de-iv"))["OKH Plan"] == 1, "from the Netherlands as well"
    siege = 'de-iv = "4822", de-1-pz = "4822", fr-thion = "4823"'
    assert shifts(fight(battle(siege, more="cards = { G17 = 1 }", dice="4"), "4823", "de-iv"))["Siege Train"] == 1
    assert "Siege Train" not in shifts(fight(battle(siege, more="cards = { G17 = 1 }", dice="4"), "4823", "de-1-pz"))
    field = battle('de-iv = "2730", fr-i = "2731"', more="cards = { G17 = 1 }", dice="4")
    assert "Siege Train" not in shifts(fight(field, "2731", "de-iv")), "against works"
    rhine = 'de-xxv = "5528", de-iv = "5528", fr-i = "5427"'
    card = "cards = { G20 = 1 }"
    assert shifts(fight(battle(rhine, more=card, dice="4"), "5427", "de-xxv"))["Upper Rhine Offensive"] == 1
    assert "Upper Rhine Offensive" not in shifts(fight(battle(rhine, more=card, dice="4"), "5427", "de-iv"))


@pytest.mark.rule("6.4c")
def test_where_card_shifts_of_the_axis_end() -> None:
    ardennes = 'de-iv = "4720", be-ca = "4620"'
    last = battle(ardennes, more="cards = { G04 = 1 }", dice="4", turn=2)
    assert shifts(fight(last, "4620", "de-iv"))["Manstein Plan"] == 1, "on the last of its turns"
    division = battle('de-ss-pol = "4416", be-i = "4316"', more="cards = { G05 = 1 }", dice="4")
    assert "OKH Plan" not in shifts(fight(division, "4316", "de-ss-pol")), "a division is no corps"
    eifel = battle('de-xxv = "4820", be-ca = "4721"', more="cards = { G20 = 1 }", dice="4")
    assert "Upper Rhine Offensive" not in shifts(fight(eifel, "4721", "de-xxv")), "not into France"
    across = battle('de-xxv = "2730", fr-i = "2731"', more="cards = { G20 = 1 }", dice="4")
    assert "Upper Rhine Offensive" not in shifts(fight(across, "2731", "de-xxv")), "not out of Germany"


@pytest.mark.rule("20.2a")
def test_the_maginot_line_card_is_for_french_garrisons() -> None:
    match = battle('de-iv = "4616", be-liege = "4517"', more="cards = { A04 = 1 }", dice="4")
    assert "Maginot Line" not in shifts(fight(match, "4517", "de-iv"))


@pytest.mark.rule("15.9.4a", "33.2a")
@pytest.mark.parametrize(("more", "shut"), [("", False), ('open_cities = ["2724"]', True)])
def test_an_open_city_is_no_way_out(more: str, shut: bool) -> None:
    match = battle('fr-i = "2725", de-iv = "2825", de-ix = "2625"', more=more, dice="4")
    assert ("concentric attack" in shifts(fight(match, "2725", "de-iv", "de-ix"))) is shut


@pytest.mark.rule("15.9.4a", "4.3b")
def test_neutral_ground_is_no_way_out() -> None:
    match = battle('de-iv = "4113", de-ix = "4014", be-i = "4013"', dice="4")
    assert shifts(fight(match, "4013", "de-iv"))["concentric attack"] == 1


@pytest.mark.rule("6.4c")
def test_the_river_stays_without_pioneers_of_the_attackers() -> None:
    units = 'de-1-pz = "2624", de-kleist = "2623", fr-i = "2724"'
    assert "river" in shifts(fight(battle(units, dice="4"), "2724", "de-1-pz", support="de-kleist")), "no card"
    allied = battle('fr-1-dlm = "2624", fr-6-army = "2623", de-iv = "2724"', "allied", more="cards = { G22 = 1 }",
                    dice="4")
    assert "river" in shifts(fight(allied, "2724", "fr-1-dlm", support="fr-6-army")), "a German card"


@pytest.mark.rule("6.4c")
def test_the_escaut_plan_wants_a_river_and_the_north() -> None:
    card = "cards = { A02 = 1 }"
    dry = fight(battle('de-iv = "3420", fr-i = "3421"', more=card, dice="4"), "3421", "de-iv")
    assert "Escaut Plan" not in shifts(dry)
    belgian = fight(battle('de-iv = "4113", fr-i = "4013"', more=card, dice="4"), "4013", "de-iv")
    assert shifts(belgian)["Escaut Plan"] == -1, "northern Belgium"
    alone = fight(battle('de-iv = "4113", be-i = "4013"', more=card, dice="4"), "4013", "de-iv")
    assert "river" in shifts(alone)
    assert "Escaut Plan" not in shifts(alone), "Belgians have no part in it"
    abroad = fight(battle('de-iv = "5721", fr-i = "5620"', more=card, dice="4"), "5620", "de-iv")
    assert "river" in shifts(abroad)
    assert "Escaut Plan" not in shifts(abroad), "on the Rhine"


@pytest.mark.rule("15.4.2a", "15.0a")
def test_allied_refusals_name_their_rule_too() -> None:
    match = battle('fr-i = "2730", fr-ii = "2735", de-iv = "2731"', "allied")
    do(match, "attack 2731")
    refused(match, "with fr-ii", "15.4.2a", "not next to")


@pytest.mark.rule("6.4c")
def test_storm_pioneers_cross_rivers() -> None:
    units = 'de-1-pz = "2624", de-iv = "2624", de-kleist = "2623", fr-i = "2724"'
    card = "cards = { G22 = 1 }"
    assert "river" in shifts(fight(battle(units, more=card, dice="4"), "2724", "de-1-pz")), "without support"
    crossed = fight(battle(units, more=card, dice="4"), "2724", "de-1-pz", support="de-kleist")
    assert "river" not in shifts(crossed)
    foot = fight(battle(units, more=card, dice="4"), "2724", "de-iv", support="de-kleist")
    assert "river" in shifts(foot), "no mechanised unit"
    worn = battle(units.replace('de-kleist = "2623"', 'de-xix-mot = { hex = "2624", fatigued = true }'), more=card,
                  dice="4")
    assert "river" not in shifts(fight(worn, "2724", "de-1-pz", support="de-xix-mot")), "one point of support will do"


@pytest.mark.rule("6.4c")
def test_the_escaut_plan_strengthens_rivers_of_the_north() -> None:
    card = "cards = { A02 = 1 }"
    found = fight(battle('de-iv = "3421", fr-i = "3322"', more=card, dice="4"), "3322", "de-iv")
    assert "Escaut Plan" not in shifts(found), "row 22 is too far south"
    found = fight(battle('de-iv = "3422", fr-i = "3421"', more=card, dice="4"), "3421", "de-iv")
    assert shifts(found) == {"broken": -1, "river": -1, "Escaut Plan": -1}


@pytest.mark.rule("15.10.3b", "15.8a")
def test_shifts_are_netted_and_stop_at_the_ends() -> None:
    match = battle('de-iv = "3326", fr-9-dim = "3226"', dice="4")
    found = combat(fight(match, "3226", "de-iv"))
    assert (found["percent"], found["shift"], found["column"]) == (266, -2, "100-149")
    match = battle('de-gd = "3326", fr-i = "3226"', dice="4")
    assert combat(fight(match, "3226", "de-gd"))["column"] == "0-49"


# --- what players are told ---------------------------------------------------------------------------------------


@pytest.mark.rule("15.6a", "19.1b")
def test_the_preview_has_the_exact_chances_once_the_stack_is_open() -> None:
    match = battle(DUEL + ', de-6-army = "2729"')
    with pytest.raises(meuse.BadInput):
        preview(match)
    do(match, "attack 2731", "with de-iv")
    before = preview(match)
    assert not before["open"]
    assert before["shifts"] == [], "what shifts nothing is not told"
    assert "defence" not in before
    assert before["tables"]["assault"][2] == {"A2R": 1 / 6, "A2": 2 / 6, "A1": 1 / 6, "X1": 1 / 6, "X2": 1 / 6}
    do(match, "assault")
    after = preview(match)
    assert (after["attack"], after["defence"], after["column"]) == (8, 8, "100-149")
    assert after["results"] == before["tables"]["assault"][2]


@pytest.mark.rule("15.2b", "15.6a")
def test_the_odds_are_explained() -> None:
    match = battle('de-iv = "3131", fr-i = "3231", de-6-army = "3130"')
    with pytest.raises(meuse.BadInput):
        explain(match, "odds")
    do(match, "attack 3231", "with de-iv", "probe")
    tally = explain(match, "odds")
    assert tally.total == "50-99"
    assert [(part.label, part.value) for part in tally.parts] == [
        ("German IV Corps", 8.0), ("attack", 8.0), ("French I Corps", 8.0), ("defence", 8.0),
        ("percentage", "100%"), ("column", "100-149"),
        ("broken", -1),
    ]


@pytest.mark.rule("15.2b")
def test_the_odds_can_be_asked_when_an_attacker_has_gone() -> None:
    """Losses are taken one after another while the attack still stands."""
    match = battle('de-iv = "3131", fr-i = "3231", de-6-army = "3130"')
    do(match, "attack 3231", "with de-iv", "probe")
    g, p = inside(match)
    p.put(g, g.by_id["de-iv"], ELIMINATED)
    assert explain(match, "odds").parts


@pytest.mark.rule("15.2a", "15.0a")
def test_every_refusal_of_an_attack_names_its_rule() -> None:
    match = battle(DUEL)
    do(match, "attack 2731")
    refused(match, "done", "15.2a")
    refused(match, "with fr-i", "15.0a")
    assert at(match, "fr-i") == "2731"
