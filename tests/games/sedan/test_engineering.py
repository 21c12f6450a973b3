"""12.0 Demolishing bridges, 12.1 pontoons, 13.0 roadblocks."""

from __future__ import annotations

from typing import Any

import pytest

from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.corps import corps, cost
from tests.games.sedan.table import do, happened, legal, piece, refused, table

SEDAN = "3414-3415"
R147, R331, R295 = "fr-147-55-di", "fr-331-55-di", "fr-295-55-di"
X_AT_SEDAN = '"HQ 55" = "3417"\n"147 55" = "3415"\n'


def dice(*faces: int) -> str:
    return f"dice = {list(faces)}"


# 12.0


@pytest.mark.rule("12.0a")
@pytest.mark.parametrize(
    ("chit", "unit", "hex", "bridge", "standing"),
    [
        ("X", R147, "3415", "3414-3415", ""),
        ("X", R147, "3414", "3414-3415", ""),
        ("X", R147, "3717", "3616-3717", ""),
        ("X", R147, "3515", "3514-3515", 'pontoons = ["3514-3515"]'),
        ("XIX", "de-i-1-1-pz", "3414", "3414-3415", ""),
        ("VII", "de-118-36-id", "3616", "3616-3717", ""),
    ],
)
def test_either_side_may_blow_any_kind_of_bridge_at_its_feet(
    chit: str, unit: str, hex: str, bridge: str, standing: str
) -> None:
    leader = {"X": "HQ 55", "XIX": "HQ 1 Pz", "VII": "HQ 36"}[chit]
    match = corps(f'"{unit}" = "{hex}"\n"{leader}" = "{hex}"', chit=chit, more=f"{dice(6)}\n{standing}")
    events = do(match, f"demolish {bridge}", f"with {unit}", "roll")
    assert [b["bridge"] for b in happened(events, "bridge blown")] == [bridge]
    assert ("pontoon" in match.game.describe(events[-1])) is bool(standing)
    assert match.view(None)["blown"] == ([] if standing else [bridge])
    assert match.view(None)["pontoons"] == []
    refused(match, f"demolish {bridge}", "12.0a")


@pytest.mark.rule("12.0a")
def test_the_unit_must_stand_at_an_end_of_the_bridge() -> None:
    match = corps('"HQ 55" = "3417"\n"147 55" = "3416"\n"331 55" = "3315"', chit="X")
    refused(match, f"demolish {SEDAN}", "12.0b")
    refused(match, "demolish 3314-3315", "12.0a")
    refused(match, "demolish 3315-3415", "12.0a")
    assert "demolish 3214-3315" in legal(match)


@pytest.mark.rule("12.0a", "12.0b")
@pytest.mark.parametrize("far", ["4130-4230", "4018-4118"])
def test_a_bridge_far_away_is_not_blown(far: str) -> None:
    match = corps(X_AT_SEDAN, chit="X", more=f'pontoons = ["{far}"]')
    assert [action for action in legal(match) if action.startswith("demolish")] == [f"demolish {SEDAN}"]
    refused(match, f"demolish {far}", "12.0b")


@pytest.mark.rule("12.0a")
def test_neither_a_headquarters_nor_a_unit_of_another_corps_blows_a_bridge() -> None:
    match = corps('"HQ 55" = "3415"\n"21 Col 3 DIC" = "3415"\n"147 55" = "3417"', chit="X")
    refused(match, f"demolish {SEDAN}", "12.0b")
    mixed = corps(X_AT_SEDAN + '"HQ 3 DINA" = "3415"\n"21 Col 3 DIC" = "3415"', chit="X")
    do(mixed, f"demolish {SEDAN}")
    assert legal(mixed) == [f"with {R147}"]
    refused(mixed, "with fr-hq-3-dina", "12.0b")
    refused(mixed, "with fr-21-col-3-dic", "12.0b")


