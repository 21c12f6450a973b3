"""25.0 Allied events; 17.5 to 17.8, 15.6 and 15.7: what the Allies do by themselves."""

from __future__ import annotations

import pytest

from meuse.engine.frames import Frame
from meuse.games.ghost_division.rules.air import AlliedRaid
from meuse.games.ghost_division.rules.allied import (
    AirAttacks,
    BombedBridge,
    EventRoll,
    FormationMoves,
    March,
    Reinforce,
)
from meuse.games.ghost_division.rules.combat import Battles
from meuse.games.ghost_division.rules.sequence import AfterBattles
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import field, value
from tests.games.ghost_division.table import table

GERMANS = '[units]\n"pz38-1" = "N14"\n'


def event(name: str, frame: Frame, text: str) -> Desk:
    return Desk(f'event = "{name}"\n{text}', frame)


def moves(text: str, name: str = "movement") -> Desk:
    return event(name, FormationMoves(), text)


def track(desk: Desk) -> list[tuple[str, str]]:
    return [(told["start"], told["grid"]) for told in desk.told("formation moves")]


# 25.0


@pytest.mark.rule("25.0a")
@pytest.mark.parametrize(
    ("die", "name"),
    [(1, "withdrawal"), (2, "demolitions"), (3, "demolitions"), (4, "screen"), (5, "reinforcements"), (6, "movement")],
)
def test_one_die_is_looked_up_in_the_table(die: int, name: str) -> None:
    desk = Desk("", EventRoll()).chance(die)
    assert desk.event == name
    (told,) = desk.told("allied event")
    assert (told["die"], told["net"], told["event"]) == (die, die, name)


@pytest.mark.rule("25.0a", "34.2d")
@pytest.mark.parametrize(
    ("turn", "units", "net"),
    [
        (1, "", 4), (2, "", 4), (3, "", 6), (4, "", 6), (5, "", 8), (6, "", 8), (1, '"pz38-1" = "N13"', 3),
        (1, '"pz38-1" = "N10"', 2), (6, '"niwi" = "M8"', 6), (1, '"pz38-1" = "N14"', 4),
        (1, '"stuka-1" = "available"', 4),
    ],
)
def test_rivers_crossed_and_the_turn_modify_the_die(turn: int, units: str, net: int) -> None:
    desk = Desk(f"turn = {turn}\n[units]\n{units}", EventRoll()).chance(4)
    assert desk.told("allied event")[0]["net"] == net


@pytest.mark.rule("25.0a")
def test_results_beyond_the_ends_use_the_first_and_the_last_row() -> None:
    assert Desk('[units]\n"pz38-1" = "N10"', EventRoll()).chance(1).event == "collapse"
    assert Desk("turn = 6", EventRoll()).chance(6).event == "counterattack"


# G1: withdrawal, reinforcement, screen, demolitions


@pytest.mark.rule("17.7a", "11.0n")
def test_a_withdrawal_takes_a_formation_out_of_contact_and_back_to_the_box_face_down() -> None:
    text = GERMANS + '[formations]\n"18 DI" = { at = "N8", shown = true }\n"22 DI" = "N14"\n"5 Div" = "S3"'
    desk = event("withdrawal", Reinforce(), text)
    assert desk.odds() == {"N8": 1, "S3": 1}
    desk.chance("N8")
    assert desk.place("18-di") == "box"
    assert not desk.shown("18-di")
    assert desk.told("formation withdrawn") == [{"grid": "N8", "formation": "18-di"}]
    assert desk.over


@pytest.mark.rule("17.7a")
def test_a_command_collapse_takes_two_and_a_lack_of_them_none() -> None:
    desk = event("collapse", Reinforce(), '[formations]\n"18 DI" = "N8"\n"22 DI" = "S8"\n"5 Div" = "S3"').chance("S3")
    assert desk.odds() == {"N8": 1, "S8": 1}
    desk.chance("S8")
    assert desk.formation("18-di") == "N8"
    alone = event("collapse", Reinforce(), '[formations]\n"18 DI" = "N8"')
    assert alone.over
    assert len(alone.told("no withdrawal")) == 1
    assert alone.place("18-di") == "box"


