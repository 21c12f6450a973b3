"""How the table looks and sounds: letters, shading, sound."""

from __future__ import annotations

import urllib.request

from tests.web.browser import Server
from tests.web.conftest import Seat

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts += e.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def test_the_fonts_come_from_here_are_kept_and_shift_nothing(seat: Seat, server: Server) -> None:
    player = seat()
    asked: list[str] = []
    player.page.on("request", lambda r: asked.append(r.url))
    player.page.add_init_script(SHIFTS)
    player.page.goto(server.address)
    player.page.wait_for_selector(".new-match")
    loaded = player.page.evaluate("() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert {name.strip('"') for name in loaded} == {"Alegreya", "Cabin", "Archivo Narrow"}
    assert player.page.evaluate("window.shifts") < 0.05
    assert all(url.startswith((server.address, "data:", "blob:")) for url in asked)
    font = next(url for url in asked if url.endswith(".woff2"))
    with urllib.request.urlopen(font) as answer:
        assert answer.headers["Cache-Control"] == "max-age=31536000, public, immutable"
    with urllib.request.urlopen(f"{server.address}/common/fonts.css") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
