"""Markers lie where they cover nothing that players read: measured by boxes, hex by hex, on the maps of all games."""

from __future__ import annotations

from typing import Any

import pytest

from meuse import make_game
from meuse.games.blitzkrieg.table import picture as blitz
from meuse.games.ghost_division.box.drawfile import Drawing as StripDrawing
from meuse.games.ghost_division.table import picture as ghost
from meuse.games.ghost_division.table.picture.paper import headlines
from meuse.games.mansteins_war.table import picture as manstein
from meuse.games.sedan.box.drawfile import Drawing as SedanDrawing
from meuse.games.sedan.table import picture as sedan
from meuse.games.sedan.table.picture.lettering import obstacles
from meuse.games.sedan.table.picture.paper import SedanPaper
from meuse.games.sedan.table.picture.roads import Ways
from meuse.games.sedan.table.picture.water import Streams
from meuse.maps.drawing import Box, Boxes, around, num, overlap
from meuse.maps.paper import Paper
from meuse.maps.shapes import Drawing


def laid_out(name: str) -> tuple[Any, Paper, Boxes, float]:
    """A game, its map on paper, what may not be covered, and how far a marker reaches."""
    game: Any = make_game(name)
    if name == "sedan":
        paper = SedanPaper(game.board, game.shelf.load("drawing", SedanDrawing))
        Streams(paper)
        Ways(paper)
        return game, paper, Boxes(obstacles(paper)), sedan.REACH
    module: Any = manstein if name == "mansteins-war" else blitz
    theatre, _, taken, _ = module.laid_out(game.board, game.shelf.load("drawing", Drawing))
    return game, theatre, taken, module.REACH


@pytest.mark.parametrize("name", ["sedan", "mansteins-war", "blitzkrieg"])
def test_two_markers_in_any_hex_cover_no_town_number_fort_or_bridge(name: str) -> None:
    game, paper, taken, reach = laid_out(name)
    found = game.pins()
    worst = []
    for hex in paper.cells:
        spots = found["own"].get(hex, found["any"])
        assert len(set(spots)) == len(spots) >= 5
        x, y = paper.spot[hex]
        for dx, dy in spots[:2]:
            box = around((x + dx, y + dy), reach)
            worst += [(round(overlap(box, other)), hex) for other in taken.near(box) if not city(other)]
    assert max(worst)[0] <= 0.12 * (2 * reach) ** 2, sorted(worst)[-5:]


def test_counters_of_a_grid_leave_its_value_its_stop_sign_and_its_bridges_in_sight() -> None:
    game: Any = make_game("ghost-division")
    sheet = game.sheet()
    bridges = [(side["x"], side["y"]) for side in sheet["sides_of_hexes"].values() if "bridge" in side]
    assert len(bridges) == 11
    for name in game.board.file.grids:
        grid = sheet["hexes"][name]
        field = moved(grid["field"], grid["x"], grid["y"])
        assert field[2] - field[0] >= 3 * 48, "room for three counters"
        assert field[3] - field[1] >= 2 * 47, "and for two rows"
        for box in headlines(game.board.file, name):
            assert not overlap(field, moved(box, grid["x"], grid["y"]))
        for bridge in bridges:
            assert not overlap(field, around(bridge, 20.0))


def test_a_printed_bridge_is_where_the_sheet_says() -> None:
    game: Any = make_game("ghost-division")
    svg = game.draw_map()
    for name, (x, y) in ghost.bridge_spots(game.board.file, game.shelf.load("drawing", StripDrawing)).items():
        assert f'id="bridge-{name}" transform="translate({num(x)} {num(y)})' in svg


def city(box: Box) -> bool:
    """The houses of a city fill a hex of Sedan from side to side."""
    return box[2] - box[0] == 48.0


def moved(box: Box, x: float, y: float) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y
