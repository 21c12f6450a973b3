"""A player's hands at the table: the same choices made by mouse on the map, or by keyboard alone."""

from __future__ import annotations

import json
import math
import urllib.request
from typing import Any

from tests.web.browser import Player

REACH = """() => [...document.querySelectorAll('.layer-reach .reach-cost')]
  .map(t => [Number(t.getAttribute('x')), Number(t.getAttribute('y')) - 25])"""

LIT_HEXES = """() => [...document.querySelectorAll('.layer-lit .lit-hex:not(.aside)')].map(p => {
  const box = p.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; })"""

LIT_UNITS = """() => [...document.querySelectorAll('.layer-counters .lit')].map(c => c.dataset.unit)"""

STANDING = """() => Object.fromEntries([...document.querySelectorAll('[data-stack] [data-unit]')]
  .map(c => [c.dataset.unit, c.closest('[data-stack]').dataset.stack]))"""


class Hand:
    """What both hands see; how they act is for the subclasses."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        with urllib.request.urlopen(player.address + player.sheet) as answer:
            self.sheet: dict[str, Any] = json.load(answer)

    def named(self, places: list[list[float]]) -> list[str]:
        """The hexes at these points of the map."""
        hexes = self.sheet["hexes"].items()
        return [min(hexes, key=lambda h: math.dist(at, (h[1]["x"], h[1]["y"])))[0] for at in places]

    def standing(self) -> dict[str, str]:
        self.player.rest()
        found: dict[str, str] = self.page.evaluate(STANDING)
        return found

    def lit_units(self) -> list[str]:
        self.player.rest()
        found: list[str] = self.page.evaluate(LIT_UNITS)
        return found

    def lit_hexes(self) -> list[str]:
        self.player.rest()
        return self.named(self.page.evaluate(LIT_HEXES))

    def away(self, a: str, b: str) -> float:
        one, other = self.sheet["hexes"][a], self.sheet["hexes"][b]
        return math.dist((one["x"], one["y"]), (other["x"], other["y"])) / float(self.sheet["hex"])

    def nearest(self, side: str) -> str:
        """The empty shaded hex nearest to a unit of that side; where nobody of it is left, any."""
        self.page.wait_for_selector(".layer-reach .reach-cost")
        stands = self.standing()
        shaded = [h for h in self.named(self.page.evaluate(REACH)) if h not in stands.values()]
        enemies = [hex for unit, hex in stands.items() if self.sheet["counters"][unit]["side"] == side]
        return min(shaded, key=lambda h: (min((self.away(h, e) for e in enemies), default=0), h))

    def unit(self, id: str) -> None:
        raise NotImplementedError

    def hex(self, name: str) -> None:
        raise NotImplementedError

    def button(self, action: str) -> None:
        raise NotImplementedError


class Mouse(Hand):
    def unit(self, id: str) -> None:
        self.player.show(self.standing()[id])
        self.player.pick(id)

    def hex(self, name: str) -> None:
        self.player.show(name)
        self.player.click(name)

    def button(self, action: str) -> None:
        self.player.press(action)


class Keys(Hand):
    """Tab goes through what is lit, Enter does it, digits press the buttons."""

    def unit(self, id: str) -> None:
        self.tab_to(f"document.querySelector('.under-cursor')?.dataset.unit === {id!r}")

    def hex(self, name: str) -> None:
        self.tab_to(f"document.querySelector('.map').getAttribute('aria-label').startsWith({name!r})")

    def tab_to(self, there: str) -> None:
        for _ in range(400):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(there):
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"Tab does not come to {there}")

    def button(self, action: str) -> None:
        """A button that has just answered another question is deaf for a moment."""
        self.page.wait_for_selector(f'.buttons button[data-action="{action}"]:enabled')
        self.page.keyboard.press(str(1 + self.player.buttons.index(action)))
