"""Ghost Division at the table: a situation by the Meuse, and a player who does every action where it is lit."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from meuse.engine.match import Match
from meuse.games.ghost_division.game import GhostDivision
from tests.web.browser import Player, Server

MEUSE = """
game = "ghost-division"
turn = 2
phase = "D1"
op = 30
blown = ["N13-N14"]
[units]
rommel = "N15"
krad-7 = "N15"
pz38-1 = "N15"
pz38-2 = "N15"
pz4-1 = "N15"
i-6 = "N15"
i-78 = "N15"
pi-58 = "N14"
7-brigade = "N16"
ii-7 = { at = "N16", hits = 1 }
stuka-1 = "available"
fighter-1 = "available"
[formations]
4-dlc = "M14"
18-di = "N12"
5-dim = { at = "S12", shown = true }
dummy = "N10"
[fog]
M15 = "patrol"
M13 = "obstacle"
N12 = "installation"
"""
"""12 May: Rommel east of Dinant, whose bridge is down; French cavalry, face down, before Givet."""

FRONT = """
game = "ghost-division"
turn = 3
phase = "C2"
op = 22
force = "start"
bridges = ["M13-S13"]
bridgeheads = ["S12-S13"]
blown = ["N13-N14", "M13-M14"]
halted = true
[units]
rommel = "N13"
pz38-1 = { at = "N13", hits = 1, ace = true }
pz38-2 = "N13"
pz38-3 = "N13"
pz4-1 = "N13"
i-6 = { at = "N13", crossed = true }
ii-6 = "N13"
i-78 = "N13"
pi-58 = "M13"
i-7 = "M13"
kg-b = "M13"
stuka-1 = "available"
stuka-2 = "available"
fighter-1 = "available"
bomber-1 = "available"
air-recon-1 = "maintenance"
krad-7 = "scrap"
[formations]
18-di = { at = "N12", shown = true }
1-dlm = { at = "M12", shown = true }
22-di = "S11"
5-dim = "eliminated"
[fog]
N12 = { kind = "fortification", shown = true, hits = 1 }
N11 = "patrol"
M11 = { kind = "obstacle", shown = true }
"""
"""14 May: west of the Meuse, under a Halt Order, with every kind of mark and marker."""

OPENING = (
    "scout krad-7", "recon M15", "done", "enhance rommel", "done", "move rommel", "join pz38-1", "join pz38-2",
    "join pz4-1", "join i-6", "join i-78", "step N14", "step M14", "end",
)
"""Recon, an Enhanced Move of Rommel's stack, and the encounter in M14."""

WISHES = (
    "send stuka-1", "fire", "fight-on", "exploit pz38-1", "step M13", "work pi-58", "bridge N13-N14", "done", "end",
    "hold", "pass",
)
"""What the player does where it is offered, the first found first; each of the named ones once."""

ONCE = {"send stuka-1", "exploit pz38-1", "step M13", "work pi-58"}
RESULTS = ("hit", "suppress", "overrun", "kill", "abort")


def choose(legal: list[str], done: list[str]) -> str:
    """The next action of the player in these tests."""
    results = [a for a in legal if a.split()[0] in RESULTS]
    if results:
        return results[0]
    wished = (a for a in WISHES if a in legal and not (a in ONCE and a in done))
    return next(wished, legal[0])


def turn(seed: int) -> tuple[list[str], list[Any]]:
    """The whole of turn 2 with the dice of a seed: what is done, and what happens."""
    match = Match(GhostDivision(), seed=seed, situation=tomllib.loads(MEUSE))
    done: list[str] = []
    events: list[Any] = []
    while match.outcome is None and match.position.turn == 2 and len(done) < 90:
        legal = match.legal("german")
        action = OPENING[len(done)] if len(done) < len(OPENING) else choose(legal, done)
        if action not in legal:
            return done, []
        events += match.apply("german", action)
        done.append(action)
    return done, events


@cache
def eventful_turn() -> tuple[int, list[str], list[Any]]:
    """The first seed with a battle won in several rounds, results to allot, an advance, a bridge, and Allied moves."""
    for seed in range(2000):
        done, events = turn(seed)
        told = {e.what for e in events}
        battles = [e.data for e in events if e.what == "battle over" and e.data["grid"] == "M14"]
        if (
            {"bridge built", "formation moves", "exploitation", "marker placed", "fog revealed"} <= told
            and battles and battles[0]["winner"] == "german" and battles[0]["rounds"] > 1
            and sum(a.split()[0] in RESULTS for a in done) > 1
        ):
            return seed, done, events
    raise AssertionError("no such turn: has the situation become another one?")


