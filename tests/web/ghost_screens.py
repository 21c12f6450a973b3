"""Take pictures of Ghost Division as tests.web.screens does: `python -m tests.web.ghost_screens`, or `... battle`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.web.browser import DESK, TABLET, Server, chromium
from tests.web.ghost import FRONT, MEUSE, OPENING, RESULTS, Commander, eventful_turn
from tests.web.screens import keep


class Camera:
    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server

    def sit(self, pace: str = "off", view: dict[str, Any] | None = None, **match: Any) -> Commander:
        player = Commander(self.browser.new_context(viewport=view or DESK).new_page(), self.server.address)
        player.take(self.server, pace=pace, **match)
        player.page.wait_for_selector(".picture canvas", timeout=60000)
        player.page.wait_for_timeout(1500)
        return player

    def take(self, player: Commander, name: str) -> None:
        player.page.wait_for_timeout(900)
        keep(player, f"ghost-{name}")


def shop(camera: Camera) -> None:
    camera.take(camera.sit(), "set-up")
    camera.take(camera.sit(view=TABLET), "tablet-set-up")


def front(camera: Camera) -> None:
    player = camera.sit(situation=FRONT)
    player.page.locator("#tab-turn").click()
    camera.take(player, "displays")
    player.page.locator(".panel-turn").evaluate("panel => { panel.scrollTop = 560; }")
    player.page.keyboard.press("o")
    for i in range(2):
        player.page.locator(".overlay-menu input").nth(i).check()
    camera.take(player, "overlays")


def strike(camera: Camera) -> None:
    player = camera.sit(situation=FRONT)
    for action in ("strike N12", "send stuka-1", "send bomber-1"):
        player.do(action)
    camera.take(player, "airfield")


def march(camera: Camera) -> None:
    seed, _, _ = eventful_turn()
    player = camera.sit(situation=MEUSE, seed=seed, pace="step")
    for action in OPENING[:11]:
        player.do(action, wait=False)
        for _ in player.hear():
            pass
    player.page.wait_for_selector(".reach-hex")
    player.hover("M14")
    camera.take(player, "reach")
    player.do("step N14")
    player.do("step M14", wait=False)
    player.page.locator(".next-event").click()
    camera.take(player, "encounter")


def battle(camera: Camera, name: str = "battle", view: dict[str, Any] | None = None) -> None:
    seed, actions, _ = eventful_turn()
    player = camera.sit(situation=MEUSE, seed=seed, view=view)
    rest = list(actions)
    while rest[0].split()[0] not in RESULTS:
        player.do(rest.pop(0))
    camera.take(player, name)
    player.page.evaluate("localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'step'}))")
    while not player.page.locator(".told .die").count():
        player.do(rest.pop(0), wait=False)
        player.page.wait_for_timeout(300)
        while player.page.locator(".playing").count() and not player.page.locator(".told .die").count():
            player.page.locator(".next-event").click()
            player.page.wait_for_timeout(300)
    camera.take(player, f"{name}-volley")


def tablet(camera: Camera) -> None:
    battle(camera, "tablet-battle", TABLET)


def allies(camera: Camera) -> None:
    seed, actions, _ = eventful_turn()
    player = camera.sit(situation=MEUSE, seed=seed)
    for action in actions[:-1]:
        player.do(action)
    player.page.evaluate("localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'step'}))")
    player.do(actions[-1], wait=False)
    for line in player.hear():
        player.page.wait_for_timeout(800)
        if "Allied Events Table" in line:
            camera.take(player, "allied-event")
        if "moves from" in line:
            camera.take(player, "allied-movement")


def seats(camera: Camera) -> None:
    here = {side: {"kind": "here"} for side in ("commander", "second", "third")}
    camera.take(camera.sit(options={"cooperative": "three"}, seats=here), "cooperative")


ALL = {f.__name__: f for f in (shop, front, strike, march, battle, tablet, allies, seats)}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            for name in sys.argv[1:] or ALL:
                ALL[name](Camera(browser, server))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
