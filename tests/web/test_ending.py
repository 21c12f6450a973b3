"""The end of a match in the browser, and what the lobby keeps of it."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from playwright.sync_api import expect

import meuse
from meuse.players import make_player
from tests.web.browser import DESK, PHONE, Server
from tests.web.conftest import Seat

SITUATION = """
game = "ghost-division"
scenario = "to-the-meuse"
turn = 2
phase = "G4"
op = 30
[units]
rommel = "N16"
"""


@cache
def finished(game: str, scenario: str) -> dict[str, object]:
    """The record of a whole game of the staff."""
    match = meuse.new(game, scenario=scenario, seed=8)
    minds = {side: make_player("staff", match.game, side, Random(4)) for side in match.game.sides}
    rng = Random(5)
    while match.actors:
        side = match.actors[0]
        match.apply(side, minds[side].choose(match.game.determinize(match.position, side, rng)))
    record: dict[str, object] = match.record
    return record


@pytest.mark.parametrize("view", [DESK, PHONE])
def test_the_end_page_after_a_whole_game(server: Server, seat: Seat, view: dict[str, int]) -> None:
    player = seat(viewport=view)
    made = server.post("/matches/import", finished("ghost-division", "to-the-meuse"))
    player.sit(made["id"], made["token"])
    page = player.page.locator("dialog.end-page")
    expect(page.locator(".verdict")).not_to_be_empty()
    expect(page.locator(".days tbody tr")).to_have_count(2)
    expect(page.locator(".days")).to_contain_text("Dinant")
    expect(page.locator(".days thead")).to_contain_text("Here")
    expect(page.locator(".mattered li").first).to_be_visible()
    expect(page.locator(".luck")).to_contain_text("was to be expected")
    expect(page.locator(".tally")).to_contain_text("Operations Points")
    page.get_by_role("button", name="War diary").click()
    diary = player.page.locator("dialog", has=player.page.locator("article.diary"))
    expect(diary.locator("article h3").first).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(diary).to_have_count(0)
    page.get_by_role("button", name="Show both tracks on the map").click()
    expect(page).to_have_count(0)
    for whose in ("history", "ours"):
        expect(player.page.locator(f"polyline.track-{whose}")).to_have_attribute("points", re.compile(r"\d,\S+ \d"))
        expect(player.page.locator(f".stage-{whose}").first).to_be_visible()
        for stage in player.page.locator(f".stage-{whose}").all():
            expect(stage).to_be_in_viewport()
    player.page.get_by_label("Put the tracks away").click()
    expect(player.page.locator(".layer-tracks")).to_have_count(0)
    expect(player.page.locator(".tracks-key")).to_be_hidden()


def test_losses_are_told_by_arms_in_words(server: Server, seat: Seat) -> None:
    player = seat()
    made = server.post("/matches/import", finished("sedan", "encirclement"))
    player.sit(made["id"], made["token"])
    lost = player.page.locator("dialog.end-page section", has_text="Losses")
    expect(lost).to_contain_text(re.compile(r"French: \d+ lost \((?!.*\b(hq|mg|pionier)\b).*infantry \d+"))
    expect(lost).to_contain_text(re.compile(r"headquarters \d"))


def test_a_solitaire_game_ends_in_the_lobby(server: Server, seat: Seat) -> None:
    player = seat()
    made = server.match(game="ghost-division", scenario="to-the-meuse", situation=SITUATION,
                        seats={"german": {"kind": "here"}})
    player.sit(made["id"], made["token"])
    page = player.page.locator("dialog.end-page")
    expect(page.get_by_role("button", name="Play it again")).to_be_visible()
    player.page.keyboard.press("Escape")
    player.page.goto(f"{server.address}/#/")
    outcome = meuse.situation(SITUATION).outcome
    assert outcome
    expect(player.page.locator(".my-matches")).to_contain_text(f"German {outcome.points['german']}")
    expect(player.page.locator(".bests")).to_contain_text("To the Meuse")


def test_invitations_of_this_machine_say_so(server: Server, seat: Seat) -> None:
    player = seat()
    player.page.goto(f"{server.address}/#/")
    player.page.locator("[data-preset=network]").click()
    player.page.locator("[type=submit]").click()
    invites = player.page.locator(".invites")
    expect(invites.locator(".only-here")).to_contain_text("this machine only")
    expect(invites.get_by_role("button", name="Copy")).to_be_visible()
