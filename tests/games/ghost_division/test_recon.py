"""13.0 Limited intelligence, 13.1 air recon, 13.2 ground recon."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.recon import AirRecon, GroundRecon
from meuse.games.ghost_division.rules.sequence import LandAll
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import piece, table

PLANE = '[units]\n"air-recon-1" = "available"\n'


def fog(*grids: str, kind: str = "patrol") -> str:
    return "[fog]\n" + "\n".join(f'{grid} = "{kind}"' for grid in grids)


def fog_everywhere(rows: str, columns: range) -> str:
    """A face-down marker in each of these Grids."""
    names = [f.id for f in Desk("").g.formations]
    grids = [f"{row}{column}" for row in rows for column in columns]
    return "[formations]\n" + "\n".join(f'"{id}" = "{grid}"' for id, grid in zip(names, grids, strict=False))


# 13.0


@pytest.mark.rule("13.0a", "8.1a")
def test_what_is_face_down_cannot_be_told_apart() -> None:
    units = 'phase = "D1"\n[units]\n"krad-7" = "N14"\n"fighter-1" = "pool"\n'

    def seen(formation: str, front: str) -> object:
        match = table(f'{units}[formations]\n"{formation}" = "N13"\n[fog]\nN12 = "{front}"')
        return match.view("german"), match.legal("german"), match.view(None)

    assert seen("18 DI", "fortification") == seen("dummy-1", "false-info")
    assert seen("18 DI", "fortification") == seen("1 Ch Ard", "patrol")


@pytest.mark.rule("13.0a")
def test_german_units_are_always_seen() -> None:
    match = table('phase = "D1"\n[units]\n"krad-7" = { at = "N14", hits = 1 }\n"fighter-1" = "pool"\n' + fog("N13"))
    assert match.view(None)["units"]["krad-7"]["hits"] == 1


# 13.1


@pytest.mark.rule("13.1a", "28.4a")
def test_an_air_recon_unit_flies_to_any_grid() -> None:
    desk = Desk(PLANE + fog("N13"), AirRecon())
    assert len(desk.legal) == 54 + 1
    desk.do("fly S1")
    assert desk.place("air-recon-1") == "aloft"
    assert desk.over
    assert desk.told("recon flight") == [{"unit": "air-recon-1", "grid": "S1", "grids": []}]


@pytest.mark.rule("13.1a", "28.4a")
def test_other_air_units_do_not_reconnoiter() -> None:
    others = "".join(f'"{id}" = "available"\n' for id in ("stuka-1", "fighter-1", "bomber-1", "air-supply"))
    assert Desk(f"[units]\n{others}" + fog("N13"), AirRecon()).over
    assert Desk('[units]\n"air-recon-1" = "maintenance"\n' + fog("N13"), AirRecon()).over


@pytest.mark.rule("13.1b")
@pytest.mark.parametrize(
    ("grid", "dice"), [("M8", 9), ("N8", 6), ("N18", 4), ("S1", 4)]
)
def test_a_die_for_its_grid_and_each_around_it(grid: str, dice: int) -> None:
    columns = {"M8": range(4, 12), "N8": range(4, 12), "N18": range(14, 19), "S1": range(1, 6)}[grid]
    desk = Desk(PLANE + fog_everywhere("NMS", columns), AirRecon()).do(f"fly {grid}")
    desk.chance(*[1] * dice)
    assert desk.over
    assert len({told["grid"] for told in desk.told("recon")}) == dice


@pytest.mark.rule("13.1b")
def test_only_grids_with_something_face_down_get_a_die() -> None:
    text = PLANE + '[fog]\nN13 = { kind = "obstacle", shown = true }\nM14 = "patrol"\n[formations]\n'
    desk = Desk(text + '"18 DI" = { at = "N14", shown = true }\n"22 DI" = "N13"', AirRecon()).do("fly N14")
    desk.chance(1, 1)
    assert desk.over
    assert [told["grid"] for told in desk.told("recon")] == ["N13", "M14"]


@pytest.mark.rule("13.1b")
def test_two_units_over_one_grid_roll_twice() -> None:
    desk = Desk(PLANE + '"air-recon-2" = "available"\n' + fog("N13"), AirRecon())
    desk.do("fly N13").chance(2).do("fly N13").chance(3)
    assert [told["unit"] for told in desk.told("recon")] == ["air-recon-1", "air-recon-2"]
    assert desk.fog_shown("N13")


@pytest.mark.rule("13.1b", "17.1a", "17.2c")
@pytest.mark.parametrize(
    ("die", "fog_up", "formation_up"), [(1, False, False), (2, False, False), (3, True, False), (4, True, False),
                                        (5, True, True), (6, True, True)]
)
def test_the_table_says_what_is_revealed(die: int, fog_up: bool, formation_up: bool) -> None:
    desk = Desk(PLANE + fog("N13") + '\n[formations]\n"18 DI" = "N13"', AirRecon()).do("fly N13").chance(die)
    assert desk.fog_shown("N13") is fog_up
    assert desk.shown("18-di") is formation_up
    assert desk.formation("18-di") == "N13"
    assert desk.called("18-di") == 0


@pytest.mark.rule("13.1b")
def test_woods_hide() -> None:
    desk = Desk(PLANE + fog("M15"), AirRecon()).do("fly M15").chance(3)
    assert desk.told("recon")[0]["net"] == 2
    assert not desk.fog_shown("M15")


@pytest.mark.rule("13.3e", "17.2a")
def test_what_recon_turns_up_has_no_entry_effect_but_false_info_and_dummies_go() -> None:
    text = PLANE + fog("N13", kind="installation") + '\nN11 = "false-info"\n[formations]\n"dummy-1" = "N12"'
    desk = Desk(text, AirRecon()).do("fly N12").chance(6, 6, 6)
    assert desk.op == 40
    assert desk.fog("N13") == "installation"
    assert desk.fog("N11") == ""
    assert desk.view["boxes"]["fog"] == len(desk.g.fog) - 1
    assert desk.place("dummy-1") == "gone"


@pytest.mark.rule("11.0e", "27.2b", "28.4a")
def test_the_recon_unit_lands_in_maintenance_as_the_phase_ends() -> None:
    desk = Desk(PLANE + '"stuka-1" = "available"\n' + fog("N13"), AirRecon(), LandAll()).do("fly S1")
    assert (desk.place("air-recon-1"), desk.place("stuka-1")) == ("maintenance", "available")
    match = table('phase = "C1"\n' + PLANE + '"pz38-1" = "N18"\n' + fog("N13"))
    match.apply("german", "fly S1")
    assert match.view(None)["phase"] == "D2"
    assert piece(match, "air-recon-1")["place"] == "maintenance"


@pytest.mark.rule("13.1b", "13.2b")
def test_a_marker_that_lies_face_up_is_nothing_to_find() -> None:
    up = '[fog]\nN13 = { kind = "obstacle", shown = true }\n'
    assert Desk(PLANE + up, AirRecon()).over
    desk = Desk(PLANE + up + '[formations]\n18-di = "N13"', AirRecon()).do("fly N13").chance(3)
    assert [told["result"] for told in desk.told("recon")] == ["nothing"]
    assert not desk.shown("18-di")


# 13.2


@pytest.mark.rule("13.2a")
@pytest.mark.parametrize(
    ("unit", "able"),
    [("rommel", True), ("kg-b", True), ("aufkl-37", True), ("corps-aufkl", True), ("krad-7", True), ("niwi", True),
     ("pz38-1", False), ("i-6", False), ("pi-58", False), ("log-7-1", False)],
)
def test_who_can_reconnoiter(unit: str, able: bool) -> None:
    desk = Desk(f'[units]\n"{unit}" = "N14"\n' + fog("N13"), GroundRecon())
    assert desk.over is not able
    other = Desk(f'[units]\n"{unit}" = "N14"\n"sst-hq" = "N14"\n' + fog("N13"), GroundRecon())
    assert (f"scout {unit}" in other.legal) is able
    if not able:
        other.refused(f"scout {unit}", "13.2a")


@pytest.mark.rule("13.2b")
def test_not_from_the_assembly_area() -> None:
    text = '[units]\n"krad-7" = "assembly"\n"aufkl-37" = "N17"\n' + fog("N18", "M18")
    desk = Desk(text, GroundRecon())
    desk.refused("scout krad-7", "13.2b")
    assert desk.legal == ["done", "scout aufkl-37"]


@pytest.mark.rule("13.2b")
def test_one_die_against_one_grid_around_it_diagonals_included() -> None:
    desk = Desk('[units]\n"aufkl-37" = "M11"\n' + fog("N10", "M9", "M12", "M11"), GroundRecon()).do("scout aufkl-37")
    assert desk.legal == ["pass", "recon M12", "recon N10"]
    desk.refused("recon M9", "13.2b")
    desk.refused("recon M11", "13.2b")
    desk.refused("recon S11", "13.2b")
    desk.do("recon N10").chance(6)
    assert desk.over
    assert desk.fog_shown("N10")
    assert not desk.fog_shown("M12")


@pytest.mark.rule("13.2b")
def test_each_unit_looks_once() -> None:
    desk = Desk('[units]\n"aufkl-37" = "M11"\n"krad-7" = "M11"\n' + fog("N10", "M12"), GroundRecon())
    desk.do("scout aufkl-37", "recon N10").chance(1)
    desk.refused("scout aufkl-37", "13.2b")
    desk.do("scout krad-7", "recon N10").chance(1)
    assert desk.over


@pytest.mark.rule("13.2b")
@pytest.mark.parametrize(("unit", "grid", "net"), [("aufkl-37", "N13", 3), ("krad-7", "N13", 3), ("rommel", "N13", 2),
                                                   ("krad-7", "M15", 2), ("rommel", "M15", 1), ("niwi", "N13", 2)])
def test_scouts_see_more_and_woods_hide(unit: str, grid: str, net: int) -> None:
    desk = Desk(f'[units]\n"{unit}" = "N14"\n' + fog(grid), GroundRecon())
    desk.do(f"scout {unit}", f"recon {grid}").chance(2)
    assert desk.told("recon")[0]["net"] == net
    assert desk.fog_shown(grid) is (net >= 3)


@pytest.mark.rule("13.2c", "24.0a")
def test_looking_is_an_action_and_passing_is_not() -> None:
    desk = Desk('[units]\n"aufkl-37" = "M11"\n"krad-7" = "M11"\n' + fog("N10"), GroundRecon())
    desk.do("scout aufkl-37", "pass")
    desk.refused("scout aufkl-37", "13.2b")
    desk.do("scout krad-7", "recon N10").chance(1)
    assert not desk.acted("aufkl-37")
    assert desk.acted("krad-7")


@pytest.mark.rule("13.2c")
def test_it_does_not_hinder_the_later_move() -> None:
    match = table('phase = "D1"\ndice = [1]\n[units]\n"krad-7" = "N15"\n' + fog("N14"))
    for action in ("scout krad-7", "recon N14"):
        match.apply("german", action)
    assert match.view(None)["phase"] == "D2"
    assert "move krad-7" in match.legal("german")


@pytest.mark.rule("11.0f")
def test_the_segment_passes_when_nobody_can_look() -> None:
    assert Desk('[units]\n"krad-7" = "N14"\n' + fog("N12"), GroundRecon()).over
    assert Desk('[units]\n"krad-7" = "N14"\n' + fog("N13"), GroundRecon()).do("done").over


@pytest.mark.rule("32.0a")
def test_each_commander_sends_his_own_scouts() -> None:
    text = 'options = { cooperative = "two" }\n[units]\n"rommel" = "N14"\n"aufkl-37" = "N14"\n' + fog("N13")
    desk = Desk(text, GroundRecon())
    assert desk.actors == ("commander", "second")
    assert desk.choices("second") == ["pass", "scout aufkl-37"]
    assert desk.choices("commander") == ["done", "scout aufkl-37", "scout rommel"]
    desk.refused("scout rommel", "32.0a", "second")


@pytest.mark.rule("13.2b")
def test_a_look_at_a_grid_without_a_fog_marker_makes_out_no_fog_marker() -> None:
    desk = Desk('[units]\n"kg-b" = "M12"\n[formations]\n"18 DI" = "M11"', GroundRecon())
    desk.do("scout kg-b", "recon M11").chance(4)
    assert [told["result"] for told in desk.told("recon")] == ["nothing"]
    assert not desk.shown("18-di")


@pytest.mark.rule("13.3e")
def test_what_is_seen_in_a_grid_turns_up_nothing_elsewhere() -> None:
    desk = Desk('[formations]\n18-di = "M5"\n[fog]\nM9 = "fortification"').sight("M5")
    assert desk.shown("18-di")
    assert not desk.fog_shown("M9")


@pytest.mark.rule("11.0e")
@pytest.mark.parametrize(("flies", "landed"), [(True, [{"units": ["air-recon-1"]}]), (False, [])])
def test_the_landing_of_recon_units_is_told_if_any_have_flown(flies: bool, landed: list[dict[str, list[str]]]) -> None:
    desk = Desk(PLANE + fog("N13"), AirRecon(), LandAll()).do("fly S1" if flies else "done")
    assert desk.over
    assert desk.told("landed") == landed
