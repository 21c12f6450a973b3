"""Games without a module of their own: squares instead of hexes, one side, no map at all, secrets."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat


def patrol(toys: Server, seat: Seat) -> Player:
    made = toys.post("/matches", {"game": "patrol", "scenario": "bridge", "seats": {"scouts": {"kind": "here"}}})
    player = seat()
    player.address, player.sheet = toys.address, "/api/games/patrol/sheet?scenario=bridge"
    player.sit(made["id"], made["token"])
    return player


def test_a_solitaire_game_on_squares(toys: Server, seat: Seat) -> None:
    player = patrol(toys, seat)
    page = player.page
    player.click("b1")
    assert player.shaded() == 3
    shape = page.locator(".reach-hex").first.get_attribute("d") or ""
    assert shape.count("L") == 3, "four corners"
    player.hover("b2")
    expect(page.locator(".way-cost")).to_have_text("1")
    player.click("b2")
    page.wait_for_selector("[data-stack='b2'] [data-unit='car']")
    player.click("c5")
    slip = page.locator(".toast.refused")
    slip.wait_for()
    expect(slip).to_contain_text("c5 is not beside b2", use_inner_text=True)
    player.hover("b3")
    expect(page.locator(".loupe")).to_contain_text("Face-down marker", use_inner_text=True)
    player.click("b3")
    expect(page.locator(".dice-tray .die")).to_have_count(1)
    player.hover("b3")
    expect(page.locator(".loupe")).to_contain_text("Armoured car")
    expect(page.locator(".loupe"), "it has been turned up").not_to_contain_text("Face-down", use_inner_text=True)
    for _ in range(3):
        before = page.locator(".log .entry").count()
        player.press("end")
        page.wait_for_function(
            "n => document.querySelectorAll('.log .entry').length > n || document.querySelector('.prompt').textContent"
            ".includes('Scouts won')", arg=before)
    player.expect("Scouts won. Scouts ")
    expect(page.locator(".overlay-box")).not_to_contain_text("Face-down", use_inner_text=True)


def test_arrow_keys_go_from_square_to_square(toys: Server, seat: Seat) -> None:
    player = patrol(toys, seat)
    keys = player.page.keyboard
    keys.press("Tab")
    keys.press("Enter")
    player.shaded()
    for key in ("ArrowUp", "ArrowRight", "ArrowDown"):
        keys.press(key)
    expect(player.page.locator(".map")).to_have_attribute("aria-label", re.compile("^b2"))
    keys.press("Enter")
    player.page.wait_for_selector("[data-stack='b2'] [data-unit='car']")


def test_every_panel_opens_without_a_module(toys: Server, seat: Seat) -> None:
    player = patrol(toys, seat)
    for tab in ("turn", "forces", "charts", "talk", "match", "log"):
        player.page.locator(f"#tab-{tab}").click()
    expect(player.page.locator(".log .level-1")).to_contain_text("turn", use_inner_text=True)
    for key in ("Escape", "Tab", "i"):
        player.page.keyboard.press(key)
    expect(player.page.locator("dialog")).to_contain_text("Armoured car", use_inner_text=True)


def test_the_lobby_lists_what_is_registered(toys: Server, seat: Seat) -> None:
    player = seat()
    player.page.goto(f"{toys.address}/")
    card = player.page.locator("[data-game=patrol]")
    card.click()
    expect(player.page.locator("[data-preset]"), "one seat needs no choice of tables").to_have_count(0)
    player.page.locator("[type=submit]").click()
    player.page.wait_for_selector("[data-unit='car']")


def test_an_option_changes_the_seats(toys: Server, seat: Seat) -> None:
    player = seat()
    page = player.page
    page.goto(f"{toys.address}/")
    page.locator("[data-game=column]").click()
    expect(page.locator(".seat-row .flag")).to_have_count(1)
    page.locator(".options summary").click()
    page.locator("[name=option-together]").select_option("on")
    expect(page.locator(".seat-row .flag")).to_have_count(2)
    page.locator("[data-preset=screen]").click()
    page.locator("[type=submit]").click()
    page.wait_for_selector(".buttons button[data-action=plod]")
    sides = set()
    for _ in range(2):
        sides.add(page.locator(".who").inner_text())
        before = page.locator(".prompt").text_content()
        player.press("plod")
        page.wait_for_function("b => document.querySelector('.prompt').textContent !== b", arg=before)
        player.rest()
    assert len(sides) == 2


def test_the_screen_is_handed_over_where_sides_have_secrets(toys: Server, seat: Seat) -> None:
    """Haggle has no map: it is played by its buttons, and each side's card stays covered from the other."""
    seats = {side: {"kind": "here"} for side in ("red", "blue")}
    made = toys.post("/matches", {"game": "haggle", "scenario": "short", "seats": seats})
    player = seat()
    page = player.page
    page.goto(f"{toys.address}/#/match/{made['id']}/{made['token']}")
    cover = page.locator(".hand-over")
    cover.wait_for()
    first = cover.locator("h2").inner_text()
    cover.get_by_role("button").click()
    player.press("play 3")
    cover.wait_for()
    expect(cover.locator("h2")).not_to_have_text(first, use_inner_text=True)
    assert "'card': 3" not in page.locator(".log").inner_html(), "what the other side chose is not on the page"
    cover.get_by_role("button").click()
    player.press("play 1")
    expect(page.locator(".log")).to_contain_text("turned")


