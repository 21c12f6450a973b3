"""A browser at the table: the server under test, real Chromium, and the few gestures that players make."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

CHROMIUM = os.environ.get("MEUSE_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-site-isolation-trials", "--process-per-site", "--renderer-process-limit=1"]
"""The last three: no process is started in reserve for another page, which costs more than half of a page."""
DESK = {"width": 1440, "height": 900}
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 768, "height": 1024}
PHONE = {"width": 390, "height": 844}

WAIT = 45
"""Seconds that a page is given on a busy machine; what is there sooner is not waited for."""
expect.set_options(timeout=WAIT * 1000)


PLACE_OF_HEX = """async ([hex, sheet]) => {
  window.sheetOfTests ??= await (await fetch(sheet)).json();
  const { hexes, viewbox } = window.sheetOfTests, world = document.querySelector('.world');
  const box = world.getBoundingClientRect(), scale = box.width / world.offsetWidth;
  return [box.x + (hexes[hex].x - viewbox[0]) * scale, box.y + (hexes[hex].y - viewbox[1]) * scale];
}"""

BRIEFED = """
try {
  const taste = JSON.parse(localStorage.getItem("meuse.taste") ?? "{}");
  localStorage.setItem("meuse.taste", JSON.stringify({ briefing: false, ...taste }));
} catch {
  // a page without storage
}
"""

BARE_MAP = """
const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="748 -44.7 2614 1700.2"></svg>', ask = window.fetch;
window.fetch = (what, ...how) =>
  String(what).endsWith('/map.svg') ? Promise.resolve(new Response(empty)) : ask(what, ...how);
