"""24.3 Morale markers."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.rules.command import attack_shift
from tests.games.mansteins_war.battle import battle
from tests.games.mansteins_war.table import do, go, happened, legal, refused, table


def march(units: str, side: str = "german", marker: str = "pgk", more: str = "", option: str = "on") -> Match:
    return table(f"""
        turn = 3
        side = "{side}"
        marker = "{marker}"
        segment = "movement"
        options = {{ morale = "{option}" }}
        bins = {{ german = ["hga"], allied = ["1ag"] }}
        {more}
        [units]
        {units}
    """)


TAKE = ("move de-19-corps", "step 1439", "stop")


@pytest.mark.rule("24.3.1a", "24.3a")
def test_the_first_of_the_named_places_brings_the_german_marker() -> None:
    match = march('"de-19-corps" = "1438"\n"de-41-corps" = "1237"')
    events = do(match, *TAKE)
    assert happened(events, "morale victory") == [{"side": "german", "event": 0}]
    assert match.actors == ("german",)
    assert legal(match) == ["add", "decline"]
    refused(match, "end", "24.3a")
    do(match, "add")
    assert "morale-german" in match.view("german")["bins"]["german"]
    again = go(match, "de-41-corps", "1137")
    assert not happened(again, "morale victory")


@pytest.mark.rule("24.3a")
def test_the_marker_may_be_declined() -> None:
    match = march('"de-19-corps" = "1438"')
    do(match, *TAKE, "decline")
    assert match.view("german")["bins"]["german"] == ["hga"]
    later = march('"de-19-corps" = "1438"\n"de-41-corps" = "1538"')
    do(later, *TAKE, "decline")
    go(later, "de-41-corps", "1438")
    assert "add" not in legal(later), "nobody is asked twice"


@pytest.mark.rule("24.3a")
def test_one_marker_a_week() -> None:
    match = march('"fr-7-army" = "1739"', "allied", "1ag")
    match.position.morale_added = (0, 3)
    go(match, "fr-7-army", "1839")
    assert legal(match) != ["add", "decline"]


@pytest.mark.rule("24.3.1b")
def test_a_german_city_brings_the_allied_marker() -> None:
    match = march('"fr-7-army" = "1739"', "allied", "1ag")
    events = go(match, "fr-7-army", "1839")
    assert happened(events, "morale victory") == [{"side": "allied", "event": 2}]
    do(match, "add")
    assert match.view("allied")["bins"]["allied"] == ["1ag", "morale-allied"]
    assert match.view("german")["bins"]["allied"] is None


@pytest.mark.rule("24.3a")
def test_without_the_optional_rule_nothing_happens() -> None:
    match = march('"de-19-corps" = "1438"', option="off")
    assert not happened(do(match, *TAKE), "morale victory")


@pytest.mark.rule("24.3.1a", "24.3.1b")
@pytest.mark.parametrize(("result", "side", "event"), [("DL1", "german", 1), ("AL1", "allied", 3)])
def test_bombing_is_a_morale_victory_for_one_or_the_other(result: str, side: str, event: int) -> None:
    match = battle('"de-19-corps" = "1343"', segment="air", air=result, options=("morale",),
                   tail='[air]\nde-air-1 = "1240"')
    do(match, "stay de-air-1", "done")
    events = do(match, "bomb de-air-1")
    assert happened(events, "morale victory") == [{"side": side, "event": event}]
    assert match.actors == (side,)


@pytest.mark.rule("24.3b", "24.3a")
def test_the_marker_is_set_aside_when_the_week_ends() -> None:
    match = table("""
        turn = 2
        options = { morale = "on" }
        dice = ["morale-german"]
        bins = { german = ["morale-german"], allied = [] }
        [units]
        de-19-corps = "1938"
    """)
    assert legal(match) == ["activate HGA", "activate HGB", "activate HGC", "activate PGK"]
    do(match, "activate PGK")
    while match.view(None)["turn"] == 2:
        do(match, next(action for action in ("done", "end", "load none") if action in legal(match)))
    assert "morale-german" not in match.view("german")["bins"]["german"]
    assert not match.position.gone >> match.game.marker_by_id["morale-german"] & 1  # type: ignore[attr-defined]


@pytest.mark.rule("24.3.2a")
def test_a_morale_marker_activates_a_command_and_an_air_unit_with_a_column() -> None:
    match = march('"de-19-corps" = "1938"', marker="morale-german", more='commands = ["PGK"]')
    p, game = match.position, match.game
    assert p.air_left == 1
    assert attack_shift(game, p, p.acting, game.grid.bit["1439"]) == [(1, "24.3a")]  # type: ignore[arg-type,attr-defined]


@pytest.mark.rule("24.3a")
def test_a_second_victory_of_the_week_brings_no_second_marker() -> None:
    match = battle('"de-19-corps" = "1438"', segment="air", air="DL1", options=("morale",),
                   tail='[air]\nde-air-1 = "1240"')
    do(match, "stay de-air-1", "done", "bomb de-air-1", "add")
    assert match.position.morale_added == (3, 0)  # type: ignore[attr-defined]
    events = do(match, *TAKE)
    assert happened(events, "morale victory") == [{"side": "german", "event": 0}]
    assert legal(match) != ["add", "decline"]


@pytest.mark.rule("24.3a")
def test_a_victory_of_another_week_brings_the_marker_again() -> None:
    match = march('"de-19-corps" = "1438"')
    match.position.morale_added = (2, 3)  # type: ignore[attr-defined]
    do(match, *TAKE)
    assert legal(match) == ["add", "decline"]
    do(match, "add")
    assert match.position.morale_added == (3, 3)  # type: ignore[attr-defined]
    allied = march('"fr-7-army" = "1739"', "allied", "1ag")
    allied.position.morale_added = (3, 2)  # type: ignore[attr-defined]
    go(allied, "fr-7-army", "1839")
    do(allied, "add")
    assert allied.position.morale_added == (3, 3)  # type: ignore[attr-defined]


@pytest.mark.rule("24.3a", "5.4c")
def test_a_bin_with_a_morale_marker_is_not_known_to_be_empty_any_more() -> None:
    match = march('"fr-7-army" = "1739"', "allied", "1ag")
    match.position.dry = 0b11  # type: ignore[attr-defined]
    go(match, "fr-7-army", "1839")
    do(match, "add")
    assert match.position.dry == 0b01  # type: ignore[attr-defined]


@pytest.mark.rule("24.3.1a", "24.3.1b", "28.2d")
@pytest.mark.parametrize("result", ["DL1", "AL1", "BL1"])
def test_allied_bombing_is_no_morale_victory_and_neither_is_a_draw(result: str) -> None:
    match = battle('"fr-2-army" = "1439"', segment="air", air=result, side="allied", marker="1ag",
                   options=("morale", "allied-airpower"), tail='[air]\nfr-air-zoan = "1839"')
    do(match, "stay fr-air-zoan", "done")
    assert not happened(do(match, "bomb fr-air-zoan"), "morale victory")
    german = battle('"de-19-corps" = "1343"', segment="air", air="BL1", options=("morale",),
                    tail='[air]\nde-air-1 = "1240"')
    do(german, "stay de-air-1", "done")
    assert not happened(do(german, "bomb de-air-1"), "morale victory")


@pytest.mark.rule("24.3.1a", "24.3.1b")
def test_other_places_and_own_ones_are_no_victory() -> None:
    match = march('"de-19-corps" = "1439"\n"de-41-corps" = "1739"\n"fr-8-army" = "0843"')
    assert not happened(go(match, "de-19-corps", "1440"), "morale victory")
    assert not happened(go(match, "de-41-corps", "1839"), "morale victory")
    allied = march('"fr-7-army" = "1440"', "allied", "1ag")
    assert not happened(go(allied, "fr-7-army", "1439"), "morale victory")