@pytest.mark.rule("2.1c", "12.0a")
def test_a_road_is_cut_where_its_bridge_is_blown_and_the_stream_is_waded() -> None:
    units = '"HQ 1 Pz" = "3616"\n"I/1 1 Pz" = "3616"'
    match = corps(units)
    do(match, "move de-i-1-1-pz")
    assert cost(match, "3717") == 0.5
    broken = corps(units, more='blown = ["3616-3717"]')
    do(broken, "move de-i-1-1-pz")
    assert cost(broken, "3717") == 3
    do(broken, "step 3717", "step 3718")


@pytest.mark.rule("12.0b")
def test_a_unit_that_had_to_walk_to_the_bridge_is_too_late() -> None:
    match = corps('"HQ 55" = "3417"\n"147 55" = "3416"\n"331 55" = "3415"', chit="X")
    do(match, f"move {R147}", "step 3415", "stop")
    do(match, f"demolish {SEDAN}")
    refused(match, f"with {R147}", "12.0b")


@pytest.mark.rule("12.0b")
@pytest.mark.parametrize("die", [1, 6])
def test_the_attempt_costs_the_whole_move_but_not_the_attack(die: int) -> None:
    match = corps(X_AT_SEDAN + '"GD" = "3414"', chit="X", more=dice(die))
    do(match, f"demolish {SEDAN}", f"with {R147}", "roll")
    refused(match, f"move {R147}", "9.0c")
    do(match, "end", "attack 3414", f"with {R147}")
    assert "attack" in legal(match)


@pytest.mark.rule("12.0c")
@pytest.mark.parametrize(("die", "blown"), [(1, []), (2, [SEDAN])])
def test_the_enemy_at_the_other_end_does_not_hinder_the_sappers(die: int, blown: list[str]) -> None:
    match = corps(X_AT_SEDAN + '"GD" = "3414"\n"I/1 1 Pz" = "3515"', chit="X", more=dice(die))
    do(match, f"demolish {SEDAN}", f"with {R147}", "roll")
    assert match.view(None)["blown"] == blown


@pytest.mark.rule("12.0d")
@pytest.mark.parametrize("die", range(1, 7))
def test_two_or_more_blows_the_bridge(die: int) -> None:
    match = corps(X_AT_SEDAN, chit="X", more=dice(die))
    told = next(e for e in do(match, f"demolish {SEDAN}", f"with {R147}", "roll") if e.what == "attempt")
    assert told.rule == "12.0d"
    assert told.data == {"task": "demolish", "bridge": SEDAN, "dice": [die], "success": die > 1}
    assert match.view(None)["blown"] == ([SEDAN] if die > 1 else [])


@pytest.mark.rule("12.0d")
@pytest.mark.parametrize(("faces", "success"), [((1, 1), False), ((1, 2), True), ((2, 1), True), ((1, 6), True)])
def test_every_unit_that_gives_up_its_move_rolls_and_one_success_is_enough(
    faces: tuple[int, int], success: bool
) -> None:
    match = corps(X_AT_SEDAN + '"331 55" = "3415"\n"295 55" = "3414"', chit="X", more=dice(*faces))
    events = do(match, f"demolish {SEDAN}", f"with {R147}", f"with {R295}", "roll")
    (told,) = happened(events, "attempt")
    assert (told["dice"], told["success"]) == (list(faces), success)
    do(match, f"move {R331}", "step 3315", "stop")


@pytest.mark.rule("12.0d")
def test_a_bridge_may_be_tried_again_in_the_same_turn_by_others() -> None:
    match = corps(X_AT_SEDAN + '"331 55" = "3415"', chit="X", more=dice(1, 2))
    do(match, f"demolish {SEDAN}")
    refused(match, "roll", "12.0b")
    do(match, f"with {R147}", "roll")
    assert match.view(None)["blown"] == []
    do(match, f"demolish {SEDAN}")
    refused(match, f"with {R147}", "12.0b")
    do(match, f"with {R331}", "roll")
    assert match.view(None)["blown"] == [SEDAN]


