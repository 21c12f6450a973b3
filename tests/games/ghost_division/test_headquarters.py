"""14.0 Headquarters: Leadership, Enhanced Movement and Rally; 9.0 what Operations Points pay for."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.rules.headquarters import EnhanceMoves
from meuse.games.ghost_division.rules.operations import can_pay, gain, lose
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import (
    PINNED,
    before,
    do,
    happened,
    legal,
    pass_on,
    piece,
    pinned,
    refused,
    table,
)
from tests.games.verbs import explain

STACK = 'rommel = "M12"\npz38-1 = "M12"\npz38-2 = "M12"\ni-6 = "M12"\nheavy-art-1 = "M12"'


def segment(units: str, head: str = "op = 20", phase: str = "D2") -> Match:
    """A movement segment at the declaration of Enhanced Moves; somebody waits in the Assembly Area."""
    return table(f'phase = "{phase}"\n{head}\n[units]\npz4-3 = "assembly"\n{units}')


@pytest.mark.rule("14.0a", "14.1a", "9.1a")
def test_an_enhanced_move_costs_operations_points_up_to_the_leadership_value() -> None:
    """Situation A32: 7th Brigade has a value of 2."""
    match = segment('7-brigade = "M12"')
    do(match, "enhance 7-brigade", "enhance 7-brigade")
    assert match.view(None)["op"] == 18
    assert piece(match, "7-brigade")["leadership_left"] == 0
    do(match, "move 7-brigade")
    assert explain(match, "step M11").parts[1].value == 3 + 2 - 0.5
    match = segment('7-brigade = "M12"\nrommel = "M12"')
    do(match, "enhance 7-brigade", "enhance 7-brigade")
    refused(match, "enhance 7-brigade", "14.0a")


@pytest.mark.rule("14.0a")
def test_the_value_is_one_ceiling_for_a_turn_and_is_whole_again_in_the_next() -> None:
    match = segment('7-brigade = "M12"\nrommel = "M12"', head='op = 20\nspent = { 7-brigade = 1 }')
    do(match, "enhance 7-brigade")
    refused(match, "enhance 7-brigade", "14.0a")
    pass_on(match, "A")
    pass_on(match, "D2")
    assert piece(match, "7-brigade")["leadership_left"] == 2


@pytest.mark.rule("14.1a")
def test_the_points_are_for_the_headquarters_and_everyone_who_moves_with_it() -> None:
    """One point: mobility 1 reaches two Grids off road, mobility 3 four."""
    match = segment(STACK)
    do(match, "enhance rommel", "done", "move rommel", "join heavy-art-1", "step M11", "step M10", "step M9", "step M8")
    assert piece(match, "heavy-art-1")["hex"] == "M8"
    refused(match, "step M7", "16.0a")
    do(match, "drop heavy-art-1", "step M7")
    assert piece(match, "rommel")["hex"] == "M7"
    assert "moved" in piece(match, "heavy-art-1")


@pytest.mark.rule("14.1a")
def test_without_the_points_the_stack_goes_only_as_far_as_its_slowest() -> None:
    match = segment(STACK)
    do(match, "done", "move rommel", "join heavy-art-1", "step M11", "step M10")
    refused(match, "step M9", "16.0a")


@pytest.mark.rule("14.1b", "16.5a")
def test_enhanced_units_start_with_the_headquarters_and_not_all_must_join() -> None:
    match = segment(f'{STACK}\npz38-3 = "M11"')
    do(match, "enhance rommel", "done", "move rommel", "join pz38-1")
    refused(match, "join pz38-3", "14.1b")
    do(match, "step M11", "step M10")
    assert piece(match, "pz38-1")["hex"] == "M10"
    assert piece(match, "pz38-2")["hex"] == "M12"
    do(match, "done", "move pz38-2", "step M11", "step M10", "step M9", "step M8")
    assert "moved" in piece(match, "pz38-2"), "no point was left: whoever did not go along had none more"


@pytest.mark.rule("14.1c")
def test_nobody_is_picked_up_on_the_way() -> None:
    """Situation A33."""
    match = segment(f'{STACK}\npz38-3 = "M11"')
    do(match, "enhance rommel", "done", "move rommel", "join pz38-1", "step M11")
    refused(match, "join pz38-3", "14.1c")


@pytest.mark.rule("14.1c")
def test_a_unit_that_was_dropped_off_moves_no_further_in_that_segment() -> None:
    """Situation A34."""
    match = segment(STACK)
    events = do(match, "enhance rommel", "done", "move rommel", "join pz38-1", "join i-6", "step M11", "drop pz38-1")
    assert happened(events, "dropped off") == [{"unit": "pz38-1", "grid": "M11"}]
    do(match, "step M10", "done")
    assert (piece(match, "pz38-1")["hex"], piece(match, "i-6")["hex"]) == ("M11", "M10")
    refused(match, "move pz38-1", "14.1c")


@pytest.mark.rule("14.1c")
def test_nor_does_anybody_else_take_it_along() -> None:
    match = segment(f'{STACK}\npz38-3 = "M11"\nkg-r = "M11"')
    do(match, "done", "move rommel", "join pz38-1", "step M11", "drop pz38-1", "done", "move kg-r")
    assert "join pz38-3" in legal(match)
    refused(match, "join pz38-1", "14.1c")
    refused(match, "join rommel", "14.1c")


@pytest.mark.rule("14.1d")
def test_the_headquarters_is_never_dropped_off_on_its_enhanced_move() -> None:
    match = segment(STACK)
    do(match, "enhance rommel", "done", "move rommel", "join pz38-1", "step M11")
    refused(match, "drop rommel", "14.1d")
    match = segment(STACK)
    do(match, "done", "move rommel", "join pz38-1", "step M11")
    assert "drop rommel" in legal(match), "it did not enhance"


@pytest.mark.rule("14.1d")
def test_the_enhanced_move_ends_where_the_headquarters_cannot_go_on() -> None:
    """Rommel with two Hits has 1 + 1 points, the tanks 2 + 1."""
    match = segment('rommel = { at = "M12", hits = 2 }\npz38-1 = "M12"')
    do(match, "enhance rommel", "done", "move rommel", "join pz38-1", "step M11", "step M10", "step M9", "step M8")
    assert "moved" in piece(match, "pz38-1")


@pytest.mark.rule("14.1e")
def test_enhanced_moves_are_declared_before_anybody_moves() -> None:
    match = segment(STACK)
    refused(match, "move pz38-1", "14.1e")
    do(match, "done")
    refused(match, "enhance rommel", "14.1e")
    do(match, "move pz38-1", "done")
    refused(match, "enhance rommel", "14.1e")


@pytest.mark.rule("14.1e")
def test_they_are_declared_anew_in_the_exploitation_segment() -> None:
    match = segment(STACK, phase="D4a")
    do(match, "enhance rommel", "done", "exploit rommel", "join heavy-art-1")
    assert match.view(None)["op"] == 17
    do(match, "step M11", "step M10", "step M9", "step M8")
    assert piece(match, "heavy-art-1")["hex"] == "M8"


@pytest.mark.rule("14.1e")
def test_the_points_of_the_movement_segment_are_gone_in_the_exploitation_segment() -> None:
    match = segment(STACK)
    do(match, "enhance rommel", "done", "end")
    pass_on(match, "D4a")
    do(match, "done", "exploit rommel", "join heavy-art-1", "step M11", "step M10")
    refused(match, "step M9", "16.0a")


@pytest.mark.rule("14.1d", "14.1b")
def test_two_headquarters_each_lead_their_own_enhanced_move() -> None:
    match = segment(f'{STACK}\nkg-r = "M12"')
    do(match, "enhance rommel", "enhance kg-r", "done", "move rommel")
    refused(match, "join kg-r", "14.1d")


@pytest.mark.rule("14.1a", "3.6a")
def test_the_last_operations_point_cannot_be_spent_and_only_headquarters_enhance() -> None:
    match = segment(f'{STACK}\nkg-r = "M12"', head="op = 3")
    refused(match, "enhance pz38-1", "14.1a")
    do(match, "enhance rommel", "enhance kg-r")
    assert match.view(None)["op"] == 1
    assert not [action for action in legal(match) if action.startswith("enhance")]


@pytest.mark.rule("14.1a", "13.3c", "16.2d")
def test_a_headquarters_that_could_not_go_further_declares_nothing() -> None:
    units = 'rommel = "M12"\nkg-r = "M8"\nkg-b = "assembly"'
    match = segment(f'{units}\n[formations]\n"18 DI" = {{ at = "M8", shown = true }}')
    refused(match, "enhance kg-r", "13.3c")
    refused(match, "enhance kg-b", "16.2d")


@pytest.mark.rule("14.3b", "14.0a", "14.3a")
def test_a_headquarters_mixes_its_powers_within_its_value() -> None:
    """Rommel's 4: one point of Enhanced Movement, two for Exploitation, and one is left."""
    match = segment(STACK)
    do(match, "enhance rommel", "done", "end")
    pass_on(match, "D4a")
    do(match, "done", "exploit rommel")
    assert piece(match, "rommel")["leadership_left"] == 1
    assert match.view(None)["op"] == 17


