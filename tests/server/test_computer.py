"""Computer players at the table: they decide in processes of their own, and a dead one is replaced."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

import meuse
from meuse.engine.contract import BadInput
from meuse.server import jobs
from meuse.server.jobs import Choice, Task
from meuse.server.workers import Worker, WorkerLost
from tests.server.harness import Served

AGAINST_STAFF = {"german": {"kind": "here"}, "french": {"kind": "computer", "player": "staff"}}


def workers_of(pid: int) -> list[int]:
    """The worker processes of a server."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            command = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == pid and b"spawn_main" in command:
            found.append(int(path.parent.name))
    return found


def test_the_staff_answers_and_the_match_goes_on_when_its_worker_dies(on_file: Served) -> None:
    assert on_file.process is not None
    ticket = on_file.new_match(seed=2, seats=AGAINST_STAFF)
    rng, killed = random.Random(1), 0
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        for step in range(60):
            seat.until(lambda t: bool(t["legal"]) or t["over"])
            if seat.table["over"]:
                break
            seat.act("german", rng.choice(seat.table["legal"]["german"]))
            if step % 20 == 10:
                for pid in workers_of(on_file.process.pid):
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
    assert killed
    record = on_file.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
    assert {"german", "french"} <= {side for side, *_ in record["actions"]}


def test_two_computers_play_for_a_spectator(on_file: Served) -> None:
    computer = {"kind": "computer", "player": "random"}
    ticket = on_file.new_match(seed=2, seats={"german": computer, "french": computer})
    with on_file.seat(ticket["id"], ticket["spectate"]) as watcher:
        table = watcher.until(lambda t: t["over"], seconds=60)
        assert table["outcome"]["by"] == "game"


def test_offers_to_a_computer_are_accepted_at_once(on_file: Served) -> None:
    ticket = on_file.new_match(seed=2, seats={**AGAINST_STAFF, "french": {"kind": "computer", "player": "random"}})
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        first = seat.until(lambda t: bool(t["legal"]))
        rng = random.Random(3)
        for _ in range(12):
            seat.until(lambda t: bool(t["legal"]))
            seat.act("german", rng.choice(seat.table["legal"]["german"]))
        seat.until(lambda t: bool(t["legal"]))
        answer = seat.ask("offer_undo", side="german", state=first["state"])
        assert answer["type"] == "done"
        seat.until(lambda t: t["state"] >= answer["state"])
        assert seat.table["view"] == first["view"]


def _task(seconds: float = 2.0) -> tuple[Any, bytes]:
    match = meuse.new("sedan", seed=1)
    side = match.actors[0]
    choice = Choice("sedan", match.game.scenario, dict(match.game.options))
    task = Task(choice, msgspec.json.encode(match.game.save(match.position)), side, "staff", "1", seconds)
    return match, msgspec.msgpack.encode(task)


def test_a_run_of_decisions_is_legal_and_ends_where_something_new_shows() -> None:
    match, task = _task()
    side = match.actors[0]
    actions = jobs.think(task)
    assert actions
    for number, action in enumerate(actions):
        assert match.actors == (side,), f"action {number} of {len(actions)}"
        match.apply(side, action)


def test_a_run_without_time_is_one_decision() -> None:
    _, task = _task(seconds=0.0)
    assert len(jobs.think(task)) == 1


def _sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "awake"


def _fail(how: str) -> None:
    if how == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    raise BadInput(how) if how == "bad" else RuntimeError(how)


def test_a_worker_that_dies_or_dawdles_is_replaced() -> None:
    worker = Worker()
    assert worker.ask(_sleep, (0.0,), 5) == "awake"
    first = worker.process
    with pytest.raises(WorkerLost):
        worker.ask(_sleep, (60.0,), 0.3)
    assert worker.ask(_sleep, (0.0,), 5) == "awake"
    assert worker.process is not first
    with pytest.raises(WorkerLost):
        worker.ask(_fail, ("die",), 5)
    for how in ("bad", "worse"):
        with pytest.raises(BadInput, match=how):
            worker.ask(_fail, (how,), 25)
    assert worker.ask(_sleep, (0.0,), 5) == "awake"
    worker.stop()


class Hook(BaseHTTPRequestHandler):
    heard: list[dict[str, Any]] = []

    def do_POST(self) -> None:
        Hook.heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_a_webhook_hears_when_somebody_absent_must_decide(tmp_path: Path) -> None:
    listener = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{listener.server_port}/hook"
    served = Served(str(tmp_path / "hook.sqlite"), "--webhook", url)
    seats = {"german": {"kind": "here"}, "french": {"kind": "invite", "name": "Maurice"}}
    ticket = served.new_match(seed=3, seats=seats)
    token = {"german": ticket["token"], "french": ticket["invites"]["french"]}
    rng = random.Random(1)
    side = served.call("GET", f"/api/matches/{ticket['id']}", None, ticket["token"])[1]["actors"][0]
    with served.seat(ticket["id"], token[side]) as seat:
        while seat.table["legal"]:
            seat.act(side, rng.choice(seat.table["legal"][side]))
        other = seat.table["actors"][0]
    end = time.monotonic() + 10
    while not Hook.heard and time.monotonic() < end:
        time.sleep(0.05)
    assert Hook.heard == [{"match": ticket["id"], "game": "sedan", "side": other,
                           "name": seats[other].get("name", ""), "text": Hook.heard[0]["text"]}]
    served.stop()
    listener.shutdown()