ANY_STATE = [
    ("X", '"147 55" = { hex = "3415", reduced = true }', R147),
    ("X", '"147 55" = { hex = "3415", unsupplied = 3 }', R147),
    ("X", '"4 503" = "3415"', "fr-4-503-gbc"),
    ("XIX", '"37 1 Pz" = "3415"', "de-37-1-pz"),
    ("XIX", '"SR 1 1 Pz" = "3415"', "de-1-1-pz"),
]


@pytest.mark.rule("12.0e")
@pytest.mark.parametrize(("chit", "placed", "unit"), ANY_STATE)
@pytest.mark.parametrize(("die", "blown"), [(1, []), (2, [SEDAN])])
def test_nothing_modifies_the_demolition_roll(chit: str, placed: str, unit: str, die: int, blown: list[str]) -> None:
    leader = "HQ 55" if chit == "X" else "HQ 1 Pz"
    match = corps(f'{placed}\n"{leader}" = "3415"', chit=chit, more=dice(die))
    do(match, f"demolish {SEDAN}", f"with {unit}", "roll")
    assert match.view(None)["blown"] == blown


# 12.1


def evening(units: str, more: str = "") -> Match:
    """The End of Turn Phase of turn 2."""
    return table(f'turn = 2\nphase = "end"\nreinforcements = "none"\n{more}\n[units]\n{units}')


@pytest.mark.rule("12.1a")
def test_a_pontoon_may_span_the_meuse_or_a_stream_or_replace_a_blown_bridge() -> None:
    match = evening('"GD" = "3514"\n"SR 1 1 Pz" = "3716"\n"SR 2 2 Pz" = "3414"', f'blown = ["{SEDAN}"]')
    assert match.actors == ("german",)
    do(match, "pontoon 3514-3515", "pontoon 3716-3717", f"pontoon {SEDAN}")
    assert set(match.view(None)["pontoons"]) == {SEDAN, "3514-3515", "3716-3717"}
    assert match.view(None)["pontoons_left"] == 5


@pytest.mark.rule("12.1a")
def test_a_pontoon_goes_over_a_river_that_has_no_bridge_there() -> None:
    match = evening('"GD" = "3414"\n"SR 1 1 Pz" = "3716"')
    refused(match, f"pontoon {SEDAN}", "12.1a")
    refused(match, "pontoon 3414-3514", "12.1a")
    do(match, "pontoon 3414-3515")
    refused(match, "pontoon 3414-3515", "12.1a")


@pytest.mark.rule("12.1a")
def test_a_pontoon_carries_a_unit_over_in_mid_move() -> None:
    match = corps('"HQ 1 Pz" = "3613"\n"I/1 1 Pz" = "3613"', more='pontoons = ["3514-3515"]')
    do(match, "move de-i-1-1-pz", "step 3514")
    assert cost(match, "3515") == 1
    do(match, "step 3515", "step 3416")
    assert piece(match, "de-i-1-1-pz")["hex"] == "3416"


@pytest.mark.rule("12.1a")
def test_a_pontoon_beside_a_blown_road_bridge_joins_the_road_again() -> None:
    broken = f'blown = ["{SEDAN}"]'
    match = corps('"HQ 1 Pz" = "3414"\n"I/1 1 Pz" = "3414"', more=broken)
    do(match, "move de-i-1-1-pz")
    assert cost(match, "3415") == "whole move"
    mended = corps('"HQ 1 Pz" = "3414"\n"I/1 1 Pz" = "3414"', more=f'{broken}\npontoons = ["{SEDAN}"]')
    do(mended, "move de-i-1-1-pz")
    assert cost(mended, "3415") == 0.5


@pytest.mark.rule("12.1b")
@pytest.mark.parametrize("bank", ["3514", "3515"])
def test_a_combat_unit_on_either_bank_is_enough(bank: str) -> None:
    assert "pontoon 3514-3515" in legal(evening(f'"GD" = "{bank}"'))


