"""2.1 The map: where the rules put things, and what lies beside what."""

from __future__ import annotations

import re

import pytest

from meuse.engine.contract import BadInput
from meuse.games.mansteins_war.box.board import ALLIED, COUNTRY_OF, GERMAN
from tests.games.mansteins_war.box import BOARD, GRID, SHELF, cell, hexes, with_data
from tests.games.sources import check_sources
from tests.games.theatre import check_rivers, check_spread


@pytest.mark.rule("2.1a", by="data")
def test_hexes_are_numbered_by_column_and_row() -> None:
    assert len(GRID.cells) == 19 * 17
    assert all(name == f"{c:02d}{r:02d}" for name, (c, r) in ((GRID.names[b], GRID.place[b]) for b in GRID.cells))


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("0941", ["0840", "0841", "0940", "0942", "1040", "1041"]),
        ("1636", ["1536", "1537", "1635", "1637", "1736", "1737"]),
        ("0539", ["0438", "0439", "0538", "0540", "0638", "0639"]),
    ],
)
def test_even_columns_lie_half_a_hex_lower(name: str, neighbours: list[str]) -> None:
    assert hexes(GRID.near[cell(name)]) == neighbours


@pytest.mark.rule("2.1b", by="data")
def test_the_bay_of_the_seine_is_closed() -> None:
    havre = cell("0539")
    assert hexes(BOARD.touch[havre]) == ["0638", "0639"]
    for other in ("0540", "0439"):
        assert not BOARD.touch[cell(other)] >> havre & 1
        assert GRID.direction(havre, cell(other)) >= 0


@pytest.mark.parametrize(
    ("place", "name"),
    [("Paris", "0941"), ("Ruhr", "1934"), ("Eben Emael", "1537"), ("Saarbrücken", "1839"), ("Aachen", "1636")],
)
def test_places_lie_where_the_rules_put_them(place: str, name: str) -> None:
    assert GRID.names[BOARD.cell_of[place]] == name


def test_a_place_is_known_by_both_its_names() -> None:
    assert BOARD.cell_of["Antwerp"] == BOARD.cell_of["Antwerpen"]
    assert BOARD.label(BOARD.cell_of["Antwerpen"]) == "Antwerp (1335)"
    assert BOARD.label(cell("1339")) == "1339 near Hirson"


@pytest.mark.rule("21.2c", by="data")
def test_the_westwall_holds_the_fortress_units_of_the_rules() -> None:
    assert all(BOARD.westwall >> cell(name) & 1 for name in ("1839", "1636", "1633", "1738"))
    assert BOARD.forts[GERMAN] == BOARD.westwall == BOARD.westwall & BOARD.minor


@pytest.mark.rule("3.4d", by="data")
def test_every_allied_major_fort_is_a_hex_of_the_maginot_line() -> None:
    assert BOARD.major == BOARD.maginot
    assert BOARD.maginot & ~BOARD.forts[ALLIED] == 0
    assert len(hexes(BOARD.maginot)) == 6


@pytest.mark.rule("13.3a", "13.3d", by="data")
def test_reinforcements_come_on_by_the_edges_of_the_rules() -> None:
    assert hexes(BOARD.edges["german"]) == [f"22{row}" for row in range(28, 45)]
    assert hexes(BOARD.edges["british"]) == [f"04{row}" for row in range(39, 45)]
    assert BOARD.edges["german"] & ~BOARD.countries["germany"] == 0
    assert BOARD.edges["british"] & ~BOARD.countries["france"] == 0


@pytest.mark.rule("13.3c", by="data")
def test_the_french_edge_is_the_french_part_of_the_lowest_row() -> None:
    row = sum(1 << b for b in GRID.cells if GRID.place[b][1] == 44)
    assert BOARD.edges["french"] == row & BOARD.countries["france"]


def test_all_land_hangs_together() -> None:
    start = 1 << BOARD.cell_of["Paris"]
    assert GRID.flood(start, BOARD.land, BOARD.open) == BOARD.land


@pytest.mark.rule("8.5b", by="data")
def test_nobody_enters_switzerland_england_or_the_sea() -> None:
    closed = BOARD.countries["switzerland"] | BOARD.countries["england"] | BOARD.kinds["sea"] | BOARD.kinds["lake"]
    assert hexes(BOARD.countries["switzerland"]) == ["2044"]
    assert BOARD.land == GRID.board & ~closed
    assert all(BOARD.open[d] & ~BOARD.land == 0 for d in range(6))


