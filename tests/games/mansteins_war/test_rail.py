"""9.0 Railroad movement."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.table import at, do, inside, legal, refused, table
from tests.games.mansteins_war.test_movement import march


def stations(match: object) -> list[str]:
    return [a.removeprefix("ride ") for a in legal(match) if a.startswith("ride ")]  # type: ignore[arg-type]


@pytest.mark.rule("9.0d", "9.0e", "9.0h")
def test_a_ride_goes_from_town_to_town() -> None:
    match = march('"de-4-army" = "1835"')
    do(match, "rail de-4-army")
    found = stations(match)
    assert "2241" in found
    assert "1938" not in found
    refused(match, "ride 1938", "9.0d")
    refused(match, "step 1836", "9.0h")
    do(match, "ride 2241")
    assert at(match, "de-4-army") == "2241"
    refused(match, "move de-4-army", "8.0d")


@pytest.mark.rule("9.1a", "9.1b")
def test_capacity_is_counted_in_army_equivalents() -> None:
    """T026."""
    corps = ("de-17-corps", "de-38-corps", "de-42-corps")
    units = "\n".join(f'"{u}" = "1835"' for u in ("de-4-army", "de-12-army", *corps, "de-43-corps"))
    match = march(units)
    for u in ("de-4-army", "de-12-army", *corps):
        do(match, f"rail {u}", "ride 2241")
    refused(match, "rail de-43-corps", "9.1a")


@pytest.mark.rule("9.0c")
def test_the_british_ride_in_france_only() -> None:
    """T028."""
    match = march('"gb-2-corps" = "0740"', "allied", "1ag")
    do(match, "rail gb-2-corps")
    assert "0941" in stations(match)
    refused(match, "ride 1336", "9.0c")
    abroad = march('"gb-2-corps" = "1135"', "allied", "1ag")
    refused(abroad, "rail gb-2-corps", "9.0c")


@pytest.mark.rule("9.0d")
def test_a_ride_starts_from_a_city_or_town() -> None:
    """T029."""
    refused(march('"de-4-army" = "1735"\n"de-12-army" = "2231"'), "rail de-12-army", "9.0d")


@pytest.mark.rule("9.0f")
def test_an_army_rides_through_rough_ground() -> None:
    """T030: only the Eifel leads from 1737 on; armies end in no rough hex."""
    match = march('"de-4-army" = "1736"')
    do(match, "rail de-4-army")
    g, _ = inside(match)
    rough = set(g.grid.names_of(g.board.rough))
    assert not rough & set(stations(match))
    assert "1739" in stations(match)


@pytest.mark.rule("15.5a")
def test_an_unsupported_unit_does_not_ride() -> None:
    """T032."""
    match = march('"fr-7-army" = "0941"', "allied", "1ag", bombed=["0941"],
                  german=["0843", "1137", "1341", "1641", "0539", "0738", "0835", "0836", "0936", "1035"])
    refused(match, "rail fr-7-army", "15.5a")


@pytest.mark.rule("9.0g", "7.2d")
def test_enemy_zones_stop_the_train() -> None:
    match = march('"fr-7-army" = "0941"\n"de-4-army" = "1138"\n"de-12-army" = "1036"', "allied", "1ag")
    do(match, "rail fr-7-army")
    found = stations(match)
    assert "1038" not in found or "1037" not in found
    assert "0836" in found
    refused(match, "ride 1138", "9.0g")


@pytest.mark.rule("9.0a")
def test_static_units_have_no_rail_movement() -> None:
    refused(march('"de-saar" = "1839"\n"de-4-army" = "1835"'), "rail de-saar", "8.0b")


@pytest.mark.rule("9.0b")
def test_a_train_takes_the_hexes_it_passes() -> None:
    match = table('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\ngerman = ["1039"]\n'
                  '[units]\n"fr-7-army" = "1040"')
    do(match, "rail fr-7-army", "ride 1039")
    g, p = inside(match)
    assert not p.control >> g.grid.bit["1039"] & 1


@pytest.mark.rule("16.8c")
def test_german_air_units_bar_the_railways() -> None:
    """T033."""
    text = ('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\n[units]\n"fr-7-army" = "0941"\n'
            '"fr-9-army" = "1240"\n[air]\nde-air-1 = "1240"')
    match = table(text)
    refused(match, "rail fr-9-army", "16.8c")
    do(match, "rail fr-7-army")
    refused(match, "ride 1240", "16.8c")
    assert "1042" in stations(match)


@pytest.mark.rule("16.8c")
def test_they_bar_the_railways_of_a_hex_that_an_enemy_zone_touches_too() -> None:
    text = ('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\n[units]\n"fr-7-army" = "0941"\n'
            '"fr-9-army" = "0742"\n"de-4-army" = "1040"\n[air]\nde-air-1 = "AIR"')
    refused(table(text.replace("AIR", "1041")), "rail fr-7-army", "16.8c")
    assert "rail fr-7-army" in legal(table(text.replace("AIR", "1240")))


@pytest.mark.rule("9.1a", "9.1b")
@pytest.mark.parametrize(("side", "marker", "army", "corps", "thirds"), [
    ("german", "hga", "de-4-army", "de-43-corps", 9), ("allied", "1ag", "fr-7-army", "fr-21-corps", 6),
])
def test_the_last_third_is_used_and_nothing_beyond_it(
    side: str, marker: str, army: str, corps: str, thirds: int
) -> None:
    start, end = ("1835", "2241") if side == "german" else ("0941", "0740")

    def used(amount: int) -> Match:
        match = march(f'"{army}" = "{start}"\n"{corps}" = "{start}"', side, marker)
        inside(match)[1].railed = amount
        return match

    assert used(0).view(None)["rail"] == {"used": 0, "capacity": thirds}
    assert f"rail {army}" in legal(used(thirds - 3))
    match = used(thirds - 2)
    refused(match, f"rail {army}", "9.1a", "carry 2 thirds")
    do(match, f"rail {corps}", f"ride {end}")
    assert match.view(None)["rail"]["used"] == thirds - 1


@pytest.mark.rule("9.0d", "9.0c", "9.0g")
def test_why_there_is_no_ride() -> None:
    refused(march('"de-4-army" = "1736"\n"de-12-army" = "1336"'), "rail de-12-army", "9.0c")
    match = march('"de-4-army" = "1835"')
    do(match, "rail de-4-army")
    refused(match, "ride 9999", "9.0h")
    refused(match, "ride 1336", "9.0c")
    refused(match, "ride 1835", "9.0g")


@pytest.mark.rule("9.0b", "3.3b")
def test_a_ride_takes_every_hex_on_its_way_and_no_other() -> None:
    match = table('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\n'
                  'german = ["0840", "0841", "0940", "0741", "0841"]\n[units]\n"fr-7-army" = "0941"')
    do(match, "rail fr-7-army", "ride 0740")
    taken = {"0840", "0841", "0940", "0741"} - set(match.view(None)["control"])
    assert at(match, "fr-7-army") == "0740"
    assert len(taken) == 1, "two hexes lead from Paris to Rouen, one of them between"
    assert "0940" in match.view(None)["control"]


@pytest.mark.rule("9.0g", "7.2d")
def test_no_train_goes_from_one_zone_into_another() -> None:
    """Paris and all that is around it lie in German zones; with a gap in them the train leaves."""
    ring = '"fr-7-army" = "0941"\n"de-4-army" = "0840"\n'
    shut = march(ring + '"de-12-army" = "1041"\n', "allied", "1ag")
    inside(shut)[1].railed = 3
    refused(shut, "rail fr-7-army", "9.0d")
    match = march(ring, "allied", "1ag")
    do(match, "rail fr-7-army")
    assert {"1040", "0940"} <= set(stations(match)), "the second as the end of the line"


@pytest.mark.rule("16.8c", "9.0d")
def test_german_air_units_are_no_reason_against_a_german_ride() -> None:
    text = ('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "movement"\n[units]\n"de-4-army" = "1835"\n'
            '"de-12-army" = "1736"\n[air]\nde-air-1 = "1835"\nde-air-2 = "1736"')
    match, full = table(text), table(text)
    inside(full)[1].railed = 8
    refused(full, "rail de-4-army", "9.1a")
    do(match, "rail de-12-army")
    assert "1835" in stations(match)
    refused(match, "ride 1736", "9.0g")


@pytest.mark.rule("25.4c", "9.0g")
def test_allied_trains_do_not_run_into_an_open_city() -> None:
    match = march('"fr-7-army" = "0940"', "allied", "1ag", open_cities=["0941"])
    do(match, "rail fr-7-army")
    refused(match, "ride 0941", "9.0g")


@pytest.mark.rule("7.2d", "9.0g")
def test_nobody_rides_out_of_a_city_that_zones_of_control_close_in() -> None:
    """Paris feeds the army in it; every hex around lies in an enemy zone, and beyond them the line is free."""
    ring = '"de-4-army" = "1040"\n"de-12-army" = "0942"'
    match = march(f'"fr-7-army" = "0941"\n"fr-2-army" = "0743"\n{ring}\n"de-16-army" = "0840"', "allied", "1ag")
    refused(match, "rail fr-7-army", "9.0d")
    left = march(f'"fr-7-army" = "0941"\n"fr-2-army" = "0743"\n{ring}', "allied", "1ag")
    assert "rail fr-7-army" in legal(left)
