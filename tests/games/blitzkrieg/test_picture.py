"""The picture of the map shows what the map file says, where it says it."""

from __future__ import annotations

from meuse.games.blitzkrieg.table.picture import draw
from meuse.games.blitzkrieg.table.picture.furniture import columns
from meuse.games.blitzkrieg.table.picture.lettering import LOUD, NAME_SIZE
from meuse.games.blitzkrieg.table.picture.paper import BlitzPaper
from meuse.maps.shapes import Drawing
from tests.games.blitzkrieg.box import BOARD, BOX, CHARTS, GRID, SHELF, cell
from tests.games.theatre import Drawn, PictureOfCountries

DRAWING = SHELF.load("drawing", Drawing)
SHADING = (SHELF.folder / "relief.png").read_bytes()
TEXT = draw(BOX, DRAWING, SHADING)
SHEET = BlitzPaper(BOARD, DRAWING)
DRAWN = Drawn(TEXT, SHADING, SHEET, BOARD.file)
BY_ID, spots, home = DRAWN.by_id, DRAWN.spots, DRAWN.home
KINDS = ("capital", "city", "town", "site")


class TestPicture(PictureOfCountries):
    drawn = DRAWN
    name_sizes = {kind: NAME_SIZE[kind] for kind in KINDS}
    touch, stray, longest = 30, 5, 2_000_000


def test_land_is_drawn_on_land_hexes_and_water_on_the_others() -> None:
    """Told by the middles of the hexes; some coastal hexes are mostly water."""
    wrong = {n for n, p in DRAWN.centre.items() if DRAWN.dry(p) != (n in SHEET.land)}
    assert not {n for n in wrong if n not in SHEET.land}, "no dry middle at sea"
    inland = {n for n in wrong if not BOARD.coast >> cell(n) & 1}
    assert inland == {"4303", "4304", "5836"}, "the dyke, and a lake of Switzerland"
    assert len(wrong) == 50


def test_every_place_is_drawn_in_its_hex_and_named() -> None:
    named = {name for kind in KINDS for name in DRAWN.words(f"names-{kind}")}
    for place in BOARD.file.places:
        assert home(SHEET.place(place)) == place.hex, place.name
        assert (place.name.upper() if place.class_ in LOUD else place.name) in named
    texts = sum(len(BY_ID[f"names-{kind}"]) for kind in KINDS)
    assert texts == len(BOARD.file.places) - 1, "Paris has two hexes and one name"


def test_every_fort_is_drawn_once() -> None:
    assert len(BY_ID["fort-signs"]) >= len(BOARD.file.forts)
    casemates = [home(p) for p in spots("fort-signs")]
    rings = {"Liège", "Namur", "Eben-Emael", "Belfort"}
    assert casemates == [f.hex for f in BOARD.file.forts if f.line not in rings]
    teeth = [e for e in BY_ID["fort-walls"] if e.get("stroke-dasharray")]
    assert sum((e.get("d") or "").count("M") for e in teeth) == sum(len(f.sides) for f in BOARD.file.forts)


def test_every_source_and_port_has_its_sign_in_its_hex() -> None:
    homes = sorted(str(home(p)) for p in spots("badges"))
    places = BOARD.file.places
    assert homes == sorted([p.hex for p in places if p.supply] + [p.hex for p in places if p.port])
    stars = [e for e in BY_ID["badges"] if e.tag.endswith("path")]
    assert len(stars) == sum(p.class_ == "capital" for p in places)


def test_what_is_alike_is_one_path() -> None:
    assert TEXT.count("<path") < 900


def test_railways_call_at_places_of_the_map() -> None:
    known = {p.called for p in BOARD.file.places} | {s.name for s in DRAWING.sights}
    assert len(DRAWING.rails) > 80
    for line in DRAWING.rails:
        assert {*line.calls} <= known
        assert len(line.calls) > 1
    served = {call for line in DRAWING.rails for call in line.calls}
    cities = {p.called for p in BOARD.file.places if p.class_ in LOUD}
    assert cities <= served, "a railway runs to every city (N.q)"


def test_what_may_be_flooded_bears_waves() -> None:
    strokes = BY_ID["floods"][0].get("d") or ""
    starts = [tuple(map(float, part.split("q")[0].split())) for part in strokes.split("M")[1:]]
    found = {home((x + 5, y)) for x, y in starts}
    assert found == {GRID.names[c] for mask in BOARD.floods.values() for c in GRID.cells if mask >> c & 1}


def test_the_legend_tells_what_the_charts_say() -> None:
    told = " ".join(e.text or "" for e in BY_ID["legend"].iter())
    rough = CHARTS.terrain["rough"]
    assert f"{rough.foot} on foot, {rough.mech} by motor; {columns(rough.land)}" in told
    assert [columns(n) for n in (0, -1, -2, -3, -5)] == [
        "no column", "one column", "two columns", "three columns", "5 columns",
    ]
    days = [e.text for e in BY_ID["calendar"].iter() if e.text and ("May" in e.text or "June" in e.text)]
    assert tuple(days) == CHARTS.campaign.turns


def test_title_and_legend_stand_where_no_hex_is_in_play() -> None:
    for panel in BY_ID["furniture"].iter():
        if panel.tag.endswith("rect") and panel.get("x"):
            x, y, wide, high = (float(panel.get(k, 0)) for k in ("x", "y", "width", "height"))
            corners = [(x + dx * wide, y + dy * high) for dx in (0, 0.5, 1) for dy in (0, 0.5, 1)]
            assert {home(p) for p in corners} == {None}
