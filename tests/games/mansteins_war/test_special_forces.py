"""19.0 Special forces."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import attack, battle, shifts, steps
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, happened, legal, refused

FORT = '"de-19-corps" = "1639"\n"de-41-corps" = "1739"\n"fr-thionville" = "1740"\n"fr-21-corps" = "1740"\n'


@pytest.mark.rule("19.0a")
@pytest.mark.rule("10.3b")
def test_against_an_intact_fort_one_unit_may_be_committed() -> None:
    match = battle(FORT, assault="AA")
    attack(match, "1740", "de-19-corps")
    assert legal(match) == ["commit de-sf-bb", "commit de-sf-koch", "none"]
    refused(match, "commit fr-sf-cf", "19.0a")
    refused(match, "assault", "19.0a")
    events = do(match, "commit de-sf-bb")
    assert len(happened(events, "mission")) == 1
    assert not any(action.startswith("commit") for action in legal(match))


@pytest.mark.rule("19.0a")
def test_elsewhere_there_is_nothing_to_commit_against() -> None:
    match = battle('"de-19-corps" = "1343"\n"fr-21-corps" = "1443"\n')
    attack(match, "1443", "de-19-corps")
    assert legal(match) == ["assault", "mobile"]
    match = battle(FORT, more='destroyed = ["1740"]')
    attack(match, "1740", "de-19-corps")
    assert legal(match) == ["assault", "mobile"]


@pytest.mark.rule("19.0b")
@pytest.mark.rule("2.4a")
@pytest.mark.rule("19.1a")
@pytest.mark.rule("17.0c")
@pytest.mark.parametrize(("die", "success"), [(4, True), (5, False)])
def test_a_die_within_the_printed_range_destroys_the_fort(die: int, success: bool) -> None:
    match = battle(FORT, assault="DA", mobile="DA", more=f"dice = [{die}]")
    assert match.game.forces[0].entry.success == 4  # type: ignore[attr-defined]
    do(match, "attack 1740", "with de-19-corps")
    assert shifts(match)["17.0c"] == -1
    do(match, "attack")
    events = do(match, "commit de-sf-koch")
    assert happened(events, "mission")[0]["success"] is success
    assert (match.view(None)["destroyed"] == ["1740"]) is success
    assert at(match, "fr-thionville") == "1740"
    assert (legal(match) == ["assault", "mobile"]) is success


@pytest.mark.rule("10.5j")
@pytest.mark.rule("19.1a")
def test_after_a_success_the_fortress_column_is_not_counted_and_nothing_else_changes() -> None:
    """T137."""
    units = '"de-19-corps" = "2041"\n"fr-21-corps" = "1941"\n'
    match = battle(units, assault="AA", mobile="AA", more="dice = [1]")
    do(match, "attack 1941", "with de-19-corps")
    before = shifts(match)
    assert (before["17.0c"], before["10.5d"], before["10.5e"]) == (-1, -1, -1)
    do(match, "attack", "commit de-sf-koch")
    before.pop("17.0c")
    assert shifts(match) == before


@pytest.mark.rule("19.1a")
@pytest.mark.rule("10.3c")
def test_after_a_success_the_mobile_table_is_open() -> None:
    """T077."""
    match = battle(FORT, more="dice = [1]")
    attack(match, "1740", "de-19-corps")
    do(match, "commit de-sf-koch")
    assert legal(match) == ["assault", "mobile"]


@pytest.mark.rule("19.1b")
@pytest.mark.parametrize("die", [1, 6])
def test_a_committed_unit_leaves_play_whatever_it_does(die: int) -> None:
    """T078."""
    match = battle(FORT, assault="AA", mobile="AA", more=f"dice = [{die}]")
    attack(match, "1740", "de-19-corps")
    do(match, "commit de-sf-koch")
    if die == 1:
        assert at(match, "de-sf-koch") == "1740"
        do(match, "assault")
    assert at(match, "de-sf-koch") == "eliminated"
    assert at(match, "de-sf-bb") == "available"


@pytest.mark.rule("19.0c")
def test_a_unit_serves_one_attack() -> None:
    units = FORT + '"de-14-corps" = "1940"\n"fr-5-army" = "1840"\n'
    match = battle(units, assault="AA", more="dice = [6]")
    attack(match, "1740", "de-19-corps")
    do(match, "commit de-sf-koch")
    attack(match, "1840", "de-14-corps")
    assert legal(match) == ["commit de-sf-bb", "none"]
    refused(match, "commit de-sf-koch", "19.0a")


@pytest.mark.rule("11.1j")
@pytest.mark.rule("19.1a")
def test_a_fortress_unit_without_its_fort_is_eliminated_by_a_retreat() -> None:
    """T076."""
    units = '"de-19-corps" = "1639"\n"fr-thionville" = "1740"\n'
    match = battle(units, assault="DW", more="dice = [1]")
    attack(match, "1740", "de-19-corps")
    do(match, "commit de-sf-koch", "assault")
    assert at(match, "fr-thionville") == "eliminated"


@pytest.mark.rule("28.2b")
def test_the_french_may_have_special_forces_of_their_own() -> None:
    units = '"fr-3-army" = "1740"\n"de-saar" = "1839"\n'
    match = battle(units, side="allied", marker="2ag", options=("allied-special-forces",))
    attack(match, "1839", "fr-3-army")
    assert legal(match) == ["commit fr-sf-cf", "none"]


@pytest.mark.rule("17.1b")
def test_a_city_in_a_destroyed_fort_still_shelters() -> None:
    units = '"de-19-corps" = "1740"\n"fr-21-corps" = "1640"\n'
    match = battle(units, more='destroyed = ["1640"]')
    do(match, "attack 1640", "with de-19-corps")
    assert shifts(match)["10.5d"] == -1
    assert "17.0c" not in shifts(match)
    assert steps(match, "fr-21-corps") == 2


@pytest.mark.rule("19.0a")
def test_only_special_forces_are_committed() -> None:
    match = battle(FORT, assault="AA")
    attack(match, "1740", "de-19-corps")
    refused(match, "commit nobody", "19.0a", "or none")
    refused(match, "commit de-sf-opt", "19.0a", "is not in the Available display")
    refused(match, "support de-sf-koch", "19.0a", "or none")
