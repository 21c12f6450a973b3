"""A crowd at a match: whoever watches can neither shut the players out, nor drown them, nor win by it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.server.harness import BOTH_PEOPLE, Served


def fill(served: Served, match: str, lines: int) -> None:
    """A chat that has been long: written to the file, since the server limits what is said."""
    with sqlite3.connect(served.db) as db:
        db.executemany("INSERT INTO chat (match, n, name, side, text, at) VALUES (?, ?, 'Spectator', NULL, ?, 0)",
                       [(match, n, f"line {n}") for n in range(1, lines + 1)])
    db.close()


def test_a_long_chat_comes_as_one_bounded_message(tmp_path: Path) -> None:
    served = Served(str(tmp_path / "meuse.sqlite"))
    try:
        ticket = served.new_match(seats=BOTH_PEOPLE)
        served.stop()
        fill(served, ticket["id"], 450)
        served.start()
        with served.seat(ticket["id"], ticket["token"]) as german:
            talk = german.wait_for("talk")
            assert [line["n"] for line in talk["lines"]] == list(range(251, 451))
            german.ask("chat", text="still here")
            assert [m["n"] for m in german.heard if m["type"] == "chat"] == [451]
    finally:
        served.stop()


def test_a_flood_of_chat_neither_locks_out_nor_wins_on_time(on_file: Served) -> None:
    ticket = on_file.new_match(seats=BOTH_PEOPLE, clock={"kind": "move", "seconds": 30})
    with on_file.seat(ticket["id"], ticket["spectate"]) as watcher:
        for n in range(400):
            watcher.send("chat", text=f"{n}")
        with on_file.seat(ticket["id"], ticket["token"]) as german, \
                on_file.seat(ticket["id"], ticket["invites"]["french"]) as french:
            seat, side = (german, "german") if german.table["legal"].get("german") else (french, "french")
            assert seat.act(side, seat.table["legal"][side][0])["type"] == "done"


def test_chat_is_limited_by_link_and_spectators_share_one(on_file: Served) -> None:
    ticket = on_file.new_match(seats=BOTH_PEOPLE)
    with on_file.seat(ticket["id"], ticket["spectate"]) as one, on_file.seat(ticket["id"], ticket["spectate"]) as two, \
            on_file.seat(ticket["id"], ticket["token"]) as german:
        refused = [who.ask("chat", text=str(n)).get("error", "") for n in range(20) for who in (one, two)]
        assert sum(not error for error in refused) in range(15, 20)
        assert "wait a little" in refused[-1]
        assert "error" not in german.ask("chat", text="quiet, please")


@pytest.mark.parametrize("who", ["token", "french"])
def test_players_mute_spectators(served: Served, who: str) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    token = ticket["token"] if who == "token" else ticket["invites"]["french"]
    with served.seat(ticket["id"], token) as player, served.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert player.table["muted"] is False
        assert "only players" in watcher.ask("mute", on=True)["error"]
        assert "error" not in player.ask("mute", on=True)
        watcher.until(lambda t: t["muted"])
        assert "muted" in watcher.ask("chat", text="hello")["error"]
        assert "error" not in player.ask("chat", text="peace")
        with served.seat(ticket["id"], ticket["spectate"]) as later:
            assert later.table["muted"] is True
        player.ask("mute", on=False)
        watcher.until(lambda t: not t["muted"])
        assert "error" not in watcher.ask("chat", text="hello")


def test_spectators_take_no_place_from_players(on_file: Served) -> None:
    ticket = on_file.new_match(seats=BOTH_PEOPLE, clock={"kind": "move", "seconds": 60})
    with ExitStack() as crowd:
        refused = 0
        for _ in range(25):
            ws = crowd.enter_context(connect(f"ws://{on_file.host}/api/matches/{ticket['id']}/socket", max_size=None,
                                             close_timeout=0.1))
            ws.send(json.dumps({"type": "hello", "token": ticket["spectate"]}))
            refused += json.loads(ws.recv(timeout=20))["type"] == "error"
        assert refused == 5
        with on_file.seat(ticket["id"], ticket["token"]), on_file.seat(ticket["id"], ticket["invites"]["french"]):
            pass
