"""1.0 and 2.0: what is in the box; 6.0 the map."""

from __future__ import annotations

from collections import Counter

import pytest

import meuse
from meuse.games.ghost_division.box.components import BINS, FOG_KINDS, Allied
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.rules.air import Interdiction
from meuse.games.ghost_division.rules.movement import Ground
from meuse.games.ghost_division.rules.placement import Place
from meuse.games.ghost_division.table.sheet import SIZES
from meuse.games.ghost_division.table.view import DATES
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import volley
from tests.games.ghost_division.table import PINNED, do, happened, pass_on, pinned, table

ARMORED = {"tank", "self-propelled gun", "self-propelled flak", "armored infantry", "armored car"}
PLAIN = {"motorized infantry", "leg infantry", "motorcycle", "cavalry", "engineers", "anti-tank", "flak", "artillery",
         "heavy artillery", "logistics", "kommando"}


@pytest.mark.rule("1.0a")
def test_one_person_plays_and_the_allies_are_run_by_the_game() -> None:
    """No Allied side exists, and no decision is ever anybody's but the German player's or chance's."""
    assert pinned().sides == ("german",)
    match = table('phase = "F"\nturn = 6\n[units]\npz38-1 = "M12"\n[formations]\n"1 DCR" = "M11"\n"18 DI" = "M10"')
    told = [*match.opening, *pass_on(match, "never")]
    assert happened(told, "allied event")
    assert {entry.side for entry in match.entries} <= {"german", "chance"}


@pytest.mark.rule("2.2a", by="data")
def test_german_units_belong_to_four_formations_and_the_air_arm() -> None:
    assert {c.entry.formation for c in pinned().units if not c.air} == {"7 Pz", "5 Pz", "SS-T", "XV"}
    assert {c.entry.formation for c in pinned().units if c.air} == {"Luftwaffe"}


@pytest.mark.rule("2.8h", "4.0f", by="data")
def test_there_are_five_allied_groups_each_with_its_bin() -> None:
    assert set(BINS) == {"belgian", "british", "french-mech", "french-infantry", "air"}
    g = pinned()
    assert all(g.bins[i] for i in range(5))
    assert {g.allied[c].type for kinds in g.bins[4].values() for c in kinds} == {"fighter", "medium bomber"}
    fighters = {BINS[c.bin] for c in g.allied if c.type == "fighter"}
    assert fighters == {"air", "british", "french-mech", "french-infantry"}


@pytest.mark.rule("2.3b", "2.4a", "2.4c")
def test_class_comes_from_the_type_and_never_from_the_pool() -> None:
    """Both French pools hold armored and other units, and a fighter each."""
    g = pinned()
    for bin in ("french-mech", "french-infantry"):
        units = [c for c in g.allied if BINS[c.bin] == bin and c.bin >= 0]
        assert {c.armored for c in units if not c.air_unit} == {True, False}
        assert any(c.air_unit for c in units)
    for c in g.allied:
        if c.type in ARMORED | PLAIN:
            assert c.armored is (c.type in ARMORED), c.id


@pytest.mark.rule("2.4a", "2.4c", by="data")
def test_the_class_of_every_german_type() -> None:
    for c in pinned().units:
        if not (c.hq or c.air):
            assert c.entry.type in ARMORED | PLAIN, c.id
            assert c.entry.armored is (c.entry.type in ARMORED), c.id


@pytest.mark.rule("2.4b", by="data")
def test_four_headquarters_are_armored_and_no_other() -> None:
    found = {c.id for c in pinned().units if c.hq and c.entry.armored}
    assert found == {"rommel", "11-brigade", "7-brigade", "31-5"}


@pytest.mark.rule("2.4b", "22.1a")
def test_an_unarmored_headquarters_cannot_exploit_as_a_unit() -> None:
    """KG B without enough Leadership stays; 7th Brigade goes alone."""
    for hq, able in (("kg-b", False), ("7-brigade", True)):
        match = table(f'phase = "D4a"\nop = 20\nspent = {{ {hq} = 1 }}\n[units]\npz38-1 = "M12"\n{hq} = "M12"')
        if able:
            do(match, "done")
        assert (f"exploit {hq}" in match.legal("german")) is able


