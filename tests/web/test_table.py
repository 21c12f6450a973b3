"""The table: reach and paths, refusals with their rules, undo, the attack panel, overlays, log and look-back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.situations import cut_off, fairly, fighting, moving


def at(server: Server, seat: Seat, situation: str) -> Player:
    made = server.match(situation=situation)
    player = seat()
    player.sit(made["id"], made["token"])
    player.show("4308")
    return player


def test_reach_path_move_and_undo(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.pick("de-i-1-1-pz")
    assert player.shaded() > 50
    player.hover("4208")
    expect(player.page.locator(".way-cost")).to_have_text("4")
    player.click("4208")
    player.page.wait_for_selector("[data-stack='4208'] [data-unit='de-i-1-1-pz']")
    player.expect("move units")


MOST_TOUCHED = 60
"""Elements laid on the map by one move: the stacks of two hexes, and halos. All counters here are over 130."""

MOST_AROUND_THE_MAP, MOST_BY_A_BUTTON = 20, 300
"""Elements by a button that ends an activation: outside map and log only what reads otherwise now; and on the whole
page, with some ten lines of the log and the counters that are lit or turned. The page has over 650."""

COUNT_TOUCHED = """within => {
    window.touched = {};
    const size = n => n.nodeType === 1 ? 1 + n.querySelectorAll("*").length : 0;
    const count = r => r.addedNodes.forEach(n => {
        const where = r.target.closest("[class]")?.getAttribute("class") ?? r.target.nodeName;
        if (size(n)) window.touched[where] = (window.touched[where] ?? 0) + size(n);
    });
    new MutationObserver(list => list.filter(r => r.target.closest(within)).forEach(count))
        .observe(document.body, {childList: true, subtree: true});
    return document.querySelectorAll(within + " *").length;
}"""


def touched(player: Player) -> dict[str, int]:
    """Elements laid down since, by where."""
    found: dict[str, int] = player.page.evaluate("window.touched")
    return found


def test_a_click_redraws_what_it_changes(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    drawn = player.page.evaluate(COUNT_TOUCHED, ":is(.layer-counters, .layer-marks)")
    player.pick("de-i-1-1-pz")
    player.shaded()
    player.click("4208")
    player.page.wait_for_selector("[data-stack='4208'] [data-unit='de-i-1-1-pz']")
    player.expect("move units")
    assert 0 < sum(touched(player).values()) <= MOST_TOUCHED, f"{touched(player)} of {drawn}"


@pytest.mark.parametrize("tab", ["log", "turn", "forces", "match"])
def test_a_button_touches_what_it_changes_on_the_whole_page(server: Server, seat: Seat, tab: str) -> None:
    player = at(server, seat, moving())
    player.page.locator(f"#tab-{tab}").click()
    player.expect("move units")
    drawn = player.page.evaluate(COUNT_TOUCHED, "body")
    before = player.prompt
    player.press("end")
    player.page.wait_for_function("text => document.querySelector('.prompt').innerText !== text", arg=before)
    player.rest()
    found = touched(player)
    around = sum(n for where, n in found.items() if not where.startswith(("layer-", "log-")))
    assert 0 < around <= MOST_AROUND_THE_MAP, f"{found} of {drawn}"
    assert sum(found.values()) <= MOST_BY_A_BUTTON, f"{found} of {drawn}"


def test_undo_takes_lines_from_the_log_and_leaves_the_others(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    entries = player.page.locator(".log .entry")
    for n, (unit, hex) in enumerate((("de-1-1-pz", "4307"), ("de-i-1-1-pz", "4208")), 1):
        player.pick(unit)
        player.shaded()
        player.click(hex)
        expect(entries).to_have_count(n)
        player.expect("move units")
        if n == 1:
            entries.evaluate_all("all => all.forEach(e => { e.dataset.old = '' })")
    player.page.locator(".undo").click()
    expect(entries).to_have_count(1)
    expect(entries, "the first line was never touched").to_have_attribute("data-old", "")


def test_the_way_is_told_step_by_step(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.pick("de-i-1-1-pz")
    player.shaded()
    player.hover("4106")
    rows = player.page.locator(".loupe .tally tr")
    expect(rows.first).to_contain_text("9.")
    told = rows.all_inner_texts()
    costs = [float(row.split("\t")[1]) for row in told]
    assert sum(costs) == float(player.page.locator(".way-cost").text_content() or 0)
    expect(player.page.locator(".way-mark")).to_have_count(len({row.split(":")[0] for row in told}) - 1)
    assert any("Road Movement" in row and "9.2a" in row for row in told)


def test_one_press_of_undo_takes_back_a_whole_move(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    for unit, hex in (("de-1-1-pz", "4307"), ("de-i-1-1-pz", "4208")):
        player.pick(unit)
        player.shaded()
        player.click(hex)
        player.page.wait_for_selector(f"[data-stack='{hex}'] [data-unit='{unit}']")
        player.expect("move units")
    player.page.locator(".undo").click()
    player.page.wait_for_selector("[data-stack='4408'] [data-unit='de-i-1-1-pz']")
    player.expect("move units")
    expect(player.page.locator("[data-stack='4307'] [data-unit='de-1-1-pz']")).to_have_count(1)
    player.page.keyboard.press("u")
    player.page.wait_for_selector("[data-stack='4507'] [data-unit='de-1-1-pz']")
    expect(player.page.locator(".undo")).to_be_disabled()


def test_a_waypoint_goes_on(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.pick("de-1-1-pz")
    player.shaded()
    player.click("4407", shift=True)
    player.expect("hex by hex")
    player.shaded()
    player.click("4307")
    player.page.wait_for_selector("[data-stack='4307'] [data-unit='de-1-1-pz']")


def test_a_stack_moves_together(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.pick("de-i-1-1-pz")
    player.shaded()
    player.page.get_by_text("Whole stack (2)").click()
    player.expect("I/1 1 Pz, II/1 1 Pz")
    player.shaded()
    player.click("4308")
    player.page.wait_for_function("() => document.querySelectorAll(\"[data-stack='4308'] [data-unit]\").length === 2")


def test_a_counter_can_be_dragged(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    mouse = player.page.mouse
    mouse.move(*player.point("4507"))
    mouse.down()
    mouse.move(*player.point("4407"), steps=4)
    player.shaded()
    mouse.move(*player.point("4307"), steps=3)
    mouse.up()
    player.page.wait_for_selector("[data-stack='4307'] [data-unit='de-1-1-pz']")


def test_a_refused_click_is_explained(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.click("4108")
    slip = player.page.locator(".toast.refused")
    slip.wait_for()
    expect(slip).to_contain_text("not on the side whose chit was drawn", use_inner_text=True)
    slip.locator(".rule-chip").click()
    expect(player.page.locator("dialog h2")).to_contain_text("2.6c", use_inner_text=True)
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("dialog", state="detached")


def test_a_click_out_of_reach_says_what_stands_in_the_way(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    slips = player.page.locator(".toast.refused")
    player.pick("de-i-1-1-pz")
    player.shaded()
    for hex, rule, words in (("3908", "9.0f", "of movement, but I/1 1 Pz has 10"), ("4108", "7.0b", "enemy units")):
        player.click(hex)
        expect(slips.last).to_contain_text(words)
        expect(slips.last.locator(".rule-chip")).to_have_text(rule, use_inner_text=True)
    assert player.shaded() > 50, "the unit is still picked"
    player.click("4208", shift=True)
    player.expect("must stop here")
    player.click("4008")
    expect(slips.last).to_contain_text("enemy zone of control")


def test_the_attack_panel_and_the_dice(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    page = player.page
    player.click("4108")
    player.expect("Choose the units")
    player.press("all")
    page.wait_for_selector(".attack .chance")
    player.rest()
    bare = page.locator(".chances").inner_text()
    shares = [float(t.rstrip("%")) for t in page.locator(".percent").all_inner_texts()]
    assert abs(sum(shares) - 100) < 2
    column = page.locator(".attack .column").inner_text()
    expect(page.locator(".attack th.lit-column")).to_have_text(column, use_inner_text=True)
    player.press("attack")
    player.expect("air unit")
    player.press("bomber")
    page.wait_for_function("() => document.querySelector('.modifiers').textContent.includes('Bombers')")
    expect(page.locator(".chances")).not_to_have_text(bare, use_inner_text=True)
    table = page.locator(".table")
    while "retreat" not in player.prompt.lower() and "Advance" not in player.prompt:
        before = table.get_attribute("data-state") or ""
        player.press(player.buttons[-1])
        expect(table).not_to_have_attribute("data-state", before)
    tray = page.locator(".dice-tray")
    expect(tray.locator(".die")).to_have_count(2)
    expect(tray).to_contain_text("5 + 6", use_inner_text=True)
    expect(tray).to_contain_text("defender", use_inner_text=True)


def test_overlays(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    page = player.page
    page.keyboard.press("o")
    for i in range(page.locator(".overlay-menu input").count()):
        page.locator(".overlay-menu input").nth(i).check()
    page.wait_for_function("() => document.querySelectorAll('.layer-overlay .overlay').length === 8")
    zone = page.locator(".over-zoc-b > path").first.get_attribute("d") or ""
    assert zone.count("M") == 5, "around the cavalry in Bertrix, but for the heavy woods in 4207"


def test_the_supply_line_is_traced_or_its_lack_explained(server: Server, seat: Seat) -> None:
    player = at(server, seat, cut_off())
    page = player.page
    page.keyboard.press("Alt+3")
    player.hover("4408")
    note = page.locator(".supply-note")
    expect(note).to_contain_text("path to 54")
    expect(page.locator(".layer-flash .trace")).to_have_count(1)
    page.keyboard.press("Alt+4")
    player.hover("4108")
    expect(note).to_contain_text("no path: every path is closed")
    expect(page.locator(".layer-flash .trace")).to_have_count(0)


def test_log_lights_the_map_and_looks_back(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    page = player.page
    player.pick("de-i-1-1-pz")
    player.shaded()
    player.click("4208")
    page.wait_for_selector("[data-stack='4208']")
    line = page.locator(".log .entry", has_text="moves to 4208").first
    line.hover()
    expect(page.locator(".layer-flash .flash-hex")).not_to_have_count(0)
    page.keyboard.press("l")
    page.wait_for_selector(".table.looking")
    page.keyboard.press("[")
    page.wait_for_selector("[data-stack='4308'] [data-unit='de-i-1-1-pz']")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-stack='4208'] [data-unit='de-i-1-1-pz']")


def test_the_log_begins_at_the_beginning_and_folds(server: Server, seat: Seat) -> None:
    made = server.match()
    player = seat()
    player.sit(made["id"], made["token"])
    page = player.page
    first = page.locator(".log .entry").first
    expect(first).to_contain_text("Turn 1, 10 May 1940: Supply Phase", use_inner_text=True)
    expect(page.locator(".log")).to_contain_text("German air: 2 Fighters", use_inner_text=True)
    page.locator(".log .fold").click()
    expect(page.locator(".log")).not_to_contain_text("German air", use_inner_text=True)
    page.locator(".log .unfold").click()
    expect(page.locator(".log")).to_contain_text("German air", use_inner_text=True)


def test_a_move_is_one_line_of_the_log(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.pick("de-i-1-1-pz")
    player.shaded()
    player.click("4208")
    line = player.page.locator(".log-line", has_text="I/1 1 Pz moves to 4208")
    line.wait_for()
    expect(line).to_contain_text("from 4408 near Neufchâteau (2 hexes, 1 by road)", use_inner_text=True)
    expect(player.page.locator(".log-line")).to_have_count(1)
    line.locator(".text").hover()
    expect(player.page.locator(".layer-flash .flash-hex")).to_have_count(3)


def test_the_staff_is_asked(server: Server, seat: Seat) -> None:
    """What it would do is in words and lit on the map, and one button does it."""
    player = at(server, seat, moving())
    page = player.page
    page.locator(".ask-staff").click()
    card = page.locator(".advice")
    expect(card.locator("li").first).to_be_visible()
    expect(page.locator(".layer-flash *")).not_to_have_count(0)
    before = page.locator(".table").get_attribute("data-state") or ""
    card.locator("button.main").click()
    page.wait_for_function("() => document.querySelector('.advice').hidden")
    expect(page.locator(".table")).not_to_have_attribute("data-state", before)
    player.rest()
    page.locator(".ask-staff").click()
    expect(card.locator("li").first).to_be_visible()
    if card.locator("ol").inner_text() == "Stop here":  # the adviser's time was over before the end of the move
        card.locator("button.main").click()
        player.rest()
        page.locator(".ask-staff").click()
    expect(card.locator("ol")).to_contain_text(re.compile(r"Go to (\d{4} near \w|\w[^,]* \(\d{4}\))"))


def test_the_staff_is_not_there_between_two_people(server: Server, seat: Seat) -> None:
    made = server.match(situation=fairly(moving()), seats={"german": {"kind": "here"}, "french": {"kind": "invite"}})
    player = seat()
    player.sit(made["id"], made["token"])
    player.asked()
    expect(player.page.locator(".ask-staff")).to_be_hidden()


def test_a_unit_tells_why(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    page = player.page
    page.keyboard.press("Tab")
    page.keyboard.press("i")
    page.wait_for_selector("dialog .tally")
    expect(page.locator("dialog")).to_contain_text("upply", use_inner_text=True)


def test_pan_zoom_fit_and_minimap(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    page = player.page
    x, y = player.point("4308")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    near = player.point("4308")
    assert abs(near[0] - x) + abs(near[1] - y) < 3, "the hex under the pointer stays there"
    page.keyboard.press("f")
    box = page.locator(".world").bounding_box()
    felt = page.locator(".felt").bounding_box()
    assert box
    assert felt
    assert box["width"] <= felt["width"] + 1
    for _ in range(3):
        page.keyboard.press("+")
    box = page.locator(".world").bounding_box()
    page.locator(".minimap").click(position={"x": 30, "y": 30})
    player.rest()
    assert page.locator(".world").bounding_box() != box


def test_the_map_is_drawn_and_nothing_comes_from_elsewhere(server: Server, seat: Seat) -> None:
    player = seat(real_map=True)
    asked: list[str] = []
    player.page.on("request", lambda r: asked.append(r.url))
    made = server.match()
    player.sit(made["id"], made["token"])
    assert asked
    assert all(u.startswith((server.address, "blob:", "data:")) for u in asked)
    assert not any(made["token"] in u for u in asked), "seats never travel in addresses"
    player.page.wait_for_selector(".picture canvas:not([hidden])")
    tones = player.page.evaluate(
        """() => {
            const canvas = document.querySelector('.picture canvas');
            const pen = new OffscreenCanvas(canvas.width, 1).getContext('2d');
            pen.drawImage(canvas, 0, -canvas.height / 2);
            const bytes = pen.getImageData(0, 0, canvas.width, 1).data;
            return new Set(bytes).size;
        }"""
    )
    assert tones > 50, "a row of the picture has many colours"
