"""11.0 Air support: dogfights and the bombing of bridges."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.sedan.table import do, happened, inside, legal, refused, table
from tests.games.sedan.test_combat import declare, scene

FIELD = {"2820": "HQ 1 Pz, HQ 36", "2720": "I/1 1 Pz, 118 36", "2620": "14 Alg 3 DINA"}
"""5 or 4 against 5."""


def over_the_field(german: str, french: str, *dice: int) -> tuple[Match, list[meuse.Event]]:
    """An attack to which both sides add these air units in turn, F a Fighter and B a Bomber, up to the dogfight."""
    flights = {"german": list(german), "french": list(french)}
    match = scene(FIELD, *dice, german=(german.count("F"), german.count("B")),
                  french=(french.count("F"), french.count("B")))
    events = declare(match, "2620")
    while match.view(None)["rule"] == "10.1j":
        waiting = flights[match.actors[0]]
        events += do(match, {"F": "fighter", "B": "bomber"}[waiting.pop(0)] if waiting else "pass")
    return match, events


def alive(match: Match, side: str) -> tuple[int, int]:
    air = match.view(None)["air"][side]
    return air["fighters"], air["bombers"]


def fresh(match: Match, side: str) -> tuple[int, int]:
    air = match.view(None)["air"][side]
    return air["fresh_fighters"], air["fresh_bombers"]


def play_on(match: Match, until: str) -> list[meuse.Event]:
    """Everybody does as little as possible until that action is possible."""
    events = []
    while until not in legal(match):
        events += do(match, next(a for a in ("done", "activate", "move-combat", "end", "pass") if a in legal(match)))
    return events


# 11.0


@pytest.mark.rule("11.0a")
def test_an_air_unit_serves_once_a_turn() -> None:
    places = {**FIELD, "2823": "II/1 1 Pz", "2723": "15 Alg 3 DINA"}
    match = scene(places, 1, 1, 3, 4, german=(1, 1), more='cup = ["VII"]')
    declare(match, "2620")
    do(match, "bomber", "fighter", "guns 0")
    assert fresh(match, "german") == (0, 0)
    declare(match, "2723")
    assert legal(match) == ["guns 0", "guns 1"]  # nothing is left to add
    do(match, "guns 0")
    play_on(match, "attack 2620")  # the next corps, in the same turn
    declare(match, "2620")
    assert legal(match) == ["guns 0", "guns 1", "guns 2"]


@pytest.mark.rule("11.0a")
def test_what_has_flown_is_ready_again_next_turn() -> None:
    match = scene(FIELD, 1, 1, german=(1, 1))
    declare(match, "2620")
    do(match, "bomber", "fighter", "guns 0")
    play_on(match, "bomb 3414-3415")
    assert match.view(None)["turn"] == 4
    assert fresh(match, "german") == alive(match, "german") == (2, 5)  # with the arrivals of turn 4


@pytest.mark.rule("11.0a")
def test_a_bomber_sent_against_a_bridge_is_not_there_for_the_ground_fight() -> None:
    match = table('scenario = "encirclement"\nturn = 5\nphase = "air"\ndice = [1]\n[air]\n'
                  "german = {}\nfrench = { bombers = 2 }")
    do(match, "bomb 3414-3415", "bombers 1")
    assert fresh(match, "french") == (0, 1)
    assert alive(match, "french") == (0, 2)


@pytest.mark.rule("11.0b")
@pytest.mark.parametrize(("chit", "unit"), [("XIX", "de-i-1-1-pz"), ("VII", "de-118-36-id")])
def test_air_units_serve_every_corps(chit: str, unit: str) -> None:
    match = scene(FIELD, chit=chit, german=(1, 1))
    declare(match, "2620", unit)
    assert legal(match) == ["bomber", "fighter", "pass"]


@pytest.mark.rule("11.0c")
def test_bombers_strike_and_fighters_give_cover_where_nobody_meets_them() -> None:
    match, _ = over_the_field("FB", "", 1, 1)
    assert happened(do(match, "guns 0"), "combat")[0]["modifiers"] == [
        ["attacking Bombers", 2, "10.1o"], ["attacking Fighters", 1, "10.1o"],
    ]


@pytest.mark.rule("11.0c")
@pytest.mark.parametrize(("force", "asked"), [("french = { bombers = 1 }", True), ("french = { fighters = 2 }", False)])
def test_only_french_bombers_go_against_bridges(force: str, asked: bool) -> None:
    match = table(f'scenario = "encirclement"\nturn = 5\nphase = "air"\n[air]\ngerman = {{ bombers = 8 }}\n{force}\n'
                  '[units]\n"I/1 1 Pz" = "2720"\n"HQ 1 Pz" = "2720"')
    bombing = [action for side in ("german", "french") for action in match.legal(side) if action.startswith("bomb ")]
    assert bool(bombing) is asked
    assert (match.actors == ("french",) and "bomb 3414-3415" in legal(match)) is asked


# 11.1 dogfights


@pytest.mark.rule("11.1a")
def test_the_dogfight_is_fought_at_once_before_the_guns_and_the_ground_dice() -> None:
    match, events = over_the_field("F", "F", 5, 3)
    assert happened(events, "dogfight") == [{"german": [5], "french": [3]}]
    assert not happened(events, "combat")
    assert legal(match) == ["guns 0", "guns 1"]


@pytest.mark.rule("11.1a")
@pytest.mark.parametrize(("german", "french"), [("FF", ""), ("", "FF"), ("FB", ""), ("BB", "B")])
def test_without_an_enemy_in_the_air_there_is_no_dogfight(german: str, french: str) -> None:
    _, events = over_the_field(german, french)
    assert not happened(events, "dogfight")
    assert not happened(events, "air lost")


@pytest.mark.rule("11.1b", "11.1f")
@pytest.mark.parametrize(
    ("german", "french", "dice"),
    [("F", "F", ([4], [4])), ("FF", "F", ([4, 2], [4])), ("FB", "FFB", ([4], [4, 1])), ("FBB", "FB", ([4], [4]))],
)
def test_each_fighter_rolls_a_die_and_bombers_none(
    german: str, french: str, dice: tuple[list[int], list[int]]
) -> None:
    match, events = over_the_field(german, french, *dice[0], *dice[1])
    assert happened(events, "dogfight") == [{"german": dice[0], "french": dice[1]}]
    assert match.scripted == []


@pytest.mark.rule("11.1c")
@pytest.mark.parametrize(
    ("dice", "german", "french"),
    [
        ((5, 3), (1, 0), (0, 0)),  # the French Fighter is lost
        ((3, 5), (0, 0), (1, 0)),
        ((3, 4), (0, 0), (1, 0)),
    ],
)
def test_the_lower_side_loses_one(dice: tuple[int, int], german: tuple[int, int], french: tuple[int, int]) -> None:
    match, _ = over_the_field("F", "F", *dice)
    assert (alive(match, "german"), alive(match, "french")) == (german, french)


@pytest.mark.rule("11.1c")
def test_the_best_dice_are_compared() -> None:
    match, events = over_the_field("FF", "F", 2, 3, 4)  # the Germans have five in all, but their best is 3
    assert happened(events, "air lost") == [{"side": "german", "kind": "fighter"}]
    assert alive(match, "german") == (1, 0)


@pytest.mark.rule("11.1c", "11.1f")
@pytest.mark.parametrize(("pick", "left"), [("bomber", (1, 0)), ("fighter", (0, 1))])
def test_the_loser_picks_his_loss_and_may_give_up_a_bomber(pick: str, left: tuple[int, int]) -> None:
    match, _ = over_the_field("F", "FB", 5, 3)
    assert match.actors == ("french",)
    assert legal(match) == ["bomber", "fighter"]
    do(match, pick)
    assert alive(match, "french") == left
    assert legal(match) == ["guns 0", "guns 1"]


@pytest.mark.rule("11.1d")
@pytest.mark.parametrize("dice", [(6, 3), (4, 2), (5, 2), (2, 1)])
def test_at_double_the_roll_two_are_lost_and_the_winner_picks_the_second(dice: tuple[int, int]) -> None:
    match, _ = over_the_field("F", "FBB", *dice)
    assert match.actors == ("french",)
    do(match, "bomber")
    assert match.actors == ("german",)
    assert legal(match) == ["bomber", "fighter"]
    do(match, "fighter")
    assert alive(match, "french") == (0, 1)
    assert legal(match) == ["guns 0", "guns 1"]


@pytest.mark.rule("11.1e")
def test_at_three_times_the_roll_three_are_lost_picked_by_loser_winner_loser() -> None:
    match, _ = over_the_field("F", "FFBB", 6, 2, 1)
    pickers = []
    for pick in ("bomber", "fighter", "fighter"):
        pickers.append(match.actors[0])
        do(match, pick)
    assert pickers == ["french", "german", "french"]
    assert alive(match, "french") == (0, 1)
    assert legal(match) == ["guns 0", "guns 1"]


@pytest.mark.rule("11.1e")
@pytest.mark.parametrize(("dice", "lost"), [((4, 1), 4), ((5, 1), 5), ((6, 1), 5), ((3, 1), 3)])
def test_losses_grow_with_the_multiple_up_to_what_is_over_that_field(dice: tuple[int, int], lost: int) -> None:
    match, events = over_the_field("F", "FBBBB", *dice)
    while "guns 0" not in legal(match):
        events += do(match, "bomber")
    assert len(happened(events, "air lost")) == lost


@pytest.mark.rule("11.1e")
def test_air_units_elsewhere_are_safe() -> None:
    match = scene(FIELD, 6, 1, german=(1, 0), french=(1, 3))
    declare(match, "2620")
    do(match, "fighter", "fighter", "pass")
    assert legal(match) == ["guns 0", "guns 1"]
    assert alive(match, "french") == (0, 3)


@pytest.mark.rule("11.1g")
@pytest.mark.parametrize(
    ("german", "french", "left"), [("F", "BB", (0, 1)), ("FF", "B", (0, 0)), ("FF", "BBB", (0, 1))]
)
def test_each_fighter_destroys_one_lone_bomber_without_dice(german: str, french: str, left: tuple[int, int]) -> None:
    match, events = over_the_field(german, french)
    assert not happened(events, "dogfight")
    assert alive(match, "french") == left
    assert alive(match, "german") == (len(german), 0)


@pytest.mark.rule("11.1g", "11.1j", "10.1p")
def test_the_bomber_that_gets_through_counts_two() -> None:
    match, _ = over_the_field("F", "BB", 1, 1)
    assert happened(do(match, "guns 0"), "combat")[0]["modifiers"] == [["defending Bombers", -2, "10.1p"]]


@pytest.mark.rule("11.1h", "11.1i", "11.1j")
def test_on_a_tie_all_fighters_turn_back_and_the_bombers_stay() -> None:
    match, events = over_the_field("FB", "FB", 3, 3, 1, 1)
    assert not happened(events, "air lost")
    events = do(match, "guns 0")
    assert happened(events, "combat")[0]["modifiers"] == [
        ["attacking Bombers", 2, "10.1o"], ["defending Bombers", -2, "10.1p"],
    ]
    assert fresh(match, "german") == (1 + 1, 1 + 4)  # the next turn's allotment has them back, with its arrivals
    assert alive(match, "french") == (1, 1 + 2)


@pytest.mark.rule("11.1h", "11.1k")
@pytest.mark.parametrize("dice", [(3, 3), (5, 3)])
def test_fighters_that_dogfought_are_done_for_the_turn(dice: tuple[int, int]) -> None:
    match = scene({**FIELD, "2823": "II/1 1 Pz", "2723": "15 Alg 3 DINA"}, *dice, 3, 4, german=(1, 0), french=(1, 0))
    declare(match, "2620")
    do(match, "fighter", "fighter", "guns 0")
    declare(match, "2723")
    assert legal(match) == ["guns 0", "guns 1"]


@pytest.mark.rule("11.1i")
def test_a_bomber_lost_is_gone_for_good_and_an_aborted_fighter_comes_back() -> None:
    units = '"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2720"\n"14 Alg 3 DINA" = "2620"'
    match = table('turn = 2\nactivation = "XIX"\nmode = "combat"\nreinforcements = "none"\ndice = [1, 6, '
                  f'"XIX", 3, 3, 1, 6]\n[units]\n{units}')
    declare(match, "2620")
    events = do(match, "bomber", "fighter", "pass", "pass", "guns 0")
    assert happened(events, "air lost") == [{"side": "german", "kind": "bomber"}]
    play_on(match, "attack 2620")
    assert match.view(None)["turn"] == 3
    assert alive(match, "german") == (3, 3)
    declare(match, "2620")
    events = do(match, "fighter", "fighter", "pass", "pass", "guns 0")
    assert happened(events, "dogfight tied")
    play_on(match, "bomb 3414-3415")
    assert match.view(None)["turn"] == 4
    assert alive(match, "german") == fresh(match, "german") == (4, 7)


@pytest.mark.rule("11.1j", "11.1k")
def test_after_a_won_dogfight_the_bomber_strikes_and_its_fighter_adds_nothing() -> None:
    match, _ = over_the_field("FB", "F", 5, 3, 1, 1)
    assert happened(do(match, "guns 0"), "combat")[0]["modifiers"] == [["attacking Bombers", 2, "10.1o"]]


@pytest.mark.rule("11.1k")
def test_fighters_that_hunted_bombers_give_no_cover_either() -> None:
    match, _ = over_the_field("FF", "B", 1, 1)
    assert happened(do(match, "guns 0"), "combat")[0]["modifiers"] == []


# 11.2 bombing bridges

BRIDGES = ("2903-3003", "2912-3011", "3006-3007", "3008-3109", "3214-3315", "3414-3415", "3516-3517", "3618-3718",
           "3922-4023", "3924-4023", "4129-4229")
"""The printed bridges over the Meuse."""


def raid(*dice: int, german: int = 0, fighters: int = 0, bombers: int = 2, more: str = "") -> Match:
    """The Air Allotment Phase of a turn without arrivals: German Fighters, French Fighters and Bombers."""
    return table(f'scenario = "encirclement"\nturn = 5\nphase = "air"\ndice = {list(dice)}\n{more}\n[air]\n'
                 f"german = {{ fighters = {german} }}\nfrench = {{ fighters = {fighters}, bombers = {bombers} }}\n"
                 '[units]\n"I/1 1 Pz" = "2720"\n"HQ 1 Pz" = "2720"')


@pytest.mark.rule("11.2a")
def test_the_french_may_bomb_any_bridge_over_the_meuse_and_no_other() -> None:
    match = raid(more='blown = ["3618-3718"]')
    assert match.actors == ("french",)
    assert legal(match) == [*(f"bomb {bridge}" for bridge in BRIDGES if bridge != "3618-3718"), "done"]
    refused(match, "bomb 4017-4018", "11.2a")  # a bridge over the Chiers
    refused(match, "bomb 3618-3718", "11.2f")  # blown
    refused(match, "bomb 3514-3515", "11.2f")  # the Meuse without a bridge


@pytest.mark.rule("11.2a")
def test_missions_are_flown_one_after_another_with_as_many_bombers_as_the_french_like() -> None:
    match = raid(1, 1, 6, bombers=3)
    do(match, "bomb 3414-3415")
    assert legal(match) == ["bombers 1", "bombers 2", "bombers 3"]
    refused(match, "bombers 4", "11.2a")
    do(match, "bombers 2")
    assert "bomb 2903-3003" in legal(match)
    do(match, "bomb 2903-3003", "bombers 1")
    assert match.view(None)["blown"] == ["2903-3003"]
    assert not [action for action in legal(match) if action.startswith("bomb ")]


@pytest.mark.rule("11.2b")
@pytest.mark.parametrize("sent", [0, 1, 2])
def test_the_german_may_send_fighters_against_the_bombers(sent: int) -> None:
    match = raid(*[1] * (2 - sent), german=2)
    do(match, "bomb 3414-3415", "bombers 2")
    assert match.actors == ("german",)
    assert legal(match) == ["fighters 0", "fighters 1", "fighters 2"]
    events = do(match, f"fighters {sent}")
    assert len(happened(events, "air lost")) == sent
    assert fresh(match, "german") == (2 - sent, 0)


@pytest.mark.rule("11.2c")
@pytest.mark.parametrize(("sent", "answer"), [(0, False), (1, True)])
def test_the_french_may_send_fighters_only_if_the_german_did(sent: int, answer: bool) -> None:
    match = raid(1, 1, german=1, fighters=1)
    do(match, "bomb 3414-3415", "bombers 2", f"fighters {sent}")
    assert (legal(match) == ["fighters 0", "fighters 1"] and match.actors == ("french",)) is answer


@pytest.mark.rule("11.2c")
def test_the_dogfight_over_a_bridge_follows_the_same_rules() -> None:
    match = raid(6, 3, 1, german=1, fighters=1)
    events = do(match, "bomb 3414-3415", "bombers 2", "fighters 1", "fighters 1")
    assert happened(events, "dogfight") == [{"german": [6], "french": [3]}]
    assert match.actors == ("french",)
    do(match, "bomber")
    assert match.actors == ("german",)
    events = do(match, "fighter")
    assert happened(events, "bridge bombed") == [{"bridge": "3414-3415", "dice": [1], "success": False}]
    assert alive(match, "french") == (0, 1)


@pytest.mark.rule("11.2d", "11.1j")
@pytest.mark.parametrize(("german", "dice"), [(0, [1, 2, 3]), (1, [1, 2]), (2, [1])])
def test_each_bomber_that_gets_through_rolls_one_die(german: int, dice: list[int]) -> None:
    match = raid(*dice, german=german, bombers=3)
    events = do(match, "bomb 3414-3415", "bombers 3", *([f"fighters {german}"] if german else []))
    assert happened(events, "bridge bombed")[0]["dice"] == dice


@pytest.mark.rule("11.2d")
def test_where_no_bomber_gets_through_nothing_is_rolled() -> None:
    match = raid(german=2)
    events = do(match, "bomb 3414-3415", "bombers 2", "fighters 2")
    assert not happened(events, "bridge bombed")
    assert match.view(None)["blown"] == []


@pytest.mark.rule("11.2e")
@pytest.mark.parametrize(
    ("dice", "blown"),
    [([1], False), ([2], False), ([3], False), ([4], True), ([5], True), ([6], True), ([3, 4], True), ([4, 3], True),
     ([3, 3], False)],
)
def test_a_four_five_or_six_blows_the_bridge(dice: list[int], blown: bool) -> None:
    match = raid(*dice, bombers=len(dice))
    events = do(match, "bomb 3414-3415", f"bombers {len(dice)}")
    assert bool(happened(events, "bridge blown")) is blown
    assert match.view(None)["blown"] == (["3414-3415"] if blown else [])


@pytest.mark.rule("11.2f")
def test_a_pontoon_over_the_meuse_may_be_bombed_and_is_spent() -> None:
    match = raid(6, 6, more='blown = ["3414-3415"]\npontoons = ["3414-3415", "3514-3515", "4018-4118"]\n'
                            'pontoons_laid = 5')
    refused(match, "bomb 4018-4118", "11.2a")  # over the Chiers
    do(match, "bomb 3514-3515", "bombers 1", "bomb 3414-3415", "bombers 1")
    seen = match.view(None)
    assert seen["pontoons"] == ["4018-4118"]
    assert seen["blown"] == ["3414-3415"]
    assert seen["pontoons_left"] == 3


@pytest.mark.rule("11.2f")
def test_where_a_pontoon_was_bombed_the_river_is_unbridged_again() -> None:
    match = raid(6, bombers=1, more='pontoons = ["3514-3515"]')
    do(match, "bomb 3514-3515", "bombers 1")
    game, position = inside(match)
    here, there = game.grid.bit["3514"], game.grid.bit["3515"]
    assert game.crossings(position).barrier[game.grid.direction(here, there)] >> here & 1


@pytest.mark.rule("11.2a", "11.2b", "11.2c")
def test_a_mission_is_told_step_by_step() -> None:
    match = table('turn = 2\nphase = "air"\n'
                  "air = { german = { fighters = 2 }, french = { fighters = 2, bombers = 2 } }")
    events = do(match, "bomb 3414-3415", "bombers 2", "fighters 1", "fighters 2")
    assert [(e.rule, e.data) for e in events if e.what == "mission"] == [
        ("11.2a", {"side": "french", "bridge": "3414-3415", "count": 2, "kind": "bomber"}),
        ("11.2b", {"side": "german", "bridge": "3414-3415", "count": 1, "kind": "fighter"}),
        ("11.2c", {"side": "french", "bridge": "3414-3415", "count": 2, "kind": "fighter"}),
    ]


@pytest.mark.rule("11.0a", "9.4d")
def test_who_has_no_bomber_is_refused_for_that_and_not_for_an_overrun() -> None:
    match = scene(FIELD, german=(1, 0), french=(1, 0))
    declare(match, "2620")
    refused(match, "bomber", "11.0a", "no bomber is left")
    do(match, "fighter")
    refused(match, "bomber", "11.0a", "no bomber is left")
    overrun = scene(FIELD, german=(1, 1), french=(1, 0))
    declare(overrun, "2620", how="overrun")
    refused(overrun, "bomber", "9.4d")
    do(overrun, "fighter")
    refused(overrun, "bomber", "11.0a", "no bomber is left")


@pytest.mark.rule("11.2a", "11.2b", "11.2c")
def test_how_many_can_be_sent_on_a_mission() -> None:
    match = table('turn = 2\nphase = "air"\n'
                  "air = { german = { fighters = 2 }, french = { fighters = 1, bombers = 2 } }")
    do(match, "bomb 3414-3415")
    refused(match, "bombers 9", "11.2a", "fly this mission, from 1 to ")
    assert "bombers 0" not in legal(match)
    do(match, "bombers 1")
    refused(match, "fighters 9", "11.2b", "fly this mission, from 0 to ")
    do(match, "fighters 1")
    refused(match, "fighters 9", "11.2c", "Fighters fly this mission")


@pytest.mark.rule("11.2a")
def test_while_bombers_are_sent_bridges_are_neither_blown_nor_built() -> None:
    refused(raid(), "pontoon 3514-3515", "11.2a", "name a bridge over a Major River, or be done")
