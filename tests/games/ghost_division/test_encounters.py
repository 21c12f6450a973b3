"""13.3 Encounters: entering a Grid with Allied markers."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.ghost_division.rules.movement import Ground
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import do, happened, legal, pass_on, piece, pieces, pinned, refused, sight, table

KRAD = 'krad-7 = "M12"'


def march(units: str = KRAD, fog: str = "", formations: str = "", head: str = "") -> Match:
    """The Ground Movement segment after Enhanced Moves were declined; somebody waits in the Assembly Area."""
    text = f'phase = "D2"\n{head}\n[units]\nheavy-art-2 = "assembly"\n{units}\n[fog]\n{fog}\n[formations]\n{formations}'
    match = table(text)
    if "done" in legal(match):
        do(match, "done")
    return match


def fog_box(match: Match, kind: str) -> int:
    """Markers of a kind in the Fog of War box."""
    places = pieces(match)
    return sum(places[m.id] == "box" for m in pinned().fog if m.kind == kind)


def halted(match: Match, unit: str = "krad-7") -> bool:
    return piece(match, unit).get("moved", False)


@pytest.mark.rule("13.3a", "2.7b", "2.9a")
def test_entering_a_grid_turns_up_the_fog_first_and_then_the_formation() -> None:
    match = march(fog='M11 = "obstacle"', formations='"53 DI" = "M11"', head="dice = [4]")
    assert match.view(None)["fog"] == [{"hex": "M11", "shown": False}]
    assert match.view(None)["formations"] == [{"hex": "M11", "shown": False}]
    events = do(match, "move krad-7", "step M11")
    seen = [(e.what, e.data, e.reveals) for e in events if e.what.endswith("revealed")]
    assert seen == [
        ("fog revealed", {"grid": "M11", "kind": "obstacle"}, True),
        ("formation revealed", {"grid": "M11", "formation": "53-di"}, True),
    ]
    assert match.view(None)["fog"][0]["kind"] == "obstacle"
    assert match.view(None)["formations"][0]["formation"] == "53-di"


@pytest.mark.rule("13.3b", "13.3d", "2.7c", "2.7f", "16.2a", "2.8g")
def test_false_info_goes_back_to_the_box_and_the_unit_goes_on() -> None:
    """Situation B105."""
    match = march(fog='M11 = "false-info"')
    before = fog_box(match, "false-info")
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "fog revealed") == [{"grid": "M11", "kind": "false-info"}]
    assert not halted(match)
    assert fog_box(match, "false-info") == before + 1
    do(match, "step M10")
    assert piece(match, "krad-7")["hex"] == "M10"


@pytest.mark.rule("13.3b", "16.2a")
@pytest.mark.parametrize(("fog", "formations"), [('M11 = "false-info"', ""), ("", '"dummy-1" = "M11"')])
def test_by_option_every_marker_halts(fog: str, formations: str) -> None:
    match = march(fog=fog, formations=formations, head='options = { halting = "every-marker" }')
    do(match, "move krad-7", "step M11")
    assert halted(match)
    assert match.view(None)["fog"] == match.view(None)["formations"] == []


@pytest.mark.rule("13.3b", "16.2a")
def test_where_there_is_no_marker_nobody_halts_even_so() -> None:
    match = march(head='options = { halting = "every-marker" }')
    do(match, "move krad-7", "step M11")
    assert not halted(match)


@pytest.mark.rule("13.3b", "17.2a", "17.1a")
def test_a_dummy_is_removed_for_good_and_the_unit_goes_on() -> None:
    """Situation A45."""
    match = march(formations='"dummy-1" = "M11"')
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "dummy removed") == [{"grid": "M11"}]
    assert pieces(match)["dummy-1"] == "gone"
    assert not halted(match)
    do(match, "step M10", "done", "end")
    assert match.view(None)["battle"] is None


@pytest.mark.rule("13.3d", "2.7f", "16.2a")
def test_an_obstacle_halts_everybody_and_stays_until_it_is_cleared() -> None:
    match = march(units='krad-7 = "M12"\naufkl-37 = "M12"', fog='M11 = "obstacle"')
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "halted") == [{"grid": "M11", "kind": "obstacle"}]
    assert halted(match)
    do(match, "move aufkl-37", "step M11")
    assert halted(match, "aufkl-37"), "a later entry halts too"
    assert match.view(None)["fog"] == [{"hex": "M11", "shown": True, "kind": "obstacle", "hits": 0}]


@pytest.mark.rule("13.3d", "2.7f")
def test_an_obstacle_does_not_hold_those_who_are_in_its_grid() -> None:
    match = march(fog='M12 = { kind = "obstacle", shown = true }')
    do(match, "move krad-7", "step M11")
    assert piece(match, "krad-7")["hex"] == "M11"


@pytest.mark.rule("13.3d", "2.7f", "9.0a")
def test_an_installation_gives_operations_points_and_halts() -> None:
    match = march(fog='M11 = "installation"', head="op = 20")
    before = fog_box(match, "installation")
    do(match, "move krad-7", "step M11")
    assert match.view(None)["op"] == 22
    assert halted(match)
    assert fog_box(match, "installation") == before + 1
    match = march(fog='M11 = "installation"', head="op = 49")
    do(match, "move krad-7", "step M11")
    assert match.view(None)["op"] == 50


@pytest.mark.rule("13.3d", "2.7f")
@pytest.mark.parametrize(
    ("unit", "die", "halts"),
    [("krad-7", 1, True), ("krad-7", 2, False), ("aufkl-37", 2, False), ("rommel", 2, False), ("rommel", 1, True),
     ("pz38-1", 2, True), ("pz38-1", 3, False), ("i-6", 2, True)],
)
def test_a_patrol_halts_on_a_low_die_and_scouts_and_staffs_add_one(unit: str, die: int, halts: bool) -> None:
    match = march(units=f'{unit} = "M12"', fog='M11 = "patrol"', head=f"dice = [{die}]")
    before = fog_box(match, "patrol")
    events = do(match, f"move {unit}", "step M11")
    assert happened(events, "patrol")[0]["halts"] is halts
    assert halted(match, unit) is halts
    assert fog_box(match, "patrol") == before + 1


@pytest.mark.rule("13.3d")
def test_one_scout_in_the_moving_stack_is_enough_but_one_who_waits_there_is_not() -> None:
    match = march(units='pz38-1 = "M12"\nkrad-7 = "M12"', fog='M11 = "patrol"', head="dice = [2]")
    do(match, "move pz38-1", "join krad-7", "step M11")
    assert not halted(match, "pz38-1")
    match = march(units='pz38-1 = "M12"\nkrad-7 = "M11"', fog='M11 = "patrol"', head="dice = [2]")
    do(match, "move pz38-1", "step M11")
    assert halted(match, "pz38-1")


@pytest.mark.rule("13.3d", "2.7f", "17.2b")
def test_a_meeting_engagement_brings_a_formation_from_the_box_that_halts_and_calls_its_units() -> None:
    match = march(fog='M11 = "meeting"', head='dice = ["1-dcr", 3, 5]')
    before = fog_box(match, "meeting")
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "meeting engagement") == [{"grid": "M11", "formation": "1-dcr"}]
    assert match.view(None)["formations"] == [{"hex": "M11", "shown": True, "formation": "1-dcr", "called": 8}]
    assert halted(match)
    assert fog_box(match, "meeting") == before + 1
    refused(match, "move krad-7", "14.1c")


@pytest.mark.rule("13.3d", "17.2a")
def test_a_meeting_engagement_may_prove_a_dummy_but_halts_all_the_same() -> None:
    match = march(fog='M11 = "meeting"', head='dice = ["dummy"]')
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "dummy removed")
    assert match.view(None)["formations"] == []
    assert halted(match)


@pytest.mark.rule("13.3d")
def test_a_meeting_engagement_where_a_formation_is_already_brings_no_other() -> None:
    match = march(fog='M11 = "meeting"', formations='"53 DI" = "M11"', head="dice = [4]")
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "nobody met") == [{"grid": "M11"}]
    assert [f["formation"] for f in match.view(None)["formations"]] == ["53-di"]


@pytest.mark.rule("13.3d", "8.2c")
@pytest.mark.parametrize(("grid", "start", "belgians"), [("M11", "M12", True), ("M10", "M11", False)])
def test_no_belgians_are_met_in_france(grid: str, start: str, belgians: bool) -> None:
    desk = Desk(f'[units]\nkrad-7 = "{start}"\n[fog]\n{grid} = "meeting"', Ground())
    drawn = desk.do("move krad-7", f"step {grid}").odds()
    assert ("1-ch-ard" in drawn) is belgians
    assert drawn["dummy"] == 5
    assert drawn["1-dcr"] == 1


@pytest.mark.rule("13.3d")
def test_a_meeting_engagement_with_an_empty_box_brings_nobody() -> None:
    gone = "\n".join(f'"{f.id}" = "eliminated"' for f in pinned().formations)
    match = march(fog='M11 = "meeting"', formations=gone)
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "nobody met")
    assert halted(match)


@pytest.mark.rule("13.3d", "2.7f")
def test_a_fortification_halts_and_is_fought_in_the_next_combat_segment() -> None:
    match = march(fog='M11 = "fortification"')
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "halted") == [{"grid": "M11", "kind": "fortification"}]
    assert match.view(None)["battle"] is None
    assert halted(match)
    events = do(match, "end")
    assert happened(events, "battle")[0]["fortification"]


@pytest.mark.rule("13.3c", "13.3a", "17.2b")
def test_a_formation_halts_all_who_enter_and_nobody_leaves_before_a_victory() -> None:
    """Situation A29, and A44 for the dice."""
    match = march(units='krad-7 = "M12"\naufkl-37 = "M12"', formations='"1 DCR" = "M11"', head="dice = [3, 5]")
    events = do(match, "move krad-7", "step M11")
    assert happened(events, "formation called")[0]["dice"] == [3, 5]
    assert halted(match)
    events = do(match, "move aufkl-37", "step M11")
    assert halted(match, "aufkl-37")
    assert not happened(events, "formation called"), "one roll serves one battle"
    assert match.view(None)["formations"][0]["called"] == 8
    match = march(units='krad-7 = "M11"\naufkl-37 = "M12"', formations='"1 DCR" = { at = "M11", shown = true }')
    refused(match, "move krad-7", "13.3c")


@pytest.mark.rule("13.3c", "26.3a")
def test_a_lone_fortification_holds_nobody_but_a_formation_does() -> None:
    """Situation B122."""
    match = march(
        units='krad-7 = "M12"\naufkl-37 = "M8"', fog='M12 = { kind = "fortification", shown = true }',
        formations='"18 DI" = { at = "M8", shown = true }',
    )
    assert "move krad-7" in legal(match)
    refused(match, "move aufkl-37", "13.3c")
    do(match, "move krad-7", "step M11")
    assert piece(match, "krad-7")["hex"] == "M11"


@pytest.mark.rule("1.0a", "11.0g", "11.0h")
def test_contact_does_not_interrupt_the_movement_of_others() -> None:
    match = march(units='krad-7 = "M12"\naufkl-37 = "N8"', formations='"53 DI" = "M11"', head="dice = [2]")
    do(match, "move krad-7", "step M11")
    assert match.view(None)["battle"] is None
    assert "move aufkl-37" in legal(match)
    do(match, "move aufkl-37", "step N7", "done")
    events = do(match, "end")
    assert happened(events, "battle")[0]["grid"] == "M11"


@pytest.mark.rule("13.3d", "2.7f")
def test_a_meeting_engagement_draws_from_the_box_and_leaves_the_map_alone() -> None:
    """One Dummy lies on the map: another comes."""
    match = march(fog='M11 = "meeting"', formations='"dummy-1" = "S3"', head='dice = ["dummy"]')
    do(match, "move krad-7", "step M11")
    assert (pieces(match)["dummy-1"], pieces(match)["dummy-2"]) == ("S3", "gone")


@pytest.mark.rule("13.3e")
def test_markers_turned_up_by_sight_have_no_effect_until_somebody_enters() -> None:
    """An air strike turns up everything in the Grid; the Installation waits, False Info goes at once."""
    fog = 'M11 = "installation"\nM10 = "false-info"\nM9 = "patrol"'
    match = march(fog=fog, formations='"dummy-1" = "M9"', head="op = 20")
    sight(match, "M11", "M10", "M9")
    assert match.view(None)["op"] == 20
    assert {(f["hex"], f["kind"]) for f in match.view(None)["fog"]} == {("M9", "patrol"), ("M11", "installation")}
    assert match.view(None)["formations"] == []
    assert pieces(match)["dummy-1"] == "gone"
    do(match, "move krad-7", "step M11")
    assert match.view(None)["op"] == 22


@pytest.mark.rule("13.3e")
def test_an_interdiction_strike_turns_up_every_marker_of_its_grid() -> None:
    match = table(
        'phase = "C2"\n[units]\nstuka-1 = "available"\npz38-1 = "M18"\n'
        '[fog]\nM11 = "obstacle"\n[formations]\n"53 DI" = "M11"'
    )
    events = do(match, "strike M11", "send stuka-1")
    assert {e.what for e in events} >= {"fog revealed", "formation revealed"}


@pytest.mark.rule("13.3f", "17.2a")
@pytest.mark.parametrize(("marker", "stays"), [("53 DI", True), ("dummy-1", False)])
def test_a_formation_that_moves_into_germans_stops_and_is_turned_up(marker: str, stays: bool) -> None:
    match = table(
        f'phase = "G3"\nevent = "movement"\ndice = [6]\n[units]\npz38-1 = "M11"\n[formations]\n"{marker}" = "M10"'
    )
    told = [*match.opening, *pass_on(match, "A")]
    assert happened(told, "formation revealed")[0]["grid"] == "M11"
    assert bool(happened(told, "dummy removed")) is not stays
    assert bool(happened(told, "battle")) is stays


@pytest.mark.rule("2.7f", "13.3d")
@pytest.mark.parametrize(("grid", "met"), [("M1", True), ("M8", False)])
def test_a_formation_elsewhere_does_not_hinder_a_meeting_engagement(grid: str, met: bool) -> None:
    desk = Desk(f'[units]\nkrad-7 = "M8"\n[formations]\n18-di = {{ at = "{grid}", shown = true, called = 1 }}\n'
                '[fog]\nM8 = "meeting"').enter("M8", "krad-7")
    assert bool(desk.told("nobody met")) is not met
    assert (desk.actors == ("chance",)) is met


@pytest.mark.rule("13.3b", "16.2a")
def test_where_every_marker_halts_a_grid_without_one_does_not() -> None:
    match = table('phase = "D2"\noptions = { halting = "every-marker" }\n[units]\nheavy-art-2 = "assembly"\n'
                  'krad-7 = "M12"\n[fog]\nS5 = "false-info"\n[formations]\n"18 DI" = "N5"')
    do(match, "move krad-7", "step M11")
    assert "step M10" in legal(match)
