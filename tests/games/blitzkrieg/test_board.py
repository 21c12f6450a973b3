"""2.1 The map: where things lie, and what lies beside what."""

from __future__ import annotations

import re

import pytest

from meuse.engine.contract import BadInput
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.board import COUNTRIES
from tests.games.blitzkrieg.box import BOARD, GRID, SHELF, cell, hexes, with_data
from tests.games.sources import check_sources
from tests.games.theatre import check_rivers, check_spread


@pytest.mark.rule("2.1a", "2.1.1a", by="data")
def test_three_sheets_make_one_map() -> None:
    assert len(GRID.cells) == 1872
    assert {name: mask.bit_count() for name, mask in BOARD.sheets.items()} == {
        "main": 1536, "north": 156, "brittany": 180,
    }
    assert sum(BOARD.sheets.values()) == GRID.board


def test_terrain_is_what_the_map_says() -> None:
    counts = {word: mask.bit_count() for word, mask in BOARD.kinds.items() if mask}
    assert counts == {"clear": 1237, "broken": 174, "rough": 89, "mountain": 42, "sea": 321, "lake": 9}
    assert BOARD.land.bit_count() == 1542


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("4322", ["4221", "4222", "4321", "4323", "4421", "4422"]),
        ("4221", ["4121", "4122", "4220", "4222", "4321", "4322"]),
        ("4712", ["4611", "4612", "4711", "4713", "4811", "4812"]),
    ],
)
def test_even_columns_lie_half_a_hex_lower(name: str, neighbours: list[str]) -> None:
    assert hexes(GRID.near[cell(name)]) == neighbours


@pytest.mark.rule("2.1.2a", by="data")
def test_every_land_hex_belongs_to_one_country() -> None:
    counts = {country: mask.bit_count() for country, mask in BOARD.countries.items()}
    assert counts == {
        "germany": 335, "france": 797, "belgium": 90, "netherlands": 108, "luxembourg": 6, "switzerland": 53,
        "britain": 153, "none": 330,
    }
    assert BOARD.countries["none"] == BOARD.sea | BOARD.lake


@pytest.mark.rule("2.1.2b", by="data")
def test_the_meuse_parts_northern_belgium_from_the_ardennes() -> None:
    north, south = BOARD.regions["northern-belgium"], BOARD.regions["ardennes"]
    assert north | south == BOARD.countries["belgium"]
    assert north & south == 0
    assert north >> cell("4015") & 1, "Brussels"
    assert south >> cell("4620") & 1, "Bastogne"
    for a in bits(north):
        for b in bits(GRID.near[a] & south):
            assert BOARD.river_name.get((a, b)) in ("Meuse", "Sambre"), BOARD.label(a)


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("Paris", ["3226", "3227"]), ("Dunkirk", ["3214"]), ("Sedan", ["4322"]), ("Brussels", ["4015"]),
        ("Köln", ["5115"]), ("London", ["2212"]), ("Rotterdam", ["4009"]), ("Brest", ["0328"]), ("Groningen", ["4802"]),
    ],
)
def test_places_lie_where_they_should(place: str, names: list[str]) -> None:
    assert hexes(BOARD.hexes_of[place]) == names


def test_a_place_is_known_by_both_its_names() -> None:
    assert BOARD.hexes_of["Antwerp"] == BOARD.hexes_of["Antwerpen"]
    assert BOARD.label(cell("4013")) == "Antwerp (4013)"
    assert BOARD.label(cell("3222")) == "3222 near Amiens"


def test_two_towns_of_one_name_are_kept_apart() -> None:
    assert hexes(BOARD.hexes_of["Neufchâteau (Vosges)"]) == ["4629"]
    assert hexes(BOARD.hexes_of["Neufchâteau"]) == ["4521", "4629"]


@pytest.mark.rule("3.1c", "33.1a", by="data")
def test_cities_and_capitals_by_country() -> None:
    cities = {c: (BOARD.cities & BOARD.countries[c]).bit_count() for c in COUNTRIES}
    assert cities == {"netherlands": 8, "belgium": 9, "france": 30, "britain": 4, "germany": 17}
    assert hexes(BOARD.capitals) == ["2212", "3226", "3227", "4015", "4207"]
    assert BOARD.towns.bit_count() == 281
    assert BOARD.airfields == BOARD.cities | BOARD.towns
    assert not BOARD.cities & BOARD.countries["luxembourg"], "Luxembourg city is a town, and worth nothing"


