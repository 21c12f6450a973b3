"""7.0 Zones of control, and 3.3 who controls what."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.rules import control
from meuse.games.mansteins_war.rules.zoc import zone
from tests.games.mansteins_war.table import inside, table


def field(units: str, more: str = "") -> Match:
    return table(f'turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\n{more}\n[units]\n{units}')


def zone_hexes(match: Match, side: int) -> list[str]:
    g, p = inside(match)
    return g.grid.names_of(zone(g, p, side))


def holder(match: Match, hex: str) -> str:
    g, p = inside(match)
    names = [name for side, name in ((GERMAN, "german"), (ALLIED, "allied"))
             if control.controls(g, p, side, g.grid.bit[hex])]
    assert len(names) < 2
    return names[0] if names else "nobody"


@pytest.mark.rule("7.0a", "7.0b")
@pytest.mark.parametrize("unit", ["de-4-army", "de-log-hga", "de-saar"])
def test_every_ground_unit_has_a_zone_around_it(unit: str) -> None:
    assert zone_hexes(field(f'"{unit}" = "1138"'), GERMAN) == ["1037", "1038", "1137", "1139", "1237", "1238"]


@pytest.mark.rule("7.1a")
def test_zones_stop_at_the_sea() -> None:
    assert zone_hexes(field('"de-4-army" = "0539"'), GERMAN) == ["0638", "0639"]


@pytest.mark.rule("7.1b")
def test_other_units_do_not_cancel_a_zone() -> None:
    match = field('"de-4-army" = "1138"\n"fr-1-army" = "1037"\n"fr-7-army" = "1238"')
    assert {"1037", "1238"} <= set(zone_hexes(match, GERMAN))
    assert "1138" in zone_hexes(match, ALLIED)


@pytest.mark.rule("7.1c")
def test_a_fortress_unit_keeps_zones_out_of_its_fort() -> None:
    """T080."""
    match = field('"fr-maubeuge" = "1237"\n"fr-1-army" = "1237"\n"de-4-army" = "1138"')
    assert "1237" not in zone_hexes(match, GERMAN)
    fallen = field('"fr-maubeuge" = "1237"\n"de-4-army" = "1138"', 'destroyed = ["1237"]')
    assert "1237" in zone_hexes(fallen, GERMAN)
    without = field('"fr-1-army" = "1237"\n"de-4-army" = "1138"')
    assert "1237" in zone_hexes(without, GERMAN)


@pytest.mark.rule("7.0a")
def test_by_option_fortress_units_reach_only_their_own_country() -> None:
    bound = field('"fr-thionville" = "1740"', 'options = { fortress-zoc = "own-country" }')
    assert not {"1739", "1639"} & set(zone_hexes(bound, ALLIED))
    assert {"1739", "1639"} <= set(zone_hexes(field('"fr-thionville" = "1740"'), ALLIED))
    manned = field('"fr-thionville" = "1740"\n"fr-3-army" = "1740"', 'options = { fortress-zoc = "own-country" }')
    assert "1739" in zone_hexes(manned, ALLIED)


@pytest.mark.rule("25.4c")
def test_allied_zones_do_not_reach_into_open_cities() -> None:
    match = field('"fr-1-army" = "0940"', 'open_cities = ["0941"]')
    assert "0941" not in zone_hexes(match, ALLIED)


@pytest.mark.rule("7.2a", "3.3a")
def test_an_enemy_zone_disputes_an_empty_victory_hex() -> None:
    """T124."""
    empty = field('"fr-1-army" = "0940"', 'german = ["0941"]')
    assert holder(empty, "0941") == "nobody"
    held = field('"fr-1-army" = "0940"\n"de-4-army" = "0941"')
    assert holder(held, "0941") == "german"
    by_option = field('"fr-1-army" = "0940"', 'german = ["0941"]\noptions = { contested-control = "last-entered" }')
    assert holder(by_option, "0941") == "german"


@pytest.mark.rule("7.2a")
def test_other_hexes_are_not_disputed() -> None:
    assert holder(field('"fr-1-army" = "1037"', 'german = ["1138"]'), "1138") == "german"


@pytest.mark.rule("3.3d", "3.3b")
def test_hexes_belong_at_first_to_their_country() -> None:
    match = field("")
    assert [holder(match, hex) for hex in ("1934", "0941", "1639", "1336")] == ["german", "allied", "allied", "allied"]


@pytest.mark.rule("3.3c", "7.2a")
def test_a_logistics_unit_leaves_a_hex_with_who_held_it_and_occupies_one_of_its_own_side() -> None:
    assert holder(field('"de-log-hga" = "1138"'), "1138") == "allied"
    assert holder(field('"de-log-hga" = "0941"'), "0941") == "allied"
    beside = '"de-19-corps" = "1040"\n'
    assert holder(field(beside), "0941") == "nobody", "a German zone of control disputes Paris"
    assert holder(field(beside + '"fr-log-1ag" = "0941"'), "0941") == "allied"
