"""16.0 Retreat and pursuit, 17.1 fatigue by combat, 20.3 the fall of forts."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.rules.pursuit import Pursuit
from tests.games.blitzkrieg.field import battle, combat, fatigued, fight
from tests.games.blitzkrieg.table import at, do, happened, index, inside, legal, refused

DUEL = 'de-iv = "2730", fr-i = "2731"'
STRONG = 'de-iv = "2730", de-ix = "2830", de-xi = "2831", '
"""Twenty-four points from the north and east."""


# --- losses ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("17.1a", "15.2e")
def test_a_result_fatigues_at_once() -> None:
    match = battle(DUEL, dice="5")
    assert combat(fight(match, "2731", "de-iv", table="assault"))["result"] == "X1"
    assert fatigued(match, "de-iv")
    assert fatigued(match, "fr-i")


@pytest.mark.rule("17.1.1a", "7.1.4a")
def test_the_fatigued_are_eliminated_and_their_country_feels_it() -> None:
    match = battle('de-iv = { hex = "2730", fatigued = true }, fr-1-dcr = "2731", fr-2-dcr = "2731"', dice="4")
    fight(match, "2731", "de-iv", table="assault")
    assert at(match, "de-iv") == "eliminated"
    assert index(match) == {"germany": 3}


@pytest.mark.rule("17.1a")
def test_the_owner_says_who_suffers_and_nobody_twice() -> None:
    match = battle('de-iv = "2730", de-ix = "2830", de-1-pz = "2830", fr-i = "2731"', dice="1")
    assert combat(fight(match, "2731", "de-iv", "de-ix", "de-1-pz", table="assault"))["result"] == "A2"
    assert match.actors == ("axis",)
    assert set(legal(match)) == {"lose de-iv", "lose de-ix", "lose de-1-pz"}
    refused(match, "lose fr-i", "17.1a")
    assert match.view("allied")["preparing"]["result"] == "A2", "the die has fallen: no odds are left to weigh"
    do(match, "lose de-1-pz")
    refused(match, "lose de-1-pz", "17.1a", "not suffered yet")
    do(match, "lose de-ix")
    assert [fatigued(match, u) for u in ("de-iv", "de-ix", "de-1-pz")] == [False, True, True]


@pytest.mark.rule("16.2.3a", "N.c")
def test_a_rout_kills_one_and_wears_out_all() -> None:
    more = "cards = { G02 = 1 }"
    units = 'de-1-pz = "2730", de-2-pz = "2730", de-10-pz = "2730", de-kleist = "2729", fr-9-dim = "2731"'
    match = battle(units + ', fr-5-dlc = "2731"', more=more, dice="6")
    found = combat(fight(match, "2731", "de-1-pz", "de-2-pz", "de-10-pz", table="combined", support="de-kleist"))
    assert (found["percent"], found["result"]) == (440, "DP3")
    match = battle(units, more=more, dice="6")
    fight(match, "2731", "de-1-pz", "de-2-pz", "de-10-pz", table="combined", support="de-kleist")
    assert at(match, "fr-9-dim") == "eliminated", "a rout at more than 600 %"


# --- retreat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("16.1a", "16.1.1d", "16.1.1b", "16.1.1c")
def test_the_owner_retreats_away_from_the_battle() -> None:
    match = battle('de-iv = "2730", de-ix = "2830", fr-i = "2731"', dice="5")
    assert combat(fight(match, "2731", "de-iv", "de-ix"))["result"] == "DR1"
    assert match.actors == ("allied",)
    assert set(legal(match)) == {"step 2631", "step 2732"}
    refused(match, "step 2730", "16.1.1b")
    refused(match, "step 2735", "16.1.1d")
    refused(match, "step 2630", "16.1.1c", "zone")
    do(match, "step 2732")
    assert at(match, "fr-i") == "2732"


@pytest.mark.rule("16.1.1c")
def test_the_only_free_way_is_taken() -> None:
    match = battle(STRONG + 'fr-i = "2731"', dice="4")
    assert combat(fight(match, "2731", "de-iv", "de-ix", "de-xi"))["result"] == "DR1"
    assert at(match, "fr-i") == "2631", "2630 and 2732 lie in German zones"
    assert not fatigued(match, "fr-i")


@pytest.mark.rule("14.4.1a", "17.1b", "16.1.1c")
def test_through_one_zone_a_unit_is_fatigued() -> None:
    match = battle('de-iv = "2730", de-ix = "2831", de-xi = "2631", fr-i = "2731"', dice="4")
    events = fight(match, "2731", "de-iv", "de-ix", "de-xi")
    events += do(match, "step 2732")
    assert happened(events, "fatigued") == [{"unit": "fr-i", "hex": "2732"}]
    assert at(match, "fr-i") == "2732"


@pytest.mark.rule("14.4.1b")
def test_in_a_zone_the_fatigued_die() -> None:
    ring = 'de-iv = "2730", de-ix = "2831", de-xi = "2631", fr-i = { hex = "2731", fatigued = true }'
    match = battle(ring, dice="2")
    assert combat(fight(match, "2731", "de-iv", "de-ix", "de-xi"))["result"] == "DR1"
    assert at(match, "fr-i") == "eliminated"


@pytest.mark.rule("14.4.1c")
def test_a_second_zone_kills() -> None:
    near = 'de-1-pz = "2730", de-iv = "2831", de-ix = "2631", de-kleist = "2729"'
    far = 'de-xi = "2530", de-v = "2930", de-viii = "2733"'
    match = battle(f'{near}, {far}, fr-9-dim = "2731"', more="cards = { G02 = 1 }", dice="4")
    events = fight(match, "2731", "de-1-pz", table="combined")
    assert combat(events)["result"] == "DR2"
    assert len(happened(events, "retreat")) == 2
    assert len(happened(events, "fatigued")) == 1
    assert at(match, "fr-9-dim") == "eliminated"


@pytest.mark.rule("16.1.1c")
def test_by_option_zones_are_never_entered() -> None:
    ring = 'de-iv = "2730", de-ix = "2831", de-xi = "2631", fr-i = "2731"'
    match = battle(ring, more='options = { retreat-zones = "never" }', dice="4")
    events = fight(match, "2731", "de-iv", "de-ix", "de-xi")
    assert at(match, "fr-i") == "eliminated"
    assert happened(events, "retreat") == []


@pytest.mark.rule("13.1.2a", "16.1.1h")
def test_nobody_retreats_through_a_full_rough_hex() -> None:
    full = ", ".join(f'fr-{n} = "4520"' for n in ("1-dlm", "2-dlm", "3-dlm", "9-dim"))
    match = battle(f'de-iv = "4720", de-ix = "4720", be-ca = "4620", be-i = "4521", {full}', dice="6")
    events = fight(match, "4620", "de-iv", "de-ix")
    assert combat(events)["result"].endswith("R1")
    while match.actors == ("allied",) and "done" not in legal(match):
        assert "step 4520" not in legal(match)
        events += do(match, legal(match)[0])
    (gone,) = happened(events, "retreat")
    assert gone["hex"] != "4520", "but into other rough ground"


@pytest.mark.rule("13.1.2a", "16.1.1a")
def test_a_full_rough_hex_is_no_way_out_at_all() -> None:
    full = ", ".join(f'fr-{n} = "4520"' for n in ("1-dlm", "2-dlm", "3-dlm", "9-dim"))
    ring = 'de-v = "4521", de-viii = "4619", de-iii = "4621", de-xi = "4721"'
    match = battle(f'de-iv = "4720", de-ix = "4720", {ring}, be-ca = "4620", {full}', dice="6")
    events = fight(match, "4620", "de-iv", "de-ix")
    assert combat(events)["result"].endswith("R1")
    assert [e.rule for e in events if e.what == "eliminated"] == ["16.1.1a"]


@pytest.mark.rule("17.1.1a", "16.1a")
def test_the_dead_do_not_retreat() -> None:
    weak = 'fr-9-dim = { hex = "2731", fatigued = true }, fr-25-dim = { hex = "2731", fatigued = true }'
    match = battle(f'de-1-pz = "2730", de-2-pz = "2730", {weak}', dice="6")
    assert combat(fight(match, "2731", "de-1-pz", "de-2-pz"))["result"] == "D1R1"
    do(match, "lose fr-9-dim")
    assert all(action.startswith("step") for action in legal(match)), "one unit is left to go back"


@pytest.mark.rule("16.1.1h", "14.4.1b")
def test_a_fatigued_unit_may_not_be_led_to_its_death() -> None:
    match = battle('de-iv = "2730", de-ix = "2830", fr-i = { hex = "2731", fatigued = true }', dice="5")
    assert combat(fight(match, "2731", "de-iv", "de-ix"))["result"] == "DR1"
    assert set(legal(match)) == {"step 2631", "step 2732"}
    refused(match, "step 2630", "16.1.1h", "would be the end")


@pytest.mark.rule("16.1.1f", "16.1.1c")
def test_a_retreat_leads_away_and_by_option_never_into_zones() -> None:
    units = 'de-1-pz = "2730", de-2-pz = "2730", de-kleist = "2729", fr-9-dim = "2731"'
    for more, rule in (("", "16.1.1f"), ('options = { retreat-zones = "never" }', "16.1.1c")):
        match = battle(units, more=f"cards = {{ G02 = 1 }}\n{more}", dice="3")
        assert combat(fight(match, "2731", "de-1-pz", "de-2-pz", table="combined"))["result"] == "DR2"
        do(match, "step 2732")
        refused(match, "step 2631", "16.1.1f", "does not lead away")
        refused(match, "step 2731", rule)


PANZERS = 'de-1-pz = "2730", de-2-pz = "2730", de-kleist = "2729", '
AHEAD = 'de-v = "3032", de-viii = "3030", de-iii = "2833", '
"""Corps whose zones lie on every second hex south-east of the battle."""


def driven_back(units: str, dice: str) -> tuple[Match, list[str]]:
    """A division in 2731 has to retreat two hexes; those that it has entered without being asked."""
    match = battle(PANZERS + units, more="cards = { G02 = 1 }", dice=dice)
    events = fight(match, "2731", "de-1-pz", "de-2-pz", table="combined")
    assert combat(events)["result"] == "DR2"
    return match, [d["hex"] for d in happened(events, "retreat")]


@pytest.mark.rule("16.1.1c", "16.1.1h")
def test_a_retreat_looks_beyond_its_first_hex() -> None:
    match, _ = driven_back(AHEAD + 'fr-9-dim = "2731"', "3")
    assert legal(match) == ["step 2631", "step 2732"]
    refused(match, "step 2831", "16.1.1c", "enters an enemy zone")
    full = ", ".join(f'fr-{n} = "{hex}"' for n, hex in zip(
        ("i", "ii", "iii", "iv", "v", "vi"), ("2531", "2531", "2532", "2532", "2632", "2632"), strict=True))
    match, _ = driven_back(f'{full}, fr-9-dim = "2731"', "3")
    assert legal(match) == ["step 2732", "step 2831"]
    refused(match, "step 2631", "16.1.1h", "full")


@pytest.mark.rule("16.1.1f", "14.4.1b")
def test_the_doomed_go_as_far_as_they_can() -> None:
    behind = 'de-x = "2533", de-xi = "2430", '
    match, way = driven_back(AHEAD + behind + 'fr-9-dim = { hex = "2731", fatigued = true }', "2")
    assert way == ["2631", "2531"], "not at once into the zone beside the attackers"
    assert at(match, "fr-9-dim") == "eliminated"


@pytest.mark.rule("16.1.1d", "4.3b")
def test_nobody_retreats_into_a_neutral_country() -> None:
    match = battle('de-iv = "4113", de-ix = "4113", be-i = "4013"', dice="6")
    assert combat(fight(match, "4013", "de-iv", "de-ix"))["result"] == "DR1"
    assert set(legal(match)) == {"step 3914", "step 4014"}
    refused(match, "step 4012", "16.1.1d")


@pytest.mark.rule("16.1.1b")
def test_next_to_the_fatigued_nothing_happens() -> None:
    ring = 'de-iv = "2730", de-ix = { hex = "2831", fatigued = true }, de-xi = "2630", fr-i = "2731"'
    match = battle(ring, dice="6")
    assert combat(fight(match, "2731", "de-iv", "de-ix", "de-xi"))["result"] == "DR1"
    assert at(match, "fr-i") == "2732"
    assert not fatigued(match, "fr-i")


@pytest.mark.rule("16.1.1f")
def test_what_cannot_go_all_the_way_dies_where_it_got_to() -> None:
    weak = {"1724": ("de-1-pz", "de-2-pz", "de-10-pz"), "1422": ("de-x",), "1623": ("de-xi",)}
    units = [f'{unit} = {{ hex = "{hex}", fatigued = true }}' for hex, stack in weak.items() for unit in stack]
    match = battle(", ".join([*units, 'de-kleist = "1726"', 'fr-5-dlc = "1723"']), more="cards = { G02 = 1 }", dice="5")
    events = fight(match, "1723", *weak["1724"], table="combined")
    assert combat(events)["result"] == "DP3"
    gone = [d["hex"] for d in happened(events, "retreat")]
    assert len(gone) == 2, "there is no third hex on the coast of Cherbourg"
    assert happened(events, "eliminated") == [{"unit": "fr-5-dlc", "hex": gone[-1]}]


@pytest.mark.rule("16.1.1a")
def test_without_any_way_a_unit_is_eliminated() -> None:
    ring = ", ".join(f'de-{n} = "{hex}"' for n, hex in zip(
        ("iv", "ix", "xi", "v", "viii", "iii"), ("2730", "2830", "2831", "2732", "2631", "2630"), strict=True))
    match = battle(f'{ring}, fr-i = "2731"', dice="4")
    events = fight(match, "2731", "de-iv", "de-ix", "de-xi")
    assert [e.rule for e in events if e.what == "eliminated"] == ["16.1.1a"]


@pytest.mark.rule("16.1.1g")
def test_a_stack_retreats_together_or_apart() -> None:
    match = battle(STRONG + 'fr-9-dim = "2731", fr-25-dim = "2731"', dice="4")
    fight(match, "2731", "de-iv", "de-ix", "de-xi")
    assert set(legal(match)) == {"retreat fr-9-dim", "retreat fr-25-dim"}
    refused(match, "retreat de-iv", "16.1a")
    do(match, "retreat fr-25-dim")


@pytest.mark.rule("16.1.1h", "16.1.1e")
def test_full_hexes_are_avoided_and_friends_not_disturbed() -> None:
    friends = 'fr-ii = "2631", fr-9-dim = "2631"'
    match = battle(f'de-1-pz = "2730", de-2-pz = "2730", fr-1-dlm = "2731", {friends}', dice="6")
    assert combat(fight(match, "2731", "de-1-pz", "de-2-pz"))["result"] == "D1R1"
    assert set(legal(match)) == {"step 2732", "step 2831"}
    refused(match, "step 2631", "16.1.1h", "full")
    do(match, "step 2732")
    assert at(match, "fr-ii") == "2631"


@pytest.mark.rule("16.1.1i")
def test_what_never_moves_is_destroyed_outside_its_works() -> None:
    match = battle(STRONG + 'fr-hagen = "2731"', dice="4")
    fight(match, "2731", "de-iv", "de-ix", "de-xi")
    assert at(match, "fr-hagen") == "eliminated"


@pytest.mark.rule("16.1.1j")
def test_a_garrison_stays_in_its_works_while_others_go() -> None:
    stacks = {"4822": ("de-iv", "de-1-pz"), "4923": ("de-ix", "de-2-pz"), "4723": ("de-v", "de-10-pz"),
              "4824": ("de-xi", "de-8-pz")}
    units = ", ".join(f'{unit} = "{hex}"' for hex, both in stacks.items() for unit in both)
    match = battle(units + ', fr-thion = "4823", fr-9-dim = "4823"', dice="6")
    events = fight(match, "4823", *(unit for both in stacks.values() for unit in both))
    assert combat(events)["result"] == "D1R1"
    events += do(match, "lose fr-thion", "retreat fr-9-dim", "step 4724")
    assert happened(events, "garrison holds") == [{"unit": "fr-thion", "hex": "4823"}]
    assert (at(match, "fr-thion"), at(match, "fr-9-dim")) == ("4823", "4724")
    assert not any(action.startswith("pursue") for action in legal(match)), "the hex is not empty"


@pytest.mark.rule("16.1.2a")
def test_who_has_retreated_into_a_hex_defends_there() -> None:
    match = battle(STRONG + 'fr-i = "2731", fr-9-dim = "2631", de-gd = "2531"', dice="4, 4")
    fight(match, "2731", "de-iv", "de-ix", "de-xi")
    assert at(match, "fr-i") == "2631"
    do(match, "done")
    assert combat(fight(match, "2631", "de-gd"))["defence"] == 11


# --- pursuit -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("16.2a", "16.2.1a")
def test_winners_follow_into_the_hex_that_was_left() -> None:
    match = battle(STRONG + 'fr-i = "2731"', dice="4")
    fight(match, "2731", "de-iv", "de-ix", "de-xi")
    assert match.actors == ("axis",)
    assert set(legal(match)) == {"done", "pursue de-iv", "pursue de-ix", "pursue de-xi"}
    events = do(match, "pursue de-iv")
    assert happened(events, "pursuit") == [{"unit": "de-iv", "hex": "2731"}]
    assert set(legal(match)) == {"done", "pursue de-ix", "pursue de-xi"}
    refused(match, "pursue de-iv", "16.2a")


@pytest.mark.rule("16.2a", "14.1a")
def test_after_the_first_hex_the_way_is_free() -> None:
    units = 'de-1-pz = "2730", de-2-pz = "2730", de-kleist = "2729", fr-9-dim = "2731", fr-i = "2832"'
    match = battle(units, more="cards = { G02 = 1 }", dice="4")
    found = combat(fight(match, "2731", "de-1-pz", "de-2-pz", table="combined"))
    assert found["result"] == "D1R2"
    while match.actors == ("allied",):
        do(match, legal(match)[0])
    do(match, "pursue de-1-pz")
    assert at(match, "de-1-pz") == "2731"
    assert "stop" in legal(match)
    refused(match, "step 2832", "16.2.1a")
    do(match, "step 2831")
    assert at(match, "de-1-pz") == "2831", "into the zone of a French corps"


@pytest.mark.rule("16.2.2_1a")
def test_what_does_not_move_does_not_pursue() -> None:
    units = 'fr-hagen = "2730", fr-i = "2830", fr-iii = "2831", de-gd = "2731"'
    match = battle(units, side="allied", dice="6")
    assert combat(fight(match, "2731", "fr-hagen", "fr-i", "fr-iii"))["result"] == "D1R1"
    assert set(legal(match)) == {"done", "pursue fr-i", "pursue fr-iii"}
    refused(match, "pursue fr-hagen", "16.2.2_1a")


@pytest.mark.rule("16.2.2_2a")
def test_defenders_advance_into_hexes_that_the_attacker_leaves() -> None:
    match = battle(DUEL + ', fr-ii = "2731"', dice="1")
    assert combat(fight(match, "2731", "de-iv", table="assault"))["result"] == "A2R"
    while match.actors == ("axis",):
        do(match, legal(match)[0])
    assert match.actors == ("allied",)
    do(match, "pursue fr-ii")
    assert at(match, "fr-ii") == "2730"
    assert at(match, "fr-i") == "2731"


def chase(match: Match, unit: str) -> list[str]:
    """A unit pursues as far as it may; the hexes it enters."""
    events = do(match, f"pursue {unit}")
    while match.actors and any(action.startswith("step") for action in legal(match)):
        events += do(match, next(action for action in legal(match) if action.startswith("step")))
    return [d["hex"] for d in happened(events, "pursuit")]


def give_way(match: Match, side: str = "allied") -> None:
    while match.actors == (side,) and "done" not in legal(match):
        do(match, legal(match)[0])


@pytest.mark.rule("16.2.3a", "16.2a")
@pytest.mark.parametrize(("die", "result", "foot", "mech"), [(3, "DR2", 2, 2), (5, "DP3", 2, 3), (6, "RT4", 2, 4)])
def test_how_far_each_result_lets_foot_and_mechanised_units_go(die: int, result: str, foot: int, mech: int) -> None:
    panzers = 'de-1-pz = "2730", de-2-pz = "2730", de-10-pz = "2730", de-kleist = "2729", de-1-mtn = "2830"'
    match = battle(panzers + ', fr-9-dim = "2731", fr-5-dlc = "2731"', more="cards = { G02 = 1 }", dice=str(die))
    fought = fight(match, "2731", "de-1-pz", "de-2-pz", "de-10-pz", "de-1-mtn", table="combined", support="de-kleist")
    assert (combat(fought)["percent"], combat(fought)["result"]) == (500, result)
    give_way(match)
    for unit, hexes in (("de-1-mtn", foot), ("de-1-pz", mech)):
        way = chase(match, unit)
        assert (way[0], len(way)) == ("2731", hexes)
    do(match, "pursue de-2-pz", "stop")
    assert at(match, "de-2-pz") == "2731", "it may stop anywhere"
    assert legal(match) == ["done", "pursue de-10-pz"], "the headquarters stood aside"


@pytest.mark.rule("16.2a", "30.6.1a")
def test_who_has_landed_in_the_hex_has_one_hex_less_to_go() -> None:
    units = 'de-1-pz = "2730", de-2-pz = "2730", de-10-pz = "2730", de-kleist = "2729", de-fjr-1 = "2731"'
    more = 'cards = { G02 = 1 }\nlanded = ["de-fjr-1"]'
    match = battle(units + ', fr-9-dim = "2731"', more=more, dice="3")
    fought = fight(match, "2731", "de-1-pz", "de-2-pz", "de-10-pz", table="combined")
    assert combat(fought)["result"] == "D1R2"
    give_way(match)
    do(match, "pursue de-fjr-1")
    assert "stop" in legal(match), "it is where the loser was"
    do(match, next(action for action in legal(match) if action.startswith("step")))
    assert "pursue de-1-pz" in legal(match), "one of two hexes"
    match = battle('de-iv = "2730", de-ix = "2830", de-fjr-1 = "2731", fr-9-dim = "2731"', more=more, dice="3")
    assert combat(fight(match, "2731", "de-iv", "de-ix"))["result"] == "DR1"
    give_way(match)
    assert legal(match) == ["done", "pursue de-iv", "pursue de-ix"], "it has had its one hex"


@pytest.mark.rule("16.2a", "11.5.2b")
def test_a_headquarters_beside_the_battle_may_follow_last() -> None:
    match = battle('de-iv = "2730", de-ix = "2830", de-18-army = "2830", fr-i = "2731"', dice="5")
    assert combat(fight(match, "2731", "de-iv", "de-ix", support="de-18-army"))["result"] == "DR1"
    give_way(match)
    do(match, "pursue de-iv", "pursue de-ix")
    assert legal(match) == ["done", "pursue de-18-army"]
    do(match, "pursue de-18-army")
    assert at(match, "de-18-army") == "2731"


@pytest.mark.rule("16.2a", "16.1.1j", "30.6.1a")
def test_while_a_garrison_holds_not_even_who_landed_there_pursues() -> None:
    panzers = {"de-1-pz": "4822", "de-2-pz": "4822", "de-6-pz": "4822", "de-8-pz": "4923", "de-10-pz": "4923"}
    units = "".join(f'{unit} = "{hex}", ' for unit, hex in panzers.items())
    match = battle(units + 'de-kleist = "4922", de-fjr-1 = "4823", fr-thion = "4823"',
                   more='cards = { G02 = 1 }\nlanded = ["de-fjr-1"]', dice="3")
    events = fight(match, "4823", *panzers, table="combined", support="de-kleist")
    assert combat(events)["result"] == "DR2"
    assert happened(events, "garrison holds") == [{"unit": "fr-thion", "hex": "4823"}]
    assert not any(action.startswith("pursue") for action in legal(match))
    assert at(match, "de-fjr-1") == "eliminated", "it has not cleared the hex"


@pytest.mark.rule("16.2a")
def test_a_single_way_on_may_be_taken_or_left() -> None:
    around = ", ".join(f'fr-{n} = "{hex}"' for n, hex in zip(
        ("i", "ii", "iii", "iv", "v"), ("2830", "2831", "2732", "2631", "2630"), strict=True))
    units = 'de-1-pz = "2730", de-2-pz = "2730", de-kleist = "2729", fr-9-dim = "2731"'
    match = battle(f"{units}, {around}", more="cards = { G02 = 1 }", dice="3")
    assert combat(fight(match, "2731", "de-1-pz", "de-2-pz", table="combined"))["result"] == "DR2"
    give_way(match)
    do(match, "pursue de-1-pz")
    assert legal(match) == ["step 2730", "stop"]


@pytest.mark.rule("16.2.1a")
def test_the_allies_do_not_pursue_onto_enemies_either() -> None:
    units = 'fr-cav = "2729", fr-1-dcr = "2730", fr-2-dcr = "2730", de-gd = "2731", de-iv = "2832"'
    match = battle(units, "allied", more="cards = { A07 = 1 }", dice="3")
    assert combat(fight(match, "2731", "fr-1-dcr", "fr-2-dcr", table="combined"))["result"] == "D1R2"
    give_way(match, "axis")
    do(match, "pursue fr-1-dcr")
    refused(match, "step 2832", "16.2.1a", "holds enemy units")


@pytest.mark.rule("16.2.1a", "4.3b")
def test_nobody_pursues_into_a_neutral_country() -> None:
    units = 'fr-cav = "4015", fr-1-dcr = "4014", fr-2-dcr = "4014", de-gd = "4013"'
    match = battle(units, "allied", more="cards = { A07 = 1 }", dice="5")
    assert combat(fight(match, "4013", "fr-1-dcr", "fr-2-dcr", table="combined"))["result"] in ("DR2", "D1R2", "DP3")
    while match.actors == ("axis",):
        do(match, legal(match)[-1])
    assert "netherlands" not in match.view(None)["at_war"], "the loser has gone eastwards"
    do(match, "pursue fr-1-dcr")
    assert "step 3914" in legal(match)
    refused(match, "step 4012", "16.2.1a", "could not go")


@pytest.mark.rule("16.2a", "17.1.1a")
def test_the_dead_do_not_pursue() -> None:
    match = battle(STRONG.replace('"2730"', '{ hex = "2730", fatigued = true }') + 'fr-xvi = "2731"', dice="5")
    assert combat(fight(match, "2731", "de-iv", "de-ix", "de-xi", table="assault"))["result"] == "X2R"
    do(match, "lose de-iv", "lose de-ix")
    give_way(match)
    assert at(match, "de-iv") == "eliminated"
    assert legal(match) == ["done", "pursue de-ix", "pursue de-xi"]
    refused(match, "pursue de-iv", "16.2a", "has no part")


@pytest.mark.rule("16.2.1a", "13.1.2a")
def test_a_full_rough_hex_is_closed_to_pursuit() -> None:
    units = 'de-1-pz = "4720", de-2-pz = "4720", de-10-pz = "4720", de-6-pz = "4721", de-8-pz = "4721"'
    match = battle(units + ', be-ca = "4620"', dice="6")
    fight(match, "4620", "de-1-pz", "de-2-pz", "de-10-pz", "de-6-pz", "de-8-pz")
    give_way(match)
    for unit in ("de-1-pz", "de-2-pz", "de-10-pz", "de-6-pz"):
        do(match, f"pursue {unit}")
        assert at(match, unit) == "4620"
    assert "pursue de-8-pz" not in legal(match), "four divisions stand there"


@pytest.mark.rule("16.2.2_2a", "16.2a")
def test_defenders_choose_among_the_hexes_that_were_left() -> None:
    match = battle('de-gd = "2730", de-ss-lah = "2830", fr-i = "2731", fr-ii = "2731"', dice="1")
    assert combat(fight(match, "2731", "de-gd", "de-ss-lah", table="assault"))["result"] == "A2R"
    give_way(match, "axis")
    do(match, "pursue fr-i")
    assert legal(match) == ["step 2730", "step 2830"]
    refused(match, "step 2732", "16.2a", "entered first")
    do(match, "step 2830")
    assert at(match, "fr-i") == "2830"
    assert legal(match) == ["done", "pursue fr-ii"], "one hex"


@pytest.mark.rule("16.2.2_2a", "22.5a")
def test_defenders_do_not_advance_into_the_sea() -> None:
    match = battle('gb-i = "2817", gb-51 = "2919", de-iv = "2918", de-ix = "2918"', "allied",
                   more='assaults = { gb-i = "2918" }', dice="1")
    assert combat(fight(match, "2918", "gb-i", "gb-51", table="assault"))["result"] == "A2R"
    give_way(match)
    assert match.actors == ("axis",)
    do(match, "pursue de-iv")
    assert at(match, "de-iv") == "2919", "the one hex of two that it can enter"


@pytest.mark.rule("16.2a", "22.5a")
def test_a_pursuit_ends_where_no_way_leads_on() -> None:
    match = battle('gb-i = "1822", de-iv = "1723", de-ix = "1622"', "allied", more='assaults = { gb-i = "1722" }')
    g, p = inside(match)
    p.opened = 1 << g.by_id["de-iv"] | 1 << g.by_id["de-ix"]
    p.push(Pursuit(1, 1 << g.by_id["gb-i"], g.one[g.grid.bit["1722"]], 2, 2, 1 << g.by_id["gb-i"]))
    p.choices = {}
    do(match, "pursue gb-i")
    assert at(match, "gb-i") == "1722"
    assert not any(action.startswith("step") for action in legal(match)), "and nobody is asked"
    assert "stop" not in legal(match)


# --- forts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("20.3a", "7.1.4b")
def test_works_with_an_enemy_in_them_are_destroyed_as_the_phase_ends() -> None:
    match = battle('de-iv = "4823", de-ix = "2730", fr-i = "2731"')
    events = do(match, "done")
    assert happened(events, "fort destroyed") == [{"hex": "4823"}]
    assert index(match) == {"france": 1}
    assert "4823" in match.view(None)["destroyed"]


@pytest.mark.rule("20.3a", "19.2.2a")
def test_deception_units_take_no_works() -> None:
    match = battle('de-deception-1 = "4823", de-ix = "2730", fr-i = "2731"')
    do(match, "done")
    assert match.view(None)["destroyed"] == []


@pytest.mark.rule("16.1.1j", "16.1.1i", "20.3a")
def test_a_garrison_does_not_hold_ruins() -> None:
    stacks = {"4822": ("de-iv", "de-1-pz"), "4923": ("de-ix", "de-2-pz"), "4723": ("de-v", "de-10-pz")}
    units = ", ".join(f'{unit} = "{hex}"' for hex, both in stacks.items() for unit in both)
    for more, place in (("", "4823"), ('destroyed = ["4823"]', "eliminated")):
        match = battle(units + ', fr-thion = "4823"', more=more, dice="6")
        events = fight(match, "4823", *(unit for both in stacks.values() for unit in both))
        assert combat(events)["result"] in ("DR1", "D1R1")
        assert at(match, "fr-thion") == place


@pytest.mark.rule("34.4a")
def test_an_entrenchment_goes_with_its_last_defender() -> None:
    match = battle(STRONG + 'fr-i = "2731"', more='entrenched = ["2731"]', dice="6")
    fight(match, "2731", "de-iv", "de-ix", "de-xi")
    while match.actors == ("allied",):
        do(match, legal(match)[0])
    assert at(match, "fr-i") != "2731"
    assert inside(match)[1].entrenched == 0


# --- fog ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("19.1b", "19.2.2b")
def test_the_stack_is_opened_and_deception_units_vanish() -> None:
    match = battle('de-iv = "2730", fr-i = "2731", fr-9-dim = "2731", fr-deception-1 = "2731"', dice="4")
    assert "fr-i" not in match.view("axis")["units"]
    events = fight(match, "2731", "de-iv")
    assert all(event.reveals for event in events if event.what == "opened")
    assert set(happened(events, "opened")[0]["units"]) == {"fr-i", "fr-9-dim", "fr-deception-1"}
    assert at(match, "fr-deception-1") == "absent"
    assert index(match) == {}, "no Shock"
    assert combat(events)["defence"] == 11


@pytest.mark.rule("19.2.2c")
def test_where_only_deception_was_the_attackers_may_advance() -> None:
    match = battle('de-iv = "2730", de-ix = "2733", fr-deception-1 = "2731", fr-i = "2734"')
    events = do(match, "attack 2731", "with de-iv", "assault")
    assert happened(events, "nobody there")
    do(match, "pursue de-iv")
    assert at(match, "de-iv") == "2731"
    do(match, "attack 2734")
    refused(match, "with de-iv", "15.1a")
    panzers = battle('de-1-pz = "2730", fr-deception-1 = "2731"')
    do(panzers, "attack 2731", "with de-1-pz", "assault", "pursue de-1-pz")
    assert (at(panzers, "de-1-pz"), legal(panzers)) == ("2731", ["done"]), "mechanised units one hex as well"
    allied = battle('fr-i = "2730", de-deception-1 = "2731", de-iv = "2735"', "allied")
    assert happened(do(allied, "attack 2731", "with fr-i", "assault"), "nobody there")


@pytest.mark.rule("19.1b")
def test_stacks_close_again_as_the_phase_ends() -> None:
    match = battle('de-iv = "2730", fr-i = "2731", fr-xvi = "2731", de-ix = "2733", fr-ii = "2734"', dice="6")
    fight(match, "2731", "de-iv")
    assert {"fr-i", "fr-xvi"} <= set(match.view("axis")["units"])
    do(match, "done")
    assert not {"fr-i", "fr-xvi"} <= set(match.view("axis")["units"])
    assert inside(match)[1].opened == 0
    tired = 'fr-i = { hex = "3226", fatigued = true }'
    units = f'fr-1-army = "3918", fr-iii = "3917", de-iv = "4017", de-6-army = "4017", {tired}'
    last = battle(units, "allied", "third", more="cards = { A01 = 1 }", dice="6")
    fight(last, "4017", "fr-iii")
    while last.view(None)["phase"] != "recovery":
        do(last, legal(last)[0])
    assert not {"de-iv", "de-6-army"} <= set(last.view("allied")["units"])


@pytest.mark.rule("19.1a")
def test_the_owner_says_what_lies_on_top() -> None:
    match = battle('de-iv = "2730", de-6-army = "2730", fr-i = "2731"')
    assert "de-iv" in match.view("allied")["units"]
    do(match, "arrange")
    assert set(legal(match)) == {"done", "top de-6-army"}
    refused(match, "top de-iv", "19.1a")
    do(match, "top de-6-army")
    shown = match.view("allied")["units"]
    assert "de-6-army" in shown
    assert "de-iv" not in shown
    refused(match, "arrange", "19.1a")
    shared = battle('fr-i = "2731", fr-ii = "2731", de-fjr-1 = "2731", de-iv = "2730"', "allied",
                    more='landed = ["de-fjr-1"]')
    do(shared, "arrange")
    assert len(legal(shared)) == 2
    assert "top de-fjr-1" not in legal(shared)
    two = battle('de-iv = "2730", de-6-army = "2730", de-1-pz = "2830", de-kleist = "2830", fr-i = "2731"')
    do(two, "arrange", "top de-6-army")
    assert len(legal(two)) == 2, "each stack once"
    do(two, next(action for action in legal(two) if action.startswith("top")))
    assert any(action.startswith("attack") for action in legal(two)), "all is in order"
    loaded = match.game.load(match.game.save(match.position))
    assert match.game.view(loaded, "allied")["units"].keys() == shown.keys()
