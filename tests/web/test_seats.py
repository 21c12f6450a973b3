"""Who sits where: two browsers, two at one screen, lost connections, reload, chat and notes."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Route

from tests.web.browser import Server
from tests.web.conftest import Seat
from tests.web.situations import moving


def test_two_browsers_see_each_other(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving(), seats={"german": {"kind": "here"}, "french": {"kind": "invite"}})
    german, french, watcher = seat(), seat(), seat()
    german.sit(made["id"], made["token"])
    french.sit(made["id"], made["invites"]["french"])
    watcher.sit(made["id"], made["spectate"])
    assert french.buttons == []
    assert watcher.buttons == []
    assert "Waiting for the other side" in french.prompt
    assert "watching" in watcher.prompt
    german.show("4308")
    german.pick("de-i-1-1-pz")
    german.shaded()
    german.click("4308")
    for other in (french, watcher):
        other.page.wait_for_selector("[data-stack='4308'] [data-unit='de-i-1-1-pz']")
    german.page.keyboard.press("c")
    german.page.keyboard.type("<b>Bonjour</b>")
    german.page.keyboard.press("Enter")
    french.page.locator("#tab-talk").click()
    french.page.wait_for_function("() => document.querySelector('.chat-list').textContent.includes('<b>Bonjour</b>')")
    assert french.page.locator(".chat-list b b").count() == 0
    german.page.keyboard.press("Escape")
    german.press("end")
    french.page.locator("#tab-match").click()
    assert "by invitation" in french.page.locator(".seats").inner_text()


def test_going_back_by_agreement(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving(), seats={"german": {"kind": "here"}, "french": {"kind": "invite"}})
    german, french = seat(), seat()
    german.sit(made["id"], made["token"])
    french.sit(made["id"], made["invites"]["french"])
    german.show("4308")
    german.pick("de-1-1-pz")
    german.shaded()
    german.click("4307")
    french.page.wait_for_selector("[data-stack='4307']")
    german.page.locator("#tab-match").click()
    german.page.get_by_text("Ask to go back").click()
    french.page.locator(".offer").get_by_text("Accept").click()
    french.page.wait_for_function("() => !document.querySelector('.offer')")


def test_connection_lost_in_mid_move(tmp_path: Path, seat: Seat) -> None:
    """The server dies with a move under way; the action made meanwhile is played once when it is back."""
    own = Server(tmp_path)
    own.start()
    try:
        made = own.match(situation=moving())
        player = seat()
        player.address = own.address
        player.sit(made["id"], made["token"])
        player.show("4308")
        player.pick("de-1-1-pz")
        player.shaded()
        player.click("4407", shift=True)
        player.expect("hex by hex")
        player.page.wait_for_selector("[data-stack='4407']")
        own.kill()
        player.page.wait_for_selector(".table.offline")
        player.press("stop")
        player.page.wait_for_timeout(300)
        own.start()
        player.page.wait_for_selector(".table:not(.offline)", timeout=30000)
        player.expect("move units")
        player.page.locator("#tab-log").click()
        assert player.page.locator(".log .entry", has_text="moves to 4407").count() == 1
        assert "de-1-1-pz" in player.page.locator("[data-stack='4407']").inner_html()
        assert player.page.locator("[data-stack='4407'] .lit").count() == 0, "its move is over"
    finally:
        own.kill()


def test_reload_keeps_the_seat(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving())
    player = seat()
    player.sit(made["id"], made["token"])
    player.show("4308")
    player.pick("de-1-1-pz")
    player.shaded()
    player.click("4307")
    player.page.wait_for_selector("[data-stack='4307']")
    before = player.state()
    player.page.reload()
    player.ready()
    assert player.state() == before
    assert player.buttons
    player.page.goto(f"{server.address}/#/")
    player.page.locator(".my-matches a").first.click()
    player.ready()
    assert player.state() == before


def test_two_at_one_screen(server: Server, seat: Seat) -> None:
    """Nothing in Sedan is secret, so there is no hand-over: the same browser plays on for whoever must act."""
    made = server.match()
    player = seat()
    player.sit(made["id"], made["token"])
    sides = set()
    for _ in range(60):
        sides.add(player.page.locator(".who").inner_text())
        if len(sides) == 2:
            break
        before = player.page.locator(".prompt").text_content()
        count = player.page.locator(".log .entry").count()
        player.page.keyboard.press("e")
        player.page.wait_for_function(
            """([text, n]) => document.querySelector('.prompt').textContent !== text
                || document.querySelectorAll('.log .entry').length !== n""",
            arg=[before, count],
        )
    assert sides == {"German", "French"}
    assert player.page.locator(".hand-over:not([hidden])").count() == 0


def test_hand_over_where_sides_have_secrets(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving())
    player = seat()

    def with_secrets(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), "secrets": True}))

    player.page.route("**/sheet?*", with_secrets)
    player.page.goto(f"{server.address}/#/match/{made['id']}/{made['token']}")
    cover = player.page.locator(".hand-over")
    cover.wait_for()
    assert "German" in cover.inner_text()
    cover.get_by_role("button").click()
    assert cover.is_hidden()


def test_notes_are_kept(server: Server, seat: Seat) -> None:
    made = server.match()
    player = seat()
    player.sit(made["id"], made["token"])
    player.page.locator("#tab-talk").click()
    player.page.locator("textarea").fill("Hold Bouillon.")
    player.page.get_by_text("saved").wait_for()
    player.page.reload()
    player.ready()
    player.page.wait_for_function("() => document.querySelector('textarea').value === 'Hold Bouillon.'")
