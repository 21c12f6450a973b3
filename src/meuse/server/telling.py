"""What the people at a match are told: each hears only what his seats may know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import CHANCE
from meuse.engine.dice import Salt
from meuse.engine.match import RECORD_VERSION, Match, published
from meuse.server.limits import Purse
from meuse.server.messages import DiceMessage, LogLine, Presence, Seats, TableMessage, Talk, encode
from meuse.server.records import Logged
from meuse.server.seats import Holder

if TYPE_CHECKING:
    from meuse.server.table import Table

WAITING = 200
"""Messages that a slow listener may leave unread before he is hung up on; he comes back for a fresh table."""


MOST_SPECTATORS, MOST_FROM_AN_ADDRESS, MOST_OF_A_SEAT = 100, 20, 20
"""Sockets at one match: spectators in all and from one address, and of one player's link."""

MOST_ANSWERS = 1000
"""Kept of one position."""

MOST_LINES = 200
"""Of the chat, the latest so many are told to who comes."""

ALL = "all"
"""Stands for a side where a finished match is looked at with everybody's eyes at once."""

Shown = tuple[msgspec.Raw, str, str]
"""A view as it is sent, with its prompt and rule."""


class Views:
    """The views of one position, each worked out once; without secrets one serves for all, with the seat changed."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.known: dict[str | None, Shown] = {}
        self.open: dict[str, Any] | None = None

    def of(self, side: str | None) -> Shown:
        if side not in self.known:
            view = self.open or self._look(side)
            if not self.match.game.secrets:
                self.open = view
                view["seat"] = None if side == ALL else side
            raw = msgspec.Raw(encode(view))
            self.known[side] = (raw, str(view.get("prompt", "")), str(view.get("rule", "")))
        return self.known[side]

    def _look(self, side: str | None) -> dict[str, Any]:
        game, position = self.match.game, self.match.position
        return game.open_view(position) if side == ALL else game.view(position, side)


class Answers:
    """What has been asked of one position, each worked out once."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.at: tuple[int, bool] = (-1, False)
        self.known: dict[Any, dict[str, msgspec.Raw]] = {}

    def of(self, table: Table, question: Any, work: Callable[[], dict[str, Any]]) -> dict[str, msgspec.Raw]:
        """A match that was taken from disk again is another one, though its state may be the same."""
        at = (table.state, table.over)
        if self.match is not table.match or self.at != at or len(self.known) >= MOST_ANSWERS:
            self.match, self.at, self.known = table.match, at, {}
        if question not in self.known:
            self.known[question] = {name: msgspec.Raw(encode(value)) for name, value in work().items()}
        return self.known[question]


