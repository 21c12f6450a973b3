"""10.3 Retreat."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.box.components import read_result
from tests.games.sedan.corps import corps
from tests.games.sedan.table import do, happened, inside, legal, piece, refused
from tests.games.sedan.test_combat import I1, II1, R295, R331, assault, dice_for, scene

OPEN_COUNTRY = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "331 55"}
"""10 against 4: the column 2:1, where 8 is R2 and 9 is R3."""
R2, R3 = (4, 4), (4, 5)

ENTRIES = {"2129": "8 3", "2127": "29 3", "2123": "50 3", "1418": "118 36", "1415": "9 23", "1409": "67 23",
           "1405": "68 23"}
"""The French entry hexes 1 to 7, and a German regiment for each."""

ROW = {"2818": "HQ 1 Pz", "2718": "I/1 1 Pz, II/1 1 Pz", "2618": "331 55"}
"""On the row of entry 4 (1418): the one way to it leads straight west by 2518 and 2418."""


def closed_but(*entries: str) -> dict[str, str]:
    """Germans on every French entry hex but these."""
    return {hex: unit for hex, unit in ENTRIES.items() if hex not in entries}


def path(events: list[meuse.Event], unit: str = R331) -> list[str]:
    return [e["hex"] for e in happened(events, "retreat") if e["unit"] == unit]


def retreat(match: Match, *steps: str) -> list[meuse.Event]:
    """The French go back by these hexes."""
    return do(match, *(f"step {hex}" for hex in steps))


def fall_back(places: dict[str, str], target: str = "2618", dice: tuple[int, int] = R2) -> list[meuse.Event]:
    """What follows from a retreat in which the French have no choice."""
    return assault(scene(places, *dice), target, I1, II1)


@pytest.mark.rule("10.3a")
@pytest.mark.parametrize(("dice", "hexes"), [(R2, 2), (R3, 3)])
def test_every_surviving_defender_goes_back_headquarters_too(dice: tuple[int, int], hexes: int) -> None:
    match = scene({**OPEN_COUNTRY, "2620": "HQ 55, 295 55, 5/2/1 1 CA"}, *dice)
    events = assault(match, "2620", I1, II1)
    refused(match, "done", "10.3a")
    while match.actors == ("french",) and "done" not in legal(match):
        events += do(match, legal(match)[0])
    for unit in ("fr-hq-55", R295, "be-5-2-1-1-ca"):
        assert len(path(events, unit)) == hexes


@pytest.mark.rule("10.3a")
def test_a_defender_eliminated_by_the_same_result_does_not_retreat() -> None:
    match = scene({**OPEN_COUNTRY, "2620": "reduced 331 55"}, 3, 4)  # 5:1, -/1R2
    events = assault(match, "2620")
    assert happened(events, "eliminated")[0]["unit"] == R331
    assert not happened(events, "retreat")


@pytest.mark.rule("10.3b")
def test_two_units_may_go_separate_ways_in_any_order() -> None:
    match = scene({**OPEN_COUNTRY, "2620": "331 55, 295 55"}, 5, 5)  # 10 against 7: 1:1
    assault(match, "2620", I1, II1)
    assert legal(match) == [f"retreat {R295}", f"retreat {R331}"]
    do(match, f"retreat {R331}", "step 2619", "step 2518", "step 2621", "step 2522")
    assert [piece(match, unit)["hex"] for unit in (R331, R295)] == ["2518", "2522"]


@pytest.mark.rule("10.3c")
def test_no_result_sends_an_attacker_back() -> None:
    game, _ = inside(scene(OPEN_COUNTRY))
    assert all("R" not in cell.text.split("/")[0] for row in game.crt.rows.values() for cell in row)
    with pytest.raises(meuse.BadInput):
        read_result("R2/-", "test")
    match = scene(OPEN_COUNTRY, *R2)
    assault(match, "2620", I1, II1)
    retreat(match, "2520", "2420")
    assert {piece(match, unit)["hex"] for unit in (I1, II1)} == {"2720"}


@pytest.mark.rule("10.3c")
def test_a_retreat_costs_no_movement_points() -> None:
    places = {"3809": "HQ 1 Pz", "3709": "I/1 1 Pz, II/1 1 Pz", "3609": "295 55"}
    match = scene(places, *dice_for(places, "3609", (I1, II1), "-/R3"))
    events = assault(match, "3609", I1, II1) + retreat(match, "3509", "3409", "3309")  # Heavy Woods: six points
    assert path(events, R295) == ["3509", "3409", "3309"]
    assert piece(match, R295)["move"] == 4


@pytest.mark.rule("10.3c")
def test_a_unit_that_has_retreated_still_moves_in_full_when_its_chit_is_drawn() -> None:
    match = scene({**OPEN_COUNTRY, "2420": "HQ 55"}, *R2, more='cup = ["X"]')
    assault(match, "2620", I1, II1)
    retreat(match, "2520", "2420")
    do(match, "done", "activate", "move-combat", f"move {R331}")
    do(match, "step 2320", "step 2220", "step 2120", "step 2121")
    assert piece(match, R331)["hex"] == "2121"


def all_paths(match: Match, unit: str, start: str) -> set[tuple[str, ...]]:
    """Every retreat that the French can choose."""
    if match.actors != ("french",) or not legal(match)[0].startswith("step"):
        return {(start,)}
    found = set()
    for action in legal(match):
        twin = match.copy()
        events = do(twin, action)
        done = tuple(path(events, unit))
        found |= {(start, *done[:-1], *rest) for rest in all_paths(twin, unit, done[-1])}
    return found


def plain_paths(match: Match, start: str, length: int, closed: set[str]) -> set[tuple[str, ...]]:
    """The same by the letter of the rule, hex by hex, for open country: each hex nearer to one and the same source."""
    grid, found = inside(match)[0].grid, set()
    for source in ENTRIES:
        ways = [(start,)]
        for _ in range(length):
            ways = [
                (*way, grid.names[n])
                for way in ways
                for n in grid.neighbour[grid.bit[way[-1]]]
                if n >= 0 and grid.names[n] not in closed
                and grid.distance(n, grid.bit[source]) < grid.distance(grid.bit[way[-1]], grid.bit[source])
            ]
        found |= set(ways)
    return found


@pytest.mark.rule("10.3d", "10.3g")
@pytest.mark.parametrize("guard", [{}, {"2417": "4 1 Pz"}, {"2318": "4 1 Pz", "2423": "Krd 1 1 Pz"}])
def test_each_hex_of_a_retreat_is_nearer_to_one_and_the_same_source(guard: dict[str, str]) -> None:
    match = scene({**OPEN_COUNTRY, **guard}, *R3)
    grid = inside(match)[0].grid
    germans = {"2720", *guard}
    closed = germans | {name for hex in germans for name in grid.names_of(grid.near[grid.bit[hex]])}
    assault(match, "2620", I1, II1)
    assert all_paths(match, R331, "2620") == plain_paths(match, "2620", 3, closed)


@pytest.mark.rule("10.3d")
def test_a_retreat_may_not_keep_its_distance_or_go_away_from_the_source() -> None:
    match = scene({**OPEN_COUNTRY, **closed_but("1405")}, *R2)
    assault(match, "2620", I1, II1)
    assert legal(match) == ["step 2520", "step 2619"]
    refused(match, "step 2621", "10.3d", "to a usable supply source")  # twenty hexes from entry 7, as before


@pytest.mark.rule("10.3d")
def test_a_retreat_may_end_on_the_source_itself() -> None:
    near = {"1818": "HQ 1 Pz", "1718": "I/1 1 Pz, II/1 1 Pz", "1618": "331 55"}
    assert path(fall_back({**near, **closed_but("1418")}, "1618")) == ["1518", "1418"]


@pytest.mark.rule("10.3d")
def test_a_retreat_makes_for_one_source_all_the_way() -> None:
    match = scene(OPEN_COUNTRY, *R2)
    assault(match, "2620", I1, II1)
    retreat(match, "2619")  # nearer to the northern entries only
    refused(match, "step 2520", "10.3d")  # nearer to entry 3 than 2619, but not nearer to those
    refused(match, "step 2618", "10.3d")
    refused(match, "step 2420", "10.3d")


@pytest.mark.rule("10.3d")
@pytest.mark.parametrize("neighbour", ["1418", "1419", "1518"])
def test_a_source_that_the_enemy_holds_or_controls_is_of_no_use(neighbour: str) -> None:
    assert path(fall_back({**ROW, **closed_but("1418")})) == ["2518", "2418"]
    events = fall_back({**ROW, **closed_but("1418"), neighbour: "118 36"})
    assert happened(events, "no retreat")[0]["unit"] == R331
    assert happened(events, "eliminated")[0]["unit"] == R331


@pytest.mark.rule("10.3d")
def test_a_unit_on_a_source_retreats_towards_another() -> None:
    match = scene({"2221": "HQ 1 Pz", "2122": "I/1 1 Pz, II/1 1 Pz", "2123": "331 55"}, *R2)
    events = assault(match, "2123", I1, II1)
    while match.actors == ("french",) and legal(match)[0].startswith("step"):
        events += do(match, legal(match)[0])
    assert path(events) == ["2124", "2125"]


@pytest.mark.rule("10.3d", "10.3g")
def test_with_every_source_closed_the_defender_is_eliminated() -> None:
    events = fall_back({**OPEN_COUNTRY, **closed_but()}, "2620")
    assert happened(events, "combat")[0]["result"] == "-/R2"
    assert happened(events, "eliminated")[0]["unit"] == R331


@pytest.mark.rule("10.3e")
@pytest.mark.parametrize(
    ("crowd", "hexes"),
    [
        ({}, ["2518", "2418"]),
        ({"2518": "14 Alg 3 DINA, 15 Alg 3 DINA"}, ["2518", "2418"]),  # through a full hex
        ({"2418": "14 Alg 3 DINA"}, ["2518", "2418"]),
        ({"2418": "14 Alg 3 DINA, 15 Alg 3 DINA"}, []),
        ({"2418": "14 Alg 3 DINA, 4 503"}, []),
        ({"2418": "HQ 55, HQ 61, HQ 102"}, ["2518", "2418"]),
    ],
)
def test_the_stacking_limit_holds_where_the_retreat_ends(crowd: dict[str, str], hexes: list[str]) -> None:
    events = fall_back({**ROW, **closed_but("1418"), **crowd})
    assert path(events) == hexes
    assert bool(happened(events, "eliminated")) is (not hexes)


@pytest.mark.rule("10.3e", "7.1b")
@pytest.mark.parametrize(("value", "hexes"), [("while-marching", ["2518", "2418"]), ("while-marked", [])])
def test_a_road_move_marker_in_the_last_hex_does_not_stop_a_retreat_save_by_option(
    value: str, hexes: list[str]
) -> None:
    places = {**ROW, **closed_but("1418"), "2418": "road 14 Alg 3 DINA"}
    match = scene(places, *R2, more=f'options = {{ road-stacking = "{value}" }}')
    events = assault(match, "2618", I1, II1)
    assert path(events) == hexes
    assert bool(happened(events, "eliminated")) is (not hexes)


@pytest.mark.rule("10.3g")
@pytest.mark.parametrize(
    ("crowd", "because"),
    [
        ({"2418": "14 Alg 3 DINA, 15 Alg 3 DINA"}, "10.3e"),
        ({"2417": "4 1 Pz"}, "10.3f"),
        ({"2418": "HQ 2 Pz"}, "7.0b"),
        ({"2518": "4 1 Pz"}, "10.3f"),
        ({"1418": "118 36"}, "10.3d"),
        ({"2418": "14 Alg 3 DINA, 15 Alg 3 DINA", "2417": "4 1 Pz"}, "10.3g"),
    ],
)
def test_the_log_says_why_a_unit_has_no_way_back(crowd: dict[str, str], because: str) -> None:
    match = scene({**ROW, **closed_but("1418"), **crowd}, *R2)
    event = next(e for e in assault(match, "2618", I1, II1) if e.what == "no retreat")
    assert (event.rule, event.data["because"]) == ("10.3g", because)
    assert match.game.describe(event) == f"331 55 has no way back: {event.data['reason']}"


@pytest.mark.rule("10.3e")
def test_of_two_retreating_regiments_the_second_finds_the_hex_full() -> None:
    places = {**ROW, **closed_but("1418"), "2618": "331 55, 295 55", "2418": "14 Alg 3 DINA"}
    match = scene(places, 5, 5)
    assault(match, "2618", I1, II1)
    events = do(match, f"retreat {R295}")
    assert path(events, R295) == ["2518", "2418"]
    assert [e["unit"] for e in happened(events, "eliminated")] == [R331]


@pytest.mark.rule("10.3e")
@pytest.mark.parametrize(("blown", "hexes"), [("", ["3516", "3517"]), ('blown = ["3516-3517"]', [])])
def test_a_retreat_crosses_the_meuse_only_by_a_bridge(blown: str, hexes: list[str]) -> None:
    match = scene({"3814": "HQ 1 Pz", "3715": "I/1 1 Pz, II/1 1 Pz", "3615": "331 55", "3414": "GD"}, *R2, more=blown)
    events = assault(match, "3615", I1, II1)
    assert happened(events, "combat")[0]["result"] == "-/R2"
    assert path(events) == hexes
    assert bool(happened(events, "eliminated")) is (not hexes)


@pytest.mark.rule("10.3f")
def test_a_retreat_may_not_enter_an_enemy_zone_of_control() -> None:
    match = scene({**OPEN_COUNTRY, "2518": "4 1 Pz"}, *R2)
    assault(match, "2620", I1, II1)
    assert legal(match) == ["step 2520", "step 2621"]
    refused(match, "step 2619", "10.3f")


@pytest.mark.rule("10.3f")
def test_a_friend_in_the_hex_does_not_open_an_enemy_zone_of_control() -> None:
    places = {**ROW, **closed_but("1418"), "2417": "4 1 Pz", "2418": "14 Alg 3 DINA"}
    assert happened(fall_back(places), "eliminated")[0]["unit"] == R331


@pytest.mark.rule("10.3f", "10.3g")
@pytest.mark.parametrize("guard", [{"2417": "4 1 Pz"}, {"2517": "4 1 Pz"}, {"2518": "4 1 Pz"}, {"2418": "HQ 2 Pz"}])
def test_a_unit_whose_only_way_back_is_closed_is_eliminated(guard: dict[str, str]) -> None:
    events = fall_back({**ROW, **closed_but("1418"), **guard})
    assert not path(events)
    assert happened(events, "eliminated") == [{"unit": R331, "hex": "2618"}]


@pytest.mark.rule("10.3d", "10.3f", "10.3g")
def test_a_unit_with_every_nearer_hex_in_enemy_zones_is_eliminated() -> None:
    events = fall_back({**OPEN_COUNTRY, "2519": "4 1 Pz", "2521": "Krd 1 1 Pz"}, "2620")
    assert happened(events, "combat")[0]["result"] == "-/R2"
    assert happened(events, "eliminated")[0]["unit"] == R331


@pytest.mark.rule("10.3g")
def test_only_ways_that_can_be_completed_may_be_chosen() -> None:
    places = {"2817": "HQ 1 Pz", "2717": "I/1 1 Pz, II/1 1 Pz", "2617": "331 55",
              "2418": "14 Alg 3 DINA, 15 Alg 3 DINA"}
    match = scene({**places, **closed_but("1418", "1415")}, *R2)
    assault(match, "2617", I1, II1)
    assert legal(match) == ["step 2516", "step 2517"]
    refused(match, "step 2518", "10.3g")
    retreat(match, "2517")
    assert "step 2418" not in legal(match)


@pytest.mark.rule("10.3g")
def test_r3_fails_where_r2_would_succeed() -> None:
    places = {**ROW, **closed_but("1418"), "2318": "14 Alg 3 DINA, 15 Alg 3 DINA"}
    assert path(fall_back(places, dice=R2)) == ["2518", "2418"]
    assert happened(fall_back(places, dice=R3), "eliminated")[0]["unit"] == R331


@pytest.mark.rule("9.1d", "10.3g")
def test_a_way_that_ends_at_the_meuse_is_no_way_back() -> None:
    """Both 2906 and 3006 are nearer to a source, but 2906 leads on only over the river."""
    match = corps('"HQ 1 Pz" = "3104"\n"I/1 1 Pz" = "3004"\n"331 55" = "3005"', mode="combat", result="-/R2")
    events = do(match, "attack 3005", f"with {I1}", "attack", "guns 0")
    assert path(events)[0] == "3006"


@pytest.mark.rule("10.3d")
@pytest.mark.parametrize(("target", "lost"), [("1518", True), ("1618", False)])
def test_nobody_retreats_beyond_the_source(target: str, lost: bool) -> None:
    """Next to the one free source there are not two hexes to go back to it."""
    behind = {"1518": "1618", "1618": "1718"}[target]
    places = {behind: "HQ 1 Pz, I/1 1 Pz, II/1 1 Pz", target: "331 55", **closed_but("1418")}
    events = assault(scene(places, *dice_for(places, target, (I1, II1), "-/R2")), target, I1, II1)
    assert [e["unit"] for e in happened(events, "eliminated")] == ([R331] if lost else [])


@pytest.mark.rule("10.3e", "2.4c", "7.1e")
def test_a_headquarters_ends_its_retreat_even_where_a_marker_has_made_the_hex_too_narrow() -> None:
    places = {**ROW, **closed_but("1418"), "2618": "HQ 55", "2418": "road 14 Alg 3 DINA, 15 Alg 3 DINA"}
    match = scene(places, *dice_for(places, "2618", (I1,), "-/R2"),
                  more='options = { road-stacking = "while-marked" }')
    assert path(assault(match, "2618", I1), "fr-hq-55") == ["2518", "2418"]


@pytest.mark.rule("10.3g")
def test_in_the_first_hex_of_the_map_the_log_says_why_as_well() -> None:
    """The battalions in 1501 control 1402, and the hexes behind it are full."""
    places = {"1601": "HQ 1 Pz", "1501": "I/1 1 Pz, II/1 1 Pz", "1401": "331 55", **closed_but("1405"),
              "1403": "14 Alg 3 DINA, 15 Alg 3 DINA", "1502": "147 55, 1 Col 3 DIC",
              "1503": "12 Zv 3 DINA, 21 Col 3 DIC"}
    match = scene(places, *dice_for(places, "1401", (I1, II1), "-/R2"))
    (event,) = [e for e in assault(match, "1401", I1, II1) if e.what == "no retreat"]
    assert event.data["because"] == "10.3g"
