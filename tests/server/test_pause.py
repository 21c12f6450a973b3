"""A match that waits after the last deed of a segment: for its player alone, and through everything that happens."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from meuse import replay
from tests.server.harness import BOTH_PEOPLE, Seat, Served
from tests.server.postgres import Cluster

AGAINST_CHANCE = {"german": {"kind": "here"}, "french": {"kind": "computer", "player": "random"}}


def until_paused(seat: Seat, other: Seat | None = None, seed: int = 1) -> str:
    """Random decisions, each with the wish to pause, until one has ended a segment; who made it."""
    rng = random.Random(seed)
    while True:
        seat.until(lambda t: bool(t["legal"] or t["paused"]) or (other is not None and bool(t["actors"])))
        if seat.table["paused"]:
            return str(seat.table["paused"])
        if other is not None and not seat.table["legal"]:
            other.until(lambda t: t["state"] == seat.table["state"])
            side, = other.table["legal"]
            other.act(side, rng.choice(other.table["legal"][side]))
            seat.until(lambda t: t["state"] == other.table["state"])
            continue
        side = next(iter(seat.table["legal"]))
        assert seat.act(side, rng.choice(seat.table["legal"][side]), pause=True)["type"] == "done"


def go_on(seat: Seat, side: str) -> dict[str, Any]:
    return seat.ask("go_on", side=side, state=seat.table["state"])


def record_of(served: Served, ticket: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = served.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
    return found


def test_nobody_decides_and_no_die_falls_until_the_player_goes_on(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    with served.seat(ticket["id"], ticket["token"]) as german, \
            served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        side = until_paused(german, french)
        table = german.table
        french.until(lambda t: t["state"] == table["state"])
        assert (side, table["actors"], table["legal"]) == ("german", ["german"], {})
        assert table["undoable"]["german"] > 0
        assert french.table["paused"] == "german"
        assert (french.table["actors"], french.table["legal"]) == (["german"], {})
        assert french.table["prompt"] == "German may still take back what was done last."
        assert "does not hold the seat" in go_on(french, "german")["reason"]
        assert go_on(french, "french")["reason"] == "nothing waits to go on"
        assert "waits for the german player" in german.act("german", "end")["reason"]
        assert go_on(german, "german")["type"] == "done"
        german.until(lambda t: not t["paused"])
        assert german.table["legal"] or german.table["actors"] == ["french"]
        assert go_on(german, "german")["reason"] == "nothing waits to go on"


def test_the_deed_can_be_taken_back_before_the_computer_answers(served: Served) -> None:
    ticket = served.new_match(seats=AGAINST_CHANCE, seed=6)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        for seed in range(4):
            side = until_paused(seat, seed=seed)
            state = seat.table["state"]
            actions = record_of(served, ticket)["actions"]
            time.sleep(0.3)
            assert seat.ask("undo", side=side, state=state)["type"] == "done", "the computer has not gone on meanwhile"
            seat.until(lambda t: bool(t["legal"]))
            back = record_of(served, ticket)["actions"]
            assert back == actions[: len(back)]
            assert until_paused(seat, seed=seed) == side
            assert go_on(seat, side)["type"] == "done"
            seat.until(lambda t: not t["paused"])


def test_a_paused_match_is_so_after_a_crash_and_its_record_can_be_played(tmp_path: Path) -> None:
    served = Served(f"{tmp_path}/meuse.sqlite")
    try:
        ticket = served.new_match(seats=AGAINST_CHANCE, seed=6, clock={"kind": "game", "seconds": 3600})
        for seed in range(3):
            with served.seat(ticket["id"], ticket["token"]) as seat:
                side = until_paused(seat, seed=seed)
                state, undoable = seat.table["state"], seat.table["undoable"]
            served.kill()
            served.start()
            with served.seat(ticket["id"], ticket["token"]) as seat:
                table = seat.table
                assert (table["paused"], table["state"], table["undoable"]) == (side, state, undoable)
                assert table["clocks"]["running"] == [side]
                assert replay(record_of(served, ticket)).actors == (side,), "without what may yet be taken back"
                if seed == 1:
                    assert seat.ask("undo", side=side, state=state)["type"] == "done"
                    seat.until(lambda t: bool(t["legal"]))
                else:
                    assert go_on(seat, side)["type"] == "done"
                    seat.until(lambda t: not t["paused"])
    finally:
        served.kill()


def test_the_time_in_which_a_match_is_paused_is_the_players_own(tmp_path: Path) -> None:
    served = Served(f"{tmp_path}/meuse.sqlite")
    try:
        ticket = served.new_match(seats=AGAINST_CHANCE, seed=6, clock={"kind": "game", "seconds": 3600})
        with served.seat(ticket["id"], ticket["token"]) as seat:
            side = until_paused(seat)
            left = seat.table["clocks"]["left"][side]
            time.sleep(1.5)
            assert go_on(seat, side)["type"] == "done"
            seat.until(lambda t: not t["paused"])
        served.kill()
        served.start()
        with served.seat(ticket["id"], ticket["token"]) as seat:
            assert seat.table["clocks"]["left"][side] <= left - 1.4
    finally:
        served.kill()


@pytest.mark.parametrize("taken_back", [False, True])
def test_every_process_knows_of_it(cluster: Cluster, taken_back: bool) -> None:
    db = cluster.fresh()
    here, there = Served(db), Served(db)
    try:
        ticket = here.new_match(seats=BOTH_PEOPLE)
        with here.seat(ticket["id"], ticket["token"]) as german, \
                there.seat(ticket["id"], ticket["invites"]["french"]) as french, \
                there.seat(ticket["id"], ticket["token"]) as other_tab:
            side = until_paused(german, french)
            french.until(lambda t: t["paused"] == side)
            other_tab.until(lambda t: t["paused"] == side)
            if taken_back:
                assert other_tab.ask("undo", side=side, state=other_tab.table["state"])["type"] == "done"
            else:
                assert go_on(other_tab, side)["type"] == "done"
            other_tab.until(lambda t: not t["paused"])
            german.until(lambda t: t["state"] == other_tab.table["state"])
            assert german.table["view"] == other_tab.table["view"]
            assert german.table["legal"] == other_tab.table["legal"]
    finally:
        here.kill()
        there.kill()
