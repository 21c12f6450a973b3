"""A whole game turn of Sedan against the computer: by mouse, and by keyboard alone."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.hands import Hand, Keys, Mouse
from tests.web.situations import whole_turn

AGAINST_COMPUTER = {"german": {"kind": "here"}, "french": {"kind": "computer", "player": "staff"}}


def wait_for_choice(player: Player, until: str = "Turn 2") -> bool:
    """Until this player must decide; False once that turn has come."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if until in player.page.locator(".status").inner_text():
            return False
        ready = player.page.locator(".table.my-turn:not(.busy)").count()
        if ready and (player.buttons or player.page.locator(".layer-counters .lit").count()):
            return True
        player.page.wait_for_timeout(50)
    raise AssertionError(f"nothing to decide: {player.prompt}")


def settled(player: Player, before: str) -> None:
    player.page.wait_for_function(
        "b => document.querySelector('.table:not(.busy)') && document.querySelector('.table').textContent !== b",
        arg=before,
    )


class Done(Counter[str]):
    """What has been done by hand."""


def decide(player: Player, hand: Hand, done: Done) -> None:
    """One decision of the German player: units go for the enemy, and attack where they can."""
    prompt, buttons = player.prompt, player.buttons
    fresh = [u for u in hand.lit_units() if not done[u] and not hand.sheet["counters"][u]["hq"]]
    if "move units" in prompt and fresh:
        unit = fresh[0]
        done[unit] += 1
        hand.unit(unit)
        player.shaded()
        target = hand.nearest("french")
        hand.hex(target)
        player.page.wait_for_selector(f"[data-stack='{target}'] [data-unit='{unit}']")
        done["moves"] += 1
    elif "Choose a hex to attack" in prompt and hand.lit_hexes():
        hand.hex(hand.lit_hexes()[0])
        done["attacks"] += 1
    elif "Choose the units" in prompt and hand.lit_units():
        hand.unit(hand.lit_units()[0])
        done["added"] += 1
    elif "dvance" in prompt and hand.lit_units():
        hand.unit(hand.lit_units()[0])
        done["advances"] += 1
    elif "move-combat" in buttons:
        hand.button("move-combat")
    else:
        main = player.page.locator(".buttons button.main")
        hand.button((main.first.get_attribute("data-action") if main.count() else None) or buttons[0])


def play(player: Player, hand: Hand) -> Done:
    done = Done()
    while wait_for_choice(player, "Turn 3"):
        before = player.page.locator(".table").text_content() or ""
        decide(player, hand, done)
        settled(player, before)
    assert done["moves"] >= 3
    assert done["attacks"] >= 1
    assert done["added"] >= 2
    for words in ("Supply Phase", "Air Allotment Phase", "Chit drawn: XIX", "Attack on", "Dice ", "End of Turn"):
        expect(player.page.locator(".log"), words).to_contain_text(words)
    return done


@pytest.mark.parametrize("hand", [Mouse, Keys])
def test_a_whole_turn_against_the_computer(server: Server, seat: Seat, hand: type[Hand]) -> None:
    """From the Supply Phase to the end of the turn: units picked, moved and sent to attack, on the real map."""
    made = server.match(situation=whole_turn(), seats=AGAINST_COMPUTER)
    player = seat(real_map=True)
    player.sit(made["id"], made["token"])
    player.page.wait_for_selector(".picture canvas:not([hidden])")
    play(player, hand(player))


def test_the_opening_by_mouse(server: Server, seat: Seat) -> None:
    """The scenario's first turn: reinforcements are taken from the panel and driven on by clicks on the map."""
    made = server.match(seats=AGAINST_COMPUTER)
    player = seat()
    player.sit(made["id"], made["token"])
    entered = 0
    while wait_for_choice(player):
        buttons, before = player.buttons, player.page.locator(".table").text_content() or ""
        if any("one by one" in b for b in buttons) and entered < 3:
            player.page.locator("#tab-forces").click()
            player.page.locator(".panel-forces .rack .ready").first.click()
            player.shaded()
            target = Mouse(player).nearest("french")
            player.click(target)
            player.page.wait_for_selector(f"[data-stack='{target}']")
            entered += 1
        else:
            main = player.page.locator(".buttons button.main")
            (main if main.count() else player.page.locator(".buttons button")).first.click()
        settled(player, before)
    assert entered == 3
    """Perhaps in a section that has folded: the computer may be in turn 2 already."""
    expect(player.page.locator(".log")).to_contain_text("XIX")


def test_keys_are_listed(server: Server, seat: Seat) -> None:
    made = server.match()
    player = seat()
    player.sit(made["id"], made["token"])
    player.page.keyboard.press("?")
    for words in ("Undo", "Next lit choice"):
        expect(player.page.locator("dialog")).to_contain_text(words)
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("h")
    expect(player.page.locator(".layer-counters.ghosts")).to_have_count(1)


def test_reinforcements_come_on_by_keyboard(server: Server, seat: Seat) -> None:
    """The button's number takes the keys to the first reinforcement; picking it gives them back to the map."""
    made = server.match(seats=AGAINST_COMPUTER, seed=7)
    player = seat()
    player.sit(made["id"], made["token"])
    keys = player.page.keyboard
    while wait_for_choice(player) and not any("one by one" in b for b in player.buttons):
        before = player.page.locator(".table").text_content() or ""
        keys.press("e")
        settled(player, before)
    start = player.state()
    keys.press(str(1 + next(i for i, b in enumerate(player.buttons) if "one by one" in b)))
    unit = player.page.evaluate("document.activeElement.dataset.unit")
    assert unit
    keys.press("Enter")
    player.page.wait_for_selector(".reach-hex")
    keys.press("Tab")
    keys.press("Enter")
    player.page.wait_for_selector(f"[data-stack] [data-unit='{unit}']")
    player.moved(start)