@pytest.mark.rule("3.4c", "12.1b")
def test_a_headquarters_on_the_bank_does_not_build() -> None:
    match = evening('"HQ 1 Pz" = "3514"\n"GD" = "3716"\n"147 55" = "3516"')
    refused(match, "pontoon 3514-3515", "3.4c")
    refused(match, "pontoon 3515-3516", "3.4c")


@pytest.mark.rule("3.4b", "12.1c")
def test_eight_pontoons_and_not_a_ninth() -> None:
    """The roadblock keeps the German at the table after his last pontoon."""
    units = '"GD" = "3514"\n"SR 1 1 Pz" = "3613"'
    match = evening(units, 'pontoons_laid = 7\nroadblocks = ["3613"]')
    do(match, "pontoon 3514-3515")
    assert match.view(None)["pontoons_left"] == 0
    assert legal(match) == ["clear 3613", "done"]
    spent = evening(units, 'pontoons_laid = 8\nroadblocks = ["3613"]')
    assert legal(spent) == ["clear 3613", "done"]


@pytest.mark.rule("3.4b")
@pytest.mark.parametrize(("option", "more"), [("eight-in-all", False), ("eight-at-once", True)])
def test_a_lost_pontoon_is_spent_unless_eight_may_stand_at_once(option: str, more: bool) -> None:
    match = evening('"GD" = "3514"\n"147 55" = "2628"',
                    f'options = {{ pontoons = "{option}" }}\npontoons_laid = 8\nroadblocks = ["2628"]')
    assert ("pontoon 3514-3515" in legal(match)) is more


@pytest.mark.rule("12.1c")
def test_pontoons_are_laid_only_at_the_end_of_the_turn_and_only_by_the_german() -> None:
    match = corps('"HQ 1 Pz" = "3514"\n"GD" = "3514"\n"147 55" = "3516"')
    refused(match, "pontoon 3514-3515", "9.0a")
    events = do(match, "end")
    assert [phase["phase"] for phase in happened(events, "phase")] == ["end"]
    assert match.actors == ("german",)
    assert "pontoon 3514-3515" in legal(match)
    refused(match, "move de-gd-gd", "12.1c")
    do(match, "pontoon 3514-3515", "done")
    assert match.view(None)["turn"] == 3
    assert match.view(None)["pontoons"] == ["3514-3515"]
    french = evening('"147 55" = "3516"')
    assert french.view(None)["turn"] == 3, "nobody was asked"


# 13.0


SAPPERS = '"HQ 55" = "2827"\n"147 55" = "2629"\n'


@pytest.mark.rule("13.0a")
@pytest.mark.parametrize(
    ("chit", "unit", "leader"),
    [("X", R147, "HQ 55"), ("XIX", "de-i-1-1-pz", "HQ 1 Pz"), ("VII", "de-118-36-id", "HQ 36")],
)
def test_either_side_may_block_a_road_next_to_it(chit: str, unit: str, leader: str) -> None:
    match = corps(f'"{unit}" = "2629"\n"{leader}" = "2629"', chit=chit, more=dice(6))
    assert [a for a in legal(match) if a.startswith("block ")] == ["block 2528", "block 2628"]
    events = do(match, "block 2628", f"with {unit}", "roll")
    assert happened(events, "road blocked") == [{"hex": "2628"}]
    assert match.view(None)["roadblocks"] == ["2628"]


@pytest.mark.rule("13.0a")
def test_not_its_own_hex_nor_one_without_a_road_nor_one_held_by_the_enemy() -> None:
    match = corps('"HQ 55" = "2629"\n"147 55" = "2628"\n"GD" = "2728"', chit="X")
    assert [a for a in legal(match) if a.startswith("block ")] == ["block 2528"]
    refused(match, "block 2628", "13.0a")
    refused(match, "block 2629", "13.0a")
    refused(match, "block 2728", "13.0a")


