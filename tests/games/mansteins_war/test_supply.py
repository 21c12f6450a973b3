"""15.0 Logistics: who is supported, unsupported or cut off."""

from __future__ import annotations

import itertools

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.rules import supply
from tests.games.mansteins_war.table import do, inside, legal, refused, table


def field(units: str, **more: object) -> Match:
    """Some units on the map in a German impulse of Army Group C, which has nothing to do with them."""
    lines = "".join(f"{key} = {value!r}\n".replace("'", '"') for key, value in more.items())
    return table(f'turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\n{lines}[units]\n{units}')


def is_supported(match: Match, unit: str, use: supply.Use = "combat") -> bool:
    g, p = inside(match)
    return supply.supported(g, p, g.by_id[unit], use)


def is_cut_off(match: Match, unit: str) -> bool:
    g, p = inside(match)
    return supply.cut_off(g, p, g.by_id[unit])


@pytest.mark.rule("15.1b", "15.2b", "15.1c", "15.0a")
@pytest.mark.parametrize(("hex", "answer"), [("1538", True), ("1438", False)])
def test_a_line_is_as_long_as_the_movement_factor(hex: str, answer: bool) -> None:
    """T062: 43 Corps has MF 3; the logistics unit in 1836 reaches Cologne."""
    match = field(f'"de-43-corps" = "{hex}"\n"de-log-hga" = "1836"')
    g, _ = inside(match)
    assert g.grid.distance(g.grid.bit[hex], g.grid.bit["1836"]) == (3 if answer else 4)
    assert is_supported(match, "de-43-corps") is answer


@pytest.mark.rule("15.2b")
def test_a_logistics_unit_without_a_depot_supplies_nobody() -> None:
    """Ten hexes from Cologne the logistics unit, whose MF is 7, has no line of its own."""
    match = field('"de-43-corps" = "0941"\n"de-log-hga" = "0940"')
    assert not is_supported(match, "de-43-corps")
    assert is_supported(match, "de-log-hga")


@pytest.mark.rule("15.2b")
def test_one_logistics_unit_does_not_lean_on_another() -> None:
    match = field('"de-43-corps" = "0740"\n"de-log-hga" = "0840"\n"de-log-hgb" = "1338"')
    assert not is_supported(match, "de-43-corps")


@pytest.mark.rule("15.3a")
def test_germans_use_any_german_logistics_unit_and_allies_those_of_their_nation() -> None:
    match = field('"de-17-corps" = "1538"\n"de-log-hgc" = "1737"')
    assert is_supported(match, "de-17-corps")
    match = field('"gb-2-corps" = "1341"\n"fr-log-1ag" = "1340"\n"fr-21-corps" = "1340"')
    assert is_supported(match, "fr-21-corps")
    assert not is_supported(match, "gb-2-corps")


@pytest.mark.rule("15.2a")
def test_a_captured_depot_does_not_supply_its_captor() -> None:
    """T064."""
    assert not is_supported(field('"de-43-corps" = "0941"'), "de-43-corps")


@pytest.mark.rule("15.2c")
def test_the_british_trace_to_channel_ports() -> None:
    """T065."""
    assert is_supported(field('"gb-2-corps" = "0940"'), "gb-2-corps")
    lost = ["0738", "0836", "0835", "0936", "0539"]
    assert not is_supported(field('"gb-2-corps" = "0940"', german=lost), "gb-2-corps")
    by_lorry = '"gb-2-corps" = "1341"\n"gb-log-bef" = "1140"'
    assert is_supported(field(by_lorry), "gb-2-corps")


@pytest.mark.rule("15.2d")
def test_one_french_unit_is_supplied_through_a_channel_port() -> None:
    """T066: cut off from every French depot in the north, two corps have only the ports."""
    north = '"fr-21-corps" = "0836"\n"fr-23-corps" = "0936"\n'
    depots = ["1137", "0941", "0843", "1341", "1641"]
    head = 'turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\n'
    match = table(f'{head}german = {depots}\n[units]\n{north}')
    assert match.actors == ("allied",)
    assert legal(match) == ["supply fr-21-corps", "supply fr-23-corps"]
    refused(match, "end", "15.2d")
    do(match, "supply fr-23-corps")
    assert is_supported(match, "fr-23-corps")
    assert not is_supported(match, "fr-21-corps")
    assert field(north, german=depots).actors == ("german",), "nobody's support is looked at in a German march"
    alone = field('"fr-21-corps" = "0836"', german=depots)
    assert alone.actors == ("german",)
    assert is_supported(alone, "fr-21-corps")


