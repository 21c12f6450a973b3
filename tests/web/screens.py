"""Take pictures of the table: `python -m tests.web.screens`, or some of them: `... reach attack`.

Those that the docs use go to docs/screens, the others to build/screens, to be looked at.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.web.browser import DESK, PHONE, TABLET, Player, Server, chromium
from tests.web.situations import fighting, moving, sedan

HOUSE = Path(__file__).parents[2]
USED = ("attack", "ghost-battle-volley")
"""In README.md and docs."""


def keep(player: Player, name: str) -> None:
    folder = HOUSE / ("docs" if name in USED else "build") / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    player.page.screenshot(path=folder / f"{name}.png")
    print(folder / f"{name}.png")


class Camera:
    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server

    def sit(self, situation: str | None = None, hex: str = "4308", zoom: int = 3, **more: Any) -> Player:
        player = self.player(**more)
        made = self.server.match(**({"situation": situation} if situation else {}))
        player.sit(made["id"], made["token"])
        player.show(hex)
        player.hover(hex)
        for _ in range(zoom):
            player.page.mouse.wheel(0, -100)
        player.page.wait_for_timeout(2500)
        return player

    def player(self, **more: Any) -> Player:
        return Player(self.browser.new_context(**{"viewport": DESK, **more}).new_page(), self.server.address)

    def take(self, player: Player, name: str) -> None:
        player.page.wait_for_timeout(700)
        keep(player, name)


def lobby(camera: Camera) -> None:
    player = camera.player()
    player.page.goto(camera.server.address)
    player.page.wait_for_selector(".new-match")
    player.page.wait_for_load_state("networkidle")
    player.page.wait_for_timeout(2500)
    camera.take(player, "lobby")
    player.page.locator(".options summary").click()
    player.page.locator(".options").scroll_into_view_if_needed()
    camera.take(player, "lobby-options")


def table(camera: Camera) -> None:
    player = camera.sit(hex="3815", zoom=2)
    player.page.mouse.move(500, 300)
    camera.take(player, "table")
    states = camera.sit(sedan(), "3413", 5)
    camera.take(states, "counters")
    states.page.locator("#tab-turn").click()
    states.page.keyboard.press("o")
    for i in (0, 1, 6):
        states.page.locator(".overlay-menu input").nth(i).check()
    camera.take(states, "overlays")


def reach(camera: Camera) -> None:
    player = camera.sit(moving())
    player.pick("de-i-1-1-pz")
    player.shaded()
    player.hover("4208")
    camera.take(player, "reach")
    player.click("4208")
    player.page.wait_for_selector("[data-stack='4208']")
    player.page.keyboard.press("l")
    camera.take(player, "look-back")
    player.page.keyboard.press("Escape")
    player.pick("de-1-1-pz")
    player.shaded()
    player.click("3611")
    player.page.wait_for_selector(".toast.refused")
    camera.take(player, "why-not")


def attack(camera: Camera, name: str = "attack", **more: Any) -> None:
    player = camera.sit(fighting(), **more)
    player.click("4108")
    player.expect("Choose the units")
    player.press("all")
    player.page.wait_for_selector(".attack .chance")
    player.press("attack")
    player.expect("air unit")
    player.press("bomber")
    player.page.wait_for_function("() => document.querySelector('.modifiers').textContent.includes('Bombers')")
    camera.take(player, name)
    if name != "attack":
        return
    dice = player.page.locator(".told .die, .dice-tray:not([hidden]) .die")
    while not dice.count():
        for action in player.buttons[-1:]:
            player.press(action)
        player.page.wait_for_timeout(300)
    camera.take(player, "dice")


def guide(camera: Camera) -> None:
    player = camera.player()
    player.page.goto(f"{camera.server.address}/#/learn")
    player.ready()
    player.page.wait_for_timeout(2500)
    player.press("activate")
    player.expect("Move first")
    player.press("move-combat")
    player.expect("move units")
    player.hover("4408")
    camera.take(player, "guided-first-game")


def staff(camera: Camera) -> None:
    player = camera.sit(moving())
    player.page.keyboard.press("a")
    player.page.wait_for_selector(".advice .main")
    camera.take(player, "advice")


def replay(camera: Camera) -> None:
    """A game between two computers, looked back at when it is over."""
    made = camera.server.match(seats={side: {"kind": "computer", "player": "staff"} for side in ("german", "french")})
    player = camera.player()
    player.sit(made["id"], made["spectate"])
    player.expect("victory", timeout=240)
    player.page.keyboard.press("l")
    player.page.wait_for_selector(".replay .turn")
    player.page.locator(".replay .turn").nth(2).click()
    player.page.locator(".replay select[aria-label='Whose eyes']").select_option("all")
    player.page.locator("#tab-turn").click()
    player.page.wait_for_timeout(2500)
    camera.take(player, "replay")


def panels(camera: Camera) -> None:
    player = camera.sit(hex="3815", zoom=2)
    for name in ("forces", "charts", "match"):
        player.page.locator(f"#tab-{name}").click()
        camera.take(player, f"panel-{name}")
    player.page.locator(".help").click()
    camera.take(player, "help")


def tablet(camera: Camera) -> None:
    touch = {"viewport": TABLET, "has_touch": True}
    player = camera.sit(sedan(), "3413", 4, **touch)
    camera.take(player, "tablet")
    attack(camera, "tablet-attack", **touch)


def phone(camera: Camera) -> None:
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    player = camera.player(**touch)
    player.page.goto(camera.server.address)
    player.page.wait_for_selector(".new-match")
    camera.take(player, "phone-lobby")
    player = camera.player(**touch)
    made = camera.server.match(situation=moving())
    player.sit(made["id"], made["token"])
    player.page.wait_for_timeout(2500)
    camera.take(player, "phone")


SCENES = (lobby, table, reach, attack, guide, staff, replay, panels, tablet, phone)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            camera = Camera(browser, server)
            wanted = sys.argv[1:] or [scene.__name__ for scene in SCENES]
            for scene in SCENES:
                if scene.__name__ in wanted:
                    scene(camera)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
