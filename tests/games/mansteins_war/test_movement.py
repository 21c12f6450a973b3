"""8.0 Ground movement, 7.2 zones of control on the march."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.box import BOX
from tests.games.mansteins_war.table import at, do, happened, inside, legal, on_to, refused, sit_out, table


def march(units: str, side: str = "german", marker: str = "hga", **more: object) -> Match:
    """A Movement Segment with some units on the map."""
    lines = "".join(f"{key} = {value!r}\n".replace("'", '"') for key, value in more.items())
    return table(f'turn = 2\nside = "{side}"\nmarker = "{marker}"\nsegment = "movement"\n{lines}[units]\n{units}')


def steps(match: Match) -> list[str]:
    return [action.removeprefix("step ") for action in legal(match) if action.startswith("step ")]


def left(match: Match) -> int:
    """Movement factors left to the moving unit."""
    found: int = inside(match)[1].frames[-1].left
    return found


@pytest.mark.rule("8.4b", "8.0e", "2.2.1b")
def test_a_river_is_paid_on_top_of_the_hex() -> None:
    """T013: over the Rhine from Cologne into the forest."""
    match = march('"de-15-corps" = "1835"')
    do(match, "move de-15-corps")
    before = left(match)
    do(match, "step 1935")
    assert before - left(match) == 3


@pytest.mark.rule("8.2a", "15.5a")
def test_an_unsupported_unit_has_half_its_movement_rounded_up() -> None:
    """T014."""
    match = march('"de-4-army" = "0940"')
    do(match, "move de-4-army")
    assert left(match) == 2


@pytest.mark.rule("7.2d", "8.1b")
def test_no_step_leads_from_one_enemy_zone_to_another() -> None:
    """T016."""
    match = march('"de-4-army" = "1138"\n"fr-1-army" = "1037"')
    do(match, "move de-4-army")
    refused(match, "step 1038", "8.1b")
    assert "step 1238" in legal(match)


@pytest.mark.rule("7.2c", "8.0d", "8.0a")
def test_an_enemy_zone_ends_the_march() -> None:
    """T017."""
    match = march('"de-15-corps" = "1436"\n"de-log-hga" = "1736"\n"fr-1-army" = "1138"')
    do(match, "move de-15-corps", "step 1337")
    assert left(match) > 0
    do(match, "step 1237")
    assert at(match, "de-15-corps") == "1237"
    refused(match, "move de-15-corps", "8.0d")


@pytest.mark.rule("2.1b")
@pytest.mark.parametrize("hex", ["0540", "0439"])
def test_the_sea_is_never_crossed(hex: str) -> None:
    """T018."""
    match = march('"fr-7-army" = "0539"', "allied", "1ag")
    do(match, "move fr-7-army")
    refused(match, f"step {hex}", "2.1b")


@pytest.mark.rule("8.4.1a")
def test_an_army_never_enters_rough_ground() -> None:
    """T020."""
    match = march('"de-4-army" = "1736"\n"de-log-hga" = "1736"')
    do(match, "move de-4-army")
    refused(match, "step 1737", "8.4.1a")


@pytest.mark.rule("8.5b")
def test_nobody_enters_switzerland() -> None:
    """T022."""
    match = march('"fr-8-army" = "1944"', "allied", "3ag")
    do(match, "move fr-8-army")
    refused(match, "step 2044", "8.5b")


@pytest.mark.rule("8.5c")
def test_belgians_and_dutch_keep_to_their_ground() -> None:
    match = march('"be-7-corps" = "1536"', "allied", "belgium")
    do(match, "move be-7-corps")
    refused(match, "step 1636", "8.5c")
    match = march('"nl-3-corps" = "1434"', "allied", "netherlands")
    do(match, "move nl-3-corps")
    refused(match, "step 1435", "8.5c")


@pytest.mark.rule("8.5c", "28.2f")
def test_the_alliance_opens_luxembourg_to_belgians() -> None:
    units = '"be-7-corps" = "1538"'
    match = march(units, "allied", "belgium")
    do(match, "move be-7-corps")
    refused(match, "step 1638", "8.5c")
    allied = table('turn = 2\nside = "allied"\nmarker = "belgium"\nsegment = "movement"\n'
                   f'options = {{ alliance = "on" }}\n[units]\n{units}')
    do(allied, "move be-7-corps")
    assert "1638" in steps(allied)


@pytest.mark.rule("6.0e", "8.0c")
def test_hexes_with_enemies_and_the_sea_are_closed() -> None:
    match = march('"de-4-army" = "1138"\n"fr-1-army" = "1037"')
    do(match, "move de-4-army")
    refused(match, "step 1037", "6.0e")
    match = march('"fr-7-army" = "0936"', "allied", "1ag")
    do(match, "move fr-7-army")
    refused(match, "step 0935", "8.0c")


@pytest.mark.rule("8.1a")
def test_a_unit_can_always_go_one_hex() -> None:
    """An unsupported mechanised corps with three movement factors over a river into rough ground."""
    match = march('"be-gpk" = "1538"', "allied", "belgium", bombed=["1335", "1336"])
    do(match, "move be-gpk")
    assert left(match) == 2
    assert "1637" in steps(match)


@pytest.mark.rule("8.0b", "5.8b")
def test_static_units_never_move() -> None:
    match = march('"de-eifel" = "1738"\n"de-4-army" = "1736"')
    refused(match, "move de-eifel", "8.0b")


@pytest.mark.rule("5.5a", "8.0a")
def test_only_activated_units_move() -> None:
    match = march('"de-6-army" = "1636"\n"de-4-army" = "1736"\n"fr-1-army" = "1237"')
    refused(match, "move de-6-army", "5.5a")
    refused(match, "move fr-1-army", "4.1d")
    refused(match, "move de-12-army", "2.1a")


@pytest.mark.rule("5.8d", "5.8e", "5.8c")
def test_a_reserve_acts_with_one_army_group_a_week() -> None:
    """T046."""
    match = table('turn = 2\ndice = ["hga", "hgb"]\nbins = { german = ["hga", "hgb"], allied = [] }\n'
                  '[units]\n"de-43-corps" = "1835"\n"de-42-corps" = "1835"')
    on_to(match, "movement")
    do(match, "move de-43-corps", "step 1836", "stop")
    sit_out(match)
    on_to(match, "movement")
    refused(match, "move de-43-corps", "5.8d")
    assert "move de-42-corps" in legal(match)


@pytest.mark.rule("5.8c")
def test_the_panzer_group_brings_no_reserves() -> None:
    match = march('"de-43-corps" = "1835"', marker="pgk")
    refused(match, "move de-43-corps", "5.5a")


@pytest.mark.rule("3.3b", "3.3c", "17.1a")
def test_entering_a_hex_takes_it_and_breaks_its_fort() -> None:
    match = march('"de-4-army" = "1536"\n"de-log-hga" = "1538"')
    g, p = inside(match)
    events = do(match, "move de-4-army", "step 1537")
    assert happened(events, "fort destroyed") == [{"hex": "1537"}]
    p = match.position
    assert p.control >> g.grid.bit["1537"] & 1
    do(match, "stop", "move de-log-hga", "step 1438", "stop")
    assert not match.position.control >> g.grid.bit["1438"] & 1


@pytest.mark.rule("17.0b", "8.4a")
def test_an_enemy_fort_has_its_own_price() -> None:
    match = march('"de-4-army" = "1536"\n"de-log-hga" = "1736"')
    do(match, "move de-4-army")
    before = left(match)
    do(match, "step 1537")
    paid = before - left(match)
    g, _ = inside(match)
    wet = (g.grid.bit["1536"], g.grid.bit["1537"]) in g.board.river_name
    assert paid == g.charts.forts.minor.other + (g.charts.river.other if wet else 0)


@pytest.mark.rule("16.8b", "16.8a", "8.1a")
def test_german_air_units_slow_the_allies_and_not_the_germans() -> None:
    """T024: leaving a hex of an air zone costs one more, but the first step is always free to take."""
    def price(side: str, marker: str, unit: str, air: str, over: str) -> int:
        match = table(f'turn = 2\nside = "{side}"\nmarker = "{marker}"\nsegment = "movement"\n'
                      f'[units]\n"{unit}" = "1138"\n[air]\n{air} = {{ hex = "{over}", steps = 1 }}')
        do(match, f"move {unit}")
        before = left(match)
        do(match, "step 1139")
        return before - left(match)

    assert price("allied", "1ag", "fr-7-army", "de-air-1", "1138") == 2
    assert price("allied", "1ag", "fr-7-army", "de-air-1", "1139") == 1
    assert price("german", "hga", "de-4-army", "fr-air-zoan", "1138") == 1


@pytest.mark.rule("8.2a", "15.5a")
@pytest.mark.parametrize(("unit", "factors"), [("de-4-army", 2), ("de-1-cav", 2), ("de-15-corps", 4)])
def test_half_a_movement_factor_is_rounded_up(unit: str, factors: int) -> None:
    """Of three, four and seven."""
    match = march(f'"{unit}" = "0940"', marker="hgb" if unit == "de-1-cav" else "hga")
    do(match, f"move {unit}")
    assert left(match) == factors


@pytest.mark.rule("8.1a")
def test_a_first_step_that_is_too_dear_takes_the_whole_move() -> None:
    match = march('"be-gpk" = "1538"\n"be-7-corps" = "1436"', "allied", "belgium", bombed=["1335", "1336"])
    do(match, "move be-gpk", "step 1637")
    assert at(match, "be-gpk") == "1637"
    assert "move be-7-corps" in legal(match), "the move is over"
    refused(match, "move be-gpk", "8.0d")


@pytest.mark.rule("8.0a", "17.0b")
def test_a_later_step_must_be_paid_for_also_into_a_fort() -> None:
    """An army has three factors; the works of Liège take two."""
    match = march('"de-4-army" = "1635"\n"de-log-hga" = "1736"\n"fr-21-corps" = "1437"')
    do(match, "move de-4-army")
    assert left(match) == 3
    do(match, "step 1636")
    assert "1537" not in steps(match), "over the Meuse it would take three"
    refused(match, "step 1537", "8.0a")
    bridge = march('"de-4-army" = "1436"\n"de-log-hga" = "1436"')
    do(bridge, "move de-4-army", "step 1536")
    assert (left(bridge), "1537" in steps(bridge)) == (2, True)


DIKE = ("1430", "1629", "1630")
"""The land around Kornwerderzand."""


@pytest.mark.rule("8.1b", "8.0c")
def test_a_unit_without_a_way_says_why() -> None:
    ring = '"de-4-army" = "1037"\n"de-12-army" = "1238"\n'
    shut = march('"fr-21-corps" = "1138"\n' + ring, "allied", "1ag")
    refused(shut, "move fr-21-corps", "8.1b")
    dike = march('"nl-l" = "1530"\n"nl-k" = "1530"\n' + "".join(
        f'"{unit}" = "{hex}"\n' for unit, hex in zip(("de-4-army", "de-12-army", "de-6-army"), DIKE, strict=True)),
        "allied", "netherlands")
    refused(dike, "move nl-l", "8.0c")


@pytest.mark.rule("8.0a", "8.0d", "4.1d")
def test_a_unit_on_the_move_goes_on_or_stops() -> None:
    match = march('"de-15-corps" = "1835"\n"de-4-army" = "1736"')
    do(match, "move de-15-corps")
    refused(match, "stop", "8.0a")
    refused(match, "end", "8.0a")
    refused(match, "step 2241", "8.0a", "is not next to")
    do(match, "step 1836")
    refused(match, "move de-4-army", "8.0a")
    do(match, "stop")
    assert "move de-4-army" in legal(match)


@pytest.mark.rule("25.4c")
def test_allied_units_stay_out_of_open_cities_and_germans_do_not() -> None:
    match = march('"fr-7-army" = "0940"', "allied", "1ag", open_cities=["0941"])
    do(match, "move fr-7-army")
    refused(match, "step 0941", "25.4c")
    german = march('"de-4-army" = "0940"', open_cities=["0941"])
    do(german, "move de-4-army")
    assert "0941" in steps(german)


@pytest.mark.rule("28.1e")
def test_nobody_enters_the_netherlands_without_an_invasion() -> None:
    match = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "movement"\n'
                  'options = { no-netherlands = "on" }\n[units]\nde-4-army = "1636"')
    do(match, "move de-4-army")
    refused(match, "step 1635", "28.1e")


@pytest.mark.rule("16.8b")
def test_every_hex_left_in_an_air_zone_costs_one_more() -> None:
    """7 Army has four factors and three clear hexes before it."""
    text = ('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\n[units]\n"fr-7-army" = "0743"\n'
            '[air]\nde-air-1 = "{0}"')
    slow, free = table(text.format("0643")), table(text.format("1937"))
    for match, factors in ((slow, (2, 0)), (free, (3, 2))):
        do(match, "move fr-7-army", "step 0643")
        assert left(match) == factors[0]
        do(match, "step 0543")
        if factors[1]:
            assert left(match) == factors[1]
        else:
            assert "move fr-7-army" not in legal(match)
            assert legal(match)[0] == "end"


@pytest.mark.rule("8.1b", "7.2d")
def test_the_allies_too_do_not_go_from_one_zone_to_another() -> None:
    match = march('"fr-7-army" = "1138"\n"de-4-army" = "1037"', "allied", "1ag")
    do(match, "move fr-7-army")
    refused(match, "step 1038", "8.1b")


@pytest.mark.rule("26.0a", "16.8b")
def test_the_airlift_slows_nobody() -> None:
    match = table('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\noptions = { airlift = "on" }\n'
                  '[units]\n"fr-7-army" = "1138"\n[air]\nde-airlift = "1138"')
    do(match, "move fr-7-army")
    before = left(match)
    do(match, "step 1139")
    assert before - left(match) == 1


@pytest.mark.rule("8.0a", "8.0c", "25.4c", "7.1c")
def test_a_later_step_is_barred_like_the_first() -> None:
    city = march('"fr-7-army" = "1039"', "allied", "1ag", open_cities=["0941"])
    do(city, "move fr-7-army", "step 0940")
    refused(city, "step 0941", "25.4c")
    fort = march('"fr-3-army" = "1741"\n"fr-thionville" = "1740"\n"de-4-army" = "1739"', "allied", "2ag")
    do(fort, "move fr-3-army", "step 1740")
    refused(fort, "step 1739", "6.0e")


@pytest.mark.rule("17.0b", "17.1a")
@pytest.mark.parametrize(("destroyed", "dearer"), [([], True), (["1640"], False), (["1740"], True)])
def test_only_works_that_stand_cost_more(destroyed: list[str], dearer: bool) -> None:
    match = march('"de-15-corps" = "1639"\n"de-log-hga" = "1638"', destroyed=destroyed)
    do(match, "move de-15-corps")
    whole = left(match)
    do(match, "step 1640")
    spent = whole - (left(match) if "stop" in legal(match) else 0)
    assert (spent > BOX.charts.terrain["clear"].mech) is dearer


@pytest.mark.rule("25.4c", "8.0a")
def test_an_open_city_is_no_reason_against_a_german_step() -> None:
    match = march('"de-4-army" = "1042"', open_cities=["0941"])
    do(match, "move de-4-army", "step 0942")
    refused(match, "step 0941", "8.0a")
