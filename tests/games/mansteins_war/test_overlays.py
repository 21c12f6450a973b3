"""What can be laid over the map: supply, zones of control, railways, air zones, control, fortresses, victory hexes."""

from __future__ import annotations

import pytest

import meuse
from tests.games.mansteins_war.table import game, inside, table
from tests.games.verbs import overlay

UNITS = ('turn = 3\n[units]\n"de-19-corps" = "1738"\n"de-log-pgk" = "1937"\n"fr-2-army" = "1439"\n'
         '"fr-log-2ag" = "1240"\n"de-41-corps" = "0841"\n[air]\nde-air-1 = "1439"\n')


def test_every_overlay_of_the_sheet_is_there_for_each_side() -> None:
    match = table(UNITS)
    hexes = set(game().sheet()["hexes"])
    for kind in game().sheet()["overlays"]:
        for side in ("german", "allied"):
            laid = overlay(match, kind["what"], side=side)
            assert set(laid["hexes"]) <= hexes
            assert laid["note"]
            assert all(set(line) <= hexes for line in laid["lines"])


@pytest.mark.rule("15.1b", "15.4a")
def test_lines_of_communications_run_from_the_units_to_their_sources() -> None:
    match = table(UNITS)
    laid = overlay(match, "supply", side="german")
    assert "cut off" in laid["note"] or "unsupported" in laid["note"]
    assert "41 Corps" in laid["note"]
    assert any(line[0] == "1738" for line in laid["lines"])
    own = overlay(match, "supply", "de-19-corps")
    assert own["lines"][0][0] == "1738"
    assert own["hexes"] == sorted(own["lines"][0])
    none = overlay(match, "supply", "de-41-corps")
    assert none["lines"] == []
    assert "15.1b" in none["note"]


@pytest.mark.rule("7.0a", "16.4a", "17.0a")
def test_zones_air_and_works() -> None:
    match = table(UNITS + 'de-air-2 = { hex = "0941", steps = 1 }\n')
    assert "1539" in overlay(match, "zoc", side="allied")["hexes"]
    assert set(overlay(match, "zoc", "fr-2-army")["hexes"]) <= set(overlay(match, "zoc", side="allied")["hexes"])
    sky = overlay(match, "air", side="german")["hexes"]
    assert "0941" in sky
    assert "0940" not in sky
    assert "1438" in sky
    works = overlay(match, "forts", side="allied")
    assert "1537" in works["hexes"]
    razed = overlay(table(UNITS.replace("turn = 3", 'turn = 3\ndestroyed = ["1537"]')), "forts", side="allied")
    assert "1537" in razed["destroyed"]


@pytest.mark.rule("9.0d", "9.1a")
def test_railways_for_a_side_and_for_a_unit() -> None:
    match = table('turn = 3\nside = "allied"\nmarker = "2ag"\nsegment = "movement"\n[units]\n"fr-2-army" = "0941"\n'
                  '"fr-log-2ag" = "1240"\n"de-19-corps" = "1738"')
    laid = overlay(match, "rail", side="allied")
    assert "2 armies" in laid["note"]
    assert "0941" in laid["stations"]
    own = overlay(match, "rail", "fr-2-army")
    assert own["stations"]
    assert "0941" not in own["stations"]
    assert set(own["stations"]) <= set(own["hexes"])
    assert "(9.0d)" in overlay(match, "rail", "de-19-corps")["note"]


@pytest.mark.rule("3.4a", "7.2a")
def test_what_scores_and_what_is_in_dispute() -> None:
    match = table('turn = 3\n[units]\n"de-19-corps" = "0941"\n"de-41-corps" = "1433"')
    laid = overlay(match, "victory", side="german")
    assert "0941" in laid["held"]
    assert set(laid["held"]) < set(laid["hexes"])
    g, p = inside(match)
    assert laid["note"].startswith(f"{g.view(p, None)['score']['german']} points")
    assert "in dispute" in overlay(match, "control", side="allied")["note"]


def test_what_is_not_there_is_refused() -> None:
    match = table(UNITS)
    for what, side, unit in (("weather", "german", None), ("zoc", "belgian", None), ("zoc", None, None),
                             ("supply", None, "de-12-army"), ("supply", None, "nobody")):
        with pytest.raises(meuse.BadInput):
            match.game.overlay(match.position, what, side, unit)