def test_air_units_may_fly_over_the_sea_and_not_over_switzerland() -> None:
    assert BOARD.flyable >> cell("0932") & 1
    assert BOARD.flyable >> cell("0936") & 1
    assert not BOARD.flyable >> cell("2044") & 1


@pytest.mark.rule("3.3d", by="data")
def test_each_side_starts_with_its_own_countries() -> None:
    assert BOARD.home[GERMAN] == BOARD.countries["germany"]
    assert BOARD.home[ALLIED] == sum(BOARD.countries[c] for c in ("france", "belgium", "netherlands", "luxembourg"))


@pytest.mark.rule("3.8c", "3.8d", "25.4a", by="data")
def test_depots_serve_their_own_country() -> None:
    names = {nation: {BOARD.place_at[b].called for b in GRID.cells if mask >> b & 1}
             for nation, mask in BOARD.depots.items()}
    assert names == {
        "german": {"Ruhr", "Cologne", "Münster", "Koblenz", "Mannheim"},
        "french": {"Paris", "Lille", "Orléans", "Châlons", "Nancy"},
        "belgian": {"Brussels", "Antwerp"},
        "dutch": {"Amsterdam", "Rotterdam"},
    }
    assert all(mask & ~BOARD.countries[COUNTRY_OF[nation]] == 0 for nation, mask in BOARD.depots.items())


def test_channel_ports_are_ports_on_the_coast() -> None:
    assert hexes(BOARD.channel_ports) == ["0539", "0738", "0835", "0836", "0936", "1035"]
    assert hexes(BOARD.ports & ~BOARD.channel_ports) == ["1333", "1335", "1432"]
    assert BOARD.channel_ports & ~BOARD.coast == 0


def test_the_coast_is_where_salt_water_is() -> None:
    """Beside a sea hex or an arm of the sea; but not up the Western Scheldt, nor beyond the Jade and the Weser."""
    sea = GRID.spread(BOARD.kinds["sea"])
    arms = sum(1 << b for b in GRID.cells if any(BOARD.seas[d] >> b & 1 for d in range(6)))
    assert BOARD.coast & ~(sea | arms) == 0
    assert hexes((sea | arms) & BOARD.land & ~BOARD.coast) == ["1235"]


def test_rivers_lie_between_land_hexes_and_run_unbroken() -> None:
    check_rivers(BOARD)


@pytest.mark.parametrize(("a", "b", "river"), [("1439", "1539", "Meuse"), ("1942", "2042", "Rhine"),
                                               ("0941", "0942", "Seine"), ("1338", "1438", "Meuse")])
def test_rivers_part_the_hexes_that_they_should(a: str, b: str, river: str) -> None:
    assert BOARD.river_name[cell(a), cell(b)] == BOARD.river_name[cell(b), cell(a)] == river
    assert BOARD.across_river(cell(a), cell(b))
    assert not BOARD.across_river(cell("1337"), cell("1437")), "the gap of Gembloux is dry"


@pytest.mark.rule("7.1a", by="data")
def test_the_spread_of_a_set_stops_at_salt_water() -> None:
    check_spread(BOARD, ("0539", "1234", "1439", "1135"))
    assert not BOARD.spread(GRID.set_of(["1135"])) >> cell("1234") & 1


@pytest.mark.rule("6.3a", by="data")
def test_the_road_to_sedan_leads_through_rough_country() -> None:
    assert {BOARD.terrain[cell(n)] for n in ("1438", "1538", "1539", "1637", "1638", "1738")} == {"rough"}
    assert BOARD.terrain[BOARD.cell_of["Sedan"]] == "clear"


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"map": {"coast": {"hexes": ["0932"]}}}, "coast: '0932' is not a land hex"),
        ({"map": {"coast": {"hexes": ["2345"]}}}, "coast: '2345' is not a hex of the map"),
        ({"map": {"terrain": {"rows": ["."]}}}, "terrain.rows: expected 17 rows of 19 letters"),
        ({"map": {"rivers": [{"name": "Styx", "source": "", "sides": ["0941-1439"]}]}}, "the two hexes do not touch"),
        ({"map": {"edges": {"british": {"hexes": ["0438"]}}}}, "edges.british: '0438' is not a land hex"),
    ],
)
def test_a_bad_map_says_what_is_wrong(overlay: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        with_data(overlay)


def test_every_datum_names_its_source() -> None:
    assert check_sources(SHELF, ("map.toml", "units.toml", "charts.toml", "scenarios/campaign.toml")) > 400
