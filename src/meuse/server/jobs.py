"""What worker processes do. Nothing here knows a match's key: a computer player gets what its seat may know."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

import meuse
from meuse import replay
from meuse.engine import diary
from meuse.engine.audit import Proof, audit, proof
from meuse.engine.briefing import in_force
from meuse.engine.contract import CHANCE, BadInput, Event, check_options
from meuse.engine.diary import Diary
from meuse.engine.ending import Teller
from meuse.engine.match import AnyGame
from meuse.engine.record import Record, check_heading
from meuse.engine.replay import retrace
from meuse.games import GAMES, game_class, make_game
from meuse.players import make_player
from meuse.players.search.searcher import SearchPlayer, Tell, Thought
from meuse.server import journal
from meuse.server.records import BACK, Ending, Header, Row
from meuse.server.workers import report

MOST_ACTIONS = 50_000
"""Entries of a record that is handed in."""


class Choice(msgspec.Struct, frozen=True):
    """A game as it was chosen; equal choices share one game."""

    game: str
    scenario: str | None
    options: dict[str, str]
    overlay: dict[str, Any] | None = None

    @classmethod
    def of(cls, heading: Header | Record) -> Choice:
        """Of a match or a record."""
        return cls(heading.game, heading.scenario, dict(heading.options), heading.overlay)

    @property
    def whole(self) -> Choice:
        """With scenario and every option named, checked: equal for games that are equal."""
        kind = game_class(self.game)
        return msgspec.structs.replace(
            self, scenario=kind.check_scenario(self.scenario), options=check_options(kind.switches, self.options))

    @property
    def key(self) -> bytes:
        return msgspec.json.encode(self.whole)

    @property
    def sides(self) -> tuple[str, ...]:
        """Who plays, without making the game."""
        return game_class(self.game).seated(self.whole.options)


@lru_cache(maxsize=32)
def _made(key: bytes) -> AnyGame:
    wanted = msgspec.json.decode(key, type=Choice)
    return make_game(wanted.game, wanted.scenario, wanted.options, wanted.overlay)


def game_of(choice: Choice) -> AnyGame:
    """The game of a choice, made once in each process, whether its options are named or left at their defaults."""
    return _made(choice.key)


class Task(msgspec.Struct, frozen=True):
    """What a computer player must decide, and in what time."""

    choice: Choice
    position: bytes
    """Saved from a determinized position: as far as its side can tell, the true one."""
    side: str
    player: str
    seed: str
    seconds: float
    memory: str = ""
    """What this player's last answer left for the next."""


class Advice(NamedTuple):
    """What a player would do, why, and what it wants to remember."""

    actions: list[str]
    why: str = ""
    memory: str = ""
    thought: Thought | None = None
    """What it weighed, if it has searched."""


MOST_IN_A_RUN = 400
EVERY = 0.2
"""Seconds between two words on how far a search has come."""


def _teller(end: float) -> Tell:
    """Tells who has asked how far a search is, and breaks it off when the time by the clock is over."""
    told = 0.0

    def tell(thought: Thought) -> bool:
        nonlocal told
        if time.monotonic() > end:
            return True
        if time.monotonic() - told < EVERY:
            return False
        told = time.monotonic()
        return report(msgspec.json.encode(thought).decode())

    return tell


def think(task: bytes) -> Advice:
    """The actions of a side from here on, as long as it alone decides and nothing new shows; and why the first of them.

    The time is looked at between decisions: at least one is made, and a move that is begun is thought to its end.
    """
    wanted = msgspec.msgpack.decode(task, type=Task)
    game = game_of(wanted.choice)
    position = game.load(msgspec.json.decode(wanted.position))
    player: Any = make_player(wanted.player, game, wanted.side, Random(wanted.seed))
    if isinstance(player, SearchPlayer):
        player.tell = _teller(time.monotonic() + wanted.seconds)
        player.recall(wanted.memory)
    end, actions, why = time.monotonic() + wanted.seconds, list[str](), ""
    begun_at: int | None = None
    """How many procedures were under way when a move was begun that is not over."""
    while game.actors(position) == (wanted.side,):
        action, depth = player.choose(position.copy()), len(position.frames)
        why = why if actions else str(getattr(player, "why", ""))
        actions.append(action)
        events = game.apply(position, wanted.side, action)
        if game.begins(action):
            begun_at = depth
        elif begun_at is not None and len(position.frames) <= begun_at:
            begun_at = None
        late = time.monotonic() > end and begun_at is None
        if any(e.reveals for e in events) or late or len(actions) >= MOST_IN_A_RUN:
            break
    if not actions and wanted.side in game.actors(position):
        actions.append(player.choose(position))
        why = str(getattr(player, "why", ""))
    return Advice(actions, why, getattr(player, "memory", ""), getattr(player, "thought", None))


def write_sheet(choice: Choice) -> bytes:
    """The game's own sheet, with what every table shows beside it: the briefing, the levels of victory, the options."""
    game = game_of(choice)
    return msgspec.json.encode({
        **game.sheet(), "pins": pins_of(game.name), "client": GAMES[game.name].client,
        "briefing": game.briefings().get(game.scenario), "victory": game.ladder(),
        "options": in_force(game.switches, game.options),
    })


