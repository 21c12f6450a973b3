"""The hand and the eye: what is dragged lands under the pointer, and the map lies where the player put it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser import DESK, PHONE, TABLET, Player, Server
from tests.web.conftest import Seat
from tests.web.situations import moving
from tests.web.test_table import at

PLACE = """() => { const [world, map] = ['.world', '.map'].map(s => document.querySelector(s));
  const lies = world.getBoundingClientRect(), window = map.getBoundingClientRect();
  return [lies.width / world.offsetWidth, lies.left - window.left, lies.top - window.top]
    .map(n => Math.round(n * 1000) / 1000); }"""
SIDES = """() => ['.world', '.map'].map(s => document.querySelector(s).getBoundingClientRect())
  .map(r => [r.left, r.top, r.right, r.bottom].map(Math.round))"""


def place(player: Player) -> Any:
    """Where the map lies: its scale and its corner."""
    player.rest()
    return player.page.evaluate(PLACE)


def drag(player: Player, start: str, to: str, *, shift: bool = False, wait: bool = False) -> None:
    mouse, (x, y), there = player.page.mouse, player.point(start), player.point(to)
    if shift:
        player.page.keyboard.down("Shift")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 12, y)
    if wait:
        player.shaded()
        there = player.point(to)
    mouse.move(*there, steps=5)
    expect(player.page.locator(".ghost svg")).to_be_visible()
    box = player.page.locator(".ghost").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert middle == pytest.approx(there, abs=2), "the ghost is not under the pointer"
    mouse.up()
    if shift:
        player.page.keyboard.up("Shift")


@pytest.mark.parametrize("zooms", [-2, 0, 2])
def test_a_counter_lands_under_the_pointer(server: Server, seat: Seat, zooms: int) -> None:
    player = at(server, seat, moving())
    for _ in range(abs(zooms)):
        player.page.keyboard.press("+" if zooms > 0 else "-")
    player.show("4407")
    before = place(player)
    drag(player, "4507", "4307", wait=True)
    player.page.wait_for_selector("[data-stack='4307'] [data-unit='de-1-1-pz']")
    assert place(player) == before
    expect(player.page.locator(".ghost")).to_be_hidden()


def test_a_quick_hand_need_not_wait_for_the_reach(server: Server, seat: Seat) -> None:
    """The counter is let go before the server has said how far it can go."""
    player = at(server, seat, moving())
    drag(player, "4507", "4307")
    player.page.wait_for_selector("[data-stack='4307'] [data-unit='de-1-1-pz']")


def test_with_shift_the_whole_stack_is_dragged(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    drag(player, "4408", "4308", shift=True)
    player.page.wait_for_function("() => document.querySelectorAll(\"[data-stack='4308'] [data-unit]\").length === 2")


def test_what_is_dropped_out_of_reach_stays_and_says_why(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    drag(player, "4507", "4108")
    expect(player.page.locator(".toast.refused").last).to_contain_text("enemy units")
    expect(player.page.locator("[data-stack='4507'] [data-unit='de-1-1-pz']")).to_have_count(1)
    drag(player, "4507", "4507")
    expect(player.page.locator("[data-stack='4507'] [data-unit='de-1-1-pz']")).to_have_count(1)


def test_picking_moves_no_map(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    for key in ("+", "+", "+"):
        player.page.keyboard.press(key)
    player.show("4407")
    before = place(player)
    player.pick("de-1-1-pz")
    assert player.shaded() > 50
    assert place(player) == before
    expect(player.page.locator(".edge:visible"), "reach beyond the window").not_to_have_count(0)


def test_choices_outside_the_window_are_announced(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    for _ in range(5):
        player.page.keyboard.press("+")
    player.show("4809")
    edges = player.page.locator(".edge:visible")
    expect(edges.first).to_contain_text("to the west")
    before = place(player)
    assert place(player) == before, "it only says so"
    edges.first.click()
    expect(player.page.locator(".edge-west")).to_be_hidden()
    assert place(player) != before


@pytest.mark.parametrize("key", ["-", "0", "+"])
def test_the_map_never_leaves_the_window(server: Server, seat: Seat, key: str) -> None:
    player = at(server, seat, moving())
    for _ in range(3):
        player.page.keyboard.press(key)
    box = player.page.locator(".map").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for dx, dy in ((900, 700), (-900, -700)):
        for _ in range(4):
            player.page.mouse.move(x - dx / 4, y - dy / 4)
            player.page.mouse.down()
            player.page.mouse.move(x + dx / 4, y + dy / 4, steps=2)
            player.page.mouse.up()
        player.rest()
        map_, window = player.page.evaluate(SIDES)
        for low, high in ((0, 2), (1, 3)):
            if map_[high] - map_[low] >= window[high] - window[low]:
                assert map_[low] <= window[low] + 1
                assert map_[high] >= window[high] - 1
            else:
                assert map_[low] - window[low] == pytest.approx(window[high] - map_[high], abs=2)


def test_the_whole_map_fills_a_window_that_has_grown(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.page.set_viewport_size({"width": 900, "height": 500})
    player.page.keyboard.press("0")
    small, _, _ = place(player)
    player.page.set_viewport_size(DESK)
    player.page.wait_for_function("was => (PLACE)()[0] > was * 1.2".replace("PLACE", PLACE), arg=small)
    map_, window = player.page.evaluate(SIDES)
    assert map_[2] - map_[0] == window[2] - window[0] or map_[3] - map_[1] == window[3] - window[1]


def test_a_map_that_the_browser_has_scrolled_is_clicked_where_it_is_seen(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    for _ in range(2):
        player.page.keyboard.press("+")
    player.show("4407")
    player.hover("4207")
    _, left, _ = place(player)
    player.page.evaluate("document.querySelector('.map').scrollBy(150, 0)")
    player.page.wait_for_function("was => (PLACE)()[1] < was - 100".replace("PLACE", PLACE), arg=left)
    player.hover("4308")
    expect(player.page.locator(".loupe-head")).to_contain_text("4308")


DRAWING = ("Layout", "PaintArtifactCompositor::Update", "Canvas2DResourceProvider::ProduceCanvasResource")
"""What costs Chromium more than a frame has on a great map: to lay it out, to sort it into layers, to copy a canvas."""


def test_a_dragged_map_is_shifted_and_not_drawn_anew(server: Server, seat: Seat, tmp_path: Path) -> None:
    player = seat(real_map=True)
    made = server.match(situation=moving())
    player.sit(made["id"], made["token"])
    player.page.wait_for_selector(".picture canvas:not([hidden])")
    player.page.keyboard.press("+")
    player.show("4308")
    x, y = player.point("4105")
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(x + 10, y)
    before, browser = place(player), player.page.context.browser
    player.page.wait_for_timeout(300)
    assert browser
    browser.start_tracing(page=player.page, path=tmp_path / "trace", categories=["blink", "cc", "devtools.timeline"])
    for i in range(1, 60):
        player.page.mouse.move(x + 10 - 2 * i, y - i)
    browser.stop_tracing()
    player.page.mouse.up()
    scale, left, top = before
    assert place(player) == pytest.approx([scale, left - 118, top - 59], abs=2)
    events = json.loads((tmp_path / "trace").read_text(encoding="utf-8"))["traceEvents"]
    done = Counter(event["name"] for event in events if event["ph"] == "X")
    frames = done["ProxyMain::BeginMainFrame"]
    assert frames > 20
    drawn = {name: done[name] for name in DRAWING}
    assert max(drawn.values()) <= frames // 10, drawn


KEPT = """() => {
  const { place } = JSON.parse(localStorage.getItem('meuse.matches'))[0], map = document.querySelector('.map');
  const [scale, left] = (PLACE)();
  const middle = (map.clientWidth / 2 - left) / scale + window.sheetOfTests.viewbox[0];
  return place && Math.abs(place.x - middle) < 1 && Math.abs(place.scale - scale) < 0.01;
}""".replace("PLACE", PLACE)
"""Where the map lies now is remembered."""


def test_the_map_lies_where_it_was_after_a_reload(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.page.keyboard.press("+")
    player.show("4308")
    before = place(player)
    player.page.wait_for_function(KEPT)
    player.page.reload()
    player.ready()
    assert place(player) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("window", [DESK, TABLET, PHONE])
@pytest.mark.parametrize("game", ["sedan", "ghost-division", "mansteins-war"])
def test_the_first_view_can_be_read(server: Server, seat: Seat, game: str, window: dict[str, int]) -> None:
    seats = {"sedan": ("german", "french"), "ghost-division": ("german",), "mansteins-war": ("german", "allied")}
    made = server.post("/matches", {"game": game, "seats": {side: {"kind": "here"} for side in seats[game]}})
    player = seat(viewport=window)
    player.page.goto(f"{server.address}/#/match/{made['id']}/{made['token']}")
    player.page.wait_for_selector(".prompt .what")
    if player.page.locator(".layer-counters .counter").count():
        sizes = player.page.eval_on_selector_all(
            ".layer-counters .stack > g > .counter",
            "all => all.map(c => c.getBoundingClientRect().width)")
        assert max(sizes) >= 43, sizes[:5]


def test_the_map_does_not_move_as_the_prompt_changes(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    top = "() => document.querySelector('.map').getBoundingClientRect().top"
    before = player.page.evaluate(top)
    player.pick("de-i-1-1-pz")
    player.shaded()
    assert player.page.evaluate(top) == before
    player.page.get_by_text("Whole stack (2)").click()
    player.expect("I/1 1 Pz, II/1 1 Pz")
    assert player.page.evaluate(top) == before


def test_a_stray_click_begins_nothing(server: Server, seat: Seat) -> None:
    """Empty ground, woods, towns, rivers, enemies, and where a road could be blocked."""
    player = at(server, seat, moving())
    table = player.page.locator(".table")
    before = table.get_attribute("data-state")
    for hex in ("4408", "4507"):
        expect(player.page.locator(f"[data-stack='{hex}'] .lit").first).to_be_visible()
    for hex in ("4308", "4207", "4108", "4406", "4306", "4409", "4310", "4508"):
        player.click(hex)
        player.page.keyboard.press("Escape")
    player.rest()
    assert table.get_attribute("data-state") == before


def test_a_stack_at_the_rim_spreads_within_the_window(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.show("4408")
    room = player.page.locator(".map").bounding_box()
    assert room
    x, y = room["x"] + 130, room["y"] + room["height"] - 120
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(x, y - 60)
    player.page.mouse.move(x, y + room["y"] + 45 - player.point("4408")[1] - 60)
    player.page.mouse.up()
    assert player.point("4408")[1] < room["y"] + 130, "the stack lies at the upper rim now"
    player.hover("4408")
    fan = player.page.locator(".fan-card")
    fan.wait_for()
    box = fan.bounding_box()
    assert box
    assert box["y"] >= room["y"]


def test_rare_work_waits_for_its_button(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    table, lit = player.page.locator(".table"), player.page.locator(".layer-lit .lit-hex, .lit-side")
    before = table.get_attribute("data-state")
    expect(lit).to_have_count(0)
    for leave in ("Escape", "Cancel"):
        player.page.get_by_role("button", name="Works").click()
        player.expect("block the road")
        expect(lit).not_to_have_count(0)
        if leave == "Escape":
            player.page.keyboard.press(leave)
        else:
            player.page.get_by_role("button", name=leave).click()
        expect(lit).to_have_count(0)
    player.rest()
    assert table.get_attribute("data-state") == before
    player.page.get_by_role("button", name="Works").click()
    player.click("4507")
    player.page.wait_for_function("before => document.querySelector('.table').dataset.state !== before", arg=before)