@pytest.mark.rule("2.4d", "10.4a")
def test_optional_units_stay_out_without_their_rules_and_two_types_never_appear() -> None:
    g = pinned()
    aside = {c.id for c in g.units if c.entry.start == "aside"}
    assert aside == {"pzgren", "pz3-50-1", "pz3-50-2", "niwi"}
    p = g.start()
    assert not aside & set(g.view(p, None)["units"])
    types = {c.entry.type for c in g.units} | {c.type for c in g.allied}
    assert not {word for word in types if "signals" in word or "propaganda" in word}


@pytest.mark.rule("2.4e", "27.0a", by="data")
def test_the_air_types() -> None:
    types = Counter(c.entry.type for c in pinned().units if c.air)
    assert set(types) == {"fighter", "dive bomber", "medium bomber", "air recon", "air supply"}


@pytest.mark.rule("2.5a", by="data")
def test_sizes() -> None:
    assert {SIZES[c.entry.size] for c in pinned().units if not c.air} == {"XX", "X", "III", "II", "I", "[ ]"}
    assert all((c.entry.size == "kampfgruppe") is c.entry.kampfgruppe for c in pinned().units)


@pytest.mark.rule("2.6a", by="data")
def test_short_names() -> None:
    g = pinned()
    names = {f.name for f in g.formations} | {c.name for c in g.units}
    assert {"1 Ch Ard", "1 AT", "1 DCR", "1 DLC", "1 DLM", "4 DINA", "KG B", "KG R", "SS-T HQ"} <= names


@pytest.mark.rule("2.7a")
def test_a_formation_marker_has_no_units_on_the_map_until_a_battle() -> None:
    match = table(
        'phase = "D2"\ndice = [4]\n[units]\nheavy-art-2 = "assembly"\nkrad-7 = "M12"\nfighter-1 = "available"\n'
        '[formations]\n"53 DI" = "M11"'
    )
    do(match, "move krad-7", "step M11")
    assert match.view(None)["battle"] is None, "contact alone brings none"
    do(match, "end")
    battle = match.view(None)["battle"]
    assert len(battle["foes"]) + len(battle["sky"]) == 4


@pytest.mark.rule("2.7b", "2.7c", by="data")
def test_fog_of_war_fronts_come_in_six_kinds() -> None:
    g = pinned()
    assert set(FOG_KINDS) == {m.kind for m in g.fog}
    assert len(FOG_KINDS) == 6
    assert len(g.fog) >= len(g.board.towns) + 7, "enough for the set-up (4.0g, 4.0h)"


@pytest.mark.rule("2.7d", "30.1c", "31.2a")
def test_bridge_and_bridgehead_markers_are_limited_and_hit_markers_are_not() -> None:
    match = table('phase = "D2"\nbridges = ["N9-M9"]\n[units]\nkrad-7 = "M12"')
    assert match.view(None)["markers_left"] == {"bridges": 3, "bridgeheads": 2}
    hit = ("i-6", "ii-6", "i-7", "ii-7", "krad-7", "pi-58")
    many = "\n".join(f'{id} = {{ at = "assembly", hits = 1 }}' for id in hit)
    assert table(f'phase = "D2"\n[units]\n{many}').actors
    with pytest.raises(meuse.BadInput, match="no more than the 2 markers"):
        table('phase = "D2"\nbridgeheads = ["N9-M9", "N6-N7", "S12-S13"]\n[units]\nkrad-7 = "M12"')


@pytest.mark.rule("2.7e", "20.7d")
def test_a_hit_marker_counts_the_hits_of_a_unit_not_yet_destroyed() -> None:
    assert table('phase = "D2"\n[units]\ni-6 = { at = "M12", hits = 2 }').view(None)["units"]["i-6"]["hits"] == 2
    with pytest.raises(meuse.BadInput, match="fewer Hits than its defense of 3"):
        table('phase = "D2"\n[units]\ni-6 = { at = "M12", hits = 3 }')


