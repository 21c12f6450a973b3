"""12.0 Movement, 9.0 impulses, 13.1.1 the stacking check, 17.1c exhaustion."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.position import ELIMINATED
from meuse.games.blitzkrieg.rules import impulses
from meuse.games.blitzkrieg.rules.movement import Moving
from meuse.games.blitzkrieg.rules.reach import Reach
from tests.games.blitzkrieg.table import at, do, happened, index, inside, legal, refused, table

MARCH = """
turn = {turn}
side = "{side}"
phase = "{phase} movement"
{more}
units = {{ {units} }}
"""


def march(units: str, side: str = "axis", phase: str = "first", more: str = "", turn: int = 1) -> Match:
    return table(MARCH.format(units=units, side=side, phase=phase, more=more, turn=turn))


def steps(match: Match) -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith("step")}


def go(match: Match, unit: str, *hexes: str) -> None:
    do(match, f"move {unit}", *(f"step {hex}" for hex in hexes))


WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'
SUPPLIED = ', fr-6-army = "2731"'
"""A headquarters near enough for French units in the open country south-west of Paris."""


@pytest.mark.rule("12.1a", "12.3.1a", "2.5f")
def test_a_unit_spends_its_points_hex_by_hex() -> None:
    match = march('fr-i = "2731"' + SUPPLIED, "allied")
    do(match, "move fr-i")
    assert steps(match) == {"2630", "2631", "2730", "2732", "2830", "2831"}
    do(match, "step 2730", "step 2729", "step 2728", "step 2727")
    assert at(match, "fr-i") == "2727"
    do(match, "step 2726")
    assert at(match, "fr-i") == "2726"
    assert legal(match) == ["done", "move fr-6-army"], "five points are spent"
    assert not inside(match)[1].minimum, "and no more than five"
    refused(match, "move fr-i", "12.2.1a")


@pytest.mark.rule("13.1.1a", "13.1.1c")
def test_both_sides_are_looked_at_as_a_phase_ends() -> None:
    crowd = ", ".join(f'fr-{n} = "2737"' for n in ("i", "ii", "iii"))
    match = march(f'de-iv = "5115", {crowd}')
    do(match, "done")
    assert match.actors == ("allied",)
    assert legal(match) == ["remove fr-i", "remove fr-ii", "remove fr-iii"]


@pytest.mark.rule("12.2.1a", "24.3.2d", "28.3a")
def test_a_movement_phase_begins_with_a_clean_slate() -> None:
    match = march('de-18-army = "5115", de-iv = "5115"')
    _, p = inside(match)
    assert (p.moved, p.flown, p.engaged, p.opened, p.called_off) == (0, 0, 0, 0, False)
    assert movers(match) == {"de-18-army", "de-iv"}, "the first counter of the box as well"


@pytest.mark.rule("19.1a", "34.1a")
def test_as_a_movement_phase_begins_stacks_may_be_arranged_and_as_it_ends_everybody_has_settled() -> None:
    match = march('fr-i = "2731"' + SUPPLIED, "allied")
    assert "arrange" in legal(match)
    _, p = inside(match)
    do(match, "move fr-i", "step 2730", "stop")
    assert p.arrived
    do(match, "done")
    assert not inside(match)[1].arrived


@pytest.mark.rule("19.1a")
def test_the_enemy_sees_where_a_march_began_and_ended() -> None:
    match = march('fr-i = "2731"' + SUPPLIED, "allied")
    seen = happened(do(match, "move fr-i", "step 2730", "step 2729", "stop"), "sighted")
    assert [(d["start"], d["hex"]) for d in seen] == [("2731", "2729")]
    assert not happened(do(match, "move fr-6-army", "stop"), "sighted"), "who stays is not seen to go"


@pytest.mark.rule("14.3a", "12.2.3b")
def test_from_zone_to_zone_who_can_pay_may_go() -> None:
    units = 'fr-i = "2731", de-iv = "2830", de-ix = "2631"' + SUPPLIED.replace("2731", "2729")
    match = march(units, "allied")
    inside(match)[1].unsupplied = 0
    assert "fr-i" in movers(match)
    do(match, "move fr-i", "step 2732")
    assert at(match, "fr-i") == "2732"


@pytest.mark.rule("12.2.3a", "13.1.2a")
def test_who_stays_where_he_is() -> None:
    match = march('fr-thion = "4823", de-iv = "2730"', "allied")
    assert match.view(None)["phase"] != "first movement", "a garrison never moves"
    hexes = ("4520", "4521", "4619", "4621", "4720", "4721")
    full = ", ".join(f'fr-{n} = "{hex}", fr-{m} = "{hex}"' for hex, n, m in zip(
        hexes, ("i", "ii", "iii", "iv", "v", "vi"), ("vii", "viii", "ix", "x", "xi", "xii"), strict=True))
    match = march(f'be-ca = "4620", {full}', "allied")
    assert "be-ca" not in movers(match), "full rough hexes all around"


@pytest.mark.rule("12.2.1a", "12.2.2a")
def test_a_move_may_be_ended_and_not_taken_up_again() -> None:
    match = march('fr-i = "2731"' + SUPPLIED, "allied")
    do(match, "move fr-i", "step 2730", "stop")
    refused(match, "move fr-i", "12.2.1a", "has moved")
    refused(match, "move de-iv", "12.2.1a", "not yours")
    refused(match, "move fr-ii", "12.2.1a", "not yours")


@pytest.mark.rule("18.4a", "18.5a")
def test_out_of_supply_the_allowance_is_halved_and_rounded_up() -> None:
    match = march('fr-i = "2731", fr-ii = "2521"', "allied")
    go(match, "fr-i", "2730", "2729", "2728")
    assert legal(match) == ["done", "embark fr-ii", "move fr-ii"], "three of five points"


@pytest.mark.rule("14.3a")
def test_leaving_a_zone_costs_three_more_and_entering_nothing() -> None:
    enemies = 'fr-ii = "2829", fr-iii = "2827", de-iv = "2833"'
    match = march(f'de-1-pz = "2731", {enemies}')
    inside(match)[1].unsupplied = 0
    events = do(match, "move de-1-pz", "step 2730", "step 2729")
    assert [d["cost"] for d in happened(events, "step")] == [1, 4], "1 to enter, 1 and 3 from zone to zone"
    assert "move de-iv" in legal(match), "three points are too few to go on"
    match = march(f'de-1-pz = "2730", {enemies}')
    inside(match)[1].unsupplied = 0
    do(match, "move de-1-pz")
    refused(match, "step 2829", "13.1.3a")
    events = do(match, "step 2729", "step 2728")
    assert [d["cost"] for d in happened(events, "step")] == [4, 4]
    assert at(match, "de-1-pz") == "2728"


@pytest.mark.rule("12.2.3a", "12.2.3b", "14.3c")
def test_one_hex_may_always_be_gone_but_not_from_zone_to_zone() -> None:
    units = 'nl-res = { hex = "4408", fatigued = true }, de-iv = "4508", de-ix = "4509", nl-fa = "4309"'
    war = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'
    match = march(units, "allied", more=war)
    do(match, "move nl-res")
    refused(match, "step 4409", "12.2.3b")
    assert "4308" in steps(match), "two points, and the step costs four"
    do(match, "step 4308")
    assert inside(match)[1].minimum
    assert "move nl-res" not in legal(match)


@pytest.mark.rule("12.2.3a")
def test_into_a_zone_the_one_hex_may_be_gone_and_only_once_a_turn() -> None:
    units = 'nl-res = { hex = "4821", fatigued = true }, be-i = "4015", de-iv = "4819"'
    match = march(units, "allied", more=WAR)
    do(match, "move nl-res")
    assert "4820" in steps(match), "rough ground in a German zone, for the one point of a unit out of supply"
    match = march(units, "allied", more=WAR)
    inside(match)[1].minimum = 1 << inside(match)[0].by_id["nl-res"]
    assert movers(match) == {"be-i", "nl-res"}, "to Luxembourg it can pay"
    do(match, "move nl-res")
    refused(match, "step 4820", "12.3.1a", "costs 2 movement points, with 1 left")


@pytest.mark.rule("12.2.3a")
def test_who_has_gone_his_one_hex_stays_in_the_zone() -> None:
    units = 'de-1-pz = { hex = "2730", fatigued = true }, de-iv = "2735", fr-i = "2731"'
    match = march(units)
    assert movers(match) == {"de-1-pz", "de-iv"}
    g, p = inside(match)
    p.minimum = 1 << g.by_id["de-1-pz"]
    g.settle(p)
    assert movers(match) == {"de-iv"}
    refused(match, "move de-1-pz", "12.3.1a", "no hex is open")


@pytest.mark.rule("12.2.3b", "12.2.3a")
def test_who_could_go_only_from_zone_to_zone_stays() -> None:
    units = ('de-1-pz = { hex = "2730", fatigued = true }, de-iv = "2735", fr-i = "2731", fr-iii = "2828", '
             'fr-iv = "2628"')
    match = march(units)
    assert movers(match) == {"de-iv"}, "out of supply it has three points, and every step costs four"
    refused(match, "move de-1-pz", "12.3.1a", "no hex is open")


@pytest.mark.rule("12.2.3a")
def test_only_the_first_step_may_cost_more_than_a_unit_has() -> None:
    g, p = inside(march('de-iv = "2730"'))
    ways = {fresh: Reach(g, p, Moving(g.by_id["de-iv"], 0, fresh)).hexes() for fresh in (True, False)}
    assert (len(ways[True]), ways[False]) == (6, [])


@pytest.mark.rule("12.2.3a", "13.1.2a")
def test_one_hex_may_be_gone_to_a_friend_in_rough_country() -> None:
    ring = ", ".join(f'{id} = {{ hex = "{hex}", fatigued = true }}' for id, hex in
                     (("fr-ii", "4619"), ("fr-iii", "4620"), ("fr-iv", "4420"), ("fr-v", "4419")))
    match = march(f'de-1-pz = {{ hex = "4520", fatigued = true }}, de-9-pz = "4521", fr-i = "4519", {ring}')
    assert movers(match) == {"de-1-pz", "de-9-pz"}, "six points, and it has fewer"
    do(match, "move de-1-pz")
    assert steps(match) == {"4521"}


@pytest.mark.rule("23.5.1a", "14.3a", "12.2.3b")
def test_special_forces_slip_through_zones() -> None:
    match = march('de-koch = "2730", de-iv = "2735", fr-i = "2731"')
    events = do(match, "move de-koch", "step 2630", "stop")
    assert [d["cost"] for d in happened(events, "step")] == [1]


@pytest.mark.rule("36.3a", "35.2a", "12.3.2a")
def test_floods_slow_a_march_and_bridgeheads_speed_it() -> None:
    for more, costs in (("", [1, 1]), ('flooded = ["4209"]', [2, 1])):
        match = march('nl-i = "4309", nl-fa = "4309"', "allied", more=f"{WAR}\n{more}")
        events = do(match, "move nl-i", "step 4209", "step 4208")
        assert [d["cost"] for d in happened(events, "step")] == costs
    slow = march('nl-res = { hex = "4309", fatigued = true }, nl-i = "4207"', "allied",
                 more=f'{WAR}\nflooded = ["4209"]')
    inside(slow)[1].unsupplied = 0
    do(slow, "move nl-res", "step 4208")
    refused(slow, "step 4209", "12.3.1a", "costs 2 movement points, with 1 left")
    for bridged, costs in ((False, [2, 2]), (True, [1, 2])):
        match = march('nl-i = "4309", nl-fa = "4309"', "allied", more=WAR)
        g, p = inside(match)
        if bridged:
            p.set_bridges(1, 1 << g.board.river_sides.between[g.grid.bit["4309"], g.grid.bit["4310"]])
        events = do(match, "move nl-i", "step 4310", "step 4311")
        assert [d["cost"] for d in happened(events, "step")] == costs
        last = march('nl-res = { hex = "4208", fatigued = true }, nl-i = "4207"', "allied", more=WAR)
        g, p = inside(last)
        p.unsupplied, p.bridges = 0, match.position.bridges
        do(last, "move nl-res", "step 4309")
        assert ("4310" in steps(last)) is bridged, "with one point left"


@pytest.mark.rule("13.1.2a", "12.3.1a")
def test_what_is_too_dear_is_refused_for_its_price_full_or_not() -> None:
    match = march('nl-res = "4208", nl-ii = "4310", nl-iii = "4310"', "allied", more=WAR)
    inside(match)[1].unsupplied = 0
    go(match, "nl-res", "4308", "4309")
    refused(match, "step 4310", "12.3.1a", "costs 2 movement points, with 1 left")
    match = march('de-1-pz = "4821", de-iv = "4819", fr-i = "2731"')
    do(match, "move de-1-pz", "step 4721")
    refused(match, "step 4720", "12.3.1a", "costs 3 movement points, with 1 left")


@pytest.mark.rule("12.2.1a", "22.1a")
def test_a_phase_is_open_while_somebody_can_go_in_some_way() -> None:
    ring = 'de-iv = "3315", de-ix = "3215", de-xi = "3115"'
    match = march(f'gb-i = "3214", {ring}', "allied")
    assert legal(match) == ["done", "embark gb-i"]
    refused(match, "move de-iv", "12.2.1a", "not yours")


@pytest.mark.rule("12.2.3a", "16.1.1i")
def test_fortress_units_never_move() -> None:
    match = march('fr-hagen = "5526", fr-i = "2731"', "allied")
    refused(match, "move fr-hagen", "12.2.3a")


@pytest.mark.rule("13.1.3a", "2.3.6a")
def test_nobody_marches_onto_enemies() -> None:
    match = march('de-1-pz = "4820", be-ca = "4720", be-aem = "4819"')
    do(match, "move de-1-pz")
    refused(match, "step 4720", "13.1.3a")
    refused(match, "step 4819", "13.1.3a", "enemy units")


@pytest.mark.rule("4.3b", "4.2.3b", "4.2.1a")
def test_the_allies_keep_out_of_the_netherlands_and_germans_bring_it_in() -> None:
    match = march('be-v = "4013", de-x = "4910"', "allied")
    do(match, "move be-v")
    refused(match, "step 4012", "4.3b")
    match = march('de-x = "4710", nl-i = "4409"')
    events = do(match, "move de-x", "step 4610")
    assert happened(events, "netherlands at war") == [{"hex": "4610"}]
    assert "netherlands" in match.view(None)["at_war"]


@pytest.mark.rule("4.3a")
def test_neutral_units_stand_still() -> None:
    match = march('nl-i = "4409", fr-i = "2731"', "allied")
    refused(match, "move nl-i", "4.3a", "while its country is neutral")


@pytest.mark.rule("4.6c")
def test_the_axis_never_enters_britain() -> None:
    match = march('de-1-pz = "2814", de-iv = "4820"')
    refused(match, "move de-1-pz", "12.3.1a", "no hex is open")
    assert movers(match) == {"de-iv"}


@pytest.mark.rule("13.1.2a", "13.1.1a")
def test_nobody_passes_a_full_rough_hex_but_a_clear_one() -> None:
    full = 'de-2-pz = "{hex}", de-10-pz = "{hex}", de-6-pz = "{hex}", de-8-pz = "{hex}", '
    match = march(full.format(hex="4820") + 'de-1-pz = "4920"')
    do(match, "move de-1-pz")
    refused(match, "step 4820", "13.1.2a")
    match = march(full.format(hex="2730") + 'de-1-pz = "2731"')
    do(match, "move de-1-pz")
    assert "2730" in steps(match)


@pytest.mark.rule("13.1.1c", "7.1.4a", "10.7a")
def test_what_is_too_much_as_the_phase_ends_is_eliminated_by_its_owner() -> None:
    stack = ", ".join(f'{id} = "2730"' for id in ("de-2-pz", "de-10-pz", "de-6-pz", "de-8-pz"))
    match = march(stack + ', de-1-pz = "2731", de-koch = "2730"')
    go(match, "de-1-pz", "2730")
    do(match, "stop", "done")
    assert match.actors == ("axis",)
    assert set(legal(match)) == {f"remove {id}" for id in ("de-1-pz", "de-2-pz", "de-10-pz", "de-6-pz", "de-8-pz")}
    refused(match, "remove de-koch", "13.1.1c")
    do(match, "remove de-2-pz")
    assert at(match, "de-2-pz") == "eliminated"
    assert index(match) == {"germany": 3}, "a panzer division weighs three"


@pytest.mark.rule("13.1a", "30.6.2a")
def test_enemies_who_have_landed_do_not_count_among_a_stack() -> None:
    units = ", ".join(f'{id} = "3925"' for id in ("fr-1-dlm", "fr-2-dlm", "fr-3-dlm", "fr-9-dim", "de-fjr-1"))
    match = march(f'{units}, fr-i = "3226"', "allied", more='landed = ["de-fjr-1"]')
    do(match, "done")
    assert not any(action.startswith("remove") for action in legal(match))
    units += ', fr-25-dim = "3925"'
    match = march(f'{units}, fr-i = "3226"', "allied", more='landed = ["de-fjr-1"]')
    do(match, "done")
    assert "remove fr-25-dim" in legal(match)
    assert "remove de-fjr-1" not in legal(match)


@pytest.mark.rule("6.4e", "13.1.1a")
@pytest.mark.parametrize(("side", "turn", "stack", "asked"), [
    ("axis", 2, 6, False), ("axis", 2, 7, True), ("axis", 3, 5, True), ("allied", 2, 5, True),
])
def test_the_manstein_plan_lets_six_german_divisions_stand_in_the_ardennes(
    side: str, turn: int, stack: int, asked: bool
) -> None:
    divisions = {"axis": ("de-1-pz", "de-2-pz", "de-10-pz", "de-6-pz", "de-8-pz", "de-5-pz", "de-7-pz"),
                 "allied": ("fr-1-dlm", "fr-2-dlm", "fr-3-dlm", "fr-9-dim", "fr-25-dim")}[side]
    units = ", ".join(f'{id} = "4620"' for id in divisions[:stack])
    match = march(f'{units}, de-iv = "5115", fr-i = "3226"', side, more="cards = { G04 = 1 }", turn=turn)
    do(match, "done")
    assert any(action.startswith("remove") for action in legal(match)) is asked


# --- impulses ----------------------------------------------------------------------------------------------------

PANZERS = 'de-kleist = "2731", de-1-pz = "2730", de-2-pz = "2725", de-iv = "2731"'


def movers(match: Match) -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith("move")}


@pytest.mark.rule("9.1b", "9.1.1a", "2.5e")
def test_mobile_warfare_gives_mechanised_units_in_command_the_second_impulse() -> None:
    match = march(PANZERS, phase="second", more="cards = { G01 = 1 }")
    assert movers(match) == {"de-kleist", "de-1-pz"}
    refused(match, "move de-2-pz", "9.1b")
    refused(match, "move de-iv", "9.1b", "no card in force gives German IV Corps impulse 2")
    assert movers(march(PANZERS, phase="third", more="cards = { G01 = 1 }")) == set()


@pytest.mark.rule("9.0a", "8.1(2.6)a")
def test_without_cards_there_is_one_impulse() -> None:
    assert match_phase(march(PANZERS, phase="second")) == ("allied", "cards")


def match_phase(match: Match) -> tuple[str, str]:
    view = match.view(None)
    return view["active"], view["phase"]


@pytest.mark.rule("12.1.2a")
def test_each_impulse_has_the_full_allowance() -> None:
    match = march('de-kleist = "2731", de-1-pz = "2731"', more="cards = { G01 = 1 }")
    inside(match)[1].unsupplied = 0
    go(match, "de-1-pz", "2730", "2729", "2728", "2729", "2730", "2731", "2730", "2731")
    do(match, "done")
    assert "move de-1-pz" in legal(match), "sixteen points in two impulses"


@pytest.mark.rule("11.0c")
def test_rommel_needs_no_command() -> None:
    match = march(PANZERS, phase="second", more="cards = { G01 = 1, G13 = 1 }")
    assert set(legal(match)) == {"none", "exempt de-1-pz", "exempt de-2-pz"}
    refused(match, "exempt de-iv", "11.0c")
    do(match, "exempt de-2-pz")
    assert movers(match) == {"de-kleist", "de-1-pz", "de-2-pz"}
    others = ', de-deception-mech-1 = "2729", de-gd = "2729", de-1-mtn = "2729"'
    match = march(PANZERS + others, phase="second", more="cards = { G01 = 1, G13 = 1 }")
    assert set(legal(match)) == {"none", "exempt de-1-pz", "exempt de-2-pz"}, "a mechanised division"
    do(match, "none")
    assert "de-2-pz" not in movers(match)
    first = march(PANZERS, more="cards = { G01 = 1, G13 = 1 }")
    assert "move de-2-pz" in legal(first), "nobody is named in the first impulse"


@pytest.mark.rule("11.0c", "9.1b")
@pytest.mark.parametrize(("side", "cards", "units", "dead"), [
    ("axis", "G01 = 1, G13 = 1", PANZERS, "de-2-pz"),
    ("allied", "A18 = 1", 'fr-i = "2731", fr-4-dcr = "2731"', "fr-4-dcr"),
])
def test_neither_rommel_nor_de_gaulle_leads_a_lost_division(side: str, cards: str, units: str, dead: str) -> None:
    g, p = inside(march(units, side, "second", f"cards = {{ {cards} }}"))
    p.exempt = g.by_id[dead]
    assert impulses.eligible(g, p, 2, attack=False) >> p.exempt & 1
    p.put(g, p.exempt, ELIMINATED)
    assert not impulses.eligible(g, p, 2, attack=False) >> p.exempt & 1


@pytest.mark.rule("11.0c", "9.1b")
def test_de_gaulle_leads_one_french_armoured_division() -> None:
    units = 'fr-1-dcr = "2731", fr-2-dcr = "2731", fr-1-dlm = "2731", gb-1-arm = "2730", fr-i = "2730"'
    match = march(units, "allied", "second", more="cards = { A18 = 2 }", turn=2)
    assert set(legal(match)) == {"none", "exempt fr-1-dcr", "exempt fr-2-dcr"}
    refused(match, "exempt fr-1-dlm", "11.0c")
    events = do(match, "exempt fr-1-dcr")
    assert happened(events, "exempt") == [{"unit": "fr-1-dcr", "card": "A18"}]
    assert movers(match) == {"fr-1-dcr"}


@pytest.mark.rule("11.0c", "9.1.1a")
def test_the_named_division_needs_command_in_the_third_impulse() -> None:
    units = 'fr-1-dcr = "3918", fr-i = "2730"'
    match = march(units, "allied", "second", more="cards = { A18 = 2, A01 = 1 }", turn=2)
    do(match, "exempt fr-1-dcr", "done")
    assert match_phase(match)[1] not in ("third movement", "third combat")


@pytest.mark.rule("9.1b", "6.4a")
@pytest.mark.parametrize(("turn", "holds"), [(1, True), (3, True), (4, False)])
def test_the_schlieffen_plan_moves_the_foot_of_northern_belgium_without_attacks(turn: int, holds: bool) -> None:
    """Corps and armies on foot, in command, that begin the phase there."""
    there = 'de-6-army = "4115", de-iv = "4115", de-xxxi = "4114", de-ss-pol = "4114", de-1-cav = "4116"'
    others = 'de-kleist = "4116", de-1-pz = "4116", de-ix = "4619", de-4-army = "4619", de-xi = "3413", be-i = "4015"'
    match = march(f"{there}, {others}", phase="second", more="cards = { G06 = 1 }", turn=turn)
    assert movers(match) == ({"de-6-army", "de-iv", "de-xxxi"} if holds else set())
    if holds:
        do(match, "move de-iv", "stop", "done")
        assert match_phase(match) == ("allied", "cards"), "there is no combat"


@pytest.mark.rule("6.4a", "9.1b")
def test_cards_grant_nothing_to_the_other_side() -> None:
    units = 'de-kleist = "2731", de-1-pz = "2730", fr-cav = "2737", fr-1-dlm = "2736"'
    assert movers(march(units, phase="second", more="cards = { A07 = 1 }")) == set()
    assert movers(march(units, "allied", "second", more="cards = { A07 = 1 }")) == {"fr-cav", "fr-1-dlm"}


@pytest.mark.rule("6.4a", "9.1.1a")
def test_guderian_drives_one_headquarters_on() -> None:
    hands = 'hands = { axis = ["G03", "G14"], allied = ["A22"] }'
    units = 'de-kleist = "2731", de-xv-mot = "2725", de-1-pz = "2730", de-5-pz = "2725"'
    match = table(f'side = "axis"\nphase = "cards"\n{hands}\nunits = {{ {units} }}')
    do(match, "play G03")
    assert set(legal(match)) == {"name de-kleist", "name de-xv-mot"}
    refused(match, "name de-1-pz", "9.1b")
    do(match, "name de-xv-mot", "done", "done")
    assert match_phase(match) == ("axis", "third movement")
    assert movers(match) == {"de-xv-mot", "de-5-pz"}


@pytest.mark.rule("6.4a", "9.1.1a")
def test_guderian_drives_on_mechanised_headquarters_on_the_map() -> None:
    hands = 'hands = { axis = ["G03", "G14"], allied = ["A22"] }'
    units = 'de-kleist = "2731", de-6-army = "2731", de-xv-mot = { hex = "due", due = 2 }, de-1-pz = "2730"'
    match = table(f'side = "axis"\nphase = "cards"\n{hands}\nunits = {{ {units} }}')
    do(match, "play G03")
    assert legal(match) == ["name de-kleist"]
    do(match, "name de-kleist")
    g, p = inside(match)
    p.put(g, g.by_id["de-kleist"], ELIMINATED)
    do(match, "done", "done")
    assert match_phase(match) == ("allied", "cards"), "without it nobody is driven on"


@pytest.mark.rule("9.1c", "9.1.2a", "9.1.2b")
def test_plan_dyle_moves_who_begins_the_phase_in_northern_belgium() -> None:
    units = 'fr-1-army = "3918", fr-iii = "3917", fr-iv = "3820", gb-i = "3916", be-i = "4015", be-belgian-ghq = "4015"'
    match = march(units, "allied", "third", more="cards = { A01 = 1 }")
    assert movers(match) == {"fr-1-army", "fr-iii"}, "not from France, nor British out of command, nor Belgians"
    go(match, "fr-1-army", "3919")
    assert at(match, "fr-1-army") == "3919", "it may leave the region"


@pytest.mark.rule("6.4a", "9.1b")
def test_the_breda_variant_waits_for_the_dutch() -> None:
    units = 'fr-7-army = "4013", fr-i = "4013", fr-iii = "4014"'
    war = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'
    assert movers(march(units, "allied", "second", more="cards = { A03 = 1 }")) == set()
    match = march(units, "allied", "second", more=f"cards = {{ A03 = 1 }}\n{war}")
    assert movers(match) == {"fr-7-army", "fr-i"}


@pytest.mark.rule("2.3.9d")
def test_a_paralysed_country_has_one_impulse() -> None:
    more = 'cards = { G01 = 1 }\nparalysed = ["germany"]'
    assert movers(march(PANZERS, phase="second", more=more)) == set()
    units = 'fr-1-army = "3918", fr-iii = "3917", gb-bef = "3916", gb-i = "3916"'
    match = march(units, "allied", "third", more='cards = { A01 = 1 }\nparalysed = ["france"]')
    assert movers(match) == {"gb-bef", "gb-i"}
    refused(match, "move fr-iii", "2.3.9d", "France is paralysed")


@pytest.mark.rule("17.1c", "17.1.1a")
def test_who_moves_in_the_third_impulse_is_fatigued_as_it_ends() -> None:
    units = 'fr-1-army = "3918", fr-iii = "3917", fr-iv = { hex = "4017", fatigued = true }, fr-v = "4116"'
    match = march(units, "allied", "third", more="cards = { A01 = 1 }")
    do(match, "move fr-iii", "step 3916", "stop", "move fr-iv", "step 4016", "stop", "done")
    shown = match.game.open_view(match.position)["units"]
    assert shown["fr-iii"]["fatigued"]
    assert not shown["fr-v"]["fatigued"], "it stood still"
    assert at(match, "fr-iv") == "eliminated", "it was Fatigued already"


@pytest.mark.rule("17.1c")
def test_by_option_fatigued_units_have_no_third_impulse() -> None:
    units = 'fr-1-army = "3918", fr-iv = { hex = "4017", fatigued = true }'
    option = 'cards = { A01 = 1 }\noptions = { third-impulse = "barred" }'
    assert movers(march(units, "allied", "third", more=option)) == {"fr-1-army"}
    option = 'cards = { G01 = 1 }\noptions = { third-impulse = "barred" }'
    tired = PANZERS.replace('"2730"', '{ hex = "2730", fatigued = true }')
    assert movers(march(tired, phase="second", more=option)) == {"de-kleist", "de-1-pz"}, "the second is open to them"


@pytest.mark.rule("17.1c", "19.2.2a")
def test_deception_units_are_not_exhausted_nor_are_the_dead() -> None:
    units = 'fr-1-army = "3918", fr-iii = "3917", fr-deception-1 = "3917", fr-iv = { hex = "4017", fatigued = true }'
    match = march(units, "allied", "third", more="cards = { A01 = 1 }")
    do(match, "move fr-deception-1", "step 3916", "stop", "move fr-iv", "step 4016", "stop")
    g, p = inside(match)
    p.put(g, g.by_id["fr-iv"], ELIMINATED)
    events = do(match, "done")
    assert happened(events, "fatigued") == []
    assert happened(events, "eliminated") == [], "it is not lost a second time"
    assert index(match) == {}


@pytest.mark.rule("12.3.1a")
def test_a_later_step_must_be_paid_for() -> None:
    match = march('de-iv = "2730", fr-i = "3226"')
    go(match, "de-iv", "2629", "2529")
    assert steps(match)
    refused(match, "step 2429", "12.3.1a", "costs 2 movement points, with 1 left")


@pytest.mark.rule("12.2.3b", "12.2.3a")
def test_from_zone_to_zone_the_first_step_must_be_paid_for_too() -> None:
    match = march('de-iv = "2730", fr-i = "2731"')
    do(match, "move de-iv")
    assert {"2729", "2829"} <= steps(match), "out of the zone"
    for hex in ("2830", "2630"):
        refused(match, f"step {hex}", "12.2.3b")
