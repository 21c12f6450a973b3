"""Several processes at one PostgreSQL serve the same matches; an SQLite file has one."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from meuse import replay
from tests.server.harness import BOTH_PEOPLE, ROOT, Seat, Served
from tests.server.postgres import Cluster

Pair = tuple[Served, Served]


@pytest.fixture(scope="module")
def pair(cluster: Cluster) -> Iterator[Pair]:
    db = cluster.fresh()
    first, second = Served(db), Served(db)
    yield first, second
    assert first.stop()
    assert second.stop()


def record_of(served: Served, ticket: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = served.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
    return found


def test_each_sees_the_others_moves_at_once(pair: Pair) -> None:
    ticket = pair[0].new_match(seats=BOTH_PEOPLE)
    rng, waits = random.Random(1), []
    with pair[0].seat(ticket["id"], ticket["token"]) as german, \
            pair[1].seat(ticket["id"], ticket["invites"]["french"]) as french:
        for _ in range(150):
            seat, other = (german, french) if german.table["legal"] else (french, german)
            side = seat.table["seats"]["mine"][0]
            assert seat.act(side, rng.choice(seat.table["legal"][side]))["type"] == "done"
            start = time.monotonic()
            other.until(lambda t, s=seat: t["state"] == s.table["state"])
            waits.append(time.monotonic() - start)
            assert {**other.table["view"], "seat": 0} == {**seat.table["view"], "seat": 0}
        logs = [[e["text"] for m in s.heard if m["type"] == "table" for e in m["events"]] for s in (german, french)]
        assert logs[0] == logs[1]
    assert sorted(waits)[75] < 0.25
    assert record_of(pair[0], ticket) == record_of(pair[1], ticket)
    assert replay(record_of(pair[1], ticket))


def test_an_action_is_accepted_once_whoever_is_quicker(pair: Pair) -> None:
    """One seat with a socket at each process, both of which act at the same state at the same time."""
    ticket = pair[0].new_match(seed=5)
    with pair[0].seat(ticket["id"], ticket["token"]) as a, pair[1].seat(ticket["id"], ticket["token"]) as b:
        rng, sent = random.Random(2), []
        for _ in range(80):
            if a.table["over"]:
                break
            side = next(iter(a.table["legal"]))
            choices, state = a.table["legal"][side], a.table["state"]
            answers: dict[int, Any] = {}
            actions = [rng.choice(choices), rng.choice(choices)]
            both = [threading.Thread(target=_act, args=(answers, n, s, side, state, actions[n]))
                    for n, s in enumerate((a, b))]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
            accepted = [n for n, m in answers.items() if m["type"] == "done"]
            assert len(accepted) == 1, answers
            sent.append([side, actions[accepted[0]]])
            for seat in (a, b):
                seat.until(lambda t, s=answers[accepted[0]]["state"]: t["state"] == s)
            assert a.table["view"] == b.table["view"]
    record = record_of(pair[0], ticket)
    match = replay(record)
    chosen = [entry[:2] for entry in record["actions"] if entry[0] != "chance"]
    for one in sent:
        while chosen[0] != one:
            assert match.game.forced(chosen.pop(0)[1]), "the table does nothing by itself but what is forced"
        chosen.pop(0)
    assert record == record_of(pair[1], ticket)


def _act(answers: dict[int, Any], number: int, seat: Seat, side: str, state: int, action: str) -> None:
    answers[number] = seat.ask("act", side=side, state=state, action=action)


def test_taking_back_offers_chat_presence_and_endings_cross_over(pair: Pair) -> None:
    ticket = pair[0].new_match(seats=BOTH_PEOPLE)
    with pair[0].seat(ticket["id"], ticket["token"]) as german, \
            pair[1].seat(ticket["id"], ticket["invites"]["french"]) as french:
        german.wait_for("presence", where=lambda m: m["seats"] == {"german": True, "french": True})
        rng = random.Random(4)
        for _ in range(20):
            seat, other = (german, french) if german.table["legal"] else (french, german)
            side = seat.table["seats"]["mine"][0]
            seat.act(side, rng.choice(seat.table["legal"][side]))
            other.until(lambda t, s=seat: t["state"] == s.table["state"])
        assert german.ask("offer_undo", side="german", state=4)["type"] == "done"
        french.wait_for("notice", where=lambda m: (m.get("offer") or {}).get("state") == 4)
        french.until(lambda t: t["offer"] is not None)
        answer = french.ask("accept_undo", side="french")
        assert answer["type"] == "done"
        for seat in (german, french):
            seat.until(lambda t: t["state"] == answer["state"])
            assert seat.table["offer"] is None
        assert german.table["view"]["turn"] == french.table["view"]["turn"]
        german.ask("chat", text="one")
        french.wait_for("chat", where=lambda m: m["text"] == "one")
        french.ask("chat", text="two")
        assert german.wait_for("chat", where=lambda m: m["text"] == "two")["n"] == 2
        path = f"/api/matches/{ticket['id']}/resign"
        assert pair[1].call("POST", path, {"side": "french"}, ticket["invites"]["french"])[0] == 204
        german.until(lambda t: t["over"])
        assert pair[0].call("POST", path, {"side": "german"}, ticket["token"])[0] == 409
    verdict = pair[0].call("GET", f"/api/matches/{ticket['id']}/verify", None, ticket["token"])[1]
    assert verdict["ok"], verdict


def test_a_process_that_has_lost_the_line_catches_up(pair: Pair) -> None:
    ticket = pair[0].new_match(seed=3)
    with pair[0].seat(ticket["id"], ticket["token"]) as here, pair[1].seat(ticket["id"], ticket["token"]) as there:
        with psycopg.connect(pair[0].db, autocommit=True) as line:
            cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'" \
                  " AND datname = current_database()"
            row = line.execute(cut).fetchone()
            assert row is not None
            assert row[0] >= 2, "both were listening"
        side = next(iter(here.table["legal"]))
        here.act(side, here.table["legal"][side][0])
        there.until(lambda t: t["state"] == here.table["state"], seconds=10)
        assert there.table["view"] == here.table["view"]


def test_a_computer_moves_once_and_goes_on_when_its_process_dies(cluster: Cluster) -> None:
    db = cluster.fresh()
    first, second = Served(db), Served(db)
    computer = {"kind": "computer", "player": "staff"}
    ticket = first.new_match(seed=2, seats={"german": computer, "french": computer})
    with second.seat(ticket["id"], ticket["spectate"]) as watcher:
        watcher.until(lambda t: t["state"] > 60)
        first.kill()
        state = watcher.table["state"]
        watcher.until(lambda t: t["state"] > state + 60, seconds=60)
    record = second.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
    assert replay(record), "nothing has been decided twice"
    assert second.stop()


def test_a_second_process_at_an_sqlite_file_is_refused(tmp_path: Path) -> None:
    db = str(tmp_path / "one.sqlite")
    served = Served(db)
    words = [sys.executable, "-m", "meuse", "serve", "--port", "0", "--db", db]
    again = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert again.returncode == 1
    assert "another Meuse serves this file; play there, or take another (--db FILE;" in again.stderr
    assert "Traceback" not in again.stderr
    assert served.process is not None
    served.process.send_signal(signal.SIGKILL)
    served.process.wait()
    served.start()
    assert served.stop(), "the claim ends with the process that made it"