@pytest.mark.rule("2.8c", by="data")
def test_formations_are_armored_or_not_whatever_their_bin() -> None:
    g = pinned()
    assert {f.id for f in g.formations if f.armored} == {"1-dcr", "2-dcr", "1-dlm", "2-dlm", "3-dlm", "1-at"}
    assert {BINS[f.bin] for f in g.formations if not f.armored and not f.dummy} == {
        "belgian", "french-mech", "french-infantry", "british",
    }


@pytest.mark.rule("2.8d", "2.8e")
def test_the_german_boxes() -> None:
    """Destroyed units go to the Scrap Pile; the others are asked for elsewhere."""
    places = ("assembly", "pool", "reinforcements", "scrap")
    for place in places:
        shown = table(f'phase = "D2"\n[units]\npz38-1 = "M12"\ni-6 = "{place}"').view(None)["units"]["i-6"]
        assert shown["place"] == place
    for place in ("available", "maintenance"):
        shown = table(f'phase = "D2"\n[units]\npz38-1 = "M12"\nstuka-1 = "{place}"').view(None)["units"]["stuka-1"]
        assert shown["place"] == place


@pytest.mark.rule("2.8f", "25.1a")
def test_destroyed_formations_never_come_back_and_those_in_the_box_may() -> None:
    gone = [f.id for f in pinned().formations if f.id != "18-di"]
    text = "\n".join(f'"{id}" = "eliminated"' for id in gone)
    scene = 'phase = "G1"\nevent = "reinforcements"\nturn = 6\n[units]\nkrad-7 = "assembly"\n[formations]\n'
    match = table(scene + text)
    assert len(match.view(None)["formations"]) == 1
    assert match.view(None)["boxes"]["formations"] == 0
    match = table(f'{scene}{text}\n"18-di" = "eliminated"')
    assert match.view(None)["formations"] == []


@pytest.mark.rule("2.8g", "26.1a")
def test_cleared_fog_markers_come_again_but_destroyed_fortifications_do_not() -> None:
    before = Desk("", Place("fog")).odds()
    fog = '[fog]\nM11 = "patrol"\nM5 = { kind = "fortification", shown = true, hits = 3 }'
    desk = Desk(f'[units]\nkrad-7 = "M12"\nstuka-1 = "available"\n{fog}', Interdiction())
    volley(desk.do("strike M5", "send stuka-1"), 6)
    assert desk.told("fortification destroyed")
    desk.open(Ground()).do("move krad-7", "step M11").chance(6)
    after = desk.open(Place("fog")).odds()
    assert after["patrol"] == before["patrol"]
    assert after["fortification"] == before["fortification"] - 1


@pytest.mark.rule("2.10a", "2.11a")
def test_dice_have_six_sides_and_modifiers_are_added() -> None:
    desk = Desk('[units]\nkrad-7 = "M12"\n[fog]\nM11 = "patrol"', Ground()).do("move krad-7", "step M11")
    assert desk.odds() == {str(n): 1 for n in range(1, 7)}
    assert desk.chance(4).told("patrol")[0]["net"] == 5


@pytest.mark.rule("2.12a", "5.0a", by="data")
def test_a_turn_is_two_days_and_a_grid_about_fifteen_kilometres() -> None:
    assert DATES == ("10-11 May", "12-13 May", "14-15 May", "16-17 May", "18-19 May", "20-21 May")
    grid = pinned().board.file.grid
    assert 13 < grid.lat_step * 111.2 < 18
    assert 13 < grid.lon_step * 71.4 < 18


@pytest.mark.rule("2.9a")
def test_a_force_moves_as_a_group_in_one_grid_and_picks_are_random() -> None:
    match = table('phase = "D2"\n[units]\nheavy-art-2 = "assembly"\nkrad-7 = "M12"\ni-6 = "M12"\nii-6 = "M12"')
    events = do(match, "move krad-7", "join i-6", "join ii-6", "step M11")
    assert happened(events, "step")[0]["units"] == ["krad-7", "i-6", "ii-6"]
    met = Desk('[units]\nkrad-7 = "M12"\n[fog]\nM11 = "meeting"', Ground()).do("move krad-7", "step M11")
    assert met.actors == ("chance",)
    assert sum(met.odds().values()) == 27


