"""Golden playthroughs: a random game as text, with every public fact that changes.

`python -m tests.games.golden` writes them anew, after a change of the rules or the data that is meant.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from meuse.engine.contract import CHANCE, Event
from meuse.engine.match import Match
from meuse.games import GAMES
from tests.games.contract import Case, Mood, default_cases, scattered, state

FOLDER = Path(__file__).parent / "golden"
SEED = 1915
IN_FULL = 70_000
"""Characters after which only actions, events and digests are told."""
AT_MOST = 330_000
"""Characters after which a game is told by a digest at each turn."""


def golden_cases() -> dict[Path, Case]:
    """Every scenario of every game, and a scattered situation where a game has them, by file."""
    found = {FOLDER / f"{case.game}-{case.scenario}.txt": case for case in default_cases()}
    for name in GAMES:
        situation = scattered(name, Random(SEED))
        if situation is not None:
            options = situation.get("options", {})
            found[FOLDER / f"{name}-scattered.txt"] = Case(name, situation["scenario"], options, situation)
    return found


def playthrough(case: Case, seed: int = SEED) -> str:
    """The text of one game."""
    match = Match(case.make(), seed=seed, situation=case.situation)
    mood = Mood(Random(seed))
    lines = [f"{case}, seed {seed}, commitment {match.dice.commitment}", "", *told(match, match.opening)]
    size = 0
    view, turn = match.view(None), turn_of(match)
    lines += board(view)
    while match.actors:
        side = mood.rng.choice(match.actors)
        action = mood.choose(match.legal(side))
        rolled = len(match.entries) + 1
        events = match.apply(side, action)
        new_turn = turn_of(match) != turn or not match.actors
        turn = turn_of(match)
        if size >= AT_MOST:
            lines += [f"turn {turn}, digest {digest(match)}"] if new_turn else []
            continue
        dice = [entry.action for entry in match.entries[rolled:] if entry.side == CHANCE]
        news = ["", f"{side}: {action}" + (f" [{', '.join(dice)}]" if dice else ""), *told(match, events)]
        if size < IN_FULL:
            before, view = view, match.view(None)
            news += [f"  {change}" for change in changes(before, view)]
            news.append(f"  {choices(match)}: {view['prompt']} ({view['rule']})")
        else:
            news.append(f"  {choices(match)}, digest {digest(match)}")
        if new_turn:
            news += [f"  digest {digest(match)}", *board(match.view(None))]
        size += sum(len(line) + 1 for line in news)
        lines += news
    lines += ["", f"outcome {match.outcome}", f"key {match.record['key']}", f"digest {digest(match)}"]
    return "\n".join(lines) + "\n"


def turn_of(match: Match) -> int:
    """What every view gives as its turn, without the dear rest of one."""
    turn: int = match.position.turn
    return turn


def told(match: Match, events: list[Event]) -> list[str]:
    """What happened, with the rule."""
    return [f"  - {match.game.describe(event)} ({event.rule})" for event in events]


def choices(match: Match) -> str:
    return " and ".join(f"{side} has {len(match.legal(side))} choices" for side in match.actors) or "nobody acts"


def digest(match: Match) -> str:
    return hashlib.sha256(state(match.game, match.position)).hexdigest()[:16]


def facts(data: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every fact of a view with its place in it; a list of plain values is one fact."""
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from facts(inner, f"{where}.{key}" if where else key)
    else:
        yield where, json.dumps(data, ensure_ascii=False)


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The facts that differ, but for those that every line tells in any case."""
    old, new = dict(facts(before)), dict(facts(after))
    keys = sorted(key for key in {**old, **new} if old.get(key) != new.get(key))
    return [
        f"{key}: {old.get(key, 'none')} -> {new.get(key, 'none')}"
        for key in keys
        if key not in ("prompt", "rule", "actors", "waiting_for_chance")
    ]


def board(view: dict[str, Any]) -> list[str]:
    """A view to read: a line a fact; entries of a table that say the same share a line."""
    lines = []
    for key, value in sorted(view.items()):
        if not isinstance(value, dict):
            lines.append(f"    {key}: {brief(value)}")
            continue
        alike: dict[str, list[str]] = {}
        for name, inner in sorted(value.items()):
            alike.setdefault(brief(inner), []).append(name)
        lines += [f"    {key}: {', '.join(names)}: {text}" for text, names in alike.items()]
    return lines


def brief(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{k}={brief(v)}" for k, v in value.items() if v is not None)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = golden_cases()
    for stale in set(FOLDER.glob("*.txt")) - set(wanted):
        stale.unlink()
    for file, case in wanted.items():
        text = playthrough(case)
        file.write_text(text, encoding="utf-8")
        print(f"{file.name}: {len(text)} characters")


if __name__ == "__main__":
    main()
