"""20.2 Evacuation, 25.3 over the western edge."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.table import at, do, inside, legal, refused, table


def sailing(units: str, more: str = "", *, segment: str = "evacuation", marker: str = "evac", turn: int = 3) -> Match:
    return table(f"""
        turn = {turn}
        side = "allied"
        marker = "{marker}"
        segment = "{segment}"
        commands = ["1AG"]
        evac = 3
        bins = {{ german = ["hga"], allied = ["1ag"] }}
        {more}
        [units]
        {units}
    """)


@pytest.mark.rule("20.2d", "20.2e")
def test_units_of_the_command_leave_from_ports() -> None:
    match = sailing('"gb-bef" = "0936"\n"fr-7-army" = "0836"\n"fr-1-army" = "0937"\n"fr-4-army" = "0738"\n'
                    '"de-19-corps" = "0837"')
    assert legal(match) == ["done", "evacuate fr-7-army", "evacuate gb-bef"]
    refused(match, "evacuate fr-1-army", "20.2d")
    refused(match, "evacuate fr-4-army", "20.2d")
    do(match, "evacuate gb-bef")
    assert at(match, "gb-bef") == "evacuated"


@pytest.mark.rule("20.2d")
def test_reserves_of_the_impulse_sail_with_it() -> None:
    match = sailing('"fr-21-corps" = "0936"')
    assert "evacuate fr-21-corps" in legal(match)


@pytest.mark.rule("20.2d", "22.4b")
def test_a_bombed_port_is_no_port() -> None:
    match = sailing('"gb-bef" = "0936"\n"fr-7-army" = "0539"', 'bombed = ["0539"]')
    refused(match, "evacuate fr-7-army", "22.4b")


@pytest.mark.rule("20.2c")
def test_evac_activates_one_french_army_group_and_its_air_units() -> None:
    match = table("""
        turn = 3
        side = "allied"
        segment = "command"
        bins = { german = ["hga"], allied = ["evac"] }
        dice = ["evac"]
        [units]
        "gb-bef" = "1037"
        "fr-7-army" = "1137"
        "fr-3-army" = "1740"
        "be-cav-corps" = "1235"
    """)
    assert legal(match) == ["activate 1AG", "activate 2AG", "activate 3AG"]
    do(match, "activate 1AG")
    game, p = inside(match)
    assert {game.ids[u] for u in range(len(game.ids)) if p.acting >> u & 1 and p.at[u] >= 0} == {"gb-bef", "fr-7-army"}
    assert (match.view(None)["segment"], p.air_left) == ("air", 2)
    assert "fly fr-air-zoan" in legal(match)


@pytest.mark.rule("20.2c")
def test_other_markers_evacuate_nobody() -> None:
    match = sailing('"gb-bef" = "0936"', marker="1ag")
    assert not any(action.startswith("evacuate") for action in legal(match))


WEST = 'options = { western-evacuation = "on" }'


@pytest.mark.rule("25.3a")
def test_units_leave_over_the_western_edge_in_the_week_of_evac() -> None:
    match = sailing('"fr-7-army" = "0443"', WEST, segment="movement", marker="1ag")
    do(match, "move fr-7-army", "leave")
    assert at(match, "fr-7-army") == "evacuated"


@pytest.mark.rule("25.3a")
@pytest.mark.parametrize(("hex", "more", "turn"), [("0443", "", 3), ("0543", WEST, 3), ("0443", WEST, 4)])
def test_they_leave_by_that_rule_from_the_edge_and_in_that_week_only(hex: str, more: str, turn: int) -> None:
    match = sailing(f'"fr-7-army" = "{hex}"', more, segment="movement", marker="1ag", turn=turn)
    do(match, "move fr-7-army")
    refused(match, "leave", "25.3a")


@pytest.mark.rule("25.3a")
def test_leaving_costs_a_movement_factor() -> None:
    """7 Army has four."""
    def marched(*hexes: str) -> Match:
        units = f'"fr-log-1ag" = "0744"\n"fr-7-army" = "{hexes[0]}"'
        match = sailing(units, WEST, segment="movement", marker="1ag")
        do(match, "move fr-7-army", *(f"step {hex}" for hex in hexes[1:]))
        assert at(match, "fr-7-army") == "0443"
        return match

    assert "leave" in legal(marched("0743", "0643", "0543", "0443"))
    assert "leave" not in legal(marched("0843", "0743", "0643", "0543", "0443"))


@pytest.mark.rule("20.2d", "8.0b")
def test_static_units_and_those_of_other_commands_do_not_sail() -> None:
    match = sailing('"gb-bef" = "0936"\n"fr-escaut" = "0835"\n"fr-3-army" = "0836"\n"fr-2-army" = "due"')
    assert legal(match) == ["done", "evacuate gb-bef"]
    refused(match, "evacuate fr-escaut", "8.0b")
    refused(match, "evacuate fr-3-army", "20.2d", "is not of the activated command")
    refused(match, "evacuate fr-2-army", "20.2d", "is not in a port")
    refused(match, "end", "20.2d", "or be done")
    do(match, "done")
    assert at(match, "gb-bef") == "0936"


@pytest.mark.rule("25.3a")
def test_germans_do_not_leave_over_the_western_edge() -> None:
    match = table('turn = 3\nside = "german"\nmarker = "hga"\nsegment = "movement"\nevac = 3\n'
                  'options = { western-evacuation = "on" }\n[units]\nde-4-army = "0443"')
    do(match, "move de-4-army")
    refused(match, "leave", "25.3a", "only Allied units")


@pytest.mark.rule("25.3a", "8.1b")
def test_a_unit_at_the_edge_with_no_other_way_may_leave() -> None:
    ring = '"de-4-army" = "0543"\n"de-12-army" = "0544"\n'
    match = sailing('"fr-7-army" = "0444"\n' + ring, WEST, segment="movement", marker="1ag")
    assert "move fr-7-army" in legal(match)
    do(match, "move fr-7-army")
    assert legal(match) == ["leave"]
    without = sailing('"fr-7-army" = "0444"\n' + ring, segment="movement", marker="1ag")
    refused(without, "move fr-7-army", "8.1b")


@pytest.mark.rule("7.2c", "25.3a")
def test_a_unit_that_comes_into_an_enemy_zone_at_the_edge_stays_there() -> None:
    units = '"fr-log-1ag" = "0744"\n"fr-7-army" = "0543"\n"de-4-army" = "0441"\n'
    match = sailing(units, WEST, segment="movement", marker="1ag")
    do(match, "move fr-7-army", "step 0442")
    assert "leave" not in legal(match)
    assert at(match, "fr-7-army") == "0442"
    there = sailing(units.replace("0543", "0442"), WEST, segment="movement", marker="1ag")
    do(there, "move fr-7-army", "leave")
    assert at(there, "fr-7-army") == "evacuated", "a zone in which it began holds nobody"


@pytest.mark.rule("20.2d", "3.3c")
def test_a_supply_unit_does_not_sail_from_a_port_in_german_hands() -> None:
    match = sailing('"gb-bef" = "0936"\n"fr-log-1ag" = "0836"', 'german = ["0836"]')
    assert legal(match) == ["done", "evacuate gb-bef"]
    refused(match, "evacuate fr-log-1ag", "20.2d", "is not in Allied hands")
