"""Every screen of the table in windows of four sizes, by finger: nothing is cut off, too small, or covered."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import meuse
from tests.web.blitz import BATTLE
from tests.web.browser import DESK, ELSEWHERE, PHONE, TABLET, UPRIGHT, Player, Server, come_to_rest
from tests.web.conftest import Seat
from tests.web.manstein import BREAKTHROUGH
from tests.web.situations import fighting

WEB = Path(meuse.__file__).parent / "web"
SIZES = {"desk": DESK, "tablet": TABLET, "upright": UPRIGHT, "phone": PHONE}
TOUCH = {"has_touch": True, "is_mobile": True}
SCENARIO = {name: next(iter(meuse.game_class(name).scenarios)) for name in meuse.GAMES}

ATTACKS: dict[str, tuple[str, list[str]]] = {
    "sedan": (fighting(), ["attack 4108", "all"]),
    "mansteins-war": (BREAKTHROUGH, ["done", "end", "attack 1440", "all"]),
    "blitzkrieg": (BATTLE, ["attack 2727", "all"]),
}
"""An attack being prepared."""

FAULTS = """() => {
  const found = new Set(), modal = document.querySelector('dialog[open]');
  const name = el => `${el.tagName}.${el.getAttribute('class') ?? ''} "${el.textContent.trim().slice(0, 30)}"`;
  if (document.documentElement.scrollWidth > innerWidth) found.add('the page is wider than the window');
  for (const el of document.querySelectorAll('body *')) {
    if (el.closest('.world, svg, .mini-glass') || (modal && !modal.contains(el)) || !el.checkVisibility()) continue;
    const { left, right, width, height } = el.getBoundingClientRect();
    if (!width || !height) continue;
    const over = getComputedStyle(el).overflowX;
    if (el.matches('.map') || (el.closest('.charts .scroll') && innerWidth === 1024)) continue;
    if (['auto', 'scroll'].includes(over) && el.scrollWidth > el.clientWidth + 1 && el.tagName !== 'TEXTAREA')
      found.add(`scrolls sideways: ${name(el)} ${el.scrollWidth} > ${el.clientWidth}`);
    if (over === 'hidden' && el.closest('.status') && el.scrollWidth > el.clientWidth + 1)
      found.add(`cut short: ${name(el)} ${el.scrollWidth} > ${el.clientWidth}`);
    if (left < -1 || right > innerWidth + 1) found.add(`outside: ${name(el)} ${left} to ${right}`);
    const pressed = 'button:not(.rule-chip, .text, .timeline-marks *), select, summary, label:has(> input)';
    if (el.matches(pressed) && height < 40) found.add(`too low for a finger: ${name(el)} ${height}`);
  }
  return [...found];
}"""
"""The map is a window that is scrolled; so may the charts be in the narrow panel of a tablet."""


def faults(page: Page) -> list[str]:
    come_to_rest(page)
    found: list[str] = page.evaluate(FAULTS)
    return found


def sit(server: Server, player: Player, game: str, acts: list[str] | None = None, **more: Any) -> Page:
    seats = {side: {"kind": "here"} for side in meuse.new(game, scenario=SCENARIO[game]).game.sides}
    made = server.match(game=game, scenario=SCENARIO[game], seats=seats, **more)
    page = player.page
    if acts:
        page.goto(server.address)
        assert "refused" not in page.evaluate(ELSEWHERE, [made["id"], made["token"], acts])
    page.goto(f"{server.address}/#/match/{made['id']}/{made['token']}")
    page.locator(".prompt .what").wait_for()
    page.locator(".hand-over:not([hidden]) button, .table.my-turn").first.wait_for()
    if page.locator(".hand-over:not([hidden])").count():
        page.locator(".hand-over button").click()
    return page


def test_style_sheets_close_what_they_open() -> None:
    """A brace left open takes all rules after it into the one before."""
    for path in sorted(WEB.rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        assert text.count("{") == text.count("}"), path.name


@pytest.mark.parametrize("game", meuse.GAMES)
def test_panels_and_sheets_fit_every_window(server: Server, seat: Seat, game: str) -> None:
    page = sit(server, seat(**TOUCH), game)
    found: dict[str, list[str]] = {}
    for device, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for tab in ("log", "turn", "forces", "charts", "talk", "match"):
            page.evaluate("tab => document.querySelector(`#tab-${tab}`).click()", tab)
            found[f"{device}, {tab}"] = faults(page)
        page.evaluate("() => document.querySelector('#tab-charts').click()")
        openers = ["Briefing", "Help", "Player aid", "Anatomy of a counter", "All rules in our own words"]
        for opener in openers:
            page.get_by_role("button", name=opener).evaluate("button => button.click()")
            page.locator("dialog[open]").wait_for()
            found[f"{device}, {opener}"] = faults(page)
            page.locator("dialog[open] .close").tap()
            page.locator("dialog[open]").wait_for(state="detached")
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("game", ATTACKS)
def test_an_attack_fits_every_window(server: Server, seat: Seat, game: str) -> None:
    """With the panel its tables fit; without it the odds stand beside the target, in the window and in figures."""
    situation, acts = ATTACKS[game]
    page = sit(server, seat(**TOUCH), game, acts, situation=situation)
    page.locator(".attack .chance").first.wait_for()
    found: dict[str, list[str]] = {}
    for device, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found[device] = faults(page)
    page.get_by_role("button", name="Panel").tap()
    chip = page.locator(".odds-chip")
    expect(chip).not_to_be_empty()
    assert "0 % well, 0 % badly" not in chip.inner_text()
    for device, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found[f"{device}, no panel"] = faults(page)
    assert {where: what for where, what in found.items() if what} == {}


def test_on_a_phone_a_choice_and_a_panel_take_turns(server: Server, seat: Seat) -> None:
    page = sit(server, seat(viewport=PHONE, **TOUCH), "mansteins-war")
    choice, panel, tab = page.locator(".own-choice"), page.locator("#panel-charts"), page.locator("#tab-charts")
    expect(choice).to_be_visible()
    expect(panel).to_be_hidden()
    tab.tap()
    expect(choice).to_be_hidden()
    assert (panel.bounding_box() or {"height": 0})["height"] > PHONE["height"] / 4
    page.get_by_role("button", name="Panel").tap()
    expect(choice, "without a panel it lies over the map").to_be_visible()
    page.get_by_role("button", name="Panel").tap()
    tab.tap()
    expect(choice, "a second tap on the tab brings it back").to_be_visible()
    expect(panel).to_be_hidden()


def test_on_a_phone_all_overlays_can_be_reached(server: Server, seat: Seat) -> None:
    page = sit(server, seat(viewport=PHONE, **TOUCH), "blitzkrieg")
    page.locator(".overlay-box summary").tap()
    page.locator(".overlay-menu label").last.scroll_into_view_if_needed()
    box, felt = page.locator(".overlay-menu label").last.bounding_box(), page.locator(".felt").bounding_box()
    assert box
    assert felt
    assert box["y"] + box["height"] <= felt["y"] + felt["height"]


@pytest.mark.parametrize("device", ["phone", "upright"])
def test_all_tools_of_the_map_are_at_hand(server: Server, seat: Seat, device: str) -> None:
    """What a key does elsewhere: the whole map, what has happened since, the counters hidden."""
    page = sit(server, seat(viewport=SIZES[device], **TOUCH), "sedan")
    tools, felt = page.locator(".tools .tool").all(), page.locator(".felt").bounding_box()
    assert len(tools) == 6
    assert felt
    for tool in tools:
        tool.tap()
        box = tool.bounding_box()
        assert box
        assert box["y"] + box["height"] <= felt["y"] + felt["height"]


def test_on_a_phone_looking_back_leaves_the_map_free(server: Server, seat: Seat) -> None:
    page = sit(server, seat(viewport=PHONE, **TOUCH), "mansteins-war", ["done", "end"], situation=BREAKTHROUGH)
    page.locator("#tab-match").tap()
    page.get_by_role("button", name="Replay and timeline").tap()
    page.locator(".table.looking").wait_for()
    bar, felt = page.locator(".replay").bounding_box(), page.locator(".felt").bounding_box()
    assert bar
    assert felt
    assert bar["y"] >= felt["y"] + felt["height"]
    assert faults(page) == []
    page.get_by_role("button", name="Back to now").tap()
    page.locator(".table:not(.looking)").wait_for()


def test_on_a_phone_the_guide_is_read_beside_the_air_display(server: Server, seat: Seat) -> None:
    player = seat(viewport=PHONE, **TOUCH)
    player.page.goto(f"{server.address}/#/learn/blitzkrieg")
    expect(player.page.locator(".guide")).to_contain_text("1 of ")
    expect(player.page.locator(".own-board")).to_be_visible()
    seen = player.page.locator(".guide").evaluate("""card => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return [height, card.contains(document.elementFromPoint(x + width / 2, y + 20)),
              card.contains(document.elementFromPoint(x + width - 30, y + 30))];
    }""")
    assert seen[0] > 100
    assert seen[1:] == [True, True], "nothing lies over it"


@pytest.mark.parametrize("game", meuse.GAMES)
def test_on_a_phone_a_guide_opens_near_enough_to_read(server: Server, seat: Seat, game: str) -> None:
    player = seat(viewport=PHONE, **TOUCH)
    player.page.goto(f"{server.address}/#/learn/{game}")
    expect(player.page.locator(".guide")).to_contain_text("1 of ")
    counter = player.page.locator(".layer-counters .counter").first.bounding_box()
    assert counter
    assert counter["width"] >= 44


def test_on_a_phone_the_guide_leaves_the_map_of_a_battle_free(server: Server, seat: Seat) -> None:
    """Its card is read when its step begins; while it is followed on a display, only what is asked stays."""
    player = seat(viewport=PHONE, **TOUCH)
    page = player.page
    page.goto(f"{server.address}/#/learn/ghost-division")
    guide = page.locator(".guide")
    expect(guide).to_contain_text("1 of ")
    path = ["done", "done", "move rommel", "join pi-58", "join pz38-1", "join pz38-2", "join pz4-1", "join i-6",
            "step N15", "step N14", "end"]
    id, token = page.url.split("/")[-3:-1]
    player.elsewhere({"id": id, "token": token}, path)
    expect(page.locator(".own-board .combat-display")).to_be_visible()
    player.elsewhere({"id": id, "token": token}, ["send stuka-1"])
    expect(guide.locator("p")).to_have_count(1)
    felt, card = page.locator(".felt").bounding_box(), guide.bounding_box()
    assert felt
    assert card
    assert card["height"] < felt["height"] / 2
    guide.get_by_label("Unfold the guide").tap()
    expect(guide.get_by_label("Fold the guide")).to_be_visible()


def test_on_a_phone_many_buttons_leave_the_tools_free(server: Server, seat: Seat) -> None:
    page = sit(server, seat(viewport=PHONE, **TOUCH), "sedan")
    page.locator(".buttons").evaluate("""row => { for (let i = 0; i < 5; i++) {
      const button = document.createElement('button'); button.className = 'act'; button.textContent = 'Another choice';
      row.append(button); } }""")
    page.wait_for_function("() => document.querySelector('.ask').offsetHeight > 150")
    tool, ask = page.locator(".tools .tool").first, page.locator(".ask").bounding_box()
    assert ask
    page.wait_for_function("top => document.querySelector('.tools').getBoundingClientRect().top >= top",
                           arg=ask["y"] + ask["height"])
    tool.tap()


@pytest.mark.parametrize("game", ["blitzkrieg", "mansteins-war"])
def test_a_small_window_opens_on_somebody(server: Server, seat: Seat, game: str) -> None:
    page = sit(server, seat(viewport=PHONE, **TOUCH), game, situation=ATTACKS[game][0])
    seen = page.locator("[data-stack]").evaluate_all("""all => {
      const felt = document.querySelector('.felt').getBoundingClientRect();
      return all.map(s => s.getBoundingClientRect()).filter(b => b.left >= felt.left && b.right <= felt.right &&
        b.top >= felt.top && b.bottom <= felt.bottom).length;
    }""")
    assert seen > 0


def test_a_seat_is_named_once(server: Server, seat: Seat) -> None:
    player = seat()
    made = server.match(seats={"german": {"kind": "here", "name": "German"}, "french": {"kind": "here", "name": "Ann"}})
    player.sit(made["id"], made["token"])
    player.page.locator("#tab-match").click()
    expect(player.page.locator(".seats li").first).to_contain_text("German person", use_inner_text=True)
    expect(player.page.locator(".seats li").last).to_contain_text("French Ann person", use_inner_text=True)