@pytest.mark.rule("13.0a")
def test_neither_a_headquarters_nor_a_unit_of_another_corps_blocks_a_road() -> None:
    match = corps('"HQ 55" = "2629"\n"21 Col 3 DIC" = "2629"', chit="X")
    refused(match, "block 2628", "13.0b")
    mixed = corps(SAPPERS + '"HQ 3 DINA" = "2629"\n"21 Col 3 DIC" = "2629"', chit="X")
    do(mixed, "block 2628")
    assert legal(mixed) == [f"with {R147}"]


@pytest.mark.rule("13.0b")
def test_who_walks_up_to_the_road_is_too_late_to_block_it() -> None:
    match = corps('"HQ 55" = "2827"\n"147 55" = "2630"', chit="X")
    do(match, f"move {R147}", "step 2629", "stop")
    refused(match, "block 2628", "13.0b")


@pytest.mark.rule("13.0b")
@pytest.mark.parametrize("die", [1, 6])
def test_felling_trees_costs_the_whole_move_but_not_the_attack(die: int) -> None:
    match = corps(SAPPERS + '"GD" = "2529"', chit="X", more=dice(die))
    do(match, "block 2628", f"with {R147}", "roll")
    refused(match, f"move {R147}", "9.0c")
    refused(match, "block 2528", "13.0b")
    do(match, "end", "attack 2529", f"with {R147}")
    assert "attack" in legal(match)


@pytest.mark.rule("13.0c")
@pytest.mark.parametrize(("die", "blocked"), [(1, []), (2, ["2628"])])
def test_the_enemy_next_door_does_not_hinder_the_felling(die: int, blocked: list[str]) -> None:
    match = corps(SAPPERS + '"GD" = "2729"\n"I/1 1 Pz" = "2528"', chit="X", more=dice(die))
    do(match, "block 2628", f"with {R147}", "roll")
    assert match.view(None)["roadblocks"] == blocked


@pytest.mark.rule("13.0d")
def test_a_road_hex_is_tried_once_a_turn_by_whomever() -> None:
    match = corps(SAPPERS + '"331 55" = "2629"', chit="X", more=dice(1))
    do(match, "block 2628", f"with {R147}", "roll")
    refused(match, "block 2628", "13.0d")
    do(match, "block 2528")
    assert legal(match) == [f"with {R331}"]


@pytest.mark.rule("13.0d")
def test_nor_may_the_enemy_try_there_in_the_same_turn_but_the_next_day_is_another() -> None:
    more = 'cup = ["XIX"]\ndice = [1, "XIX", "XIX"]'
    match = corps(SAPPERS + '"GD" = "2627"\n"HQ 1 Pz" = "2627"', chit="X", more=more)
    do(match, "block 2628", f"with {R147}", "roll", "end", "activate", "move-combat")
    refused(match, "block 2628", "13.0d")
    do(match, "end")
    while match.view(None)["chit"] != "XIX":
        do(match, "done")
    assert match.view(None)["turn"] == 3
    do(match, "activate", "move-combat")
    assert "block 2628" in legal(match)


@pytest.mark.rule("13.0e")
@pytest.mark.parametrize("die", range(1, 7))
def test_two_or_more_blocks_the_road(die: int) -> None:
    match = corps(SAPPERS, chit="X", more=dice(die))
    told = next(e for e in do(match, "block 2628", f"with {R147}", "roll") if e.what == "attempt")
    assert told.rule == "13.0e"
    assert told.data == {"task": "block", "hex": "2628", "dice": [die], "success": die > 1}
    assert match.view(None)["roadblocks"] == (["2628"] if die > 1 else [])


@pytest.mark.rule("13.0e", "13.0d")
@pytest.mark.parametrize(("faces", "success"), [((1, 1), False), ((1, 2), True), ((2, 1), True)])
def test_units_round_the_hex_pool_their_dice_in_the_one_attempt(faces: tuple[int, int], success: bool) -> None:
    match = corps(SAPPERS + '"331 55" = "2627"\n"295 55" = "2729"', chit="X", more=dice(*faces))
    do(match, "block 2628")
    refused(match, "roll", "13.0b")
    (told,) = happened(do(match, f"with {R147}", f"with {R331}", "roll"), "attempt")
    assert (told["dice"], told["success"]) == (list(faces), success)
    do(match, f"move {R295}", "stop")


