"""With nothing picked, a click on any kind of hex that is not lit changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.ghost import MEUSE
from tests.web.manstein import LANDING
from tests.web.situations import moving
from tests.web.test_blitzkrieg import BREAKTHROUGH

POSITIONS = {
    "sedan": ("race-to-the-meuse", ("german", "french"), moving()),
    "ghost-division": ("campaign", ("german",), MEUSE.replace('phase = "D1"', 'phase = "D2"')),
    "mansteins-war": ("campaign", ("german", "allied"), LANDING),
    "blitzkrieg": ("campaign", ("axis", "allied"), BREAKTHROUGH),
}
"""A movement segment of each game."""

KINDS = """async sheet => {
  const { hexes } = (window.sheetOfTests ??= await (await fetch(sheet)).json());
  const kinds = {};
  for (const [name, { terrain, town, name: place }] of Object.entries(hexes)) {
    const stack = document.querySelector(`.layer-counters [data-stack='${name}']`);
    if (stack?.querySelector('.lit')) continue;
    const counter = stack?.querySelector('.counter');
    const kind = [terrain, place ? 'named' : '', counter ? counter.getAttribute('class') : 'empty'].join(' ');
    (kinds[kind] ??= []).push(name);
  }
  return kinds;
}"""


def visible(player: Player, hexes: list[str]) -> str | None:
    """One of these that lies open in the window."""
    for hex in hexes:
        x, y = player.point(hex)
        if player.page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.map'))", [x, y]):
            return hex
    return None


@pytest.mark.parametrize("game", POSITIONS)
def test_a_click_beside_changes_nothing(server: Server, seat: Seat, game: str) -> None:
    scenario, sides, situation = POSITIONS[game]
    seats: dict[str, Any] = {side: {"kind": "here"} for side in sides}
    made = server.match(game=game, scenario=scenario, seats=seats, situation=situation)
    player = seat()
    player.sheet = f"/api/games/{game}/sheet?scenario={scenario}"
    player.sit(made["id"], made["token"])
    if player.page.locator(".hand-over:not([hidden])").count():
        player.page.locator(".hand-over button").click()
    player.page.wait_for_selector(".layer-counters .lit")
    player.page.get_by_label("The whole map").click()
    table = player.page.locator(".table")
    before, clicked = (table.get_attribute("data-state"), player.state()), 0
    for hexes in player.page.evaluate(KINDS, player.sheet).values():
        if hex := visible(player, hexes):
            player.click(hex)
            clicked += 1
            player.rest()
            expect(player.page.locator(".reach-hex"), f"a click on {hex} has picked a unit").to_have_count(0)
            expect(player.page.locator(".which:not([hidden])"), f"a click on {hex} began something").to_have_count(0)
    assert (table.get_attribute("data-state"), player.state()) == before
    assert clicked >= 5
