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
    assert sorted((part.label, part.value) for part in losses) == [("7 Army lost", 1), ("ZOAN lost", 1)]


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


@pytest.mark.rule("3.7b", "3.7e", "28.2b")
def test_air_units_and_special_forces_go_with_their_country() -> None:
    match = march('"de-19-corps" = "0842"', FRENCH_DEPOTS,
                  'options = { allied-special-forces = "on" }\n'
                  'air = { fr-air-zoan = "1439", fr-air-zoae = "utilized", fr-air-zoas = "due" }')
    go(match, "de-19-corps", "0843")
    assert [at(match, id) for id in ("fr-air-zoan", "fr-air-zoae")] == ["surrendered", "surrendered"]
    shown = match.game.open_view(match.position)["units"]
    assert "fr-air-zoas" not in shown, "on the track it is out of play"
    assert "fr-sf-cf" not in shown
    assert at(match, "de-sf-koch") == "available"


@pytest.mark.rule("3.7b")
def test_what_is_lost_already_does_not_surrender() -> None:
    match = march('"de-19-corps" = "0842"\n"fr-2-army" = "eliminated"\n"fr-9-army" = "evacuated"', FRENCH_DEPOTS,
                  'air = { fr-air-zoan = "eliminated" }\noptions = { allied-special-forces = "on" }\n'
                  'forces = { fr-sf-cf = "eliminated" }')
    go(match, "de-19-corps", "0843")
    assert [at(match, id) for id in ("fr-2-army", "fr-9-army", "fr-air-zoan", "fr-sf-cf")] == [
        "eliminated", "evacuated", "eliminated", "eliminated"]


@pytest.mark.rule("3.7f")
def test_a_german_impulse_goes_on_after_a_surrender() -> None:
    match = march('"de-19-corps" = "1436"\n"de-41-corps" = "1535"\n"be-cav-corps" = "1135"', BRUSSELS,
                  'bins = { german = ["hga"], allied = ["1ag"] }')
    go(match, "de-19-corps", "1336")
    assert match.view(None)["capitulated"] == ["belgian"]
    assert "move de-41-corps" in legal(match)


@pytest.mark.rule("3.7f")
def test_an_allied_impulse_goes_on_while_anything_that_it_activated_is_left() -> None:
    """The French in Ghent keep Antwerp in dispute until they go; Belgium surrenders in their impulse."""
    french = march('"fr-7-army" = "1235"\n"fr-2-army" = "1240"\n"be-7-corps" = "1035"', '"1335", "1336", "1537"',
                   marker="1ag", side="allied", more='bins = { german = ["hga"], allied = ["2ag"] }')
    go(french, "fr-7-army", "1136")
    assert french.view(None)["capitulated"] == ["belgian"]
    assert (french.view(None)["operating"], "move fr-2-army" in legal(french)) == ("allied", True)
    corps = march('"fr-cav-corps" = "1235"\n"be-7-corps" = "1035"', '"1335", "1336", "1537"', marker="de-gaulle",
                  side="allied", more='acting = ["fr-cav-corps"]\nbins = { german = ["hga"], allied = ["2ag"] }')
    go(corps, "fr-cav-corps", "1136")
    assert corps.view(None)["capitulated"] == ["belgian"]
    assert corps.view(None)["operating"] == "allied"


@pytest.mark.rule("3.7f")
def test_the_impulse_of_a_leader_ends_with_his_last_corps() -> None:
    """The French corps north of Orléans keeps the depot in dispute until it goes; then France surrenders."""
    depots = '"0941", "1137", "1341", "1641", "0843"'
    match = march('"fr-1gc" = "0842"\n"gb-bef" = "0439"', depots, marker="de-gaulle", side="allied",
                  more='acting = ["fr-1gc"]\nbins = { german = ["hga"], allied = ["1ag"] }')
    go(match, "fr-1gc", "0742")
    assert match.view(None)["capitulated"] == ["french"]
    assert match.view(None)["operating"] == "german"


@pytest.mark.rule("3.7a", "5.7d")
def test_a_surrender_takes_only_the_markers_of_that_country() -> None:
    match = march('"de-19-corps" = "1436"\n"be-cav-corps" = "1135"', BRUSSELS,
                  'bins = { german = ["hga"], allied = ["belgium", "1ag"] }')
    events = go(match, "de-19-corps", "1336")
    assert happened(events, "marker gone") == [{"marker": "belgium"}]
    g, p = inside(match)
    assert p.gone == 1 << g.marker_by_id["belgium"]
    assert match.view("german")["bins"]["german"] == ["hga"]


@pytest.mark.rule("3.7f", "3.8c")
def test_a_country_surrenders_once() -> None:
    match = march('"de-19-corps" = "1436"\n"de-41-corps" = "1535"\n"be-cav-corps" = "1135"', BRUSSELS)
    go(match, "de-19-corps", "1336")
    assert not happened(go(match, "de-41-corps", "1534"), "capitulation")


@pytest.mark.rule("3.8c", "3.3c")
def test_a_supply_unit_in_the_last_hex_does_not_take_it() -> None:
    match = march('"de-log-pgk" = "1436"\n"be-cav-corps" = "1135"\n"de-19-corps" = "1337"', BRUSSELS)
    go(match, "de-log-pgk", "1336")
    assert at(match, "be-cav-corps") == "1135"
    go(match, "de-19-corps", "1336")
    assert at(match, "be-cav-corps") == "surrendered"


@pytest.mark.rule("3.7a")
def test_markers_that_are_gone_are_not_taken_away_again() -> None:
    match = march('"de-19-corps" = "0842"\n"gb-bef" = "0439"', FRENCH_DEPOTS,
                  'gone = ["plan-e", "de-gaulle"]\nplans = { allied = "plan-d" }')
    events = go(match, "de-19-corps", "0843")
    taken = {data["marker"] for data in happened(events, "marker gone")}
    assert {"2ag", "3ag", "plan-d", "plan-r"} <= taken
    assert not {"plan-e", "de-gaulle", "evac", "1ag"} & taken
    assert "plan-w" not in taken, "it is not in play"