@pytest.mark.rule("13.0f")
@pytest.mark.parametrize(("chit", "placed", "unit"), ANY_STATE)
@pytest.mark.parametrize(("die", "blocked"), [(1, []), (2, ["2628"])])
def test_nothing_modifies_the_roadblock_roll(chit: str, placed: str, unit: str, die: int, blocked: list[str]) -> None:
    leader = "HQ 55" if chit == "X" else "HQ 1 Pz"
    match = corps(f'{placed.replace("3415", "2629")}\n"{leader}" = "2629"', chit=chit, more=dice(die))
    do(match, "block 2628", f"with {unit}", "roll")
    assert match.view(None)["roadblocks"] == blocked


@pytest.mark.rule("13.0g")
def test_a_blocked_hex_holds_as_many_units_as_any_other() -> None:
    units = '"HQ 55" = "2728"\n"147 55" = "2728"\n"331 55" = "2628"\n"{}" = "2628"'
    full = corps(units.format("HQ 71"), chit="X", more='roadblocks = ["2628"]')
    do(full, f"move {R147}", "step 2628", "stop", "end")
    assert not [a for a in legal(full) if a.startswith("remove ")], "nobody drives into it at the road rate"
    over = corps(units.format("295 55"), chit="X", more='roadblocks = ["2628"]')
    do(over, f"move {R147}", "step 2628", "stop", "end")
    assert len([a for a in legal(over) if a.startswith("remove ")]) == 3


@pytest.mark.rule("13.0h")
def test_a_roadblock_slows_and_does_not_stop() -> None:
    match = corps('"HQ 55" = "2728"\n"147 55" = "2728"', chit="X", more='roadblocks = ["2628"]')
    do(match, f"move {R147}")
    assert cost(match, "2628") == 1
    do(match, "step 2628", "step 2528", "stop")
    assert piece(match, R147)["hex"] == "2528"
    assert match.view(None)["roadblocks"] == ["2628"], "and marching through does not clear it"


@pytest.mark.rule("13.0h")
@pytest.mark.parametrize(
    ("blocks", "state"),
    [("[]", "full"), ('["3026"]', "full"), ('["3126"]', "low"), ('["3026", "3226"]', "low")],
)
def test_a_roadblock_cuts_supply_by_road_through_heavy_woods(blocks: str, state: str) -> None:
    """3126 has heavy woods on all sides, and one road through them."""
    morning = 'turn = 2\nphase = "supply"\nreinforcements = "none"'
    match = table(f'{morning}\nroadblocks = {blocks}\n[units]\n"147 55" = "3126"')
    assert piece(match, R147)["supply"] == state


@pytest.mark.rule("13.0h")
def test_a_roadblock_stays_over_the_end_of_the_turn() -> None:
    match = corps(SAPPERS, chit="X", more='dice = [6, "X"]')
    do(match, "block 2628", f"with {R147}", "roll", "end", "done")
    assert match.view(None)["turn"] == 3
    assert match.view(None)["roadblocks"] == ["2628"]
    do(match, "activate", "move-combat")
    refused(match, "block 2628", "13.0h")


# 13.1


@pytest.mark.rule("13.1a")
@pytest.mark.parametrize(("unit", "side"), [("147 55", "french"), ("GD", "german")])
def test_whoever_has_held_the_hex_all_turn_may_clear_it(unit: str, side: str) -> None:
    match = evening(f'"{unit}" = "2628"', 'roadblocks = ["2628", "2528"]')
    assert match.actors == (side,)
    assert legal(match) == ["clear 2628", "done"]
    refused(match, "clear 2528", "13.1a")
    refused(match, "clear 2428", "13.1a")
    events = do(match, "clear 2628")
    assert happened(events, "road cleared") == [{"hex": "2628"}]
    assert match.view(None)["roadblocks"] == ["2528"]
    kept = evening(f'"{unit}" = "2628"', 'roadblocks = ["2628"]')
    do(kept, "done")
    assert kept.view(None)["roadblocks"] == ["2628"], "he need not"


