"""The side panels: charts, turn track, reinforcements, cup, air pools, losses; clocks, rematch, notices and dice."""

from __future__ import annotations

import quopri
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.server.test_mail import Post
from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.situations import fairly, fighting, losses, moving

BESIDE = {"german": {"kind": "here"}, "french": {"kind": "invite"}}


def at(server: Server, seat: Seat, situation: str, **more: object) -> Player:
    made = server.match(situation=situation)
    player = seat(**more)
    player.sit(made["id"], made["token"])
    player.show("4308")
    return player


def panel(player: Player, name: str) -> str:
    player.page.locator(f"#tab-{name}").click()
    player.rest()
    return player.page.locator(f"#panel-{name}").inner_text()


def test_turn_track_cup_air_and_pontoons(server: Server, seat: Seat) -> None:
    player = at(server, seat, losses())
    text = panel(player, "turn")
    page = player.page
    expect(page.locator(".track .now")).to_contain_text("13 May 1940", use_inner_text=True)
    expect(page.locator(".track .past")).to_have_count(3)
    assert "HQ 71 returns" in text
    expect(page.locator(".chit.drawn")).to_have_text("XIX", use_inner_text=True)
    assert page.locator(".panel-turn .chits").first.inner_text().split() == ["X"]
    german, french = page.locator(".air tbody tr").all()
    expect(german.locator("td").nth(1).locator(".plane:not(.used)")).to_have_count(1)
    expect(german.locator("td").nth(1).locator(".plane.used")).to_have_count(1)
    expect(french).to_contain_text("none", use_inner_text=True)
    assert "8 left to lay" in text


def test_the_score_says_why(server: Server, seat: Seat) -> None:
    player = at(server, seat, losses())
    panel(player, "turn")
    player.page.get_by_role("button", name="Why?").click()
    expect(player.page.locator(".panel-turn .tally")).to_be_visible()


def test_forces_reinforcements_and_losses(server: Server, seat: Seat) -> None:
    player = at(server, seat, losses())
    text = panel(player, "forces")
    assert "Lost" in text
    assert "French: 1" in text
    assert "To return" in text
    opening = seat()
    made = server.match()
    opening.sit(made["id"], made["token"])
    text = panel(opening, "forces")
    assert "German turn 1 at B (5405) (due)" in text
    unit = opening.page.locator(".panel-forces .rack button").first
    unit.click()
    expect(opening.page.locator("dialog")).to_contain_text("Pz", use_inner_text=True)


