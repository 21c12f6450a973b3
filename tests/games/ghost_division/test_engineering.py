"""23.1 Bridge building, 23.2 clearing Obstacles, 30.0 Bridges, 31.0 Bridgeheads."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.engineering import Engineering
from meuse.games.ghost_division.rules.movement import Ground
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import do, table

OPEN = "S12-S13"
"""The Meuse without a printed bridge."""
DINANT = "N13-N14"
AT_OPEN = '[units]\n"pi-58" = "S12"\n'
AT_DINANT = '[units]\n"pi-58" = "N14"\n'


def work(text: str, *actions: str) -> Desk:
    return Desk(text, Engineering()).do(*actions)


def crosses(desk: Desk, unit: str, grid: str) -> bool:
    """Whether a unit could step into that Grid in the next Movement segment."""
    return f"step {grid}" in desk.open(Ground()).do(f"move {unit}").legal


# 23.1


@pytest.mark.rule("23.1a", "30.0a")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_bridge_is_built_on_4_or_more(die: int) -> None:
    desk = work(AT_OPEN, "work pi-58", f"bridge {OPEN}").chance(die)
    assert desk.bridges == ([OPEN] if die >= 4 else [])
    assert desk.told("engineering") == [
        {"unit": "pi-58", "task": "bridge", "side": OPEN, "die": die, "success": die >= 4}
    ]
    assert desk.acted("pi-58")


@pytest.mark.rule("23.1a", "30.1b")
def test_what_is_no_task_is_refused() -> None:
    desk = work(AT_OPEN + '"corps-pi-1" = "S12"', "work pi-58")
    desk.refused(f"blast {OPEN}", "23.1a")
    desk.refused("bridge Rhine", "23.1a")
    assert "is no Engineer" not in work(AT_OPEN).reason("move i-6")
    assert "no Bridge marker" in desk.do("pass").reason(f"take-up {OPEN}")


@pytest.mark.rule("30.0a")
def test_a_built_bridge_is_crossed_like_a_printed_one() -> None:
    desk = work(AT_OPEN)
    desk.do("work pi-58", f"bridge {OPEN}").chance(4)
    assert crosses(desk, "pi-58", "S13")
    assert not crosses(work(AT_OPEN), "pi-58", "S13")


@pytest.mark.rule("23.1a")
@pytest.mark.parametrize("die", [3, 4])
def test_a_blown_bridge_is_restored(die: int) -> None:
    desk = work(f'blown = ["{DINANT}"]\n{AT_DINANT}', "work pi-58")
    assert desk.legal == [f"bridge {DINANT}", f"bridgehead {DINANT}", "pass", f"restore {DINANT}"]
    desk.do(f"restore {DINANT}").chance(die)
    assert desk.blown == ([] if die >= 4 else [DINANT])
    assert desk.bridges == []


@pytest.mark.rule("23.1a", "31.0a")
@pytest.mark.parametrize("kind", ["bridge", "bridgehead"])
def test_a_blown_bridge_under_a_marker_is_restored_only_once_that_is_taken_up(kind: str) -> None:
    text = f'blown = ["M13-M14"]\n{kind}s = ["M13-M14"]\n[units]\n"pi-58" = "M13"'
    work(text, "work pi-58").refused("restore M13-M14", "23.1a")
    desk = work(text, "take-up M13-M14", "work pi-58", "restore M13-M14").chance(4)
    assert desk.blown == desk.bridges == desk.bridgeheads == []


@pytest.mark.rule("23.1a")
def test_a_bridge_marker_may_span_the_gap_of_a_blown_bridge() -> None:
    desk = work(f'blown = ["{DINANT}"]\n{AT_DINANT}', "work pi-58", f"bridge {DINANT}").chance(6)
    assert desk.bridges == desk.blown == [DINANT]


@pytest.mark.rule("23.1a")
def test_the_engineer_must_stand_beside_the_side() -> None:
    desk = work('blown = ["M13-M14"]\n[units]\n"pi-58" = "M14"', "work pi-58")
    desk.refused(f"bridge {OPEN}", "23.1a")
    desk.refused(f"restore {DINANT}", "23.1a")
    assert Desk('[units]\n"pi-58" = "N8"', Engineering()).over
    assert Desk('[units]\n"pi-58" = "assembly"', Engineering()).over
    assert Desk('[units]\n"i-6" = "S12"', Engineering()).over


@pytest.mark.rule("23.1a")
def test_where_a_printed_bridge_stands_nothing_is_built() -> None:
    assert Desk(AT_DINANT, Engineering()).over
    desk = work('[units]\n"pi-58" = "M13"', "work pi-58")
    desk.refused("bridge M13-M14", "23.1a")
    desk.refused("restore M13-M14", "23.1a")
    assert "bridge M13-S13" in desk.legal


@pytest.mark.rule("23.1a")
def test_several_engineers_each_roll_once() -> None:
    desk = work(AT_OPEN + '"corps-pi-1" = "S13"', "work pi-58", f"bridge {OPEN}").chance(3)
    assert desk.bridges == []
    desk.refused("work pi-58", "23.1a")
    desk.do("work corps-pi-1", f"bridge {OPEN}").chance(4)
    assert desk.bridges == [OPEN]


@pytest.mark.rule("23.1a", "24.0a")
def test_work_bars_refit_and_a_pass_does_not() -> None:
    assert work(AT_OPEN, "work pi-58", f"bridge {OPEN}").chance(1).acted("pi-58")
    passed = work(AT_OPEN, "work pi-58", "pass")
    assert passed.over
    assert not passed.acted("pi-58")


@pytest.mark.rule("23.1a")
def test_an_engineer_that_has_moved_or_fought_may_still_work() -> None:
    desk = Desk('[units]\n"pi-58" = { at = "S12", acted = true, moved = true }', Engineering())
    assert desk.legal == ["done", "work pi-58"]


@pytest.mark.rule("23.1a")
def test_only_engineers_work() -> None:
    work(AT_OPEN + '"i-6" = "S12"').refused("work i-6", "23.1a")


# 23.2


@pytest.mark.rule("23.2a")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_obstacle_is_cleared_on_3_or_more_and_goes_to_the_box(die: int) -> None:
    text = '[units]\n"pi-58" = "N8"\n[fog]\nN8 = { kind = "obstacle", shown = true }'
    desk = work(text, "work pi-58", "clear N8").chance(die)
    assert desk.fog("N8") == ("" if die >= 3 else "obstacle")
    assert desk.view["boxes"]["fog"] == len(desk.g.fog) - (die < 3)
    assert desk.acted("pi-58")


@pytest.mark.rule("23.2a")
def test_several_engineers_may_try_one_after_another() -> None:
    text = '[units]\n"pi-58" = "N8"\n"corps-pi-1" = "N8"\n[fog]\nN8 = { kind = "obstacle", shown = true }'
    desk = work(text, "work pi-58", "clear N8").chance(2).do("work corps-pi-1", "clear N8").chance(3)
    assert desk.fog("N8") == ""


@pytest.mark.rule("23.2a")
@pytest.mark.parametrize("marker", ['{ kind = "fortification", shown = true }', '"obstacle"'])
def test_only_a_revealed_obstacle_in_the_engineers_grid(marker: str) -> None:
    assert Desk(f'[units]\n"pi-58" = "N8"\n[fog]\nN8 = {marker}', Engineering()).over
    beside = '[units]\n"pi-58" = "S12"\n[fog]\nS11 = { kind = "obstacle", shown = true }'
    work(beside, "work pi-58").refused("clear S11", "23.2a")


# 30.0


@pytest.mark.rule("30.1a")
@pytest.mark.parametrize(("formation", "shown"), [("18 DI", False), ("18 DI", True), ("dummy-1", False)])
def test_a_bridge_towards_a_bank_held_by_a_formation_is_lost_at_once(formation: str, shown: bool) -> None:
    text = AT_OPEN + f'[formations]\n"{formation}" = {{ at = "S13", shown = {str(shown).lower()} }}'
    desk = work(text, "work pi-58", f"bridge {OPEN}").chance(6)
    assert desk.bridges == []
    assert desk.told("bridge lost") == [{"side": OPEN, "kind": "bridge"}]
    assert [marker["shown"] for marker in desk.view["formations"]] == [shown]


@pytest.mark.rule("30.1a")
@pytest.mark.parametrize(
    ("fog", "lost"),
    [('"fortification"', False), ('{ kind = "fortification", shown = true }', True), ('"patrol"', False),
     ('{ kind = "obstacle", shown = true }', False)],
)
def test_a_revealed_fortification_takes_the_bridge_and_other_fog_does_not(fog: str, lost: bool) -> None:
    desk = work(f"{AT_OPEN}[fog]\nS13 = {fog}", "work pi-58", f"bridge {OPEN}").chance(6)
    assert (desk.bridges == []) is lost


@pytest.mark.rule("30.1a")
@pytest.mark.parametrize("bank", ["S12", "S13"])
@pytest.mark.parametrize("germans", [False, True])
def test_a_formation_that_comes_to_either_bank_removes_it_unless_germans_are_there(bank: str, germans: bool) -> None:
    desk = Desk(f'bridges = ["{OPEN}"]\n[units]\n' + (f'"i-6" = "{bank}"' if germans else '"i-6" = "N18"'))
    desk.march("18-di", bank)
    assert (desk.bridges == [OPEN]) is germans


@pytest.mark.rule("30.1a", "31.2a")
@pytest.mark.parametrize("task", ["bridge", "bridgehead"])
def test_a_bridge_built_from_a_grid_that_germans_and_a_formation_share_stands(task: str) -> None:
    text = '[units]\n"pi-58" = "N17"\n[formations]\n"18 DI" = { at = "N17", shown = true }'
    desk = work(text, "work pi-58", f"{task} N17-M17").chance(6)
    assert [*desk.bridges, *desk.bridgeheads] == ["N17-M17"]
    assert not desk.told("bridge lost")


@pytest.mark.rule("30.1a")
def test_a_bridge_stands_when_the_germans_who_come_over_it_find_a_fortification() -> None:
    text = 'bridges = ["N17-M17"]\n[units]\n"krad-7" = "N17"\n[fog]\nM17 = "fortification"'
    match = table(f'phase = "D2"\n{text}')
    events = do(match, "move krad-7", "step M17")
    assert [e.data["kind"] for e in events if e.what == "fog revealed"] == ["fortification"]
    assert not [e for e in events if e.what == "bridge lost"]
    assert match.view(None)["bridges"] == ["N17-M17"]


@pytest.mark.rule("30.1a")
def test_when_the_last_german_leaves_the_enemy_removes_the_bridge() -> None:
    text = f'bridges = ["{OPEN}"]\n[units]\n"i-6" = "S13"\n"i-7" = "S13"\n[formations]\n"18 DI" = "S13"'
    desk = Desk(text)
    desk.stand("i-6", "S14")
    assert desk.bridges == [OPEN]
    desk.stand("i-7", "S14")
    assert desk.bridges == []


@pytest.mark.rule("30.1b", "31.2a")
@pytest.mark.parametrize("kind", ["bridge", "bridgehead"])
def test_a_marker_beside_an_engineer_may_be_taken_up(kind: str) -> None:
    desk = Desk(f'{kind}s = ["{OPEN}", "N9-M9"]\n{AT_OPEN}', Engineering())
    desk.refused("take-up N9-M9", "30.1b", says="no Engineer stands beside N9-M9")
    desk.refused("take-up N13-N14", "30.1b")
    desk.do(f"take-up {OPEN}")
    assert [*desk.bridges, *desk.bridgeheads] == ["N9-M9"]
    assert desk.told("bridge taken up") == [{"side": OPEN, "kind": kind}]
    assert desk.events[-1].rule == ("30.1b" if kind == "bridge" else "31.2a")
    assert not desk.acted("pi-58")


@pytest.mark.rule("31.0a", "31.1a")
@pytest.mark.parametrize(("bridge", "replaced"), [("N9-M9", []), (OPEN, [{"side": OPEN}])])
def test_a_bridgehead_replaces_only_the_bridge_at_its_own_side(bridge: str, replaced: list[dict[str, str]]) -> None:
    desk = Desk(f'bridges = ["{bridge}"]\n{AT_OPEN}', Engineering()).do("work pi-58", f"bridgehead {OPEN}").chance(4)
    assert desk.told("bridge replaced") == replaced
    assert desk.bridges == ([] if replaced else [bridge])
    assert desk.bridgeheads == [OPEN]


@pytest.mark.rule("30.1b")
def test_a_place_that_is_no_river_side_has_no_marker_wherever_others_lie() -> None:
    first = Desk("").g.board.side_names[0]
    desk = Desk(f'blown = ["{first}"]\nbridges = ["{first}"]\n{AT_OPEN}', Engineering())
    desk.refused("take-up nowhere", "30.1b", says="no Bridge marker is at nowhere")
    desk.refused(f"take-up {first}", "30.1b", says=f"no Engineer stands beside {first}")


@pytest.mark.rule("30.1b")
def test_without_an_engineer_none_is_taken_up() -> None:
    assert Desk(f'bridges = ["{OPEN}"]\n[units]\n"i-6" = "S12"', Engineering()).over


@pytest.mark.rule("30.1c")
def test_a_bridge_taken_up_can_be_built_again_in_the_same_segment() -> None:
    desk = Desk(f'bridges = ["{OPEN}"]\n{AT_OPEN}', Engineering())
    desk.do(f"take-up {OPEN}", "work pi-58", f"bridge {OPEN}").chance(4)
    assert desk.bridges == [OPEN]


@pytest.mark.rule("30.1c", "2.7d")
def test_the_bridge_markers_are_a_limit() -> None:
    four = '"N9-M9", "N6-N7", "N17-M17", "M13-S13"'
    desk = work(f"bridges = [{four}]\n{AT_OPEN}", "work pi-58")
    desk.refused(f"bridge {OPEN}", "30.1c")
    assert f"bridgehead {OPEN}" in desk.legal
    three = work(f'bridges = ["N9-M9", "N6-N7", "N17-M17"]\n{AT_OPEN}', "work pi-58")
    assert f"bridge {OPEN}" in three.legal


# 31.0


@pytest.mark.rule("31.0a")
@pytest.mark.parametrize("die", [3, 4])
def test_a_bridgehead_is_built_and_crossed_like_a_bridge(die: int) -> None:
    desk = work(AT_OPEN, "work pi-58", f"bridgehead {OPEN}").chance(die)
    assert desk.bridgeheads == ([OPEN] if die == 4 else [])
    assert crosses(desk, "pi-58", "S13") is (die == 4)


@pytest.mark.rule("31.0a")
def test_no_bridgehead_at_an_intact_printed_bridge_but_at_a_blown_one() -> None:
    desk = work('[units]\n"pi-58" = "M13"', "work pi-58")
    desk.refused("bridgehead M13-M14", "31.0a")
    blown = work(f'blown = ["{DINANT}"]\n{AT_DINANT}', "work pi-58", f"bridgehead {DINANT}").chance(4)
    assert blown.bridgeheads == blown.blown == [DINANT]


@pytest.mark.rule("31.1a")
@pytest.mark.parametrize("die", [3, 4])
def test_a_bridgehead_replaces_a_bridge_which_returns_to_the_supply(die: int) -> None:
    desk = work(f'bridges = ["{OPEN}"]\n{AT_OPEN}', "work pi-58", f"bridgehead {OPEN}").chance(die)
    assert desk.bridges == ([] if die == 4 else [OPEN])
    assert desk.bridgeheads == ([OPEN] if die == 4 else [])


@pytest.mark.rule("31.1a")
def test_no_bridge_on_a_bridgehead() -> None:
    desk = work(f'bridgeheads = ["{OPEN}"]\n[units]\n"pi-58" = "S13"', "work pi-58")
    desk.refused(f"bridge {OPEN}", "31.1a")
    desk.refused(f"bridgehead {OPEN}", "31.0a")


@pytest.mark.rule("31.2a", "2.7d")
def test_the_bridgehead_markers_are_a_limit() -> None:
    desk = work(f'bridgeheads = ["N9-M9", "N6-N7"]\n{AT_OPEN}', "work pi-58")
    desk.refused(f"bridgehead {OPEN}", "31.2a")


@pytest.mark.rule("31.2a")
def test_a_bridgehead_is_lost_like_a_bridge() -> None:
    desk = Desk(f'bridgeheads = ["{OPEN}"]\n[units]\n"i-6" = "S12"')
    desk.march("18-di", "S13")
    assert desk.bridgeheads == []
    assert [(event.rule, event.data["kind"]) for event in desk.events] == [("31.2a", "bridgehead")]


@pytest.mark.rule("23.1a")
def test_each_engineer_has_one_task_though_another_has_worked_since() -> None:
    desk = Desk(f'{AT_OPEN}\ncorps-pi-1 = "S12"', Engineering()).do("work pi-58", "pass", "work corps-pi-1", "pass")
    assert "work pi-58" not in desk.legal