@pytest.mark.rule("18.2a", "10.3a", "10.3b", "10.3c", "10.3d", by="data")
def test_supply_sources_are_cities_of_their_country() -> None:
    assert {country: hexes(mask) for country, mask in BOARD.sources.items()} == {
        "netherlands": ["4009", "4207"],
        "belgium": ["3715", "4013", "4015"],
        "france": ["1531", "2535", "2724", "3032", "3226", "3227", "4435"],
        "britain": ["1715", "1815", "2212"],
        "germany": ["5115", "5211", "5703", "5723", "5819"],
    }
    for mask in BOARD.sources.values():
        assert mask & ~BOARD.cities == 0


@pytest.mark.rule("10.3a", "10.3b", by="data")
def test_reinforcements_come_on_by_the_east_and_the_south_edge() -> None:
    last_column = sum(1 << c for c in GRID.cells if GRID.place[c][0] == 60)
    last_row = sum(1 << c for c in GRID.cells if GRID.place[c][1] == 38)
    assert BOARD.entries["germany"] == last_column & BOARD.countries["germany"]
    assert BOARD.entries["france"] & ~last_row == 0
    assert BOARD.entries["france"] & ~BOARD.countries["france"] == 0


@pytest.mark.rule("21.1b", "22.1a", by="data")
def test_coasts_lie_on_salt_water() -> None:
    assert {sea: mask.bit_count() for sea, mask in BOARD.coasts.items()} == {
        "channel": 66, "north_sea": 56, "atlantic": 25,
    }
    firths = [
        "0328", "0531", "1028", "1310", "1335", "1715", "1716", "1724", "1815", "2412", "2423", "2511", "2513", "2613",
        "3811", "3911", "4011", "4012", "4111", "4801", "5501",
    ]
    arms = sum(1 << c for c in GRID.cells if any(BOARD.seas[d] >> c & 1 for d in range(6)))
    assert hexes(BOARD.coast & ~(GRID.spread(BOARD.sea) | arms)) == firths, "where the sea reaches into the hex"
    assert BOARD.gunfire >> cell("3214") & 1, "Dunkirk"
    assert not BOARD.gunfire >> cell("1135") & 1, "Saint-Nazaire lies on the Atlantic"
    assert BOARD.ports & ~BOARD.coast == 0
    assert BOARD.ports.bit_count() == 24
    assert hexes(BOARD.inland_ports) == ["2212", "2724", "4009", "4013", "4207"]


@pytest.mark.rule("22.9a", by="data")
def test_every_inland_port_has_a_line_to_the_sea() -> None:
    for port in bits(BOARD.inland_ports):
        assert BOARD.sails_to_sea(port, 0), BOARD.label(port)
    dutch = BOARD.countries["netherlands"]
    assert not BOARD.sails_to_sea(cell("4013"), dutch), "Antwerp is shut while the Netherlands is neutral"
    assert BOARD.sails_to_sea(cell("2724"), dutch)
    assert not BOARD.sails_to_sea(cell("2724"), GRID.near[cell("2724")])


@pytest.mark.rule("36.1a", by="data")
def test_what_may_be_flooded() -> None:
    assert {c: hexes(mask) for c, mask in BOARD.floods.items()} == {
        "netherlands": ["4210", "4308", "4309", "4310"], "france": ["3115", "3215"],
    }


@pytest.mark.rule("N.h", "N.k", "20.1b", by="data")
def test_forts_are_the_strongest_works_only() -> None:
    assert {line: mask.bit_count() for line, mask in BOARD.lines.items()} == {
        "Maginot": 11, "Westwall": 16, "Flanders": 1, "Escaut": 1, "Maubeuge": 1, "Belfort": 1, "Liège": 1,
        "Eben-Emael": 1, "Namur": 1,
    }
    assert BOARD.forts["netherlands"] == 0
    assert BOARD.lines["Westwall"] == BOARD.forts["germany"]
    along_the_rhine = sum(
        1 << a for (a, b), river in BOARD.river_name.items()
        if river == "Rhine" and BOARD.country[a] == "france" and BOARD.country[b] == "germany"
    )
    assert hexes(along_the_rhine & BOARD.forts["france"]) == ["5526"], "the Hochwald, where the Rhine leaves France"


