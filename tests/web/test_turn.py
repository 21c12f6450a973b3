"""A whole game turn of Sedan against the computer: by mouse, and by keyboard alone."""

from __future__ import annotations

import time

from tests.web.browser import Player, Server
from tests.web.conftest import Seat

AGAINST_COMPUTER = {"german": {"kind": "here"}, "french": {"kind": "computer", "player": "staff"}}


def turn(player: Player) -> str:
    return player.page.locator(".status").inner_text()


def wait_for_choice(player: Player) -> bool:
    """Until this player must decide; False once turn 2 has come."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if "Turn 2" in turn(player):
            return False
        if player.page.locator(".table.my-turn:not(.sending)").count() and player.buttons:
            return True
        player.page.wait_for_timeout(50)
    raise AssertionError(f"nothing to decide: {player.prompt}")


def settled(player: Player, before: str) -> None:
    player.page.wait_for_function(
        "b => document.querySelector('.table:not(.sending)') && document.querySelector('.table').textContent !== b",
        arg=before,
    )


def test_a_turn_by_mouse(server: Server, seat: Seat) -> None:
    made = server.match(seats=AGAINST_COMPUTER)
    player = seat()
    player.sit(made["id"], made["token"])
    entered = 0
    while wait_for_choice(player):
        buttons, before = player.buttons, player.page.locator(".table").text_content() or ""
        if any("bring on" in b for b in buttons) and entered < 3:
            player.page.locator("#tab-forces").click()
            player.page.locator(".panel-forces .rack .ready").first.click()
            player.page.wait_for_selector(".reach-hex")
            player.page.wait_for_timeout(100)
            hexes = player.page.eval_on_selector_all("[data-stack]", "all => all.map(s => s.dataset.stack)")
            near = ("5306", "5209", "5207", "5308", "5206")
            target = next(h for h in near if h not in hexes and reachable(player, h))
            player.click(target)
            player.page.wait_for_selector(f"[data-stack='{target}']")
            entered += 1
        else:
            main = player.page.locator(".buttons button.main")
            (main if main.count() else player.page.locator(".buttons button")).first.click()
        settled(player, before)
    assert entered == 3
    player.page.locator("#tab-log").click()
    assert "XIX" in player.page.locator(".log").inner_text()


def reachable(player: Player, hex: str) -> bool:
    """Is the hex shaded and in sight?"""
    x, y = player.point(hex)
    player.page.mouse.move(x, y)
    found: bool = player.page.evaluate("() => document.querySelector('.layer-path .way-end') !== null")
    return found


def test_a_turn_by_keyboard(server: Server, seat: Seat) -> None:
    """Tab goes through what is lit, Enter does it, e presses the main button; no mouse at all."""
    made = server.match(seats=AGAINST_COMPUTER, seed=7)
    player = seat()
    player.sit(made["id"], made["token"])
    keys = player.page.keyboard
    moved = False
    while wait_for_choice(player):
        before = player.page.locator(".table").text_content() or ""
        if "move units" in player.prompt and not moved:
            start = player.state()
            keys.press("Tab")
            keys.press("Enter")
            player.page.wait_for_selector(".reach-hex")
            keys.press("Tab")
            keys.press("Enter")
            player.page.wait_for_function("() => !document.querySelector('.reach-hex')")
            player.page.wait_for_function("() => document.querySelector('.prompt').textContent.includes('move units')")
            moved = True
            assert player.state() != start
        else:
            keys.press("e")
            settled(player, before)
    assert moved


def test_keys_are_listed(server: Server, seat: Seat) -> None:
    made = server.match()
    player = seat()
    player.sit(made["id"], made["token"])
    player.page.keyboard.press("?")
    text = player.page.locator("dialog").inner_text()
    assert "Undo" in text
    assert "Next lit choice" in text
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("h")
    assert player.page.locator(".layer-counters.ghosts").count() == 1


def test_reinforcements_come_on_by_keyboard(server: Server, seat: Seat) -> None:
    """The button's number takes the keys to the first reinforcement; picking it gives them back to the map."""
    made = server.match(seats=AGAINST_COMPUTER, seed=7)
    player = seat()
    player.sit(made["id"], made["token"])
    keys = player.page.keyboard
    while wait_for_choice(player) and not any("bring on" in b for b in player.buttons):
        before = player.page.locator(".table").text_content() or ""
        keys.press("e")
        settled(player, before)
    start = player.state()
    keys.press(str(1 + next(i for i, b in enumerate(player.buttons) if "bring on" in b)))
    unit = player.page.evaluate("document.activeElement.dataset.unit")
    assert unit
    keys.press("Enter")
    player.page.wait_for_selector(".reach-hex")
    keys.press("Tab")
    keys.press("Enter")
    player.page.wait_for_selector(f"[data-stack] [data-unit='{unit}']")
    assert player.state() != start
