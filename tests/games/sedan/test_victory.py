"""15.0 Victory, 16.7 and 16.10 its conditions in the two scenarios, and 14.0 Niwi."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, explain, happened, legal, piece, refused, table
from tests.games.sedan.test_combat import standing

MECHANIZED = ("I/1 1 Pz", "II/1 1 Pz", "I/2 1 Pz", "II/2 1 Pz", "I/3 2 Pz", "4 1 Pz", "90 10 Pz", "I/7 10 Pz")
MOTORIZED = ("SR 1 1 Pz", "SR 2 2 Pz", "GD", "86 10 Pz", "69 10 Pz", "37 1 Pz", "Krd 1 1 Pz")
INFANTRY = ("118 36", "87 36", "70 36", "8 3", "29 3")
FRENCH = ("295 55", "147 55", "331 55", "14 Alg 3 DINA", "11 Cur 5 DLC", "5 5 DLC")

WEST, EAST = "2620", "4712"
"""Open country on either side of the Meuse, away from rivers: nobody has a pontoon to lay."""


def crowd(places: dict[str, tuple[str, ...] | str], reduced: bool = False) -> dict[str, str]:
    """Names by place, each "reduced" if so wanted."""
    flag = "reduced " if reduced else ""
    return {
        place: ", ".join(flag + name for name in ((names,) if isinstance(names, str) else names))
        for place, names in places.items() if names
    }


def finish(scenario: str, units: str, turn: int, more: str = "") -> Match:
    """The End of Turn Phase of the last turn with these pieces and nothing still to come."""
    match = table(f'scenario = "{scenario}"\nturn = {turn}\nphase = "end"\nreinforcements = "none"\n{more}\n'
                  f"[units]\n{units}\n")
    while not match.outcome:
        do(match, "done")
    return match


def race(*groups: dict[str, str]) -> meuse.Outcome:
    match = finish("race-to-the-meuse", "\n".join(standing(group) for group in groups), 4)
    assert match.outcome is not None
    return match.outcome


def encirclement(*groups: dict[str, str], air: str = "") -> meuse.Outcome:
    units = "\n".join(standing(group) for group in groups)
    match = finish("encirclement", units, 8, f"[air]\ngerman = {{ {air} }}" if air else "")
    assert match.outcome is not None
    return match.outcome


def points(outcome: meuse.Outcome) -> tuple[int, int]:
    return outcome.points["german"], outcome.points["french"]


# 14.0 Niwi


@pytest.mark.rule("14.0a", "14.0b", "16.5a", "16.3e")
@pytest.mark.parametrize("scenario", ["race-to-the-meuse", "encirclement"])
def test_niwi_and_the_belgians_start_in_their_hexes(scenario: str) -> None:
    match = meuse.new("sedan", scenario=scenario, seed=1)
    niwi, belgians = piece(match, "de-niwi-gd"), piece(match, "be-5-2-1-1-ca")
    assert (niwi["hex"], niwi["attack"], niwi["defense"], niwi["move"]) == ("5007", 1, 1, 6)
    assert (belgians["hex"], belgians["attack"], belgians["defense"], belgians["move"]) == ("5208", 1, 1, 4)
    german = [id for id, unit in match.view(None)["units"].items() if id.startswith("de-") and unit["hex"]]
    assert german == ["de-niwi-gd"]


@pytest.mark.rule("14.0c")
@pytest.mark.parametrize(("turn", "places"), [(1, ["withdrawn", "withdrawn"]), (2, ["map", "map"])])
def test_niwi_and_the_belgians_leave_at_the_end_of_turn_one(turn: int, places: list[str]) -> None:
    match = table(f'turn = {turn}\nphase = "end"\nreinforcements = "none"\n[units]\n"Niwi GD" = "2720"\n'
                  '"5/2/1 1 CA" = "2520"')
    assert match.view(None)["turn"] == turn + 1
    assert [piece(match, unit)["place"] for unit in ("de-niwi-gd", "be-5-2-1-1-ca")] == places
    assert match.view(None)["score"] == {"german": 0 if turn == 1 else 2, "french": 0}


@pytest.mark.rule("14.0c")
def test_those_who_did_not_survive_stay_eliminated() -> None:
    match = table('turn = 1\nphase = "end"\nreinforcements = "none"\n[units]\n"Niwi GD" = "eliminated"\n'
                  '"5/2/1 1 CA" = "2520"')
    assert [piece(match, unit)["place"] for unit in ("de-niwi-gd", "be-5-2-1-1-ca")] == ["eliminated", "withdrawn"]


@pytest.mark.rule("14.0c", "16.7c", "16.7e")
@pytest.mark.parametrize("place", ["eliminated", "withdrawn"])
def test_niwi_and_the_belgians_score_for_nobody(place: str) -> None:
    assert points(race({place: "Niwi GD, 5/2/1 1 CA"})) == (0, 0)
    assert points(encirclement({place: "Niwi GD, 5/2/1 1 CA"})) == (0, 0)


# 15.0 and 16.7 the race to the Meuse


@pytest.mark.rule("15.0a")
def test_the_points_are_those_of_the_scenario_in_play() -> None:
    losses = crowd({"eliminated": MECHANIZED[:5]})
    crossed = {WEST: ", ".join((*MOTORIZED[:2], *INFANTRY[:3]))}
    first, second = race(losses, crossed), encirclement(losses, crossed)
    assert (first.winner, points(first)) == ("french", (10, 10))
    assert (second.winner, points(second)) == (None, (0, 25))


@pytest.mark.rule("16.7a", "16.7b", "16.7c", "16.7d", "16.7f")
@pytest.mark.parametrize(("reduced", "french", "winner"), [(3, 5, "german"), (4, 6, "french")])
def test_the_german_needs_a_lead_of_eight(reduced: int, french: int, winner: str) -> None:
    outcome = race({WEST: ", ".join(INFANTRY[:5])}, crowd({"eliminated": (*FRENCH[:3], MECHANIZED[0])}),
                   crowd({EAST: MOTORIZED[:reduced]}, reduced=True))
    assert points(outcome) == (13, french)
    assert (outcome.winner, outcome.level) == (winner, "victory")


@pytest.mark.rule("16.7b")
@pytest.mark.parametrize(
    ("places", "scored"),
    [
        ({WEST: "118 36"}, 2), ({WEST: "I/1 1 Pz, SR 1 1 Pz, 118 36"}, 6), ({EAST: "118 36"}, 0),
        ({WEST: "HQ 1 Pz, HQ 36"}, 0), ({"4222": "118 36"}, 0), ({"3515": "118 36"}, 2), ({"3514": "118 36"}, 0),
        ({"3414": "118 36"}, 0), ({"2912": "118 36"}, 2), ({"4027": "118 36"}, 2), ({WEST: "331 55"}, 0),
    ],
)
def test_each_german_combat_unit_west_of_the_meuse_scores_two(places: dict[str, str], scored: int) -> None:
    assert points(race(places)) == (scored, 0)


@pytest.mark.rule("16.7b")
def test_a_reduced_unit_over_the_meuse_counts_in_full() -> None:
    assert points(race({WEST: "reduced 118 36"})) == (2, 0)


@pytest.mark.rule("16.7c")
@pytest.mark.parametrize(
    ("lost", "scored"), [("331 55", 1), ("331 55, 5 5 DLC, 11 Cur 5 DLC", 3), ("5/2/1 1 CA", 0), ("HQ 55, 331 55", 1)]
)
def test_each_french_combat_unit_eliminated_scores_one(lost: str, scored: int) -> None:
    assert points(race({"eliminated": lost})) == (scored, 0)


@pytest.mark.rule("16.7c")
def test_french_units_reduced_score_nothing() -> None:
    assert points(race({WEST: "reduced 331 55"})) == (0, 0)


@pytest.mark.rule("16.7d", "16.7e")
@pytest.mark.parametrize(
    ("lost", "scored"),
    [
        ("I/1 1 Pz", 2), ("4 1 Pz", 2), ("SR 1 1 Pz", 2), ("37 1 Pz", 2), ("Krd 1 1 Pz", 2), ("118 36", 1),
        ("118 36, I/1 1 Pz, SR 1 1 Pz", 5), ("Niwi GD", 0), ("HQ 36", 0),
    ],
)
def test_german_units_eliminated_score_two_if_they_drive_and_one_if_they_walk(lost: str, scored: int) -> None:
    assert points(race({"eliminated": lost})) == (0, scored)


@pytest.mark.rule("16.7f")
@pytest.mark.parametrize(("unit", "scored"), [("I/1 1 Pz", 1), ("SR 1 1 Pz", 1), ("118 36", 0)])
def test_german_units_that_drive_score_one_when_reduced(unit: str, scored: int) -> None:
    assert points(race({EAST: f"reduced {unit}"})) == (0, scored)
    assert points(race({EAST: unit})) == (0, 0)


@pytest.mark.rule("16.7d", "16.7f")
def test_a_unit_reduced_and_then_eliminated_scores_only_as_eliminated() -> None:
    match = table('turn = 4\nphase = "activation"\ndice = ["X", 3, 4]\nreinforcements = "none"\ncup = ["X"]\n[air]\n'
                  "german = {}\nfrench = {}\n[units]\n"
                  '"I/1 1 Pz" = { hex = "2720", reduced = true }\n"331 55" = "2620"\n"HQ 55" = "2520"')
    do(match, "activate", "combat-move", "attack 2720", "with fr-331-55-di", "attack", "guns 0")
    assert piece(match, "de-i-1-1-pz")["place"] == "eliminated"
    assert match.view(None)["score"] == {"german": 0, "french": 2}


@pytest.mark.rule("16.7a")
def test_the_explained_score_adds_up() -> None:
    match = table(f'turn = 4\nactivation = "XIX"\nmode = "move"\n[units]\n{standing({WEST: "I/1 1 Pz, HQ 1 Pz"})}\n'
                  f'{standing({"eliminated": "331 55, GD"})}')
    tally = explain(match, "score")
    assert tally.total == 2 + 1 - 2
    assert [(part.rule, part.value) for part in tally.parts] == [
        ("16.7b", 2), ("16.7c", 1), ("16.7d", -2), ("16.7e", 0), ("16.7f", 0),
    ]
    assert sum(int(part.value) for part in tally.parts) == tally.total


# 16.10 the encirclement

FULL_AIR = "fighters = 4, bombers = 8"


@pytest.mark.rule("16.10a", "16.10b", "16.10c")
@pytest.mark.parametrize(
    ("mechanized", "bombers", "french", "winner", "level"),
    [
        (0, 8, 0, "german", "victory"),
        (4, 6, 24, "german", "victory"),
        (5, 8, 25, None, "draw"),
        (6, 6, 34, None, "draw"),
        (7, 8, 35, "french", "victory"),
        (8, 8, 40, "french", "victory"),
    ],
)
def test_the_french_win_with_35_and_draw_with_25(
    mechanized: int, bombers: int, french: int, winner: str | None, level: str
) -> None:
    outcome = encirclement(crowd({"eliminated": MECHANIZED[:mechanized]}), air=f"fighters = 4, bombers = {bombers}")
    assert points(outcome) == (0, french)
    assert (outcome.winner, outcome.level) == (winner, level)


@pytest.mark.rule("16.10d")
@pytest.mark.parametrize(
    ("lost", "air", "scored"),
    [
        ("", FULL_AIR, 0), ("", "fighters = 3, bombers = 8", 5), ("", "fighters = 4, bombers = 7", 2),
        ("I/1 1 Pz", FULL_AIR, 5), ("4 1 Pz", FULL_AIR, 5), ("SR 1 1 Pz", FULL_AIR, 4), ("37 1 Pz", FULL_AIR, 4),
        ("118 36", FULL_AIR, 0), ("HQ 1 Pz", FULL_AIR, 0), ("331 55", FULL_AIR, 0),
    ],
)
def test_what_german_losses_score(lost: str, air: str, scored: int) -> None:
    assert points(encirclement({"eliminated": lost} if lost else {}, air=air)) == (0, scored)


@pytest.mark.rule("16.10d")
def test_air_losses_are_counted_in_play_and_aborted_fighters_are_not() -> None:
    units = standing({WEST: "HQ 1 Pz, I/1 1 Pz", "2520": "331 55"})
    for dice, scored in (((6, 4), 5), ((3, 3), 0)):
        match = table(f'scenario = "encirclement"\nturn = 8\nactivation = "XIX"\nmode = "combat"\n'
                      f"reinforcements = \"none\"\ndice = [{dice[1]}, {dice[0]}, 1, 1]\n[units]\n{units}")
        do(match, "attack 2520", "with de-i-1-1-pz", "attack", "fighter", "fighter", "pass", "pass")
        assert match.view(None)["score"]["french"] == scored


@pytest.mark.rule("16.10e")
@pytest.mark.parametrize(("unit", "scored"), [("I/1 1 Pz", 2), ("SR 1 1 Pz", 2), ("118 36", 0), ("", 0)])
def test_reduced_units_that_drive_score_two(unit: str, scored: int) -> None:
    assert points(encirclement({WEST: f"reduced {unit}"} if unit else {})) == (0, scored)


@pytest.mark.rule("16.10f")
@pytest.mark.parametrize(
    ("places", "scored"),
    [
        ({EAST: "I/1 1 Pz"}, 2), ({EAST: "SR 1 1 Pz"}, 2), ({EAST: "reduced SR 1 1 Pz"}, 4), ({EAST: "118 36"}, 0),
        ({EAST: "HQ 1 Pz"}, 0), ({WEST: "I/1 1 Pz"}, 0), ({"4222": "I/1 1 Pz"}, 2), ({"due": "5 2"}, 2),
        ({"due": "HQ 2"}, 0), ({"due": "118 36"}, 0), ({"exited": "I/1 1 Pz"}, 0), ({"eliminated": "I/1 1 Pz"}, 5),
    ],
)
def test_units_that_drive_and_are_not_across_score_two(places: dict[str, str], scored: int) -> None:
    assert points(encirclement(places)) == (0, scored)


@pytest.mark.rule("16.10d", "16.10e", "16.10f", "16.10b")
def test_a_mixed_bag_is_a_draw_at_31() -> None:
    outcome = encirclement(crowd({"eliminated": (*MECHANIZED[:2], MOTORIZED[0])}),
                           crowd({WEST: MOTORIZED[1:3]}, reduced=True), {EAST: MECHANIZED[2]},
                           air="fighters = 3, bombers = 5")
    assert points(outcome) == (0, 5 + 10 + 4 + 6 + 4 + 2)
    assert outcome.level == "draw"


@pytest.mark.rule("16.10f")
def test_a_regiment_due_on_turn_four_and_held_back_to_the_end_scores() -> None:
    match = table('scenario = "encirclement"\nturn = 8\nactivation = "XXXXI"\nmode = "move"\nreinforcements = "none"\n'
                  '[units]\n"5 2" = "due"')
    do(match, "enter de-5-2-id-mot", "stop", "end")
    while not match.outcome:
        do(match, legal(match)[0])
    assert points(match.outcome) == (0, 2)


def at_the_exit(hex: str = "2127", *, scenario: str = "encirclement", more: str = "") -> Match:
    places = {hex: "HQ 1 Pz, reduced I/1 1 Pz, II/1 1 Pz"}
    turn = 8 if scenario == "encirclement" else 4
    return table(f'scenario = "{scenario}"\nturn = {turn}\nactivation = "XIX"\nmode = "move"\nreinforcements = "none"\n'
                 f"[units]\n{standing(places)}\n{more}")


@pytest.mark.rule("16.10g")
@pytest.mark.parametrize(
    ("hex", "allowed"), [("2127", True), ("2123", True), ("2129", False), ("1418", False), (WEST, False)]
)
def test_german_units_leave_by_entry_hexes_two_and_three(hex: str, allowed: bool) -> None:
    match = at_the_exit(hex)
    do(match, "move de-ii-1-1-pz")
    if allowed:
        events = do(match, "exit")
        assert happened(events, "exit") == [{"unit": "de-ii-1-1-pz", "hex": hex}]
        assert piece(match, "de-ii-1-1-pz")["place"] == "exited"
    else:
        refused(match, "exit", "16.10g")


@pytest.mark.rule("16.10g")
def test_nobody_leaves_in_the_first_scenario_and_the_french_never_do() -> None:
    match = at_the_exit(scenario="race-to-the-meuse")
    do(match, "move de-ii-1-1-pz")
    refused(match, "exit", "16.10g")
    french = table('scenario = "encirclement"\nturn = 8\nactivation = "X"\nmode = "move"\n[units]\n'
                   '"331 55" = "2127"\n"HQ 55" = "2127"')
    do(french, "move fr-331-55-di")
    refused(french, "exit", "16.10g")


@pytest.mark.rule("16.10g")
@pytest.mark.parametrize(("last", "allowed"), [("step 2127", True), ("offroad 2127", False)])
def test_leaving_costs_the_road_rate(last: str, allowed: bool) -> None:
    match = table('scenario = "encirclement"\nturn = 8\nactivation = "VII"\nmode = "move"\nreinforcements = "none"\n'
                  f'[units]\n{standing({"2629": "HQ 36", "2628": "118 36"})}')
    do(match, "move de-118-36-id", "offroad 2528", "offroad 2428", "offroad 2328", "step 2228", "step 2227", last)
    if allowed:  # half a point of six is left
        do(match, "exit")
        assert piece(match, "de-118-36-id")["place"] == "exited"
    else:
        refused(match, "exit", "9.0f")


@pytest.mark.rule("16.10g")
def test_a_stack_and_a_headquarters_may_leave_too() -> None:
    match = at_the_exit()
    do(match, "move de-hq-1-pz", "join de-ii-1-1-pz", "exit")
    assert [piece(match, unit)["place"] for unit in ("de-hq-1-pz", "de-ii-1-1-pz")] == ["exited", "exited"]


@pytest.mark.rule("16.10g")
def test_a_unit_stopped_by_a_zone_of_control_on_the_exit_leaves_only_later() -> None:
    units = standing({"2227": "HQ 1 Pz, I/1 1 Pz", "2126": "331 55"})
    match = table(f'scenario = "encirclement"\nturn = 8\nactivation = "XIX"\nmode = "move"\n[units]\n{units}')
    do(match, "move de-i-1-1-pz", "step 2127")
    refused(match, "exit", "8.0h")
    units = standing({"2127": "HQ 1 Pz, I/1 1 Pz", "2126": "331 55"})
    match = table(f'scenario = "encirclement"\nturn = 8\nactivation = "XIX"\nmode = "move"\n[units]\n{units}')
    do(match, "move de-i-1-1-pz", "exit")
    assert piece(match, "de-i-1-1-pz")["place"] == "exited"


@pytest.mark.rule("16.10g", "8.0j")
@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize(("chit", "units", "id", "road"), [
    ("XIX", {"HQ 1 Pz": "2227", "SR 1 1 Pz": "2127"}, "de-1-1-pz", {"motorized": 12}),
    ("VII", {"HQ 36": "2227", "118 36": "2127"}, "de-118-36-id", {"other": 6}),
])
def test_leaving_out_of_an_enemy_zone_of_control_costs_a_point_more(
    chit: str, units: dict[str, str], id: str, road: dict[str, float], guarded: bool
) -> None:
    """With such a road rate the regiment can just leave, unless it has to break away first."""
    slow = Sedan("encirclement", overlay={"charts": {"road": road}})
    match = Match(slow, seed=1, situation={
        "game": "sedan", "scenario": "encirclement", "turn": 8, "activation": chit, "mode": "move",
        "units": {**units, **({"331 55": "2126"} if guarded else {})},
    })
    do(match, f"move {id}")
    if guarded:
        refused(match, "exit", "9.0f")
    else:
        do(match, "exit")


@pytest.mark.rule("16.10g", "9.4k")
def test_an_overrun_stopped_by_a_zone_of_control_on_the_exit_does_not_leave() -> None:
    units = standing({"2227": "I/1 1 Pz", "2126": "331 55"})
    match = table('scenario = "encirclement"\nturn = 8\nactivation = "XIX"\nmode = "overrun"\n'
                  f'overrun = ["I/1 1 Pz"]\n[units]\n{units}')
    do(match, "move de-i-1-1-pz", "step 2127")
    refused(match, "exit", "8.0h")


@pytest.mark.rule("16.10g")
def test_leaving_is_one_hex_of_overrun_movement() -> None:
    units = standing({"2427": "I/1 1 Pz", "2127": "II/1 1 Pz", "2527": "I/2 1 Pz"})
    match = table('scenario = "encirclement"\nturn = 8\nactivation = "XIX"\nmode = "overrun"\n'
                  f'overrun = ["I/1 1 Pz", "II/1 1 Pz", "I/2 1 Pz"]\n[units]\n{units}')
    do(match, "move de-i-1-1-pz", "step 2327", "step 2227", "step 2127", "exit")
    do(match, "move de-ii-1-1-pz")
    refused(match, "attack 2126", "9.4l")
    do(match, "exit")
    do(match, "move de-i-2-1-pz", "step 2427")
    assert "exit" not in legal(match)
    do(match, "step 2327", "step 2227", "step 2127")
    refused(match, "exit", "9.4j")
    assert [piece(match, unit)["place"] for unit in ("de-i-1-1-pz", "de-ii-1-1-pz")] == ["exited", "exited"]


@pytest.mark.rule("16.10h")
@pytest.mark.parametrize(("unit", "scored"), [("de-i-1-1-pz", 2), ("de-ii-1-1-pz", 0)])
def test_a_unit_that_has_left_scores_only_if_it_was_reduced(unit: str, scored: int) -> None:
    match = at_the_exit()
    other = {"de-i-1-1-pz": "de-ii-1-1-pz", "de-ii-1-1-pz": "de-i-1-1-pz"}[unit]
    before = match.view(None)["score"]["french"]
    assert before == 2  # the reduced battalion
    do(match, f"move {unit}", "exit", "end")
    while not match.outcome:
        do(match, legal(match)[0])
    assert piece(match, unit)["place"] == "exited"
    assert points(match.outcome) == (0, 2)
    assert piece(match, other)["place"] == "map"
    assert points(encirclement({"exited": "reduced I/1 1 Pz" if scored else "I/1 1 Pz"})) == (0, scored)


@pytest.mark.rule("16.10h")
def test_units_that_have_left_never_return() -> None:
    match = table('scenario = "encirclement"\nturn = 7\nactivation = "XIX"\nmode = "move"\nreinforcements = "none"\n'
                  f'cup = []\n[units]\n{standing({"2127": "HQ 1 Pz, I/1 1 Pz", "2227": "II/1 1 Pz"})}')
    do(match, "move de-i-1-1-pz", "exit", "end")
    while "move de-ii-1-1-pz" not in legal(match):
        do(match, next(a for a in ("done", "activate", "move-combat", "end") if a in legal(match)))
    assert match.view(None)["turn"] == 8
    refused(match, "enter de-i-1-1-pz", "4.0a")
    refused(match, "move de-i-1-1-pz", "4.0a")


@pytest.mark.rule("16.10g")
def test_french_tanks_that_overrun_do_not_leave() -> None:
    match = table('scenario = "encirclement"\nturn = 8\nactivation = "XXI"\nmode = "overrun"\n'
                  'overrun = ["42 3 DCR"]\n[units]\n"HQ 3 DCR" = "2227"\n"42 3 DCR" = "2127"')
    do(match, "move fr-42-3-dcr")
    refused(match, "exit", "16.10g")


@pytest.mark.rule("16.7d", "16.7f")
@pytest.mark.parametrize(("result", "points"), [("1/-", 1), ("2/-", 2)])
def test_the_score_on_the_table_follows_every_loss(result: str, points: int) -> None:
    match = corps('"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2720"\n"331 55" = "2620"', mode="combat", result=result)
    assert match.view(None)["score"]["french"] == 0
    do(match, "attack 2620", "with de-i-1-1-pz", "attack", "guns 0")
    assert match.view(None)["score"]["french"] == points


@pytest.mark.rule("16.7b", "16.7f", "16.10f")
@pytest.mark.parametrize(("situation", "actions", "points"), [
    ('"HQ 1 Pz" = "3413"\n"I/1 1 Pz" = "3414"', ["move de-i-1-1-pz", "step 3415"], (2, 0)),
    ('"HQ 1 Pz" = "3413"\n"I/1 1 Pz" = "3415"', ["move de-i-1-1-pz", "step 3414"], (-2, 0)),
    ('"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2720"\n"II/1 1 Pz" = "2720"\n"331 55" = "2620"',
     ["attack 2620", "with de-i-1-1-pz", "attack", "guns 0"], (0, 1)),
], ids=["over the Meuse", "back again", "reduced"])
def test_the_score_on_the_table_follows_every_unit(situation: str, actions: list[str], points: tuple[int, int]) -> None:
    match = corps(situation, mode="combat" if "attack" in actions else "move", result="1/-")
    before = dict(match.view(None)["score"])
    do(match, *actions)
    after = match.view(None)["score"]
    assert tuple(after[side] - before[side] for side in ("german", "french")) == points


@pytest.mark.rule("16.10f")
def test_by_option_a_laggard_scores_on_the_table_as_it_comes_on() -> None:
    match = table('scenario = "encirclement"\nturn = 4\nactivation = "XIX"\nmode = "move"\nreinforcements = "none"\n'
                  'options = { laggards = "on-map-only" }\n[units]\n"I/1 1 Pz" = "due"')
    do(match, "enter de-i-1-1-pz")
    assert match.view(None)["score"]["french"] == 0
    do(match, "step 5408")
    assert match.view(None)["score"]["french"] == 2


@pytest.mark.rule("16.7a", "16.10a", "16.10b", "16.10c")
@pytest.mark.parametrize(("scenario", "weights", "levels"), [
    ("race-to-the-meuse", {"german": 1, "french": -1}, [(8, "German victory"), (None, "French victory")]),
    ("encirclement", {"french": 1}, [(35, "French victory"), (25, "A draw"), (None, "German victory")]),
])
def test_each_scenario_has_its_ladder(
    scenario: str, weights: dict[str, int], levels: list[tuple[int | None, str]]
) -> None:
    ladder = meuse.make_game("sedan", scenario).ladder()
    assert ladder is not None
    assert ladder.weights == weights
    assert [(level.least, level.says) for level in ladder.levels] == levels
