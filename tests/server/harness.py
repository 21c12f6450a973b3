"""A real server in a process of its own, and a client that talks to it as a browser would."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from meuse.engine.changes import apply
from meuse.engine.dice import salt_commitment

ROOT = Path(__file__).resolve().parents[2]
GAME = "sedan"
BOTH_PEOPLE = {"german": {"kind": "here"}, "french": {"kind": "invite"}}


class Served:
    """`meuse serve` on a free port of 127.0.0.1."""

    def __init__(self, db: str, *options: str, port: int = 0, module: str = "meuse") -> None:
        self.db, self.options, self.module = db, options, module
        self.process: subprocess.Popen[str] | None = None
        self.start(port)

    def start(self, port: int = 0) -> None:
        words = [sys.executable, "-m", self.module, "serve", "--port", str(port), "--db", self.db, "--workers", "1"]
        self.process = subprocess.Popen(
            [*words, *self.options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Meuse is at http://" in line, f"the server did not start: {line!r}"
        self.host = line.split("http://")[1].split("/")[0]
        self.port = int(self.host.rpartition(":")[2])

    def kill(self) -> None:
        """As a power cut would: the server and its workers at once."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> bool:
        """Ask it to end, as a service manager does; whether it did so in good order."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(15) in (0, -signal.SIGTERM)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def call(
        self, method: str, path: str, body: Any = None, token: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and decoded answer."""
        head = {"Content-Type": "application/json", **(headers or {})}
        if token:
            head["Authorization"] = f"Bearer {token}"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.host}{path}", data, head, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        try:
            return status, json.loads(text) if text else None
        except ValueError:
            return status, text

    def new_match(self, *, arrive: bool = True, **fields: Any) -> dict[str, Any]:
        """A match's links. Whoever is invited has come, unless told otherwise: `invites` are then seats' own tokens."""
        status, found = self.call("POST", "/api/matches", {"game": GAME, **fields})
        assert status == 201, found
        ticket: dict[str, Any] = found
        if arrive:
            ticket["invites"] = {side: self.join(ticket["id"], t)["token"] for side, t in ticket["invites"].items()}
            if ticket["invites"]:
                self.add_salts(ticket)
        return ticket

    def join(self, match: str, invitation: str) -> dict[str, Any]:
        """The seat that an invitation is exchanged for."""
        status, found = self.call("POST", f"/api/matches/{match}/join", None, invitation)
        assert status == 200, found
        seat: dict[str, Any] = found
        return seat

    def add_salts(self, ticket: dict[str, Any]) -> None:
        """What the players' browsers do as soon as they are there, so that the dice can fall."""
        with ExitStack() as stack:
            seats = [stack.enter_context(self.seat(ticket["id"], token))
                     for token in (ticket["token"], *ticket["invites"].values())]
            for seat in seats:
                seat.wait_for("dice")
            givers = [(seat, salt["side"]) for seat in seats for salt in seats[0].dice["salts"]
                      if salt["side"] in seat.table["seats"]["mine"]]
            for number, (seat, side) in enumerate(givers):
                promise = salt_commitment(seat.dice["commitment"], side, f"{number:064x}")
                assert seat.ask("promise", side=side, commitment=promise)["type"] == "done"
            for number, (seat, side) in enumerate(givers):
                assert seat.ask("salt", side=side, salt=f"{number:064x}")["type"] == "done"

    def seat(self, match: str, token: str) -> Seat:
        return Seat(self, match, token)


class Seat:
    """One socket at a match. Whatever it receives is kept in `heard`."""

    def __init__(self, served: Served, match: str, token: str) -> None:
        self.served, self.match, self.token = served, match, token
        self.heard: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.dice: dict[str, Any] = {}
        self.ids = 0
        self.opened = connect(
            f"ws://{served.host}/api/matches/{match}/socket", max_size=None, open_timeout=30, close_timeout=2,
        )
        self.socket: ClientConnection = self.opened.__enter__()
        self.socket.send(json.dumps({"type": "hello", "token": token}))
        self.wait_for("table")

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.__exit__(None, None, None)

    def receive(self, seconds: float = 60) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        if message["type"] == "table":
            message = self.table = self.with_view(message)
        elif message["type"] == "dice":
            self.dice = message
        self.heard.append(message)
        return message

    def with_view(self, message: dict[str, Any]) -> dict[str, Any]:
        """The table with its view, where only what has changed was sent."""
        if "view" in message:
            return message
        assert message["number"] == self.table["number"] + 1
        changes = [*(change for event in message["events"] for change in event.get("changes", ())), *message["changes"]]
        return {**message, "view": apply(self.table["view"], changes)}

    def wait_for(self, *types: str, seconds: float = 60, where: Callable[[Any], bool] = bool) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.receive(end - time.monotonic())
            if message["type"] in types and where(message):
                return message
        raise TimeoutError(f"no {' or '.join(types)} came")

    def send(self, type: str, **fields: Any) -> int:
        self.ids += 1
        self.socket.send(json.dumps({"type": type, "id": self.ids, **fields}))
        return self.ids

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a request and wait for its own answer."""
        id = self.send(type, **fields)
        return self.wait_for("answer", "done", "refused", where=lambda m: m["id"] == id)

    def act(self, side: str, *actions: str, state: int | None = None, pause: bool = False) -> dict[str, Any]:
        at = self.table["state"] if state is None else state
        answer = self.ask("act", side=side, state=at, actions=list(actions), pause=pause)
        while self.table["state"] < answer["state"]:
            self.wait_for("table")
        return answer

    def until(self, holds: Callable[[dict[str, Any]], bool], seconds: float = 60) -> dict[str, Any]:
        """Wait for a table of which this holds."""
        if not holds(self.table):
            self.wait_for("table", seconds=seconds, where=holds)
        return self.table
