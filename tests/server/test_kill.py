"""`kill -9` at random moments under play: no acknowledged action is lost and none is doubled.

Eight times in the suite, a hundred by `make kill`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from meuse import replay
from tests.server.harness import BOTH_PEOPLE, Served

MATCHES = 4
CHANCES = ("chance",)


class Player:
    """One seat that plays on through every crash, remembering what it was told was done."""

    def __init__(self, match: str, token: str, side: str, seed: int, acknowledged: list[tuple[int, str]]) -> None:
        self.match, self.token, self.side = match, token, side
        self.rng, self.acknowledged = random.Random(seed), acknowledged

    async def session(self, host: str) -> None:
        """Play until the connection is lost."""
        url = f"ws://{host}/api/matches/{self.match}/socket"
        try:
            async with connect(url, max_size=None, compression=None, open_timeout=10, close_timeout=1) as ws:
                await ws.send(json.dumps({"type": "hello", "token": self.token}))
                sent: tuple[int, str] | None = None
                while True:
                    message = json.loads(await ws.recv())
                    if message["type"] == "done" and sent is not None:
                        self.acknowledged.append(sent)
                        sent = None
                    elif message["type"] == "table" and sent is None and message["legal"].get(self.side):
                        action = self.rng.choice(message["legal"][self.side])
                        sent = (message["state"], action)
                        text = json.dumps({"type": "act", "id": 1, "side": self.side, "state": message["state"],
                                           "action": action})
                        await ws.send(text)
                        if self.rng.random() < 0.1:
                            await ws.send(text.replace('"id": 1', '"id": 2'))
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            return


async def _round(served: Served, players: list[Player], seconds: float) -> None:
    tasks = [asyncio.ensure_future(p.session(served.host)) for p in players]
    await asyncio.sleep(seconds)
    served.kill()
    await asyncio.wait(tasks, timeout=5)
    for task in tasks:
        task.cancel()


def trial(folder: Path, kills: int, seed: int) -> dict[str, int]:
    """Kill so often; then compare what was acknowledged with what is there."""
    rng = random.Random(seed)
    served = Served(str(folder / "kill.sqlite"))
    tickets: list[dict[str, Any]] = []
    logs: list[list[tuple[int, str]]] = []
    players: list[Player] = []
    for kill in range(kills):
        while len(tickets) < MATCHES * (1 + kill // 10):
            ticket = served.new_match(seed=len(tickets), seats=BOTH_PEOPLE)
            tickets.append(ticket)
            logs.append([])
            players += [Player(ticket["id"], ticket["token"], "german", rng.randrange(10**9), logs[-1]),
                        Player(ticket["id"], ticket["invites"]["french"], "french", rng.randrange(10**9), logs[-1])]
        asyncio.run(_round(served, players[-2 * MATCHES:], rng.uniform(0.05, 0.6)))
        served.start()
        for ticket, log in zip(tickets[-MATCHES:], logs[-MATCHES:], strict=True):
            _check(served, ticket, log)
    for ticket, log in zip(tickets, logs, strict=True):
        _check(served, ticket, log)
    served.stop()
    return {"kills": kills, "matches": len(tickets), "acknowledged": sum(map(len, logs))}


def _check(served: Served, ticket: dict[str, Any], log: list[tuple[int, str]]) -> None:
    """Each acknowledged action stands at its place; what stands beyond them was sent and not yet answered."""
    status, record = served.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])
    assert status == 200, record
    actions = record["actions"]
    for state, action in log:
        assert len(actions) > state, f"{ticket['id']}: {action!r} at {state} was acknowledged and is lost"
        assert actions[state][1] == action, f"{ticket['id']}: at {state} stands {actions[state]}, not {action!r}"
    assert len({state for state, _ in log}) == len(log), "no state was acted on twice"
    match = replay(record)
    decided = sum(entry.side not in CHANCES for entry in match.entries)
    assert decided >= len(log)


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    found = trial(tmp_path, 8, seed=1)
    assert found["acknowledged"] > 50


def test_a_start_after_a_kill_is_quick(tmp_path: Path) -> None:
    served = Served(str(tmp_path / "one.sqlite"))
    ticket = served.new_match(seed=1)
    served.kill()
    start = time.monotonic()
    served.start()
    with served.seat(ticket["id"], ticket["token"]) as seat:
        assert seat.table["legal"]
    assert time.monotonic() - start < 20
    served.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1940)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(trial(Path(folder), args.kills, args.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