@pytest.mark.rule("6.0a")
def test_the_map_has_three_rows_of_eighteen_grids() -> None:
    g = pinned()
    assert len(g.grid.cells) == 54
    assert Counter(name[0] for name in g.grid.bit) == {"N": 18, "M": 18, "S": 18}
    assert {int(name[1:]) for name in g.grid.bit} == set(range(1, 19))


@pytest.mark.rule("6.1a")
def test_grids_are_adjacent_across_a_side_only() -> None:
    g = pinned()
    near = {name: {g.grid.names[n] for n in g.ways[cell]} for name, cell in g.grid.bit.items()}
    assert near["M9"] == {"M8", "M10", "N9", "S9"}
    assert near["N1"] == {"N2", "M1"}
    assert near["S18"] == {"S17", "M18"}


@pytest.mark.rule("6.2b", "6.2a")
def test_the_assembly_area_leads_to_the_east_edge_and_nothing_leads_back() -> None:
    g = pinned()
    assert {g.grid.names[n] for n in g.ways[-1]} == {"N18", "M18", "S18"}
    assert all(-1 not in ways for cell, ways in g.ways.items() if cell >= 0)


def test_every_bridge_road_and_river_is_where_it_can_be() -> None:
    g = pinned()
    assert g.board.printed.bit_count() == 11
    assert all(bin(mask).count("1") for mask in g.board.roads)
    for index, (a, b, d) in enumerate(g.board.river_sides):
        road = bool(g.board.roads[d] >> a & 1)
        assert road is bool(g.board.printed >> index & 1), g.board.side_names[index]
        assert g.grid.neighbour[a][d] == b


@pytest.mark.parametrize(
    ("overlay", "says"),
    [
        ({"charts": {"victory": {"towns": {"Berlin": 3}}}}, ""),
        ({"map": {"grids": {"N1": {"town": "Paris", "terrain": "town", "country": "FR", "source": "geo"}}}}, "Paris"),
        ({"map": {"bridges": {"sides": ["N1-N2"]}}}, "'N1-N2' is not a river side"),
        ({"map": {"roads": {"links": ["N1-M2"]}}}, "the two Grids do not touch"),
        ({"map": {"roads": {"links": ["N1-Q2"]}}}, "'Q2' is not a Grid"),
        ({"units": {"german": {"krad-7": {"price": "gold"}}}}, "expected a price for 'gold'"),
        ({"charts": {"fog": {"patrols": 3}}}, "patrols"),
    ],
)
def test_wrong_data_are_refused_with_what_was_expected(overlay: dict[str, object], says: str) -> None:
    if not says:
        assert GhostDivision(None, {}, overlay).charts.victory.towns["Berlin"] == 3
        return
    with pytest.raises(meuse.BadInput, match=says):
        GhostDivision(None, {}, overlay)


def test_a_players_own_charts_lie_over_ours() -> None:
    mine = {"charts": {"operations": {"start": 33}}}
    g = GhostDivision(None, {}, mine)
    assert g.start().op == 33
    assert PINNED["charts"]["operations"]["start"] == 40


def test_options_are_checked() -> None:
    with pytest.raises(meuse.BadInput, match="unknown scenario 'sealion'"):
        GhostDivision("sealion")
    with pytest.raises(meuse.BadInput, match="halting"):
        GhostDivision(None, {"halting": "never"})


def test_a_fortification_is_a_unit_of_its_own_and_in_no_bin() -> None:
    g = pinned()
    forts: list[Allied] = [c for c in g.allied if c.type == "fortification"]
    assert len(forts) == len([m for m in g.fog if m.kind == "fortification"])
    assert all(c.bin == -1 and not c.armored for c in forts)
