"""33.0 Panzer Aces."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.combat import Fight
from meuse.games.ghost_division.rules.results import Allot
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import decline, field, until, value, volley

ON = 'options = { panzer-aces = "on" }'


def won(germans: str, more: str = ON, attack: bool = True) -> Desk:
    return field(germans, "fi-infantry suppressed", more=more, attack=attack).open(Fight(7))


def aces(desk: Desk) -> set[str]:
    return desk.marked("aces")


@pytest.mark.rule("33.1a")
@pytest.mark.parametrize("attack", [True, False])
def test_a_six_after_a_battle_won_with_tanks_brings_an_ace(attack: bool) -> None:
    """Companion 96."""
    desk = won("pz38-1, i-6", attack=attack)
    assert desk.actors == ("chance",)
    assert aces(desk.chance(5)) == set()
    assert desk.over
    assert aces(won("pz38-1, i-6", attack=attack).chance(6)) == {"pz38-1"}


@pytest.mark.rule("33.1a")
def test_no_roll_without_the_option_without_tanks_or_without_victory() -> None:
    assert won("pz38-1, i-6", more="").over
    assert won("i-6, sig-705, sp-flak, aufkl-37, rommel").over  # self-propelled guns and staffs are no tank units
    assert field("i-6 suppressed, pz38-1", "fi-infantry", more=ON).open(Fight(7)).told("ace roll") == []


@pytest.mark.rule("33.1b", "10.4a")
def test_the_player_gives_the_ace_to_a_tank_unit_of_the_force() -> None:
    desk = won("pz38-1, pz4-1 ace, pz38-2, i-6").chance(6)
    assert desk.legal == ["ace pz38-1", "ace pz38-2"]
    desk.refused("ace i-6", "33.1a")
    desk.refused("ace pz4-1", "33.1b")
    desk.refused("ace pz38-3", "33.1b")
    desk.refused("done", "33.1b")
    assert aces(desk.do("ace pz38-2")) == {"pz4-1", "pz38-2"}


@pytest.mark.rule("33.2b")
def test_only_the_unit_with_the_ace_ignores_a_hit() -> None:
    desk = field("pz38-1 ace, pz38-2", "fi-infantry", more=ON).open(Allot(True, "artillery", 0, 2, 0))
    desk.do("hit pz38-2")
    assert (desk.hits("pz38-1"), desk.hits("pz38-2")) == (0, 1)
    assert not desk.told("hit ignored")


@pytest.mark.rule("33.2b")
def test_each_of_two_aces_ignores_a_hit() -> None:
    desk = field("pz38-1 ace, pz4-1 ace", "fi-r35", more=ON).open(Allot(True, "anti_tank", 0, 2, 0))
    desk.do("hit pz38-1")
    while not desk.over and "hit pz4-1" in desk.legal:
        desk.do("hit pz4-1")
    assert [told["unit"] for told in desk.told("hit ignored")] == ["pz38-1", "pz4-1"]


@pytest.mark.rule("33.1b")
def test_the_number_of_aces_is_a_limit_and_each_unit_has_one_at_most() -> None:
    assert won("pz38-1 ace, pz4-1 ace, pz38-2").over
    assert won("pz38-1 ace, i-6").over
    assert not won("pz38-1 ace, pz38-2").over


@pytest.mark.rule("33.1b")
def test_an_ace_dies_with_its_unit_and_can_be_received_again() -> None:
    desk = field("pz38-1 1 ace, pz4-1 ace, pz38-2", "fi-r35", more=ON)
    desk.open(Allot(True, "anti_tank", 0, 2, 0))
    desk.do("hit pz38-1", "hit pz38-1")
    assert desk.place("pz38-1") == "scrap"
    assert aces(desk) == {"pz4-1"}
    desk.open(Allot(False, "anti_tank", 0, 9, 0))
    assert aces(desk.open(Fight(3)).chance(6)) == {"pz4-1", "pz38-2"}


@pytest.mark.rule("33.2a")
def test_an_ace_adds_one_to_anti_tank_and_close_assault() -> None:
    """Companion 97."""
    desk = field("pz38-1 ace, pz38-2", "fi-r35", more=ON)
    assert [value(desk, "pz38-1", c) for c in ("artillery", "anti_tank", "close_assault")] == [0, 3, 3]
    assert [value(desk, "pz38-2", c) for c in ("artillery", "anti_tank", "close_assault")] == [0, 2, 2]


@pytest.mark.rule("33.2b")
def test_an_ace_ignores_the_first_hit_of_each_round() -> None:
    """Companion 97: two Hits in a round, one counts; the ignored Hit is used up."""
    desk = field("pz38-1 ace", "fi-r35", more=ON).open(Allot(True, "anti_tank", 0, 2, 0))
    assert desk.hits("pz38-1") == 1
    assert desk.told("hit ignored") == [{"unit": "pz38-1"}]
    desk = decline(field("pz38-1 ace, i-6", "fi-r35, fi-at", more=ON).open(Fight(3)))
    for hits in (0, 0):
        until(desk, "anti_tank", False)
        volley(desk, 6)
        assert desk.hits("pz38-1") == hits
    assert len(desk.told("hit ignored")) == 2


@pytest.mark.rule("33.2b")
def test_air_attacks_before_the_first_round_belong_to_it() -> None:
    desk = field("pz38-1 ace, i-6", "fi-r35", more=ON, round=0)
    desk.open(Allot(True, "fighter_cas", 0, 1, 0)).do("hit pz38-1")
    assert desk.hits("pz38-1") == 0
    until(desk.open(Fight(3)), "anti_tank", False)
    volley(desk, 6)
    assert desk.hits("pz38-1") == 1


@pytest.mark.rule("33.2c")
@pytest.mark.parametrize(("force", "bonus"), [
    ("pz38-1 ace, pz4-1 ace", 1), ("pz38-1 ace, pz4-1", 0), ("pz38-1 ace, rommel", 4), ("pz4-1 ace", 1),
])
def test_a_force_of_aces_alone_adds_one_to_tactical_superiority(force: str, bonus: int) -> None:
    desk = decline(field(force, "fi-r35", more=ON).open(Fight(3))).chance(1, 6)
    assert desk.told("tactical superiority")[0]["bonus"] == [bonus, 0]


@pytest.mark.rule("33.2b", "33.1b")
def test_a_hit_ignored_is_no_hit_and_the_death_of_another_costs_no_ace() -> None:
    desk = field("pz38-1 ace", "fi-infantry", more=ON).open(Allot(True, "anti_tank", 0, 1, 0))
    assert desk.told("hit ignored") == [{"unit": "pz38-1"}]
    assert not desk.told("hit")
    desk = field("pz38-1 ace, log-7-1, i-6", "fi-infantry", more=ON).open(Allot(True, "close_assault", 0, 1, 0))
    desk.do("hit log-7-1")
    assert desk.place("log-7-1") == "scrap"
    assert not desk.told("ace lost")
