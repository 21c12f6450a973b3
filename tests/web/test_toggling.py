"""Choosing is toggling: a second click takes a unit out; what was begun can be left; a whole stack in one go."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.ghost import MEUSE
from tests.web.situations import fighting, moving, open_activation
from tests.web.test_hand_and_eye import place
from tests.web.test_table import at

IN, ALSO = "de-i-1-1-pz", "de-ii-1-1-pz"


def counter(player: Player, unit: str) -> Locator:
    return player.page.locator(f".layer-counters [data-unit='{unit}']")


def chosen(player: Player, *units: str) -> None:
    """Those look chosen, and no other."""
    expect(player.page.locator(".layer-counters .chosen")).to_have_count(len(units))
    for unit in units:
        expect(counter(player, unit)).to_have_class(re.compile("chosen"))


def ground(player: Player) -> None:
    """Go on until units may move."""
    table = player.page.locator(".table")
    while player.page.locator(".buttons [data-action='done']").count():
        before = table.get_attribute("data-state") or ""
        player.press("done")
        expect(table).not_to_have_attribute("data-state", before)
        player.rest()
    player.expect("Move units")


def test_an_attacker_is_taken_out_by_a_second_click(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    player.click("4108")
    for unit, left in ((IN, (IN,)), (ALSO, (IN, ALSO)), (IN, (ALSO,)), (ALSO, ()), (IN, (IN,))):
        player.pick(unit)
        chosen(player, *left)
        expect(player.page.locator(".aim")).to_have_count(1)
    expect(player.page.locator(".attack .strength").first).to_contain_text("5")


def test_all_of_them_can_be_taken_out_one_by_one(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    player.click("4108")
    player.press("all")
    chosen(player, IN, ALSO)
    player.pick(ALSO)
    chosen(player, IN)


def test_an_attack_is_left_by_escape_and_by_cancel(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    for leave in ("Escape", "Cancel"):
        player.click("4108")
        player.press("all")
        chosen(player, IN, ALSO)
        if leave == "Escape":
            player.page.keyboard.press("Escape")
        else:
            player.page.get_by_role("button", name="Cancel").click()
        player.expect("Choose a hex to attack")
        chosen(player)
        expect(player.page.locator(".aim")).to_have_count(0)


TWO_TAPS = """async between => {
  const { Hands } = await import('/table/hands.js');
  let whole = 0;
  const hands = new Hands({ before() {}, choices: { together: { whole: () => (whole += 1) }, tap() {} } });
  const button = document.body.appendChild(document.createElement('button'));
  const spot = { hex: '4108', shift: false, touch: false };
  hands.tap(spot);
  if (between === 'key') document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  if (between === 'button') button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  hands.tap(spot);
  return whole;
}"""


def test_a_key_or_a_button_between_two_taps_makes_them_two(seat: Seat) -> None:
    """In one go, since time alone would part them on a slow machine."""
    player = seat()
    player.page.goto(f"{player.address}/")
    for between, doubles in (("nothing", 1), ("key", 0), ("button", 0)):
        assert player.page.evaluate(TWO_TAPS, between) == doubles, between


def test_one_who_was_left_out_is_taken_in_again(server: Server, seat: Seat) -> None:
    player = at(server, seat, open_activation())
    player.pick(IN)
    expect(counter(player, IN)).to_have_class(re.compile("left-out"))
    player.pick(IN)
    expect(player.page.locator(".left-out")).to_have_count(0)


def test_a_stack_moves_in_two_clicks(server: Server, seat: Seat) -> None:
    """With Shift the whole stack is taken; then its goal. A double click takes it as well."""
    player = at(server, seat, moving())
    player.click("4408", shift=True)
    player.expect("II/1 1 Pz, I/1 1 Pz")
    expect(player.page.locator(".meter")).to_contain_text("stacking points")
    player.shaded()
    before = place(player)
    player.click("4308")
    player.page.wait_for_function("() => document.querySelectorAll(\"[data-stack='4308'] [data-unit]\").length === 2")
    assert place(player) == before


def test_a_double_click_takes_the_whole_stack(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.page.mouse.dblclick(*player.point("4408"))
    player.expect("II/1 1 Pz, I/1 1 Pz")
    player.pick(ALSO)
    chosen(player, IN)
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    player.page.get_by_role("button", name="End this mode").wait_for()


def test_an_attack_with_all_takes_two_clicks_to_its_odds(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    player.click("4108", shift=True)
    chosen(player, IN, ALSO)
    player.press("attack")
    player.expect("Add an air unit")


def test_a_box_chooses_all_in_it(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    player.click("4108")
    mouse, (x, y) = player.page.mouse, player.point("4208")
    player.page.keyboard.down("Shift")
    mouse.move(x + 60, y - 70)
    mouse.down()
    mouse.move(x - 20, y + 20)
    mouse.move(x - 50, y + 60)
    mouse.up()
    player.page.keyboard.up("Shift")
    chosen(player, IN, ALSO)


def test_a_key_goes_to_the_next_unit_that_can_act(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    found = []
    for _ in range(4):
        player.page.keyboard.press("n")
        player.page.wait_for_selector(".reach-hex")
        found.append(player.page.locator(".layer-counters .chosen").get_attribute("data-unit"))
    assert len(set(found)) == 4, found


def test_overstacking_is_shown_in_the_reach(server: Server, seat: Seat) -> None:
    crowd = moving().replace('"SR 1 1 Pz" = "4507"', '"SR 1 1 Pz" = "4507"\n"10 10 Pz" = "4307"\n"GD" = "4307"')
    player = at(server, seat, crowd)
    player.pick("de-1-1-pz")
    player.shaded()
    expect(player.page.locator(".reach-hex.crowded")).to_have_count(1)


def test_a_stack_of_ghost_division_is_built_and_taken_apart(server: Server, seat: Seat) -> None:
    """As many are taken as fit, and each can be put back."""
    situation = MEUSE.replace('"D1"', '"D2"').replace('"N16"', '"N15"')
    made = server.post("/matches", {"game": "ghost-division", "situation": situation,
                                    "seats": {"german": {"kind": "here"}}, "seed": 1940})
    player = seat()
    player.sit(made["id"], made["token"])
    ground(player)
    player.page.locator(".layer-counters [data-unit='pz38-1']").click()
    chosen(player, "pz38-1")
    player.page.get_by_role("button", name="along").last.click()
    taken = player.page.locator(".layer-counters .chosen")
    expect(taken).to_have_count(9)
    expect(player.page.get_by_role("button", name="along")).to_have_count(0)
    expect(player.page.locator(".meter")).to_contain_text("battalions in the stack")
    player.page.locator(".layer-counters [data-unit='pz38-1']").click()
    expect(taken).to_have_count(8)
    player.page.keyboard.press("Escape")
    chosen(player)
