"""10.0 Combat and 10.1 the combat procedure."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, explain, happened, inside, legal, piece, preview, refused, table

FLAGS = ("reduced", "road", "crossed", "moved", "fought")

I1, II1, I2, II2 = "de-i-1-1-pz", "de-ii-1-1-pz", "de-i-2-1-pz", "de-ii-2-1-pz"
SR1, AUF4, PIO37, KRD1, HQ1 = "de-1-1-pz", "de-4-1-pz", "de-37-1-pz", "de-1-krd-1-pz", "de-hq-1-pz"
R331, ALG14, R295 = "fr-331-55-di", "fr-14-alg-3-dina", "fr-295-55-di"


def standing(places: dict[str, str]) -> str:
    """The units of a situation file, from hexes with the names that stand there, such as "reduced I/1 1 Pz, GD"."""
    lines = []
    for hex, names in places.items():
        for name in names.split(", "):
            words = name.split(" ")
            flags = [words.pop(0) for _ in range(len(words)) if words[0] in FLAGS]
            state = "".join(f", {flag} = true" for flag in flags)
            lines.append(f'"{" ".join(words)}" = {{ hex = "{hex}"{state} }}')
    return "\n".join(lines)


def scene(
    places: dict[str, str],
    *dice: int,
    chit: str = "XIX",
    mode: str = "combat",
    turn: int = 3,
    german: tuple[int, int] = (0, 0),
    french: tuple[int, int] = (0, 0),
    more: str = "",
) -> Match:
    """An activation in that mode with these pieces; air units as (Fighters, Bombers)."""
    air = "\n".join(
        f"{side} = {{ fighters = {fighters}, bombers = {bombers} }}"
        for side, (fighters, bombers) in (("german", german), ("french", french))
    )
    return table(
        f'turn = {turn}\nactivation = "{chit}"\nmode = "{mode}"\ndice = {list(dice)}\n{more}\n'
        f"[air]\n{air}\n[units]\n{standing(places)}\n"
    )


def declare(match: Match, hex: str, *units: str, how: str = "attack") -> list[meuse.Event]:
    """An attack is declared with the units named, or with everybody who can."""
    do(match, f"attack {hex}")
    names = units or [action.removeprefix("with ") for action in legal(match) if action.startswith("with ")]
    return do(match, *(f"with {unit}" for unit in names), how)


def assault(match: Match, hex: str, *units: str, guns: int = 0, how: str = "attack") -> list[meuse.Event]:
    """An attack up to its dice and what follows from them by itself; nobody adds air units."""
    events = declare(match, hex, *units, how=how)
    while "pass" in legal(match):
        events += do(match, "pass")
    return events + (do(match, f"guns {guns}") if "guns 0" in legal(match) else [])


def odds(match: Match, hex: str, *units: str) -> dict[str, Any]:
    """The preview of an attack that is declared, and stays so."""
    declare(match, hex, *units)
    return preview(match)


def dice_for(places: dict[str, str], hex: str, units: tuple[str, ...], result: str) -> tuple[int, int]:
    """Dice that bring this result in this attack, whatever shifts the charts give."""
    match = scene(places)
    seen, crt = odds(match, hex, *units), inside(match)[0].crt
    for first, second in product(range(1, 7), repeat=2):
        if crt.result(crt.columns.index(seen["column"]), first + second + seen["bonus"]).text == result:
            return first, second
    raise AssertionError(f"no dice bring {result}")


# 10.0 who may attack whom


@pytest.mark.rule("10.0a", "10.0f", "5.2f")
@pytest.mark.parametrize(
    ("chit", "units", "march", "rule"),
    [
        ("XIX", '"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2720"\n"331 55" = "2520"', [], "10.0a"),
        ("XIX", '"HQ 1 Pz" = "3620"\n"I/1 1 Pz" = "2720"\n"331 55" = "2520"', ["step 2620"], "10.0f"),
        ("2A-Cav", '"5/2/1 1 CA" = { hex = "2720", unsupplied = 2 }\n"4 1 Pz" = "2620"', [], "5.2f"),
    ],
    ids=["no enemy beside them", "beyond range", "no strength"],
)
def test_a_combat_mode_in_which_nobody_can_attack_is_skipped_with_the_reason(
    chit: str, units: str, march: list[str], rule: str
) -> None:
    match = corps(units, chit=chit)
    if march:
        do(match, f"move {I1}", *march, "stop")
    told = [e for e in do(match, "end") if e.what == "no combat"]
    assert [e.rule for e in told] == [rule]
    assert match.game.describe(told[0]) == f"No attack: {told[0].data['reason']}"


@pytest.mark.rule("10.0c")
def test_a_combat_mode_that_is_ended_or_fought_out_is_not_called_skipped() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"})
    assert not happened(do(match, "end"), "no combat")
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, 1, 1)
    assert not happened(assault(match, "2620", I1), "no combat")


@pytest.mark.rule("10.0a")
def test_only_enemies_next_to_an_activated_unit_can_be_attacked() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55", "2520": "295 55", "2920": "118 36",
                   "3020": "12 Zv 3 DINA"})
    assert legal(match) == ["attack 2620", "end"]
    refused(match, "attack 2520", "10.0a")
    refused(match, "attack 3020", "10.0a")  # only an infantry regiment of another corps stands there
    refused(match, "attack 2721", "10.0a")


@pytest.mark.rule("10.0a")
@pytest.mark.parametrize(("already_there", "attackable"), [("", False), ("52 Col 102", True)])
def test_enemies_that_retreat_into_contact_are_safe_unless_their_hex_held_enemies_before(
    already_there: str, attackable: bool
) -> None:
    places = {"3510": "HQ 1 Pz", "3511": "I/1 1 Pz, II/1 1 Pz", "3411": "12 Ch 5 DLC", "3308": "SR 1 1 Pz",
              "3208": "331 55"}
    if already_there:
        places["3309"] = already_there
    match = scene(places, *dice_for(places, "3411", (I1, II1), "-/R2"))
    assault(match, "3411", I1, II1)
    do(match, "step 3310", "step 3309", "done")
    assert piece(match, "fr-12-ch-5-dlc")["hex"] == "3309"
    if attackable:
        assert "attack 3309" in legal(match)
    else:
        refused(match, "attack 3309", "10.0a")
    assert "attack 3208" in legal(match)


@pytest.mark.rule("10.0b", "10.0d")
def test_a_unit_attacks_once_but_its_stack_mate_may_attack_the_same_hex_afterwards() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "14 Alg 3 DINA"}, 3, 4)
    attack = happened(assault(match, "2620", I1), "attack")[0]
    assert (attack["units"], attack["attack"]) == ([I1], 5)
    assert not piece(match, II1).get("fought")
    do(match, "attack 2620")
    assert legal(match) == [f"with {II1}"]
    refused(match, f"with {I1}", "10.0b")


@pytest.mark.rule("10.0b")
def test_a_hex_whose_neighbours_have_all_attacked_is_left_alone() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "14 Alg 3 DINA", "2823": "II/1 1 Pz",
                   "2723": "331 55"}, 3, 4)
    assault(match, "2620", I1)
    assert legal(match) == ["attack 2723", "end"]
    refused(match, "attack 2620", "10.0b")


@pytest.mark.rule("10.0c")
def test_nobody_has_to_attack() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "295 55"})
    events = do(match, "end")
    assert not happened(events, "attack")
    assert happened(events, "chit done")


TWO_FIGHTS = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "14 Alg 3 DINA", "2823": "II/1 1 Pz",
              "2723": "15 Alg 3 DINA"}


@pytest.mark.rule("10.0e")
@pytest.mark.parametrize("order", [("2620", "2723"), ("2723", "2620")])
def test_attacks_are_chosen_one_after_another_when_the_last_result_is_known(order: tuple[str, str]) -> None:
    match = scene(TWO_FIGHTS, 3, 4, 3, 4)
    first = assault(match, order[0])
    assert [e["result"] for e in happened(first, "combat")] == ["1/1"]
    assert legal(match) == [f"attack {order[1]}", "end"]
    assert [e["hex"] for e in happened(assault(match, order[1]), "combat")] == [order[1]]


def out_of_range(hq_follows: bool) -> Match:
    """Auf 4 has gone ten hexes from where its HQ stood; Pio 37 stands next to another enemy, near the HQ."""
    match = scene({"3820": "HQ 1 Pz", "2920": "4 1 Pz", "2720": "331 55", "3619": "37 1 Pz", "3519": "295 55"},
                  mode="move")
    do(match, f"move {AUF4}", "step 2820", "stop")
    if hq_follows:
        do(match, f"move {HQ1}", "step 3720", "stop")
    do(match, "end")
    return match


@pytest.mark.rule("10.0f")
def test_a_unit_that_has_left_the_range_of_its_headquarters_may_not_attack() -> None:
    match = out_of_range(hq_follows=False)
    refused(match, "attack 2720", "10.0f")
    assert "attack 3519" in legal(match)


@pytest.mark.rule("10.0f")
def test_range_is_counted_from_where_the_headquarters_is_now() -> None:
    assert "attack 2720" in legal(out_of_range(hq_follows=True))


@pytest.mark.rule("10.0f")
def test_a_unit_out_of_range_may_not_join_an_attack_of_others() -> None:
    match = scene({"3820": "HQ 1 Pz", "2920": "4 1 Pz, I/1 1 Pz", "2820": "331 55"}, mode="move")
    do(match, f"move {AUF4}", "step 2921", "stop", "end", "attack 2820")
    assert legal(match) == [f"with {I1}"]
    refused(match, f"with {AUF4}", "10.0f")


@pytest.mark.rule("10.0g")
@pytest.mark.parametrize(
    ("chit", "unit"), [("2A-Cav", "11 Cur 5 DLC"), ("2A-Cav", "5 5 DLC"), ("XLI", "2 Mrc 3 BS")]
)
def test_the_cavalry_and_the_spahis_attack_without_any_headquarters(chit: str, unit: str) -> None:
    match = scene({"2720": unit, "2820": "I/1 1 Pz", "2721": "337 61"}, 3, 4, chit=chit)
    do(match, "attack 2820")
    assert len(legal(match)) == 1  # the infantry regiment has no headquarters and stays out
    refused(match, "with fr-337-61-di", "6.0a")
    assert happened(do(match, legal(match)[0], "attack"), "combat")


@pytest.mark.rule("10.0g")
@pytest.mark.parametrize(("to", "target", "allowed"), [("2819", "2818", True), ("2620", "2520", False)])
def test_cavalry_led_by_a_corps_headquarters_must_stay_in_its_range(to: str, target: str, allowed: bool) -> None:
    match = scene({"3319": "HQ 55", "2719": "crossed 11 Cur 5 DLC", "3420": "147 55", "3520": "GD",
                   "2818": "I/1 1 Pz", "2520": "II/1 1 Pz"}, chit="X", mode="move")
    do(match, "move fr-11-cur-5-dlc", f"step {to}", "stop", "end")
    if allowed:
        assert f"attack {target}" in legal(match)
    else:
        refused(match, f"attack {target}", "10.0f")


@pytest.mark.rule("10.0h")
def test_a_reinforcement_attacks_in_its_entry_turn_without_any_headquarters() -> None:
    match = scene({"5208": "5/2/1 1 CA"}, 3, 4, mode="move", turn=1, more='reinforcements = "all"')
    assert not [u for u in match.view(None)["units"].values() if u["hex"] and "range" in u]
    do(match, f"enter {SR1}", "step 5408", "step 5308", "stop", "end")
    events = declare(match, "5208", SR1)
    assert happened(events, "combat")[0]["units"] == [SR1]


@pytest.mark.rule("10.0i", "10.1c")
def test_all_attackers_of_a_hex_add_their_attack_strengths() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, reduced II/1 1 Pz", "2719": "SR 1 1 Pz",
                   "2620": "14 Alg 3 DINA"})
    seen = odds(match, "2620", I1, II1, SR1)
    assert (seen["attack"], seen["defense"]) == (5 + 3 + 6, 5)


@pytest.mark.rule("10.0j", "10.1c")
def test_all_defenders_add_their_defense_strengths() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "SR 1 1 Pz", "2620": "reduced 14 Alg 3 DINA, 11 Cur 5 DLC"})
    seen = odds(match, "2620", SR1)
    assert (seen["attack"], seen["defense"]) == (6, 3 + 2)


# 10.1 the procedure


NINE_STEPS = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "295 55", "2823": "SR 1 1 Pz", "2723": "331 55"}


@pytest.mark.rule("10.1a")
def test_an_attack_runs_through_its_steps_in_order_before_the_next_begins() -> None:
    match = scene(NINE_STEPS, 6, 1, 4, 4, german=(1, 0), french=(1, 0))
    rules, events = [], []
    for action in ("attack 2620", f"with {I1}", f"with {II1}", "attack", "fighter", "fighter", "guns 1"):
        events += do(match, action)
        rules.append(match.view(None)["rule"])
        assert "attack 2723" not in legal(match)
    assert rules == ["10.1b", "10.1b", "10.1b", "10.1j", "10.1j", "10.1m", "10.3d"]
    while not legal(match)[0].startswith("advance"):
        events += do(match, legal(match)[0])
    events += do(match, f"advance {I1}", "stay", "done")
    kinds = list(dict.fromkeys(event.what for event in events))
    assert kinds == ["attack", "air support", "dogfight", "air lost", "combat", "reduced", "retreat", "advance"]
    assert legal(match) == ["attack 2723", "end"]


@pytest.mark.rule("10.1b")
def test_the_attacker_names_the_hex_and_the_adjacent_units_that_take_part() -> None:
    match = scene({"2720": "HQ 1 Pz, I/1 1 Pz", "2719": "II/1 1 Pz", "2819": "I/2 1 Pz", "2619": "118 36",
                   "2620": "331 55"})
    do(match, "attack 2620")
    assert legal(match) == ["all", f"with {I1}", f"with {II1}"]
    refused(match, "attack", "10.1b")
    refused(match, f"with {I2}", "10.0a")
    refused(match, f"with {HQ1}", "2.4d")
    refused(match, "with de-118-36-id", "6.0a")
    assert happened(do(match, f"with {II1}", "attack"), "attack")[0]["units"] == [II1]


@pytest.mark.rule("10.1d")
@pytest.mark.parametrize(
    ("attackers", "defender", "ratio"),
    [
        ("SR 1 1 Pz, I/1 1 Pz", "331 55", "2:1"),  # 11 v 4
        ("I/1 1 Pz, Krd 1 1 Pz", "331 55", "1:1"),  # 7 v 4
        ("SR 1 1 Pz, GD", "331 55", "3:1"),  # 12 v 4
        ("SR 1 1 Pz, I/1 1 Pz, II/1 1 Pz", "331 55", "4:1"),  # 16 v 4
        ("I/1 1 Pz", "14 Alg 3 DINA", "1:1"),  # 5 v 5
        ("4 1 Pz", "331 55", "1:2"),  # 3 v 4
        ("Krd 1 1 Pz", "331 55", "1:2"),  # 2 v 4
        ("Krd 1 1 Pz", "14 Alg 3 DINA", "1:3"),  # 2 v 5
    ],
)
def test_the_ratio_is_rounded_in_favour_of_the_defender(attackers: str, defender: str, ratio: str) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": attackers, "2620": defender})
    seen = odds(match, "2620")
    assert (seen["ratio"], seen["column"], seen["bonus"]) == (ratio, ratio, 0)


@pytest.mark.rule("10.1e")
@pytest.mark.parametrize(
    ("attackers", "ratio", "bonus"),
    [
        ("I/1 1 Pz, II/1 1 Pz, 4 1 Pz", "4:1", 0),  # 13 v 3
        ("I/1 1 Pz, II/1 1 Pz, I/2 1 Pz", "5:1", 1),  # 15 v 3
        ("I/1 1 Pz, II/1 1 Pz, I/2 1 Pz, II/2 1 Pz", "6:1", 2),  # 20 v 3
        ("I/1 1 Pz, II/1 1 Pz, I/2 1 Pz, SR 1 1 Pz", "7:1", 3),  # 21 v 3
    ],
)
def test_each_whole_ratio_beyond_four_to_one_adds_one_to_the_roll(attackers: str, ratio: str, bonus: int) -> None:
    seen = odds(scene({"2820": "HQ 1 Pz", "2720": attackers, "2620": "295 55"}), "2620")
    assert (seen["ratio"], seen["column"], seen["bonus"]) == (ratio, "4:1", bonus)


@pytest.mark.rule("10.1e")
def test_terrain_shifts_start_from_four_to_one_and_leave_the_bonus_alone() -> None:
    match = scene({"5008": "HQ 1 Pz", "5108": "I/1 1 Pz, II/1 1 Pz, I/2 1 Pz, II/2 1 Pz", "5209": "295 55"})
    seen = odds(match, "5209")
    columns = inside(match)[0].crt.columns
    assert seen["shift"] > 0
    assert (seen["ratio"], seen["column"], seen["bonus"]) == ("6:1", columns[columns.index("4:1") - seen["shift"]], 2)


@pytest.mark.rule("10.1f")
@pytest.mark.parametrize(
    ("attackers", "defenders", "ratio"),
    [
        ("Krd 1 1 Pz", "331 55", "1:2"),  # two columns to the left of 1:2
        ("Krd 1 1 Pz", "14 Alg 3 DINA, 331 55", "1:5"),
        ("I/1 1 Pz", "331 55", "1:1"),
    ],
)
def test_no_attack_is_worse_than_one_to_three(attackers: str, defenders: str, ratio: str) -> None:
    seen = odds(scene({"3313": "HQ 1 Pz", "3413": attackers, "3414": defenders}), "3414")
    assert seen["shift"] >= 2
    assert (seen["ratio"], seen["column"]) == (ratio, "1:3")


@pytest.mark.rule("10.1g")
@pytest.mark.parametrize(("shift", "column"), [(0, "4:1"), (1, "3:1"), (2, "2:1"), (3, "1:1")])
def test_the_column_moves_left_by_as_many_as_the_terrain_chart_says(shift: int, column: str) -> None:
    chart = {"charts": {"terrain": {"clear": {"shift": shift}}}}
    plain = scene({"2820": "HQ 1 Pz", "2720": "SR 1 1 Pz, I/1 1 Pz, II/1 1 Pz", "2620": "331 55"}).origin
    match = Match(meuse.make_game("sedan", overlay=chart), situation=plain, seed=1)
    assert odds(match, "2620")["column"] == column
    assert explain(match, "odds").total == column


@pytest.mark.rule("10.1g")
@pytest.mark.parametrize(
    ("terrain", "attackers", "target"),
    [
        ("clear", "2720", "2620"), ("light woods", "2919", "3019"), ("heavy woods", "3512", "3511"),
        ("town", "5108", "5209"), ("city", "3413", "3414"), ("maginot", "4319", "4220"),
    ],
)
def test_it_is_the_terrain_of_the_defender_that_counts(terrain: str, attackers: str, target: str) -> None:
    match = scene({attackers: "HQ 1 Pz, SR 1 1 Pz, I/1 1 Pz, II/1 1 Pz", target: "331 55"})
    game, _ = inside(match)
    assert game.board.terrain[game.grid.bit[target]] == terrain
    shift = game.charts.terrain[terrain].shift
    seen = odds(match, target)
    assert (seen["shift"], seen["column"]) == (shift, game.crt.columns[game.crt.columns.index("4:1") - shift])


@pytest.mark.rule("10.1g", by="data")
def test_the_charts_know_shifts_of_one_two_and_three() -> None:
    charts = inside(scene({}))[0].charts.terrain
    assert charts["clear"].shift == 0
    assert {effect.shift for effect in charts.values()} - {0} <= {1, 2, 3}
    assert charts["maginot"].shift == 3


@pytest.mark.rule("10.1g")
def test_the_maginot_line_faces_one_way() -> None:
    match = scene({"4419": "HQ 3 DIC", "4319": "1 Col 3 DIC, 21 Col 3 DIC", "4220": "Krd 1 1 Pz"}, chit="XVIII")
    assert odds(match, "4220")["column"] == "2:1"  # 8 v 3


FOUR_TO_ONE = "SR 1 1 Pz, I/1 1 Pz, II/1 1 Pz"
"""16 against a regiment of 4."""

MEUSE = [
    # From the far bank, and from the near bank at the same time, at Sedan; 3514 and 3414 face 3515 over the Meuse.
    ({"3514": FOUR_TO_ONE}, "2:1"),
    ({"3514": f"{FOUR_TO_ONE}, 37 1 Pz"}, "3:1"),
    ({"3514": "I/1 1 Pz, II/1 1 Pz", "3415": "SR 1 1 Pz"}, "2:1"),
    ({"3514": FOUR_TO_ONE, "3415": "37 1 Pz"}, "2:1"),
    ({"3415": FOUR_TO_ONE}, "4:1"),
]


@pytest.mark.rule("10.1h", "10.1i")
@pytest.mark.parametrize(("attackers", "column"), MEUSE)
def test_the_meuse_costs_two_columns_or_one_with_pioneers_who_cross_it_themselves(
    attackers: dict[str, str], column: str
) -> None:
    seen = odds(scene({"3413": "HQ 1 Pz", "3515": "331 55", **attackers}), "3515")
    assert (seen["ratio"], seen["column"]) == ("4:1", column)


@pytest.mark.rule("10.1i")
def test_pioneers_who_stand_by_do_not_help() -> None:
    match = scene({"3413": "HQ 1 Pz", "3514": f"{FOUR_TO_ONE}, 37 1 Pz", "3515": "331 55"})
    assert odds(match, "3515", SR1, I1, II1)["column"] == "2:1"


@pytest.mark.rule("10.1h")
@pytest.mark.parametrize(("blown", "column"), [("", "3:1"), ('blown = ["3414-3415"]', "2:1")])
def test_a_bridge_over_the_meuse_leaves_one_column(blown: str, column: str) -> None:
    match = scene({"3413": "HQ 1 Pz", "3414": FOUR_TO_ONE, "3415": "331 55"}, more=blown)
    assert odds(match, "3415")["column"] == column


@pytest.mark.rule("10.1h", "10.1i")
@pytest.mark.parametrize("attackers", [FOUR_TO_ONE, f"{FOUR_TO_ONE}, 37 1 Pz"])
def test_shifts_do_not_add_up_and_the_city_outweighs_the_pioneers(attackers: str) -> None:
    seen = odds(scene({"3111": "HQ 1 Pz", "3012": attackers, "2912": "331 55"}), "2912")
    assert (seen["ratio"], seen["shift"], seen["column"]) == ("4:1", 2, "2:1")


@pytest.mark.rule("10.1i")
def test_pioneers_on_the_meuse_are_no_help_to_those_who_wade_a_stream() -> None:
    """37 attacks 3315 over the Meuse, SR 1 over the Bar, which counts for more with these charts."""
    deep = {"charts": {"rivers": {"minor": {"shift": 2}}}}
    plain = scene({"3313": "HQ 1 Pz", "3314": "37 1 Pz", "3216": "SR 1 1 Pz", "3315": "331 55"}).origin
    match = Match(meuse.make_game("sedan", overlay=deep), situation=plain, seed=1)
    assert (odds(match, "3315")["shift"], preview(match)["shift_from"]) == (2, "minor river")


@pytest.mark.rule("10.1g", "10.1h")
def test_three_columns_of_terrain_and_two_of_river_are_three() -> None:
    forts = {"charts": {"terrain": {"clear": {"shift": 3}}}}
    plain = scene({"3413": "HQ 1 Pz", "3514": FOUR_TO_ONE, "3515": "331 55"}).origin
    match = Match(meuse.make_game("sedan", overlay=forts), situation=plain, seed=1)
    seen = odds(match, "3515")
    assert (seen["shift"], seen["column"]) == (3, "1:1")


@pytest.mark.rule("10.1j")
def test_attacker_and_defender_add_air_units_in_turn_until_both_pass() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, german=(1, 2), french=(0, 2))
    declare(match, "2620")
    asked = []
    for action in ("pass", "bomber", "bomber", "pass", "bomber", "pass", "pass"):
        asked.append(match.actors[0])
        do(match, action)
    assert asked == ["german", "french", "german", "french", "german", "french", "german"]
    assert legal(match) == ["guns 0", "guns 1"]
    air = match.view(None)["air"]
    assert (air["german"]["committed_bombers"], air["french"]["committed_bombers"]) == (2, 1)


@pytest.mark.rule("10.1j")
def test_one_air_unit_is_added_at_a_time() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, german=(1, 2), french=(1, 1))
    declare(match, "2620")
    assert match.actors == ("german",)
    assert legal(match) == ["bomber", "fighter", "pass"]
    do(match, "fighter")
    assert match.actors == ("french",)
    do(match, "pass")
    assert match.actors == ("german",)
    assert legal(match) == ["bomber", "pass"]
    refused(match, "fighter", "11.0a")


@pytest.mark.rule("10.1j", "10.1o", "10.1p")
def test_when_the_french_attack_they_add_first_and_their_air_units_count_for_them() -> None:
    match = scene({"2520": "HQ 55", "2620": "331 55", "2720": "I/1 1 Pz"}, 1, 1, chit="X", german=(0, 1), french=(0, 2))
    declare(match, "2720")
    assert match.actors == ("french",)
    events = do(match, "bomber", "bomber", "bomber", "guns 0")
    assert happened(events, "combat")[0]["modifiers"] == [
        ["attacking Bombers", 4, "10.1o"], ["defending Bombers", -2, "10.1p"],
    ]


def with_air(german: str, french: str, *dice: int) -> list[meuse.Event]:
    """An attack of 5 on 4 with these air units, one letter each, added in turn, and no artillery."""
    flights = {"german": list(german), "french": list(french)}
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, *dice,
                  german=(german.count("F"), german.count("B")), french=(french.count("F"), french.count("B")))
    events = declare(match, "2620")
    while match.view(None)["rule"] == "10.1j":
        waiting = flights[match.actors[0]]
        events += do(match, {"F": "fighter", "B": "bomber"}[waiting.pop(0)] if waiting else "pass")
    while "guns 0" not in legal(match):
        events += do(match, legal(match)[0])  # losses of a dogfight
    return events + do(match, "guns 0")


@pytest.mark.rule("10.1k")
@pytest.mark.parametrize(
    ("german", "french", "fought"),
    [
        ("F", "", ""), ("B", "", ""), ("", "F", ""), ("FB", "", ""), ("B", "B", ""), ("BB", "BB", ""),
        ("F", "B", "bombers caught"), ("B", "F", "bombers caught"), ("F", "F", "dogfight"), ("FB", "FB", "dogfight"),
    ],
)
def test_a_dogfight_needs_air_units_of_both_sides_and_a_fighter(german: str, french: str, fought: str) -> None:
    events = with_air(german, french, *([3, 3] if fought == "dogfight" else []), 1, 1)
    assert [e.what for e in events if e.what in ("dogfight", "bombers caught")] == ([fought] if fought else [])


@pytest.mark.rule("10.1l")
@pytest.mark.parametrize(("guns", "net", "result"), [(0, 9, "1/1"), (1, 10, "-/R2")])
def test_two_dice_and_all_modifiers_are_read_once_in_the_adjusted_column(guns: int, net: int, result: str) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, 4, 5)
    combat = happened(assault(match, "2620", guns=guns), "combat")[0]
    assert combat["dice"] == [4, 5]
    assert sum(combat["dice"]) + combat["bonus"] == net
    assert (combat["column"], combat["result"]) == ("1:1", result)


@pytest.mark.rule("10.1l")
def test_every_commitment_is_made_before_the_dice() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, 4, 5, german=(0, 1))
    declare(match, "2620")
    do(match, "bomber")
    assert match.scripted == [4, 5]
    assert legal(match) == ["guns 0", "guns 1"]
    events = do(match, "guns 1")
    assert happened(events, "combat")[0]["bonus"] == 3
    assert match.scripted == []


@pytest.mark.rule("10.1l", "10.1r")
def test_the_preview_gives_the_exact_chance_of_every_result() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"})
    chances = odds(match, "2620")["results"]
    assert {text: round(36 * chance) for text, chance in chances.items()} == {
        "2/-": 3, "1/-": 12, "1/1": 15, "-/R2": 3, "-/R3": 2, "-/1R2": 1,
    }


@pytest.mark.rule("10.1l", "10.1o")
def test_a_bomber_moves_every_chance_two_up_the_table() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, german=(0, 1))
    do(match, "attack 2620")
    assert match.view(None)["preparing"]["overrun"] is False
    do(match, f"with {I1}", "attack", "bomber")
    assert {text: round(36 * chance) for text, chance in preview(match)["results"].items()} == {
        "1/-": 6, "1/1": 15, "-/R2": 5, "-/R3": 4, "-/1R2": 5, "-/1R3": 1,
    }


@pytest.mark.rule("10.0a", "2.4d")
def test_a_headquarters_beside_the_enemy_is_nobody_who_could_attack() -> None:
    match = scene({"2420": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55", "2320": "295 55"})
    refused(match, "attack 2320", "10.0a", "no activated combat unit is next to 2320")


@pytest.mark.rule("10.1m")
def test_each_artillery_marker_adds_one_and_only_the_attacker_has_any() -> None:
    match = scene({"2820": "HQ 1 Pz, HQ 2 Pz", "2720": "I/1 1 Pz", "2620": "331 55, HQ 102"}, 1, 1)
    declare(match, "2620")
    assert match.actors == ("german",)
    assert legal(match) == ["guns 0", "guns 1", "guns 2"]
    combat = happened(do(match, "guns 2"), "combat")[0]
    assert combat["modifiers"] == [["Artillery Support", 2, "10.1m"]]


@pytest.mark.rule("10.1n")
@pytest.mark.parametrize(("headquarters", "first", "then"), [("HQ 36", 1, 1), ("HQ 36", 0, 2), ("HQ 36, HQ 68", 1, 3)])
def test_a_headquarters_spends_its_numeral_once_in_an_activation(headquarters: str, first: int, then: int) -> None:
    match = scene({"2820": headquarters, "2720": "118 36", "2620": "14 Alg 3 DINA", "2823": "87 36",
                   "2723": "15 Alg 3 DINA"}, 3, 4, chit="VII")
    assault(match, "2620", guns=first)
    declare(match, "2723")
    assert legal(match)[-1] == f"guns {then}"
    refused(match, f"guns {then + 1}", "10.1n")


@pytest.mark.rule("10.1n")
def test_artillery_supports_only_units_of_its_own_colour() -> None:
    places = {"2820": "HQ 55", "2720": "crossed 11 Cur 5 DLC, 147 55", "2620": "37 1 Pz"}
    match = scene(places, 3, 4, chit="X")
    assert happened(declare(match, "2620", "fr-11-cur-5-dlc"), "combat")  # no artillery was offered
    match = scene(places, 3, 4, chit="X")
    declare(match, "2620", "fr-11-cur-5-dlc", "fr-147-55-di")
    assert legal(match) == ["guns 0", "guns 1", "guns 2"]


@pytest.mark.rule("10.1o", "10.1p")
@pytest.mark.parametrize(
    ("german", "french", "bonus"),
    [("F", "", 1), ("B", "", 2), ("FFBB", "", 6), ("", "F", -1), ("", "B", -2), ("", "FBB", -5), ("BB", "B", 2)],
)
def test_bombers_count_two_and_fighters_one_for_their_side(german: str, french: str, bonus: int) -> None:
    assert happened(with_air(german, french, 1, 1), "combat")[0]["bonus"] == bonus


@pytest.mark.rule("10.1k", "10.1m", "10.1o", "10.1p")
def test_two_guns_and_a_bomber_against_a_bomber_make_plus_two() -> None:
    match = scene({"2820": "HQ 36", "2720": "118 36", "2620": "331 55"}, 1, 1, chit="VII", german=(0, 1), french=(0, 1))
    declare(match, "2620")
    events = do(match, "bomber", "bomber", "guns 2")
    assert not happened(events, "bombers caught")
    assert happened(events, "combat")[0]["bonus"] == 2


@pytest.mark.rule("10.1o", "10.1p")
def test_air_units_shot_down_count_no_more() -> None:
    combat = happened(with_air("FB", "FB", 6, 2, 1, 1), "combat")[0]  # 6 against 2: both French units are lost
    assert combat["modifiers"] == [["attacking Bombers", 2, "10.1o"]]


@pytest.mark.rule("10.1q")
@pytest.mark.parametrize(
    ("german", "french", "dice"), [("F", "F", (5, 3)), ("F", "F", (4, 4)), ("F", "B", ()), ("B", "F", ())]
)
def test_a_fighter_that_dogfought_gives_no_cover(german: str, french: str, dice: tuple[int, ...]) -> None:
    assert happened(with_air(german, french, *dice, 1, 1), "combat")[0]["bonus"] == 0


@pytest.mark.rule("10.1r")
@pytest.mark.parametrize(
    ("dice", "result", "german", "french"),
    [
        ((1, 1), "2/-", 0, 2), ((2, 2), "1/-", 1, 2), ((3, 4), "1/1", 1, 1), ((5, 5), "-/R2", 2, 2),
        ((6, 6), "-/1R2", 2, 1),
    ],
)
def test_the_result_is_carried_out(dice: tuple[int, int], result: str, german: int, french: int) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"}, *dice)
    assert happened(assault(match, "2620"), "combat")[0]["result"] == result
    assert (piece(match, I1)["steps"], piece(match, R331)["steps"]) == (german, french)


@pytest.mark.rule("10.1s")
def test_a_headquarters_with_the_defenders_changes_nothing() -> None:
    alone = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55"})
    led = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55, HQ 55"})
    assert odds(alone, "2620") == odds(led, "2620")
    assert led.actors == ("german",)
    assert not happened(do(led, "guns 0"), "air support")


@pytest.mark.rule("10.0j", "2.4e")
@pytest.mark.parametrize(
    ("attackers", "headquarters", "ratio"), [("I/1 1 Pz", "HQ 55", "2:1"), ("GD", "HQ 55, HQ 61", "2:1")]
)
def test_headquarters_alone_defend_with_their_numerals(attackers: str, headquarters: str, ratio: str) -> None:
    seen = odds(scene({"2820": "HQ 1 Pz", "2720": attackers, "2620": headquarters}), "2620")
    assert seen["ratio"] == ratio


def test_the_defenders_are_told_in_the_order_of_counters_whoever_came_first() -> None:
    """A loaded position does not know who came first, and must tell the same."""
    told = []
    for defenders in ("331 55, 295 55", "295 55, 331 55"):
        match = scene({"3413": "HQ 1 Pz", "3514": "I/1 1 Pz, II/1 1 Pz", "3515": defenders})
        do(match, "attack 3515", f"with {I1}", f"with {II1}")
        told.append(happened(match.apply("german", "attack"), "attack")[0]["against"])
    assert told[0] == told[1]
    assert set(told[0]) == {R331, R295}


@pytest.mark.rule("10.0g", "16.10g")
def test_a_headquarters_that_has_left_the_map_commands_nobody() -> None:
    match = scene({"2127": "HQ 1 Pz", "2327": "I/1 1 Pz", "2328": "331 55"}, mode="move", turn=8,
                  more='scenario = "encirclement"')
    do(match, "move de-hq-1-pz", "exit", "end")
    assert not [action for action in legal(match) if action.startswith("attack")]


@pytest.mark.rule("2.4e", "10.0j")
@pytest.mark.parametrize(("defenders", "parts"), [
    ("331 55", [("331 55", 4)]), ("331 55, HQ 55", [("331 55", 4)]), ("HQ 55", [("HQ 55", 2)]),
    ("HQ 55, HQ 3 DINA", [("HQ 55", 2), ("HQ 3 DINA", 1)]),
])
def test_the_odds_name_whoever_defends(defenders: str, parts: list[tuple[str, int]]) -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": defenders})
    declare(match, "2620")
    told = [(part.label, part.value) for part in explain(match, "odds").parts]
    total = sum(value for _, value in parts)
    assert told[:-2] == [("I/1 1 Pz", 5), ("attack", 5), *parts, ("defense", total)]


@pytest.mark.rule("10.0a", "8.0a")
def test_the_first_hex_of_the_map_is_a_hex_like_any_other() -> None:
    """An enemy there is attacked by nobody far away, and it is in no zone of control of units far away."""
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55", "1401": "295 55"})
    assert legal(match) == ["attack 2620", "end"]
    match = scene({"1402": "HQ 55, 147 55", "2720": "I/1 1 Pz"}, chit="X", mode="move")
    do(match, "move fr-147-55-di", "step 1401")
    assert "step 1402" in legal(match)


@pytest.mark.rule("10.0a", "4.0a")
def test_a_reinforcement_that_has_not_come_on_does_not_attack() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55", "due": "I/2 1 Pz"})
    do(match, "attack 2620")
    refused(match, "with de-i-2-1-pz", "10.0a", "is not next to 2620")


@pytest.mark.rule("2.4g", "10.1m")
def test_a_headquarters_that_has_not_come_on_lends_no_guns() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55", "due": "HQ 2 Pz"})
    declare(match, "2620")
    assert legal(match) == ["guns 0", "guns 1"]


@pytest.mark.rule("10.1l")
def test_the_preview_names_no_result_that_cannot_come_up() -> None:
    """At 1:2 a 12 brings -/R2, and only a 13 would bring -/R3."""
    match = scene({"2820": "HQ 1 Pz", "2720": "reduced 4 1 Pz", "2620": "331 55"})
    results = odds(match, "2620")["results"]
    assert all(results.values())
    assert round(sum(results.values()), 9) == 1


@pytest.mark.rule("10.0f", "10.0b")
def test_a_unit_that_has_attacked_is_not_the_one_that_could_have() -> None:
    """The battalion in range has attacked; the other has strength left, but has left the range."""
    match = scene({"3820": "HQ 1 Pz", "2920": "4 1 Pz, I/1 1 Pz", "2820": "331 55", "3619": "295 55",
                   "3719": "II/1 1 Pz"}, 3, 4, mode="move")
    do(match, f"move {AUF4}", "step 2921", "stop", "end")
    assault(match, "2820", I1)
    refused(match, "attack 2820", "10.0f", "no unit next to 2820 is within range")