@pytest.mark.rule("20.1b", by="data")
def test_every_fort_has_sides_towards_land() -> None:
    for c, fort in BOARD.fort_at.items():
        faced = [GRID.neighbour[c][GRID.directions.index(word)] for word in fort.sides]
        assert faced, fort.hex
        assert all(n >= 0 and BOARD.land >> n & 1 for n in faced), fort.hex
    assert [d for d in range(6) if BOARD.fort_sides[d] >> cell("4422") & 1] == [0, 1]


def test_rivers_lie_between_land_hexes_and_run_unbroken() -> None:
    assert len(BOARD.river_sides) == 567
    check_rivers(BOARD)


@pytest.mark.parametrize(("a", "b", "river"), [("4322", "4323", "Meuse"), ("5427", "5528", "Rhine"),
                                               ("3226", "3227", "Seine"), ("4219", "4218", "Meuse")])
def test_rivers_part_the_hexes_that_they_should(a: str, b: str, river: str) -> None:
    assert BOARD.river_name[cell(a), cell(b)] == BOARD.river_name[cell(b), cell(a)] == river


def test_water_closes_sides_both_ways() -> None:
    closed = sum(mask.bit_count() for mask in BOARD.seas)
    assert closed == 2 * 46
    for d in range(6):
        assert BOARD.open[d] & ~BOARD.land == 0
        assert GRID.step(BOARD.open[d], d) == BOARD.open[GRID.opposite(d)]
        assert BOARD.open[d] & BOARD.seas[d] == 0
    assert not BOARD.touch[cell("2223")] >> cell("2324") & 1, "Le Havre and Honfleur"


def test_the_afsluitdijk_is_the_only_way_across_the_ijsselmeer() -> None:
    (dyke,) = BOARD.file.causeways
    assert dyke.hexes == ("4204", "4304", "4303", "4403")
    assert hexes(BOARD.touch[cell("4304")]) == ["4204", "4303"]
    assert hexes(BOARD.touch[cell("4303")]) == ["4304", "4403"]


def test_all_land_hangs_together_on_either_side_of_the_channel() -> None:
    continent = GRID.flood(BOARD.hexes_of["Sedan"], BOARD.land, BOARD.open)
    island = GRID.flood(BOARD.hexes_of["London"], BOARD.land, BOARD.open)
    assert continent | island == BOARD.land
    assert island == BOARD.countries["britain"]


@pytest.mark.rule("14.1c", by="data")
def test_the_spread_of_a_set_stops_at_water() -> None:
    check_spread(BOARD, ("4322", "2223", "4304", "3226"))


@pytest.mark.rule("13.1.2a", by="data")
def test_the_road_to_sedan_leads_through_rough_country() -> None:
    assert {BOARD.terrain[cell(n)] for n in ("4620", "4521", "4421", "4720")} == {"rough"}
    assert BOARD.jam == BOARD.kinds["rough"] | BOARD.kinds["mountain"]


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"map": {"coast": {"channel": {"hexes": ["2020"]}}}}, "coast: '2020' is not a land hex"),
        ({"map": {"coast": {"channel": {"hexes": ["6101"]}}}}, "coast.channel: '6101' is not a hex of the map"),
        ({"map": {"terrain": {"rows": ["."]}}}, "terrain.rows: expected 38 rows of 60 letters"),
        ({"map": {"rivers": [{"name": "Styx", "source": "", "sides": ["3226-4322"]}]}}, "the two hexes do not touch"),
        ({"map": {"entries": {"france": {"hexes": ["6010"]}}}}, "entries: '6010' serves france and lies elsewhere"),
        ({"map": {"forts": [{"hex": "4822", "line": "x", "sides": ["N"], "source": ""}]}}, "in no country that fights"),
        ({"map": {"country": {"key": {"L": "none"}}}}, "country.key: expected a letter for 'luxembourg'"),
    ],
)
def test_a_bad_map_says_what_is_wrong(overlay: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        with_data(overlay)


def test_land_without_a_country_is_refused() -> None:
    rows = [row.replace("L", "-") for row in BOARD.file.country.rows]
    with pytest.raises(BadInput, match=re.escape("country.rows: land hex 4720 belongs to no country")):
        with_data({"map": {"country": {"rows": rows}}})


def test_every_datum_names_its_source() -> None:
    files = (
        "map.toml", "units.toml", "cards.toml", "charts.toml", "deployment.toml", "scenarios/campaign.toml",
        "scenarios/campaign-free.toml",
    )
    assert check_sources(SHELF, files) > 1000