const plain = new CSSStyleSheet();
plain.replaceSync('.cover { background-image: none !important; }');
document.adoptedStyleSheets = [plain];
"""
"""Drawing the real maps costs each page a second or two, and few tests look at them."""

ELSEWHERE = """([id, token, wanted]) => new Promise((done) => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + `/api/matches/${id}/socket`);
  let left = Array.isArray(wanted) ? wanted.length : wanted, chance = 7;
  const next = (legal) => Array.isArray(wanted) ? wanted[wanted.length - left]
    : legal[(chance = (chance * 16807) % 2147483647) % legal.length];
  socket.onopen = () => socket.send(JSON.stringify({type: 'hello', token}));
  socket.onmessage = ({data}) => {
    const m = JSON.parse(data);
    if (m.type === 'refused') done({ refused: m.reason });
    if (m.type !== 'table') return;
    const side = Object.keys(m.legal)[0];
    if (!left || !side) { socket.close(); done({ state: m.state }); return; }
    socket.send(JSON.stringify({type: 'act', id: left, side, state: m.state, action: next(m.legal[side])}));
    left -= 1;
  };
})"""
"""Somebody who is not at this page acts: by a list, or so many times by chance."""

REST = """async ([underWay, most]) => {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches, end = Date.now() + most;
  const frame = () => new Promise(requestAnimationFrame);
  const lies = () => JSON.stringify(document.querySelector('.world')?.getBoundingClientRect());
  const goes = (a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime < Infinity;
  const rests = () => !document.querySelector('.table')?.matches(underWay)
    && !document.querySelector('.layer-counters')?.getAnimations({ subtree: true }).some(goes);
  for (let was; !rests() || lies() !== was;) {
    if (Date.now() > end) throw new Error('the table does not come to rest');
    was = lies();
    for (let frames = still ? 1 : 2; frames; frames--) await frame();
  }
}"""
"""At least one frame is waited for: what is drawn with the next one may move the map, or ask for more."""

WATCH = """selectors => {
  const seen = window.seen = new Set();
  const look = () => selectors.filter(s => document.querySelector(s)).forEach(s => seen.add(s));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
}"""

STACKS = """() => JSON.stringify([...document.querySelectorAll('[data-stack]')]
  .map(s => [s.dataset.stack, [...s.querySelectorAll('[data-unit]')].map(u => u.dataset.unit).sort()]).sort())"""


def come_to_rest(page: Page, under_way: str = ".busy, .playing") -> None:
    page.evaluate(REST, [under_way, WAIT * 1000])


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


class Server:
    """`meuse serve` on a port of its own, which can be killed and started again on the same data."""

    def __init__(self, folder: Path, module: str = "meuse", **more: str) -> None:
        self.module, self.surroundings = module, {**os.environ, **more}
        self.port = free_port()
        self.db = str(folder / "meuse.db")
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = {"--port": self.port, "--db": self.db, "--workers": 1}
        command = [sys.executable, "-m", self.module, "serve", *(str(x) for pair in options.items() for x in pair)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env=self.surroundings)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.address}/api/games", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        self.kill()
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def post(self, path: str, body: Any) -> Any:
        request = urllib.request.Request(
            f"{self.address}/api{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def match(self, **more: Any) -> dict[str, Any]:
        """A match of Sedan; both seats here unless told otherwise. Nobody is invited to seeded dice."""
        body = {"game": "sedan", "scenario": "race-to-the-meuse", "options": {},
                "seats": {"german": {"kind": "here"}, "french": {"kind": "here"}}, **more}
        if all(seat["kind"] != "invite" for seat in body["seats"].values()):
            body.setdefault("seed", 1940)
        made: dict[str, Any] = self.post("/matches", body)
        return made


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Player:
    """One person in front of one page."""

    def __init__(self, page: Page, address: str, briefed: bool = True) -> None:
        """One who has been briefed wants to hear nothing when a match opens."""
        self.page = page
        if briefed:
            page.add_init_script(BRIEFED)
        self.address = address
        self.sheet = "/api/games/sedan/sheet?scenario=race-to-the-meuse"
        self.errors: list[str] = []
        page.set_default_timeout(WAIT * 1000)
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        """Errors of the page; those of a connection that a test cuts on purpose are none."""
        if message.type == "error" and "ERR_" not in message.text and "WebSocket" not in message.text:
            self.errors.append(message.text)

    def sit(self, id: str, token: str, extra: str = "") -> None:
        self.page.goto(f"{self.address}/#/match/{id}/{token}{extra}")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector(".layer-counters .counter")
        self.page.wait_for_selector(".prompt .what")

    def rest(self) -> None:
        """Until nothing is under way, neither actions nor questions nor what is played out, and the map lies still.

        What another player does meanwhile is not waited for.
        """
        come_to_rest(self.page)

    def answered(self) -> None:
        """Until the server has answered; what it told may still be played out."""
        come_to_rest(self.page, ".busy")

    def watch(self, *selectors: str) -> None:
        """Note from now on which of these are there, however short."""
        self.page.evaluate(WATCH, list(selectors))

    def saw(self, selector: str) -> None:
        """Wait until what is watched for has been there."""
        self.page.wait_for_function("selector => window.seen.has(selector)", arg=selector)

    def end_the_segment(self) -> None:
        """Say so where the table waits for that, since nothing else can be done."""
        self.answered()
        held = self.page.locator(".table.held:not(.playing)")
        while held.count():
            held.locator(".buttons button.act").first.click()
            self.page.locator(".table:not(.held)").wait_for()
            self.answered()

    def leave_the_end_page(self) -> None:
        self.page.locator("dialog.end-page").wait_for()
        self.page.keyboard.press("Escape")
        self.page.locator("dialog.end-page").wait_for(state="detached")

    @property
    def prompt(self) -> str:
        self.rest()
        return self.page.locator(".prompt").inner_text()

    @property
    def buttons(self) -> list[str]:
        self.rest()
        found: list[str] = self.page.eval_on_selector_all(
            ".buttons button:not(.cancel)", "all => all.map(b => b.dataset.action || b.textContent)"
        )
        return found

    def press(self, action: str) -> None:
        """A button beside the prompt, by the action it stands for."""
        self.page.locator(f'.buttons button[data-action="{action}"]').click()

    def expect(self, text: str, timeout: float = WAIT) -> None:
        """Wait until the prompt says this."""
        self.page.wait_for_function(
            "text => document.querySelector('.prompt')?.textContent.includes(text)", arg=text, timeout=timeout * 1000
        )

    def point(self, hex: str) -> tuple[float, float]:
        """Where a hex is on the screen, once the map lies still."""
        self.rest()
        x, y = self.page.evaluate(PLACE_OF_HEX, [hex, self.sheet])
        return x, y

    def show(self, hex: str) -> None:
        """Drag the map so that the hex lies in the middle."""
        x, y = self.point(hex)
        box = self.page.locator(".map").bounding_box()
        assert box
        to_x, to_y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        start_x, start_y = box["x"] + box["width"] - 90, box["y"] + 40
        dx, dy = to_x - x, to_y - y
        if dx > 0:
            start_x = box["x"] + 110
        if dy < 0:
            start_y = box["y"] + box["height"] - 190
        self.page.mouse.move(start_x, start_y)
        self.page.mouse.down()
        self.page.mouse.move(start_x + dx / 2, start_y + dy / 2)
        self.page.mouse.move(start_x + dx, start_y + dy)
        self.page.mouse.up()

    def click(self, hex: str, shift: bool = False) -> None:
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(*self.point(hex))
        if shift:
            self.page.keyboard.up("Shift")

    def hover(self, hex: str) -> None:
        self.page.mouse.move(*self.point(hex))

    def pick(self, unit: str) -> None:
        """A counter: straight from the map, or out of its stack once that has spread."""
        self.rest()
        stack = self.page.locator("[data-stack]", has=self.page.locator(f"[data-unit='{unit}']"))
        hex = stack.get_attribute("data-stack") or ""
        if self.page.locator(f"[data-stack='{hex}'] [data-unit]").count() > 1:
            self.page.mouse.move(*self.point(hex))
            self.page.locator(f".fan [data-unit='{unit}']").click()
        else:
            self.click(hex)

    def elsewhere(self, made: dict[str, Any], acts: list[str] | int) -> None:
        """Somebody acts who is not at this page, which then shows it."""
        answer = self.page.evaluate(ELSEWHERE, [made["id"], made["token"], acts])
        assert "refused" not in answer, answer
        self.page.wait_for_function("n => Number(document.querySelector('.table').dataset.state) >= n",
                                    arg=answer["state"])

    def asked(self) -> None:
        """Wait until there is a button to press."""
        expect(self.page.locator(".buttons button:not(.cancel)")).not_to_have_count(0)

    def moved(self, before: str) -> None:
        """Wait until some counter stands elsewhere than it did."""
        self.page.wait_for_function(f"before => ({STACKS})() !== before", arg=before)

    def shaded(self) -> int:
        """How many hexes are shaded, once those in hand have their reach."""
        self.rest()
        self.page.wait_for_selector(".reach-hex")
        return self.page.locator(".reach-hex").count()

    def state(self) -> str:
        """Where every counter stands, as drawn."""
        self.rest()
        drawn: str = self.page.evaluate(STACKS)
        return drawn


class Patient(Player):
    """Waits for the table after each gesture, with nothing left to play out; takes the screen that is handed over."""

    def uncover(self) -> None:
        """A segment may wait for its end beneath the screen that is handed over, and lead to another hand-over."""
        self.take_the_screen()
        self.end_the_segment()
        self.take_the_screen()

    def take_the_screen(self) -> None:
        if self.page.locator(".hand-over:not([hidden])").count():
            self.page.locator(".hand-over button").click()

    def settled(self, state: str) -> None:
        """Wait for another table than that."""
        self.page.wait_for_function(
            "was => { const t = document.querySelector('.table');"
            " return t.dataset.state !== was && !t.matches('.busy, .playing'); }", arg=state)
        self.uncover()

    @property
    def moment(self) -> str:
        self.rest()
        return self.page.locator(".table").get_attribute("data-state") or ""

    def act(self, action: str) -> None:
        """Press the button for it, wherever it is offered."""
        before = self.moment
        self.page.locator(f'[data-action="{action}"]').first.click()
        self.settled(before)

    def go(self, hex: str) -> None:
        before = self.moment
        self.click(hex)
        self.settled(before)

    def play_by_advice(self, most: int) -> None:
        """Ask the staff and do what it advises, at most so often, until the game is over."""
        over = "document.querySelector('.log').textContent.includes('The game is over')"
        for _ in range(most):
            self.uncover()
            self.page.wait_for_function(
                f"() => document.querySelector('.table.my-turn:not(.busy, .playing)') || {over}")
            if self.page.evaluate(over):
                return
            before = self.moment
            self.page.locator(".ask-staff").click()
            self.page.locator(".advice button.main").click()
            self.settled(before)
        raise AssertionError(f"not over after {most} answers")
