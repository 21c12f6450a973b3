"""A database that fails under the table, and a match that is damaged: the browser says so, and play goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.postgres import Cluster, for_tests
from tests.web.browser import Server
from tests.web.conftest import Seat
from tests.web.situations import fairly, moving


@pytest.fixture
def frail() -> Iterator[Cluster]:
    yield from for_tests()


def test_an_outage_is_told_and_play_goes_on_without_a_reload(frail: Cluster, tmp_path: Path, seat: Seat) -> None:
    own = Server(tmp_path)
    own.db = frail.fresh()
    own.start()
    try:
        made = own.match(situation=fairly(moving()), seats={"german": {"kind": "here"}, "french": {"kind": "invite"}})
        player, other = seat(), seat()
        player.address = other.address = own.address
        player.sit(made["id"], made["token"])
        other.sit(made["id"], made["invites"]["french"])
        player.page.evaluate("window.sameAsBefore = true")
        before = player.state()
        frail.kill()
        player.press("end")
        player.page.wait_for_selector(".toast.refused >> text=database does not answer")
        player.page.wait_for_selector(".table:not(.sending)")
        for one in (player, other):
            one.page.wait_for_selector(".table.offline .link-state >> text=database does not answer")
        assert player.state() == before
        assert "end" in player.buttons
        player.press("end")
        player.page.wait_for_selector(".table:not(.sending)")
        assert "end" in player.buttons, "it is not taken for done"
        frail.start()
        for one in (player, other):
            one.page.wait_for_selector(".table:not(.offline)")
            expect(one.page.locator(".link-state")).to_have_text("", use_inner_text=True)
        player.press("end")
        player.page.wait_for_function("() => !document.querySelector('.buttons button[data-action=\"end\"]')")
        assert player.page.evaluate("window.sameAsBefore")
    finally:
        own.kill()


def test_a_page_opened_in_an_outage_can_be_tried_again(frail: Cluster, tmp_path: Path, seat: Seat) -> None:
    own = Server(tmp_path)
    own.db = frail.fresh()
    own.start()
    try:
        made = own.match(situation=moving())
        own.kill()
        own.start()
        frail.kill()
        player = seat()
        player.address = own.address
        player.page.goto(f"{own.address}/#/match/{made['id']}/{made['token']}")
        player.page.wait_for_selector(".trouble >> text=the database does not answer")
        frail.start()
        player.page.get_by_text("Try again").click()
        player.ready()
        player.errors = [e for e in player.errors if "503" not in e]
    finally:
        own.kill()


def test_a_damaged_match_says_what_it_is(tmp_path: Path, seat: Seat) -> None:
    own = Server(tmp_path)
    own.start()
    try:
        made = own.match(situation=moving())
        player = seat()
        player.address = own.address
        player.sit(made["id"], made["token"])
        own.kill()
        with sqlite3.connect(own.db) as c:
            c.execute("INSERT INTO journal (match, n, side, action, at, spent) VALUES (?, 1, 'german', 'x', 0, 0)",
                      (made["id"],))
        player.page.wait_for_selector(".table.offline")
        own.start()
        player.page.wait_for_selector(".link-state >> text=this match cannot be read")
        player.page.reload()
        player.page.wait_for_selector(".trouble >> text=this match cannot be read")
        player.page.get_by_text("To the lobby").click()
        player.page.wait_for_selector(".my-matches >> text=cannot be opened")
        player.errors = [e for e in player.errors if "500" not in e]
    finally:
        own.kill()