@pytest.mark.rule("14.0a", "14.3b")
def test_a_value_of_two_of_which_one_is_spent_does_not_reach_for_exploitation() -> None:
    """Situation B114; KG B is not armored, so it cannot go as a unit either."""
    units = 'kg-b = "M12"\ni-6 = "M12"\npz38-1 = "M12"'
    match = segment(units, head='op = 20\nspent = { kg-b = 1 }', phase="D4a")
    refused(match, "exploit kg-b", "14.0a")
    on_top = 'op = 20\nspent = { kg-b = 1 }\noptions = { exploitation-ceiling = "on-top" }'
    match = segment(units, head=on_top, phase="D4a")
    do(match, "done", "exploit kg-b", "join i-6")
    assert piece(match, "kg-b")["leadership_left"] == 1


@pytest.mark.rule("14.0a", "14.3b", "22.1c")
def test_an_enhanced_exploitation_move_takes_the_whole_of_a_value_of_three() -> None:
    match = segment('kg-r = "M12"\ni-6 = "M12"', head="op = 20", phase="D4a")
    do(match, "enhance kg-r", "exploit kg-r")
    assert piece(match, "kg-r")["leadership_left"] == 0


@pytest.mark.rule("14.1a", "16.2b")
def test_an_enhanced_move_that_leads_nowhere_is_refused() -> None:
    """From S13 two sides are the Meuse and the third leads into woods, where every move ends."""
    match = segment('rommel = "S13"\n7-brigade = "M12"')
    refused(match, "enhance rommel", "14.1a")
    assert "enhance 7-brigade" in legal(match)
    assert "enhance rommel" in legal(segment('rommel = "S13"', head='bridges = ["M13-S13"]'))
    ordered = segment('rommel = "S13"\n7-brigade = "M14"', head='flank = 14\nbridges = ["M13-S13"]')
    refused(ordered, "enhance rommel", "14.1a")


@pytest.mark.rule("14.1a", "16.2a", "13.3d")
@pytest.mark.parametrize(("kind", "shown", "barred"), [
    ("obstacle", True, True), ("obstacle", False, False), ("patrol", True, False), ("18-di", True, True),
    ("18-di", False, False),
])
def test_markers_that_are_sure_to_halt_it_count_and_what_may_let_it_pass_does_not(
    kind: str, shown: bool, barred: bool
) -> None:
    """The bridge to Givet is the only way on."""
    up = str(shown).lower()
    marker = f'[formations]\n"{kind}" = {{ at = "M13", shown = {up} }}' if kind == "18-di" else (
        f'[fog]\nM13 = {{ kind = "{kind}", shown = {up} }}')
    desk = Desk(f'blown = ["M13-M14"]\nbridges = ["M13-S13"]\n[units]\nrommel = "S13"\n{marker}', EnhanceMoves())
    assert ("enhance rommel" not in desk.legal) is barred


@pytest.mark.rule("14.1a", "22.1c", "3.6a")
def test_points_for_an_exploitation_move_that_could_not_be_paid_are_refused() -> None:
    match = segment('kg-b = "M12"\nrommel = "M12"', head="op = 20\nspent = { kg-b = 0 }", phase="D4a")
    refused(match, "enhance kg-b", "14.0a")  # its Leadership of 2 is what the move itself costs
    assert "enhance rommel" in legal(match)
    assert "enhance rommel" not in legal(segment('rommel = "M12"', head="op = 3", phase="D4a"))
    assert "enhance rommel" in legal(segment('rommel = "M12"', head="op = 4", phase="D4a"))