def test_charts_and_the_rules(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    page = player.page
    text = panel(player, "charts")
    for title in ("Combat Results Table", "Terrain Effects Chart", "Fuel", "Air units arriving"):
        assert title in text
    expect(page.locator(".panel-charts .chart").first.locator("tbody tr")).to_have_count(13)
    page.get_by_text("All rules in our own words").click()
    page.get_by_placeholder("Search the rules").fill("overrun")
    page.wait_for_function(
        "() => { const n = document.querySelectorAll('dialog .clause').length; return n > 0 && n < 60; }")


def test_the_view_says_what_binds(server: Server, seat: Seat) -> None:
    """Overstacking is warned of before the mode ends; tried roadblocks and the mode are shown."""
    player = at(server, seat, moving().replace("[units]", 'tried = ["4309"]\n[units]', 1).replace(
        '"SR 1 1 Pz" = "4507"', '"SR 1 1 Pz" = "4408"\n"37 1 Pz" = "4408"\n"GD" = "4408"'))
    page = player.page
    expect(page.locator(".status")).to_contain_text("Move mode", use_inner_text=True)
    expect(page.locator(".marker.tried")).to_have_count(1)
    warning = page.locator(".prompt .warning")
    expect(warning).to_contain_text("Too many units in 4408")
    warning.locator(".rule-chip").click()
    expect(page.locator("dialog h2")).to_contain_text("7.1g", use_inner_text=True)
    page.keyboard.press("Escape")
    player.pick("de-1-1-pz")
    player.shaded()
    player.click("4308")
    expect(warning).to_have_count(0)


def test_clocks_run(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving(), clock={"kind": "game", "seconds": 600})
    player = seat()
    player.sit(made["id"], made["token"])
    clocks, state = player.page.locator(".clocks"), player.page.locator(".clocks .running")
    expect(state).to_have_text(re.compile(r"German (10:00|9:\d\d)"))
    before = state.inner_text()
    expect(state).not_to_have_text(before)
    expect(clocks).to_contain_text("French 10:00", use_inner_text=True)


def test_who_runs_out_of_time_has_lost(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving(), clock={"kind": "move", "seconds": 2})
    player = seat()
    player.sit(made["id"], made["token"])
    player.expect("German ran out of time")
    assert "French victory" in player.prompt


def test_rematch_with_sides_changed(server: Server, seat: Seat) -> None:
    made = server.match(situation=fairly(moving()), seats=BESIDE)
    german, french = seat(), seat()
    german.sit(made["id"], made["token"])
    french.sit(made["id"], made["invites"]["french"])
    panel(german, "match")
    german.page.get_by_text("Resign German").click()
    german.page.locator("dialog button[value=yes]").click()
    french.expect("French victory")
    for player in (german, french):
        player.leave_the_end_page()
    panel(french, "match")
    french.page.get_by_text("Rematch").click()
    french.page.wait_for_url(lambda url: made["id"] not in url)
    french.ready()
    german.page.locator(".toast a").click()
    german.ready()
    assert german.page.evaluate("location.hash").split("/")[2] == french.page.evaluate("location.hash").split("/")[2]
    for player, side in ((german, "French"), (french, "German")):
        panel(player, "match")
        expect(player.page.locator(".match-panel")).to_contain_text(f"Resign {side}", use_inner_text=True)


NOTICES = """
window.asked = 0; window.told = [];
window.Notification = class { constructor(title, more) { window.told.push(more.body); } };
Notification.permission = 'default';
Notification.requestPermission = async () => { window.asked += 1; return (Notification.permission = 'granted'); };
"""


def test_permission_is_asked_for_and_a_turn_is_told(server: Server, seat: Seat) -> None:
    """Asked only where somebody elsewhere plays; told when the page is out of sight."""
    player, guest = seat(), seat()
    page = player.page
    page.add_init_script(NOTICES)
    page.goto(f"{server.address}/")
    page.locator("[data-preset=screen]").click()
    assert page.evaluate("asked") == 0
    page.locator("[data-preset=network]").click()
    page.locator("[type=submit]").click()
    link = page.locator("input.invite").input_value()
    assert page.evaluate("asked") == 1
    page.locator(".invites a").click()
    player.ready()
    guest.page.add_init_script(NOTICES)
    guest.page.goto(link)
    guest.ready()
    panel(guest, "match")
    guest.page.locator(".notices .leave").click()
    expect(guest.page.locator(".notices")).to_contain_text("This browser tells you")
    assert guest.page.evaluate("asked") == 1
    guest.page.keyboard.press("Escape")
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    guest.asked()
    while guest.page.locator(".table.my-turn").count():
        before = guest.page.locator(".log .entry").count()
        guest.page.wait_for_selector(".buttons:not(:has(:disabled)) button")
        guest.page.keyboard.press("e")
        guest.page.wait_for_function("n => document.querySelectorAll('.log .entry').length !== n "
                                     "|| !document.querySelector('.table.my-turn')", arg=before)
        guest.rest()
    page.wait_for_function("() => told[0]?.includes('your turn')")


def test_the_link_in_a_mail_confirms_its_address(tmp_path: Path, seat: Seat) -> None:
    with Post() as post:
        server = Server(tmp_path, MEUSE_SMTP=f"127.0.0.1:{post.server_address[1]}", MEUSE_MAIL_FROM="table@example.org")
        server.start()
        made = server.match(seats=BESIDE)
        player, reader = seat(), seat()
        player.address = server.address
        player.sit(made["id"], made["token"])
        panel(player, "match")
        player.page.locator("[name=mail]").fill("heinz@example.org")
        player.page.locator(".notices form button").click()
        state = player.page.locator(".mail-state")
        expect(state).to_contain_text("open its link")
        link = quopri.decodestring(post.wait_for(1)[0]).decode().partition("#/confirm/")[2].split()[0]
        reader.page.goto(f"{server.address}/#/confirm/{link}")
        expect(reader.page.locator("h2")).to_have_text("Your address is confirmed")
        player.page.reload()
        expect(state).to_contain_text("Mail will go there")
        reader.page.goto(f"{server.address}/#/confirm/{link}")
        reader.page.reload()
        expect(reader.page.locator(".trouble")).to_contain_text("no address waits to be confirmed")
        assert [error for error in reader.errors if "404" not in error] == []
        reader.errors.clear()
        server.kill()
        post.shutdown()


def attack(player: Player) -> None:
    player.click("4108")
    player.expect("Choose the units")
    for action in ("all", "attack", "pass", "guns 0"):
        player.press(action)
        player.answered()


def test_dice_roll_in_sight(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting(), reduced_motion="no-preference")
    result_waits = ".dice-tray:has(.die.rolling) .dice-text.later"
    player.watch(result_waits)
    attack(player)
    page = player.page
    player.saw(result_waits)
    page.wait_for_selector(".die:not(.rolling)")
    expect(page.locator(".die[aria-label='die 5']")).to_have_count(1)
    expect(page.locator(".dice-text")).to_contain_text("5 + 6")


def test_dice_lie_still_where_motion_is_unwelcome(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    player.page.evaluate("""() => { window.rolled = 0; new MutationObserver(() => {
        window.rolled += document.querySelectorAll('.rolling, .later').length;
    }).observe(document.body, {subtree: true, childList: true, attributes: true}); }""")
    attack(player)
    player.page.wait_for_selector(".dice-tray .die")
    assert player.page.evaluate("rolled") == 0
    expect(player.page.locator(".die.rolling")).to_have_count(0)
