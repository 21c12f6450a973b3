"""`make load ARGS=--attack`: one hostile client at each of the dear requests, while others play.

Every attacker is a process of its own and comes from an address of its own; the others play from theirs. For each
attack the wait of the others is measured just before it and under it, since a machine's speed may change meanwhile; so
is the reply of a computer player to a person who waits for it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import meuse
from tests.server.harness import BOTH_PEOPLE, ROOT, Served
from tests.server.load import GOAL_P99, Tally, middle, player, read
from tests.web.situations import moving

ATTACKER, WATCHER = "127.0.0.66", "127.0.0.77"
GOAL_RATIO, GOAL_REPLY = 2.0, 1.0
LONG = 49_000
"""Actions of the records that are handed in: about as many as the server takes."""

Names = dict[str, Any]
"""What an attacker knows: the server, a match of his own, the link to watch somebody's, and a long record."""


# -- the attackers; each runs until it is ended --


async def at_a_match(names: Names, match: str, token: str) -> tuple[ClientConnection, dict[str, Any]]:
    """A socket with its first table."""
    socket = await connect(f"ws://{names['host']}/api/matches/{match}/socket", max_size=None, compression=None,
                           local_addr=(ATTACKER, 0), ping_interval=None)
    await socket.send(json.dumps({"type": "hello", "token": token}))
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "table":
            return socket, message


async def flood(socket: ClientConnection, messages: Any, outstanding: int = 50) -> None:
    """So many requests unanswered at any time."""
    for _ in range(outstanding):
        await socket.send(json.dumps(next(messages)))
    while True:
        if read(await socket.recv(decode=False)).type in ("answer", "done", "refused"):
            await socket.send(json.dumps(next(messages)))


async def reach(names: Names) -> None:
    socket, table = await at_a_match(names, *names["own"])
    units = [u for u in table["view"]["units"] if u.startswith("de-")]
    sides = list(table["seats"]["all"])
    await flood(socket, ({"type": "reach", "id": n, "side": side, "unit": unit}
                         for n, (side, unit) in enumerate(cycle([(s, u) for u in units for s in sides]))))


async def reach_anew(names: Names) -> None:
    """Every question at a new state: no answer can be known already."""
    socket, table = await at_a_match(names, *names["own"])
    units = [u for u in table["view"]["units"] if u.startswith("de-")]
    rng, number = random.Random(1), 0
    while True:
        side = next(s for s, actions in table["legal"].items() if actions)
        back = table["undoable"].get(side, 0)
        act = {"type": "undo", "side": side} if back else {
            "type": "act", "side": side, "state": table["state"], "action": rng.choice(table["legal"][side])}
        asked = [{"type": "reach", "side": side, "unit": unit} for unit in rng.sample(units, min(10, len(units)))]
        for message in (act, *asked):
            number += 1
            await socket.send(json.dumps({**message, "id": number}))
        answered = 0
        while answered <= len(asked):
            message = json.loads(await socket.recv())
            answered += message["type"] in ("answer", "done", "refused")
            table = message if message["type"] == "table" else table


async def acts(names: Names) -> None:
    """Acting for both sides as fast as it goes, and many actions in a message."""
    socket, table = await at_a_match(names, *names["own"])
    rng, number = random.Random(2), 0
    while True:
        number += 1
        side = next((s for s, actions in table["legal"].items() if actions), None)
        if side is None:
            return
        chosen = [rng.choice(table["legal"][side]) for _ in range(100)]
        await socket.send(json.dumps({"type": "act", "id": number, "side": side, "state": table["state"],
                                      "actions": chosen}))
        while (table := json.loads(await socket.recv()))["type"] != "table":
            pass


async def look(names: Names) -> None:
    socket, table = await at_a_match(names, *names["watched"])
    rng = random.Random(3)
    await flood(socket, ({"type": "look", "id": n, "state": rng.randint(0, table["state"])}
                         for n in range(sys.maxsize)))


async def chat(names: Names) -> None:
    socket, _ = await at_a_match(names, *names["watched"])
    await flood(socket, ({"type": "chat", "id": n, "text": "x" * 900} for n in range(sys.maxsize)))


async def joining(names: Names) -> None:
    async def one() -> None:
        while True:
            with suppress(ConnectionClosed, OSError):
                socket, _ = await at_a_match(names, *names["watched"])
                await socket.close()

    await asyncio.gather(*(one() for _ in range(20)))


async def ask(names: Names, method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
    """One request over a connection of its own; what is answered."""
    host, _, port = names["host"].rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0), limit=2**24)
    head = [f"{method} {path} HTTP/1.1", f"Host: {names['host']}", "Connection: close", f"Content-Length: {len(body)}",
            "Content-Type: application/json", *([f"Authorization: Bearer {token}"] if token else [])]
    try:
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        return await reader.read()
    finally:
        writer.close()


