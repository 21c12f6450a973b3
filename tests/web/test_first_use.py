"""First use: a whole Turn 1 of each game with nothing but what the screen says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Server
from tests.web.conftest import Seat
from tests.web.newcomer import Newcomer

GAMES: dict[str, tuple[str, dict[str, str], str, tuple[str, ...]]] = {
    "sedan": ("race-to-the-meuse", {"german": "here", "french": "computer"}, "Turn 2",
              ("Move, then fight", "Bring on")),
    "ghost-division": ("campaign", {"german": "here"}, "Turn 2", ()),
    "mansteins-war": ("sickle-cut", {"german": "here", "allied": "computer"}, "Week 2", ()),
    "blitzkrieg": ("campaign", {"axis": "here", "allied": "computer"}, "Turn 2", ()),
}
"""
Scenario, who sits where, what the line on top says when it is over, and what he would like to do. The campaign of
Manstein's War asks for 27 units to be set up first: the shorter scenario has the same week.
"""


@pytest.mark.parametrize("game", GAMES)
def test_turn_1_with_what_the_screen_says(server: Server, seat: Seat, game: str) -> None:
    """Briefing closed, units moved, the rest answered; every click on what is lit does something or says why not."""
    scenario, sides, until, wishes = GAMES[game]
    seats: dict[str, Any] = {side: {"kind": kind} for side, kind in sides.items()}
    for chair in seats.values():
        if chair["kind"] == "computer":
            chair["player"] = "staff"
    made = server.post("/matches", {"game": game, "scenario": scenario, "options": {}, "seats": seats, "seed": 1940})
    player = seat(briefed=False)
    player.page.goto(f"{server.address}/#/match/{made['id']}/{made['token']}")
    player.page.wait_for_selector("dialog[open]")
    newcomer = Newcomer(player.page, wishes)
    newcomer.plays(until, 400)
    assert newcomer.idle == [], newcomer.story
    assert newcomer.done["shaded"] >= 2, newcomer.story
    assert newcomer.done["counter"] >= 2 or newcomer.done["Bring on"] >= 2, newcomer.story


def test_a_division_comes_on_without_losses(server: Server, seat: Seat) -> None:
    """What has no room where the first ones went stays in hand for another place."""
    made = server.match(seats={"german": {"kind": "here"}, "french": {"kind": "computer", "player": "staff"}})
    player = seat()
    player.sit(made["id"], made["token"])
    newcomer = Newcomer(player.page, ("Move, then fight", "Bring on 1 Pz"))
    newcomer.patience = 1
    newcomer.plays("Turn 2", 200)
    told = newcomer.story
    assert "Bring on 1 Pz" in told
    assert "Too many units" not in told, "units were lost that had just come on"
