"""What can be laid over the map, where a unit can march to, and what its way costs."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.blitzkrieg.table import at, do, game, legal, table
from tests.games.verbs import explain, overlay, reach

LAID = """
phase = "turn"
units = { fr-i = "2731", fr-6-army = "2731", fr-ii = "2521", de-iv = "4716", de-4-army = "4815" }
"""


def march(units: str, side: str = "allied", phase: str = "first", more: str = "") -> Match:
    return table(f'side = "{side}"\nphase = "{phase} movement"\n{more}\nunits = {{ {units} }}')


def test_every_overlay_of_the_sheet_is_there_for_each_side() -> None:
    match, hexes = table(LAID), set(game().sheet()["hexes"])
    for kind in game().sheet()["overlays"]:
        for side in ("axis", "allied"):
            laid = overlay(match, kind["what"], side=side)
            assert set(laid["hexes"]) <= hexes
            assert laid["note"]


@pytest.mark.rule("11.1a", "18.1a")
def test_command_and_supply_of_a_side_and_of_a_unit() -> None:
    match = table(LAID)
    assert "2731" in overlay(match, "command", side="allied")["hexes"]
    assert "2521" not in overlay(match, "command", side="allied")["hexes"]
    assert "II" in overlay(match, "supply", side="allied")["note"]
    assert "in supply by French 6 Army" in overlay(match, "supply", "fr-i")["note"]
    assert "out of supply" in overlay(match, "supply", "fr-ii")["note"]
    assert "out of command" in overlay(match, "command", "fr-ii")["note"]
    assert overlay(match, "command", "fr-6-army")["hexes"] == overlay(match, "command", side="allied")["hexes"]
    assert (explain(match, "supply fr-i").total, explain(match, "supply fr-ii").total) == ("in supply", "out of supply")


@pytest.mark.rule("14.1a", "12.4.1a", "3.1c")
def test_zones_railways_and_victory_hexes() -> None:
    match = table(LAID)
    assert "2631" in overlay(match, "zoc", side="allied")["hexes"]
    assert set(overlay(match, "zoc", "fr-i")["hexes"]) <= set(overlay(match, "zoc", side="allied")["hexes"])
    assert "3226" in overlay(match, "rail", side="allied")["stations"]
    assert "France 3" in overlay(match, "rail", side="allied")["note"]
    assert "3226" in overlay(match, "victory", side="axis")["hexes"]


def test_what_is_not_there_is_refused() -> None:
    match = table(LAID)
    for what, side, unit in (("weather", "axis", None), ("zoc", "german", None), ("zoc", None, None),
                             ("supply", None, "de-12-army"), ("supply", None, "nobody")):
        with pytest.raises(meuse.BadInput):
            match.game.overlay(match.position, what, side, unit)


@pytest.mark.rule("12.1a")
def test_a_unit_reaches_what_its_points_pay_for_and_the_words_take_it_there() -> None:
    match = march('fr-i = "2731", fr-6-army = "2731"')
    ways = reach(match, "fr-i")
    assert ways["2726"]["cost"] == 5
    assert ways["2726"]["over"]
    assert "over" not in ways["2730"]
    assert "2725" not in ways
    do(match, *ways["2726"]["actions"])
    assert at(match, "fr-i") == "2726"
    assert reach(match, "fr-i") == {}, "it has moved"
    assert "move fr-6-army" in legal(match)


@pytest.mark.rule("12.2.3a")
def test_a_first_step_beyond_ones_means_takes_the_whole_move() -> None:
    match = march('fr-xlv = { hex = "5132", fatigued = true }')
    dear = {hex: way for hex, way in reach(match, "fr-xlv").items() if way["cost"] == "whole move"}
    assert dear
    assert all(way["path"] == [hex] and way["over"] for hex, way in dear.items())
    tally = explain(match, f"way fr-xlv {min(dear)}")
    assert (tally.total, tally.parts[-1].rule) == ("whole move", "12.2.3a")


@pytest.mark.rule("12.3.1a", "14.3a")
def test_a_way_is_told_step_by_step() -> None:
    match = march('de-1-pz = "2830", fr-ii = "2829", de-kleist = "2830"', "axis")
    tally = explain(match, "way de-1-pz 2832")
    assert [(part.value, part.rule) for part in tally.parts] == [(1, "12.3.1a"), (3, "14.3a"), (1, "12.3.1a")]
    assert tally.total == 5
    far = explain(match, "way de-1-pz 0328")
    assert far.total == "out of reach"
    assert far.parts[-1].rule == "12.1a"
    taken = explain(match, "way de-1-pz 2829")
    assert taken.parts[-1].rule == "13.1.3a"
    for question in ("way de-1-pz 9999", "way fr-ii 2730", "way nobody 2730"):
        with pytest.raises(meuse.BadInput):
            explain(match, question)


@pytest.mark.rule("13.1a")
def test_the_stack_at_the_end_of_a_way_is_told() -> None:
    match = march('de-1-pz = "2830", de-2-pz = "2831", de-3-pz = "2831", fr-ii = "2727"', "axis")
    last = explain(match, "way de-1-pz 2831").parts[-1]
    assert (last.label, last.value) == ("divisions that would stand in 2831", "3 of 4")
    full = march('de-1-pz = "2830", de-iii = "2831", de-2-pz = "2831", fr-ii = "2727"', "axis")
    assert explain(full, "way de-1-pz 2831").parts[-1].value == "5 of 4, too many"


@pytest.mark.rule("2.3.2a")
def test_the_strength_of_a_unit_is_taken_to_pieces() -> None:
    match = table('phase = "turn"\nunits = { fr-i = { hex = "2731", fatigued = true }, fr-6-army = "2731" }')
    labels = {part.label: part.value for part in explain(match, "strength fr-i").parts}
    assert labels["side up"] == "Fatigued"
    assert "command radius" in {part.label for part in explain(match, "strength fr-6-army").parts}
