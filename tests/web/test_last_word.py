"""A segment ends when the player says so, or by itself where he wishes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Server
from tests.web.conftest import Seat
from tests.web.ghost import Commander

ALONE = """
game = "ghost-division"
turn = 2
phase = "D2"
op = 20
[units]
krad-7 = "N16"
"""


@pytest.mark.parametrize("by_itself", [False, True])
def test_ground_movement_after_its_last_unit(server: Server, seat: Seat, by_itself: bool) -> None:
    player = seat()
    commander = Commander(player.page, player.address)
    commander.take(server, situation=ALONE)
    if by_itself:
        player.page.get_by_role("tab", name="Match").click()
        player.page.get_by_label("A segment ends by itself").check()
    commander.expect("Move units, alone or in stacks")
    commander.do("move krad-7")
    commander.do("step N15")
    while "Ground Movement" in player.page.locator(".status").inner_text() and commander.buttons != ["end"]:
        commander.do("done")
    status = player.page.locator(".status")
    if by_itself:
        expect(status).not_to_contain_text("D2 Ground Movement")
    else:
        player.page.wait_for_timeout(300)
        expect(status).to_contain_text("D2 Ground Movement")
        commander.do("end")
        expect(status).not_to_contain_text("D2 Ground Movement")
