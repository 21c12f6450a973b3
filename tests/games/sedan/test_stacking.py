"""7.0 Stacking."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, happened, legal, piece, refused, table

REGIMENTS = ("SR 1 1 Pz", "SR 2 2 Pz", "GD", "86 10 Pz")
BATTALIONS = ("I/1 1 Pz", "II/1 1 Pz", "I/2 1 Pz", "II/2 1 Pz", "37 1 Pz", "4 1 Pz", "Krd 1 1 Pz")
HEADQUARTERS = ("HQ 1 Pz", "HQ 2 Pz", "HQ 10 Pz")


def pieces(regiments: int, battalions: int, headquarters: int = 0) -> tuple[str, ...]:
    return (*REGIMENTS[:regiments], *BATTALIONS[:battalions], *HEADQUARTERS[:headquarters])


def stack(names: tuple[str, ...], hex: str, *, chit: str = "XIX", more: str = "", options: str = "") -> Match:
    """A corps in its Move mode with these pieces in one hex."""
    units = "\n".join(f'"{name}" = "{hex}"' for name in names)
    return table(f'turn = 2\nactivation = "{chit}"\nmode = "move"\nreinforcements = "none"\n{options}\n'
                 f"[units]\n{units}\n{more}")


def march(match: Match, *steps: str) -> None:
    """The whole stack but its headquarters moves together."""
    first = next(action for action in legal(match) if action.startswith("move ") and "hq" not in action)
    do(match, first)
    while joins := [action for action in legal(match) if action.startswith("join ") and "hq" not in action]:
        do(match, joins[0])
    do(match, *steps, "stop")


def removals(match: Match) -> list[str]:
    """What the owner may be made to remove now."""
    return [action for action in legal(match) if action.startswith("remove ")]


def crowded(match: Match) -> bool:
    """Whether the end of the Move mode finds too many units."""
    do(match, "end")
    return bool(removals(match))


@pytest.mark.rule("7.1a", "7.1c")
@pytest.mark.parametrize(
    ("regiments", "battalions", "too_many"),
    [(2, 0, False), (1, 3, False), (0, 6, False), (3, 0, True), (2, 1, True), (1, 4, True), (0, 7, True)],
)
def test_a_hex_holds_two_regiments_or_their_worth_in_battalions(
    regiments: int, battalions: int, too_many: bool
) -> None:
    assert crowded(stack(pieces(regiments, battalions), "2629")) is too_many


@pytest.mark.rule("7.0a")
@pytest.mark.parametrize("hex", ["2629", "2811", "2910", "2122", "2912", "4119"])
@pytest.mark.parametrize(
    ("pair", "extra"),
    [
        (("147 55", "331 55"), "4 503"),
        (("11 Cur 5 DLC", "5 5 DLC"), "16 3 DCR"),
        (("67 3 DIM", "42 Col 102"), "5/2/1 1 CA"),
    ],
)
def test_the_limit_is_the_same_in_every_terrain_and_for_every_kind_of_unit(
    pair: tuple[str, ...], extra: str, hex: str
) -> None:
    assert not crowded(stack(pair, hex, chit="X"))
    assert crowded(stack((*pair, extra), hex, chit="X"))


@pytest.mark.rule("7.0b")
@pytest.mark.parametrize("enemy", ["HQ 55", "147 55"])
def test_nobody_enters_a_hex_with_an_enemy_in_it_be_it_a_lone_headquarters(enemy: str) -> None:
    match = stack(("I/1 1 Pz", "HQ 1 Pz"), "2629", more=f'"{enemy}" = "2529"')
    do(match, "move de-i-1-1-pz")
    refused(match, "step 2529", "7.0b")
    do(match, "stop", "move de-hq-1-pz")
    refused(match, "step 2529", "7.0b")


@pytest.mark.rule("7.0b")
def test_an_overrun_does_not_end_on_top_of_the_enemy() -> None:
    match = table(
        """
        turn = 2
        activation = "XIX"
        mode = "overrun"
        overrun = ["I/1 1 Pz"]
        [units]
        "I/1 1 Pz" = "2629"
        "HQ 55" = "2529"
        """
    )
    do(match, "move de-i-1-1-pz")
    refused(match, "step 2529", "7.0b")


@pytest.mark.rule("7.0b")
def test_no_position_has_both_sides_in_a_hex() -> None:
    with pytest.raises(meuse.BadInput, match=r"7\.0b"):
        stack(("I/1 1 Pz", "147 55"), "2629")


@pytest.mark.rule("7.1b", "7.1d", "9.2b")
@pytest.mark.parametrize(
    ("regiments", "battalions", "too_many"),
    [(1, 0, False), (0, 3, False), (1, 1, True), (0, 4, True), (2, 0, True)],
)
def test_on_the_road_a_hex_holds_one_regiment_or_three_battalions(
    regiments: int, battalions: int, too_many: bool
) -> None:
    match = stack(pieces(regiments, battalions, 1), "2728")
    march(match, "step 2628", "step 2528")
    assert crowded(match) is too_many


@pytest.mark.rule("7.1b", "9.2d")
def test_a_stack_that_leaves_the_march_column_in_time_has_the_whole_hex() -> None:
    match = stack(pieces(1, 3, 1), "2728")
    march(match, "step 2628", "offroad 2528")
    assert not crowded(match)


@pytest.mark.rule("7.1b")
def test_a_column_that_halts_on_the_road_has_no_room_for_those_already_there() -> None:
    match = stack(("I/1 1 Pz", "HQ 1 Pz"), "2728", more='"SR 1 1 Pz" = "2628"')
    do(match, "move de-i-1-1-pz", "step 2628", "stop")
    assert crowded(match)
    assert removals(match) == ["remove de-1-1-pz", "remove de-i-1-1-pz"]
    do(match, "remove de-i-1-1-pz")
    assert removals(match) == []
    assert piece(match, "de-1-1-pz")["hex"] == "2628"


MARKED = '"I/1 1 Pz" = { hex = "2629", road = true }\n"HQ 1 Pz" = "2629"'
BY_MARKER = 'options = { road-stacking = "while-marked" }'


@pytest.mark.rule("7.1b", "9.2b")
@pytest.mark.parametrize("idle", [[], ["move de-i-1-1-pz", "stop"]], ids=["left alone", "picked and left"])
def test_a_road_move_marker_of_an_earlier_turn_does_not_narrow_the_hex(idle: list[str]) -> None:
    match = stack(("SR 1 1 Pz",), "2629", more=MARKED)
    do(match, *idle)
    assert not crowded(match)


@pytest.mark.rule("7.1b", "9.2b")
def test_a_unit_that_gives_up_its_march_for_work_does_not_narrow_the_hex() -> None:
    match = stack(("SR 1 1 Pz", "HQ 1 Pz"), "3414", more='"I/1 1 Pz" = { hex = "3414", road = true }')
    match.scripted = [1]
    do(match, "demolish 3414-3415", "with de-i-1-1-pz", "roll")
    assert not crowded(match)


@pytest.mark.rule("7.1b", "9.2b")
def test_the_road_has_no_limit_of_its_own_once_the_move_mode_is_over() -> None:
    """A battalion that drives on by Overrun halts where a regiment has halted on the road."""
    crowd = '"SR 1 1 Pz" = { hex = "2628", road = true, moved = true }\n"II/1 1 Pz" = "2628"\n"HQ 1 Pz" = "2628"'
    match = table('turn = 2\nactivation = "XIX"\nmode = "overrun"\nreinforcements = "none"\noverrun = ["I/1 1 Pz"]\n'
                  f'[units]\n"I/1 1 Pz" = "2728"\n{crowd}')
    do(match, "move de-i-1-1-pz", "step 2628", "stop")
    assert piece(match, "de-i-1-1-pz")["hex"] == "2628"
    assert removals(match) == []


@pytest.mark.rule("7.1b", "9.2c")
def test_by_option_the_marker_of_an_earlier_turn_keeps_the_hex_narrow_until_it_is_dropped() -> None:
    assert crowded(stack(("SR 1 1 Pz",), "2629", more=MARKED, options=BY_MARKER))
    match = stack(("SR 1 1 Pz",), "2629", more=MARKED, options=BY_MARKER)
    do(match, "unmark de-i-1-1-pz")
    assert not crowded(match)


@pytest.mark.rule("2.4c", "7.1e")
def test_headquarters_take_no_room() -> None:
    assert not crowded(stack(pieces(2, 0, 3), "2629"))
    match = stack(pieces(2, 1, 3), "2629")
    assert crowded(match)
    assert removals(match) == ["remove de-1-1-pz", "remove de-2-2-pz", "remove de-i-1-1-pz"]
    refused(match, "remove de-hq-1-pz", "2.4c")


@pytest.mark.rule("7.1e")
def test_a_headquarters_on_the_road_does_not_narrow_the_hex() -> None:
    match = stack(("HQ 1 Pz",), "2728", more='"SR 1 1 Pz" = "2628"\n"SR 2 2 Pz" = "2628"')
    do(match, "move de-hq-1-pz", "step 2628", "stop")
    assert piece(match, "de-hq-1-pz")["road"]
    assert not crowded(match)


@pytest.mark.rule("7.1f")
def test_a_unit_may_pass_through_a_full_hex() -> None:
    match = stack(("I/1 1 Pz", "HQ 1 Pz"), "2629", more='"SR 1 1 Pz" = "2529"\n"SR 2 2 Pz" = "2529"')
    do(match, "move de-i-1-1-pz", "step 2529", "step 2429", "stop")
    assert not crowded(match)


@pytest.mark.rule("7.1f")
def test_the_limit_waits_until_the_last_unit_has_moved() -> None:
    match = stack(("I/1 1 Pz", "HQ 1 Pz"), "2629", more='"SR 1 1 Pz" = "2529"\n"SR 2 2 Pz" = "2529"')
    do(match, "move de-i-1-1-pz", "step 2529", "stop")
    assert removals(match) == []
    do(match, "move de-1-1-pz", "step 2429", "stop")
    assert not crowded(match)


BATTLE = """
"HQ 1 Pz" = "2829"
"I/1 1 Pz" = "2729"
"147 55" = "2629"
"""

OVERRUN_INTO_A_FULL_HEX = """
turn = 2
activation = "XIX"
mode = "overrun"
overrun = ["I/1 1 Pz"]
reinforcements = "none"
[units]
"I/1 1 Pz" = "2629"
"SR 1 1 Pz" = "2529"
"SR 2 2 Pz" = "2529"
"""


@pytest.mark.rule("7.1f", "9.4k")
def test_the_limit_is_applied_again_after_overrun_movement() -> None:
    match = table(OVERRUN_INTO_A_FULL_HEX)
    do(match, "move de-i-1-1-pz", "step 2529", "stop")
    assert len(removals(match)) == 3
    match = table(OVERRUN_INTO_A_FULL_HEX)
    do(match, "move de-i-1-1-pz", "step 2529", "step 2429", "stop")
    assert removals(match) == []


@pytest.mark.rule("7.1f")
def test_the_limit_is_applied_in_the_course_of_an_activation_after_the_move_and_after_the_overrun() -> None:
    units = BATTLE + '"SR 2 2 Pz" = "2829"\n"GD" = "2829"\n"86 10 Pz" = "2829"'
    match = corps(units, mode="open", result="-/2")
    do(match, "activate", "move-combat", "end")
    assert len(removals(match)) == 3
    do(match, "remove de-gd-gd", "attack 2629", "with de-i-1-1-pz", "overrun", "done")
    do(match, "move de-i-1-1-pz", "step 2829", "stop")
    assert len(removals(match)) == 3


@pytest.mark.rule("7.1g")
@pytest.mark.parametrize("victim", ["fr-147-55-di", "fr-331-55-di", "fr-4-503-gbc"])
def test_the_owner_of_an_overfull_hex_gives_up_whichever_unit_he_likes(victim: str) -> None:
    match = stack(("147 55", "331 55", "4 503"), "2629", chit="X", more='"295 55" = "2729"')
    do(match, "end")
    assert match.actors == ("french",)
    refused(match, "remove fr-295-55-di", "7.1g")
    refused(match, "end", "7.1g")
    events = do(match, f"remove {victim}")
    assert happened(events, "eliminated") == [{"unit": victim, "hex": "2629"}]
    assert removals(match) == []
    assert piece(match, victim)["place"] == "eliminated"
    assert match.view(None)["score"]["german"] == 1


@pytest.mark.rule("7.1g")
def test_units_are_given_up_until_the_hex_complies() -> None:
    match = stack(pieces(4, 0), "2629")
    do(match, "end", "remove de-gd-gd")
    assert len(removals(match)) == 3
    do(match, "remove de-86-10-pz")
    assert removals(match) == []
    assert [piece(match, u)["hex"] for u in ("de-1-1-pz", "de-2-2-pz")] == ["2629", "2629"]


@pytest.mark.rule("7.1h")
def test_units_of_two_corps_may_share_a_hex() -> None:
    match = stack(("147 55", "HQ 55"), "2629", chit="X", more='"21 Col 3 DIC" = "2529"')
    do(match, "move fr-147-55-di", "step 2529", "stop")
    assert not crowded(match)
    assert piece(match, "fr-147-55-di")["hex"] == piece(match, "fr-21-col-3-dic")["hex"] == "2529"


TWO_COLOURS = """
turn = 2
activation = "X"
mode = "{mode}"
reinforcements = "none"
[units]
"HQ 55" = "2629"
"147 55" = "2629"
"21 Col 3 DIC" = "2629"
"HQ 3 DIC" = "2629"
"I/1 1 Pz" = "2729"
"""


@pytest.mark.rule("7.1i", "9.3a")
def test_units_of_two_corps_in_a_hex_do_not_move_together() -> None:
    match = table(TWO_COLOURS.format(mode="move"))
    refused(match, "move fr-21-col-3-dic", "6.0a")
    do(match, "move fr-147-55-di")
    refused(match, "join fr-21-col-3-dic", "9.3a")
    assert legal(match).count("join fr-hq-55") == 1


@pytest.mark.rule("7.1i")
def test_units_of_two_corps_in_a_hex_do_not_attack_together() -> None:
    match = table(TWO_COLOURS.format(mode="combat"))
    do(match, "attack 2729")
    assert legal(match) == ["with fr-147-55-di"]
    refused(match, "with fr-21-col-3-dic", "6.0a")


@pytest.mark.rule("7.1i")
def test_cavalry_back_over_the_meuse_acts_with_another_corps() -> None:
    match = table(TWO_COLOURS.format(mode="move") + '"11 Cur 5 DLC" = { hex = "2629", crossed = true }')
    do(match, "move fr-147-55-di", "join fr-11-cur-5-dlc", "step 2529", "stop")
    assert piece(match, "fr-11-cur-5-dlc")["hex"] == "2529"


@pytest.mark.rule("7.1j")
def test_reduced_units_need_the_room_of_full_ones() -> None:
    reduced = '"{}" = {{ hex = "2629", reduced = true }}'
    two = "\n".join(reduced.format(name) for name in REGIMENTS[:2])
    assert not crowded(stack((), "2629", more=two))
    assert crowded(stack(("I/1 1 Pz",), "2629", more=two))
    six = "\n".join(reduced.format(name) for name in BATTALIONS[:6])
    assert not crowded(stack((), "2629", more=six))
    assert crowded(stack(("Krd 1 1 Pz",), "2629", more=six))


@pytest.mark.rule("7.1b", "7.1f", "9.2b")
@pytest.mark.parametrize("order", ["move-combat", "combat-move"])
def test_in_whatever_order_a_march_that_halts_on_the_road_is_held_to_its_limit(order: str) -> None:
    match = corps('"HQ 1 Pz" = "2728"\n"SR 1 1 Pz" = "2728"\n"I/1 1 Pz" = "2728"', mode="open")
    do(match, "activate", order, "move de-1-1-pz", "join de-i-1-1-pz", "step 2628", "stop", "end")
    assert removals(match) == ["remove de-1-1-pz", "remove de-i-1-1-pz"]
