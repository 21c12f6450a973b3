"""How the table looks and sounds: letters, shading, sound."""

from __future__ import annotations

import re
import urllib.request
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

import meuse
from tests.web.browser import DESK, PHONE, TABLET, UPRIGHT, Player, Server
from tests.web.conftest import Seat
from tests.web.situations import moving
from tests.web.wire import Wire

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts += e.value;
}).observe({ type: "layout-shift", buffered: true });
"""


LOADED = """families => {
  const found = new Set([...document.fonts].filter(f => f.status === 'loaded').map(f => f.family.replaceAll('"', '')));
  return JSON.stringify([...found].sort()) === JSON.stringify(families);
}"""


def test_the_fonts_come_from_here_are_kept_and_shift_nothing(seat: Seat, server: Server) -> None:
    player = seat()
    asked: list[str] = []
    player.page.on("request", lambda r: asked.append(r.url))
    player.page.add_init_script(SHIFTS)
    player.page.goto(server.address)
    player.page.wait_for_selector(".new-match")
    player.page.wait_for_function(LOADED, arg=["Alegreya", "Archivo Narrow", "Cabin"])
    assert player.page.evaluate("window.shifts") < 0.05
    assert all(url.startswith((server.address, "data:", "blob:")) for url in asked)
    font = next(url for url in asked if url.endswith(".woff2"))
    with urllib.request.urlopen(font) as answer:
        assert answer.headers["Cache-Control"] == "max-age=31536000, public, immutable"
    with urllib.request.urlopen(f"{server.address}/common/fonts.css") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"


def test_the_first_page_names_every_module_that_the_lobby_and_the_table_load(seat: Seat, server: Server) -> None:
    """Otherwise a far browser would find them one after another, four journeys deep."""
    with urllib.request.urlopen(server.address) as answer:
        named = re.findall(r'modulepreload" href="([^"]+)"', answer.read().decode())
    with urllib.request.urlopen(urllib.request.Request(server.address, method="HEAD")) as answer:
        assert answer.status == 200, "whoever only asks whether the server is there is told so"
    player = seat()
    player.page.goto(server.address)
    player.page.get_by_role("heading", name="Meuse").first.wait_for()
    loaded = player.page.evaluate("() => performance.getEntriesByType('resource').map((r) => new URL(r.name).pathname)")
    assert {path[1:] for path in loaded if path.endswith(".js")} == set(named)


def test_counters_lie_there_before_the_map_is_drawn(seat: Seat, server: Server) -> None:
    """Its lines have come, and wait for a table that is held up."""
    player = seat(real_map=True)
    player.page.add_init_script("""window.drawn = [];
        const { decode } = Image.prototype;
        Image.prototype.decode = function () {
            window.drawn.push(document.querySelectorAll(".layer-counters .stack").length > 0);
            return decode.call(this);
        };""")
    wire = Wire(player)
    wire.holds = True
    made = server.match()
    with player.page.expect_response("**/map.svg") as lines:
        player.page.goto(f"{server.address}/#/match/{made['id']}/{made['token']}")
    lines.value.finished()
    player.page.evaluate("() => new Promise((settle) => setTimeout(settle, 500))")
    assert player.page.evaluate("() => window.drawn") == []
    wire.goes_on()
    player.page.wait_for_selector(".picture canvas")
    assert player.page.evaluate("() => window.drawn") == [True]


def test_the_tint_of_a_reach_leaves_the_ground_readable() -> None:
    css = (Path(meuse.__file__).parent / "web" / "table" / "layers.css").read_text(encoding="utf-8")
    covers = [int(alpha, 16) / 255 for alpha in re.findall(r"shade-\d \{\s*fill: #[0-9a-f]{6}([0-9a-f]{2});", css)]
    assert len(covers) == 5
    assert max(covers) < 0.35


AS_MANY_DOTS = """() => {
  const sharp = document.querySelector('.picture .sharp');
  return sharp && Math.abs(sharp.width - sharp.getBoundingClientRect().width) < 2;
}"""
"""As the screen has, once the map has been zoomed as far as it goes."""


def test_the_map_is_sharp_at_full_zoom(seat: Seat, server: Server) -> None:
    player = seat(real_map=True)
    made = server.match()
    player.sit(made["id"], made["token"])
    player.page.wait_for_selector(".picture canvas")
    player.page.mouse.move(600, 500)
    for _ in range(12):
        player.page.mouse.wheel(0, -300)
    player.page.wait_for_function(AS_MANY_DOTS)
    for _ in range(12):
        player.page.mouse.wheel(0, 300)
    player.page.locator(".picture .sharp").wait_for(state="detached")


@pytest.mark.parametrize("view", [DESK, TABLET, UPRIGHT, PHONE])
def test_lobby_and_table_fit_the_window(seat: Seat, server: Server, view: dict[str, int]) -> None:
    player = seat(viewport=view)
    player.page.goto(server.address)
    player.page.wait_for_selector(".new-match")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= view["width"]
    made = server.match(situation=moving())
    player.sit(made["id"], made["token"])
    assert player.page.evaluate("document.documentElement.scrollWidth") <= view["width"]
    map_box, top = player.page.locator(".map").bounding_box(), player.page.locator(".top").bounding_box()
    assert map_box
    assert top
    assert map_box["width"] >= min(view["width"], 700), "the map is as wide as the window is narrow"
    assert top["height"] <= 100
    figures = player.page.locator(".prompt").evaluate("el => getComputedStyle(el).fontVariantNumeric")
    assert figures == "lining-nums"


def test_the_contents_of_the_rules_are_legible_on_a_phone(seat: Seat, server: Server) -> None:
    player = seat(viewport=PHONE)
    made = server.match(situation=moving())
    player.sit(made["id"], made["token"])
    player.page.locator("#tab-charts").click()
    player.page.get_by_role("button", name="All rules in our own words").click()
    expect(player.page.locator(".rule-contents button").nth(10)).to_be_attached()
    tops = player.page.locator(".rule-contents button").evaluate_all("all => all.map(b => b.offsetTop)")
    assert len(tops) > 10
    assert all(below - above >= 14 for above, below in pairwise(tops))


EARS = """
window.heard = [];
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.heard.push("a desk"); }
};
for (const node of [AudioBufferSourceNode, OscillatorNode]) {
  const start = node.prototype.start;
  node.prototype.start = function (...at) { window.heard.push(node.name); return start.apply(this, at); };
}
"""


def test_nothing_sounds_until_it_is_asked_for(seat: Seat, server: Server) -> None:
    player = seat()
    player.page.add_init_script(EARS)
    made = server.match(situation=moving())
    player.sit(made["id"], made["token"])
    go(player, "de-i-1-1-pz", "4308")
    assert player.page.evaluate("window.heard") == []
    player.page.locator("#tab-match").click()
    switch = player.page.locator(".sound-switch input")
    expect(switch).not_to_be_checked()
    switch.check()
    player.page.wait_for_function("() => window.heard.length >= 3")
    assert player.page.evaluate("window.heard") == ["a desk", "OscillatorNode", "OscillatorNode"]
    go(player, "de-ii-1-1-pz", "4308")
    player.page.wait_for_function("() => window.heard.includes('AudioBufferSourceNode')")
    player.page.reload()
    player.ready()
    player.page.locator("#tab-match").click()
    expect(player.page.locator(".sound-switch input"), "it is remembered").to_be_checked()
    assert player.page.evaluate("window.heard") == []


def go(player: Player, unit: str, hex: str) -> None:
    player.pick(unit)
    player.shaded()
    player.click(hex)
    player.page.wait_for_selector(f"[data-stack='{hex}'] [data-unit='{unit}']")
