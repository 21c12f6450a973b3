"""26.0 The German airlift."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import air_at, battle, shifts
from tests.games.mansteins_war.table import at, table
from tests.games.verbs import do, legal, refused

HOME = '"de-llk" = "1835"\n"de-6-army" = "1735"\n'
LIFT = ("airlift",)


@pytest.mark.rule("26.0a")
def test_it_flies_on_an_air_activation_to_a_hex_without_enemy_air() -> None:
    match = battle(HOME, segment="air", options=LIFT, tail='[air]\nfr-air-zoan = "1439"\n')
    do(match, "fly de-airlift")
    refused(match, "over 1439", "26.0a")
    do(match, "over 1440", "fly de-air-1", "over 1240", "fly de-air-2", "over 1340")
    assert not any(action.startswith("fly") for action in legal(match))


@pytest.mark.rule("26.0a")
def test_without_the_option_there_is_no_airlift() -> None:
    match = battle(HOME, segment="air")
    refused(match, "fly de-airlift", "16.0a")


@pytest.mark.rule("26.0b")
def test_it_shares_a_hex_with_one_friendly_air_unit() -> None:
    match = battle(HOME, segment="air", options=LIFT, tail='[air]\nde-air-1 = "1439"\n')
    do(match, "fly de-airlift", "over 1439")
    assert air_at(match, "de-airlift")[0] == air_at(match, "de-air-1")[0] == "1439"
    do(match, "fly de-air-2")
    refused(match, "over 1439", "16.3a")


@pytest.mark.rule("26.0c")
def test_it_is_moved_and_withdrawn_like_others() -> None:
    match = battle(HOME, segment="air", options=LIFT, tail='[air]\nde-airlift = "1439"\n')
    do(match, "recall de-airlift")
    assert air_at(match, "de-airlift")[0] == "utilized"


@pytest.mark.rule("26.0a")
def test_it_gives_no_ground_support() -> None:
    match = battle('"de-19-corps" = "1343"\n"de-log-pgk" = "1342"\n"fr-21-corps" = "1443"\n"fr-log-ghq" = "1644"\n',
                   options=LIFT, tail='[air]\nde-airlift = "1443"\n')
    do(match, "attack 1443", "with de-19-corps")
    assert shifts(match) == {}


@pytest.mark.rule("26.1a")
@pytest.mark.rule("26.1b")
@pytest.mark.rule("2.3b")
def test_it_supplies_those_around_it_in_combat_and_stays() -> None:
    units = '"de-19-corps" = "1343"\n"fr-21-corps" = "1443"\n"fr-log-ghq" = "1644"\n'
    match = battle(units, options=LIFT, tail='[air]\nde-airlift = "1342"\n', assault="AA", mobile="AA",
                   more='bins = { german = ["hga"], allied = [] }')
    do(match, "attack 1443", "with de-19-corps")
    assert shifts(match) == {}
    do(match, "attack", "assault")
    assert air_at(match, "de-airlift") == ("1342", 1)
    assert "fly de-airlift" in legal(match)


@pytest.mark.rule("26.2a")
def test_a_landing_needs_the_airlift_and_an_activation() -> None:
    match = battle(HOME, segment="movement", marker="hgb", options=LIFT)
    assert "drop de-llk" in legal(match)
    do(match, "drop de-llk", "land 1434")
    assert air_at(match, "de-airlift")[0] == "utilized"
    used = battle(HOME, segment="movement", marker="hgb", options=LIFT, tail='[air]\nde-airlift = "utilized"\n')
    refused(used, "drop de-llk", "26.2a")


@pytest.mark.rule("26.2a")
def test_the_activation_has_to_be_left() -> None:
    match = battle(HOME, segment="air", marker="hgb", options=LIFT)
    do(match, "fly de-air-1", "over 1439", "fly de-air-2", "over 1440", "fly de-air-4", "over 1340")
    refused(match, "drop de-llk", "26.2a")


@pytest.mark.rule("26.3a")
def test_it_carries_the_corps_from_city_to_city() -> None:
    match = battle(HOME, segment="movement", marker="hgb", options=LIFT)
    do(match, "carry de-llk")
    assert "land 2138" in legal(match)
    refused(match, "land 1333", "26.3a")
    refused(match, "land 1736", "26.3a")
    do(match, "land 2138")
    assert at(match, "de-llk") == "2138"
    assert air_at(match, "de-airlift")[0] == "utilized"
    refused(match, "move de-llk", "8.0d")


@pytest.mark.rule("26.3a")
def test_a_transfer_is_no_landing_and_others_are_not_carried() -> None:
    match = battle(HOME + '"de-1-cav" = "1636"\n', segment="movement", marker="hgb", options=LIFT)
    refused(match, "carry de-6-army", "26.3a")
    refused(match, "carry de-1-cav", "26.3a")
    do(match, "carry de-llk", "land 2138")
    assert not match.position.dropped  # type: ignore[attr-defined]


@pytest.mark.rule("26.3a")
def test_it_starts_in_a_city() -> None:
    match = battle('"de-llk" = "1736"\n', segment="movement", marker="hgb", options=LIFT)
    refused(match, "carry de-llk", "26.3a")


@pytest.mark.rule("26.3a")
@pytest.mark.rule("18.3a")
def test_who_was_carried_is_supported_in_the_combat_segment() -> None:
    match = battle(HOME, segment="movement", marker="hgb", options=LIFT)
    do(match, "carry de-llk", "land 2138")
    assert match.position.supplied >> match.game.by_id["de-llk"] & 1  # type: ignore[attr-defined]


@pytest.mark.rule("28.1d")
def test_by_doctrine_an_infantry_corps_is_carried_once_a_week() -> None:
    units = '"de-17-corps" = "1835"\n"de-38-corps" = "1933"\n"de-15-corps" = "1934"\n'
    match = battle(units, segment="movement", marker="hga", options=("airlift", "airlift-doctrine"))
    refused(match, "carry de-15-corps", "26.3a")
    do(match, "carry de-17-corps", "land 2138")
    assert at(match, "de-17-corps") == "2138"
    assert match.position.transfers == 3  # type: ignore[attr-defined]
    refused(match, "carry de-38-corps", "28.1d")
    plain = battle(units, segment="movement", marker="hga", options=LIFT)
    refused(plain, "carry de-17-corps", "26.3a")


@pytest.mark.rule("26.2a", "26.3a")
def test_an_airlift_on_the_map_carries_as_well() -> None:
    match = battle(HOME, segment="movement", marker="hgb", options=LIFT, tail='[air]\nde-airlift = "1439"\n')
    assert {"drop de-llk", "carry de-llk"} <= set(legal(match))
    do(match, "carry de-llk", "land 1934")
    assert air_at(match, "de-airlift")[0] == "utilized"
    assert match.view(None)["air_left"] == 2
    assert "drop de-llk" not in legal(match)


@pytest.mark.rule("26.3a")
def test_a_transfer_needs_the_airlift_an_activation_and_another_german_city() -> None:
    used = battle(HOME, segment="movement", marker="hgb", options=LIFT, tail='[air]\nde-airlift = "utilized"\n')
    refused(used, "carry de-llk", "26.3a", "the airlift is utilized")
    spent = battle(HOME, segment="air", marker="hgb", options=LIFT)
    do(spent, "fly de-air-1", "over 1439", "fly de-air-2", "over 1440", "fly de-air-4", "over 1340")
    refused(spent, "carry de-llk", "26.3a", "no air activation")
    match = battle(HOME, segment="movement", marker="hgb", options=LIFT, more='german = ["1336"]')
    do(match, "carry de-llk")
    refused(match, "land 1835", "26.3a")
    assert {"land 1336", "land 1934"} <= set(legal(match))
    assert not {"land 1333", "land 0941", "land 1736"} & set(legal(match))


@pytest.mark.rule("26.0a")
def test_without_the_airlift_nobody_is_carried_and_a_landing_takes_no_activation() -> None:
    match = battle(HOME, segment="movement", marker="hgb")
    refused(match, "carry de-llk", "26.0a")
    do(match, "drop de-llk", "land 1434")
    assert match.view(None)["air_left"] == 3


@pytest.mark.rule("28.1d")
@pytest.mark.parametrize(("unit", "carried"), [
    ("de-17-corps", True), ("de-gbk", True), ("de-4-army", False), ("de-15-corps", False), ("de-log-hga", False),
])
def test_the_doctrine_carries_corps_on_foot(unit: str, carried: bool) -> None:
    match = battle(f'"{unit}" = "1835"\n', segment="movement", marker="hga",
                   options=("airlift", "airlift-doctrine", "mountain-corps"))
    assert (f"carry {unit}" in legal(match)) is carried


@pytest.mark.rule("28.1d")
def test_the_doctrine_is_german_and_leaves_the_airborne_corps_its_transfer() -> None:
    options = ("airlift", "airlift-doctrine")
    allied = battle('"fr-21-corps" = "0941"\n', segment="movement", marker="1ag", side="allied", options=options)
    refused(allied, "carry fr-21-corps", "26.3a")
    match = battle(HOME + '"de-17-corps" = "1835"\n', segment="movement", marker="hgb", options=options)
    do(match, "carry de-llk", "land 1934")
    assert match.position.transfers == 0  # type: ignore[attr-defined]


@pytest.mark.rule("26.3a", "27.1d")
def test_a_city_in_dispute_is_no_airfield() -> None:
    """An Allied bridgehead faces Metz, which is nobody's while it lasts."""
    units = '"de-llk" = "1640"\n"fr-3-army" = "1741"\n'
    match = battle(units, segment="movement", marker="hgb", options=("airlift", "bridgeheads"),
                   more='bridgeheads = { allied = ["1741-1640"] }')
    refused(match, "carry de-llk", "26.3a", "is not in a city under German control")


@pytest.mark.rule("26.3a", "6.0e", "3.3c")
def test_nobody_is_flown_to_a_city_in_which_an_enemy_supply_unit_stands() -> None:
    match = table('turn = 3\nside = "german"\nmarker = "hgb"\nsegment = "movement"\noptions = { airlift = "on" }\n'
                  '[units]\n"de-llk" = "1933"\n"fr-log-1ag" = "1835"')
    do(match, "carry de-llk")
    assert "land 1834" in legal(match)
    refused(match, "land 1835", "26.3a")
