"""What costs points says so, every click says why, nothing is lost with the panel, a division comes on in one go."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import meuse
from tests.web.browser import PHONE, TABLET, Player, Server
from tests.web.conftest import Seat
from tests.web.ghost import MEUSE
from tests.web.situations import fighting, moving
from tests.web.test_table import at


def commander(server: Server, seat: Seat, segment: str) -> Player:
    made = server.post("/matches", {"game": "ghost-division", "situation": MEUSE.replace('"D1"', f'"{segment}"'),
                                    "seats": {"german": {"kind": "here"}}, "seed": 1940})
    player = seat()
    player.sit(made["id"], made["token"])
    return player


def points(player: Player) -> str | None:
    player.rest()
    return player.page.locator(".table").get_attribute("data-state")


def test_points_are_spent_only_when_their_price_has_been_seen(server: Server, seat: Seat) -> None:
    player = commander(server, seat, "D2")
    before = points(player)
    player.page.locator(".layer-counters [data-unit='rommel']").click()
    expect(player.page.locator(".which")).to_contain_text("1 OP")
    assert points(player) == before
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("1")
    player.expect("Move units")
    expect(player.page.locator(".top")).to_contain_text("30 OP")


def test_the_tasks_of_an_engineer_are_listed_with_their_chances(server: Server, seat: Seat) -> None:
    player = commander(server, seat, "D5")
    player.page.locator(".layer-counters [data-unit='pi-58']").click()
    for task in ("Build a Bridge at N13-N14", "Restore the bridge N13-N14"):
        expect(player.page.get_by_role("button", name=task)).to_contain_text("Meuse, 4 to 6: 50 %")
    player.page.keyboard.press("Escape")
    player.expect("set Engineers to work")


@pytest.mark.parametrize(("unit", "why"), [("de-hq-1-pz", "headquarters"), ("de-1-1-pz", "next to")])
def test_a_click_that_does_nothing_says_why(server: Server, seat: Seat, unit: str, why: str) -> None:
    player = at(server, seat, fighting())
    player.click("4108")
    player.expect("Choose the units")
    player.pick(unit)
    expect(player.page.locator(".toast.refused").last).to_contain_text(why)


def test_the_odds_come_to_the_target(server: Server, seat: Seat) -> None:
    player = at(server, seat, fighting())
    player.page.keyboard.press("p")
    player.click("4108", shift=True)
    chip = player.page.locator(".odds-chip")
    expect(chip).to_contain_text(re.compile(r"\d:\d.*%"))
    expect(player.page.locator(".attack")).to_be_hidden()
    chip.click()
    expect(player.page.locator(".attack")).to_be_visible()


def many_to_bring_on() -> str:
    """The XIX Corps is drawn on the second day: 29 units of four divisions wait at the edge."""
    match = meuse.new("sedan", seed=3)
    while sum(action.startswith("enter") for action in match.legal(match.actors[0])) < 10:
        legal = match.legal(match.actors[0])
        known = ("activate", "move-combat", "end", "pass", "done", "stop", "attack")
        match.apply(match.actors[0], next((a for a in known if a in legal), legal[0]))
    return match.situation()


def test_twenty_units_are_brought_on_in_twelve_clicks(server: Server, seat: Seat) -> None:
    player = at(server, seat, many_to_bring_on())
    player.page.keyboard.press("p")
    groups, clicks, entered = player.page.locator(".buttons .group"), 0, "[data-stack] [data-unit^='de-']"
    before = player.page.locator(entered).count()
    for hex in ("5308", "5309", "5408"):
        many = player.page.locator(entered).count()
        groups.first.click()
        player.shaded()
        player.show(hex)
        player.click(hex)
        clicks += 2
        player.page.wait_for_function(
            "([found, many]) => document.querySelectorAll(found).length > many", arg=[entered, many])
        player.rest()
    assert player.page.locator(entered).count() - before >= 20
    assert clicks <= 12
    assert not overfull(player), "who found no room went beside"


def overfull(player: Player) -> list[str]:
    """The hexes whose counters are more than 7.1a allows."""
    game = meuse.make_game("sedan")
    stacks: dict[str, list[str]] = player.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-stack]')].map(stack => [stack.dataset.stack,"
        " [...stack.querySelectorAll('[data-unit]')].map(counter => counter.dataset.unit)]))")
    assert max(map(len, stacks.values())) > 1
    return [hex for hex, units in stacks.items()
            if sum(game.points[game.by_id[unit]] for unit in units if unit in game.by_id) > game.stack_limit]


def test_i_tells_of_what_the_mouse_points_at(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    player.hover("4507")
    player.page.keyboard.press("i")
    card = player.page.locator(".unit-card")
    expect(card).to_contain_text("SR 1")
    expect(card).to_contain_text(re.compile(r"attack \d, defence \d, movement points \d"))


def test_the_card_lies_beside_what_it_shows(server: Server, seat: Seat) -> None:
    player = at(server, seat, moving())
    for hex, unit in (("4507", "Schützen-Regiment 1"), ("4108", "11e régiment de cuirassiers")):
        player.hover(hex)
        expect(player.page.locator(".loupe")).to_contain_text(unit)
        expect(player.page.locator(".loupe")).to_contain_text("movement points")
        player.rest()
        card, (x, y) = player.page.locator(".loupe").bounding_box(), player.point(hex)
        assert card
        assert not (card["x"] < x < card["x"] + card["width"] and card["y"] < y < card["y"] + card["height"])


def test_the_rules_have_contents_in_the_order_of_the_book(server: Server, seat: Seat) -> None:
    player = commander(server, seat, "D2")
    player.page.get_by_role("tab", name="Charts").click()
    player.page.get_by_role("button", name="All rules in our own words").click()
    expect(player.page.locator(".rule-contents button").nth(20)).to_be_attached()
    chapters = player.page.locator(".rule-contents button").all_inner_texts()
    assert [int(text.split()[0]) for text in chapters] == sorted(int(text.split()[0]) for text in chapters)
    assert len(chapters) > 20
    heads = player.page.locator(".rule-list h3, .rule-list h4").all_inner_texts()
    assert not [head for head in heads if re.search(r"(^|\s)-\d|not used", head)]
    player.page.locator(".rule-contents button", has_text="Stacking").click()
    expect(player.page.locator(".rule-list h3", has_text="Stacking")).to_be_in_viewport()


@pytest.mark.parametrize("window", [TABLET, PHONE])
def test_without_the_panel_on_a_small_window(server: Server, seat: Seat, window: dict[str, int]) -> None:
    made = server.match(situation=fighting())
    player = seat(viewport=window, has_touch=True)
    player.sit(made["id"], made["token"])
    player.page.get_by_role("button", name="Panel").click()
    player.show("4208")
    player.click("4108")
    player.press("all")
    expect(player.page.locator(".odds-chip")).to_be_visible()


SENTENCES = """async (texts) => {
  const { inPlaces } = await import('/common/places.js');
  const sheet = await (await fetch('/api/games/sedan/sheet?scenario=race-to-the-meuse')).json();
  return texts.map(text => inPlaces(text, sheet));
}"""


def test_sentences_name_their_places(seat: Seat) -> None:
    """Where a number stands alone; what names its place, a bridge by its two banks, or a year is left as it is."""
    player = seat()
    player.page.goto(player.address)
    left = ["Sedan (3414) is held", "4113 near Herbeumont", "the bridge 3414-3415", "13 May 1940", "die 3, 12 to 4"]
    told = player.page.evaluate(SENTENCES, ["Attack 3414, or be done.", "4113 is full", *left])
    assert told[0] == "Attack Sedan (3414), or be done."
    assert re.fullmatch(r"4113 near \S+ is full", told[1])
    assert told[2:] == left


THOUGHTS = """async (plans) => {
  const { chances, Thinking } = await import('/table/thinking.js');
  const computer = new Thinking({ mine: [] }, { link: null });
  computer.heard({ side: 'german', done: 1, simulations: 0, plans });
  return [chances({ now: 0.48, after: 0.53, plans }), computer.el.querySelector('span').textContent];
}"""


def test_a_plan_that_was_not_played_through_is_given_no_chance(seat: Seat) -> None:
    """Where no plan can be told from another yet, the computer follows its own and plays none through."""
    player = seat()
    player.page.goto(player.address)
    told = player.page.evaluate(THOUGHTS, [["to Sedan", 0.0, 0]])
    assert told == ["The chance to win stands at 48 %.", "German chose: to Sedan."]
    advice, chosen = player.page.evaluate(THOUGHTS, [["to Mouzon", 0.53, 16], ["to Sedan", 0.48, 8]])
    assert advice == ("Played through, the plan “to Mouzon” has a chance of 53 % instead of 48 % to win; "
                      "weighed and found worse: “to Sedan” 48 %.")
    assert chosen == "German chose: to Mouzon (53 %); weighed: to Sedan (48 %)."


def test_a_menu_is_covered_by_no_card(server: Server, seat: Seat) -> None:
    """Who is asked which of several things he means sees the whole question, though the pointer rests on a counter."""
    player = commander(server, seat, "D4a")
    rommel = player.page.locator(".layer-counters [data-unit='rommel']")
    rommel.hover()
    expect(player.page.locator(".loupe")).to_be_visible()
    rommel.click()
    expect(player.page.locator(".which")).to_be_visible()
    expect(player.page.locator(".loupe")).to_be_hidden()
