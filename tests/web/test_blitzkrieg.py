"""Blitzkrieg in the West in the browser: cards, set-up by hand, an air plan, a turn by mouse, two browsers' secrets."""

from __future__ import annotations

from playwright.sync_api import expect

from meuse.games import make_game
from tests.web.blitz import sit
from tests.web.browser import Server
from tests.web.conftest import Seat


def cost(*cards: str) -> int:
    sheet = make_game("blitzkrieg", "campaign-free").sheet()
    return sum(sheet["cards"][card]["cost"] for card in cards)


def test_cards_are_bought_within_the_allowance(server: Server, seat: Seat) -> None:
    """The shop shows the whole deck, what is left, and why a card cannot be had."""
    general = sit(server, seat(), "campaign-free")
    page = general.page
    general.act("buy G01")
    general.act("buy G04")
    expect(page.locator(".card-shop .purse")).to_contain_text(f"{42 - cost('G01', 'G04')} of 42")
    expect(page.locator("[data-card=G01]")).to_have_class("op-card side-axis bought")
    assert not general.offers("buy G05"), "plans exclude each other"
    expect(page.locator("[data-card=G05]")).to_contain_text("not with Manstein Plan")
    general.act("done")
    expect(page.locator(".card-shop h3")).to_contain_text("Allied")
    assert page.locator("[data-card=G01]").count() == 0, "the other side's deck is not shown"


def test_units_are_set_up_by_hand_and_the_rest_as_in_history(server: Server, seat: Seat) -> None:
    general = sit(server, seat(), "campaign-free")
    for _ in range(2):
        general.act("done")
    page = general.page
    deployment = make_game("blitzkrieg", "campaign-free").box.deployment.units  # type: ignore[attr-defined]
    expect(page.locator("[data-hand=deploy] h2")).to_contain_text("To set up")
    for unit in ("fr-9-army", "fr-ii", "be-belgian-ghq"):
        general.take(unit)
        general.go(deployment[unit])
        assert general.stands(unit) == deployment[unit]
    general.act("historical")
    assert page.locator("[data-stack]").count() > 60
