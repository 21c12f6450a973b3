"""A segment ends when the player says so, or by itself where he wishes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web import blitz, manstein
from tests.web.browser import Patient, Player, Server
from tests.web.conftest import Seat
from tests.web.ghost import MEUSE, Commander
from tests.web.situations import fighting
from tests.web.test_blitzkrieg import DRIVE

LastDeed = Callable[[Server, Player], Patient]

ENDS_ITSELF = """localStorage.setItem('meuse.taste', JSON.stringify(
  {...JSON.parse(localStorage.getItem('meuse.taste') ?? '{}'), endsItself: true}))"""

ALONE = """
game = "ghost-division"
turn = 2
phase = "D2"
op = 20
[units]
krad-7 = "N16"
"""


REFIT = """
game = "mansteins-war"
phase = "refit"
turn = 1
side = "allied"
rp = { french = 1 }
[units]
"fr-2-army" = { hex = "1440", steps = 1 }
"fr-log-1ag" = "1240"
"fr-log-ghq" = "1042"
"""
LONG_ENOUGH = 2000
"""Milliseconds in which the computer would have decided, if it were its turn."""


@pytest.mark.parametrize("by_itself", [False, True])
def test_ground_movement_after_its_last_unit(server: Server, seat: Seat, by_itself: bool) -> None:
    player = seat()
    commander = Commander(player.page, player.address)
    commander.take(server, situation=ALONE)
    if by_itself:
        player.page.get_by_role("tab", name="Match").click()
        player.page.get_by_label("A segment ends by itself").check()
    commander.expect("Move units, alone or in stacks")
    commander.do("move krad-7")
    commander.do("step N15")
    status = player.page.locator(".status")
    while commander.buttons != ["end"] and "Ground Movement" in status.inner_text():
        commander.do("done")
    if by_itself:
        expect(status).not_to_contain_text("D2 Ground Movement")
    else:
        expect(status).to_contain_text("D2 Ground Movement")
        commander.do("end")
        expect(status).not_to_contain_text("D2 Ground Movement")


def test_the_end_of_a_part_is_not_taken_for_that_of_the_segment(server: Server, seat: Seat) -> None:
    """Enhanced Moves are done, then units are moved: whoever ends that is not asked once more."""
    player = seat()
    commander = Commander(player.page, player.address)
    commander.take(server, situation=MEUSE.replace('"D1"', '"D2"'))
    commander.do("done")
    commander.do("end", wait=False)
    expect(player.page.locator(".status")).not_to_contain_text("D2 Ground Movement")
    expect(player.page.locator(".table.held")).to_have_count(0)


def engineering(server: Server, player: Player) -> Patient:
    """Ghost Division: the only engineers mend the only bridge."""
    commander = Commander(player.page, player.address)
    commander.take(server, situation=MEUSE.replace('"D1"', '"D5"'))
    commander.do("work pi-58")
    commander.do("restore N13-N14", wait=False)
    return commander


def combat(server: Server, player: Player) -> Patient:
    """Sedan: the only attack that there is, after which nobody advances."""
    made = server.match(situation=fighting())
    patient = Patient(player.page, player.address)
    patient.sit(made["id"], made["token"])
    patient.go("4108")
    for action in ("all", "attack", "pass", "guns 0"):
        patient.act(action)
    patient.press("done")
    return patient


def air(server: Server, player: Player) -> Patient:
    """Manstein's War: three flights, which are all that the marker has."""
    marshal = manstein.sit(server, player, situation=manstein.BREAKTHROUGH)
    for unit, hex in (("de-air-8", "1639"), ("de-air-1", "1739")):
        marshal.take(unit)
        marshal.go(hex)
    marshal.page.locator(".hand button[data-unit]").first.click()
    marshal.page.wait_for_selector(".lit-hex")
    marshal.click("1540")
    return marshal


def cards(server: Server, player: Player) -> Patient:
    """Blitzkrieg in the West: both cards of the hand are played."""
    general = blitz.sit(server, player, situation=DRIVE)
    general.act("play G01")
    general.act("play G03")
    general.pick("de-kleist")
    return general


def refit(server: Server, player: Player) -> Patient:
    """Manstein's War: the only point is spent on the only reduced unit, and the computer's turn comes next."""
    seats = {"german": {"kind": "computer", "player": "staff"}, "allied": {"kind": "here"}}
    marshal = manstein.sit(server, player, situation=REFIT, seats=seats)
    marshal.touch("fr-2-army")
    return marshal


SEGMENTS = {engineering: "D5", combat: "combat", air: "air", cards: "cards", refit: "refit"}


@pytest.mark.parametrize("last_deed", SEGMENTS, ids=lambda f: str(f.__name__))
def test_a_segment_waits_for_its_end_to_be_said(server: Server, seat: Seat, last_deed: LastDeed) -> None:
    """What comes next is seen once the player has ended the segment; until then he is in it, with that one button."""
    player = last_deed(server, seat())
    status, name = player.page.locator(".status"), SEGMENTS[last_deed]
    player.expect("Nothing else can be done here")
    expect(status).to_contain_text(name, ignore_case=True)
    assert len(player.buttons) == 1
    player.page.wait_for_selector(".buttons button:enabled")
    player.page.keyboard.press("e")
    expect(player.page.locator(".table.held")).to_have_count(0)
    expect(status).not_to_contain_text(name, ignore_case=True)


@pytest.mark.parametrize("last_deed", SEGMENTS, ids=lambda f: str(f.__name__))
def test_a_segment_ends_by_itself_where_that_is_wished(server: Server, seat: Seat, last_deed: LastDeed) -> None:
    player = seat()
    player.page.add_init_script(ENDS_ITSELF)
    player = last_deed(server, player)
    expect(player.page.locator(".status")).not_to_contain_text(SEGMENTS[last_deed], ignore_case=True)
    expect(player.page.locator(".table.held")).to_have_count(0)


def test_the_last_deed_of_a_segment_can_be_taken_back(server: Server, seat: Seat) -> None:
    """The card is in the hand again, and the segment goes on; played once more, it waits once more."""
    player = cards(server, seat())
    player.expect("Nothing else can be done here")
    player.page.keyboard.press("u")
    player.page.locator(".table:not(.held)").wait_for()
    expect(player.page.locator(".status")).to_contain_text("cards")
    player.pick("de-kleist")
    player.expect("Nothing else can be done here")


def test_the_last_deed_can_be_taken_back_though_the_computer_comes_next(server: Server, seat: Seat) -> None:
    """The match itself has paused: nobody goes on before the player ends the phase, whatever happens to his page."""
    player = refit(server, seat())
    status, unit = player.page.locator(".status"), player.page.locator("[data-stack] [data-unit='fr-2-army']")
    player.expect("Nothing else can be done here")
    player.page.wait_for_timeout(LONG_ENOUGH)
    player.page.keyboard.press("u")
    player.page.locator(".table:not(.held)").wait_for()
    expect(status).to_contain_text("Refit")
    unit.click()
    player.expect("Nothing else can be done here")
    player.page.reload()
    player.ready()
    player.expect("Nothing else can be done here")
    assert player.buttons == ["done"]
    player.page.keyboard.press("e")
    expect(player.page.locator(".table.held")).to_have_count(0)
    expect(player.page.locator(".log")).to_contain_text("German")
