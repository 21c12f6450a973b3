"""13.0 Reinforcements, 25.2 British ports, 28.3 the variable schedule."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.table import at, do, happened, inside, legal, opening, refused, table


def waiting(
    units: str, marker: str, *, side: str = "allied", turn: int = 2, bins: str = "", more: str = "", keys: str = "",
) -> Match:
    """The Reinforcement Segment of a marker, with units on the turn track; `bins` are the markers left."""
    placed = "\n".join(f'"{u}" = {{ hex = "due", due = {turn} }}' for u in units.split())
    return table(f"""
        turn = {turn}
        side = "{side}"
        marker = "{marker}"
        segment = "reinforcement"
        bins = {{ {side} = [{bins}] }}
        {keys}
        [units]
        {placed}
        {more}
    """)


@pytest.mark.rule("13.2a", "13.3b", "13.1a")
def test_units_come_with_their_command_on_depots_of_their_country() -> None:
    match = waiting("fr-2gc", "1ag", bins='"2ag"')
    assert "bring fr-2gc" in legal(match)
    do(match, "bring fr-2gc")
    assert "place 0941" in legal(match)
    refused(match, "place 1335", "13.3c")
    do(match, "place 0941")
    assert at(match, "fr-2gc") == "0941"


@pytest.mark.rule("13.2a")
def test_units_of_other_commands_wait() -> None:
    match = waiting("fr-2gc fr-6-army", "2ag", bins='"1ag"')
    assert legal(match) == ["bring fr-6-army", "done"]
    refused(match, "bring fr-2gc", "13.2a")


@pytest.mark.rule("13.1a")
def test_units_of_later_weeks_do_not_come() -> None:
    match = waiting("fr-2gc", "1ag", more='"fr-dlm" = { hex = "due", due = 3 }')
    refused(match, "bring fr-dlm", "13.1a")


@pytest.mark.rule("13.2c")
def test_reserves_come_in_any_friendly_impulse() -> None:
    match = waiting("fr-6-army", "belgium", bins='"1ag"')
    do(match, "bring fr-6-army", "place 0843")
    assert at(match, "fr-6-army") == "0843"
    assert not match.position.acting >> match.game.by_id["fr-6-army"] & 1  # type: ignore[attr-defined]


@pytest.mark.rule("13.2b")
def test_a_unit_may_wait_only_for_a_marker_that_can_bring_it() -> None:
    """T080."""
    for left, may_wait in (('"1ag"', True), ('"plan-e"', True), ('"2ag"', False), ('"de-gaulle"', False)):
        match = waiting("fr-2gc", "plan-d", bins=left, keys='commands = ["1AG"]')
        assert ("done" in legal(match)) == may_wait, left
        if not may_wait:
            refused(match, "done", "13.2b")


@pytest.mark.rule("13.2b")
def test_no_more_commands_wait_for_a_special_than_it_activates() -> None:
    both = waiting("fr-2gc fr-10-army", "plan-e", bins='"plan-w"', keys='commands = ["1AG", "3AG"]')
    assert "done" in legal(both)
    one = waiting("fr-2gc fr-10-army", "plan-e", bins='"evac"', keys='commands = ["1AG", "3AG"]')
    assert "done" not in legal(one)
    do(one, "bring fr-2gc", "place 0941")
    assert "done" in legal(one)


@pytest.mark.rule("13.2b")
def test_a_special_that_units_waited_for_is_used_on_their_command() -> None:
    match = table("""
        turn = 2
        initiative = "allied"
        dice = ["plan-d"]
        bins = { german = [], allied = ["plan-d"] }
        [units]
        fr-2gc = { hex = "due", due = 2 }
    """)
    assert legal(match) == ["activate 1AG"]
    refused(match, "activate 2AG", "13.2b")


@pytest.mark.rule("13.2b", "13.2c")
def test_reserves_must_come_in_the_last_impulse() -> None:
    assert "done" in legal(waiting("fr-6-army", "2ag", bins='"belgium"'))
    assert "done" not in legal(waiting("fr-6-army", "2ag"))


@pytest.mark.rule("13.2b", "13.4a")
def test_a_unit_without_a_hex_is_due_again() -> None:
    match = waiting("gb-2-corps", "1ag", keys='german = ["0439", "0440", "0441", "0442", "0443", "0444"]')
    assert not any(action.startswith("bring") for action in legal(match))
    later = waiting("gb-2-corps", "1ag", turn=2)
    later.position.turn = 3
    assert "bring gb-2-corps" in later.game.legal(later.position, "allied")


@pytest.mark.rule("13.3a")
def test_germans_come_to_depots_and_the_eastern_edge() -> None:
    match = waiting("de-39-corps", "hga", side="german")
    do(match, "bring de-39-corps")
    assert {"place 1934", "place 2228", "place 2244", "place 2140"} <= set(legal(match))
    refused(match, "place 1636", "13.3a")


@pytest.mark.rule("13.3c")
def test_the_french_also_come_over_the_southern_edge() -> None:
    match = waiting("fr-6-army", "1ag")
    do(match, "bring fr-6-army")
    assert "place 1044" in legal(match)
    refused(match, "place 0440", "13.3c")


@pytest.mark.rule("13.3d")
def test_the_british_come_over_the_western_edge() -> None:
    match = waiting("gb-2-corps", "1ag")
    do(match, "bring gb-2-corps")
    assert legal(match) == [f"place 0{hex}" for hex in range(439, 445)]
    refused(match, "place 0539", "13.3d")


@pytest.mark.rule("13.4a")
def test_entry_hexes_must_be_held_and_free_of_enemy_zones() -> None:
    match = waiting("fr-6-army", "1ag", more='"de-19-corps" = "0940"\n"de-41-corps" = "1137"')
    do(match, "bring fr-6-army")
    refused(match, "place 0941", "13.4a")
    refused(match, "place 1137", "13.4a")


@pytest.mark.rule("13.4a", "22.4b")
def test_a_bombed_depot_brings_nobody() -> None:
    match = waiting("fr-2gc", "1ag", keys='bombed = ["0941"]')
    do(match, "bring fr-2gc")
    assert "place 0941" not in legal(match)


@pytest.mark.rule("13.4b")
def test_placement_may_overstack() -> None:
    match = waiting("fr-6-army", "1ag", more='"fr-7-army" = "0941"')
    do(match, "bring fr-6-army", "place 0941")
    assert match.position.units_in(match.game.grid.bit["0941"])  # type: ignore[attr-defined]
    assert at(match, "fr-6-army") == at(match, "fr-7-army") == "0941"


PORTS = 'options = { british-ports = "on" }'


@pytest.mark.rule("25.2a")
def test_the_british_land_at_ports_for_the_ships_support() -> None:
    """T096."""
    match = waiting("gb-2-corps gb-1-armour", "1ag", keys=PORTS)
    do(match, "bring gb-2-corps", "place 0836")
    assert at(match, "gb-naval") == "utilized"
    do(match, "bring gb-1-armour")
    assert "place 0936" in legal(match)


@pytest.mark.rule("25.2a")
def test_no_landing_at_ports_once_the_ships_have_fired() -> None:
    match = waiting("gb-2-corps", "1ag", keys=PORTS + '\nnaval = "utilized"')
    do(match, "bring gb-2-corps")
    refused(match, "place 0836", "25.2a")
    edge = waiting("gb-2-corps", "1ag", keys=PORTS + '\nnaval = "utilized"')
    do(edge, "bring gb-2-corps", "place 0439")
    assert at(edge, "gb-2-corps") == "0439"


@pytest.mark.rule("25.4c")
def test_an_open_city_receives_nobody() -> None:
    match = waiting("fr-2gc", "1ag", keys='open_cities = ["0941"]')
    do(match, "bring fr-2gc")
    refused(match, "place 0941", "25.4c")


@pytest.mark.rule("28.1c", "28.2c", "28.1a", "28.2a")
def test_variants_bring_their_units() -> None:
    match = opening(mountain_corps="on", colonial_mobilisation="on", wehrmacht_mechanisation="on", allied_armour="on")
    game, p = inside(match)
    due = {id: p.due[game.by_id[id]] for id in ("de-gbk", "fr-col-corps", "de-ss-corps", "fr-2gc", "gb-1-armour")}
    assert due == {"de-gbk": 3, "fr-col-corps": 3, "de-ss-corps": 0, "fr-2gc": 0, "gb-1-armour": 0}
    assert all(game.by_id[id] in game.starting for id in ("de-ss-corps", "fr-2gc", "gb-1-armour"))
    assert p.steps[game.by_id["fr-2gc"]] == game.counters[game.by_id["fr-2gc"]].steps
    plain = opening()
    assert plain.position.at[game.by_id["de-gbk"]] != p.at[game.by_id["de-gbk"]]


def rolled(**options: str) -> Match:
    match = opening(variable_reinforcements="on", **options)
    match.apply("german", "keep okh")
    match.apply("allied", "keep plan-e")
    match.apply("allied", "historical")
    return match


@pytest.mark.rule("28.3a")
def test_a_secret_die_decides_when_each_reinforcement_comes() -> None:
    match = rolled(fighter_command="on")
    events = match.apply("german", "historical")
    rolls = [event for event in events if event.what == "schedule"]
    game, p = inside(match)
    weeks = {game.ids[u]: week for u, week in enumerate(p.due) if week}
    assert len(p.air_due) == len(game.air)
    weeks["gb-air-fc"] = p.air_due[game.air_by_id["gb-air-fc"]]
    assert {event.data["unit"]: event.data["turn"] for event in rolls} == weeks
    assert len({event.data["turn"] for event in rolls}) > 2
    for event in rolls:
        owner = "german" if event.data["unit"].startswith("de-") else "allied"
        assert event.seen_by == (owner,)
    assert match.view("german")["units"]["de-9-army"]["due"] == p.due[game.by_id["de-9-army"]]
    assert "de-9-army" not in match.view("allied")["units"]


@pytest.mark.rule("13.5a", "28.2e")
def test_air_units_arrive_in_the_refit_phase() -> None:
    match = table('phase = "refit"\nturn = 3\noptions = { fighter-command = "on" }\nair = { gb-air-fc = "due" }')
    assert at(match, "gb-air-fc") == "available"
    early = table('phase = "refit"\nturn = 2\noptions = { fighter-command = "on" }')
    assert at(early, "gb-air-fc") == "due"


@pytest.mark.rule("13.2a")
def test_arrivals_are_told() -> None:
    match = waiting("fr-2gc", "1ag")
    assert happened(do(match, "bring fr-2gc", "place 0941"), "reinforcement") == [{"unit": "fr-2gc", "hex": "0941"}]


@pytest.mark.rule("13.1a", "13.2a")
def test_why_a_unit_does_not_come() -> None:
    match = waiting("fr-2gc fr-dlm", "1ag", bins='"1ag"', more='"de-39-corps" = { hex = "due", due = 2 }\n'
                    '"fr-6-army" = { hex = "due", due = 4 }\n"fr-7-army" = "0941"')
    assert legal(match) == ["bring fr-2gc", "bring fr-dlm", "done"]
    refused(match, "bring de-39-corps", "13.1a")
    refused(match, "bring fr-6-army", "13.1a")
    refused(match, "bring fr-7-army", "13.1a")
    refused(match, "bring nobody", "13.2a")
    refused(match, "end", "13.2a")
    do(match, "bring fr-2gc")
    refused(match, "place 9999", "13.2a")
    refused(match, "done", "13.2a")


@pytest.mark.rule("13.4a")
def test_a_unit_that_finds_no_hex_is_refused_for_that() -> None:
    edge = 'german = ["0439", "0440", "0441", "0442", "0443", "0444"]'
    match = waiting("gb-2-corps fr-2gc", "1ag", keys=edge)
    refused(match, "bring gb-2-corps", "13.4a", "no hex is open")


@pytest.mark.rule("13.4a")
def test_why_an_entry_hex_is_closed() -> None:
    match = waiting("fr-6-army", "1ag", keys='german = ["1341"]', more='"de-19-corps" = "0940"')
    do(match, "bring fr-6-army")
    refused(match, "place 0941", "13.4a", "is in an enemy zone of control")
    refused(match, "place 1341", "13.4a", "is not in friendly hands")
    army = waiting("de-9-army", "hga", side="german")
    do(army, "bring de-9-army")
    g, _ = inside(army)
    rough = g.grid.names_of(g.board.edges["german"] & g.board.rough)
    assert not {f"place {hex}" for hex in rough} & set(legal(army))
    for hex in rough:
        refused(army, f"place {hex}", "8.4.1a")


@pytest.mark.rule("13.3b", "13.3c", "13.3d", "13.3a")
@pytest.mark.parametrize(("unit", "marker", "side", "rule"), [
    ("be-7-corps", "belgium", "allied", "13.3b"), ("fr-2gc", "1ag", "allied", "13.3c"),
    ("gb-2-corps", "1ag", "allied", "13.3d"), ("de-39-corps", "hga", "german", "13.3a"),
])
def test_nobody_arrives_anywhere_else(unit: str, marker: str, side: str, rule: str) -> None:
    match = waiting(unit, marker, side=side)
    do(match, f"bring {unit}")
    refused(match, "place 1240", rule)


@pytest.mark.rule("25.2a")
def test_over_the_edge_the_british_need_no_ships() -> None:
    match = waiting("gb-2-corps gb-1-armour", "1ag", keys=PORTS)
    events = do(match, "bring gb-2-corps", "place 0440")
    assert at(match, "gb-naval") == "available"
    assert [event.rule for event in events if event.what == "reinforcement"] == ["13.3a"]
    assert match.position.harbours == 0  # type: ignore[attr-defined]
    events = do(match, "bring gb-1-armour", "place 0836")
    assert [event.rule for event in events if event.what == "reinforcement"] == ["25.2a"]
    assert match.position.harbours == 2  # type: ignore[attr-defined]


@pytest.mark.rule("25.2a", "22.4b")
def test_ports_serve_the_british_by_the_optional_rule_and_unless_bombed() -> None:
    plain = waiting("gb-2-corps", "1ag")
    do(plain, "bring gb-2-corps")
    refused(plain, "place 0836", "13.3d")
    bombed = waiting("gb-2-corps", "1ag", keys=PORTS + '\nbombed = ["0539"]')
    do(bombed, "bring gb-2-corps")
    refused(bombed, "place 0539", "25.2a")
    refused(bombed, "place 1240", "13.3d")
    french = waiting("fr-2gc", "1ag", keys=PORTS)
    do(french, "bring fr-2gc")
    refused(french, "place 0836", "13.3c")


@pytest.mark.rule("13.2b", "13.2c")
def test_a_special_marker_left_serves_one_of_two_commands() -> None:
    """Units of 1AG and 3AG wait, and what is left activates one of them only."""
    match = table("""
        turn = 4
        initiative = "allied"
        dice = ["plan-d"]
        bins = { german = [], allied = ["plan-d", "3ag"] }
        [units]
        fr-2gc = { hex = "due", due = 2 }
        fr-10-army = { hex = "due", due = 4 }
    """)
    assert legal(match) == ["activate 1AG"], "3AG has its own marker still to come"


@pytest.mark.rule("13.2b")
def test_without_anything_waiting_a_special_is_free() -> None:
    match = table("""
        turn = 2
        initiative = "allied"
        dice = ["plan-d"]
        bins = { german = [], allied = ["plan-d"] }
        [units]
        fr-2gc = { hex = "due", due = 3 }
    """)
    assert legal(match) == ["activate 1AG", "activate 2AG", "activate 3AG"]


@pytest.mark.rule("28.3a")
def test_the_schedule_is_rolled_for_what_is_scheduled_and_nothing_else() -> None:
    match = rolled()
    events = match.apply("german", "historical")
    weeks = {event.data["unit"]: event.data["turn"] for event in events if event.what == "schedule"}
    rolls = set(weeks)
    g, p = inside(match)
    assert {g.ids[u]: week for u, week in enumerate(p.due) if week} == weeks
    plain, p = inside(opening())
    assert rolls == {plain.ids[u] for u, week in enumerate(p.due) if week}
    assert rolls == {c.id for c in g.counters if c.entry.turn and not c.entry.variant}


@pytest.mark.rule("13.1a", "28.3a")
def test_a_unit_comes_from_its_week_on_and_never_without_one() -> None:
    assert "bring fr-2gc" in legal(waiting("fr-2gc", "1ag", turn=1))
    later = waiting("fr-dlm", "1ag", turn=3, more='"fr-2gc" = { hex = "due", due = 1 }')
    assert {"bring fr-2gc", "bring fr-dlm"} <= set(legal(later))
    never = waiting("fr-dlm", "1ag", more='"fr-2gc" = "due"')
    refused(never, "bring fr-2gc", "13.1a")


@pytest.mark.rule("28.3a", "6.0f")
@pytest.mark.parametrize(("place", "segment"), [("due", "reinforcement"), ("0941", "air")])
def test_under_the_secret_schedule_nobody_is_asked_for_what_has_come(place: str, segment: str) -> None:
    match = table(f"""
        turn = 2
        side = "allied"
        marker = "1ag"
        segment = "reinforcement"
        options = {{ variable-reinforcements = "on" }}
        units = {{ fr-2gc = {{ hex = "{place}", due = 4 }} }}
    """)
    assert match.view(None)["segment"] == segment


@pytest.mark.rule("6.0e", "3.3c", "13.4a")
def test_nothing_arrives_on_top_of_an_enemy_supply_unit() -> None:
    """It takes neither the depot nor the way in."""
    match = table('turn = 3\nside = "allied"\nmarker = "1ag"\nsegment = "reinforcement"\n[units]\n'
                  '"fr-6-army" = { hex = "due", due = 3 }\n"de-log-hga" = "0941"')
    do(match, "bring fr-6-army")
    assert "place 0843" in legal(match)
    refused(match, "place 0941", "6.0e")
