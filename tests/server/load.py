"""`make load`: many matches of each game at once on loopback, each with two sockets that play random legal actions.

Reports the actions a second, the CPU seconds that the server itself used for them, and how long players waited for the
acknowledgement, which comes only when the action is on disk. Once at the pace of an evening, when the server mostly
waits and every action wakes it, and once in a rush, when it works without a pause.
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


class Tally:
    def __init__(self) -> None:
        self.waits: list[float] = []
        self.refused = 0
        self.finished = 0
        self.joined = 0
        self.stop_at = float("inf")
        self.counting = False


class Head(msgspec.Struct):
    """The parts of a message that a player here needs: reading the rest would only cost this process time."""

    type: str
    state: int = 0
    legal: dict[str, list[str]] = {}
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
        await _play(socket, side, pace, tally, rng)


async def _play(socket: ClientConnection, side: str, pace: float, tally: Tally, rng: random.Random) -> None:
    sent_at, acted_in, number = 0.0, -1, 0
    seated = False
    while time.monotonic() < tally.stop_at:
        try:
            left = max(0.1, tally.stop_at - time.monotonic())
            message = read(await asyncio.wait_for(socket.recv(decode=False), left))
        except TimeoutError:
            return
        tally.joined += not seated
        seated = True
        if message.type in ("done", "refused") and message.id == number:
            if tally.counting:
                tally.waits.append(time.monotonic() - sent_at)
            tally.refused += message.type == "refused"
        elif message.type == "table" and message.over:
            tally.finished += 1
            return
        elif message.type == "table" and message.legal.get(side) and message.state > acted_in:
            if pace:
                await asyncio.sleep(rng.uniform(0.5, 1.5) * pace)
            acted_in, number = message.state, number + 1
            action = rng.choice(message.legal[side])
            text = json.dumps({"type": "act", "id": number, "side": side, "state": message.state, "action": action})
            sent_at = time.monotonic()
            await socket.send(text)


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


async def _measure(servers: list[Served], game: str, matches: int, seconds: float, pace: float) -> dict[str, Any]:
    """With several servers the two players of a match are at different ones."""
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
    await asyncio.sleep(3)
    tally.counting = True
    start, cpu = time.monotonic(), sum(map(cpu_seconds, pids))
    tally.stop_at = start + seconds
    await asyncio.sleep(seconds)
    took, used = time.monotonic() - start, sum(map(cpu_seconds, pids)) - cpu
    await asyncio.wait(players, timeout=10)
    waits = sorted(tally.waits)
    count = len(waits)
    return {
        "game": game, "pace": pace, "processes": len(servers), "matches": matches, "sockets": 2 * matches,
        "load_average": os.getloadavg()[0], "seconds": round(took, 1), "actions": count,
        "actions_per_second": round(count / took, 1), "server_cpu_seconds": round(used, 2),
        "actions_per_cpu_second": round(count / used, 1), "p50_ms": round(1000 * middle(waits), 1),
        "p99_ms": round(1000 * waits[int(count * 0.99)], 1), "refused": tally.refused, "finished": tally.finished,
    }


def measure(game: str, matches: int, seconds: float, pace: float, db: str, processes: int = 1) -> dict[str, Any]:
    servers = [Served(db) for _ in range(processes)]
    try:
        return asyncio.run(_measure(servers, game, matches, seconds, pace))
    finally:
        for served in servers:
            served.stop()


def attacked(names: list[str], as_json: bool) -> int:
    from tests.server import attack

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