class Session:
    """One open socket: who holds it, what he has been told, and what waits to be sent."""

    def __init__(self, holder: Holder, purse: Purse) -> None:
        self.holder, self.purse = holder, purse
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.viewer: str | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.lines = 0
        """Lines of the log that he has."""

    def send(self, message: Any) -> None:
        self.send_bytes(message if isinstance(message, bytes) else encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.waiting.qsize() < WAITING:
            self.waiting.put_nowait(data)
        else:
            self.hang_up()

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that is answered when it is done, while the socket goes on."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def drop(self) -> None:
        for task in self.tasks:
            task.cancel()

    def hang_up(self) -> None:
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


class Audience:
    """The sessions at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sessions: set[Session] = set()
        self.answers = Answers()
        self.elsewhere: dict[str, tuple[list[str], int]] = {}
        """Whose sockets are at other processes: seats, and how many spectators."""
        self.told_salts: tuple[Salt, ...] = ()

    def join(self, session: Session) -> None:
        self.sessions.add(session)
        session.send(self.table_for(session))
        session.send(self.dice())
        session.send(Talk(self.table.chat[-MOST_LINES:]))
        self.came_or_went()

    def leave(self, session: Session) -> None:
        if session in self.sessions:
            self.sessions.discard(session)
            self.came_or_went()

    def crowded(self, new: Session) -> bool:
        """Whether there is no room for one more; spectators take none from the players."""
        if not new.holder.spectator:
            return sum(s.holder.hash == new.holder.hash for s in self.sessions) >= MOST_OF_A_SEAT
        there = [s.purse.address for s in self.sessions if s.holder.spectator]
        return len(there) >= MOST_SPECTATORS or there.count(new.purse.address) >= MOST_FROM_AN_ADDRESS

    def came_or_went(self) -> None:
        self.tell(self.presence())
        self.table.say_who_is_here()

    def heard_of(self, process: str, here: list[str], watching: int) -> None:
        """Who is at the match at another process."""
        if self.elsewhere.get(process, ([], 0)) != (here, watching):
            self.elsewhere[process] = (here, watching)
            self.tell(self.presence())

    def here(self) -> list[str]:
        """The seats whose sockets are at this process."""
        return sorted({side for session in self.sessions for side in session.holder.seats})

    def connected(self) -> set[str]:
        """The seats that are connected, here or elsewhere."""
        return {*self.here(), *(side for sides, _ in self.elsewhere.values() for side in sides)}

    def watching(self) -> int:
        return sum(session.holder.spectator for session in self.sessions)

    def presence(self) -> Presence:
        there = self.connected()
        watching = self.watching() + sum(count for _, count in self.elsewhere.values())
        return Presence({side: side in there for side in self.table.game.sides}, watching)

    def tell(self, message: Any) -> None:
        """The same to everybody."""
        data = encode(message)
        for session in self.sessions:
            session.send_bytes(data)

    def tell_table(self) -> None:
        """The table to everybody, to each as he may see it."""
        if self.told_salts != self.table.salts:
            self.told_salts = self.table.salts
            self.tell(self.dice())
        views = Views(self.table.match)
        for session in list(self.sessions):
            session.send(self.table_for(session, views))

    def dice(self) -> DiceMessage:
        """Where the dice come from, as far as it can be told before the end."""
        table = self.table
        first, *moved = published(table.match.dice.spans, open=False)
        return DiceMessage(first.commitment, first.salts, moved, table.header.seeded, table.header.scripted)

    def table_for(self, session: Session, views: Views | None = None) -> TableMessage:
        table = self.table
        views = views or Views(table.match)
        mine, actors, over = session.holder.seats, table.actors, table.over
        side = viewer(table.match, mine, actors)
        raw, prompt, rule = views.of(side)
        if awaited := table.dice_awaited:
            prompt, rule = waiting_for_salts(awaited, mine), ""
        log = visible(table.log, side) if table.hidden else table.log
        first = min(session.lines, len(log)) if side == session.viewer or not table.hidden else 0
        session.viewer, session.lines = side, len(log)
        return TableMessage(
            state=table.state,
            trouble=table.trouble,
            seats=Seats(list(mine), side, self.seating()),
            view=raw,
            legal={s: table.match.legal(s) for s in mine if s in actors},
            prompt=prompt,
            rule=rule,
            actors=list(actors),
            undoable={} if over else {s: table.match.undoable(s) for s in mine},
            events=[log_line(log[n], n) for n in range(first, len(log))],
            events_from=first,
            over=over,
            outcome=table.ended,
            clocks=table.timer.shown(),
            offer=table.offer,
            advice=table.header.advice and not over,
            hindsight=table.hindsight,
            muted=table.muted,
        )

    def seating(self) -> dict[str, Any]:
        return {side: {"kind": seat.kind, "name": seat.name, "player": seat.player or None, "level": seat.level or None}
                for side, seat in self.table.header.seats.items()}

    def redacted(self, holder: Holder) -> dict[str, Any]:
        """What a seat may know of a match that still goes on: its own actions, what it saw, and how things stand."""
        table, mine = self.table, holder.seats
        side = viewer(table.match, mine, table.actors)
        log = [line for line in table.log if any(line.event.visible_to(seat) for seat in (mine or (None,)))]
        h = table.header
        return {
            "redacted": True, "version": RECORD_VERSION, "game": h.game, "scenario": h.scenario, "options": h.options,
            "commitment": h.commitment, "seats": list(mine), "state": table.state, "salts": list(table.salts),
            "seeded": h.seeded, "scripted": h.scripted,
            "actions": [[e.side, e.action if e.side in mine else None] for e in table.match.entries],
            "log": [log_line(line, n) for n, line in enumerate(log)], "view": table.match.view(side),
        }

    def look(self, session: Session, past: Match, state: int, side: str | None) -> TableMessage:
        """The table as a seat saw it at an earlier state; nothing can be done there."""
        raw, prompt, rule = Views(past).of(side)
        log = self.table.log if side == ALL else visible(self.table.log, side)
        return TableMessage(
            state=state, trouble="", seats=Seats(list(session.holder.seats), side, self.seating()), view=raw, legal={},
            prompt=prompt, rule=rule, actors=[s for s in past.actors if s != CHANCE], undoable={},
            events=[log_line(line, n) for n, line in enumerate(log) if line.state == state], events_from=0,
            over=past.outcome is not None, outcome=past.outcome, clocks=None, offer=None, advice=False, hindsight=False,
            muted=self.table.muted,
        )


def viewer(match: Match, mine: tuple[str, ...], actors: tuple[str, ...]) -> str | None:
    """Whose view a token gets: of its seat that must act, else of the one that acted last."""
    if len(mine) < 2:
        return mine[0] if mine else None
    for side in actors:
        if side in mine:
            return side
    for entry in reversed(match.entries):
        if entry.side in mine:
            return entry.side
    return mine[0]


def waiting_for_salts(awaited: list[str], mine: tuple[str, ...]) -> str:
    """Why no die falls yet."""
    others = [side.capitalize() for side in awaited if side not in mine]
    if others:
        return (f"Waiting for the other player's browser ({' and '.join(others)}): "
                "the dice fall when it has added its own salt to them.")
    return ("Waiting for this seat's browser: the dice fall when it has added its own salt to them. "
            "If this is another browser, open the match in the one that you began with.")


def visible(log: list[Logged], side: str | None) -> list[Logged]:
    return [line for line in log if line.event.visible_to(side)]


def log_line(line: Logged, n: int) -> LogLine:
    event = line.event
    return LogLine(n, line.state, event.what, event.rule, line.text, event.data)