@pytest.mark.rule("14.0a")
def test_a_headquarters_does_what_other_units_do() -> None:
    match = segment('kg-b = "M12"')
    do(match, "done", "move kg-b", "step M11")
    assert piece(match, "kg-b")["hex"] == "M11"


@pytest.mark.rule("14.5a", "14.3a")
def test_the_assembly_area_counts_as_one_grid_for_a_headquarters() -> None:
    match = segment('rommel = "assembly"\ni-6 = "assembly"', phase="D4a")
    do(match, "exploit rommel", "join i-6", "step S18")
    assert piece(match, "rommel")["hex"] == piece(match, "i-6")["hex"] == "S18"
    assert match.view(None)["op"] == 18


@pytest.mark.rule("14.4a", "24.2a", "11.0l")
def test_an_idle_headquarters_rallies_its_value() -> None:
    """Situation A36: KG R has 3; it needs no LOC, and the Assembly Area will do."""
    for place in ("assembly", "S13"):
        match = table(f'phase = "E3"\nop = 20\n[units]\nkg-r = "{place}"')
        told = before(match.opening, "F")
        assert happened(told, "rally") == [{"unit": "kg-r", "points": 3}]
        assert happened(told, "op")[-1]["op"] == 23


@pytest.mark.rule("9.0a", "14.4a")
def test_rally_stops_at_fifty() -> None:
    """Situation A37."""
    match = table('phase = "E3"\nop = 48\n[units]\nkg-r = "assembly"\nkg-b = "assembly"')
    assert happened(before(match.opening, "F"), "op")[-1]["op"] == 50


@pytest.mark.rule("14.4a")
def test_a_headquarters_that_fought_does_not_rally() -> None:
    """Situation A38."""
    fort = '[fog]\nM12 = { kind = "fortification", shown = true }'
    match = table(f'phase = "D3"\nop = 20\n[units]\nkg-r = "M12"\npz38-1 = "M12"\n{fort}')
    told = before([*match.opening, *pass_on(match, "A")], "F")
    assert happened(told, "battle")
    assert not happened(told, "rally")


@pytest.mark.rule("14.4a")
@pytest.mark.parametrize(
    ("phase", "actions"),
    [
        ("D1", ("scout rommel", "recon M11")), ("D2", ("done", "move rommel", "step M13", "done")),
        ("D2", ("enhance rommel",)), ("D2", ("done", "move pz38-1", "join rommel", "step M13", "done")),
        ("D4a", ("done", "exploit rommel")),
    ],
)
def test_whatever_a_headquarters_does_in_phase_d_bars_its_rally(phase: str, actions: tuple[str, ...]) -> None:
    units = 'rommel = "M12"\npz38-1 = "M12"\nkg-b = "assembly"'
    match = table(f'phase = "{phase}"\nop = 20\n[units]\n{units}\n[fog]\nM11 = "obstacle"')
    told = before([*do(match, *actions), *pass_on(match, "A")], "F")
    assert [data["unit"] for data in happened(told, "rally")] == ["kg-b"]


@pytest.mark.rule("4.0c", "14.4a")
def test_the_kampfgruppen_that_stay_in_the_assembly_area_rally_on_turn_one() -> None:
    """Situation B104."""
    text = 'phase = "E3"\nop = 38\nforce = "start"\n[units]\n'
    match = table(text + 'rommel = { at = "N18", acted = true }\n7-brigade = { at = "N18", acted = true }')
    assert happened(before(match.opening, "F"), "op")[-1]["op"] == 43