async def again(connections: int, request: Callable[[int], Awaitable[bytes]]) -> None:
    """So many connections, each asking again as soon as it is answered."""
    async def one(number: int) -> None:
        while True:
            with suppress(OSError):
                await request(number)
            number += connections

    await asyncio.gather(*(one(n) for n in range(connections)))


def options(number: int) -> str:
    """Another choice of Sedan's options for every number."""
    switches = meuse.game_class("sedan").switches
    return ",".join(f"{o.name}={o.values[number >> bit & 1]}" for bit, o in enumerate(switches))


async def sides(names: Names) -> None:
    await again(8, lambda n: ask(names, "GET", f"/api/games/sedan/sides?options={options(n)}"))


async def sheets(names: Names) -> None:
    await again(8, lambda n: ask(names, "GET", f"/api/games/sedan/sheet?options={options(n)}"))


async def records(names: Names) -> None:
    id, token = names["own"]
    await again(8, lambda n: ask(names, "GET", f"/api/matches/{id}/record", token=token))


async def verify(names: Names) -> None:
    body = Path(names["record"]).read_bytes()
    await again(6, lambda n: ask(names, "POST", "/api/verify", body))


async def imports(names: Names) -> None:
    body = Path(names["record"]).read_bytes()
    await again(6, lambda n: ask(names, "POST", "/api/matches/import", body))


async def computers(names: Names) -> None:
    seats = {side: {"kind": "computer", "player": "staff"} for side in ("german", "french")}
    body = json.dumps({"game": "sedan", "seats": seats}).encode()
    await again(4, lambda n: ask(names, "POST", "/api/matches", body))


async def matches(names: Names) -> None:
    await again(8, lambda n: ask(names, "POST", "/api/matches", b'{"game": "sedan"}'))


async def half(names: Names) -> None:
    """A thousand connections that never finish their request."""
    host, _, port = names["host"].rpartition(":")
    kept = []
    for _ in range(1000):
        with suppress(OSError):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0))
            writer.write(b"POST /api/matches HTTP/1.1\r\nHost: ")
            kept.append(writer)
    await asyncio.sleep(3600)


ATTACKS: dict[str, Callable[[Names], Awaitable[None]]] = {
    "reach": reach, "reach-anew": reach_anew, "acts": acts, "look": look, "chat": chat, "joining": joining,
    "sides": sides, "sheets": sheets, "records": records, "verify": verify, "imports": imports,
    "computers": computers, "matches": matches, "half": half,
}


# -- what is measured --


def long_record(length: int = LONG) -> bytes:
    """A match that went back to its beginning again and again."""
    match, rng = meuse.new("sedan", seed=5), random.Random(5)
    taken = 0
    while taken + len(match.entries) < length:
        if not match.actors or len(match.entries) > 1500:
            taken += len(match.entries)
            match.back_to(0)
        side = match.actors[0]
        match.apply(side, rng.choice(match.legal(side)))
    return json.dumps(meuse.engine.match.msgspec.to_builtins(match.record)).encode()


