"""A guided first game in the browser: the card follows whatever the player does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import meuse
from tests.games.test_guides import ONWARD, PATHS
from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.newcomer import Newcomer
from tests.web.pupil import Pupil

SECOND = "de-ii-1-1-pz"
WATCHED = {"mansteins-war": {4}}
"""Cards of the other side's doings: a computer may be done before they are read."""
QUIET = "localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'off'}))"


def opened(server: Server, player: Player, game: str) -> Player:
    """From the lobby to the first card."""
    player.page.add_init_script(QUIET)
    player.page.goto(f"{server.address}/#/")
    player.page.locator(f".guides a[href='#/learn/{game}']").click()
    player.ready()
    expect(player.page.locator(".guide")).to_contain_text("1 of ")
    return player


@pytest.mark.parametrize("game", meuse.GAMES)
def test_off_its_path_to_its_end(server: Server, seat: Seat, game: str) -> None:
    """Who only goes on is led past the steps, never back, and out at the end to the real game."""
    player = opened(server, seat(), game)
    newcomer = Newcomer(player.page, patience=0)
    newcomer.plays("To the real game", 400)
    steps = [int(found[1]) for card in newcomer.cards if (found := re.search(r"(\d+) of \d+", card))]
    assert steps == sorted(steps), newcomer.story
    assert steps[-1] > 1


def test_a_second_battalion_joins_the_first(server: Server, seat: Seat) -> None:
    """Picked out of a spread stack and sent at once to a hex with a counter in it: that counter is not meant."""
    player = opened(server, seat(), "sedan")
    player.press("activate")
    player.press("move-combat")
    for unit in ("de-i-1-1-pz", SECOND):
        player.expect("move units")
        player.pick(unit)
        player.shaded()
        player.click("3412")
        player.page.wait_for_selector(f"[data-stack='3412'] [data-unit='{unit}']")


@pytest.mark.parametrize("game", meuse.GAMES)
def test_on_its_path_to_its_end(server: Server, seat: Seat, game: str) -> None:
    """Card by card as they say, by mouse: each that asks for something is read, the last one tells of a victory."""
    guide = meuse.game_class(game).guide()
    assert guide is not None
    player = seat()
    pupil = Pupil(player, guide.side, PATHS[game], ONWARD)
    opened(server, player, game)
    player.sheet = f"/api/games/{game}/sheet?scenario={guide.scenario}"
    pupil.learns(200)
    steps = [int(found[1]) for card in pupil.cards if (found := re.search(r"(\d+) of \d+", card))]
    assert steps == sorted(steps), pupil.done
    assert guide.victory.title in pupil.cards[-1], pupil.done
    assert set(range(1, len(guide.steps))) - WATCHED.get(game, set()) <= set(steps), pupil.done