@pytest.mark.rule("15.2e")
def test_belgians_must_reach_their_own_depots() -> None:
    assert is_supported(field('"be-7-corps" = "1436"'), "be-7-corps")
    assert not is_supported(field('"be-7-corps" = "1436"', bombed=["1335", "1336"]), "be-7-corps")


@pytest.mark.rule("15.1d", "7.2i")
def test_a_line_leaves_a_zone_of_control_but_does_not_enter_one() -> None:
    """A German army in 1338 touches Valenciennes; the French in it trace out of the zone, others not through it."""
    match = field('"de-4-army" = "1338"\n"fr-21-corps" = "1238"')
    assert is_supported(match, "fr-21-corps")
    shut = field('"de-4-army" = "1036"\n"de-12-army" = "1038"\n"de-16-army" = "1137"\n"fr-21-corps" = "0936"',
                 bombed=["0835", "0836", "0936", "0738", "0539", "1035"])
    assert not is_supported(shut, "fr-21-corps")


@pytest.mark.rule("7.2i", "15.0b")
def test_a_depot_in_an_enemy_zone_serves_its_own_hex_only() -> None:
    match = field('"fr-21-corps" = "1641"\n"fr-23-corps" = "1642"\n"de-1-army" = "1741"',
                  german=["1341", "0941", "0843", "1137"])
    assert is_supported(match, "fr-21-corps")
    assert not is_supported(match, "fr-23-corps")


@pytest.mark.rule("15.4b", "15.6a", "15.4a")
def test_a_unit_with_all_ways_closed_is_cut_off() -> None:
    """T068."""
    match = field('"de-43-corps" = "1138"\n"fr-1-army" = "1037"\n"fr-7-army" = "1238"')
    assert is_cut_off(match, "de-43-corps")
    assert not is_cut_off(field('"de-43-corps" = "1138"\n"fr-1-army" = "1037"'), "de-43-corps")


@pytest.mark.rule("15.4b")
def test_friends_do_not_open_the_ring() -> None:
    ring = '"de-43-corps" = "1138"\n"de-42-corps" = "1137"\n"fr-1-army" = "1037"\n"fr-7-army" = "1238"'
    assert is_cut_off(field(ring), "de-43-corps")
    head = 'turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\noptions = { cut-off = "open" }\n'
    assert not is_cut_off(table(f"{head}[units]\n{ring}"), "de-43-corps")


@pytest.mark.rule("15.4c")
def test_the_british_in_ports_and_units_in_depots_are_never_cut_off() -> None:
    """T069, T070."""
    match = field('"gb-2-corps" = "0936"\n"de-4-army" = "1036"\n"de-12-army" = "0937"\n"de-6-army" = "0835"')
    assert not is_cut_off(match, "gb-2-corps")
    match = field('"fr-21-corps" = "1341"\n"de-4-army" = "1241"\n"de-12-army" = "1441"\n"de-6-army" = "1340"\n'
                  '"de-16-army" = "1342"')
    assert is_supported(match, "fr-21-corps")
    assert not is_cut_off(match, "fr-21-corps")


@pytest.mark.rule("15.0b")
def test_static_and_logistics_units_need_no_line() -> None:
    """T008."""
    match = field('"be-namur" = "1437"\n"fr-log-1ag" = "1439"', bombed=["1335", "1336"])
    assert is_supported(match, "be-namur")
    assert is_supported(match, "fr-log-1ag")


@pytest.mark.rule("16.8d")
def test_air_zones_leave_lines_alone() -> None:
    """T025."""
    match = table('turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\n[units]\n"fr-21-corps" = "1340"\n'
                  '[air]\nde-air-1 = "1341"')
    assert is_supported(match, "fr-21-corps")


@pytest.mark.rule("26.1a")
def test_the_airlift_supplies_movement_and_combat_only() -> None:
    """T132."""
    match = table('turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\noptions = { airlift = "on" }\n'
                  '[units]\n"de-43-corps" = "0941"\n[air]\nde-airlift = "0940"')
    assert is_supported(match, "de-43-corps", "move")
    assert is_supported(match, "de-43-corps", "combat")
    assert not is_supported(match, "de-43-corps", "refit")


