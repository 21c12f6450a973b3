"""9.4 Overrun."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, happened, legal, piece, preview, refused

I1, II1, SR1 = "de-i-1-1-pz", "de-ii-1-1-pz", "de-1-1-pz"
REGIMENT = "fr-147-55-di"


def attack(unit_at: str, enemy_at: str, more: str = "") -> Match:
    """A panzer battalion about to attack a French regiment in the next hex."""
    units = f'"HQ 1 Pz" = "{unit_at}"\n"I/1 1 Pz" = "{unit_at}"\n"147 55" = "{enemy_at}"'
    match = corps(units, mode="combat", more=more)
    do(match, f"attack {enemy_at}", f"with {I1}")
    return match


def no_overrun(match: Match) -> None:
    """The attack may be made, but not as an Overrun."""
    assert "attack" in legal(match)
    assert "overrun" not in legal(match)
    refusal = match.game.why_not(match.position, match.actors[0], "overrun")
    assert refusal is not None
    assert refusal.rule.startswith("9.4")


@pytest.mark.rule("9.4a")
@pytest.mark.parametrize(
    ("chit", "unit", "allowed"),
    [
        ("XIX", "I/1 1 Pz", True),
        ("XIX", "4 1 Pz", True),
        ("XIX", "SR 1 1 Pz", False),
        ("XIX", "Krd 1 1 Pz", False),
        ("XIX", "37 1 Pz", False),
        ("VII", "118 36", False),
        ("2A-Cav", "5 5 DLC", True),
        ("2A-Cav", "15 5 DLC", False),
        ("2A-Cav", "11 Cur 5 DLC", False),
        ("X", "4 503", True),
        ("X", "147 55", False),
    ],
)
def test_only_armour_attempts_an_overrun(chit: str, unit: str, allowed: bool) -> None:
    german = chit in ("XIX", "VII")
    others = '"HQ 1 Pz" = "2829"\n"HQ 36" = "2829"\n"331 55" = "2629"' if german else '"HQ 55" = "2829"\n"GD" = "2629"'
    match = corps(f'"{unit}" = "2729"\n{others}', chit=chit, mode="combat")
    do(match, "attack 2629")
    do(match, *legal(match))
    if allowed:
        assert "overrun" in legal(match)
    else:
        no_overrun(match)


@pytest.mark.rule("9.4b")
def test_an_overrun_is_declared_with_an_ordinary_attack() -> None:
    match = attack("2729", "2629")
    assert preview(match)["ratio"] == "1:1"
    (told,) = happened(do(match, "overrun"), "attack")
    assert (told["hex"], told["units"], told["overrun"]) == ("2629", [I1], True)
    assert (told["attack"], told["defense"], told["ratio"]) == (5, 4, "1:1")


@pytest.mark.rule("9.4b")
def test_an_attack_that_was_not_declared_an_overrun_earns_no_marker() -> None:
    match = corps(BREAKTHROUGH, mode="combat", result="-/2R2")
    events = do(match, "attack 2629", f"with {I1}", "attack", "guns 0")
    assert happened(events, "overrun marker") == []
    assert "overrun" not in piece(match, I1)


FROM_BOTH_BANKS = """
"HQ 1 Pz" = "3715"
"I/1 1 Pz" = "3716"
"II/1 1 Pz" = "3817"
"147 55" = "3717"
"""


@pytest.mark.rule("9.4b", "9.4e")
def test_an_attack_from_both_banks_of_a_stream_is_an_overrun_only_for_the_tanks_on_the_right_side() -> None:
    match = corps(FROM_BOTH_BANKS, mode="combat", result="-/2R2", air=True,
                  more="air = { german = { bombers = 3 }, french = { fighters = 0 } }")
    do(match, "attack 3717", f"with {I1}")
    no_overrun(match)
    events = do(match, f"with {II1}", "overrun")
    assert [m["unit"] for m in happened(events, "overrun marker")] == [II1]
    assert happened(events, "combat")[0]["modifiers"] == []
    assert "overrun" not in piece(match, I1)


SUPPORT = """
"HQ 1 Pz" = "2829"
"HQ 2 Pz" = "2829"
"I/1 1 Pz" = "2729"
"II/1 1 Pz" = "2729"
"SR 1 1 Pz" = "2729"
"147 55" = "2629"
"37 1 Pz" = "2829"
"331 55" = "2728"
"""


def supported(german: str, french: str = "fighters = 0") -> Match:
    """Two tank battalions and a rifle regiment at four to one, with two batteries and some air behind them.

    The pioneers have an enemy of their own, so that the Combat mode goes on afterwards.
    """
    air = f"air = {{ german = {{ {german} }}, french = {{ {french} }} }}"
    match = corps(SUPPORT, mode="combat", air=True, more=air)
    do(match, "attack 2629", "all")
    return match


@pytest.mark.rule("9.4c")
def test_an_overrun_has_neither_artillery_nor_bombers_though_riflemen_join_in() -> None:
    match = supported("bombers = 3")
    (told,) = happened(do(match, "overrun"), "combat")
    assert (told["ratio"], told["modifiers"]) == ("4:1", [])
    plain = supported("bombers = 3")
    events = do(plain, "attack", "bomber", "bomber", "bomber", "guns 2")
    assert happened(events, "combat")[0]["bonus"] == 8, "which is what the Overrun gave up"


@pytest.mark.rule("9.4c")
def test_only_the_overrunning_side_is_stripped() -> None:
    match = supported("fighters = 0", "bombers = 1")
    assert match.actors == ("german",)
    do(match, "overrun")
    assert match.actors == ("french",)
    (told,) = happened(do(match, "bomber"), "combat")
    assert told["bonus"] == -2


@pytest.mark.rule("9.4c", "9.4d")
def test_fighters_over_an_overrun_give_no_cover() -> None:
    match = supported("fighters = 2, bombers = 1")
    do(match, "overrun")
    assert legal(match) == ["fighter", "pass"]
    refused(match, "bomber", "9.4d")
    refused(match, "guns 0", "10.1j")
    (told,) = happened(do(match, "fighter", "pass"), "combat")
    assert told["modifiers"] == []
    assert match.view(None)["air"]["german"]["fresh_fighters"] == 1


@pytest.mark.rule("9.4d")
def test_fighters_over_an_overrun_still_drive_off_enemy_bombers() -> None:
    match = supported("fighters = 1", "bombers = 1")
    do(match, "overrun", "fighter")
    (told,) = happened(do(match, "bomber"), "combat")
    assert told["modifiers"] == []
    assert match.view(None)["air"]["french"]["bombers"] == 0


@pytest.mark.rule("9.4e")
@pytest.mark.parametrize(
    ("unit_at", "enemy_at", "bridges", "allowed"),
    [
        ("3716", "3717", "", False),
        ("3616", "3717", "", True),
        ("3616", "3717", 'blown = ["3616-3717"]', False),
        ("3716", "3717", 'pontoons = ["3716-3717"]', True),
        ("3314", "3315", "", False),
        ("3214", "3315", "", True),
        ("3214", "3315", 'blown = ["3214-3315"]', False),
    ],
)
def test_an_overrun_crosses_a_river_only_by_a_bridge(unit_at: str, enemy_at: str, bridges: str, allowed: bool) -> None:
    match = attack(unit_at, enemy_at, bridges)
    if allowed:
        assert "overrun" in legal(match)
    else:
        no_overrun(match)


@pytest.mark.rule("9.4f")
@pytest.mark.parametrize(
    ("unit_at", "roadblocks", "allowed"),
    [("3809", "", True), ("3810", "", False), ("3809", 'roadblocks = ["3710"]', False),
     ("3809", 'roadblocks = ["3809"]', True)],
)
def test_an_overrun_enters_heavy_woods_only_by_a_road_that_is_not_blocked_there(
    unit_at: str, roadblocks: str, allowed: bool
) -> None:
    match = attack(unit_at, "3710", roadblocks)
    if allowed:
        assert "overrun" in legal(match)
    else:
        no_overrun(match)


@pytest.mark.rule("9.4g")
@pytest.mark.parametrize(("unit_at", "enemy_at"), [("3514", "3414"), ("4018", "4119"), ("4020", "4119")])
def test_no_overrun_into_a_city_or_the_maginot_line_road_or_no_road(unit_at: str, enemy_at: str) -> None:
    no_overrun(attack(unit_at, enemy_at))


@pytest.mark.rule("9.4g")
def test_a_town_may_be_overrun() -> None:
    assert "overrun" in legal(attack("3818", "3718"))


BREAKTHROUGH = """
"HQ 1 Pz" = "2829"
"I/1 1 Pz" = "2729"
"SR 1 1 Pz" = "2729"
"147 55" = "2629"
"""


@pytest.mark.rule("9.4h")
@pytest.mark.parametrize("result", ["-/2", "-/R2"])
@pytest.mark.parametrize("advance", [True, False])
def test_tanks_that_clear_the_hex_earn_a_marker_whether_they_advance_or_not(result: str, advance: bool) -> None:
    match = corps(BREAKTHROUGH, mode="combat", result=result)
    do(match, "attack 2629", "all", "overrun")
    while "done" not in legal(match):
        do(match, legal(match)[0])
    assert piece(match, I1)["overrun"] is True
    assert "overrun" not in piece(match, SR1), "riflemen never"
    assert {f"advance {I1}", f"advance {SR1}"} <= set(legal(match))
    do(match, *([f"advance {I1}", "stay", "done"] if advance else ["done"]))
    assert piece(match, I1)["overrun"] is True
    assert piece(match, I1)["hex"] == ("2629" if advance else "2729")
    assert legal(match) == ["end", f"move {I1}"]


@pytest.mark.rule("9.4i")
@pytest.mark.parametrize("more", ["", '"HQ 55" = "2629"', '"331 55" = "2629"'])
def test_no_marker_while_a_defender_holds_out(more: str) -> None:
    match = corps(BREAKTHROUGH + more, mode="combat", result="-/1")
    events = do(match, "attack 2629", "all", "overrun")
    if "331" in more:
        events += do(match, f"lose {REGIMENT}")
    assert happened(events, "overrun marker") == []
    assert happened(events, "chit done"), "the tanks are done, and so is the corps"


@pytest.mark.rule("9.4h", "9.4i")
def test_even_a_headquarters_left_behind_denies_the_marker() -> None:
    match = corps(BREAKTHROUGH + '"HQ 55" = "2629"', mode="combat", result="-/2")
    events = do(match, "attack 2629", "all", "overrun")
    assert piece(match, REGIMENT)["place"] == "eliminated"
    assert piece(match, "fr-hq-55")["hex"] == "2629"
    assert happened(events, "overrun marker") == []


TWO_BATTLES = BREAKTHROUGH + '"331 55" = "2728"\n"37 1 Pz" = "2829"\n'


@pytest.mark.rule("9.4j")
def test_the_overrun_is_driven_home_once_the_corps_has_done_fighting() -> None:
    """Even a starving battalion goes four hexes beyond its advance of two."""
    hungry = TWO_BATTLES.replace('"I/1 1 Pz" = "2729"', '"I/1 1 Pz" = { hex = "2729", unsupplied = 3 }')
    match = corps(hungry, mode="combat", result="-/2")
    do(match, "attack 2629", f"with {I1}", "overrun", f"advance {I1}", "step 2529")
    refused(match, f"move {I1}", "10.0e")
    do(match, "end", f"move {I1}")
    do(match, "step 2430", "step 2330", "step 2230", "step 2130")
    refused(match, "step 2129", "9.4j")
    do(match, "stop")
    assert piece(match, I1)["hex"] == "2130"


@pytest.mark.rule("9.4j")
def test_four_hexes_are_four_hexes_whatever_they_cost() -> None:
    """A French tank battalion of six points in light woods at two each, starving besides."""
    units = '"HQ 55" = "3614"\n"4 503" = { hex = "3614", unsupplied = 2, moved = true }'
    match = corps(units, chit="X", mode="overrun", more='overrun = ["4 503"]')
    do(match, "move fr-4-503-gbc", "step 3613", "step 3614", "step 3613", "step 3614")
    refused(match, "step 3613", "9.4j")


@pytest.mark.rule("9.4j")
def test_only_marked_units_move_after_the_combat_mode() -> None:
    match = corps(BREAKTHROUGH, mode="overrun", more='overrun = ["I/1 1 Pz"]')
    assert legal(match) == ["end", f"move {I1}"]
    refused(match, f"move {SR1}", "9.4j")
    do(match, f"move {I1}", "step 2728", "stop")
    assert piece(match, I1)["hex"] == "2728"


@pytest.mark.rule("9.4j")
def test_a_marked_unit_makes_one_drive() -> None:
    match = corps(BREAKTHROUGH + '"II/1 1 Pz" = "2729"', mode="overrun", more='overrun = ["I/1 1 Pz", "II/1 1 Pz"]')
    do(match, f"move {I1}", "step 2728", "stop")
    refused(match, f"move {I1}", "9.4j")


def driving(hex: str, more: str = "", units: str = "") -> Match:
    """A marked panzer battalion on its way."""
    match = corps(f'"HQ 1 Pz" = "{hex}"\n"I/1 1 Pz" = "{hex}"\n{units}', mode="overrun",
                  more=f'overrun = ["I/1 1 Pz"]\n{more}')
    do(match, f"move {I1}")
    return match


@pytest.mark.rule("9.4k")
def test_an_enemy_zone_stops_an_overrun() -> None:
    match = driving("2829", units='"147 55" = "2629"')
    do(match, "step 2729")
    assert legal(match) == ["stop"]
    refused(match, "step 2728", "8.0h")


@pytest.mark.rule("9.4k")
def test_an_overrun_may_start_in_an_enemy_zone_and_go_into_the_next() -> None:
    match = driving("2729", units='"147 55" = "2629"')
    do(match, "step 2628")
    assert legal(match) == ["stop"]


@pytest.mark.rule("9.4e", "9.4f", "9.4g", "9.4k")
@pytest.mark.parametrize(
    ("start", "to", "markers", "rule"),
    [
        ("3716", "3717", "", "9.4e"),
        ("3514", "3515", "", "9.4e"),
        ("3616", "3717", 'blown = ["3616-3717"]', "9.4e"),
        ("2015", "2115", "", "9.4f"),
        ("3809", "3710", 'roadblocks = ["3710"]', "9.4f"),
        ("3514", "3414", "", "9.4g"),
        ("4018", "4119", "", "9.4g"),
    ],
)
def test_the_ground_closed_to_an_overrun_attack_is_closed_to_the_drive_after_it(
    start: str, to: str, markers: str, rule: str
) -> None:
    match = driving(start, markers)
    refused(match, f"step {to}", rule)


@pytest.mark.rule("9.4k")
def test_a_drive_goes_from_hex_to_hex() -> None:
    refused(driving("2729"), "step 2529", "9.0e")


@pytest.mark.rule("9.4k")
def test_tanks_that_overran_do_not_attack_again() -> None:
    match = corps(TWO_BATTLES, mode="combat", result="-/2")
    do(match, "attack 2629", f"with {I1}", "overrun", "done", "attack 2728")
    refused(match, f"with {I1}", "10.0b")
    do(match, f"with {SR1}", "attack", "guns 0", "done")
    do(match, f"move {I1}", "step 2628", "stop")
    assert piece(match, I1)["hex"] == "2628"


@pytest.mark.rule("9.4l")
def test_the_drive_may_be_short_or_left_out_but_comes_before_the_next_chit() -> None:
    units = BREAKTHROUGH + '"II/1 1 Pz" = "2729"\n"I/2 1 Pz" = "2729"'
    match = corps(units, mode="overrun", more='overrun = ["I/1 1 Pz", "II/1 1 Pz", "I/2 1 Pz"]\ncup = ["X"]')
    do(match, f"move {I1}", "step 2728")
    refused(match, "end", "9.4l")
    do(match, "stop", f"move {II1}", "stop")
    assert match.view(None)["chit"] == "XIX"
    assert match.view(None)["cup"] == ["X"]
    events = do(match, "end")
    assert [event.what for event in events if event.what.startswith("chit")][:2] == ["chit done", "chit"]
    assert "overrun" not in piece(match, "de-i-2-1-pz"), "what was not used is gone"
    assert [piece(match, u)["hex"] for u in (I1, II1, "de-i-2-1-pz")] == ["2728", "2729", "2729"]


@pytest.mark.rule("9.4h")
def test_tanks_lost_in_the_overrun_earn_no_marker() -> None:
    units = '"HQ 1 Pz" = "2829"\n"I/1 1 Pz" = { hex = "2729", reduced = true }\n"II/1 1 Pz" = "2729"\n"147 55" = "2629"'
    match = corps(units, mode="combat", result="1/2")
    events = do(match, "attack 2629", "all", "overrun", f"lose {I1}")
    assert [marker["unit"] for marker in happened(events, "overrun marker")] == [II1]


@pytest.mark.rule("9.4a", "9.4e")
@pytest.mark.parametrize(("attackers", "rule"), [([SR1], "9.4a"), ([SR1, I1], "9.4e")])
def test_why_an_attack_is_no_overrun_is_asked_of_the_armour_in_it(attackers: list[str], rule: str) -> None:
    """The riflemen stand on the right side of the stream, the tanks beyond it."""
    match = corps('"HQ 1 Pz" = "3715"\n"I/1 1 Pz" = "3716"\n"SR 1 1 Pz" = "3817"\n"147 55" = "3717"', mode="combat")
    do(match, "attack 3717", *(f"with {unit}" for unit in attackers))
    refused(match, "overrun", rule)