@pytest.mark.rule("17.8a", "17.2a")
def test_a_dummy_picked_unseen_goes_to_the_box_and_stays_unknown() -> None:
    desk = event("withdrawal", Reinforce(), '[formations]\n"dummy-1" = "N8"')
    assert desk.place("dummy-1") == "box"
    assert desk.told("formation withdrawn") == [{"grid": "N8"}]
    assert not any(e.reveals for e in desk.events)


@pytest.mark.rule("17.6a", "11.0n")
@pytest.mark.parametrize("name", ["reinforcements", "counterattack"])
def test_a_reinforcement_is_placed_at_random(name: str) -> None:
    desk = event(name, Reinforce(), GERMANS).chance("18-di", 2, 4, 5)
    assert desk.over
    assert desk.formation("18-di") == "N11"


@pytest.mark.rule("25.1a")
def test_an_empty_box_sends_nobody() -> None:
    rest = "\n".join(f'"{f.id}" = "eliminated"' for f in Desk("").g.formations)
    desk = event("reinforcements", Reinforce(), f"[formations]\n{rest}")
    assert desk.over
    assert desk.view["formations"] == []


@pytest.mark.rule("25.1a")
@pytest.mark.parametrize("event_", ["reinforcements", "counterattack"])
def test_an_empty_box_ends_the_reinforcements_event_and_nobody_moves(event_: str) -> None:
    """A Counterattack is no Reinforcements event: its Formations come all the same."""
    gone = "\n".join(f'"{f.id}" = "eliminated"' for f in Desk("").g.formations if f.id != "18-di")
    head = f'phase = "G1"\nevent = "{event_}"\nturn = 6\n[units]\nkrad-7 = "M12"\n[formations]\n{gone}\n'
    match = table(f'{head}"18-di" = {{ at = "M10", shown = true }}')
    told = {event.what for event in match.opening}
    assert "box empty" in told
    assert ("formation moves" in told) is (event_ == "counterattack")
    assert "formation die" not in told


@pytest.mark.rule("25.0a", "8.2a")
def test_screening_forces_are_two_fog_markers_away_from_germans() -> None:
    desk = event("screen", Reinforce(), GERMANS).chance("patrol", 1, 5)
    assert set(desk.odds()) == {"1", "3", "4", "5", "6"}, "Germans are in N14"
    desk.chance(1, "obstacle", 1, 5)
    assert set(desk.odds()) == {"3", "4", "5", "6"}
    assert desk.chance(3).over
    assert [told["grid"] for told in desk.told("marker placed")] == ["N13", "N15"]


@pytest.mark.rule("25.0a", "2.7d")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_threatened_bridge_is_blown_on_1_to_3(die: int) -> None:
    desk = event("demolitions", Reinforce(), '[units]\n"pz38-1" = "N5"').chance(die)
    assert desk.over
    assert desk.blown == (["M6-M7"] if die <= 3 else [])


@pytest.mark.rule("25.0a")
@pytest.mark.parametrize(
    ("units", "bridges"),
    [
        ('"pz38-1" = "N5"', ["M6-M7"]),
        ('"pz38-1" = "N15"', ["N16-N17", "N13-N14", "M13-M14"]),
        ('"pz38-1" = "N14"', ["N16-N17", "N13-N14", "M13-M14"]),
        ('"pz38-1" = "N14"\n"pz38-2" = "N13"', ["N16-N17", "M13-M14", "N10-N11"]),
        ('"pz38-1" = "N3"', []),
        ('"pz38-1" = "assembly"\n"stuka-1" = "available"', []),
    ],
)
def test_which_bridges_are_threatened(units: str, bridges: list[str]) -> None:
    desk = event("demolitions", Reinforce(), f"[units]\n{units}")
    desk.chance(*[6] * len(bridges))
    assert desk.over
    assert [told["side"] for told in desk.told("demolition")] == bridges


@pytest.mark.rule("25.0a")
def test_a_bridge_already_blown_is_not_rolled_for() -> None:
    desk = event("demolitions", Reinforce(), 'blown = ["N13-N14", "N16-N17", "M13-M14"]\n[units]\n"pz38-1" = "N15"')
    assert desk.over
    assert desk.told("no demolitions") == [{}]


