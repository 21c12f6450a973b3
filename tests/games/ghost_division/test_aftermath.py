"""20.9, 21.0 The end of a battle, and 26.0 Fortifications after it."""

from __future__ import annotations

import pytest

import meuse
from meuse.games.ghost_division.rules.combat import Battles, Fight
from meuse.games.ghost_division.rules.operations import COLLAPSE
from meuse.games.ghost_division.rules.results import hit_german
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import (
    CLEAR,
    TOWN,
    decline,
    field,
    fight,
    foes,
    until,
    value,
    volley,
)

FORT = f'[fog]\n{TOWN} = {{ kind = "fortification", shown = true }}'


def won(germans: str = "i-6", formation: str = "18-di", more: str = "", attack: bool = True) -> Desk:
    """A battle at its end, with every Allied unit suppressed."""
    return field(germans, "fi-infantry suppressed", formation=formation, more=more, attack=attack)


def lost(germans: str = "i-6 suppressed", formation: str = "18-di", more: str = "", attack: bool = True) -> Desk:
    return field(germans, "fi-infantry", formation=formation, more=more, attack=attack)


@pytest.mark.rule("21.0a")
def test_a_side_without_a_unit_has_lost_at_once() -> None:
    desk = until(fight("log-7-1", "fi-tirailleurs"), "close_assault", False)
    volley(desk, 5)
    assert desk.over
    assert desk.told("battle over")[0]["winner"] == "allied"


@pytest.mark.rule("21.0b", "21.0c", "2.8c")
@pytest.mark.parametrize(("formation", "gain"), [("18-di", 2), ("1-dcr", 4), ("4-dlc", 2), ("1-at", 4)])
def test_a_beaten_formation_is_removed_and_pays_by_its_class(formation: str, gain: int) -> None:
    desk = won(formation=formation).open(Fight(7))
    assert desk.place(formation) == "eliminated"
    assert desk.op == 40 + gain
    assert desk.view["formations"] == []


@pytest.mark.rule("21.0b", "21.0c")
def test_all_formations_of_the_battle_are_removed_and_paid_for() -> None:
    desk = Desk(f'[units]\n"i-78" = "{CLEAR}"\n[formations]\n"53-di" = {{ at = "{CLEAR}", shown = true, called = 1 }}')
    desk.march("1-at", CLEAR, called=1)
    desk.open(Battles(False, 1 << desk.g.grid.bit[CLEAR])).chance("fi-at", "br-2-pdr")
    until(desk, "artillery", True)
    volley(desk, 6, 6)
    desk.do("hit fi-at-1")
    assert desk.place("53-di") == desk.place("1-at") == "eliminated"
    assert desk.op == 40 + 2 + 4


@pytest.mark.rule("21.0d")
@pytest.mark.parametrize(("formation", "penalty"), [("18-di", 2), ("1-dcr", 3)])
def test_a_defeat_costs_by_the_class_of_the_victor_who_stays(formation: str, penalty: int) -> None:
    desk = lost(formation=formation).open(Fight(7))
    assert desk.op == 40 - penalty
    assert desk.formation(formation) == CLEAR


@pytest.mark.rule("21.0d")
@pytest.mark.parametrize(("unit", "price"), [("log-7-1", 1), ("pz38-1 1", 1), ("kg-b 1", 3), ("rommel 2", 5)])
def test_destroyed_units_are_charged_in_won_battles_too(unit: str, price: int) -> None:
    """Companion 112."""
    desk = field(f"i-78, {unit}", "fi-artillery suppressed").open(Fight(4))
    until(desk, "artillery", False)
    volley(desk, 6)
    desk.do(f"hit {unit.split()[0]}")
    until_over(desk)
    assert desk.told("battle over")[0]["winner"] == "german"
    assert desk.op == 40 + 2 - price


def until_over(desk: Desk) -> None:
    while not desk.over:
        decline(desk)
        if desk.actors == ("chance",):
            desk.chance(3)


@pytest.mark.rule("21.0d")
@pytest.mark.parametrize(("losses", "in_victory", "in_defeat"), [("always", 1, 1), ("defeats-only", 0, 1)])
def test_the_option_charges_losses_in_defeats_only(losses: str, in_victory: int, in_defeat: int) -> None:
    options = f'options = {{ losses = "{losses}" }}'
    desk = won("i-78, log-7-1", more=options)
    assert kill(desk, "log-7-1").open(Fight(7)).op == 42 - in_victory
    desk = lost("i-78 suppressed, log-7-1", more=options)
    assert kill(desk, "log-7-1").open(Fight(7)).op == 38 - in_defeat


def kill(desk: Desk, unit: str) -> Desk:
    hit_german(desk.g, desk.p, desk.g.by_id[unit], desk.g.defense[desk.g.by_id[unit]], "20.7c")
    return desk


