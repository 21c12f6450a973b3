"""16.6, 22.3 Air superiority."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import air_at, battle
from tests.games.verbs import do, happened, legal, refused

UNITS = '"de-19-corps" = "1738"\n"fr-2-army" = "1439"\n'
SHARED = '[air]\nde-air-8 = "1439"\nfr-air-zoan = "1439"\n'


@pytest.mark.rule("16.6a")
@pytest.mark.rule("4.1f")
def test_air_units_that_share_a_hex_must_fight_activated_or_not() -> None:
    """T098."""
    match = battle(UNITS, segment="air", tail=SHARED, air="DL1")
    events = do(match, "done")
    assert len(happened(events, "air fight")) == 1
    assert air_at(match, "fr-air-zoan") == ("utilized", 1)


@pytest.mark.rule("16.6a")
def test_the_operating_player_orders_the_fights() -> None:
    tail = SHARED + 'de-air-1 = "1240"\nfr-air-zoae = "1240"\n'
    match = battle(UNITS, segment="air", tail=tail, air="BL1")
    do(match, "done")
    assert legal(match) == ["fight 1240", "fight 1439"]
    refused(match, "fight 1340", "16.6b")
    refused(match, "done", "16.6a")
    events = do(match, "fight 1439")
    assert [fight["hex"] for fight in happened(events, "air fight")] == ["1439", "1240"]


@pytest.mark.rule("16.6b")
def test_neighbours_do_not_fight_and_the_operating_player_attacks() -> None:
    tail = '[air]\nde-air-8 = "1439"\nfr-air-zoan = "1440"\nfr-air-zoae = "1240"\nde-air-1 = "1240"\n'
    match = battle(UNITS, segment="air", side="allied", marker="1ag", tail=tail, air="AL1")
    events = do(match, "done")
    fight = happened(events, "air fight")
    assert [(f["attacker"], f["defender"]) for f in fight] == [("fr-air-zoae", "de-air-1")]
    assert air_at(match, "fr-air-zoae") == ("utilized", 1)
    assert air_at(match, "fr-air-zoan") == ("1440", 2)


@pytest.mark.rule("16.6c")
def test_the_difference_of_the_values_finds_the_column() -> None:
    match = battle(UNITS, segment="air", tail=SHARED, more="dice = [4]")
    fight = happened(do(match, "done"), "air fight")[0]
    assert (fight["difference"], fight["die"]) == (1, 4)
    g = match.game
    assert fight["result"] == g.air_table.rows[3][g.air_table.columns.index(1)]  # type: ignore[attr-defined]


@pytest.mark.rule("16.6d")
@pytest.mark.rule("5.1n")
@pytest.mark.rule("5.6d")
def test_only_the_luftwaffe_marker_shifts_air_fights() -> None:
    """T101."""
    for marker, more, shift in (("manstein", "manstein = 3", 0), ("hoth", 'acting = ["de-19-corps"]', 0),
                                ("luftwaffe", "", 1)):
        match = battle(UNITS, segment="air", tail=SHARED, marker=marker, more=more)
        assert happened(do(match, "done"), "air fight")[0]["shift"] == shift
    match = battle(UNITS, segment="air", tail=SHARED, marker="luftwaffe", more="dice = [4]")
    fight = happened(do(match, "done"), "air fight")[0]
    table = match.game.air_table  # type: ignore[attr-defined]
    assert fight["result"] == table.rows[3][table.columns.index(2)]


@pytest.mark.rule("22.3a")
@pytest.mark.parametrize(("result", "german", "french"), [
    ("AL1", ("utilized", 1), ("1439", 2)), ("DL1", ("1439", 2), ("utilized", 1)),
    ("BL1", ("utilized", 1), ("utilized", 1)),
])
def test_results_reduce_and_abort(result: str, german: tuple[str, int], french: tuple[str, int]) -> None:
    match = battle(UNITS, segment="air", tail=SHARED, air=result)
    do(match, "done")
    assert (air_at(match, "de-air-8"), air_at(match, "fr-air-zoan")) == (german, french)


@pytest.mark.rule("22.3a")
@pytest.mark.rule("22.3b")
def test_a_reduced_air_unit_is_eliminated_by_its_next_loss() -> None:
    """T100."""
    tail = '[air]\nde-air-8 = "1439"\nfr-air-zoan = { hex = "1439", steps = 1 }\n'
    match = battle(UNITS, segment="air", tail=tail, air="BL1")
    events = do(match, "done")
    assert air_at(match, "fr-air-zoan")[0] == "eliminated"
    assert air_at(match, "de-air-8") == ("utilized", 1)
    assert [event.what for event in events if event.what.startswith("air ")][1:3] == ["air eliminated", "air reduced"]


@pytest.mark.rule("26.0c")
def test_the_airlift_never_opens_a_fight_and_dies_alone() -> None:
    tail = '[air]\nde-airlift = "1439"\nfr-air-zoan = "1439"\n'
    match = battle(UNITS, segment="air", tail=tail, air="DL1", options=("airlift",))
    assert not happened(do(match, "done"), "air fight")
    match = battle(UNITS, segment="air", tail=tail, air="BL1", options=("airlift",), side="allied", marker="1ag")
    fight = happened(do(match, "done"), "air fight")[0]
    assert fight["difference"] == 2
    assert air_at(match, "de-airlift")[0] == "eliminated"


@pytest.mark.rule("26.0c")
def test_a_fighting_unit_defends_the_airlift() -> None:
    tail = '[air]\nde-airlift = "1439"\nfr-air-zoan = "1439"\nde-air-1 = "1439"\n'
    match = battle(UNITS, segment="air", tail=tail, air="DL1", options=("airlift",), side="allied", marker="1ag")
    fight = happened(do(match, "done"), "air fight")
    assert [f["defender"] for f in fight] == ["de-air-1"]
    assert air_at(match, "de-airlift") == ("1439", 1)


def test_fights_are_told() -> None:
    match = battle(UNITS, segment="air", tail=SHARED, air="BL1", more="dice = [2]")
    events = [event for event in do(match, "done") if event.what.startswith("air ")]
    assert match.game.describe(events[0]) == "Fliegerkorps VIII fights ZOAN over Sedan (1439) at +1: die 2, BL1"


@pytest.mark.rule("26.0c", "16.6a")
@pytest.mark.parametrize(("side", "marker"), [("german", "pgk"), ("allied", "1ag")])
def test_the_airlift_does_not_fight_while_another_air_unit_is_with_it(side: str, marker: str) -> None:
    match = battle("", side=side, marker=marker, segment="air", options=("airlift",), air="BL1",
                   tail='[air]\nde-airlift = "1439"\nde-air-1 = "1439"\nfr-air-zoan = "1439"\n')
    (fought,) = happened(do(match, "done"), "air fight")
    assert {fought["attacker"], fought["defender"]} == {"de-air-1", "fr-air-zoan"}
