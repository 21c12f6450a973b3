"""28.5 Air Supply and 36.0 Advanced Logistics."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.ghost_division.table import (
    before,
    clear_fog,
    do,
    happened,
    legal,
    pass_on,
    piece,
    pinned,
    refused,
    table,
)
from tests.games.verbs import explain

ON = 'options = { advanced-logistics = "on" }'
CUT = '[fog]\nN4 = "patrol"\nM5 = "patrol"\nM3 = "patrol"\nS4 = "patrol"'
"""Around M4."""


def cut_off(units: str, phase: str = "D2", head: str = "", options: str = ON, more: str = "") -> Match:
    """Units in M4 with markers on all four sides; somebody waits in the Assembly Area."""
    return table(f'phase = "{phase}"\n{options}\n{head}\n[units]\nheavy-art-2 = "assembly"\n{units}\n{CUT}\n{more}')


def loc_of(match: Match, unit: str) -> bool:
    found: bool = piece(match, unit)["loc"]
    return found


@pytest.mark.rule("28.5a", "11.0e")
def test_air_supply_may_go_to_any_grid_or_be_held() -> None:
    match = cut_off('i-6 = "M4"\nkrad-7 = "M12"\nair-supply = "available"', "C3", options="")
    assert legal(match) == sorted(["hold", *(f"airlift {grid}" for grid in pinned().grid.bit)])
    events = do(match, "airlift M4")
    assert happened(events, "air supply") == [{"grid": "M4"}]


@pytest.mark.rule("28.5a")
@pytest.mark.parametrize("phase", ["C3", "D1", "D3", "D4b", "E2", "G4"])
def test_air_supply_held_is_offered_again_wherever_supply_can_matter(phase: str) -> None:
    text = f'phase = "{phase}"\ndice = [4, 4]\nentered = ["M4"]\n[units]\ni-6 = "M4"\nair-supply = "available"\n'
    match = table(text + '[formations]\n"53 DI" = { at = "M4", shown = true }')
    assert (match.view(None)["phase"], "hold" in legal(match)) == (phase, True)


@pytest.mark.rule("28.5a", "36.0a")
@pytest.mark.parametrize("phase", ["D2", "D4a"])
def test_with_advanced_logistics_it_is_offered_before_movement_too(phase: str) -> None:
    match = cut_off('i-6 = "M4"\npz38-1 = "M12"\nair-supply = "available"', phase)
    assert "airlift M4" in legal(match)
    do(match, "airlift M4")
    assert "cut" not in piece(match, "i-6")
    assert piece(match, "i-6")["move"] == 2


@pytest.mark.rule("28.5b")
def test_it_serves_all_units_of_its_grid_for_that_phase_and_goes_to_maintenance() -> None:
    match = cut_off('i-6 = "M4"\nkrad-7 = "M4"\npz38-1 = "M4"\nair-supply = "available"', "D1", options="")
    assert not loc_of(match, "i-6")
    do(match, "airlift M4")
    assert loc_of(match, "i-6")
    assert loc_of(match, "krad-7")
    assert piece(match, "air-supply")["place"] == "maintenance"
    pass_on(match, "D4a")
    assert loc_of(match, "i-6"), "it lasts to the end of phase D"
    do(match, "end")
    pass_on(match, "D2")
    assert not loc_of(match, "i-6")


@pytest.mark.rule("28.5b", "24.1a")
def test_a_unit_supplied_from_the_air_recovers() -> None:
    for action, recovers in (("airlift M4", True), ("hold", False)):
        match = cut_off('i-6 = { at = "M4", hits = 1 }\nair-supply = "available"', "E2", options="", head="dice = [3]")
        told = before(do(match, action), "F")
        assert bool(happened(told, "recovery")) is recovers


@pytest.mark.rule("28.5b", "3.1d")
def test_air_supply_does_not_help_towns() -> None:
    wall = "[fog]\n" + "\n".join(f'{row}15 = "false-info"' for row in "NMS")
    match = table(f'phase = "D1"\nop = 10\n[units]\ni-6 = "M1"\nair-supply = "available"\n{wall}')
    do(match, "airlift M1")
    assert loc_of(match, "i-6")
    assert match.view(None)["score"] == {"german": 10 + 8}


@pytest.mark.rule("28.5c")
def test_nobody_traces_to_air_supply_from_another_grid() -> None:
    around = "N5 = \"patrol\"\nM6 = \"patrol\"\nS5 = { kind = \"obstacle\", shown = true }"
    match = table(
        'phase = "D1"\n[units]\ni-6 = "M4"\nii-6 = "M5"\nair-supply = "available"\n'
        f'[fog]\nN4 = "patrol"\nM3 = "patrol"\nS4 = "patrol"\n{around}'
    )
    do(match, "airlift M4")
    assert loc_of(match, "i-6")
    assert not loc_of(match, "ii-6")


@pytest.mark.rule("28.5c", "28.4a")
def test_air_supply_and_recon_are_never_shot_at() -> None:
    """They are not among the air units that fighters and guns can meet."""
    match = cut_off('air-supply = "available"\nair-recon-1 = "available"\ni-6 = "M4"', "C3", options="")
    g = pinned()
    assert match.actors
    assert not {g.by_id["air-supply"], g.by_id["air-recon-1"]} & set(g.flyers)


@pytest.mark.rule("36.0a", "36.2a")
@pytest.mark.parametrize(("unit", "points"), [("krad-7", 2), ("heavy-art-1", 1), ("i-6", 1)])
def test_without_a_loc_movement_is_halved_and_rounded_up(unit: str, points: int) -> None:
    """Situation A101."""
    match = cut_off(f'{unit} = "M4"')
    assert piece(match, unit)["cut"]
    assert piece(match, unit)["move"] == points
    assert happened(match.opening, "out of supply") == [{"units": [unit]}]
    free = cut_off(f'{unit} = "M4"', options="")
    assert "cut" not in piece(free, unit)
    assert piece(free, unit)["move"] > points or unit == "heavy-art-1"


@pytest.mark.rule("36.2a", "20.8b")
def test_the_printed_movement_is_halved_before_hits_count() -> None:
    match = cut_off('krad-7 = { at = "M4", hits = 1 }')
    assert piece(match, "krad-7")["move"] == 1


@pytest.mark.rule("36.2a")
def test_the_test_is_made_as_the_segment_opens() -> None:
    """A LOC lost or found on the way changes nothing before the next segment."""
    match = cut_off('krad-7 = "M4"\npz38-1 = "M12"')
    clear_fog(match)
    assert loc_of(match, "krad-7")
    assert piece(match, "krad-7")["move"] == 2
    do(match, "end")
    pass_on(match, "D4a")
    assert "cut" not in piece(match, "krad-7")


@pytest.mark.rule("36.2b")
@pytest.mark.parametrize(("unit", "column", "value"), [("i-6", "close_assault", 2), ("pz38-1", "anti_tank", 1),
                                                       ("i-6", "anti_tank", 1), ("heavy-art-1", "artillery", 2)])
@pytest.mark.parametrize("german_attack", [True, False])
def test_without_a_loc_combat_values_are_halved_and_rounded_up(
    unit: str, column: str, value: int, german_attack: bool
) -> None:
    """Situation A101: 3, 2, 1 become 2, 1, 1, in attack and in defense."""
    enemy = '[formations]\n"53 DI" = { at = "M4", shown = true, called = 1 }'
    units = f'{unit} = "M4"\nstuka-1 = "available"'
    match = cut_off(units, "D3" if german_attack else "G4", head='dice = ["fi-infantry"]', more=enemy)
    assert explain(match, f"fire {unit} {column}").total == value


@pytest.mark.rule("36.2b", "20.7d")
def test_defense_stays_whole_without_a_loc() -> None:
    match = cut_off('i-6 = { at = "M4", hits = 2 }')
    assert piece(match, "i-6")["cut"]
    assert (piece(match, "i-6")["hits"], pinned().defense[pinned().by_id["i-6"]]) == (2, 3)


@pytest.mark.rule("36.2b")
def test_the_test_for_combat_is_made_as_the_combat_segment_opens() -> None:
    units = 'i-6 = "M4"\nii-6 = "M12"\nfighter-1 = "available"'
    match = cut_off(units, "D3", head="dice = [3]", more='[formations]\n"53 DI" = { at = "M4", shown = true }')
    assert happened(match.opening, "out of supply") == [{"units": ["i-6"]}]
    assert piece(match, "i-6")["cut"]


@pytest.mark.rule("36.2c", "24.1a", "36.3a")
def test_without_a_loc_nobody_refits_save_those_who_need_none() -> None:
    units = 'i-6 = { at = "M4", hits = 1 }\nrommel = { at = "M4", hits = 1 }\npz38-1 = { at = "M4", hits = 1 }'
    for options, who in ((ON, {"rommel"}), ("", set())):
        match = cut_off(units, "E2", options=options)
        assert {data["unit"] for data in happened(before(match.opening, "F"), "recovery")} == who


@pytest.mark.rule("36.3a")
@pytest.mark.parametrize("unit", ["rommel", "kg-b", "log-7-1", "niwi"])
def test_headquarters_logistics_and_kommandos_need_no_loc(unit: str) -> None:
    match = cut_off(f'{unit} = "M4"')
    assert "cut" not in piece(match, unit)
    assert not happened(match.opening, "out of supply")
    assert piece(match, unit)["move"] == pinned().mobility[pinned().by_id[unit]]


@pytest.mark.rule("36.4a")
def test_allied_units_never_need_a_loc() -> None:
    """Foes fire their printed values wherever they are: only German counters can be cut off."""
    enemy = '[formations]\n"53 DI" = { at = "M4", shown = true, called = 1 }'
    units = 'i-6 = "M4"\nstuka-1 = "available"'
    match = cut_off(units, "D3", head='dice = ["fi-tirailleurs"]', more=enemy)
    assert piece(match, "i-6")["cut"]
    assert explain(match, "fire fi-tirailleurs-1 close_assault").total == 3


@pytest.mark.rule("36.1b", "36.1a")
def test_a_logistics_unit_without_a_loc_of_its_own_is_used_up_by_whoever_draws_on_it() -> None:
    match = cut_off('i-6 = "M4"\nlog-7-1 = "M4"')
    assert "cut" not in piece(match, "i-6")
    told = do(match, "end")
    assert happened(before(told, "D5"), "logistics used up") == [], "not before the phase is over"
    assert happened(before(told, "E1"), "logistics used up") == [{"unit": "log-7-1"}]
    assert piece(match, "log-7-1")["place"] == "pool"


@pytest.mark.rule("36.1b")
def test_it_is_not_used_up_where_nobody_draws_on_it() -> None:
    match = cut_off('log-7-1 = "M4"\nrommel = "M4"')
    do(match, "done", "end")
    pass_on(match, "A")
    assert piece(match, "log-7-1")["hex"] == "M4"


@pytest.mark.rule("36.1a")
def test_a_logistics_unit_with_a_loc_is_not_used_up_by_giving_one() -> None:
    """The guns in N1 reach nothing but the Logistics unit in N2, which reaches the road in N3."""
    units = 'heavy-art-2 = "assembly"\nheavy-art-1 = "N1"\nlog-7-1 = "N2"'
    match = table(f'phase = "D2"\n{ON}\n[units]\n{units}\n[fog]\nM1 = "patrol"')
    assert "cut" not in piece(match, "heavy-art-1")
    told = do(match, "done", "end")
    assert happened(before(told, "F"), "logistics used up") == []


@pytest.mark.rule("36.1b", "24.1a")
def test_recovery_too_uses_a_logistics_unit_up_that_has_no_loc() -> None:
    match = cut_off('i-6 = { at = "M4", hits = 1 }\nlog-7-1 = "M4"', "E2")
    assert happened(match.opening, "recovery")
    assert happened(match.opening, "logistics used up") == [{"unit": "log-7-1"}]
    match = cut_off('i-6 = "M4"\nlog-7-1 = "M4"', "E2", options="")
    assert piece(match, "log-7-1")["hex"] == "M4"


SUPPLY = 'heavy-art-2 = "assembly"\nlog-7-1 = "M12"\npz38-1 = "M12"\ni-6 = "M11"\nkrad-7 = "M4"'


@pytest.mark.rule("36.5a", "36.5b", "36.1a")
def test_maximum_supply_doubles_the_movement_of_one_grid_for_a_logistics_unit() -> None:
    """Situation A102."""
    match = table(f'phase = "D2"\n{ON}\n[units]\n{SUPPLY}\n{CUT}')
    assert legal(match) == ["done", "use log-7-1"]
    do(match, "use log-7-1")
    assert legal(match) == ["supply M11", "supply M12"]
    refused(match, "supply M4", "36.5a")
    events = do(match, "supply M11")
    assert happened(events, "maximum supply") == [{"unit": "log-7-1", "grid": "M11", "use": "movement"}]
    assert piece(match, "i-6")["move"] == 4
    assert piece(match, "pz38-1")["move"] == 2
    assert piece(match, "log-7-1")["place"] == "pool"


@pytest.mark.rule("36.5a", "36.1a")
def test_maximum_supply_comes_from_the_logistics_unit_and_not_from_the_assembly_area() -> None:
    """The guns in S18 have a LOC over the east edge, and no other."""
    units = 'log-7-1 = "N16"\ni-6 = "N16"\nheavy-art-1 = "S18"'
    match = table(f'phase = "D2"\n{ON}\n[units]\n{units}\n[fog]\nS17 = "patrol"\nM18 = "patrol"')
    assert piece(match, "heavy-art-1")["loc"]
    do(match, "use log-7-1")
    assert legal(match) == ["supply N16"]


@pytest.mark.rule("36.5a", "36.5b")
def test_nobody_is_supplied_twice_over() -> None:
    match = table(f'phase = "D2"\n{ON}\n[units]\n{SUPPLY}\nlog-7-2 = "M12"\n{CUT}')
    do(match, "use log-7-1", "supply M11", "use log-7-2")
    assert legal(match) == ["supply M12"]


@pytest.mark.rule("36.5a")
def test_a_logistics_unit_is_not_spent_on_itself() -> None:
    match = table(f'phase = "D2"\n{ON}\n[units]\nheavy-art-2 = "assembly"\nlog-7-1 = "M12"\nlog-7-2 = "M4"\n{CUT}')
    assert not [action for action in legal(match) if action.startswith("use")]


@pytest.mark.rule("36.5b", "20.8b")
def test_the_printed_movement_is_doubled_before_hits_count_and_for_that_segment_only() -> None:
    units = 'log-7-1 = "M12"\npz4-3 = "assembly"\npz38-1 = { at = "M12", hits = 1 }'
    match = table(f'phase = "D2"\n{ON}\n[units]\n{units}')
    do(match, "use log-7-1", "supply M12")
    assert piece(match, "pz38-1")["move"] == 3
    do(match, "end")
    pass_on(match, "D4a")
    assert piece(match, "pz38-1")["move"] == 1


@pytest.mark.rule("36.5a", "36.1a")
def test_a_logistics_unit_without_a_loc_cannot_be_spent() -> None:
    match = cut_off('i-6 = "M4"\nlog-7-1 = "M4"\nlog-7-2 = "M12"\nii-6 = "M12"')
    refused(match, "use log-7-1", "36.1a")
    refused(match, "use i-6", "36.1a")
    assert "use log-7-2" in legal(match)


@pytest.mark.rule("36.5c", "36.5a")
def test_maximum_supply_may_double_combat_instead() -> None:
    match = table(
        f'phase = "D3"\n{ON}\ndice = [3]\n[units]\nlog-7-1 = "M12"\nfighter-1 = "available"\n'
        'i-6 = { at = "M11", hits = 1 }\n'
        '[formations]\n"53 DI" = { at = "M11", shown = true }'
    )
    events = do(match, "use log-7-1", "supply M11")
    assert happened(events, "maximum supply") == [{"unit": "log-7-1", "grid": "M11", "use": "combat"}]
    assert explain(match, "fire i-6 close_assault").total == 2 * 3 - 1


@pytest.mark.rule("36.2a")
def test_only_units_on_the_map_are_told_to_be_without_supply() -> None:
    match = table(f'phase = "D2"\nforce = "start"\n{ON}\n[units]\ni-6 = "M4"\nii-6 = "scrap"\n{CUT}')
    assert happened(match.opening, "out of supply") == [{"units": ["i-6"]}]


@pytest.mark.rule("36.1b", "36.2a")
def test_a_logistics_unit_out_of_reach_feeds_nobody() -> None:
    """Both are cut off, from the Assembly Area and from each other."""
    match = table(f'phase = "D2"\n{ON}\n[units]\nheavy-art-2 = "assembly"\ni-6 = "M4"\nlog-7-1 = "S1"\n{CUT}\n'
                  'M1 = "obstacle"\nS2 = "obstacle"')
    assert happened(match.opening, "out of supply") == [{"units": ["i-6"]}]


@pytest.mark.rule("28.5a")
@pytest.mark.parametrize(("grid", "asked"), [("M12", True), ("assembly", False)])
def test_with_nobody_on_the_map_to_supply_it_is_not_offered(grid: str, asked: bool) -> None:
    match = table(f'phase = "C3"\n[units]\nkrad-7 = "{grid}"\nair-supply = "available"')
    assert ("hold" in legal(match)) is asked


@pytest.mark.rule("36.5a", "36.0a")
@pytest.mark.parametrize(("options", "asked"), [(ON, True), ("", False)])
def test_maximum_supply_for_combat_belongs_to_advanced_logistics(options: str, asked: bool) -> None:
    units = 'heavy-art-2 = "assembly"\ni-6 = "M12"\nlog-7-1 = "M13"'
    match = table(f'phase = "D3"\n{options}\n[units]\n{units}\n[formations]\n"53 DI" = {{ at = "M12", shown = true }}')
    assert ("use log-7-1" in legal(match)) is asked


@pytest.mark.rule("36.5b", "36.5c")
@pytest.mark.parametrize(("phase", "rule"), [("D2", "36.5b"), ("D3", "36.5c")])
def test_maximum_supply_is_told_with_the_rule_of_what_it_doubles(phase: str, rule: str) -> None:
    units = 'heavy-art-2 = "assembly"\ni-6 = "M12"\nlog-7-1 = "M13"'
    foe = '[formations]\n"53 DI" = { at = "M12", shown = true }' if phase == "D3" else ""
    events = do(table(f'phase = "{phase}"\n{ON}\n[units]\n{units}\n{foe}'), "use log-7-1", "supply M12")
    assert [event.rule for event in events if event.what == "maximum supply"] == [rule]


@pytest.mark.rule("36.1b", "36.0a")
@pytest.mark.parametrize(("logistics", "cut"), [("S17", False), ("pool", True)])
def test_logistics_in_the_pool_feed_nobody(logistics: str, cut: bool) -> None:
    """Markers on every side of S17 leave only what is in it."""
    units = f'heavy-art-2 = "assembly"\ni-6 = "S17"\nlog-7-1 = "{logistics}"'
    match = table(f'phase = "D2"\n{ON}\n[units]\n{units}\n[fog]\nS16 = "patrol"\nM17 = "patrol"\nS18 = "patrol"')
    assert ("cut" in piece(match, "i-6")) is cut


@pytest.mark.rule("36.1a", "36.5a")
@pytest.mark.parametrize("fog", ["", '[fog]\nN2 = "patrol"\nM1 = "patrol"'])
def test_logistics_hemmed_in_at_the_end_of_the_map_have_no_line_of_their_own(fog: str) -> None:
    match = table(f'phase = "D2"\n{ON}\n[units]\nheavy-art-2 = "assembly"\ni-6 = "N1"\nlog-7-1 = "N1"\n{fog}')
    assert ("use log-7-1" in legal(match)) is (fog == "")
