"""The other side's turn in the browser: played out in order, results after their dice, and told again at any time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import meuse
from tests.web.browser import PLACE_OF_HEX, Player, Server
from tests.web.conftest import Seat
from tests.web.manstein import BREAKTHROUGH
from tests.web.situations import fighting, moving

LOG = """() => [...document.querySelectorAll('.log-list .entry .text')].map(e => e.textContent)"""

WATCH = """() => { window.watched = []; const look = () => {
  if (document.querySelector('.playout:not([hidden]) .die')) window.watched.push([
    Boolean(document.querySelector('.die.rolling')),
    [...document.querySelectorAll('.log-list .entry .text')].some(e => e.textContent.startsWith('Dice ')),
    Boolean(document.querySelector('[data-unit="fr-11-cur-5-dlc"]'))]);
  requestAnimationFrame(look); }; look(); }"""


def watching(server: Server, player: Player, **more: Any) -> dict[str, Any]:
    """Somebody's match, watched from this page."""
    made = server.match(**more)
    player.page.goto(f"{player.address}/#/match/{made['id']}/{made['spectate']}")
    player.page.wait_for_selector(".prompt .what")
    return made


def slide(player: Player, number: int, words: str) -> str:
    """The text of a slide once it says this."""
    player.page.wait_for_function(
        "([n, words]) => document.querySelector('.playout-count').textContent.startsWith(`${n} of`)"
        " && document.querySelector('.told-text').textContent.includes(words)", arg=[number, words])
    return player.page.locator(".told-text").inner_text()


def test_the_opponents_turn_is_seen_in_order_and_told_again(server: Server, seat: Seat) -> None:
    """A march of three steps is one slide with its way; the log has each move when it is shown, and not before."""
    player = seat(pace="step")
    made = watching(server, player, situation=moving())
    ways = {"de-i-1-1-pz": ["4308", "4208"], "de-ii-1-1-pz": ["4407", "4307"]}
    acts = [f"{verb}" for unit, way in ways.items() for verb in (f"move {unit}", *(f"step {h}" for h in way), "stop")]
    player.elsewhere(made, acts)
    seen = []
    for number in (1, 2):
        text = slide(player, number, "2 hexes")
        seen.append(text)
        assert player.page.evaluate(LOG)[-1] == text, "nothing that is still to be shown"
        expect(player.page.locator(".arrow-move .arrow-line")).to_have_count(1)
        assert player.page.locator("[data-unit='de-ii-1-1-pz']").first.evaluate(
            "e => e.closest('[data-stack]').dataset.stack") == ("4408" if number == 1 else "4307")
        player.page.keyboard.press("Space")
    assert [text.partition(" ")[0] for text in seen] == ["I/1", "II/1"]
    expect(player.page.locator(".playout")).to_be_hidden()
    player.page.keyboard.press("r")
    expect(player.page.locator(".arrow-move")).to_have_count(2)
    expect(player.page.locator(".recap li")).to_have_text(seen)
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".recap")).to_be_hidden()
    expect(player.page.locator(".arrow")).to_have_count(0)
    player.page.reload()
    player.ready()
    player.page.locator(".tools button[title='Since your last move']").click()
    expect(player.page.locator(".recap li")).to_have_count(2)


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_map_lies_again_where_the_player_had_it(server: Server, seat: Seat, by_hand: bool) -> None:
    """A move far away is shown, and then his own ground again, unless he has moved the map meanwhile."""
    player = seat(pace="step")
    made = watching(server, player, situation=moving())
    player.show("2512")
    where = player.point("2512")
    player.elsewhere(made, ["move de-i-1-1-pz", "step 4308", "stop"])
    player.page.wait_for_selector(".arrow-move")
    assert player.page.evaluate(PLACE_OF_HEX, ["2512", player.sheet]) != list(where), "the map went there"
    if by_hand:
        player.page.mouse.move(500, 400)
        player.page.mouse.wheel(0, 20)
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".playout")).to_be_hidden()
    assert (player.point("2512") == pytest.approx(where, abs=2)) is not by_hand


def test_an_attack_shows_its_odds_and_its_results_after_the_dice(server: Server, seat: Seat) -> None:
    player = seat(pace="fast", reduced_motion="no-preference")
    made = watching(server, player, situation=fighting())
    player.page.evaluate(WATCH)
    player.elsewhere(made, ["attack 4108", "all", "attack", "pass", "guns 0"])
    expect(player.page.locator(".arrow-attack")).to_have_count(1)
    expect(player.page.locator(".arrow-says")).to_contain_text(":")
    player.page.wait_for_function("() => window.watched.some(([rolls, log]) => !rolls && log)")
    watched = player.page.evaluate("window.watched")
    rolling = [(log, stands) for rolls, log, stands in watched if rolls]
    assert rolling, "the dice were seen to roll"
    assert all(stands and not log for log, stands in rolling), "neither log nor map has a result while they roll"
    report = player.page.locator(".battle-report")
    expect(report).to_contain_text("Battle of Bertrix")
    expect(report).to_contain_text("This or worse")
    expect(report.locator("h4")).to_contain_text(["Forces", "Dice", "Losses"])
    report.get_by_label("Close the report").click()
    expect(report).to_be_hidden()
    player.page.locator(".log-list").get_by_label("Battle report").click()
    expect(report).to_contain_text("Battle of Bertrix")


@pytest.mark.parametrize(("game", "more", "acts"), [
    ("mansteins-war", {"situation": BREAKTHROUGH}, 12), ("blitzkrieg", {}, 3), ("ghost-division", {}, 12),
])
def test_every_game_is_played_out_without_empty_slides(
    server: Server, seat: Seat, game: str, more: dict[str, Any], acts: int
) -> None:
    """Headings stand above what happens under them and make no slide of their own; skipping shows all there is."""
    player = seat(pace="step")
    box = meuse.make_game(game)
    player.sheet = f"/api/games/{game}/sheet?scenario={box.scenario}"
    seats = {side: {"kind": "here"} for side in box.sides}
    made = watching(server, player, game=game, scenario=box.scenario, seats=seats, **more)
    player.elsewhere(made, acts)
    player.page.wait_for_selector(".playout:not([hidden])")
    title = player.page.locator(".told-title").inner_text()
    assert title.split()[0] not in ("Segment", "Turn", "Phase", "Player"), title
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".playout")).to_be_hidden()
    assert len(player.page.evaluate(LOG)) > 1


def test_the_pace_is_remembered(server: Server, seat: Seat) -> None:
    player = seat(pace="step")
    made = watching(server, player, situation=moving())
    player.elsewhere(made, ["move de-i-1-1-pz", "step 4308", "stop"])
    player.page.wait_for_selector(".playout:not([hidden])")
    player.page.locator(".playout select").select_option("fast")
    player.page.reload()
    player.ready()
    player.elsewhere(made, ["move de-ii-1-1-pz", "step 4407", "stop"])
    expect(player.page.locator(".playout select")).to_have_value("fast")
    expect(player.page.locator(".playout")).to_be_hidden()