@pytest.mark.rule("34.2c")
def test_the_kommando_saves_the_bridges_beside_it_from_demolition() -> None:
    desk = event("demolitions", Reinforce(), '[units]\n"niwi" = "N13"')
    assert [told["side"] for told in desk.told("bridge guarded")] == ["N13-N14"]
    desk.chance(1, 1)
    assert desk.over
    assert desk.blown == ["M13-M14", "N10-N11"]


# G2: air attacks


@pytest.mark.rule("25.1f", "11.0n")
@pytest.mark.parametrize(("die", "grids"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_a_die_says_how_many_grids_are_bombed(die: int, grids: int, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet(monkeypatch)
    desk = event("air-attack", AirAttacks(), '[units]\n"i-6" = "N8"\n"i-7" = "N6"\n"ii-7" = "M5"').chance(die)
    desk.chance("N6")
    if grids == 2:
        assert desk.odds() == {"N8": 1, "M5": 1}
        desk.chance("M5")
    assert desk.over
    assert len(desk.told("air raid")) == grids


@pytest.mark.rule("25.1f")
def test_no_grid_is_bombed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet(monkeypatch)
    units = '[units]\n"i-6" = "N8"\n"i-7" = "N6"\n"ii-7" = "M5"\n"ii-6" = "S6"'
    desk = event("air-attack", AirAttacks(4), units).chance("N6", "M5")
    assert desk.odds() == {"N8": 1, "S6": 1}
    desk.chance("S6")
    assert [told["grid"] for told in desk.told("air raid")] == ["N6", "M5", "S6", "N8"]
    assert desk.over


def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raids in which nothing happens."""
    monkeypatch.setattr(AlliedRaid, "actors", lambda self, g, p: ())
    monkeypatch.setattr(AlliedRaid, "run", lambda self, g, position: position.pop())


@pytest.mark.rule("28.2j")
def test_grids_with_a_formation_or_a_revealed_fortification_are_spared() -> None:
    units = '[units]\n"i-6" = "N8"\n"i-7" = "N6"\n"ii-7" = "M5"\n"pz38-1" = "S6"\n"pz38-2" = "S7"\n'
    units += '"ii-6" = "assembly"\n"stuka-1" = "available"\n'
    fog = '[fog]\nM5 = { kind = "fortification", shown = true }\nS6 = { kind = "obstacle", shown = true }\n'
    fog += 'S7 = "fortification"\n'
    desk = event("air-attack", AirAttacks(), units + fog + '[formations]\n"18 DI" = "N6"').chance(1)
    assert set(desk.odds()) == {"N8", "S6", "S7"}


@pytest.mark.rule("28.2j")
def test_without_such_a_grid_there_is_no_air_attack() -> None:
    desk = event("air-attack", AirAttacks(), GERMANS + '[formations]\n"18 DI" = "N14"')
    assert desk.over
    assert desk.told("no air attack") == [{}]


@pytest.mark.rule("25.1f")
def test_a_counterattack_brings_one_raid_and_other_events_none(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet(monkeypatch)
    units = '[units]\n"i-6" = "N8"\n"i-7" = "N6"\n'
    desk = event("counterattack", AirAttacks(), units).chance("N8")
    assert desk.over
    assert desk.told("air raid") == [{"grid": "N8"}]
    for name in ("movement", "reinforcements", "screen", "collapse"):
        other = event(name, AirAttacks(), units)
        assert other.over
        assert other.events == []


@pytest.mark.rule("25.1f")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_the_die_rounded_up_is_the_number_of_air_units(die: int, count: int) -> None:
    desk = Desk('[units]\n"i-6" = "N8"\n"fighter-1" = "available"', AlliedRaid(Desk("").g.grid.bit["N8"])).chance(die)
    assert desk.odds() == {"aa-fighter": 3, "aa-bomber": 5}
    desk.chance(*["aa-bomber"] * count)
    assert len(desk.sky) == count
    assert all(id.startswith("aa-bomber") for id in desk.sky)


@pytest.mark.rule("25.1g", "28.2j")
def test_available_fighters_may_intercept_and_then_flak_fires() -> None:
    units = '[units]\n"flak-59" = "N8"\n"fighter-1" = "available"\n"stuka-1" = "available"\n"fighter-2" = "maintenance"'
    desk = Desk(units, AlliedRaid(Desk("").g.grid.bit["N8"])).chance(1, "aa-bomber")
    assert desk.legal == ["done", "send fighter-1"]
    desk.do("done")
    flak = desk.g.fire["anti_tank"][desk.g.by_id["flak-59"]]
    desk.chance(*[1] * flak)
    (volley, *_) = desk.told("volley")
    assert volley["column"] == "flak"
    assert len(volley["dice"]) == flak


@pytest.mark.rule("25.1h", "27.3c", "27.3b")
def test_surviving_air_units_must_attack_each_type_in_its_column() -> None:
    desk = Desk('[units]\n"i-6" = "N8"\n"i-7" = "N8"', AlliedRaid(Desk("").g.grid.bit["N8"]))
    desk.chance(3, "aa-bomber", "aa-fighter", 1, 3, 3)
    assert [told["column"] for told in desk.told("volley")] == ["bomber"]
    assert not desk.told("suppressed")
    desk.chance(3)
    assert [told["column"] for told in desk.told("volley")] == ["bomber", "fighter_cas"]
    assert len(desk.told("suppressed")) == 1
    assert desk.over


@pytest.mark.rule("2.7d")
@pytest.mark.parametrize(("die", "blown"), [(5, []), (6, ["N13-N14"])])
def test_a_bomber_that_gets_through_may_blow_a_printed_bridge(die: int, blown: list[str]) -> None:
    desk = Desk(GERMANS)
    desk.bomb("N14")
    desk.open(BombedBridge(desk.g.grid.bit["N14"])).chance(die)
    assert desk.over
    assert desk.blown == blown


@pytest.mark.rule("2.7d")
def test_which_bridge_is_hit_is_picked_at_random_and_without_a_bomber_none() -> None:
    desk = Desk('[units]\n"i-6" = "N10"')
    desk.open(BombedBridge(desk.g.grid.bit["N10"]))
    assert desk.over
    assert desk.events == []
    desk.bomb("N10")
    desk.open(BombedBridge(desk.g.grid.bit["N10"])).chance(6)
    assert desk.odds() == {"N10-N11": 1, "N10-M10": 1}
    ruined = Desk('blown = ["N13-N14"]\n[units]\n"i-6" = "N14"').bomb("N14")
    assert ruined.open(BombedBridge(ruined.g.grid.bit["N14"])).over
    desk.chance("N10-M10")
    assert desk.blown == ["N10-M10"]


@pytest.mark.rule("34.2c")
@pytest.mark.parametrize("kommando", ["N13", "N14"])
def test_the_kommando_saves_the_bridge_from_bombs(kommando: str) -> None:
    desk = Desk(f'[units]\n"niwi" = "{kommando}"\n"i-6" = "N14"')
    desk.bomb("N14")
    desk.open(BombedBridge(desk.g.grid.bit["N14"]))
    assert desk.over
    assert desk.told("bridge guarded") == [{"side": "N13-N14", "river": "Meuse"}]


@pytest.mark.rule("25.1f")
def test_a_whole_raid_with_its_bridge() -> None:
    desk = event("air-attack", AirAttacks(), '[units]\n"pz38-1" = "N14"').chance(1)
    desk.chance(1, "aa-bomber", 3, 3, 3)
    assert desk.bombed == ["N14"]
    desk.chance(6)
    assert desk.over
    assert desk.blown == ["N13-N14"]


# G3: Formation movement


@pytest.mark.rule("25.1b", "17.5b")
def test_a_formation_with_several_ways_left_stops_when_its_die_is_used_up() -> None:
    desk = moves('[units]\n"i-6" = "S12"\n[formations]\n"18 DI" = { at = "N10", shown = true }').chance(3)
    assert desk.odds() == {"N11": 1, "M10": 1}
    assert desk.chance("N11").over
    assert desk.formation("18-di") == "N11"


@pytest.mark.rule("25.1b", "17.5b")
@pytest.mark.parametrize(("die", "steps"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_a_face_up_formation_moves_as_its_die_says(die: int, steps: int) -> None:
    desk = moves(GERMANS + '[formations]\n"18 DI" = { at = "N10", shown = true }').chance(die)
    assert desk.over
    assert track(desk) == [("N10", "N11"), ("N11", "N12")][:steps]
    assert desk.told("formation die") == [{"die": die, "moves": steps, "grid": "N10", "formation": "18-di"}]


@pytest.mark.rule("25.1c")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_unrevealed_formation_moves_one_grid_on_a_6(die: int) -> None:
    desk = moves(GERMANS + '[formations]\n"18 DI" = "N10"').chance(die)
    assert track(desk) == ([("N10", "N11")] if die == 6 else [])
    assert not desk.shown("18-di")
    assert "18-di" not in str(desk.events)


@pytest.mark.rule("17.5c")
def test_the_mobility_of_its_units_does_not_matter() -> None:
    for name in ("1-dlm", "101-dif", "1-at"):
        desk = moves(GERMANS + f'[formations]\n"{name}" = {{ at = "N10", shown = true }}').chance(6)
        assert desk.formation(name) == "N12"


@pytest.mark.rule("25.1d")
def test_one_of_the_nearest_germans_is_picked_once_then_a_step_that_nears_it() -> None:
    desk = moves('[units]\n"i-6" = "N8"\n"i-7" = "M5"\n"ii-6" = "S7"\n"ii-7" = "N1"\n"pz38-1" = "assembly"\n'
                 '[formations]\n"18 DI" = { at = "M7", shown = true }').chance(6)
    assert desk.formation("18-di") == "S7"
    tied = moves('[units]\n"i-6" = "N9"\n"i-7" = "S5"\n"ii-6" = "N4"\n'
                 '[formations]\n"18 DI" = { at = "M7", shown = true }')
    tied.chance(6)
    assert tied.odds() == {"N9": 1, "S5": 1}
    tied.chance("S5")
    assert tied.odds() == {"M6": 1, "S7": 1}
    tied.chance("S7")
    assert tied.formation("18-di") == "S6"
    assert tied.over


@pytest.mark.rule("25.1d")
def test_without_germans_on_the_map_nothing_moves() -> None:
    desk = moves('[units]\n"i-6" = "assembly"\n"stuka-1" = "available"\n'
                 '[formations]\n"18 DI" = { at = "M7", shown = true }')
    assert desk.over
    assert desk.told("no formation moves") == [{}]


@pytest.mark.rule("25.1d")
def test_nearest_first_then_east_then_north() -> None:
    text = '[units]\n"i-6" = "M9"\n[formations]\n"18 DI" = "M6"\n"22 DI" = "M12"\n"5 Div" = "N11"\n'
    text += '"1 DCR" = "S11"\n"1 AT" = "M10"'
    desk = moves(text).chance(1, 1, 1, 1, 1)
    assert [told["grid"] for told in desk.told("formation die")] == ["M10", "M12", "N11", "S11", "M6"]


@pytest.mark.rule("17.5b", "13.3f", "25.1e")
def test_it_stops_and_is_revealed_on_meeting_germans() -> None:
    desk = moves('[units]\n"i-6" = "N8"\n[formations]\n"18 DI" = "N7"').chance(6)
    assert desk.formation("18-di") == "N8"
    assert desk.shown("18-di")
    assert desk.told("formation contact") == [{"grid": "N8", "formation": "18-di"}]
    near = moves('[units]\n"i-6" = "N8"\n[formations]\n"18 DI" = { at = "N7", shown = true }').chance(6)
    assert track(near) == [("N7", "N8")]


@pytest.mark.rule("25.1e", "11.0o")
def test_then_it_fights_in_the_allied_combat_phase() -> None:
    desk = moves('[units]\n"i-6" = "N8"\n[formations]\n"18 DI" = { at = "N7", shown = true }').chance(3)
    desk.open(Battles(False, 1 << desk.g.grid.bit["N8"]))
    assert not desk.over
    assert desk.told("battle")[0]["grid"] == "N8"


@pytest.mark.rule("13.3f", "17.2a")
def test_a_dummy_that_makes_contact_is_gone() -> None:
    desk = moves('[units]\n"i-6" = "N8"\n[formations]\n"dummy-1" = "N7"').chance(6)
    assert desk.place("dummy-1") == "gone"
    assert desk.told("formation contact") == []


@pytest.mark.rule("25.1b")
def test_a_formation_in_contact_does_not_roll() -> None:
    desk = moves('[units]\n"i-6" = "N8"\n"i-7" = "N4"\n[formations]\n"18 DI" = { at = "N8", shown = true }')
    assert desk.over
    assert desk.told("formation die") == []


@pytest.mark.rule("17.5d", "20.6a")
@pytest.mark.parametrize("blown", [False, True])
def test_rivers_do_not_stop_it_but_a_crossing_is_noted_and_roads_do_not_speed_it(blown: bool) -> None:
    text = f'blown = {["N13-N14"] if blown else []}\n[units]\n"i-6" = "N15"\n'
    text += '[formations]\n"18 DI" = { at = "N13", shown = true }'
    desk = moves(text).chance(3)
    assert track(desk) == [("N13", "N14")]
    assert desk.over_river("18-di")
    assert desk.told("formation moves")[0]["river"] is True
    desk.open(FormationMoves()).chance(3)
    assert desk.formation("18-di") == "N15"
    assert not desk.over_river("18-di")


@pytest.mark.rule("17.5a")
@pytest.mark.parametrize("name", ["withdrawal", "demolitions", "screen", "air-attack", "collapse", ""])
def test_without_such_an_event_nothing_moves(name: str) -> None:
    desk = moves(GERMANS + '[formations]\n"18 DI" = { at = "N10", shown = true }', name)
    assert desk.over
    assert desk.events == []


@pytest.mark.rule("25.1b")
def test_reinforcements_are_followed_by_movement() -> None:
    desk = moves(GERMANS + '[formations]\n"18 DI" = { at = "N10", shown = true }', "reinforcements").chance(3)
    assert desk.formation("18-di") == "N11"


@pytest.mark.rule("30.1a")
def test_a_bridge_goes_when_a_formation_moves_to_its_bank() -> None:
    text = 'bridges = ["S12-S13"]\n[units]\n"i-6" = "S14"\n[formations]\n"18 DI" = { at = "S11", shown = true }'
    desk = moves(text).chance(3)
    assert desk.formation("18-di") == "S12"
    assert desk.bridges == []


# 15.6, 15.7


@pytest.mark.rule("15.6a", "15.6c")
def test_a_formation_does_not_enter_the_grid_of_another() -> None:
    text = '[units]\n"i-6" = "N8"\n[formations]\n"18 DI" = { at = "N5", shown = true }\n'
    text += '"22 DI" = { at = "N6", shown = true }'
    desk = moves(text).chance(1, 6)
    assert desk.over
    assert desk.formation("18-di") == "N5"
    assert desk.told("formation stops") == [{"grid": "N5", "formation": "18-di"}]


@pytest.mark.rule("15.6c")
def test_it_takes_another_step_that_nears_its_target_if_there_is_one() -> None:
    text = '[units]\n"i-6" = "M8"\n[formations]\n"18 DI" = { at = "N5", shown = true }\n'
    text += '"22 DI" = { at = "N6", shown = true }'
    desk = moves(text).chance(1, 6)
    assert track(desk)[0] == ("N5", "M5")


@pytest.mark.rule("15.6a", "8.2a")
@pytest.mark.parametrize("seed", range(12))
def test_no_two_markers_of_a_kind_share_a_grid_after_set_up(seed: int) -> None:
    view = table('phase = "set-up"', seed).view(None)
    for kind in ("formations", "fog"):
        assert len({marker["hex"] for marker in view[kind]}) == len(view[kind])


@pytest.mark.rule("15.6b")
def test_combat_units_drawn_for_a_battle_have_no_stacking_limit() -> None:
    units = '[units]\n"i-6" = "N9"\n"fighter-1" = "available"\n'
    desk = Desk(units + '[formations]\n"18 DI" = { at = "N9", shown = true, called = 12 }')
    desk.open(Battles(True, desk.g.one[desk.g.grid.bit["N9"]]))
    while desk.actors == ("chance",):
        desk.do(desk.legal[0])
    assert len(desk.foes) + len(desk.sky) == 12
    assert desk.g.stack_limit[desk.g.grid.bit["N9"]] == 9


@pytest.mark.rule("15.7a", "8.2b")
def test_a_counterattack_moves_revealed_formations_in_range_and_two_may_share_a_grid() -> None:
    text = ('[units]\n"i-6" = "N8"\n[formations]\n"18 DI" = { at = "N4", shown = true }\n'
            '"22 DI" = { at = "N7", shown = true }\n"5 Div" = "N9"\n'
            '"1 DCR" = { at = "N3", shown = true }\n"1 AT" = { at = "N12", shown = true }')
    desk = moves(text, "counterattack")
    assert desk.over
    assert desk.formation("22-di") == "N8"
    assert desk.formation("1-at") == "N9"
    assert desk.formation("18-di") == "N7"
    assert desk.formation("5-div") == "N9"
    assert desk.formation("1-dcr") == "N3"
    assert desk.told("formation die") == []


@pytest.mark.rule("15.7a")
def test_a_third_formation_does_not_come() -> None:
    text = ('[units]\n"i-6" = "N8"\n[formations]\n"18 DI" = { at = "N7", shown = true }\n'
            '"22 DI" = { at = "N9", shown = true }\n"5 Div" = { at = "M8", shown = true }')
    desk = moves(text, "counterattack")
    assert sorted(desk.formation(id) for id in ("18-di", "22-di", "5-div")) == ["N7", "N8", "N8"]
    assert len(desk.told("formation stops")) == 1


@pytest.mark.rule("15.7a")
@pytest.mark.parametrize("die", range(1, 7))
def test_after_the_battles_one_of_two_in_a_grid_goes_to_the_box_by_an_even_die(die: int) -> None:
    text = '[formations]\n"18 DI" = { at = "N7", shown = true }\n"22 DI" = { at = "N7", shown = true }\n"5 Div" = "N9"'
    desk = Desk(text, AfterBattles()).chance(die)
    assert desk.over
    gone, left = ("18-di", "22-di") if die <= 3 else ("22-di", "18-di")
    assert desk.place(gone) == "box"
    assert not desk.shown(gone)
    assert desk.formation(left) == "N7"
    assert desk.formation("5-div") == "N9"


@pytest.mark.rule("15.7a")
def test_with_one_formation_a_grid_nobody_leaves() -> None:
    desk = Desk('[formations]\n"18 DI" = "N7"', AfterBattles())
    assert desk.over
    assert desk.formation("18-di") == "N7"


# 3.1b


@pytest.mark.rule("3.1b", "3.1c")
@pytest.mark.parametrize("how", ["marches", "withdraws"])
def test_a_town_whose_garrison_a_formation_has_destroyed_is_not_german_when_it_goes_on(how: str) -> None:
    text = '[units]\n"i-6" = "N5"\n"i-7" = "N1"\n[formations]\n"18 DI" = { at = "N5", shown = true }'
    desk = Desk(f'event = "{"movement" if how == "marches" else "withdrawal"}"\n{text}')
    desk.stand("i-6", "scrap")
    desk.open(March(desk.g.formation_by_id["18-di"], 1) if how == "marches" else Reinforce())
    assert desk.formation("18-di") == ("N4" if how == "marches" else "")
    assert desk.view["occupied"] == []


# 31.0b


@pytest.mark.rule("31.0b")
@pytest.mark.parametrize(("grid", "minus"), [("S12", 1), ("S13", 1), ("S11", 0)])
def test_a_bridgehead_helps_the_defender_on_both_banks(grid: str, minus: int) -> None:
    with_works, without = 'bridgeheads = ["S12-S13"]', ""
    for attack, less in ((False, minus), (True, 0)):
        dice = [value(field("i-6", "fi-tirailleurs", grid=grid, attack=attack, more=more), "fi-tirailleurs-1",
                      "close_assault") for more in (without, with_works)]
        assert dice[0] - dice[1] == less


@pytest.mark.rule("2.7d")
def test_a_bomber_over_another_grid_does_not_hit_the_bridges_here() -> None:
    desk = Desk("").bomb("M5")
    assert desk.open(BombedBridge(desk.g.grid.bit["N14"])).over


@pytest.mark.rule("2.7d")
def test_where_no_bridge_is_printed_there_is_none_to_bomb() -> None:
    desk = Desk("").bomb("S12")
    assert desk.open(BombedBridge(desk.g.grid.bit["S12"])).over


@pytest.mark.rule("25.1a", "25.1b")
def test_reinforcements_are_followed_by_the_march_of_all() -> None:
    desk = Desk('event = "reinforcements"\n[units]\ni-6 = "M5"', Reinforce())
    desk.chance("18-di")
    while desk.actors:
        desk.chance(next(iter(desk.odds())))
    assert desk.formation("18-di")
    assert desk.event == "reinforcements"


@pytest.mark.rule("25.0a")
def test_a_bridge_with_germans_on_both_banks_is_safe_wherever_else_they_are() -> None:
    units = '[units]\ni-6 = "N13"\nii-6 = "N14"\ni-7 = "M5"'
    desk = Desk(f'event = "demolitions"\n{units}', Reinforce())
    while desk.actors:
        desk.chance(1)
    assert "N13-N14" not in desk.blown


@pytest.mark.rule("25.1b", "25.1c")
@pytest.mark.parametrize(("shown", "rule"), [("true", "25.1b"), ("false", "25.1c")])
def test_the_die_of_a_formation_is_told_with_its_rule(shown: str, rule: str) -> None:
    desk = Desk(f'event = "movement"\n[units]\ni-6 = "M5"\n[formations]\n18-di = {{ at = "M10", shown = {shown} }}',
                FormationMoves())
    assert desk.rule == rule
    desk.chance(1)
    assert [event.rule for event in desk.events if event.what == "formation die"] == [rule]


@pytest.mark.rule("25.1f", "28.2j")
def test_the_first_grid_of_the_map_is_raided_like_any_other() -> None:
    desk = Desk('event = "air-attack"\n[units]\ni-6 = "N1"', AirAttacks()).chance(6)
    assert [told["grid"] for told in desk.told("air raid")] == ["N1"]


@pytest.mark.rule("34.2c", "2.7d")
@pytest.mark.parametrize(
    ("kommando", "bombed", "blown", "guarded"),
    [("M14", "M13", [], ["M13-M14"]), ("M14", "M13", ["M13-M14"], []), ("M14", "N8", [], [])],
)
def test_the_kommando_is_told_to_guard_the_printed_bridges_that_stand_where_bombs_fall(
    kommando: str, bombed: str, blown: list[str], guarded: list[str]
) -> None:
    """M13 has another side on the Meuse, without a bridge."""
    desk = Desk(f'blown = {blown}\n[units]\n"niwi" = "{kommando}"\n"i-6" = "M13"').bomb(bombed)
    assert desk.open(BombedBridge(desk.g.grid.bit["M13"])).over
    assert [told["side"] for told in desk.told("bridge guarded")] == guarded


@pytest.mark.rule("20.6a", "17.5d")
def test_each_formation_that_has_crossed_a_river_is_remembered() -> None:
    text = '[units]\n"i-6" = "N15"\n"i-7" = "M15"\n[formations]\n'
    text += '"18 DI" = { at = "N13", shown = true }\n"22 DI" = { at = "M13", shown = true }'
    desk = moves(text).chance(3, 3)
    assert (desk.formation("18-di"), desk.formation("22-di")) == ("N14", "M14")
    assert desk.over_river("18-di")
    assert desk.over_river("22-di")


@pytest.mark.rule("25.1d")
def test_first_a_target_is_picked_and_then_a_way() -> None:
    desk = moves('[units]\n"i-6" = "N9"\n"i-7" = "S5"\n[formations]\n"18 DI" = { at = "M7", shown = true }').chance(6)
    assert desk.g.outcomes(desk.p) == [("target N9", 1), ("target S5", 1)]
    desk.chance("S5")
    assert {action for action, _ in desk.g.outcomes(desk.p)} == {"go M6", "go S7"}


@pytest.mark.rule("25.1f", "2.9a")
def test_what_has_been_picked_from_the_bin_is_not_in_it_any_more() -> None:
    desk = Desk('[units]\n"i-6" = "N8"', AlliedRaid(Desk("").g.grid.bit["N8"])).chance(6)
    assert desk.odds() == {"aa-fighter": 3, "aa-bomber": 5}
    assert desk.chance("aa-bomber").odds() == {"aa-fighter": 3, "aa-bomber": 4}
