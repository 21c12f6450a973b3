"""Manstein's War in the browser: set-up by hand, a week by mouse, secrets between two browsers, advice to the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import meuse
from meuse.games import make_game
from tests.web.browser import Server
from tests.web.conftest import Seat
from tests.web.hands import Mouse
from tests.web.manstein import BREAKTHROUGH, CROSSING, LANDING, Marshal, sit

COMPUTER = {"kind": "computer", "player": "staff", "level": "regular"}

ORDER = ("logistics", "fortification")
"""Units that others are set up near come first."""
OF_A_KIND = 4
"""Units of each type that are set up one by one; a button does the rest."""


def set_up(marshal: Marshal, side: str) -> int:
    """Some units of every type out of the hand and onto the hex where they stood in May 1940."""
    deployment = make_game("mansteins-war").deployment.units  # type: ignore[attr-defined]
    kind = {unit: counter["type"] for unit, counter in make_game("mansteins-war").sheet()["counters"].items()
            if unit in deployment and counter["side"] == side}
    waiting = [unit for one in dict.fromkeys((*ORDER, *kind.values()))
               for unit in [unit for unit in kind if kind[unit] == one][:OF_A_KIND]]
    for unit in waiting:
        marshal.take(unit)
        marshal.go(deployment[unit])
        expect(marshal.page.locator(f"[data-stack='{deployment[unit]}'] [data-unit='{unit}']"), unit).to_have_count(1)
    marshal.act("historical")
    return len(waiting)


def test_both_sides_set_up_by_hand(server: Server, seat: Seat) -> None:
    """The plans in secret, then units by a click on each and one on its hex, and the rest as they stood."""
    marshal = sit(server, seat())
    marshal.act("keep okh")
    marshal.act("keep plan-e")
    assert set_up(marshal, "allied") > 10
    assert set_up(marshal, "german") > 10
    marshal.act("load none")
    cards = marshal.page.locator(".marker-card")
    expect(cards).to_have_count(5)
    assert set(cards.evaluate_all("all => all.map(card => card.dataset.action)")) == {
        f"select {marker}" for marker in ("hga", "hgb", "hgc", "okh", "pgk")}
    marshal.page.locator("#tab-turn").click()
    command = marshal.page.locator("[data-display=Command]")
    expect(command, "the Allies' bin").to_contain_text("hidden", use_inner_text=True)


def test_a_whole_week_by_mouse(server: Server, seat: Seat) -> None:
    """Aircraft, a ride by rail, a march, an attack with a choice of tables, retreat and pursuit; then the week ends."""
    marshal = sit(server, seat(), situation=BREAKTHROUGH)
    page = marshal.page
    page.evaluate("localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'off'}))")
    marshal.take("de-air-8")
    marshal.go("1440")
    marshal.act("done")
    marshal.touch("de-4-army")
    marshal.act("rail de-4-army")
    marshal.go("1739")
    marshal.touch("de-14-corps")
    page.wait_for_selector(".reach-hex")
    marshal.go("1541")
    marshal.act("end")
    marshal.go("1440")
    marshal.act("all")
    chances = page.locator(".one-table")
    expect(chances).to_have_count(2)
    for one in chances.all():
        shown = [int((text or "").rstrip("%")) for text in one.locator(".percent").all_text_contents()]
        assert 98 <= sum(shown) <= 102, "the chances of a table are all of them, but for rounding"
    expect(page.locator(".attack .modifiers")).to_contain_text("Fliegerkorps VIII", use_inner_text=True)
    marshal.act("attack")
    marshal.act("mobile")
    assert marshal.prompt.startswith("Allied"), "who retreats chooses the way"
    marshal.go("1340")
    while "pursue" not in marshal.prompt.lower():
        marshal.go(Mouse(marshal).lit_hexes()[0])
    before = marshal.moment
    marshal.touch("de-19-corps")
    marshal.settled(before)
    log = page.locator(".log")
    for words in ("Fliegerkorps VIII flies to", "4 Army goes by rail", "14 Corps moves to", "attack 1440", "Mobile",
                  "2 Army retreats to", "19 Corps pursues to"):
        expect(log, words).to_contain_text(words)
    while "Week 3" not in page.locator(".status").inner_text():
        go_on(marshal)
    expect(page.locator(".toast.refused")).to_have_count(0)


def go_on(marshal: Marshal) -> None:
    """The button that ends what is being done, or the first card."""
    marshal.rest()
    offered = [action for action in ("end", "done", "stop", "load none") if marshal.page.locator(
        f'[data-action="{action}"]').count()]
    marshal.act(offered[0])


def test_two_browsers_never_receive_each_others_secrets(server: Server, seat: Seat) -> None:
    """Everything that the sockets bring is kept and searched: plans, what is loaded, bins, and who is yet to come."""
    made = server.post("/matches", {"game": "mansteins-war", "scenario": "campaign", "options": {},
                                    "seats": {"german": {"kind": "here"}, "allied": {"kind": "invite"}}})
    heard: dict[str, list[str]] = {"german": [], "allied": []}
    players = {side: Marshal(seat()) for side in heard}
    for side, token in (("german", made["token"]), ("allied", made["invites"]["allied"])):
        listen(players[side], heard[side])
        players[side].come(made["id"], token)
    german, allied = players["german"], players["allied"]
    for player, plan in ((german, "okh"), (allied, "plan-r")):
        player.page.locator(f'[data-action="keep {plan}"]').click()
    for player in (allied, german):
        expect(player.page.locator('[data-action="historical"]')).to_be_visible()
        player.act("historical")
    allied.act("load plan-r")
    expect(german.page.locator('[data-action="select pgk"]')).to_be_visible()
    german.act("select pgk")
    german.act("done")
    expect(allied.page.locator(".status")).to_contain_text("movement segment")
    secrets = {"german": ("plan-r", "fr-6-army", "gb-1-armour"), "allied": ("okh", "de-2-army", "de-9-army")}
    for side, hidden in secrets.items():
        tables = "".join(heard[side])
        assert '"view"' in tables
        for word in hidden:
            assert f'"{word}"' not in tables.replace('"keep okh-mod"', ""), f"the {side} side has heard of {word}"
        other = "allied" if side == "german" else "german"
        assert f'"{other}":null' in tables, "the other bin is there, and empty"


def listen(marshal: Marshal, heard: list[str]) -> None:
    """Keep every frame that the page's sockets receive."""
    marshal.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))