class Opponent:
    """A person against a computer player: how long he waits until it is his turn again."""

    def __init__(self) -> None:
        self.replies: list[float] = []

    async def play(self, served: Served) -> None:
        rng = random.Random(4)
        while True:
            ticket = await asyncio.to_thread(served.new_match, seats={
                "german": {"kind": "here"}, "french": {"kind": "computer", "player": "staff"}})
            with suppress(ConnectionClosed):
                await self._play(served.host, ticket, rng)

    async def _play(self, host: str, ticket: Any, rng: random.Random) -> None:
        async with connect(f"ws://{host}/api/matches/{ticket['id']}/socket", max_size=None, compression=None,
                           local_addr=(WATCHER, 0), ping_interval=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": ticket["token"]}))
            since: float | None = None
            while True:
                table = read(await socket.recv(decode=False))
                if table.type != "table":
                    continue
                if table.over:
                    return
                if not table.legal.get("german"):
                    since = since or time.monotonic()
                    continue
                if since is not None:
                    self.replies.append(time.monotonic() - since)
                    since = None
                await socket.send(json.dumps({"type": "act", "id": 1, "side": "german", "state": table.state,
                                              "action": rng.choice(table.legal["german"])}))


class Field:
    """A server, people who play at it, and who attacks it."""

    def __init__(self, served: Served, folder: Path) -> None:
        self.served, self.folder = served, folder
        self.tally, self.opponent = Tally(), Opponent()
        self.tally.begun.set()
        self.tasks: list[asyncio.Task[None]] = []
        self.names: Names = {"host": served.host, "record": str(folder / "long.json")}

    async def open(self, matches: int, pace: float) -> None:
        Path(self.names["record"]).write_bytes(await asyncio.to_thread(long_record))
        for number in range(matches):
            self.tasks.append(asyncio.ensure_future(self.seat(number, pace)))
        self.tasks.append(asyncio.ensure_future(self.opponent.play(self.served)))
        await asyncio.sleep(5)

    async def seat(self, number: int, pace: float) -> None:
        """Two who play match after match, each from an address of his own."""
        while True:
            ticket = await asyncio.to_thread(self.served.new_match, seats=BOTH_PEOPLE)
            if number == 0:
                self.names["watched"] = [ticket["id"], ticket["spectate"]]
            tokens = {"german": ticket["token"], "french": ticket["invites"]["french"]}
            await asyncio.gather(*(
                player(self.served.host, ticket["id"], token, side, pace, self.tally, number,
                       address=f"127.0.{1 + at}.{1 + number}")
                for at, (side, token) in enumerate(tokens.items())))

    async def waits(self, seconds: float) -> dict[str, float]:
        """Milliseconds that people waited in this time."""
        self.tally.waits, self.tally.counting, self.opponent.replies = [], True, []
        await asyncio.sleep(seconds)
        self.tally.counting = False
        waits, replies = sorted(self.tally.waits), sorted(self.opponent.replies)
        return {"p50": 1000 * middle(waits), "p99": 1000 * waits[int(len(waits) * 0.99)] if waits else float("inf"),
                "reply": 1000 * replies[int(len(replies) * 0.9)] if replies else float("inf"), "acts": len(waits)}

    async def under(self, name: str, seconds: float) -> dict[str, Any]:
        """The waits before an attack, and under it."""
        own = await asyncio.to_thread(self.served.new_match, situation=moving())
        self.names["own"] = [own["id"], own["token"]]
        quiet = await self.waits(seconds)
        words = [sys.executable, "-m", "tests.server.attack", name, json.dumps(self.names)]
        attacker = await asyncio.to_thread(subprocess.Popen, words, cwd=ROOT, stderr=subprocess.PIPE)
        try:
            await asyncio.sleep(2)
            attacked = await self.waits(seconds)
            ended = attacker.poll()
        finally:
            attacker.kill()
            attacker.wait()
        await asyncio.sleep(2)
        if ended:
            raise SystemExit(f"the attacker {name} broke down: {(attacker.stderr or sys.stderr).read()!r}")
        ratio = attacked["p50"] / quiet["p50"]
        met = ratio <= GOAL_RATIO and attacked["p99"] <= 1000 * GOAL_P99 and attacked["reply"] <= 1000 * GOAL_REPLY
        return {"attack": name, "quiet": quiet, "attacked": attacked, "ratio": ratio, "met": met, "ended": ended}

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def _measure(
    served: Served, folder: Path, wanted: list[str], matches: int, seconds: float
) -> list[dict[str, Any]]:
    field = Field(served, folder)
    try:
        await field.open(matches, pace=0.3)
        return [await field.under(name, seconds) for name in wanted]
    finally:
        await field.close()


def measure(folder: Path, wanted: list[str], seconds: float = 8.0, matches: int = 10) -> list[dict[str, Any]]:
    served = Served(str(folder / "attacked.sqlite"))
    try:
        return asyncio.run(_measure(served, folder, wanted or list(ATTACKS), matches, seconds))
    finally:
        served.stop()


def report(found: list[dict[str, Any]]) -> str:
    head = f"{'attack':12}{'quiet p50':>10}{'p50':>9}{'ratio':>7}{'quiet p99':>11}{'p99':>9}{'reply':>8}   (ms)"
    lines = [head]
    for f in found:
        quiet, under = f["quiet"], f["attacked"]
        lines.append(f"{f['attack']:12}{quiet['p50']:10.1f}{under['p50']:9.1f}{f['ratio']:7.2f}{quiet['p99']:11.1f}"
                     f"{under['p99']:9.1f}{under['reply']:8.0f}   {'met' if f['met'] else 'MISSED'}"
                     f"{'' if f['ended'] is None else '  (the attacker gave up)'}")
    lines.append(f"goal: the median at most {GOAL_RATIO:.0f} times the quiet one, p99 {1000 * GOAL_P99:.0f} ms, nine "
                 f"of ten computer's replies in {GOAL_REPLY:.0f} s; load average {os.getloadavg()[0]:.1f}")
    return "\n".join(lines)


if __name__ == "__main__":
    os.nice(10)
    with suppress(ConnectionClosed):
        asyncio.run(ATTACKS[sys.argv[1]](json.loads(sys.argv[2])))  # type: ignore[arg-type]
