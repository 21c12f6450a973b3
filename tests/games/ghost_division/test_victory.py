"""3.0 How to win, and 5.0 the length of the game."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.contract import Event
from meuse.engine.match import Match
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.rules.movement import Ground
from meuse.games.ghost_division.rules.victory import level
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import do, happened, legal, pass_on, pinned, refused, table
from tests.games.verbs import explain


def scene(text: str, head: str = "op = 1") -> Match:
    return table(f'phase = "D2"\n{head}\n[units]\nheavy-art-2 = "assembly"\n{text}')


def points(match: Match) -> int:
    """Victory points, Operations Points left out."""
    view = match.view(None)
    return int(view["score"]["german"]) - int(view["op"])


def parts(match: Match) -> list[tuple[int | float | str, str]]:
    """What the score is made of: values and rules."""
    return [(part.value, part.rule) for part in explain(match, "score").parts]


def towns(match: Match) -> set[str]:
    return set(match.view(None)["occupied"])


@pytest.mark.rule("3.5a", "3.5b", "3.5c", "3.5d", "3.5e")
@pytest.mark.parametrize(
    ("points", "name"),
    [(0, "Ignominious Defeat"), (50, "Ignominious Defeat"), (51, "Stalemate"), (70, "Stalemate"),
     (71, "Tactical Victory"), (90, "Tactical Victory"), (91, "Operational Victory"), (109, "Operational Victory"),
     (110, "Operational Victory"), (111, "Decisive Victory"), (180, "Decisive Victory")],
)
def test_the_level_of_victory(points: int, name: str) -> None:
    """Situation A9, and the ruling on exactly 110."""
    assert level(pinned(), points) == name


@pytest.mark.rule("3.5a", "3.5b", "3.5c", "3.5d", "3.5e")
def test_the_ladder_names_every_level_from_the_top_and_the_lowest_has_no_end() -> None:
    ladder = pinned().ladder()
    assert [(rung.least, rung.says) for rung in ladder.levels] == [
        (111, "Decisive Victory"), (91, "Operational Victory"), (71, "Tactical Victory"), (51, "Stalemate"),
        (None, "Ignominious Defeat"),
    ]
    assert ladder.weights == {"german": 1}


@pytest.mark.rule("3.5a", "3.5d")
@pytest.mark.parametrize(("op", "visited", "won"), [(50, False, False), (50, True, True)])
def test_the_winner_is_the_german_from_a_tactical_victory_on(op: int, visited: bool, won: bool) -> None:
    towns = pinned().grid.names_of(pinned().board.town_cells) if visited else []
    outcome = table(f'phase = "G1"\nturn = 6\nop = {op}\nvisited = {towns}').outcome
    assert outcome is not None
    assert outcome.winner == ("german" if won else None)
    assert outcome.points["german"] == op + (sum(pinned().charts.victory.towns.values()) if visited else 0)


@pytest.mark.rule("3.3a")
def test_each_operations_point_left_is_a_victory_point() -> None:
    """Situation A10."""
    match = scene("", head="op = 23")
    assert match.view(None)["score"] == {"german": 23}
    assert parts(match) == [(23, "3.3a")]


@pytest.mark.rule("3.1a", "3.0a")
def test_an_occupied_town_gives_the_points_of_the_chart() -> None:
    match = scene('krad-7 = "M1"')
    assert points(match) == 16
    match = scene('krad-7 = "M2"')
    assert points(match) == 0


@pytest.mark.rule("3.1c", "3.1b")
def test_occupation_lasts_after_the_germans_have_left() -> None:
    """Situation A12."""
    match = scene('krad-7 = "M9"\npz38-1 = "M12"')
    assert towns(match) == {"M9"}
    do(match, "move krad-7", "step M10")
    assert towns(match) == {"M9"}
    assert points(match) == 5


@pytest.mark.rule("3.1b")
def test_a_town_never_entered_is_not_occupied() -> None:
    assert towns(scene('krad-7 = "M10"')) == set()


@pytest.mark.rule("3.1b", "3.1c")
@pytest.mark.parametrize("kind", ["formation", "fog"])
def test_an_allied_marker_that_comes_in_cancels_the_occupation_until_somebody_comes_again(kind: str) -> None:
    """Situation A13."""
    desk = Desk('visited = ["M9"]\n[units]\nkrad-7 = "M10"', Ground())
    assert desk.view["occupied"] == ["M9"]
    move = desk.march if kind == "formation" else desk.cover
    name = "18-di" if kind == "formation" else "patrol"
    move(name, "M9")
    assert desk.view["occupied"] == []
    move(name, "box")
    assert desk.view["occupied"] == [], "it was lost, and nobody has been there since"
    desk.do("move krad-7", "step M9")
    assert desk.view["occupied"] == ["M9"]


@pytest.mark.rule("3.1b", "28.2f", "28.2g")
@pytest.mark.parametrize("dice", [[6, 6], [1, 3], [3, 3]])
def test_a_town_does_not_turn_german_because_its_formation_is_bombed_away(dice: list[int]) -> None:
    """Germans had been in Landrecies and left it to the Formation; nobody is there when the bombs fall."""
    match = table(
        f'phase = "C2"\nop = 1\nvisited = ["M9"]\ndice = [1, "fi-infantry", {", ".join(map(str, [*dice, 3, 3]))}]\n'
        '[units]\nkrad-7 = "M10"\nstuka-1 = "available"\n[formations]\n"53-di" = { at = "M9", shown = true }'
    )
    do(match, "strike M9", "send stuka-1")
    assert bool([m for m in match.view(None)["formations"] if m["hex"] == "M9"]) is (dice == [3, 3])
    assert towns(match) == set()


@pytest.mark.rule("3.1b", "28.2e")
def test_nor_because_its_fortification_is_destroyed_from_the_air() -> None:
    match = table(
        'phase = "C2"\nop = 1\nvisited = ["M9"]\ndice = [3, 3, 6, 6, 6, 6]\n'
        '[units]\nkrad-7 = "M10"\nstuka-1 = "available"\n[fog]\nM9 = { kind = "fortification", shown = true }'
    )
    events = do(match, "strike M9", "send stuka-1")
    assert happened(events, "fortification destroyed")
    assert towns(match) == set()


@pytest.mark.rule("3.1b")
def test_a_german_unit_already_there_counts_as_having_entered() -> None:
    desk = Desk('[units]\nkrad-7 = "M9"').march("18-di", "M9")
    assert desk.view["occupied"] == []
    desk.march("18-di", "eliminated")
    assert desk.view["occupied"] == ["M9"]


@pytest.mark.rule("3.1b")
@pytest.mark.parametrize("kind", ["obstacle", "fortification"])
def test_a_marker_not_yet_cleared_keeps_a_town_from_being_occupied(kind: str) -> None:
    """Situation A14."""
    match = scene(f'krad-7 = "M9"\n[fog]\nM9 = {{ kind = "{kind}", shown = true }}')
    assert towns(match) == set()
    assert points(match) == 0


@pytest.mark.rule("3.1d", "3.1e")
def test_a_town_without_a_loc_to_the_assembly_area_scores_half_rounded_down_town_by_town() -> None:
    """Abbeville 16, Le Cateau 5 and Landrecies 5 beyond a wall of markers: 8 + 2 + 2; Marche 3 this side of it."""
    wall = "[fog]\n" + "\n".join(f'{row}15 = "false-info"' for row in "NMS")
    match = scene(f'log-7-1 = "M1"\n{wall}', head='op = 1\nvisited = ["M1", "M8", "M9", "N16"]')
    assert points(match) == 8 + 2 + 2 + 3
    assert sorted(rule for _, rule in parts(match)) == ["3.1a", "3.1e", "3.1e", "3.1e", "3.3a"]
    assert points(scene("", head='op = 1\nvisited = ["M1", "M8", "M9", "N16"]')) == 16 + 5 + 5 + 3


@pytest.mark.rule("3.2a", "2.8c")
def test_each_destroyed_formation_gives_its_points_and_armored_ones_more() -> None:
    lost = '[formations]\n"1 DCR" = "eliminated"\n"18 DI" = "eliminated"\n"1 DLC" = "eliminated"\n"1 AT" = "eliminated"'
    assert points(scene(lost)) == 3 + 2 + 2 + 3


@pytest.mark.rule("3.2a")
def test_dummies_and_formations_in_the_box_give_nothing() -> None:
    assert points(scene('[formations]\n"dummy-1" = "gone"\n"1 DCR" = "box"\n"18 DI" = "M4"')) == 0


@pytest.mark.rule("3.2a")
def test_allied_units_destroyed_give_nothing() -> None:
    """Situation A18: in the middle of a battle that has cost the Allies units, and after one that they survived."""
    units = "\n".join(f'pz38-{n} = "M5"' for n in range(1, 7))
    match = table(
        f'phase = "D3"\nop = 20\n[units]\nfighter-1 = "available"\nlog-7-1 = "M6"\nrommel = "M5"\n{units}\n'
        '[formations]\n"18 DI" = { at = "M5", shown = true, called = 12 }'
    )
    told: list[Event] = []
    while "fight-on" not in legal(match):
        told += do(match, next((word for word in ("done", "fire") if word in legal(match)), legal(match)[0]))
    lost = [data["unit"] for data in happened(told, "unit destroyed") if data["unit"].startswith("fi-")]
    assert lost
    assert points(match) == 0
    do(match, next(action for action in legal(match) if action.startswith("withdraw")))
    assert points(match) == 0


@pytest.mark.rule("3.0a", "5.0a", "11.1a")
def test_the_game_ends_after_phase_g_of_turn_six_and_is_scored_then() -> None:
    """Situation A17."""
    match = table('phase = "G1"\nturn = 6\nop = 30\nvisited = ["M1"]')
    assert match.actors == ()
    assert match.outcome is not None
    assert (match.outcome.level, match.outcome.points) == ("Ignominious Defeat", {"german": 46})
    assert happened(match.opening, "game over") == [{"level": "Ignominious Defeat", "points": 46}]
    match = table('phase = "G1"\nturn = 5\nop = 30\nvisited = ["M1"]\n[units]\nkrad-7 = "assembly"')
    assert match.outcome is None
    assert match.view(None)["turn"] == 6


@pytest.mark.rule("3.6a", "5.0a", "11.1a", "9.0a")
def test_a_collapse_ends_the_game_at_once_wherever_it_happens() -> None:
    enemy = '[formations]\n"1 DCR" = { at = "M12", shown = true, called = 2 }'
    units = f'[units]\nlog-7-1 = "M12"\npz38-1 = "M9"\n{enemy}'
    match = table(f'phase = "D3"\nop = 1\ndice = ["fm-b1", "fm-b1", 1, 6, 5, 5, 5, 5, 5, 5]\n{units}')
    assert match.actors == ()
    assert match.outcome is not None
    assert match.outcome.level == "Catastrophic Defeat"
    assert match.outcome.winner is None
    assert match.outcome.points == {"german": 0}, "no points are counted"
    assert happened(match.opening, "game over") == [{"level": "Catastrophic Defeat", "points": 0}]


@pytest.mark.rule("3.6a")
def test_a_lost_battle_can_bring_the_collapse_in_the_middle_of_a_turn() -> None:
    """A lone Logistics unit against 12 units of 1 DCR, with two Operations Points."""
    enemy = '[formations]\n"1 DCR" = { at = "M12", shown = true, called = 12 }'
    text = f'phase = "D3"\nop = 2\n[units]\nlog-7-1 = "M12"\n{enemy}'
    ends = set()
    for seed in range(6):
        match = table(text, seed)
        told = [*match.opening, *pass_on(match, "E1")]
        over = happened(told, "game over")
        ends |= {(data["level"], match.view(None)["phase"]) for data in over}
    assert ("Catastrophic Defeat", "D3") in ends


@pytest.mark.rule("3.6a", "9.0a")
def test_no_payment_may_leave_less_than_one_point() -> None:
    """Exploitation at 2 OP, the Kampfgruppe at 3, recruits at their price, Enhanced Moves at 1."""
    match = table('phase = "D4a"\nop = 2\n[units]\npz38-1 = "M12"\nrommel = "M12"')
    assert not [action for action in legal(match) if action.startswith(("enhance", "exploit"))]
    match = table('phase = "D2"\nop = 2\n[units]\npz38-1 = "M12"\nrommel = "M12"')
    do(match, "enhance rommel")
    assert match.view(None)["op"] == 1
    assert not [action for action in legal(match) if action.split()[0] in ("enhance", "exploit", "recruit", "form")]
    match = table('phase = "B1"\nop = 4\n[units]\nfighter-1 = "pool"\nlog-xv-1 = "pool"')
    refused(match, "recruit fighter-1", "3.6a")
    do(match, "recruit log-xv-1")
    assert match.view(None)["op"] == 1


@pytest.mark.rule("5.0a")
def test_six_turns_of_two_days() -> None:
    assert GhostDivision().last_turn == 6
    dates = [table(f'phase = "D2"\nturn = {n}\n[units]\nkrad-7 = "M12"').view(None)["date"] for n in range(1, 7)]
    assert dates == [f"{10 + 2 * n}-{11 + 2 * n} May 1940" for n in range(6)]


@pytest.mark.rule("3.0a", "3.1a", "3.2a", "3.3a")
def test_nothing_else_scores() -> None:
    """Towns, Formations and Operations Points are all the parts that the score ever has."""
    match = scene('krad-7 = "M1"\n[formations]\n"1 DCR" = "eliminated"', head="op = 9")
    assert sorted(parts(match)) == [(3, "3.2a"), (9, "3.3a"), (16, "3.1a")]


@pytest.mark.rule("2.8a", "3.1a", by="data")
def test_hirson_scores_and_avesnes_does_not() -> None:
    g = pinned()
    assert g.charts.victory.towns["Hirson"] > 0
    assert "Avesnes" not in g.charts.victory.towns
    assert set(g.board.towns.values()) == set(g.charts.victory.towns)
    assert towns(scene("", head='op = 1\nvisited = ["M10"]')) == set()


@pytest.mark.rule("3.5b", "3.0a")
def test_the_historical_advance_is_an_operational_victory_by_the_charts_of_the_game() -> None:
    """Rommel's towns without Arras, which held out until the 23rd, five Formations of which one armored, 35 OP."""
    visited = [grid for leg in pinned().board.file.route for grid in leg.grids if grid != "N5"]
    beaten = "\n".join(f'"{kind}" = "eliminated"' for kind in ("1-dcr", "18-di", "22-di", "4-dlc", "5-dim"))
    match = meuse.situation(f'game = "ghost-division"\nphase = "G1"\nturn = 6\nop = 35\nvisited = {visited}\n'
                            f"[formations]\n{beaten}")
    assert match.outcome is not None
    assert match.outcome.level == "Operational Victory"
    assert 91 <= match.outcome.points["german"] <= 110


@pytest.mark.rule("3.1a", "3.1e", "3.3a")
@pytest.mark.parametrize(("fog", "parts"), [
    ("", [("Arras", "3.1a"), ("Operations Points", "3.3a")]),
    ('[fog]\nN4 = "patrol"\nN6 = "patrol"\nM5 = "patrol"',
     [("Arras, without a LOC", "3.1e"), ("Operations Points", "3.3a")]),
])
def test_the_score_says_which_towns_have_no_loc(fog: str, parts: list[tuple[str, str]]) -> None:
    desk = Desk(f'[units]\ni-6 = "N5"\n{fog}')
    assert [(part.label, part.rule) for part in desk.explain("score").parts] == parts