def test_going_back_past_a_reveal_is_asked_twice_and_marked(toys: Server, seat: Seat) -> None:
    """The asker is warned in a dialog, the other side reads of it in the offer, and both see the mark afterwards."""
    seats = {"red": {"kind": "here"}, "blue": {"kind": "invite"}}
    made = toys.post("/matches", {"game": "haggle", "scenario": "short", "seats": seats})
    red, blue = seat(), seat()
    for player, token in ((red, made["token"]), (blue, made["invites"]["blue"])):
        player.page.goto(f"{toys.address}/#/match/{made['id']}/{token}")
        player.page.locator("#tab-match").click()
    red.press("play 4")
    blue.press("play 1")
    red.press("peek")
    ask, dialog = red.page.get_by_text("Ask to go back (Red)"), red.page.locator("dialog[open]")
    marks = [player.page.locator(".match-panel .hindsight") for player in (red, blue)]
    expect(red.page.locator(".log")).to_contain_text("peek")
    ask.click()
    expect(dialog).to_contain_text("with hindsight")
    dialog.locator("[value=no]").click()
    expect(dialog).to_have_count(0)
    expect(blue.page.locator(".offer"), "whoever says no has asked for nothing").to_have_count(0)
    ask.click()
    dialog.locator("[value=yes]").click()
    offer = blue.page.locator(".offer")
    expect(offer).to_contain_text("with hindsight")
    assert not any(mark.count() for mark in marks)
    offer.get_by_text("Accept").click()
    for mark in marks:
        expect(mark).to_contain_text("Played with hindsight")


def test_a_finished_match_is_seen_with_every_pair_of_eyes(toys: Server, seat: Seat) -> None:
    made = toys.post("/matches", {"game": "haggle", "scenario": "short", "seats": {
        side: {"kind": "computer", "player": "random"} for side in ("red", "blue")}})
    player = seat()
    page = player.page
    page.goto(f"{toys.address}/#/match/{made['id']}/{made['spectate']}")
    page.wait_for_function(
        "() => /^(Red win|Blue win|A draw)\\. Red/.test(document.querySelector('.prompt')?.textContent ?? '')")
    player.leave_the_end_page()
    page.keyboard.press("l")
    eyes, where = page.locator("[aria-label='Whose eyes']"), page.locator(".replay .where")
    expect(eyes).to_be_visible()
    expect(eyes.locator("option")).to_have_text(["As a spectator", "As Red saw it", "As Blue saw it", "All eyes"])
    seen = {}
    page.locator(".replay input").evaluate("el => { el.value = 1; el.dispatchEvent(new Event('input')); }")
    expect(where).to_contain_text("1 of")
    for whose in ("red", "blue", "all"):
        eyes.select_option(whose)
        player.rest()
        seen[whose] = where.inner_text()
    chosen = [whose for whose, text in seen.items() if "chosen" in text]
    assert chosen in (["red", "all"], ["blue", "all"]), "one side alone saw its own card"


def test_an_address_for_mail_is_left_and_seen_by_nobody_else(toys: Server, seat: Seat) -> None:
    made = toys.post("/matches", {"game": "haggle", "scenario": "short",
                                  "seats": {"red": {"kind": "here"}, "blue": {"kind": "invite"}}})
    red, blue = seat(), seat()
    for player, token in ((red, made["token"]), (blue, made["invites"]["blue"])):
        player.page.goto(f"{toys.address}/#/match/{made['id']}/{token}")
        player.page.locator("#tab-match").click()
        expect(player.page.locator("[name=mail]")).to_be_visible()
    blue.page.locator("[name=mail]").fill("blue@example.org")
    blue.page.locator(".notices form button").click()
    expect(blue.page.locator(".toast")).to_contain_text("further mail will go there")
    for player in (red, blue):
        player.page.reload()
        player.page.wait_for_selector(".prompt .what")
    expect(blue.page.locator("[name=mail]")).to_have_value("blue@example.org")
    expect(red.page.locator("[name=mail]")).to_have_value("")
