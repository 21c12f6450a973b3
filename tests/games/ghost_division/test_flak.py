"""29.0 AA fire."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.air import AlliedRaid, Mission
from meuse.games.ghost_division.rules.combat import Fight
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import CLEAR, TOWN, dice_of, field, firing, until, volley

FORT = f'[fog]\n{TOWN} = {{ kind = "fortification", shown = true }}'


def overhead(
    germans: str,
    foes: str,
    *planes: str,
    attack: bool = True,
    grid: str = CLEAR,
    more: str = "",
    formation: str = "18-di",
) -> Desk:
    """A battle with these German air units over it, at the AA step."""
    desk = field(germans, foes, attack=attack, grid=grid, more=more, formation=formation)
    for plane in planes:
        desk.stand(plane, "aloft")
    return desk.open(Mission(1))


@pytest.mark.rule("29.0a", "29.1a", "29.2a")
@pytest.mark.parametrize(("unit", "dice"), [
    ("flak-59", 2), ("flak-88", 4), ("sp-flak", 2), ("flak-88 1", 3), ("flak-88 1 suppressed", 2), ("pzabw-42", 0),
])
def test_flak_fires_with_its_anti_tank_value_less_hits_and_suppression(unit: str, dice: int) -> None:
    desk = overhead(f"{unit}, i-6 crossed", "fi-infantry, fi-fighter", grid=TOWN)
    if dice:
        assert firing(desk) == ("flak", True)
        assert dice_of(desk) == dice  # terrain does not matter
    else:
        assert firing(desk) == ("fighter_cas", False)


@pytest.mark.rule("29.0a", "26.2b", "29.2a")
def test_a_fortification_and_allied_flak_fire_at_stukas() -> None:
    desk = overhead("i-6", "fortification", "stuka-1", grid=TOWN, formation="", more=FORT)
    assert firing(desk) == ("flak", False)
    assert dice_of(desk) == 2
    desk = overhead("i-6", "fi-aa, fi-at", "stuka-1")
    assert dice_of(desk) == 1


@pytest.mark.rule("29.1a")
def test_aa_fires_in_the_flak_column_without_superiority_and_only_at_enemy_air_units() -> None:
    desk = overhead("flak-59", "fi-infantry, fi-fighter")
    desk.chance(5, 6)
    [seen] = desk.told("volley")
    assert (seen["column"], seen["results"]) == ("flak", ["abort", "kill"])
    assert not desk.told("tactical superiority")
    assert firing(overhead("flak-59", "fi-aa", "stuka-1")) == ("flak", False)
    assert firing(overhead("flak-59", "fi-infantry", "stuka-1")) == ("dive_bomber", True)


@pytest.mark.rule("29.1b")
@pytest.mark.parametrize("attack", [True, False])
def test_the_defender_shoots_first(attack: bool) -> None:
    """Companion 84."""
    desk = overhead("flak-59", "fi-aa, fi-fighter", "stuka-1", attack=attack)
    assert firing(desk) == ("flak", not attack)
    volley(desk, 3)
    assert firing(desk) == ("flak", attack)


@pytest.mark.rule("29.1b", "29.3a")
def test_a_fighter_brought_down_first_is_no_target_for_the_other_side() -> None:
    desk = overhead("flak-59", "fi-aa, fi-fighter", attack=False)
    volley(desk, 6)
    assert not desk.sky
    assert [v["side"] for v in desk.told("volley")] == ["german"]


@pytest.mark.rule("29.2b")
def test_flak_fires_at_aircraft_and_then_in_the_ground_battle() -> None:
    desk = overhead("flak-59", "fi-r35, fi-fighter")
    volley(desk, 3)
    assert firing(desk) == ("fighter_cas", False)
    volley(desk, 3)
    desk = field("flak-59", "fi-r35")
    desk.open(Fight(3))
    until(desk, "anti_tank", True)
    assert dice_of(desk) == 2


@pytest.mark.rule("29.3a", "19.0c")
def test_the_player_picks_the_victims_of_aa_on_both_sides() -> None:
    desk = overhead("i-6", "fortification", "stuka-1", "fighter-1", grid=TOWN, formation="", more=FORT)
    desk.chance(5, 6)
    assert desk.actors == ("german",)
    assert desk.legal == ["kill fighter-1", "kill stuka-1"]
    desk.refused("abort stuka-1", "29.3a")
    desk.refused("kill stuka-2", "29.3a")
    desk.refused("done", "29.3a")
    desk.do("kill stuka-1")
    assert [(e.what, e.rule) for e in desk.events if e.what.startswith("air unit")] == [
        ("air unit shot down", "19.0c"), ("air unit aborted", "29.3a"),
    ]
    assert desk.place("stuka-1") == desk.place("fighter-1") == "maintenance"
    assert desk.op == 39  # a unit shot down; an Abort costs nothing


@pytest.mark.rule("29.3a", "25.1g")
def test_an_aborted_raider_flies_no_mission() -> None:
    desk = Desk(f'[units]\n"flak-59" = "{CLEAR}"\n"i-6" = "{CLEAR}"')
    desk.open(AlliedRaid(desk.g.grid.bit[CLEAR]))
    desk.chance(4, "aa-bomber", "aa-fighter", 5, 3)
    assert desk.legal == ["abort aa-bomber-1", "abort aa-fighter-1"]
    desk.do("abort aa-bomber-1")
    assert firing(desk) == ("fighter_cas", False)
    volley(desk, 3)
    assert desk.over
    assert not desk.bombed


@pytest.mark.rule("29.2a", "20.7e")
@pytest.mark.parametrize("grid", [CLEAR, TOWN])
def test_allied_flak_that_is_suppressed_is_silent_though_an_attacker_fires_with_one_at_least(grid: str) -> None:
    desk = overhead("i-6", "fi-aa suppressed, fi-infantry", "stuka-1", attack=False, grid=grid)
    assert firing(desk) == ("dive_bomber", True)