@pytest.mark.rule("28.1e")
def test_no_line_crosses_neutral_ground() -> None:
    """T129."""
    text = ('turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\noptions = {{ no-netherlands = "{0}" }}\n'
            '[units]\n"de-43-corps" = "1435"\n"de-log-hga" = "1636"\n"be-south-det" = "1436"\n')
    assert is_supported(table(text.format("off")), "de-43-corps")
    assert not is_supported(table(text.format("on")), "de-43-corps")


def parts(match: Match, unit: str) -> list[tuple[str, str]]:
    """The answer to "why is this unit supplied", part by part."""
    return [(part.label, part.rule) for part in match.game.explain(match.position, f"supply {unit}").parts]


@pytest.mark.rule("15.1b", "15.2b")
def test_the_line_that_is_shown_runs_to_its_source() -> None:
    match = field('"de-43-corps" = "1538"\n"de-log-hga" = "1836"')
    g, _ = inside(match)
    line = [label[-5:-1] if label.endswith(")") else label[:4] for label, _ in parts(match, "de-43-corps")]
    assert (line[0], line[-1], len(line)) == ("1538", "1836", 4)
    cells = [g.grid.bit[hex] for hex in line]
    assert all(g.board.touch[a] >> b & 1 for a, b in itertools.pairwise(cells))
    assert parts(field('"fr-21-corps" = "0941"'), "fr-21-corps") == [("Paris (0941)", "15.1b")]


@pytest.mark.rule("15.0b", "15.4a", "15.4b", "15.2d", "18.3a", "26.1a")
def test_a_unit_says_how_it_is_supplied() -> None:
    assert parts(field('"de-log-hga" = "0941"'), "de-log-hga")[0][1] == "15.0b"
    assert parts(field('"be-namur" = "1437"'), "be-namur")[0][1] == "15.0b"
    north = field('"fr-21-corps" = "0836"', german=["1137", "0941", "0843", "1341", "1641"])
    assert parts(north, "fr-21-corps") == [("supplied through a Channel port", "15.2d")]
    assert parts(field('"de-43-corps" = "0941"'), "de-43-corps") == [("no source within 3 hexes", "15.1b")]
    ring = field('"de-43-corps" = "1138"\n"fr-1-army" = "1037"\n"fr-7-army" = "1238"')
    assert [rule for _, rule in parts(ring, "de-43-corps")] == ["15.1b", "15.4b"]
    assert ring.game.explain(ring.position, "supply de-43-corps").total == "cut off"
    flown = field('"de-llk" = { hex = "0941", marks = ["supplied"] }')
    assert [rule for _, rule in parts(flown, "de-llk")] == ["18.3a"]
    assert flown.game.explain(flown.position, "supply de-llk").total == "supported"
    lifted = table('turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\noptions = { airlift = "on" }\n'
                   '[units]\n"de-43-corps" = "0941"\n[air]\nde-airlift = "0941"')
    assert [rule for _, rule in parts(lifted, "de-43-corps")] == ["26.1a"]


@pytest.mark.rule("26.1a")
@pytest.mark.parametrize(("unit", "over", "answer"), [
    ("de-43-corps", "0941", True), ("de-43-corps", "0940", True), ("de-43-corps", "0939", False),
    ("de-43-corps", "available", False), ("fr-21-corps", "1443", False),
])
def test_the_airlift_supplies_germans_in_its_hex_and_next_to_it(unit: str, over: str, answer: bool) -> None:
    hex = "0941" if unit == "de-43-corps" else "1443"
    match = table('turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\noptions = { airlift = "on" }\n'
                  'bombed = ["0941", "0843", "1137", "1341", "1641"]\n'
                  f'[units]\n"{unit}" = "{hex}"\n[air]\nde-airlift = "{over}"')
    assert is_supported(match, unit) is answer


@pytest.mark.rule("15.2d", "3.7d")
def test_no_french_unit_uses_a_port_after_france_has_surrendered() -> None:
    depots = ["1137", "0941", "0843", "1341", "1641"]
    assert is_supported(field('"fr-21-corps" = "0836"', german=depots), "fr-21-corps")
    beaten = field('"fr-21-corps" = "0836"', german=depots, capitulated=["french"])
    assert not is_supported(beaten, "fr-21-corps")


