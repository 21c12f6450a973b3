"""A guided first game in the browser: the card follows whatever the player does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import meuse
from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.hands import Mouse
from tests.web.newcomer import Newcomer

SECOND = "de-ii-1-1-pz"
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
    newcomer.plays("To the real game", 240)
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


PATH = (
    "activate", "move-combat", "go de-i-1-1-pz 3412", f"go {SECOND} 3412", "end", "hex 3513", "all", "overrun",
    "march de-i-1-1-pz", "hex 3413", "hex 3314", "side 3314-3415",
)
"""What the cards of Sedan's guide tell a pupil to do on the first day."""
ONWARD = ("roll", "pass", "none", "stop", "stay", "done", "end")


def follow(player: Player, hand: Mouse, wish: str) -> bool:
    """Do it by mouse if it can be done now."""
    verb, _, noun = wish.partition(" ")
    if verb == "go":
        unit, hex = noun.split()
        if unit not in hand.lit_units() or "Advance" in player.prompt:
            return False
        hand.unit(unit)
        player.shaded()
        hand.hex(hex)
        player.page.wait_for_selector(f"[data-stack='{hex}'] [data-unit='{unit}']")
    elif verb == "hex":
        if noun not in hand.lit_hexes():
            return False
        hand.hex(noun)
    elif verb == "side":
        side = player.page.locator(f".lit-side[data-side='{noun}'] .side-hit")
        if not side.count():
            return False
        side.click(force=True)
    elif verb == "march":
        if noun not in hand.lit_units() or "Advance" in player.prompt:
            return False
        hand.unit(noun)
    elif wish in player.buttons:
        player.press(wish)
    else:
        return False
    return True


def test_sedan_by_mouse_over_an_overrun_to_a_bridge(server: Server, seat: Seat) -> None:
    """Step by step as the cards say. A unit that has broken through goes hex by hex, and its steps are lit at once."""
    player = opened(server, seat(), "sedan")
    player.sheet = "/api/games/sedan/sheet?scenario=encirclement"
    hand, wishes, done = Mouse(player), list(PATH), list[str]()
    while wishes:
        player.page.wait_for_selector(".table.my-turn:not(.sending):not(.playing)")
        before = player.page.locator(".table").get_attribute("data-state")
        if follow(player, hand, wishes[0]):
            done.append(wishes.pop(0))
        else:
            button = next(a for a in ONWARD if a in player.buttons)
            player.press(button)
            done.append(f"({button})")
        player.page.wait_for_function("was => document.querySelector('.table').dataset.state !== was", arg=before)
        assert len(done) < 30, done
        player.page.wait_for_timeout(100)
    expect(player.page.locator(".guide")).to_contain_text("6 of 7")