SHARE_OF_MAP = """hex => {
  const { hexes, viewbox: [x, y, w, h] } = window.sheetOfTests;
  return [(hexes[hex].x - x) / w, (hexes[hex].y - y) / h];
}"""


class Commander(Player):
    """A player of Ghost Division, who does each action by the gesture that the table has for it."""

    def take(self, server: Server, pace: str = "off", **more: Any) -> dict[str, Any]:
        """Sit down at a new match, with a pace for what is played out."""
        body = {"game": "ghost-division", "scenario": "campaign", "options": {}, "seats": {"german": {"kind": "here"}},
                "seed": 1940, **more}
        made: dict[str, Any] = server.post("/matches", body)
        self.sheet = "/api/games/ghost-division/sheet?scenario=campaign"
        taste = json.dumps({"briefing": False, "pace": pace})
        had = "JSON.parse(localStorage.getItem('meuse.taste') ?? '{}')"
        self.page.add_init_script(f"localStorage.setItem('meuse.taste', JSON.stringify({{...{had}, ...{taste}}}))")
        self.sit(made["id"], made["token"])
        self.made = made
        return made

    def settle(self) -> None:
        """Until the server has answered and nothing is being played out."""
        self.rest()
        self.end_the_segment()

    def do(self, action: str, wait: bool = True) -> None:
        self.answered()
        before = self.page.locator(".table").get_attribute("data-state")
        verb, _, noun = action.partition(" ")
        button = self.page.locator(f'.own-board [data-action="{action}"], .buttons [data-action="{action}"]')
        target = self.page.locator(f'.own-board .target.ready[data-target="{noun}"]')
        side = self.page.locator(f'.lit-side[data-side="{noun}"]')
        if button.count():
            button.first.click()
        elif target.count():
            target.first.click()
        elif side.count():
            self.touch_side(noun, verb)
        elif self.page.locator(f'.layer-counters [data-unit="{noun}"]').count():
            self.touch_unit(noun)
            self.agree()
        else:
            self.touch_grid(noun)
        self.page.wait_for_function("b => document.querySelector('.table').dataset.state !== b", arg=before)
        if wait:
            self.settle()

    def agree(self) -> None:
        """To the price of it, where there is one."""
        price = self.page.locator(".which:not([hidden]) button", has_text="OP)")
        if price.count():
            price.first.click()

    def touch_unit(self, unit: str) -> None:
        spot = self.page.locator(f'.layer-counters [data-unit="{unit}"]')
        hex: str = spot.evaluate("el => el.closest('[data-stack]').dataset.stack")
        self.bring(hex)
        self.rest()
        box = spot.bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def touch_grid(self, hex: str) -> None:
        """The upper left corner, where no counter lies."""
        self.bring(hex)
        x, y = self.point(hex)
        half = self.page.evaluate("() => document.querySelector('.world').getBoundingClientRect().width") / 4588 * 90
        self.page.mouse.click(x - half, y - half)

    def touch_side(self, name: str, verb: str) -> None:
        self.bring(name.split("-")[0])
        self.rest()
        box = self.page.locator(f'.lit-side[data-side="{name}"] .side-hit').bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)
        menu = self.page.locator(".which:not([hidden]) button")
        words = {"bridge": "Build a Bridge at", "restore": "Restore"}[verb]
        if menu.count():
            menu.filter(has_text=words).click()

    def bring(self, hex: str) -> None:
        """Into sight, by the small map, clear of what lies over the edges of the large one."""
        x, y = self.point(hex)
        box = self.page.locator(".map").bounding_box()
        assert box
        across, down = x - box["x"], y - box["y"]
        if not (190 < across < box["width"] - 190 and 100 < down < box["height"] - 100):
            mini = self.page.locator(".minimap").bounding_box()
            assert mini
            at_x, at_y = self.page.evaluate(SHARE_OF_MAP, hex)
            self.page.mouse.click(mini["x"] + mini["width"] * at_x, mini["y"] + mini["height"] * at_y)

    def hear(self) -> Iterator[str]:
        """What a table shows while it is played out, line by line."""
        self.end_the_segment()
        while self.page.locator(".table.playing").count():
            yield self.page.locator(".told").inner_text()
            self.page.locator(".next-event").click()
            self.end_the_segment()
