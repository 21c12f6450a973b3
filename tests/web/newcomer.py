"""Somebody who has never seen the table: reads the screen, presses buttons by their words, clicks what is lit."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.web.browser import WAIT

SEES = """() => {
  const PARTS = ['dialog', '.which', '.buttons', '.edges', '.own-choice', '.own-board'];
  const inside = (el, x, y) => el.contains(document.elementFromPoint(x, y));
  const middle = el => { const b = el.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const open = (x, y) => document.elementFromPoint(x, y)?.closest('.map');
  const words = el => el?.innerText.replace(/\\s+/g, ' ').trim() ?? '';
  const text = b => { const c = b.cloneNode(true); c.querySelectorAll('kbd').forEach(k => k.remove());
    return (c.textContent.replace(/\\s+/g, ' ').trim() || b.title || b.getAttribute('aria-label') || ''); };
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const within = dialogs.length ? dialogs.at(-1) : document;
  const buttons = [...within.querySelectorAll('button:not(.rule-chip, .target:not(.ready))')]
    .filter(b => !b.disabled && b.offsetParent && inside(b, ...middle(b)))
    .map(b => ({ text: text(b), red: b.matches('.main'), at: middle(b), on: PARTS.find(p => b.closest(p)) ?? '' }));
  const lit = [...document.querySelectorAll('.layer-counters .lit, .layer-fan .lit')]
    .map(el => ({ el, at: middle(el), fan: Boolean(el.closest('.fan')), name: el.textContent.trim() }))
    .filter(c => inside(c.el.closest('[data-stack], .fan'), ...c.at)).map(({ at, fan, name }) => ({ at, fan, name }));
  const places = kind => [...document.querySelectorAll(kind)].map(el => middle(el)).filter(p => open(...p));
  const reach = [...document.querySelectorAll('.layer-reach .reach')]
    .map(el => ({ at: middle(el.querySelector('path')), cost: el.querySelector('text').textContent }))
    .filter(r => open(...r.at));
  const table = document.querySelector('.table');
  return { status: words(document.querySelector('.status')), prompt: words(document.querySelector('.prompt .what')),
    guide: words(document.querySelector('.guide')),
    mine: Boolean(table?.matches('.my-turn')), busy: !table || table.matches('.busy, .playing'),
    said: words(document.querySelector('#toasts')), state: table?.dataset.state ?? '', dialog: dialogs.length > 0,
    buttons, lit, hexes: places('.layer-lit .lit-hex'), sides: places('.layer-sides .side-hit'), reach };
}"""

Seen = dict[str, Any]
LIT = ("lit", "hexes", "sides", "reach")
TELLING = ("state", "lit", "hexes", "reach", "said", "prompt", "dialog", "buttons")
"""What differs after a click that did something."""
LOOKS = 80
"""At a table that does not change, before a click has done nothing."""
ANYWHERE = (".buttons", ".own-board", ".own-choice")


@dataclass
class Newcomer:
    """Knows nothing but what is drawn. Of one question he does a few things, then presses the red button."""

    page: Page
    wishes: tuple[str, ...] = ()
    """Words of buttons that he would rather press than others."""
    patience: int = 2
    told: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    """What the guide's card said, if there is one."""
    idle: list[str] = field(default_factory=list)
    tried: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    @property
    def story(self) -> str:
        return "\n".join(self.told)

    def sees(self) -> Seen:
        seen: Seen = self.page.evaluate(SEES)
        return seen

    def waits(self, seconds: float = 60) -> Seen:
        """Until something is asked of him."""
        end = time.monotonic() + seconds
        while True:
            seen = self.sees()
            offered = any(b["on"] for b in seen["buttons"]) or any(seen[kind] for kind in LIT)
            if not seen["busy"] and (seen["dialog"] or (seen["mine"] and offered)):
                return seen
            assert time.monotonic() < end, (
                f"nothing is asked: {seen['status']} / {seen['prompt']}, my turn: {seen['mine']}, "
                f"busy: {seen['busy']}, last: {self.told[-3:]}")
            self.page.wait_for_timeout(60)

    def plays(self, until: str, most: int) -> None:
        """Until the line on top or the guide's card says so, with so many clicks at most."""
        while until not in (seen := self.waits())["status"] + seen["guide"]:
            self.cards.append(seen["guide"])
            assert len(self.told) < most, self.story
            what, kind, at = self.chooses(seen)
            self.told.append(f"{seen['prompt']} | {what}")
            self.page.mouse.click(*at)
            self.tried[f"{seen['prompt']} {kind}"] += 1
            if self.answers(seen):
                self.done[kind] += 1
            else:
                self.idle.append(self.told[-1])

    def answers(self, before: Seen) -> bool:
        """Whether the table did anything about a click: another table, other lights or buttons, a word why not. While
        it waits for the server it is given time; what is slow is not idle."""
        end, looks = time.monotonic() + WAIT, 0
        while looks < LOOKS and time.monotonic() < end:
            now = self.sees()
            if not now["busy"]:
                if any(now[key] != before[key] for key in TELLING):
                    return True
                looks += 1
            self.page.wait_for_timeout(50)
        return False

    def chooses(self, seen: Seen) -> tuple[str, str, list[float]]:
        """What he clicks, what kind of thing that is, and where it is."""
        def fresh(kind: str) -> bool:
            return self.tried[f"{seen['prompt']} {kind}"] < self.patience

        def on(*parts: str) -> list[Any]:
            return [b for b in seen["buttons"] if b["on"] in parts and b["text"] != "Cancel"]

        wished = [b for wish in self.wishes for b in on(*ANYWHERE) if wish in b["text"] and fresh(wish)]
        if menu := on("dialog", ".which"):
            one = next((b for b in menu if b["text"] == "To the map"), menu[0])
            return one["text"], "menu", one["at"]
        if seen["reach"]:
            far = max(seen["reach"], key=lambda r: ("⚠" not in r["cost"], number(r["cost"]), r["at"]))
            return f"shaded {far['cost']}", "shaded", far["at"]
        if wished:
            return wished[0]["text"], next(w for w in self.wishes if w in wished[0]["text"]), wished[0]["at"]
        for kind, places in (("hex", seen["hexes"]), ("side", seen["sides"])):
            if places and fresh(kind):
                return kind, kind, places[0]
        if (pieces := on(".own-choice")) and fresh("piece"):
            return pieces[0]["text"], "piece", pieces[0]["at"]
        if (spread := [c for c in seen["lit"] if c["fan"]]) and fresh("spread"):
            return spread[0]["name"], "spread", spread[0]["at"]
        if seen["lit"] and fresh("counter"):
            one = seen["lit"][self.tried[f"{seen['prompt']} counter"] % len(seen["lit"])]
            return one["name"], "counter", one["at"]
        if buttons := sorted(on(*ANYWHERE), key=lambda b: not b["red"]):
            self.tried.clear()
            return buttons[0]["text"], "button", buttons[0]["at"]
        if seen["lit"]:
            return seen["lit"][-1]["name"], "counter", seen["lit"][-1]["at"]
        places = seen["hexes"] or seen["sides"] or [edge["at"] for edge in on(".edges")]
        assert places, f"nothing to press: {seen['status']} / {seen['prompt']}"
        return "a lit place", "hex", places[-1]


def number(text: str) -> float:
    found = re.match(r"[\d.]+", text)
    return float(found[0]) if found else 0
