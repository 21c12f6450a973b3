"""What lies under the pointer or the finger is named: counters, markers, letters of the charts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE, TABLET, Server
from tests.web.conftest import Seat
from tests.web.situations import moving, sedan
from tests.web.test_table import at


@pytest.mark.parametrize("window", [TABLET, PHONE])
def test_a_finger_that_rests_gets_the_card_and_does_nothing(server: Server, seat: Seat, window: dict[str, int]) -> None:
    made = server.match(situation=moving())
    player = seat(viewport=window, has_touch=True, is_mobile=True)
    player.sit(made["id"], made["token"])
    player.show("4507")
    x, y = player.point("4507")
    finger = player.page.context.new_cdp_session(player.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y, "id": 1}]})
    card = player.page.locator(".loupe")
    expect(card).to_contain_text("Schützen-Regiment 1, 1. Panzer-Division")
    expect(card).to_contain_text("movement points")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.rest()
    expect(player.page.locator(".reach-hex"), "the unit was picked").to_have_count(0)
    player.page.touchscreen.tap(x, y)
    player.shaded()


def test_markers_are_named(server: Server, seat: Seat) -> None:
    player = at(server, seat, sedan())
    marks = player.page.locator(".layer-marks > *")
    expect(marks).not_to_have_count(0)
    assert marks.evaluate_all("all => all.every(m => m.querySelector('title')?.textContent)")
    player.show("3414")
    player.hover("3414")
    expect(player.page.locator(".loupe .mark-says")).to_have_text("Bridge blown at 3414-3415")


@pytest.mark.parametrize(("game", "scenario", "table", "code", "words"), [
    ("sedan", "race-to-the-meuse", "Combat Results Table", "-/1R2", "defender loses 1 step and retreats 2 hexes"),
    ("mansteins-war", "sickle-cut", "Mobile table", "DD", "Defender Defeated; defender: 2 steps, back 1"),
    ("blitzkrieg", "case-red", "Probe table", "A1R", "Attacker repulsed; attacker: 1 fatigued, back 1"),
])
def test_letters_of_a_chart_are_spelled_out(
    server: Server, seat: Seat, game: str, scenario: str, table: str, code: str, words: str
) -> None:
    """Every cell with letters carries its words; pointing at one writes them beneath."""
    sides = {"sedan": ("german", "french"), "mansteins-war": ("german", "allied"), "blitzkrieg": ("axis", "allied")}
    made = server.match(game=game, scenario=scenario, seats={side: {"kind": "here"} for side in sides[game]})
    player = seat()
    player.sit(made["id"], made["token"], "")
    if player.page.locator(".hand-over:not([hidden])").count():
        player.page.locator(".hand-over button").click()
    player.page.get_by_role("tab", name="Charts").click()
    chart = player.page.locator(".charts section", has=player.page.get_by_role("heading", name=table))
    lettered = chart.locator("tbody td", has_text=re.compile("[A-Z]"))
    expect(lettered.nth(5)).to_be_attached()
    assert lettered.evaluate_all("all => all.every(cell => cell.title)")
    chart.locator("tbody td", has_text=re.compile(f"^{re.escape(code)}$")).first.hover()
    expect(chart.locator(".cell-says")).to_contain_text(words)
