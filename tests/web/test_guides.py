"""A guided first game in the browser: the card follows whatever the player does."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import Server
from tests.web.conftest import Seat

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
