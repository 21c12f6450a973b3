"""A guided first game in the browser: the card follows whatever the player does."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import Server
from tests.web.conftest import Seat

SECOND = "de-ii-1-1-pz"
QUIET = "localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'off'}))"


def test_ghost_division_off_its_path(server: Server, seat: Seat) -> None:
    """Who only goes on is led past the steps, and never back."""
    player = seat()
    player.page.add_init_script(QUIET)
    player.page.goto(f"{server.address}/#/")
    player.page.locator(".guides a[href='#/learn/ghost-division']").click()
    player.ready()
    guide = player.page.locator(".guide")
    expect(guide).to_contain_text("Points, and a look ahead")
    steps = [1]
    for _ in range(40):
        text = guide.inner_text()
        steps.append(int(text.split(" of ")[0].split()[-1]))
        if steps[-1] >= 6:
            break
        player.page.locator(".buttons button.main, .buttons button").first.click()
        player.page.wait_for_timeout(700)
    assert steps == sorted(steps)
    assert steps[-1] >= 6, f"the guide stayed at step {steps[-1]}"


def test_a_second_battalion_joins_the_first(server: Server, seat: Seat) -> None:
    """Picked out of a spread stack and sent at once to a hex with a counter in it: that counter is not meant."""
    player = seat()
    player.page.add_init_script(QUIET)
    player.page.goto(f"{server.address}/#/learn/sedan")
    player.ready()
    player.press("activate")
    player.press("move-combat")
    for unit in ("de-i-1-1-pz", SECOND):
        player.expect("move units")
        player.pick(unit)
        player.shaded()
        player.click("3412")
        player.page.wait_for_selector(f"[data-stack='3412'] [data-unit='{unit}']")
