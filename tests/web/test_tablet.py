"""A tablet, 1024 by 768, and a phone: fingers only."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import PHONE, TABLET, Player, Server
from tests.web.conftest import Seat
from tests.web.situations import moving

TOUCH = {"viewport": TABLET, "has_touch": True, "is_mobile": True}


def sit(server: Server, seat: Seat) -> Player:
    made = server.match(situation=moving())
    player = seat(**TOUCH)
    player.sit(made["id"], made["token"])
    return player


def test_everything_fits_and_is_large_enough(server: Server, seat: Seat) -> None:
    player = sit(server, seat)
    page = player.page
    assert page.evaluate("document.documentElement.scrollWidth") <= TABLET["width"]
    for selector in (".buttons button", ".tools button", ".tabs button", ".top button"):
        heights = page.eval_on_selector_all(selector, "all => all.map(b => b.getBoundingClientRect().height)")
        assert min(heights) >= 43, selector
    box = page.locator(".felt").bounding_box()
    assert box
    assert box["width"] > 600
    assert box["height"] > 550


def test_tap_a_stack_a_unit_and_a_hex(server: Server, seat: Seat) -> None:
    player = sit(server, seat)
    tap = player.page.touchscreen.tap
    player.show("4308")
    tap(*player.point("4408"))
    player.page.locator(".fan [data-unit='de-i-1-1-pz']").tap()
    player.shaded()
    tap(*player.point("4308"))
    player.page.wait_for_selector("[data-stack='4308'] [data-unit='de-i-1-1-pz']")


def test_what_a_finger_opens_stays_open(server: Server, seat: Seat) -> None:
    """It leaves the map when it is lifted, as a mouse does, but a spread stack or a card is there to be read."""
    player = sit(server, seat)
    player.show("4308")
    player.page.touchscreen.tap(*player.point("4408"))
    player.page.locator(".fan [data-unit='de-i-1-1-pz']").wait_for()
    player.page.wait_for_timeout(600)
    expect(player.page.locator(".fan [data-unit='de-i-1-1-pz']")).to_be_visible()
    card = player.page.locator(".loupe")
    expect(card, "nothing lies over it").to_be_hidden()
    x, y = player.point("4108")
    finger = player.page.context.new_cdp_session(player.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y, "id": 1}]})
    expect(card).to_contain_text("11 Cur")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.page.wait_for_timeout(600)
    expect(card).to_be_visible()
    player.page.touchscreen.tap(x, y)
    expect(card).to_be_hidden()


def test_two_fingers_zoom(server: Server, seat: Seat) -> None:
    player = sit(server, seat)
    page = player.page
    before = page.locator(".world").bounding_box()
    cdp = page.context.new_cdp_session(page)
    for kind, gap in (("touchStart", 40), ("touchMove", 70), ("touchMove", 120)):
        points = [{"x": 350 - gap, "y": 400, "id": 1}, {"x": 350 + gap, "y": 400, "id": 2}]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.rest()
    after = page.locator(".world").bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"] * 1.5


def test_a_phone_shows_all_of_it(server: Server, seat: Seat) -> None:
    made = server.match(situation=moving())
    player = seat(viewport=PHONE, has_touch=True, is_mobile=True)
    page = player.page
    for address in ("", f"#/match/{made['id']}/{made['token']}"):
        page.goto(f"{server.address}/{address}")
        page.wait_for_selector(".new-match, .layer-counters .counter")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    player.rest()
    sides = page.locator(".top button, .buttons button, .tabs button").evaluate_all(
        "all => all.map(b => b.getBoundingClientRect()).map(b => [b.left, b.right])")
    assert min(left for left, _ in sides) >= 0
    assert max(right for _, right in sides) <= PHONE["width"] + 1
    page.touchscreen.tap(*player.point("4507"))
    player.shaded()
