"""Computer players at the table: they decide in processes of their own, and a dead one is replaced."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
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
from meuse.server.workers import Worker, WorkerLost, report
from tests.server.harness import BOTH_PEOPLE, Served
from tests.web.situations import moving

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


def test_computers_go_on_after_a_restart_without_being_looked_at(tmp_path: Path) -> None:
    """Several matches, no clock, nobody connected: all go on by themselves."""
    served = Served(str(tmp_path / "wake.sqlite"))
    computer = {"kind": "computer", "player": "staff"}
    seats = {"german": computer, "french": computer}
    tickets = [served.new_match(seed=n, seats=seats) for n in range(4)]
    served.kill()
    with sqlite3.connect(served.db) as store:
        before = dict(store.execute("SELECT match, max(n) FROM journal GROUP BY match"))
    served.start()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with sqlite3.connect(served.db) as store:
            now = dict(store.execute("SELECT match, max(n) FROM journal GROUP BY match"))
        if all(now.get(t["id"], 0) > before.get(t["id"], 0) for t in tickets):
            break
        time.sleep(0.1)
    else:
        raise AssertionError((before, now))
    served.stop()


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


def test_computer_seats_have_a_level_and_a_temper(on_file: Served) -> None:
    seat = {"kind": "computer", "player": "staff", "level": "novice", "temper": "bold"}
    wish = {"game": "ghost-division", "scenario": "campaign", "seats": {"german": seat}}
    status, ticket = on_file.call("POST", "/api/matches", wish)
    assert status == 201
    with on_file.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert watcher.table["seats"]["all"]["german"] == {**seat, "name": ""}
    for wrong in ({"level": "marshal"}, {"temper": "mad"}, {"player": "random", "level": "novice"}):
        status, answer = on_file.call("POST", "/api/matches", {**wish, "seats": {"german": {**seat, **wrong}}})
        assert status == 400
        assert next(iter({"level", "temper"} & set(wrong))) in answer["reason"]


def test_the_staff_says_why(on_file: Served) -> None:
    ticket = on_file.new_match(game="ghost-division", scenario="campaign", seed=2, seats={"german": {"kind": "here"}})
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        table = seat.until(lambda t: bool(t["legal"]))
        advice = seat.ask("advise", side="german")["advice"]
        assert advice["action"] in table["legal"]["german"]
        assert advice["why"].strip(), "a sentence"
        assert 0 <= advice["thought"]["now"] <= 1
        assert 0 <= advice["thought"]["after"] <= 1
        assert len(advice["thought"]["plans"]) > 1


def test_the_staff_advises_who_plays_alone(on_file: Served) -> None:
    ticket = on_file.new_match(seed=2, seats=AGAINST_STAFF)
    with on_file.seat(ticket["id"], ticket["token"]) as seat, \
            on_file.seat(ticket["id"], ticket["spectate"]) as watcher:
        table = seat.until(lambda t: bool(t["legal"]))
        assert table["advice"] is True
        first = seat.send("advise", side="german")
        second = seat.send("advise", side="german")
        third = seat.send("ping")
        found = {m["id"]: m for m in (seat.wait_for("answer") for _ in range(3))}
        advice = found[first]["advice"]
        assert advice["action"] in table["legal"]["german"]
        assert (advice["state"], advice["rule"]) == (table["state"], table["view"]["rule"])
        assert "already thinking" in found[second]["error"]
        assert found[third]["type"] == "answer"
        assert seat.ask("advise", side="german")["advice"] == advice, "asking again tells nothing more"
        assert "does not hold" in seat.ask("advise", side="french")["error"]
        assert "does not hold" in watcher.ask("advise", side="german")["error"]
        assert seat.act("german", advice["action"], *advice["then"])["type"] == "done"


@pytest.mark.parametrize(("seats", "wanted", "given"), [
    (BOTH_PEOPLE, None, False), (BOTH_PEOPLE, True, True), ({}, None, True), ({}, False, False),
    ({"german": {"kind": "invite"}, "french": {"kind": "computer", "player": "random"}}, None, True),
    ({"german": {"kind": "invite"}, "french": {"kind": "invite"}}, None, False),
])
def test_advice_between_two_people_only_if_agreed(on_file: Served, seats: Any, wanted: Any, given: bool) -> None:
    ticket = on_file.new_match(seats=seats, advice=wanted)
    path = f"/api/matches/{ticket['id']}"
    assert on_file.call("GET", path, None, ticket["spectate"])[1]["advice"] == given
    tokens = [ticket["token"], *ticket["invites"].values()]
    side = on_file.call("GET", path, None, ticket["token"])[1]["actors"][0]
    for token in tokens:
        if side in on_file.call("GET", path, None, token)[1]["mine"]:
            with on_file.seat(ticket["id"], token) as seat:
                assert ("advice" in seat.ask("advise", side=side)) == given


def _task(seconds: float = 2.0) -> tuple[Any, bytes]:
    match = meuse.new("sedan", seed=1)
    side = match.actors[0]
    choice = Choice("sedan", match.game.scenario, dict(match.game.options))
    task = Task(choice, msgspec.json.encode(match.game.save(match.position)), side, "staff", "1", seconds)
    return match, msgspec.msgpack.encode(task)


def test_a_run_of_decisions_is_legal_and_ends_where_something_new_shows() -> None:
    match, task = _task()
    side = match.actors[0]
    actions = jobs.think(task).actions
    assert actions
    for number, action in enumerate(actions):
        assert match.actors == (side,), f"action {number} of {len(actions)}"
        match.apply(side, action)


def test_a_run_without_time_is_one_decision() -> None:
    _, task = _task(seconds=0.0)
    assert len(jobs.think(task)[0]) == 1


def _sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "awake"


def _fail(how: str) -> None:
    if how == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    raise BadInput(how) if how == "bad" else RuntimeError(how)


def test_a_worker_that_dies_or_dawdles_is_replaced() -> None:
    worker = Worker()
    assert worker.ask(_sleep, (0.0,), 25) == "awake"
    first = worker.process
    with pytest.raises(WorkerLost):
        worker.ask(_sleep, (60.0,), 0.3)
    assert worker.ask(_sleep, (0.0,), 25) == "awake"
    assert worker.process is not first
    with pytest.raises(WorkerLost):
        worker.ask(_fail, ("die",), 25)
    for how in ("bad", "worse"):
        with pytest.raises(BadInput, match=how):
            worker.ask(_fail, (how,), 25)
    assert worker.ask(_sleep, (0.0,), 25) == "awake"
    worker.stop()


def _count() -> int:
    """Says a number again and again until somebody has heard enough."""
    for n in range(10_000):
        if report(str(n)):
            return n
        time.sleep(0.01)
    return -1


def test_a_worker_says_how_far_it_is_and_can_be_hurried() -> None:
    worker = Worker()
    heard: list[str] = []

    def hear(word: str) -> None:
        heard.append(word)
        if len(heard) == 3:
            worker.hurry()

    found = worker.ask(_count, (), 20, hear)
    assert 2 <= found < 2000
    assert heard[:3] == ["0", "1", "2"]
    worker.hurry()
    assert worker.ask(_sleep, (0.0,), 25) == "awake", "who is hurried while idle takes the next job all the same"
    worker.stop()


def test_a_table_hears_its_computer_think(on_file: Served) -> None:
    seat = {"kind": "computer", "player": "staff", "level": "veteran"}
    ticket = on_file.call("POST", "/api/matches", {
        "game": "ghost-division", "scenario": "campaign", "seats": {"german": seat}, "seed": 3})[1]
    with on_file.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert watcher.ask("hurry")["error"] == "spectators cannot hurry the computer"
        told = watcher.wait_for("thinking", where=lambda m: m["done"] < 1)
        assert told["side"] == "german"
        assert not told["plans"], "what it weighs shows when it has decided"
        assert watcher.wait_for("thinking", where=lambda m: m["done"] == 1)["simulations"] > 0


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
    ticket = served.new_match(seats=seats)
    token = {"german": ticket["token"], "french": ticket["invites"]["french"]}
    rng = random.Random(1)
    side = served.call("GET", f"/api/matches/{ticket['id']}", None, ticket["token"])[1]["actors"][0]
    with served.seat(ticket["id"], token[side]) as seat:
        while seat.table["legal"]:
            seat.act(side, rng.choice(seat.table["legal"][side]))
        other = seat.table["actors"][0]
    end = time.monotonic() + 60
    while not Hook.heard and time.monotonic() < end:
        time.sleep(0.05)
    assert Hook.heard == [{"match": ticket["id"], "game": "sedan", "side": other,
                           "name": seats[other].get("name", ""), "text": Hook.heard[0]["text"]}]
    served.stop()
    listener.shutdown()


def test_the_staff_keeps_to_its_plan(on_file: Served) -> None:
    """Asked again after its advice was taken, it has the same plan for the corps that is acting."""
    ticket = on_file.new_match(seed=2, seats=AGAINST_STAFF)
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        table = seat.until(lambda t: bool(t["legal"]))
        first = seat.ask("advise", side="german")["advice"]
        seat.ask("act", side="german", state=table["state"], action=first["action"])
        seat.until(lambda t: t["state"] > table["state"] and bool(t["legal"]))
        then = seat.ask("advise", side="german")["advice"]
        assert then["thought"] == first["thought"]
        assert then["action"] == first["then"][0]


def test_a_move_that_is_begun_is_thought_to_its_end() -> None:
    """Though the time is over before its first step."""
    match = meuse.situation(moving())
    choice = Choice("sedan", match.game.scenario, dict(match.game.options))
    saved = msgspec.json.encode(match.game.save(match.position))
    actions = jobs.think(msgspec.msgpack.encode(Task(choice, saved, "german", "staff", "1", 0.0))).actions
    assert actions[0].startswith("move ")
    assert actions[-1] == "stop"
    assert actions.count("stop") == 1
