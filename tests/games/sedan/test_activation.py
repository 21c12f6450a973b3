"""6.0 Activation: headquarters and their range, the 2nd Army Cavalry, and the Spahis."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.table import do, happened, inside, legal, piece, preview, refused, table

CAVALRY = {
    "fr-11-cur-5-dlc", "fr-12-ch-5-dlc", "fr-15-5-dlc", "fr-5-5-dlc", "fr-1-hu-1-bc", "fr-8-ch-1-bc",
    "fr-18-ch-2-dlc", "fr-5-cur-2-dlc", "fr-3-2-dlc", "fr-2-2-dlc",
}
BELGIAN = "be-5-2-1-1-ca"
CORPS_HQS = {"X": "HQ 55", "XVIII": "HQ 3 DIC", "XLI": "HQ 61", "XXIII": "HQ 14", "XXI": "HQ 3 DCR"}


def lines(units: dict[str, str]) -> str:
    return "\n".join(f'"{name}" = {where if where.startswith("{") else repr(where)}' for name, where in units.items())


def drawn(chit: str, units: dict[str, str], turn: int = 3, more: str = "") -> Match:
    """That chit has just been drawn; nobody is due to enter but those named."""
    scenario = "encirclement" if turn > 4 else "race-to-the-meuse"
    return table(
        f'scenario = "{scenario}"\nturn = {turn}\nactivation = "{chit}"\nreinforcements = "none"\n'
        f"{more}\n[units]\n{lines(units)}"
    )


def activated(match: Match) -> list[str]:
    """Activate all that may be; the pieces on the map that act."""
    units: list[str] = happened(do(match, "activate"), "activated")[0]["units"]
    return units


def may_attack(match: Match, hex: str) -> bool:
    return f"attack {hex}" in legal(match)


# --- 6.0: range -------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.0a", "2.3b")
def test_only_units_that_a_headquarters_of_their_colour_activates_may_move() -> None:
    units = {"HQ 55": "2111", "147 55": "2112", "331 55": "2918", "21 Col 3 DIC": "2112"}
    match = drawn("X", units)
    do(match, "activate", "move-combat")
    assert [action for action in legal(match) if action.startswith("move")] == ["move fr-147-55-di", "move fr-hq-55"]
    refused(match, "move fr-21-col-3-dic", "6.0a")
    refused(match, "move fr-331-55-di", "6.0b")


@pytest.mark.rule("6.0a", "2.3b")
def test_only_units_that_a_headquarters_of_their_colour_activates_may_attack() -> None:
    units = {"HQ 55": "2110", "147 55": "2111", "21 Col 3 DIC": "2111", "118 36": "2211"}
    match = drawn("X", units)
    do(match, "activate", "combat-move", "attack 2211")
    refused(match, "with fr-21-col-3-dic", "6.0a")
    assert legal(match) == ["with fr-147-55-di"]


@pytest.mark.rule("6.0a")
@pytest.mark.parametrize("stranger", ["HQ 3 DIC", "HQ 61", "HQ 36"])
def test_without_a_headquarters_of_its_colour_the_chit_activates_nobody(stranger: str) -> None:
    match = drawn("X", {"147 55": "2113", stranger: "2111", "11 Cur 5 DLC": "2911"}, more='cup = ["2A-Cav"]')
    assert match.view(None)["chit"] == "2A-Cav", "the X chit is spent and the next one drawn"


@pytest.mark.rule("6.0a")
def test_niwi_acts_with_the_xix_chit_on_turn_1_without_a_headquarters() -> None:
    match = drawn("XIX", {"Niwi GD": "5007"}, turn=1)
    assert activated(match) == ["de-niwi-gd"]
    do(match, "move-combat")
    assert "move de-niwi-gd" in legal(match)


@pytest.mark.rule("6.0b", "6.0c", "3.3d")
def test_range_counts_hexes_from_the_headquarters_whatever_lies_between() -> None:
    """Six hexes to the west, and six to the east over the Meuse, the Chiers and the enemy."""
    units = {
        "HQ 55": "3417", "147 55": "2817", "331 55": "2717", "14 Alg 3 DINA": "4017", "15 Alg 3 DINA": "4117",
        "118 36": "3717", "87 36": "3816",
    }
    assert activated(drawn("X", units)) == ["fr-hq-55", "fr-147-55-di", "fr-14-alg-3-dina"]


@pytest.mark.rule("6.0b")
def test_the_range_of_each_headquarters_is_its_own_second_numeral() -> None:
    assert activated(drawn("XVIII", {"HQ 3 DIC": "1511", "1 Col 3 DIC": "2411", "21 Col 3 DIC": "2511"})) == [
        "fr-hq-3-dic", "fr-1-col-3-dic",
    ]


@pytest.mark.rule("6.0b")
def test_range_is_measured_when_the_chit_is_drawn() -> None:
    match = drawn("X", {"HQ 55": "2111", "147 55": "1511", "331 55": "2811"})
    assert activated(match) == ["fr-hq-55", "fr-147-55-di"]
    do(match, "move-combat", "move fr-hq-55", "step 2211", "step 2311", "stop")
    assert "move fr-147-55-di" in legal(match), "it was in range at the draw"
    refused(match, "move fr-331-55-di", "6.0a")


VANGUARD = {"HQ 1 Pz": "due", "4 1 Pz": "4508"}
"""The reconnaissance battalion is nine hexes from C, where its headquarters is to enter on turn 2."""


@pytest.mark.rule("6.0b")
def test_a_headquarters_about_to_enter_reaches_from_its_entry_hex_and_must_then_enter() -> None:
    match = drawn("XIX", VANGUARD, turn=2)
    assert activated(match) == ["de-4-1-pz"]
    do(match, "move-combat")
    refused(match, "end", "6.0b")
    do(match, "enter de-hq-1-pz", "stop")
    refused(match, "end", "6.0b")
    do(match, "enter de-hq-1-pz", "step 5408", "stop", "end")
    assert piece(match, "de-hq-1-pz")["hex"] == "5408"


BOTH_DUE = {"HQ 1 Pz": "due", "HQ 2 Pz": "due"}


@pytest.mark.rule("6.0b")
@pytest.mark.parametrize(("enters", "hex", "waits"), [("1", "5408", "2"), ("2", "5405", "1")])
def test_of_two_headquarters_that_reach_a_unit_from_off_the_map_one_must_enter(
    enters: str, hex: str, waits: str
) -> None:
    match = drawn("XIX", BOTH_DUE | {"4 1 Pz": "4908"}, turn=2)
    do(match, "activate", "move-combat")
    refused(match, "end", "6.0b")
    assert match.view(None)["bound"] == [["de-hq-2-pz", "de-hq-1-pz"]]
    do(match, f"enter de-hq-{enters}-pz", f"step {hex}", "stop")
    assert match.view(None)["bound"] == []
    do(match, "end")
    assert piece(match, f"de-hq-{waits}-pz")["place"] == "due"


@pytest.mark.rule("6.0b")
def test_each_unit_needs_a_headquarters_that_reached_it_to_enter() -> None:
    """B is six hexes from the one and ten from the other, whom only HQ 1 Pz reaches from C."""
    match = drawn("XIX", BOTH_DUE | {"4 1 Pz": "4508", "37 1 Pz": "4908"}, turn=2)
    do(match, "activate", "move-combat", "enter de-hq-2-pz", "step 5405", "stop")
    refused(match, "end", "6.0b")
    do(match, "enter de-hq-1-pz", "step 5408", "stop", "end")


@pytest.mark.rule("6.0b")
def test_a_unit_beyond_the_range_is_told_how_far_it_is() -> None:
    match = drawn("X", {"HQ 55": "2111", "147 55": "2112", "331 55": "2811"})
    reason = "331 55 is 7 hexes from HQ 55, whose Activation Range is 6"
    assert str(match.game.why_not(match.position, "french", "leave fr-331-55-di")) == f"6.0b: {reason}"
    do(match, "activate", "move-combat")
    assert str(match.game.why_not(match.position, "french", "move fr-331-55-di")) == f"6.0b: {reason}"


@pytest.mark.rule("6.0a", "6.0b", "6.0e", "6.1d", "6.2b")
@pytest.mark.parametrize(
    ("unit", "id", "place", "rule"),
    [
        ("331 55", "fr-331-55-di", '{ hex = "2210", activated = true }', "6.0e"),
        ("331 55", "fr-331-55-di", "2911", "6.0b"),
        ("21 Col 3 DIC", "fr-21-col-3-dic", "2210", "6.0a"),
        ("11 Cur 5 DLC", "fr-11-cur-5-dlc", "2210", "6.1d"),
        ("11 Cur 5 DLC", "fr-11-cur-5-dlc", '{ hex = "2911", crossed = true }', "6.0b"),
        ("2 Mrc 3 BS", "fr-2-mrc-3-bs", "2210", "6.2b"),
        ("118 36", "de-118-36-id", "2211", "2.6c"),
    ],
)
def test_who_is_not_activated_neither_moves_nor_attacks_and_is_told_why(
    unit: str, id: str, place: str, rule: str
) -> None:
    match = drawn("X", {"HQ 55": "2111", "147 55": "2112", "9 23": "2211", unit: place})
    refused(match, f"leave {id}", rule)
    do(match, "activate", "combat-move", "attack 2211")
    refused(match, f"with {id}", rule)
    match = drawn("X", {"HQ 55": "2111", "147 55": "2112", "9 23": "2211", unit: place})
    do(match, "activate", "move-combat")
    refused(match, f"move {id}", rule)


@pytest.mark.rule("6.1d", "6.0a")
def test_cavalry_that_was_left_out_is_told_so_and_not_to_look_for_a_headquarters() -> None:
    match = drawn("2A-Cav", {"11 Cur 5 DLC": "2210", "12 Ch 5 DLC": "2210"})
    do(match, "leave fr-11-cur-5-dlc", "activate", "move-combat")
    refused(match, "move fr-11-cur-5-dlc", "6.0a", "was not activated when the chit was drawn")
    match = drawn("2A-Cav", {"11 Cur 5 DLC": '{ hex = "2210", crossed = true }', "12 Ch 5 DLC": "2210"})
    refused(match, "leave fr-11-cur-5-dlc", "6.1d", "has come back over the Meuse-Chiers line")


@pytest.mark.rule("6.1d", "2.6c")
def test_no_german_headquarters_takes_cavalry_that_has_come_back_into_its_corps() -> None:
    match = drawn("XIX", {"HQ 1 Pz": "2111", "I/1 1 Pz": "2112", "11 Cur 5 DLC": '{ hex = "2210", crossed = true }'})
    assert legal(match) == ["activate", "leave de-hq-1-pz", "leave de-i-1-1-pz"]


@pytest.mark.rule("6.0a")
def test_without_any_headquarters_a_corps_does_not_act() -> None:
    match = drawn("X", {"147 55": "2112", "HQ 55": "2111"})
    do(match, "leave fr-hq-55")
    refused(match, "leave fr-147-55-di", "6.0a")
    refused(match, "leave fr-hq-55", "6.0d")


@pytest.mark.rule("6.0b", "9.0f")
def test_a_headquarters_that_cannot_come_on_holds_nobody_up() -> None:
    """No hex and no road can be paid for."""
    deep = {word: {"motorized": 90} for word in ("clear", "light woods", "heavy woods", "town", "city")}
    g = Sedan(overlay={"charts": {"terrain": deep, "road": {"motorized": 90}}})
    entry = g.hex_name(g.board.entries["C"])
    match = Match(g, seed=1, situation={"game": "sedan", "turn": 2, "activation": "XIX", "mode": "move",
                                        "units": {"HQ 1 Pz": "due", "I/1 1 Pz": entry}})
    refused(match, "enter de-hq-1-pz", "9.0f")
    assert "end" in legal(match)


@pytest.mark.rule("6.0b")
def test_a_situation_in_the_move_mode_knows_the_headquarters_that_must_enter() -> None:
    match = table(
        f'turn = 2\nactivation = "XIX"\nmode = "move"\nreinforcements = "none"\n[units]\n{lines(VANGUARD)}'
    )
    refused(match, "end", "6.0b")


@pytest.mark.rule("6.0b")
@pytest.mark.parametrize(
    ("turn", "vanguard", "more"),
    [(2, "4408", ""), (1, "4508", ""), (2, "4508", 'options = { entering-hq = "ignored" }')],
    ids=["ten hexes away", "a turn too early", "by the stricter reading"],
)
def test_a_headquarters_off_the_map_reaches_nobody_else(turn: int, vanguard: str, more: str) -> None:
    match = drawn("XIX", VANGUARD | {"4 1 Pz": vanguard, "Niwi GD": "5007"}, turn, more)
    assert activated(match) == ["de-niwi-gd"]
    do(match, "move-combat", "end")


@pytest.mark.rule("6.0b", "4.0e")
@pytest.mark.parametrize(("vanguard", "acts"), [("4608", True), ("4508", False)])
def test_with_its_entry_hex_taken_the_headquarters_reaches_from_where_it_can_enter(vanguard: str, acts: bool) -> None:
    """The French hold 5407 to 5409, so C is replaced by 5406 or 5410."""
    held = {"147 55": "5407", "331 55": "5408", "295 55": "5409"}
    match = drawn("XIX", VANGUARD | held | {"4 1 Pz": vanguard}, turn=2)
    assert activated(match) == (["de-4-1-pz"] if acts else [])


@pytest.mark.rule("6.0b")
def test_the_owner_chooses_which_entering_headquarters_lends_its_range() -> None:
    units = {"HQ 1 Pz": "due", "HQ 2 Pz": "due", "4 1 Pz": "4908"}
    match = drawn("XIX", units, turn=2)
    do(match, "leave de-hq-2-pz", "activate", "move-combat")
    refused(match, "end", "6.0b")
    do(match, "enter de-hq-1-pz", "step 5408", "stop", "end")
    assert piece(match, "de-hq-2-pz")["place"] == "due"


@pytest.mark.rule("6.0b")
def test_an_entering_headquarters_is_free_to_wait_where_another_on_the_map_will_do() -> None:
    match = drawn("XIX", VANGUARD | {"HQ 2 Pz": "4509"}, turn=2)
    do(match, "activate", "move-combat", "end")
    assert piece(match, "de-hq-1-pz")["place"] == "due"


@pytest.mark.rule("6.0d", "2.4a", "3.3c")
def test_a_headquarters_activates_as_many_units_as_its_owner_likes() -> None:
    regiments = ["118 36", "87 36", "70 36", "169 68", "188 68", "196 68"]
    units = {"HQ 36": "2111"} | {name: f"{2010 + 100 * k}" for k, name in enumerate(regiments)}
    assert len(activated(drawn("VII", units))) == 7
    match = drawn("VII", units)
    do(match, "leave de-118-36-id", "leave de-70-36-id")
    assert activated(match) == ["de-hq-36", "de-87-36-id", "de-169-68-id", "de-188-68-id", "de-196-68-id"]
    assert "activated" not in piece(match, "de-118-36-id")
    do(match, "move-combat")
    refused(match, "move de-118-36-id", "6.0a")


@pytest.mark.rule("3.3c", "6.0d")
def test_leaving_a_headquarters_out_leaves_out_those_that_only_it_reaches() -> None:
    match = drawn("X", {"HQ 55": "2111", "HQ 3 DINA": "3112", "147 55": "1611", "14 Alg 3 DINA": "2611"})
    do(match, "leave fr-hq-55")
    refused(match, "leave fr-147-55-di", "6.0b")
    assert activated(match) == ["fr-hq-3-dina", "fr-14-alg-3-dina"]


@pytest.mark.rule("6.0g")
def test_any_headquarters_of_the_corps_will_do_but_none_of_another_corps() -> None:
    match = drawn("X", {"HQ 55": "2111", "14 Alg 3 DINA": "2112", "21 Col 3 DIC": "2112"})
    assert activated(match) == ["fr-hq-55", "fr-14-alg-3-dina"]


OUTPOST = {"HQ 36": "2411", "118 36": "1511", "147 55": "1410"}
"""A regiment nine hexes from its headquarters, next to an enemy; at 1411 it is ten away and still next to him."""


@pytest.mark.rule("6.0g", "10.0f")
@pytest.mark.parametrize(
    ("more", "able"),
    [({}, False), ({"HQ 68": "1512"}, True), ({"HQ 68": "2511"}, False)],
    ids=["no other headquarters", "another that had it in range", "another that comes too late"],
)
def test_to_attack_a_unit_must_be_in_range_of_a_headquarters_that_had_it_in_range_at_the_draw(
    more: dict[str, str], able: bool
) -> None:
    match = drawn("VII", OUTPOST | more)
    do(match, "activate", "move-combat")
    if "HQ 68" in more:
        do(match, "move de-hq-68", "step 2411" if more["HQ 68"] == "2511" else "step 1612")
        do(match, *(["step 2311", "step 2211", "step 2111"] if more["HQ 68"] == "2511" else []), "stop")
    do(match, "move de-118-36-id", "step 1411", "stop")
    if able:
        do(match, "end")
        assert may_attack(match, "1410")
    else:
        events = do(match, "end")
        assert happened(events, "chit done"), "no attack is possible"


@pytest.mark.rule("6.0g", "10.0f")
def test_a_unit_that_stays_in_range_may_attack() -> None:
    match = drawn("VII", OUTPOST)
    do(match, "activate", "move-combat", "end")
    assert may_attack(match, "1410")


@pytest.mark.rule("6.0f", "4.0d", "10.0h")
def test_a_reinforcement_moves_and_attacks_on_its_first_day_without_a_headquarters() -> None:
    match = drawn("XIX", {"SR 1 1 Pz": "due", "147 55": "5308"}, turn=1)
    assert activated(match) == []
    do(match, "move-combat", "enter de-1-1-pz", "step 5408", "stop", "end")
    do(match, "attack 5308", "with de-1-1-pz", "attack")
    assert piece(match, "de-1-1-pz")["fought"]


@pytest.mark.rule("6.0e")
def test_a_reinforcement_that_came_on_has_had_its_activation_and_one_held_back_has_not() -> None:
    match = drawn("XIX", {"SR 1 1 Pz": "due", "GD": "due", "HQ 55": "2111"}, turn=1, more='cup = ["X"]')
    do(match, "activate", "move-combat", "enter de-1-1-pz", "step 5408", "stop", "enter de-gd-gd", "stop", "end")
    assert match.view(None)["chit"] == "X"
    assert piece(match, "de-1-1-pz")["activated"]
    assert "activated" not in piece(match, "de-gd-gd")


@pytest.mark.rule("6.0f", "4.0d")
def test_on_the_next_day_it_needs_a_headquarters() -> None:
    match = drawn("XIX", {"SR 1 1 Pz": "5408", "11 Cur 5 DLC": "2111"}, turn=2, more='cup = ["2A-Cav"]')
    assert match.view(None)["chit"] == "2A-Cav"
    assert "activated" not in piece(match, "de-1-1-pz")


# --- 6.0e and 6.1: once a turn, and the 2nd Army Cavalry --------------------------------------------------------

ATTACHED = {"HQ 55": "2111", "HQ 3 DIC": "2112", "11 Cur 5 DLC": '{ hex = "2211", crossed = true }'}


@pytest.mark.rule("6.0e", "6.1f", "2.7a")
def test_no_unit_is_activated_twice_in_a_turn() -> None:
    match = drawn("X", ATTACHED, more='cup = ["XVIII"]')
    assert activated(match) == ["fr-hq-55", "fr-11-cur-5-dlc"]
    assert piece(match, "fr-11-cur-5-dlc")["activated"]
    do(match, "move-combat", "end")
    assert match.view(None)["chit"] == "XVIII"
    assert piece(match, "fr-11-cur-5-dlc")["activated"], "the marker stays for the turn"
    refused(match, "leave fr-11-cur-5-dlc", "6.0e")
    assert activated(match) == ["fr-hq-3-dic"]
    do(match, "move-combat")
    refused(match, "move fr-11-cur-5-dlc", "6.0e")


@pytest.mark.rule("6.0e", "3.4a")
def test_a_unit_left_out_may_still_be_activated_later_in_the_turn() -> None:
    match = drawn("X", ATTACHED, more='cup = ["XVIII"]')
    do(match, "leave fr-11-cur-5-dlc", "activate", "move-combat", "end")
    assert activated(match) == ["fr-hq-3-dic", "fr-11-cur-5-dlc"]


@pytest.mark.rule("6.0e")
def test_cavalry_that_crosses_in_its_own_activation_is_done_for_the_turn() -> None:
    match = drawn("2A-Cav", {"HQ 55": "3417", "11 Cur 5 DLC": "3414"}, more='cup = ["X"]')
    do(match, "activate", "move-combat", "move fr-11-cur-5-dlc", "step 3415", "stop", "end")
    assert piece(match, "fr-11-cur-5-dlc")["crossed"]
    assert activated(match) == ["fr-hq-55"]


@pytest.mark.rule("6.1a", "6.1b", "6.1c")
def test_the_cavalry_chit_activates_three_formations_and_the_belgian_together() -> None:
    match = meuse.new("sedan", seed=1)
    do(match, "done")
    assert match.view(None)["chit"] == "2A-Cav"
    assert set(activated(match)) == CAVALRY | {BELGIAN}
    assert {inside(match)[0].counters[inside(match)[0].by_id[u]].entry.formation for u in CAVALRY} == {
        "5 DLC", "2 DLC", "1 BC",
    }


@pytest.mark.rule("6.1a", "10.0g", "2.4h")
def test_cavalry_moves_and_attacks_without_any_headquarters() -> None:
    match = drawn("2A-Cav", {"11 Cur 5 DLC": "4108", "118 36": "4308"})
    do(match, "activate", "move-combat", "move fr-11-cur-5-dlc", "step 4208", "stop", "end")
    do(match, "attack 4308", "with fr-11-cur-5-dlc", "attack")
    assert piece(match, "fr-11-cur-5-dlc")["fought"]


@pytest.mark.rule("6.1c")
@pytest.mark.parametrize("chit", CORPS_HQS)
def test_no_other_chit_activates_the_belgian(chit: str) -> None:
    match = drawn(chit, {CORPS_HQS[chit]: "5208", "5/2/1 1 CA": "5208"}, turn=6)
    refused(match, f"leave {BELGIAN}", "6.1c")
    assert BELGIAN not in activated(match)


@pytest.mark.rule("6.1d")
@pytest.mark.parametrize(
    ("unit", "start", "to", "crosses"),
    [
        ("11 Cur 5 DLC", "3414", "3415", True),
        ("15 5 DLC", "3414", "3415", True),
        ("11 Cur 5 DLC", "3718", "3618", False),
        ("11 Cur 5 DLC", "4117", "4018", True),
        ("11 Cur 5 DLC", "4017", "4018", True),
        ("11 Cur 5 DLC", "3414", "3514", False),
        ("11 Cur 5 DLC", "3415", "3414", False),
        ("11 Cur 5 DLC", "3415", "3315", False),
        ("5/2/1 1 CA", "3414", "3415", False),
    ],
    ids=[
        "over the Meuse", "motorized over the Meuse", "from between the rivers over the Meuse", "wading the Chiers",
        "over the Chiers bridge", "along the Meuse", "eastward", "behind the Meuse", "the Belgian",
    ],
)
def test_cavalry_that_steps_west_over_the_meuse_or_chiers_leaves_the_cavalry_chit(
    unit: str, start: str, to: str, crosses: bool
) -> None:
    match = drawn("2A-Cav", {unit: start})
    (id,) = activated(match)
    do(match, "move-combat", f"move {id}", f"step {to}")
    assert piece(match, id).get("crossed", False) is crosses


@pytest.mark.rule("6.1d")
def test_crossed_cavalry_is_not_activated_by_its_own_chit_and_stays_so_when_it_goes_back() -> None:
    """11 Cur has been over the river and is back on the east bank; 12 Ch has never left the west bank."""
    match = drawn("X", {"HQ 55": "3417", "11 Cur 5 DLC": '{ hex = "3415", crossed = true }'})
    do(match, "activate", "move-combat", "move fr-11-cur-5-dlc", "step 3414")
    assert piece(match, "fr-11-cur-5-dlc")["crossed"]
    match = drawn("2A-Cav", {"11 Cur 5 DLC": '{ hex = "3414", crossed = true }', "12 Ch 5 DLC": "3415"})
    refused(match, "leave fr-11-cur-5-dlc", "6.1d")
    assert activated(match) == ["fr-12-ch-5-dlc"]


def roll_a_retreat(match: Match) -> None:
    """Script the dice of the attack being prepared: the defender retreats, and nobody loses a step."""
    game, _ = inside(match)
    seen = preview(match)
    column = game.crt.columns.index(seen["column"])
    results = {total: game.crt.result(column, total + seen["bonus"]) for total in range(2, 13)}
    total = next(t for t, r in results.items() if r.retreat and not r.attacker and not r.defender)
    match.scripted = [total // 2, total - total // 2]


NO_AIR = "air.german = {}\nair.french = {}"


@pytest.mark.rule("6.1d")
def test_cavalry_driven_back_over_the_meuse_leaves_the_cavalry_chit() -> None:
    units = {"I/1 1 Pz": "3514", "II/1 1 Pz": "3513", "HQ 1 Pz": "3512", "11 Cur 5 DLC": "3414"}
    match = drawn("XIX", units, more=NO_AIR)
    do(match, "activate", "combat-move", "attack 3414", "all")
    roll_a_retreat(match)
    do(match, "attack", "guns 0")
    assert "crossed" not in piece(match, "fr-11-cur-5-dlc")
    do(match, "step 3415")
    assert piece(match, "fr-11-cur-5-dlc")["crossed"]


@pytest.mark.rule("6.1d")
def test_cavalry_that_advances_over_the_meuse_leaves_the_cavalry_chit() -> None:
    match = drawn("2A-Cav", {"11 Cur 5 DLC": "3414", "5 5 DLC": "3414", "37 1 Pz": "3415"}, more=NO_AIR)
    do(match, "activate", "combat-move", "attack 3415", "all")
    roll_a_retreat(match)
    do(match, "attack")
    while match.actors == ("german",):
        do(match, legal(match)[0])
    do(match, "advance fr-11-cur-5-dlc")
    assert piece(match, "fr-11-cur-5-dlc")["crossed"]
    assert "crossed" not in piece(match, "fr-5-5-dlc")


@pytest.mark.rule("6.1e", "6.1f")
@pytest.mark.parametrize("chit", CORPS_HQS)
def test_any_french_headquarters_in_range_may_activate_crossed_cavalry(chit: str) -> None:
    near, far = '{ hex = "2911", crossed = true }', '{ hex = "3013", crossed = true }'
    units = {CORPS_HQS[chit]: "2911", "11 Cur 5 DLC": near, "12 Ch 5 DLC": "2911", "5 5 DLC": far}
    match = drawn(chit, units, turn=6)
    assert activated(match)[1:] == ["fr-11-cur-5-dlc", "fr-5-5-dlc"]
    assert piece(match, "fr-11-cur-5-dlc")["activated"]


@pytest.mark.rule("6.1e")
@pytest.mark.parametrize(("hex", "acts"), [("2817", True), ("2717", False)])
def test_crossed_cavalry_must_be_within_range_of_that_headquarters(hex: str, acts: bool) -> None:
    match = drawn("X", {"HQ 55": "3417", "11 Cur 5 DLC": f'{{ hex = "{hex}", crossed = true }}'})
    assert ("fr-11-cur-5-dlc" in activated(match)) is acts


@pytest.mark.rule("6.1e", "10.0f")
@pytest.mark.parametrize(("to", "able"), [("1411", False), ("1512", True)])
def test_attached_cavalry_attacks_only_within_range_of_the_headquarters_that_leads_it(to: str, able: bool) -> None:
    units = {"HQ 3 DIC": "2411", "11 Cur 5 DLC": '{ hex = "1511", crossed = true }', "118 36": "1412"}
    match = drawn("XVIII", units)
    do(match, "activate", "move-combat", "move fr-11-cur-5-dlc", f"step {to}", "stop")
    events = do(match, "end")
    assert bool(happened(events, "chit done")) is not able
    assert not able or may_attack(match, "1412")


# --- 6.2: the Spahis --------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2a")
def test_the_xli_chit_activates_both_spahi_regiments_wherever_they_are_without_a_headquarters() -> None:
    match = drawn("XLI", {"2 Mrc 3 BS": "4508", "2 Alg 3 BS": "3209", "42 Col 102": "3209", "118 36": "4708"})
    assert activated(match) == ["fr-2-mrc-3-bs", "fr-2-alg-3-bs"]
    do(match, "move-combat", "move fr-2-mrc-3-bs", "step 4608", "stop", "end")
    do(match, "attack 4708", "with fr-2-mrc-3-bs", "attack")
    assert piece(match, "fr-2-mrc-3-bs")["fought"]


@pytest.mark.rule("6.2b")
def test_crossing_a_river_never_puts_the_spahis_under_another_headquarters() -> None:
    match = drawn("XLI", {"2 Mrc 3 BS": "3414", "HQ 55": "3416"}, more='cup = ["X"]')
    do(match, "leave fr-2-mrc-3-bs", "activate", "move-combat", "end")
    assert activated(match) == ["fr-hq-55"], "on the east bank"
    match = drawn("XLI", {"2 Mrc 3 BS": "3414", "HQ 55": "3416"})
    do(match, "activate", "move-combat", "move fr-2-mrc-3-bs", "step 3415")
    assert "crossed" not in piece(match, "fr-2-mrc-3-bs")
    match = drawn("X", {"2 Mrc 3 BS": "3415", "HQ 55": "3416"})
    refused(match, "leave fr-2-mrc-3-bs", "6.2b")
    assert activated(match) == ["fr-hq-55"], "on the west bank, next to the headquarters"
    assert activated(drawn("XLI", {"2 Mrc 3 BS": "3415"})) == ["fr-2-mrc-3-bs"]


@pytest.mark.rule("6.0b", "6.0d")
def test_a_unit_left_out_at_the_very_end_of_the_range_was_left_out_and_not_too_far() -> None:
    match = drawn("X", {"HQ 55": "2111", "147 55": "1511"})
    do(match, "leave fr-147-55-di", "activate", "move-combat")
    refused(match, "move fr-147-55-di", "6.0a", "was not activated when the chit was drawn")


@pytest.mark.rule("6.0b")
def test_the_first_hex_of_the_map_is_in_range_of_nobody_far_away() -> None:
    assert activated(drawn("X", {"HQ 55": "2620", "147 55": "1401"})) == ["fr-hq-55"]


@pytest.mark.rule("6.0b")
def test_a_headquarters_that_has_reached_nobody_from_its_entry_hex_is_not_bound_to_enter() -> None:
    match = drawn("XIX", {"HQ 1 Pz": "2620", "4 1 Pz": "2620", "HQ 2 Pz": "due"}, turn=2)
    do(match, "activate", "move-combat")
    assert match.view(None)["bound"] == []
    assert "end" in legal(match)


@pytest.mark.rule("6.0b")
def test_while_a_headquarters_must_enter_only_the_end_is_refused_for_that() -> None:
    match = drawn("XIX", VANGUARD, turn=2)
    do(match, "activate", "move-combat")
    refused(match, "end", "6.0b", "must enter first")
    refused(match, "roll", "9.0a")


@pytest.mark.rule("10.0f", "6.0b")
@pytest.mark.parametrize(("chit", "units"), [
    ("XIX", VANGUARD | {"147 55": "4408"}),
    ("VII", {"HQ 36": "due", "118 36": "5121", "147 55": "5021"}),  # towards the last corner of the map
])
def test_whom_a_headquarters_reached_from_its_entry_hex_does_not_attack_before_it_has_come_on(
    chit: str, units: dict[str, str]
) -> None:
    match = drawn(chit, units, turn=2)
    (told,) = [event for event in do(match, "activate", "combat-move") if event.what == "no combat"]
    assert told.rule == "10.0f"
