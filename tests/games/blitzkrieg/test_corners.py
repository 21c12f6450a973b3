"""Corners where two chapters meet: each rule here holds although another one seems to be about something else."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.rules import flights, impulses, pursuit
from tests.games.blitzkrieg.field import battle, fatigued, fight, shifts
from tests.games.blitzkrieg.sky import BASES, box_of, sky, tired
from tests.games.blitzkrieg.table import at, do, happened, index, inside, legal, refused, table, unit

AT_WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'


@pytest.mark.rule("11.2.4a", "4.4a", "4.4b")
def test_poles_and_czechs_attack_as_french_until_france_collapses() -> None:
    units = 'fr-i = "2730", pl-1-pol = "2732", cz-1-czech = "2732", gb-i = "2830", de-iv = "2731"'
    match = battle(units, side="allied")
    do(match, "attack 2731", "with pl-1-pol", "with fr-i", "with cz-1-czech")
    refused(match, "with gb-i", "4.4a")
    after = battle(units.replace('fr-i = "2730", ', ""), side="allied", more='collapsed = ["france"]')
    do(after, "attack 2731", "with pl-1-pol", "with gb-i", "with cz-1-czech")
    coast = battle('pl-1-pol = "2722", fr-i = "2820", de-iv = "2721"', side="allied")
    do(coast, "attack 2721", "with pl-1-pol", "with fr-i", "probe")
    assert legal(coast) == ["gunfire 0", "gunfire 1"], "the French ship, not the British"


@pytest.mark.rule("26.7.1c")
def test_strikes_of_an_earlier_week_wear_nobody_out() -> None:
    units = f'{BASES}, fr-i = "4323", fr-ii = "4223"'
    match = sky("first movement", {"de-he-111-1": "interdiction"}, units, 'side = "allied"\ncards = { G09 = 1 }',
                dice="[1]")
    do(match, "move fr-i", "step 4324", "strike", "join de-he-111-1", "from de-viii-flieger", "go")
    while match.view(None)["turn"] == 2:
        do(match, "stop" if "stop" in legal(match) else "pass" if "pass" in legal(match) else "done")
    match.apply("axis", "assign de-he-111-1")
    match.apply("axis", "into interdiction")
    while (match.view(None)["phase"], match.view(None)["active"]) != ("first movement", "allied"):
        do(match, "done" if "done" in legal(match) else legal(match)[0])
    do(match, "move fr-ii", "step 4224", "strike", "join de-he-111-1", "from de-viii-flieger", "go")
    assert (box_of(match, "de-he-111-1"), tired(match, "de-he-111-1")) == ("interdiction", False)


@pytest.mark.rule("15.9.4a", "4.3b")
def test_neutral_ground_is_no_way_out_for_germans_either() -> None:
    ring = 'fr-i = "4717", fr-ii = "4815", de-iv = "4716"'
    match = battle(ring, side="allied", dice="4")
    assert shifts(fight(match, "4716", "fr-i")).get("concentric attack") == 1
    assert "concentric attack" not in shifts(fight(battle(ring, side="allied", dice="4", more=AT_WAR), "4716", "fr-i"))


@pytest.mark.rule("18.3a", "30.6.2a")
def test_who_stands_at_a_source_is_fed_though_paratroops_come_down_on_it() -> None:
    match = table(f'side = "axis"\nphase = "first combat"\nlanded = ["de-fjr-1", "de-fjr-2"]\n{AT_WAR}\n'
                  'units = { nl-i = "4009", de-fjr-1 = "4009", nl-ii = "4412", de-fjr-2 = "4412" }')
    _, p = inside(match)
    assert not p.unsupplied >> unit("nl-i") & 1, "always in supply, regardless of anything else"
    assert p.unsupplied >> unit("nl-ii") & 1, "no line leads into the hex"
    base = table(f'side = "allied"\nphase = "first movement"\nlanded = ["de-fjr-1"]\n{AT_WAR}\n'
                 'units = { nl-aas = "4009", de-fjr-1 = "4009" }')
    g, p = inside(base)
    flights.begin_phase(g, p)
    assert flights.rating(g, p, unit("nl-aas")), "nor does an air base starve there"


@pytest.mark.rule("23.5.1a", "14.4.1a")
@pytest.mark.parametrize(("id", "die", "worn"), [("de-bb", 1, False), ("de-gd", 4, True)])
def test_special_forces_retreat_through_zones_unharmed(id: str, die: int, worn: bool) -> None:
    match = battle(f'{id} = "2731", fr-i = "2730", fr-ii = "2632", fr-iii = "2832"', side="allied", dice=str(die))
    (told,) = happened(fight(match, "2731", "fr-i"), "combat")
    assert told["result"] == "DR1"
    if at(match, id) == "2731":
        do(match, legal(match)[0])
    assert at(match, id) not in ("2731", "eliminated")
    assert fatigued(match, id) is worn


@pytest.mark.rule("7.1b", "6.4i", "2.5h")
def test_the_limits_of_an_index_bind_once_the_hexes_and_conditions_of_a_turn_are_in() -> None:
    """Hexes first, then conditions; what one takes over the end the other may take back."""
    match = table('turn = 6\nside = "axis"\nphase = "cities"\ncards = { G06 = 1 }\n'
                  'index = { france = 98, germany = 3 }\nunits = { de-iv = "3925", de-ix = "4026" }')
    assert index(match) == {"germany": 11, "france": 94}, "98 and 4 for Reims and Châlons, less 8"


@pytest.mark.rule("37.0a", "20.3a")
def test_a_garrison_whose_fort_is_gone_does_not_hold_out() -> None:
    match = table('turn = 5\nphase = "shock"\ndice = [6]\noptions = { forts-after-collapse = "on" }\n'
                  'index = { france = 99 }\ndestroyed = ["4823"]\n'
                  'units = { fr-thion = "4823", fr-rohrs = "5225", fr-i = "3226", gb-i = "2212" }')
    assert [at(match, id) for id in ("fr-thion", "fr-rohrs", "fr-i")] == ["withdrawn", "5225", "withdrawn"]


@pytest.mark.rule("6.4c", "26.7.2a")
def test_pioneers_need_the_support_that_a_strike_takes_away() -> None:
    units = ('fr-zoae = "2731", de-1-pz = "2624", de-kleist = { hex = "2424", fatigued = true }, fr-i = "2724", '
             'de-viii-flieger = "5115"')
    more = 'side = "axis"\ncards = { G22 = 1, A10 = 1 }'
    match = sky("first combat", {"fr-leo-451-1": "interdiction"}, units, more, dice="[6, 4]")
    inside(match)[1].unsupplied = 0
    do(match, "attack 2724", "with de-1-pz", "probe", "support de-kleist", "strike", "join fr-leo-451-1")
    events = do(match, "go")
    assert at(match, "de-kleist") == "eliminated"
    assert "river" in shifts(events)


@pytest.mark.rule("15.5.2a")
def test_the_army_of_manoeuvre_combines_arms_with_armour_as_the_doctrine_does() -> None:
    units = 'fr-cav = "2730", fr-1-dcr = "2730", fr-9-dim = "2730", de-iv = "2731"'
    match = battle(units, side="allied", more="cards = { A07 = 1 }")
    do(match, "attack 2731", "with fr-9-dim")
    refused(match, "combined", "15.5.2a")
    do(match, "with fr-1-dcr")
    assert "combined" in legal(match)


@pytest.mark.rule("23.2a", "30.6.4a")
def test_mountain_troops_lend_their_shift_to_a_landing_in_rough_country() -> None:
    match = battle('de-fjr-1 = "4619", de-1-mtn = "4719", be-ca = "4619"', dice="4", more='landed = ["de-fjr-1"]')
    found = shifts(fight(match, "4619", "de-1-mtn"))
    assert found["mountain troops"] == 1
    assert found["landed among them"] == 1
    assert "rough" not in found


@pytest.mark.rule("16.2.2_2a", "30.6.1a")
def test_defenders_advance_beyond_the_hex_in_which_somebody_landed() -> None:
    """An attack of one who has landed and one beside him that ends in AP: the defenders may follow the latter."""
    match = battle('de-fjr-1 = "2731", de-1-pz = "2730", de-kleist = "2729", fr-i = "2731", fr-ii = "2731"', dice="1",
                   more='landed = ["de-fjr-1"]\ncards = { G02 = 1 }')
    do(match, "attack 2731", "with de-1-pz", "combined")
    while not any(action.startswith("pursue") for action in legal(match)):
        do(match, legal(match)[0])
    do(match, "pursue fr-i")
    assert at(match, "fr-i") == "2730"


@pytest.mark.rule("13.1.2a", "29.1a")
def test_nobody_is_flown_into_a_full_rough_hex() -> None:
    boxes = {f"de-ju-52-{n}": "transport" for n in range(1, 5)}
    units = f'{BASES}, de-16-22 = "5115", de-iv = "4919", de-9-pz = "4919"'
    match = sky("first movement", boxes, units, 'side = "axis"')
    do(match, "done", "airlift de-16-22")
    refused(match, "lift 4919", "13.1.2a")
    refused(match, "land 4919", "29.1a")
    free = sky("first movement", boxes, units.replace(', de-9-pz = "4919"', ""), 'side = "axis"')
    do(free, "done", "airlift de-16-22")
    assert "lift 4919" in legal(free)


@pytest.mark.rule("2.5h", "7.1.4b")
def test_a_port_that_is_no_city_counts_as_a_port_alone() -> None:
    taken = 'side = "axis"\nphase = "cities"\nindex = { belgium = 10, france = 10 }\nunits = { de-iv = "3513" }'
    match = table(taken)
    assert index(match) == {"belgium": 11, "france": 10}, "Zeebrugge"
    again = table(f'taken = ["3513"]\n{taken}')
    assert index(again) == {"belgium": 10, "france": 10}, "once"
    back = table('side = "allied"\nphase = "cities"\ntaken = ["3513"]\nindex = { belgium = 10 }\n'
                 'units = { be-i = "3513" }')
    assert index(back) == {"belgium": 10}, "to have it back steadies nobody"
    assert match.view(None)["taken"] == ["3513"]


@pytest.mark.rule("19.2.2c", "16.2.1a")
@pytest.mark.parametrize(("id", "real"), [("fr-deception-mech-1", False), ("fr-9-dim", True)])
def test_pursuit_goes_where_only_deception_units_are_and_finds_out_by_going(id: str, real: bool) -> None:
    units = f'de-iv = "2730", de-ix = "2730", de-1-pz = "2730", de-kleist = "2730", fr-9-army = "2731", {id} = "2732"'
    match = battle(units, more="cards = { G02 = 1 }", dice="3")
    events = fight(match, "2731", "de-iv", "de-1-pz", table="combined")
    assert happened(events, "combat")[0]["result"] in ("DR2", "D1R2")
    while "pursue de-1-pz" not in legal(match):
        do(match, legal(match)[0])
    do(match, "pursue de-1-pz")
    assert at(match, "de-1-pz") == "2731"
    assert "step 2732" in legal(match), "it looks the same"
    events = do(match, "step 2732")
    if real:
        assert happened(events, "pursuit ends")
        assert (at(match, "de-1-pz"), at(match, id)) == ("2731", "2732")
    else:
        assert (at(match, "de-1-pz"), at(match, id)) == ("2732", "absent")


def bluffs(match: Match, pursuer: str) -> list[str]:
    g, p = inside(match)
    return g.grid.names_of(pursuit.bluffs(g, p, unit(pursuer)))


@pytest.mark.rule("19.2.2c", "16.2.1a", "19.1a")
def test_a_pursuer_goes_by_the_top_of_stacks_that_touch_his_hex() -> None:
    false = "fr-deception-mech-1"
    match = battle(f'de-1-pz = "2731", fr-i = "2732", {false} = "2732", fr-9-dim = "2831", fr-ii = "2831", '
                   'fr-deception-mech-2 = "2734"')
    assert bluffs(match, "de-1-pz") == ["2732"], "a corps lies on top in 2831, and 2734 is out of reach"
    assert bluffs(battle(f'de-1-pz = "2731", {false} = "2834"'), "de-1-pz") == []


@pytest.mark.rule("19.2.2c", "13.1.3a", "13.1.2a")
def test_own_paratroops_hide_no_bluff_but_may_fill_its_hex() -> None:
    drop, landed = ("de-fjr-1", "de-fjr-2", "de-16-22", "de-47-22"), 'landed = ["de-fjr-1"]'
    shared = 'de-1-pz = "4519", fr-deception-mech-1 = "4520", de-fjr-1 = "4520"'
    match = battle(shared, more=landed)
    inside(match)[1].opened = 1 << unit("de-fjr-1")
    assert bluffs(match, "de-1-pz") == ["4520"], "the enemy has seen them, not they him"
    full = 'de-1-pz = "4519", fr-deception-mech-1 = "4520", ' + ", ".join(f'{u} = "4520"' for u in drop)
    assert bluffs(battle(full, more=landed), "de-1-pz") == [], "no room among the hills"


@pytest.mark.rule("19.2.2c", "33.2a")
def test_no_bluff_is_called_in_an_open_city() -> None:
    match = battle('fr-1-dlm = "3226", de-deception-mech-1 = "3227"', "allied")
    g, p = inside(match)
    assert bluffs(match, "fr-1-dlm") == ["3227"]
    p.open_cities = g.one[g.grid.bit["3227"]]
    assert bluffs(match, "fr-1-dlm") == []


@pytest.mark.rule("16.2.1a", "19.1b")
def test_pursuit_does_not_try_what_is_known_to_be_held() -> None:
    units = ('de-iv = "2730", de-ix = "2730", de-1-pz = "2730", de-kleist = "2730", fr-9-army = "2731", fr-i = "2732", '
             'fr-9-dim = "2831"')
    match = battle(units, more="cards = { G02 = 1 }", dice="3")
    _, p = inside(match)
    p.opened |= 1 << unit("fr-9-dim")
    fight(match, "2731", "de-iv", "de-1-pz", table="combined")
    while "pursue de-1-pz" not in legal(match):
        do(match, legal(match)[0])
    do(match, "pursue de-1-pz")
    refused(match, "step 2732", "16.2.1a", "holds enemy units")
    refused(match, "step 2831", "16.2.1a", "holds enemy units")


@pytest.mark.rule("17.1c")
def test_who_was_lost_in_the_third_impulse_is_not_tired_by_it() -> None:
    match = battle('de-1-pz = "2730", de-2-pz = "eliminated", fr-i = "2735"')
    g, p = inside(match)
    p.third = 1 << unit("de-1-pz") | 1 << unit("de-2-pz")
    impulses.exhaust(g, p)
    assert (fatigued(match, "de-1-pz"), p.tired >> unit("de-2-pz") & 1) == (True, 0)
