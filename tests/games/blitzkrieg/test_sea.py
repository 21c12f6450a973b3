"""22.0 Amphibious movement and evacuation."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.table import at, do, happened, index, inside, legal, refused, table, unit

WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'


def fleet(units: str, more: str = "", phase: str = "first movement", turn: int = 1) -> Match:
    return table(f'turn = {turn}\nside = "allied"\nphase = "{phase}"\n{more}\nunits = {{ {units} }}')


def havens(match: Match) -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith("sail")}


def passengers(match: Match) -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith("embark")}


def tired(match: Match, id: str) -> bool:
    return bool(inside(match)[1].tired >> unit(id) & 1)


@pytest.mark.rule("22.1a", "22.3a", "2.3.7a")
@pytest.mark.parametrize("to", ["2814", "2918"])
def test_from_port_to_port_or_open_coast_a_unit_comes_as_it_is(to: str) -> None:
    match = fleet('gb-i = "3214", fr-i = "3215", fr-belf = "3214"')
    assert passengers(match) == {"gb-i"}
    refused(match, "embark fr-i", "22.1a", "neither on a coast")
    refused(match, "embark fr-belf", "22.1a", "never moves")
    do(match, "embark gb-i")
    assert "3214" not in havens(match), "it is there"
    do(match, f"sail {to}")
    assert at(match, "gb-i") == to
    assert not tired(match, "gb-i")
    assert at(match, "gb-amphibious-1") == "sailed"
    refused(match, "move gb-i", "12.2.1a", "has moved")


@pytest.mark.rule("22.3b", "22.7a", "22.7.1a", "2.4c")
@pytest.mark.parametrize("to", ["2814", "2516"])
def test_from_open_coast_fresh_units_tire_and_tired_ones_are_evacuated(to: str) -> None:
    match = fleet('gb-51 = "2918", gb-52 = { hex = "2918", fatigued = true }')
    events = do(match, "embark gb-51", "embark gb-52", f"sail {to}")
    assert at(match, "gb-51") == to
    assert tired(match, "gb-51")
    assert at(match, "gb-52") == "evacuated"
    assert happened(events, "evacuated") == [{"unit": "gb-52", "hex": "2918"}]
    assert index(match) == {}, "no loss"


@pytest.mark.rule("22.1a")
def test_an_amphibious_unit_makes_one_lift_a_turn() -> None:
    units = 'gb-i = "3214", gb-ii = "3214", gb-iii = "3214", gb-bef = "3015", gb-51 = "3015", de-iv = "5115"'
    match = fleet(units)
    for id, haven in {"gb-i": "2814", "gb-ii": "2715", "gb-iii": "2813", "gb-bef": "2316"}.items():
        do(match, f"embark {id}", f"sail {haven}")
    refused(match, "embark gb-51", "22.1a", "no amphibious unit is left")
    g, p = inside(match)
    assert g.pieces(p)["gb-amphibious-4"] == "sailed"
    do(match, "done")
    while p.turn == 1 or p.phase != "first movement" or p.active == 0:
        do(match, "done")
        g, p = inside(match)
    assert "embark gb-51" in legal(match)


@pytest.mark.rule("22.2a")
def test_one_lift_takes_a_corps_or_three_divisions_on_foot() -> None:
    units = 'gb-51 = "3214", gb-52 = "3214", gb-can = "3214", gb-rn = "3214", gb-i = "3015"'
    match = fleet(units)
    do(match, "embark gb-51", "embark gb-52", "embark gb-can")
    assert "2814" in havens(match)
    do(match, "embark gb-rn")
    assert legal(match) == ["evacuate"]
    refused(match, "sail 2814", "22.2a")


@pytest.mark.rule("22.2b", "22.2c")
@pytest.mark.parametrize(
    ("first", "second"),
    [("gb-i", "gb-51"), ("gb-i", "gb-bef"), ("gb-1-arm", "gb-51"), ("gb-bef", "gb-2-bef"), ("gb-ac", "gb-51")],
)
def test_armoured_divisions_headquarters_and_air_bases_fill_a_lift(first: str, second: str) -> None:
    match = fleet(f'{first} = "3214", {second} = "3214"')
    do(match, f"embark {first}")
    assert "2814" in havens(match)
    do(match, f"embark {second}")
    assert legal(match) == ["evacuate"]


@pytest.mark.rule("22.2b")
def test_one_mechanised_division_fills_a_lift_and_a_second_the_emergency() -> None:
    match = fleet('fr-1-dlm = "3214", fr-2-dlm = "3214", fr-3-dlm = "3214"')
    do(match, "embark fr-1-dlm", "embark fr-2-dlm")
    assert legal(match) == ["evacuate"]
    refused(match, "embark fr-3-dlm", "22.7b")


@pytest.mark.rule("22.7b", "22.7.1a", "22.7a")
def test_in_an_emergency_a_ship_takes_twice_as_much_home() -> None:
    match = fleet('gb-i = "3214", gb-ii = { hex = "3214", fatigued = true }, gb-iii = "3214", fr-i = "3226"')
    do(match, "embark gb-i", "embark gb-ii")
    refused(match, "embark gb-iii", "22.7b")
    do(match, "evacuate")
    assert {at(match, id) for id in ("gb-i", "gb-ii")} == {"evacuated"}
    assert index(match) == {}
    do(match, "embark gb-iii", "sail 2814")
    assert at(match, "gb-amphibious-2") == "sailed"
    assert at(match, "gb-amphibious-3") == "on hand"


@pytest.mark.rule("22.1a")
def test_a_lift_is_of_one_country_and_from_one_hex() -> None:
    match = fleet('gb-51 = "3214", fr-9-dim = "3214", gb-52 = "3015", pl-1-pol = "3214", nl-lt = "3214"')
    assert passengers(match) == {"gb-51", "fr-9-dim", "gb-52", "pl-1-pol"}, "no neutrals"
    do(match, "embark gb-51")
    refused(match, "embark fr-9-dim", "22.1a", "one country")
    refused(match, "embark gb-52", "22.1a", "cannot go aboard here")
    refused(match, "embark nl-lt", "22.1a", "cannot go aboard here")
    refused(match, "move gb-51", "22.1a")


@pytest.mark.rule("22.4a")
def test_zones_do_not_hinder_ships_but_enemy_units_do() -> None:
    match = fleet('gb-i = "3214", de-iv = "3215", de-ix = "2918", fr-i = "1522"')
    do(match, "embark gb-i")
    assert {"2917", "2919"} <= havens(match), "in a zone"
    refused(match, "sail 2918", "22.4a")
    refused(match, "sail 3215", "22.4a")
    refused(match, "sail 2721 ", "22.1a")
    refused(match, "sail 3519", "22.1a", "another coast")


@pytest.mark.rule("22.1a", "4.3b")
def test_neutral_coasts_are_closed() -> None:
    match = fleet('gb-i = "3214"')
    do(match, "embark gb-i")
    refused(match, "sail 3712", "22.1a")
    match = fleet('gb-i = "3214"', WAR)
    do(match, "embark gb-i", "sail 3712")
    assert at(match, "gb-i") == "3712"


@pytest.mark.rule("22.6a")
def test_ships_sail_in_the_first_impulse_only() -> None:
    match = fleet('fr-1-dlm = "2917", fr-7-army = "2917"', "cards = { A07 = 1 }", "second movement")
    assert "move fr-1-dlm" in legal(match)
    refused(match, "embark fr-1-dlm", "22.6a")
    axis = table('side = "axis"\nphase = "first movement"\nunits = { de-iv = "5001" }')
    refused(axis, "embark de-iv", "22.1a", "only the Allies")


@pytest.mark.rule("22.9a")
def test_an_inland_port_serves_while_its_river_is_open() -> None:
    match = fleet('gb-i = "2724"')
    do(match, "embark gb-i", "sail 2814")
    assert not tired(match, "gb-i"), "a port like any other"
    shut = fleet('gb-i = "2724", de-iv = "2624"')
    refused(shut, "embark gb-i", "22.1a", "neither on a coast")


@pytest.mark.rule("22.9a", "4.3d")
def test_antwerp_is_shut_while_the_netherlands_is_neutral() -> None:
    refused(fleet('gb-i = "4013"'), "embark gb-i", "22.1a")
    match = fleet('gb-i = "4013"', WAR)
    do(match, "embark gb-i", "sail 2814")
    assert not tired(match, "gb-i")


@pytest.mark.rule("17.6.1a")
def test_a_damaged_port_is_open_coast() -> None:
    match = fleet('gb-i = "3214"', 'damaged = ["3214"]')
    do(match, "embark gb-i", "sail 2814")
    assert tired(match, "gb-i")
    refused(fleet('gb-i = "2724"', 'damaged = ["2724"]'), "embark gb-i", "22.1a")


@pytest.mark.rule("22.3b")
@pytest.mark.parametrize(("start", "spared"), [("3115", True), ("3315", True), ("3414", True), ("2918", False)])
def test_operation_dynamo_spares_fresh_units_on_the_beaches_of_dunkirk(start: str, spared: bool) -> None:
    match = fleet(f'gb-i = "{start}", gb-51 = {{ hex = "{start}", fatigued = true }}', "cards = { A20 = 3 }", turn=3)
    assert at(match, "gb-amphibious-6") == "on hand"
    do(match, "embark gb-i", "sail 2814", "embark gb-51", "sail 2814")
    assert tired(match, "gb-i") is not spared
    assert at(match, "gb-51") == "evacuated"


@pytest.mark.rule("22.5a", "22.5.1a")
def test_one_corps_and_one_marine_division_may_lie_off_an_enemy_coast() -> None:
    match = fleet('gb-i = "2814", gb-ii = "2814", gb-rn = "2814", gb-51 = "2814", de-iv = "2918", de-ix = "3319"')
    do(match, "embark gb-51")
    refused(match, "storm 2918", "22.5.1a")
    do(match, "sail 2917", "embark gb-i")
    refused(match, "storm 3319", "22.5a")
    refused(match, "storm 2919", "22.5a")
    do(match, "storm 2918")
    g, p = inside(match)
    assert g.board.sea >> p.at[unit("gb-i")] & 1
    assert g.grid.distance(p.at[unit("gb-i")], g.grid.bit["2918"]) == 1
    do(match, "embark gb-ii")
    refused(match, "storm 2918", "22.5.1a")
    do(match, "sail 2917", "embark gb-rn", "storm 2918")
    assert {a.target for a in inside(match)[1].assaults} == {g.grid.bit["2918"]}


@pytest.mark.rule("22.5a")
def test_a_ship_storms_coasts_of_the_open_sea_and_lies_off_them() -> None:
    units = 'gb-i = "2814", de-iv = "0427", de-ix = "3912", de-xi = "4303", de-v = "0630"'
    match = fleet(units, WAR)
    do(match, "embark gb-i")
    storms = {action for action in legal(match) if action.startswith("storm")}
    assert storms == {"storm 0427"}, "neither an estuary, a causeway nor the inland"
    do(match, "storm 0427")
    assert at(match, "gb-i") == "0426"


@pytest.mark.rule("22.1a", "24.3.8a")
def test_an_air_base_that_has_staged_flights_stays_on_land() -> None:
    match = fleet('gb-ac = "3214", gb-51 = "3214"')
    inside(match)[1].eligible &= ~(1 << unit("gb-ac"))
    assert passengers(match) == {"gb-51"}
    do(match, "embark gb-51")
    assert passengers(match) == set()


@pytest.mark.rule("22.5a", "22.3b")
def test_a_fatigued_unit_does_not_storm_from_an_open_beach() -> None:
    match = fleet('gb-i = { hex = "2516", fatigued = true }, de-iv = "2918"')
    do(match, "embark gb-i")
    refused(match, "storm 2918", "22.3b")


@pytest.mark.rule("22.7b", "19.2.2a")
def test_a_deception_unit_that_is_evacuated_goes_back_into_the_box_unseen() -> None:
    match = fleet('fr-deception-1 = "3214", gb-i = "3214"')
    events = do(match, "embark fr-deception-1", "evacuate")
    assert at(match, "fr-deception-1") == "absent"
    (told,) = [event for event in events if event.what == "evacuated"]
    assert told.seen_by == ("allied",)
    real = do(match, "embark gb-i", "evacuate")
    assert [event.seen_by for event in real if event.what == "evacuated"] == [None]


@pytest.mark.rule("22.1a")
def test_who_has_moved_does_not_go_aboard() -> None:
    match = fleet('gb-51 = "3115", gb-52 = "3214", gb-i = "3015"')
    do(match, "move gb-51", "step 3214")
    if "stop" in legal(match):
        do(match, "stop")
    assert passengers(match) == {"gb-52", "gb-i"}
    do(match, "embark gb-52")
    refused(match, "embark gb-51", "22.1a", "cannot go aboard here")
    assert passengers(match) == set()


@pytest.mark.rule("22.1a", "30.6.1a")
def test_paratroops_among_enemies_on_a_coast_find_no_ship() -> None:
    match = table('side = "axis"\nphase = "first movement"\nlanded = ["de-fjr-1"]\n'
                  'units = { de-fjr-1 = "3214", fr-i = "3214", de-iv = "5115" }')
    assert passengers(match) == set()
    refused(match, "embark de-fjr-1", "22.1a", "only the Allies")


@pytest.mark.rule("22.5.1a")
def test_a_ship_with_two_units_storms_no_coast() -> None:
    match = fleet('gb-rn = "2814", gb-51 = "2814", de-iv = "2918"')
    do(match, "embark gb-rn")
    assert "storm 2918" in legal(match)
    do(match, "embark gb-51")
    refused(match, "storm 2918", "22.5.1a")


@pytest.mark.rule("22.5a", "22.3b")
@pytest.mark.parametrize(("start", "tires"), [("2516", True), ("2814", False)])
def test_who_storms_from_an_open_beach_tires(start: str, tires: bool) -> None:
    match = fleet(f'gb-i = "{start}", gb-51 = "2715", de-iv = "2918"')
    do(match, "embark gb-i", "storm 2918")
    assert tired(match, "gb-i") is tires
