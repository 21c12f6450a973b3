"""21.0 Naval gunfire, 22.5 assaults from the sea, 30.6 battles among those who have landed on the enemy."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.position import WITHDRAWN
from meuse.games.blitzkrieg.rules import command, landings, zoc
from tests.games.blitzkrieg.field import battle, combat, fight, shifts
from tests.games.blitzkrieg.table import at, do, game, happened, inside, legal, refused, table, unit

WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]\n'


# --- 21 gunfire --------------------------------------------------------------------------------------------------


def shell(match: Match, ships: int) -> dict[str, int]:
    """The shifts of a battle in which so many ships fire."""
    return shifts(do(match, f"gunfire {ships}"))


@pytest.mark.rule("21.1a", "21.1b", "15.9.2a", "8.1(2.5)b", "21.2a")
def test_ships_shift_a_column_each_for_the_defender() -> None:
    match = battle('de-iv = "3316", de-ix = "3215", fr-i = "3214"', dice="4")
    fight(match, "3214", "de-ix", ships=None)
    assert match.actors == ("allied",)
    assert legal(match) == ["gunfire 0", "gunfire 1", "gunfire 2", "gunfire 3"]
    assert shell(match, 2)["naval gunfire"] == -2
    quiet = battle('de-ix = "3215", fr-i = "3214"', dice="4")
    assert not happened(fight(quiet, "3214", "de-ix", ships=0), "gunfire")


@pytest.mark.rule("21.1b")
@pytest.mark.parametrize(("attacker", "defender"), [("3216", "3215"), ("1235", "1135")])
def test_not_inland_nor_on_the_atlantic(attacker: str, defender: str) -> None:
    match = battle(f'de-iv = "{attacker}", fr-i = "{defender}"', dice="4")
    assert "naval gunfire" not in shifts(fight(match, defender, "de-iv"))


@pytest.mark.rule("4.4b", "21.1a")
def test_on_the_attack_ships_support_their_own_nation() -> None:
    match = battle('fr-i = "3215", de-iv = "3214"', "allied", dice="4")
    fight(match, "3214", "fr-i", ships=None)
    assert legal(match) == ["gunfire 0", "gunfire 1"], "the one French battery"
    refused(match, "gunfire 2", "4.4b")
    assert shell(match, 1)["naval gunfire"] == 1
    belgian = battle('be-i = "3215", de-iv = "3214"', "allied", dice="4")
    assert "naval gunfire" not in shifts(fight(belgian, "3214", "be-i"))


@pytest.mark.rule("9.3a", "2.3.7a", "21.3a", "2.3.2c")
def test_a_gunfire_unit_fires_in_one_combat_a_phase() -> None:
    match = battle('de-iv = "3215", fr-i = "3214", de-ix = "3116", gb-i = "3015", de-xi = "5115"', dice="6, 6")
    fight(match, "3214", "de-iv", ships=2)
    fight(match, "3015", "de-ix", ships=None)
    assert legal(match) == ["gunfire 0", "gunfire 1"]
    do(match, "gunfire 1")
    assert at(match, "gb-gunfire-1") == "on hand", "untouched by what happened ashore"


@pytest.mark.rule("21.1a")
def test_ships_that_are_not_on_hand_do_not_fire() -> None:
    match = battle('de-ix = "3215", fr-i = "3214"', dice="4")
    g, p = inside(match)
    p.ships = [WITHDRAWN if g.ships[n].entry.kind == "gunfire" else place for n, place in enumerate(p.ships)]
    assert "naval gunfire" not in shifts(fight(match, "3214", "de-ix"))


@pytest.mark.rule("15.9.2a")
def test_by_option_one_ship_fires_in_a_combat() -> None:
    more = 'options = { gunfire = "one" }'
    match = battle('de-ix = "3215", fr-i = "3214"', dice="4", more=more)
    fight(match, "3214", "de-ix", ships=None)
    assert legal(match) == ["gunfire 0", "gunfire 1"]
    refused(match, "gunfire 2", "15.9.2a")


# --- 22.5 assaults from the sea ----------------------------------------------------------------------------------

STORM = """
side = "allied"
phase = "first movement"
dice = [{dice}]
units = {{ gb-i = "2814", {enemy} }}
"""


def storm(dice: str, enemy: str) -> Match:
    match = table(STORM.format(dice=dice, enemy=enemy))
    do(match, "embark gb-i", "storm 2918", "done")
    return match


@pytest.mark.rule("22.5a", "18.3c")
def test_the_assault_is_fought_from_the_sea_in_the_first_combat_phase() -> None:
    match = storm("6", 'de-gd = "2918", de-koch = "2917"')
    assert legal(match) == ["attack 2918", "done"]
    do(match, "attack 2918", "with gb-i")
    refused(match, "with gb-ii", "15.0a")
    assert not inside(match)[1].unsupplied >> unit("gb-i") & 1, "its port of origin feeds it"
    events = do(match, "assault", "gunfire 2")
    assert combat(events)["attack"] == 7


@pytest.mark.rule("22.5a", "22.5b")
def test_who_clears_and_enters_the_hex_is_ashore() -> None:
    match = storm("6", 'de-koch = "2918"')
    do(match, "attack 2918", "with gb-i", "assault", "gunfire 2", "pursue gb-i")
    assert at(match, "gb-i") == "2918"
    assert at(match, "gb-amphibious-1") != "eliminated"
    assert inside(match)[1].assaults == ()


@pytest.mark.rule("22.5b")
@pytest.mark.parametrize("fights", [True, False])
def test_who_does_not_is_lost_with_his_ship(fights: bool) -> None:
    match = storm("1", 'de-iv = "2918", de-ix = "2919"')
    if fights:
        do(match, "attack 2918", "with gb-i", "probe", "gunfire 0")
    else:
        do(match, "done")
    assert at(match, "gb-i") == "eliminated"
    assert at(match, "gb-amphibious-1") == "eliminated"
    assert inside(match)[1].index[3] == game().charts.shock.events.corps


@pytest.mark.rule("22.5a")
def test_whom_nobody_opposes_lands_without_a_battle() -> None:
    match = table('side = "allied"\nphase = "first combat"\nassaults = { gb-i = "2918" }\n'
                  'units = { gb-i = "2817", fr-i = "3226", de-iv = "5115" }')
    assert at(match, "gb-i") == "2918"
    assert inside(match)[1].assaults == ()


# --- 30.6 among enemies ------------------------------------------------------------------------------------------


def among(units: str, landed: str, dice: str = "", more: str = "") -> Match:
    match = battle(units, more=f'{WAR}landed = ["{landed}"]\n{more}', dice=dice)
    inside(match)[1].unsupplied = 0
    return match


@pytest.mark.rule("30.6.1a")
def test_who_has_landed_among_enemies_must_attack_them_and_nobody_else() -> None:
    match = among('de-fjr-1 = "4009", nl-i = "4009", nl-ii = "4010", de-x = "4110"', "de-fjr-1")
    refused(match, "done", "30.6.1a")
    do(match, "attack 4010")
    refused(match, "with de-fjr-1", "30.6.1a")


@pytest.mark.rule("30.6.1a", "30.6.4a", "15.9.3a")
def test_terrain_does_not_help_those_among_whom_the_enemy_has_landed() -> None:
    units = 'de-fjr-1 = "4009", nl-i = "4009", de-x = "4109"'
    alone = shifts(fight(battle(units.replace('de-fjr-1 = "4009", ', ""), more=WAR, dice="4"), "4009", "de-x"))
    assert alone["city"] == -1
    match = among(units, "de-fjr-1", "4")
    found = shifts(fight(match, "4009", "de-x"))
    assert found["landed among them"] == 1
    assert not {"city", "river", "clear"} & found.keys()


@pytest.mark.rule("30.6.1b")
def test_with_enemies_left_in_the_hex_the_landed_are_lost_and_their_neighbours_are_not() -> None:
    match = among('de-fjr-1 = "4009", nl-i = "4009", de-x = "4109"', "de-fjr-1", "3")
    do(match, "attack 4009", "with de-x", "assault")
    while inside(match)[1].phase == "first combat" and match.actors[0] != "allied" and inside(match)[1].battle:
        do(match, legal(match)[0])
    assert at(match, "de-fjr-1") == "eliminated"
    assert at(match, "de-x") in ("4109", "4110", "4209", "4210")
    assert inside(match)[1].landed == 0


@pytest.mark.rule("30.6.1b")
def test_who_clears_the_hex_stands_there_like_any_other() -> None:
    match = among('de-fjr-1 = "4009", nl-res = { hex = "4009", fatigued = true }, de-x = "4109"', "de-fjr-1", "6")
    do(match, "attack 4009", "with de-x", "assault", "done")
    assert at(match, "de-fjr-1") == "4009"
    assert inside(match)[1].landed == 0


@pytest.mark.rule("30.6.2a", "30.6.3a")
def test_the_landed_have_no_zone_and_no_line_but_block_those_of_the_enemy() -> None:
    match = among('de-fjr-1 = "4009", nl-i = "4009", nl-fa = "4010", de-x = "4110"', "de-fjr-1")
    g, p = inside(match)
    here = g.grid.bit["4009"]
    around = g.grid.near[here] & g.board.land & ~g.grid.near[g.grid.bit["4110"]]
    assert not zoc.zone(g, p, 0) & around
    assert zoc.zone(g, p, 1) & around, "the enemy keeps his"
    assert not command.ground(g, p, 1) >> here & 1, "no line leads in"
    assert not command.ground(g, p, 0) >> here & 1
    assert not command.commanded(g, p, unit("nl-fa")) >> here & 1


@pytest.mark.rule("30.6.1a", "19.1a")
def test_in_a_shared_hex_each_side_sees_the_landed_and_the_top_of_the_enemy() -> None:
    match = among('de-fjr-1 = "4009", nl-i = "4009", nl-ii = "4009", nl-lt = "4009", de-x = "4110"', "de-fjr-1")
    for seat, height in (("axis", 3), (None, 3)):
        assert match.view(seat)["stacks"]["4009"]["height"] == height
        assert match.view(seat)["stacks"]["4009"]["side"] == "allied"
    allied = match.view("allied")
    assert "4009" not in allied["stacks"]
    assert allied["units"]["de-fjr-1"]["landed"]
    assert {"nl-i", "nl-ii", "nl-lt"} <= allied["units"].keys()
    assert not {"nl-i", "nl-ii"} & match.view("axis")["units"].keys(), "two of them lie below"


@pytest.mark.rule("30.6.1b")
def test_a_lost_battle_is_the_end_of_those_who_fought_it_alone() -> None:
    units = ('de-fjr-1 = { hex = "4009", fatigued = true }, nl-i = "4009", de-fjr-2 = "4013", be-i = "4013",'
             ' de-x = "4110"')
    match = battle(units, more=f'{WAR}landed = ["de-fjr-1", "de-fjr-2"]', dice="1")
    inside(match)[1].unsupplied = 0
    do(match, "attack 4009", "assault")
    assert at(match, "de-fjr-1") == "eliminated", "by the result itself"
    assert at(match, "de-fjr-2") == "4013"
    assert inside(match)[1].landed == 1 << unit("de-fjr-2")


@pytest.mark.rule("22.5a", "22.5b")
def test_each_ship_has_its_own_coast_and_is_lost_by_itself() -> None:
    match = table('side = "allied"\nphase = "first movement"\ndice = [1, 1]\n'
                  'units = { gb-i = { hex = "2814", fatigued = true }, gb-rn = "2814",'
                  ' de-iv = "2918", de-ix = "2920" }')
    do(match, "embark gb-i", "storm 2918", "embark gb-rn", "storm 2920", "done", "attack 2918")
    assert legal(match) == ["with gb-i"]
    do(match, "with gb-i", "assault", "gunfire 0")
    assert at(match, "gb-i") == "eliminated", "by the result itself"
    assert [at(match, f"gb-amphibious-{n}") for n in (1, 2)] == ["eliminated", "sailed"]
    do(match, "attack 2920")
    assert legal(match) == ["with gb-rn"]


@pytest.mark.rule("9.3a", "32.2.1c")
def test_guns_are_free_again_in_each_phase_and_operations_end_with_it() -> None:
    match = battle('de-ix = "3215", fr-i = "3214", de-iv = "5115"')
    g, p = inside(match)
    p.fired = sum(1 << ship.index for ship in g.ships)
    landings.touch_down(g, p)
    assert p.fired == 0
    p.commandos = p.airheads = 1 << unit("de-koch")
    do(match, "done")
    assert (p.commandos, p.airheads) == (0, 0)
