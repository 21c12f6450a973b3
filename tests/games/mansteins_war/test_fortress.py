"""17.0 Fortified hexes in battle, and their destruction."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import attack, battle, shifts, steps
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, happened


@pytest.mark.rule("17.0a")
@pytest.mark.rule("17.0c")
@pytest.mark.parametrize("fort", ["1740", "1540"])
def test_owners_in_their_fort_have_a_column_more(fort: str) -> None:
    match = battle(f'"de-19-corps" = "1639"\n"fr-21-corps" = "{fort}"\n')
    do(match, f"attack {fort}", "with de-19-corps")
    assert shifts(match)["17.0c"] == -1


@pytest.mark.rule("17.0a")
def test_an_enemy_fort_helps_nobody() -> None:
    match = battle('"de-19-corps" = "1740"\n"fr-3-army" = "1640"\n', side="allied", marker="2ag", assault="AA")
    do(match, "attack 1740", "with fr-3-army")
    assert "17.0c" not in shifts(match)


@pytest.mark.rule("17.0c")
@pytest.mark.rule("22.4b")
def test_the_fort_comes_on_top_of_terrain_and_bombs_take_the_city_away() -> None:
    """T072, T104."""
    units = '"de-19-corps" = "1641"\n"fr-21-corps" = "1640"\n'
    match = battle(units)
    do(match, "attack 1640", "with de-19-corps")
    assert (shifts(match)["10.5d"], shifts(match)["17.0c"]) == (-1, -1)
    match = battle(units, more='bombed = ["1640"]')
    do(match, "attack 1640", "with de-19-corps")
    assert "10.5d" not in shifts(match)
    assert shifts(match)["17.0c"] == -1


@pytest.mark.rule("22.4b")
def test_a_bombed_city_keeps_its_river() -> None:
    match = battle('"de-19-corps" = "1741"\n"fr-21-corps" = "1640"\n', more='bombed = ["1640"]\ndestroyed = ["1640"]')
    do(match, "attack 1640", "with de-19-corps")
    assert shifts(match)["10.5e"] == -1
    assert "10.5d" not in shifts(match)


@pytest.mark.rule("22.1j")
@pytest.mark.parametrize("fort", ["1740", "1540"])
def test_a_withdrawal_from_a_fort_is_a_stalemate(fort: str) -> None:
    """T074."""
    match = battle(f'"de-19-corps" = "1639"\n"fr-2-army" = "{fort}"\n', assault="DW")
    attack(match, fort, "de-19-corps")
    do(match, "none")
    assert (steps(match, "fr-2-army"), steps(match, "de-19-corps")) == (2, 1)
    assert at(match, "fr-2-army") == fort


@pytest.mark.rule("17.1a")
def test_any_enemy_unit_that_enters_destroys_the_fort_for_good() -> None:
    match = battle('"de-log-pgk" = "1739"\n"de-19-corps" = "1837"\n', segment="movement")
    events = do(match, "move de-log-pgk", "step 1740")
    assert happened(events, "fort destroyed") == [{"hex": "1740"}]
    assert match.view(None)["destroyed"] == ["1740"]
    own = battle('"de-19-corps" = "1939"\n', segment="movement")
    assert not happened(do(own, "move de-19-corps", "step 1839"), "fort destroyed")