def test_the_last_week_is_played_to_its_end_by_advice(server: Server, seat: Seat) -> None:
    """The staff is asked, and what it advises is done, until the game is over."""
    last_week = BREAKTHROUGH.replace("turn = 2", "turn = 6").replace("dice = [2]\n", "")
    marshal = sit(server, seat(), situation=last_week, seats={"german": {"kind": "here"}, "allied": COMPUTER})
    marshal.page.evaluate("localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'off'}))")
    marshal.play_by_advice(100)
    expect(marshal.page.locator(".prompt")).to_contain_text(re.compile(r"German \d+, Allied \d+"))


def costly_die() -> int:
    """A die with which the attack over the Marne costs the French a step and leaves them there, whatever the charts."""
    for die in range(1, 7):
        match = meuse.situation(CROSSING.format(die=die))
        for action in ("end", "attack 1442", "all", "attack", "assault"):
            match.apply("german", action)
        while match.actors and not match.legal(match.actors[0])[0].startswith("bridgehead"):
            losses = [action for action in match.legal(match.actors[0]) if action.startswith("lose")]
            if not losses:
                break
            match.apply(match.actors[0], losses[0])
        if any(action.startswith("bridgehead") for action in match.legal("german")):
            return die
    raise AssertionError("no result of the Assault table secures a crossing here")


def test_optional_rules_by_mouse(server: Server, seat: Seat) -> None:
    """The airlift carries a corps from city to city, a bridgehead is secured and taken up, and Paris declared open."""
    options = {"airlift": "on", "bridgeheads": "on", "open-cities": "on"}
    marshal = sit(server, seat(), situation=CROSSING.format(die=costly_die()), options=options)
    page = marshal.page
    page.evaluate("localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'off'}))")
    marshal.touch("de-llk")
    marshal.act("carry de-llk")
    marshal.go("1934")
    expect(page.locator("[data-stack='1934'] [data-unit='de-llk']")).to_have_count(1)
    marshal.act("end")
    marshal.go("1442")
    marshal.act("all")
    tables = page.locator(".attack .crt")
    expect(tables.first.locator("thead th"), "the die and every column of the table").to_have_count(11)
    assert tables.first.locator(".scroll").evaluate("s => s.scrollWidth <= s.clientWidth"), "it fits the panel"
    marshal.act("attack")
    marshal.act("assault")
    while "crossing" not in marshal.prompt:
        before = marshal.moment
        marshal.touch(Mouse(marshal).lit_units()[0])
        marshal.settled(before)
    marshal.go("1441")
    expect(page.locator(".marker.bridgehead")).to_have_count(1)
    marshal.cross("1441-1442")
    expect(page.locator(".marker.bridgehead")).to_have_count(0)
    while "open cities" not in marshal.prompt:
        go_on(marshal)
    marshal.go("0941")
    expect(page.locator(".marker.open-city")).to_have_count(1)
    for words in ("LLK", "bridgehead", "is declared an open city"):
        expect(page.locator(".log"), words).to_contain_text(words)
    expect(page.locator(".toast.refused")).to_have_count(0)


def test_an_opposed_landing_by_mouse(server: Server, seat: Seat) -> None:
    marshal = sit(server, seat(), situation=LANDING)
    page = marshal.page
    page.evaluate("localStorage.setItem('meuse.taste', JSON.stringify({briefing: false, pace: 'off'}))")
    marshal.touch("de-llk")
    marshal.act("drop de-llk")
    marshal.go("1434")
    expect(page.locator(".marker.landing")).to_have_count(1)
    marshal.act("end")
    assert "the landing in Breda (1434) must be fought" in marshal.prompt
    marshal.go("1434")
    expect(page.locator(".log")).to_contain_text("LLK lands by air in Breda")
    expect(page.locator(".log")).to_contain_text("LLK attacks Breda (1434)")
