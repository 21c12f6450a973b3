"""Blitzkrieg in the West in the browser: cards, set-up by hand, an air plan, a turn by mouse, two browsers' secrets."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from meuse.games import make_game
from tests.web.blitz import GAME, General, sit
from tests.web.browser import PHONE, Server
from tests.web.conftest import Seat


def cost(*cards: str) -> int:
    sheet = make_game(GAME, "campaign-free").sheet()
    return sum(sheet["cards"][card]["cost"] for card in cards)


def test_cards_are_bought_within_the_allowance(server: Server, seat: Seat) -> None:
    """The shop shows the whole deck, what is left, and why a card cannot be had."""
    general = sit(server, seat(), "campaign-free")
    page = general.page
    general.act("buy G01")
    general.act("buy G04")
    expect(page.locator(".card-shop .purse")).to_contain_text(f"{42 - cost('G01', 'G04')} of 42")
    expect(page.locator("[data-card=G01]")).to_have_class("op-card side-axis bought")
    expect(page.locator("button[data-card=G02] .card-says")).to_have_text(f"Buy for {cost('G02')} points")
    assert not general.offers("buy G05"), "plans exclude each other"
    expect(page.locator("[data-card=G05]")).to_contain_text("not with Manstein Plan")
    general.act("done")
    expect(page.locator(".card-shop h3")).to_contain_text("Allied")
    expect(page.locator("[data-card=G01]"), "the other side's deck is not shown").to_have_count(0)


def test_units_are_set_up_by_hand_and_the_rest_as_in_history(server: Server, seat: Seat) -> None:
    general = sit(server, seat(), "campaign-free")
    for _ in ("bought", "bought", "shown", "shown"):
        general.act("done")
    page = general.page
    deployment = make_game(GAME, "campaign-free").box.deployment.units  # type: ignore[attr-defined]
    expect(page.locator("[data-hand=deploy] h2")).to_contain_text("To set up")
    for unit in ("fr-9-army", "fr-ii", "be-belgian-ghq"):
        general.take(unit)
        general.go(deployment[unit])
        assert general.stands(unit) == deployment[unit]
    general.act("historical")
    assert page.locator("[data-stack]").count() > 60


SKY = """
game = "blitzkrieg"
phase = "air planning"
turn = 2
units = { de-i-flieger = "5115", fr-zoae = "3226" }
[air]
de-me-109-1 = "ready"
de-me-109-2 = "ready"
de-he-111-1 = "ready"
fr-ms-406-1 = "ready"
"""


def test_an_air_plan_is_made_by_drag_within_the_caps(server: Server, seat: Seat) -> None:
    """Airstrikes go into boxes; what may not fly a mission stays, with the rule; the other side sees none of it."""
    general = sit(server, seat(), situation=SKY)
    page = general.page
    most = int((page.locator(".air-caps b").inner_text()).split("/")[1])
    general.drag("de-me-109-1", "air-superiority")
    general.drag("de-he-111-1", "bombardment")
    expect(page.locator("[data-box=air-superiority] [data-unit=de-me-109-1]").first).to_be_visible()
    expect(page.locator(".air-caps")).to_contain_text(f"2 / {most}")
    page.locator(".airstrike[data-unit=de-me-109-2]").drag_to(page.locator("[data-box=transport]"))
    expect(page.locator(".toast.refused")).to_contain_text("24.2b")
    general.act("into cap")
    general.act("done")
    expect(page.locator(".air-plan h3")).to_contain_text("Allied")
    expect(page.locator(".air-plan [data-unit=de-me-109-1]")).to_have_count(0)
    page.locator("#tab-turn").click()
    general.rest()
    shown = page.locator("[data-display='Air display']").inner_text()
    assert "Bombardment" not in shown, "the enemy's display is closed"


def test_on_a_phone_the_whole_air_display_can_be_reached(server: Server, seat: Seat) -> None:
    """Its boxes lie beside each other as far as the screen is wide, and an airstrike is put into one by two taps."""
    general = sit(server, seat(viewport=PHONE, has_touch=True, is_mobile=True), situation=SKY)
    board = general.page.locator(".own-board")
    assert board.evaluate("b => b.scrollWidth <= b.clientWidth"), "nothing lies beyond the right edge"
    assert board.evaluate("b => b.clientHeight > innerHeight / 3"), "and it has room"
    general.act("assign de-he-111-1")
    general.act("into bombardment")
    expect(board.locator("[data-box=bombardment] .airstrike[data-unit=de-he-111-1]")).to_be_visible()


BREAKTHROUGH = """
game = "blitzkrieg"
turn = 2
side = "axis"
phase = "first movement"
cards = { G01 = 1, G02 = 1 }
dice = [6]
units = { de-kleist = "2731", de-1-pz = "2730", de-2-pz = "2730", fr-i = "2727", fr-6-army = "2724", fr-ii = "2925" }
"""


def test_a_turn_with_impulses_and_a_battle(server: Server, seat: Seat) -> None:
    """Marches, an attack on a closed stack, the three tables, a retreat and a pursuit; then the second impulse."""
    general = sit(server, seat(), situation=BREAKTHROUGH)
    page = general.page
    general.march("de-kleist", "2729")
    general.march("de-1-pz", "2728")
    general.march("de-2-pz", "2728")
    general.act("done")
    expect(page.locator(".status")).to_contain_text("first combat")
    general.go("2727")
    general.act("all")
    expect(page.locator(".attack .ratio")).to_contain_text("?")
    tables = page.locator(".one-table")
    expect(tables).to_have_count(3)
    for one in tables.all():
        shown = [int((text or "").rstrip("%")) for text in one.locator(".percent").all_text_contents()]
        assert 97 <= sum(shown) <= 103, "the chances of a table are all of them, but for rounding"
    general.act("combined")
    expect(page.locator(".attack .ratio")).to_contain_text("%")
    general.act("none")
    assert "Retreat French I Corps" in general.prompt, "who retreats chooses the way"
    expect(page.locator(".attack")).to_be_hidden()
    for hex in ("2626", "2526", "2425"):
        general.go(hex)
    general.pick("de-1-pz")
    general.act("stop")
    general.act("done")
    expect(page.locator(".status")).to_contain_text("first combat")
    general.act("done")
    expect(page.locator(".status")).to_contain_text("second movement")
    page.locator("#tab-turn").click()
    expect(page.locator("[data-impulse='2']")).to_have_class("now")
    expect(page.locator("[data-impulse='2']")).to_contain_text("Mobile Warfare")
    general.march("de-1-pz", "2626")
    for words in ("1 Pz and 2 Pz attack 2727 near Évreux on the Combined Arms table",
                  "French I Corps retreats to", "1 Pz pursues to"):
        expect(page.locator(".log"), words).to_contain_text(words)
    expect(page.locator(".toast.refused")).to_have_count(0)


DRIVE = """
game = "blitzkrieg"
turn = 2
side = "axis"
phase = "cards"
hands = { axis = ["G01", "G03"] }
units = { de-kleist = "2727", de-1-pz = "2730", de-2-pz = "2730", fr-i = "2521", fr-6-army = "2521" }
"""


def test_cards_are_shown_and_a_turn_has_three_impulses(server: Server, seat: Seat) -> None:
    """Two cards from the hand, the headquarters that Guderian drives on, and its division marches three times."""
    general = sit(server, seat(), situation=DRIVE)
    page = general.page
    general.act("play G01")
    general.act("play G03")
    general.pick("de-kleist")
    page.locator(".table.held").wait_for()
    general.end_the_segment()
    expect(page.locator(".status")).to_contain_text("first movement")
    page.locator("#tab-turn").click()
    for impulse, (phase, hex) in enumerate((("first", "2728"), ("second", "2726"), ("third", "2724")), 1):
        expect(page.locator(".status")).to_contain_text(f"{phase} movement")
        expect(page.locator(f"[data-impulse='{impulse}']")).to_have_class("now")
        general.march("de-1-pz", hex)
        assert general.stands("de-1-pz") == hex
        general.act("done")
    expect(page.locator(".status")).to_contain_text("Allied: ")
    expect(page.locator(".log")).to_contain_text("1 Pz is Fatigued")


HASTILY = """() => new Promise((told) => {
  const button = document.querySelector('.buttons [data-action="done"]'), box = button.getBoundingClientRect();
  const press = () => {
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('button');
    there.click();
    return there.dataset.action;
  };
  const next = new MutationObserver(() => { next.disconnect(); told(press()); });
  next.observe(document.querySelector('.table'), { attributeFilter: ['data-state'] });
  press();
})"""
"""Twice at one place, the second time as soon as the next question is there: what was pressed then."""


def test_a_hasty_second_click_does_not_answer_the_next_question(server: Server, seat: Seat) -> None:
    """Done in the first impulse leads straight to the second, whose Done lies under the pointer."""
    hand = 'hands = { axis = ["G01", "G03"] }'
    started = DRIVE.replace('"cards"', '"first movement"').replace(hand, "cards = { G01 = 1 }")
    general = sit(server, seat(), situation=started)
    page = general.page
    assert page.evaluate(HASTILY) == "done", "the next Done lies there"
    general.rest()
    expect(page.locator(".status")).to_contain_text("second movement")
    page.wait_for_selector('.buttons [data-action="done"]:enabled')
    expect(page.locator(".status")).to_contain_text("second movement")
    general.act("done")
    expect(page.locator(".status")).to_contain_text("Allied: ")


MOERDIJK = """
game = "blitzkrieg"
turn = 1
side = "axis"
phase = "first movement"
at_war = ["netherlands", "belgium", "france", "britain", "germany"]
dice = [2]
units = { de-fjr-1 = "5115", de-viii-flieger = "5115", nl-lt = "4210" }
[air]
de-ju-52-1 = "transport"
de-me-109-1 = "escort"
"""


def test_paratroops_land_with_transports_and_an_escort(server: Server, seat: Seat) -> None:
    general = sit(server, seat(), situation=MOERDIJK)
    page = general.page
    general.act("done")
    general.begin("drop de-fjr-1")
    general.go("4111")
    expect(page.locator("[data-hand=escort] h2")).to_contain_text("Escorts: 1")
    general.take("de-me-109-1")
    assert general.stands("de-fjr-1") == "4111"
    for words in ("FJR 1 lands in Moerdijk (4111)", "Shock of the Netherlands: +1"):
        expect(page.locator(".log"), words).to_contain_text(words)


DYNAMO = """
game = "blitzkrieg"
turn = 3
side = "allied"
phase = "first movement"
cards = { A20 = 3 }
units = { gb-i = "3115", gb-ii = "3115", gb-51 = "3315", de-1-pz = "3017", de-kleist = "3017" }
"""


def test_an_emergency_evacuation_takes_two_corps_off_the_beach(server: Server, seat: Seat) -> None:
    general = sit(server, seat(), situation=DYNAMO)
    page = general.page
    general.begin("embark gb-i")
    before = general.moment
    general.pick("gb-ii")
    general.settled(before)
    general.act("evacuate")
    expect(page.locator("[data-stack] [data-unit='gb-i'], [data-stack] [data-unit='gb-ii']")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("British II Corps is evacuated from Gravelines (3115)")
    page.locator("#tab-turn").click()
    expect(page.locator("[data-display='At sea']")).to_contain_text("Evacuated: 2")


RAID = """
game = "blitzkrieg"
turn = 2
side = "axis"
phase = "first bombardment"
units = { de-viii-flieger = "5115", fr-zoae = "3226", fr-i = "4324" }
[air]
de-he-111-1 = "bombardment"
fr-ms-406-1 = { hex = "cap", over = "4323" }
"""


def test_patrols_intercept_a_raid_in_the_other_sides_turn(server: Server, seat: Seat) -> None:
    """Two browsers: the Axis sends a bomber, the Allies are asked, and both see the battle in the air."""
    made = server.post("/matches", {"game": GAME, "scenario": "campaign", "options": {}, "situation": RAID,
                                    "seats": {"axis": {"kind": "here"}, "allied": {"kind": "invite"}}})
    axis, allied = General(seat()), General(seat())
    axis.come(made["id"], made["token"])
    allied.come(made["id"], made["invites"]["allied"])
    axis.go("4324")
    axis.take("de-he-111-1")
    axis.page.locator('[data-action="go"]').first.click()
    allied.expect("intercept with a patrol, or let them pass")
    axis.expect("Waiting for the")
    allied.go("4323")
    for general in (axis, allied):
        expect(general.page.locator(".log")).to_contain_text("intercept over 4324")
        expect(general.page.locator(".log")).to_contain_text("fire in the air with")


LAST_WEEK = """
game = "blitzkrieg"
turn = 7
side = "axis"
phase = "first movement"
units = { de-kleist = "2731", de-1-pz = "2730", de-iv = "2730", fr-i = "2727", fr-6-army = "2724" }
"""

def test_the_last_week_is_played_to_its_end_by_advice(server: Server, seat: Seat) -> None:
    """The staff is asked, and what it advises is done, for both sides; then the score stands."""
    general = sit(server, seat(), situation=LAST_WEEK)
    general.play_by_advice(60)
    expect(general.page.locator(".prompt")).to_contain_text(re.compile(r"Axis \d+, Allied \d+"))


def test_two_browsers_never_receive_each_others_secrets(server: Server, seat: Seat) -> None:
    """Everything that the sockets bring is kept and searched: cards bought, deception units, and who lies in stacks."""
    made = server.post("/matches", {"game": GAME, "scenario": "campaign-free", "options": {},
                                    "seats": {"axis": {"kind": "here"}, "allied": {"kind": "invite"}}})
    heard: dict[str, list[str]] = {"axis": [], "allied": []}
    players = {side: General(seat(), "campaign-free") for side in heard}
    for side, token in (("axis", made["token"]), ("allied", made["invites"]["allied"])):
        listen(players[side], heard[side])
        players[side].come(made["id"], token)
    axis, allied = players["axis"], players["allied"]
    for player, card in ((axis, "G14"), (allied, "A22")):
        player.act(f"buy {card}")
        player.page.locator('[data-action="done"]').first.click()
    for player in (allied, axis):
        player.expect("cards: show any of them")
        player.page.locator('.buttons [data-action="done"]').click()
    expect(allied.page.locator('[data-action="historical"]')).to_be_visible()
    allied.act("historical")
    secrets = {"axis": ("A22", "fr-deception", "fr-1-dlm"), "allied": ("G14", "de-deception")}
    for side, hidden in secrets.items():
        tables = "".join(heard[side])
        assert '"view"' in tables
        for word in hidden:
            assert f'"{word}' not in tables, f"the {side} side has heard of {word}"


def listen(general: General, heard: list[str]) -> None:
    """Keep every frame that the page's sockets receive."""
    general.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
