"""3.7, 3.8 Capitulations."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.rules import supply
from tests.games.mansteins_war.table import at, go, happened, inside, legal, table


def march(units: str, german: str = "", more: str = "", marker: str = "pgk", side: str = "german") -> Match:
    """A Movement Segment, with hexes that the Germans have taken."""
    return table(f"""
        turn = 3
        side = "{side}"
        marker = "{marker}"
        segment = "movement"
        german = [{german}]
        {more}
        [units]
        {units}
    """)


BRUSSELS = '"1335", "1537"'


@pytest.mark.rule("3.8c", "3.7a", "3.7b", "5.7e", "3.7f")
def test_belgium_surrenders_when_its_three_hexes_are_taken() -> None:
    match = march('"de-19-corps" = "1436"\n"be-cav-corps" = "1135"\n"fr-7-army" = "1137"', BRUSSELS,
                  'bins = { german = [], allied = ["belgium", "1ag"] }')
    events = go(match, "de-19-corps", "1336")
    assert happened(events, "capitulation") == [{"country": "belgium"}]
    assert at(match, "be-cav-corps") == "surrendered"
    assert at(match, "fr-7-army") == "1137"
    assert match.view("allied")["bins"]["allied"] == ["1ag"]
    assert match.view(None)["capitulated"] == ["belgian"]


@pytest.mark.rule("3.8c")
@pytest.mark.parametrize("taken", ['"1335"', '"1537"', ""])
def test_two_of_the_three_are_not_enough(taken: str) -> None:
    match = march('"de-19-corps" = "1436"\n"be-cav-corps" = "1135"', taken)
    go(match, "de-19-corps", "1336")
    assert at(match, "be-cav-corps") == "1135"


@pytest.mark.rule("3.7f", "7.2a")
def test_a_disputed_hex_does_not_count() -> None:
    """Antwerp is empty and in a Belgian zone of control."""
    match = march('"de-19-corps" = "1436"\n"be-cav-corps" = "1235"', BRUSSELS)
    go(match, "de-19-corps", "1336")
    assert at(match, "be-cav-corps") == "1235"


@pytest.mark.rule("3.8d", "3.8a")
def test_the_netherlands_surrender_with_amsterdam_and_rotterdam() -> None:
    match = march('"de-19-corps" = "1433"\n"nl-k" = "1530"\n"gb-bef" = "1037"', '"1333"')
    go(match, "de-19-corps", "1432")
    assert at(match, "nl-k") == "surrendered"
    assert at(match, "gb-bef") == "1037"


FRENCH_DEPOTS = '"0941", "1137", "1341", "1641"'


@pytest.mark.rule("3.8b", "3.7a", "3.7b", "3.7c", "5.7d")
def test_france_surrenders_with_its_last_depot() -> None:
    match = march('"de-19-corps" = "0842"\n"fr-7-army" = "0539"\n"gb-bef" = "0439"\n'
                  '"fr-6-army" = { hex = "due", due = 4 }', FRENCH_DEPOTS,
                  'rp = { french = 2, british = 1 }\nbins = { german = [], allied = ["1ag", "2ag", "evac"] }\n'
                  'air = { fr-air-zoan = "available", gb-air-baff = "available" }')
    go(match, "de-19-corps", "0843")
    view = match.view("allied")
    assert [at(match, id) for id in ("fr-7-army", "gb-bef")] == ["surrendered", "0439"]
    assert "fr-6-army" not in view["units"]
    assert view["bins"]["allied"] == ["1ag", "evac"]
    assert (view["refit"]["french"], view["refit"]["british"]) == (0, 1)
    assert [at(match, id) for id in ("fr-air-zoan", "gb-air-baff")] == ["surrendered", "available"]
    game, p = inside(match)
    gone = {game.markers[m].id for m in range(len(game.markers)) if p.gone >> m & 1}
    assert {"2ag", "3ag", "plan-d", "plan-e", "plan-r", "de-gaulle"} <= gone
    assert not gone & {"1ag", "evac"}


@pytest.mark.rule("3.7d")
def test_depots_of_a_beaten_country_are_none_and_its_ports_still_serve() -> None:
    units = '"fr-7-army" = "0942"\n"gb-bef" = "0937"'
    before, after = march(units, side="allied", marker="1ag"), march(
        units, more='capitulated = ["french"]', side="allied", marker="1ag")
    for match, supported in ((before, True), (after, False)):
        game, p = inside(match)
        assert supply.supported(game, p, game.by_id["fr-7-army"], "move") == supported
        assert supply.supported(game, p, game.by_id["gb-bef"], "move"), "by Dunkirk"
        assert p.control & game.one[game.grid.bit["0941"]] == 0, "Paris has not changed hands"


@pytest.mark.rule("3.7d", "20.2d")
def test_units_sail_from_the_ports_of_a_beaten_country() -> None:
    match = table("""
        turn = 3
        side = "allied"
        marker = "evac"
        segment = "evacuation"
        commands = ["1AG"]
        evac = 3
        capitulated = ["french"]
        [units]
        "gb-bef" = "0936"
    """)
    assert "evacuate gb-bef" in legal(match)


@pytest.mark.rule("3.7e")
def test_surrendered_units_count_as_eliminated_and_those_on_the_track_do_not() -> None:
    match = march('"de-19-corps" = "0842"\n"fr-7-army" = "0539"\n"fr-6-army" = { hex = "due", due = 4 }\n'
                  '"fr-2-army" = "evacuated"', FRENCH_DEPOTS,
                  'air = { fr-air-zoan = "available", fr-air-zoae = "absent", fr-air-zoas = "absent" }')
    go(match, "de-19-corps", "0843")
    losses = [part for part in match.game.explain(match.position, "score").parts if part.rule == "3.4e"]
    assert sorted((part.label, part.value) for part in losses) == [("7 Army", 1), ("ZOAN", 1)]


@pytest.mark.rule("3.7f")
def test_an_impulse_ends_with_the_command_that_surrenders() -> None:
    """A Belgian move lifts the zone of control that kept Brussels in dispute."""
    match = march('"be-cav-corps" = "1235"\n"be-7-corps" = "1035"', '"1335", "1336", "1537"', marker="belgium",
                  side="allied", more='bins = { german = ["hga"], allied = ["1ag"] }')
    events = go(match, "be-cav-corps", "1135")
    assert happened(events, "capitulation")
    assert happened(events, "impulse over")
    assert match.position.operating == 0


@pytest.mark.rule("28.1e")
def test_without_an_invasion_the_netherlands_never_surrender() -> None:
    match = march('"de-19-corps" = "1736"', '"1333", "1432"', 'options = { no-netherlands = "on" }')
    go(match, "de-19-corps", "1737")
    assert match.view(None)["capitulated"] == []
