"""The options: each switch with both its values, and what it changes."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.options import OPTIONS
from tests.games.sedan.table import do, happened, inside, legal, piece, refused, table
from tests.games.sedan.test_combat import AUF4, I1, II1, assault, declare, odds, scene, standing

SIDE_BY_SIDE = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "14 Alg 3 DINA"}


def chosen(**options: str) -> str:
    """The options as a line of a situation file."""
    return "options = { " + ", ".join(f'{name.replace("_", "-")} = "{value}"' for name, value in options.items()) + " }"


def test_the_default_is_the_first_of_two_values_and_the_rule_is_in_the_ledger() -> None:
    game, _ = inside(table(""))
    for option in OPTIONS:
        assert option.default == option.values[0]
        assert len(option.values) == 2
        assert option.rule in game.rules
        assert game.options[option.name] == option.default


@pytest.mark.parametrize("options", [{"no-such": "thing"}, {"dogfight": "worst-die"}])
def test_unknown_options_and_values_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(meuse.BadInput):
        meuse.new("sedan", options=options, seed=1)


# combat-move


def fought_first(value: str) -> Match:
    """Combat before Move: one of two panzer battalions has attacked, and now they may move."""
    match = scene(SIDE_BY_SIDE, 3, 4, mode="open", more=chosen(combat_move=value))
    do(match, "activate", "combat-move")
    assault(match, "2620", I1)
    do(match, "end")
    return match


@pytest.mark.rule("3.3d", "9.0d")
def test_attackers_stay_when_the_fighting_comes_first() -> None:
    match = fought_first("attackers-stay")
    refused(match, f"move {I1}", "9.0d")
    do(match, f"move {II1}")
    refused(match, f"join {I1}", "9.3a")
    assert "step 2820" in legal(match)


@pytest.mark.rule("3.3d")
def test_attackers_may_move_by_option() -> None:
    match = fought_first("attackers-may-move")
    do(match, f"move {I1}", "step 2820", "stop")
    assert piece(match, I1)["hex"] == "2820"


@pytest.mark.rule("3.3d")
@pytest.mark.parametrize(("value", "may"), [("attackers-stay", False), ("attackers-may-move", True)])
def test_a_unit_that_attacked_blows_no_bridge_afterwards_save_by_option(value: str, may: bool) -> None:
    match = scene({"3413": "HQ 1 Pz", "3414": "I/1 1 Pz", "3513": "14 Alg 3 DINA"}, 3, 4, mode="open",
                  more=chosen(combat_move=value))
    do(match, "activate", "combat-move")
    assault(match, "3513", I1)
    assert ("demolish 3414-3415" in legal(match)) is may


@pytest.mark.rule("3.3d")
@pytest.mark.parametrize("value", ["attackers-stay", "attackers-may-move"])
def test_after_the_fighting_a_reinforcement_enters_but_cannot_attack(value: str) -> None:
    match = scene({"due": "I/1 1 Pz", "5207": "331 55", "5003": "HQ 1 Pz"}, mode="open", more=chosen(combat_move=value))
    do(match, "activate", "combat-move", f"enter {I1}", "step 5408", "step 5308", "stop")
    assert piece(match, I1)["hex"] == "5308"
    assert happened(do(match, "end"), "chit done")
    assert not piece(match, I1).get("fought")


# entering-hq


@pytest.mark.rule("6.0b")
@pytest.mark.parametrize(("value", "reached"), [("counts", True), ("ignored", False)])
def test_a_headquarters_about_to_enter_lends_its_range_or_does_not(value: str, reached: bool) -> None:
    match = scene({"due": "HQ 1 Pz", "5208": "4 1 Pz", "2620": "331 55"}, mode="open", turn=2,
                  more=chosen(entering_hq=value))
    assert (f"leave {AUF4}" in legal(match)) is reached
    activated = happened(do(match, "activate"), "activated")[0]
    assert activated["units"] == ([AUF4] if reached else [])
    assert activated["waiting"] == ["de-hq-1-pz"]
    do(match, "move-combat")
    assert ("end" in legal(match)) is not reached  # having lent its range, it must enter


# cavalry-first


@pytest.mark.rule("16.2a")
@pytest.mark.parametrize(("value", "always"), [("turn-1", False), ("every-turn", True)])
def test_the_cavalry_chit_opens_the_first_turn_or_every_turn(value: str, always: bool) -> None:
    game = meuse.make_game("sedan", options={"cavalry-first": value})
    first = set()
    for seed in range(20):
        for turn in (1, 2, 3):
            situation = {"game": "sedan", "turn": turn, "phase": "activation", "reinforcements": "none"}
            match = Match(game, situation=situation, seed=seed)
            chit = next(e.data["chit"] for e in match.opening if e.what == "chit")
            if turn == 1:
                assert chit == "2A-Cav"
            first.add(chit)
    assert (first == {"2A-Cav"}) is always


# air-pass


@pytest.mark.rule("10.1j")
@pytest.mark.parametrize(("value", "again"), [("reopens", True), ("final", False)])
def test_a_side_that_passed_may_come_in_again_or_not(value: str, again: bool) -> None:
    match = scene(SIDE_BY_SIDE, german=(0, 2), french=(0, 2), more=chosen(air_pass=value))
    declare(match, "2620")
    do(match, "pass", "bomber")
    assert match.actors == (("german",) if again else ("french",))
    do(match, "pass")
    if again:
        assert match.actors == ("french",)
        do(match, "pass")
    assert legal(match) == ["guns 0", "guns 1"]


@pytest.mark.rule("10.1j")
def test_with_final_passes_the_other_side_goes_on_alone() -> None:
    match = scene(SIDE_BY_SIDE, german=(0, 2), french=(0, 2), more=chosen(air_pass="final"))
    declare(match, "2620")
    do(match, "bomber", "pass", "bomber")
    assert legal(match) == ["guns 0", "guns 1"]
    assert match.view(None)["air"]["german"]["committed_bombers"] == 2


# dogfight


@pytest.mark.rule("11.1c")
@pytest.mark.parametrize(("value", "loser", "losses"), [("best-die", "german", 1), ("sum", "french", 1)])
def test_dogfights_compare_the_best_dice_or_their_sums(value: str, loser: str, losses: int) -> None:
    match = scene(SIDE_BY_SIDE, 2, 3, 4, german=(2, 0), french=(1, 0), more=chosen(dogfight=value))
    declare(match, "2620")
    events = do(match, "fighter", "fighter", "fighter")
    assert [e["side"] for e in happened(events, "air lost")] == [loser] * losses


@pytest.mark.rule("11.1d")
@pytest.mark.parametrize(("value", "losses"), [("best-die", 0), ("sum", 2)])
def test_the_multiple_is_that_of_the_sums_by_option(value: str, losses: int) -> None:
    match = scene(SIDE_BY_SIDE, 3, 3, 3, german=(2, 0), french=(1, 1), more=chosen(dogfight=value))
    declare(match, "2620")
    events = do(match, "fighter", "fighter", "fighter", "bomber")
    while "guns 0" not in legal(match):
        events += do(match, "bomber")
    assert len(happened(events, "air lost")) == losses


# mixed-river


@pytest.mark.rule("10.1h")
@pytest.mark.parametrize(
    ("value", "attackers", "column"),
    [
        ("any", {"3514": "I/1 1 Pz, II/1 1 Pz", "3415": "SR 1 1 Pz"}, "2:1"),
        ("all", {"3514": "I/1 1 Pz, II/1 1 Pz", "3415": "SR 1 1 Pz"}, "4:1"),
        ("any", {"3514": "I/1 1 Pz, II/1 1 Pz, SR 1 1 Pz"}, "2:1"),
        ("all", {"3514": "I/1 1 Pz, II/1 1 Pz, SR 1 1 Pz"}, "2:1"),
    ],
)
def test_an_attack_from_both_banks_suffers_the_river_or_not(value: str, attackers: dict[str, str], column: str) -> None:
    match = scene({"3413": "HQ 1 Pz", "3515": "331 55", **attackers}, more=chosen(mixed_river=value))
    assert odds(match, "3515")["column"] == column


# pontoons

SEVEN_STAND = "pontoons = " + str(
    ["3514-3515", "3515-3615", "3414-3515", "3314-3315", "3114-3215", "3014-3114", "3013-3113"]
)


@pytest.mark.rule("3.4b")
@pytest.mark.parametrize(("value", "allowed"), [("eight-in-all", False), ("eight-at-once", True)])
def test_a_pontoon_that_was_lost_may_be_replaced_or_not(value: str, allowed: bool) -> None:
    match = table(f'turn = 2\nphase = "end"\npontoons_laid = 8\n{SEVEN_STAND}\n{chosen(pontoons=value)}\n'
                  '[units]\n"I/1 1 Pz" = "3516"')
    assert ("pontoon 3516-3617" in legal(match)) is allowed
    assert match.view(None)["pontoons_left"] == (1 if allowed else 0)
    if allowed:
        do(match, "pontoon 3516-3617")
        assert not [action for action in legal(match) if action.startswith("pontoon")]  # eight stand again


# laggards


@pytest.mark.rule("16.10f")
@pytest.mark.parametrize(("value", "scored"), [("count-held-back", 2 + 2), ("on-map-only", 2)])
def test_units_that_never_entered_count_as_not_across_or_not(value: str, scored: int) -> None:
    units = standing({"4712": "I/1 1 Pz", "due": "5 2", "2620": "SR 1 1 Pz"})
    match = table('scenario = "encirclement"\nturn = 8\nphase = "end"\nreinforcements = "none"\n'
                  f"{chosen(laggards=value)}\n[units]\n{units}")
    assert match.outcome is not None
    assert match.outcome.points == {"german": 0, "french": scored}


@pytest.mark.rule("16.10f")
@pytest.mark.parametrize(("value", "points"), [("count-held-back", 2 * 9), ("on-map-only", 0)])
def test_units_that_are_not_due_yet_are_no_laggards(value: str, points: int) -> None:
    match = meuse.new("sedan", scenario="encirclement", options={"laggards": value}, seed=1)
    assert match.view(None)["score"] == {"german": 0, "french": points}  # nine units are due on turn 1
