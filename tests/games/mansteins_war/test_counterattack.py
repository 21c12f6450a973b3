"""22.2 Counterattack."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import PLAIN, attack, battle, steps
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, happened, legal, refused

UNITS = PLAIN + '"de-19-corps" = "1343"\n"de-41-corps" = "1442"\n"fr-1gc" = "1443"\n'


@pytest.mark.rule("22.1f")
@pytest.mark.rule("22.2a")
def test_all_defenders_strike_one_hex_with_attackers() -> None:
    match = battle(UNITS + '"de-16-army" = "1343"\n"fr-21-corps" = "1443"\n"fr-log-1ag" = "1443"\n', assault="CA")
    attack(match, "1443", "de-19-corps", "de-41-corps")
    do(match, "assault")
    assert match.actors == ("allied",)
    assert legal(match) == ["counterattack 1343", "counterattack 1442"]
    refused(match, "counterattack 1342", "22.2a")
    struck = do(match, "counterattack 1343")
    assert sorted(happened(struck, "counterattack")[0]["units"]) == ["fr-1gc", "fr-21-corps", "fr-log-1ag"]
    combat = happened(struck, "combat")[0]
    assert (combat["hex"], combat["defence"]) == ("1343", 8 + 10)
    assert combat["attack"] == 4 + 2 + 1


@pytest.mark.rule("22.2a")
def test_a_single_hex_of_attackers_is_struck_unasked() -> None:
    match = battle(UNITS, assault="CA", mobile="AA")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    assert legal(match) == ["assault", "mobile"]


@pytest.mark.rule("22.2b")
@pytest.mark.rule("5.6c")
def test_only_its_own_shift_counts() -> None:
    """T012."""
    tail = '[air]\nde-air-8 = "1443"\nfr-air-zoan = "1344"\n'
    units = UNITS.replace('"fr-log-ghq" = "1644"\n', "")
    match = battle(units, assault="CA", tail=tail, more="manstein = 3")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    combat = happened(do(match, "assault"), "combat")[0]
    assert [value for _, value, _ in combat["shifts"]] == [1]
    assert (combat["percent"], combat["column"]) == (50, "100-149")


@pytest.mark.rule("22.2c")
def test_units_without_attack_factor_use_their_defence() -> None:
    """T096."""
    units = '"de-19-corps" = "1639"\n"fr-thionville" = "1740"\n'
    match = battle(units, assault="CA", more='destroyed = ["1740"]')
    attack(match, "1740", "de-19-corps")
    combat = happened(do(match, "assault"), "combat")[-1]
    assert combat["attack"] == 4


@pytest.mark.rule("22.2c")
@pytest.mark.rule("12.2b")
def test_units_without_attack_factor_do_not_pursue_and_others_do() -> None:
    match = battle(UNITS + '"fr-log-1ag" = "1443"\n', assault="CA DW", more="dice = [1, 2]")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    while match.actors == ("german",):
        do(match, legal(match)[0])
    assert legal(match) == ["done", "pursue fr-1gc"]
    refused(match, "pursue fr-log-1ag", "22.2c")


@pytest.mark.rule("22.2c")
@pytest.mark.rule("22.2d")
def test_the_counterattackers_may_choose_mobile_and_pursue() -> None:
    match = battle(UNITS, assault="CA", mobile="DW")
    attack(match, "1443", "de-19-corps")
    do(match, "assault", "mobile")
    while match.actors == ("german",):
        do(match, legal(match)[0])
    assert at(match, "de-19-corps") != "1343"
    assert legal(match) == ["done", "pursue fr-1gc"]
    do(match, "pursue fr-1gc")
    assert at(match, "fr-1gc") == "1343"


@pytest.mark.rule("22.2d")
def test_the_mobile_table_is_open_whatever_the_terrain() -> None:
    units = '"fr-2-army" = "1740"\n"de-19-corps" = "1839"\n'
    match = battle(units, assault="CA", mobile="AA", side="allied", marker="1ag", more='destroyed = ["1839"]')
    attack(match, "1839", "fr-2-army")
    assert match.actors == ("german",)
    assert legal(match) == ["assault", "mobile"]


@pytest.mark.rule("22.2d")
@pytest.mark.rule("22.1j")
@pytest.mark.rule("17.0e")
def test_a_withdrawal_against_attackers_in_their_fort_is_a_stalemate() -> None:
    """T141."""
    units = '"fr-2-army" = "1740"\n"de-19-corps" = "1839"\n'
    match = battle(units, assault="CA", mobile="DW", side="allied", marker="1ag", more='destroyed = ["1839"]')
    attack(match, "1839", "fr-2-army")
    do(match, "mobile")
    assert (steps(match, "fr-2-army"), steps(match, "de-19-corps")) == (2, 1)
    assert (at(match, "fr-2-army"), at(match, "de-19-corps")) == ("1740", "1839")


@pytest.mark.rule("22.2e")
def test_a_counterattack_answered_by_a_counterattack_is_no_effect() -> None:
    """T097."""
    match = battle(UNITS, assault="CA", mobile="CA")
    attack(match, "1443", "de-19-corps")
    events = do(match, "assault", "mobile")
    assert happened(events, "no effect")
    assert (steps(match, "fr-1gc"), steps(match, "de-19-corps")) == (2, 2)


@pytest.mark.rule("22.2e")
@pytest.mark.rule("10.1b")
def test_a_counterattack_is_outside_the_limits_of_attacks() -> None:
    match = battle(UNITS + '"fr-21-corps" = "1344"\n', assault="CA", mobile="AA")
    attack(match, "1443", "de-41-corps")
    do(match, "assault", "assault")
    assert legal(match) == ["attack 1344", "end"]
    do(match, "attack 1344", "with de-19-corps")


@pytest.mark.rule("22.1f")
@pytest.mark.rule("17.0g")
@pytest.mark.parametrize("fort", ["1740", "1540"])
def test_an_intact_fort_knows_no_counterattack(fort: str) -> None:
    match = battle(f'"de-19-corps" = "1639"\n"fr-2-army" = "{fort}"\n', assault="CA")
    attack(match, fort, "de-19-corps")
    events = do(match, "none")
    assert happened(events, "fort holds")
    assert not happened(events, "counterattack")
    assert (steps(match, "fr-2-army"), steps(match, "de-19-corps")) == (3, 2)


@pytest.mark.rule("10.1c")
def test_a_unit_that_retreated_there_takes_no_part() -> None:
    units = PLAIN + '"de-19-corps" = "1343"\n"fr-1gc" = "1443"\n'
    units += '"fr-21-corps" = { hex = "1443", marks = ["defended", "retreated"] }\n'
    match = battle(units, assault="CA", mobile="AA")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    assert match.game.preview(match.position)["attack"] == 4


@pytest.mark.rule("22.2a")
def test_the_germans_strike_back_as_well() -> None:
    units = PLAIN + '"de-19-corps" = "1343"\n"fr-7-army" = "1344"\n"fr-2-army" = "1443"\n'
    match = battle(units, assault="CA", mobile="CA", side="allied", marker="1ag")
    attack(match, "1343", "fr-7-army", "fr-2-army")
    assert match.actors == ("german",)
    assert legal(match) == ["counterattack 1344", "counterattack 1443"]


@pytest.mark.rule("10.3a", "22.2a")
def test_attack_and_counterattack_are_told_by_their_rules() -> None:
    match = battle(UNITS, assault="CA AA", mobile="AA", more="dice = [1, 2]")
    attack(match, "1443", "de-19-corps")
    events = do(match, "assault", "assault")
    assert [event.rule for event in events if event.what == "combat"] == ["10.3a", "22.2a"]