@pytest.mark.rule("13.1a")
def test_a_headquarters_alone_does_not_hold_the_hex() -> None:
    match = evening('"HQ 55" = "2628"', 'roadblocks = ["2628"]')
    assert match.view(None)["turn"] == 3
    assert match.view(None)["roadblocks"] == ["2628"]


@pytest.mark.rule("13.1a", "13.1b")
def test_a_hex_occupied_in_the_middle_of_a_turn_is_cleared_at_the_end_of_the_next() -> None:
    match = corps('"HQ 55" = "2728"\n"147 55" = "2728"', chit="X", more='roadblocks = ["2628"]\ndice = ["X"]')
    events = do(match, f"move {R147}", "step 2628", "stop", "end")
    assert [told["phase"] for told in happened(events, "phase")] == ["end", "supply", "air"]
    assert match.view(None)["roadblocks"] == ["2628"]
    do(match, "done", "activate", "move-combat")
    refused(match, "clear 2628", "9.0a")
    do(match, "end")
    assert match.view(None)["phase"] == "end"
    assert match.view(None)["turn"] == 3
    do(match, "clear 2628")
    assert match.view(None)["roadblocks"] == []


RELIEF = '"HQ 55" = "2728"\n"147 55" = "2628"\n"331 55" = "2728"'


@pytest.mark.rule("13.1a")
@pytest.mark.parametrize("first", [R331, R147])
def test_units_may_relieve_each_other_but_must_leave_no_gap(first: str) -> None:
    moves = {R331: [f"move {R331}", "step 2628", "stop"], R147: [f"move {R147}", "step 2528", "stop"]}
    match = corps(RELIEF, chit="X", more='roadblocks = ["2628"]')
    then = R147 if first == R331 else R331
    do(match, *moves[first], *moves[then], "end")
    assert ("clear 2628" in legal(match)) is (first == R331)


@pytest.mark.rule("13.1b")
def test_nothing_else_is_done_while_roads_are_cleared() -> None:
    match = evening('"147 55" = "2628"', 'roadblocks = ["2628"]')
    refused(match, f"move {R147}", "13.1b")


@pytest.mark.rule("13.1a")
def test_why_a_road_is_not_cleared() -> None:
    match = table('turn = 2\nphase = "end"\nroadblocks = ["2628", "2728"]\n[units]\n"147 55" = "2628"')
    refused(match, "clear 2629", "13.1a", "there is no roadblock in 2629")
    refused(match, "clear 2728", "13.1a", "no combat unit of yours has been in 2728 for the whole turn")


@pytest.mark.rule("12.0b", "13.0b")
@pytest.mark.parametrize(("units", "action", "rule"), [
    (X_AT_SEDAN, f"demolish {SEDAN}", "12.0b"), ('"HQ 55" = "2728"\n"147 55" = "2728"', "block 2628", "13.0b"),
])
def test_why_an_attempt_is_not_rolled_for_yet(units: str, action: str, rule: str) -> None:
    match = corps(units, chit="X")
    do(match, action)
    refused(match, "roll", rule, "name at least one unit")
    refused(match, "with fr-hq-55", rule, "must be an activated combat unit there that has not moved")
    refused(match, "end", rule, f"the attempt at {action.split()[1]} must be finished first")


@pytest.mark.rule("9.0d", "12.0b", "13.0b")
def test_who_has_attacked_elsewhere_is_no_reason_here() -> None:
    tired = '"HQ 55" = "3417"\n"331 55" = { hex = "3416", fought = true }\n'
    match = corps(tired, chit="X")
    refused(match, f"demolish {SEDAN}", "12.0b")
    refused(match, "block 2628", "13.0b")
    match = corps('"HQ 55" = "3417"\n"331 55" = { hex = "3415", fought = true }', chit="X")
    refused(match, f"demolish {SEDAN}", "9.0d")


