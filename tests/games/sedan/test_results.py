"""10.2 Combat results."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.sedan.box.components import read_result
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, happened, inside, legal, piece, refused
from tests.games.sedan.test_combat import I1, II1, R295, R331, SR1, assault, scene

TWO_PANZERS = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "14 Alg 3 DINA, 15 Alg 3 DINA"}
"""10 against 10: the column 1:1."""

DEFENDERS = ("fr-14-alg-3-dina", "fr-15-alg-3-dina")


def steps(match: Match, *units: str) -> tuple[int, ...]:
    return tuple(piece(match, unit)["steps"] for unit in units)


def eliminated(match: Match, unit: str) -> bool:
    return bool(piece(match, unit)["place"] == "eliminated")


@pytest.mark.rule("10.2a", "10.2b")
@pytest.mark.parametrize(
    ("text", "attacker", "defender", "retreat"),
    [("1/-", 1, 0, 0), ("2/-", 2, 0, 0), ("1/1", 1, 1, 0), ("-/R2", 0, 0, 2), ("-/1R3", 0, 1, 3), ("-/2R2", 0, 2, 2)],
)
def test_a_result_is_read_attacker_first_then_defender_then_retreat(
    text: str, attacker: int, defender: int, retreat: int
) -> None:
    result = read_result(text, "test")
    assert (result.attacker, result.defender, result.retreat) == (attacker, defender, retreat)


@pytest.mark.rule("10.2a", "10.2b", "10.2c")
def test_one_loss_for_the_attacker_flips_one_of_his_units_and_leaves_the_defender_alone() -> None:
    match = scene(TWO_PANZERS, 2, 2)
    assert happened(assault(match, "2620"), "combat")[0]["result"] == "1/-"
    assert match.actors == ("german",)
    assert legal(match) == [f"lose {I1}", f"lose {II1}"]
    events = do(match, f"lose {II1}")
    assert happened(events, "reduced") == [{"unit": II1, "hex": "2720"}]
    assert steps(match, I1, II1, *DEFENDERS) == (2, 1, 2, 2)


@pytest.mark.rule("10.2a", "10.2c")
def test_in_an_exchange_each_owner_takes_his_own_loss() -> None:
    match = scene(TWO_PANZERS, 3, 4)
    assault(match, "2620")
    assert match.actors == ("german",)
    do(match, f"lose {I1}")
    assert match.actors == ("french",)
    assert legal(match) == [f"lose {unit}" for unit in DEFENDERS]
    do(match, f"lose {DEFENDERS[1]}")
    assert steps(match, I1, II1, *DEFENDERS) == (1, 2, 2, 1)


@pytest.mark.rule("10.2b")
def test_a_bare_retreat_costs_nobody_a_step() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, 5, 5)
    assert happened(assault(match, "2620"), "combat")[0]["result"] == "-/R2"
    assert steps(match, I1, R331) == (2, 2)


@pytest.mark.rule("10.2d")
@pytest.mark.parametrize(
    ("dice", "result", "hexes"), [((3, 4), "1/1", 0), ((5, 5), "-/R2", 2), ((5, 6), "-/R3", 3), ((6, 6), "-/1R2", 2)]
)
def test_an_r_sends_the_defender_back_at_once_by_as_many_hexes(
    dice: tuple[int, int], result: str, hexes: int
) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55", "2823": "II/1 1 Pz", "2723": "295 55"},
                  *dice)
    events = assault(match, "2620", I1)
    while match.actors == ("french",):
        events += do(match, legal(match)[0])
    assert happened(events, "combat")[0]["result"] == result
    assert len(happened(events, "retreat")) == hexes
    grid = inside(match)[0].grid
    assert grid.distance(grid.bit["2620"], grid.bit[piece(match, R331)["hex"]]) == hexes


@pytest.mark.rule("10.2e")
@pytest.mark.parametrize(("dice", "left"), [((2, 2), 1), ((1, 1), 0)])
def test_one_reduction_flips_a_full_unit_and_two_end_it(dice: tuple[int, int], left: int) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, *dice)
    assault(match, "2620")
    assert steps(match, I1) == (left,)
    assert eliminated(match, I1) is (left == 0)


@pytest.mark.rule("10.2e", "10.2g")
@pytest.mark.parametrize(("chosen", "left"), [((I1, II1), (1, 1)), ((I1, I1), (0, 2)), ((II1, II1), (2, 0))])
def test_two_reductions_on_a_stack_flip_two_units_or_end_one(chosen: tuple[str, str], left: tuple[int, int]) -> None:
    match = scene(TWO_PANZERS, 1, 1)
    assert happened(assault(match, "2620"), "combat")[0]["result"] == "2/-"
    do(match, *(f"lose {unit}" for unit in chosen))
    assert steps(match, I1, II1) == left


@pytest.mark.rule("10.2f")
@pytest.mark.parametrize("defender", ["reduced 331 55", "5/2/1 1 CA"])
def test_a_reduced_unit_or_one_without_a_reverse_is_ended_by_one_reduction(defender: str) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "Krd 1 1 Pz", "2620": defender}, 3, 4)
    events = assault(match, "2620")
    assert happened(events, "combat")[0]["result"] == "1/1"
    assert len(happened(events, "eliminated")) == 1
    assert not happened(events, "retreat")


@pytest.mark.rule("10.2f")
def test_a_unit_reduced_earlier_in_the_same_mode_is_ended_by_the_next_reduction() -> None:
    match = scene({**TWO_PANZERS, "2620": "14 Alg 3 DINA"}, 3, 4, 3, 4)
    assault(match, "2620", I1)
    assert steps(match, "fr-14-alg-3-dina") == (1,)
    assert happened(assault(match, "2620", II1), "combat")[0]["result"] == "1/1"
    assert eliminated(match, "fr-14-alg-3-dina")


@pytest.mark.rule("10.2g")
def test_units_that_stood_by_take_no_losses() -> None:
    match = scene({**TWO_PANZERS, "2720": "I/1 1 Pz, II/1 1 Pz, SR 1 1 Pz"}, 2, 2)
    assault(match, "2620", I1, II1)
    assert legal(match) == [f"lose {I1}", f"lose {II1}"]
    refused(match, f"lose {SR1}", "10.2g")


@pytest.mark.rule("10.2g", "10.2h")
@pytest.mark.parametrize("chosen", [R295, R331])
def test_the_owner_of_a_stack_picks_among_its_combat_units_but_not_its_headquarters(chosen: str) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "GD, SR 1 1 Pz", "2620": "HQ 55, 295 55, 331 55"}, 3, 4)
    assault(match, "2620", SR1, "de-gd-gd")
    do(match, f"lose {SR1}")
    assert match.actors == ("french",)
    assert legal(match) == [f"lose {R295}", f"lose {R331}"]
    refused(match, "lose fr-hq-55", "10.2h")
    refused(match, "lose de-hq-1-pz", "10.2g")
    refused(match, f"retreat {chosen}", "10.2c")
    do(match, f"lose {chosen}")
    assert steps(match, chosen) == (1,)


WITH_HEADQUARTERS = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz, I/2 1 Pz", "2620": "HQ 55, reduced 331 55"}
"""15 against 2: 7:1, a bonus of 3 in the column 4:1."""


@pytest.mark.rule("10.2h")
def test_one_loss_takes_the_last_combat_unit_and_spares_the_headquarters() -> None:
    match = scene(WITH_HEADQUARTERS, 2, 3)
    events = assault(match, "2620")
    assert happened(events, "combat")[0]["result"] == "-/1R2"
    assert eliminated(match, R331)
    assert piece(match, "fr-hq-55")["place"] == "map"


@pytest.mark.rule("10.2h")
def test_two_losses_take_the_last_combat_unit_and_then_the_headquarters() -> None:
    match = scene(WITH_HEADQUARTERS, 4, 4)
    events = assault(match, "2620")
    assert happened(events, "combat")[0]["result"] == "-/2R2"
    assert [e["unit"] for e in happened(events, "eliminated")] == [R331, "fr-hq-55"]
    assert piece(match, "fr-hq-55")["place"] == "track"


@pytest.mark.rule("10.2h", "2.4e")
def test_of_two_headquarters_alone_the_owner_picks_the_one_that_is_lost() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "GD", "2620": "HQ 55, HQ 61"}, 3, 4)
    events = assault(match, "2620")
    assert (happened(events, "attack")[0]["defense"], happened(events, "combat")[0]["result"]) == (3, "1/1")
    assert match.actors == ("french",)
    assert legal(match) == ["lose fr-hq-55", "lose fr-hq-61"]
    do(match, "lose fr-hq-61")
    assert [piece(match, hq)["place"] for hq in ("fr-hq-55", "fr-hq-61")] == ["map", "track"]


@pytest.mark.rule("10.2h", "2.4e")
def test_two_losses_take_two_headquarters() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "GD, I/1 1 Pz", "2620": "HQ 55, HQ 61"}, 6, 6)
    assert happened(assault(match, "2620", guns=1), "combat")[0]["result"] == "-/2R2"
    assert [piece(match, hq)["place"] for hq in ("fr-hq-55", "fr-hq-61")] == ["track", "track"]


@pytest.mark.rule("10.2i")
def test_a_headquarters_lost_in_combat_comes_back_next_turn_beside_a_unit_of_its_colour() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "HQ 55", "2419": "295 55"}, 3, 4, turn=2)
    events = assault(match, "2620")
    assert happened(events, "eliminated")[0]["unit"] == "fr-hq-55"
    while "wait" not in legal(match):
        do(match, next(a for a in ("done", "end") if a in legal(match)))
    assert match.view(None)["turn"] == 3
    assert legal(match) == ["place 2318", "place 2319", "place 2320", "place 2418", "place 2419", "place 2420",
                            "place 2519", "wait"]
    do(match, "place 2419")
    assert piece(match, "fr-hq-55")["hex"] == "2419"


@pytest.mark.rule("10.2c", "10.2h")
def test_three_losses_take_three_headquarters_and_nobody_is_asked() -> None:
    match = corps('"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2720"\n"HQ 55" = "2620"\n"HQ 61" = "2620"\n"HQ 102" = "2620"',
                  mode="combat", result="-/3")
    events = do(match, "attack 2620", "with de-i-1-1-pz", "attack", "guns 0")
    assert {e["unit"] for e in happened(events, "eliminated")} == {"fr-hq-55", "fr-hq-61", "fr-hq-102"}
