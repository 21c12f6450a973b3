"""The player aid and the anatomy of a counter."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from playwright.sync_api import expect

import meuse
from tests.web.browser import Server
from tests.web.conftest import Seat
from tests.web.situations import moving
from tests.web.test_table import at


@pytest.mark.parametrize("name", meuse.GAMES)
def test_the_player_aid_names_rules_that_there_are(name: str) -> None:
    folder = name.replace("-", "_")
    text = (resources.files("meuse") / "web" / "games" / folder / "aid.js").read_text()
    ids = re.findall(r'"(\d[\d.]*[a-z]+)"', text)
    rules = meuse.game_class(name)().rules
    assert len(ids) >= 6
    assert [id for id in ids if id not in rules] == []


def test_aid_and_anatomy_are_at_hand(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.page.get_by_role("tab", name="Charts").click()
    player.page.get_by_role("button", name="Anatomy of a counter").click()
    figures = player.page.locator(".anatomy figure")
    expect(figures.nth(3)).to_be_visible()
    expect(figures.first).to_contain_text(re.compile("movement points|command range"))
    expect(player.page.locator(".signs")).to_contain_text("short of fuel")
    player.page.keyboard.press("Escape")
    player.page.get_by_role("button", name="Player aid").click()
    expect(player.page.locator(".player-aid")).to_contain_text("One chit is drawn blind")


def test_two_regiments_of_a_number_are_told_apart(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving().replace('"SR 1 1 Pz" = "4507"', '"SR 1 1 Pz" = "4507"\n"Krd 1 1 Pz" = "4307"'))
    for unit, regiment in (("de-1-1-pz", "SR 1 · 1 Pz"), ("de-1-krd-1-pz", "Krd 1 · 1 Pz")):
        expect(player.page.locator(f".layer-counters [data-unit='{unit}']")).to_contain_text(regiment)