@pytest.mark.rule("12.0d", "13.0e")
def test_each_work_has_a_number_of_its_own() -> None:
    """With charts in which a bridge takes 5 and a roadblock 3, a 4 does the one and not the other."""
    chart = {"charts": {"success": {"demolish": 5, "roadblock": 3}}}
    situation: dict[str, Any] = {
        "game": "sedan", "turn": 2, "activation": "X", "mode": "move", "reinforcements": "none", "dice": [4],
    }
    road = Match(Sedan(overlay=chart), seed=1, situation={**situation, "units": {"HQ 55": "2827", "147 55": "2629"}})
    assert happened(do(road, "block 2628", f"with {R147}", "roll"), "attempt")[0]["success"] is True
    bridge = Match(Sedan(overlay=chart), seed=1, situation={**situation, "units": {"HQ 55": "3417", "147 55": "3415"}})
    assert happened(do(bridge, f"demolish {SEDAN}", f"with {R147}", "roll"), "attempt")[0]["success"] is False


@pytest.mark.rule("12.0b", "13.0b")
@pytest.mark.parametrize(("units", "action"), [
    (X_AT_SEDAN + '"331 55" = "3417"', f"demolish {SEDAN}"),
    ('"HQ 55" = "2728"\n"147 55" = "2728"\n"331 55" = "2828"', "block 2628"),
])
def test_only_who_stands_there_lends_a_hand_and_each_once(units: str, action: str) -> None:
    match = corps(units, chit="X")
    do(match, action)
    assert legal(match) == [f"with {R147}"]
    refused(match, f"with {R331}", "12.0b" if "demolish" in action else "13.0b")
    do(match, f"with {R147}")
    assert legal(match) == ["roll"]


@pytest.mark.rule("12.0d")
def test_three_units_roll_three_dice() -> None:
    match = corps(f'{X_AT_SEDAN}"331 55" = "3415"\n"295 55" = "3414"', chit="X", more=dice(1, 1, 6))
    events = do(match, f"demolish {SEDAN}", f"with {R147}", f"with {R331}", f"with {R295}", "roll")
    assert [(told["dice"], told["success"]) for told in happened(events, "attempt")] == [([1, 1, 6], True)]


@pytest.mark.rule("12.0b", "13.0b")
def test_while_a_party_is_named_nobody_else_is_picked_up() -> None:
    match = corps(X_AT_SEDAN, chit="X")
    do(match, f"demolish {SEDAN}")
    refused(match, f"move {R147}", "12.0b", f"the attempt at {SEDAN} must be finished first")


@pytest.mark.rule("9.0d", "13.0a", "13.0b")
@pytest.mark.parametrize(("units", "rule", "says"), [
    ('"HQ 55" = "2827"\n"147 55" = { hex = "2728", fought = true }', "9.0d", "147 55 has attacked and works no more"),
    ('"HQ 55" = "2827"\n"147 55" = { hex = "2728", fought = true }\n"331 55" = "2628"', "9.0d", "147 55 has attacked"),
    ('"HQ 55" = "2827"\n"331 55" = "2628"', "13.0a", "not in its own hex 2628"),
    ('"HQ 55" = "2628"', "13.0b", "no activated combat unit"),
], ids=["beside it", "beside it with a friend on the road", "on the road", "headquarters on the road"])
def test_why_nobody_blocks_the_road(units: str, rule: str, says: str) -> None:
    refused(corps(units, chit="X"), "block 2628", rule, says)


@pytest.mark.rule("9.0d", "12.0b")
def test_by_option_it_is_the_move_and_not_the_attack_that_keeps_a_unit_from_work() -> None:
    match = table('turn = 3\nactivation = "XIX"\nmode = "move"\nreinforcements = "none"\n'
                  'options = { combat-move = "attackers-may-move" }\n'
                  '[units]\n"HQ 1 Pz" = "3413"\n"I/1 1 Pz" = { hex = "3414", fought = true, moved = true }')
    refused(match, f"demolish {SEDAN}", "12.0b")
