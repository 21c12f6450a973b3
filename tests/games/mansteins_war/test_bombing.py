"""16.9, 22.4 City bombing."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import air_at, battle
from tests.games.verbs import do, happened, legal, refused

UNITS = '"de-19-corps" = "1738"\n"fr-2-army" = "1439"\n'


@pytest.mark.rule("16.9a")
def test_german_air_units_may_bomb_enemy_cities_without_german_units() -> None:
    match = battle(UNITS, segment="air", air="BL1")
    do(match, "fly de-air-8", "over 1333", "fly de-air-1", "over 1439", "fly de-air-2", "over 1835")
    assert legal(match) == ["bomb de-air-8", "done"]
    refused(match, "bomb de-air-1", "16.9a")
    refused(match, "bomb de-air-2", "16.9a")
    refused(match, "end", "16.9a")
    do(match, "done")
    assert air_at(match, "de-air-8")[0] == "1333"


@pytest.mark.rule("16.9a")
def test_a_city_with_german_units_or_bombed_before_is_no_target() -> None:
    match = battle(UNITS + '"de-41-corps" = "1433"\n', segment="air", more='bombed = ["1333"]')
    do(match, "fly de-air-8", "over 1433", "fly de-air-1", "over 1333", "fly de-air-2", "over 1432")
    assert legal(match) == ["bomb de-air-2", "done"]
    refused(match, "bomb de-air-8", "16.9a")
    refused(match, "bomb de-air-1", "16.9a")


@pytest.mark.rule("16.9a")
@pytest.mark.rule("16.5b")
def test_the_allies_do_not_bomb() -> None:
    match = battle(UNITS, segment="air", side="allied", marker="1ag")
    do(match, "fly fr-air-zoan", "over 1835", "done")
    assert not any(action.startswith("bomb") for action in legal(match))


@pytest.mark.rule("28.2d")
def test_by_doctrine_the_allies_bomb_german_cities() -> None:
    match = battle(UNITS, segment="air", side="allied", marker="1ag", options=("allied-airpower",), air="DL1")
    do(match, "fly fr-air-zoan", "over 1835", "fly gb-air-baff", "over 1433")
    assert legal(match) == ["bomb fr-air-zoan", "done"]
    do(match, "bomb fr-air-zoan")
    assert match.view(None)["bombed"] == ["1835"]


@pytest.mark.rule("16.9b")
@pytest.mark.rule("16.5b")
@pytest.mark.parametrize(("result", "bombs"), [("DL1", True), ("BL1", False), ("AL1", False)])
def test_enemy_air_over_the_city_is_fought_first(result: str, bombs: bool) -> None:
    match = battle(UNITS, segment="air", air=result, tail='[air]\nfr-air-zoan = "1333"\n')
    do(match, "fly de-air-8", "over 1333", "done")
    assert ("bomb de-air-8" in legal(match)) == bombs
    if not bombs:
        assert air_at(match, "de-air-8")[0] == "utilized"


@pytest.mark.rule("16.9c")
def test_the_city_has_a_strength_of_one() -> None:
    """T102."""
    match = battle(UNITS, segment="air", more="dice = [3]")
    do(match, "fly de-air-8", "over 1333", "done")
    bombing = happened(do(match, "bomb de-air-8"), "bombing")[0]
    table = match.game.air_table  # type: ignore[attr-defined]
    assert (bombing["difference"], bombing["die"]) == (2, 3)
    assert bombing["result"] == table.rows[2][table.columns.index(2)]


@pytest.mark.rule("5.1n")
def test_the_luftwaffe_marker_shifts_bombing() -> None:
    match = battle(UNITS, segment="air", marker="luftwaffe")
    do(match, "fly de-air-8", "over 1333", "done")
    assert happened(do(match, "bomb de-air-8"), "bombing")[0]["shift"] == 1


@pytest.mark.rule("22.4a")
@pytest.mark.rule("22.4b")
@pytest.mark.rule("16.5b")
@pytest.mark.parametrize(("result", "place", "bombed"), [
    ("AL1", ("utilized", 1), []), ("BL1", ("utilized", 2), []), ("DL1", ("utilized", 2), ["1333"]),
])
def test_results_of_bombing(result: str, place: tuple[str, int], bombed: list[str]) -> None:
    """T104."""
    match = battle(UNITS, segment="air", air=result)
    do(match, "fly de-air-8", "over 1333", "done", "bomb de-air-8")
    assert air_at(match, "de-air-8") == place
    assert match.view(None)["bombed"] == bombed


@pytest.mark.rule("22.4a")
def test_a_reduced_bomber_is_eliminated() -> None:
    match = battle(UNITS, segment="air", air="AL1", tail='[air]\nde-air-8 = { hex = "available", steps = 1 }\n')
    do(match, "fly de-air-8", "over 1333", "done", "bomb de-air-8")
    assert air_at(match, "de-air-8")[0] == "eliminated"


@pytest.mark.rule("26.0a")
def test_the_airlift_does_not_bomb() -> None:
    match = battle(UNITS, segment="air", options=("airlift",))
    do(match, "fly de-airlift", "over 1333", "fly de-air-8", "over 1432", "done")
    assert legal(match) == ["bomb de-air-8", "done"]
    refused(match, "bomb de-airlift", "26.0a")


def test_bombing_is_told() -> None:
    match = battle(UNITS, segment="air", air="DL1", more="dice = [6]")
    do(match, "fly de-air-8", "over 1333", "done")
    events = do(match, "bomb de-air-8")
    assert [match.game.describe(event) for event in events][:2] == [
        "Fliegerkorps VIII bombs Rotterdam (1333) at +2: die 6, DL1",
        "Rotterdam (1333) lies in ruins: neither city defence nor depot nor port",
    ]
