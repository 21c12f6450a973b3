"""22.1 Combat results, and 2.2.7 who loses steps."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.battle import PLAIN, attack, battle, steps
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, happened, legal, refused

UNITS = PLAIN + '"de-19-corps" = "1343"\n"de-41-corps" = "1343"\n"fr-2-army" = "1443"\n'


def fought(result: str, units: str = UNITS, mobile: bool = False, more: str = "") -> Match:
    """An attack of both corps on 1443 with that result, before anybody has chosen anything."""
    match = battle(units, assault=result, mobile=result, more=more)
    do(match, "attack 1443", "all", "attack", "mobile" if mobile else "assault")
    return match


@pytest.mark.rule("22.1b")
@pytest.mark.rule("10.6b")
@pytest.mark.rule("10.6c")
def test_attrition_costs_the_attacker_a_step_and_nobody_moves() -> None:
    match = fought("AA")
    assert match.actors == ("german",)
    assert legal(match) == ["lose de-19-corps", "lose de-41-corps"]
    refused(match, "lose fr-2-army", "10.6b")
    refused(match, "end", "10.6b")
    do(match, "lose de-41-corps")
    assert (steps(match, "de-19-corps"), steps(match, "de-41-corps"), steps(match, "fr-2-army")) == (2, 1, 3)
    assert (at(match, "de-19-corps"), at(match, "fr-2-army")) == ("1343", "1443")


@pytest.mark.rule("22.1c")
@pytest.mark.rule("10.6a")
def test_a_defeated_attacker_loses_two_steps_and_retreats() -> None:
    match = fought("AD")
    do(match, "lose de-19-corps", "lose de-41-corps")
    assert legal(match) == ["retreat de-19-corps", "retreat de-41-corps"]
    do(match, "retreat de-19-corps")
    while match.actors == ("german",) and legal(match)[0].startswith(("step", "retreat")):
        do(match, legal(match)[0])
    assert at(match, "de-19-corps") != "1343" != at(match, "de-41-corps")
    assert steps(match, "fr-2-army") == 3


@pytest.mark.rule("22.1d")
def test_a_panicked_attacker_loses_a_step_and_retreats_two_hexes() -> None:
    """T085."""
    match = fought("AP", mobile=True)
    do(match, "lose de-19-corps")
    while match.actors == ("german",) and legal(match)[0].startswith(("step", "retreat")):
        do(match, legal(match)[0])
    grid = match.game.grid  # type: ignore[attr-defined]
    for unit in ("de-19-corps", "de-41-corps"):
        assert grid.distance(grid.bit["1343"], grid.bit[at(match, unit)]) == 2
    assert steps(match, "de-19-corps") + steps(match, "de-41-corps") == 3


@pytest.mark.rule("22.1e")
def test_a_disaster_costs_the_attacker_three_steps() -> None:
    match = fought("AZ")
    do(match, "lose de-19-corps", "lose de-19-corps")
    assert at(match, "de-19-corps") == "eliminated"
    assert steps(match, "de-41-corps") == 1
    assert at(match, "de-41-corps") != "1343" or legal(match)[0].startswith("step")


@pytest.mark.rule("22.1g")
def test_defender_attrition_costs_a_step_and_moves_nobody() -> None:
    match = fought("DA")
    assert steps(match, "fr-2-army") == 2
    assert at(match, "fr-2-army") == "1443"
    assert "pursue de-19-corps" not in legal(match)


@pytest.mark.rule("22.1g")
def test_defender_attrition_that_empties_the_hex_allows_pursuit() -> None:
    match = fought("DA", UNITS.replace('"fr-2-army" = "1443"', '"fr-2-army" = { hex = "1443", steps = 1 }'))
    assert at(match, "fr-2-army") == "eliminated"
    assert "pursue de-19-corps" in legal(match)


@pytest.mark.rule("22.1h")
@pytest.mark.parametrize(("result", "lost", "hexes"), [("DD", 2, 1), ("DP", 2, 2), ("DZ", 3, 2), ("OR", 3, 3)])
@pytest.mark.rule("22.1i")
@pytest.mark.rule("22.1k")
@pytest.mark.rule("22.1m")
def test_defeated_defenders_lose_steps_retreat_and_are_pursued(result: str, lost: int, hexes: int) -> None:
    units = UNITS.replace("fr-2-army", "gb-bef").replace("fr-log-ghq", "gb-log-bef").replace("1644", "1743")
    match = fought(result, units)
    assert steps(match, "gb-bef") == 4 - lost
    while match.actors == ("allied",):
        do(match, legal(match)[-1])
    grid = match.game.grid  # type: ignore[attr-defined]
    assert grid.distance(grid.bit["1443"], grid.bit[at(match, "gb-bef")]) == hexes
    assert "pursue de-19-corps" in legal(match)


@pytest.mark.rule("22.1j")
def test_a_withdrawal_costs_nobody_a_step() -> None:
    match = fought("DW")
    while match.actors == ("allied",):
        do(match, legal(match)[0])
    assert steps(match, "fr-2-army") == 3
    assert at(match, "fr-2-army") != "1443"
    assert "pursue de-19-corps" in legal(match)


@pytest.mark.rule("22.1l")
@pytest.mark.rule("10.6a")
def test_mobile_action_costs_the_attacker_first_and_drives_the_defender_off() -> None:
    match = fought("MA", mobile=True)
    assert match.actors == ("german",)
    assert at(match, "fr-2-army") == "1443"
    do(match, "lose de-19-corps")
    while match.actors == ("allied",):
        do(match, legal(match)[0])
    assert steps(match, "fr-2-army") == 3
    assert at(match, "fr-2-army") != "1443"
    assert "pursue de-19-corps" in legal(match)


@pytest.mark.rule("22.1n")
@pytest.mark.rule("10.6a")
def test_a_stalemate_costs_both_a_step_the_defender_first() -> None:
    match = fought("ST", UNITS + '"fr-21-corps" = "1443"\n')
    assert match.actors == ("allied",)
    do(match, "lose fr-2-army")
    assert match.actors == ("german",)
    do(match, "lose de-19-corps")
    assert (steps(match, "fr-2-army"), steps(match, "de-19-corps")) == (2, 1)


@pytest.mark.rule("22.1n")
def test_a_stalemate_that_empties_the_hex_allows_pursuit() -> None:
    """T088."""
    match = fought("ST", UNITS.replace('"fr-2-army" = "1443"', '"fr-2-army" = { hex = "1443", steps = 1 }'))
    do(match, "lose de-41-corps")
    assert at(match, "fr-2-army") == "eliminated"
    assert legal(match) == ["done", "pursue de-19-corps", "pursue de-41-corps"]


@pytest.mark.rule("22.1a")
def test_on_the_mobile_table_the_first_loss_is_mechanised() -> None:
    match = fought("DD", UNITS + '"fr-1gc" = "1443"\n', mobile=True)
    assert steps(match, "fr-1gc") == 1
    assert legal(match) == ["lose fr-1gc", "lose fr-2-army"]


@pytest.mark.rule("22.1a")
def test_among_several_mechanised_units_the_owner_chooses_the_first_loss() -> None:
    """T086."""
    match = fought("DA", UNITS + '"fr-1gc" = "1443"\n"fr-dlm" = "1443"\n', mobile=True)
    assert legal(match) == ["lose fr-1gc", "lose fr-dlm"]
    refused(match, "lose fr-2-army", "22.1a")


@pytest.mark.rule("22.1a")
def test_on_the_assault_table_the_choice_is_free() -> None:
    match = fought("DA", UNITS + '"fr-1gc" = "1443"\n')
    assert legal(match) == ["lose fr-1gc", "lose fr-2-army"]


@pytest.mark.rule("2.2.7a")
@pytest.mark.rule("2.2.7b")
@pytest.mark.rule("2.2.7c")
@pytest.mark.rule("2.2.7d")
@pytest.mark.rule("2.2.7e")
@pytest.mark.parametrize(("unit", "left"), [
    ("fr-2-army", 3), ("fr-2-army", 1), ("gb-bef", 4), ("gb-bef", 3), ("gb-bef", 2), ("fr-21-corps", 2),
    ("fr-21-corps", 1),
])
def test_each_loss_takes_one_step_and_the_last_eliminates(unit: str, left: int) -> None:
    """T089."""
    match = fought("DA", UNITS.replace('"fr-2-army" = "1443"', f'"{unit}" = {{ hex = "1443", steps = {left} }}'))
    assert steps(match, unit) == left - 1
    assert (at(match, unit) == "eliminated") == (left == 1)


@pytest.mark.rule("10.6b")
def test_losses_that_wipe_a_stack_out_ask_nobody() -> None:
    match = fought("DZ", UNITS.replace('"fr-2-army" = "1443"', '"fr-21-corps" = { hex = "1443", steps = 1 }\n'
                                       '"fr-23-corps" = "1443"'))
    assert at(match, "fr-21-corps") == at(match, "fr-23-corps") == "eliminated"
    assert "pursue de-19-corps" in legal(match)


@pytest.mark.rule("10.3a")
def test_the_record_tells_the_table_the_column_and_the_die() -> None:
    match = battle(UNITS, assault="AA", mobile="AA", more="dice = [5]")
    attack(match, "1443", "de-19-corps")
    combat = happened(do(match, "assault"), "combat")[0]
    assert (combat["die"], combat["column"], combat["percent"], combat["result"]) == (5, "100-149", 133, "AA")


@pytest.mark.rule("10.6b", "22.1a")
def test_nothing_else_is_done_before_steps_are_lost() -> None:
    match = fought("AA", mobile=True)
    refused(match, "with de-19-corps", "10.6b", "must be lost first")
    refused(match, "lose nobody", "10.6b", "must be lost first")
    refused(match, "lose de-14-corps", "10.6b", "has no part")


@pytest.mark.rule("10.6b")
def test_the_german_defender_chooses_his_losses_as_well() -> None:
    match = battle(UNITS, assault="DA", side="allied", marker="1ag")
    attack(match, "1343", "fr-2-army")
    assert match.actors == ("german",)
    assert legal(match) == ["lose de-19-corps", "lose de-41-corps"]
