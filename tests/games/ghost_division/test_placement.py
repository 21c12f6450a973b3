"""4.0 Set-up, 8.0 Random Placement."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.ghost_division.rules.placement import Place, TownFog
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import legal, pinned, table

SET_UP = 'phase = "set-up"'


def in_place(match: Match, place: str) -> set[str]:
    """The German counters in a box or area."""
    return {id for id, piece in match.view(None)["units"].items() if piece["place"] == place}


# 4.0


@pytest.mark.rule("4.0a")
def test_the_game_begins_with_40_operations_points() -> None:
    assert table(SET_UP).view(None)["op"] == 40


@pytest.mark.rule("4.0b", "10.0a")
def test_7th_panzer_is_in_the_assembly_area_at_no_cost_without_its_optional_units() -> None:
    match = table(SET_UP)
    seventh = {c.id for c in pinned().units if c.entry.formation == "7 Pz"}
    waiting = seventh & in_place(match, "assembly")
    assert seventh - waiting == {"pzgren", "pz3-50-1", "pz3-50-2"}
    assert len(waiting) == 27
    assert match.view(None)["op"] == 40


@pytest.mark.rule("4.0c", "10.0a")
@pytest.mark.parametrize(("choice", "place"), [("in-play", "assembly"), ("unformed", "pool")])
def test_both_kampfgruppen_start_in_the_assembly_area_unless_they_must_be_formed(choice: str, place: str) -> None:
    match = table(f'{SET_UP}\noptions = {{ kampfgruppen = "{choice}" }}')
    assert {"kg-b", "kg-r"} <= in_place(match, place)
    assert match.view(None)["op"] == 40


@pytest.mark.rule("4.0d", "10.0b")
def test_the_5th_panzer_regiment_and_totenkopf_wait_in_the_reinforcements_box() -> None:
    waiting = {c.id for c in pinned().units if c.entry.formation in ("5 Pz", "SS-T")}
    assert in_place(table(SET_UP), "reinforcements") == waiting


@pytest.mark.rule("4.0e", "10.0b")
def test_corps_troops_and_luftwaffe_are_in_the_recruit_pool_and_niwi_is_not() -> None:
    corps = {c.id for c in pinned().units if c.entry.formation in ("XV", "Luftwaffe")}
    assert corps - in_place(table(SET_UP), "pool") == {"niwi"}


@pytest.mark.rule("4.0f")
def test_the_allied_units_are_sorted_into_five_bins() -> None:
    g = pinned()
    types = [{g.allied[i].type for kind in bin.values() for i in kind} for bin in g.bins]
    belgian, mech, infantry, british, air = types
    assert air == {"fighter", "medium bomber"}
    assert "fighter" in mech & infantry & british
    assert "fighter" not in belgian
    assert not any("medium bomber" in bin for bin in (belgian, mech, infantry, british))
    assert sum(len(kind) for bin in g.bins for kind in bin.values()) == sum(c.fog < 0 for c in g.allied)


@pytest.mark.rule("4.0g", "4.0h", "8.1a", "8.2a")
@pytest.mark.parametrize("seed", range(5))
def test_every_town_and_seven_more_grids_get_a_fog_marker_face_down(seed: int) -> None:
    g, view = pinned(), table(SET_UP, seed).view(None)
    on_map = [marker["hex"] for marker in view["fog"]]
    assert len(on_map) == len(set(on_map)) == len(g.board.towns) + 7 == 21
    assert {g.grid_name(cell) for cell in g.board.towns} <= set(on_map)
    assert not any(marker["shown"] for marker in view["fog"])
    assert view["boxes"]["fog"] == len(g.fog) - 21


@pytest.mark.rule("4.0g")
def test_the_marker_of_a_town_is_drawn_from_all_that_are_left() -> None:
    desk = Desk("", TownFog(0), TownFog(1))
    assert desk.odds() == {
        "fortification": 4, "meeting": 3, "obstacle": 6, "patrol": 6, "installation": 4, "false-info": 7,
    }
    desk.chance("meeting")
    assert desk.odds()["meeting"] == 2
    assert "meeting" not in str(desk.events)


@pytest.mark.rule("4.0i", "8.1a", "8.2a")
@pytest.mark.parametrize("seed", range(5))
def test_eight_formations_are_placed_face_down_and_the_rest_wait(seed: int) -> None:
    view = table(SET_UP, seed).view(None)
    on_map = [marker["hex"] for marker in view["formations"]]
    assert len(on_map) == len(set(on_map)) == 8
    assert not any(marker["shown"] for marker in view["formations"])
    assert view["boxes"]["formations"] == len(pinned().formations) - 8


@pytest.mark.rule("4.0j")
def test_then_the_player_may_buy() -> None:
    match = table(SET_UP)
    assert {"recruit stuka-1", "recruit corps-pi-1", "done"} <= set(legal(match))


# 8.0


@pytest.mark.rule("8.0a", "8.0b", "8.0c")
@pytest.mark.parametrize(
    ("dice", "grid"), [((2, 4, 5), "N11"), ((6, 1, 6), "S6"), ((3, 5, 1), "M13"), ((1, 6, 6), "N18"), ((4, 2, 1), "M1")]
)
@pytest.mark.parametrize(("kind", "front"), [("formation", "18-di"), ("fog", "patrol")])
def test_three_dice_in_order_give_the_grid(kind: str, front: str, dice: tuple[int, ...], grid: str) -> None:
    desk = Desk("", Place(kind)).chance(front, *dice[:2])  # type: ignore[arg-type]
    assert desk.events == []
    desk.chance(dice[2])
    assert desk.told("marker placed") == [{"kind": kind, "grid": grid}]
    assert (desk.formation("18-di") if kind == "formation" else grid * (desk.fog(grid) == "patrol")) == grid


@pytest.mark.rule("8.0b")
def test_every_grid_is_equally_likely() -> None:
    g = Desk("").g
    faces = range(1, 7)
    counts: dict[int, int] = {}
    for a in faces:
        for b in faces:
            for c in faces:
                counts[g.board.rolled[a, b, c]] = counts.get(g.board.rolled[a, b, c], 0) + 1
    assert set(counts) == {1 << cell for cell in g.grid.cells}
    assert set(counts.values()) == {4}


@pytest.mark.rule("8.1a")
@pytest.mark.parametrize(("kind", "front"), [("formation", "18-di"), ("fog", "obstacle")])
def test_a_marker_is_placed_face_down_and_its_name_is_not_told(kind: str, front: str) -> None:
    desk = Desk("", Place(kind)).chance(front, 1, 1, 1)  # type: ignore[arg-type]
    assert [marker["shown"] for marker in (*desk.view["formations"], *desk.view["fog"])] == [False]
    assert front not in str(desk.events)
    assert not any(event.reveals for event in desk.events)


@pytest.mark.rule("8.2a")
def test_dice_do_not_lead_to_a_grid_that_has_such_a_marker() -> None:
    fog = Desk('[fog]\nN11 = "patrol"', Place("fog")).chance("obstacle", 2, 4)
    assert fog.odds() == {"1": 1, "2": 1, "3": 1, "4": 1, "6": 1}
    assert fog.chance(6).told("marker placed") == [{"kind": "fog", "grid": "N12"}]
    formation = Desk('[formations]\n"18 DI" = "N11"', Place("formation")).chance("22-di", 2, 4)
    assert "5" not in formation.odds()


@pytest.mark.rule("8.2a", "8.0b")
def test_the_dice_are_as_likely_as_if_they_were_rolled_until_they_give_a_free_grid() -> None:
    row = "\n".join(f'N{column} = "patrol"' for column in (1, 2, 3, 7))
    desk = Desk(f"[fog]\n{row}", Place("fog")).chance("obstacle")
    assert desk.odds() == {"1": 14, "2": 14, "3": 18, "4": 18, "5": 18, "6": 18}
    assert desk.chance(1).odds() == {"1": 3, "2": 3, "3": 5, "4": 5, "5": 6, "6": 6}
    assert desk.chance(2).odds() == {"4": 1, "5": 1, "6": 1}


@pytest.mark.rule("8.2b")
def test_a_formation_and_a_fog_marker_may_share_a_grid() -> None:
    desk = Desk('[fog]\nN11 = "patrol"', Place("formation")).chance("18-di", 2, 4, 5)
    assert desk.formation("18-di") == "N11"
    assert desk.fog("N11") == "patrol"
    desk = Desk('[formations]\n"18 DI" = "N11"', Place("fog")).chance("obstacle", 2, 4, 5)
    assert desk.fog("N11") == "obstacle"


@pytest.mark.rule("8.2c")
def test_belgians_land_in_belgium_and_nobody_is_told() -> None:
    desk = Desk("", Place("formation")).chance("1-ch-ard", 1)
    assert desk.odds() == {"3": 2, "4": 2, "5": 6, "6": 6}
    assert desk.chance(4).odds() == {"5": 1, "6": 1}
    assert desk.events == []
    desk.chance(5)
    assert desk.told("marker placed") == [{"kind": "formation", "grid": "N11"}]
    assert desk.formation("1-ch-ard") == "N11"
    assert len(desk.events) == 1


def belgium_full() -> str:
    g = Desk("").g
    others = [f.id for f in g.formations if f.nation != "belgian"]
    grids = [g.grid.names[cell] for cell in g.grid.cells if g.board.belgium >> cell & 1]
    assert len(grids) == 24
    return "[formations]\n" + "\n".join(f'"{id}" = "{grid}"' for id, grid in zip(others, grids, strict=False))


@pytest.mark.rule("8.2c")
def test_with_belgium_full_a_belgian_stays_in_the_box_and_a_frenchman_does_not() -> None:
    desk = Desk(belgium_full(), Place("formation")).chance("1-ch-ard")
    assert desk.over
    assert desk.place("1-ch-ard") == "box"
    assert desk.told("marker not placed") == [{"kind": "formation"}]
    other = Desk(belgium_full(), Place("formation"))
    other.chance(next(front for front in other.odds() if "ard" not in front), 1, 1, 1)
    assert other.told("marker placed")


@pytest.mark.rule("8.2d")
@pytest.mark.parametrize("front", ["18-di", "5-div", "dummy"])
@pytest.mark.parametrize(("dice", "grid"), [((1, 1, 1), "N1"), ((1, 6, 6), "N18")])
def test_british_french_and_dummies_land_anywhere(front: str, dice: tuple[int, ...], grid: str) -> None:
    desk = Desk("", Place("formation")).chance(front, *dice)
    assert desk.told("marker placed") == [{"kind": "formation", "grid": grid}]


@pytest.mark.rule("8.2d", "17.2a")
def test_among_german_units_a_formation_is_revealed_at_once_and_a_dummy_is_gone() -> None:
    germans = '[units]\n"pz38-1" = "N11"'
    desk = Desk(germans, Place("formation")).chance("18-di", 2, 4, 5)
    assert desk.formation("18-di") == "N11"
    assert desk.shown("18-di")
    assert desk.told("formation revealed") == [{"grid": "N11", "formation": "18-di"}]
    dummy = Desk(germans, Place("formation")).chance("dummy", 2, 4, 5)
    assert dummy.place("dummy-1") == "gone"
    assert dummy.told("dummy removed") == [{"grid": "N11"}]


@pytest.mark.rule("8.2a")
def test_fog_markers_avoid_german_ground_units() -> None:
    desk = Desk('[units]\n"pz38-1" = "N11"', Place("fog")).chance("patrol", 2, 4)
    assert "5" not in desk.odds()
    assert desk.chance(4).told("marker placed") == [{"kind": "fog", "grid": "N10"}]


@pytest.mark.rule("25.1a")
def test_from_an_empty_box_nothing_comes() -> None:
    g = Desk("").g
    rest = "\n".join(f'"{f.id}" = "gone"' for f in g.formations)
    desk = Desk(f"[formations]\n{rest}", Place("formation"))
    assert desk.over
    assert desk.told("box empty") == [{"kind": "formation"}]


@pytest.mark.rule("17.6a")
def test_a_reinforcement_is_drawn_unseen_from_what_the_box_holds() -> None:
    desk = Desk('[formations]\n"18 DI" = "N11"\n"22 DI" = "eliminated"\n"dummy-2" = "gone"', Place("formation"))
    odds = desk.odds()
    assert "18-di" not in odds
    assert "22-di" not in odds
    assert odds["dummy"] == 4
    assert odds["1-dcr"] == 1


@pytest.mark.rule("8.1a", "8.2d")
@pytest.mark.parametrize(("grid", "shown"), [("N1", False), ("M5", True)])
def test_a_formation_is_turned_up_only_where_german_ground_units_are(grid: str, shown: bool) -> None:
    desk = Desk('[units]\ni-6 = "M5"', Place("formation"))
    dice = next(dice for dice, cells in desk.g.board.rolled.items() if cells == 1 << desk.g.grid.bit[grid])
    desk.chance("18-di", *dice)
    assert (desk.formation("18-di"), desk.shown("18-di")) == (grid, shown)
