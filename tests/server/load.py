"""`make load`: many matches of each game at once on loopback, each with two sockets that play random legal actions.

Reports the actions a second, the CPU seconds that the server itself used for them, and how long players waited for the
acknowledgement, which comes only when the action is on disk. Once at the pace of an evening, when the server mostly
waits and every action wakes it, and once in a rush, when it works without a pause; Ghost Division by random players is
soon lost, so that its rush lasts for seconds only: it is played in several rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.harness import Served
from tests.server.postgres import Cluster

GOAL_ACTIONS, GOAL_P99 = 2000.0, 0.150
"""Actions a CPU second in a rush, and seconds within which 99 of 100 are on disk at the pace of an evening."""
EVENING, RUSH = 0.75, 0.15
"""Mean seconds that a player thinks."""
WARM_UP, ENDED = 1.0, 0.1
"""Seconds before counting begins, and the share of players whose match is over by which it ends: they rush no more."""
ENOUGH, MOST_ROUNDS = 0.5, 5
"""The share of the time asked for that must have been counted, in so many rounds at most."""


class Tally:
    def __init__(self) -> None:
        self.waits: list[float] = []
        self.refused = 0
        self.finished = 0
        self.joined = 0
        self.begun = asyncio.Event()
        """Until then everybody sits and waits."""
        self.counting = False


class Head(msgspec.Struct):
    """The parts of a message that a player here needs: reading the rest would only cost this process time."""

    type: str
    state: int = 0
    legal: dict[str, list[str]] = {}
    actors: list[str] = []
    over: bool = False
    id: int | None = None


read = msgspec.json.Decoder(Head).decode


async def player(
    host: str, match: str, token: str, side: str, pace: float, tally: Tally, seed: int, address: str = "127.0.0.1"
) -> None:
    rng = random.Random(seed)
    async with connect(f"ws://{host}/api/matches/{match}/socket", max_size=None, compression=None,
                       open_timeout=60, ping_interval=None, local_addr=(address, 0)) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        await Playing(socket, side, pace, tally, rng).play()


class Playing:
    """One who thinks about what lies before him, and then does what can be done on the table that he has by then.

    Where both may act, the first does: friends do not click at the same time.
    """

    def __init__(self, socket: ClientConnection, side: str, pace: float, tally: Tally, rng: random.Random) -> None:
        self.socket, self.side, self.pace, self.tally, self.rng = socket, side, pace, tally, rng
        self.legal: list[str] = []
        self.state = self.acted_in = -1
        self.sent_at, self.number = 0.0, 0
        self.acts_at: float | None = None

    async def play(self) -> None:
        """Until the match is over."""
        over = self._hear(read(await self.socket.recv(decode=False)))
        self.tally.joined += 1
        await self.tally.begun.wait()
        while not over:
            left = None if self.acts_at is None else max(0.001, self.acts_at - time.monotonic())
            try:
                over = self._hear(read(await asyncio.wait_for(self.socket.recv(decode=False), left)))
            except TimeoutError:
                await self._act()
        self.tally.finished += 1

    def _hear(self, message: Head) -> bool:
        """Whether the match is over."""
        if message.type in ("done", "refused") and message.id == self.number:
            if self.tally.counting:
                self.tally.waits.append(time.monotonic() - self.sent_at)
                self.tally.refused += message.type == "refused"
        elif message.type == "table":
            mine = message.actors[:1] == [self.side]
            self.legal, self.state = message.legal.get(self.side, []) if mine else [], message.state
            if self.legal and self.state > self.acted_in and self.acts_at is None:
                self.acts_at = time.monotonic() + self.rng.uniform(0.5, 1.5) * self.pace
        return message.type == "table" and message.over

    async def _act(self) -> None:
        self.acts_at = None
        if self.legal and self.state > self.acted_in:
            self.acted_in, self.number = self.state, self.number + 1
            act = {"type": "act", "id": self.number, "side": self.side, "state": self.state,
                   "action": self.rng.choice(self.legal)}
            self.sent_at = time.monotonic()
            await self.socket.send(json.dumps(act))


def middle(waits: list[float]) -> float:
    return waits[len(waits) // 2] if waits else float("inf")


def cpu_seconds(pid: int) -> float:
    """Of the process itself, its threads included, not of its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


GAMES: dict[str, tuple[str, str, dict[str, str]]] = {
    "sedan": ("german", "french", {}),
    "ghost-division": ("commander", "second", {"cooperative": "two"}),
}
"""The two seats of each, and its options."""


class Counted(msgspec.Struct):
    """What was counted, in one round or in several."""

    seconds: float = 0.0
    cpu: float = 0.0
    waits: list[float] = []
    refused: int = 0
    finished: int = 0

    def add(self, other: Counted) -> None:
        self.seconds, self.cpu = self.seconds + other.seconds, self.cpu + other.cpu
        self.waits += other.waits
        self.refused, self.finished = self.refused + other.refused, self.finished + other.finished


