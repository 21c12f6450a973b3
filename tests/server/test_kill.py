"""Power cuts, lost databases and full disks under play: no acknowledged action is lost, none is doubled, all opens.

`kill -9` of the server eight times in the suite and a hundred times by `make kill`, of PostgreSQL three and twenty
times, a disk that fills up twice and ten times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from meuse import replay
from tests.server.harness import BOTH_PEOPLE, Served
from tests.server.postgres import Cluster, Missing, running

MATCHES = 4
CHANCES = ("chance",)
COMPUTERS = {side: {"kind": "computer", "player": "random"} for side in BOTH_PEOPLE}
DISK = 24_000_000
"""Bytes of the small disk: room for the journal that SQLite keeps beside its file (4 MB), and for all that is done."""


class Player:
    """One seat that plays on through every crash, remembering what it was told was done."""

    def __init__(self, match: str, token: str, side: str, seed: int, acknowledged: list[tuple[int, str]]) -> None:
        self.match, self.token, self.side = match, token, side
        self.rng, self.acknowledged = random.Random(seed), acknowledged
        self.over, self.refusals = False, 0

    async def session(self, host: str) -> None:
        """Play until the connection is lost."""
        url = f"ws://{host}/api/matches/{self.match}/socket"
        try:
            async with connect(url, max_size=None, compression=None, open_timeout=10, close_timeout=1) as ws:
                await ws.send(json.dumps({"type": "hello", "token": self.token}))
                sent: tuple[int, str] | None = None
                while True:
                    message = json.loads(await ws.recv())
                    self.over = self.over or bool(message.get("over"))
                    if message["type"] == "done" and sent is not None:
                        self.acknowledged.append(sent)
                        sent = None
                    elif message["type"] == "refused" and message["id"] == 1:
                        self.refusals += 1
                        sent = None
                    elif message["type"] == "table" and sent is None and self._may_act(message):
                        action = self.rng.choice(message["legal"][self.side])
                        sent = (message["state"], action)
                        text = json.dumps({"type": "act", "id": 1, "side": self.side, "state": message["state"],
                                           "action": action})
                        await ws.send(text)
                        if self.rng.random() < 0.1:
                            await ws.send(text.replace('"id": 1', '"id": 2'))
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            return

    def _may_act(self, table: dict[str, Any]) -> bool:
        return bool(table["legal"].get(self.side)) and not table["trouble"]

    async def stay(self, host: str) -> None:
        """Play until told otherwise, coming back where the connection is lost."""
        while True:
            await self.session(host)
            await asyncio.sleep(0.2)


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
    games: list[Game] = []
    for kill in range(kills):
        while len(games) < MATCHES * (1 + kill // 10):
            games.append(Game(served, rng))
        asyncio.run(_round(served, [p for game in games[-MATCHES:] for p in game.players], rng.uniform(0.05, 0.6)))
        served.start()
        for game in games[-MATCHES:]:
            game.check(served)
    for game in games:
        game.check(served)
    served.stop()
    return {"kills": kills, "matches": len(games), "acknowledged": sum(len(game.log) for game in games)}


class Game:
    """One match with its two players, and what both were told was done."""

    def __init__(self, served: Served, rng: random.Random) -> None:
        self.ticket = served.new_match(seats=BOTH_PEOPLE)
        self.log: list[tuple[int, str]] = []
        tokens = {"german": self.ticket["token"], "french": self.ticket["invites"]["french"]}
        self.players = [Player(self.ticket["id"], token, side, rng.randrange(10**9), self.log)
                        for side, token in tokens.items()]

    @property
    def over(self) -> bool:
        return any(player.over for player in self.players)

    @property
    def refusals(self) -> int:
        return sum(player.refusals for player in self.players)

    def check(self, served: Served) -> None:
        _check(served, self.ticket, self.log)


async def _until(holds: Callable[[], bool], what: str, seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.05)


async def _under_play(served: Served, games: list[Game], harm: Callable[[], Any], mend: Callable[[], Any],
                      times: int, rng: random.Random, felt: bool) -> None:
    """Do harm and mend it so often, while all play on with their sockets open; after each time everybody acts again."""
    playing = [asyncio.ensure_future(p.stay(served.host)) for game in games for p in game.players]
    for _ in range(times):
        await asyncio.sleep(rng.uniform(0.05, 0.6))
        before = sum(game.refusals for game in games)
        await asyncio.to_thread(harm)
        if felt:
            await _until(lambda n=before: sum(g.refusals for g in games) > n or all(g.over for g in games),  # type: ignore[misc]
                         "nobody noticed")
        await asyncio.sleep(rng.uniform(0, 1))
        await asyncio.to_thread(mend)
        counts = [len(game.log) for game in games]
        for game, count in zip(games, counts, strict=True):
            await _until(lambda g=game, n=count: g.over or len(g.log) > n, "play does not go on")  # type: ignore[misc]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def lost_database(cluster: Cluster, kills: int, seed: int) -> dict[str, int]:
    """PostgreSQL is killed and started again under play, by persons and computers; then everything is opened anew."""
    rng = random.Random(seed)
    served = Served(cluster.fresh(), "--limit", "automata=100")
    games: list[Game] = []
    thinking: list[dict[str, Any]] = []
    for first in range(0, kills, 5):
        new = [Game(served, rng) for _ in range(MATCHES)]
        thinking += [served.new_match(seats=COMPUTERS) for _ in range(2)]
        asyncio.run(_under_play(served, new, cluster.kill, cluster.start, min(5, kills - first), rng, False))
        games += new
    asyncio.run(_under_play(served, games[-MATCHES:], cluster.stop, cluster.start, 1, rng, False))
    for again in range(2):
        for game in games:
            game.check(served)
        for ticket in thinking:
            _check(served, ticket, [])
        served.stop()
        if not again:
            served.start()
    return {"database_kills": kills, "matches": len(games) + len(thinking), "refused": sum(g.refusals for g in games),
            "acknowledged": sum(len(game.log) for game in games)}


class NoDisk(Exception):
    """Why a small disk cannot be had here."""


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system in memory, which only root may make."""
    disk = folder / "disk"
    disk.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(disk)]
    done = subprocess.run(words, capture_output=True, text=True) if os.geteuid() == 0 else None
    if done is None or done.returncode:
        raise NoDisk(f"no small disk can be mounted here: {done.stderr.strip() if done else 'that takes root'}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def full_disk(disk: Path, times: int, seed: int) -> dict[str, int]:
    """The disk fills up under play and has room again; once the server dies and starts again while it is full."""
    rng, ballast = random.Random(seed), disk / "ballast"
    served = Served(str(disk / "meuse.sqlite"))
    games = [Game(served, rng) for _ in range(MATCHES)]

    def fill() -> None:
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    asyncio.run(_under_play(served, games, fill, ballast.unlink, times, rng, True))
    fill()
    served.kill()
    served.start()
    for game in games:
        game.check(served)
    ballast.unlink()
    more = Game(served, rng)
    asyncio.run(_under_play(served, [*games, more], fill, ballast.unlink, 1, rng, True))
    served.stop()
    served.start()
    for game in (*games, more):
        game.check(served)
    served.stop()
    return {"disk_full": times + 1, "matches": len(games) + 1, "refused": sum(g.refusals for g in games),
            "acknowledged": sum(len(game.log) for game in games)}


def _check(served: Served, ticket: dict[str, Any], log: list[tuple[int, str]]) -> None:
    """Each acknowledged action stands at its place; what stands beyond them was sent and not yet answered."""
    status, record = served.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])
    assert status == 200, record
    actions = [*range(2 * len(record["salts"])), *record["actions"]]
    """The salts and their promises have come first."""
    for state, action in log:
        assert len(actions) > state, f"{ticket['id']}: {action!r} at {state} was acknowledged and is lost"
        assert actions[state][1] == action, f"{ticket['id']}: at {state} stands {actions[state]}, not {action!r}"
    assert len({state for state, _ in log}) == len(log), "no state was acted on twice"
    match = replay(record)
    decided = sum(entry.side not in CHANCES for entry in match.entries)
    assert decided >= len(log)


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    found = trial(tmp_path, 4, seed=1)
    assert found["acknowledged"] > 10


def test_postgresql_may_be_killed_under_play(frail: Cluster) -> None:
    found = lost_database(frail, 3, seed=1)
    assert found["acknowledged"] > 50
    assert found["refused"]


def test_the_disk_may_be_full(tmp_path: Path) -> None:
    try:
        with small_disk(tmp_path) as disk:
            found = full_disk(disk, 2, seed=1)
    except NoDisk as error:
        pytest.skip(str(error))
    assert found["acknowledged"] > 50
    assert found["refused"]


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
    parser.add_argument("--database-kills", type=int, default=20)
    parser.add_argument("--full", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1940)
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(trial(Path(folder), args.kills, args.seed)), flush=True)
        with running() as cluster:
            print(json.dumps(lost_database(cluster, args.database_kills, args.seed)), flush=True)
        with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder)) as disk:
            print(json.dumps(full_disk(disk, args.full, args.seed)), flush=True)
    except (Missing, NoDisk) as error:
        print(f"not all could be tried: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
