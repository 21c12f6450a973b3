"""Dice that a suspicious opponent can trust: salts from both browsers, and the proof worked out in the browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat

DRAWING = """
phase = "activation"
turn = 2
[units]
"HQ 1 Pz" = "4508"
"I/1 1 Pz" = "4408"
"11 Cur 5 DLC" = "4108"
"""
"""The first thing that happens is the draw of a chit."""
TWO = {"german": {"kind": "here"}, "french": {"kind": "invite"}}
HASHES = """async () => {
  const { hmac, hex, joined, plainSha256, sha256 } = await import('/common/hash.js');
  const found = [];
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = new Uint8Array(length).map((_, i) => i * 7);
    found.push(hex(plainSha256(bytes)) === hex(await sha256(bytes)));
  }
  return [found, hex(await hmac(joined('key'), 'The quick brown fox jumps over the lazy dog'))];
}"""


def both_there(server: Server, seat: Seat, **more: Any) -> tuple[dict[str, Any], Player, Player]:
    made = server.match(seats=TWO, situation=DRAWING, **more)
    german, french = seat(), seat()
    german.sit(made["id"], made["token"])
    german.expect("Waiting for the other player's browser (French)")
    expect(german.page.locator(".log .entry", has_text="chit"), "no die falls before both are there").to_have_count(0)
    french.sit(made["id"], made["invites"]["french"])
    for player in (german, french):
        player.page.wait_for_function("() => !document.querySelector('.prompt').textContent.includes('browser')")
    return made, german, french


def resigned(player: Player, side: str) -> None:
    player.page.locator("#tab-match").click()
    player.page.get_by_text(f"Resign {side}").click()
    player.page.locator("dialog").get_by_text("Yes").click()
    player.page.get_by_text("Verify the dice").wait_for()


def findings(player: Player) -> str:
    player.leave_the_end_page()
    player.page.locator("#tab-match").click()
    player.page.get_by_text("Verify the dice").click()
    player.page.wait_for_selector(".findings")
    return player.page.locator(".findings").inner_text()


def tampering(page: Page, path: str, change: Callable[[Any], None]) -> None:
    """A server that tells this browser otherwise than it is."""
    def answer(route: Route) -> None:
        got = route.fetch()
        body = got.json()
        change(body)
        route.fulfill(response=got, body=json.dumps(body))

    page.route(path, answer)


def test_both_browsers_salt_the_dice_and_verify_them(server: Server, seat: Seat) -> None:
    _, german, french = both_there(server, seat)
    german.page.locator("#tab-match").click()
    told = german.page.locator(".match-panel")
    expect(told).to_contain_text("German's browser has added its salt.")
    expect(told).to_contain_text("French's browser has added its salt.")
    resigned(french, "French")
    for player in (german, french):
        text = findings(player)
        assert "✓ Every die is verified" in text
        assert "with the salts of German and French mixed in" in text
        assert "those that were promised when this browser first opened the match" in text
        expect(player.page.locator(".dice-alarm")).to_have_count(0)


def test_a_record_with_another_die_is_found_out_in_the_browser(server: Server, seat: Seat) -> None:
    """The server lies consistently: in the record, and in what it says the dice were drawn from."""
    _, german, french = both_there(server, seat)
    resigned(french, "French")

    def other(action: str, proof: Any) -> str:
        return next(a for a, _ in proof["tables"][proof["dice"][0][2]] if a != action)

    truth = german.page.evaluate("""async () => {
      const [, , id, token] = location.hash.split('/');
      const ask = path => fetch(`/api/matches/${id}/${path}`, { headers: { Authorization: `Bearer ${token}` } });
      return [await (await ask('record')).json(), await (await ask('verify')).json()];
    }""")
    was = truth[1]["proof"]["dice"][0][1]
    false = other(was, truth[1]["proof"])

    def of_record(body: Any) -> None:
        next(entry for entry in body["actions"] if entry[2] == 0)[1] = false

    def of_proof(body: Any) -> None:
        body["proof"]["dice"][0][1] = false

    tampering(german.page, "**/record", of_record)
    tampering(german.page, "**/verify", of_proof)
    text = findings(german)
    assert "✗ Not every die is verified" in text
    assert f"Die 0 is “{false}” in the record, but the promised key gives “{was}”" in text
    expect(german.page.locator(".dice-alarm")).to_contain_text("cannot be trusted", use_inner_text=True)


def test_another_key_than_the_promised_one_is_found_out(server: Server, seat: Seat) -> None:
    """Key and commitment fit each other and every die; only the browser remembers that it was promised another."""
    _, german, french = both_there(server, seat)
    resigned(french, "French")
    own = server.match(situation=DRAWING, seed=7)
    fetch = """async ([id, token]) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      await fetch(`/api/matches/${id}/resign`, { method: 'POST', headers, body: '{"side": "german"}' });
      const ask = async path => (await fetch(`/api/matches/${id}/${path}`, { headers })).json();
      return [await ask('record'), await ask('verify')];
    }"""
    record, verdict = german.page.evaluate(fetch, [own["id"], own["token"]])
    tampering(german.page, "**/record", lambda body: body.update(record))
    tampering(german.page, "**/verify", lambda body: body.update(verdict))
    text = findings(german)
    assert "promised otherwise than this browser saw when it first opened the match" in text
    expect(german.page.locator(".dice-alarm")).to_have_count(1)


def test_a_commitment_that_changes_is_reported_at_once(server: Server, seat: Seat) -> None:
    _, german, _ = both_there(server, seat)

    def wire(ws: WebSocketRoute) -> None:
        there = ws.connect_to_server()

        def told(message: str | bytes) -> None:
            body = json.loads(message)
            ws.send(json.dumps({**body, "commitment": "0" * 64}) if body["type"] == "dice" else message)

        there.on_message(told)

    german.page.route_web_socket("**/socket", wire)
    german.page.reload()
    german.ready()
    expect(german.page.locator(".dice-alarm")).to_contain_text("now names another key")


def test_two_at_one_screen_and_a_page_without_web_crypto(server: Server, seat: Seat) -> None:
    """One browser's salt is enough; and a plain page's own SHA-256 makes the same of it."""
    made = server.match(seats={"german": {"kind": "here"}, "french": {"kind": "here"}}, situation=DRAWING, salt=True,
                        seed=None)
    player = seat()
    player.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    player.sit(made["id"], made["token"])
    player.page.wait_for_function("() => !document.querySelector('.prompt').textContent.includes('browser')")
    resigned(player, "German")
    text = findings(player)
    assert "✓ Every die is verified" in text
    assert "with the salts of German mixed in" in text


def test_the_plain_hash_is_sha_256(server: Server, seat: Seat) -> None:
    player = seat()
    player.page.goto(server.address)
    same, fox = player.page.evaluate(HASHES)
    assert all(same)
    assert fox == "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"


def test_scripted_and_seeded_dice_are_flagged(server: Server, seat: Seat) -> None:
    made = server.match(situation=f'dice = ["XIX"]{DRAWING}')
    player = seat()
    player.sit(made["id"], made["token"])
    expect(player.page.locator(".dice-flags")).to_have_text("scripted dice, seeded dice")
    resigned(player, "German")
    text = findings(player)
    assert "✗ Not every die is verified" in text
    assert "1 dice were given by the situation, not rolled" in text
    assert "whoever chose that knew the dice" in text
    expect(player.page.locator(".dice-alarm"), "nobody has broken a promise").to_have_count(0)
