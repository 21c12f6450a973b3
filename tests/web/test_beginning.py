"""The beginning of a match: the briefing, and how far the game is won."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import meuse
from tests.web.browser import DESK, PHONE, TABLET, Player, Server
from tests.web.conftest import Seat

GAMES = [(name, next(iter(meuse.game_class(name).scenarios))) for name in meuse.GAMES]


def seats_of(game: str) -> dict[str, dict[str, str]]:
    """The first side here, the others computers: no hand-over screen lies over the table."""
    first, *others = meuse.game_class(game).sides
    return {first: {"kind": "here"}, **{side: {"kind": "computer", "player": "staff"} for side in others}}


def open_match(server: Server, player: Player, game: str, scenario: str, **more: object) -> None:
    made = server.match(game=game, scenario=scenario, seats=seats_of(game), **more)
    player.page.goto(f"{server.address}/#/match/{made['id']}/{made['token']}")


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_match_opens_with_its_briefing(server: Server, seat: Seat, game: str, scenario: str) -> None:
    player = seat(briefed=False)
    open_match(server, player, game, scenario)
    told = meuse.game_class(game).briefings()[scenario]
    card = player.page.locator("dialog.briefing")
    side = meuse.game_class(game).sides[0]
    for text in (told.sides[side].who, told.sides[side].wins, told.takes, *told.special, *told.sides[side].hints):
        expect(card).to_contain_text(text)
    expect(card).to_contain_text("Options in force")
    expect(card.locator(".ladder li").first).to_be_visible()
    card.get_by_role("button", name="To the map").click()
    expect(card).to_have_count(0)
    player.page.keyboard.press("b")
    expect(card).to_have_count(1)


def test_the_briefing_comes_once_and_by_its_button(server: Server, seat: Seat) -> None:
    player = seat(briefed=False)
    open_match(server, player, "sedan", "race-to-the-meuse", options={"cavalry-first": "every-turn"})
    card = player.page.locator("dialog.briefing")
    expect(card.locator(".in-force")).to_contain_text("every turn")
    player.page.keyboard.press("Escape")
    player.page.reload()
    player.ready()
    expect(card).to_have_count(0)
    player.page.get_by_role("button", name="Briefing").click()
    card.get_by_label("when a match opens").uncheck()
    player.page.keyboard.press("Escape")
    open_match(server, player, "sedan", "race-to-the-meuse")
    player.ready()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("view", [DESK, TABLET, PHONE])
def test_progress_is_in_view_and_opens_its_tally(server: Server, seat: Seat, view: dict[str, int]) -> None:
    player = seat(viewport=view)
    open_match(server, player, "sedan", "race-to-the-meuse")
    player.ready()
    button = player.page.locator(".status .progress")
    expect(button).to_contain_text("German lead 0")
    expect(button).to_contain_text("French victory")
    button.click()
    sheet = player.page.locator("dialog.victory")
    expect(sheet).to_contain_text("German victory from 8")
    expect(sheet.locator(".tally")).to_contain_text("German combat units west of the Meuse")
    expect(sheet.locator(".ladder .now")).to_contain_text("French victory")
