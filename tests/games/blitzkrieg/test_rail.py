"""12.4 Railways."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.blitzkrieg.rules import rail
from tests.games.blitzkrieg.table import at, do, inside, legal, refused, table


def trains(units: str, side: str = "axis", more: str = "", phase: str = "first movement") -> Match:
    return table(f'side = "{side}"\nphase = "{phase}"\n{more}\nunits = {{ {units} }}')


def riders(match: Match) -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith("rail")}


def stations(match: Match) -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith("ride")}


@pytest.mark.rule("12.4b", "N.q")
def test_trains_run_from_city_to_city_of_the_units_own_country() -> None:
    match = trains('de-iv = "5115", de-ix = "5116", de-xi = "4825", fr-i = "3226"')
    assert riders(match) == {"de-iv"}
    refused(match, "rail de-ix", "12.4b", "no city")
    refused(match, "rail de-xi", "12.4b")
    do(match, "rail de-iv")
    assert {"5211", "5703", "5531", "4716"} <= stations(match)
    assert not {"4825", "4609", "5116"} & stations(match)
    refused(match, "ride 5116", "12.4b", "no city")
    refused(match, "ride 4825", "12.4b", "Germany")
    do(match, "ride 5703")
    assert at(match, "de-iv") == "5703"


@pytest.mark.rule("12.4a", "12.4c")
def test_a_ride_is_the_whole_movement_of_the_turn() -> None:
    match = trains('de-kleist = "5115", de-1-pz = "5115"', more="cards = { G01 = 1 }")
    do(match, "rail de-kleist", "ride 5211")
    refused(match, "move de-kleist", "12.2.1a")
    do(match, "rail de-1-pz", "ride 5211", "done")
    assert match.view(None)["active"] == "allied", "nobody is left for the second impulse"
    part = trains('de-kleist = "5211", de-1-pz = "5115", de-2-pz = "5211"', more="cards = { G01 = 1 }")
    do(part, "rail de-1-pz", "ride 5211", "done")
    refused(part, "move de-1-pz", "12.4c", "has been carried this turn")
    later = trains('de-kleist = "5115", de-1-pz = "5115"', more="cards = { G01 = 1 }", phase="second movement")
    refused(later, "rail de-kleist", "12.4a")


@pytest.mark.rule("12.4.2e", "12.4b")
def test_who_may_not_ride() -> None:
    units = 'gb-i = "3226", gb-ii = "3227", gb-iii = "4015", fr-hagen = "3226", fr-i = "3226", fr-ii = "4322"'
    match = trains(units, "allied")
    refused(match, "rail gb-iii", "12.4b")
    refused(match, "rail fr-hagen", "12.4b")
    afield = trains('gb-i = "4323", gb-ii = "3226"', "allied")
    refused(afield, "rail gb-i", "12.4b")
    do(match, "rail gb-i", "ride 3032")
    refused(match, "rail gb-ii", "12.4.2e")
    refused(match, "rail fr-ii", "12.4b")
    assert "rail fr-i" in legal(match)
    do(match, "move fr-i", "stop")
    assert riders(match) == set(), "who has moved stays"


@pytest.mark.rule("12.4.2a")
def test_germany_moves_three_units_a_turn_by_rail() -> None:
    match = trains('de-iv = "5115", de-ix = "5115", de-xi = "5211", de-ii = "5309"')
    for id in ("de-iv", "de-ix", "de-xi"):
        do(match, f"rail {id}", "ride 5703")
    refused(match, "rail de-ii", "12.4.2a")


@pytest.mark.rule("12.4.2e", "12.4.2a", "12.4.2d")
def test_one_british_unit_a_turn_rides_in_france_and_poles_ride_as_french() -> None:
    units = 'fr-i = "3226", gb-i = "3319", gb-ii = "3319", pl-1-pol = "3227", fr-ii = "3226", gb-rn = "2212"'
    match = trains(units, "allied")
    do(match, "rail fr-i", "ride 3032", "rail gb-i", "ride 2223")
    refused(match, "rail gb-ii", "12.4.2e")
    do(match, "rail pl-1-pol", "ride 3032")
    refused(match, "rail fr-ii", "12.4.2a")
    do(match, "rail gb-rn", "ride 2814")
    assert at(match, "gb-rn") == "2814", "in Britain it has trains of its own"


@pytest.mark.rule("12.4.2a")
def test_rail_priority_adds_two_french_moves() -> None:
    match = trains('fr-i = "3226", fr-ii = "3226", fr-iii = "3226", fr-iv = "3226"', "allied", "cards = { A22 = 1 }")
    rides = {"fr-i": "3032", "fr-ii": "2535", "fr-iii": "1531", "fr-iv": "4435"}
    for id, city in rides.items():
        do(match, f"rail {id}", f"ride {city}")
    assert {id: at(match, id) for id in rides} == rides


@pytest.mark.rule("12.4.1a")
def test_trains_do_not_run_through_enemies_and_their_zones() -> None:
    match = trains('fr-i = "3319", de-iv = "3419"', "allied")
    assert "rail fr-i" not in legal(match), "it stands in a zone"
    match = trains('fr-i = "2223", de-iv = "2423", de-ix = "2425"', "allied")
    refused(match, "rail fr-i", "12.4.1a")
    alone = trains('fr-i = "2223", de-iv = "2424", de-ix = "2523", fr-ii = "3226"', "allied")
    assert riders(alone) == {"fr-ii"}, "two hexes are free about Le Havre, and elsewhere trains do run"
    match = trains('fr-i = "2223", fr-ii = "2125"', "allied")
    do(match, "rail fr-i")
    assert "2724" in stations(match)


@pytest.mark.rule("12.4.1a")
def test_no_train_runs_to_an_enemy_who_has_no_zone() -> None:
    match = trains('fr-i = "3226", de-iv = { hex = "3032", fatigued = true }', "allied")
    do(match, "rail fr-i")
    refused(match, "ride 3032", "12.4.1a")


@pytest.mark.rule("12.4.1a", "26.7.1a")
def test_a_train_goes_hex_by_hex_where_trains_run() -> None:
    """From Le Havre by Rouen between two zones."""
    g, p = inside(trains('fr-i = "2223", de-iv = "2722", de-ix = "2726"', "allied"))
    u, to = g.by_id["fr-i"], g.grid.bit["3221"]
    way = rail.route(g, p, u, "france", to)
    assert not sum(g.one[hex] for hex in way) & ~rail.lines(g, p, 1, "france")
    assert way[-1] == to
    assert all(g.board.touch[a] >> b & 1 for a, b in zip((p.at[u], *way), way, strict=False))


@pytest.mark.rule("12.4.1b")
@pytest.mark.parametrize("mark", ["terror", "damaged"])
def test_neither_end_may_be_terrorised_or_damaged(mark: str) -> None:
    match = trains('fr-i = "3226", fr-ii = "3032"', "allied", f'{mark} = ["3226"]')
    refused(match, "rail fr-i", "12.4.1b")
    do(match, "rail fr-ii")
    refused(match, "ride 3226", "12.4.1b")
    assert "3227" in stations(match)


@pytest.mark.rule("2.3.9d", "7.3c")
@pytest.mark.parametrize(("more", "rule"), [('paralysed = ["france"]', "2.3.9d"), ('collapsed = ["france"]', "7.3c")])
def test_no_trains_in_a_paralysed_or_collapsed_country(more: str, rule: str) -> None:
    match = trains('gb-i = "3319", be-i = "4015"', "allied", more)
    refused(match, "rail gb-i", rule)
    assert riders(match) == {"be-i"}
    assert rail.capacity(*inside(match), "france") == 0


@pytest.mark.rule("2.3.9d")
def test_units_of_a_paralysed_country_ride_nowhere() -> None:
    match = trains('gb-i = "3319", gb-rn = "2212", fr-i = "3226", pl-1-pol = "3227"', "allied",
                   'paralysed = ["britain"]')
    refused(match, "rail gb-i", "2.3.9d", "Britain")
    assert riders(match) == {"fr-i"}


@pytest.mark.rule("33.2a", "12.4.1a")
def test_no_train_runs_through_an_open_city() -> None:
    wall = 'de-iv = "2722", de-ix = "2726", de-xi = "2729", de-ii = "2732", de-v = "2735", de-viii = "2737"'
    match = trains(f'fr-i = "2223", fr-ii = "3226", {wall}', "allied")
    do(match, "rail fr-i")
    assert "3221" in stations(match), "by Rouen, where no zone reaches"
    match = trains(f'fr-i = "2223", fr-ii = "3226", {wall}', "allied", 'open_cities = ["2724"]')
    do(match, "rail fr-i")
    refused(match, "ride 2724", "33.2a")
    refused(match, "ride 3221", "12.4.1a")


@pytest.mark.rule("13.1.2a", "12.4.1a")
def test_a_full_rough_hex_stops_trains() -> None:
    units = 'fr-i = "3925", fr-9-dim = "3925", fr-ii = "4221"'
    match = trains(units, "allied")
    do(match, "rail fr-i")
    refused(match, "ride 4221", "13.1.2a")
    match = trains(units, "allied")
    do(match, "rail fr-9-dim", "ride 4221")
    assert at(match, "fr-9-dim") == "4221", "a corps and a division fit"


@pytest.mark.rule("13.1.2a", "12.4.1a")
def test_a_full_rough_hex_before_the_city_lets_only_small_units_leave() -> None:
    """The French bar the ways out of Aachen but the one through 4816, where a corps leaves room for a division."""
    here = 'de-iv = "4716", de-1-pz = "4716", fr-i = "4814"'
    assert riders(trains(here)) == {"de-iv", "de-1-pz"}
    match = trains(f'{here}, de-ix = "4816"')
    assert riders(match) == {"de-1-pz"}
    refused(match, "rail de-iv", "12.4.1a")


@pytest.mark.rule("13.1.2a", "12.4.1a")
def test_whoever_stands_in_a_rough_city_is_not_in_his_own_way() -> None:
    match = trains('fr-ii = "4221", fr-9-dim = "4221"', "allied")
    assert riders(match) == {"fr-ii", "fr-9-dim"}
    assert not riders(trains('fr-ii = "4221", de-iv = "4321"', "allied")), "it stands in a zone"


@pytest.mark.rule("12.4.1a")
def test_two_cities_are_enough_for_a_train() -> None:
    match = trains('be-i = "3413", de-iv = "3516", de-ix = "3714"', "allied")
    assert riders(match) == {"be-i"}
    do(match, "rail be-i")
    assert stations(match) == {"3514"}


@pytest.mark.rule("4.3a")
def test_neutrals_do_not_ride() -> None:
    match = trains('nl-i = "4009", be-i = "4015"', "allied", 'at_war = ["germany", "france", "britain", "belgium"]')
    assert riders(match) == {"be-i"}
