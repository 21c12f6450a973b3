"""15.0 Stacking."""

from __future__ import annotations

import pytest

import meuse
from meuse.games.ghost_division.rules.stacking import battalions, load
from tests.games.ghost_division.table import do, legal, pinned, refused, table

TANKS = (*(f"pz38-{n}" for n in range(1, 7)), "pz4-1", "pz4-2", "pz4-3")
BATTALIONS = ("i-6", "ii-6", "i-7", "ii-7", "i-78", "ii-78", "krad-7")


def here(grid: str, *ids: str) -> str:
    return "\n".join(f'{id} = "{grid}"' for id in ids)


@pytest.mark.rule("15.8a", "15.3a", "15.4a", "15.2a")
def test_three_battalions_nine_tank_companies_and_a_headquarters_fill_a_town() -> None:
    """Situation A26."""
    full = here("M9", *BATTALIONS[:3], *TANKS, "rommel")
    table(f'phase = "D2"\n[units]\n{full}')
    with pytest.raises(meuse.BadInput, match=r"15\.1a"):
        table(f'phase = "D2"\n[units]\n{full}\n31-pz2-1 = "M9"')
    table(f'phase = "D2"\n[units]\n{full}\nkg-b = "M9"\nkg-r = "M9"\n7-brigade = "M9"')


@pytest.mark.rule("15.1a")
@pytest.mark.parametrize(("grid", "limit"), [("M12", 5), ("M9", 6), ("N9", 3)])
def test_the_terrain_sets_the_limit(grid: str, limit: int) -> None:
    table(f'phase = "D2"\n[units]\n{here(grid, *BATTALIONS[:limit])}')
    with pytest.raises(meuse.BadInput, match=f"too many units stand in {grid}"):
        table(f'phase = "D2"\n[units]\n{here(grid, *BATTALIONS[: limit + 1])}')


@pytest.mark.rule("15.1a")
def test_there_is_no_limit_in_the_assembly_area() -> None:
    match = table(f'phase = "D2"\n[units]\n{here("assembly", *BATTALIONS, *TANKS)}')
    assert [unit["place"] for unit in match.view(None)["units"].values()].count("assembly") == 16


@pytest.mark.rule("15.1a", "16.2c")
def test_the_limit_holds_at_every_step_of_a_stack() -> None:
    """Four and a third battalions in clear M11: two thirds of a company's room is left."""
    match = table(f'phase = "D2"\n[units]\n{here("M11", *BATTALIONS[:4], TANKS[0])}\n{here("M12", *TANKS[1:4])}')
    do(match, f"move {TANKS[1]}", f"join {TANKS[2]}")
    assert "step M11" in legal(match)
    do(match, f"join {TANKS[3]}")
    refused(match, "step M11", "15.1a")


@pytest.mark.rule("15.1a")
def test_whoever_leaves_a_full_grid_makes_room_for_another() -> None:
    match = table(f'phase = "D2"\n[units]\n{here("M11", *BATTALIONS[:5])}\nmg = "M12"')
    do(match, "move mg")
    refused(match, "step M11", "15.1a")
    match = table(f'phase = "D2"\n[units]\n{here("M11", *BATTALIONS[:5])}\nmg = "M12"')
    do(match, f"move {BATTALIONS[0]}", "step M10", "done", "move mg", "step M11")
    assert match.view(None)["units"]["mg"]["hex"] == "M11"


@pytest.mark.rule("15.2a", "15.3a", "15.4a", "15.5a")
@pytest.mark.parametrize(
    ("unit", "thirds"),
    [("i-6", 3), ("log-7-1", 3), ("sig-705", 3), ("sp-flak", 3), ("aufkl-37", 3), ("niwi", 3), ("pi-58", 3),
     ("pzgren", 3), ("pz38-1", 1), ("pz4-1", 1), ("31-pz2-1", 1), ("pz3-50-1", 1), ("rommel", 0), ("kg-b", 0),
     ("sst-hq", 0), ("stuka-1", 0)],
)
def test_what_a_counter_counts(unit: str, thirds: int) -> None:
    g = pinned()
    assert load(g, (g.by_id[unit],)) == thirds


@pytest.mark.rule("15.3a")
def test_companies_are_counted_in_thirds_and_not_rounded() -> None:
    nearly = here("N9", *BATTALIONS[:2], *TANKS[:2])
    table(f'phase = "D2"\n[units]\n{nearly}\n{here("N9", TANKS[2])}')
    with pytest.raises(meuse.BadInput, match="too many units stand in N9"):
        table(f'phase = "D2"\n[units]\n{nearly}\n{here("N9", *TANKS[2:4])}')
    assert [battalions(n) for n in (0, 1, 3, 4, 8)] == ["0", "1/3", "1", "1 1/3", "2 2/3"]


@pytest.mark.rule("15.5a")
def test_air_units_take_no_room() -> None:
    match = table(f'phase = "C2"\n[units]\n{here("N9", *BATTALIONS[:3])}\n{here("available", "stuka-1", "fighter-1")}\n'
                  '[formations]\n"18 DI" = "N8"')
    do(match, "strike N8", "send stuka-1")
    assert {piece["place"] for id, piece in match.view(None)["units"].items() if id in BATTALIONS[:3]} == {"map"}


@pytest.mark.rule("15.8a")
def test_german_and_allied_pieces_do_not_count_against_each_other() -> None:
    match = table(
        f'phase = "D2"\ndice = [3]\n[units]\nheavy-art-2 = "assembly"\n{here("M11", *BATTALIONS[:4])}\nkrad-7 = "M12"\n'
        '[formations]\n"53 DI" = { at = "M11", shown = true }\n[fog]\nM11 = { kind = "fortification", shown = true }'
    )
    do(match, "move krad-7", "step M11")
    assert [unit["hex"] for unit in match.view(None)["units"].values()].count("M11") == 5


@pytest.mark.rule("15.8b")
def test_combat_is_inside_one_grid() -> None:
    """The neighbours of a battle, Allied or German, take no part in it."""
    match = table(
        'phase = "D3"\ndice = [3]\n[units]\npz38-1 = "M11"\npz38-2 = "M12"\n'
        '[formations]\n"53 DI" = { at = "M11", shown = true }\n"61 DI" = { at = "M10", shown = true }'
    )
    battle = next(event.data for event in match.opening if event.what == "battle")
    assert (battle["grid"], battle["units"], battle["formations"]) == ("M11", ["pz38-1"], ["53-di"])
