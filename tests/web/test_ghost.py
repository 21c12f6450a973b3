"""Ghost Division in the browser: a whole turn by clicking, the Allies played out, set-up, displays, secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.table.picture.paper import headlines
from meuse.maps.drawing import around, overlap
from tests.web.browser import BARE_MAP, DESK, Server
from tests.web.ghost import FRONT, MEUSE, OPENING, Commander, eventful_turn

Sit = Callable[..., Commander]

SEEN = ("recon", "volley", "tactical superiority", "formation moves", "marker placed", "formation revealed")
"""Events that the player must have seen one by one."""

WATCH_GLIDES = """() => {
const animate = Element.prototype.animate;
window.glides = [];
Element.prototype.animate = function (...how) {
  window.glides.push(this.dataset.unit ?? "");
  return animate.apply(this, how);
};
}"""


LAID = """() => {
  const world = document.querySelector('.world').getBoundingClientRect();
  const [left, top, wide] = window.sheetOfTests.viewbox, scale = world.width / wide;
  return [...document.querySelectorAll('.layer-counters .stack > g, .held-flag, .marker.pontoon, .marker.bridgehead')]
    .filter(el => !el.closest('[data-stack="AA"]'))
    .map(el => (el.querySelector('.counter-edge, .counter-frame, rect') ?? el).getBoundingClientRect())
    .map(b => [(b.left - world.left) / scale + left, (b.top - world.top) / scale + top,
               (b.right - world.left) / scale + left, (b.bottom - world.top) / scale + top]);
}"""
"""The boxes, on the map, of whatever lies on the Grids and their sides."""


@pytest.fixture
def sit(browser: Browser, server: Server) -> Iterator[Sit]:
    """A commander at a new match; a script error on the page fails the test."""
    sitting: list[Commander] = []

    def take(
        real_map: bool = False, motion: Any = "reduce", frames: list[str] | None = None, **match: Any
    ) -> Commander:
        context = browser.new_context(viewport=DESK, reduced_motion=motion)
        if not real_map:
            context.add_init_script(BARE_MAP)
        one = Commander(context.new_page(), server.address)
        if frames is not None:
            heard = frames
            one.page.on("websocket", lambda ws: ws.on("framereceived", lambda text: heard.append(str(text))))
        sitting.append(one)
        one.take(server, **match)
        return one

    yield take
    errors = [e for one in sitting for e in one.errors]
    for one in sitting:
        one.page.context.close()
    assert errors == []


def board(player: Commander) -> str:
    return player.page.locator(".own-board").inner_text()


def test_a_whole_turn(sit: Sit) -> None:
    """Recon, an Enhanced Move, an encounter, a battle volley by volley, exploitation, a bridge, the Allies."""
    seed, actions, events = eventful_turn()
    player = sit(situation=MEUSE, seed=seed, pace="step")
    told: list[str] = []
    for action in actions:
        player.do(action, wait=False)
        told += player.hear()
        if action.startswith("exploit"):
            report = player.page.locator(".battle-report")
            expect(report).to_contain_text(re.compile(r"is destroyed in [^.;]+; the "))
            expect(report).not_to_contain_text(".;")
    lines = [" ".join(line.split()) for line in told]
    game = GhostDivision()
    for e in events:
        if e.what in SEEN:
            assert any(e.rule in line and game.describe(e) in line for line in lines), game.describe(e)
    assert any("Allied Events Table" in line and "25.0a" in line for line in lines)
    shown = player.page.locator
    expect(shown("[data-bridge='pontoon N13-N14']")).to_have_count(1)
    expect(shown("[data-stack='M13'] [data-unit='pz38-1']")).to_have_count(1)
    player.page.locator("#tab-log").click()
    expect(shown(".log")).to_contain_text("G3. Allied Movement.")


def allied_hits(player: Commander) -> int:
    """Hits on the Allied units of the display."""
    return sum(map(int, player.page.locator(".army.allied .ghost-hits text").all_text_contents()))


def test_the_battle_is_fought_on_its_display(sit: Sit) -> None:
    """Dice with their results, the column lit, why so many dice, targets lit where a result has an effect."""
    seed, actions, _ = eventful_turn()
    player = sit(situation=MEUSE, seed=seed)
    for action in OPENING:
        player.do(action)
    assert re.search(r"Battle near [A-Z]\w+", board(player))
    foes = player.page.locator(".army.allied [data-target]")
    expect(foes).not_to_have_count(0)
    expect(player.page.locator(".army.german [data-target='stuka-1'].ready")).to_have_count(1)
    rest = actions[len(OPENING):]
    while not ("Round 1" in board(player) and rest[0].startswith("hit ")):
        player.do(rest.pop(0))
    assert "Tactical Superiority" in board(player)
    lit = player.page.locator(".frt .lit-column").first.inner_text()
    assert lit in ("Art", "AT", "CA")
    dice, results = player.page.locator(".thrown .die").count(), player.page.locator(".thrown small").count() - 1
    assert dice == results > 0
    player.page.locator("[data-volley='german anti_tank']").click()
    player.page.wait_for_selector(".why-box .tally")
    total = player.page.locator("[data-volley='german anti_tank']").inner_text()
    assert player.page.locator(".why-box caption").inner_text().endswith(f": {total}")
    target, before = rest[0].split()[1], allied_hits(player)
    player.do(rest[0])
    gone = player.page.locator(f".army.allied [data-target='{target}']").count() == 0
    assert gone or allied_hits(player) > before


def test_events_are_played_out_at_a_pace(sit: Sit) -> None:
    """Dice roll, the log keeps up, Space goes on, Escape ends it, and "At once" is remembered."""
    seed, actions, _ = eventful_turn()
    player = sit(situation=MEUSE, seed=seed, pace="step", motion="no-preference")
    for action in OPENING[:12]:
        player.do(action, wait=False)
        for _ in player.hear():
            pass
    player.do("step M14", wait=False)
    player.page.wait_for_selector(".playing")
    player.watch(".turning .turning-face", ".told .die.rolling")
    lines = player.page.locator(".log-line").count()
    expect(player.page.locator(".buttons button")).to_have_count(0)
    player.page.keyboard.press("Space")
    player.saw(".turning .turning-face")
    player.page.keyboard.press("Space")
    player.saw(".told .die.rolling")
    player.page.wait_for_function("n => document.querySelectorAll('.log-line').length > n", arg=lines)
    player.page.keyboard.press("Escape")
    player.settle()
    expect(player.page.locator("[data-stack='M14'] .formation-called")).to_have_count(1)
    player.do("end", wait=False)
    player.page.locator(".playout select").select_option("off")
    player.settle()
    for action in actions[len(OPENING):]:
        player.do(action)
        expect(player.page.locator(".playout:not([hidden])")).to_have_count(0)


def test_formations_are_seen_to_move(sit: Sit) -> None:
    """A marker glides from Grid to Grid while its line stands, and the table ends where the game does."""
    seed, actions, events = eventful_turn()
    player = sit(situation=MEUSE, seed=seed, motion="no-preference")
    player.elsewhere(player.made, actions[:-1])
    player.settle()
    player.page.evaluate(WATCH_GLIDES)
    player.page.evaluate("localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'step'}))")
    player.do(actions[-1], wait=False)
    lines = list(player.hear())
    for move in (e.data for e in events if e.what == "formation moves"):
        name = f"@{move['formation']}" if "formation" in move else f"@down-{move['grid']}-1"
        assert any(f"from {move['start']}" in line or f"({move['start']})" in line for line in lines)
        assert name in player.page.evaluate("window.glides")


def test_units_are_bought_by_clicking(sit: Sit) -> None:
    player = sit(pace="step")
    expect(player.page.locator(".purse b")).to_have_text("40", use_inner_text=True)
    prices = {}
    for ware in ("recruit stuka-1", "recruit corps-pi-1"):
        text = player.page.locator(f".ware[data-action='{ware}'] .price").inner_text()
        prices[ware] = int(text.split()[0])
        player.do(ware)
    left = 40 - sum(prices.values())
    expect(player.page.locator(".purse b")).to_have_text(str(left), use_inner_text=True)
    expect(player.page.locator("[data-stack='AA'] [data-unit='corps-pi-1']")).to_have_count(1)
    player.page.locator("#tab-turn").click()
    expect(player.page.locator("[data-box='available'] [data-unit='stuka-1']")).to_have_count(1)
    expect(player.page.locator(".op-track .now")).to_have_text(str(left), use_inner_text=True)
    player.do("done", wait=False)
    lines = list(player.hear())
    assert any("OKW Events Table" in line for line in lines)


def test_displays_have_the_right_numbers(sit: Sit) -> None:
    player = sit(situation=FRONT)
    player.page.locator("#tab-turn").click()
    panel = player.page.locator(".panel-turn")
    expect(panel.locator(".op-track .now")).to_have_text("22", use_inner_text=True)
    expect(panel.locator("[data-box='available'] [data-unit]")).to_have_count(4)
    expect(panel.locator("[data-box='maintenance'] [data-unit]")).to_have_count(1)
    expect(panel.locator("[data-hq='rommel'] [data-unit]")).to_have_count(8)
    expect(panel.locator("[data-count='formations']")).to_have_text("23", use_inner_text=True)
    expect(panel.locator("[data-town='M13'].held")).to_have_count(1)
    expect(panel.locator("[data-town].held")).to_have_count(1)
    expect(panel.locator(".eliminated")).to_contain_text("5 DIM", use_inner_text=True)
    expect(panel).to_contain_text("3 Bridge markers and 1 Bridgeheads", use_inner_text=True)
    expect(panel).to_contain_text("Halt Order", use_inner_text=True)
    expect(panel.locator("[data-display='Scrap heap'] [data-unit='krad-7']")).to_have_count(1)
    expect(panel.locator(".bin")).to_have_count(5)
    panel.get_by_text("Why?").click()
    player.page.wait_for_selector(".panel-turn .tally")
    total = panel.locator(".tally caption").inner_text().rsplit(" ", 1)[1]
    expect(player.page.locator(".status .progress b")).to_have_text(f"Victory points {total}", use_inner_text=True)
    marked = player.page.locator("[data-unit='pz38-1']").first
    expect(marked.locator(".ghost-hits text")).to_have_text("1")
    expect(marked.locator(".ghost-ace")).to_have_count(1)
    expect(player.page.locator("[data-stack] [data-unit='i-6'] .ghost-wave")).to_have_count(1)
    expect(player.page.locator(".layer-marks .blown, .layer-marks .pontoon, .layer-marks .bridgehead")).to_have_count(4)


def test_overlays(sit: Sit) -> None:
    player = sit(situation=FRONT)
    player.page.keyboard.press("o")
    for i in range(3):
        player.page.locator(".overlay-menu input").nth(i).check()
    player.page.wait_for_selector(".over-route .trace")
    player.page.wait_for_selector(".over-victory path")
    player.page.wait_for_selector(".over-supply path")


def markers_in(table: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The markers that a table tells of, in a whole view or in what has changed."""
    if "view" in table:
        found: list[dict[str, Any]] = table["view"][key]
        return found
    changes = [*table["changes"], *(change for e in table["events"] for change in e.get("changes", ()))]
    return [marker for path, *value in changes if path == [key] for marker in value[0]]


