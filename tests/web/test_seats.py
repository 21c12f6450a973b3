"""Who sits where: two browsers, two at one screen, lost connections, reload, chat and notes."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.situations import fairly, moving


def test_two_browsers_see_each_other(server: Server, seat: Seat) -> None:
    made = server.match(situation=fairly(moving()), seats={"german": {"kind": "here"}, "french": {"kind": "invite"}})
    german, french, watcher = seat(), seat(), seat()
    german.sit(made["id"], made["token"])
    french.sit(made["id"], made["invites"]["french"])
    watcher.sit(made["id"], made["spectate"])
    french.expect("Waiting for the German player")
    watcher.expect("watching")
    assert french.buttons == []
    assert watcher.buttons == []
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
    expect(french.page.locator(".chat-list b b")).to_have_count(0)
    german.page.keyboard.press("Escape")
    german.press("end")
    french.page.locator("#tab-match").click()
    expect(french.page.locator(".seats")).to_contain_text("by invitation", use_inner_text=True)


def test_players_mute_spectators(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving())
    player, watcher = seat(), seat()
    player.sit(made["id"], made["token"])
    watcher.sit(made["id"], made["spectate"])
    for who in (player, watcher):
        who.page.locator("#tab-talk").click()
    expect(watcher.page.get_by_label("Mute spectators")).not_to_be_visible()
    player.page.get_by_label("Mute spectators").check()
    said = watcher.page.get_by_label("Say something")
    watcher.page.wait_for_function("() => document.querySelector('[name=chat]').disabled")
    expect(said).to_have_attribute("placeholder", "The players have muted spectators")
    player.page.get_by_label("Mute spectators").uncheck()
    said.fill("Vive la France")
    said.press("Enter")
    player.page.wait_for_function("() => document.querySelector('.chat-list').textContent.includes('Vive')")


def test_going_back_by_agreement(server: Server, seat: Seat) -> None:
    made = server.match(situation=fairly(moving()), seats={"german": {"kind": "here"}, "french": {"kind": "invite"}})
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
    """The server dies with a move under way: a click meanwhile is refused, and the move goes on when it is back."""
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
        expect(player.page.locator(".toast.refused").last).to_contain_text("no connection")
        own.start()
        player.page.wait_for_selector(".table:not(.offline)")
        player.expect("hex by hex")
        player.press("stop")
        player.expect("move units")
        player.page.locator("#tab-log").click()
        expect(player.page.locator(".log .entry", has_text="moves to 4407")).to_have_count(1)
        expect(player.page.locator("[data-stack='4407'] [data-unit='de-1-1-pz']")).to_have_count(1)
        expect(player.page.locator("[data-stack='4407'] .lit"), "its move is over").to_have_count(0)
    finally:
        own.kill()


def test_a_sleeping_machine_wakes_up_to_the_present(server: Server, seat: Seat) -> None:
    """After sleep the socket looks alive and is dead: waking asks, waits in vain, and connects anew."""
    made = server.match(situation=fairly(moving()), seats={"german": {"kind": "here"}, "french": {"kind": "invite"}})
    german, french = seat(), seat()
    asleep: list[bool] = []

    def wire(ws: WebSocketRoute) -> None:
        there = ws.connect_to_server()
        ws.on_message(lambda m: None if asleep else there.send(m))
        there.on_message(lambda m: None if asleep else ws.send(m))

    french.page.route_web_socket("**/socket", wire)
    french.page.clock.install()
    french.sit(made["id"], made["invites"]["french"])
    german.sit(made["id"], made["token"])
    asleep.append(True)
    german.show("4308")
    german.pick("de-1-1-pz")
    german.shaded()
    german.click("4307")
    german.page.wait_for_selector("[data-stack='4307']")
    expect(french.page.locator("[data-stack='4307']")).to_have_count(0)
    french.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    french.page.clock.run_for(9000)
    asleep.clear()
    french.page.clock.run_for(2000)
    french.page.wait_for_selector("[data-stack='4307'] [data-unit='de-1-1-pz']")


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
        player.rest()
        sides.add(player.page.locator(".who").inner_text())
        if len(sides) == 2:
            break
        before = player.page.locator(".prompt").text_content()
        count = player.page.locator(".log .entry").count()
        player.page.wait_for_selector(".buttons:not(:has(:disabled)) button")
        player.page.keyboard.press("e")
        player.page.wait_for_function(
            """([text, n]) => document.querySelector('.prompt').textContent !== text
                || document.querySelectorAll('.log .entry').length !== n""",
            arg=[before, count],
        )
    assert sides == {"German", "French"}
    expect(player.page.locator(".hand-over:not([hidden])")).to_have_count(0)


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


def links(player: Player) -> dict[str, str]:
    """The links that the match panel shows, once it knows of them."""
    player.page.locator("#tab-match").click()
    player.page.wait_for_selector(".links .renew")
    found: dict[str, str] = player.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.links input')].map(i => [i.ariaLabel, i.value]))")
    return found


def test_an_invitation_is_good_once(server: Server, seat: Seat) -> None:
    made = server.match(seats={"german": {"kind": "here"}, "french": {"kind": "invite"}}, seed=None)
    link = f"{server.address}/#/match/{made['id']}/{made['invites']['french']}"
    german, french, late = seat(), seat(), seat()
    german.page.goto(f"{server.address}/#/")
    keep = "m => localStorage.setItem('meuse.matches', JSON.stringify([{...m, title: '', opened: 1}]))"
    german.page.evaluate(keep, made)
    german.sit(made["id"], made["token"])
    assert links(german)["French invitation"] == link
    french.sit(made["id"], made["invites"]["french"])
    assert made["invites"]["french"] not in french.page.url, "it has a token of its own now"
    german.page.wait_for_function("() => !document.querySelector('.links [aria-label=\"French invitation\"]')")
    own = french.page.url
    french.page.goto("about:blank")
    french.page.goto(link)
    french.page.wait_for_url(own)
    french.ready()
    late.page.goto(link)
    late.page.get_by_text("this invitation has been used").wait_for()
    assert late.errors
    late.errors.clear()


def test_a_link_is_renewed_and_a_seat_given_up(server: Server, seat: Seat) -> None:
    made = server.match(seats={"german": {"kind": "here"}, "french": {"kind": "invite"}}, seed=None)
    german, french = seat(), seat()
    german.sit(made["id"], made["token"])
    french.sit(made["id"], made["invites"]["french"])
    old = french.page.url
    links(french)
    copy = french.page.context.new_page()
    copy.goto(old)
    copy.wait_for_selector(".table")
    french.page.locator(".renew").click()
    french.page.get_by_text("Yes").click()
    french.page.wait_for_url(lambda url: url != old)
    french.ready()
    copy.get_by_text("only the new one holds the seat").first.wait_for()
    links(french)
    french.page.locator(".give-up").click()
    french.page.get_by_text("Yes").click()
    french.page.wait_for_url(f"{server.address}/#/")
    expect(french.page.locator(".my-matches a")).to_have_count(0)
    links(german)
    german.page.locator(".invite-anew").click()
    again = german.page.locator(".links [aria-label='French invitation']").input_value()
    french.page.goto(again)
    french.ready()
