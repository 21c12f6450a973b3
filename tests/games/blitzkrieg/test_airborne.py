"""30.0 Air assault, 32.0 special operations."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.rules import special_operations
from meuse.games.blitzkrieg.rules.early_flights import EarlyFlights
from tests.games.blitzkrieg.table import at, do, game, happened, index, inside, legal, refused, table, unit
from tests.games.verbs import explain

WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]\n'
BASE = 'de-fjr-1 = "5115", de-fjr-2 = "5115", de-16-22 = "5115", de-viii-flieger = "5115"'
"""Paratroops and an air base at Cologne, which is a source of supply."""
COMMANDOS = 'de-koch = "5115", de-hed = "5115", de-bb = "5115", de-viii-flieger = "5115"'


def drop(units: str, dice: str = "", more: str = WAR, transports: int = 4, phase: str = "first movement",
         turn: int = 2) -> Match:
    fleet = ", ".join(f'de-ju-52-{n + 1} = "transport"' for n in range(transports))
    match = table(f'turn = {turn}\nside = "axis"\nphase = "{phase}"\n{more}\ndice = [{dice}]\n'
                  f'air = {{ {fleet} }}\nunits = {{ {units} }}')
    if isinstance(match.position.frames[-1], EarlyFlights):
        do(match, "done")
    return match


def ready(match: Match, verb: str = "drop") -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith(f"{verb} ")}


def land(match: Match, id: str, hex: str) -> None:
    """A unit is dropped; whatever transports and bases are asked for are the first."""
    do(match, f"drop {id}", f"land {hex}")
    while legal(match)[0].split()[0] in ("join", "from", "go", "again"):
        do(match, "go" if "go" in legal(match) else legal(match)[0])


def on_to_combat(match: Match) -> None:
    """Be done with everything until attacks can be declared."""
    while not any(action.startswith("attack") for action in legal(match)):
        do(match, "done")


def tired(match: Match, id: str) -> bool:
    return bool(inside(match)[1].tired >> unit(id) & 1)


# --- who lands, and where ----------------------------------------------------------------------------------------


@pytest.mark.rule("30.1a", "23.5.2a")
def test_airborne_units_land_and_others_do_not() -> None:
    match = drop(f'{BASE}, de-koch = "5115", de-bb = "5115", de-iv = "5115"')
    assert ready(match) == {"de-fjr-1", "de-fjr-2", "de-koch"}
    for id in ("de-16-22", "de-bb", "de-iv"):
        refused(match, f"drop {id}", "30.1a", "not an airborne unit")
    by_option = drop(COMMANDOS + ', de-iv = "5115"', more=WAR + 'options = { landings = "all" }')
    assert "de-bb" in ready(by_option)
    refused(by_option, "drop de-iv", "30.1a", "not an airborne unit")


@pytest.mark.rule("30.1a", "30.3a")
def test_it_takes_an_airbase_hex_and_a_transport() -> None:
    match = drop('de-fjr-1 = "5114", de-viii-flieger = "5115", de-fjr-2 = "5211"')
    assert ready(match) == {"de-fjr-2"}
    refused(match, "drop de-fjr-1", "30.1a", "airbase")
    refused(drop(BASE, transports=0), "drop de-fjr-1", "30.3a")


@pytest.mark.rule("30.3a")
def test_every_unit_takes_a_transport_of_its_own() -> None:
    match = drop(BASE, "1", transports=1)
    land(match, "de-fjr-1", "4013")
    refused(match, "drop de-fjr-2", "30.3a")


@pytest.mark.rule("30.1a", "30.2.2a")
def test_any_land_hex_in_range_will_do_but_water_and_closed_countries() -> None:
    match = drop(BASE + ', nl-i = "4009"')
    do(match, "drop de-fjr-1")
    assert {"land 4009", "land 4013", "land 4217", "land 3925"} <= set(legal(match)), "enemies or not"
    refused(match, "land 3908", "30.2.2a")
    refused(match, "land 2212", "4.6c")
    refused(match, "land 5535", "24.3.3b")
    refused(match, "land 0328", "24.3.3a")
    assert "land 5115" not in legal(match), "it is there"


@pytest.mark.rule("30.4a")
def test_enemies_below_make_a_landing_worse() -> None:
    match = drop(BASE + ', nl-i = "4009"', "4, 1")
    land(match, "de-fjr-1", "4009")
    assert at(match, "de-fjr-1") == "4008", "a four that would have done in an empty hex"


@pytest.mark.rule("4.2.3b")
def test_a_flight_to_the_neutral_netherlands_is_an_act_of_war() -> None:
    match = drop(BASE + ', nl-i = "4009"', "1", more="")
    land(match, "de-fjr-1", "4010")
    assert "netherlands" in match.view(None)["at_war"]


@pytest.mark.rule("30.2.1a")
def test_who_has_landed_moves_no_more_and_may_attack() -> None:
    match = drop(BASE + ', be-ca = "4014"', "1")
    land(match, "de-fjr-1", "4013")
    assert at(match, "de-fjr-1") == "4013"
    refused(match, "move de-fjr-1", "12.2.1a", "has moved")
    on_to_combat(match)
    assert "attack 4014" in legal(match), "a neighbour, in an enemy zone"


# --- scatter -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("30.4a")
@pytest.mark.parametrize(
    ("dice", "where", "worn"),
    [("4", "3925", False), ("5, 1", "3924", False), ("5, 4", "3926", False), ("6, 2", "4024", True)],
)
def test_scatter(dice: str, where: str, worn: bool) -> None:
    match = drop(BASE, dice)
    land(match, "de-fjr-1", "3925")
    assert at(match, "de-fjr-1") == where
    assert tired(match, "de-fjr-1") is worn


@pytest.mark.rule("30.4a")
def test_a_fatigued_unit_that_drifts_badly_is_lost() -> None:
    match = drop(BASE.replace('de-fjr-1 = "5115"', 'de-fjr-1 = { hex = "5115", fatigued = true }'), "6, 2")
    land(match, "de-fjr-1", "3925")
    assert at(match, "de-fjr-1") == "eliminated"


@pytest.mark.rule("30.4a")
def test_who_drifts_into_the_sea_is_lost() -> None:
    match = drop(BASE, "5, 1")
    land(match, "de-fjr-1", "3214")
    assert at(match, "de-fjr-1") == "eliminated"
    assert index(match)["germany"] == game().charts.shock.events.brigade_or_regiment


@pytest.mark.rule("30.4a")
def test_enemies_rough_ground_and_skill_modify_the_die() -> None:
    match = drop(f'{BASE}, de-koch = "5115", nl-i = "4009"')
    asked = ("de-fjr-1 3925", "de-fjr-1 4009", "de-koch 4009", "de-fjr-1 4519")
    assert [explain(match, f"landing {where}").total for where in asked] == [4, 3, 4, 3]
    for nonsense in ("de-iv 3925", "de-fjr-1 3908", "de-fjr-1", "x 3925"):
        with pytest.raises(meuse.BadInput):
            explain(match, f"landing {nonsense}")


@pytest.mark.rule("30.4a", "30.6.1a")
def test_who_drifts_onto_enemies_is_among_them_without_an_operation() -> None:
    match = drop(BASE + ', nl-i = "4009", nl-ii = "4110"', "5, 1", more=WAR + "cards = { G11 = 1 }")
    land(match, "de-fjr-1", "4010")
    assert at(match, "de-fjr-1") == "4009"
    assert inside(match)[1].landed == 1 << unit("de-fjr-1")
    assert "seize" not in legal(match), "it has not completed the landing"


@pytest.mark.rule("N.i", "7.1a")
def test_the_first_landing_of_a_turn_alarms_a_country() -> None:
    match = drop(BASE, "1, 1")
    land(match, "de-fjr-1", "4013")
    land(match, "de-fjr-2", "4014")
    assert index(match) == {"belgium": 1}


@pytest.mark.rule("N.i", "7.1a")
def test_each_country_is_alarmed_by_itself() -> None:
    match = drop(BASE + ', de-koch = "5115"', "1, 1, 1")
    for id, hex in (("de-fjr-1", "4822"), ("de-fjr-2", "4010"), ("de-koch", "4013")):
        land(match, id, hex)
        if "decline" in legal(match):
            do(match, "decline")
    assert index(match) == {"netherlands": 1, "belgium": 1}


@pytest.mark.rule("19.2.2c")
def test_deception_units_are_found_out_by_who_lands_on_them() -> None:
    match = drop(BASE + ', fr-deception-1 = "3925", de-deception-1 = "3926"', "1, 1")
    land(match, "de-fjr-1", "3925")
    land(match, "de-fjr-2", "3926")
    assert at(match, "fr-deception-1") == "absent"
    assert at(match, "de-deception-1") == "3926", "one's own stays"
    assert inside(match)[1].landed == 0


@pytest.mark.rule("N.i", "7.1a")
@pytest.mark.parametrize("hex", ["4822", "5112"])
def test_landings_alarm_enemies_alone(hex: str) -> None:
    """Luxembourg has no index, and Germany is not afraid of its own."""
    match = drop(BASE, "1")
    land(match, "de-fjr-1", hex)
    assert at(match, "de-fjr-1") == hex
    assert index(match) == {}


@pytest.mark.rule("30.4a")
def test_who_drifts_off_the_map_is_lost() -> None:
    match = drop(BASE, "5, 2")
    land(match, "de-fjr-1", "6010")
    assert at(match, "de-fjr-1") == "eliminated"


@pytest.mark.rule("30.4a", "4.3b")
def test_who_drifts_over_a_neutral_border_is_lost() -> None:
    match = drop(BASE, "5, 1", more="")
    land(match, "de-fjr-1", "4013")
    assert at(match, "de-fjr-1") == "eliminated"
    assert "netherlands" not in match.view(None)["at_war"]


@pytest.mark.rule("30.2.2a", "13.1.2a", "24.4a")
def test_there_must_be_room_on_the_ground_and_in_the_air() -> None:
    full = ", ".join(f'de-{n}-pz = "4820"' for n in (1, 2, 10, 6))
    match = drop(f'{BASE}, {full}, de-8-pz = "4819"')
    do(match, "drop de-fjr-1")
    assert "land 4819" in legal(match)
    refused(match, "land 4820", "30.2.2a", "no room")
    fleet = ", ".join(f'de-me-109-{n} = {{ hex = "cap", over = "4013" }}' for n in (1, 2))
    above = table(f'turn = 2\nside = "axis"\nphase = "first movement"\n{WAR}\n'
                  f'air = {{ de-ju-52-1 = "transport", {fleet} }}\nunits = {{ {BASE} }}')
    do(above, "done", "drop de-fjr-1")
    refused(above, "land 4013", "24.4a")


# --- special operations ------------------------------------------------------------------------------------------

CARD = WAR + "cards = { G11 = 1 }"


@pytest.mark.rule("13.1.2a", "30.2.2a")
def test_enemies_take_up_no_room_in_rough_country() -> None:
    match = drop(BASE.replace('de-fjr-1 = "5115"', 'de-fjr-1 = "4520"') + ', be-i = "4520", be-cav = "4520"',
                 more=WAR + 'landed = ["de-fjr-1"]')
    do(match, "drop de-fjr-2")
    assert "land 4520" in legal(match)


@pytest.mark.rule("32.0a", "32.1a", "32.1.1a", "32.2.1a")
def test_an_airfield_is_seized_by_fresh_paratroops_with_the_card() -> None:
    defender = ', nl-i = "4009"'
    match = drop(BASE + defender, "1, 2", more=CARD)
    land(match, "de-fjr-1", "4009")
    assert legal(match) == ["none", "seize"]
    refused(match, "coup", "32.2_2a")
    events = do(match, "seize")
    assert happened(events, "special operation")[0]["success"]
    assert index(match) == {"netherlands": 3}, "a landing and an airfield"
    assert inside(match)[1].airheads == game().one[game().grid.bit["4009"]]
    without = drop(BASE + defender, "1")
    land(without, "de-fjr-1", "4009")
    assert "seize" not in legal(without)
    worn = drop(BASE.replace('de-fjr-1 = "5115"', 'de-fjr-1 = { hex = "5115", fatigued = true }') + defender, "1", CARD)
    land(worn, "de-fjr-1", "4009")
    g, p = inside(worn)
    assert special_operations.against(g, p, unit("de-fjr-1"), "seize").rule == "32.1.1a"  # type: ignore[union-attr]


@pytest.mark.rule("32.2.1a")
def test_only_a_city_with_enemies_has_an_airfield_to_seize() -> None:
    for hex, defender in (("4009", ""), ("4010", ', nl-i = "4010"')):
        match = drop(BASE + defender, "1", more=CARD)
        land(match, "de-fjr-1", hex)
        assert "seize" not in legal(match), hex


@pytest.mark.rule("32.2.1b")
def test_airborne_and_airlanding_units_are_flown_into_a_seized_airfield() -> None:
    match = drop(BASE + ', nl-i = "4009"', "1, 2", more=CARD)
    land(match, "de-fjr-1", "4009")
    do(match, "seize", "airlift de-16-22", "lift 4009")
    while legal(match)[0].split()[0] in ("join", "from", "go", "again"):
        do(match, "go" if "go" in legal(match) else legal(match)[0])
    assert at(match, "de-16-22") == "4009"
    assert inside(match)[1].landed == 1 << unit("de-fjr-1") | 1 << unit("de-16-22")
    failed = drop(BASE + ', nl-i = "4009"', "1, 6", more=CARD)
    land(failed, "de-fjr-1", "4009")
    do(failed, "seize")
    assert "airlift de-16-22" not in legal(failed)


@pytest.mark.rule("32.2_2a", "32.4a", "32.2_2b")
def test_a_fortress_falls_to_airborne_commandos_and_its_garrison_stays() -> None:
    match = drop(COMMANDOS + ', be-liege = "4517"', "1, 2", more=CARD)
    land(match, "de-koch", "4517")
    do(match, "coup")
    assert match.view(None)["destroyed"] == ["4517"]
    assert at(match, "be-liege") == "4517"
    assert index(match) == {"belgium": 4}, "a landing, a coup and a fort"
    paratroops = drop(BASE + ', be-liege = "4517"', "1", more=CARD)
    land(paratroops, "de-fjr-1", "4517")
    refused(paratroops, "coup", "32.2_2a")


@pytest.mark.rule("32.2_2a")
@pytest.mark.parametrize(("hex", "defender", "more"), [
    ("4009", 'nl-i = "4009"', ""), ("4517", 'be-liege = "4517"', '\ndestroyed = ["4517"]'),
])
def test_a_coup_needs_a_fortress_that_stands(hex: str, defender: str, more: str) -> None:
    match = drop(f"{COMMANDOS}, {defender}", "1", more=CARD + more)
    land(match, "de-koch", hex)
    assert legal(match) == ["none", "seize"]
    refused(match, "coup", "32.2_2a", "no enemy fortress")


@pytest.mark.rule("32.2_2b", "32.3a")
def test_a_second_attempt_on_the_same_hex_is_harder() -> None:
    match = drop(COMMANDOS + ', be-liege = "4517"', "1, 6, 1, 4", more=CARD)
    land(match, "de-koch", "4517")
    assert special_operations.needed(*inside(match), unit("de-koch"), "coup") == 3, "a commando against a corps"
    do(match, "coup")
    land(match, "de-hed", "4517")
    assert special_operations.needed(*inside(match), unit("de-hed"), "coup") == 2
    do(match, "coup")
    assert match.view(None)["destroyed"] == []


@pytest.mark.rule("32.3a")
def test_the_table_of_special_operations() -> None:
    first = drop(COMMANDOS + ', be-ca = "4516"', "1", more=CARD, turn=1)
    land(first, "de-koch", "4516")
    assert special_operations.needed(*inside(first), unit("de-koch"), "coup") == 5
    assert legal(first) == ["coup", "none"], "a fortress that is no city"
    terror = drop(BASE + ', nl-i = "4009"', "1", more=CARD + '\nterror = ["4009"]')
    land(terror, "de-fjr-1", "4009")
    assert special_operations.needed(*inside(terror), unit("de-fjr-1"), "seize") == 3, "terror against a corps"
    worn = drop(BASE + ', nl-i = { hex = "4009", fatigued = true }', "1", more=CARD)
    land(worn, "de-fjr-1", "4009")
    assert special_operations.needed(*inside(worn), unit("de-fjr-1"), "seize") == 3, "a Fatigued corps is no hindrance"


@pytest.mark.rule("32.3a")
def test_airfields_and_fortresses_have_numbers_of_their_own() -> None:
    own = Blitzkrieg("campaign", {}, {"charts": {"special_operations": {"airfield_seizure": 2}}})
    _, p = inside(drop(BASE + ', nl-i = "4009"', more=CARD))
    p.put(own, unit("de-fjr-1"), own.grid.bit["4112"])
    assert special_operations.needed(own, p, unit("de-fjr-1"), "seize") == 2
    assert special_operations.needed(own, p, unit("de-fjr-1"), "coup") == 3


@pytest.mark.rule("32.2.1c", "32.2_2c")
def test_commandos_hold_out_until_the_combat_phase_ends() -> None:
    match = drop(COMMANDOS + ', be-liege = "4517", be-ca = "4616", de-iv = "4716"', "1, 6, 6", more=CARD)
    land(match, "de-koch", "4517")
    do(match, "coup")
    on_to_combat(match)
    do(match, "attack 4517", "probe")
    assert at(match, "de-koch") == "4517", "its own combat is over, and it is still there"
    while inside(match)[1].phase == "first combat":
        do(match, "done")
    assert at(match, "de-koch") == "eliminated"
    _, p = inside(match)
    assert (p.commandos, p.airheads, p.landed) == (0, 0, 0)
