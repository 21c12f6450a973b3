"""8.0 Zones of control."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.sedan.corps import corps, cost
from tests.games.sedan.table import do, happened, legal, overlay, piece, refused, table


def french_zone(match: Match) -> list[str]:
    hexes: list[str] = overlay(match, "zoc", side="french")["hexes"]
    return hexes


@pytest.mark.rule("8.0h")
def test_a_french_unit_that_enters_a_german_zone_of_control_stops_as_well() -> None:
    match = corps('"HQ 55" = "2429"\n"147 55" = "2429"\n"GD" = "2629"', chit="X")
    do(match, "move fr-147-55-di", "step 2529")
    refused(match, "step 2429", "8.0h")


@pytest.mark.rule("8.0a")
@pytest.mark.parametrize(
    "unit",
    [
        '"147 55" = "2629"',
        '"147 55" = { hex = "2629", reduced = true, unsupplied = 2 }',
        '"4 503" = "2629"',
        '"5/2/1 1 CA" = "2629"',
    ],
)
def test_every_combat_unit_controls_the_six_hexes_around_it(unit: str) -> None:
    assert french_zone(corps(unit)) == ["2528", "2529", "2530", "2628", "2630", "2729"]


@pytest.mark.rule("8.0a")
def test_a_headquarters_controls_nothing() -> None:
    match = corps('"HQ 55" = "2629"\n"HQ 1 Pz" = "2829"\n"I/1 1 Pz" = "2829"')
    assert french_zone(match) == []
    do(match, "move de-i-1-1-pz", "step 2729", "step 2730")
    assert piece(match, "de-i-1-1-pz")["hex"] == "2730"


@pytest.mark.rule("8.0a")
def test_the_zone_shown_for_a_headquarters_is_not_that_of_the_unit_beside_it() -> None:
    match = table('turn = 3\n[units]\n"HQ 55" = "2520"\n"147 55" = "2520"')
    assert overlay(match, "zoc", unit="fr-hq-55")["hexes"] == []
    assert len(overlay(match, "zoc", unit="fr-147-55-di")["hexes"]) == 6


@pytest.mark.rule("8.0a", "8.0b", "8.0c", "8.0d")
def test_control_reaches_open_ground_and_over_streams_but_not_into_woods_or_cities_or_over_the_meuse() -> None:
    """Around 2911: heavy woods 2810 and 2910, the Meuse towards 3011, Charleville (a road city) 2912, a stream 2812."""
    assert french_zone(corps('"147 55" = "2911"')) == ["2811", "2812"]


@pytest.mark.rule("8.0b")
def test_control_does_not_follow_a_road_into_heavy_woods_but_comes_out_of_them() -> None:
    assert french_zone(corps('"147 55" = "3710"')) == ["3711", "3809"]
    assert "3710" not in french_zone(corps('"147 55" = "3809"'))


@pytest.mark.rule("8.0c")
def test_nobody_controls_a_city_but_its_garrison_controls_the_ground_outside() -> None:
    match = corps('"147 55" = "3414"')
    assert french_zone(match) == ["3314", "3413", "3415", "3513", "3514"]
    assert "3414" not in french_zone(corps('"147 55" = "3514"'))


@pytest.mark.rule("8.0e")
@pytest.mark.parametrize(("unit_at", "forts"), [("4118", {"4119", "4219"}), ("4120", {"4119", "4219", "4220"}),
                                               ("4219", {"4119", "4220"})])
def test_control_reaches_no_maginot_hex_from_in_front_behind_or_within_the_line(unit_at: str, forts: set[str]) -> None:
    zone = french_zone(corps(f'"147 55" = "{unit_at}"'))
    assert zone
    assert not forts & set(zone)


BRIDGEHEAD = """
"331 55" = "3315"
"I/1 1 Pz" = "3213"
"HQ 1 Pz" = "3213"
"""


@pytest.mark.rule("8.0d", "8.0h")
def test_control_crosses_the_meuse_by_an_intact_bridge() -> None:
    match = corps(BRIDGEHEAD)
    do(match, "move de-i-1-1-pz", "step 3214")
    assert legal(match) == ["stop"]


@pytest.mark.rule("8.0d")
def test_control_does_not_cross_the_meuse_where_the_bridge_is_blown_or_none_ever_stood() -> None:
    match = corps(BRIDGEHEAD, more='blown = ["3214-3315"]')
    do(match, "move de-i-1-1-pz", "step 3214", "step 3314", "step 3313")
    assert piece(match, "de-i-1-1-pz")["hex"] == "3313"


@pytest.mark.rule("8.0d")
def test_control_follows_the_bridges_as_they_are_blown_and_laid() -> None:
    assert "3314" not in french_zone(corps('"331 55" = "3315"'))
    assert "3314" in french_zone(corps('"331 55" = "3315"', more='pontoons = ["3314-3315"]'))
    match = corps('"331 55" = "3315"\n"HQ 55" = "3316"', chit="X", more="dice = [2]")
    assert "3214" in french_zone(match)
    do(match, "demolish 3214-3315", "with fr-331-55-di", "roll")
    assert match.view(None)["blown"] == ["3214-3315"]
    assert "3214" not in french_zone(match)


@pytest.mark.rule("8.0f", "8.0h")
def test_a_friend_in_the_hex_does_not_lift_enemy_control_of_it() -> None:
    match = corps('"147 55" = "2629"\n"SR 1 1 Pz" = "2729"\n"I/1 1 Pz" = "2829"\n"HQ 1 Pz" = "2829"')
    do(match, "move de-i-1-1-pz", "step 2729")
    assert legal(match) == ["stop"]
    refused(match, "step 2728", "8.0h")


POCKET = """
turn = 2
phase = "supply"
reinforcements = "none"
[units]
"147 55" = "2530"
"I/1 1 Pz" = "2429"
"II/1 1 Pz" = "2729"
"""


@pytest.mark.rule("8.0f", "8.0g")
@pytest.mark.parametrize(
    ("friend", "state"), [("", "low"), ('"331 55" = "2629"', "full"), ('"HQ 55" = "2629"', "full")]
)
def test_supply_passes_an_enemy_zone_only_where_a_friend_stands(friend: str, state: str) -> None:
    match = table(POCKET + friend)
    assert piece(match, "fr-147-55-di")["supply"] == state


@pytest.mark.rule("8.0h")
def test_a_unit_stops_where_it_enters_an_enemy_zone() -> None:
    match = corps('"147 55" = "2629"\n"I/1 1 Pz" = "2829"\n"HQ 1 Pz" = "2829"')
    do(match, "move de-i-1-1-pz", "step 2729")
    assert legal(match) == ["stop"]
    assert cost(match, "2829") == "not allowed"
    for hex in ("2829", "2728", "2630"):
        refused(match, f"step {hex}", "8.0h")
    do(match, "stop", "move de-hq-1-pz", "step 2729")
    assert legal(match) == ["stop"]


@pytest.mark.rule("8.0i")
def test_a_unit_may_go_from_one_enemy_zone_straight_into_another_and_stops_again() -> None:
    match = corps('"147 55" = "2629"\n"I/1 1 Pz" = "2729"\n"HQ 1 Pz" = "2829"')
    do(match, "move de-i-1-1-pz", "step 2628")
    assert piece(match, "de-i-1-1-pz")["hex"] == "2628"
    assert legal(match) == ["stop"]


@pytest.mark.rule("8.0j")
def test_leaving_an_enemy_zone_costs_one_point_more() -> None:
    """French foot has four points: two to get away, and two more hexes."""
    match = corps('"I/1 1 Pz" = "2629"\n"147 55" = "2530"\n"HQ 55" = "2330"', chit="X")
    do(match, "move fr-147-55-di")
    assert cost(match, "2430") == 2
    do(match, "step 2430")
    assert cost(match, "2330") == 1
    do(match, "step 2330", "step 2230")
    refused(match, "step 2130", "9.0f")


@pytest.mark.rule("8.0j")
def test_the_extra_point_is_paid_from_zone_to_zone_as_well() -> None:
    match = corps('"I/1 1 Pz" = "2629"\n"147 55" = "2530"\n"HQ 55" = "2330"', chit="X")
    do(match, "move fr-147-55-di")
    assert cost(match, "2529") == 2


ROAD = """
"147 55" = "{enemy}"
"HQ 36" = "2728"
"118 36" = "{unit}"
"""


@pytest.mark.rule("8.0k")
def test_the_step_into_an_enemy_zone_is_not_made_at_the_road_rate() -> None:
    match = corps(ROAD.format(enemy="2429", unit="2628"), chit="VII")
    do(match, "move de-118-36-id", "step 2528")
    assert cost(match, "2428") == 1
    refused(match, "offroad 2428", "9.2d")
    (step,) = happened(do(match, "step 2428"), "step")
    assert step["road"] is False
    do(match, "stop")
    assert "road" not in piece(match, "de-118-36-id")


@pytest.mark.rule("8.0j", "8.0k")
def test_the_step_out_of_an_enemy_zone_is_not_made_at_the_road_rate() -> None:
    """Six points: one and one more to get out along the road, then eight road hexes at a half."""
    match = corps(ROAD.format(enemy="2429", unit="2428"), chit="VII")
    do(match, "move de-118-36-id")
    assert cost(match, "2528") == 2
    (step,) = happened(do(match, "step 2528"), "step")
    assert step["road"] is False
    assert cost(match, "2628") == 0.5
    do(match, *["step 2628", "step 2528"] * 4)
    refused(match, "step 2628", "9.0f")


WOODS = """
"HQ 1 Pz" = "3908"
"I/1 1 Pz" = "3809"
"147 55" = "{enemy}"
"""


@pytest.mark.rule("8.0l")
def test_an_overrun_attack_uses_the_road_into_heavy_woods_out_of_an_enemy_zone() -> None:
    match = corps(WOODS.format(enemy="3710"), mode="combat")
    assert french_zone(match) == ["3711", "3809"]
    do(match, "attack 3710", "with de-i-1-1-pz")
    assert "overrun" in legal(match)
    blocked = corps(WOODS.format(enemy="3710"), mode="combat", more='roadblocks = ["3710"]')
    do(blocked, "attack 3710", "with de-i-1-1-pz")
    refused(blocked, "overrun", "9.4f")


@pytest.mark.rule("8.0l")
def test_overrun_movement_uses_the_road_into_heavy_woods_out_of_an_enemy_zone() -> None:
    marked = 'overrun = ["I/1 1 Pz"]'
    match = corps(WOODS.format(enemy="3909"), mode="overrun", more=marked)
    assert "3809" in french_zone(match)
    do(match, "move de-i-1-1-pz", "step 3710", "step 3711")
    assert piece(match, "de-i-1-1-pz")["hex"] == "3711"
    blocked = corps(WOODS.format(enemy="3909"), mode="overrun", more=marked + '\nroadblocks = ["3710"]')
    do(blocked, "move de-i-1-1-pz")
    refused(blocked, "step 3710", "9.4f")


@pytest.mark.rule("8.0l")
def test_overrun_movement_uses_the_road_out_of_heavy_woods_into_an_enemy_zone() -> None:
    units = '"HQ 1 Pz" = "3908"\n"I/1 1 Pz" = "3710"\n"147 55" = "3909"'
    match = corps(units, mode="overrun", more='overrun = ["I/1 1 Pz"]')
    do(match, "move de-i-1-1-pz", "step 3809")
    assert legal(match) == ["stop"]


CHIERS = """
"147 55" = "3718"
"HQ 1 Pz" = "3715"
"I/1 1 Pz" = "{unit}"
"""


@pytest.mark.rule("8.0m")
def test_no_unit_wades_a_stream_into_an_enemy_zone() -> None:
    match = corps(CHIERS.format(unit="3716"))
    do(match, "move de-i-1-1-pz")
    refused(match, "step 3717", "8.0m")
    bridge = corps(CHIERS.format(unit="3616"))
    do(bridge, "move de-i-1-1-pz", "step 3717")
    assert legal(bridge) == ["stop"]
    blown = corps(CHIERS.format(unit="3616"), more='blown = ["3616-3717"]')
    do(blown, "move de-i-1-1-pz")
    refused(blown, "step 3717", "8.0m")
    pontoon = corps(CHIERS.format(unit="3716"), more='pontoons = ["3716-3717"]')
    do(pontoon, "move de-i-1-1-pz", "step 3717")


@pytest.mark.rule("8.0m")
def test_a_stream_is_no_bar_where_the_far_bank_is_not_controlled() -> None:
    match = corps(CHIERS.format(unit="3716").replace("3718", "3918"))
    do(match, "move de-i-1-1-pz", "step 3717", "step 3718")
    assert piece(match, "de-i-1-1-pz")["hex"] == "3718"


@pytest.mark.rule("8.0m")
def test_no_unit_rows_over_the_meuse_into_an_enemy_zone() -> None:
    match = corps('"147 55" = "3416"\n"HQ 1 Pz" = "3513"\n"I/1 1 Pz" = "3514"')
    do(match, "move de-i-1-1-pz")
    refused(match, "step 3515", "8.0m")


ASSAULT_OVER_THE_CHIERS = """
"147 55" = { hex = "3717", reduced = true }
"HQ 1 Pz" = "3715"
"I/1 1 Pz" = "3716"
"II/1 1 Pz" = "3616"
"""


@pytest.mark.rule("8.0m", "9.1e")
@pytest.mark.parametrize("supported", [True, False])
def test_an_advance_wades_a_stream_unless_the_hex_is_in_an_enemy_zone(supported: bool) -> None:
    units = ASSAULT_OVER_THE_CHIERS + ('"331 55" = "3718"' if supported else "")
    match = corps(units, mode="combat", result="-/1R2")
    do(match, "attack 3717", "all", "attack", "guns 0")
    assert piece(match, "fr-147-55-di")["place"] == "eliminated"
    assert "advance de-ii-1-1-pz" in legal(match)
    if supported:
        refused(match, "advance de-i-1-1-pz", "8.0m")
    else:
        do(match, "advance de-i-1-1-pz")
        assert piece(match, "de-i-1-1-pz")["hex"] == "3717"


RETREAT = """
"147 55" = "2629"
"HQ 1 Pz" = "2829"
"I/1 1 Pz" = "2729"
"""


@pytest.mark.rule("8.0n")
def test_a_retreat_does_not_enter_an_enemy_zone_even_where_a_friend_stands() -> None:
    attack = ("attack 2629", "with de-i-1-1-pz", "attack", "guns 0")
    free = corps(RETREAT, mode="combat", result="-/R2")
    do(free, *attack)
    assert legal(free) == ["step 2528", "step 2529"]
    match = corps(RETREAT + '"SR 1 1 Pz" = "2530"\n"331 55" = "2529"', mode="combat", result="-/R2")
    events = do(match, *attack)
    assert [r["hex"] for r in happened(events, "retreat")] == ["2528"]
    refused(match, "step 2529", "10.3f")