def test_nothing_face_down_reaches_the_browser(sit: Sit) -> None:
    """18 DI in N12 and the Dummy in N10 are never named, nor is what the Fog of War there is."""
    seed, actions, events = eventful_turn()
    frames: list[str] = []
    player = sit(situation=MEUSE, seed=seed, frames=frames)
    player.elsewhere(player.made, actions)
    revealed = {e.data["formation"] for e in events if e.what == "formation revealed"}
    assert "4-dlc" in revealed
    assert not revealed & {"18-di", "dummy-1"}
    tables = [m for m in map(json.loads, frames) if m["type"] == "table"]
    assert len(tables) > len(actions)
    told = [marker for m in tables for key in ("formations", "fog") for marker in markers_in(m, key)]
    assert told
    for marker in told:
        assert marker["shown"] or set(marker) == {"hex", "shown"}
    text = "".join(frames)
    assert '"4-dlc"' in text
    for secret in ('"18-di"', "18 DI", "dummy", "Dummy", "installation", "Installation"):
        assert secret not in text
    shown = player.page.locator("[data-stack='N12']")
    expect(shown.locator(".marker-back")).to_have_count(2)
    expect(shown.locator(".marker-face")).to_have_count(0)


def test_why_not(sit: Sit) -> None:
    """A Grid beyond the blown bridge is refused with the rule."""
    player = sit(situation=MEUSE)
    for action in ("done", "done", "move pi-58"):
        player.do(action)
    player.touch_grid("N12")
    player.page.wait_for_selector(".toast.refused .rule-chip")
    player.page.locator(".toast .rule-chip").first.click()
    expect(player.page.locator("dialog .clause")).not_to_have_count(0)


