"""4.0 The sequence of play: phases, impulses and segments, and a whole game from set-up to score."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.contract import CHANCE
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.rules.sequence import date
from tests.games.mansteins_war.battle import PLAIN, attack, battle
from tests.games.mansteins_war.table import at, do, happened, opening, refused, sit_out, table


@pytest.mark.parametrize("seed", range(3))
def test_random_games_come_to_their_end(seed: int) -> None:
    rng = Random(seed)
    match = opening()
    game, p = match.game, match.position.copy()
    for _ in range(40_000):
        actors = game.actors(p)
        if not actors:
            break
        side = rng.choice(actors)
        choices = [action for action, _ in game.outcomes(p)] if side == CHANCE else game.legal(p, side)
        game.apply(p, side, rng.choice(choices))
    assert game.outcome(p) is not None


@pytest.mark.rule("4.1a", "4.1h")
def test_impulses_alternate_from_the_side_with_the_initiative() -> None:
    match = table('turn = 2\ndice = ["hga", "1ag", "hgb"]\n[bins]\ngerman = ["hga", "hgb"]\nallied = ["1ag", "2ag"]')
    drawn = [data["marker"] for data in happened(sit_out(match, 3), "marker")]
    assert drawn == ["1ag", "hgb", "2ag"]
    assert match.position.operating == ALLIED


@pytest.mark.rule("5.4c", "5.4d")
def test_a_side_with_markers_left_goes_on_alone() -> None:
    match = table('turn = 2\ndice = ["hga"]\n[bins]\ngerman = ["hga", "hgb"]\nallied = []')
    events = sit_out(match)
    assert [data["marker"] for data in happened(events, "marker")] == ["hgb"]
    assert happened(events, "impulse over") == [{"side": "german", "marker": "hga"}]
    assert match.actors == ("german",)
    refused(match, "pass", "16.1a")


@pytest.mark.rule("5.3a", "5.3b")
@pytest.mark.parametrize(("hexes", "side"), [([], GERMAN), (["1839"], ALLIED), (["1838"], GERMAN)])
def test_the_allies_have_the_initiative_while_they_hold_a_german_city(hexes: list[str], side: int) -> None:
    match = table(f'phase = "initiative"\nturn = 2\nallied = {hexes}')
    assert match.position.initiative == side


@pytest.mark.rule("4.1i", "4.1j")
def test_air_units_ships_and_reserves_come_back_in_the_return_phase() -> None:
    match = table("""
        phase = "return"
        turn = 2
        naval = "utilized"
        units = { "de-17-corps" = { hex = "1939", marks = ["reserves"] } }
        [air]
        de-air-1 = "1439"
        de-air-2 = "utilized"
        fr-air-zoan = "eliminated"
    """)
    view = match.view("german")
    assert view["turn"] == 3
    assert [at(match, id) for id in ("de-air-1", "de-air-2", "fr-air-zoan", "gb-naval")] == [
        "available", "available", "eliminated", "available"]
    assert not match.position.reserves


@pytest.mark.rule("5.3b", "5.3a")
def test_in_week_1_the_germans_have_the_initiative_whatever_is_held() -> None:
    match = table('phase = "initiative"\nturn = 1\nallied = ["1839"]')
    assert match.position.initiative == GERMAN


@pytest.mark.rule("5.4c")
def test_a_bin_that_is_passed_over_is_seen_to_be_empty() -> None:
    match = table('turn = 2\ndice = ["hga"]\n[bins]\ngerman = ["hga", "hgb"]\nallied = []')
    assert match.position.dry == 0
    sit_out(match)
    assert match.position.dry == 1 << ALLIED
    allied = table('turn = 2\ndice = ["1ag"]\n[bins]\ngerman = []\nallied = ["1ag", "2ag"]')
    assert allied.position.dry == 1 << GERMAN
    assert allied.position.operating == ALLIED


@pytest.mark.rule("5.8d", "5.4b", "9.1a", "16.1a")
def test_the_marks_of_an_impulse_come_off_when_it_ends() -> None:
    match = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "air"\n'
                  'bins = { german = ["hgb"], allied = [] }\n[units]\nde-4-army = "1835"\nde-43-corps = "1736"\n'
                  'de-42-corps = "1736"')
    do(match, "fly de-air-1", "over 1439", "done", "rail de-4-army", "ride 2241", "move de-43-corps", "step 1735",
       "stop", "end")
    p = match.position
    g = match.game
    assert [g.ids[u] for u in range(len(g.ids)) if p.reserves >> u & 1] == ["de-43-corps"]
    assert (p.railed, p.air_active, p.moved, p.attacked, p.defended) == (0, 0, 0, 0, 0)
    assert (match.view(None)["commands"], p.air_left) == (["HGB"], 3)
    assert "fly de-air-1" in match.legal("german")


@pytest.mark.rule("5.8d")
def test_a_reserve_that_has_attacked_is_spent() -> None:
    match = battle('"de-43-corps" = "1343"\n"fr-21-corps" = "1443"\n' + PLAIN, marker="hga", assault="AA",
                   more='bins = { german = ["hgb"], allied = [] }')
    attack(match, "1443", "de-43-corps")
    assert match.position.reserves >> match.game.by_id["de-43-corps"] & 1


@pytest.mark.rule("4.1i", "5.7c", "4.1j")
def test_the_markers_of_the_week_are_put_by_and_air_units_of_later_weeks_stay_away() -> None:
    match = table('phase = "return"\nturn = 1\nplayed = ["hga", "1ag"]\noptions = { fighter-command = "on" }\n'
                  'naval = "available"')
    assert match.view(None)["played"] == []
    assert at(match, "gb-air-fc") == "due"
    assert at(match, "gb-naval") == "available"


@pytest.mark.rule("21.0a", "1.1a")
@pytest.mark.parametrize(("turn", "title"), [
    (1, "10 to 16 May"), (2, "17 to 23 May"), (4, "31 May to 6 June"), (8, "28 June to 4 July"),
])
def test_weeks_have_their_dates(turn: int, title: str) -> None:
    assert date(turn) == title


@pytest.mark.rule("4.1a", "5.3b")
def test_every_week_begins_with_the_initiative() -> None:
    match = table('phase = "inter-phase"\nturn = 2\nallied = ["1835"]')
    assert (match.view(None)["turn"], match.view(None)["initiative"]) == (3, "allied")
