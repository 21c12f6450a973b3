"""24.0 German refit."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.rules.refit import AirRefit, Recovery
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import PINNED, happened


def recover(units: str, *dice: int, more: str = "") -> Desk:
    return Desk(f"{more}\n[units]\n{units}", Recovery()).chance(*dice)


def hurt(unit: str, grid: str, hits: int = 1, extra: str = "") -> str:
    return f'"{unit}" = {{ at = "{grid}", hits = {hits}{extra} }}\n'


# 24.0, 24.1


@pytest.mark.rule("24.0a", "11.0l")
def test_a_unit_that_acted_does_not_recover() -> None:
    assert recover(hurt("i-6", "N18", 1, ", acted = true")).over
    assert not recover(hurt("i-6", "N18", 1, ", moved = true")).over


@pytest.mark.rule("24.1a")
def test_a_unit_needs_a_loc() -> None:
    linked = Desk("[units]\n" + hurt("i-6", "N9"), Recovery())
    assert not linked.over
    cut = Desk("[units]\n" + hurt("i-6", "N9") + '[fog]\nN10 = "patrol"\nN8 = "patrol"\n', Recovery())
    assert cut.over


@pytest.mark.rule("24.1a")
@pytest.mark.parametrize("place", ["scrap", "pool", "reinforcements"])
def test_what_is_not_in_play_does_not_recover(place: str) -> None:
    assert recover(hurt("i-6", place)).over


@pytest.mark.rule("24.1a")
@pytest.mark.parametrize(("die", "left"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1), (6, 0)])
def test_one_die_on_the_recovery_table(die: int, left: int) -> None:
    desk = recover(hurt("i-6", "N18", 2), die)
    assert desk.hits("i-6") == left
    assert desk.over
    assert desk.told("recovery") == [
        {"unit": "i-6", "grid": "N18", "die": die, "modifier": 0, "removed": 2 - left, "hits": left}
    ]


@pytest.mark.rule("24.1a")
def test_no_more_hits_are_removed_than_there_are() -> None:
    assert recover(hurt("i-6", "N18", 1), 6).hits("i-6") == 0


@pytest.mark.rule("24.1a")
def test_every_unit_with_hits_rolls_once_in_the_order_of_the_counters() -> None:
    desk = recover(hurt("ii-6", "N18", 2) + hurt("i-6", "M18", 2) + '"i-7" = "M18"', 3, 1)
    assert [told["unit"] for told in desk.told("recovery")] == ["i-6", "ii-6"]
    assert (desk.hits("i-6"), desk.hits("ii-6")) == (1, 2)
    assert desk.over


@pytest.mark.rule("24.1a", "7.0b")
def test_the_assembly_area_helps() -> None:
    desk = recover(hurt("i-6", "assembly", 2), 2)
    assert desk.hits("i-6") == 1
    assert desk.told("recovery")[0]["modifier"] == 1


@pytest.mark.rule("24.1b")
def test_a_logistics_unit_recovers_itself_and_helps_the_others_in_its_grid() -> None:
    desk = recover(hurt("i-6", "N18", 1) + hurt("log-xv-1", "M18", 0) + '"log-7-1" = "N18"', 2)
    assert desk.hits("i-6") == 0
    alone = recover(hurt("i-6", "N18", 1) + '"log-7-1" = "M18"', 2)
    assert alone.hits("i-6") == 1


@pytest.mark.rule("24.1a", "24.1b")
def test_a_lone_logistics_unit_rolls_but_does_not_help_itself() -> None:
    desk = Desk('[units]\n"log-7-1" = "N18"')
    desk.stand("log-7-1", "N18", hits=1)
    desk.open(Recovery()).chance(2)
    assert desk.told("recovery")[0]["modifier"] == 0
    assert desk.hits("log-7-1") == 1


@pytest.mark.rule("36.3a", "24.1a", "36.2c")
@pytest.mark.parametrize(
    ("option", "unit", "rolls"), [("on", "rommel", True), ("off", "rommel", False), ("on", "i-6", False)]
)
def test_with_advanced_logistics_headquarters_recover_without_a_loc(option: str, unit: str, rolls: bool) -> None:
    text = f'options = {{ advanced-logistics = "{option}" }}\n[units]\n{hurt(unit, "N9")}'
    desk = Desk(text + '[fog]\nN10 = "patrol"\nN8 = "patrol"\n', Recovery())
    assert desk.over is not rolls


# 24.2


@pytest.mark.rule("24.2a", "14.4a")
@pytest.mark.parametrize(
    ("units", "op", "after"),
    [
        ('"kg-r" = "N14"', 30, 33),
        ('"kg-r" = "assembly"', 30, 33),
        ('"kg-r" = "N14"\n"kg-b" = "assembly"', 48, 50),
        ('"kg-r" = { at = "N14", acted = true }', 30, 30),
        ('"rommel" = { at = "N14", acted = true }\n"kg-b" = "N14"', 30, 32),
        ('"kg-r" = "scrap"\n"sst-hq" = "reinforcements"\n"11-brigade" = "pool"', 30, 30),
        ('"pz38-1" = "N14"', 30, 30),
    ],
)
def test_each_idle_headquarters_in_play_adds_its_leader_value(units: str, op: int, after: int) -> None:
    desk = Desk(f"op = {op}\n[units]\n{units}")
    desk.rally()
    assert desk.op == after


@pytest.mark.rule("14.4a")
def test_rally_needs_no_loc() -> None:
    desk = Desk('op = 30\n[units]\n"kg-r" = "N9"\n[fog]\nN10 = "patrol"\nN8 = "patrol"\n')
    desk.rally()
    assert desk.op == 33


@pytest.mark.rule("4.0c", "14.4a")
def test_two_resting_kampfgruppen_bring_five_points() -> None:
    desk = Desk('force = "start"\nop = 38\n[units]\n"rommel" = { at = "N18", acted = true }\n'
                '"7-brigade" = { at = "N18", acted = true }')
    desk.rally()
    assert desk.op == 43


# 24.3


@pytest.mark.rule("24.3a", "27.2b")
@pytest.mark.parametrize(
    ("unit", "needed"), [("air-recon-1", 2), ("fighter-1", 3), ("stuka-1", 3), ("bomber-1", 4), ("air-supply", 4)]
)
def test_an_air_unit_in_maintenance_returns_on_its_range(unit: str, needed: int) -> None:
    for die in range(1, 7):
        desk = Desk(f'[units]\n"{unit}" = "maintenance"', AirRefit()).chance(die)
        assert desk.place(unit) == ("available" if die >= needed else "maintenance")
        assert desk.over


@pytest.mark.rule("24.3a")
def test_each_air_unit_in_maintenance_rolls_once_and_the_others_do_not() -> None:
    units = '"stuka-2" = "maintenance"\n"stuka-1" = "maintenance"\n"fighter-1" = "available"\n"bomber-1" = "pool"'
    desk = Desk(f"[units]\n{units}", AirRefit()).chance(1, 6)
    assert desk.over
    assert [(told["unit"], told["ready"]) for told in desk.told("air refit")] == [("stuka-1", False), ("stuka-2", True)]
    desk.open(AirRefit()).chance(6)
    assert desk.place("stuka-1") == "available"


@pytest.mark.rule("24.1b")
def test_nobody_but_a_logistics_unit_helps() -> None:
    desk = Desk('[units]\ni-6 = { at = "M12", hits = 1 }\nii-6 = "M12"', Recovery()).chance(3)
    assert desk.told("recovery")[0]["modifier"] == 0


@pytest.mark.rule("24.1a", "24.1b")
def test_a_die_below_the_table_is_read_in_its_first_row() -> None:
    table = {**PINNED["charts"]["recovery"], "logistics": -3, "rolls": [1, 0, 0, 0, 0, 0]}
    charts = {**PINNED["charts"], "recovery": table}
    situation = {"game": "ghost-division", "phase": "E2", "dice": [1],
                 "units": {"i-6": {"at": "M12", "hits": 1}, "log-7-1": "M12"}}
    match = Match(GhostDivision(overlay={"charts": charts}), seed=1, situation=situation)
    assert [told["removed"] for told in happened(match.opening, "recovery")] == [1]