def test_by_keyboard(sit: Sit) -> None:
    """Tab to a lit counter, Enter, Tab to a Grid, Enter; e goes on."""
    player = sit(situation=MEUSE)
    keys = player.page.keyboard
    keys.press("Tab")
    keys.press("Enter")
    player.expect("choose a Grid around it")
    keys.press("Tab")
    keys.press("Enter")
    player.page.wait_for_function("() => document.querySelector('.log').textContent.includes('13.2b')")
    keys.press("e")
    player.expect("Enhanced Moves")
    player.page.wait_for_selector(".buttons button.main:enabled")
    keys.press("e")
    player.expect("Move units")
    keys.press("Tab")
    keys.press("Enter")
    player.expect("take units along")
    player.page.wait_for_selector(".reach-hex")
    keys.press("u")
    player.expect("Move units")


def test_a_stack_goes_together_and_drops_units(sit: Sit) -> None:
    player = sit(situation=MEUSE)
    for action in ("done", "enhance rommel", "done", "move rommel"):
        player.do(action)
    player.page.keyboard.press("t")
    player.page.wait_for_function("() => document.querySelectorAll('.layer-counters .chosen').length > 4")
    player.do("step N14")
    player.do("drop i-78")
    player.do("done")
    expect(player.page.locator("[data-stack='N14'] [data-unit='i-78'] .mark-moved")).to_have_count(1)