async def _round(servers: list[Served], game: str, matches: int, seconds: float, pace: float) -> Counted:
    """Fresh matches, played for so long, or until too many are over. With several servers the two players of a match
    are at different ones."""
    tally, players = Tally(), []
    pids = [served.process.pid for served in servers if served.process is not None]
    here, invited, options = GAMES[game]
    for number in range(matches):
        seats = {here: {"kind": "here"}, invited: {"kind": "invite"}}
        ticket = await asyncio.to_thread(servers[0].new_match, game=game, options=options, seats=seats)
        for at, (side, token) in enumerate(((here, ticket["token"]), (invited, ticket["invites"][invited]))):
            host = servers[(number + at) % len(servers)].host
            players.append(asyncio.ensure_future(player(host, ticket["id"], token, side, pace, tally, number)))
    while tally.joined < len(players):
        await asyncio.sleep(0.5)
    tally.begun.set()
    await asyncio.sleep(WARM_UP)
    tally.counting = True
    start, cpu = time.monotonic(), sum(map(cpu_seconds, pids))
    while time.monotonic() - start < seconds and tally.finished < ENDED * len(players):
        await asyncio.sleep(0.1)
    took, used = time.monotonic() - start, sum(map(cpu_seconds, pids)) - cpu
    for one in players:
        one.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return Counted(took, used, tally.waits, tally.refused, tally.finished)


def measure(game: str, matches: int, seconds: float, pace: float, db: str, processes: int = 1) -> dict[str, Any]:
    """Round after round, each at fresh servers, until enough has been counted."""
    found, rounds = Counted(), 0
    while rounds < MOST_ROUNDS and found.seconds < ENOUGH * seconds:
        servers = [Served(db) for _ in range(processes)]
        try:
            found.add(asyncio.run(_round(servers, game, matches, seconds - found.seconds, pace)))
        finally:
            for served in servers:
                served.stop()
        rounds += 1
    waits, count = sorted(found.waits), len(found.waits)
    return {
        "game": game, "pace": pace, "processes": processes, "matches": matches, "sockets": 2 * matches,
        "rounds": rounds, "load_average": os.getloadavg()[0], "seconds": round(found.seconds, 1), "actions": count,
        "actions_per_second": round(count / found.seconds, 1), "server_cpu_seconds": round(found.cpu, 2),
        "actions_per_cpu_second": round(count / found.cpu, 1), "p50_ms": round(1000 * middle(waits), 1),
        "p99_ms": round(1000 * waits[int(count * 0.99)], 1), "refused": found.refused, "finished": found.finished,
    }


def attacked(names: list[str], as_json: bool) -> int:
    from tests.server import attack

    if unknown := set(names) - set(attack.ATTACKS):
        print(f"--attack: no such attack: {', '.join(sorted(unknown))}; expected some of {', '.join(attack.ATTACKS)}")
        return 2
    with tempfile.TemporaryDirectory(prefix="meuse-") as folder:
        found = attack.measure(Path(folder), names)
    print(json.dumps(found, indent=2) if as_json else attack.report(found))
    return 0 if all(row["met"] for row in found) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="this one only")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pace", type=float, help="mean seconds that a player thinks, instead of both; 0: none")
    parser.add_argument("--db", help="a database URL; a fresh SQLite file if left out")
    parser.add_argument("--postgres", action="store_true", help="a fresh PostgreSQL from Debian's package")
    parser.add_argument("--processes", type=int, default=1, help="servers at one PostgreSQL")
    parser.add_argument("--attack", nargs="*", metavar="NAME", help="hostile clients instead, one after another")
    parser.add_argument("--json", action="store_true", help="the figures of --attack as JSON")
    args = parser.parse_args()
    if args.attack is not None:
        return attacked(args.attack, args.json)
    with tempfile.TemporaryDirectory(prefix="meuse-") as folder:
        Path(folder).chmod(0o755)
        cluster = Cluster(Path(folder) / "pg") if args.postgres else None
        db = args.db or (cluster.fresh() if cluster else str(Path(folder) / "load.sqlite"))
        try:
            found = [measure(game, args.matches, args.seconds, pace, db, args.processes)
                     for game in ([args.game] if args.game else GAMES)
                     for pace in ([args.pace] if args.pace is not None else (EVENING, RUSH))]
        finally:
            if cluster:
                cluster.stop()
    print(json.dumps(found, indent=2))
    good = all(_good(one) for one in found)
    print(f"goal: {GOAL_ACTIONS:.0f} actions a CPU second in a rush (pace {RUSH}), p99 {1000 * GOAL_P99:.0f} ms in an "
          f"evening (pace {EVENING}): {'met' if good else 'MISSED'}")
    return 0 if good else 1


def _good(one: dict[str, Any]) -> bool:
    if one["pace"] <= RUSH:
        return bool(one["actions_per_cpu_second"] >= GOAL_ACTIONS)
    return bool(one["p99_ms"] <= 1000 * GOAL_P99)


if __name__ == "__main__":
    raise SystemExit(main())
