"""What is under way: an action is so until the table has come that it led to, and nothing else is done meanwhile."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.situations import moving
from tests.web.wire import Wire


def picked(server: Server, seat: Seat) -> tuple[Player, Wire]:
    """A player with a unit in hand, and his line."""
    made, player = server.match(situation=moving()), seat()
    wire = Wire(player)
    player.sit(made["id"], made["token"])
    player.show("4308")
    player.pick("de-1-1-pz")
    player.shaded()
    return player, wire


def test_an_action_is_under_way_until_its_table_is_here(server: Server, seat: Seat) -> None:
    player, wire = picked(server, seat)
    table = player.page.locator(".table")
    wire.holds = True
    player.click("4307")
    wire.acknowledged()
    for state in ("sending", "busy"):
        expect(table).to_contain_class(state)
    player.page.keyboard.press("e")
    wire.goes_on()
    player.rest()
    expect(player.page.locator("[data-stack='4307'] [data-unit='de-1-1-pz']")).to_have_count(1)
    assert len(wire.acts) == 1, "what is pressed before the player has seen what he did goes nowhere"


def test_what_is_taken_back_is_under_way_until_its_table_is_here(server: Server, seat: Seat) -> None:
    player, wire = picked(server, seat)
    table = player.page.locator(".table")
    player.click("4307")
    expect(player.page.locator("[data-stack='4307'] [data-unit='de-1-1-pz']")).to_have_count(1)
    player.rest()
    wire.holds, wire.done = True, 0
    player.page.keyboard.press("u")
    wire.acknowledged()
    expect(table).to_contain_class("busy")
    wire.goes_on()
    player.rest()
    expect(player.page.locator("[data-stack='4507'] [data-unit='de-1-1-pz']")).to_have_count(1)
