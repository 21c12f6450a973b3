"""11.0 Retreat after combat."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.battle import PLAIN, attack, battle, steps
from tests.games.mansteins_war.box import BOARD, GRID
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, happened, legal, refused


def beaten(units: str, result: str = "DW", *, target: str = "1443", by: str = "de-19-corps", more: str = "",
           options: tuple[str, ...] = ()) -> Match:
    """Defenders that have to retreat: DW one hex, DP (after two steps) two, OR (after three) three."""
    match = battle(units, assault=result, mobile=result, more=more, options=options)
    attack(match, target, by)
    do(match, "assault")
    return match


ONE = PLAIN + '"de-19-corps" = "1343"\n'


@pytest.mark.rule("11.0a")
@pytest.mark.rule("11.1b")
def test_the_owner_takes_a_beaten_unit_towards_its_source_at_once() -> None:
    match = beaten(ONE + '"fr-21-corps" = "1443"\n')
    assert match.actors == ("allied",)
    assert legal(match) == ["step 1444", "step 1543", "step 1544"]
    refused(match, "step 1442", "11.1b")
    refused(match, "step 1344", "11.1b")
    refused(match, "step 1544x", "11.0a")
    refused(match, "step 1643", "11.0a")
    refused(match, "end", "11.0a")
    do(match, "step 1543")
    assert at(match, "fr-21-corps") == "1543"


@pytest.mark.rule("11.0a")
def test_the_distance_does_not_hang_on_the_movement_factor() -> None:
    match = beaten(ONE + '"gb-bef" = "1443"\n"gb-log-bef" = "1843"\n', "OR")
    do(match, "step 1543", "step 1643")
    assert [action for action in legal(match) if action.startswith("step")]


@pytest.mark.rule("11.1a")
def test_units_of_a_stack_go_one_at_a_time_each_its_own_way() -> None:
    match = beaten(ONE + '"fr-21-corps" = "1443"\n"fr-1gc" = "1443"\n')
    assert legal(match) == ["retreat fr-1gc", "retreat fr-21-corps"]
    refused(match, "step 1543", "11.1a")
    do(match, "retreat fr-21-corps", "step 1543")
    do(match, "step 1544")
    assert (at(match, "fr-21-corps"), at(match, "fr-1gc")) == ("1543", "1544")


@pytest.mark.rule("11.1b")
def test_of_two_sources_equally_near_the_owner_names_one_by_his_first_step() -> None:
    units = '"de-19-corps" = "1343"\n"fr-7-army" = "1443"\n"fr-log-1ag" = "1542"\n"fr-log-ghq" = "1644"\n'
    match = beaten(units, "DP")
    assert legal(match) == ["step 1442", "step 1543", "step 1544"]
    north, south, between = match.copy(), match.copy(), match.copy()
    do(north, "step 1442")
    assert legal(north) == ["step 1441", "step 1542"]
    do(south, "step 1544")
    assert legal(south) == ["step 1643", "step 1644"]
    do(between, "step 1543")
    assert legal(between) == ["step 1542", "step 1642", "step 1643"]


@pytest.mark.rule("11.1b")
def test_a_logistics_unit_in_the_same_hex_is_no_source() -> None:
    match = beaten('"de-19-corps" = "1343"\n"de-log-pgk" = "1342"\n"fr-21-corps" = "1443"\n"fr-log-1ag" = "1443"\n'
                   '"fr-log-ghq" = "1644"\n')
    do(match, "retreat fr-21-corps")
    assert legal(match) == ["step 1444", "step 1543", "step 1544"]


@pytest.mark.rule("11.1c")
def test_where_nothing_leads_to_the_source_any_direction_will_do() -> None:
    """T093."""
    ring = '"de-41-corps" = "1543"\n"de-14-corps" = "1544"\n"de-grd" = "1444"\n'
    match = beaten(ONE + ring + '"fr-21-corps" = "1443"\n')
    assert legal(match) == ["step 1344", "step 1442"]


@pytest.mark.rule("11.1d")
def test_nobody_retreats_into_enemies() -> None:
    match = beaten(ONE + '"de-41-corps" = "1543"\n"fr-21-corps" = "1443"\n')
    refused(match, "step 1543", "11.1d")
    refused(match, "step 1343", "11.1d")


@pytest.mark.rule("11.1d")
def test_nobody_retreats_into_ground_closed_to_him() -> None:
    units = '"de-19-corps" = "1438"\n"fr-2-army" = "1439"\n"fr-log-ghq" = "1738"\n'
    match = beaten(units, target="1439")
    refused(match, "step 1539", "11.1d")
    dutch = '"de-19-corps" = "1634"\n"nl-1-corps" = "1535"\n"nl-2-corps" = "1434"\n'
    match = beaten(dutch, "DW", target="1535")
    refused(match, "step 1435", "11.1d")


@pytest.mark.rule("11.1d")
@pytest.mark.rule("25.4c")
def test_nobody_retreats_into_an_open_city() -> None:
    """T126."""
    units = '"de-19-corps" = "1337"\n"fr-21-corps" = "1436"\n"fr-log-ghq" = "1136"\n'
    match = beaten(units, target="1436", more='open_cities = ["1336"]', options=("open-cities",))
    refused(match, "step 1336", "25.4c")


@pytest.mark.rule("11.1e")
def test_a_unit_with_nowhere_to_go_is_eliminated() -> None:
    """T092."""
    ring = '"de-41-corps" = "1543"\n"de-14-corps" = "1544"\n"de-grd" = "1444"\n'
    ring += '"de-16-corps" = "1442"\n"de-4-army" = "1344"\n'
    match = beaten(ONE + ring + '"fr-21-corps" = "1443"\n')
    assert at(match, "fr-21-corps") == "eliminated"


@pytest.mark.rule("11.1f")
def test_friends_and_enemy_air_units_are_no_bar() -> None:
    units = ONE + '"fr-21-corps" = "1443"\n"fr-23-corps" = "1543"\n"fr-1gc" = "1543"\n'
    match = battle(units, assault="DW", tail='[air]\nde-air-8 = "1544"\n')
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    assert {"step 1543", "step 1544"} <= set(legal(match))


@pytest.mark.rule("11.1g")
def test_a_unit_that_would_overstack_goes_on() -> None:
    units = ONE + '"fr-21-corps" = "1443"\n"fr-23-corps" = "1543"\n"fr-1gc" = "1543"\n'
    match = beaten(units)
    do(match, "step 1543")
    assert at(match, "fr-21-corps") == "1543"
    assert match.actors == ("allied",)
    assert "step 1643" in legal(match)
    assert "step 1443" not in legal(match)
    refused(match, "stop", "11.0a")
    do(match, "step 1643")
    assert at(match, "fr-21-corps") == "1643"


@pytest.mark.rule("11.1g")
def test_friends_of_another_nation_push_it_on() -> None:
    match = beaten(ONE + '"fr-21-corps" = "1443"\n"gb-bef" = "1543"\n')
    do(match, "step 1543")
    assert "step 1643" in legal(match)


@pytest.mark.rule("11.1h")
def test_a_longer_retreat_leads_away_from_its_start() -> None:
    match = beaten(ONE + '"gb-bef" = "1443"\n"gb-log-bef" = "1843"\n', "DP")
    do(match, "step 1543")
    assert "step 1443" not in legal(match)
    refused(match, "step 1544", "11.1h")
    refused(match, "step 1443", "11.1h")
    do(match, "step 1643")
    assert at(match, "gb-bef") == "1643"


@pytest.mark.rule("11.1h")
def test_only_steps_that_lead_to_the_end_are_offered() -> None:
    ring = '"de-41-corps" = "1644"\n"de-14-corps" = "1643"\n'
    units = ONE.replace('"fr-log-ghq" = "1644"\n', '"fr-log-ghq" = "1742"\n')
    match = beaten(units + ring + '"gb-bef" = "1443"\n"gb-log-bef" = "1743"\n', "DP")
    assert "step 1544" not in legal(match)
    refused(match, "step 1544", "11.1h")
    assert "step 1543" in legal(match)


@pytest.mark.rule("11.1i")
def test_a_unit_that_cannot_complete_its_retreat_dies_where_it_is_stuck() -> None:
    ring = ('"de-41-corps" = "1444"\n"de-14-corps" = "1643"\n"de-grd" = "1644"\n"de-16-corps" = "1442"\n'
            '"de-4-army" = "1344"\n"de-15-corps" = "1642"\n"de-12-army" = "1542"\n')
    units = ONE.replace('"fr-log-ghq" = "1644"\n', "")
    match = battle(units + ring + '"gb-bef" = "1443"\n', assault="DP", mobile="DP")
    attack(match, "1443", "de-19-corps")
    events = do(match, "assault")
    if match.actors == ("allied",):
        events += do(match, legal(match)[0])
    assert at(match, "gb-bef") == "eliminated"
    assert [event.rule for event in events if event.what == "eliminated"] in (["11.1i"], ["7.2f"])
    assert happened(events, "retreat")


@pytest.mark.rule("11.1j")
@pytest.mark.rule("19.1a")
def test_a_static_unit_that_has_to_retreat_is_eliminated() -> None:
    match = beaten('"de-19-corps" = "1639"\n"fr-thionville" = "1740"\n', target="1740", more='destroyed = ["1740"]')
    assert at(match, "fr-thionville") == "eliminated"


@pytest.mark.rule("7.2f")
@pytest.mark.rule("11.1k")
def test_every_hex_of_an_enemy_zone_costs_a_step_whoever_is_there() -> None:
    ring = '"de-41-corps" = "1444"\n"de-14-corps" = "1642"\n'
    match = beaten(ONE + ring + '"fr-21-corps" = "1443"\n"fr-23-corps" = "1544"\n')
    do(match, "step 1544")
    assert (at(match, "fr-21-corps"), steps(match, "fr-21-corps")) == ("1544", 1)


@pytest.mark.rule("7.2f")
@pytest.mark.rule("11.1h")
def test_a_reduced_unit_dies_on_the_way_through_zones() -> None:
    """T090."""
    ring = '"de-41-corps" = "1442"\n"de-14-corps" = "1444"\n"de-grd" = "1743"\n'
    units = ONE + ring + '"gb-bef" = { hex = "1443", steps = 4 }\n"gb-log-bef" = "1744"\n'
    match = beaten(units, "DP")
    do(match, "step 1543")
    assert steps(match, "gb-bef") == 1
    do(match, "step 1643")
    assert at(match, "gb-bef") == "eliminated"


@pytest.mark.rule("17.0e")
@pytest.mark.rule("12.2e")
def test_units_in_their_own_fort_may_stand_and_are_not_pursued() -> None:
    """T073."""
    units = '"de-19-corps" = "1639"\n"fr-2-army" = "1740"\n"fr-21-corps" = "1740"\n'
    match = battle(units, assault="DD")
    attack(match, "1740", "de-19-corps")
    do(match, "none", "lose fr-2-army", "lose fr-21-corps")
    assert match.actors == ("allied",)
    assert legal(match) == ["hold 1740", "yield 1740"]
    refused(match, "retreat fr-2-army", "17.0e")
    do(match, "hold 1740")
    assert (at(match, "fr-2-army"), at(match, "fr-21-corps")) == ("1740", "1740")
    assert not any(action.startswith("pursue") for action in legal(match))


@pytest.mark.rule("17.0e")
def test_they_may_go_as_well() -> None:
    units = '"de-19-corps" = "1639"\n"gb-bef" = "1740"\n"gb-log-bef" = "1742"\n'
    match = battle(units, assault="DD")
    attack(match, "1740", "de-19-corps")
    do(match, "none", "yield 1740")
    assert legal(match)[0].startswith("step")
    assert "stop" not in legal(match), "who goes, goes"


@pytest.mark.rule("17.0e")
def test_attackers_in_their_fort_stand_and_those_outside_do_not() -> None:
    units = '"fr-3-army" = "1840"\n"fr-5-army" = "1741"\n"de-19-corps" = "1841"\n'
    match = battle(units, assault="AP", side="allied", marker="2ag")
    do(match, "attack 1841", "all", "attack")
    do(match, "lose fr-3-army", "hold 1840")
    while match.actors == ("allied",) and legal(match)[0].startswith("step"):
        do(match, legal(match)[0])
    assert at(match, "fr-3-army") == "1840"
    assert at(match, "fr-5-army") != "1741"


@pytest.mark.rule("17.0f")
def test_a_longer_retreat_may_stop_in_a_fort() -> None:
    units = '"de-19-corps" = "1742"\n"gb-bef" = "1842"\n"gb-log-bef" = "1944"\n'
    match = battle(units, assault="DP")
    attack(match, "1842", "de-19-corps")
    do(match, "assault", "step 1943")
    assert "stop" in legal(match)
    do(match, "stop")
    assert at(match, "gb-bef") == "1943"


@pytest.mark.rule("17.0f")
def test_outside_forts_nobody_stops_early() -> None:
    match = beaten(ONE + '"gb-bef" = "1443"\n"gb-log-bef" = "1843"\n', "DP")
    do(match, "step 1543")
    refused(match, "stop", "11.0a")


@pytest.mark.rule("11.0a")
def test_a_single_way_is_gone_unasked() -> None:
    ring = '"de-41-corps" = "1543"\n"de-14-corps" = "1544"\n"de-grd" = "1444"\n"de-16-corps" = "1442"\n'
    match = beaten(ONE + ring + '"fr-21-corps" = "1443"\n')
    assert (at(match, "fr-21-corps"), steps(match, "fr-21-corps")) == ("1344", 1)


@pytest.mark.rule("11.1g", "11.1h")
def test_no_hex_is_entered_twice_on_the_way_through_full_ones() -> None:
    full = '"fr-23-corps" = "1543"\n"fr-1gc" = "1543"\n"fr-45-corps" = "1643"\n"fr-cav-corps" = "1643"\n'
    match = beaten(ONE + full + '"fr-21-corps" = "1443"\n')
    do(match, "step 1543", "step 1643")
    assert at(match, "fr-21-corps") == "1643"
    assert "step 1644" in legal(match)
    assert not {"step 1543", "step 1443"} & set(legal(match))
    refused(match, "step 1543", "11.1h")


@pytest.mark.rule("11.1g", "6.5a")
def test_a_unit_that_finds_only_full_hexes_stays_there_and_is_surplus() -> None:
    """Every hex around is full or German, and nothing leads beyond: it does not go on from one full hex to another, and
    the overstack is settled when the segment ends."""
    ring = '"de-41-corps" = "1543"\n"de-14-corps" = "1544"\n"de-grd" = "1444"\n"de-16-corps" = "1442"\n'
    full = '"fr-23-corps" = "1344"\n"fr-1gc" = "1344"\n"de-4-army" = "1243"\n"de-12-army" = "1144"\n'
    beyond = '"fr-45-corps" = "1244"\n"fr-cav-corps" = "1244"\n'
    match = beaten(ONE + ring + full + beyond + '"fr-21-corps" = "1443"\n')
    assert (at(match, "fr-21-corps"), steps(match, "fr-21-corps")) == ("1344", 1)


@pytest.mark.rule("17.0e")
def test_only_a_fortress_lets_units_stand() -> None:
    match = beaten(ONE + '"fr-21-corps" = "1443"\n"fr-1gc" = "1443"\n')
    refused(match, "hold 1443", "17.0e", "only units in an intact fortress")
    refused(match, "end", "11.1a")


@pytest.mark.rule("17.0e", "11.1a")
def test_a_fortress_is_asked_for_once() -> None:
    units = '"de-19-corps" = "1639"\n"fr-2-army" = "1740"\n"fr-21-corps" = "1740"\n'
    match = battle(units, assault="DD")
    attack(match, "1740", "de-19-corps")
    do(match, "none", "lose fr-2-army", "lose fr-21-corps", "yield 1740")
    assert legal(match) == ["retreat fr-2-army", "retreat fr-21-corps"]


@pytest.mark.rule("7.2f")
def test_a_retreat_out_of_zones_costs_nothing() -> None:
    match = beaten(ONE + '"fr-21-corps" = "1443"\n')
    do(match, "step 1544")
    assert steps(match, "fr-21-corps") == 2


@pytest.mark.rule("11.1b", "11.1c")
def test_a_unit_without_any_source_retreats_in_any_direction() -> None:
    match = beaten('"de-19-corps" = "1343"\n"de-log-pgk" = "1342"\n"fr-21-corps" = "1443"\n',
                   more=f"bombed = {GRID.names_of(BOARD.depots['french'] | BOARD.channel_ports)}")
    assert legal(match) == [f"step {hex}" for hex in ("1344", "1442", "1444", "1543", "1544")]


@pytest.mark.rule("17.0e", "11.1a")
def test_each_fortress_is_asked_for_once() -> None:
    units = '"fr-3-army" = "1840"\n"fr-5-army" = "1740"\n"de-19-corps" = "1839"\n'
    match = battle(units, assault="AP", side="allied", marker="2ag")
    do(match, "attack 1839", "all", "attack", "lose fr-3-army", "yield 1840", "yield 1740")
    assert legal(match) == ["retreat fr-3-army", "retreat fr-5-army"]


@pytest.mark.rule("17.0f", "11.1i")
def test_a_longer_retreat_ends_in_a_fort_from_which_no_way_leads_on() -> None:
    """Behind Belfort (1844) the map ends."""
    units = '"de-16-army" = "1842"\n"de-log-pgk" = "1940"\n"fr-45-corps" = "1843"\n"fr-log-ghq" = "1644"\n'
    def routed(more: str = "") -> Match:
        match = battle(units, assault="AP", side="allied", marker="3ag", more=f"dice = [3]\n{more}")
        attack(match, "1842", "fr-45-corps")
        return match

    match = routed()
    assert legal(match) == ["step 1743", "step 1744", "step 1844"]
    events = do(match, "step 1844")
    assert happened(events, "retreat stops") == [{"unit": "fr-45-corps", "hex": "1844"}]
    assert (at(match, "fr-45-corps"), steps(match, "fr-45-corps")) == ("1844", 1)
    assert "step 1844" not in legal(routed('destroyed = ["1844"]')), "its works are gone, and it would be lost"