def test_commands_are_given_out(sit: Sit) -> None:
    """32.0a: three at one table, no screen to hand over, and who commands what on the board."""
    seats = {side: {"kind": "here"} for side in ("commander", "second", "third")}
    player = sit(options={"cooperative": "three"}, seats=seats)
    expect(player.page.locator(".hand-over:not([hidden])")).to_have_count(0)
    player.do("give rifles:third")
    rifles = player.page.locator(".command-board tr", has_text="Rifles")
    expect(rifles.locator(".holds")).to_have_text("Third", use_inner_text=True)
    player.page.locator("#tab-turn").click()
    expect(player.page.locator(".commands")).to_contain_text("Rifles: Third", use_inner_text=True)


def test_the_real_map(sit: Sit) -> None:
    player = sit(real_map=True)
    player.page.wait_for_function(
        "() => { const c = document.querySelector('.picture canvas'), pen = new OffscreenCanvas(1, 1).getContext('2d');"
        " if (c) pen.drawImage(c, -c.width / 2, -c.height / 3); return pen.getImageData(0, 0, 1, 1).data[3] > 0; }"
    )
    assert player.page.locator("[data-stack='AA'] [data-unit]").count() > 15


def test_the_staff_may_be_asked(sit: Sit) -> None:
    player = sit(situation=MEUSE)
    player.page.keyboard.press("a")
    player.page.wait_for_function(
        "() => { const a = document.querySelector('.advice:not([hidden])');"
        " return a && !a.textContent.includes('thinking'); }",
        timeout=60000,
    )
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".advice:not([hidden])")).to_have_count(0)


def test_the_lobby_has_its_own_counters_again(sit: Sit) -> None:
    player = sit(situation=MEUSE)
    player.page.locator(".top .brand").click()
    player.page.wait_for_selector("[data-game=sedan] .portrait")
    expect(player.page.locator(".game-card:not([data-game=ghost-division]) .ghost-counter")).to_have_count(0)


def test_nothing_lies_over_a_towns_value_a_stop_sign_or_a_bridge(sit: Sit) -> None:
    player = sit(situation=FRONT.replace("[fog]", '[fog]\nM14 = "patrol"\nM13 = "meeting"\nS13 = "installation"'))
    player.point("N13")
    laid: list[tuple[float, float, float, float]] = [tuple(box) for box in player.page.evaluate(LAID)]
    assert len(laid) > 20
    game = GhostDivision()
    sheet = game.sheet()
    signs = [(grid["x"] + x0, grid["y"] + y0, grid["x"] + x1, grid["y"] + y1)
             for name, grid in sheet["hexes"].items() if name != "AA"
             for x0, y0, x1, y1 in headlines(game.board.file, name)]
    bridges = [around((side["x"], side["y"]), 17.0) for side in sheet["sides_of_hexes"].values() if "bridge" in side]
    assert [(a, b) for a in laid for b in signs + bridges if overlap(a, b) > 1] == []
    crossed = player.page.locator('[data-bridge="blown N13-N14"]').get_attribute("transform") or ""
    where = sheet["sides_of_hexes"]["N13-N14"]
    assert crossed.startswith(f"translate({where['x']:g} ")
    expect(player.page.locator(".marker.blown rect"), "the bridge shows through the cross").to_have_count(0)
