"""33 to 37 Optional rules: open cities, entrenchments, bridgeheads, flooding, forts after a collapse."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.rules import command, entrenching, movement_phase, supply, zoc
from meuse.games.blitzkrieg.rules.bombing import GroundAttack
from meuse.games.blitzkrieg.rules.movement import step_cost
from tests.games.blitzkrieg.table import at, do, happened, index, inside, legal, refused, table, unit

WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'


def laid(option: str, phase: str, units: str, side: str = "allied", more: str = "") -> Match:
    switch = f'options = {{ "{option}" = "on" }}\n' if option else ""
    return table(f'{switch}side = "{side}"\nphase = "{phase}"\n{more}\nunits = {{ {units} }}')


def marks(match: Match, what: str) -> list[str]:
    found: list[str] = match.view(None)[what]
    return found


# --- 33 open cities ----------------------------------------------------------------------------------------------


@pytest.mark.rule("33.0a", "33.1a", "8.1(2.10f)a")
def test_the_allies_declare_cities_without_troops_open() -> None:
    match = laid("open-cities", "open cities", 'fr-i = "3226", de-iv = "4825"')
    refused(match, "declare 3227", "33.1a")
    refused(match, "declare 4825", "33.1a")
    refused(match, "declare 5115", "33.0a")
    refused(match, "declare 2212", "33.0a")
    refused(match, "declare 4322", "33.0a")
    refused(match, "declare 4207", "33.0a", "not in Allied hands")
    do(match, "declare 3925")
    assert marks(match, "open_cities") == ["3925"]
    refused(match, "declare 3925", "33.3a")


@pytest.mark.rule("33.0a")
def test_lost_cities_and_those_of_fallen_countries_are_not_declared() -> None:
    match = laid("open-cities", "open cities", 'fr-i = "3226"', more='taken = ["3925"]\ncollapsed = ["belgium"]')
    refused(match, "declare 3925", "33.0a", "not in Allied hands")
    refused(match, "declare 4015", "33.0a", "not in Allied hands")
    assert "declare 4825" in legal(match)


@pytest.mark.rule("33.1a")
def test_paris_is_declared_open_as_a_whole() -> None:
    match = laid("open-cities", "open cities", 'fr-i = "3925"')
    do(match, "declare 3226")
    assert marks(match, "open_cities") == ["3226", "3227"]


@pytest.mark.rule("33.0a")
@pytest.mark.parametrize(("option", "side"), [("", "allied"), ("open-cities", "axis")])
def test_nobody_else_declares_anything(option: str, side: str) -> None:
    match = laid(option, "open cities", 'fr-i = "3925"', side)
    assert not any(action.startswith("declare") for action in legal(match))


@pytest.mark.rule("33.2a")
def test_friends_may_not_enter_nor_draw_on_an_open_city() -> None:
    match = laid("open-cities", "first movement", 'fr-i = "3924", fr-ii = "3227", fr-6-army = "3924"',
                 more='open_cities = ["3925", "3032"]')
    do(match, "move fr-i")
    refused(match, "step 3925", "33.2a")
    do(match, "stop", "rail fr-ii")
    refused(match, "ride 3032", "33.2a")
    g, p = inside(match)
    assert not supply.sources(g, p, unit("fr-i")) >> g.grid.bit["3032"] & 1
    assert not command.commanded(g, p, unit("fr-6-army")) >> g.grid.bit["3925"] & 1


@pytest.mark.rule("33.2a", "10.3a")
def test_no_reinforcements_come_on_in_an_open_city() -> None:
    match = laid("open-cities", "reinforcements", 'fr-xxv = { hex = "due", due = 1 }', more='open_cities = ["3032"]')
    do(match, "bring fr-xxv")
    assert "place 3226" in legal(match)
    refused(match, "place 3032", "10.3a")


@pytest.mark.rule("33.3a", "33.2b", "2.5h")
def test_who_passes_through_leaves_it_open_and_who_stops_takes_it_for_less() -> None:
    paris = 'open_cities = ["3226", "3227"]'
    match = laid("open-cities", "first movement", 'de-1-pz = "3326", de-2-pz = "3327"', "axis", paris)
    inside(match)[1].unsupplied = 0
    do(match, "move de-1-pz", "step 3226", "step 3126", "stop")
    assert marks(match, "open_cities") == ["3226", "3227"]
    events = do(match, "move de-2-pz", "step 3226", "stop")
    assert happened(events, "open city ends") == [{"hex": "3226"}]
    assert marks(match, "open_cities") == []
    do(match, "done")
    assert index(match) == {"france": 3}, "in place of seven"


@pytest.mark.rule("33.2b")
def test_a_city_that_is_no_capital_falls_for_one() -> None:
    match = laid("open-cities", "first movement", 'de-1-pz = "3924", de-2-pz = "5115"', "axis",
                 'open_cities = ["3925"]')
    do(match, "move de-1-pz", "step 3925", "stop", "done")
    assert index(match)["france"] == 1


@pytest.mark.rule("33.3a", "19.2.2a")
def test_a_deception_unit_occupies_no_open_city() -> None:
    match = laid("open-cities", "first movement", 'de-deception-1 = "3924", de-iv = "5115"', "axis",
                 'open_cities = ["3925"]')
    do(match, "move de-deception-1", "step 3925", "stop")
    assert marks(match, "open_cities") == ["3925"]


@pytest.mark.rule("33.3a")
def test_an_air_attack_ends_it_without_a_lower_price() -> None:
    match = laid("open-cities", "first movement", 'de-iv = "5115"', "axis", 'open_cities = ["3925", "3226", "3227"]')
    g, p = inside(match)
    bombed = GroundAttack(0, g.grid.bit["3226"], "city", 0)
    p.push(bombed)
    bombed.apply(g, p, "chance", "die", "1")
    assert marks(match, "open_cities") == ["3925"]
    assert p.surrendered == 0


# --- 34 entrenchments --------------------------------------------------------------------------------------------


@pytest.mark.rule("34.1a", "34.3a", "8.1(2.10)a")
@pytest.mark.parametrize(("die", "success"), [(2, True), (3, False)])
def test_two_or_less_entrenches(die: int, success: bool) -> None:
    match = laid("entrenchments", "entrenching", 'de-iv = "5115", de-ix = "5211"', "axis", f"dice = [{die}]")
    do(match, "entrench 5115")
    assert (marks(match, "entrenched") == ["5115"]) is success
    refused(match, "entrench 5115", "34.3a")


@pytest.mark.rule("34.1a")
def test_who_digs_in_is_fresh_supplied_and_real() -> None:
    units = ('de-iv = { hex = "5115", fatigued = true }, de-deception-1 = "5211", de-ix = "3925", de-xi = "5703",'
             ' fr-i = "3226"')
    match = laid("entrenchments", "entrenching", units, "axis")
    assert legal(match) == ["done", "entrench 5703"]
    for hex in ("5115", "5211", "3925", "3226"):
        refused(match, f"entrench {hex}", "34.1a")


@pytest.mark.rule("34.1a")
def test_who_has_come_since_the_movement_phase_does_not_dig_in() -> None:
    match = laid("entrenchments", "entrenching", 'de-iv = "5114", de-ix = "5211"', "axis")
    g, p = inside(match)
    p.put(g, unit("de-iv"), g.grid.bit["5115"])
    assert not entrenching.fit(g, p) >> unit("de-iv") & 1
    moving = laid("entrenchments", "first movement", 'de-iv = "5114", de-ix = "5211"', "axis")
    do(moving, "move de-iv", "step 5115", "stop", "done")
    assert "entrench 5115" in legal(moving)


@pytest.mark.rule("34.1a", "34.3a")
def test_nobody_digs_twice_nor_where_he_has_just_come() -> None:
    match = laid("entrenchments", "entrenching", 'de-iv = "5115", de-ix = "5211"', "axis", 'entrenched = ["5115"]')
    assert legal(match) == ["done", "entrench 5211"]
    moving = laid("entrenchments", "first movement", 'de-iv = "5703", de-ix = "5211"', "axis")
    g, p = inside(moving)
    p.put(g, unit("de-iv"), g.grid.bit["5115"])
    p.unsupplied = 0
    assert entrenching.fit(g, p) == 1 << unit("de-ix")


@pytest.mark.rule("34.4a")
def test_works_vanish_with_their_last_defender() -> None:
    match = laid("entrenchments", "first movement", 'fr-i = "3226", fr-ii = "3226"', more='entrenched = ["3226"]')
    do(match, "move fr-i", "step 3225", "stop")
    assert marks(match, "entrenched") == ["3226"]
    do(match, "move fr-ii", "step 3225")
    assert marks(match, "entrenched") == []


@pytest.mark.rule("34.1a")
def test_without_the_option_only_the_weygand_line_is_dug() -> None:
    assert not any("entrench" in action for action in legal(laid("", "entrenching", 'fr-i = "3226"')))
    units = 'fr-i = "3226", be-i = "4015", gb-i = "3214"'
    match = laid("", "entrenching", units, more="turn = 4\ncards = { A19 = 4 }\ndice = [4, 5]")
    assert legal(match) == ["done", "entrench 3214", "entrench 3226"]
    do(match, "entrench 3226", "entrench 3214")
    assert marks(match, "entrenched") == ["3226"]
    both = laid("entrenchments", "entrenching", units, more="turn = 4\ncards = { A19 = 4 }\ndice = [3, 3]")
    do(both, "entrench 3226", "entrench 4015")
    assert marks(both, "entrenched") == ["3226"]


@pytest.mark.rule("34.1a")
@pytest.mark.parametrize(("moves", "able"), [(True, True), (False, False)])
def test_who_came_after_the_last_movement_phase_does_not_dig_in(moves: bool, able: bool) -> None:
    """A phase in which nobody of the side may move is none. The army is the first counter of the box."""
    g, p = inside(laid("entrenchments", "entrenching", 'de-18-army = "5115"', "axis"))
    p.arrived, p.eligible = 1 << unit("de-18-army"), moves << unit("de-18-army")
    p.push(movement_phase.Camp())
    movement_phase.Camp().run(g, p)
    assert bool(entrenching.fit(g, p)) is able


@pytest.mark.rule("34.1a")
@pytest.mark.parametrize(("die", "done"), [(2, True), (3, False)])
def test_the_weygand_line_does_not_help_those_beside_a_tired_frenchman(die: int, done: bool) -> None:
    match = laid("entrenchments", "entrenching", 'be-i = "4015", fr-i = { hex = "4015", fatigued = true }',
                 more=f"turn = 4\ncards = {{ A19 = 4 }}\ndice = [{die}]")
    do(match, "entrench 4015")
    assert marks(match, "entrenched") == (["4015"] if done else [])


@pytest.mark.rule("33.1a", "33.0a")
def test_a_city_with_enemies_in_one_of_its_hexes_is_not_declared_open() -> None:
    match = laid("open-cities", "open cities", 'de-iv = "3226", fr-i = "2731"')
    refused(match, "declare 3227", "33.1a")
    gone = laid("open-cities", "open cities", 'fr-i = "2731"', more='collapsed = ["belgium"]')
    refused(gone, "declare 4015", "33.0a", "not in Allied hands")


# --- 35 bridgeheads ----------------------------------------------------------------------------------------------

def bridge(die: int, more: str = "") -> Match:
    """An army headquarters of radius 3 in Cologne, a source on the Rhine."""
    units = 'de-4-army = "5115", de-6-army = { hex = "5115", fatigued = true }, de-18-army = "5115"'
    return laid("bridgeheads", "bridgeheads", units, "axis", f"dice = [{die}]\n{more}")


def rhine(match: Match) -> tuple[int, int]:
    """A river side of Cologne, from bank to bank."""
    g, _p = inside(match)
    here = g.grid.bit["5115"]
    there = next(n for n in g.grid.neighbour[here] if (here, n) in g.board.river_name)
    return here, there


@pytest.mark.rule("35.1a")
def test_a_die_up_to_the_command_radius_secures_a_crossing() -> None:
    radius = inside(bridge(1))[0].counters[unit("de-4-army")].radius[0]
    for die, success in ((radius, True), (radius + 1, False)):
        match = bridge(die)
        inside(match)[1].unsupplied |= 1 << unit("de-18-army")
        refused(match, "secure de-6-army", "35.1a", "Fatigued")
        refused(match, "secure de-18-army", "35.1a", "out of supply")
        refused(match, "secure fr-6-army", "35.1a", "not a headquarters of yours")
        do(match, "secure de-4-army")
        refused(match, "bridge 4421-4422", "35.1a")
        (told,) = happened(do(match, legal(match)[0]), "bridgehead")
        assert told["success"] is success
        assert bool(inside(match)[1].bridges[0]) is success


@pytest.mark.rule("35.1a", "4.3a")
def test_who_secures_no_crossing() -> None:
    match = laid("bridgeheads", "bridgeheads", 'de-4-army = "5115", de-iv = "5115", fr-6-army = "2724"', "axis")
    for id in ("de-iv", "fr-6-army", "de-18-army"):
        refused(match, f"secure {id}", "35.1a", "not a headquarters of yours")
    neutral = laid("bridgeheads", "bridgeheads", 'nl-fa = "4009", fr-6-army = "2724"')
    refused(neutral, "secure nl-fa", "35.1a", "not a headquarters of yours")


@pytest.mark.rule("35.1a")
def test_each_crossing_is_secured_once_and_all_are_kept() -> None:
    match = laid("bridgeheads", "bridgeheads", 'de-4-army = "5115", de-18-army = "5115"', "axis", "dice = [1, 1]")
    do(match, "secure de-4-army")
    first, *others = legal(match)
    do(match, first, "secure de-18-army")
    if "done" not in legal(match):
        assert legal(match) == others, "not the one that is bridged"
        do(match, others[0])
    assert inside(match)[1].bridges[0].bit_count() == 2


@pytest.mark.rule("35.1a")
def test_the_only_crossing_of_a_hex_is_not_asked_for() -> None:
    match = laid("bridgeheads", "bridgeheads", 'de-4-army = "5214"', "axis", "dice = [1]")
    assert happened(do(match, "secure de-4-army"), "bridgehead")


@pytest.mark.rule("35.2a", "12.3.2a")
def test_a_bridgehead_cancels_the_river_for_marches_and_command() -> None:
    match = laid("bridgeheads", "first movement", 'de-4-army = "5115", de-1-pz = "5115"', "axis")
    g, p = inside(match)
    here, there = rhine(match)
    before = step_cost(g, p, unit("de-1-pz"), here, there)
    p.set_bridges(0, 1 << g.board.river_sides.between[here, there])
    assert step_cost(g, p, unit("de-1-pz"), here, there) == before - g.charts.features["river"].mech
    p.set_bridges(0, 0)
    p.set_bridges(1, 1 << g.board.river_sides.between[here, there])
    assert step_cost(g, p, unit("de-1-pz"), here, there) == before, "that of the enemy is of no use"


@pytest.mark.rule("35.2a")
def test_a_bridgehead_lengthens_the_arm_of_headquarters() -> None:
    match = laid("bridgeheads", "first movement", 'de-4-army = "5115"', "axis")
    g, p = inside(match)
    here, there = rhine(match)
    hq = unit("de-4-army")
    before = command.commanded(g, p, hq)
    p.set_bridges(0, 1 << g.board.river_sides.between[here, there])
    after = command.commanded(g, p, hq)
    assert after & before == before
    assert after != before


@pytest.mark.rule("35.3a")
def test_a_bridgehead_lasts_while_a_headquarters_is_beside_it() -> None:
    match = laid("bridgeheads", "first movement", 'de-4-army = "5115", de-6-army = "5115", de-iv = "5115"', "axis")
    g, p = inside(match)
    here, there = rhine(match)
    crossing = 1 << g.board.river_sides.between[here, there]
    p.set_bridges(0, crossing)
    p.set_tired(unit("de-6-army"), True)
    away = next(n for n in g.grid.neighbour[here] if n != there)
    p.put(g, unit("de-4-army"), away)
    assert p.bridges[0] == crossing, "a Fatigued one will do"
    p.put(g, unit("de-6-army"), there)
    assert p.bridges[0] == crossing, "on the far bank as well"
    p.put(g, unit("de-6-army"), away)
    assert p.bridges[0] == 0


# --- 36 flooding -------------------------------------------------------------------------------------------------


@pytest.mark.rule("36.3a", "11.2.1b")
def test_what_is_flooded_shortens_the_reach_of_headquarters_at_once() -> None:
    match = laid("flooding", "flooding", 'nl-fa = "4209", fr-i = "3226"', more=f"{WAR}\ndice = [1]")
    g, p = inside(match)
    army = g.by_id["nl-fa"]
    before = command.commanded(g, p, army)
    do(match, "flood netherlands")
    after = command.commanded(g, match.position, army)
    assert after & ~before == 0
    assert after != before


@pytest.mark.rule("36.1a", "36.2a", "36.3a", "36.4a")
@pytest.mark.parametrize(("die", "success"), [(3, True), (4, False)])
def test_the_sluices_are_opened_once_and_cost_shock_in_any_case(die: int, success: bool) -> None:
    more = f'{WAR}\ndice = [{die}]\nentrenched = ["4309"]'
    match = laid("flooding", "flooding", 'nl-i = "4309", fr-i = "3226"', more=more)
    do(match, "flood netherlands")
    flooded = ["4210", "4308", "4309", "4310"]
    assert marks(match, "flooded") == (flooded if success else [])
    assert marks(match, "entrenched") == ([] if success else ["4309"])
    assert index(match) == {"netherlands": 5}
    refused(match, "flood netherlands", "36.2a", "had its attempt")


@pytest.mark.rule("36.2a", "36.4a")
def test_france_floods_its_own_lowland_in_the_allied_turn() -> None:
    match = laid("flooding", "flooding", 'fr-i = "3226"', more=f"{WAR}\ndice = [1]")
    do(match, "flood france")
    assert marks(match, "flooded") == ["3115", "3215"]
    assert list(index(match)) == ["france"]
    axis = laid("flooding", "flooding", 'fr-i = "3226"', "axis")
    assert not any(action.startswith("flood") for action in legal(axis))


@pytest.mark.rule("36.1a", "36.2a")
def test_only_countries_that_fight_flood_ground_that_no_german_has_trodden() -> None:
    refused(laid("flooding", "flooding", 'fr-i = "3226"'), "flood netherlands", "36.1a")
    match = laid("flooding", "flooding", 'de-iv = "3215"', more=WAR)
    refused(match, "flood france", "36.2a", "German units")
    refused(match, "flood belgium", "36.1a")
    g, p = inside(match)
    p.put(g, unit("de-iv"), g.grid.bit["3216"])
    assert p.trodden == g.one[g.grid.bit["3215"]], "it has been there"
    fallen = laid("flooding", "flooding", 'nl-i = "4309"', more=WAR + '\ncollapsed = ["france"]')
    refused(fallen, "flood france", "36.1a")


# --- 37 forts after a collapse -----------------------------------------------------------------------------------

FALL = """
{switch}
turn = 5
phase = "shock"
index = {{ france = 95 }}
dice = [6]
units = {{ fr-hagen = "5526", fr-belf = "5132", fr-i = "3226", de-iv = "5624" }}
"""


@pytest.mark.rule("37.0a")
def test_garrisons_hold_out_for_a_turn_after_france_has_collapsed() -> None:
    match = table(FALL.format(switch='options = { "forts-after-collapse" = "on" }'))
    assert inside(match)[1].turn == 6
    assert [at(match, id) for id in ("fr-hagen", "fr-belf", "fr-i")] == ["5526", "withdrawn", "withdrawn"]
    g, p = inside(match)
    assert zoc.zone(g, p, 1) >> g.grid.bit["5525"] & 1
    assert supply.supplied(g, p, unit("fr-hagen"))
    while inside(match)[1].turn == 6:
        do(match, "done")
    assert at(match, "fr-hagen") == "withdrawn"


@pytest.mark.rule("37.0a", "7.2.1a", "25.4.2a")
@pytest.mark.parametrize("level", [0, 1])
def test_others_in_works_and_garrisons_to_come_do_not_hold_out(level: int) -> None:
    """And the Allied guns lose a level, if there is one to lose; British airstrikes fight on."""
    text = FALL.format(switch='options = { "forts-after-collapse" = "on" }').replace(
        "de-iv =", 'fr-ii = "4823", fr-thion = { hex = "due", due = 7 }, de-iv =')
    air = 'air = { gb-hurr-1 = "reserve", fr-c-75-1 = "reserve" }'
    match = table(f"{text}anti_aircraft = {{ allied = {level} }}\n{air}")
    assert [at(match, id) for id in ("fr-ii", "fr-thion", "fr-c-75-1", "gb-hurr-1")] == ["withdrawn"] * 3 + ["reserve"]
    assert inside(match)[1].anti_aircraft[1] == 0


@pytest.mark.rule("25.4.2b")
def test_german_guns_fall_silent_with_germany() -> None:
    match = table('turn = 5\nphase = "shock"\nindex = { germany = 90 }\ndice = [6]\n'
                  "anti_aircraft = { axis = 3, allied = 2 }")
    assert inside(match)[1].anti_aircraft == (0, 2)


@pytest.mark.rule("37.0a", "7.2.1a")
def test_without_the_option_they_lay_down_their_arms() -> None:
    assert at(table(FALL.format(switch="")), "fr-hagen") == "withdrawn"