@pytest.mark.rule("15.2d", "15.1b")
def test_a_line_to_a_port_is_no_longer_than_the_movement_factor() -> None:
    """The corps have three factors; only Boulogne, Calais, Dunkirk, Ostend, Dieppe and Le Havre are ports."""
    depots = ["1137", "0941", "0843", "1341", "1641"]
    near, far = field('"fr-21-corps" = "1038"', german=depots), field('"fr-21-corps" = "1140"', german=depots)
    g, _ = inside(near)
    ports = [g.grid.names[c] for c in g.grid.cells if g.board.channel_ports >> c & 1]
    assert min(g.grid.distance(g.grid.bit["1038"], g.grid.bit[port]) for port in ports) <= 3
    assert min(g.grid.distance(g.grid.bit["1140"], g.grid.bit[port]) for port in ports) > 3
    assert is_supported(near, "fr-21-corps")
    assert not is_supported(far, "fr-21-corps")


@pytest.mark.rule("15.4c", "22.4b")
def test_who_is_never_cut_off() -> None:
    ring = '"de-4-army" = "1241"\n"de-12-army" = "1441"\n"de-6-army" = "1340"\n"de-16-army" = "1342"\n'
    assert not is_cut_off(field(ring + '"fr-log-1ag" = "1341"', bombed=["1341"]), "fr-log-1ag")
    assert is_cut_off(field(ring + '"fr-21-corps" = "1341"', bombed=["1341"]), "fr-21-corps")
    port = '"de-4-army" = "1036"\n"de-12-army" = "0937"\n"de-6-army" = "0835"\n'
    assert is_cut_off(field(port + '"fr-21-corps" = "0936"'), "fr-21-corps")
    assert not is_cut_off(field(port + '"gb-2-corps" = "0936"'), "gb-2-corps")
    assert is_cut_off(field(port + '"gb-2-corps" = "0936"', bombed=["0936"]), "gb-2-corps"), "no port any more (22.4b)"
    assert is_cut_off(field(ring + '"gb-2-corps" = "1341"'), "gb-2-corps")


@pytest.mark.rule("11.1b", "15.2a", "15.3a")
def test_sources_are_the_depots_and_other_supply_units_of_the_nation() -> None:
    match = field('"fr-21-corps" = "1443"\n"fr-log-1ag" = "1443"\n"fr-log-2ag" = "1544"\n"gb-log-bef" = "1240"',
                  bombed=["1137"])
    g, p = inside(match)
    french = g.grid.names_of(supply.sources(g, p, g.by_id["fr-21-corps"]))
    assert french == ["0843", "0941", "1341", "1544", "1641"]
    own = g.grid.names_of(supply.sources(g, p, g.by_id["fr-log-2ag"]))
    assert own == ["0843", "0941", "1341", "1443", "1641"]


@pytest.mark.rule("15.4b", "28.1e")
@pytest.mark.parametrize("option", ["on", "off"])
def test_hexes_out_of_play_are_closed(option: str) -> None:
    """Behind Antwerp lie the Netherlands, the other hexes around are in a French zone."""
    head = ('turn = 2\nside = "german"\nmarker = "hgc"\nsegment = "movement"\n'
            f'options = {{ no-netherlands = "{option}" }}\n')
    match = table(f'{head}[units]\n"de-43-corps" = "1335"\n"fr-1-army" = "1336"')
    assert is_cut_off(match, "de-43-corps") is (option == "on")


@pytest.mark.rule("15.4b", "15.0b")
def test_a_static_unit_is_never_cut_off() -> None:
    ring = '"de-4-army" = "1739"\n"de-12-army" = "1840"\n"de-16-army" = "1640"\n'
    match = field(ring + '"fr-thionville" = "1740"', destroyed=["1740", "1640", "1840"])
    assert not is_cut_off(match, "fr-thionville")


@pytest.mark.rule("15.2a", "3.7b")
def test_only_the_depots_of_a_country_that_has_surrendered_are_lost() -> None:
    assert is_supported(field('"fr-7-army" = "0941"', capitulated=["dutch"]), "fr-7-army")
    assert not is_supported(field('"be-7-corps" = "1336"', capitulated=["belgian"]), "be-7-corps")


@pytest.mark.rule("15.4b", "15.4c", "15.2d")
def test_a_french_unit_in_a_closed_port_is_cut_off_and_a_british_one_is_supplied() -> None:
    ring = '"de-4-army" = "1036"\n"de-12-army" = "0937"\n"de-6-army" = "0835"\n'
    french, british = field(ring + '"fr-21-corps" = "0936"'), field(ring + '"gb-2-corps" = "0936"')
    assert (is_supported(french, "fr-21-corps"), is_supported(british, "gb-2-corps")) == (False, True)
    gap = field('"de-4-army" = "1036"\n"fr-21-corps" = "0936"', german=["1137", "0941", "0843", "1341", "1641"])
    assert is_supported(gap, "fr-21-corps")
