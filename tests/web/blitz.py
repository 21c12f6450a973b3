"""Blitzkrieg in the West at the table: a player's hands on its great map."""

from __future__ import annotations

from typing import Any

from tests.web.browser import Patient, Player, Server

GAME = "blitzkrieg"
HERE = {"axis": {"kind": "here"}, "allied": {"kind": "here"}}
AT_ONCE = "localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'off'}))"


class General(Patient):
    """Sees the whole map at once, so that a click goes where the hex is."""

    def __init__(self, player: Player, scenario: str = "campaign") -> None:
        super().__init__(player.page, player.address)
        self.sheet = f"/api/games/{GAME}/sheet?scenario={scenario}"

    def come(self, id: str, token: str) -> None:
        self.page.goto(f"{self.address}/#/match/{id}/{token}")
        self.page.wait_for_selector(".prompt .what")
        self.page.evaluate(AT_ONCE)
        self.uncover()
        if self.page.get_by_label("The whole map").is_visible():
            self.page.get_by_label("The whole map").click()

    def offers(self, action: str) -> bool:
        return self.page.locator(f'[data-action="{action}"]').count() > 0

    def take(self, unit: str) -> None:
        """A piece out of the hand beside the map."""
        before = self.moment
        self.page.locator(f".bk-hand button[data-unit='{unit}']").click()
        self.settled(before)

    def march(self, unit: str, hex: str) -> None:
        """A counter, out of its stack once that has spread, and the shaded hex that it goes to."""
        self.pick(unit)
        self.shaded()
        self.go(hex)

    def begin(self, action: str) -> None:
        """Something rarer than a march with a counter: pick it, and press the button for it."""
        self.pick(action.split()[1])
        self.act(action)

    def drag(self, airstrike: str, box: str) -> None:
        """An airstrike into a box of the air display."""
        before = self.moment
        self.page.locator(f".airstrike[data-unit='{airstrike}']").drag_to(self.page.locator(f"[data-box='{box}']"))
        self.settled(before)

    def stands(self, unit: str) -> str:
        """The hex of a counter, as drawn."""
        stack = self.page.locator("[data-stack]", has=self.page.locator(f"[data-unit='{unit}']"))
        return stack.get_attribute("data-stack") or ""


def sit(server: Server, player: Player, scenario: str = "campaign", **more: Any) -> General:
    made = server.post("/matches", {"game": GAME, "scenario": scenario, "options": {}, "seed": 1940, "seats": HERE,
                                    **more})
    general = General(player, scenario)
    general.come(made["id"], made["token"])
    return general


BATTLE = """
game = "blitzkrieg"
turn = 2
side = "axis"
phase = "first combat"
cards = { G01 = 1, G02 = 1 }
dice = [6]
units = { de-kleist = "2729", de-1-pz = "2728", de-2-pz = "2728", fr-i = "2727", fr-6-army = "2724", fr-ii = "2925" }
"""
"""Two armoured divisions beside a French corps."""
