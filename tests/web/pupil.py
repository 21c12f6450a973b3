"""Who follows a guide's cards by mouse: what may be done he reads as the table does, and does it where it is lit."""

from __future__ import annotations

import json
from collections.abc import Sequence

from playwright.sync_api import WebSocket

from tests.web.browser import Player
from tests.web.hands import REACH, Mouse
from tests.web.newcomer import number

READY = ".table.my-turn:not(.busy):not(.playing):not(.held)"
PRESSED = '.buttons [data-action="{0}"], .own-board [data-action="{0}"], .own-choice [data-action="{0}"]'
HELD = '.own-choice [data-unit="{0}"], .own-board .target.ready[data-target="{0}"], .own-board [data-unit="{0}"].ready'

FREE = """([x, y]) => {
  const map = document.querySelector('.map'), box = map.getBoundingClientRect();
  const top = (x, y) => document.elementFromPoint(x, y);
  const inner = x > box.left + 60 && x < box.right - 60 && y > box.top + 60 && y < box.bottom - 60;
  if (inner && map.contains(top(x, y))) return null;
  for (let a = 0.2; a < 0.9; a += 0.1) for (let b = 0.2; b < 0.9; b += 0.1) {
    const at = [box.left + a * box.width, box.top + b * box.height], el = top(...at);
    if (map.contains(el) && !el.closest('[data-unit], .lit-side')) return at;
  }
}"""
"""Null where a point can be clicked; else a place of the map to take hold of."""

SIDE_BY_SIDE = ("ghost-division", "mansteins-war")
"""Games whose counters lie beside each other in a hex: a stack does not spread at a click."""


class Careful(Mouse):
    """Moves the map only for what is out of sight, and takes hold of it where nothing lies."""

    def unit(self, id: str) -> None:
        self.bring(self.standing()[id])
        self.player.rest()
        box = self.page.locator(f".layer-counters [data-unit='{id}']").bounding_box()
        assert box
        if self.sheet["game"] in SIDE_BY_SIDE:
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            self.player.pick(id)

    def hex(self, name: str) -> None:
        self.bring(name)
        self.player.click(name)

    def bring(self, hex: str) -> None:
        x, y = self.player.point(hex)
        free = self.page.evaluate(FREE, [x, y])
        if free is None:
            return
        box = self.page.locator(".map").bounding_box()
        assert box
        self.page.mouse.move(*free)
        self.page.mouse.down()
        dx, dy = box["x"] + box["width"] / 2 - x, box["y"] + box["height"] / 2 - y
        self.page.mouse.move(free[0] + dx / 2, free[1] + dy / 2)
        self.page.mouse.move(free[0] + dx, free[1] + dy)
        self.page.mouse.up()


class Pupil:
    """Each wish waits until it can be done; until then he takes what goes on with the game."""

    def __init__(self, player: Player, side: str, path: Sequence[str], onward: Sequence[str]) -> None:
        self.player, self.page, self.side = player, player.page, side
        self.wishes, self.onward = list(path), onward
        self.legal: list[str] = []
        self.done: list[str] = []
        self.cards: list[str] = []
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "table":
            self.legal = message["legal"].get(self.side, [])

    def learns(self, most: int) -> None:
        """From card to card until the guide leads to the real game."""
        self.hand = Careful(self.player)
        guide = self.page.locator(".guide")
        for _ in range(most):
            self.page.wait_for_selector(f"{READY}, .table.held:not(.busy):not(.playing), .guide a.main")
            self.player.end_the_segment()
            self.cards.append(guide.inner_text())
            if "To the real game" in self.cards[-1]:
                return
            before = self.page.locator(".table").get_attribute("data-state")
            self.page.wait_for_selector(f"{READY}, .guide a.main")
            if not self.wishes or not self.carried_out(self.wishes[0]):
                self.do(next((a for a in self.onward if a in self.legal), self.legal[0]))
            self.page.wait_for_function("was => document.querySelector('.table').dataset.state !== was", arg=before)
            self.player.answered()
        raise AssertionError(f"not at the end: {self.done}")

    def carried_out(self, wish: str) -> bool:
        verb, _, rest = wish.partition(" ")
        if verb in ("go", "near") and rest:
            unit, hex = rest.split()
            return f"move {unit}" in self.legal and self.marched(wish, unit, hex, verb == "near")
        action = next((a for a in wish.split("|") if a in self.legal), None)
        if action is None:
            if self.forced(verb) and self.wishes[1] in self.legal:
                del self.wishes[0]
                return self.carried_out(self.wishes[0])
            return False
        del self.wishes[0]
        self.do(action)
        return True

    def forced(self, verb: str) -> bool:
        """Whether the table does such a thing by itself where nothing else can be done."""
        return any("forced" in v["roles"] for v in self.hand.sheet["verbs"][verb])

    def marched(self, wish: str, unit: str, hex: str, beside: bool) -> bool:
        """To a hex, or to the cheapest one beside it; where the unit is there already the next wish comes."""
        if beside and self.hand.away(self.hand.standing()[unit], hex) < 1.5:
            del self.wishes[0]
            return bool(self.wishes) and self.carried_out(self.wishes[0])
        self.hand.unit(unit)
        self.page.wait_for_selector(".reach-hex")
        costs = [number(text) for text in self.page.locator(".layer-reach .reach-cost").all_text_contents()]
        reach = dict(zip(self.hand.named(self.page.evaluate(REACH)), costs, strict=True))
        to = min(reach, key=lambda h: (self.hand.away(h, hex) > 1.1 if beside else h != hex, reach[h], h))
        if not beside and to != hex:
            self.page.keyboard.press("Escape")
            return False
        del self.wishes[0]
        self.done.append(wish)
        self.hand.hex(to)
        return True

    def do(self, action: str) -> None:
        """By its button, or by the counter, hex or side that it names."""
        self.done.append(action)
        verb, _, noun = action.partition(" ")
        kinds = {v["noun"]: v["says"] for v in self.hand.sheet["verbs"][verb]}
        if self._pressed(PRESSED.format(action)) or self._pressed(HELD.format(noun)):
            return
        if "unit" in kinds:
            self.hand.unit(noun)
        elif "side" in kinds:
            self.hand.bring(noun.split("-")[0])
            self.page.locator(f".lit-side[data-side='{noun}'] .side-hit").click(force=True)
        else:
            self.hand.hex(noun)
        self.player.rest()
        words = next(iter(kinds.values())).partition("%")[0].strip()
        menu = self.page.locator(".which:not([hidden]) button", has_text=words)
        if menu.count():
            menu.first.click()
        elif "unit" in kinds:
            self._pressed(PRESSED.format(action))

    def _pressed(self, selector: str) -> bool:
        found = self.page.locator(selector)
        if not found.count():
            return False
        found.first.click()
        return True