def draw_map(name: str) -> str:
    """A game's map, from the cache if nothing that it is made of has changed since it was drawn."""
    return _kept(name, "svg", lambda: make_game(name).draw_map())


def pins_of(name: str) -> msgspec.Raw:
    """Where markers lie on a game's map, as JSON, from the cache likewise."""
    return msgspec.Raw(_kept(name, "json", lambda: msgspec.json.encode(make_game(name).pins()).decode()).encode())


def _kept(name: str, kind: str, make: Callable[[], str]) -> str:
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "meuse"
    kept = folder / f"{name}-{_fingerprint(name)}.{kind}"
    with suppress(OSError):
        return kept.read_text(encoding="utf-8")
    made = make()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{name}-*.{kind}"):
            old.unlink(missing_ok=True)
        fresh = kept.with_suffix(f".{kind}-{os.getpid()}")
        fresh.write_text(made, encoding="utf-8")
        fresh.replace(kept)
    return made


def _fingerprint(name: str) -> str:
    digest = hashlib.sha256()
    for path in drawn_from(name):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def drawn_from(name: str) -> list[Path]:
    """Every file that a game's map may depend on: those of the game, the engine, the drawing room and the fonts."""
    game = Path(sys.modules[game_class(name).__module__].__file__ or "").parent
    house = Path(meuse.__file__).parent
    folders = (game, house / "engine", house / "maps", house / "web" / "fonts")
    kinds = (".py", ".toml", ".png", ".woff2")
    return [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in kinds]


def conclude(record: bytes) -> bytes:
    """What the end page tells of a finished match, as JSON."""
    found = msgspec.json.decode(record, type=Record)
    game = game_of(Choice.of(found))
    return msgspec.json.encode(Teller(game).tell(found.situation, found.actions))


class Recalled(msgspec.Struct):
    """A match of which the war diary is to be written: for those seats, or for everybody."""

    choice: Choice
    events: list[Event]
    seats: tuple[str | None, ...] | None
    verdict: str


class Told(msgspec.Struct):
    """A war diary, taken to pieces and in the two forms that it is kept in."""

    diary: Diary
    markdown: str
    html: str


def write_diary(asked: bytes) -> bytes:
    """The war diary, as JSON."""
    found = msgspec.msgpack.decode(asked, type=Recalled)
    made = diary.write(game_of(found.choice), found.events, found.seats, found.verdict)
    return msgspec.json.encode(Told(made, diary.markdown(made), diary.page(made)))


class Verdict(msgspec.Struct):
    """Whether every die of a record is one that was promised, and what each was drawn from."""

    ok: bool
    dice: int
    """Verified ones."""
    unchecked: int
    scripted: int
    seeded: bool
    reason: str
    outcome: Ending | None = None
    proof: Proof | None = None
    hindsight: int = 0
    """How often the match went back past something that had been revealed."""


def examine(record: bytes) -> bytes:
    """A verdict: the record played again, and its dice checked."""
    match = replay(_checked(record))
    found = audit(match)
    return msgspec.json.encode(Verdict(
        found.ok, found.verified, found.unverified, found.scripted, found.seeded, " ".join(found.lines()),
        Ending.of(match.outcome), proof(match), found.hindsight,
    ))


PACK = 500
"""Rows that are written together: nobody else's action waits long behind them."""


class Unfolded(msgspec.Struct):
    """A record as a match: heading, rows of its journal, and the number of its next die if it can be played on."""

    heading: Record
    """The record without its actions."""
    packs: list[bytes]
    """The rows, each pack a list of them, so that a long match is never unpacked at once."""
    next_die: int | None


def unfold(record: bytes) -> bytes:
    """The rows of the journal that a record stands for, with the events that the actions made."""
    match = replay(_checked(record))
    game, rows, now = match.game, list[Row](), time.time()
    for left, entry, p in retrace(game, match.origin, match.entries, match.backs):
        n, at = len(rows) + 1, now + len(rows) / 1e6
        """Each as if it had come in a message of its own."""
        if entry is None:
            rows.append(Row(n, BACK, str(left), None, at))
            continue
        events = journal.events_text(game.apply(p, entry.side, entry.action))
        rows.append(Row(n, entry.side, entry.action, entry.number, at, 0, events))
    heading = msgspec.structs.replace(msgspec.json.decode(record, type=Record), actions=[], taken_back=[])
    waits = match.actors and CHANCE not in match.actors and heading.ended is None
    packs = [msgspec.msgpack.encode(rows[n:n + PACK]) for n in range(0, len(rows), PACK)]
    return msgspec.msgpack.encode(Unfolded(heading, packs, match.dice.counter if waits else None))


def _checked(record: bytes) -> dict[str, Any]:
    """A record from outside, not larger than we are willing to play."""
    with suppress(msgspec.DecodeError, AttributeError):
        if msgspec.json.decode(record).get("redacted"):
            raise BadInput("record: it is redacted: what its seat could not know is missing, so it cannot be played")
    try:
        found = msgspec.json.decode(record, type=Record)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"record: {error}") from None
    check_heading(found)
    if len(found.actions) + sum(len(back.actions) for back in found.taken_back) > MOST_ACTIONS:
        raise BadInput(f"record: more than {MOST_ACTIONS} actions")
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain
