"""The long version of the suite: random games of random options and situations until the time is up.

`python -m tests.fuzz --minutes 10 --jobs 2` exits with 1 and leaves a reproducer if a promise is broken;
`python -m tests.fuzz --again FILE` plays such a file again.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from random import Random
from typing import Any

from meuse.games import GAMES
from tests.games.contract import Case, Walk, keep_promises, random_case

BATCH = 5
"""Games that a job plays before it reports."""


def play(case: Case, seed: int, every: int) -> tuple[int, dict[str, Any] | None]:
    """One game: how many actions it took, and a reproducer if it broke a promise."""
    walk = None
    try:
        walk = Walk(case, seed)
        keep_promises(walk, every)
    except Exception:
        found = walk.reproducer() if walk else {
            "game": case.game, "scenario": case.scenario, "options": case.options, "situation": case.situation,
            "seed": seed,
        }
        return len(walk.entries) if walk else 0, {"error": traceback.format_exc(), "every": every, **found}
    return len(walk.entries), None


def batch(names: tuple[str, ...], seed: int, every: int) -> tuple[Counter[str], list[dict[str, Any]]]:
    """A few games that this seed decides: what was played, and the reproducers."""
    played: Counter[str] = Counter()
    broken = []
    rng = Random(seed)
    for _ in range(BATCH):
        case, dice = random_case(rng, names), rng.randrange(2**32)
        actions, found = play(case, dice, every)
        played["games"] += 1
        played["actions"] += actions
        if found:
            broken.append(found)
    return played, broken


def fuzz(names: tuple[str, ...], minutes: float, jobs: int, every: int, seed: int, folder: Path) -> int:
    """Play until the time is up; the number of broken promises."""
    end = time.monotonic() + minutes * 60
    played: Counter[str] = Counter()
    broken = 0
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[tuple[Counter[str], list[dict[str, Any]]]]] = set()
        while time.monotonic() < end or running:
            while time.monotonic() < end and len(running) < jobs:
                running.add(pool.submit(batch, names, seed, every))
                seed += 1
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                counts, found = future.result()
                played += counts
                for reproducer in found:
                    broken += 1
                    report(reproducer, folder / f"fuzz-{reproducer['game']}-{reproducer['seed']}.json")
    print(f"{played['games']} games, {played['actions']} actions, {broken} broken promises")
    return broken


def report(reproducer: dict[str, Any], file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(reproducer, indent=1), encoding="utf-8")
    facts = ", ".join(f"{key} {reproducer[key]}" for key in ("game", "scenario", "options", "seed"))
    actions = reproducer.get("record", {}).get("actions", [])
    print(f"BROKEN: {facts}, after {len(actions)} actions\n{reproducer['error']}\nsee {file}\n", flush=True)


def again(file: Path) -> int:
    """Play a reproducer's game once more, every promise at every step."""
    told = json.loads(file.read_text(encoding="utf-8"))
    case = Case(told["game"], told["scenario"], told["options"], told["situation"])
    for every in (told["every"], 1):
        actions, found = play(case, told["seed"], every)
        if found:
            print(f"broken after {actions} actions\n{found['error']}")
            return 1
    print("no promise is broken any more")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", default=",".join(GAMES), help="which games, by name")
    parser.add_argument("--every", type=int, default=5, help="check the dear promises at every so manieth action")
    parser.add_argument("--seed", type=int, help="where to begin; otherwise every run plays other games")
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"), help="where reproducers are written")
    parser.add_argument("--again", type=Path, help="play a reproducer again")
    args = parser.parse_args()
    if args.again:
        return again(args.again)
    seed = args.seed if args.seed is not None else secrets.randbelow(2**32)
    print(f"seed {seed}", flush=True)
    names = tuple(args.games.split(","))
    return 1 if fuzz(names, args.minutes, args.jobs, args.every, seed, args.folder) else 0


if __name__ == "__main__":
    sys.exit(main())
