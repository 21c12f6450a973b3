"""The lobby, the guided first game, and records in and out."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser import Player, Server
from tests.web.conftest import Seat


def lobby(server: Server, player: Player) -> None:
    player.page.goto(f"{server.address}/")
    player.page.wait_for_selector(".new-match")


def here(player: Player) -> tuple[str, str]:
    """Match and token of the table that is open."""
    _, _, id, token, *_ = player.page.evaluate("location.hash").split("/")
    return id, token


def header(server: Server, id: str, token: str) -> dict[str, object]:
    request = urllib.request.Request(f"{server.address}/api/matches/{id}", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def test_four_games_each_with_counters_of_its_own(server: Server, seat: Seat) -> None:
    player = seat()
    lobby(server, player)
    cards = player.page.locator(".game-card")
    expect(cards).to_have_count(4)
    assert [card.get_attribute("data-game") for card in cards.all()] == [
        "sedan", "ghost-division", "mansteins-war", "blitzkrieg"]
    expect(player.page.locator(".game-card[aria-pressed=true]")).to_contain_text("Sedan", use_inner_text=True)
    for card in cards.all():
        expect(card.locator(".cover .counter")).to_have_count(2)
        with urllib.request.urlopen(f"{server.address}/api/games/{card.get_attribute('data-game')}/sheet") as answer:
            real = json.load(answer)["counters"]
        for drawn in card.locator(".cover .portrait").all():
            id = drawn.locator(".counter").get_attribute("data-unit") or ""
            assert drawn.get_attribute("aria-label") == real[id]["name"]


def test_options_and_seats_reach_the_match(server: Server, seat: Seat) -> None:
    player = seat()
    lobby(server, player)
    page = player.page
    page.locator("input[value=encirclement]").check()
    page.locator(".options summary").click()
    expect(page.locator(".options")).to_contain_text("acts first on turn 1 only", use_inner_text=True)
    page.locator("[name=option-cavalry-first]").select_option("every-turn")
    page.locator("[data-preset=screen]").click()
    page.locator("[name=name-french]").fill("Huntziger")
    page.locator("[type=submit]").click()
    player.ready()
    found = header(server, *here(player))
    assert found["scenario"] == "encirclement"
    assert found["options"]["cavalry-first"] == "every-turn"  # type: ignore[index]
    page.locator("#tab-match").click()
    expect(page.locator(".seats")).to_contain_text("Huntziger", use_inner_text=True)
    page.goto(f"{server.address}/#/")
    expect(page.locator(".my-matches")).to_contain_text("Huntziger", use_inner_text=True)


def test_the_computer_s_level_and_temper_are_chosen(server: Server, seat: Seat) -> None:
    player = seat()
    lobby(server, player)
    level, temper = (player.page.locator(f"[name={what}-french]") for what in ("level", "temper"))
    expect(level).to_have_value("regular")
    level.select_option("novice")
    player.page.locator("[name=player-french]").select_option("random")
    expect(level, "the random player has no levels").to_be_hidden()
    expect(temper, "and no temper").to_be_hidden()
    player.page.locator("[name=player-french]").select_option("staff")
    level.select_option("novice")
    temper.select_option("bold")
    player.page.locator("[type=submit]").click()
    player.ready()
    player.page.locator("#tab-match").click()
    expect(player.page.locator(".seats")).to_contain_text("computer (staff, novice, bold)", use_inner_text=True)


def test_an_invitation_opens_the_other_seat(server: Server, seat: Seat) -> None:
    player, guest = seat(), seat()
    lobby(server, player)
    player.page.locator("[data-preset=network]").click()
    player.page.locator("[type=submit]").click()
    link = player.page.locator("input.invite").input_value()
    guest.page.goto(link)
    guest.ready()
    player.page.locator(".invites a").click()
    player.ready()
    for one in (guest, player):
        expect(one.page.locator(".prompt"), "both browsers have added their salt").not_to_contain_text("browser")
    guest.page.locator(".buttons button").or_(guest.page.locator(".prompt", has_text="Waiting for")).first.wait_for()
    acting, waiting = (guest, player) if guest.buttons else (player, guest)
    acting.asked()
    assert not waiting.buttons
    before = waiting.prompt
    acting.press(acting.buttons[-1])
    waiting.page.wait_for_function("text => document.querySelector('.prompt').innerText !== text", arg=before)


def play_out(player: Player) -> None:
    player.page.locator("#tab-match").click()
    player.page.get_by_text("Resign French").click()
    player.page.locator("dialog button[value=yes]").click()
    player.expect("German victory")
    player.leave_the_end_page()


def test_record_saved_checked_and_brought_back(server: Server, seat: Seat, tmp_path: Path) -> None:
    made = server.match()
    player = seat()
    player.sit(made["id"], made["token"])
    for _ in range(3):
        before = player.prompt
        player.press(player.buttons[-1])
        player.page.wait_for_function("text => document.querySelector('.prompt').innerText !== text", arg=before)
    play_out(player)
    page = player.page
    page.get_by_text("Verify the dice").click()
    expect(page.locator(".match-panel")).to_contain_text("Every die is verified")
    with page.expect_download() as got:
        page.locator(".export").click()
    file = tmp_path / "record.json"
    got.value.save_as(file)
    record = json.loads(file.read_text())
    assert record["game"] == "sedan"
    assert record["actions"]
    page.goto(f"{server.address}/#/verify")
    page.locator("#record-file").set_input_files(file)
    expect(page.locator(".verdict")).to_contain_text("✓")
    page.get_by_text("Open it on the table").click()
    player.ready()
    player.leave_the_end_page()
    page.locator("#tab-match").click()
    page.get_by_text("Replay and timeline").click()
    page.wait_for_selector(".table.looking")
    page.goto(f"{server.address}/#/verify")
    record["actions"][0][1] = "activate everybody"
    file.write_text(json.dumps(record))
    page.locator("#record-file").set_input_files(file)
    expect(page.locator(".verdict")).to_contain_text("✗")
