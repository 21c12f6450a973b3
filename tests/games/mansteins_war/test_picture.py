"""The picture of the map shows what the map file says, where it says it."""

from __future__ import annotations

from meuse.games.mansteins_war.table.picture import draw
from meuse.games.mansteins_war.table.picture.lettering import NAME_SIZE
from meuse.games.mansteins_war.table.picture.paper import MansteinPaper
from meuse.maps.shapes import Drawing
from tests.games.mansteins_war.box import BOARD, SHELF, cell
from tests.games.theatre import Drawn, PictureOfCountries

DRAWING = SHELF.load("drawing", Drawing)
SHADING = (SHELF.folder / "relief.png").read_bytes()
TEXT = draw(BOARD, DRAWING, SHADING)
SHEET = MansteinPaper(BOARD, DRAWING)
DRAWN = Drawn(TEXT, SHADING, SHEET, BOARD.file)
spots, home = DRAWN.spots, DRAWN.home
KINDS = ("city", "town", "site")


class TestPicture(PictureOfCountries):
    drawn = DRAWN
    name_sizes = {kind: NAME_SIZE[kind] for kind in KINDS}
    touch, stray, longest = 40, 8, 1_500_000


def test_land_is_drawn_on_land_hexes_and_water_on_the_others() -> None:
    """Told by the middles of the hexes, save for coastal hexes that are mostly water and the shores of the lake."""
    closed = {n for n in DRAWN.centre if BOARD.terrain[cell(n)] == "barred"}
    wrong = {n for n, p in DRAWN.centre.items() if n not in closed and DRAWN.dry(p) != (n in SHEET.land)}
    assert wrong == {"0439", "0539", "0638", "0738", "0835", "1334", "1430", "1530", "1531", "1629", "2028"}


def test_every_place_is_drawn_in_its_hex_and_named() -> None:
    named = {name for kind in KINDS for name in DRAWN.words(f"names-{kind}")}
    for place in BOARD.file.places:
        assert home(SHEET.place(place)) == place.hex, place.name
        assert (place.name.upper() if place.class_ == "city" else place.name) in named
    assert len(named) == len(BOARD.file.places)


def test_every_fort_is_drawn_once() -> None:
    lines = {"Maginot", "Westwall", "Maubeuge", "Escaut", "Montmédy"}
    assert [home(p) for p in spots("forts")] == [f.hex for f in BOARD.file.forts if f.line in lines]


def test_every_depot_and_port_has_its_sign_in_its_hex() -> None:
    homes = sorted(str(home(p)) for p in spots("badges"))
    places = BOARD.file.places
    assert homes == sorted([p.hex for p in places if p.depot] + [p.hex for p in places if p.port])
