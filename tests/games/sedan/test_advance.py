"""10.4 Advances after combat."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, happened, legal, piece, refused
from tests.games.sedan.test_combat import HQ1, I1, I2, II1, SR1, assault, scene

GD, R118, R87 = "de-gd-gd", "de-118-36-id", "de-87-36-id"


def cleared(
    places: dict[str, str],
    target: str = "2620",
    *units: str,
    dice: tuple[int, int] = (6, 6),
    chit: str = "XIX",
    hq: str = "2820",
    more: str = "",
) -> Match:
    """An attack with heavy dice, and the retreat that follows by the first way offered."""
    match = scene({hq: "HQ 1 Pz, HQ 36", **places}, *dice, chit=chit, more=more)
    assault(match, target, *units)
    while match.actors == ("french",) and legal(match)[0].split()[0] in ("step", "retreat"):
        do(match, legal(match)[0])
    return match


def advances(match: Match) -> list[str]:
    """Who may advance now."""
    return [action.removeprefix("advance ") for action in legal(match) if action.startswith("advance ")]


@pytest.mark.rule("10.4a")
@pytest.mark.parametrize(
    ("attackers", "defender", "dice", "empty"),
    [
        ("I/1 1 Pz", "331 55", (5, 5), True),  # driven off
        ("I/1 1 Pz", "reduced 331 55", (3, 4), True),  # eliminated in an exchange
        ("I/1 1 Pz", "331 55", (3, 4), False),  # reduced only
        ("I/1 1 Pz", "331 55, 295 55", (5, 5), False),  # 5 against 7: nothing
    ],
)
def test_attackers_may_advance_when_every_defender_is_gone(
    attackers: str, defender: str, dice: tuple[int, int], empty: bool
) -> None:
    match = cleared({"2720": attackers, "2620": defender}, dice=dice)
    assert (advances(match) == [I1]) is empty
    if empty:
        events = do(match, f"advance {I1}", "stay")
        assert happened(events, "advance") == [{"unit": I1, "hex": "2620"}]
        assert piece(match, I1)["hex"] == "2620"


@pytest.mark.rule("10.4b")
def test_the_advance_keeps_the_stacking_limit() -> None:
    match = cleared({"2720": "SR 1 1 Pz, GD", "2719": "I/1 1 Pz", "2620": "331 55"})
    assert advances(match) == [SR1, GD, I1]
    do(match, f"advance {SR1}", "stay", f"advance {GD}")
    do(match, "stay")
    assert I1 not in advances(match)
    assert piece(match, I1)["hex"] == "2719"


@pytest.mark.rule("10.4b", "10.4d", "7.1b")
@pytest.mark.parametrize(("value", "room"), [("while-marching", True), ("while-marked", False)])
def test_a_road_move_marker_does_not_stop_an_advance_save_by_option(value: str, room: bool) -> None:
    places = {"2720": "I/1 1 Pz", "2620": "331 55", "2619": "road SR 1 1 Pz"}
    match = cleared(places, "2620", I1, more=f'options = {{ road-stacking = "{value}" }}')
    do(match, f"advance {I1}")
    assert ("step 2619" in legal(match)) is room


@pytest.mark.rule("10.4d")
def test_at_the_edge_of_the_map_nobody_goes_beyond_it() -> None:
    match = cleared({"1609": "I/1 1 Pz", "1509": "331 55"}, "1509", I1, hq="1709")
    do(match, f"advance {I1}", "step 1409", "done")
    match = cleared({"1509": "I/1 1 Pz", "1409": "331 55"}, "1409", I1, hq="1609")
    do(match, f"advance {I1}")
    assert [action for action in legal(match) if action.startswith("step")] == ["step 1408", "step 1410", "step 1509"]


@pytest.mark.rule("10.4b")
def test_the_last_place_goes_to_whoever_fits() -> None:
    match = cleared({"2720": "SR 1 1 Pz, I/1 1 Pz", "2719": "GD", "2721": "II/1 1 Pz", "2620": "331 55"})
    do(match, f"advance {SR1}", "stay", f"advance {I1}", "stay")
    assert advances(match) == [II1]  # a battalion fits beside a regiment and a battalion, a regiment does not
    refused(match, f"advance {GD}", "10.4b")


IN_ZONES = {"2720": "I/1 1 Pz, II/1 1 Pz", "2620": "331 55", "2621": "295 55"}
"""The regiment in 2621 controls 2620 and 2520."""


@pytest.mark.rule("10.4c")
def test_an_advance_takes_no_notice_of_enemy_zones_of_control() -> None:
    match = cleared(IN_ZONES, "2620", I1, II1, dice=(4, 4))
    assert advances(match) == [I1, II1]
    do(match, f"advance {I1}")
    assert "step 2520" in legal(match)
    assert piece(match, I1)["hex"] == "2620"
    do(match, "step 2520")
    assert piece(match, I1)["hex"] == "2520"


@pytest.mark.rule("10.4c")
@pytest.mark.parametrize(("guard", "stopped"), [({}, False), ({"2714": "295 55"}, True)])
def test_but_no_advance_over_an_unbridged_river_into_an_enemy_zone(guard: dict[str, str], stopped: bool) -> None:
    match = cleared({"2915": "I/1 1 Pz", "2814": "SR 1 1 Pz", "2815": "331 55", **guard}, "2815")
    assert advances(match) == ([SR1] if stopped else [SR1, I1])  # the rifles are on that bank already
    if stopped:
        refused(match, f"advance {I1}", "8.0m")


@pytest.mark.rule("10.4d")
@pytest.mark.parametrize(
    ("chit", "unit", "id", "farther"),
    [
        ("XIX", "I/1 1 Pz", I1, True), ("XIX", "4 1 Pz", "de-4-1-pz", True), ("XIX", "SR 1 1 Pz", SR1, True),
        ("XIX", "37 1 Pz", "de-37-1-pz", True), ("VII", "118 36", R118, False),
    ],
)
def test_mechanized_and_motorized_units_may_go_one_hex_beyond(chit: str, unit: str, id: str, farther: bool) -> None:
    match = cleared({"2720": f"{unit}, 86 10 Pz", "2620": "reduced 295 55", "2823": "87 36, I/2 1 Pz",
                     "2723": "331 55"}, "2620", id, chit=chit)
    do(match, f"advance {id}")
    assert ("step 2520" in legal(match)) is farther
    if farther:
        assert legal(match) == ["stay", *(f"step {hex}" for hex in ("2520", "2619", "2621", "2719", "2720", "2721"))]
        do(match, "step 2520")
        refused(match, "step 2420", "10.0e")  # and no farther
    assert piece(match, id)["hex"] == ("2520" if farther else "2620")


@pytest.mark.rule("10.4d")
@pytest.mark.parametrize(("unit", "id", "farther"), [("11 Cur", "fr-11-cur-5-dlc", False), ("5", "fr-5-5-dlc", True)])
def test_the_french_armored_cars_go_beyond_and_the_horsemen_do_not(unit: str, id: str, farther: bool) -> None:
    places = {"2720": "reduced Krd 1 1 Pz", "2620": f"{unit} 5 DLC", "2623": "12 Ch 5 DLC", "2722": "GD"}
    match = scene({**places, "2821": "SR 1 1 Pz"}, 6, 6, chit="2A-Cav")
    assault(match, "2720")
    do(match, f"advance {id}")
    assert ("stay" in legal(match)) is farther
    if farther:
        refused(match, "step 2821", "7.0b")


@pytest.mark.rule("10.4d")
def test_the_second_hex_must_be_free_of_enemies_and_have_room() -> None:
    match = cleared({"2720": "SR 1 1 Pz, GD", "2620": "331 55", "2621": "295 55", "2619": "118 36, 87 36"},
                    "2620", SR1, GD, dice=(4, 4))
    do(match, f"advance {SR1}")
    refused(match, "step 2621", "7.0b")
    refused(match, "step 2619", "10.4b")
    refused(match, "step 2419", "10.4d")


@pytest.mark.rule("10.4d")
def test_the_second_hex_costs_nothing() -> None:
    match = cleared({"3411": "I/1 1 Pz, II/1 1 Pz", "3311": "reduced 295 55"}, "3311", hq="3610")
    do(match, f"advance {I1}", "step 3312")  # Heavy Woods off the road
    assert piece(match, I1)["hex"] == "3312"


@pytest.mark.rule("10.4d", "10.4e")
@pytest.mark.parametrize(("blown", "over"), [("", True), ('blown = ["3414-3415"]', False)])
def test_the_second_hex_lies_over_the_meuse_only_by_a_bridge(blown: str, over: bool) -> None:
    match = cleared({"3413": "I/1 1 Pz, II/1 1 Pz", "3414": "reduced 295 55"}, "3414", hq="3412", more=blown)
    do(match, f"advance {I1}")
    assert ("step 3415" in legal(match)) is over
    refused(match, "step 3515", "9.1d")


@pytest.mark.rule("10.4e")
@pytest.mark.parametrize(("blown", "over"), [("", True), ('blown = ["3414-3415"]', False)])
@pytest.mark.parametrize(
    ("chit", "unit", "id"), [("XIX", "SR 1 1 Pz", SR1), ("XIX", "I/1 1 Pz", I1), ("VII", "118 36", R118)]
)
def test_nobody_advances_over_the_meuse_without_an_intact_bridge(
    chit: str, unit: str, id: str, blown: str, over: bool
) -> None:
    places = {"3414": f"{unit}, 86 10 Pz", "3415": "reduced 295 55"}
    match = cleared(places, "3415", id, chit=chit, hq="3413", more=blown)
    assert piece(match, "fr-295-55-di")["hex"] != "3415"
    assert (id in advances(match)) is over


@pytest.mark.rule("10.4f")
def test_advancing_is_optional() -> None:
    match = cleared({"2720": "I/1 1 Pz, II/1 1 Pz", "2620": "331 55"})
    assert "done" in legal(match)
    events = do(match, "done")
    assert not happened(events, "advance")
    assert {piece(match, unit)["hex"] for unit in (I1, II1)} == {"2720"}


@pytest.mark.rule("10.4f")
def test_some_may_advance_while_others_stay() -> None:
    match = cleared({"2720": "I/1 1 Pz, II/1 1 Pz", "2620": "331 55"})
    do(match, f"advance {II1}", "stay", "done")
    assert [piece(match, unit)["hex"] for unit in (I1, II1)] == ["2720", "2620"]


@pytest.mark.rule("10.4f", "10.4g")
def test_only_participants_advance_and_headquarters_never() -> None:
    match = cleared({"2720": "HQ 1 Pz, I/1 1 Pz, I/2 1 Pz", "2820": "HQ 36", "2620": "reduced 295 55"}, "2620", I1)
    assert advances(match) == [I1]
    refused(match, f"advance {I2}", "10.4f")
    refused(match, f"advance {HQ1}", "10.4g")


@pytest.mark.rule("10.4a")
def test_a_unit_advances_once() -> None:
    match = cleared({"2720": "I/1 1 Pz, II/1 1 Pz", "2620": "331 55"})
    do(match, f"advance {I1}", "step 2720")
    assert advances(match) == [II1]
    refused(match, f"advance {I1}", "10.4a")


@pytest.mark.rule("10.4d", "7.1b", "9.2b")
def test_the_narrow_road_is_over_with_the_move_mode() -> None:
    """A regiment has come to 2621 by road in this activation; in combat the hex has room for a battalion beside it."""
    match = corps('"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = "2720"\n"331 55" = "2620"\n'
                  '"SR 1 1 Pz" = { hex = "2621", road = true, moved = true }', mode="combat", result="-/2R2")
    do(match, "attack 2620", "with de-i-1-1-pz", "attack", "guns 0", "advance de-i-1-1-pz")
    assert "step 2621" in legal(match)


@pytest.mark.rule("10.4a")
def test_of_three_that_advance_each_advances_once() -> None:
    match = cleared({"2720": "I/1 1 Pz, II/1 1 Pz, I/2 1 Pz", "2620": "331 55"})
    do(match, f"advance {I1}", "step 2720", f"advance {II1}", "stay")
    assert advances(match) == [I2]
    refused(match, f"advance {I1}", "10.4a")


@pytest.mark.rule("10.4f")
def test_a_unit_lost_in_the_attack_does_not_advance() -> None:
    match = corps('"HQ 1 Pz" = "2820"\n"I/1 1 Pz" = { hex = "2720", reduced = true }\n"II/1 1 Pz" = "2720"\n'
                  '"331 55" = "2620"', mode="combat", result="1/2")
    do(match, "attack 2620", "all", "attack", "guns 0", f"lose {I1}")
    assert advances(match) == [II1]
    refused(match, f"advance {I1}", "10.4f")


@pytest.mark.rule("10.4c", "8.0m")
@pytest.mark.parametrize(("guard", "stopped"), [("", False), ('"II/1 1 Pz" = "2714"', True)])
def test_the_french_too_stop_at_a_stream_before_an_enemy_zone(guard: str, stopped: bool) -> None:
    match = corps(f'"HQ 55" = "3015"\n"331 55" = "2915"\n"I/1 1 Pz" = "2815"\n{guard}', chit="X", mode="combat",
                  result="-/2")
    do(match, "attack 2815", "with fr-331-55-di", "attack", "guns 0")
    assert ("advance fr-331-55-di" in legal(match)) is not stopped