@pytest.mark.rule("14.7a", "2.8d")
def test_units_in_a_holding_area_are_where_their_headquarters_is_on_the_map() -> None:
    """Holding Areas are the table's own bookkeeping: a unit beside an HQ is in that Grid for every rule."""
    match = segment(STACK)
    assert {piece(match, id)["hex"] for id in ("rommel", "pz38-1", "i-6")} == {"M12"}
    assert {piece(match, id)["place"] for id in ("rommel", "pz38-1", "i-6")} == {"map"}
    do(match, "done", "move rommel", "join pz38-1", "join pz38-2", "join i-6")
    assert match.view(None)["moving"] == ["rommel", "pz38-1", "pz38-2", "i-6"]


@pytest.mark.rule("9.0a")
def test_gains_above_fifty_are_lost() -> None:
    """Situation A16."""
    desk = Desk("op = 49")
    gain(desk.g, desk.p, 3, "21.0c", "a Formation")
    assert desk.open().op == 50
    assert desk.told("op")[-1]["change"] == 1


@pytest.mark.rule("9.0a", "3.6a")
def test_a_loss_that_leaves_one_point_is_borne_and_one_below_ends_the_game() -> None:
    desk = Desk("op = 3")
    lose(desk.g, desk.p, 2, "21.0d", "a unit")
    assert (desk.op, desk.level) == (1, "")
    assert not can_pay(desk.p, 1)
    lose(desk.g, desk.p, 1, "21.0d", "a unit")
    assert desk.level == "Catastrophic Defeat"
    assert desk.g.outcome(desk.p).winner is None  # type: ignore[union-attr]


@pytest.mark.rule("9.1a")
def test_what_operations_points_pay_for() -> None:
    """Recruits, a Kampfgruppe, an Enhanced Move, Exploitation; countermands and combat have tests of their own."""
    match = table('phase = "B1"\nop = 40\n[units]\nfighter-1 = "pool"\nstuka-1 = "pool"')
    charts = pinned().charts
    do(match, "recruit fighter-1")
    assert match.view(None)["op"] == 40 - charts.price["fighter"][1]
    match = table('phase = "B2"\nop = 40\n[units]\nkg-b = "scrap"\nrommel = "M12"\npz38-1 = "M12"')
    do(match, "form kg-b")
    op = 40 - charts.operations.kampfgruppe
    assert match.view(None)["op"] == op
    pass_on(match, "D2")
    do(match, "enhance rommel", "done", "end")
    pass_on(match, "D4a")
    do(match, "done", "exploit pz38-1")
    assert match.view(None)["op"] == op - 1 - charts.operations.exploit


@pytest.mark.rule("14.1a")
@pytest.mark.parametrize(("cost", "points"), [(2, 0), (3, 1), (4, 2)])
def test_points_are_bought_only_as_far_as_they_carry_the_stack_into_the_next_grid(cost: int, points: int) -> None:
    """From S13 the one way leads into woods; the battalion beside Rommel has two points."""
    wood = {**PINNED["charts"]["terrain"]["wood"], "cost": cost}
    charts = {**PINNED["charts"], "terrain": {**PINNED["charts"]["terrain"], "wood": wood}}
    situation = {"game": "ghost-division", "phase": "D2",
                 "units": {"rommel": "S13", "i-6": "S13", "7-brigade": "M12", "heavy-art-2": "assembly"}}
    match = Match(GhostDivision(overlay={"charts": charts}), seed=1, situation=situation)
    do(match, *["enhance rommel"] * points)
    refused(match, "enhance rommel", "14.1a")


@pytest.mark.rule("14.1a", "16.2b")
def test_points_are_bought_while_they_are_missing_for_the_next_step_and_not_beyond() -> None:
    """A shaken staff of one point in S15, with woods on all sides that cost two and a half and halt whoever enters."""
    terrain = PINNED["charts"]["terrain"]
    charts = {**PINNED["charts"], "terrain": {**terrain, "wood": {**terrain["wood"], "cost": 2.5}}}
    game = GhostDivision(None, {}, {**PINNED, "charts": charts, "map": {"roads": {"links": []}}})
    desk = Desk('[units]\nrommel = { at = "S15", hits = 2 }', EnhanceMoves(), game=game)
    desk.do("enhance rommel", "enhance rommel")
    assert desk.over
