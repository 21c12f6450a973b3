"""18.0 The German airborne corps."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.box.components import GERMAN
from meuse.games.mansteins_war.rules.supply import supported
from meuse.games.mansteins_war.rules.zoc import zone
from tests.games.mansteins_war.battle import battle, shifts, steps
from tests.games.mansteins_war.table import at, go, inside
from tests.games.verbs import do, happened, legal, refused

HOME = '"de-llk" = "1835"\n"de-6-army" = "1735"\n'


def landed(units: str = "", hex: str = "1433", **rest: object) -> Match:
    """LLK over a hex, with the Combat Segment begun."""
    match = battle(HOME + units, segment="movement", marker="hgb", **rest)  # type: ignore[arg-type]
    do(match, "drop de-llk", f"land {hex}", "end")
    return match


@pytest.mark.rule("18.0a")
def test_it_marches_like_infantry_or_lands_by_air_once_a_game() -> None:
    """T106."""
    match = battle(HOME, segment="movement", marker="hgb")
    assert {"move de-llk", "drop de-llk"} <= set(legal(match))
    refused(match, "drop de-6-army", "18.0a")
    again = battle('"de-llk" = { hex = "1835", marks = ["dropped"] }\n', segment="movement", marker="hgb")
    refused(again, "drop de-llk", "18.0a")


@pytest.mark.rule("18.0b")
def test_it_starts_activated_supported_and_in_germany() -> None:
    match = battle(HOME, segment="movement", marker="hga")
    refused(match, "drop de-llk", "5.5a")
    abroad = battle('"de-llk" = "1536"\n', segment="movement", marker="hgb")
    refused(abroad, "drop de-llk", "18.0b")
    ring = '"fr-1gc" = "1939"\n"fr-2-army" = "1838"\n"fr-21-corps" = "2039"\n'
    alone = battle('"de-llk" = "1940"\n' + ring, segment="movement", marker="hgb")
    refused(alone, "drop de-llk", "18.0b")


@pytest.mark.rule("18.0b")
def test_landing_is_its_only_movement() -> None:
    match = battle(HOME, segment="movement", marker="hgb")
    do(match, "drop de-llk")
    refused(match, "end", "18.0b")
    do(match, "land 1434")
    refused(match, "move de-llk", "8.0d")
    refused(match, "drop de-llk", "8.0d")


@pytest.mark.rule("18.0c")
def test_it_flies_ten_hexes_over_anything_to_ground_it_could_enter() -> None:
    """T106."""
    match = battle(HOME + '"nl-1-corps" = "1433"\n', segment="movement", marker="hgb")
    do(match, "drop de-llk")
    grid = match.game.grid  # type: ignore[attr-defined]
    assert {"land 1433", "land 1333", "land 1439"} <= set(legal(match))
    assert grid.distance(grid.bit["1835"], grid.bit["0836"]) == 10
    assert "land 0836" in legal(match)
    refused(match, "land 0738", "18.0c")
    refused(match, "land 1233", "18.0c")


@pytest.mark.rule("18.1a")
def test_an_unopposed_landing_holds_the_hex_and_may_attack_with_others() -> None:
    match = battle(HOME.replace("1735", "1635") + '"nl-1-corps" = "1533"\n', segment="movement", marker="hgb")
    do(match, "drop de-llk", "land 1534")
    assert at(match, "de-llk") == "1534"
    assert "1534" in match.view(None)["control"]
    do(match, "end", "attack 1533")
    assert "with de-llk" in legal(match)


@pytest.mark.rule("18.2a")
def test_an_opposed_landing_must_be_fought_alone() -> None:
    match = landed('"nl-1-corps" = "1534"\n"de-18-army" = "1634"\n"nl-2-corps" = "1635"\n', "1534")
    assert at(match, "de-llk") == "aloft"
    assert legal(match) == ["attack 1534", "attack 1635"]
    refused(match, "end", "18.2a")


@pytest.mark.rule("18.2a")
def test_only_the_airborne_unit_attacks_the_hex() -> None:
    match = landed('"nl-1-corps" = "1534"\n"de-18-army" = "1634"\n', "1534", assault="AA")
    events = do(match, "attack 1534")
    assert happened(events, "attack")[0]["units"] == ["de-llk"]
    assert [event.rule for event in events if event.what == "attack"] == ["18.2a"]
    assert happened(events, "combat")[0]["attack"] == 3


@pytest.mark.rule("18.2b")
def test_air_special_forces_and_the_defenders_ships_take_part() -> None:
    tail = '[air]\nde-air-8 = "1433"\n'
    match = landed('"nl-vh" = "1433"\n', "1433", assault="AA", tail=tail, more="dice = [6]")
    do(match, "attack 1433")
    assert "commit de-sf-koch" in legal(match)
    combat = happened(do(match, "commit de-sf-koch"), "combat")[0]
    assert [part[1] for part in combat["shifts"] if part[2] == "16.7c"] == [3]
    coast = landed('"nl-1-corps" = "1333"\n', "1333", assault="AA")
    do(coast, "attack 1333")
    assert legal(coast) == ["none", "ships"]


@pytest.mark.rule("18.2c")
def test_it_has_no_zone_until_the_segment_ends() -> None:
    """T110."""
    match = landed('"nl-1-corps" = "1534"\n', "1534")
    g, p = inside(match)
    assert not zone(g, p, GERMAN) >> g.grid.bit["1533"] & 1


@pytest.mark.rule("18.2d")
@pytest.mark.rule("10.5d")
def test_the_defender_has_no_terrain_river_or_fortress_column() -> None:
    match = landed('"nl-vh" = "1433"\n"nl-1-corps" = "1433"\n', "1433")
    do(match, "attack 1433")
    assert not {"10.5d", "10.5e", "17.0c"} & set(shifts(match))


@pytest.mark.rule("18.2d")
@pytest.mark.rule("17.0g")
@pytest.mark.rule("18.2e")
def test_a_fort_still_knows_no_counterattack_and_the_landing_is_lost() -> None:
    """T108."""
    match = landed('"nl-vh" = "1433"\n', "1433", assault="CA")
    events = do(match, "attack 1433", "none")
    assert happened(events, "fort holds")
    assert at(match, "de-llk") == "eliminated"


@pytest.mark.rule("18.2d")
@pytest.mark.rule("17.0e")
def test_a_fort_still_lets_its_units_ignore_a_retreat() -> None:
    match = landed('"nl-1-corps" = "1433"\n"nl-2-corps" = "1433"\n"nl-vh" = "1433"\n', "1433", assault="DD")
    do(match, "attack 1433", "none", "lose nl-1-corps", "lose nl-2-corps")
    assert legal(match) == ["hold 1433", "yield 1433"]
    do(match, "hold 1433")
    assert at(match, "de-llk") == "eliminated"


@pytest.mark.rule("18.2e")
@pytest.mark.rule("17.1a")
def test_a_cleared_hex_is_held_and_its_fort_falls() -> None:
    match = landed('"nl-vh" = "1433"\n', "1433", assault="DA")
    do(match, "attack 1433")
    assert "1433" not in match.view(None)["destroyed"]
    do(match, "none")
    assert (at(match, "de-llk"), at(match, "nl-vh")) == ("1433", "eliminated")
    assert "1433" in match.view(None)["destroyed"]
    assert "1433" in match.view(None)["control"]


@pytest.mark.rule("18.2e")
@pytest.mark.parametrize("result", ["AA", "AD", "ST"])
def test_with_defenders_left_it_is_eliminated(result: str) -> None:
    match = landed('"fr-2-army" = "1434"\n', "1434", assault=result)
    do(match, "attack 1434")
    assert at(match, "de-llk") == "eliminated"
    assert at(match, "fr-2-army") == "1434"


@pytest.mark.rule("18.2e")
@pytest.mark.rule("22.2a")
def test_a_counterattack_inside_the_hex_is_judged_at_its_end() -> None:
    match = landed('"fr-1gc" = "1434"\n"fr-log-ghq" = "1139"\n', "1434", assault="CA", mobile="AD")
    do(match, "attack 1434")
    assert match.actors == ("allied",)
    assert match.game.preview(match.position)["defenders"] == ["de-llk"]
    do(match, "mobile")
    assert at(match, "fr-1gc") == "eliminated"
    assert (at(match, "de-llk"), steps(match, "de-llk")) == ("1434", 2)


@pytest.mark.rule("18.3a")
def test_it_is_supported_in_that_combat_segment_and_traces_afterwards() -> None:
    """T109."""
    match = battle(HOME + '"fr-2-army" = "1038"\n', segment="movement", marker="hgb")
    do(match, "drop de-llk", "land 1138")
    do(match, "end", "attack 1038", "with de-llk")
    assert "10.5f" not in shifts(match)
    g, p = inside(match)
    llk = g.by_id["de-llk"]
    assert supported(g, p, llk, "combat")
    assert not supported(g, p, llk, "move")
    p.supplied = 0
    assert not supported(g, p, llk, "combat")


@pytest.mark.rule("18.3a")
def test_after_the_segment_it_has_to_trace() -> None:
    match = battle(HOME, segment="movement", marker="hgb", more='bins = { german = ["hga"], allied = [] }')
    do(match, "drop de-llk", "land 1138", "end")
    g, p = inside(match)
    assert not supported(g, p, g.by_id["de-llk"], "combat")


def test_landings_are_told() -> None:
    match = battle(HOME + '"nl-1-corps" = "1534"\n', segment="movement", marker="hgb", assault="DZ")
    events = do(match, "drop de-llk", "land 1534", "end", "attack 1534")
    told = [match.game.describe(event) for event in events]
    assert told[0] == f"LLK lands by air in {match.game.board.label(match.game.grid.bit['1534'])}, among enemies"  # type: ignore[attr-defined]
    assert f"LLK holds {match.game.board.label(match.game.grid.bit['1534'])}" in told  # type: ignore[attr-defined]


@pytest.mark.rule("18.1a", "3.7f")
def test_if_the_defenders_surrender_first_nothing_opposes_the_landing() -> None:
    match = battle(HOME + '"de-18-army" = "1433"\n"nl-1-corps" = "1534"\n"nl-2-corps" = "1631"\n', segment="movement",
                   marker="hgb", more='german = ["1333"]')
    do(match, "drop de-llk", "land 1534")
    assert at(match, "de-llk") == "aloft"
    go(match, "de-18-army", "1432")
    assert at(match, "nl-1-corps") == "surrendered"
    assert at(match, "de-llk") == "aloft"
    do(match, "end")
    assert at(match, "de-llk") == "1534"
    assert match.position.landing < 0  # type: ignore[attr-defined]


@pytest.mark.rule("18.0c")
def test_a_landing_names_a_hex_in_reach_that_can_be_entered() -> None:
    match = battle(HOME, segment="movement", marker="hgb")
    do(match, "drop de-llk")
    refused(match, "land 9999", "18.0b", "choose where it lands")
    refused(match, "land 1233", "18.0c", "could not enter")
    refused(match, "land 0738", "18.0c", "is not within 10")
    refused(match, "land 1835", "18.0c", "is not within 10")


@pytest.mark.rule("18.2a", "18.2e")
def test_a_landing_that_is_lost_leaves_the_other_attacks() -> None:
    match = landed('"nl-1-corps" = "1534"\n"de-18-army" = "1634"\n"nl-2-corps" = "1635"\n', "1534", assault="AA")
    do(match, "attack 1534")
    assert at(match, "de-llk") == "eliminated"
    assert legal(match) == ["attack 1635", "end"]


@pytest.mark.rule("18.1a", "18.2a")
@pytest.mark.parametrize(("more", "rule"), [("", "18.1a"), ('"fr-1gc" = "1138"\n', "18.2a")])
def test_a_landing_is_told_by_its_rule(more: str, rule: str) -> None:
    match = battle(HOME + more, segment="movement", marker="hgb")
    events = do(match, "drop de-llk", "land 1138")
    assert [event.rule for event in events if event.what == "landing"] == [rule]


@pytest.mark.rule("18.2a", "12.0a")
def test_a_landing_that_is_won_takes_the_hex_and_pursues_nobody() -> None:
    match = landed('"nl-1-corps" = "1534"\n"nl-2-corps" = "1635"\n"de-18-army" = "1634"\n', "1534", assault="DZ")
    do(match, "attack 1534")
    assert at(match, "nl-1-corps") == "eliminated"
    assert at(match, "de-llk") == "1534"
    assert legal(match) == ["attack 1635", "end"]