@pytest.mark.rule("21.0d", "3.6a")
def test_a_defeat_can_end_the_game() -> None:
    desk = lost(more="op = 2").open(Fight(7))
    assert desk.level == COLLAPSE
    desk = won("i-78, log-7-1", more="op = 1")
    assert kill(desk, "log-7-1").open(Fight(7)).level == ""  # the gain comes before the loss


@pytest.mark.rule("21.0d", "26.3a")
def test_a_fortification_that_wins_costs_no_formation_penalty() -> None:
    desk = field("i-6 suppressed", "fortification", grid=TOWN, formation="", more=FORT).open(Fight(7))
    assert desk.told("battle over")[0]["winner"] == "allied"
    assert desk.op == 40


@pytest.mark.rule("20.9a", "20.8a")
def test_suppression_ends_with_the_battle_and_german_hits_stay() -> None:
    desk = won("i-6 1, ii-6 suppressed").open(Fight(7))
    assert not desk.marked("suppressed")
    assert desk.hits("i-6") == 1
    assert not desk.foes
    desk = lost("i-6 1 suppressed").open(Fight(7))
    assert not desk.marked("suppressed")
    assert desk.hits("i-6") == 1


# 26.0 Fortifications


@pytest.mark.rule("26.0a")
def test_a_fortification_is_a_non_armored_unit() -> None:
    desk = until(fight("i-78, i-6, pzabw-42", "", grid=TOWN, formation="", more=FORT), "artillery", True)
    volley(desk, 1)
    assert list(foes(desk).values()) == [(0, True)]
    desk = until(fight("pzabw-42, i-6", "", grid=TOWN, formation="", more=FORT), "close_assault", True)
    assert not [v for v in desk.told("volley") if v["side"] == "german"]
    volley(desk, 5)
    assert list(foes(desk).values()) == [(1, False)]


@pytest.mark.rule("26.1a", "2.8g")
def test_a_destroyed_fortification_leaves_play_for_good() -> None:
    desk = field("i-78, i-6", "fortification 3", grid=TOWN, formation="", more=FORT)
    desk.open(Fight(4))
    volley(desk, 6)
    assert desk.gone("fortification") == 1
    assert desk.told("fortification destroyed") == [{"grid": TOWN}]
    assert desk.told("battle over")[0]["winner"] == "german"
    assert desk.op == 40
    assert desk.fog(TOWN) == ""
    assert desk.told("town won") == [{"grid": TOWN}]


@pytest.mark.rule("26.3a", "21.0b", "3.1b")
def test_a_fortification_beaten_by_suppression_stays_with_its_hits() -> None:
    desk = until(fight("i-78, i-6", "", grid=TOWN, formation="", more=FORT), "artillery", True)
    volley(desk, 6, 1)
    until_over(desk)
    assert desk.told("battle over")[0]["winner"] == "german"
    assert desk.fort_hits(TOWN) == 1
    [held] = desk.told("town holds out")
    assert held == {"grid": TOWN, "fortification": True}
    assert "The Fortification stands" in desk.g.describe(meuse.Event("town holds out", "3.1b", held))
    desk.open(Battles(True, 1 << desk.g.grid.bit[TOWN]))
    assert list(foes(desk).values()) == [(1, False)]
    assert value(desk, desk.foes[0], "close_assault") == 1


@pytest.mark.rule("21.0d", "20.7d")
def test_every_unit_that_was_destroyed_is_charged() -> None:
    desk = won("i-78, log-7-1, log-7-2")
    kill(desk, "log-7-1")
    assert kill(desk, "log-7-2").open(Fight(7)).op == 42 - 2


@pytest.mark.rule("3.1b", "21.0b")
@pytest.mark.parametrize(
    ("fog", "told"),
    [("", "town won"), ('"fortification"', "town holds out"),
     ('{ kind = "obstacle", shown = true }', "town holds out")],
)
def test_after_a_victory_in_a_town_it_is_told_what_is_left_in_it(fog: str, told: str) -> None:
    """Of a marker face down it is not told what it is."""
    more = f"[fog]\n{TOWN} = {fog}" if fog else ""
    desk = field("i-6", "fi-infantry suppressed", grid=TOWN, attack=False, more=more).open(Fight(7))
    assert desk.told("battle over")[0]["winner"] == "german"
    found = [*desk.told("town won"), *desk.told("town holds out")]
    assert found == [{"grid": TOWN} if told == "town won" else {"grid": TOWN, "fortification": False}]


@pytest.mark.rule("3.1b")
def test_of_a_town_nothing_is_told_after_a_defeat_nor_after_a_victory_in_the_open() -> None:
    defeat = field("i-6 suppressed", "fi-infantry", grid=TOWN).open(Fight(7))
    for desk in (defeat, won().open(Fight(7))):
        assert desk.over
        assert not desk.told("town won")
        assert not desk.told("town holds out")
