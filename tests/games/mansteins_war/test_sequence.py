"""4.0 The sequence of play: phases, impulses and segments, and a whole game from set-up to score."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.contract import CHANCE
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from tests.games.mansteins_war.table import at, happened, opening, refused, sit_out, table


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
    assert [data["marker"] for data in happened(sit_out(match), "marker")] == ["hgb"]
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
