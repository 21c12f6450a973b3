"""What worker processes do. Nothing here knows a match's key: a computer player gets what its seat may know."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from meuse import replay
from meuse.engine.contract import CHANCE, BadInput
from meuse.engine.match import RECORD_VERSION, AnyGame, Record
from meuse.games import game_class, make_game
from meuse.players import make_player
from meuse.server import journal
from meuse.server.records import Row

MOST_ACTIONS = 50_000
"""Entries of a record that is handed in."""


class Choice(msgspec.Struct, frozen=True):
    """A game as it was chosen; equal choices share one game."""

    game: str
    scenario: str | None
    options: dict[str, str]
    overlay: dict[str, Any] | None = None


@lru_cache(maxsize=32)
def _made(choice: bytes) -> AnyGame:
    wanted = msgspec.json.decode(choice, type=Choice)
    return make_game(wanted.game, wanted.scenario, wanted.options, wanted.overlay)


def game_of(choice: Choice) -> AnyGame:
    """The game of a choice, made once in each process."""
    return _made(msgspec.json.encode(choice))


class Task(msgspec.Struct, frozen=True):
    """What a computer player must decide, and in what time."""

    choice: Choice
    position: bytes
    """Saved from a determinized position: as far as its side can tell, the true one."""
    side: str
    player: str
    seed: str
    seconds: float


MOST_IN_A_RUN = 400


def think(task: bytes) -> list[str]:
    """The actions of a side from here on, as long as it alone decides and nothing new shows.

    The time is looked at between decisions: at least one is made.
    """
    wanted = msgspec.msgpack.decode(task, type=Task)
    game = game_of(wanted.choice)
    position = game.load(msgspec.json.decode(wanted.position))
    player = make_player(wanted.player, game, wanted.side, Random(wanted.seed))
    end, actions = time.monotonic() + wanted.seconds, []
    while game.actors(position) == (wanted.side,):
        action = player.choose(position.copy())
        actions.append(action)
        events = game.apply(position, wanted.side, action)
        if any(e.reveals for e in events) or time.monotonic() > end or len(actions) >= MOST_IN_A_RUN:
            break
    if not actions and wanted.side in game.actors(position):
        actions.append(player.choose(position))
    return actions


def draw_map(name: str) -> str:
    """A game's map, from the cache if its rules and data have not changed since it was drawn."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "meuse"
    kept = folder / f"{name}-{_fingerprint(name)}.svg"
    with suppress(OSError):
        return kept.read_text(encoding="utf-8")
    svg = make_game(name).draw_map()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{name}-*"):
            old.unlink(missing_ok=True)
        fresh = kept.with_suffix(f".{os.getpid()}")
        fresh.write_text(svg, encoding="utf-8")
        fresh.replace(kept)
    return svg


def _fingerprint(name: str) -> str:
    """Of everything that a game's folder holds."""
    found = sys.modules[game_class(name).__module__].__file__
    digest = hashlib.sha256()
    for path in sorted(Path(found or "").parent.rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def examine(record: bytes) -> dict[str, Any]:
    """Play a record again and check its dice."""
    match = replay(_checked(record))
    rolled = [entry for entry in match.entries if entry.side == CHANCE]
    fair = sum(entry.number is not None for entry in rolled)
    known = msgspec.json.decode(record).get("key") is not None
    return {
        "ok": known, "dice": fair, "outcome": msgspec.to_builtins(match.outcome),
        "reason": f"{fair} dice and draws agree with the commitment" if known
        else "the record can be played again, but its key is not in it, so the dice cannot be checked",
    }


def unfold(record: bytes) -> bytes:
    """The rows of the journal that a record stands for, with the events that the actions made."""
    match = replay(_checked(record))
    game = match.game
    p = game.set_up(match.situation) if match.situation is not None else game.start()
    rows = []
    for n, entry in enumerate(match.entries, 1):
        events = game.apply(p, entry.side, entry.action)
        rows.append(Row(n, entry.side, entry.action, entry.number, 0.0, 0, journal.events_text(events)))
    return msgspec.msgpack.encode(rows)


def _checked(record: bytes) -> dict[str, Any]:
    """A record from outside, not larger than we are willing to play."""
    try:
        found = msgspec.json.decode(record, type=Record)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"record: {error}") from None
    if found.version != RECORD_VERSION:
        raise BadInput(f"record: version: expected {RECORD_VERSION}, got {found.version}")
    if len(found.actions) > MOST_ACTIONS:
        raise BadInput(f"record: more than {MOST_ACTIONS} actions")
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain
